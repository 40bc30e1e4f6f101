"""`UNDO`, `DRAW`, `EXTEND`: what players propose, agree to, refuse; by mail and by command."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest
from support.mails import Desk, new_desk, reply, text_of
from support.moderators import chaired
from typer.testing import CliRunner

from pbem.cli.main import app
from pbem.service.fates import Fate
from pbem.store.journal import What
from pbem.store.proposals import Topic, open_proposals
from pbem.store.verify import verify

ANN = "AUSTRIA-HUNGARY: IMPORT 2 FLEETS Trieste, ARMY Vienna"
BOB = "ITALY: FACTORY Venice"
CYD = "FRANCE: FACTORY Marseille"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Ann has moved, and Bob is asked."""
    desk = new_desk(tmp_path / "site", deadlines={"every": "48h", "missed": "wait"})
    send(desk, "Ann", ANN)
    return desk


def send(desk: Desk, player: str, text: str, to: EmailMessage | None = None) -> Fate:
    to = to or desk.reports(player)[-1]
    done = desk.send(reply(to, text, f"<{desk.sent}@mail.example.test>"))
    assert done.troubles == []
    return done.handled[0][1].fate


def said(desk: Desk, player: str, text: str, to: EmailMessage | None = None) -> str:
    """The answer to a mail, with its blanks made one."""
    send(desk, player, text, to)
    return words(desk.answers(player)[-1])


def words(message: EmailMessage) -> str:
    return " ".join(text_of(message).split())


def asked(desk: Desk, player: str, what: str) -> EmailMessage:
    """The last mail to a player with these words in its subject."""
    found = [m for m in desk.reports(player) if what in str(m["Subject"]).lower()]
    assert found, [str(m["Subject"]) for m in desk.reports(player)]
    return found[-1]


def holds(desk: Desk) -> bool:
    return list(verify(desk.reopened().game)) == []


def fights_in_venice(desk: Desk, more: str) -> None:
    """Two armies of Austria-Hungary have come to Venice, and Italy has three there."""
    moves = f"AUSTRIA-HUNGARY: MANEUVER A\nARMY Vienna -> Venice\nARMY Budapest -> Venice\n\n{more}"
    for player, text in (
        ("Ann", "AUSTRIA-HUNGARY: PRODUCTION A"),
        ("Bob", "ITALY: IMPORT 3 ARMIES Venice"),
        ("Cyd", "FRANCE: FACTORY"),
        ("Ann", "GREAT BRITAIN: FACTORY"),
        ("Cyd", "GERMANY: FACTORY"),
        ("Bob", "RUSSIA: FACTORY"),
        ("Ann", moves),
    ):
        assert send(desk, player, text) is Fate.PLAYED, text


# UNDO


def test_an_order_after_which_nobody_has_acted_is_taken_back_at_once(desk: Desk) -> None:
    answer = said(desk, "Ann", "UNDO")
    assert "Nobody else need agree" in answer
    undo = desk.game.entries[-1][0]
    assert (undo.how, undo.by, undo.back_to) == ("undo", "Ann", 0)
    assert desk.game.state.turn == 1
    assert "Your last order is taken back, as you have asked." in words(desk.reports("Ann")[-1])
    told = words(desk.reports("Bob")[-1])
    assert "Ann has taken back their last order" in told
    assert "moderator" not in told.partition("STANDINGS")[0]
    assert undo.due is not None
    send(desk, "Ann", "AUSTRIA-HUNGARY: TAXATION", desk.reports("Ann")[-1])
    assert desk.game.state.turn == 2
    assert holds(desk)


def test_who_has_acted_since_must_agree(desk: Desk) -> None:
    send(desk, "Bob", BOB)
    assert "Missing: Bob." in said(desk, "Ann", "UNDO")
    question = asked(desk, "Bob", "take back an order?")
    assert "IMPORT 2 FLEETS Trieste, ARMY Vienna" in words(question)
    assert "answer this mail with YES; NO ends" in words(question)
    assert not [m for m in desk.reports("Cyd") if "take back" in str(m["Subject"]).lower()]
    assert "Would like to take back" in said(desk, "Cyd", "STATUS")
    assert send(desk, "Bob", "Yes please", question) is Fate.PLAYED
    entries = [entry for entry, _ in desk.game.entries]
    assert entries[-2].orders == ("YES UNDO",)
    assert (entries[-1].by, entries[-1].back_to) == ("Ann", 0)
    assert desk.game.state.turn == 1
    assert not open_proposals(desk.game)
    assert "all whom that concerns have agreed" in words(desk.reports("Cyd")[-1])
    assert holds(desk)


def test_the_same_word_in_an_answer_is_consent_and_elsewhere_an_own_wish(desk: Desk) -> None:
    send(desk, "Bob", BOB)
    send(desk, "Ann", "UNDO")
    refused = said(desk, "Bob", "UNDO", desk.answers("Bob")[-1])
    assert "one such question is open at a time" in refused
    assert "YES UNDO" in refused
    assert desk.game.state.turn == 3
    send(desk, "Bob", "undo", asked(desk, "Bob", "take back an order?"))
    assert desk.game.state.turn == 1


def test_a_no_ends_it_and_who_has_asked_is_told(desk: Desk) -> None:
    send(desk, "Bob", BOB)
    send(desk, "Ann", "UNDO")
    question = asked(desk, "Bob", "take back an order?")
    assert "come to nothing" in said(desk, "Bob", "No", question)
    assert "Bob does not agree: no order is taken back." in words(desk.reports("Ann")[-1])
    assert not open_proposals(desk.game)
    late = said(desk, "Bob", "YES", question)
    assert "is settled, or has come to nothing" in late
    assert desk.game.state.turn == 3


def test_who_has_asked_can_withdraw(desk: Desk) -> None:
    send(desk, "Bob", BOB)
    send(desk, "Ann", "UNDO")
    assert "withdrawn" in said(desk, "Ann", "NO UNDO")
    assert "does not ask to take an order back" in words(desk.reports("Bob")[-1])
    assert not open_proposals(desk.game)


def test_it_dies_when_somebody_plays_on(desk: Desk) -> None:
    send(desk, "Bob", BOB)
    send(desk, "Ann", "UNDO")
    question = asked(desk, "Bob", "take back an order?")
    send(desk, "Cyd", CYD)
    assert not open_proposals(desk.game)
    assert "is settled, or has come to nothing" in said(desk, "Bob", "YES", question)
    assert "Missing: Bob and Cyd." in said(desk, "Ann", "UNDO")


def test_what_has_shown_a_plan_of_another_only_the_moderator_takes_back(desk: Desk) -> None:
    send(desk, "Cyd", CYD)  # kept
    send(desk, "Bob", BOB)
    assert desk.game.state.turn == 4
    refused = said(desk, "Bob", "UNDO")
    assert "Only the moderator can take that back" in refused
    assert desk.game.state.turn == 4
    desk.processor.undo("g1", 1)
    assert desk.game.state.turn == 2


def test_an_own_plan_that_was_shown_keeps_nothing_back(desk: Desk) -> None:
    send(desk, "Cyd", "GERMANY: TAXATION")  # kept: its turn comes behind France and Great Britain
    send(desk, "Bob", BOB)
    send(desk, "Cyd", CYD)
    send(desk, "Ann", "GREAT BRITAIN: TAXATION")
    assert desk.game.state.turn == 6
    assert "Only the moderator" in said(desk, "Ann", "UNDO")
    assert "Missing: Ann." in said(desk, "Cyd", "UNDO")


def test_there_must_be_an_order_and_it_must_hold_still(desk: Desk) -> None:
    assert "no order of yours" in said(desk, "Cyd", "UNDO")
    send(desk, "Ann", "UNDO")
    assert "no order of yours" in said(desk, "Ann", "UNDO")


def test_what_stands_beside_an_undo_waits(desk: Desk) -> None:
    answer = said(desk, "Ann", "UNDO\nAUSTRIA-HUNGARY: TAXATION")
    assert "First it is settled whether your order is taken back" in answer
    assert desk.game.state.turn == 1
    assert not desk.game.standing.held
    send(desk, "Ann", ANN, desk.reports("Ann")[-1])
    both = said(desk, "Bob", f"{BOB}\nRUSSIA: TAXATION\nUNDO")
    assert "UNDO takes back an order of an earlier mail" in both
    assert desk.game.state.turn == 3


@pytest.mark.parametrize("text", ["UNDO 3", "undo 12"])
def test_a_player_takes_back_one_order(desk: Desk, text: str) -> None:
    assert "more than that only the moderator" in said(desk, "Ann", text)
    assert desk.game.last == 1


def test_a_check_changes_nothing(desk: Desk) -> None:
    assert "Only checked" in said(desk, "Ann", "CHECK\nUNDO")
    assert desk.game.last == 1


def test_what_the_moderator_has_changed_stays(tmp_path: Path) -> None:
    chair = chaired(tmp_path / "site")
    send(chair.desk, "Ann", ANN)
    chair.write("POSITION\n[position]\nplayers.Bob.cash = 20\nEND POSITION")
    chair.write("YES", chair.desk.answers("mod")[-1])
    assert chair.desk.game.state.players["Bob"].cash == 20  # type: ignore[index]
    assert "the moderator has changed the position" in said(chair.desk, "Ann", "UNDO")
    assert chair.desk.game.state.turn == 2


# DRAW


def test_a_game_ends_when_all_agree(desk: Desk) -> None:
    assert "Missing: Bob and Cyd." in said(desk, "Ann", "DRAW")
    question = asked(desk, "Bob", "end the game?")
    assert "12 more orders" in words(question)
    assert "Missing: Cyd." in said(desk, "Bob", "YES", question)
    assert "Would like to end the game" in said(desk, "Cyd", "STATUS")
    assert "All players agree" in said(desk, "Cyd", "draw", asked(desk, "Cyd", "end the game?"))
    ended = desk.game.entries[-1][0]
    assert ended.clock is not None
    assert ended.clock.what is What.ENDED
    assert desk.game.state.over
    for player in ("Ann", "Bob", "Cyd"):
        told = words(desk.reports(player)[-1])
        assert "All players agree. The game ends as it stands" in told
        assert "FINAL RANKING" in told
    assert holds(desk)
    assert "The game is over." in said(desk, "Bob", "UNDO")


def test_it_lasts_while_others_play_on_but_not_for_ever(desk: Desk) -> None:
    send(desk, "Ann", "DRAW")
    send(desk, "Bob", BOB)
    assert open_proposals(desk.game)[Topic.DRAW].left == 11
    game = desk.game
    while game.last < 14:
        player = game.state.pending[0].player
        nation = game.state.nation.upper()
        orders = (f"{nation}: {action}" for action in ("TAXATION", "PRODUCTION", "MANEUVER"))
        assert Fate.PLAYED in (send(desk, player, order) for order in (*orders, "PASS"))
    assert not open_proposals(game)
    assert "Missing: Bob and Cyd." in said(desk, "Ann", "DRAW")


def test_a_yes_to_a_mail_that_asks_two_things_is_refused(tmp_path: Path) -> None:
    """One mail of Ann's has moved her armies, which asks Bob, and proposed an end."""
    desk = new_desk(tmp_path / "site")
    fights_in_venice(desk, "DRAW")
    report = desk.reports("Bob")[-1]
    refused = said(desk, "Bob", "YES", report)
    assert "asks two things" in refused
    for word in ("YES DRAW", "NO DRAW", "FIGHT", "PEACE"):
        assert word in refused
    send(desk, "Bob", "YES DRAW", report)
    assert open_proposals(desk.game)[Topic.DRAW].missing == ("Cyd",)
    send(desk, "Bob", "PEACE", report)
    assert desk.game.entries[-1][0].orders == ("PEACE IN Venice",)


def test_nothing_is_proposed_nothing_is_answered(desk: Desk) -> None:
    for text in ("YES DRAW", "NO UNDO", "OK EXTEND"):
        assert "Nothing of the kind is proposed" in said(desk, "Bob", text)
    assert desk.game.last == 1


# Crashes, commands


def test_whoever_was_killed_behind_the_last_yes_goes_on(desk: Desk) -> None:
    for player in ("Ann", "Bob"):
        send(desk, player, "DRAW")
    from pbem.service.deciding.trying import tried
    from pbem.store.submissions import Submission

    outcome = tried(desk.game, "Cyd", "DRAW", desk.now)  # type: ignore[arg-type]
    submission = Submission(outcome, "Cyd", "console", desk.now, "DRAW")  # type: ignore[arg-type]
    desk.processor.enter(desk.game, submission)
    desk = desk.reopened()
    desk.work()
    desk.work()
    assert desk.game.state.over
    assert sum("THE GAME IS OVER" in str(m["Subject"]) for m in desk.reports("Ann")) == 1


def test_by_command(desk: Desk) -> None:
    site = str(desk.site.folder)
    run = CliRunner()
    for player, order in (("Ann", "DRAW"), ("Bob", "YES DRAW"), ("Cyd", "NO DRAW")):
        done = run.invoke(app, ["submit", "g1", player, "--site", site], input=order)
        assert done.exit_code == 0, done.output
        assert f"accepted {order}" in done.output
    wrong = run.invoke(app, ["submit", "g1", "Cyd", "--site", site], input="UNDO")
    assert wrong.exit_code == 1
    assert "no order of yours" in wrong.output
    done = run.invoke(app, ["submit", "g1", "Ann", "--site", site], input="UNDO")
    assert done.exit_code == 0
    shown = run.invoke(app, ["history", "g1", "--site", site]).output
    assert "taken back by Ann" in shown
    for order in ("DRAW", "YES DRAW", "NO DRAW", "UNDO"):
        assert f"\n  {order}\n" in shown
    assert "nobody gets to see" not in shown
