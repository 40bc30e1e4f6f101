"""What an entry has brought about is kept as data, comes back as it was, and tells what differs."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from support.stored import PLANS, TIME, new

from pbem.board.ids import PlayerId
from pbem.ground.errors import AmbiguousRefusal, Refusal
from pbem.ground.fold import fold
from pbem.ground.messages import count, say
from pbem.orders.parser.statements import Fault, Statement
from pbem.orders.submission import Outcome, Result
from pbem.orders.text.lines import TextLine
from pbem.service.deciding.trying import tried
from pbem.service.entering.enter import enter
from pbem.service.entering.outcomes import automatic_of, outcome_of
from pbem.store.brought import HIDDEN, Brought, brought_from, kept_as
from pbem.store.game import StoredGame, open_game
from pbem.store.journal import Entry, add_entry
from pbem.store.raised import raised_by
from pbem.store.submissions import Submission
from pbem.store.verify import verify

MIXED = """STATUS
HELP maneuver
AUSTRIA-HUNGARY: IMPORT 2 FLEETS Trieste, ARMY Vienna
GREAT BRITAIN: FACTORY London
ITALY: TAXATION
it's a pity, isn't it? \x7f
"""


def said(refusal: Refusal) -> tuple[object, ...]:
    """A refusal as a value: exceptions are equal to themselves only."""
    own = (refusal.code, refusal.sentence, dict(refusal.values), refusal.rule, refusal.legal)
    return (type(refusal), *own, refusal.part, refusal.because, refusal.said, refusal.meant)


def comparable(outcome: Outcome | Brought) -> list[tuple[object, ...]]:
    """Everything of an outcome's results that a report can tell."""
    return [
        (
            [(f.line, said(f.refusal)) for f in r.faults],
            [(f.line, said(f.refusal)) for f in r.leaning],
            r.statement.lines,
            r.statement.command,
            (r.canonical, r.warnings, r.events, r.ahead, r.arranged, r.turn, r.form),
        )
        for r in outcome.results
    ]


@pytest.fixture
def played(tmp_path: Path) -> tuple[StoredGame, list[Outcome]]:
    """A game with plans, used and dropped, and a mail of which much is refused."""
    game, outcomes = new(tmp_path / "g"), []
    turns = (*PLANS[:2], ("Ann", MIXED), *PLANS[3:])
    for player, text in turns:
        outcomes.append(tried(game, PlayerId(player), text, TIME))
        enter(game, Submission(outcomes[-1], PlayerId(player), "console", TIME, text))
    return open_game(tmp_path / "g", None), outcomes


def test_an_outcome_comes_back_from_the_journal_as_it_was(
    played: tuple[StoredGame, list[Outcome]],
) -> None:
    game, outcomes = played
    for number, outcome in enumerate(outcomes, 1):
        kept = outcome_of(game, number)
        assert comparable(kept) == comparable(outcome)
        assert (kept.state, kept.standing) == (outcome.state, outcome.standing)
        assert kept.ignored == outcome.ignored
    asked = [type(command).__name__ for command in outcome_of(game, 3).mail_commands]
    assert asked == ["StatusWanted", "HelpWanted"]
    assert any(events for number in (3, 4) for _, events in automatic_of(game, number))


def test_a_key_is_not_kept(tmp_path: Path) -> None:
    """Neither as the order that it is, nor within another line, however it is written."""
    game, player = new(tmp_path / "g"), PlayerId("Ann")
    text = "KEY secretword\nmy key is Secret-Word\nKEY secretword; STANCE PEACE\nSTANCE FIGHT"
    outcome = tried(game, player, text, TIME)
    told = enter(game, Submission(outcome, player, "mail", TIME, ""))
    assert told.entry is not None
    brought = told.entry.brought
    assert brought
    assert '{"Key"' not in brought
    assert "secretword" not in fold(brought)
    assert HIDDEN in brought
    assert any(result.taken for result in outcome_of(open_game(game.folder, None), 1).results)


def test_every_value_of_a_refusal_comes_back() -> None:
    line = TextLine(1, "X", "x' \x7f")
    refusal = AmbiguousRefusal(
        "c",
        count("one {number}", "several {number}", 2, day=date(2026, 1, 2), span=timedelta(hours=2)),
        "4.1",
        ("A", "B"),
        because=(0, 2),
        said="it's",
        meant=("A",),
        time=datetime(2026, 1, 2, tzinfo=UTC),
        messages=(say("{said}", said="z"), say("y")),
        reason=AmbiguousRefusal("inner", part=0),
    )
    outcome = Brought(ignored=(line,))
    text = kept_as(outcome, "no such word")
    assert "'" not in text
    assert brought_from(text) == Brought(ignored=(line,), changes={})
    faulty = Statement((line,), faults=(Fault(line, refusal),))
    again = brought_from(kept_as(Brought((Result(faulty, faults=faulty.faults),)), "no such word"))
    assert again is not None
    (fault,) = again.results[0].faults
    inner, kept = refusal.values["reason"], fault.refusal.values["reason"]
    assert isinstance(inner, Refusal)
    assert isinstance(kept, Refusal)
    assert said(kept) == said(inner)
    fault.refusal.values = {**fault.refusal.values, "reason": inner}
    assert said(fault.refusal) == said(refusal)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        '{"results":[{"said":{}}]}',
        '{"automatic":[[{"X":{}}]]}',
        '{"changes":[1]}',
        '{"automatic":[1]}',
        '{"automatic":[[1]]}',
        '{"ignored":[1]}',
        '{"asked":[[]]}',
        "[" * 100_000,
    ],
)
def test_what_cannot_be_read_is_nothing_kept(text: str) -> None:
    assert brought_from(text) is None


def changed(game: StoredGame, number: int, old: str, new: str) -> StoredGame:
    """The journal as if an entry had been kept otherwise, with all hashes that follow."""
    entries = [entry for entry, _ in game.entries]
    for path in (game.folder / "journal").iterdir():
        path.unlink()
    (game.folder / "state.toml").unlink(missing_ok=True)
    previous = "0" * 64
    for entry in entries:
        kept = entry.brought or ""
        if entry.number == number:
            assert old in kept
            kept = kept.replace(old, new, 1)
        made = Entry.model_validate({**entry.model_dump(), "brought": kept, "previous": previous})
        previous = add_entry(game.folder / "journal", made)
    return open_game(game.folder, None)


def test_verify_says_what_differs(played: tuple[StoredGame, list[Outcome]]) -> None:
    game, _ = played
    assert list(verify(game)) == []
    paid = changed(game, 3, '"nations.austria-hungary.treasury":', '"players.Ann.cash":99,"x":')
    found = [reason for number, reason in verify(paid) if number == 3]
    assert "players.Ann.cash: 99 was recorded, and it is no change" in found
    assert any(r.startswith("nations.austria-hungary.treasury: no change was") for r in found)


def test_verify_names_the_event_that_differs(played: tuple[StoredGame, list[Outcome]]) -> None:
    game, _ = played
    bought = changed(game, 3, '"cost":3', '"cost":2')
    (fault,) = [reason for number, reason in verify(bought) if number == 3]
    assert fault.startswith("event ")
    assert "cost=2" in fault
    assert "cost=3" in fault


def test_verify_names_an_order_that_was_understood_otherwise(
    played: tuple[StoredGame, list[Outcome]],
) -> None:
    game, _ = played
    (entry, _) = game.entries[2]
    order = entry.orders[0]
    other = changed(game, 3, f'"canonical":"{order}"', '"canonical":"FRANCE: TAXATION"')
    found = [reason for number, reason in verify(other) if number == 3]
    assert f"order 1: 'FRANCE: TAXATION' was understood, and {order!r} carried out" in found


def test_a_journal_without_what_was_kept_says_the_same(
    played: tuple[StoredGame, list[Outcome]],
) -> None:
    """As older versions have written them: it is computed anew."""
    game, outcomes = played
    for path in (game.folder / "journal").iterdir():
        lines = path.read_text().splitlines(keepends=True)
        assert lines[0].startswith("brought = '")
    bare = changed(game, 1, "{", "#")
    assert bare.brought(1) is None
    assert comparable(outcome_of(bare, 1)) == comparable(outcomes[0])
    assert list(verify(bare)) == []


def test_which_entry_raised_a_question_needs_no_playing_again(
    played: tuple[StoredGame, list[Outcome]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is the entry that the positions tell, and found from what is kept of each entry."""
    game, _ = played
    asking = [game.state_after(number).asking for number in range(game.last + 1)]
    raised = [0]
    for number in range(1, game.last + 1):
        raised.append(raised[-1] if asking[number] == asking[number - 1] else number)
    assert len({*raised}) > 2
    assert len({*raised}) < len(raised)
    fresh = open_game(game.folder, None)
    monkeypatch.setattr("pbem.store.game.after_entry", None)
    assert [raised_by(fresh, number) for number in range(game.last + 1)] == raised
