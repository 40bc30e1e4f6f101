"""Mails to moderators: the welcome, the answer to their commands, a handover."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final

from pbem.ground.messages import Message, say
from pbem.mail.identity import Purpose
from pbem.mail.outgoing.compose import MailKind
from pbem.orders.moderating import WORDS
from pbem.orders.text.words import cut, head
from pbem.orders.verbs.clock.timezone import ZoneIs
from pbem.orders.verbs.desk import Wish
from pbem.orders.verbs.moderator.set_option import SetOption
from pbem.orders.verbs.table import verb_of
from pbem.report.sentences.events import sentences
from pbem.service.deciding import decision as d
from pbem.service.entering.enter import Entered
from pbem.service.entering.moderating.mails import DoneAct
from pbem.service.site.moderators import moderator_key, seat_of_moderator
from pbem.service.site.site import Site
from pbem.service.telling.letters import AnyLetter, ModeratorLetter, Paragraph
from pbem.service.telling.moderators_desk import shown_to_moderator
from pbem.service.telling.position import Telling
from pbem.service.telling.time_words import edit_of, news_of, notice_of
from pbem.service.who.moderators import handover_token
from pbem.store.game import StoredGame
from pbem.store.journal import Entry, What

_HOW: Final = (
    say(
        "You moderate it by answering the mails that you get as its moderator, such as this one: "
        "write one command a line above the marked line. Each is repeated in the answer, with what "
        "it did."
    ),
    say("The commands: {orders}. HELP <command> tells more.", orders=WORDS),
)


def letters_to_moderator(telling: Telling, entry: Entry | None) -> Iterator[AnyLetter]:
    """What an entry has for moderators alone: the welcome to a game, the asking of another."""
    game = telling.game
    if entry is None:
        yield _welcome(telling, 0, say("You are the moderator of this game."), game.file.created)
    elif entry.clock is not None and entry.clock.what is What.HANDED:
        news = say("You are the moderator of this game from now on.")
        yield _welcome(telling, entry.number, news, entry.time)
    elif entry.clock is not None and entry.clock.what is What.HANDING and entry.clock.address:
        about = handover_token(game, entry.number, entry.clock.address)
        paragraphs = (
            say(
                "The moderator of game {game} ({title}) asks you to moderate it from now on. If "
                "you would, answer this mail with YES and nothing else. If not, do nothing.",
                game=game.file.id,
                title=game.game.rules.title,
            ),
        )
        topic = say("would you moderate this game?")
        yield ModeratorLetter(
            game,
            MailKind.NOTICE,
            about,
            _subject(game, topic),
            paragraphs,
            entry.time,
            where=entry.clock.address,
        )


def _welcome(telling: Telling, number: int, news: Message, time: datetime) -> ModeratorLetter:
    game = telling.game
    players = tuple(game.file.players)
    about_game = say(
        "Game {game}: {title}. Players: {players}.",
        game=game.file.id,
        title=game.game.rules.title,
        players=players,
    )
    return ModeratorLetter(
        game,
        MailKind.NOTICE,
        str(number),
        _subject(game, say("you are the moderator")),
        (news, about_game, *_HOW),
        time,
        number=number,
        key=moderator_key(telling.site, game),
    )


def told_to_moderator(reply: d.TellModerator, now: datetime) -> ModeratorLetter:
    """Something short."""
    kind = MailKind.ANSWER if reply.message_id else MailKind.NOTICE
    what = ""
    if reply.where is not None:  # asked again by each mail
        what = hashlib.sha256(f"{reply.message_id}".encode()).hexdigest()
    return ModeratorLetter(
        reply.game,
        kind,
        reply.about,
        _subject(reply.game, reply.topic),
        reply.told,
        now,
        what=what,
        answers=reply.message_id,
        where=reply.where,
    )


def answer_to_moderator(
    site: Site, what: d.Moderate | d.TakeOverGame, acts: Sequence[DoneAct], now: datetime
) -> Iterator[AnyLetter]:
    """The answer to a mail of commands: each as it was understood, and what it did."""
    if isinstance(what, d.TakeOverGame):
        return  # whoever moderates now is welcomed
    paragraphs: list[Paragraph] = []
    for act in acts:
        paragraphs += _of_act(site, what.game, act, now)
    waits = any(act.done.waits for act in acts) and not what.confirmed
    if waits:
        paragraphs.append(
            say("The position is changed when you answer this mail with YES and nothing else.")
        )
    purpose = Purpose.CONFIRM if waits else Purpose.ANSWER
    done = [act for act in acts if act.done.entered is not None or act.done.waits]
    words = tuple(dict.fromkeys(_word(act) for act in done or acts))
    topic = say("change the position?") if waits else say("done: {orders}", orders=words)
    if all(act.done.entered is None for act in acts) and not waits:
        topic = say("answer: {orders}", orders=words)
    yield ModeratorLetter(
        what.game,
        MailKind.ANSWER,
        purpose.about(what.ident),
        _subject(what.game, topic),
        tuple(paragraphs),
        now,
        answers=what.message_id,
    )


def _word(act: DoneAct) -> str:
    """The word of a command, for the subject."""
    if isinstance(act.told.command, SetOption):
        return f"SET {act.told.command.option}"
    verb = verb_of(act.told.line.text)
    said, _ = head(act.told.line.text)
    if verb is None:
        return cut(act.told.line.text)[:12]
    return said if said in verb.others else verb.title


def _of_act(site: Site, answered: StoredGame, act: DoneAct, now: datetime) -> Iterator[Paragraph]:
    game = act.game or answered
    written = act.told.written(game.names)
    before = f"GAME {act.told.game}\n" if act.told.game else ""
    yield "\n".join(f"  | {line}" for line in f"{before}{written}".split("\n"))
    yield from act.done.told
    if act.done.entered is not None:
        yield from _did(site, act.done.entered)
    if isinstance(act.told.command, Wish | ZoneIs):
        yield from shown_to_moderator(site, game, act.told.command, now, _HOW)


def _did(site: Site, told: Entered) -> Iterator[Paragraph]:
    """What an entry of the moderator's has done, in sentences."""
    game, entry, reader = told.game, told.entry, seat_of_moderator(site, told.game)
    assert entry is not None
    if entry.clock is not None:
        own = entry.clock.model_copy(update={"reason": None})  # who has decided so knows it
        first, *more = notice_of(game, entry.model_copy(update={"clock": own}), None)[1]
        yield first
        if entry.clock.what is What.EDITED:
            yield from edit_of(game, entry, reader)
        yield from more
        if entry.clock.what in (What.BLOCKED, What.UNBLOCKED, What.HANDING) and entry.clock.address:
            yield say("The address: {said}", said=entry.clock.address)
        return
    if entry.back_to is not None and not entry.redo:
        yield say("Done: the game goes on as it was after entry {entry}.", entry=entry.back_to)
    yield from news_of(game, entry, None)
    yield from sentences(game.game, told.outcome.events)
    state = game.state
    if not state.over:
        yield say("Turn {turn}: {player} is asked.", turn=state.turn,
                  player=state.pending[0].player)  # fmt: skip


def _subject(game: StoredGame, topic: Message) -> Message:
    return say("[{game}] {topic:message}", game=game.file.id, topic=topic)
