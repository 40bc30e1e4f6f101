"""Whatever fails at whatever step: after one more round the site is as if nothing had failed.

By default a few steps are tried in each scene, other ones in another; `--faults all` tries all.
"""

from __future__ import annotations

import functools
import os
import re
import secrets
import shutil
from datetime import datetime
from pathlib import Path

import pytest
from faults.injection import FAILED_CODE, KILLED_CODE, Disk, Mode, copied, in_child
from faults.scenes import SCENES, Scene, at, entries, facts

from pbem.orders.text import names
from pbem.report.render import Renderer
from pbem.service.reading import received
from pbem.service.site import site

FAULTS = tuple(mode for mode in Mode if mode is not Mode.NOTHING)
_CHANGING = re.compile(r"[0-9a-f]{8,}|[0-9]+|[.]tmp-.*|(?<=/mailboxes/)[^/]+")
"""What tells steps of one kind apart."""

FEW = 4
"""So many steps are tried in a scene for each kind of fault."""


@pytest.fixture(autouse=True)
def _the_same_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn is drawn alike, and what is only read is read once for all processes."""
    monkeypatch.setattr(secrets, "token_hex", lambda count=6: "ab" * count)
    monkeypatch.setattr(received, "names_of_all", functools.cache(names.names_of_all))
    renderer = functools.cache(Renderer)
    monkeypatch.setattr(site, "Renderer", renderer)


def of_interest(steps: list[str], mode: Mode) -> list[int]:
    """The numbers of the steps at which a fault of that kind can matter."""
    found = []
    for number, step in enumerate(steps, start=1):
        what, _, path = step.partition(" ")
        aside = "/.tmp-" in path  # half a temporary file is nobody's
        if what == "fchmod" or (aside and what == "write"):
            continue
        if mode is Mode.TORN and what != "write":
            continue
        if mode in (Mode.KILLED, Mode.POWER) and aside and what == "create":
            continue
        if mode in (Mode.REFUSED, Mode.FULL) and what == "unlink":
            continue
        found.append(number)
    return found


def some_of(steps: list[str], numbers: list[int], begin: int) -> list[int]:
    """A few of the steps, of different kinds; which ones is different from scene to scene.

    :param begin: with which kind, counted round
    """
    kinds: dict[str, int] = {}
    for number in numbers:
        kinds.setdefault(_CHANGING.sub("", steps[number - 1]), number)
    every = list(kinds.values())
    share = max(1, -(-len(every) // FEW))
    return every[begin % share :: share]


def disturbed(scene: Scene, source: Path, now: datetime, mode: Mode, number: int) -> Path:
    """The site after a fault, and then a round without any."""
    here = copied(source, source.parent / "disturbed")
    survives = source.parent / "survives"

    def act() -> None:
        Disk(here, mode, number, survives).install()
        scene.act(at(here, now))

    assert in_child(act) in (0, FAILED_CODE, KILLED_CODE)
    if survives.exists():
        copied(survives, here)
        shutil.rmtree(survives)
    begun = is_begun(source, here)
    again = scene.again == "always" or (scene.again == "unbegun" and not begun)
    assert in_child(lambda: settled(scene, here, now, again)) == 0
    return here


def is_begun(before: Path, after: Path) -> bool:
    """Whether a command has changed something, so that nobody gives it again."""
    roster = Path("games/g1/roster.toml")
    if (before / roster).read_bytes() != (after / roster).read_bytes():
        return True
    return entries(after) > entries(before)


def settled(scene: Scene, here: Path, now: datetime, again: bool) -> None:
    """What happens next: a round, or the command once more."""
    os.fsync = lambda _: None  # nothing is cut off any more
    if again:
        scene.act(at(here, now))
    scene.settle(at(here, now))


@pytest.mark.parametrize("name", SCENES)
def test_a_fault_leaves_no_trace(tmp_path: Path, name: str, request: pytest.FixtureRequest) -> None:
    scene = SCENES[name]
    source = tmp_path / "source"
    now = scene.prepare(source).now
    whole = copied(source, tmp_path / "whole")
    noted = tmp_path / "steps"

    def act() -> None:
        disk = Disk(whole, Mode.NOTHING)
        disk.install()
        scene.act(at(whole, now))
        noted.write_text("\n".join(disk.steps))

    assert in_child(act) == 0
    assert in_child(lambda: settled(scene, whole, now, again=False)) == 0
    expected = facts(whole)
    steps = noted.read_text().splitlines()
    every = request.config.getoption("--faults") == "all"
    traces = []
    for turn, mode in enumerate(FAULTS, start=list(SCENES).index(name)):
        numbers = of_interest(steps, mode)
        for number in numbers if every else some_of(steps, numbers, turn):
            found = facts(disturbed(scene, source, now, mode, number))
            keys = expected.keys() | found.keys()
            different = sorted(key for key in keys if expected.get(key) != found.get(key))
            if different:
                at_step = f"step {number} of {len(steps)}, {steps[number - 1]}"
                traces.append(f"{mode}, {at_step}: {', '.join(different)}")
    assert traces == []
