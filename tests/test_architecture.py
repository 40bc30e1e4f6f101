"""The shape of the code: who may import whom, what the rules may know, what files must have."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from pbem.board.load import game_ids, load_game

PBEM = Path(__file__).parents[1] / "pbem"
ORDER = (
    "ground", "board", "rules", "timing", "orders", "store", "report", "mail", "service", "demo",
    "scenario", "tournament", "cli",
)  # fmt: skip
#: The rooms of the order language, of which each imports from those to its left; "" is the house.
ROOMS = ("text", "verbs", "reader", "ahead", "parser", "")
FILES = sorted(PBEM.rglob("*.py"))
RULES = sorted((PBEM / "rules").rglob("*.py"))
LONGEST = 500
NOT_FOR_RULES = {
    "os", "sys", "io", "pathlib", "time", "datetime", "locale", "socket", "subprocess", "shutil",
    "tempfile", "logging", "textwrap", "string", "re", "jinja2", "rich", "typer", "tomllib",
    "tomli_w", "json", "email", "random", "secrets",
}  # fmt: skip
MAY = {"setup.py": {"random"}}

Defined = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@cache
def parsed(path: Path) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"))


def name_of(path: Path) -> str:
    """The file as it is shown in test names."""
    return str(path.relative_to(PBEM))


def imports(path: Path) -> Iterator[str]:
    """The modules that a file imports, wherever in it, `from pbem import x` as `pbem.x`."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name_of(path)}, line {node.lineno}: relative import"
            module = node.module or ""
            if module == "pbem":
                yield from (f"pbem.{alias.name}" for alias in node.names)
            else:
                yield module


def package_of(module: str) -> str | None:
    """The package of ours that a module belongs to; "" for the ground floor, None for others'."""
    parts = module.split(".")
    if parts[0] != "pbem":
        return None
    return parts[1] if len(parts) > 1 and (PBEM / parts[1]).is_dir() else ""


def test_the_packages_are_those_of_the_order() -> None:
    folders = {p.parent.name for p in PBEM.glob("*/__init__.py")}
    assert folders == set(ORDER)


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_imports_go_to_the_left_only(path: Path) -> None:
    """Of the files beside the packages `errors.py` is an older name, and `__main__.py` the roof."""
    parent = path.relative_to(PBEM).parts[0]
    allowed = ORDER[: ORDER.index(parent) + 1] if parent in ORDER else ("ground",)
    if parent == "__main__.py":
        allowed = ORDER
    for module in imports(path):
        package = package_of(module)
        assert package in (None, "", *allowed), f"imports {module}"


ORDERS = sorted((PBEM / "orders").rglob("*.py"))


def room_of(module: str) -> str | None:
    """The room of the order language that a module belongs to; None if to none."""
    parts = module.split(".")
    if parts[:2] != ["pbem", "orders"]:
        return None
    return parts[2] if len(parts) > 3 or (len(parts) == 3 and parts[2] in ROOMS) else ""


@pytest.mark.parametrize("path", ORDERS, ids=name_of)
def test_rooms_of_the_order_language_import_to_the_left_only(path: Path) -> None:
    parent = path.relative_to(PBEM / "orders").parts[0]
    own = parent if parent in ROOMS else ""
    for module in imports(path):
        assert room_of(module) in (None, *ROOMS[: ROOMS.index(own) + 1]), f"imports {module}"


def test_no_file_of_the_order_language_needs_itself() -> None:
    """Also not through others."""
    needs: dict[str, set[str]] = {}
    for path in ORDERS:
        relative = path.relative_to(PBEM.parent).with_suffix("")
        name = ".".join(relative.parts).removesuffix(".__init__")
        needs[name] = {m for m in imported_files(path) if m.startswith("pbem.orders")}
    assert list(TopologicalSorter(needs).static_order())


def imported_files(path: Path) -> Iterator[str]:
    """The modules that a file imports, also where they stand behind `from a.package import`."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.ImportFrom) and node.module:
            below = [f"{node.module}.{alias.name}" for alias in node.names]
            files = [m for m in below if (PBEM.parent / f"{m.replace('.', '/')}.py").is_file()]
            yield from files or [node.module]


@pytest.mark.parametrize("path", RULES, ids=name_of)
def test_rules_know_no_world(path: Path) -> None:
    """No file, no clock, no chance (but for the deal), no text formatting."""
    heads = {module.split(".")[0] for module in imports(path)}
    assert not heads & NOT_FOR_RULES - MAY.get(path.name, set())


@pytest.mark.parametrize("path", RULES, ids=name_of)
def test_rules_know_no_edition(path: Path) -> None:
    """No id, title or year of an edition in a string: editions are data."""
    titles = {load_game(ident).rules.title for ident in game_ids()}
    names = {*game_ids(), *titles, "imperial", "2006", "2009", "2010", "2030"}
    pattern = re.compile("|".join(sorted(map(re.escape, names), key=len, reverse=True)), re.I)
    docstrings = set(map(id, docstring_nodes(parsed(path))))
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            assert id(node) in docstrings or not pattern.search(node.value), node.value


@pytest.mark.parametrize("path", RULES, ids=name_of)
def test_rules_print_nothing_and_open_nothing(path: Path) -> None:
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in {"open", "print", "input", "exec", "eval", "__import__"}


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_everything_public_has_a_docstring(path: Path) -> None:
    tree = parsed(path)
    if path.read_text(encoding="utf-8").strip():
        assert ast.get_docstring(tree), "the module has none"
    missing = [d.name for d in public(tree) if not ast.get_docstring(d)]
    assert not missing


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_no_file_is_too_long(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST


def public(tree: ast.Module | ast.ClassDef) -> Iterator[Defined]:
    """Functions and classes that others may use, and the methods of such classes."""
    for node in tree.body:
        if isinstance(node, Defined) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                yield from public(node)


def docstring_nodes(tree: ast.Module) -> Iterator[ast.Constant]:
    """Strings that stand alone: docstrings of modules, classes, functions and attributes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value
