"""The one place where a message becomes text: in its reader's language, zone and way of writing.

    voice = Voice("de", board, ZoneInfo("Europe/Berlin"))
    voice(say("{nation} produces nothing.", nation="china"))

Names of nations, regions, canals, rondel spaces and players are put in as they stand on the board,
uninflected.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import lru_cache
from pathlib import Path
from string import Formatter
from typing import Any, Final, Literal
from weakref import WeakKeyDictionary

from babel.dates import format_date, format_datetime
from babel.lists import format_list
from babel.numbers import format_decimal

from pbem.board.ids import CanalId, NationId, RegionId, Space, Unit
from pbem.board.model import Board
from pbem.ground.errors import Refusal
from pbem.ground.messages import Coded, Message, Value, count, kind_of, say
from pbem.report.language.catalogue import SOURCE, Catalogue, catalogue
from pbem.report.language.refusals import sentence_of
from pbem.rules.play import Warn

Spoken = Message | Refusal | Warn | Coded | str
"""What has a text: a string is what somebody wrote, or what was kept before it was kept as data."""

Part = tuple[str, str, str]
"""What stands before a parameter, its name, its kind; the name is "" behind the last one."""

DAY_PATTERN: Final = say("EEE d MMM y")
TIME_PATTERN: Final = say("EEE d MMM y, HH:mm")
CLOCK_PATTERN: Final = say("EEE HH:mm")
"""How a day, a moment and one within a week are written: field symbols of Unicode's locale data
(CLDR)."""
_AS_THEY_ARE: Final = frozenset({"said", "player", "order", "choice", "message"})
"""Kinds of which texts are shown as they are."""
_WRITTEN: Final = frozenset({"money", "number"})
"""Numbers that are written as the language does; what is counted through, as turns, is not."""
LARGEST_KNOWN: Final = 1000
"""Numbers up to this are kept as they are shown."""
Shown = dict[tuple[str, str | int], str]
"""Kind and value -> how it is shown."""
_SHOWN: Final[WeakKeyDictionary[Catalogue, list[tuple[Board | None, Shown]]]] = WeakKeyDictionary()
_LISTS: Final = {SOURCE: "en_001"}  # English lists without a comma before "and"


class Voice:
    """Puts messages and refusals into one reader's language.

    :param language: a code such as `en` or `de`
    :param board: where names of nations, regions and canals are looked up; without it ids stay ids
    :param zone: in which moments are told; UTC if None
    :param overrides: a site's own folder of templates, with catalogues of its own
    """

    def __init__(
        self,
        language: str = SOURCE,
        board: Board | None = None,
        zone: tzinfo | None = None,
        overrides: Path | None = None,
    ) -> None:
        self.language = language
        self.board = board
        self.zone = zone or UTC
        self._catalogue = catalogue(language, overrides)
        self._is_source = self._catalogue.is_source
        self._known = _known_to(self._catalogue, board)
        self._shown_as: dict[str, Callable[[str], str]] = {
            "nation": self._nation,
            "region": self._region,
            "place": self._place,
            "canal": self._canal,
            "space": self._space,
            "unit": lambda unit: self._catalogue.name("unit", Unit(unit).value),
            "units": lambda unit: self._catalogue.name("unit", Unit(unit).plural),
        }

    def __call__(self, thing: Spoken) -> str:
        """The text for the reader; a string stays as it is."""
        if isinstance(thing, str):
            return thing
        if isinstance(thing, Refusal | Warn | Coded):
            thing = sentence_of(thing)
        return self.text(thing.text, thing.values, thing.plural)

    def text(self, english: str, values: Mapping[str, Any], plural: str = "") -> str:
        """The text of a message that is in its parts, as templates have it."""
        if plural:
            text = self._catalogue.sentence(english, plural, values["number"])
        else:
            text = english if self._is_source else self._catalogue.sentence(english)
        if not values:
            return text
        kinds = None if text is english else _kinds(english)
        shown = ""
        for before, name, kind in _parts(text):
            shown += before
            if name:
                value = values[name]
                kind = kinds.get(name, kind) if kinds else kind
                plain = value.__class__
                if plain is str and kind in _AS_THEY_ARE:
                    shown += value
                elif plain is int and kind not in _WRITTEN:
                    shown += str(value)
                elif (plain is str or plain is int) and (kind, value) in self._known:
                    shown += self._known[kind, value]
                else:
                    shown += self._value(value, kind)
        return shown

    def sentence(self, message: Message, number: int = 1) -> str:
        """The sentence in the reader's language, its parameters still in braces."""
        text = self._catalogue.sentence(message.text, message.plural, number)
        kinds = _kinds(message.text)
        return "".join(
            f"{before}{{{name}:{kinds.get(name, kind)}}}" if name else before
            for before, name, kind in _parts(text)
        )

    def listed(self, texts: tuple[str, ...], style: Literal["standard", "or"] = "standard") -> str:
        """Texts as a list in a sentence: `Ann, Bob and Cyd`; `nobody` if there are none.

        :param style: `or` where one of them is meant
        """
        if not texts:
            return self(say("nobody"))
        locale = _LISTS.get(self.language, self._catalogue.locale)
        return texts[0] if len(texts) == 1 else format_list(texts, style=style, locale=locale)

    def name(self, kind: str, ident: str) -> str:
        """The name of a nation, region, canal, space or unit in the reader's language."""
        known = self._known.get((kind, ident))
        if known is None:
            known = self._known[kind, ident] = self._shown_as[kind](ident)
        return known

    def _value(self, value: Value, kind: str) -> str:
        if isinstance(value, str):  # most of all: enumerations of ours are strings
            return self.name(kind, value) if kind in self._shown_as else value
        if isinstance(value, Message | Refusal | Warn | Coded):
            return self(value)
        if isinstance(value, tuple):
            texts = tuple(self._value(one, kind) for one in value)
            return self.listed(texts, "or" if kind == "choice" else "standard")
        if isinstance(value, int):
            return self._number(value, kind)
        if isinstance(value, datetime):
            return self._when(value, kind)
        if isinstance(value, date):
            return format_date(value, self(DAY_PATTERN), locale=self._catalogue.locale)
        if isinstance(value, timedelta):
            return self._span(value)
        return self(say("nobody")) if value is None else str(value)

    def _number(self, value: int, kind: str) -> str:
        if kind not in _WRITTEN:
            return str(value)
        known = self._known.get((kind, value))
        if known is None:
            known = format_decimal(value, locale=self._catalogue.locale)
            if kind == "money":
                known = self(say("{said}M", said=known))
            if abs(value) <= LARGEST_KNOWN:
                self._known[kind, value] = known
        return known

    def _nation(self, ident: str) -> str:
        if self.board is None or ident not in self.board.nations:
            return ident
        return self._catalogue.name("nation", self.board.nations[NationId(ident)].name)

    def _region(self, ident: str) -> str:
        if self.board is None or ident not in self.board.regions:
            return ident
        return self._catalogue.name("region", self.board.regions[RegionId(ident)].name)

    def _place(self, ident: str) -> str:
        """Translations that have no place of that name use the region's own name."""
        name = self._region(ident)
        if self.board is None or ident not in self.board.regions:
            return name
        if not self.board.is_sea(RegionId(ident)):
            return name
        english = f"the {self.board.regions[RegionId(ident)].name}"
        place = self._catalogue.name("place", english)
        return place if place != english or self._catalogue.is_english else name

    def _canal(self, ident: str) -> str:
        if self.board is None or ident not in self.board.canals:
            return ident
        return self._catalogue.name("canal", self.board.canals[CanalId(ident)].name)

    def _space(self, ident: str) -> str:
        word, _, letter = Space(ident).value.partition("-")
        return self._catalogue.name("space", f"{word} {letter.upper()}".strip())

    def _when(self, when: datetime, kind: str) -> str:
        if kind == "clock":
            pattern, local = self(CLOCK_PATTERN), when.astimezone(self.zone)
            return format_datetime(local, pattern, locale=self._catalogue.locale)
        return self._day(when) if kind == "day" else self._moment(when)

    def _day(self, when: datetime) -> str:
        local = when.astimezone(self.zone)
        return format_date(local.date(), self(DAY_PATTERN), locale=self._catalogue.locale)

    def _moment(self, when: datetime) -> str:
        local = when.astimezone(self.zone)
        clock = format_datetime(local, self(TIME_PATTERN), locale=self._catalogue.locale)
        if _comes_twice(local):  # when summer time ends
            offset = f"{local:UTC%z}"
            return self(
                say("{clock} ({zone}, {offset})", clock=clock, zone=str(self.zone), offset=offset)
            )
        return self(say("{clock} ({zone})", clock=clock, zone=str(self.zone)))

    def _span(self, passing: timedelta) -> str:
        """`1 day 12 hours`, `20 minutes`; beside days, no minutes."""
        minutes = int(passing.total_seconds()) // 60
        days, rest = divmod(minutes, 24 * 60)
        hours, rest = divmod(rest, 60)
        parts = [
            count("{number} day", "{number} days", days),
            count("{number} hour", "{number} hours", hours),
            count("{number} minute", "{number} minutes", 0 if days else rest),
        ]
        told = " ".join(self(part) for part in parts if part.number)
        return told or self(say("less than a minute"))


def _known_to(texts: Catalogue, board: Board | None) -> Shown:
    """How names and small numbers are shown to all who have that catalogue and that board.

    A catalogue that has changed on the disk is another one.
    """
    boards = _SHOWN.setdefault(texts, [])
    for known, shown in boards:
        if known is board:
            return shown
    boards.append((board, {}))
    return boards[-1][1]


@lru_cache(maxsize=8192)
def _parts(text: str) -> tuple[Part, ...]:
    """A sentence in pieces; read once, since the same sentences come again and again."""
    return tuple(
        (before, name or "", kind_of(name, given or "") if name else "")
        for before, name, given, _ in Formatter().parse(text)
    )


@lru_cache(maxsize=8192)
def _kinds(english: str) -> dict[str, str]:
    """Parameter -> kind, which only the English sentence says."""
    return {name: kind for _, name, kind in _parts(english) if name}


def _comes_twice(local: datetime) -> bool:
    return local.utcoffset() != local.replace(fold=1 - local.fold).utcoffset()
