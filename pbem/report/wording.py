"""The small words that all reports are made of: names, money, counted units, lists.

Whatever a player reads is a whole sentence with named places, filled in by `say`; a translation
replaces sentences and the words of this module, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pbem.board.ids import NationId, PlayerId, RegionId, Space, Unit
from pbem.board.model import Board

_NOUNS = {
    "army": ("army", "armies"),
    "fleet": ("fleet", "fleets"),
    "factory": ("factory", "factories"),
    "flag": ("flag", "flags"),
    "space": ("space", "spaces"),
    "point": ("point", "points"),
}


def say(sentence: str, /, **parts: object) -> str:
    """The sentence with its named places filled in.

    >>> say("{nation} builds nothing.", nation="China")
    'China builds nothing.'
    """
    return sentence.format(**parts)


def money(amount: int) -> str:
    """An amount in millions: `3M`."""
    return f"{amount}M"


def counted(number: int, noun: str) -> str:
    """A number of things: `1 army`, `3 fleets`."""
    return f"{number} {_NOUNS[noun][number != 1]}"


def units(number: int, unit: Unit) -> str:
    """A number of units: `1 army`, `3 fleets`."""
    return counted(number, unit.value)


def forces(counts: Mapping[Unit, int]) -> str:
    """Units of both kinds: `2 armies, 1 fleet`; `nothing` if there are none."""
    return ", ".join(units(n, unit) for unit, n in counts.items() if n) or "nothing"


def listed(items: Iterable[str]) -> str:
    """`Ann`, `Ann and Bob`, `Ann, Bob and Cid`; `nobody` for none."""
    *others, last = tuple(items) or ("nobody",)
    return f"{', '.join(others)} and {last}" if others else last


def place(board: Board, region: RegionId) -> str:
    """A region as it stands in a sentence: `Korea`, `the North Sea`."""
    name = board.name(region)
    return f"the {name}" if board.is_sea(region) else name


def places(board: Board, regions: Iterable[RegionId]) -> str:
    """Regions as a list in a sentence."""
    return listed(place(board, r) for r in regions)


def space_name(space: Space) -> str:
    """A rondel space as it stands in a sentence: `taxation`, `maneuver A`."""
    word, _, letter = space.value.partition("-")
    return f"{word} {letter.upper()}".strip()


def space_title(space: Space) -> str:
    """A rondel space as it is ordered: `TAXATION`, `MANEUVER A`."""
    return space_name(space).upper()


def you_or(name: PlayerId, reader: PlayerId | None) -> str:
    """`you` for the reader, else the player's name."""
    return "you" if name == reader else name


def name_or_you(name: PlayerId, reader: PlayerId | None) -> str:
    """The player's name, for the reader with a mark: `Ann (you)`."""
    return say("{name} (you)", name=name) if name == reader else name


def name_or_nobody(board: Board, nation: NationId | None) -> str:
    """The nation's name; `nobody` for none."""
    return board.name(nation) if nation else "nobody"
