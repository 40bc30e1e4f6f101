"""All tables of a moderator at a glance: who is waited for, what happened, what needs them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from pbem.board.ids import PlayerId
from pbem.ground.errors import BadInput
from pbem.ground.messages import Message, say
from pbem.service.deadlines import ledger, reasons
from pbem.service.seats.seats import stand_ins
from pbem.service.site import bounced
from pbem.service.site.moderators import is_moderator
from pbem.service.site.site import Site
from pbem.service.who.moderators import handing
from pbem.store.game import StoredGame
from pbem.store.journal import Entry, What

_MINUTE: Final = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Table:
    """A game as its moderator sees it at a moment.

    player: who is asked, since when, until when; None once the game is over
    late: whether the deadline has passed; missed: how many that player has missed in a row
    happened: what was missed since the last look, and who has come or gone
    bounces: players whose mails have come back lately
    needs: what needs a decision
    """

    game: StoredGame
    turn: int
    over: bool
    player: PlayerId | None = None
    since: datetime | None = None
    due: datetime | None = None
    late: bool = False
    paused: bool = False
    missed: int = 0
    happened: tuple[Message, ...] = ()
    bounces: tuple[PlayerId, ...] = ()
    needs: tuple[Message, ...] = ()


def table_of(site: Site, game: StoredGame, since: datetime, now: datetime) -> Table:
    """A game at a glance.

    :param since: what happened before is known
    """
    question, paused = ledger.open_question(game), ledger.is_paused(game)
    happened = tuple(_happened(game, since))
    if question is None:
        return Table(game, game.state.turn, over=True, happened=happened)
    return Table(
        game,
        game.state.turn,
        over=False,
        player=question.player,
        since=question.asked,
        due=question.due,
        late=question.due is not None and question.due < now and not paused,
        paused=paused,
        missed=ledger.misses_of(game)[question.player].in_a_row,
        happened=happened,
        bounces=tuple(p for p, c in bounced.counts_of(game).items() if c.day >= since.date()),
        needs=tuple(_needs(site, game, question, paused)),
    )


def tables_of(site: Site, address: str, since: datetime, now: datetime) -> tuple[Table, ...]:
    """The games that somebody moderates and that can be opened, by their ids."""
    every = all_tables(site, since, now)
    return tuple(t for t in every if is_moderator(site, t.game, address))


def all_tables(site: Site, since: datetime, now: datetime) -> tuple[Table, ...]:
    """All games that can be opened, by their ids."""
    found: list[Table] = []
    for ident in sorted(site.game_ids(), key=_natural):
        try:
            found.append(table_of(site, site.game(ident), since, now))
        except BadInput:  # it is broken: that is told by a mail of its own
            continue
    return tuple(found)


def _natural(ident: str) -> tuple[str, int]:
    """`eu2` before `eu10`."""
    name = ident.rstrip("0123456789")
    return name, int(ident.removeprefix(name) or 0)


def waiting_of(table: Table, now: datetime) -> Message:
    """Who is waited for, and how long."""
    game = table.game.file.id
    if table.player is None or table.since is None:
        return say("{game}: over, turn {turn}", game=game, turn=table.turn)
    told = say(
        "{game}: turn {turn}, {player}, for {span}",
        game=game,
        turn=table.turn,
        player=table.player,
        span=_rough(now - table.since),
    )
    if table.paused:
        return say("{told:message}; paused", told=told)
    if table.due is None:
        return say("{told:message}; no deadline", told=told)
    if table.late:
        return say("{told:message}; late by {span}", told=told, span=_rough(now - table.due))
    return say("{told:message}; {span} left", told=told, span=_rough(table.due - now))


def _rough(span: timedelta) -> timedelta:
    """A length of time as one would say it: whole minutes, from two hours on whole hours, from
    three days on whole days."""
    for unit, least in ((timedelta(days=1), 3), (timedelta(hours=1), 2)):
        if span >= least * unit:
            return span // unit * unit
    return max(span // _MINUTE, 1) * _MINUTE


def _happened(game: StoredGame, since: datetime) -> Iterator[Message]:
    """What was missed, and who has come or gone."""
    for entry, _ in game.entries:
        if entry.time < since:
            continue
        told = _told(entry)
        if told is not None:
            yield say("{game}, turn {turn}: {told:message}", game=game.file.id,
                      turn=game.state_after(entry.number - 1).turn, told=told)  # fmt: skip


def _told(entry: Entry) -> Message | None:
    player = entry.by
    if entry.how == "deadline" and not entry.excused:
        return say("{player} has not answered in time, and the game has played on.", player=player)
    what = entry.clock.what if entry.clock else None
    if entry.clock and entry.clock.missed:
        return say("{player} has not answered in time; the stand-in is asked.", player=player)
    if what is What.MISSED:
        return say("{player} has not answered in time; the game waits.", player=player)
    if what is What.HOLD:
        return say("A deadline is moved, since mails could not come or go.")
    if what is What.SEATED:
        assert entry.clock is not None
        return say("{person} plays on for {player}.", person=entry.clock.person, player=player)
    return None


def _needs(
    site: Site, game: StoredGame, question: ledger.OpenQuestion, paused: bool
) -> Iterator[Message]:
    ident = game.file.id
    if paused and _why_paused(game).text != reasons.MODERATOR:
        yield say("{game}: paused. {reason:message} To go on: {order}", game=ident,
                  reason=_why_paused(game), order=f"GAME {ident}; RESUME")  # fmt: skip
    for player, seat in game.roster.seats.items():
        nobody = not stand_ins(site.settings, game)
        if seat.is_vacant or (ledger.offered(game, player) is not None and nobody):
            yield say(
                "{game}: somebody must be found for the seat of {player}: {order}",
                game=ident,
                player=player,
                order=f"REPLACE {player} BY <name> <address>",
            )
    for player in bounced.marked(game):
        yield say("{game}: mails to {player} come back.", game=ident, player=player)
    asked = handing(game)
    if asked is not None:
        yield say("{game}: whoever was asked to moderate it has not answered.", game=ident)
    if not paused and question.due is None and game.file.deadlines is not None:
        yield say("{game}: the open question has no deadline.", game=ident)


def _why_paused(game: StoredGame) -> Message:
    clocked = next(
        e.clock for e, _ in reversed(game.entries) if e.clock and e.clock.what is What.PAUSED
    )
    return Message(clocked.reason or reasons.MODERATOR)
