"""`SET`, `ADD` and `DROP ADDRESS`: confirmed from both, for all games, whoever is killed."""

from __future__ import annotations

from contextlib import suppress
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from support.mails import DEALS, Desk, fresh, new_desk, reply, text_of

from pbem.ground.disk import replace_file
from pbem.mail.maildir import Maildir
from pbem.orders.verbs.person.drop_address import DropAddress
from pbem.service.seats.addresses import fault_of_address
from pbem.service.seats.new_game import NewGame, new_game
from pbem.service.site.moderators import seat_of_moderator
from pbem.store.persons import PersonRecord

NEW = "ann@new.example.test"
ORDER = "AUSTRIA-HUNGARY: IMPORT 2 FLEETS Trieste, ARMY Vienna"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Two games with the same three players."""
    desk = new_desk(tmp_path / "site", every_report=False)
    seats = {player: f"{player.lower()}@example.test" for player in DEALS}
    new_game(desk.site, NewGame("g2", "imperial", seats, deal=DEALS), desk.now)
    desk.work()
    return desk


def box(desk: Desk, address: str) -> list[EmailMessage]:
    folder = Maildir(desk.site.folder / "mailboxes" / address)
    found = [message_from_bytes(p.read_bytes(), policy=policy.default) for p in folder.all()]
    return [m for m in found if isinstance(m, EmailMessage)]


def last(desk: Desk, address: str) -> str:
    return " ".join(text_of(box(desk, address)[-1]).split())


def question(desk: Desk, address: str) -> EmailMessage:
    """The newest question whether an address is somebody's."""
    return [m for m in box(desk, address) if "Is this address yours?" in m["Subject"]][-1]


def says(desk: Desk, address: str, word: str = "Yes", ident: str = "") -> None:
    ident = ident or f"<{address}-{word}@mail.example.test>"
    desk.send(reply(question(desk, address), word, ident, sender=address))


def report_of(desk: Desk) -> EmailMessage:
    """A report of g1 to Ann at the address that she had first."""
    return next(m for m in desk.reports("Ann") if m["Message-ID"].startswith("<report.g1."))


def wants(desk: Desk, text: str) -> None:
    desk.send(reply(report_of(desk), text, f"<{desk.sent}-w@mail.example.test>"))


def test_mails_go_to_the_new_address_when_both_have_said_yes(desk: Desk) -> None:
    wants(desk, f"SET ADDRESS {NEW}")
    (answer,) = desk.answers("Ann")
    assert "That takes a YES from both addresses" in " ".join(text_of(answer).split())
    assert len(box(desk, NEW)) == 1
    assert "ann@example.test" not in str(box(desk, NEW)[0])
    says(desk, NEW)
    assert "as soon as the other address" in last(desk, NEW)
    assert desk.game.roster.seats["Ann"].address == "ann@example.test"
    says(desk, "ann@example.test")
    for ident in ("g1", "g2"):
        seat = desk.site.game(ident).roster.seats["Ann"]
        assert (seat.address, seat.also) == (NEW, ("ann@example.test",))
    (record,) = desk.site.people.all()
    assert record.addresses == (NEW, "ann@example.test")


def test_reports_go_there_and_answers_also_to_where_one_writes_from(desk: Desk) -> None:
    wants(desk, f"SET ADDRESS {NEW}")
    says(desk, NEW)
    says(desk, "ann@example.test")
    old, new = len(box(desk, "ann@example.test")), len(box(desk, NEW))
    wants(desk, ORDER)
    assert desk.game.last == 1
    assert len(box(desk, NEW)) > new
    assert len(box(desk, "ann@example.test")) == old + 1


@pytest.mark.parametrize("side", [NEW, "ann@example.test"])
def test_one_yes_is_not_enough_and_a_no_ends_it(desk: Desk, side: str) -> None:
    wants(desk, f"SET ADDRESS {NEW}")
    says(desk, side)
    assert desk.game.roster.seats["Ann"].address == "ann@example.test"
    other = "ann@example.test" if side == NEW else NEW
    says(desk, other, "No")
    assert "Nothing is changed" in last(desk, other)
    assert desk.game.roster.seats["Ann"].address == "ann@example.test"
    assert desk.site.people.all()[0].changes == ()


def test_an_answer_that_is_no_yes_confirms_nothing(desk: Desk) -> None:
    wants(desk, f"SET ADDRESS {NEW}")
    says(desk, NEW, "Who are you?")
    assert "Nothing is confirmed" in last(desk, NEW)
    assert not desk.site.people.all()[0].changes[0].new


def test_another_address_may_write_after_both_have_said_yes(desk: Desk) -> None:
    wants(desk, f"ADD ADDRESS {NEW}")
    says(desk, NEW)
    says(desk, "ann@example.test")
    assert desk.game.roster.seats["Ann"].also == (NEW,)
    assert desk.site.game("g2").roster.seats["Ann"].also == (NEW,)
    assert desk.game.roster.seats["Ann"].address == "ann@example.test"
    desk.send(reply(report_of(desk), ORDER, "<new@mail.example.test>", sender=NEW))
    assert desk.game.last == 1


def test_an_address_is_dropped_but_not_the_one_where_mails_go(desk: Desk) -> None:
    wants(desk, f"ADD ADDRESS {NEW}")
    says(desk, NEW)
    says(desk, "ann@example.test")
    wants(desk, "DROP ADDRESS ann@example.test")
    assert "SET ADDRESS sends them to another first" in last(desk, "ann@example.test")
    wants(desk, f"DROP ADDRESS <{NEW}>")
    assert desk.game.roster.seats["Ann"].also == ()
    assert desk.site.people.all()[0].addresses == ("ann@example.test",)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("SET ADDRESS", "Which address?"),
        ("SET ADDRESS here", "This is none: here"),
        ("SET ADDRESS pbem@example.test", "the address of the program itself"),
        ("ADD ADDRESS pbem+x@example.test", "the address of the program itself"),
        ("SET ADDRESS ann@example.test", "Your mails go to that address"),
    ],
)
def test_a_wrong_one_changes_nothing(desk: Desk, text: str, reason: str) -> None:
    wants(desk, text)
    assert reason in last(desk, "ann@example.test")
    assert not desk.site.people.path.exists()


def test_whose_address_it_is_already_is_told_to_nobody(desk: Desk) -> None:
    wants(desk, "SET ADDRESS bob@example.test")
    assert "That takes a YES from both addresses" in " ".join(
        text_of(desk.answers("Ann")[-1]).split()
    )
    says(desk, "ann@example.test")
    says(desk, "bob@example.test")
    assert desk.game.roster.seats["Ann"].address == "ann@example.test"
    assert "Only in game g1 all stays as it was" in last(desk, "bob@example.test")


def test_few_strangers_are_written_to(desk: Desk) -> None:
    for number in range(6):
        wants(desk, f"ADD ADDRESS x{number}@new.example.test")
    asked = [n for n in range(6) if box(desk, f"x{n}@new.example.test")]
    assert asked == [0, 1, 2]
    assert "Too many changes of your addresses" in last(desk, "ann@example.test")


def test_who_has_no_secret_changes_no_address(desk: Desk) -> None:
    desk.send(fresh("Ann", f"SET ADDRESS {NEW}"))
    assert box(desk, NEW) == []


class Killed(BaseException):
    """The process ends here."""


@pytest.mark.parametrize("times", range(1, 6))
def test_a_crash_between_any_two_files_comes_to_the_same(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    wants(desk, f"SET ADDRESS {NEW}")
    says(desk, NEW)
    left = times

    def dies(*given: object, **named: object) -> None:
        nonlocal left
        left -= 1
        if not left:
            raise Killed
        replace_file(*given, **named)

    for module in ("game", "persons", "lobbies"):
        monkeypatch.setattr(f"pbem.store.{module}.replace_file", dies)
    with suppress(Killed):
        says(desk, "ann@example.test")
    monkeypatch.undo()
    again = desk.reopened()
    for _ in range(2):
        assert again.work().troubles == []
    for ident in ("g1", "g2"):
        seat = again.site.game(ident).roster.seats["Ann"]
        assert (seat.address, seat.also) == (NEW, ("ann@example.test",))
    assert again.site.people.all()[0].changes[0].done


def test_who_moderates_and_plays_cannot_hide_it_behind_another_address(tmp_path: Path) -> None:
    """Else such a moderator would see all secret cash."""
    desk = new_desk(tmp_path / "moderated", settings={"moderator": "mod@example.test"})
    players = {player: f"{player.lower()}@example.test" for player in DEALS}
    wanted = NewGame(
        "g2", "imperial", players, variants=("secret-cash",), deal=DEALS,
        moderator="bob@example.test", playing_moderator=True,
    )  # fmt: skip
    new_game(desk.site, wanted, desk.now)
    desk.work()
    game = desk.site.game("g2")
    bob = game.file.players[1]
    change = game.roster.seats[bob].model_copy(update={"address": "new@example.test"})
    addresses = ("new@example.test", "bob@example.test")
    desk.site.people.change(PersonRecord(addresses=addresses))
    game.change_seat(bob, change)
    drop = DropAddress("bob@example.test")
    assert seat_of_moderator(desk.site, game) == bob
    fault = fault_of_address(desk.site, "new@example.test", drop)
    assert "MODERATOR new@example.test" in str(fault)
    assert fault_of_address(desk.site, "elsewhere@example.test", drop) is None
