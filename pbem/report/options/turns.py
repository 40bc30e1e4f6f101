"""The choices of a nation's turn: the rondel spaces in reach and what can be done on each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pbem.board.ids import NationId, PlayerId, RegionId, Space, Unit
from pbem.board.model import Game
from pbem.ground.messages import Message, say
from pbem.orders.verbs.written import format_command
from pbem.report.options.effects import effects
from pbem.report.options.maneuver import maneuver_groups
from pbem.report.options.models import Option, OptionGroup
from pbem.report.options.notes import interest_notes, investors_after, missing_notes
from pbem.report.sentences.wording import joined, space_title, steps, you_or
from pbem.rules.choices import SpaceChoice, space_choices
from pbem.rules.commands import (
    Action,
    Factory,
    Give,
    Import,
    Imported,
    Investor,
    Maneuver,
    Production,
    Taxation,
    Turn,
)
from pbem.rules.maneuver.course import in_progress
from pbem.rules.play import BANK, Cash, Play
from pbem.rules.spaces.industry import (
    factory_sites,
    gift_would_do,
    import_sites,
    produced_everywhere,
)
from pbem.rules.spaces.investor import interest_bill
from pbem.rules.spaces.taxation import tax_bill
from pbem.rules.state import Decision, State

_PRODUCTIONS = (Space.PRODUCTION_A, Space.PRODUCTION_B)
_FEW = 4  # everything, nothing, either of two: with more factories there are more choices
_MANEUVERS = (Space.MANEUVER_A, Space.MANEUVER_B)


def turn_groups(game: Game, state: State, decision: Decision) -> tuple[OptionGroup, ...]:
    """Where the nation may go and what it may do there, then the lines of a maneuver.

    What only moves the marker stands last of what is ordered on the rondel.
    """
    nation = decision.nation
    assert nation is not None
    found = space_choices(game, state, decision)
    groups: list[OptionGroup] = []
    asked = _Asked(game, state, decision, nation)
    if not in_progress(state):
        groups.append(_standing(game, state, decision, nation, found))
    groups += [_space(asked, choice) for choice in found if choice.commands]
    groups += _forbidden(state, decision.player, found)
    groups += _idle(game, found)
    maneuvers = [c.way.space for c in found if c.way.space in _MANEUVERS and c.commands]
    if maneuvers:
        groups += maneuver_groups(game, state, nation, maneuvers)
    return tuple(groups)


@dataclass(frozen=True, slots=True)
class _Asked:
    """Whose turn it is, in what position."""

    game: Game
    state: State
    decision: Decision
    nation: NationId

    @property
    def player(self) -> PlayerId:
        """Who decides."""
        return self.decision.player


def _standing(
    game: Game,
    state: State,
    decision: Decision,
    nation: NationId,
    found: Sequence[SpaceChoice],
) -> OptionGroup:
    own, rondel = state.nations[nation], game.rules.rondel
    if own.rondel is None:
        sentence = say(
            "First turn of {nation}: any space, free. You have {cash:money}, the treasury has "
            "{treasury:money}."
        )
    else:
        sentence = say(
            "{nation} is on {space}. {free} spaces on are free, each further one costs "
            "{price:money} of your cash; you have {cash:money}. The treasury has "
            "{treasury:money}."
        )
    price = rondel.price
    if rondel.cost == "power-factor":
        price += game.factor(own.power)
    standing = sentence.filled(
        nation=nation,
        space=own.rondel,
        free=rondel.free_spaces,
        price=price,
        cash=state.players[decision.player].cash,
        treasury=own.treasury,
    )
    investors = investors_after(game, state, decision.player)
    giving = _giving(game, state, decision.player, nation)
    remarks = (standing, investors, *_forced(decision.player, found), giving)
    return OptionGroup(None, tuple(remark for remark in remarks if remark))


def _giving(game: Game, state: State, player: PlayerId, nation: NationId) -> Message | None:
    if not state.players[player].cash:
        return None
    order = format_command(game.board, Give(1, nation))
    return say("Own cash can go into the treasury first, for instance: {order}", order=order)


def _space(asked: _Asked, choice: SpaceChoice) -> OptionGroup:
    """A space that is in reach, with what can be ordered there."""
    game, state, way = asked.game, asked.state, choice.way
    if way.steps and way.passes_investor and state.investor_card:
        sentence = say("{order}: {steps} on, {cost}, passes investor")
    elif way.steps:
        sentence = say("{order}: {steps} on, {cost}")
    else:
        sentence = say("{order}")
    title = sentence.filled(
        order=space_title(way.space),
        steps=steps(way.steps or 0),
        cost=say("{cost:money}", cost=way.cost) if way.cost else say("free"),
    )
    remarks = tuple(_extent(game, state, choice))
    options = tuple(_options(asked, choice))
    if way.space is Space.IMPORT:
        options = (*_fullest_import(asked), *options)
    return OptionGroup(title, remarks, options, apart=False)


def _forbidden(
    state: State, player: PlayerId, found: Sequence[SpaceChoice]
) -> Iterator[OptionGroup]:
    """The spaces that cannot be gone to, and why; those that are too dear in one sentence."""
    closed = [choice for choice in found if not choice.commands]
    cash = state.players[player].cash
    dear = [choice for choice in closed if choice.way.cost > cash]
    remarks = [
        say(
            "{order} is not possible: {why:message}",
            order=space_title(choice.way.space),
            why=choice.why,
        )
        for choice in closed
        if choice not in dear
    ]
    if dear:
        costs = (
            say("{order} {cost:money}", order=space_title(c.way.space), cost=c.way.cost)
            for c in dear
        )
        sentence = say("Too dear, since you have {cash:money}: {spaces:message}.")
        remarks.append(sentence.filled(cash=cash, spaces=joined(costs)))
    if remarks:
        yield OptionGroup(None, tuple(remarks), apart=False)


def _idle(game: Game, found: Sequence[SpaceChoice]) -> Iterator[OptionGroup]:
    """Orders that only move the marker, where there is something that could be done instead."""
    orders = tuple(
        Option(format_command(game.board, command))
        for choice in found
        for command in choice.commands
        if _does_nothing(command) and len(choice.commands) > 1
    )
    if orders:
        yield OptionGroup(say("Only to move on:"), (), orders, apart=False)


def _nothing_built(game: Game, state: State, choice: SpaceChoice) -> Message:
    """Why no factory can be built, and whether a gift would help."""
    nation = choice.commands[0].nation
    own, price = state.nations[nation], game.rules.units.factory_price
    play = _after_the_way(game, state, choice)
    if len(own.factories) == len(game.board.homes[nation]):
        return say("Nothing can be built: all cities have a factory.")
    if not factory_sites(play, nation):
        return say(
            "Nothing can be built now: hostile armies stand in all cities without a factory."
        )
    sentence = say(
        "Nothing can be built now: a factory costs {price:money}, and the treasury has "
        "{treasury:money}."
    )
    return _too_poor(play, nation, price, sentence)


def _no_import(game: Game, state: State, choice: SpaceChoice) -> Message:
    """Why no unit can be imported, and whether a gift would help."""
    nation = choice.commands[0].nation
    play, price = _after_the_way(game, state, choice), game.rules.units.import_price
    if state.nations[nation].treasury < price:
        sentence = say(
            "Nothing can be imported now: a unit costs {price:money}, and the treasury has "
            "{treasury:money}."
        )
        return _too_poor(play, nation, price, sentence)
    if not any(play.unused(nation, unit) for unit in Unit):
        return say("Nothing can be imported now: all units are on the board.")
    return say("Nothing can be imported now: there is no place for the units that are left.")


def _too_poor(play: Play, nation: NationId, price: int, sentence: Message) -> Message:
    treasury = play.nation(nation).treasury
    told = sentence.filled(price=price, treasury=treasury)
    if not gift_would_do(play, nation, price):
        return told
    gift = format_command(play.game.board, Give(price - treasury, nation))
    return joined((told, say("Your own cash would do: {order} first.", order=gift)), " ")


def _after_the_way(game: Game, state: State, choice: SpaceChoice) -> Play:
    """The position with the way paid for, since that cash cannot be given as well."""
    play = Play(game, state)
    government = state.nations[choice.commands[0].nation].government
    if government:
        play.pay(choice.way.cost, Cash(government), BANK)
    return play


def _extent(game: Game, state: State, choice: SpaceChoice) -> Iterator[Message]:
    """How several places or units are ordered at once, or why there is so little to order."""
    if choice.way.space is Space.IMPORT and len(choice.commands) == 1:
        yield _no_import(game, state, choice)
    elif choice.way.space is Space.IMPORT:
        yield say(
            "Up to {limit:number} units in one order, with commas between them, {price:money} "
            "each.",
            limit=game.rules.units.import_limit,
            price=game.rules.units.import_price,
        )
    elif choice.way.space is Space.FACTORY and len(choice.commands) == 1:
        yield _nothing_built(game, state, choice)
    elif choice.way.space in _PRODUCTIONS and len(choice.commands) > _FEW:
        yield say("Name several places with commas between them.")


def _forced(player: PlayerId, found: Sequence[SpaceChoice]) -> Iterator[Message]:
    """Whose Swiss Banks may have a word."""
    forcing = dict.fromkeys(owner for choice in found for owner in choice.may_force)
    if forcing:
        owners = tuple(you_or(PlayerId(p), player) for p in forcing)
        yield say(
            "Where investor is passed, a Swiss Bank may force a stop there: {players}.",
            players=owners,
        )


def _options(asked: _Asked, choice: SpaceChoice) -> Iterator[Option]:
    """The orders there; those that differ in one place only stand on one line."""
    board = asked.game.board
    alike: dict[tuple[str, str], Option] = {}
    for command in choice.commands:
        match command.action:
            case Maneuver(lines=(_, *_)):  # its lines are listed once for both spaces
                continue
            case _ if _does_nothing(command) and len(choice.commands) > 1:
                continue
        order, note = format_command(board, command), _note(asked, command)
        place = _only_place(command.action)
        if place is None:
            yield from alike.values()
            alike.clear()
            yield Option(order, note)
            continue
        name = board.name(place)
        key = (order.removesuffix(name), _key(command.action, note))
        if known := alike.get(key):
            alike[key] = replace(known, others=(*known.others, name))
        else:
            alike[key] = Option(order, note)
    yield from alike.values()


def _only_place(action: Action) -> RegionId | None:
    """The place with which an order ends, if another may stand there instead."""
    match action:
        case Factory(province):
            return province
        case Production(choice="only", provinces=(province,)):
            return province
        case Import(units=(Imported(province=province),)):
            return province
        case _:
            return None


def _key(action: Action, note: Message | None) -> str:
    """What orders must share to stand on one line; what is produced, its place tells."""
    return "" if isinstance(action, Production) else str(note)


def _does_nothing(command: Turn) -> bool:
    """Such orders stand last, but for a maneuver, whose heading is needed for every move."""
    match command.action:
        case Factory(province):
            return province is None
        case Production(choice=choice):
            return choice == "none"
        case Import(units=wanted):
            return not wanted
        case _:
            return False


def _note(asked: _Asked, command: Turn) -> Message | None:
    """What an order costs and brings."""
    game, state, action = asked.game, asked.state, command.action
    notes: list[Message] = []
    match action:
        case Taxation():
            notes = [_tax_note(game, state, command.nation)]
        case Investor():
            bill = interest_bill(game, state, command.nation)
            if game.rules.reports.secret_cash:  # else all scores after it are told
                notes = [interest_notes(bill, asked.player, asked.player)]
            else:
                notes = list(missing_notes(bill, asked.player, asked.player))
        case Factory(province) if province is not None:
            notes = [say("makes {units}", units=game.unit_made_in(province))]
        case Production():
            notes = [_production_note(game, state, command.nation, action)]
        case Maneuver():
            notes = [say("moves are listed below")]
    if _only_place(action) is None or isinstance(action, Factory):
        notes += effects(game, state, asked.player, command) or ()
    return joined(notes, "; ") if notes else None


def _tax_note(game: Game, state: State, nation: NationId) -> Message:
    bill = tax_bill(game, state, nation)
    return say(
        "revenue {revenue:money}, soldiers {pay:money}, bonus {bonus:money}",
        revenue=bill.revenue,
        pay=bill.pay,
        bonus=bill.bonus,
    )


def _production_note(game: Game, state: State, nation: NationId, order: Production) -> Message:
    play = Play(game, state)
    able = tuple(
        p for p in produced_everywhere(play, nation) if play.unused(nation, game.unit_made_in(p))
    )
    chosen = {"all": able, "none": (), "only": order.provinces, "except": ()}[order.choice]
    made = [say("{unit} in {place}", unit=game.unit_made_in(p), place=p) for p in chosen]
    return joined(made) if made else say("nothing")


def _fullest_import(asked: _Asked) -> Iterator[Option]:
    """An order for as many units as possible, to show how several are written."""
    game, nation = asked.game, asked.nation
    play = Play(game, asked.state)
    price, limit = game.rules.units.import_price, game.rules.units.import_limit
    money_for = asked.state.nations[nation].treasury // price if price else limit
    left, wanted = min(limit, money_for), []
    for unit in (Unit.FLEET, Unit.ARMY):
        sites = import_sites(play, nation, unit)
        most = 1 if unit is Unit.FLEET and left > 1 else left
        count = min(most, play.unused(nation, unit))
        if sites and count:
            wanted.append(Imported(unit, count, sites[0]))
            left -= count
    command = Turn(nation, Import(tuple(wanted)))
    if sum(item.count for item in wanted) < 2:
        return
    notes = effects(game, asked.state, asked.player, command)
    if notes is not None:
        note = joined((say("for example"), *notes), "; ")
        yield Option(format_command(game.board, command), note)
