"""Each example of the table of refusals is refused with its code, or brings its warning."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from report_positions import (
    ANN,
    BOB,
    FAY,
    MIDDLE,
    Table,
    about_to_end,
    first_turn,
    in_the_middle,
    with_cash,
)
from support.asked_anew import GAME, position

from pbem.board.ids import PlayerId
from pbem.ground.errors import Refusal
from pbem.orders.parser.parse import parse
from pbem.orders.reader.scan import scan
from pbem.orders.submission import submit
from pbem.orders.text.names import Names
from pbem.report.language.refusal_models import RefusalEntry
from pbem.report.language.refusals import OF_THE_ORDERS, OF_THE_RULES, listed
from pbem.report.language.voice import Voice
from pbem.rules.engine import apply
from pbem.scenario.position import PositionPart

LINES = ("ARMY ", "FLEET ", "FIGHT ", "STATUS ", "DESTROY ", "FLAGS ", "2 ")
PBEM = Path(__file__).parents[2] / "pbem"
ORDERS, DEADLINES = PBEM / "orders", PBEM / "service" / "deadlines"
PRESS = PBEM / "service" / "press"
FOR_NOBODY = {"replay"}
"""Codes that no player gets to see."""
ZOE = PlayerId("Zoe")
IN_LONDON = "EUROPE: MANEUVER\nARMY Paris -> London"
FIFTEEN = (
    "turkey", "ukraine", "afghanistan", "iran", "kazakhstan", "mongolia", "indonesia", "japan",
    "australia", "new-zealand", "philippines", "indochina", "peru", "argentina", "canada",
)  # fmt: skip


@dataclass(frozen=True)
class Case:
    """Where an example is tried.

    before: what has been ordered, by whoever was asked
    changes: of nations, to the position in the middle; cash: Fay's
    player: who sends it, if not who is asked
    """

    before: tuple[str, ...] = ()
    changes: Mapping[str, Any] = field(default_factory=dict)
    nation: str = "europe"
    cash: int = 7
    player: PlayerId | None = None


CASES: Mapping[str, Case] = {
    "bond-sold": Case(("EUROPE: INVESTOR",)),
    "cash-held": Case(("EUROPE: IMPORT NONE",), player=FAY),
    "defended": Case(nation="india"),
    "flags-short": Case(
        changes={"europe": {"flags": FIFTEEN, "fleets": {"mediterranean-sea": 1}}, "usa": {}}
    ),
    "interest": Case(changes={"europe": {"treasury": 0}}, cash=0),
    "no-factory-there": Case(changes={"europe": {"rondel": "taxation"}}),
    "no-player": Case(player=ZOE),
    "no-such-bond": Case(("EUROPE: INVESTOR",)),
    "not-higher": Case(("EUROPE: INVESTOR",)),
    "not-now": Case(("EUROPE: INVESTOR",)),
    "not-yet": Case(("EUROPE: INVESTOR",), player=ANN),
    "not-your-bond": Case(("EUROPE: INVESTOR",)),
    "not-your-nation": Case(player=ANN),
    "other-canal": Case(("EUROPE: MANEUVER\nFLEET Mediterranean Sea -> Indian Ocean",)),
    "other-enemy": Case((IN_LONDON,)),
    "other-nation": Case(("EUROPE: IMPORT NONE",)),
    "other-region": Case((IN_LONDON,)),
    "other-unit": Case((IN_LONDON,)),
    "protected": Case(
        nation="india",
        changes={"europe": {"factories": ["paris"]}, "india": {"friendly": {"paris": 1}}},
    ),
    "supply": Case(changes={"europe": {"armies": {"paris": 8}, "friendly": {}}}),
    "supply-short": Case(changes={"europe": {"armies": {"paris": 8}, "friendly": {}}}),
    "rest-of-maneuver": Case(
        ("EUROPE: MANEUVER\nFLEET London -> North Atlantic\nARMY Paris -> Guinea", "FIGHT Europe")
    ),
    "too-few-armies": Case(nation="india", changes={"india": {"armies": {"london": 2}}}),
    "treasury-short": Case(changes={"europe": {"treasury": 0}}),
    "which-question": Case(
        (IN_LONDON,), changes={"usa": {"government": "Cid", "armies": {"london": 1}}}
    ),
}


def table_of(case: Case) -> Table:
    """The position in which an example is tried."""
    nations = {
        nation: {**own.model_dump(exclude_unset=True), **case.changes.get(nation, {})}
        for nation, own in MIDDLE.nations.items()
    }
    told = {**MIDDLE.model_dump(exclude_unset=True), "nation": case.nation, "nations": nations}
    table = in_the_middle(position=with_cash(PositionPart.model_validate(told), FAY, case.cash))
    for text in case.before:
        table = table.send(text)
    return table


def canal_closed() -> Table:
    """One of two fleets was denied Suez; then a convoy that needed it was illegal."""
    europe = {"fleets": {"mediterranean-sea": 2}, "armies": {"rome": 2, "paris": 1}}
    return (
        Table(GAME, position(europe=europe))
        .send(
            "EUROPE: MANEUVER A\nFLEET Mediterranean -> Indian Ocean\n"
            "ARMY Rome -> Mumbai VIA Mediterranean, Indian Ocean"
        )
        .send("DENY")
    )


def armies_begun() -> Table:
    """Armies have become hostile, and India has fought them before they could destroy."""
    start = position(
        europe={"fleets": {"rome": 1}, "friendly": {"murmansk": 3}},
        russia={"factories": ["moscow", "murmansk"]},
        india={"friendly": {"murmansk": 1}},
    )
    order = "EUROPE: MANEUVER A\nSTATUS 3 ARMIES Murmansk HOSTILE\nDESTROY Murmansk"
    return Table(GAME, start).send(order).send("FIGHT")


ELSEWHERE = {
    "canal-closed": canal_closed,
    "fleets-are-done": armies_begun,
    "game-over": lambda: about_to_end().send("EUROPE: TAXATION"),
    "letter-missing": first_turn,
    "no-exchange": lambda: first_turn("auction"),
}


def codes(table: Table, player: PlayerId, text: str) -> set[str]:
    """What is said of an order: by the whole way of a mail, or else by the rules alone.

    A mail's order that is not for now is kept for later; the rules alone refuse it.
    """
    names = Names(table.game)
    if player in table.state.players:
        outcome = submit(table.game, names, table.state, player, text)
        voice = Voice(board=table.game.board)
        for result in outcome.results:
            assert all(voice(fault.refusal) for fault in result.faults)
            assert all(voice(warning) for _, warning in result.warnings)
        found = {f.refusal.code for r in outcome.results for f in r.faults}
        found |= {w.code for r in outcome.results for _, w in r.warnings}
        if found and not outcome.ahead:
            return found
    parsed = parse(names, scan(text, names.headings, names.places), table.state.nation)
    try:
        for statement in parsed.statements:
            apply(table.game, table.state, player, statement.command)
    except Refusal as refusal:
        return {refusal.code}
    return set()


def written(table: Table, example: str) -> str:
    """A line of a maneuver with its heading."""
    asks_turn = table.state.pending and table.state.pending[0].kind.value == "turn"
    if not asks_turn or not example.startswith(LINES):
        return example
    return f"{table.game.board.name(table.state.nation)}: MANEUVER\n{example}"


@pytest.mark.parametrize(
    "entry", [e for e in OF_THE_RULES if e.example], ids=lambda entry: entry.code
)
def test_the_example_is_refused_with_its_code(entry: RefusalEntry) -> None:
    case = CASES.get(entry.code, Case())
    table = ELSEWHERE[entry.code]() if entry.code in ELSEWHERE else table_of(case)
    player = case.player or (table.asked if table.state.pending else ANN)
    assert entry.code in codes(table, player, written(table, entry.example))


def test_only_what_is_part_of_other_sentences_has_no_example() -> None:
    assert [entry.code for entry in OF_THE_RULES if not entry.example] == ["waiting"]


ORDERS_ELSEWHERE: Mapping[str, Callable[[], tuple[Table, PlayerId]]] = {
    "no-canals": lambda: (first_turn(), first_turn().asked),
    "no-heading": lambda: (table_of(Case(("EUROPE: INVESTOR",))), BOB),
    "no-question": lambda: (in_the_middle(), BOB),
}
NEED_MORE = {
    "bad-address": "a moderator's mail",
    "edited": "a position that the moderator has changed",
    "after-undo": "an UNDO, and orders below it",
    "no-proposal": "a proposal that is over",
    "not-concerned": "a proposal that concerns others",
    "nothing-to-undo": "a game in which nothing was ordered",
    "only-the-last": "UNDO with a number, which is the moderator's",
    "proposed-already": "a proposal",
    "several-asked": "a mail that asks several things",
    "shown": "a plan that was shown",
    "undo-alone": "orders beside an UNDO",
    "ambiguous-way": "names that may be cut in two places",
    "no-absence": "a game that has none (tests/timing)",
    "no-consent": "a proposal of another player",
    "no-deadline": "a game without deadlines",
    "no-government": "a game, and a nation that nobody governs",
    "no-press": "a game without press",
    "press-gone": "press of somebody who has left",
    "press-names": "a game without anonymous press",
    "press-nobody": "a game",
    "press-over": "a game that has long been over",
    "press-to-all": "a game with public press only",
    "press-too-long": "a very long text, which is no example",
    "press-too-many": "very many presses",
    "press-vacant": "a seat that somebody has left",
    "not-away": "a game with absences",
    "old-question": "a mail that answers an older one",
    "overlaps": "an absence",
    "past": "a calendar",
    "too-long": "a calendar",
    "too-many": "a very long order, which is no example",
    "too-many-orders": "a very long mail, which is no example",
}
"""Examples that need more than a position, and what; other tests refuse them."""


@pytest.mark.parametrize(
    "entry", [e for e in OF_THE_ORDERS if e.code not in NEED_MORE], ids=lambda entry: entry.code
)
def test_the_example_of_the_order_language_is_refused_with_its_code(entry: RefusalEntry) -> None:
    place = ORDERS_ELSEWHERE.get(entry.code, lambda: (in_the_middle(), FAY))
    table, player = place()
    assert entry.code in codes(table, player, entry.example)


def test_no_code_of_the_order_language_is_missing_from_the_table() -> None:
    raised = set(codes_in(ORDERS)) | set(codes_in(DEADLINES)) | set(codes_in(PRESS))
    named = {entry.code for entry in (*OF_THE_ORDERS, *OF_THE_RULES)}
    assert raised - named - FOR_NOBODY == set()
    assert {entry.code for entry in OF_THE_ORDERS} - raised == set()


def test_each_code_is_listed_once_with_what_it_says() -> None:
    found = listed()
    assert [one.code for one in found] == sorted({one.code for one in found})
    (far,) = (one for one in found if one.code == "too-dear")
    assert "That costs {cost}; you have {cash}." in far.sentences
    assert far.rules == ("7.4", "3.2", "3.6")


def codes_in(folder: Path) -> Iterator[str]:
    """The codes with which a package refuses."""
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str() as code), *_]):
                    if name.endswith("Refusal"):
                        yield code
