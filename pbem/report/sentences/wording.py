"""Small messages that many reports are made of: counted units, forces, who is meant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pbem.board.ids import PlayerId, Space, Unit
from pbem.ground.messages import Message, Value, count, say


def units(number: int, unit: Unit) -> Message:
    """A number of units: `1 army`, `3 fleets`."""
    return armies(number) if unit is Unit.ARMY else fleets(number)


def armies(number: int) -> Message:
    """A number of armies."""
    return count("{number} army", "{number} armies", number)


def fleets(number: int) -> Message:
    """A number of fleets."""
    return count("{number} fleet", "{number} fleets", number)


def flags(number: int) -> Message:
    """A number of flags."""
    return count("{number} flag", "{number} flags", number)


def steps(number: int) -> Message:
    """A number of spaces on the rondel."""
    return count("{number} space", "{number} spaces", number)


def forces(counts: Mapping[Unit, int]) -> Value:
    """Units of both kinds as a list: `2 armies and 1 fleet`; `nothing` if there are none."""
    there = tuple(units(n, unit) for unit, n in counts.items() if n)
    return there or say("nothing")


def joined(parts: Iterable[Message], by: str = ", ") -> Message:
    """Messages one after the other, as one: notes, not words of one sentence."""
    found = tuple(parts)
    text = by.join(f"{{part{n}:message}}" for n in range(len(found)))
    return Message(text, {f"part{n}": part for n, part in enumerate(found)})


def space_title(space: Space) -> str:
    """A rondel space as it is ordered: `TAXATION`, `MANEUVER A`."""
    return space.value.replace("-", " ").upper()


def you_or(name: PlayerId, reader: PlayerId | None) -> Value:
    """`you` for the reader, else the player's name."""
    return say("you") if name == reader else name


def name_or_you(name: PlayerId, reader: PlayerId | None) -> Value:
    """The player's name, for the reader with a mark: `Ann (you)`."""
    return say("{player} (you)", player=name) if name == reader else name
