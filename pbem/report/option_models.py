"""A choice and a group of choices, as they are listed in a mail (see `options`)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Option:
    """A choice.

    order: in the order language, one line; note: what it costs and brings, or ""
    others: other targets for the same line, by name
    """

    order: str
    note: str = ""
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """Choices that belong together, with a title and what is to be known about all of them."""

    title: str
    remarks: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
