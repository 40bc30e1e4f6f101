"""Who is asked for what, as sentences: to the one who must decide, and to all others."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import assert_never

from pbem.board.ids import PlayerId, Unit
from pbem.board.model import Game
from pbem.ground.messages import Message, say
from pbem.orders.verbs.meant import words_for
from pbem.report.sentences.wording import name_or_you, units
from pbem.rules.answers import canal_asked
from pbem.rules.commands import Move
from pbem.rules.maneuver.course import in_progress
from pbem.rules.play import Play
from pbem.rules.rondel import choose_way
from pbem.rules.state import Ask, Decision, Stage, State


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and the words that answer it if there are any.

    The answer is kept on one line: above the marker line nothing may stand alone on its line that
    is an order.
    """

    sentence: Message
    answer: Message | None


def asked_now(state: State, reader: PlayerId | None) -> Decision | None:
    """What the reader must decide now, if anything."""
    head = state.pending[0] if state.pending else None
    return head if head and head.player == reader else None


def question(game: Game, state: State, decision: Decision, until: Message | str) -> Question:
    """What is asked, as said to the player who must decide, with the words that answer it.

    :param until: when the answer is due; "" if there is no deadline
    """
    words = words_for(decision.kind)
    answer = words and say(
        "Answer {yes:order} or {no:order}, or just YES or NO.", yes=words[0], no=words[1]
    )
    if decision.kind is Ask.TURN:
        return Question(_turn(state, decision, until), answer)
    asked = _sentence(game, state, decision)
    sentence = (
        say("YOUR ANSWER, by {until:message}: {asked:message}")
        if until
        else say("YOUR ANSWER: {asked:message}")
    )
    return Question(sentence.filled(until=until, asked=asked), answer)


def _turn(state: State, decision: Decision, until: Message | str) -> Message:
    if in_progress(state):
        sentence = (
            say("YOUR TURN: {nation}, the rest of its maneuver, by {until:message}.")
            if until
            else say("YOUR TURN: {nation}, the rest of its maneuver.")
        )
    else:
        sentence = (
            say("YOUR TURN: {nation}, by {until:message}.")
            if until
            else say("YOUR TURN: {nation}.")
        )
    return sentence.filled(nation=decision.nation, until=until)


def asked_shortly(decision: Decision, due: datetime | None, *, soon: bool) -> Message:
    """What is asked, for the subject of a mail to whoever must decide.

    :param due: when the answer is due; None if that is not to be told
    :param soon: whether that is within a week
    """
    turn = decision.kind is Ask.TURN
    if due is None:
        sentence = say("YOUR TURN: {nation}") if turn else say("YOUR ANSWER: {topic:message}")
    elif soon:
        sentence = (
            say("YOUR TURN: {nation}, by {due:clock}")
            if turn
            else say("YOUR ANSWER: {topic:message}, by {due:clock}")
        )
    else:
        sentence = (
            say("YOUR TURN: {nation}, by {due:day}")
            if turn
            else say("YOUR ANSWER: {topic:message}, by {due:day}")
        )
    return sentence.filled(nation=decision.nation, topic=topic(decision), due=due)


def _sentence(game: Game, state: State, decision: Decision) -> Message:
    """A question that is none about a turn."""
    match decision.kind:
        case Ask.TURN:
            raise AssertionError(decision)
        case Ask.FIGHT:
            return _fight(state, decision)
        case Ask.CANAL:
            return _canal(game, state, decision)
        case Ask.FORCE:
            return _force(game, state, decision)
        case Ask.INVEST:
            return _invest(state, decision)
        case _:
            assert_never(decision.kind)


def waiting(decision: Decision, reader: PlayerId | None) -> Message:
    """Who must decide what, in a list of all open questions."""
    match decision.kind:
        case Ask.TURN:
            sentence = say("{player}: the turn of {nation}.")
        case Ask.FIGHT:
            sentence = say("{player}: does {nation} fight in {place}?")
        case Ask.CANAL:
            sentence = say("{player}: does {nation} open its canal?")
        case Ask.FORCE:
            sentence = say("{player}: must {nation} stop on investor?")
        case Ask.INVEST:
            sentence = (
                say("{player}: an investment in {nation}.")
                if decision.nation
                else say("{player}: an investment.")
            )
        case _:
            assert_never(decision.kind)
    return sentence.filled(
        player=name_or_you(decision.player, reader),
        nation=decision.nation,
        place=decision.region,
    )


def topic(decision: Decision) -> Message:
    """What is asked, in a few words for a subject line; names no player."""
    match decision.kind:
        case Ask.TURN:
            sentence = say("{nation} to move")
        case Ask.FIGHT:
            sentence = say("{nation} to fight or not")
        case Ask.CANAL:
            sentence = say("{nation} and its canal")
        case Ask.FORCE:
            sentence = say("Swiss Bank and {nation}")
        case Ask.INVEST:
            sentence = say("investing in {nation}") if decision.nation else say("investing")
        case _:
            assert_never(decision.kind)
    return sentence.filled(nation=decision.nation)


def _fight(state: State, decision: Decision) -> Message:
    arrival = state.acting.maneuver.arrival if state.acting.maneuver else None
    assert arrival is not None
    return say(
        "{enemy:nation} comes to {place} with {arrived}. Does {nation} fight?",
        enemy=state.nation,
        place=arrival.region,
        arrived=units(arrival.count, arrival.unit),
        nation=decision.nation,
    )


def _canal(game: Game, state: State, decision: Decision) -> Message:
    done = state.acting.maneuver
    line = done.lines[0] if done and done.lines else None
    assert isinstance(line, Move)
    sentence = (
        say(
            "{asking:nation} wants to use the {canal} of {nation}: fleets from {origin:place} to "
            "{target:place}. Is that allowed?"
        )
        if line.unit is Unit.FLEET
        else say(
            "{asking:nation} wants to use the {canal} of {nation}: a convoy from {origin:place} "
            "to {target:place}. Is that allowed?"
        )
    )
    return sentence.filled(
        asking=state.nation,
        canal=canal_asked(Play(game, state), decision),
        nation=decision.nation,
        origin=line.origin,
        target=line.target,
    )


def _force(game: Game, state: State, decision: Decision) -> Message:
    held = state.acting.held
    assert held is not None
    way = choose_way(game, state, held.nation, held.action)
    return say(
        "{nation} wants to pass investor and go to {space}. Does your Swiss Bank force it to stop "
        "on investor?",
        nation=decision.nation,
        space=way.space,
    )


def _invest(state: State, decision: Decision) -> Message:
    if state.stage is Stage.AUCTION:
        sentence = say("Auction: you may buy one bond of {nation}, or none. You have {cash:money}.")
    elif decision.nation:
        sentence = say("You may invest once in {nation}, or pass. You have {cash:money}.")
    else:
        sentence = say("You may invest once, in any nation, or pass. You have {cash:money}.")
    return sentence.filled(nation=decision.nation, cash=state.players[decision.player].cash)
