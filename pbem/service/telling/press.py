"""Press -> letters to its readers: who writes, the text behind marks, how to answer.

Whatever a writer types stands behind `|`, so that neither a reader nor a mail reader can take it
for a part of our own mail.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pbem.board.ids import PlayerId
from pbem.ground.messages import Message, say
from pbem.mail.outgoing.compose import MailKind
from pbem.report.contexts import NOBODY
from pbem.report.layout import marked
from pbem.service.press.replies import about_press
from pbem.service.site.site import Site
from pbem.service.telling.apart import Made, apart
from pbem.service.telling.letters import AnyLetter, Letter, Notice, PlainLetter
from pbem.service.telling.position import Telling
from pbem.service.who.visitors import visitor_reader
from pbem.store.game import StoredGame
from pbem.store.press import Press


def undelivered(game: StoredGame) -> Iterator[tuple[int, Press]]:
    """The press that is to go out now; what waits for the next report stays.

    :raises BadInput: a file is broken
    """
    book, waits = game.press, game.file.press.deliver == "with-report"
    for number in range(book.delivered + 1, book.last + 1):
        press = book.number(number)
        if press is None:
            continue
        if waits and press.entry >= game.last_played and not game.state.over:
            return
        yield number, press


def letters_of_press(
    site: Site, game: StoredGame, number: int, press: Press
) -> Iterator[AnyLetter]:
    """The letters to all readers of a press; made again, they are the same letters."""
    telling = Telling.of(site, game, min(press.entry, game.last), press.time)
    return apart(telling, _made(game, number, press))


def _made(game: StoredGame, number: int, press: Press) -> Iterator[Made]:
    for reader in game.file.players:
        if press.is_for(reader):
            yield reader, partial(_letter, game, number, press, reader)
    for address in game.roster.observers if press.public else ():
        yield "an observer", partial(_to_observer, game, number, press, address)


def _letter(game: StoredGame, number: int, press: Press, reader: PlayerId) -> Letter:
    answered = game.press.number(press.answers) if press.answers else None
    return Letter(
        game,
        reader,
        MailKind.NOTICE,
        about_press(number),
        Notice(_topic(press), tuple(_paragraphs(game, press, reader))),
        press.time,
        what=press.digest,
        number=press.entry,
        # so it stands below what the reader has written
        answers=answered.message_id if answered and answered.by == reader else None,
    )


def _to_observer(game: StoredGame, number: int, press: Press, address: str) -> PlainLetter:
    """Public press to somebody who watches; their answer to it is not passed on."""
    return PlainLetter(
        address,
        say("[{game}] {topic:message}", game=game.file.id, topic=_topic(press)),
        (in_quotes(_heading(press, NOBODY), press.text),),
        press.time,
        f"press|{number}|{press.digest}",
        game,
        reader=visitor_reader(game.file.id, address),
    )


def _topic(press: Press) -> Message:
    if press.anonymous:
        return say("somebody writes to all") if press.public else say("somebody writes to you")
    if press.public:
        return say("{player} writes to all", player=press.by)
    return say("{player} writes to you", player=press.by)


def _paragraphs(game: StoredGame, press: Press, reader: PlayerId) -> Iterator[Message]:
    yield in_quotes(_heading(press, reader), press.text)
    if game.file.press.allowed == "none":
        return
    if game.file.press.allowed == "public":
        yield say("To answer, write PRESS TO ALL, your text below it, and END PRESS.")
        return
    yield (
        say("Your answer to this mail goes to whoever wrote it, and to nobody else.")
        if press.anonymous
        else say("Your answer to this mail goes to {player}, and to nobody else.", player=press.by)
    )
    yield say(
        "Orders may stand in it below a line END PRESS. To write to others: PRESS TO and their "
        "names, or PRESS TO ALL."
    )


def _heading(press: Press, reader: PlayerId) -> Message:
    others = tuple(player for player in press.to if player != reader)
    if press.public and press.anonymous:
        return say("Somebody writes to all players, without a name:")
    if press.public:
        return say("{player} writes to all players:", player=press.by)
    if others and press.anonymous:
        return say("Somebody writes without a name, to you and to {players}:", players=others)
    if others:
        return say("{player} writes to you and to {players}:", player=press.by, players=others)
    if press.anonymous:
        return say("Somebody writes to you, without a name:")
    return say("{player} writes to you:", player=press.by)


def in_quotes(heading: Message, text: str) -> Message:
    """A heading, and below it what somebody has written, each line behind a mark."""
    return say("{heading:message}\n\n{text:said}", heading=heading, text=marked(text))
