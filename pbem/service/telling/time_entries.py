"""Entries about time and seats -> letters: moved deadlines, stand-ins, seats that change hands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from pbem.board.ids import PlayerId
from pbem.ground.messages import Message, say
from pbem.mail.outgoing.compose import MailKind
from pbem.report.contexts import Chapter, ReportContext
from pbem.service.deadlines import ledger
from pbem.service.entering.moderating.desk import CONSOLE
from pbem.service.entering.outcomes import entered
from pbem.service.seats.seats import offer_token, stand_ins
from pbem.service.site.site import Site
from pbem.service.site.voices import voice_for
from pbem.service.telling.apart import Made, apart
from pbem.service.telling.briefing import briefing
from pbem.service.telling.letters import AnyLetter, Letter, Notice, PlainLetter, notice
from pbem.service.telling.moderators import to_moderator
from pbem.service.telling.position import Telling
from pbem.service.telling.reminders import overtaken_reminders
from pbem.service.telling.reports import ReportLetters
from pbem.service.telling.time_words import broadcast_of, edit_of, notice_of
from pbem.store.game import StoredGame
from pbem.store.journal import Entry, What
from pbem.store.people import Person

_FOR_MODERATOR = {
    What.PAUSED, What.OFFERED, What.RECOVERED, What.ENDED, What.VACATED,
}  # fmt: skip
"""What the moderator is told of at once; the rest stands in the mail of the day, and in the answer
to whoever has ordered it by mail."""


def letters_about_time(telling: Telling, entry: Entry) -> Iterator[AnyLetter]:
    """Tell of an entry about time or seats whom it concerns."""
    assert entry.clock is not None
    yield from apart(telling, _to_readers(telling, entry))
    if entry.changes_hands and entry.by:
        yield from _farewells(telling.game, entry, entry.by)
    if (
        entry.clock.what in _FOR_MODERATOR
        and not _is_told_already(telling.game, entry)
        and (entry.act in (None, CONSOLE))
    ):
        topic, paragraphs = notice_of(telling.game, entry, None, telling.times)
        if entry.clock.what is What.VACATED and not stand_ins(telling.site.settings, telling.game):
            give = say(
                "Nobody waits for a seat. To give it to somebody: pbem replace {game} {player} "
                "NAME ADDRESS",
                game=telling.game.file.id,
                player=entry.by or "",
            )
            paragraphs = (*paragraphs, give)
        if entry.clock.what is What.PAUSED:
            resume = say("To have deadlines again: pbem resume {game}", game=telling.game.file.id)
            paragraphs = (*paragraphs, resume)
        subject = _subject(telling.game, topic)
        yield from to_moderator(telling.site, subject, paragraphs, entry.time, telling.game)


def _to_readers(telling: Telling, entry: Entry) -> Iterator[Made]:
    """How each letter to a player, or to somebody in a player's place, is made, and for whom."""
    game, player = telling.game, entry.by
    assert entry.clock is not None
    what = entry.clock.what
    if what is What.REKEYED and player:
        yield player, partial(_new_key, telling, entry, player)
    elif entry.is_told_later:
        return
    elif what is What.BROADCAST:
        for reader in game.file.players:
            yield reader, partial(_broadcast, telling, entry, reader)
    elif what is What.EDITED:
        for reader in game.file.players:
            yield reader, partial(_edited, telling, entry, reader)
    elif what is What.ENDED:
        for reader in game.file.players:
            yield reader, partial(_final_report, telling, entry, reader)
    elif what is What.RECOVERED:
        for reader in game.file.players:
            yield reader, partial(_asked_again, telling, entry, reader)
        question = telling.times.question
        if question and ledger.is_stood_in(game, question):
            yield from _stand_in(telling, entry, question.player)
    elif player and (what in (What.OFFERED, What.STAND_IN) or _is_told_already(game, entry)):
        yield player, partial(_notice, telling, entry, player)
        if what is What.STAND_IN:
            yield from _stand_in(telling, entry, player)
        elif what is What.OFFERED:
            yield from _offers(telling, entry, player)
    else:
        for reader in game.file.players:
            if reader != player or not entry.changes_hands:  # who gets a mail of its own
                yield reader, partial(_notice, telling, entry, reader)
        if what is What.VACATED and player:
            yield from _offers(telling, entry, player)
        if what is What.SEATED and player:
            yield player, partial(_welcome, telling, entry, player)


def _notice(telling: Telling, entry: Entry, reader: PlayerId) -> Letter:
    topic, paragraphs = notice_of(telling.game, entry, reader, telling.times)
    content = Notice(topic, paragraphs)
    return notice(telling.game, reader, str(entry.number), content, entry.time)


def _broadcast(telling: Telling, entry: Entry, reader: PlayerId) -> Letter:
    """What the moderator says to all: no line of it can be taken for one of ours."""
    told = broadcast_of(entry)
    assert told is not None
    content = Notice(*told)
    return notice(telling.game, reader, str(entry.number), content, entry.time)


def _edited(telling: Telling, entry: Entry, reader: PlayerId) -> Letter:
    """What is otherwise now, as the reader may see it, with the position."""
    first, *more = notice_of(telling.game, entry, reader, telling.times)[1]
    news = (first, *edit_of(telling.game, entry, reader), *more)
    letter = _with_position(telling, entry, reader, news)
    overtaken = overtaken_reminders(telling.site, telling.game, reader, entry.number)
    return replace(letter, overtakes=overtaken)


def _stand_in(telling: Telling, entry: Entry, player: PlayerId) -> Iterator[Made]:
    person = telling.game.roster.seats[player].stand_in
    if person is not None:
        to = f"the stand-in of {player}"
        yield to, partial(_asked_stand_in, telling, entry, player, person)


def _asked_stand_in(telling: Telling, entry: Entry, player: PlayerId, person: Person) -> Letter:
    """The stand-in gets what the player would get: the form and all choices."""
    news = say(
        "You are asked as the stand-in of {player}. Whoever answers first decides.", player=player
    )
    return _with_position(telling, entry, player, (news,), person=person)


def _asked_again(telling: Telling, entry: Entry, reader: PlayerId) -> Letter:
    """The position anew, and the question for whoever must decide."""
    news = notice_of(telling.game, entry, reader, telling.times)[1]
    return _with_position(telling, entry, reader, news)


def _final_report(telling: Telling, entry: Entry, reader: PlayerId) -> Letter:
    """The standings that count; what was asked is asked no more."""
    letter = _asked_again(telling, entry, reader)
    overtaken = overtaken_reminders(telling.site, telling.game, reader, entry.number)
    return replace(letter, overtakes=overtaken)


def _welcome(telling: Telling, entry: Entry, player: PlayerId) -> Letter:
    """For whoever has taken a seat over: all that is needed to play on."""
    letter = _with_position(telling, entry, player, (), telling.game.roster.seats[player].key)
    assert isinstance(letter.content, ReportContext)
    return replace(letter, content=replace(letter.content, earlier=briefing(telling, player)))


def _new_key(telling: Telling, entry: Entry, player: PlayerId) -> Letter:
    """The new key, with the position: only this mail can be answered now."""
    news = say(
        "Your key and the secrets of all earlier mails of this game are void. Please answer this "
        "mail, or a later one; an answer to an earlier one is not taken. If you write from another "
        "address than this one, you are asked here once whether it is yours."
    )
    return _with_position(telling, entry, player, (news,), telling.game.roster.seats[player].key)


def _with_position(
    telling: Telling,
    entry: Entry,
    player: PlayerId,
    news: tuple[Message, ...],
    key: str = "",
    person: Person | None = None,
) -> Letter:
    voice, game = voice_for(telling.site, telling.game, player), telling.game
    position = telling.position(player, str(entry.number), person)
    earlier: tuple[Chapter, ...] = ()
    if person is None:  # it counts as told of all that was before it
        reports = ReportLetters.of(telling, entered(game, entry.number))
        earlier = reports.earlier(player, reports.mailed.unsaid(player, entry.number), entry.number)
    context = replace(position, key=key, news=tuple(map(voice, news)), earlier=earlier, full=True)
    about, what = str(entry.number), game.hash_of(entry.number)
    return Letter(game, player, MailKind.REPORT, about, context, entry.time, what, person=person)


def open_offers(site: Site, game: StoredGame) -> Iterator[AnyLetter]:
    """The offers of seats that are free, also to those who have begun to wait since."""
    for player in game.file.players:
        number = ledger.offered(game, player)
        if number is not None and not game.state.over:
            entry = game.entries[number - 1][0]
            telling = Telling.of(site, game, number, entry.time)
            yield from apart(telling, _offers(telling, entry, player))


def _offers(telling: Telling, entry: Entry, player: PlayerId) -> Iterator[Made]:
    """One to each of those who wait for a seat."""
    for person in stand_ins(telling.site.settings, telling.game):
        yield person.name, partial(_offer, telling, entry, player, person)


def _offer(telling: Telling, entry: Entry, player: PlayerId, person: Person) -> Letter:
    """The offer of a seat; the mail's secret is for this offer and this person."""
    game = telling.game
    state = game.state_after(entry.number)
    governed = tuple(state.governed(player))
    governs = say("{nations}", nations=governed) if governed else say("no nation now")
    paragraphs = (
        say(
            "Dear {person}, in this game of {title} the seat of {player} is free; it governs "
            "{governs:message}, and it is turn {turn}. If you would like to play on, answer this "
            "mail with a line that says JOIN. The first who does gets the seat and, in a mail of "
            "its own, the position.",
            person=person.name,
            title=game.game.rules.title,
            player=player,
            governs=governs,
            turn=state.turn,
        ),
        say("If not, do nothing."),
    )
    about = offer_token(game, entry.number, person)
    content = Notice(say("would you take a seat?"), paragraphs)
    return notice(game, player, about, content, entry.time, person=person)


def _farewells(game: StoredGame, entry: Entry, player: PlayerId) -> Iterator[PlainLetter]:
    """Tell whoever sat there before that somebody else does now."""
    for owner in game.roster.seats[player].former:
        if owner.until == entry.number:
            vacated = entry.clock is not None and entry.clock.what is What.VACATED
            text = (_GIVEN_UP if vacated else _GIVEN_AWAY).filled(player=player)
            subject = _subject(game, say("the seat of {player}", player=player))
            what = f"{game.file.id}|{owner.address}|farewell|{entry.number}"
            yield PlainLetter(owner.address, subject, (text,), entry.time, what, game)


_GIVEN_UP: Final = say(
    "You have given up the seat of {player}. What you had left ahead of time is dropped, and your "
    "mails about this game are not carried out any more. Thank you for having played."
)
_GIVEN_AWAY: Final = say(
    "The seat of {player} has been given to somebody else, who plays it from now on. What you had "
    "left ahead of time is dropped, and your mails about this game are not carried out any more. "
    "If that surprises you, please write to whoever runs the game. Thank you for having played."
)


def _is_told_already(game: StoredGame, entry: Entry) -> bool:
    """Whether it only says that a question was missed once more: the others have been told."""
    if entry.clock is None or entry.clock.what is not What.MISSED or entry.by is None:
        return False
    question = ledger.open_question(game, entry.number)
    earlier = ledger.since_asked(game, question, entry.number - 1) if question else ()
    return any(e.clock is not None and e.clock.what is What.MISSED for e in earlier)


def _subject(game: StoredGame, topic: Message) -> Message:
    return say("[{game}] {topic:message}", game=game.file.id, topic=topic)
