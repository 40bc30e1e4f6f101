"""The package as it is installed: games and templates come with the wheel, wherever it runs."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_a_built_wheel_works_from_an_empty_environment(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "build", "--wheel", "--outdir", str(tmp_path), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("pbem-*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "pbem/py.typed" in names
    assert "pbem/_data/games/imperial-2030/board.toml" in names
    assert "pbem/_data/templates/report.txt.j2" in names
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "env")], check=True)
    python = tmp_path / "env" / "bin" / "python"
    clean = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
    subprocess.run(
        [str(python), "-m", "pip", "install", "-q", str(wheel)],
        check=True,
        capture_output=True,
        env=clean,
    )
    done = subprocess.run(
        [str(tmp_path / "env" / "bin" / "pbem"), "demo", "--rules", "imperial", "--players", "2"],
        check=False,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=clean,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Winner" in done.stdout
