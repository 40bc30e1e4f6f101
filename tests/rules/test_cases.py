"""Every scenario of `tests/cases`, and those given to us where PBEM_SHARED says where they are."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

import pytest

from pbem.scenario.run import play_scenario

CASES = Path(__file__).parents[1] / "cases"
SHARED = Path(os.environ["PBEM_SHARED"]) / "cases" if "PBEM_SHARED" in os.environ else None


def found(folder: Path | None) -> list[str]:
    """The paths of all scenarios in the folders of a folder."""
    if folder is None:
        return []
    return sorted(str(path.relative_to(folder)) for path in folder.glob("*/*.toml"))


def faults_of(path: Path) -> str:
    """What does not hold, a line each; "" if everything holds."""
    return "\n".join(play_scenario(path).faults)


@pytest.mark.parametrize("path", found(CASES))
def test_case(path: str) -> None:
    faults = faults_of(CASES / path)
    assert not faults, f"{path}\n{faults}"


@pytest.mark.skipif(SHARED is None, reason="PBEM_SHARED is not set")
@pytest.mark.parametrize("path", found(SHARED))
def test_given_case(path: str) -> None:
    assert SHARED is not None
    faults = faults_of(SHARED / path)
    assert not faults, f"{path}\n{faults}"


@pytest.mark.parametrize("path", found(CASES))
def test_case_says_what_it_is_about(path: str) -> None:
    """A title, a source, and the arithmetic in comments; taken over as they are: `p*`."""
    text = (CASES / path).read_text(encoding="utf-8")
    tables = tomllib.loads(text)
    assert tables["title"]
    assert tables["source"]
    assert text.startswith("# ") or Path(path).name.startswith("p")
