"""The table of refusals says what the rules pass on, and each example is refused as it says."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from pbem.ground.errors import IllegalRefusal
from pbem.report.language.catalogue import places
from pbem.report.language.refusals import OF_THE_RULES
from pbem.report.language.voice import Voice

RULES = Path(__file__).parents[2] / "pbem" / "rules"
OTHERS = {"rule", "legal", "part", "because", "said", "meant", "why"}
"""What a refusal is given beside the values of its sentence."""
COMPLETED = {
    "no-way": {"origin", "target"},  # by `refuse_army_move`
    "canal-closed": {"origin", "target"},
    "number-of-pairs": {"number", "wanted"},  # by `checked_pairs`
}
BY_CODE = {entry.code: entry for entry in OF_THE_RULES}
FOR_OPERATORS = {"invariants.py", "setup.py"}
"""Where codes say what is wrong with a file, not with an order."""
NAMED = {"FLEETS_ARE_DONE": "fleets-are-done"}


@dataclass(frozen=True)
class Site:
    """Where the rules refuse something: `whys` is None where only running tells."""

    where: str
    code: str
    whys: frozenset[str] | None
    passed: frozenset[str]
    rule: str | None

    def sentences(self) -> Iterator[tuple[str, frozenset[str]]]:
        """The sentences that it may lead to, each with its parameters."""
        found = BY_CODE[self.code].sentences
        for why in found if self.whys is None else self.whys:
            yield why, places(found[why].text) | places(found[why].plural)


def sites() -> Iterator[Site]:
    """All places in the rules."""
    for path in sorted(RULES.rglob("*.py")):
        if path.name in FOR_OPERATORS:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for function in (n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)):
            tables = dict(named_tables(function))
            for call in (n for n in ast.walk(function) if isinstance(n, ast.Call)):
                site = site_of(f"{path.name}:{call.lineno}", call, tables)
                if site:
                    yield site


def named_tables(function: ast.FunctionDef) -> Iterator[tuple[str, ast.Dict]]:
    """Values that have a name before they are passed on."""
    for node in ast.walk(function):
        match node:
            case ast.AnnAssign(target=ast.Name(name), value=ast.Dict() as values):
                yield name, values


def site_of(where: str, call: ast.Call, tables: dict[str, ast.Dict]) -> Site | None:
    """What a call refuses, if anything."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name not in {"IllegalRefusal", "SyntaxRefusal", "warn", "Coded"} or not call.args:
        return None
    code = text_of(call.args[0])
    if code is None:
        return None
    given = {k.arg: k.value for k in call.keywords if k.arg}
    rule = text_of(given["rule"]) if "rule" in given else None
    if name != "Coded":
        why = given.get("why") or (call.args[2] if name == "warn" and len(call.args) > 2 else None)
        return Site(where, code, texts_of(why), frozenset(set(given) - OTHERS), rule)
    whys = texts_of(call.args[1] if len(call.args) > 1 else None)
    values = call.args[2] if len(call.args) > 2 else ast.Dict([], [])
    if isinstance(values, ast.Name):
        values = tables[values.id]
    assert isinstance(values, ast.Dict)
    passed = {key.value for key in values.keys if isinstance(key, ast.Constant)}
    return Site(where, code, whys, frozenset(passed | COMPLETED.get(code, set())), rule)


def text_of(node: ast.expr) -> str | None:
    """A text that stands in the code; None for what is computed."""
    if isinstance(node, ast.Name):
        return NAMED.get(node.id)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def texts_of(node: ast.expr | None) -> frozenset[str] | None:
    """All texts that it may be; None if that is not to be seen."""
    if node is None:
        return frozenset({""})
    if isinstance(node, ast.IfExp):
        one, other = texts_of(node.body), texts_of(node.orelse)
        return None if one is None or other is None else one | other
    text = text_of(node)
    return None if text is None else frozenset({text})


SITES = tuple(sites())


def test_they_are_found() -> None:
    assert len(SITES) > 70


@pytest.mark.parametrize("site", SITES, ids=lambda site: f"{site.where} {site.code}")
def test_what_is_refused_is_in_the_table_with_just_the_values_that_are_passed(site: Site) -> None:
    entry = BY_CODE[site.code]
    told = dict(site.sentences())
    if site.whys is not None:
        used = frozenset().union(*told.values())
        assert all(names <= site.passed for names in told.values())
        if site.code not in COMPLETED:
            assert site.passed == used
    assert site.rule is None or site.rule in entry.rules or not entry.rules


def test_each_sentence_of_the_table_is_said_somewhere() -> None:
    said = {
        (site.code, why)
        for site in SITES
        for why, names in site.sentences()
        if names <= site.passed
    }
    assert said == {(entry.code, why) for entry in OF_THE_RULES for why in entry.sentences}


def test_the_codes_are_told_apart() -> None:
    assert len(BY_CODE) == len(OF_THE_RULES)
    assert [entry.code for entry in OF_THE_RULES] == sorted(BY_CODE)


def test_a_refusal_is_told_by_the_catalogue() -> None:
    refusal = IllegalRefusal("no-player", player="Zoe")
    assert Voice()(refusal) == "Zoe does not play in this game."
