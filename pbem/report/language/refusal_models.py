"""What the tables of refusals hold (see `refusals`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pbem.ground.messages import Message


@dataclass(frozen=True, slots=True)
class RefusalEntry:
    """What a code says.

    rules: the sections of the rules; empty for what no rule says
    example: an order that is refused so, or that brings the warning, as a player may write it
    sentences: why -> sentence, still without values; "" where the code has one sentence only.
        The parameters are those that the rules pass on; what the order language refuses has its
        sentences where it is read
    """

    code: str
    rules: tuple[str, ...]
    example: str
    sentences: Mapping[str, Message] = field(default_factory=dict)
