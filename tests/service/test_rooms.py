"""The service's rooms: who may import whom, and the way of one mail through them, each once."""

from __future__ import annotations

import ast
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path
from types import FrameType

import pytest
from support.mails import Desk, new_desk, reply

import pbem
from pbem.service.fates import Fate

PBEM = Path(pbem.__file__).parent
SERVICE = PBEM / "service"
ROOMS = (
    "fates", "deadlines", "site", "seats", "press", "reading", "who", "asking", "deciding",
    "entering", "telling", "posting", "dispatch", "way", "rounds", "care",
)  # fmt: skip
"""Each may import from those before it."""

WAY = ("reading", "who", "asking", "deciding", "entering", "telling", "posting")
ORDERS = (
    ("Ann", "AUSTRIA-HUNGARY: IMPORT 2 FLEETS Trieste, ARMY Vienna"),
    ("Bob", "ITALY: FACTORY Venice"),
    ("Cyd", "FRANCE: FACTORY Marseille"),
    ("Ann", "GREAT BRITAIN: PRODUCTION A"),
)
MOST_CALLS = 13_000
"""Of our own functions for one such mail, warm; more means that something is done twice.

A good part is that of each choice it is tried what it brings about.
"""


def room_of(module: str) -> str:
    """The room of a module of the service; "" for another."""
    parts = module.split(".")
    return parts[2] if parts[:2] == ["pbem", "service"] and len(parts) > 2 else ""


def imported(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = {n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
    names = (n.names for n in ast.walk(tree) if isinstance(n, ast.Import))
    return found | {alias.name for aliases in names for alias in aliases}


def test_the_rooms_are_those_of_the_way() -> None:
    there = {
        path.stem for path in SERVICE.iterdir() if path.name not in ("__init__.py", "__pycache__")
    }
    assert there == set(ROOMS)


@pytest.mark.parametrize("path", sorted(SERVICE.rglob("*.py")), ids=lambda p: p.stem)
def test_a_room_imports_from_those_before_it(path: Path) -> None:
    own = path.relative_to(SERVICE).parts[0].removesuffix(".py")
    before = ROOMS[: ROOMS.index(own) + 1] if own in ROOMS else ()
    for module in imported(path):
        assert room_of(module) in ("", *before), f"imports {module}"


def _is_way(frame: FrameType) -> bool:
    """Whether it is the list of steps, or that for an entry."""
    return Path(frame.f_code.co_filename) in (SERVICE / "way.py", SERVICE / "dispatch.py")


class Watched:
    """What is called while a mail is handled: how often, and through which rooms one comes."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()
        self.rooms: list[str] = []

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        if event != "call" or not frame.f_code.co_filename.startswith(str(PBEM)):
            return
        path = Path(frame.f_code.co_filename).relative_to(PBEM)
        self.calls[f"{path}:{frame.f_code.co_name}"] += 1
        caller = frame.f_back
        if path.parts[0] == "service" and caller and _is_way(caller):
            self.rooms.append(path.parts[1])


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A game under way: what is read once is read."""
    desk = new_desk(tmp_path / "site")
    for number, (player, text) in enumerate(ORDERS[:-1]):
        (*_, report) = desk.reports(player)
        desk.send(reply(report, text, f"<{number}@mail.example.test>"))
    return desk


def watched(desk: Desk, text: str, fate: Fate) -> Watched:
    (*_, report) = desk.reports("Ann")
    raw, seen = reply(report, text, "<now@mail.example.test>"), Watched()
    sys.setprofile(seen)
    try:
        handled = desk.processor.handle(raw, desk.now)
    finally:
        sys.setprofile(None)
    assert handled.fate is fate
    return seen


def test_an_order_goes_through_each_room_once_and_in_order(desk: Desk) -> None:
    seen = watched(desk, ORDERS[-1][1], Fate.PLAYED)
    steps = [room for room in seen.rooms if room in WAY]
    assert tuple(room for before, room in pairwise(["", *steps]) if before != room) == WAY


@pytest.mark.parametrize(
    ("function", "times"),
    [
        ("mail/reading/read.py:read", 1),
        ("orders/submission.py:submit", 1),
        ("orders/parser/parse.py:parse", 1),
        ("store/journal.py:add_entry", 1),
        ("store/journal.py:read_entries", 0),
        ("store/brought.py:brought_by", 1),
        ("store/brought.py:brought_from", 0),
        ("store/replay.py:replayed", 0),
        ("service/who/identify.py:who_wrote", 1),
        ("service/telling/time_words.py:of", 1),
        ("report/render.py:answer", 1),
        ("report/render.py:report", 2),
        ("mail/outgoing/outbox.py:deliver", 0),
        ("mail/maildir.py:_by_arrival", 3),
    ],
)
def test_nothing_is_done_twice_for_a_mail(desk: Desk, function: str, times: int) -> None:
    """Two others get a report; what waits and what failed is listed once, for all of them."""
    assert watched(desk, ORDERS[-1][1], Fate.PLAYED).calls[function] == times


def test_an_order_takes_few_calls(desk: Desk) -> None:
    calls = watched(desk, ORDERS[-1][1], Fate.PLAYED).calls
    assert 0 < calls.total() < MOST_CALLS, calls.most_common(20)


def test_a_question_takes_fewer(desk: Desk) -> None:
    seen = watched(desk, "HELP\nSTATUS", Fate.ANSWERED)
    assert seen.calls["store/journal.py:add_entry"] == 0
    assert 0 < seen.calls.total() < MOST_CALLS, seen.calls.most_common(20)
