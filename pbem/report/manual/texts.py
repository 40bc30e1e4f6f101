"""The rules and the order language as texts of the product, by section, rule or order.

The numbers are those that refusals and the code name. The texts lie in `templates/manual/`; one in
another language is `templates/manual/<language>/`; else it is English.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from pbem.board.load import data_folder
from pbem.ground.messages import say
from pbem.orders.verbs.manual import help_page
from pbem.orders.verbs.table import VERBS
from pbem.report.language.voice import Voice
from pbem.report.layout import wrap
from pbem.report.manual.pages import laid_out

_SECTION: Final = re.compile(r"^## (\d+)\. .*$", re.MULTILINE)
_RULE: Final = re.compile(r"^(\d+)\. ", re.MULTILINE)
_AT_MARGIN: Final = re.compile(r"(?<=\n)(?=\S)")
_NUMBER: Final = re.compile(r"(\d{1,3})(?:\.(\d{1,3}))?\.?")
_PAGES: Final = re.compile(r"^\{\{ (.+) \}\}$", re.MULTILINE)
LONGEST_NUMBER: Final = 20
"""Characters of what was asked for that an answer repeats."""


@dataclass(frozen=True, slots=True)
class Section:
    """A section of one of the texts.

    text: all of it, its title first
    rules: number within the section -> that rule alone, such as 9 for rule 5.9
    """

    text: str
    rules: Mapping[int, str]

    @property
    def title(self) -> str:
        """The title with its number: `5. Maneuver`."""
        return self.text.splitlines()[0].removeprefix("## ")


def rules_text(wanted: str, voice: Voice) -> str:
    """The rules, or a section of them (`5`), or a rule (`5.9`), in lines of at most 72 characters.

    If there is no such thing, that is said, with the sections that there are.
    """
    text = _text("rules.md", voice.language)
    if not wanted.strip():
        return text
    return _found(wanted.strip(), sections(text)) or _contents(wanted.strip(), text, voice)


def has_rule(wanted: str) -> bool:
    """Whether the rules have that section or rule; "" is all of them."""
    return not wanted.strip() or bool(_found(wanted.strip(), sections(_text("rules.md", ""))))


def has_order(wanted: str) -> bool:
    """Whether the order language has that order, in any spelling, or that section; "" is all."""
    if wanted.strip()[:1].isdigit():
        return bool(_found(wanted.strip(), sections(_text("orders.md", ""))))
    return not wanted.strip() or bool(help_page(wanted).title)


def orders_text(wanted: str, voice: Voice) -> str:
    """The order language, or a section of it (`5`), or the help on an order (`INVEST`)."""
    if wanted.strip() and not wanted.strip()[0].isdigit():
        return laid_out(help_page(wanted), voice)
    source = _text("orders.md", voice.language)
    rest = _not_named(source)
    text = _PAGES.sub(lambda match: _pages(match[1].replace("*", rest), voice), source)
    if not wanted.strip():
        return text
    return _found(wanted.strip(), sections(text)) or _contents(wanted.strip(), text, voice)


def _not_named(source: str) -> str:
    """The words of all orders that have no place of their own in the text."""
    named = {word for match in _PAGES.finditer(source) for word in match[1].split()}
    there = dict.fromkeys(verb.word for verb in VERBS)
    return " ".join(word for word in there if word not in named)


def _pages(words: str, voice: Voice) -> str:
    """The help on several orders, one below the other, each under its name."""
    pages = ((word, laid_out(help_page(word), voice).rstrip()) for word in words.split())
    return "\n\n".join(f"### {word}\n\n{page}" for word, page in pages)


def _found(wanted: str, known: Mapping[int, Section]) -> str:
    """The section or rule of that number; "" if there is none."""
    number = _NUMBER.fullmatch(wanted)
    section = known.get(int(number[1])) if number else None
    if number is None or section is None:
        return ""
    if number[2] is None:
        return section.text
    rule = section.rules.get(int(number[2]))
    return f"## {section.title}\n\n{rule}" if rule else ""


def _contents(wanted: str, text: str, voice: Voice) -> str:
    sentence = say("There is no section or rule {said}. These are the sections:",
                   said=wanted[:LONGEST_NUMBER])  # fmt: skip
    titles = (section.title for section in sections(text).values())
    return "\n".join((wrap(voice(sentence)), *(f"  {title}" for title in titles), ""))


@lru_cache(maxsize=16)
def sections(text: str) -> Mapping[int, Section]:
    """The sections of a text by their numbers."""
    starts = [*_SECTION.finditer(text)]
    ends = [*(match.start() for match in starts[1:]), len(text)]
    return {
        int(match[1]): _section(text[match.start() : end].rstrip() + "\n")
        for match, end in zip(starts, ends, strict=True)
    }


def _section(text: str) -> Section:
    """A section with its numbered rules; a line that stands at the margin ends a rule."""
    rules = {}
    for match in _RULE.finditer(text):
        end = _AT_MARGIN.search(text, match.end())
        rules[int(match[1])] = text[match.start() : end.start() if end else None].rstrip() + "\n"
    return Section(text, rules)


@lru_cache(maxsize=16)
def _text(name: str, language: str) -> str:
    folder: Path = data_folder("templates") / "manual"
    own = folder / language / name
    return (own if language and own.is_file() else folder / name).read_text(encoding="utf-8")
