"""Every refusal of the rules as a sentence: they know codes and values only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pbem.ground.errors import Refusal
from pbem.ground.messages import Message, say
from pbem.rules.play import Warn


@dataclass(frozen=True, slots=True)
class RefusalRow:
    """What a code says.

    why: which of several sentences of one code, "" if it has one only
    rule: the section of the rules
    sentence: with the parameters that the refusal must have, still without values
    """

    code: str
    why: str
    rule: str
    sentence: Message


ROWS: Final[tuple[RefusalRow, ...]] = ()
_BY_CODE: Final[Mapping[tuple[str, str], RefusalRow]] = {(row.code, row.why): row for row in ROWS}


def sentence_of(refusal: Refusal | Warn) -> Message:
    """The sentence of a refusal, or of a warning, with its values.

    One that brings its own sentence has been read from text, where it stands beside its reading.
    """
    own = refusal.message if isinstance(refusal, Warn) else refusal.sentence
    if isinstance(own, Message):
        return own
    if own is not None:
        return say("{said}", said=own)
    why = "" if isinstance(refusal, Warn) else refusal.why
    row = _BY_CODE.get((refusal.code, why))
    if row is None:
        return say("{said}", said=str(refusal))
    return Message(row.sentence.text, refusal.values, row.sentence.plural)
