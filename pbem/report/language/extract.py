"""The list of all sentences, for translators: `python -m pbem.report.language.extract`.

It writes `templates/catalogues/pbem.pot`: what the code says by `say` and `count`, what the mails'
templates say, and the names of the boards. A translation begins as a copy of it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages import Catalog
from babel.messages.pofile import write_po
from jinja2 import Environment
from jinja2.ext import extract_from_ast

import pbem
from pbem.board.ids import Space, Unit
from pbem.board.load import data_folder, game_ids, load_game
from pbem.report.language.catalogue import FOLDER

TEMPLATE: Final = "pbem.pot"
_FUNCTIONS: Final = ("say", "count")
_JINJA: Final = Environment(autoescape=False, trim_blocks=True, lstrip_blocks=True)
_NOT_FOR_PLAYERS: Final = ("cli", "demo", "scenario")
"""Packages that speak to the operator, in English."""

Found = tuple[str, str | tuple[str, ...], str | None]
"""A file, the sentence or its forms, the context of a name."""


def extracted() -> Catalog:
    """All sentences and names, in the order of their files."""
    catalog = Catalog(project="pbem", charset="utf-8", fuzzy=False)
    for file, text, context in (*_sentences(), *_names()):
        catalog.add(text, locations=[(file, 0)], context=context)
    return catalog


def template_path() -> Path:
    """The file that translators copy."""
    return data_folder("templates") / FOLDER / TEMPLATE


def template_bytes() -> bytes:
    """What that file holds."""
    file = BytesIO()
    write_po(file, extracted(), width=100, omit_header=True, include_lineno=False)
    return _HEADER + file.getvalue()


_HEADER: Final = b"""# All sentences of pbem's mails. To add a language: copy this file to
# <code>.po, name the language and its plural forms below, and fill in what is empty.
# Names in braces are filled in; keep all of them. Words in capitals are orders.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Language: \\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

"""


def _sentences() -> Iterator[Found]:
    package = Path(pbem.__file__).parent
    for path in sorted(package.rglob("*.py")):
        name = path.relative_to(package)
        if name.parts[0] not in _NOT_FOR_PLAYERS:
            for text in _said(ast.parse(path.read_text(encoding="utf-8"))):
                yield f"pbem/{name.as_posix()}", text, None
    templates = data_folder("templates")
    for path in sorted(templates.glob("*.j2")):
        tree = _JINJA.parse(path.read_text(encoding="utf-8"))
        for _, _, found in extract_from_ast(tree, _FUNCTIONS):
            if found:
                yield f"templates/{path.name}", _forms(found), None


def _said(tree: ast.Module) -> Iterator[str | tuple[str, ...]]:
    """What a file says by `say` and `count`, where the English text stands in the call."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            number = {"say": 1, "count": 2}.get(node.func.id, 0)
            texts = [
                arg.value
                for arg in node.args[:number]
                if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
            ]
            if number and len(texts) == number:
                yield texts[0] if number == 1 else tuple(texts)


def _forms(found: str | tuple[str | None, ...]) -> str | tuple[str, ...]:
    """The texts of a call in a template, whose other arguments are None."""
    texts = (found,) if isinstance(found, str) else tuple(text for text in found if text)
    return texts[0] if len(texts) == 1 else texts[:2]


def _names() -> Iterator[Found]:
    """The names on the boards, and those of rondel spaces and units, each with its kind."""
    for ident in game_ids():
        board, file = load_game(ident).board, f"games/{ident}/board.toml"
        for nation in board.nations.values():
            yield file, nation.name, "nation"
        for region in board.regions.values():
            yield file, region.name, "region"
            if board.is_sea(region.id):
                yield file, f"the {region.name}", "place"
        for canal in board.canals.values():
            yield file, canal.name, "canal"
    for space in Space:
        word, _, letter = space.value.partition("-")
        yield "pbem/board/ids.py", f"{word} {letter.upper()}".strip(), "space"
    for unit in Unit:
        yield "pbem/board/ids.py", unit.value, "unit"
        yield "pbem/board/ids.py", unit.plural, "unit"


if __name__ == "__main__":
    template_path().write_bytes(template_bytes())
