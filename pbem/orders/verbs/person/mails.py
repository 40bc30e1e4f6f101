"""`SET MAILS ALL | TURN | DIGEST [<hour>] [IN <game>]`: how many mails the sender gets."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from pbem.board.model import Board
from pbem.ground.errors import SyntaxRefusal
from pbem.ground.messages import say
from pbem.orders.text.words import cut, joined
from pbem.orders.verbs.person.choices import MailHabit
from pbem.orders.verbs.person.setting import InGame, chosen, one_of, with_game
from pbem.orders.verbs.verb import Form, Kind, Said, Verb

_HOUR: Final = re.compile(r"(?:AT )?(\d{1,2})(?:[:.]00)?(?: ?(AM|PM|H|O'CLOCK))?", re.IGNORECASE)
_LAST_HOUR: Final = 23
_NOON: Final = 12


@dataclass(frozen=True, slots=True)
class MailsAre(InGame):
    """Which mails; `hour` of the day in the sender's zone, for a digest, if one is said."""

    mails: MailHabit = MailHabit.TURN
    hour: int | None = None


def parse(said: Said) -> MailsAre:
    """Which mails are wanted.

    :raises SyntaxRefusal: `incomplete`, `bad-number`
    """
    text, game = with_game(chosen(said, VERB.legal))
    word, _, rest = text.partition(" ")
    mails = one_of(MailHabit, word, VERB.legal)
    if not rest.strip():
        return MailsAre(game, mails)
    if mails is not MailHabit.DIGEST:
        message = say("An hour goes with DIGEST only: {said}", said=cut(rest))
        raise SyntaxRefusal("bad-number", message, legal=VERB.legal)
    return MailsAre(game, mails, _hour(rest.strip()))


def _hour(text: str) -> int:
    """`7`, `07:00`, `7 pm`.

    :raises SyntaxRefusal: `bad-number`
    """
    found = _HOUR.fullmatch(text)
    hour = int(found[1]) if found else _LAST_HOUR + 1
    half = (found[2] or "").upper() if found else ""
    if half in ("AM", "PM") and hour <= _NOON:
        hour = hour % _NOON + (_NOON if half == "PM" else 0)
    if hour > _LAST_HOUR:
        message = say("An hour of the day is a number from 0 to 23, not {said}.", said=cut(text))
        raise SyntaxRefusal("bad-number", message, legal=("SET MAILS DIGEST 7",))
    return hour


def written(_: Board, wanted: MailsAre) -> str:
    """`SET MAILS DIGEST 7 IN eu1`."""
    hour = "" if wanted.hour is None else str(wanted.hour)
    game = f"IN {wanted.game}" if wanted.game else ""
    return joined("SET MAILS", wanted.mails.upper(), hour, game)


VERB = Verb(
    word="SET",
    kind=Kind.COMMAND,
    second=("MAILS", "MAIL"),
    follows={"SET": (r"MAILS?\b.*",)},
    keywords=("ALL", "TURN", "DIGEST", "IN"),
    everyday=("SET",),
    forms=(
        Form("SET MAILS TURN", say("a mail when I am asked or answered; each tells all since")),
        Form("SET MAILS DIGEST 7", say("besides, one mail a day over all games, at 7 o'clock")),
        Form("SET MAILS ALL", say("a mail whenever somebody has played")),
        Form("SET MAILS ALL IN <game>", say("the same, for one game only")),
    ),
    examples=("SET MAILS DIGEST 7", "SET MAILS TURN IN other"),
    parse=parse,
    values=(MailsAre,),
    format=written,
)
