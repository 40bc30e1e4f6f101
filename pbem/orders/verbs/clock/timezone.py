"""`SET TIMEZONE <zone>`: the zone in which the player reads times."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from zoneinfo import available_timezones

from rapidfuzz import fuzz, process

from pbem.board.model import Board
from pbem.ground.errors import AmbiguousRefusal, SyntaxRefusal
from pbem.ground.messages import say
from pbem.orders.text.words import cut, head, tidy
from pbem.orders.verbs.verb import Form, Kind, Said, Verb

ALIKE = 75  # of 100
SUGGESTED = 5
_BETWEEN_WORDS = re.compile(r"[\s_-]+")


@dataclass(frozen=True, slots=True)
class ZoneIs:
    """The zone, by its full name."""

    zone: str


def parse(said: Said) -> ZoneIs:
    """The zone that is meant.

    :raises SyntaxRefusal: `incomplete`, `unknown-name`
    :raises AmbiguousRefusal: `several-zones`
    """
    return ZoneIs(find_zone(tidy(head(said.rest)[1])))


def written(_: Board, zone: ZoneIs) -> str:
    """`SET TIMEZONE Europe/Athens`."""
    return f"SET TIMEZONE {zone.zone}"


def find_zone(text: str) -> str:
    """A zone by its name or the last part of it, however it is spelt: `athens`.

    :raises SyntaxRefusal: `incomplete`, `unknown-name`
    :raises AmbiguousRefusal: `several-zones`
    """
    if not text:
        raise SyntaxRefusal("incomplete", say("Which time zone?"), legal=VERB.legal)
    wanted = _plain(text)
    whole = [zone for zone in _zones() if _plain(zone) == wanted]
    found = whole or [zone for zone in _zones() if _plain(zone.rpartition("/")[2]) == wanted]
    if len(found) == 1:
        return found[0]
    if found:
        raise AmbiguousRefusal(
            "several-zones",
            say('"{said}" fits several time zones.', said=cut(text)),
            legal=tuple(f"SET TIMEZONE {zone}" for zone in found[:SUGGESTED]),
        )
    near = process.extract(
        wanted, {zone: _plain(zone.rpartition("/")[2]) for zone in _zones()}, scorer=fuzz.ratio,
        limit=SUGGESTED, score_cutoff=ALIKE,
    )  # fmt: skip
    raise SyntaxRefusal(
        "unknown-name",
        say(
            'There is no time zone called "{said}"; they are named after a large city.',
            said=cut(text),
        ),
        legal=tuple(f"SET TIMEZONE {zone}" for _, _, zone in near) or VERB.legal,
    )


def _plain(name: str) -> str:
    return _BETWEEN_WORDS.sub("", name).casefold()


@cache
def _zones() -> tuple[str, ...]:
    """Those that a person would choose: no `Etc/GMT+5`, no `posix/...`."""
    hidden = ("Etc/", "posix", "right/", "SystemV/")
    return tuple(sorted(z for z in available_timezones() if not z.startswith(hidden)))


VERB = Verb(
    word="SET",
    kind=Kind.ASIDE,
    second=("TIMEZONE",),
    everyday=("SET",),
    forms=(Form("SET TIMEZONE Europe/Athens", say("show me times in this zone")),),
    notes=(
        say("The name of a large city in the zone will do: {order}", order="SET TIMEZONE athens"),
    ),
    examples=("SET TIMEZONE Europe/Athens",),
    parse=parse,
    values=(ZoneIs,),
    format=written,
)
