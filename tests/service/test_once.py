"""Once and no more: mails that come again, orders that were not meant, questions that are old."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from support.mails import Desk, fresh, new_desk, reply, text_of

from pbem.ground.disk import read_toml, replace_file, toml_bytes
from pbem.service.fates import Fate
from pbem.service.seats.new_game import NewGame, new_game
from pbem.service.site.settings import SETTINGS
from pbem.store.verify import verify

ORDER = "AUSTRIA-HUNGARY: IMPORT 2 FLEETS Trieste, ARMY Vienna"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return new_desk(tmp_path / "site")


def test_a_refused_mail_that_comes_again_when_it_would_be_legal_is_not_played(desk: Desk) -> None:
    (bobs,) = desk.reports("Bob")
    raw = reply(bobs, "FOR TURN 3\nITALY: TAXATION", "<early@mail.example.test>")
    desk.send(raw)
    (anns,) = desk.reports("Ann")
    desk.send(reply(anns, ORDER, "<ann@mail.example.test>"))
    assert [h.reason for _, h in desk.send(raw).handled] == ["again"]
    assert [entry.by for entry, _ in desk.game.entries] == ["Ann"]
    assert len(desk.answers("Bob")) == 1


def test_line_ends_do_not_make_another_mail(desk: Desk) -> None:
    (report,) = desk.reports("Ann")
    raw = reply(report, "GIVE 0 TO Italy\nGIVE 1 TO Italy")
    desk.send(raw)
    desk.send(raw.replace(b"\r\n", b"\n"))
    desk.send(raw.replace(b"\r\n", b"\n") + b"\n\n")
    assert len(desk.answers("Ann")) == 1


@pytest.mark.parametrize(
    "wish",
    ["CHECK", "CHECK.", "Check!", "check,", "CHECK please", "Please check", "(CHECK)", "CHECK?"],
)
@pytest.mark.parametrize("above", [True, False])
def test_a_wish_to_try_first_is_one_however_it_is_written(
    desk: Desk, wish: str, above: bool
) -> None:
    (report,) = desk.reports("Ann")
    text = f"{wish}\n{ORDER}" if above else f"{ORDER}\n{wish}"
    assert [h.fate for _, h in desk.send(reply(report, text)).handled] == [Fate.ANSWERED]
    assert desk.game.last == 0
    assert "imports" in text_of(desk.answers("Ann")[0])


@pytest.mark.parametrize("wish", ["CHEK", "FOR TURN x", "FOR TURN #1", "FOR TURN"])
def test_a_wish_that_cannot_be_read_stops_the_whole_mail(desk: Desk, wish: str) -> None:
    (report,) = desk.reports("Ann")
    desk.send(reply(report, f"{wish}\n{ORDER}"))
    assert desk.game.last == 0
    assert "nothing of this mail" in " ".join(text_of(desk.answers("Ann")[0]).split())


def test_check_holds_on_the_console_as_well(desk: Desk) -> None:
    outcome = desk.processor.submit("g1", desk.game.file.players[0], f"CHECK\n{ORDER}")
    assert outcome.orders == (ORDER,)
    assert desk.game.last == 0


@pytest.mark.parametrize(
    "text",
    [
        "AUSTRIA-HUNGARY: FACTORY\n\nTrieste",
        "AUSTRIA-HUNGARY: FACTORY\n\nin Trieste",
        "AUSTRIA-HUNGARY: PRODUCTION A\n\nexcept Vienna",
        "AUSTRIA-HUNGARY: IMPORT\n\nVienna army\nTrieste fleet",
        "AUSTRIA-HUNGARY: MANEUVER A\n\nvienna to venice",
    ],
)
def test_half_an_order_is_not_taken_for_a_whole_one(desk: Desk, text: str) -> None:
    """HTML mails part lines by blank ones; what follows is no greeting."""
    (report,) = desk.reports("Ann")
    desk.send(reply(report, text))
    assert desk.game.last == 0


def test_closing_words_are_none_of_an_order(desk: Desk) -> None:
    (report,) = desk.reports("Ann")
    desk.send(reply(report, "AUSTRIA-HUNGARY: PRODUCTION A\n\nGreetings from Vienna\nAnn"))
    assert desk.game.last == 1


def test_a_mail_to_one_game_cannot_speak_to_another(desk: Desk) -> None:
    (report,) = desk.reports("Ann")
    desk.send(reply(report, f"GAME g2\n{ORDER}"))
    assert desk.game.last == 0
    assert "g2" in text_of(desk.answers("Ann")[0])


def test_a_sentence_that_names_another_game_is_heard(desk: Desk) -> None:
    (report,) = desk.reports("Ann")
    players = {player: f"{player.lower()}@example.test" for player in ("Ann", "Bob", "Cyd")}
    new_game(desk.site, NewGame("eu2", "imperial", players, seed=7), desk.now)
    wrong = (
        "GAME=eu2", "GAME - eu2", "Game: eu2, turn 5", "This is for game eu2:", "my game is eu2",
        "For the eu2 game",
    )  # fmt: skip
    for number, line in enumerate(wrong):
        desk.send(reply(report, f"{line}\n{ORDER}", f"<{number}@mail.example.test>"))
        assert desk.game.last == 0, line
        assert "says GAME eu2" in text_of(desk.mailbox("Ann")[-1])
    desk.send(reply(report, f"What a game! Not like eu2 at all.\n\n{ORDER}", "<r@x.test>"))
    assert desk.game.last == 1


@pytest.mark.parametrize("sender", ["pbem@example.test", "PBEM+x@Example.test"])
def test_nobody_answers_itself(desk: Desk, sender: str) -> None:
    (report,) = desk.reports("Ann")
    raw = reply(report, ORDER, sender=sender)
    assert [h.fate for _, h in desk.send(raw).handled] == [Fate.AUTOMATIC]
    assert desk.game.last == 0


def test_a_key_is_not_kept_in_the_journal(desk: Desk) -> None:
    desk.send(fresh("Ann", f"GAME g1\nKEY key-of-ann\n{ORDER}"))
    (path,) = (desk.site.folder / "games" / "g1" / "journal").iterdir()
    assert "key-of-ann" not in path.read_text()
    assert path.stat().st_mode & 0o077 == 0
    assert list(verify(desk.reopened().game)) == []


def test_a_bare_answer_to_an_old_report_answers_nothing_new(tmp_path: Path) -> None:
    """Bob passes; the same word sent once more must not pass what he is asked next."""
    desk = new_desk(tmp_path / "site", "imperial", ("no-investor-card",))
    (opening,) = desk.reports("Ann")
    desk.send(reply(opening, "AUSTRIA-HUNGARY: INVESTOR", "<1@mail.example.test>"))
    asked = desk.reports("Ann")[-1]
    assert "You may invest" in text_of(asked)
    desk.send(reply(asked, "PASS", "<2@mail.example.test>"))
    entries = desk.game.last
    desk.send(reply(asked, "PASS", "<3@mail.example.test>"))
    assert desk.game.last == entries
    assert "has been answered since" in " ".join(text_of(desk.answers("Ann")[-1]).split())


def test_what_another_program_has_taken_away_is_not_sent_again(desk: Desk) -> None:
    path = desk.site.folder / SETTINGS
    tables = read_toml(path)
    tables["mail"]["delivery"] = "folder"
    replace_file(path, toml_bytes(tables))
    (report,) = desk.reports("Ann")
    raw = reply(report, ORDER)
    other = desk.reopened()
    other.send(raw)
    out = other.site.maildir("outbox")
    assert len(out.new()) == 3
    for mail in out.new():
        mail.unlink()
    again = other.reopened()
    again.send(raw)
    (other.site.folder / "games" / "g1" / "dispatched").unlink()
    again.reopened().work()
    assert not out.new()


def test_a_broken_template_keeps_no_other_game_waiting(desk: Desk) -> None:
    folder = desk.site.folder / "templates"
    folder.mkdir()
    (folder / "report.txt.j2").write_text("{{ nonsense }}")
    path = desk.site.folder / SETTINGS
    replace_file(path, toml_bytes({**read_toml(path), "templates": "templates"}))
    (report,) = desk.reports("Ann")
    broken = desk.reopened()
    broken.send(reply(report, ORDER))
    assert broken.game.last == 1
    assert broken.work().troubles
    (folder / "report.txt.j2").unlink()
    mended = broken.reopened()
    mended.now += timedelta(minutes=1)
    mended.work()
    assert len(mended.reports("Bob")) == 2


def test_mails_that_come_in_meanwhile_are_handled_in_the_same_round(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pbem.service.way import Processor

    (report,) = desk.reports("Ann")
    original = Processor.handle
    late = reply(report, "STATUS", "<late@mail.example.test>")

    def handle(self: Processor, raw: bytes, arrived: object = None) -> object:
        if late not in [path.read_bytes() for path in desk.site.maildir("inbox").new()]:
            desk.site.maildir("inbox").put("9999.late", late)
        return original(self, raw)

    monkeypatch.setattr(Processor, "handle", handle)
    desk.drop(reply(report, ORDER))
    assert len(desk.work().handled) == 2
