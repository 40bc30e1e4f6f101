"""A mail to several games: `GAME <id>` heads each part, and each is decided by itself.

A secret proves its person in every game where that address sits: whoever has proven one seat is
believed to be the one in the others that has the same address. A part that is wrong hurts no other.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from pbem.board.ids import PlayerId
from pbem.ground.errors import BadInput, Refusal
from pbem.orders.parser.lines import parse_mail_command
from pbem.orders.reader.characters import clean
from pbem.orders.reader.scan import scan
from pbem.orders.text.lines import TextLine
from pbem.orders.text.words import tidy
from pbem.orders.verbs.mail.check import Check
from pbem.orders.verbs.mail.for_turn import ForTurn
from pbem.orders.verbs.mail.game import GameIs
from pbem.orders.verbs.mail.key import Key
from pbem.orders.verbs.table import verb_of
from pbem.orders.verbs.verb import Reach
from pbem.service.asking.questions import AnswerSaid, Confirmed
from pbem.service.deciding.decision import Elsewhere, SeatThere
from pbem.service.fates import Fate, Handled
from pbem.service.reading.received import Received, Vocabulary
from pbem.service.reading.same_mail import Same
from pbem.service.seats.addresses import kept_from
from pbem.service.site.site import Site
from pbem.service.who.senders import Sender, Visiting, Who
from pbem.service.who.visitors import visitor_reader

MOST_PARTS: Final = 20
_FOR_ALL: Final = (Check, ForTurn, Key)
"""What may stand above the first `GAME`, and holds for each part."""

_GAME: Final = re.compile(r"GAME[ :=]+([a-z0-9-]+)\W*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Part:
    """What of a mail is for one game.

    said: as for `decide`
    elsewhere: why it is for nobody; None if it is for somebody
    broken: what is wrong with its game, so that it must wait
    """

    mail: Received
    who: Who
    said: AnswerSaid | None = None
    elsewhere: Elsewhere | None = None
    broken: BadInput | None = None


@dataclass(frozen=True, slots=True)
class _Headed:
    """Lines of a text from one `GAME` to the next, numbered from 0; of the lines above all, None.

    end: the number of the line behind them
    """

    game: str | None
    start: int
    end: int


def parts_of(
    site: Site, words: Vocabulary, mail: Received, who: Who, said: AnswerSaid | None
) -> tuple[Part, ...]:
    """The parts of a mail; the mail itself if it is for one game.

    :param said: what it says to a question: then what is confirmed by it may have parts
    """
    confirmed = said.confirmed if said else None
    whole, sender = (confirmed.received, confirmed.sender) if confirmed else (mail, who)
    if not isinstance(sender, Sender) or whole.mail.problems or (said and not confirmed):
        return (Part(mail, who, said),)
    headed = _headed(words, whole.mail.text)
    texts = _texts(words, whole.mail.text, headed, sender.game.file.id) if headed else {}
    if len(texts) < 2:
        return (Part(mail, who, said),)
    found = []
    for game, text in texts.items():
        part = _part(words, whole, game, text)
        try:
            seat = _seat(site, sender, game, part)
        except BadInput as error:
            found.append(Part(part, sender, broken=error))
            continue
        if isinstance(seat, SeatThere):
            elsewhere = Elsewhere(
                sender.game, sender.player, game, seat, part.ident, whole.mail.message_id
            )
            found.append(Part(part, sender, elsewhere=elsewhere))
        elif confirmed is None or isinstance(seat, Visiting):
            found.append(Part(part, seat))
        else:
            learned = confirmed.learned if seat.game is sender.game else ""
            about = replace(said, confirmed=Confirmed(part, seat, learned)) if said else None
            found.append(Part(mail, who, about))
    return tuple(found)


def handled(each: list[Handled]) -> Handled:
    """What became of a mail, by what became of its parts."""
    played = [one for one in each if one.fate is Fate.PLAYED]
    first = (played or each)[0]
    if len(each) == 1:
        return first
    return replace(first, game=", ".join(dict.fromkeys(one.game for one in each)))


def _headed(words: Vocabulary, text: str) -> list[_Headed]:
    """The parts of a text by their headings, in its order, at the most as many as allowed."""
    if "game" not in text.casefold():
        return []
    found = scan(text, words.headings, words.places)
    heads = list(_heads(found.lines))
    begun = found.lines[0].number if found.lines else 0
    heads += [  # behind an END of one part
        (line.number - 1, named[1].lower())
        for line in found.ignored
        if line.number > begun and (named := _GAME.fullmatch(clean(line.raw)))
    ]
    heads = sorted(dict(heads).items())[:MOST_PARTS]
    if not heads:
        return []
    lines = text.count("\n") + 1
    starts = [start for start, _ in heads]
    ends = [*starts[1:], lines]
    parts = [_Headed(game, start, end) for (start, game), end in zip(heads, ends, strict=True)]
    return [_Headed(None, 0, starts[0]), *parts]


def _heads(lines: tuple[TextLine, ...]) -> Iterator[tuple[int, str]]:
    """The lines, from 0, that name a game; not what a press or the like says."""
    end = ""
    for line in lines:
        if end:
            end = "" if tidy(line.text).upper() == end else end
            continue
        verb = verb_of(line.text)
        if verb is not None and verb.reach is Reach.TEXT:
            end = verb.end
        for game in _game_of(line):
            yield line.number - 1, game


def _game_of(line: TextLine) -> Iterator[str]:
    try:
        command = parse_mail_command(line.text)
    except Refusal:
        return
    if isinstance(command, GameIs):
        yield command.id.lower()


def _texts(words: Vocabulary, text: str, headed: list[_Headed], own: str) -> dict[str, str]:
    """Of each game its lines, where they stand in the text; the others are blank.

    What stands above the first heading is for the game whose mail was answered; a CHECK and its
    like alone are for all. One heading with nothing below it heads no part.
    """
    lines = text.split("\n")
    above, named = headed[0], headed[1:]
    for_all = _holds_for_all(words, "\n".join(lines[: above.end]))
    if len(named) == 1 and _is_only_heading(words, "\n".join(lines[named[0].start :])):
        return {}
    chosen: dict[str, set[int]] = {}
    for part in headed:
        if part.game is None and for_all:
            continue
        chosen.setdefault(part.game or own, set()).update(range(part.start, part.end))
    if for_all:
        for numbers in chosen.values():
            numbers.update(range(above.end))
    return {
        game: "\n".join(line if at in numbers else "" for at, line in enumerate(lines))
        for game, numbers in chosen.items()
    }


def _is_only_heading(words: Vocabulary, text: str) -> bool:
    return len(scan(text, words.headings, words.places).lines) <= 1


def _holds_for_all(words: Vocabulary, text: str) -> bool:
    for line in scan(text, words.headings, words.places).lines:
        try:
            command = parse_mail_command(line.text)
        except Refusal:
            return False
        if not isinstance(command, _FOR_ALL):
            return False
    return True


def _part(words: Vocabulary, whole: Received, game: str, text: str) -> Received:
    """A part as a mail of its own: it is known by the mail and its game."""
    found = scan(text, words.headings, words.places, whole.mail.called)
    mail = replace(
        whole.mail,
        text=text,
        orders=tuple(line.text for line in found.lines if line.text),
        ignored=tuple(line.text for line in found.ignored),
    )
    own = words.same(whole.raw, mail)
    ident, before = (_of_game(known, game) for known in (whole.same.ident, whole.same.before))
    same = Same(ident, before, own.message_id, own.said)
    return replace(whole, mail=mail, same=same)


def _of_game(ident: str, game: str) -> str:
    return hashlib.sha256(f"{ident}|{game}".encode()).hexdigest()


def _seat(site: Site, sender: Sender, ident: str, part: Received) -> Sender | Visiting | SeatThere:
    """The same person in another game, playing or watching, or why not.

    :raises BadInput: that game is broken
    """
    if ident == sender.game.file.id:
        return sender
    if sender.person is not None or not site.has_game(ident):
        return SeatThere.NONE
    roster = site.roster(ident)
    address = sender.game.roster.seats[sender.player].address
    own = _addresses(site, address)
    seats = [player for player, seat in roster.seats.items() if seat.address.lower() in own]
    if len(seats) == 1:
        return Sender(site.game(ident), PlayerId(seats[0]))
    if seats:
        return SeatThere.SEVERAL
    watching = next((one.lower() for one in roster.observers if one.lower() in own), None)
    if watching is None:
        return SeatThere.NONE
    about = visitor_reader(ident, watching).about
    return Visiting(watching, str(sender.player), part.mail.orders, ident, about)


def _addresses(site: Site, address: str) -> frozenset[str]:
    """All addresses that a person has confirmed, in lower case.

    Those that a single seat has learned do not count: they are confirmed by nobody but that seat.
    Nor do those of a fellow player, whatever was confirmed: nobody sits in two seats of a game.
    """
    record = site.people.of(address)
    known = [a for a in record.addresses if not kept_from(site, address, a)] if record else []
    return frozenset(a.lower() for a in (address, *known))
