"""Open games: a stranger joins by mail and confirms; the game begins once; who watches."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from pkgutil import resolve_name

import pytest
from support.mails import BEGINNING, Desk, fresh, new_desk, reply, text_of

from pbem.ground.errors import BadInput
from pbem.orders.verbs.joining.join import JoinWanted
from pbem.service.fates import Fate
from pbem.service.seats.beginning import Opening, open_game
from pbem.service.seats.lobby import Visitor, carry_out
from pbem.service.seats.new_game import NewGame
from pbem.timing.terms import Deadlines


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A site with one game under way, g1, and an open one for three, eu9."""
    desk = new_desk(
        tmp_path / "site", every_report=False, settings={"moderator": "mod@example.test"}
    )
    opened(desk)
    yield desk
    assert desk.work().troubles == []


def opened(desk: Desk, ident: str = "eu9", **how: object) -> None:
    wanted = NewGame(ident, "imperial", {}, deadlines=Deadlines(every="48h"))
    open_game(desk.site, wanted, Opening(**{"seats": 3, **how}), desk.now)


def confirmed(desk: Desk, player: str, text: str, ident: str) -> EmailMessage:
    """The answer to a stranger's mail that is confirmed with YES."""
    desk.send(fresh(player, text, f"<{ident}@mail.example.test>"))
    question = desk.mailbox(player)[-1]
    assert "Is this your mail?" in question["Subject"]
    desk.send(reply(question, "Yes", f"<{ident}-yes@mail.example.test>"))
    return desk.mailbox(player)[-1]


def last(desk: Desk, player: str) -> str:
    return " ".join(text_of(desk.mailbox(player)[-1]).split())


def test_a_stranger_joins_by_confirming_and_the_last_one_begins_the_game(desk: Desk) -> None:
    answer = confirmed(desk, "Zoe", "JOIN eu9", "1")
    assert "You have joined game eu9: Zoe" in text_of(answer)
    assert "Seats taken: 1 of 3 (Zoe)" in text_of(answer)
    confirmed(desk, "Yan", "Hello,\n\njoin EU9 as Yannis\n\nBye", "2")
    lobby = desk.site.lobbies.get("eu9")
    assert lobby is not None
    assert lobby.names == ("Zoe", "Yannis")
    confirmed(desk, "Xen", "JOIN eu9 AS Xen", "3")
    assert desk.site.lobbies.ids() == ()
    game = desk.site.game("eu9")
    assert sorted(game.file.players) == ["Xen", "Yannis", "Zoe"]
    assert game.file.deadlines is not None
    for player in ("Zoe", "Yan", "Xen"):
        assert any("THE GAME BEGINS" in text_of(mail) for mail in desk.mailbox(player))
    assert "[eu9] You are the moderator" in [m["Subject"] for m in desk.mailbox("mod")]


def test_no_address_and_no_key_is_in_anybody_elses_mail(desk: Desk) -> None:
    people = ("Zoe", "Yan", "Xen", "Wim")
    for number, player in enumerate(people[:3]):
        confirmed(desk, player, "JOIN eu9", str(number))
    confirmed(desk, "Wim", "OBSERVE eu9", "9")
    desk.send(reply(desk.mailbox("Wim")[-1], "LIST\nSTATUS", "<10@mail.example.test>"))
    keys = {p: seat.key for p, seat in desk.site.game("eu9").roster.seats.items()}
    for reader in (*people, "Ann", "mod"):
        for mail in desk.mailbox(reader):
            for other in people:
                if other != reader:
                    assert f"{other.lower()}@example.test" not in str(mail)
                    assert keys.get(other, "(none)") not in str(mail)


def test_before_it_has_confirmed_an_address_is_written_to_once(desk: Desk) -> None:
    for number in range(5):
        desk.send(fresh("Zoe", f"JOIN eu9 AS Zoe{number}", f"<{number}@mail.example.test>"))
    (question,) = desk.mailbox("Zoe")
    assert "do nothing" in text_of(question)
    assert desk.site.lobbies.get("eu9").joined == ()
    assert not desk.site.people.path.exists()


def test_a_no_or_silence_gives_no_seat(desk: Desk) -> None:
    desk.send(fresh("Zoe", "JOIN eu9"))
    (question,) = desk.mailbox("Zoe")
    desk.send(reply(question, "No", "<2@mail.example.test>"))
    desk.send(reply(question, "Yes", "<3@mail.example.test>"))
    assert desk.site.lobbies.get("eu9").joined == ()
    assert "No mail of yours waits" in last(desk, "Zoe")


def test_the_secret_of_a_question_speaks_for_no_other_address(desk: Desk) -> None:
    """Whoever was asked joins, watches or withdraws for nobody else: a From line proves nothing."""
    confirmed(desk, "Zoe", "JOIN eu9", "1")
    desk.send(fresh("Mal", "JOIN eu9", "<2@mail.example.test>"))
    (question,) = desk.mailbox("Mal")
    for number, text in enumerate(("WITHDRAW eu9", "OBSERVE g1\nSET MAILS ALL", "hello", "No")):
        raw = reply(question, text, f"<x{number}@x.test>", sender="Zoe <zoe@example.test>")
        desk.send(raw)
    assert desk.site.lobbies.get("eu9").names == ("Zoe",)
    assert not desk.game.roster.observers
    assert desk.site.people.of("zoe@example.test") is None
    desk.send(reply(question, "OBSERVE g1", "<own@mail.example.test>"))
    assert desk.game.roster.observers == ("mal@example.test",)


def test_a_yes_that_comes_twice_is_one_seat_and_withdrawing_stays(desk: Desk) -> None:
    answer = confirmed(desk, "Zoe", "JOIN eu9", "1")
    question = desk.mailbox("Zoe")[0]
    desk.send(reply(answer, "WITHDRAW eu9", "<w@mail.example.test>"))
    assert "You have no part in game eu9 any more" in last(desk, "Zoe")
    number = len(desk.mailbox("Zoe"))
    desk.send(reply(question, "Yes", "<1-yes@mail.example.test>"))
    assert desk.site.lobbies.get("eu9").joined == ()
    assert len(desk.mailbox("Zoe")) == number


def test_a_player_joins_another_game_without_a_question(desk: Desk) -> None:
    desk.send(reply(desk.reports("Ann")[-1], "JOIN eu9"))
    assert "You have joined game eu9: Ann" in last(desk, "Ann")
    assert desk.site.lobbies.get("eu9").of("ann@example.test").name == "Ann"
    desk.send(reply(desk.reports("Ann")[-1], "join eu9 as Anna", "<2@mail.example.test>"))
    assert desk.site.lobbies.get("eu9").names == ("Anna",)


def test_a_player_without_a_secret_is_asked_first(desk: Desk) -> None:
    confirmed(desk, "Ann", "JOIN eu9", "1")
    assert desk.site.lobbies.get("eu9").names == ("Ann",)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("JOIN", "Which game? LIST says which there are"),
        ("JOIN eu7", "There is no game of that name: eu7"),
        ("JOIN g1", "Game g1 has begun"),
        ("JOIN eu9 AS Italy", "The name Italy cannot be had"),
        ("JOIN eu9 AS Bobo", "The name Bobo cannot be had"),
        ("OBSERVE eu7", "There is no game of that name: eu7"),
    ],
)
def test_what_cannot_be_is_said_at_once(desk: Desk, text: str, reason: str) -> None:
    confirmed(desk, "Bo", "JOIN eu9 AS Bobo", "1")
    desk.send(fresh("Zoe", text, "<2@mail.example.test>"))
    assert reason in last(desk, "Zoe")
    assert desk.site.lobbies.get("eu9").names == ("Bobo",)


def test_whoever_moderates_does_not_play_unless_that_is_agreed(desk: Desk) -> None:
    desk.send(fresh("Mod", "JOIN eu9"))
    assert "You moderate game eu9, so you cannot play in it" in last(desk, "Mod")
    wanted = NewGame("eu7", "imperial", {}, playing_moderator=True)
    open_game(desk.site, wanted, Opening(3), desk.now)
    assert "You have joined" in text_of(confirmed(desk, "Mod", "JOIN eu7 AS Max", "2"))


def test_those_who_are_given_have_joined_from_the_beginning(desk: Desk) -> None:
    seats = {"Zoe": "zoe@example.test", "Yan": "yan@example.test"}
    open_game(desk.site, NewGame("eu7", "imperial", seats), Opening(3), desk.now)
    assert desk.site.lobbies.get("eu7").names == ("Zoe", "Yan")
    twins = {"Zoe": "zoe@example.test", "Zoë": "yan@example.test"}
    with pytest.raises(BadInput, match="The name Zoë cannot be had"):
        open_game(desk.site, NewGame("eu6", "imperial", twins), Opening(3), desk.now)


def test_a_full_game_takes_nobody_else(desk: Desk) -> None:
    for number, name in enumerate(("Zoe", "Yan", "Xen")):
        confirmed(desk, name, "JOIN eu9", str(number))
    desk.send(fresh("Wim", "JOIN eu9", "<9@mail.example.test>"))
    assert "Game eu9 has begun" in last(desk, "Wim")


def test_list_says_what_there_is_to_whoever_asks(desk: Desk) -> None:
    desk.send(fresh("Zoe", "LIST"))
    text = last(desk, "Zoe")
    assert (
        "eu9: Imperial (first edition, 2006). Seats: 3, all free. It begins when all are taken."
        in text
    )
    assert (
        "g1: Imperial (first edition, 2006), turn 1. It waits for Ann. Players: Ann, Bob and Cyd"
        in text
    )
    assert "Your games" not in text
    desk.send(reply(desk.reports("Ann")[-1], "LIST", "<2@mail.example.test>"))
    text = last(desk, "Ann")
    assert "Your games:" in text
    assert "g1: Imperial (first edition, 2006), turn 1. You are asked (Ann)." in text
    assert len(desk.answers("Ann")) == 1


@pytest.mark.parametrize(
    ("text", "word"), [("HELP", "FACTORY"), ("RULES 5", "Maneuver"), ("LIST", "eu9")]
)
def test_a_stranger_gets_few_answers_an_hour(desk: Desk, text: str, word: str) -> None:
    for number in range(6):
        desk.send(fresh("Zoe", f"{text}\n\nThis is number {number}", f"<{number}@example.test>"))
    assert len(desk.mailbox("Zoe")) == 3
    assert word in last(desk, "Zoe")


def test_many_strangers_do_not_make_us_write_without_end(desk: Desk) -> None:
    for number in range(70):
        desk.drop(fresh(f"z{number}", "LIST", f"<{number}@mail.example.test>"))
    done = desk.work()
    fates = [handled.fate for _, handled in done.handled]
    assert fates.count(Fate.ANSWERED) == 60


def test_prose_of_a_stranger_is_not_answered(desk: Desk) -> None:
    desk.send(fresh("Zoe", "Buy our watches now, and join the club of happy buyers"))
    assert desk.mailbox("Zoe") == []


def test_a_machine_is_never_answered(desk: Desk) -> None:
    desk.send(fresh("Zoe", "LIST", Auto_Submitted="auto-replied"))
    assert desk.mailbox("Zoe") == []


def test_at_its_date_a_game_begins_with_enough(desk: Desk) -> None:
    opened(desk, "eu8", seats=4, start=BEGINNING + timedelta(days=2))
    for number, name in enumerate(("Zoe", "Yan")):
        answer = confirmed(desk, name, "JOIN eu8", str(number))
    assert "or at Sun 4 Jan 2026, 03:04 (UTC) if at least 2 have joined" in " ".join(
        text_of(answer).split()
    )
    desk.work()
    assert desk.site.lobbies.has("eu8")
    desk.now = BEGINNING + timedelta(days=2)
    desk.work()
    assert sorted(desk.site.game("eu8").file.players) == ["Yan", "Zoe"]


def test_too_few_at_its_date_are_told_once_and_it_begins_with_the_next(desk: Desk) -> None:
    opened(desk, "eu8", seats=4, start=BEGINNING + timedelta(days=2))
    confirmed(desk, "Zoe", "JOIN eu8", "1")
    desk.now = BEGINNING + timedelta(days=2)
    for _ in range(3):
        desk.work()
    assert "too few have joined: 1 of at least 2" in last(desk, "Zoe")
    assert "too few have joined: 1 of at least 2" in last(desk, "mod")
    assert len(desk.mailbox("Zoe")) == 3
    confirmed(desk, "Yan", "JOIN eu8", "2")
    assert sorted(desk.site.game("eu8").file.players) == ["Yan", "Zoe"]


def test_seats_are_drawn_or_as_they_came(desk: Desk) -> None:
    for ident, drawn in (("eu7", False), ("eu8", True)):
        wanted = NewGame(ident, "imperial", {}, seed=3)
        open_game(desk.site, wanted, Opening(6, drawn=drawn), desk.now)
        for name in ("A1", "B2", "C3", "D4", "E5", "F6"):
            visitor = Visitor(f"{name.lower()}@example.test", name)
            carry_out(desk.site, visitor, JoinWanted(ident), desk.now)
    desk.work()
    came = ("A1", "B2", "C3", "D4", "E5", "F6")
    assert desk.site.game("eu7").file.players == came
    drawn_seats = desk.site.game("eu8").file.players
    assert sorted(drawn_seats) == list(came)
    assert drawn_seats != came


@pytest.mark.parametrize("seats", [1, 7])
def test_an_open_game_needs_as_many_seats_as_can_play(desk: Desk, seats: int) -> None:
    with pytest.raises(BadInput, match="can play, not"):
        opened(desk, "eu7", seats=seats)
    with pytest.raises(BadInput, match="already is such a game"):
        opened(desk, "eu9")
    with pytest.raises(BadInput, match="that is over"):
        opened(desk, "eu7", start=BEGINNING)


def test_a_game_that_cannot_begin_is_told_to_the_moderator_once_a_day(desk: Desk) -> None:
    for name in ("Zoe", "Yan", "Xen"):
        visitor = Visitor(f"{name.lower()}@example.test", name)
        carry_out(desk.site, visitor, JoinWanted("eu9"), desk.now)
    lobby = desk.site.lobbies.get("eu9")
    assert lobby is not None
    wrong = lobby.model_copy(update={"wanted": {**lobby.wanted, "variants": ["no-such-thing"]}})
    desk.site.lobbies.put(wrong)
    for _ in range(3):
        (trouble,) = desk.work().troubles
        assert trouble.startswith("eu9: ")
    stuck = [m for m in desk.mailbox("mod") if "cannot begin" in m["Subject"]]
    assert len(stuck) == 1
    desk.site.lobbies.put(lobby)


# Whoever is killed


class Killed(BaseException):
    """The process ends here."""


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("pbem.store.lobbies.Lobbies", "put"), ("pbem.store.lobbies.Lobbies", "remove"),
        ("pbem.service.way", "post"), ("pbem.service.way", "begin"),
        ("pbem.service.seats.new_game", "create_game"), ("pbem.service.dispatch", "post"),
        ("pbem.service.asking.held.HeldMails", "finish"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("after", [False, True])
def test_a_crash_anywhere_neither_loses_nor_doubles_a_seat_nor_deals_twice(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, module: str, name: str, after: bool
) -> None:
    confirmed(desk, "Zoe", "JOIN eu9", "1")
    confirmed(desk, "Yan", "JOIN eu9", "2")
    desk.send(fresh("Xen", "JOIN eu9", "<3@mail.example.test>"))
    desk.drop(reply(desk.mailbox("Xen")[-1], "Yes", "<3-yes@mail.example.test>"))
    original = getattr(resolve_name(module), name)

    def dies(*given: object, **named: object) -> None:
        if after:
            original(*given, **named)
        raise Killed

    monkeypatch.setattr(f"{module}.{name}", dies)
    with pytest.raises(Killed):
        desk.work()
    monkeypatch.undo()
    dealt = desk.site.folder / "games" / "eu9" / "game.toml"
    before = dealt.read_bytes() if dealt.exists() else None
    again = desk.reopened()
    for _ in range(3):
        assert again.work().troubles == []
    assert before in (None, dealt.read_bytes())
    assert sorted(again.site.game("eu9").file.players) == ["Xen", "Yan", "Zoe"]
    assert again.site.lobbies.ids() == ()
    for player in ("Zoe", "Yan", "Xen"):
        texts = [text_of(mail) for mail in again.mailbox(player)]
        assert sum("THE GAME BEGINS" in text for text in texts) == 1
        assert sum("have joined game eu9" in text for text in texts) <= 1
