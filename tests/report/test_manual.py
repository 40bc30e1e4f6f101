"""The rules as a text of the product: found by number, and all that the code cites is in it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.ground.errors import BadInput
from pbem.report.manual import rule_sections, rules_text

PBEM = Path(__file__).parents[2] / "pbem"


def cited() -> Iterator[tuple[str, str]]:
    """Where a docstring or a refusal names a section of the rules, and which."""
    for path in sorted((PBEM / "rules").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
                continue
            whole = re.fullmatch(r"\d\d?\.\d\d?|1[0-2]|[1-9]", node.value)
            named = re.findall(r"\bsections? (\d\d?(?:\.\d\d?)?)", node.value)
            bracketed = re.findall(r"\((\d\d?\.\d\d?)\)", node.value)
            for number in (*([whole[0]] if whole else ()), *named, *bracketed):
                yield path.name, number


@pytest.mark.parametrize(("file", "number"), sorted(set(cited())))
def test_what_the_code_cites_is_there(file: str, number: str) -> None:
    assert rules_text(number).startswith("## ")


def test_sections_and_rules_are_found_by_number() -> None:
    assert list(rule_sections()) == list(range(1, 13))
    assert [*rule_sections()[5].rules] == list(range(1, 12))
    assert rules_text("5").startswith("## 5. Maneuver\n\nFirst fleets, then armies, then flags.")
    assert rules_text(" 5.9 ") == (
        "## 5. Maneuver\n\n"
        "9. *Battles.* As with fleets: the active nation may fight units in a\n"
        "   land region where it has an army (or, in its own port, a fleet that\n"
        "   has not left), one for one. A nation with units in a region may fight\n"
        "   those that have just moved in, or have just become hostile there. An\n"
        "   army and a fleet fight each other only while the fleet is in port in\n"
        "   that province. The attacker says whether it fights an army or a\n"
        "   fleet.\n"
    )
    assert "*Flags*" not in rules_text("5.10")
    assert all(section.text in rules_text() for section in rule_sections().values())


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        ("13", "5. Maneuver; 6. Taxation"),
        ("five", "5. Maneuver; 6. Taxation"),
        ("5.12", "5.1 to 5.11"),
        ("8.1", "what it says as a whole"),
    ],
)
def test_what_is_not_there_is_told_with_what_is(wanted: str, told: str) -> None:
    with pytest.raises(BadInput, match=re.escape(told)):
        rules_text(wanted)


def test_it_fits_into_a_mail() -> None:
    assert max(map(len, rules_text().splitlines())) <= 72
