"""A list on the lines below its action, with a line that is wrong: refused there, never a crash."""

from __future__ import annotations

import pytest
from orders.situations import sent


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("IMPORT\n2 armies Chenai", 2, "unknown-name"),
        ("IMPORT\nfleet Mumbai\narmy Chenai", 3, "unknown-name"),
        ("IMPORT\n1 fleet Mum\n1 army Ch", 3, "unknown-name"),
        ("IMPORT 2 armies Chennai\nArmy games are fun.", 2, "unknown-name"),
        ("IMPORT\narmy Chennai, 0 armies Mumbai", 2, "bad-number"),
        ("PRODUTION A\nALL", 1, "unknown-order"),
    ],
)
def test_the_line_is_refused(text: str, line: int, code: str) -> None:
    outcome = sent("turn", text)
    assert not outcome.accepted
    faults = [(f.line.number, f.refusal.code) for r in outcome.results for f in r.faults]
    assert faults == [(line, code)]


def test_a_whole_list_is_taken() -> None:
    assert sent("turn", "IMPORT\n2 armies Chennai\nfleet Mumbai").accepted
