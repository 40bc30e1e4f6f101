"""Answers to questions: investing, fights, canals, Swiss Banks; who may answer what now."""

from __future__ import annotations

from dataclasses import replace

from pbem.board.ids import CanalId, NationId, PlayerId
from pbem.ground.errors import IllegalRefusal
from pbem.rules.combat import Side, checked_pairs, fight
from pbem.rules.commands import Allow, Deny, Fight, Force, Invest, LetPass, Pass, Peace
from pbem.rules.events import CanalAnswered, ForceAnswered, InvestmentPassed, PeaceKept
from pbem.rules.investor import interest_bill, invest
from pbem.rules.occupation import present
from pbem.rules.play import Play
from pbem.rules.rondel import Way
from pbem.rules.state import Arrival, Ask, Decision

_TIME_FOR = {
    Ask.TURN: "a turn",
    Ask.FIGHT: "a battle",
    Ask.CANAL: "leave to use a canal",
    Ask.FORCE: "a Swiss Bank's word",
    Ask.INVEST: "an investment",
}


def waiting_for(play: Play) -> str:
    """A sentence about whom the game waits for, and for what."""
    head = play.state.pending[0]
    name = f" for {play.game.board.name(head.nation)}" if head.nation else ""
    return f"we wait for {head.player}: {_TIME_FOR[head.kind]}{name}."


def asked(play: Play, player: PlayerId, kind: Ask) -> Decision:
    """The question at the head of the queue, which must be of that kind and for that player.

    :raises IllegalRefusal: somebody else is asked first, or the player is not asked at all
    """
    head = play.state.pending[0]
    if head.kind is kind and head.player == player:
        return head
    hint = " To invest ahead, write WHEN INVESTING." if kind is Ask.INVEST else ""
    if any(d.kind is kind and d.player == player for d in play.state.pending):
        raise IllegalRefusal("not-yet", f"You will be asked, but {waiting_for(play)}{hint}", "3")
    raise IllegalRefusal(
        "not-asked", f"You are not asked for {_TIME_FOR[kind]}; {waiting_for(play)}{hint}", "3"
    )


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
    place = play.game.board.name(arrival.region)
    if command.region is not None and command.region != arrival.region:
        other = play.game.board.name(command.region)
        raise IllegalRefusal(
            "other-region",
            f"The question is about {place}, not about {other}.",
            "5.9",
            (f"FIGHT {play.game.board.name(play.state.nation)} IN {place}", f"PEACE IN {place}"),
        )
    mine = [d for d in play.state.pending if d.kind is Ask.FIGHT and d.player == player]
    if command.region is None and len(mine) > 1:
        names = [play.game.board.name(d.nation) for d in mine if d.nation]
        raise IllegalRefusal(
            "which-question",
            f"You are asked for {', then for '.join(names)}: say in which region, once for each, "
            "in this order.",
            "5.9",
            (f"FIGHT {play.game.board.name(play.state.nation)} IN {place}", f"PEACE IN {place}"),
        )


def _pairs(play: Play, nation: NationId, command: Fight, arrival: Arrival) -> int:
    board = play.game.board
    enemy, place = board.name(play.state.nation), board.name(arrival.region)
    legal = (f"FIGHT {enemy} IN {place}", f"PEACE IN {place}")
    if command.enemy is not None and command.enemy != play.state.nation:
        other = board.name(command.enemy)
        raise IllegalRefusal(
            "other-enemy", f"It is {enemy} that has moved in, not {other}.", "5.9", legal
        )
    if command.unit is not None and command.unit is not arrival.unit:
        raise IllegalRefusal(
            "other-unit",
            f"{enemy} has moved in with {arrival.unit.plural}, not {command.unit.plural}.",
            "5.9",
            legal,
        )
    most = min(arrival.count, sum(present(play.state, nation, arrival.region).values()))
    return checked_pairs(command.count, most, f"fight in {place}", legal)


def allow_or_deny(play: Play, player: PlayerId, command: Allow | Deny) -> None:
    """A nation gives or denies leave to use its canal (5.2)."""
    decision = asked(play, player, Ask.CANAL)
    canal = canal_asked(play, decision)
    board = play.game.board
    if command.canal is not None and command.canal != canal:
        raise IllegalRefusal(
            "other-canal",
            f"The question is about the {board.canals[canal].name}, not about the "
            f"{board.canals[command.canal].name}.",
            "5.2",
            (f"ALLOW {board.canals[canal].name}", f"DENY {board.canals[canal].name}"),
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
            f"The question is about {board.name(decision.nation)}, not about "
            f"{board.name(command.nation)}.",
            "3.3",
            (f"FORCE {board.name(decision.nation)}", f"LET {board.name(decision.nation)} PASS"),
        )
    forced = isinstance(command, Force)
    answered(play)
    if forced:
        play.set(pending=tuple(d for d in play.state.pending if d.kind is not Ask.FORCE))
    play.say(ForceAnswered(player, decision.nation, forced))
    return forced
