"""A choice and a group of choices, as they are listed in a mail (see `options`)."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.ground.messages import Message


@dataclass(frozen=True, slots=True)
class Option:
    """A choice.

    order: in the order language, one line; note: what it costs and brings, if anything
    others: other places for the same line, by name: each stands in place of its last one
    arrow: whether that is where a move leads; convoy: those to which it leads by convoy
    """

    order: str
    note: Message | None = None
    others: tuple[str, ...] = ()
    arrow: bool = False
    convoy: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """Choices that belong together, with a title and what is to be known about all of them.

    apart: whether a blank line stands before it
    """

    title: Message | None
    remarks: tuple[Message, ...] = ()
    options: tuple[Option, ...] = ()
    apart: bool = True
