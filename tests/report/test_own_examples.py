"""The examples of the help, with names of the board on which somebody plays."""

from __future__ import annotations

import pytest

from pbem.board.load import load_game
from pbem.ground.errors import Refusal
from pbem.orders.parser.parse import parse
from pbem.orders.reader.scan import scan
from pbem.orders.text.names import Names
from pbem.orders.verbs.manual import manual
from pbem.orders.verbs.table import VERBS
from pbem.orders.verbs.verb import Kind
from pbem.report.language.voice import Voice
from pbem.report.manual.examples import with_own_names
from pbem.report.manual.pages import laid_out

FOREIGN = {"China", "Beijing", "Shanghai", "Chongqing", "Mongolia", "India", "Iran", "Brazil"}
EXAMPLES = sorted(
    {
        example
        for verb in VERBS
        if verb.kind is not Kind.MODERATOR and verb.word not in ("ALLOW", "DENY", "CANAL")
        for example in verb.examples
    }
)


@pytest.mark.parametrize("edition", ["imperial", "imperial-2010"])
@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_can_be_read_in_every_edition(edition: str, example: str) -> None:
    names = Names(load_game(edition, ())).with_players([])
    text = with_own_names(example, names.board)
    lines = scan(text, names.headings, names.places)
    for statement in parse(names, lines, next(iter(names.board.nations))).statements:
        wrong: list[Refusal] = [fault.refusal for fault in statement.faults]
        assert not wrong, (text, wrong)


def test_no_name_of_another_board_stands_in_the_help() -> None:
    voice = Voice(board=load_game("imperial", ()).board)
    for page in manual():
        text = laid_out(page, voice)
        found = {name for name in FOREIGN if name in text or name.upper() in text}
        assert not found, text


def test_the_board_of_the_examples_keeps_them() -> None:
    board = load_game("imperial-2030", ()).board
    assert with_own_names("CHINA: FACTORY Chongqing", board) == "CHINA: FACTORY Chongqing"
    assert with_own_names("CHINA: FACTORY Chongqing", None) == "CHINA: FACTORY Chongqing"
