"""The rules as they are played here, by section: what refusals and the code name by number."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from pbem.board.load import data_folder
from pbem.ground.errors import BadInput

_SECTION: Final = re.compile(r"^## (\d+)\. .*$", re.MULTILINE)
_RULE: Final = re.compile(r"^(\d+)\. ", re.MULTILINE)
_AT_MARGIN: Final = re.compile(r"(?<=\n)(?=\S)")
_NUMBER: Final = re.compile(r"(\d+)(?:\.(\d+))?\.?")


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the rules.

    number: as in "section 5"; text: all of it, its title first
    rules: number within the section -> the rule's own text, such as 9 for rule 5.9
    """

    number: int
    text: str
    rules: Mapping[int, str]

    @property
    def title(self) -> str:
        """The title with its number: `5. Maneuver`."""
        return self.text.splitlines()[0].removeprefix("## ")


def rules_text(wanted: str = "") -> str:
    """The rules, or a section (`5`), or a rule of it (`5.9`), in lines of at most 72 characters.

    :raises BadInput: there is no such section or rule; the reason names those that there are
    """
    sections = rule_sections()
    if not wanted.strip():
        return _file("rules.md")
    number = _NUMBER.fullmatch(wanted.strip())
    section = sections.get(int(number[1])) if number else None
    if number is None or section is None:
        known = "; ".join(each.title for each in sections.values())
        raise BadInput(f"section {wanted.strip()[:20]}", f"there is none. There are: {known}")
    if number[2] is None:
        return section.text
    rule = section.rules.get(int(number[2]))
    if rule is None:
        raise BadInput(
            f"rule {wanted.strip()[:20]}",
            f"there is none in section {section.title}, but {_known(section)}",
        )
    return f"## {section.title}\n\n{rule}"


def _known(section: Section) -> str:
    numbers = [f"{section.number}.{rule}" for rule in section.rules]
    return f"{numbers[0]} to {numbers[-1]}" if numbers else "what it says as a whole"


@lru_cache(maxsize=1)
def rule_sections() -> Mapping[int, Section]:
    """The sections of the rules by their numbers."""
    text = _file("rules.md")
    starts = [*_SECTION.finditer(text)]
    ends = [*(match.start() for match in starts[1:]), len(text)]
    return {
        int(match[1]): _section(int(match[1]), text[match.start() : end].rstrip() + "\n")
        for match, end in zip(starts, ends, strict=True)
    }


def _section(number: int, text: str) -> Section:
    """A section with its numbered rules; a line that stands at the margin ends a rule."""
    rules = {}
    for match in _RULE.finditer(text):
        end = _AT_MARGIN.search(text, match.end())
        rules[int(match[1])] = text[match.start() : end.start() if end else None].rstrip() + "\n"
    return Section(number, text, rules)


@lru_cache(maxsize=4)
def _file(name: str) -> str:
    return (data_folder("templates") / "manual" / name).read_text(encoding="utf-8")
