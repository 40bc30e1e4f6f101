"""Sentences for people before they are in any language.

A `Message` is the English sentence of the catalogue and its parameters, as data. Whoever writes to
somebody puts it into that reader's language (`pbem.report.language`); what is kept is kept as data.

    say("No army of {nation} is in {region}.", nation=china, region=delhi)
    count("{number} unit is left.", "{number} units are left.", left)

A parameter's kind follows from its name, or stands behind a colon: `{target:region}`. It says how
the value is shown: a nation's id as the name on the board, a number as the reader writes numbers.
Names always stand uninflected: after a colon, in a list, or where English does not inflect them and
a translator can put them behind one (see `KINDS`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from string import Formatter
from typing import Final, Union

Value = Union[
    str, int, date, datetime, timedelta, "Message", "Coded", Exception, "tuple[Value, ...]", None
]
"""What a parameter may be. A tuple is shown as a list; a refusal as its sentence."""

Plain = str | int | tuple[str, ...]
"""What a value may be that is kept in files, or said by the rules."""

KINDS: Final = frozenset(
    {
        "nation", "region", "canal", "space", "player",  # ids, shown by their names
        "place",   # a region within an English sentence: "the North Sea", "Korea"
        "unit",    # `Unit`, in the singular; `units`: in the plural
        "units",
        "number",  # as the reader writes numbers
        "money",   # millions
        "day", "time", "span",  # a date; a moment, in the reader's zone; a length of time
        "clock",   # a moment within a week, shortly: a day of the week and a time of day
        "order",   # a piece of the order language: the same in every language
        "choice",  # likewise; of several, one is meant: a list with "or"
        "said",    # a piece of what somebody wrote, or a name of nobody's: as it is
        "message", # another message, or a refusal
    }
)  # fmt: skip
"""How a parameter is shown."""

PLURALS: Final = {"nations": "nation", "regions": "region", "places": "place", "canals": "canal",
                  "players": "player", "spaces": "space", "orders": "order",
                  "messages": "message",
                  "choices": "choice"}  # fmt: skip
"""Names of lists -> the kind of what they list."""


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence of the catalogue with its parameters.

    text: in English, a parameter's name in braces, the key of the catalogue
    values: name -> value
    plural: of a sentence about a number of things, the English text for several; `number` is how
        many
    """

    text: str
    values: Mapping[str, Value] = field(default_factory=dict)
    plural: str = ""

    def __hash__(self) -> int:
        return hash((self.text, self.plural, tuple(self.values.items())))

    @property
    def number(self) -> int:
        """How many things a sentence with a plural is about."""
        value = self.values["number"]
        assert isinstance(value, int)
        return value

    def filled(self, **values: Value) -> Message:
        """The same sentence with these values: of several sentences one is chosen first."""
        return Message(self.text, values, self.plural)

    def __str__(self) -> str:
        """English with the parameters as they are: for logs and errors, not for players."""
        text = self.plural if self.plural and self.number != 1 else self.text
        return "".join(
            before + ("" if name is None else _plain(self.values[name]))
            for before, name, _, _ in Formatter().parse(text)
        )


@dataclass(frozen=True, slots=True)
class Coded:
    """What the rules say, as a code and values: the catalogue has the sentence.

    why: which sentence of that code, where it has several
    values: of plain kinds only, so that it can be kept
    """

    code: str
    why: str = ""
    values: Mapping[str, Plain] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.code, self.why, tuple(self.values.items())))

    def __str__(self) -> str:
        """For logs, programmers and operators: `too-many (used 13, supply 10)`."""
        told = ", ".join(f"{name} {_plain(value)}" for name, value in self.values.items())
        code = f"{self.code}, {self.why}" if self.why else self.code
        return f"{code} ({told})" if told else code


def say(text: str, /, **values: Value) -> Message:
    """A sentence; the values' names are those in its braces."""
    return Message(text, values)


def count(one: str, several: str, number: int, /, **values: Value) -> Message:
    """A sentence about a number of things, in the catalogue with its plural forms.

    :param one: for one of them; :param several: for none or more, both may show `{number}`
    """
    return Message(one, {"number": number, **values}, several)


def kind_of(name: str, given: str = "") -> str:
    """How the parameter of that name is shown; `given` is what stands behind the colon."""
    word = given or name
    kind = PLURALS.get(word, word)
    return kind if kind in KINDS else "said"


def _plain(value: Value) -> str:
    return ", ".join(map(_plain, value)) if isinstance(value, tuple) else str(value)
