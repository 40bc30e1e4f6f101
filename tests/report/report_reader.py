"""A simple reader of the choices in a mail, laid out as `pbem.report.options` says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

MARKER = re.compile(r"^-- write above this line -- \[[0-9a-f]{8}\]$", re.MULTILINE)
MOVE = re.compile(r"(.+ -> )(.+?)((?: HOSTILE| FRIENDLY)?)")
ONE_PLACE = re.compile(r".+?: (?:IMPORT (?:ARMY|FLEET)|FACTORY|PRODUCTION [AB])(?= )")
LINES = ("ARMY ", "FLEET ", "FIGHT ", "STATUS ", "DESTROY ")


@dataclass(frozen=True)
class Choices:
    """Complete orders as they stand in the mail, notes included, and lines of a maneuver."""

    orders: tuple[str, ...]
    lines: tuple[str, ...]

    @property
    def maneuver(self) -> str:
        """The heading under which the lines may be written."""
        return next(o for o in self.orders if " MANEUVER " in o)


def read_choices(body: str) -> Choices:
    """All choices of a mail."""
    found = tuple(_orders(body))
    if any(" MANEUVER " in order for order in found):
        lines = tuple(o for o in found if o.startswith(LINES))
        return Choices(tuple(o for o in found if o not in lines), lines)
    return Choices(found, ())


def above_marker(body: str) -> str:
    """What stands above the line above which is to be written."""
    match = MARKER.search(body)
    assert match is not None
    return body[: match.start()]


def without_note(order: str) -> str:
    """The order alone."""
    return order.partition("  # ")[0]


def notes_of(body: str) -> dict[str, str]:
    """Each order that is written out -> its note, put together again; "" if it has none."""
    notes: dict[str, str] = {}
    last = ""
    for line in _options(body):
        if re.match(r"  \S", line):
            last, _, note = line.strip().partition("  # ")
            notes[last] = note
        elif line.startswith("      # "):
            notes[last] = f"{notes[last]} {line.removeprefix('      # ')}".strip()
    return notes


def _options(body: str) -> list[str]:
    return body.partition("\nYOUR OPTIONS\n")[2].partition("\nSTANDINGS")[0].split("\n")


def _orders(body: str) -> Iterator[str]:
    last = ""
    for line in _options(body):
        if found := re.match(r"    or (?:CONVOY )?-> ", line):
            for target in line[found.end() :].split(", "):
                move = MOVE.fullmatch(without_note(last))
                assert move is not None
                yield f"{move[1]}{target}{move[3]}"
        elif line.startswith("    or "):
            for place in line.removeprefix("    or ").split(", "):
                one = ONE_PLACE.match(last)
                assert one is not None
                yield f"{one[0]} {place}"
        elif re.match(r"  \S", line):
            last = line.strip()
            yield last
