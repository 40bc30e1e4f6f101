"""The one table of refusals and warnings: what each code means, by which rule, with an example.

The rules know codes and values only; their sentences are here (`refusals_units`,
`refusals_nations`). What the order language refuses brings its sentence along, since that stands
where the order is read. A new code is a new entry; tests hold the entries to what the rules pass
on, and each example to being refused with its code.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pbem.ground.errors import Refusal
from pbem.ground.messages import Coded, Message, say
from pbem.report.language import refusals_nations, refusals_orders, refusals_units
from pbem.report.language.refusal_models import RefusalEntry
from pbem.rules.play import Warn

OF_THE_RULES: Final[tuple[RefusalEntry, ...]] = tuple(
    sorted((*refusals_units.ENTRIES, *refusals_nations.ENTRIES), key=lambda entry: entry.code)
)
OF_THE_ORDERS: Final[tuple[RefusalEntry, ...]] = refusals_orders.ENTRIES
_BY_CODE: Final[Mapping[tuple[str, str], Message]] = {
    (entry.code, why): sentence
    for entry in OF_THE_RULES
    for why, sentence in entry.sentences.items()
}


def sentence_of(told: Refusal | Warn | Coded) -> Message:
    """The sentence of a refusal or a warning, with its values."""
    own = None
    if isinstance(told, Refusal):
        own = told.sentence
    elif isinstance(told, Warn):
        own = told.message
    if isinstance(own, str):
        return say("{said}", said=own)
    if own is not None:
        return own
    sentence = _BY_CODE[told.code, told.why]
    return Message(sentence.text, told.values, sentence.plural)


@dataclass(frozen=True, slots=True)
class Listed:
    """A code as it is listed for people: its rules, what it says in English, an example."""

    code: str
    rules: tuple[str, ...]
    sentences: tuple[str, ...]
    example: str


def listed() -> tuple[Listed, ...]:
    """All codes of refusals and warnings, in alphabetical order, parameters in braces."""
    entries = sorted((*OF_THE_RULES, *OF_THE_ORDERS), key=lambda entry: entry.code)
    return tuple(
        Listed(
            entry.code,
            entry.rules,
            tuple(_shown(sentence) for sentence in entry.sentences.values()),
            entry.example,
        )
        for entry in entries
    )


def _shown(sentence: Message) -> str:
    """A sentence with its parameters in braces, without their kinds."""
    return re.sub(r"\{(\w+):\w+\}", r"{\1}", sentence.plural or sentence.text)
