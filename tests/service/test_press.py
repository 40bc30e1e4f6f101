"""Press by mail: to whom it goes and to whom never, answers to it, limits, crashes."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from support.mails import Desk, new_desk, reply, text_of
from support.seats import flat
from typer.testing import CliRunner

from pbem.cli.main import app
from pbem.ground.disk import read_toml, replace_file, toml_bytes
from pbem.report.layout import marked
from pbem.service.care.moderator import end_game, vacate
from pbem.service.care.verify import verify as verify_site
from pbem.service.entering.outcomes import entered
from pbem.service.fates import Fate
from pbem.service.press.addressing import MOST_A_DAY
from pbem.service.seats.seats import take_over
from pbem.store.people import Person
from pbem.store.press import PressBook
from pbem.store.verify import verify

ORDER = "AUSTRIA-HUNGARY: IMPORT 2 FLEETS Trieste, ARMY Vienna"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return new_desk(tmp_path / "site")


def press_of(desk: Desk, player: str) -> list[EmailMessage]:
    return [m for m in desk.mailbox(player) if "writes to" in m["Subject"]]


def send(desk: Desk, player: str, text: str, to: EmailMessage | None = None) -> Fate:
    desk.sent += 1
    answered = to or desk.reports(player)[0]
    done = desk.send(reply(answered, text, f"<{desk.sent}@mail.example.test>"))
    assert not done.troubles
    return done.handled[-1][1].fate


def test_press_goes_to_its_reader_and_to_nobody_else(desk: Desk) -> None:
    fate = send(desk, "Ann", "PRESS TO Bob\nShall we ally?\n\nI would like that.\nEND PRESS")
    assert fate is Fate.ANSWERED
    (mail,) = press_of(desk, "Bob")
    text = text_of(mail)
    assert mail["Subject"] == "[g1] Ann writes to you"
    assert "Ann writes to you:\n\n  | Shall we ally?\n  |\n  | I would like that.\n" in text
    assert "ann@example.test" not in mail.as_string().lower()
    assert not press_of(desk, "Cyd")
    assert not press_of(desk, "Ann")
    assert "Your press is sent: to Bob." in text_of(desk.answers("Ann")[-1])


def test_an_answer_goes_back_after_one_question(desk: Desk) -> None:
    send(desk, "Ann", "PRESS TO Bob: Shall we ally?")
    (mail,) = press_of(desk, "Bob")
    assert send(desk, "Bob", "Yes, let us!\n\nBob", mail) is Fate.HELD
    assert not press_of(desk, "Ann")
    asks = desk.answers("Bob")[-1]
    assert "is this press" in asks["Subject"].lower()
    assert send(desk, "Bob", "YES", asks) is Fate.ANSWERED
    (back,) = press_of(desk, "Ann")
    assert "  | Yes, let us!\n  |\n  | Bob" in text_of(back)
    send(desk, "Ann", "Fine.", back)
    asks = desk.answers("Ann")[-1]
    send(desk, "Ann", "yes", asks)
    assert "  | Fine." in text_of(press_of(desk, "Bob")[-1])
    send(desk, "Bob", "Good", press_of(desk, "Bob")[-1])
    assert "  | Good" in text_of(press_of(desk, "Ann")[-1])
    assert len(press_of(desk, "Cyd")) == 0


def with_terms(desk: Desk, **terms: Any) -> Desk:
    path = desk.game.folder / "game.toml"
    tables = read_toml(path)
    replace_file(path, toml_bytes({**tables, "press": {**tables["press"], **terms}}))
    return desk.reopened()


def told(desk: Desk, player: str) -> str:
    return flat(text_of(desk.answers(player)[-1]))


def nobody_got(desk: Desk) -> bool:
    return not any(press_of(desk, player) for player in ("Ann", "Bob", "Cyd"))


def test_a_nation_is_whoever_governs_it(desk: Desk) -> None:
    send(desk, "Ann", "PRESS TO France, ita, Ann\nHello governments\nEND PRESS")
    assert [len(press_of(desk, player)) for player in ("Ann", "Bob", "Cyd")] == [0, 1, 1]
    assert "Ann writes to you and to Cyd:" in text_of(press_of(desk, "Bob")[0])
    assert "to Cyd and Bob" in told(desk, "Ann")


def test_press_and_orders_in_one_mail_are_both_done_and_answered_once(desk: Desk) -> None:
    send(desk, "Ann", f"PRESS TO Bob\nI go to Trieste.\nEND PRESS\n{ORDER}")
    assert [entry.orders for entry, _ in desk.game.entries] == [(ORDER,)]
    assert len(press_of(desk, "Bob")) == 1
    answered = [m for m in desk.mailbox("Ann") if str(m["Message-ID"]).startswith("<answer.")]
    assert len(answered) == 1
    assert "Your press is sent: to Bob." in text_of(answered[0])


@pytest.mark.parametrize(
    "text",
    [
        f"PRESS TO Bob\nListen, I will do this:\n{ORDER}",
        f"PRESS TO Bob\nListen\n\n{ORDER}\n\nAnn",
        "PRESS TO Bob\nHello Bob\nPRESS TO Cyd\nHello Cyd\nEND PRESS",
        f"PRESS TO Bob: Listen\n{ORDER}",
        "PRESS TO Bob\nListen\nSTANCE FIGHT",
    ],
)
def test_a_plan_reaches_nobody_where_the_end_is_missing(desk: Desk, text: str) -> None:
    """Neither is done; the answer holds both, ready to be sent again."""
    send(desk, "Ann", text)
    assert nobody_got(desk)
    assert desk.game.last == 0
    assert not desk.game.standing.held
    assert "Is this a part of the press, or an order" in told(desk, "Ann")


def test_the_form_of_a_press_without_an_end_can_be_sent_as_it_stands(desk: Desk) -> None:
    send(desk, "Ann", f"PRESS TO Bob\nListen, friend\n{ORDER}")
    lines = text_of(desk.answers("Ann")[-1]).split("\n")
    start = lines.index("  PRESS TO Bob")
    form = lines[start : next(at for at in range(start, len(lines)) if not lines[at])]
    assert form[:3] == ["  PRESS TO Bob", "  Listen, friend", "  END PRESS"]
    assert any(line.startswith(f"  # {ORDER[:20]}") for line in form)
    send(desk, "Ann", "\n".join(form))
    (mail,) = press_of(desk, "Bob")
    assert "  | Listen, friend\n" in text_of(mail).replace("|   ", "| ")
    assert "Trieste" not in text_of(mail)
    assert desk.game.last == 0


def test_an_answer_with_orders_below_its_end_does_both(desk: Desk) -> None:
    send(desk, "Bob", "PRESS TO Ann: What will you do?")
    (mail,) = press_of(desk, "Ann")
    send(desk, "Ann", f"What I like.\nEND PRESS\n{ORDER}", mail)
    assert desk.game.last == 0  # the first time it is asked
    send(desk, "Ann", "YES", desk.answers("Ann")[-1])
    assert desk.game.last == 1
    (back,) = press_of(desk, "Bob")
    assert "  | What I like.\n" in text_of(back)
    assert "Trieste" not in text_of(back)


def test_an_answer_that_mixes_chat_and_orders_is_asked_about(desk: Desk) -> None:
    send(desk, "Bob", "PRESS TO Ann: What will you do?")
    (mail,) = press_of(desk, "Ann")
    send(desk, "Ann", f"This is my plan:\n{ORDER}", mail)
    assert desk.game.last == 0
    assert not press_of(desk, "Bob")
    assert "Is this a part of the press, or an order" in told(desk, "Ann")
    send(desk, "Ann", ORDER, mail)
    assert desk.game.last == 1


def test_a_no_to_the_question_passes_nothing_on(desk: Desk) -> None:
    send(desk, "Ann", "PRESS TO Bob: Shall we ally?")
    send(desk, "Bob", "Never", press_of(desk, "Bob")[0])
    send(desk, "Bob", "NO", desk.answers("Bob")[-1])
    assert not press_of(desk, "Ann")


def test_who_writes_without_a_name_stays_hidden_in_the_answers(desk: Desk) -> None:
    desk = with_terms(desk, anonymous=True)
    send(desk, "Ann", "PRESS TO Bob ANONYMOUS\nBeware of Cyd.\nEND PRESS")
    (mail,) = [m for m in desk.mailbox("Bob") if "omebody" in m["Subject"]]
    assert "ann" not in mail.as_string().lower().replace("cannot", "")
    send(desk, "Bob", "Who are you?", mail)
    asks = desk.answers("Bob")[-1]
    assert "Ann" not in asks.as_string()
    send(desk, "Bob", "YES", asks)
    assert "Ann" not in desk.answers("Bob")[-1].as_string()
    (back,) = press_of(desk, "Ann")
    assert "Bob writes to you:" in text_of(back)
    send(desk, "Ann", "A friend.", back)
    send(desk, "Ann", "YES", desk.answers("Ann")[-1])
    last = desk.mailbox("Bob")[-1]
    assert "A friend." in text_of(last)
    assert "Ann" not in last.as_string()
    send(desk, "Bob", "HISTORY 1")
    assert "Ann" not in text_of(desk.answers("Bob")[-1]).split("HOW TURN")[0]


@pytest.mark.parametrize(
    ("terms", "text", "reason"),
    [
        ({"allowed": "none"}, "PRESS TO ALL\nhello\nEND PRESS", "There is no press in this game."),
        ({"allowed": "public"}, "PRESS TO Bob: hello", "press goes to all players"),
        ({}, "PRESS TO Bob ANONYMOUS\nhello\nEND PRESS", "bears the name of whoever writes it"),
        ({}, "PRESS TO Ann: hello", "nobody but yourself"),
        ({}, "PRESS TO Zork: hello", 'no player called "Zork"'),
        ({}, "PRESS TO Bob\n\nEND PRESS", "holds no text"),
        ({}, f"PRESS TO Bob\n{'long words ' * 500}\nEND PRESS", "5,000 are the most"),
        ({}, "PRESS TO Bob\n" + "a\n" * 121 + "END PRESS", "120 are the most"),
    ],
)
def test_what_cannot_be_sent_is_refused_with_its_reason(
    desk: Desk, terms: dict[str, Any], text: str, reason: str
) -> None:
    desk = with_terms(desk, **terms)
    send(desk, "Ann", text)
    assert nobody_got(desk)
    assert reason in told(desk, "Ann")


def test_press_to_all_where_only_that_is_allowed(desk: Desk) -> None:
    desk = with_terms(desk, allowed="public")
    send(desk, "Ann", "PRESS TO ALL\nhello\nEND PRESS")
    (mail,) = press_of(desk, "Bob")
    assert "To answer, write PRESS TO ALL" in text_of(mail)
    send(desk, "Bob", "Hello yourself", mail)
    assert not press_of(desk, "Ann")
    assert "press goes to all players" in told(desk, "Bob")


def test_only_so_many_go_out_in_a_day(desk: Desk) -> None:
    player = desk.game.file.players[0]
    for number in range(MOST_A_DAY):
        assert desk.processor.submit("g1", player, f"PRESS TO Bob: {number}").mail_commands
    refused = desk.processor.submit("g1", player, "PRESS TO Bob: one more")
    assert [f.refusal.code for r in refused.results for f in r.faults] == ["press-too-many"]
    desk.now += timedelta(days=1, minutes=1)
    assert desk.processor.submit("g1", player, "PRESS TO Bob: a day later").mail_commands


def test_what_is_checked_is_not_sent(desk: Desk) -> None:
    send(desk, "Ann", "CHECK\nPRESS TO Bob\nhello\nEND PRESS")
    assert nobody_got(desk)
    assert "Your press would be sent: to Bob." in told(desk, "Ann")


def test_with_the_next_report_if_the_game_says_so(desk: Desk) -> None:
    desk = with_terms(desk, deliver="with-report")
    send(desk, "Bob", "PRESS TO Cyd: hello")
    assert "goes out with the next report" in told(desk, "Bob")
    desk.work()
    assert nobody_got(desk)
    send(desk, "Ann", ORDER)
    assert len(press_of(desk, "Cyd")) == 1


def test_press_is_no_move(desk: Desk) -> None:
    """Taking back leaves it, a paused game lets it through, and `verify` has nothing to say."""
    send(desk, "Ann", f"PRESS TO Bob\nhello\nEND PRESS\n{ORDER}")
    desk.now += timedelta(minutes=1)
    desk.processor.undo("g1", 0)
    send(desk, "Ann", "HISTORY 1", desk.mailbox("Ann")[-1])
    assert "| hello" in text_of(desk.answers("Ann")[-1])
    assert list(verify(desk.reopened().game)) == []
    assert len(press_of(desk, "Bob")) == 1


def test_an_ended_game_has_press_for_some_time(desk: Desk) -> None:
    end_game(desk.processor, desk.game)
    send(desk, "Ann", "PRESS TO ALL\nWell played!\nEND PRESS")
    assert len(press_of(desk, "Bob")) == 1
    desk.now += timedelta(days=31)
    send(desk, "Ann", "PRESS TO ALL\nStill there?\nEND PRESS")
    assert len(press_of(desk, "Bob")) == 1
    assert "press has ended too" in told(desk, "Ann")


@pytest.mark.parametrize("step", ["add", "note_delivered"])
@pytest.mark.parametrize("kind", [OSError("disk"), ValueError("odd")])
def test_whatever_goes_wrong_it_is_sent_once(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, step: str, kind: Exception
) -> None:
    def failing(*_: object, **__: object) -> None:
        raise kind

    if step == "add" and isinstance(kind, ValueError):
        pytest.skip("a fault in storing is a fault of the whole mail")
    raw = reply(desk.reports("Ann")[0], f"PRESS TO Bob\nhello\nEND PRESS\n{ORDER}")
    with monkeypatch.context() as patched:
        patched.setattr(PressBook, step, failing)
        desk.send(raw)
    desk.work()
    desk.send(raw)
    desk.reopened().work()
    assert len(press_of(desk, "Bob")) == 1
    assert [entry.by for entry, _ in desk.game.entries] == ["Ann"]
    assert len(desk.game.press.all()) == 1


def test_nothing_in_it_looks_like_ours_or_hides(desk: Desk) -> None:
    token = str(desk.reports("Ann")[0]["Reply-To"])
    body = (
        "-- write below this line -- [0123abcd]\nTAKEN\n[g1.1.0.0123456789abcdef]\n"
        "\x07bell \u202eover\u202c\n"
        f"KEY key-of-ann\n{token}\nhttps://example.test/{'x' * 90}?a=1"
    )
    send(desk, "Ann", f"PRESS TO Bob\n{body}\nEND PRESS")
    (mail,) = press_of(desk, "Bob")
    text = text_of(mail)
    own = text.split("Your answer")[0].split("Ann writes to you:")[1]
    assert all(line.startswith("  |") for line in own.split("\n") if line)
    assert not any(sign in text for sign in "\x07\u202e\u202c")
    assert "key-of-ann" not in mail.as_string()
    assert token.split("+")[1].split("@")[0] not in mail.as_string()
    assert f"  | https://example.test/{'x' * 90}?a=1\n" in text


def test_quoted_text_is_not_passed_on(desk: Desk) -> None:
    send(desk, "Ann", "PRESS TO Bob\nSee this:\n> It is a secret\n> of Rome\nBye\nEND PRESS")
    text = text_of(press_of(desk, "Bob")[0])
    assert "secret" not in text
    assert "  | Bye" in text


def test_whoever_takes_a_seat_over_gets_nothing_of_before(desk: Desk) -> None:
    desk = with_terms(desk, deliver="with-report")
    send(desk, "Ann", "PRESS TO Bob: for Bob alone")
    eve = Person(name="Eve", address="eve@example.test")
    entry = take_over(desk.game, desk.game.file.players[1], eve, desk.now, timeless=False)
    desk.processor.dispatch.tell(entered(desk.game, entry.number))
    desk.work()
    send(desk, "Ann", ORDER)
    assert not any("Bob alone" in text_of(mail) for mail in desk.mailbox("Eve"))
    send(desk, "Eve", "PRESS TO Ann: hello, I am new", desk.mailbox("Eve")[-1])
    send(desk, "Ann", ORDER.replace("AUSTRIA-HUNGARY", "GREAT BRITAIN"))


def test_press_by_command(desk: Desk, tmp_path: Path) -> None:
    site = str(desk.site.folder)

    def run(*given: str, text: str = "", code: int = 0) -> str:
        result = CliRunner().invoke(app, ["press", "g1", *given, "--site", site], input=text)
        assert result.exit_code == code, result.output
        return result.output

    assert "sent" in run("--from", "ann", "--to", "all", text="Hello everybody\n")
    assert "sent" in run("--from", "Ann", "--to", "France,Bob", text="Quietly\n")
    assert "no player" in run("--from", "Ann", "--to", "Zork", text="x", code=1)
    run("--to", "Bob", text="x", code=1)
    listed = run()
    assert "Hello everybody" in listed
    assert "Quietly" not in listed
    assert "Quietly" not in run("--json")
    assert len(press_of(desk, "Bob")) == len(press_of(desk, "Cyd")) == 2


def test_verify_names_press_that_is_broken_or_missing(desk: Desk) -> None:
    for text in ("one", "two"):
        desk.processor.submit("g1", desk.game.file.players[0], f"PRESS TO Bob: {text}")
    folder = desk.game.folder / "press"
    (folder / "000001.toml").unlink()
    (folder / "000002.toml").write_text("by = 7")
    opened = desk.reopened()
    faults = [reason for _, reason in verify_site(opened.site, opened.game)]
    assert faults[0] == "press 1 is missing"
    assert "000002.toml" in faults[1]


def test_a_seat_that_is_empty_is_not_written_to(desk: Desk) -> None:
    vacate(desk.processor, desk.game, desk.game.file.players[1])
    desk.work()
    send(desk, "Ann", "PRESS TO Bob: hello")
    assert "Nobody sits in this seat now: Bob" in told(desk, "Ann")
    send(desk, "Ann", "PRESS TO ALL\nhello\nEND PRESS")
    assert [len(press_of(desk, player)) for player in ("Bob", "Cyd")] == [0, 1]


def test_press_is_sent_also_when_the_mark_of_what_went_out_is_of_more(desk: Desk) -> None:
    desk.processor.submit("g1", desk.game.file.players[0], "PRESS TO Bob: one")
    folder = desk.game.folder / "press"
    (folder / "delivered").write_text("7")
    desk.reopened().processor.submit("g1", desk.game.file.players[0], "PRESS TO Bob: two")
    desk.work()
    assert len(press_of(desk, "Bob")) == 2


def test_lines_that_a_program_has_broken_are_filled_up() -> None:
    line = "This is a line of a letter that some program has broken at seventy-two or"
    text = marked(f"{line}\nso characters.\n\nAnn")
    assert text == (
        "  | This is a line of a letter that some program has broken at\n"
        "  | seventy-two or so characters.\n  |\n  | Ann"
    )


@pytest.mark.parametrize("count", ["", "Ticket"])
def test_two_machines_that_nothing_marks_do_not_talk_for_ever(desk: Desk, count: str) -> None:
    for player, other in (("Ann", "Bob"), ("Bob", "Ann")):
        send(desk, player, f"PRESS TO {other}: hello")
        send(desk, other, "Hi", press_of(desk, other)[-1])
        if desk.mailbox(other)[-1] in desk.answers(other):
            send(desk, other, "YES", desk.answers(other)[-1])
    seen = {player: len(desk.mailbox(player)) for player in ("Ann", "Bob")}
    begun = desk.game.press.last
    send(desk, "Ann", "PRESS TO Bob: And what now?")
    for number in range(20):
        for player in seen:
            new = desk.mailbox(player)[seen[player] :]
            seen[player] += len(new)
            for mail in new:
                ticket = f"{count} {number}" if count else ""
                desk.drop(reply(mail, f"I am away until Monday and write to you then. {ticket}",
                                f"<{player}{number}{seen[player]}{mail['Message-ID'][1:9]}@x.test>",
                                keep=("in-reply-to", "to")))  # fmt: skip
        desk.work()
    assert desk.game.press.last - begun <= 8
    assert not list(desk.site.maildir("inbox").new())
