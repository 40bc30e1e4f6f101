"""What a scenario expects: its names checked, and held against what came of it.

A misspelt name in `expect` would be an expectation that nothing can fail, so it is refused.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from pbem.board.ids import PlayerId
from pbem.board.model import Game
from pbem.ground.errors import BadInput

_TOP = {"rules", "variants", "turn", "nation", "over", "winner", "investor_card"}
_PLAYER = {"cash", "governs", "swiss_bank", "score"}
_NATION = {"government", "treasury", "power", "factor", "rondel", "tax_level"} | {
    "factories",
    "flags",
    "free_bonds",
}
_COUNTS = {"armies", "friendly", "fleets"}
_LISTS = {
    "pending": {"player", "kind", "nation", "region"},
    "replies": {"from", "accepted", "errors", "warnings"},
}


def check_names(game: Game, players: Collection[PlayerId], expect: Mapping[str, Any]) -> None:
    """See to it that `expect` only names what there is.

    :raises BadInput: the first key that names nothing
    """
    _keys(expect, {*_TOP, *_LISTS, "players", "nations"}, "expect")
    for key, allowed in _LISTS.items():
        for item in _list(expect, key):
            _keys(item, allowed, f"expect.{key}")
    for name, said in _table(expect, "players").items():
        where = f"expect.players.{_bare(name)}"
        _one_of(name, players, where)
        _keys(said, {*_PLAYER, "bonds"}, where)
        _keys(_table(said, "bonds"), game.nations, f"{where}.bonds")
    for name, said in _table(expect, "nations").items():
        where = f"expect.nations.{_bare(name)}"
        _one_of(name, game.nations, where)
        _keys(said, {*_NATION, *_COUNTS}, where)
        for key in _COUNTS:
            _keys(_table(said, key), game.board.regions, f"{where}.{key}")


def differences(actual: Any, expected: Any, where: str = "") -> Iterator[str]:
    """Each expectation that does not hold, with both values."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        for key, value in expected.items():
            name = _bare(key)
            here = f"{where}.{name}" if where else name
            found = actual.get(name, _nothing_like(value))
            if key.endswith("!"):
                yield from _exactly(found, value, here)
            else:
                yield from differences(found, value, here)
    elif where in _LISTS:
        yield from _in_order(actual, expected, where)
    elif not _same(actual, expected):
        yield f"{where}: expected {_shown(expected)}, got {_shown(actual)}"


def _bare(key: str) -> str:
    return key.removesuffix("!")


def _keys(table: Any, allowed: Collection[str], where: str) -> None:
    for key in table if isinstance(table, Mapping) else ():
        _one_of(key, allowed, f"{where}.{_bare(key)}")


def _one_of(key: str, allowed: Collection[str], where: str) -> None:
    if _bare(key) not in allowed:
        raise BadInput(where, f"is none of: {', '.join(sorted(allowed))}")


def _table(tables: Any, key: str) -> Mapping[str, Any]:
    found = tables.get(key, tables.get(f"{key}!")) if isinstance(tables, Mapping) else None
    return found if isinstance(found, Mapping) else {}


def _list(tables: Mapping[str, Any], key: str) -> list[Any]:
    found = tables.get(key)
    return found if isinstance(found, list) else []


def _nothing_like(value: Any) -> Any:
    """What stands for a key that is left out of the data: an empty table, or a zero count."""
    if isinstance(value, dict):
        return {}
    return 0 if isinstance(value, int) and not isinstance(value, bool) else None


def _exactly(actual: Any, expected: Any, where: str) -> Iterator[str]:
    if isinstance(expected, dict) and isinstance(actual, dict):
        kept = {k for k, v in expected.items() if v not in (0, {})}
        surplus = [f"{key} = {_shown(actual[key])}" for key in actual if key not in kept]
        if surplus:
            yield f"{where}: expected nothing more, got {', '.join(surplus)}"
    yield from differences(actual, expected, where)


def _in_order(actual: Any, expected: Any, where: str) -> Iterator[str]:
    if not isinstance(expected, list) or len(actual) != len(expected):
        yield f"{where}: expected {_shown(expected)}, got {_shown(actual)}"
        return
    for number, (found, wanted) in enumerate(zip(actual, expected, strict=True), start=1):
        yield from differences(found, wanted, f"{where} {number}")


def _same(actual: Any, expected: Any) -> bool:
    """TOML has no null: "" stands for it. Lists of names and prices have no order."""
    one, other = _plain(actual), _plain(expected)
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)


def _plain(value: Any) -> Any:
    if value == "":
        return None
    return sorted(value, key=str) if isinstance(value, list) else value


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(_shown(item) for item in value) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{k} = {_shown(v)}" for k, v in value.items()) + " }"
    if isinstance(value, bool):
        return str(value).lower()
    return "nothing" if value is None else repr(value)
