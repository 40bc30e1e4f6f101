"""The moderator by mail: every command, what a wrong use gets, and who is none."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from support.mails import DEALS, fresh, reply, text_of
from support.moderators import Chair, chaired, flat

from pbem.ground.errors import BadInput
from pbem.orders.verbs.moderator.replace import ReplaceBy
from pbem.orders.verbs.moderator.set_option import SetOption
from pbem.service.entering.moderating.acts import done_by
from pbem.service.entering.moderating.desk import Acting
from pbem.service.entering.taking_back import accepted
from pbem.service.fates import Fate
from pbem.service.rounds.poll import poll
from pbem.service.seats.new_game import NewGame, new_game
from pbem.service.site import blocked
from pbem.service.site.moderators import moderator_key
from pbem.store.journal import What
from pbem.store.persons import Said
from pbem.store.verify import verify

ANNS = "AUSTRIA-HUNGARY: IMPORT 2 FLEETS Trieste, ARMY Vienna"
EDIT = """POSITION
[position]
players.Ann.cash = 20
nations.italy.armies = { rome = 2 }
END POSITION"""


@pytest.fixture
def chair(tmp_path: Path) -> Chair:
    return chaired(tmp_path / "site")


def played(chair: Chair) -> list[int]:
    return [entry.number for entry in accepted(chair.desk.game)]


def whats(chair: Chair) -> list[What]:
    return [entry.clock.what for entry, _ in chair.desk.game.entries if entry.clock]


def test_the_welcome_carries_the_secret_and_says_how(chair: Chair) -> None:
    text = flat(text_of(chair.welcome))
    assert chair.welcome["Subject"] == "[g1] You are the moderator"
    for word in ("PAUSE", "UNDO", "POSITION", "PREVIEW", "END GAME", "BROADCAST", "SET DEADLINE"):
        assert word in text
    assert f"KEY {moderator_key(chair.desk.site, chair.desk.game)}" in text


def test_pause_resume_extend_and_deadline(chair: Chair) -> None:
    answer = chair.write("PAUSE")
    assert "| PAUSE There are no deadlines until the moderator resumes them." in answer
    assert "The game is paused already." in chair.write("PAUSE")
    assert "The game is paused, and there is no deadline. To go on: RESUME" in chair.write(
        "EXTEND 24"
    )
    answer = chair.write("RESUME\nEXTEND 24; DEADLINE 2026-01-09 20:00")
    assert "The game is not paused." in chair.write("RESUME")
    assert "There are 24 hours more" in answer
    assert "due by Fri 9 Jan 2026, 20:00 (Europe/Athens)" in answer
    assert whats(chair) == [What.PAUSED, What.RESUMED, What.EXTENDED, What.DEADLINE]
    assert "over already" in chair.write("DEADLINE 2025-01-09 20:00")
    assert "is no time" in chair.write("DEADLINE 2026-13-45 99:00")
    assert any("Fri 9 Jan 2026, 20:00" in flat(text_of(m)) for m in chair.desk.mailbox("Bob"))


def test_undo_and_redo(chair: Chair) -> None:
    desk = chair.desk
    assert "not so many orders" in chair.write("UNDO")
    desk.send(reply(desk.reports("Ann")[0], ANNS))
    assert desk.game.state.turn == 2
    then = desk.game.state
    assert "Turn 1: Ann is asked." in chair.write("UNDO")
    assert desk.game.state.turn == 1
    assert played(chair) == []
    assert "holds again" in chair.write("REDO")
    assert desk.game.state == then
    assert "the moderator has brought it back" in flat(text_of(desk.mailbox("Cyd")[-1]))
    assert "nothing to bring back" in chair.write("REDO")
    chair.write("AS Bob: ITALY: FACTORY Venice")
    assert "| UNDO 2" in chair.write("UNDO 2")
    assert desk.game.state.turn == 1
    chair.write("UNDO 9\nREDO")
    assert desk.game.state.turn == 3
    chair.write("UNDO\nUNDO\nREDO\nREDO")
    assert desk.game.state.turn == 3
    chair.write("UNDO\nAS Bob: ITALY: TAXATION")
    assert "nothing to bring back" in chair.write("REDO")
    assert list(verify(desk.game)) == []


@pytest.mark.parametrize("typed", ["PAUZE", "resum", "Brodcast"])
def test_a_command_that_is_misspelt_is_not_passed_over(chair: Chair, typed: str) -> None:
    answer = chair.write(f"Hi,\n\n{typed}\nEXTEND 24\n\nCheers, Mona")
    assert f'"{typed}" is no command of a moderator' in answer
    assert "There are 24 hours more" in answer
    assert "Mona" not in answer
    assert chair.desk.answers("mod")[-1]["Subject"] == "[g1] Done: EXTEND"
    assert f'"{typed}" is no command' in chair.write(typed)


def test_the_subject_names_the_option(chair: Chair) -> None:
    chair.write("SET MISSED standing")
    assert chair.desk.answers("mod")[-1]["Subject"] == "[g1] Done: SET MISSED"


def test_orders_as_a_player_are_turns_and_answers_only(chair: Chair) -> None:
    desk = chair.desk
    answer = chair.write(f"AS Ann:\n{ANNS}\n\nAS Bob: ITALY: FACTORY Venice")
    assert "The moderator has decided for Ann." in answer
    assert "The moderator has decided for Bob." in answer
    entry = desk.game.entries[0][0]
    assert (entry.how, entry.by) == ("moderator", "Ann")
    told = [flat(text_of(mail)) for mail in desk.reports("Cyd")]
    assert any("The moderator has decided for Ann." in text for text in told)
    for text in ("SHOW STANDING", "STANCE ALL FIGHT ALL", "GERMANY: TAXATION", "STATUS",
                 "FRANCE: TAXATION\nELSE\nFRANCE: INVESTOR",
                 "FRANCE:\nIF CASH >= 1\nTAXATION"):  # fmt: skip
        assert "Nothing of it is carried out" in chair.write(f"AS Cyd:\n{text}") or (
            text == "STATUS"
        ), text
    assert "FRANCE: TAXATON" in chair.write("AS Cyd: FRANCE: TAXATON")
    assert "No order stands below it." in chair.write("AS Cyd:")
    assert "Players: Ann, Bob and Cyd." in chair.write("AS Zoe: PASS")
    assert len(played(chair)) == 2
    assert desk.game.standing.held == ()


def test_process_and_preview(chair: Chair) -> None:
    desk = chair.desk
    answer = chair.write("PREVIEW")
    assert "Ann is asked, until Sun 4 Jan 2026, 05:05" in answer
    assert "| PREVIEW" in answer
    assert desk.game.last == 0
    assert "The game is in turn 1, not in turn 7." in chair.write("PROCESS FOR TURN 7")
    answer = chair.write("PROCESS FOR TURN 1")
    assert "in the name of Ann" in answer
    assert desk.game.state.turn == 2
    assert "For which turn?" in chair.write("PROCESS FOR TURN x")


def test_a_preview_never_shows_a_plan(tmp_path: Path) -> None:
    chair = chaired(tmp_path / "site", missed="default")
    desk = chair.desk
    desk.send(reply(desk.reports("Bob")[0], "ITALY: FACTORY Venice", "<plan@mail.example.test>"))
    answer = chair.write("PREVIEW")
    assert "Then, Bob: own plan." in answer
    assert "Venice" not in answer
    assert "Venice" not in chair.write("STATUS")


def test_seats_and_secrets(chair: Chair) -> None:
    desk = chair.desk
    old = desk.reports("Bob")[0]
    answer = chair.write("REPLACE Bob BY Zoe Zorn zoe@example.test\nREKEY Cyd")
    assert "Zoe Zorn plays on for Bob from now on." in answer
    assert desk.game.roster.seats["Bob"].address == "zoe@example.test"
    assert "welcome" in flat(text_of(desk.mailbox("zoe")[-1]))
    assert "zoe@example.test" not in "".join(text_of(m) for m in desk.mailbox("Ann"))
    desk.send(reply(old, "ITALY: FACTORY Venice", "<old@mail.example.test>"))
    assert played(chair) == []
    assert "who plays in this game: Ann" in chair.write("REPLACE Bob BY Ann2 ann@example.test")
    assert "does not play in it" in chair.write("REPLACE Bob BY Mod mod@example.test")
    assert "is no mail address" in chair.write("REPLACE Bob BY Zoe zoe")


@pytest.mark.parametrize(
    "command",
    [
        ReplaceBy("Bob", "PASS", "zoe@example.test"),
        ReplaceBy("Bob", "Venice", "zoe@example.test"),
        ReplaceBy("Bob", "ann", "zoe@example.test"),
        ReplaceBy("Bob", "a:b", "zoe@example.test"),
        ReplaceBy("Bob", "Zoe", "ann@example.test"),
        ReplaceBy("Bob", "Zoe", "pbem@example.test"),
        ReplaceBy("Bob", "Zoe", "zoe@nowhere..test"),
        SetOption("MISSED", "nonsense"),
        SetOption("PRESS", "loud"),
    ],
    ids=str,
)
def test_what_cannot_be_is_told_in_sentences_of_the_catalogue(
    chair: Chair, command: ReplaceBy | SetOption
) -> None:
    """Only what is wrong within a piece of TOML is told as the program's own checks say it."""
    last = chair.desk.game.last
    done = done_by(Acting(chair.desk.site, chair.desk.game, chair.desk.now), command)
    (told,) = done.told
    assert "{key" not in told.text
    assert told.text in catalogued()
    assert (done.entered, chair.desk.game.last) == (None, last)


def catalogued() -> set[str]:
    """The English sentences of the catalogue."""
    path = Path(__file__).parents[2] / "templates" / "catalogues" / "pbem.pot"
    with path.open("rb") as file:
        found = [message.id for message in read_po(file)]
    return {each for own in found for each in ([own] if isinstance(own, str) else own)}


def test_a_broadcast_reaches_all_and_looks_like_none_of_our_lines(chair: Chair) -> None:
    chair.write("BROADCAST\nDear all,\nITALY: PASS\nSTATUS\nEND BROADCAST\nPAUSE")
    assert whats(chair) == [What.BROADCAST, What.PAUSED]
    for player in ("Ann", "Bob", "Cyd"):
        (mail,) = [m for m in chair.desk.mailbox(player) if "moderator" in m["Subject"]]
        assert "  | Dear all,\n  | ITALY: PASS\n" in text_of(mail)
    assert "nothing is sent" in chair.write("BROADCAST\nEND BROADCAST")


def test_commands_that_may_be_old_ones_are_asked_about(chair: Chair) -> None:
    text = "PAUSE\nDear all,\nBROADCAST\nHello\nEND BROADCAST"
    assert "answer this mail with YES" in chair.write(text)
    assert whats(chair) == []
    chair.write("YES", chair.desk.answers("mod")[-1])
    assert whats(chair) == [What.PAUSED, What.BROADCAST]


def test_options_that_may_change(chair: Chair) -> None:
    answer = chair.write("SET DEADLINE 72h\nSET MISSED standing\nSET REMINDERS 12h, 2h")
    assert "DEADLINE 72h" in answer
    terms = chair.desk.reopened().game.file.deadlines
    assert terms is not None
    assert (terms.every, terms.missed) == ("72h", "standing")
    assert [str(r) for r in terms.reminders] == ["12h", "2h"]
    assert "MISSED cannot be that: nonsense" in chair.write("SET MISSED nonsense")
    assert chair.desk.game.file.deadlines == terms
    assert "PRESS none" in chair.write("SET PRESS none")
    assert chair.desk.reopened().game.file.press.allowed == "none"
    assert "PRESS cannot be that: loud" in chair.write("SET PRESS loud")
    assert "To which value?" in chair.write("SET MISSED")
    chair.write("SET DEADLINE none")
    assert chair.desk.game.entries[-1][0].due is None


def test_a_position_is_shown_then_changed_by_yes(chair: Chair) -> None:
    desk = chair.desk
    shown = chair.write(EDIT)
    assert "Ann, cash:" in shown
    assert "Italy, armies in Rome: 0 -> 2" in shown
    assert "Italy, armies in Rome" not in chair.write("STATUS")
    question = [m for m in desk.answers("mod") if "Change the position?" in m["Subject"]][-1]
    assert desk.game.last == 0
    assert "The moderator has changed the position:" in chair.write("YES", question)
    assert desk.game.state.players["Ann"].cash == 20
    assert desk.game.state.nations["italy"].armies == {"rome": 2}
    assert "Italy, armies in Rome: 0 -> 2" in flat(text_of(desk.mailbox("Bob")[-1]))
    assert "Nothing waits for your YES" in chair.write("YES", question)
    assert "Turn 1: Ann is asked." in chair.write("UNDO")
    assert desk.game.state.nations["italy"].armies == {}
    assert list(verify(desk.reopened().game)) == []


def test_a_position_that_cannot_be_and_one_that_is_out_of_date(chair: Chair) -> None:
    desk = chair.desk
    assert "no nation of" in chair.write("POSITION\nnations.narnia.treasury = 1\nEND POSITION")
    assert "negative" in chair.write("POSITION\nplayers.Ann.cash = -1\nEND POSITION")
    assert "Nothing would change" in chair.write("POSITION\nEND POSITION")
    chair.write(EDIT)
    question = desk.answers("mod")[-1]
    chair.write(f"AS Ann: {ANNS}")
    assert "The game has gone on" in chair.write("YES", question)
    chair.write(EDIT)
    question = desk.answers("mod")[-1]
    assert "stays as it is" in chair.write("NO", question)
    assert "Nothing waits" in chair.write("YES", question)
    assert What.EDITED not in whats(chair)


def test_secret_cash_stays_secret_where_a_position_is_edited(tmp_path: Path) -> None:
    chair = chaired(tmp_path / "site", ("secret-cash",))
    desk = chair.desk
    assert "Ann, cash:" in chair.write(EDIT)
    chair.write("YES", desk.answers("mod")[-1])
    assert "Ann, cash: " in flat(text_of(desk.mailbox("Ann")[-1]))
    assert "Ann, cash" not in flat(text_of(desk.mailbox("Bob")[-1]))


def test_the_game_is_handed_over_when_the_other_says_yes(chair: Chair) -> None:
    desk = chair.desk
    assert "Somebody else is asked" in chair.write("MODERATOR mona@example.test")
    asked = desk.mailbox("mona")[-1]
    chair.write("PAUSE")
    mona = Chair(desk, "mona")
    assert mona.send("hm?", asked) == [Fate.ANSWERED]
    assert desk.game.roster.moderator is None
    assert mona.send("Yes", asked) == [Fate.PLAYED]
    assert desk.game.roster.moderator == "mona@example.test"
    assert mona.send("Yes", asked) == [Fate.ANSWERED]
    welcome = desk.mailbox("mona")[-1]
    assert welcome["Subject"] == "[g1] You are the moderator"
    assert "deadlines count again" in mona.write("RESUME", welcome).lower()
    assert chair.send("PAUSE") == [Fate.UNKNOWN]
    assert whats(chair)[-1] is What.RESUMED
    assert "plays in g1" in mona.write("MODERATOR ann@example.test", welcome)
    told = "".join(text_of(m) for m in desk.mailbox("Ann"))
    assert "mona@example.test" not in told


def test_blocked_addresses_are_not_answered(chair: Chair) -> None:
    desk = chair.desk
    assert "blocked an address" in chair.write("BLOCK pest@example.test")
    assert blocked.blocked(desk.site) == ("pest@example.test",)
    assert "cannot be blocked" in chair.write("BLOCK ann@example.test")
    boxes = len(desk.mailbox("Bob"))
    desk.send(reply(desk.reports("Ann")[0], ANNS))
    report = flat(text_of(desk.mailbox("Bob")[-1]))
    assert len(desk.mailbox("Bob")) == boxes + 1
    assert "The moderator has blocked an address" in report
    assert "pest@" not in report
    assert "again" in chair.write("UNBLOCK pest@example.test")
    assert blocked.blocked(desk.site) == ()


def test_the_end(chair: Chair) -> None:
    assert "the points of now count" in chair.write("END GAME")
    assert chair.desk.game.state.over
    assert "over already" in chair.write("END GAME")
    for text in ("PAUSE", "EXTEND 24", "SET MISSED wait", "AS Ann: PASS", "PROCESS FOR TURN 1"):
        assert "The game is over" in chair.write(text)
    chair.write("UNDO")
    assert not chair.desk.game.state.over


def test_several_commands_and_what_is_none(chair: Chair) -> None:
    answer = chair.write("Hi there\n\nPAUSE\nITALY: FACTORY Venice\nHELP UNDO\n\nThanks, Mod")
    assert "| PAUSE" in answer
    assert "Orders of a player stand below a line AS <player>:" in answer
    assert "take back the last accepted order" in answer
    assert "There is no command in your mail" in chair.write("Hello")
    assert "nothing of your mail is carried out" in chair.write("RESUME\nplease only check this")
    assert whats(chair) == [What.PAUSED]


def test_what_is_asked_for(chair: Chair) -> None:
    desk = chair.desk
    desk.send(reply(desk.reports("Ann")[0], ANNS))
    assert "Austria-Hungary imports 2 fleets" in chair.write("HISTORY 1")
    assert "HOW TURN 1 BEGAN" in chair.write("HISTORY 1")
    assert "Trieste" in chair.write("MAP")
    assert "turn of Italy" in chair.write("STATUS")
    assert "Maneuver" in chair.write("RULES 5")
    assert "The commands: " in chair.write("HELP")
    assert "is no command of a moderator's" in chair.write("SHOW STANDING")
    assert desk.game.last == 1


def test_a_moderator_settles_the_own_mails(chair: Chair) -> None:
    answer = chair.write("SET TIMEZONE berlin\nSET MAILS DIGEST 6\nDEADLINE 2026-01-09 20:00")
    habits = chair.desk.reopened().site.people.habits("mod@example.test")
    assert (habits.zone, habits.hour) == ("Europe/Berlin", 6)
    assert "20:00 (Europe/Berlin)" in answer
    assert "SET LANGUAGE" in chair.write("SET LANGUAGE klingon")


# Who is none


def test_a_player_gets_a_plain_refusal(chair: Chair) -> None:
    desk = chair.desk
    for number, text in enumerate(("PAUSE", "REDO", "AS Bob: ITALY: FACTORY Venice", EDIT)):
        report = desk.reports("Ann")[0]
        desk.send(reply(report, text, f"<a{number}@mail.example.test>"))
        answer = flat(text_of(desk.answers("Ann")[-1]))
        assert "Only the game's moderator can do that" in answer, text
    assert desk.game.last == 0


def test_a_from_line_proves_nothing(chair: Chair) -> None:
    desk = chair.desk
    before = len(desk.mailbox("mod"))
    done = desk.send(fresh("mod", "PAUSE"))
    assert [h.fate for _, h in done.handled] == [Fate.HELPED]
    assert len(desk.mailbox("mod")) == before + 1
    assert desk.game.last == 0
    answer = chair.write("PAUSE", desk.mailbox("mod")[-1])
    assert "There are no deadlines" in answer


def test_the_secret_from_elsewhere_does_nothing(chair: Chair) -> None:
    desk = chair.desk
    for sender in ("Ann <ann@example.test>", "Eve <eve@example.test>"):
        assert chair.send("PAUSE", sender=sender) == [Fate.REFUSED]
    assert desk.game.last == 0
    assert "eve" not in "".join(text_of(m).lower() for m in desk.mailbox("mod"))
    assert "from another address" in flat(text_of(desk.mailbox("mod")[-1]))
    assert desk.mailbox("eve") == []
    key = moderator_key(desk.site, desk.game)
    done = desk.send(fresh("eve", f"KEY {key}\nPAUSE", "<k@mail.example.test>"))
    assert [h.fate for _, h in done.handled] == [Fate.PLAYED]
    assert whats(chair) == [What.PAUSED]


def test_who_plays_moderates_only_where_the_game_says_so(tmp_path: Path) -> None:
    chair = chaired(tmp_path / "site")
    site = chair.desk.site
    seats = {"Ann": "ann@example.test", "Bob": "mod@example.test", "Cyd": "cyd@example.test"}
    wanted = NewGame("g2", "imperial", seats, variants=("secret-cash",), seed=1)
    with pytest.raises(BadInput, match="would play, as Bob"):
        new_game(site, wanted, chair.desk.now)
    both = NewGame("g2", "imperial", seats, variants=("secret-cash",), seed=1,
                   playing_moderator=True)  # fmt: skip
    new_game(site, both, chair.desk.now)
    poll(site, chair.desk.processor)
    (welcome,) = [m for m in chair.desk.mailbox("mod") if m["Subject"].startswith("[g2] You are")]
    status = chair.write("STATUS", welcome)
    cash = {p: s.cash for p, s in site.game("g2").state.players.items()}
    assert f"{cash['Ann']}M" not in status or cash["Ann"] == cash["Bob"]
    assert "hidden" in status or "secret" in status or "?" in status


def test_one_mail_for_several_games(chair: Chair) -> None:
    site = chair.desk.site
    for ident, moderator in (("g2", None), ("g3", "other@example.test")):
        seats = {p: f"{p.lower()}{ident}@example.test" for p in ("Ann", "Bob")}
        new_game(site, NewGame(ident, "imperial", seats, seed=1, moderator=moderator),
                 chair.desk.now)  # fmt: skip
    poll(site, chair.desk.processor)
    answer = chair.write("PAUSE\nGAME g2\nPAUSE\nGAME g3\nPAUSE\nGAME none\nPAUSE")
    assert answer.count("There are no deadlines until") == 2
    assert answer.count("You moderate no game of that name.") == 2
    assert site.game("g2").last == 1
    assert site.game("g3").last == 0


# Once


def test_a_mail_that_comes_again_does_nothing_again(chair: Chair) -> None:
    desk = chair.desk
    raw = reply(
        chair.welcome, "PAUSE\nBROADCAST\nHello\nEND BROADCAST", "<twice@mail.example.test>"
    )
    desk.send(raw)
    boxes = {p: len(desk.mailbox(p)) for p in ("Ann", "Bob", "Cyd", "mod")}
    desk.send(raw)
    assert {p: len(desk.mailbox(p)) for p in boxes} == boxes
    assert desk.game.last == 2


def test_a_mail_half_done_goes_on_where_it_was_killed(chair: Chair, monkeypatch: object) -> None:
    """Each command is an entry of its own, known by the mail and its number in it."""
    from pbem.service.entering.moderating import mails

    desk = chair.desk
    raw = reply(chair.welcome, "PAUSE\nBROADCAST\nHello\nEND BROADCAST\nRESUME",
                "<killed@mail.example.test>")  # fmt: skip
    whole = mails._act
    calls: list[int] = []

    def killed(*words: object) -> object:
        calls.append(1)
        if len(calls) == 3:
            raise OSError("no space left")
        return whole(*words)  # type: ignore[arg-type]

    assert isinstance(monkeypatch, pytest.MonkeyPatch)
    monkeypatch.setattr(mails, "_act", killed)
    desk.drop(raw)
    desk.now += timedelta(minutes=1)
    poll(desk.site, desk.processor)
    assert desk.game.last == 2
    again = desk.reopened()
    again.now += timedelta(minutes=5)
    poll(again.site, again.processor)
    assert [e.clock.what for e, _ in again.game.entries if e.clock] == [
        What.PAUSED, What.BROADCAST, What.RESUMED,
    ]  # fmt: skip
    answers = [m for m in again.answers("mod") if "PAUSE" in text_of(m)]
    assert len(answers) == 1
    assert len([m for m in again.mailbox("Ann") if "moderator" in m["Subject"]]) == 1


# The mail of the day


def daily(chair: Chair, who: str = "mod") -> list[str]:
    return [flat(text_of(m)) for m in chair.desk.mailbox(who) if " table" in m["Subject"]]


def test_a_mail_of_the_day_is_one_whatever_happens(chair: Chair) -> None:
    """Created at 05:04 in Athens; the hour is seven there."""
    desk = chair.desk
    desk.keep()
    assert daily(chair) == []
    desk.now = desk.now.replace(hour=5, minute=1)
    desk.keep()
    again = Chair(desk.reopened())
    again.desk.keep()
    assert len(daily(again)) == 1
    assert "- g1: turn 1, Ann, for" in daily(again)[0]
    again.desk.let_pass(20)
    assert len(daily(again)) == 1
    again.desk.now += timedelta(days=3, hours=6)  # nobody has looked
    again.desk.keep()
    assert len(daily(again)) == 2


def test_each_moderator_gets_a_mail_of_their_own_tables(chair: Chair) -> None:
    desk = chair.desk
    seats = {p: f"{p.lower()}2@example.test" for p in ("Ann", "Bob")}
    wanted = NewGame("g2", "imperial", seats, seed=1, moderator="mona@example.test")
    new_game(desk.site, wanted, desk.now)
    desk.site.people.settle(
        "mona@example.test", Said({"zone": "Europe/Berlin", "digest_hour": 9}, desk.now), desk.now
    )
    desk.keep()
    desk.now = desk.now.replace(hour=5, minute=1)
    desk.keep()
    assert (len(daily(chair)), len(daily(chair, "mona"))) == (1, 0)
    assert "g2" not in daily(chair)[0]
    desk.now = desk.now.replace(hour=8, minute=1)
    desk.keep()
    (own,) = daily(chair, "mona")
    assert "- g2: turn" in own
    assert "g1:" not in own


def test_what_needs_a_decision_is_in_it(tmp_path: Path) -> None:
    chair = chaired(tmp_path / "site", hold_share=0.3)
    chair.desk.keep()
    chair.desk.let_pass(100, 1)
    last = daily(chair)[-1]
    assert "What needs you: - g1: paused. So many players have missed" in last
    assert "To go on: GAME g1; RESUME" in last
    answer = chair.write("GAME g1; RESUME", [
        m for m in chair.desk.mailbox("mod") if " table" in m["Subject"]
    ][-1])  # fmt: skip
    assert "Deadlines count again" in answer


def test_a_machine_at_a_moderators_address_is_not_answered_for_ever(tmp_path: Path) -> None:
    chair = chaired(tmp_path / "site")
    fates = [chair.send(f"I am away. Ticket {number}") for number in range(5)]
    assert fates[2:] == [["answered"], ["automatic"], ["automatic"]]
    assert "not carried out yet" not in chair.write("PAUSE")
    assert chair.desk.game.entries[-1][0].clock is not None


def test_a_new_key_that_a_killed_process_has_begun_is_the_only_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chair = chaired(tmp_path / "site")
    desk = chair.desk
    desk.drop(reply(chair.welcome, "REKEY Bob", "<rekey@mail.example.test>"))
    with monkeypatch.context() as killed:
        killed.setattr("pbem.service.seats.seats._rekeyed", lambda *_: 1 / 0)
        desk.work()
    begun = desk.reopened()
    key = begun.game.roster.seats[begun.game.file.players[1]].key
    assert key != "key-of-bob"
    begun.now += timedelta(hours=2)
    for _ in range(2):
        begun.keep()
    seat = begun.game.roster.seats[begun.game.file.players[1]]
    assert (seat.key, seat.rekeyed) == (key, 1)
    assert sum(e.clock is not None and e.clock.what is What.REKEYED
               for e, _ in begun.game.entries) == 1  # fmt: skip


def test_who_moderates_and_plays_learns_no_secret_cash_by_orders_for_others(
    tmp_path: Path,
) -> None:
    desk = chaired(tmp_path / "site").desk
    players = {player: f"{player.lower()}@example.test" for player in DEALS}
    wanted = NewGame(
        "g2", "imperial", players, variants=("secret-cash",), deal=DEALS,
        moderator="bob@example.test", playing_moderator=True,
    )  # fmt: skip
    new_game(desk.site, wanted, desk.now)
    desk.work()
    bob = Chair(desk, "Bob")
    welcome = next(m for m in desk.mailbox("Bob") if "You are the moderator" in m["Subject"])
    for order in ("GIVE 50 TO Italy", "INVEST 30 IN Italy"):
        told = bob.write(f"AS Ann: {order}", welcome)
        assert "Nothing of it is carried out." in told
        assert "cash" not in told
    assert "You have no cash" in bob.write("AS Bob: GIVE 50 TO Italy", welcome)
