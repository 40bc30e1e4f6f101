"""What happened, one line a turn: who went where on the rondel, and what came of it in a few words.

A turn's line begins with its marker's move and takes in all that follows up to the next one, also
what was decided by other mails: battles, interest, investments.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from pbem.board.ids import City, NationId, PlayerId, Unit
from pbem.board.model import Board, Game
from pbem.ground.messages import Message, say
from pbem.report.language.voice import Spoken
from pbem.report.sentences.events import sentence
from pbem.report.sentences.wording import armies, forces, joined, units
from pbem.rules import events as ev
from pbem.rules.commands import Imported, Status


@dataclass(frozen=True, slots=True)
class Happening:
    """Events that belong together; `planned` if they are a turn that was ordered ahead of time."""

    events: tuple[ev.Event, ...]
    planned: bool = False


Part = Spoken | Happening
"""Of what has happened: a sentence that stands for itself, or events."""

_ALONE = (ev.TurnSkipped, ev.AuctionHeldAgain, ev.Gave, ev.GameEnded)
"""What is told in a line of its own."""


def brief_lines(game: Game, parts: Sequence[Part]) -> tuple[Spoken, ...]:
    """What happened, in its order."""
    lines = _Lines(game)
    for part in parts:
        if isinstance(part, Happening):
            lines.take(part.events, planned=part.planned)
        else:
            lines.add(part)
    return lines.done()


@dataclass(slots=True)
class _Lines:
    """Lines that are finished, and the one that is being written.

    nation: whose turn the open line tells; head: its beginning, if it has one
    """

    game: Game
    found: list[Spoken] = field(default_factory=list)
    nation: NationId | None = None
    head: Message | None = None
    events: list[ev.Event] = field(default_factory=list)

    def add(self, line: Spoken) -> None:
        """A line of its own."""
        self._close()
        self.found.append(line)

    def take(self, events: Sequence[ev.Event], *, planned: bool = False) -> None:
        """What happened belongs to the open line, or begins another."""
        for event in events:
            if isinstance(event, _ALONE):
                self.add(sentence(self.game, event))
            elif isinstance(event, ev.MarkerMoved):
                self._close()
                self.nation, self.head = event.nation, _head(event, planned=planned)
            elif isinstance(event, ev.NationOffered):
                self._close()
                self.head = say("{nation} is offered", nation=event.nation)
            else:
                self.events.append(event)

    def done(self) -> tuple[Spoken, ...]:
        """All lines."""
        self._close()
        return tuple(self.found)

    def _close(self) -> None:
        if self.head is None and (going_on := _moving(self.events)):
            self.nation, self.head = going_on, say("{nation} moves on", nation=going_on)
        parts = tuple(_fragments(self.game.board, self.nation, self.events))
        if self.head and parts:
            what = joined(parts, "; ")
            self.found.append(say("{turn:message}: {what:message}.", turn=self.head, what=what))
        elif self.head:
            self.found.append(say("{turn:message}.", turn=self.head))
        elif parts:
            self.found.append(say("{what:message}.", what=joined(parts, "; ")))
        self.nation, self.head, self.events = None, None, []


def _moving(events: Sequence[ev.Event]) -> NationId | None:
    """Whose maneuver goes on, of which the mail before has told the beginning."""
    return next((e.nation for e in events if isinstance(e, ev.UnitsMoved)), None)


def _head(event: ev.MarkerMoved, *, planned: bool) -> Message:
    if planned:
        sentence = say("{nation} ({player}, ordered ahead), {space}")
    elif event.cost:
        sentence = say("{nation} ({player}), {space} for {cost:money}")
    else:
        sentence = say("{nation} ({player}), {space}")
    return sentence.filled(
        nation=event.nation, player=event.player, space=event.space, cost=event.cost
    )


def _fragments(
    board: Board, nation: NationId | None, events: Sequence[ev.Event]
) -> Iterator[Message]:
    for kind, stretch in groupby(events, key=type):
        run = list(stretch)
        if kind is ev.UnitsMoved:
            yield joined(_moves(run))
        elif kind is ev.FlagChanged:
            yield from _flags(nation, run)
        elif kind is ev.InterestPaid:
            yield _interest(run)
        elif kind is ev.InvestmentPassed:
            players = tuple(dict.fromkeys(e.player for e in run if isinstance(e, _Passed)))
            yield say("no investment by {players}", players=players)
        else:
            for event in run:
                yield from _fragment(board, event)


_Passed = ev.InvestmentPassed


def _moves(run: Sequence[ev.Event]) -> Iterator[Message]:
    """Moves alike are counted together, in the order of the first."""
    counts: dict[tuple[object, ...], int] = {}
    for e in run:
        assert isinstance(e, ev.UnitsMoved)
        key = (e.unit, e.origin, e.target, e.status)
        counts[key] = counts.get(key, 0) + e.count
    for (unit, origin, target, status), number in counts.items():
        assert isinstance(unit, Unit)
        sentence = say("{moved} {origin:region} - {target:region}")
        if status is Status.HOSTILE:
            sentence = say("{moved} {origin:region} - {target:region} (hostile)")
        elif status is Status.FRIENDLY:
            sentence = say("{moved} {origin:region} - {target:region} (friendly)")
        yield sentence.filled(
            moved=units(number, unit),
            origin=str(origin),
            target=str(target),
        )


def _flags(nation: NationId | None, run: Sequence[ev.Event]) -> Iterator[Message]:
    """Flags that change hands alike are told together."""
    alike: dict[tuple[NationId | None, NationId | None], list[str]] = {}
    for e in run:
        assert isinstance(e, ev.FlagChanged)
        alike.setdefault((e.new, e.old), []).append(e.region)
    for (new, old), regions in alike.items():
        places = tuple(regions)
        if new is None:
            yield say("{nation} loses its flag in {places}", nation=old, places=places)
        elif old is None and new == nation:
            yield say("new flags: {regions}", regions=places)
        elif old is None:
            yield say("new flags of {nation}: {regions}", nation=new, regions=places)
        elif new == nation:
            yield say("flags of {nation} replaced: {regions}", nation=old, regions=places)
        else:
            sentence = say("flags of {old:nation} replaced by those of {nation}: {regions}")
            yield sentence.filled(old=old, nation=new, regions=places)


def _interest(run: Sequence[ev.Event]) -> Message:
    shares: dict[PlayerId, int] = {}
    for e in run:
        assert isinstance(e, ev.InterestPaid)
        shares[e.player] = shares.get(e.player, 0) + e.amount
    told = (say("{player} {amount:money}", player=p, amount=n) for p, n in shares.items())
    return say("interest {shares:message}", shares=joined(told))


def _new(made: Sequence[Imported]) -> Message:
    """New units, by kind and place."""
    return joined(
        say("{made} {region}", made=units(i.count, i.unit), region=i.province) for i in made
    )


def _fragment(board: Board, event: ev.Event) -> Iterator[Message]:
    match event:
        case ev.FactoryBuilt(_, place, cost):
            yield _built(board, place, cost)
        case ev.UnitsProduced(_, made):
            yield _new(made) if made else say("nothing is made")
        case ev.UnitsImported(_, made, cost):
            if made:
                yield say("{made:message} for {cost:money}", made=_new(made), cost=cost)
            else:
                yield say("nothing is imported")
        case ev.BattleFought():
            yield _fought(event)
        case ev.PeaceKept(nation, _, _, region):
            yield say("{nation} keeps the peace in {place}", nation=nation, place=region)
        case ev.CanalAnswered(nation, _, _, canal, allowed):
            sentence = (
                say("{nation} opens the {canal}") if allowed else say("{nation} shuts the {canal}")
            )
            yield sentence.filled(nation=nation, canal=canal)
        case ev.UnitsStayed(_, unit, number, region, _):
            yield say("{stopped} must stay in {place}", stopped=units(number, unit), place=region)
        case ev.StatusChanged(_, number, province, status):
            sentence = (
                say("{changed} in {place} now hostile")
                if status is Status.HOSTILE
                else say("{changed} in {place} now friendly")
            )
            yield sentence.filled(changed=armies(number), place=province)
        case ev.FactoryDestroyed(_, owner, province, number):
            yield say(
                "factory of {nation} in {place} destroyed by {lost}",
                nation=owner,
                place=province,
                lost=armies(number),
            )
        case ev.AskedAnew(_, player):
            yield say("{player} must order the rest anew", player=player)
        case _:
            yield from _money(event)


def _money(event: ev.Event) -> Iterator[Message]:
    match event:
        case ev.Taxed():
            yield from _taxed(event)
        case ev.InterestForgone(_, player, forgone, paid):
            if forgone:
                yield say("{player} forgoes {amount:money}", player=player, amount=forgone)
            if paid:
                yield say("{player} pays {amount:money} in cash", player=player, amount=paid)
        case ev.CardIncome(player, amount):
            yield say("{player} +{amount:money} (investor card)", player=player, amount=amount)
        case ev.Invested(player, nation, price, returning, paid):
            sentence = (
                say("{player} buys {nation} {price}")
                if returning is None
                else say("{player} trades {nation} {old} for {price} ({paid:money})")
            )
            yield sentence.filled(
                player=player, nation=nation, price=price, old=returning, paid=paid
            )
        case ev.ForceAnswered(player, _, forced):
            sentence = (
                say("forced to stop by the Swiss Bank of {player}")
                if forced
                else say("the Swiss Bank of {player} lets it pass investor")
            )
            yield sentence.filled(player=player)
        case ev.GovernmentChanged(nation, old, new):
            sentence = (
                say("{player} takes {nation} over from {old:player}")
                if old
                else say("{player} now governs {nation}")
            )
            yield sentence.filled(player=new, nation=nation, old=old)
        case ev.SwissBankMoved(player, owns):
            sentence = (
                say("{player} gets a Swiss Bank") if owns else say("{player} gives up a Swiss Bank")
            )
            yield sentence.filled(player=player)
        case ev.CardMoved(player):
            yield say("investor card to {player}", player=player)


def _built(board: Board, place: str | None, cost: int) -> Message:
    if place is None:
        return say("nothing is built")
    shipyard = next(r.city for i, r in board.regions.items() if i == place) is City.SHIPYARD
    sentence = (
        say("shipyard in {place} for {cost:money}")
        if shipyard
        else say("armaments in {place} for {cost:money}")
    )
    return sentence.filled(place=place, cost=cost)


def _fought(event: ev.BattleFought) -> Message:
    lost = forces({Unit.ARMY: event.attacker_armies, Unit.FLEET: event.attacker_fleets})
    fallen = forces({Unit.ARMY: event.defender_armies, Unit.FLEET: event.defender_fleets})
    sentence = (
        say("{nation} fights {enemy:nation} in {place}, each loses {lost}")
        if lost == fallen
        else say("{nation} fights {enemy:nation} in {place} and loses {lost}, they {fallen}")
    )
    return sentence.filled(
        nation=event.attacker, enemy=event.defender, place=event.region, lost=lost, fallen=fallen
    )


def _taxed(event: ev.Taxed) -> Iterator[Message]:
    yield say(
        "revenue {revenue:money}, soldiers {pay:money}, bonus {bonus:money}",
        revenue=event.revenue,
        pay=event.pay,
        bonus=event.bonus,
    )
    if event.power_gained:
        before = event.power - event.power_gained
        yield say("power {before} -> {after}", before=before, after=event.power)
    else:
        yield say("power stays {power}", power=event.power)
