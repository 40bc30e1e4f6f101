"""`RESEND [LAST <n>]`: mails of the game once more, as they were."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from pbem.board.model import Board
from pbem.ground.errors import SyntaxRefusal
from pbem.ground.messages import count, say
from pbem.orders.text.words import number
from pbem.orders.verbs.desk import Desk, Wish
from pbem.orders.verbs.verb import Form, Kind, Said, Verb

MOST: Final = 20
"""So many mails are sent again for one."""

_LAST: Final = re.compile(r"(?:the )?(?:last )?(?P<number>\S+)?(?: (?:mails?|reports?))?", re.I)


@dataclass(frozen=True, slots=True)
class Resend(Wish):
    """The last mails to the sender are asked for once more."""

    number: int = 1

    def answer(self, desk: Desk) -> None:
        """How many there are; they go out beside the answer."""
        if desk.only_checks:
            return
        if not desk.resent:
            desk.tell(say("There is no earlier mail to you here that could be sent again."))
        else:
            desk.tell(
                count(
                    "Your last mail is on its way once more.",
                    "Your last {number} mails are on their way once more.",
                    desk.resent,
                )
            )


def parse(said: Said) -> Resend:
    """How many.

    :raises SyntaxRefusal: `incomplete`, `bad-number`
    """
    found = _LAST.fullmatch(said.rest)
    if found is None:
        raise SyntaxRefusal("incomplete", say("Resend what?"), legal=VERB.legal)
    given = found["number"]
    if not given or given.lower() in ("last", "mail", "mails", "report"):
        return Resend()
    return Resend(number(given, MOST))


def written(_: Board, wanted: Resend) -> str:
    """`RESEND LAST 3`."""
    return "RESEND" if wanted.number == 1 else f"RESEND LAST {wanted.number}"


VERB = Verb(
    word="RESEND",
    kind=Kind.COMMAND,
    follows={"RESEND": (r"(?:(?:THE )?(?:LAST\b ?)?(?:\S+)?(?: (?:MAILS?|REPORTS?))?)?",)},
    keywords=("LAST",),
    forms=(
        Form("RESEND", say("the last mail of this game once more")),
        Form("RESEND LAST <n>", say("the last mails of this game once more, as they were")),
    ),
    notes=(say("An answer to such a mail counts for what it asked when it was first sent."),),
    examples=("RESEND", "RESEND LAST 3"),
    parse=parse,
    values=(Resend,),
    format=written,
)
