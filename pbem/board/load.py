"""Reading game folders: inheritance, variants, and every check, with the file and key at fault.

    games/<id>/rules.toml    what the edition's tables and rule functions are
    games/<id>/board.toml    its board; if missing, the board of the edition it inherits

A folder of games adds to the shipped ones, and what it holds may inherit from them: an edition that
both have is the folder's, and may inherit the shipped one of its own name.

A section of `rules.toml` is merged with the inherited one value by value; a value is replaced
whole, also where it is a table. `false` for a variant drops an inherited one.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from pydantic import BaseModel, ValidationError

from pbem.board.check import check_board, check_rules
from pbem.board.model import Board, Game
from pbem.board.schema import BoardFile, RulesFile
from pbem.ground.errors import BadInput

Table = dict[str, Any]
M = TypeVar("M", bound=BaseModel)


def data_folder(name: str) -> Path:
    """The shipped folder `games` or `templates`: installed, or beside the package in a clone."""
    package = Path(str(files("pbem")))
    installed = package / "_data" / name
    return installed if installed.is_dir() else package.parent / name


def shipped_games() -> Path:
    """The folder of the editions that come with the program."""
    return data_folder("games")


def game_ids(folder: Path | None = None) -> tuple[str, ...]:
    """The ids of the editions in a folder of games and of the shipped ones, sorted."""
    folders = (folder or shipped_games(), shipped_games())
    return tuple(sorted({p.parent.name for f in folders for p in f.glob("*/rules.toml")}))


def load_game(rules: str, variants: Iterable[str] = (), folder: Path | None = None) -> Game:
    """The edition `rules` with `variants`, wholly checked.

    :param folder: a folder of game folders, beside the shipped one
    :raises BadInput: unknown edition or variant, or a game file that is wrong somewhere
    """
    return _load(rules, tuple(sorted(set(variants))), (folder or shipped_games()).resolve())


@lru_cache(maxsize=64)
def _load(rules: str, variants: tuple[str, ...], folder: Path) -> Game:
    tables = _inherited(rules, folder, ())
    path = _place(rules, folder) / "rules.toml"
    checked = _validated(RulesFile, tables, path)
    for name in variants:
        variant = checked.variants.get(name)
        if variant is None:
            known = ", ".join(sorted(checked.variants)) or "none"
            raise BadInput(f"variants of {rules}", f"{name!r} is none of: {known}")
        tables = _merged(tables, variant.set)
        checked = _validated(RulesFile, tables, path)
    board = load_board(rules, folder)
    check_rules(checked, board, _failing(path))
    return Game(rules=checked, board=board, variants=variants)


@lru_cache(maxsize=16)
def load_board(rules: str, folder: Path) -> Board:
    """The board of an edition, its own or an inherited one.

    :raises BadInput: the board file is missing or wrong
    """
    place = _place(rules, folder)
    path = place / "board.toml"
    if not path.exists():
        parent = _read(place / "rules.toml").get("inherits")
        if not isinstance(parent, str):
            raise BadInput(str(path), "is missing, and nothing is inherited")
        return load_board(parent, _above(parent, rules, folder))
    return check_board(_validated(BoardFile, _read(path), path), _failing(path))


def _place(rules: str, folder: Path) -> Path:
    """Where an edition lies: in the folder, else among the shipped ones."""
    own = folder / rules
    return own if (own / "rules.toml").exists() else shipped_games().resolve() / rules


def _above(parent: str, rules: str, folder: Path) -> Path:
    """Where an edition's parent is looked for: one of the same name is the shipped one."""
    return shipped_games().resolve() if parent == rules else folder


def _inherited(rules: str, folder: Path, above: tuple[Path, ...]) -> Table:
    path = _place(rules, folder) / "rules.toml"
    if path in above:
        chain = " -> ".join(p.parent.name for p in (*above, path))
        raise BadInput(str(path), f"inherits itself: {chain}")
    if rules not in game_ids(folder):
        known = ", ".join(game_ids(folder)) or "none"
        raise BadInput(f"rules {rules!r}", f"no such game in {folder}; there are: {known}")
    own = _read(path)
    if own.get("id") != rules:
        raise BadInput(f"{path}, id", f"is {own.get('id')!r} but the folder is called {rules!r}")
    parent = own.pop("inherits", None)
    if parent is None:
        return own
    inherited = _inherited(str(parent), _above(str(parent), rules, folder), (*above, path))
    return _merged(inherited, own)


def _merged(base: Table, own: Table) -> Table:
    result = dict(base)
    for key, value in own.items():
        if isinstance(value, dict) and isinstance(base.get(key), dict):
            section = {**base[key], **value}
            result[key] = {k: v for k, v in section.items() if key != "variants" or v is not False}
        else:
            result[key] = value
    return result


def _read(path: Path) -> Table:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadInput(str(path), "no such file") from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadInput(str(path), str(error)) from error


def _validated(model: type[M], tables: Table, path: Path) -> M:
    try:
        return model.model_validate(tables)
    except ValidationError as error:
        raise BadInput.from_validation(str(path), error) from error


def _failing(path: Path) -> Any:
    def fail(key: str, reason: str) -> NoReturn:
        raise BadInput(f"{path}, {key}", reason)

    return fail
