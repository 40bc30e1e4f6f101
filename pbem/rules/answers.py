"""Answers to questions: investing, fights, canals, Swiss Banks; who may answer what now."""

from __future__ import annotations

from dataclasses import replace

from pbem.board.ids import CanalId, NationId, PlayerId
from pbem.ground.errors import IllegalRefusal
from pbem.ground.messages import Coded
from pbem.rules.commands import Allow, Deny, Fight, Force, Invest, LetPass, Pass, Peace
from pbem.rules.events import CanalAnswered, ForceAnswered, InvestmentPassed, PeaceKept
from pbem.rules.maneuver.combat import Side, checked_pairs, fight
from pbem.rules.maneuver.occupation import present
from pbem.rules.play import Play
from pbem.rules.rondel import Way
from pbem.rules.spaces.investor import interest_bill, invest
from pbem.rules.state import Arrival, Ask, Decision


def waiting_for(play: Play) -> Coded:
    """Whom the game waits for, and for what."""
    head = play.state.pending[0]
    if head.nation is None:
        return Coded("waiting", head.kind, {"player": head.player})
    return Coded("waiting", f"{head.kind}-of", {"player": head.player, "nation": head.nation})


def asked(play: Play, player: PlayerId, kind: Ask) -> Decision:
    """The question at the head of the queue, which must be of that kind and for that player.

    :raises IllegalRefusal: somebody else is asked first, or the player is not asked at all
    """
    head = play.state.pending[0]
    if head.kind is kind and head.player == player:
        return head
    if any(d.kind is kind and d.player == player for d in play.state.pending):
        why = "invest" if kind is Ask.INVEST else ""
        raise IllegalRefusal("not-yet", rule="3", why=why, waiting=waiting_for(play))
    raise IllegalRefusal("not-asked", rule="3", why=kind, waiting=waiting_for(play))


def answered(play: Play) -> None:
    """Take the head off the queue."""
    play.set(pending=play.state.pending[1:])


def invest_or_pass(play: Play, player: PlayerId, command: Invest | Pass) -> None:
    """An investment, or none (7.4)."""
    decision = asked(play, player, Ask.INVEST)
    if isinstance(command, Invest):
        invest(play, decision, command)
    else:
        play.say(InvestmentPassed(player, decision.nation, asked=True))
    answered(play)


def fight_or_peace(play: Play, player: PlayerId, command: Fight | Peace) -> None:
    """A nation fights the units that have moved in, or does not (5.3, 5.9)."""
    decision = asked(play, player, Ask.FIGHT)
    arrival = play.maneuver.arrival
    assert arrival is not None
    assert decision.nation is not None
    _check_region(play, player, command, arrival)
    answered(play)
    enemy = play.state.nation
    if isinstance(command, Peace):
        play.say(PeaceKept(decision.nation, player, enemy, arrival.region))
        return
    pairs = _pairs(play, decision.nation, command, arrival)
    foe = Side(enemy, arrival.unit, arrival.status)
    fight(play, Side(decision.nation), foe, arrival.region, pairs)
    left = replace(arrival, count=arrival.count - pairs)
    play.set_maneuver(arrival=left)
    if left.count == 0:
        play.set(pending=tuple(d for d in play.state.pending if d.kind is not Ask.FIGHT))


def _check_region(play: Play, player: PlayerId, command: Fight | Peace, arrival: Arrival) -> None:
    enemy, place = play.game.board.name(play.state.nation), play.game.board.name(arrival.region)
    legal = (f"FIGHT {enemy} IN {place}", f"PEACE IN {place}")
    if command.region is not None and command.region != arrival.region:
        raise IllegalRefusal(
            "other-region", rule="5.9", legal=legal, asked=arrival.region, place=command.region
        )
    mine = [d for d in play.state.pending if d.kind is Ask.FIGHT and d.player == player]
    if command.region is None and len(mine) > 1:
        nations = tuple(d.nation for d in mine if d.nation)
        raise IllegalRefusal("which-question", rule="5.9", legal=legal, nations=nations)


def _pairs(play: Play, nation: NationId, command: Fight, arrival: Arrival) -> int:
    board = play.game.board
    enemy, place = board.name(play.state.nation), board.name(arrival.region)
    legal = (f"FIGHT {enemy} IN {place}", f"PEACE IN {place}")
    if command.enemy is not None and command.enemy != play.state.nation:
        raise IllegalRefusal(
            "other-enemy",
            rule="5.9",
            legal=legal,
            enemy=play.state.nation,
            nation=command.enemy,
        )
    if command.unit is not None and command.unit is not arrival.unit:
        raise IllegalRefusal(
            "other-unit", rule="5.9", legal=legal, why=arrival.unit, nation=play.state.nation
        )
    most = min(arrival.count, sum(present(play.state, nation, arrival.region).values()))
    fought = Coded("number-of-pairs", "", {"place": arrival.region})
    return checked_pairs(command.count, most, fought, legal)


def allow_or_deny(play: Play, player: PlayerId, command: Allow | Deny) -> None:
    """A nation gives or denies leave to use its canal (5.2)."""
    decision = asked(play, player, Ask.CANAL)
    canal = canal_asked(play, decision)
    board = play.game.board
    if command.canal is not None and command.canal != canal:
        raise IllegalRefusal(
            "other-canal",
            rule="5.2",
            legal=(f"ALLOW {board.canals[canal].name}", f"DENY {board.canals[canal].name}"),
            asked=canal,
            canal=command.canal,
        )
    allowed = isinstance(command, Allow)
    answered(play)
    play.set_maneuver(leave=dict(sorted({**play.maneuver.leave, canal: allowed}.items())))
    assert decision.nation is not None
    play.say(CanalAnswered(decision.nation, player, play.state.nation, canal, allowed))


def canal_asked(play: Play, decision: Decision) -> CanalId:
    """The canal that a question is about."""
    canals = play.game.board.canals.values()
    return next(c.id for c in canals if c.controller == decision.region)


def swiss_banks_to_ask(play: Play, nation: NationId, way: Way) -> tuple[PlayerId, ...]:
    """Who may force the nation to stop on investor, in the order in which they are asked (3.3)."""
    state, card = play.state, play.state.investor_card
    if not way.passes_investor or card is None or not play.game.rules.investor.swiss_banks:
        return ()
    bill = interest_bill(play.game, state, nation)
    if state.nations[nation].treasury < sum(bill.due.values()):
        return ()
    return tuple(p for p in state.clockwise(card) if state.players[p].swiss_bank)


def force_or_let_pass(play: Play, player: PlayerId, command: Force | LetPass) -> bool:
    """A Swiss Bank's word (3.3); True if the nation must stop, and then nobody else is asked."""
    decision = asked(play, player, Ask.FORCE)
    assert decision.nation is not None
    board = play.game.board
    if command.nation is not None and command.nation != decision.nation:
        raise IllegalRefusal(
            "other-nation",
            rule="3.3",
            legal=(
                f"FORCE {board.name(decision.nation)}",
                f"LET {board.name(decision.nation)} PASS",
            ),
            why="question",
            asked=decision.nation,
            nation=command.nation,
        )
    forced = isinstance(command, Force)
    answered(play)
    if forced:
        play.set(pending=tuple(d for d in play.state.pending if d.kind is not Ask.FORCE))
    play.say(ForceAnswered(player, decision.nation, forced))
    return forced
