"""A tournament is run: drawn, started, counted, advanced; whatever is killed, each happens once."""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

import pbem.tournament.running
from pbem.board.ids import PlayerId
from pbem.cli.main import app
from pbem.ground.errors import BadInput
from pbem.orders.ahead.deputy import Manner, decide
from pbem.orders.verbs.written import format_command
from pbem.service.care.moderator import end_game
from pbem.service.seats.seats import take_over
from pbem.service.site.settings import Settings, create_settings
from pbem.service.site.site import open_site
from pbem.service.way import Processor
from pbem.store.game import StoredGame
from pbem.store.people import Person
from pbem.tournament.folder import (
    CONSOLE,
    create_tournament,
    new_file,
    open_tournament,
    tournament_ids,
)
from pbem.tournament.formats import Format
from pbem.tournament.journal import Counted, TakenBack, Uncounted, Withdrawn
from pbem.tournament.results import Fate
from pbem.tournament.running import Desk
from pbem.tournament.state import Phase
from pbem.tournament.tables import come_to

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
NAMES = ("Ada", "Ben", "Cora", "Dov", "Eli", "Fritz", "Gus", "Hana", "Jun", "Kai", "Lou", "Max")
SMALL = Format.model_validate(
    {
        "title": "Two heats and a final",
        "tiebreaks": ["wins", "seconds", "share"],
        "scoring": {"parts": [{"by": "place", "tables": {4: (7, 4, 2, 0), 3: (7, 3, 0)}}]},
        "stages": [
            {"name": "heats", "games": 2, "size": 4, "least": 3, "most": 4},
            {"name": "final", "take": 4, "size": 4, "least": 3, "most": 4},
        ],
    }
)


def made(folder: Path, chosen: Format = SMALL) -> Desk:
    create_settings(folder, Settings(address="pbem@example.test", moderator="mod@example.test"))
    site = open_site(folder)
    file = new_file("cup", "The cup", "imperial-2030", NOW, seed=7)
    return Desk(site, create_tournament(folder, file, chosen), NOW)


def again(desk: Desk) -> Desk:
    """Another process at the same desk."""
    folder = desk.site.folder
    return Desk(open_site(folder), open_tournament(folder, "cup"), desk.now + timedelta(hours=1))


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    found = made(tmp_path)
    found.enter({name: f"{name.lower()}@example.test" for name in NAMES})
    return found


def quiet(_: StoredGame) -> None:
    """Nobody is told."""


def played(desk: Desk, game: str, decisions: int = 12) -> None:
    """A game is played a little, and ended as it stands then."""
    processor = Processor(desk.site, lambda: desk.now)
    for number in range(decisions):
        stored = desk.site.game(game)
        head = stored.state.pending[0]
        seed = f"{game} {number}"
        order = decide(stored.game, stored.state, head, seed, Manner.SPIRITED)
        outcome = processor.submit(game, head.player, format_command(stored.game.board, order))
        assert outcome.accepted
    end_game(processor, desk.site.game(game))


def drawn_and_started(desk: Desk) -> tuple[str, ...]:
    desk.draw()
    return desk.start(quiet)


def test_a_whole_tournament(desk: Desk) -> None:
    """Heats, cut, final; opened anew it is the same, and each game fits its table."""
    drawn = desk.draw()
    assert desk.state.phase is Phase.DRAWN
    assert Counter(n for t in drawn.tables for n in t.seats) == dict.fromkeys(NAMES, 2)
    games = desk.start(quiet)
    assert games == tuple(f"cup-h{n}" for n in range(1, 7))
    for table in drawn.tables:
        stored = desk.site.game(table.game)
        assert stored.file.players == table.seats
        assert {p: tuple(ns) for p, ns in (stored.file.deal or {}).items()} == dict(table.nations)
        assert stored.roster.seats[PlayerId(table.seats[0])].address.startswith(
            table.seats[0].lower()
        )
    with pytest.raises(BadInput, match="these tables are played: cup-h1"):
        desk.advance()
    for game in games[:-1]:
        played(desk, game)
    assert desk.count() == games[:-1]
    assert desk.count() == ()
    with pytest.raises(BadInput, match=r"these tables are played: cup-h6$"):
        desk.draw()
    played(desk, games[-1])
    state = desk.advance()
    assert state.phase is Phase.CLOSED
    assert state.current.name == "final"
    heats = state.standings_of(SMALL.stages[0])
    assert sum(row.points for row in heats) == 6 * 13
    assert set(state.playing) == {row.entrant for row in heats[:4]} or "heats" in state.lots
    (final,) = drawn_and_started(desk)
    assert final == "cup-f1"
    played(desk, final)
    state = desk.advance()
    assert state.phase is Phase.OVER
    rows = state.standings_of(SMALL.stages[1])
    assert len(rows) == 4
    assert again(desk).state == state
    with pytest.raises(BadInput, match="is over"):
        desk.draw()
    with pytest.raises(BadInput, match="is over"):
        desk.advance()


def test_a_game_that_goes_back_counts_no_more_until_it_is_over_again(desk: Desk) -> None:
    games = drawn_and_started(desk)
    played(desk, games[0])
    desk.count()
    before = desk.state.results[games[0]]
    processor = Processor(desk.site, lambda: desk.now)
    stored = desk.site.game(games[0])
    processor.undo(games[0], stored.last - 1)
    assert desk.count() == (games[0],)
    assert games[0] not in desk.state.results
    assert isinstance(desk.tournament.entries[-1][0].what, Uncounted)
    end_game(processor, desk.site.game(games[0]))
    assert desk.count() == (games[0],)
    after = desk.state.results[games[0]]
    assert after.places == before.places
    assert after.entry > before.entry


def test_the_moderator_decides_and_abandons_tables(desk: Desk) -> None:
    games = drawn_and_started(desk)
    one, two = (desk.state.tables[n] for n in (0, 1))
    best, *others = one.seats
    places = ((best,), tuple(others))
    desk.decide(games[0], Counted(game=games[0], places=places, fate=Fate.DECIDED, why="late"))
    desk.decide(games[1], Counted(game=games[1], places=(two.seats,), fate=Fate.ABANDONED))
    for game in games[2:]:
        played(desk, game, 2)
    desk.count()
    rows = {row.entrant: row for row in desk.state.standings_of(SMALL.stages[0])}
    assert rows[best].points >= 7
    assert sum(row.points for row in rows.values()) == 5 * 13
    assert sum(row.played for row in rows.values()) == 5 * 4
    played(desk, games[0], 0)  # the moderator's word holds
    assert desk.count() == ()
    desk.decide(games[0], Uncounted(game=games[0]))
    assert desk.count() == (games[0],)
    assert desk.state.results[games[0]].fate is Fate.PLAYED
    with pytest.raises(BadInput, match="names each of these once"):
        desk.decide(games[0], Counted(game=games[0], places=((best,),), fate=Fate.DECIDED))
    with pytest.raises(BadInput, match="is no table of the stage"):
        desk.decide("cup-x", Uncounted(game="cup-x"))


def test_who_withdraws_is_drawn_no_more_and_a_stand_in_plays_on(desk: Desk) -> None:
    """By the format the seat's points are nobody's; the others at the table lose nothing."""
    games = drawn_and_started(desk)
    table = desk.state.tables[0]
    leaver = table.seats[0]
    desk.tournament.add(Withdrawn(name=leaver), CONSOLE, desk.now)
    person = Person(name="Zoe", address="zoe@example.test")
    take_over(desk.site.game(games[0]), PlayerId(leaver), person, desk.now, timeless=False)
    for game in games:
        played(desk, game, 4)
    desk.count()
    assert desk.state.results[games[0]].left == (leaver,)
    state = desk.advance()
    assert leaver not in state.playing
    assert len(state.playing) == 4
    (row,) = (r for r in state.standings_of(SMALL.stages[0]) if r.entrant == leaver)
    assert row.played == 2
    with pytest.raises(BadInput, match="does not take part"):
        desk.tournament.add(Withdrawn(name=leaver), CONSOLE, desk.now)


class Killed(BaseException):
    """The process ends here."""


@pytest.mark.parametrize("after", [False, True], ids=["before a game", "after a game"])
@pytest.mark.parametrize("at", range(6))
def test_a_start_that_is_killed_starts_each_game_once(
    desk: Desk, at: int, after: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.draw()
    real, number = pbem.tournament.running.make_game, 0

    def killing(*args: object, **named: object) -> StoredGame:
        nonlocal number
        number += 1
        if number == at + 1 and not after:
            raise Killed
        game: StoredGame = real(*args, **named)  # type: ignore[arg-type]
        if number == at + 1 and after:
            raise Killed
        return game

    monkeypatch.setattr(pbem.tournament.running, "make_game", killing)
    with pytest.raises(Killed):
        desk.start(quiet)
    there = {i: desk.site.game(i).file for i in desk.site.game_ids()}
    assert len(there) == at + after
    monkeypatch.setattr(pbem.tournament.running, "make_game", real)
    later = again(desk)
    assert later.state.phase is Phase.DRAWN
    told: list[str] = []
    later.start(lambda game: told.append(game.file.id))
    assert told == [f"cup-h{n}" for n in range(1, 7)]
    assert {i: later.site.game(i).file for i in there} == there
    assert later.site.game_ids() == tuple(sorted(told))
    with pytest.raises(BadInput, match="nothing is drawn"):
        again(later).start(quiet)


@pytest.mark.parametrize("what", ["draw", "advance"])
def test_what_is_killed_at_its_commit_is_done_once(
    desk: Desk, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the file stands there, nothing has happened; afterwards all has."""
    if what == "advance":
        for game in drawn_and_started(desk):
            played(desk, game, 1)
        desk.count()
    entries = len(desk.tournament.entries) + (what == "draw")  # entering is closed with the draw

    def dying(*_: object) -> str:
        raise Killed

    monkeypatch.setattr("pbem.tournament.folder.add_entry", dying)
    with pytest.raises(Killed):
        getattr(desk, what)()
    monkeypatch.undo()
    later = again(desk)
    getattr(later, what)()
    assert len(later.tournament.entries) == entries + 1
    with pytest.raises(BadInput):
        getattr(again(later), what)()


def test_another_writer_is_noticed(desk: Desk) -> None:
    other = again(desk)
    other.tournament.add(Withdrawn(name="Ada"), CONSOLE, NOW)
    with pytest.raises(BadInput, match="another writer"):
        desk.tournament.add(Withdrawn(name="Ben"), CONSOLE, NOW)
    assert again(desk).state.here == tuple(n for n in NAMES if n != "Ada")


def test_acts_are_taken_back_as_an_entry(desk: Desk) -> None:
    desk.draw()
    before = len(desk.tournament.entries)
    desk.tournament.add(TakenBack(to=len(NAMES)), CONSOLE, NOW)
    assert len(desk.tournament.entries) == before + 1
    assert desk.state.phase is Phase.OPEN
    assert not desk.state.rounds
    assert again(desk).state == desk.state
    with pytest.raises(BadInput, match="there are entries up to"):
        desk.tournament.add(TakenBack(to=99), CONSOLE, NOW)


def test_a_journal_that_was_changed_is_refused(desk: Desk) -> None:
    path = desk.tournament.folder / "journal" / "000003.toml"
    path.write_bytes(path.read_bytes().replace(b"cora@", b"cara@"))
    with pytest.raises(BadInput, match=r"000004.toml, previous"):
        again(desk)
    path.unlink()
    with pytest.raises(BadInput, match=r"000003.toml: is missing"):
        again(desk)


def test_who_cannot_enter_is_told_why_and_nobody_enters(tmp_path: Path) -> None:
    desk = made(tmp_path)
    wrong = (
        ({"Ada": "ada@example.test", "China": "c@example.test"}, "China"),
        ({"Ada": "ada@example.test", "ada": "x@example.test"}, "ada"),
        ({"Ada": "ada@example.test", "Ben": "ADA@example.test"}, "is in already, as Ada"),
        ({"Ada": "no address"}, "no address"),
    )
    for people, reason in wrong:
        with pytest.raises(BadInput, match=reason):
            desk.enter(people)
        assert desk.state.here == ()
    with pytest.raises(BadInput, match="0 cannot sit"):
        desk.draw()


def test_rounds_of_neighbours_and_divisions(tmp_path: Path) -> None:
    """Swiss rounds are drawn one after the other; a ladder moves people up and down."""
    for draw in ("standing", "divisions"):
        stage = {"name": "r", "games": 2, "together": False, "draw": draw, "size": 3, "least": 3}
        chosen = replace_stage(stage)
        desk = made(tmp_path / draw, chosen)
        desk.enter({name: f"{name.lower()}@example.test" for name in NAMES[:6]})
        for _ in range(2):
            for game in drawn_and_started(desk):
                played(desk, game, 3)
            desk.count()
        assert [r.number for r in desk.state.rounds] == [1, 2]
        assert [t.game for t in desk.state.tables] == ["cup-r1", "cup-r2", "cup-r3", "cup-r4"]
        with pytest.raises(BadInput, match="is over; `advance`"):
            desk.draw()
        if draw == "divisions":
            first, second = (
                {n: k for k, t in enumerate(r.tables) for n in t.seats} for r in desk.state.rounds
            )
            assert sorted(second[n] - first[n] for n in first) == [-1, 0, 0, 0, 0, 1]


def replace_stage(stage: dict[str, object]) -> Format:
    tables = SMALL.model_dump()
    return Format.model_validate({**tables, "stages": [{**stage, "most": 4}]})


@pytest.mark.parametrize("carry", [False, True])
def test_a_stage_counts_the_one_before_where_the_format_says_so(
    tmp_path: Path, carry: bool
) -> None:
    tables = SMALL.model_dump()
    tables["stages"][1]["carry"] = carry
    desk = made(tmp_path, Format.model_validate(tables))
    desk.enter({name: f"{name.lower()}@example.test" for name in NAMES[:8]})
    for game in drawn_and_started(desk):
        played(desk, game, 2)
    (first, second) = desk.advance().format.stages
    heats = {row.entrant: row.points for row in desk.state.standings_of(first)}
    (final,) = drawn_and_started(desk)
    played(desk, final, 2)
    desk.count()
    alone = second.scoring or desk.state.format.scoring
    own = alone.points(desk.state.results_of(second)[-1])
    for row in desk.state.standings_of(second):
        assert row.points == own[row.entrant] + (heats[row.entrant] if carry else 0)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    create_settings(tmp_path, Settings(address="pbem@example.test", moderator="m@example.test"))
    return tmp_path


def run(site: Path, *words: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, ["tournament", *words, "--site", str(site)])
    if isinstance(result.exception, BadInput):
        return str(result.exception)
    assert result.exit_code == code, result.output
    return result.output


def test_a_moderators_evening_by_command(site: Path) -> None:
    """Five commands for 24 entrants and 12 tables: init, enter, draw, start, status."""
    people = "".join(
        f"{a}{b},{a}{b}@example.test\n".lower().title().replace("@Example.Test", "@example.test")
        for a in ("Bar", "Cor", "Dil", "Fer")
        for b in ("ana", "bel", "cato", "dora", "emil", "fox")
    )
    (site / "people.csv").write_text(f"name,address\n{people}")
    told = run(site, "init", "cup", "--rules", "imperial-2030", "--seed", "5")
    assert "pbem tournament enter cup" in told
    assert "24 entered" in run(site, "enter", "cup", "--file", str(site / "people.csv"))
    drawn = json.loads(run(site, "draw", "cup", "--json"))
    assert len(drawn["tables"]) == 12
    assert drawn["repeats"] == drawn["least"] == 24
    assert "12 games have begun" in run(site, "start", "cup", "--deadline", "72h")
    assert len(open_site(site).game_ids()) == 12
    assert open_site(site).game("cup-h1").file.deadlines is not None
    status = json.loads(run(site, "status", "cup", "--json"))
    assert status["phase"] == "playing"
    assert {t["state"].partition(",")[0] for t in status["tables"]} == {"turn 1"}
    rows = json.loads(run(site, "standings", "cup", "--json"))
    assert {row["rank"] for row in rows} == {1}
    assert {"rank", "name", "points"} <= rows[0].keys()
    assert "rank" in run(site, "standings", "cup")
    assert "these tables are played" in run(site, "advance", "cup")
    assert "abandoned" in run(site, "decide", "cup", "cup-h1", "--abandon")
    assert "12 tables are paused" in run(site, "pause", "cup")
    assert "0 tables are paused" in run(site, "pause", "cup")
    assert "12 tables go on" in run(site, "resume", "cup")
    table = status["tables"][1]
    order = ", ".join(table["players"])
    assert "decided" in run(site, "decide", "cup", "cup-h2", order, "--why", "by lot")
    first = json.loads(run(site, "standings", "cup", "--json"))[0]
    assert first["name"] == table["players"][0]
    assert first["points"] == 12
    assert "hold" in run(site, "verify", "cup")
    left = run(site, "withdraw", "cup", table["players"][0])
    assert "still seated: pbem replace cup-h" in left
    assert "as after entry 24" in run(site, "undo", "cup", "--to", "24")
    assert tournament_ids(site) == ("cup",)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("status", "none"), "there is no such tournament; there are: none yet"),
        (("init", "A b", "--rules", "imperial"), "lower-case letters"),
        (("init", "cup", "--rules", "chess"), "chess"),
        (("init", "cup", "--rules", "imperial", "--format", "x"), "there is no format 'x'"),
        (("enter", "cup"), "nobody is named"),
        (("enter", "cup", "Ada"), "is not NAME=ADDRESS"),
        (("enter", "cup", "Ada=a@x.test", "Ada=b@x.test"), "is named twice"),
        (("decide", "cup", "cup-h1"), "say who is where"),
        (("start", "cup", "--missed", "wait"), "give --deadline"),
        (("start", "cup"), "nothing is drawn"),
        (("standings", "cup", "--stage", "x"), "there are: heats, semifinal, final"),
    ],
)
def test_wrong_use_says_what_is_wrong(words: tuple[str, ...], reason: str, site: Path) -> None:
    if words[0] != "init" and words[1] == "cup":
        run(site, "init", "cup", "--rules", "imperial")
    assert reason in run(site, *words)


def test_a_tournament_that_was_half_made_is_none(site: Path) -> None:
    run(site, "init", "cup", "--rules", "imperial")
    (site / "tournaments" / "cup" / "tournament.toml").unlink()
    assert tournament_ids(site) == ()
    run(site, "init", "cup", "--rules", "imperial-2030")
    assert open_tournament(site, "cup").file.rules == "imperial-2030"
    assert "already is such" in run(site, "init", "cup", "--rules", "imperial")


def test_a_result_is_what_the_game_says(desk: Desk) -> None:
    games = drawn_and_started(desk)
    assert come_to(desk.site.game(games[0])) is None
    played(desk, games[0])
    found = come_to(desk.site.game(games[0]))
    assert found is not None
    points = [found.scores[name] for group in found.places for name in group]
    assert points == sorted(points, reverse=True)
