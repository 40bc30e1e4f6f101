"""The rules engine: `start` gives the first position, `apply` the next one, or refuses.

    step = start(game, players, deal=deal)
    step = apply(game, step.state, player, command)

Pure functions: no clock, no file, no chance, no text. A refused command changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from pbem.board.ids import NationId, PlayerId, Space
from pbem.board.model import Game
from pbem.ground.errors import IllegalRefusal
from pbem.rules import answers, maneuver
from pbem.rules.commands import (
    Action,
    Allow,
    Command,
    Deny,
    Factory,
    Fight,
    Force,
    Give,
    Import,
    Invest,
    Investor,
    LetPass,
    Line,
    Maneuver,
    Pass,
    Peace,
    Production,
    Taxation,
    Turn,
)
from pbem.rules.events import Event, Gave, MarkerMoved
from pbem.rules.flow import after_action, proceed, start_first_turn
from pbem.rules.play import BANK, Cash, Play, Treasury, Warn
from pbem.rules.rondel import Way, affordable, choose_way, way_to, written
from pbem.rules.setup import Deal, auction_position, dealt_position
from pbem.rules.spaces.industry import build, import_units, produce
from pbem.rules.spaces.investor import check_interest, pay_interest
from pbem.rules.spaces.taxation import tax
from pbem.rules.state import Ask, Decision, Stage, State


@dataclass(frozen=True, slots=True)
class Step:
    """A position, what has happened on the way to it, and what the player should know."""

    state: State
    events: tuple[Event, ...]
    warnings: tuple[Warn, ...] = ()


def start(
    game: Game,
    players: Sequence[PlayerId],
    deal: Deal | None = None,
    start_player: PlayerId | None = None,
) -> Step:
    """The first position (section 2).

    :param players: in seating order
    :param deal: who is dealt what; needed unless the variant `auction` is played
    :param start_player: of the auction; the first seat if not given
    :raises BadInput: the players or the deal cannot be
    """
    if game.rules.setup.distribution == "auction":
        play = auction_position(game, players, start_player or players[0])
    else:
        play = dealt_position(game, players, deal or {})
        start_first_turn(play)
    proceed(play)
    return _step(play)


def apply(game: Game, state: State, player: PlayerId, command: Command) -> Step:
    """The position after a player's command.

    :raises Refusal: the command is not legal now; nothing is changed
    """
    play = Play(game, state)
    if player not in state.players:
        raise IllegalRefusal("no-player", player=player)
    if state.over:
        raise IllegalRefusal("game-over", rule="8")
    match command:
        case Turn():
            _take_turn(play, player, command)
        case Invest() | Pass():
            _invest_or_pass(play, player, command)
        case Fight() | Peace():
            answers.fight_or_peace(play, player, command)
        case Allow() | Deny():
            answers.allow_or_deny(play, player, command)
        case Force() | LetPass():
            _force_or_let_pass(play, player, command)
        case Give():
            _give(play, player, command)
        case _:
            assert_never(command)
    proceed(play)
    if not isinstance(command, Turn):  # what a maneuver warns of was said to who ordered it
        play.warnings.clear()
    return _step(play)


def _step(play: Play) -> Step:
    return Step(play.state, tuple(play.events), tuple(play.warnings))


def _take_turn(play: Play, player: PlayerId, command: Turn) -> None:
    _check_turn(play, player, command.nation)
    play.set(pending=play.state.pending[1:])
    if maneuver.in_progress(play.state):
        maneuver.begin(play, _rest_of_maneuver(play, command.action))
        return
    way = choose_way(play.game, play.state, command.nation, command.action)
    _check_cost(play, player, way)
    trial = Play(play.game, play.state, warnings=play.warnings)
    _carry_out(trial, player, command, way)
    askers = answers.swiss_banks_to_ask(play, command.nation, way)
    if askers:
        play.set(stage=Stage.FORCE, acting=replace(play.state.acting, held=command))
        play.ask(Decision(Ask.FORCE, p, command.nation) for p in askers)
    else:
        _carry_out(play, player, command, way)
        _go_on_after(play, command.action)


def _check_turn(play: Play, player: PlayerId, nation: NationId) -> None:
    state, board = play.state, play.game.board
    head = state.pending[0]
    if head.kind is not Ask.TURN:
        raise IllegalRefusal("not-now", rule="3", waiting=answers.waiting_for(play))
    if head.nation != nation:
        to_move = board.name(state.nation)
        raise IllegalRefusal(
            "other-nation",
            rule="3.1",
            legal=(f"{to_move}: ...",),
            why="turn",
            asked=state.nation,
            nation=nation,
        )
    if head.player != player:
        raise IllegalRefusal("not-your-nation", rule="3.2", player=head.player, nation=nation)


def _rest_of_maneuver(play: Play, action: Action) -> tuple[Line, ...]:
    name = play.game.board.name(play.state.nation)
    here = play.nation(play.state.nation).rondel
    if not isinstance(action, Maneuver) or here not in action.spaces:
        raise IllegalRefusal(
            "rest-of-maneuver",
            rule="11",
            legal=(f"{name.upper()}: MANEUVER",),
            nation=play.state.nation,
        )
    return action.lines


def _check_cost(play: Play, player: PlayerId, way: Way) -> None:
    cash = play.player(player).cash
    if way.cost > cash:
        raise IllegalRefusal(
            "too-dear",
            rule="3.2",
            legal=affordable(play.game, play.state, play.state.nation),
            why="way",
            target=written(way.space),
            number=way.steps,
            cost=way.cost,
            cash=cash,
        )


def _carry_out(play: Play, player: PlayerId, command: Turn, way: Way) -> None:
    """Move the marker and do what the space is for; a maneuver is only taken up."""
    nation, action = command.nation, command.action
    if isinstance(action, Investor):
        check_interest(play.game, play.state, nation, way.cost)
    _move_marker(play, player, nation, way)
    match action:
        case Factory():
            build(play, nation, action)
        case Production():
            produce(play, nation, action)
        case Import():
            import_units(play, nation, action)
        case Maneuver():
            maneuver.begin(play, action.lines)
        case Investor():
            pay_interest(play, nation, player)
        case Taxation():
            tax(play, nation, player)
        case _:
            assert_never(action)


def _go_on_after(play: Play, action: Action) -> None:
    if not isinstance(action, Maneuver):
        after_action(play, landed_on_investor=isinstance(action, Investor))


def _move_marker(play: Play, player: PlayerId, nation: NationId, way: Way) -> None:
    play.pay(way.cost, Cash(player), BANK)
    play.set_nation(nation, rondel=way.space)
    play.set(acting=replace(play.state.acting, passed_investor=way.passes_investor, held=None))
    play.say(MarkerMoved(nation, player, way.space, way.steps, way.cost))


def _invest_or_pass(play: Play, player: PlayerId, command: Invest | Pass) -> None:
    head = play.state.pending[0]
    if isinstance(command, Pass) and head.kind is Ask.FORCE and head.player == player:
        _force_or_let_pass(play, player, LetPass())
        return
    answers.invest_or_pass(play, player, command)


def _force_or_let_pass(play: Play, player: PlayerId, command: Force | LetPass) -> None:
    forced = answers.force_or_let_pass(play, player, command)
    held = play.state.acting.held
    assert held is not None
    government = play.nation(held.nation).government
    assert government is not None
    if forced:
        way = way_to(play.game, play.state, held.nation, Space.INVESTOR)
        assert way is not None
        _carry_out(play, government, Turn(held.nation, Investor()), way)
        after_action(play, landed_on_investor=True)
    elif not play.state.pending:
        way = choose_way(play.game, play.state, held.nation, held.action)
        _carry_out(play, government, held, way)
        _go_on_after(play, held.action)


def _give(play: Play, player: PlayerId, command: Give) -> None:
    state, board = play.state, play.game.board
    cash, name = play.player(player).cash, board.name(command.nation)
    if command.amount <= 0 or command.amount > cash:
        legal = (f"GIVE {cash} TO {name}",) if cash else ()
        raise IllegalRefusal(
            "too-dear",
            rule="3.6",
            legal=legal,
            why="gift" if cash else "no-cash",
            least=1,
            cash=cash,
        )
    governed = state.governed(player)
    if play.game.rules.treasury.gifts == "governed" and command.nation not in governed:
        others = tuple(f"GIVE {command.amount} TO {board.name(n)}" for n in governed)
        raise IllegalRefusal(
            "not-your-nation", rule="3.6", legal=others, why="gift", nation=command.nation
        )
    _keep_for_held_order(play, player, cash - command.amount)
    play.pay(command.amount, Cash(player), Treasury(command.nation))
    play.say(Gave(player, command.nation, command.amount))


def _keep_for_held_order(play: Play, player: PlayerId, left: int) -> None:
    """While Swiss Banks are asked, the way that is ordered must stay affordable (3.3)."""
    held = play.state.acting.held
    if held is None or play.nation(held.nation).government != player:
        return
    way = choose_way(play.game, play.state, held.nation, held.action)
    if left < way.cost:
        raise IllegalRefusal("cash-held", rule="3.3", nation=held.nation, cost=way.cost)
