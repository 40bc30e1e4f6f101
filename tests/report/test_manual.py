"""The rules as a text of the product: found by number, and all that the code cites is in it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from pbem.orders.verbs.manual import manual
from pbem.orders.verbs.table import VERBS
from pbem.report.language.voice import Voice
from pbem.report.manual import texts
from pbem.report.manual.texts import Section, has_rule, sections

VOICE = Voice()
PBEM = Path(__file__).parents[2] / "pbem"


def rules_text(wanted: str = "") -> str:
    return texts.rules_text(wanted, VOICE)


def rule_sections() -> Mapping[int, Section]:
    return sections(rules_text())


def cited() -> Iterator[tuple[str, str]]:
    """Where a docstring or a refusal names a section of the rules, and which."""
    for path in sorted((PBEM / "rules").rglob("*.py")):
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


@pytest.mark.parametrize("wanted", ["13", "five", "5.12", "8.1", "9" * 400])
def test_what_is_not_there_is_told_with_what_is(wanted: str) -> None:
    told = rules_text(wanted)
    assert told.startswith(f"There is no section or rule {wanted[:20]}.")
    assert "\n  5. Maneuver\n  6. Taxation\n" in told
    assert not has_rule(wanted)


def test_they_fit_into_a_mail() -> None:
    for text in (rules_text(), texts.orders_text("", VOICE)):
        assert max(map(len, text.splitlines())) <= 72


def test_every_order_has_its_page_in_the_text_on_orders() -> None:
    text = texts.orders_text("", VOICE)
    assert "{{" not in text
    for verb in VERBS:
        assert texts.orders_text(verb.word, VOICE).rstrip() in text, verb.title
    assert len(manual()) > 40


def test_a_section_of_the_order_language() -> None:
    assert texts.orders_text("6", VOICE).startswith(
        "## 6. At any time\n\n### GIVE\n\nGIVE <n> TO <nation>"
    )
    assert "no section or rule 77" in texts.orders_text("77", VOICE)
