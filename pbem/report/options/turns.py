"""The choices of a nation's turn: the rondel spaces in reach and what can be done on each."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.board.ids import NationId, PlayerId, Space, Unit
from pbem.board.model import Game
from pbem.ground.errors import Refusal
from pbem.ground.messages import Message, say
from pbem.orders.verbs.written import format_command
from pbem.report.options.maneuver import maneuver_groups
from pbem.report.options.models import Option, OptionGroup
from pbem.report.options.notes import interest_notes, investors_after
from pbem.report.sentences.wording import joined, space_title, steps, you_or
from pbem.rules.choices import SpaceChoice, space_choices
from pbem.rules.commands import (
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
from pbem.rules.engine import apply
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
    """Where the nation may go and what it may do there, then the lines of a maneuver."""
    nation = decision.nation
    assert nation is not None
    found = space_choices(game, state, decision)
    groups = [_space(game, state, decision, nation, choice) for choice in found]
    if not in_progress(state):
        groups.insert(0, _standing(game, state, decision, nation))
    maneuvers = [c.way.space for c in found if c.way.space in _MANEUVERS and c.commands]
    if maneuvers:
        groups += maneuver_groups(game, state, nation, maneuvers)
    return tuple(groups)


def _standing(game: Game, state: State, decision: Decision, nation: NationId) -> OptionGroup:
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
    return OptionGroup(None, tuple(remark for remark in (standing, investors, giving) if remark))


def _giving(game: Game, state: State, player: PlayerId, nation: NationId) -> Message | None:
    if not state.players[player].cash:
        return None
    order = format_command(game.board, Give(1, nation))
    return say("Own cash can go into the treasury first, for instance: {order}", order=order)


def _space(
    game: Game, state: State, decision: Decision, nation: NationId, choice: SpaceChoice
) -> OptionGroup:
    way = choice.way
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
    if not choice.commands:
        return OptionGroup(title, (_forbidden(state, decision.player, choice),))
    remarks = (*_forced(decision.player, choice), *_extent(game, state, choice))
    options = tuple(_options(game, state, decision.player, choice))
    if way.space is Space.IMPORT:
        options = (*_fullest_import(game, state, decision, nation), *options)
    return OptionGroup(title, remarks, options)


def _forbidden(state: State, player: PlayerId, choice: SpaceChoice) -> Message:
    cash = state.players[player].cash
    if choice.way.cost > cash:
        return say("Not possible: you have {cash:money}.", cash=cash)
    return say("Not possible: {why:message}", why=choice.why)


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
            "Up to {limit:number} units in one order, with commas between them.",
            limit=game.rules.units.import_limit,
        )
    elif choice.way.space is Space.FACTORY and len(choice.commands) == 1:
        yield _nothing_built(game, state, choice)
    elif choice.way.space in _PRODUCTIONS and len(choice.commands) > _FEW:
        yield say("Name several places with commas between them.")


def _forced(player: PlayerId, choice: SpaceChoice) -> Iterator[Message]:
    """Whose Swiss Banks may have a word."""
    if choice.may_force:
        owners = tuple(you_or(PlayerId(p), player) for p in choice.may_force)
        yield say("A Swiss Bank may force a stop on investor instead: {players}.", players=owners)


def _options(game: Game, state: State, player: PlayerId, choice: SpaceChoice) -> Iterator[Option]:
    for command in sorted(choice.commands, key=_does_nothing):
        match command.action:
            case Maneuver(lines=(_, *_)):  # its lines are listed once for both spaces
                continue
            case Factory() | Production() | Import() | Maneuver() | Investor() | Taxation():
                note = _note(game, state, player, command)
        yield Option(format_command(game.board, command), note)


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


def _note(game: Game, state: State, player: PlayerId, command: Turn) -> Message | None:
    action, tables = command.action, game.rules.units
    match action:
        case Taxation():
            return _tax_note(game, state, command.nation)
        case Investor():
            return interest_notes(interest_bill(game, state, command.nation), player, player)
        case Factory(province):
            if province is None:
                return say("builds nothing")
            return say(
                "{price:money} from the treasury; makes {units}",
                price=tables.factory_price,
                units=game.unit_made_in(province),
            )
        case Production():
            return _production_note(game, state, command.nation, action)
        case Import():
            cost = tables.import_price * sum(item.count for item in action.units)
            return say("{cost:money} from the treasury", cost=cost) if cost else None
        case Maneuver():
            return say("alone nobody moves; moves are listed below")


def _tax_note(game: Game, state: State, nation: NationId) -> Message:
    bill, own = tax_bill(game, state, nation), state.nations[nation]
    from_treasury = game.rules.taxation.bonus != "rise-from-bank"
    gained = bill.collected - (bill.bonus if from_treasury else 0)
    ends = own.power + bill.power >= game.rules.power.end
    sentence = (
        say("treasury {change}, bonus {bonus:money}, power +{gain} = {total}, ENDS THE GAME")
        if ends
        else say("treasury {change}, bonus {bonus:money}, power +{gain} = {total}")
    )
    return sentence.filled(
        change=say("+{gain:money}", gain=gained)
        if gained >= 0
        else say("{gain:money}", gain=gained),
        bonus=bill.bonus,
        gain=bill.power,
        total=own.power + bill.power,
    )


def _production_note(
    game: Game, state: State, nation: NationId, order: Production
) -> Message | None:
    play = Play(game, state)
    able = tuple(
        p for p in produced_everywhere(play, nation) if play.unused(nation, game.unit_made_in(p))
    )
    chosen = {"all": able, "none": (), "only": order.provinces, "except": ()}[order.choice]
    made = [say("{unit} in {place}", unit=game.unit_made_in(p), place=p) for p in chosen]
    return joined(made) if made else say("nothing")


def _fullest_import(
    game: Game, state: State, decision: Decision, nation: NationId
) -> Iterator[Option]:
    """An order for as many units as possible, to show how several are written."""
    play = Play(game, state)
    price, limit = game.rules.units.import_price, game.rules.units.import_limit
    money_for = state.nations[nation].treasury // price if price else limit
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
    try:
        apply(game, state, decision.player, command)
    except Refusal:
        return
    cost = price * sum(item.count for item in wanted)
    note = say("for example; {cost:money} from the treasury", cost=cost)
    yield Option(format_command(game.board, command), note)
