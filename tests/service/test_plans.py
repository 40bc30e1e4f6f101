"""Plans by mail: whole games with far fewer mails, and nothing of them in anybody else's hands."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from random import Random

import pytest
from support.mails import Desk, new_desk, reply, text_of
from typer.testing import CliRunner

import pbem.demo.play
from pbem.board.ids import PlayerId
from pbem.cli.main import app
from pbem.demo.investor import Table
from pbem.demo.planning import ahead
from pbem.demo.play import PLAYERS, Ended, Wanted, play_demo
from pbem.orders.ahead.advance import Why
from pbem.orders.ahead.standing import NOTHING
from pbem.rules.state import Ask
from pbem.store.game import open_game
from pbem.store.verify import verify

GAMES = (
    Wanted("imperial", 3, 21, plans=True),
    Wanted("imperial-2010", 5, 22, ("auction",), plans=True),
    Wanted("imperial-2030", 4, 23, ("secret-cash",), plans=True),
    Wanted("imperial-2030", 2, 24, ("no-investor-card",), plans=True),
)
RATIO = 0.7
CANARY = {player: 901 + 11 * seat for seat, player in enumerate(PLAYERS)}
"""An amount that stands in every plan of a player, and nowhere else."""


def marked(table: Table, player: PlayerId, orders: Sequence[str], chance: Random) -> list[str]:
    """What an investor plans, with the canary of its player in each plan."""
    lines = []
    for line in ahead(table, player, orders, chance):
        lines.append(line)
        if line.endswith(":"):
            lines.append(f"  IF CASH <= {CANARY[player]}")
    return lines


def words_of(message: EmailMessage) -> str:
    """Everything in a mail, its headers included, decoded."""
    heads = "\n".join(f"{name}: {value}" for name, value in message.items())
    parts = [p.get_content() for p in message.walk() if not p.is_multipart()]
    return "\n".join([heads, *map(str, parts)])


def mails_in(folder: Path) -> Iterator[str]:
    for path in folder.rglob("*"):
        if path.is_file() and not path.name.startswith("."):
            message = message_from_bytes(path.read_bytes(), policy=policy.default)
            assert isinstance(message, EmailMessage)
            yield words_of(message)


def command(*words: str) -> str:
    result = CliRunner().invoke(app, list(words))
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.slow
@pytest.mark.parametrize("wanted", GAMES, ids=lambda w: f"{w.rules}-{w.players}")
def test_whole_games_with_plans(
    wanted: Wanted,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """They end with far fewer mails than decisions, replay gives the same, and nobody is told."""
    monkeypatch.setattr(pbem.demo.play, "ahead", marked)
    ended = play_demo(tmp_path / "demo", wanted)
    game = ended.game
    assert game.state.over
    assert list(verify(game)) == []
    ratio = ended.written / ended.decisions
    with capsys.disabled():
        sys.stdout.write(
            f"\n{wanted.rules}, {wanted.players} players: {ended.decisions} decisions, "
            f"{ended.automatic} automatic, {ended.written} mails: {ratio:.2f}\n"
        )
    assert ratio < RATIO
    for name in ("state.toml", "private.toml"):
        (game.folder / name).unlink()
    again = open_game(game.folder, None)
    assert (again.state, again.standing) == (game.state, game.standing)
    assert_all_kinds_are_used(ended)
    assert_nobody_knows_anothers_plans(ended)


def assert_all_kinds_are_used(ended: Ended) -> None:
    """Turns and investments by plans, some plans dropped, reports only of what was played."""
    steps = [step for entry, _ in ended.game.entries for step in entry.answers]
    for kind in (Ask.TURN, Ask.INVEST):
        assert sum(s.kind is kind and s.why is Why.PLAN and bool(s.order) for s in steps) >= 3
    played = sum(not entry.is_private for entry, _ in ended.game.entries)
    for box in (ended.folder / "mailboxes").iterdir():
        assert 2 < sum("auto-generated" in mail for mail in mails_in(box)) <= played + 1


def assert_nobody_knows_anothers_plans(ended: Ended) -> None:
    """Search of every mail that was sent, and of what a player's copy of the site would show."""
    players = ended.game.file.players
    own = 0
    for box in (ended.folder / "mailboxes").iterdir():
        owner = next(p for p in players if box.name.startswith(p.lower()))
        others = [f"<= {CANARY[p]}" for p in players if p != owner]
        for mail in mails_in(box):
            own += f"<= {CANARY[owner]}" in mail
            assert not [canary for canary in others if canary in mail]
    assert own > 10, "the search finds what is there"
    state = (ended.game.folder / "journal").iterdir()
    assert all(path.stat().st_mode & 0o077 == 0 for path in state)


# One table, mail by mail


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return new_desk(tmp_path / "site")


ANNS = "AUSTRIA-HUNGARY: IMPORT 2 FLEETS Trieste, ARMY Vienna"
BOBS = "ITALY:\nIF TREASURY Italy >= 777\nFACTORY Rome\nELSE\nPRODUCTION A"


def send(desk: Desk, player: str, text: str) -> str:
    """A mail in answer to the player's last report; the answer to it."""
    ident = f"<{desk.sent + 1}@mail.example.test>"
    desk.send(reply(desk.reports(player)[-1], text, ident))
    return text_of(desk.answers(player)[-1])


def test_what_is_only_kept_is_answered_and_told_to_nobody(desk: Desk) -> None:
    answer = send(desk, "Bob", BOBS)
    assert "KEPT FOR LATER" in answer
    assert "Nobody else" in answer
    assert "IF TREASURY Italy >= 777" in answer
    assert [len(desk.reports(p)) for p in ("Ann", "Bob", "Cyd")] == [1, 1, 1]
    assert [len(desk.answers(p)) for p in ("Ann", "Bob", "Cyd")] == [0, 1, 0]
    (entry, _) = desk.game.entries[0]
    assert (len(entry.orders), entry.ahead, entry.is_private) == (1, (0,), True)
    path = desk.game.folder / "private.toml"
    assert path.stat().st_mode & 0o077 == 0
    assert "777" in path.read_text()


def test_one_report_tells_of_all_that_follows_and_why(desk: Desk) -> None:
    """And asks only who must really decide."""
    send(desk, "Bob", BOBS)
    send(desk, "Cyd", "FRANCE: FACTORY Brest\nGERMANY: TAXATION")
    send(desk, "Ann", ANNS)
    for player in ("Ann", "Bob", "Cyd"):
        assert len(desk.reports(player)) == 2
        report = text_of(desk.reports(player)[-1])
        assert (
            "- Bob has ordered the turn of Italy ahead.\n- Italy begins on production A." in report
        )
        assert "- Cyd has ordered the turn of France ahead." in report
        asked = "YOUR TURN" in str(desk.reports(player)[-1]["Subject"])
        assert asked == (player == "Ann")  # for Great Britain
        assert ("IF TREASURY" in report or "777" in report) == (player == "Bob")
    bob = text_of(desk.reports("Bob")[-1])
    assert "Of your plan for Italy, what stood first was not used:" in bob
    assert "ITALY: FACTORY Rome: The condition does not hold: TREASURY Italy >= 777" in " ".join(
        bob.split()
    )


def test_a_plan_that_fails_asks_its_player_alone_with_the_reason(desk: Desk) -> None:
    send(desk, "Bob", "ITALY: FACTORY Moscow")
    send(desk, "Ann", ANNS)
    for player in ("Ann", "Bob", "Cyd"):
        report = desk.reports(player)[-1]
        text = text_of(report)
        mine = player == "Bob"
        assert ("Your plan for Italy was not used and is dropped:" in text) == mine
        assert ("Moscow is not a home province" in " ".join(text.split())) == mine
        assert ("YOUR TURN" in str(report["Subject"])) == mine
    assert text_of(desk.reports("Bob")[-1]).index("YOUR PLANS") < text_of(
        desk.reports("Bob")[-1]
    ).index("YOUR OPTIONS")


def test_show_standing_and_check(desk: Desk) -> None:
    """CHECK tries plans on the present position and keeps nothing."""
    checked = send(desk, "Bob", f"CHECK\n{BOBS}\nSTANCE PEACE")
    assert "WOULD BE KEPT FOR LATER" in checked
    told = " ".join(checked.replace("# ", "").split())
    assert "As things are now, this would be carried out: ITALY: PRODUCTION A" in told
    assert desk.game.standing == NOTHING
    send(desk, "Bob", f"{BOBS}\nSTANCE PEACE")
    for wish in ("SHOW STANDING", "CHECK"):
        shown = send(desk, "Bob", wish)
        assert "IF TREASURY Italy >= 777" in shown
        assert "STANCE PEACE" in shown
        assert "would be carried out" in " ".join(shown.replace("# ", "").split())
        assert "Nothing is kept for you." in send(desk, "Cyd", wish)
    assert desk.game.last == 1


def test_a_check_by_another_tells_nothing_of_plans(desk: Desk) -> None:
    """Not even that a turn would be carried out without a mail."""
    plain = send(desk, "Ann", f"CHECK\n{ANNS}")
    send(desk, "Bob", BOBS)
    send(desk, "Cyd", "FRANCE: FACTORY")

    def without_ids(text: str) -> str:
        return re.sub(r"\[[^\]\n]*\]", "", text)

    assert without_ids(send(desk, "Ann", f"CHECK\n{ANNS}")) == without_ids(plain)


def test_undo_restores_plans_and_tells_their_players(desk: Desk) -> None:
    send(desk, "Bob", BOBS)
    send(desk, "Ann", ANNS)
    assert desk.game.standing == NOTHING
    desk.now += timedelta(minutes=1)
    desk.processor.undo("g1", 1)
    desk.work()
    assert desk.game.standing == desk.game.standing_after(1) != NOTHING
    for player in ("Ann", "Bob", "Cyd"):
        report = " ".join(text_of(desk.reports(player)[-1]).split())
        told = "these turns had used up is kept for you again: ITALY:" in report
        assert told == (player == "Bob")
    send(desk, "Ann", ANNS)
    assert desk.game.entries[-1][0].answers[0].order == "ITALY: PRODUCTION A"
    assert list(verify(desk.reopened().game)) == []


def test_what_can_be_seen_without_being_the_player(desk: Desk) -> None:
    """`show`, `history`, `list`, with `--json` and without; the player sees all of it."""
    send(desk, "Bob", BOBS)
    site = str(desk.site.folder)
    seen = [
        command("show", "g1", "--site", site),
        command("show", "g1", "--site", site, "--json"),
        command("show", "g1", "--site", site, "--as", "Ann"),
        command("show", "g1", "--site", site, "--as", "Ann", "--json"),
        command("history", "g1", "--site", site),
        command("history", "g1", "--site", site, "--json"),
        command("list", "--site", site, "--json"),
        command("status", "--site", site, "--json"),
    ]
    assert not [text for text in seen if "777" in text or "ITALY: PRODUCTION" in text]
    assert "before the game is over" in seen[4]
    assert "777" in command("show", "g1", "--site", site, "--as", "Bob")
    (plan,) = json.loads(command("show", "g1", "--site", site, "--as", "Bob", "--json"))["standing"]
    assert plan.startswith("ITALY:\n  IF TREASURY Italy >= 777")


def test_the_console_undoes_what_was_played_not_what_was_planned(desk: Desk) -> None:
    send(desk, "Ann", ANNS)
    send(desk, "Cyd", "FRANCE: TAXATION")
    assert desk.game.last == 2
    command("undo", "g1", "--site", str(desk.site.folder))
    assert desk.reopened().game.entries[-1][0].back_to == 0


def test_a_standing_answer_answers_the_question_that_is_open(desk: Desk) -> None:
    """And all like it: no second mail."""
    send(desk, "Ann", ANNS)
    send(desk, "Bob", "ITALY: IMPORT 2 FLEETS Venice")
    for player, text in (
        ("Cyd", "FRANCE: FACTORY"), ("Ann", "GREAT BRITAIN: FACTORY"), ("Cyd", "GERMANY: FACTORY"),
        ("Bob", "RUSSIA: FACTORY"),
        ("Ann", "AUSTRIA-HUNGARY: MANEUVER B\nALL FLEETS Trieste -> Ionian Sea"),
        ("Bob", "ITALY: MANEUVER B\nFLEET Venice -> Ionian Sea\nFLEET Venice -> Ionian Sea"),
    ):  # fmt: skip
        send(desk, player, text)
    assert desk.game.state.pending[0].kind is Ask.FIGHT
    send(desk, "Ann", "STANCE PEACE")
    assert desk.game.state.pending[0].kind is Ask.TURN
    (entry, _) = desk.game.entries[-1]
    assert [step.order for step in entry.answers] == ["PEACE IN Ionian Sea"] * 2
    told = text_of(desk.reports("Cyd")[-1])
    assert told.count("- Austria-Hungary keeps the peace, by a standing answer of Ann.") == 2


@pytest.mark.slow
def test_the_same_seed_gives_the_same_game_with_plans(tmp_path: Path) -> None:
    wanted = Wanted("imperial", 3, 6, plans=True)
    trees = []
    for name in ("one", "two"):
        play_demo(tmp_path / name, wanted)
        files = (p for p in sorted((tmp_path / name).rglob("*")) if p.is_file())
        trees.append({str(p.relative_to(tmp_path / name)): p.read_bytes() for p in files})
    assert trees[0] == trees[1]
