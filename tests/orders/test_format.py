"""Commands -> text and back: `format(parse(text))` is stable (order language, section 9)."""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.board.ids import Unit
from pbem.board.load import load_game
from pbem.orders.ahead.plans import InvestChoice, InvestPlan, Kept, Order, TurnPlan
from pbem.orders.parser.kinds import heading_of
from pbem.orders.parser.parse import parse
from pbem.orders.reader.characters import clean
from pbem.orders.reader.scan import scan
from pbem.orders.text.lines import Scan, TextLine
from pbem.orders.text.names import Names
from pbem.orders.verbs.desk import MailCommand
from pbem.orders.verbs.mail.check import Check
from pbem.orders.verbs.mail.for_turn import ForTurn
from pbem.orders.verbs.mail.game import GameIs
from pbem.orders.verbs.mail.help import HelpWanted
from pbem.orders.verbs.mail.key import Key
from pbem.orders.verbs.mail.status import StatusWanted
from pbem.orders.verbs.moderator.command import ModeratorCommand
from pbem.orders.verbs.table import VALUES, written_by_its_verb
from pbem.orders.verbs.written import WIDTH, format_command, format_line
from pbem.rules import commands as c

BOARDS = [Names(load_game("imperial")), Names(load_game("imperial-2030"))]
RELAXED = settings(deadline=None)
COUNTS = st.integers(1, 99)


def _or_none(strategy: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    return st.none() | strategy


def _maneuver_lines(names: Names) -> st.SearchStrategy[tuple[c.Line, ...]]:
    """Any lines, with one list of flags at most."""
    regions = st.sampled_from(sorted(names.board.regions))
    nations = st.sampled_from(sorted(names.board.nations))
    units = st.sampled_from(Unit)
    counts = COUNTS | st.just(c.ALL)
    battles = st.builds(c.Battle, nations, _or_none(units), _or_none(COUNTS))
    several = st.lists(regions, max_size=3).map(tuple)
    status = st.sampled_from(c.Status)
    moves = st.builds(
        c.Move, units, counts, regions, regions, several, _or_none(status), _or_none(battles)
    )
    line = (
        moves
        | st.builds(c.FightThere, battles, regions)
        | st.builds(c.ChangeStatus, counts, regions, status)
        | st.builds(c.Destroy, regions)
    )
    flags = st.lists(
        st.builds(c.FlagsFirst, st.lists(regions, min_size=1, max_size=12).map(tuple)), max_size=1
    )
    return st.tuples(st.lists(line, max_size=4), flags, st.lists(line, max_size=2)).map(
        lambda t: (*t[0], *t[1], *t[2])
    )


def _commands(names: Names) -> st.SearchStrategy[c.Command]:
    regions = st.sampled_from(sorted(names.board.regions))
    nations = st.sampled_from(sorted(names.board.nations))
    units = st.sampled_from(Unit)
    letters = st.sampled_from([None, "a", "b"])
    listed = st.lists(regions, min_size=1, max_size=5).map(tuple)
    actions = st.one_of(
        st.builds(c.Factory, _or_none(regions)),
        st.builds(c.Production, letters, st.sampled_from(["all", "none"])),
        st.builds(c.Production, letters, st.sampled_from(["only", "except"]), listed),
        st.builds(
            c.Import, st.lists(st.builds(c.Imported, units, COUNTS, regions), max_size=3).map(tuple)
        ),
        st.builds(c.Maneuver, letters, _maneuver_lines(names)),
        st.just(c.Investor()),
        st.just(c.Taxation()),
    )
    canals = sorted(names.board.canals)
    canal = st.sampled_from([None, *canals])
    return st.one_of(
        st.builds(c.Turn, nations, actions),
        st.builds(c.Invest, COUNTS, nations, _or_none(COUNTS)),
        st.just(c.Pass()),
        st.builds(c.Fight, _or_none(nations), _or_none(units), _or_none(COUNTS), _or_none(regions)),
        st.builds(c.Peace, _or_none(regions)),
        st.builds(c.Allow, canal),
        st.builds(c.Deny, canal),
        st.builds(c.Force, _or_none(nations)),
        st.builds(c.LetPass, _or_none(nations)),
        st.builds(c.Give, st.integers(1, 999), nations),
    )


PAIRS = st.sampled_from(BOARDS).flatmap(lambda names: st.tuples(st.just(names), _commands(names)))


def _read(names: Names, text: str) -> c.Command | MailCommand:
    lines = tuple(TextLine(n, clean(line), line) for n, line in enumerate(text.split("\n"), 1))
    (statement,) = parse(names, Scan(lines, ()), None).statements
    assert statement.command is not None, statement.refusal
    return statement.command


@RELAXED
@given(PAIRS)
def test_every_command_is_read_back_as_it_was(pair: tuple[Names, c.Command]) -> None:
    """parse(format(c)) == c, for every command of both boards, and the text is stable."""
    names, command = pair
    text = format_command(names.board, command)
    again = _read(names, text)
    assert again == command
    assert not isinstance(again, MailCommand)
    assert format_command(names.board, again) == text


@RELAXED
@given(PAIRS)
def test_case_does_not_matter(pair: tuple[Names, c.Command]) -> None:
    """The canonical text means the same in lower case."""
    names, command = pair
    assert _read(names, format_command(names.board, command).lower()) == command


@RELAXED
@given(PAIRS)
def test_lines_fit_a_mail(pair: tuple[Names, c.Command]) -> None:
    """Lines have 72 columns at most, but for moves and lists that cannot be parted."""
    names, command = pair
    for line in format_command(names.board, command).split("\n"):
        assert line == line.rstrip()
        if line.startswith("  FLAGS") or not (" -> " in line or "," in line):
            assert len(line) <= WIDTH


@RELAXED
@given(st.sampled_from(BOARDS), st.text(max_size=80), st.booleans())
def test_no_text_breaks_the_parser(names: Names, text: str, own: bool) -> None:
    """Whatever is typed: statements come out, each a command or a refusal with a sentence."""
    first = names.game.nations[0]
    for line in text.split("\n"):
        scanned = Scan((TextLine(1, clean(line), line),), ())
        for statement in parse(names, scanned, first if own else None).statements:
            assert (statement.command is None) == (statement.refusal is not None)


TYPED = """
CHINA: China ORDERS TAX IMPORT PRODUCTION A B F 2 ALL ARMIES FLEET Beijing Shanghai , -> TO VIA
HOSTILE FIGHT PEACE IN Korea STATUS FLAGS DESTROY INVEST 9 FOR PASS GIVE ELSE IF : ; and MANEUVER
the LET FORCE EXCEPT NONE KEY GAME HELP - 0 PRESS AS
"""
WORDS = st.sampled_from(TYPED.split())


@RELAXED
@given(st.lists(st.lists(WORDS, max_size=7).map(" ".join), max_size=8).map("\n".join))
def test_no_order_of_words_breaks_the_parser(text: str) -> None:
    """Every line of the text is in exactly one statement, asides under a heading excepted."""
    names = BOARDS[1]
    scanned = scan(text, names.headings)
    parsed = parse(names, scanned, None)
    found = [line for statement in parsed.statements for line in statement.lines]
    kept = {id(line) for line in found}
    for line in scanned.lines:
        if id(line) not in kept:  # only a form that nobody filled in may be passed over
            heading = heading_of(names, line.text)
            assert heading is not None
            assert not heading.rest
    for statement in parsed.statements:
        if isinstance(statement.command, c.Turn) and isinstance(
            statement.command.action, c.Maneuver
        ):
            assert len(statement.parts) == len(statement.command.action.lines)


@pytest.mark.parametrize(
    ("edition", "command", "text"),
    [
        (
            1,
            c.Turn(
                BOARDS[1].nation("China"),
                c.Import(
                    (
                        c.Imported(Unit.ARMY, 2, BOARDS[1].region("Beijing")),
                        c.Imported(Unit.FLEET, 1, BOARDS[1].region("Shanghai")),
                    )
                ),
            ),
            "CHINA: IMPORT 2 ARMIES Beijing, FLEET Shanghai",
        ),
        (1, c.Turn(BOARDS[1].nation("China"), c.Import()), "CHINA: IMPORT NONE"),
        (0, c.Turn(BOARDS[0].nation("Gre"), c.Factory()), "GREAT BRITAIN: FACTORY"),
        (1, c.Invest(12, BOARDS[1].nation("China"), 4), "INVEST 12 IN China FOR 4"),
        (1, c.LetPass(), "LET PASS"),
        (
            1,
            c.Turn(
                BOARDS[1].nation("China"),
                c.Maneuver("a", (c.Destroy(BOARDS[1].region("Vlad")),)),
            ),
            "CHINA: MANEUVER A\n  DESTROY Vladivostok",
        ),
    ],
)
def test_canonical_text(edition: int, command: c.Command, text: str) -> None:
    """Keywords in upper case, names as on the board, defaults left out."""
    assert format_command(BOARDS[edition].board, command) == text


def test_long_lists_are_parted() -> None:
    """Flags take several lines; a long action goes below its heading."""
    board = BOARDS[0].board
    seas = tuple(r for r in board.regions if board.is_sea(r))
    nation = BOARDS[0].nation("Austria")
    turn = c.Turn(nation, c.Maneuver(None, (c.FlagsFirst(seas),)))
    lines = format_command(board, turn).split("\n")
    assert len(lines) > 2
    assert all(len(line) <= WIDTH for line in lines)
    homes = board.homes[nation]
    assert format_command(board, c.Turn(nation, c.Production("a", "except", homes))) == (
        "AUSTRIA-HUNGARY:\n  PRODUCTION A EXCEPT Vienna, Budapest, Prague, Lemberg, Trieste"
    )
    assert format_line(board, c.FlagsFirst(seas[:2])) == "FLAGS Baltic Sea, Bay of Biscay"


@pytest.mark.parametrize(
    "command",
    [
        GameIs("x-1"),
        ForTurn(7),
        Key("word"),
        Check(),
        StatusWanted(),
        HelpWanted(),
        HelpWanted("INVEST"),
    ],
)
def test_commands_of_the_mail_are_read_back(command: MailCommand) -> None:
    """Every parse has a format."""
    assert _read(BOARDS[0], written_by_its_verb(BOARDS[0].board, command)) == command


def test_whatever_can_be_ordered_is_written_by_an_order() -> None:
    """But for what holds orders; a command without a module would be found here."""
    holding = {c.Turn, TurnPlan, InvestPlan, InvestChoice}
    unions = (c.Command, c.Action, c.Line, Order, Kept)
    every = {value for union in unions for value in _members(union)}
    assert every | set(_mail_commands()) == VALUES | holding


def _mail_commands() -> Iterator[type]:
    said = (MailCommand, ModeratorCommand)
    for name, module in list(sys.modules.items()):
        if name.startswith("pbem.orders.verbs.") and hasattr(module, "VERB"):
            classes = (value for value in vars(module).values() if isinstance(value, type))
            yield from (v for v in classes if issubclass(v, said) and v.__module__ == name)


def _members(union: object) -> Iterator[object]:
    """The classes of a union, whatever stands around it."""
    if isinstance(union, type):
        yield union
    for member in get_args(union):
        yield from _members(member)


@pytest.mark.skipif("PBEM_SHARED" not in os.environ, reason="PBEM_SHARED does not name the cases")
def test_the_scenarios_canonical_text_is_stable() -> None:
    """Whatever order of the scenarios can be read, its canonical text means the same."""
    shared = Path(os.environ["PBEM_SHARED"])
    for path in sorted(shared.glob("cases/*/*.toml")):
        case = tomllib.loads(path.read_text(encoding="utf-8"))
        names = Names(load_game(case["rules"]))
        for order in case.get("orders", []):
            for statement in parse(names, scan(order["text"], names.headings), None).statements:
                if isinstance(statement.command, c.Turn | c.Invest | c.Fight | c.Give):
                    text = format_command(names.board, statement.command)
                    assert _read(names, text) == statement.command
