"""`requirements.lock` is what a reproducible install takes: all of it, known by hashes."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

HERE = Path(__file__).parents[1]
LOCK = (HERE / "requirements.lock").read_text(encoding="utf-8")
LOCKED = dict(re.findall(r"^([a-z0-9.-]+)==([^\s\\]+)", LOCK, re.MULTILINE))


def test_what_the_project_asks_for_is_locked_within_its_bounds() -> None:
    project = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))
    tables = project["project"]
    wanted = [*tables["dependencies"], *project["build-system"]["requires"]]
    wanted += [one for extra in tables["optional-dependencies"].values() for one in extra]
    requirements = [Requirement(one) for one in wanted]
    for requirement in requirements:
        if requirement.name != "pbem":
            version = LOCKED[canonicalize_name(requirement.name)]
            assert requirement.specifier.contains(version), (requirement, version)


def test_every_package_is_known_by_hashes_and_no_place_is_named() -> None:
    blocks = re.split(r"\n(?=[a-z])", LOCK)
    packages = [block for block in blocks if "==" in block]
    assert len(packages) == len(LOCKED) > 40
    assert all("--hash=sha256:" in block for block in packages)
    assert "://" not in LOCK
