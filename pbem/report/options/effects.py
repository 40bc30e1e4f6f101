"""What a choice brings about: the position after it beside the one before, for one reader.

It is tried, not guessed. Where cash is secret, of others only what their bonds are worth is told:
what they have, and what changes in that, is theirs to know.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.board.ids import NationId, PlayerId
from pbem.board.model import Game
from pbem.ground.errors import Refusal
from pbem.ground.messages import Message, say
from pbem.report.sentences.wording import joined, you_or
from pbem.report.views import sees_cash
from pbem.rules.commands import Command, Turn
from pbem.rules.engine import apply
from pbem.rules.scoring import score
from pbem.rules.state import State


def effects(
    game: Game, state: State, player: PlayerId, command: Command
) -> tuple[Message, ...] | None:
    """What a command of the player's brings about, in short notes; None if it is refused.

    Of a turn also what becomes of the nation's treasury and power; a bond's price says that itself.
    """
    try:
        after = apply(game, state, player, command).state
    except Refusal:
        return None
    own = _nation(game, state, after, command.nation) if isinstance(command, Turn) else ()
    return (*own, *_for_players(game, state, after, player))


def _for_players(game: Game, before: State, after: State, reader: PlayerId) -> Iterator[Message]:
    for nation, own in before.nations.items():
        new = after.nations[nation].government
        if new != own.government:
            yield _government(nation, own.government, new, reader)
    gained = tuple(_gained(game, before, after, reader))
    if gained:
        yield joined(gained)
    if after.over:
        yield say("ENDS THE GAME")


def _nation(game: Game, before: State, after: State, nation: NationId) -> Iterator[Message]:
    old, new = before.nations[nation], after.nations[nation]
    if old.treasury != new.treasury:
        yield say(
            "treasury {before:money} -> {after:money}", before=old.treasury, after=new.treasury
        )
    if old.power != new.power:
        yield say("power {before} -> {after}", before=old.power, after=new.power)
        factors = game.factor(old.power), game.factor(new.power)
        if factors[0] != factors[1]:
            yield say("factor {before} -> {after}", before=factors[0], after=factors[1])


def _government(
    nation: NationId, old: PlayerId | None, new: PlayerId | None, reader: PlayerId
) -> Message:
    if new is None:
        return say("{nation} loses its government", nation=nation)
    if new == reader:
        sentence = (
            say("you TAKE OVER the government of {nation} from {player}")
            if old
            else say("you would govern {nation}")
        )
        return sentence.filled(nation=nation, player=old)
    if old == reader:
        return say("{player} takes {nation} over from you", player=new, nation=nation)
    sentence = (
        say("{player} takes {nation} over from {old:player}")
        if old
        else say("{player} would govern {nation}")
    )
    return sentence.filled(player=new, nation=nation, old=old)


def _gained(game: Game, before: State, after: State, reader: PlayerId) -> Iterator[Message]:
    """Whose score changes by how much, the reader first."""
    for player in sorted(before.seats, key=lambda p: p != reader):
        seen = sees_cash(game, before, reader, player)
        change = _worth(game, after, player, seen) - _worth(game, before, player, seen)
        if change:
            yield say("{who:player} {change}", who=you_or(player, reader), change=f"{change:+d}")


def _worth(game: Game, state: State, player: PlayerId, with_cash: bool) -> int:
    total = score(game, state, player)
    return total if with_cash else total - state.players[player].cash
