"""The one table of refusals and warnings: what each code means, by which rule, with an example.

The rules know codes and values only; their sentences are here (`refusals_units`,
`refusals_nations`). What the order language refuses brings its sentence along, since that stands
where the order is read. A new code is a new entry; tests hold the entries to what the rules pass
on, and each example to being refused with its code.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pbem.ground.errors import Refusal
from pbem.ground.messages import Coded, Message, say
from pbem.report import refusals_nations, refusals_units
from pbem.report.refusal_models import Entry
from pbem.rules.play import Warn

OF_THE_RULES: Final[tuple[Entry, ...]] = tuple(
    sorted((*refusals_units.ENTRIES, *refusals_nations.ENTRIES), key=lambda entry: entry.code)
)
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
