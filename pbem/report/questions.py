"""Who is asked for what, as sentences: to the one who must decide, and to all others."""

from __future__ import annotations

from typing import assert_never

from pbem.board.ids import PlayerId, Unit
from pbem.board.model import Game
from pbem.orders.verbs.meant import words_for
from pbem.report.layout import keep
from pbem.report.wording import money, name_or_you, place, say, space_name, units
from pbem.rules.answers import canal_asked
from pbem.rules.commands import Move
from pbem.rules.maneuver import in_progress
from pbem.rules.play import Play
from pbem.rules.rondel import choose_way
from pbem.rules.state import Ask, Decision, Stage, State


def asked_now(state: State, reader: PlayerId | None) -> Decision | None:
    """What the reader must decide now, if anything."""
    head = state.pending[0] if state.pending else None
    return head if head and head.player == reader else None


def question(game: Game, state: State, decision: Decision) -> str:
    """What is asked, as said to the player who must decide, with the words that answer it."""
    asked = _sentence(game, state, decision)
    words = words_for(decision.kind)
    if words is None:
        return asked
    # On one line: above the marker line nothing may stand alone on its line that is an order.
    answer = say("Answer {yes} or {no}, or just YES or NO.", yes=words[0], no=words[1])
    return f"{asked} {keep(answer)}"


def _sentence(game: Game, state: State, decision: Decision) -> str:
    match decision.kind:
        case Ask.TURN:
            sentence = (
                "{nation} is in the middle of its maneuver. Please order the rest of it."
                if in_progress(state)
                else "It is the turn of {nation}. Please send its order."
            )
            return say(sentence, nation=_nation(game, decision))
        case Ask.FIGHT:
            return _fight(game, state, decision)
        case Ask.CANAL:
            return _canal(game, state, decision)
        case Ask.FORCE:
            return _force(game, state, decision)
        case Ask.INVEST:
            return _invest(game, state, decision)
        case _:
            assert_never(decision.kind)


def waiting(game: Game, decision: Decision, reader: PlayerId | None) -> str:
    """Who must decide what, in a list of all open questions."""
    match decision.kind:
        case Ask.TURN:
            sentence = "{player}: the turn of {nation}."
        case Ask.FIGHT:
            sentence = "{player}: does {nation} fight in {place}?"
        case Ask.CANAL:
            sentence = "{player}: does {nation} open its canal?"
        case Ask.FORCE:
            sentence = "{player}: must {nation} stop on investor?"
        case Ask.INVEST:
            sentence = (
                "{player}: an investment in {nation}."
                if decision.nation
                else "{player}: an investment."
            )
        case _:
            assert_never(decision.kind)
    return say(
        sentence,
        player=name_or_you(decision.player, reader),
        nation=_nation(game, decision),
        place=place(game.board, decision.region) if decision.region else "",
    )


def form(game: Game, decision: Decision) -> str:
    """The heading to fill in, such as `CHINA:`; "" where a line alone is the answer."""
    if decision.kind is not Ask.TURN or decision.nation is None:
        return ""
    return f"{game.board.name(decision.nation).upper()}:"


def topic(game: Game, decision: Decision) -> str:
    """What is asked, in a few words for a subject line; names no player."""
    match decision.kind:
        case Ask.TURN:
            sentence = "{nation} to move"
        case Ask.FIGHT:
            sentence = "{nation} to fight or not"
        case Ask.CANAL:
            sentence = "{nation} and its canal"
        case Ask.FORCE:
            sentence = "Swiss Bank and {nation}"
        case Ask.INVEST:
            sentence = "investing in {nation}" if decision.nation else "investing"
        case _:
            assert_never(decision.kind)
    return say(sentence, nation=_nation(game, decision))


def _nation(game: Game, decision: Decision) -> str:
    return game.board.name(decision.nation) if decision.nation else ""


def _fight(game: Game, state: State, decision: Decision) -> str:
    arrival = state.acting.maneuver.arrival if state.acting.maneuver else None
    assert arrival is not None
    return say(
        "{enemy} comes to {place} with {units}. Does {nation} fight?",
        enemy=game.board.name(state.nation),
        place=place(game.board, arrival.region),
        units=units(arrival.count, arrival.unit),
        nation=_nation(game, decision),
    )


def _canal(game: Game, state: State, decision: Decision) -> str:
    done = state.acting.maneuver
    line = done.lines[0] if done and done.lines else None
    assert isinstance(line, Move)
    board = game.board
    canal = board.canals[canal_asked(Play(game, state), decision)]
    sentence = (
        "{asking} wants to use the {canal} of {nation}: fleets from {origin} to {target}. "
        "Is that allowed?"
        if line.unit is Unit.FLEET
        else "{asking} wants to use the {canal} of {nation}: a convoy from {origin} to {target}. "
        "Is that allowed?"
    )
    return say(
        sentence,
        asking=board.name(state.nation),
        canal=canal.name,
        nation=_nation(game, decision),
        origin=place(board, line.origin),
        target=place(board, line.target),
    )


def _force(game: Game, state: State, decision: Decision) -> str:
    held = state.acting.held
    assert held is not None
    way = choose_way(game, state, held.nation, held.action)
    return say(
        "{nation} wants to pass investor and go to {space}. Does your Swiss Bank force it to stop "
        "on investor?",
        nation=_nation(game, decision),
        space=space_name(way.space),
    )


def _invest(game: Game, state: State, decision: Decision) -> str:
    cash = money(state.players[decision.player].cash)
    if state.stage is Stage.AUCTION:
        sentence = "Auction: you may buy one bond of {nation}, or none. You have {cash}."
    elif decision.nation:
        sentence = "You may invest once in {nation}, or pass. You have {cash}."
    else:
        sentence = "You may invest once, in any nation, or pass. You have {cash}."
    return say(sentence, nation=_nation(game, decision), cash=cash)
