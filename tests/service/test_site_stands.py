"""A mail or a command cannot break a game or the site; secrets end when they should."""

from __future__ import annotations

import shutil
from datetime import timedelta
from pathlib import Path

import pytest
from support.mails import BEGINNING, DEALS, Desk, desk_for, fresh, new_desk, reply, text_of
from support.seats import TOM, flat, last, send, table

from pbem.board.ids import PlayerId
from pbem.ground.disk import read_toml, replace_file, toml_bytes
from pbem.ground.errors import BadInput
from pbem.mail import identity
from pbem.mail.authentication import passed
from pbem.report.render import Renderer
from pbem.service.care.moderator import rekey_player, replace_player
from pbem.service.deciding.kept_text import MOST_KEPT
from pbem.service.deciding.trying import tried
from pbem.service.entering.outcomes import outcome_of
from pbem.service.fates import Fate
from pbem.service.seats.new_game import NewGame, new_game
from pbem.service.site import bounced
from pbem.service.site.settings import SETTINGS
from pbem.service.site.site import Site
from pbem.store.addresses import is_address
from pbem.store.people import Person
from pbem.store.verify import verify

ORDER = "AUSTRIA-HUNGARY: IMPORT 2 FLEETS Trieste, ARMY Vienna"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return new_desk(tmp_path / "site")


def fates(desk: Desk, raw: bytes) -> list[Fate]:
    return [handled.fate for _, handled in desk.send(raw).handled]


# A roster that is written can be read


ODD = ["ann@my_host.example.test", "ann@[192.0.2.1]", "jörg@example.test", "ann@exämple.test"]


@pytest.mark.parametrize("address", ODD)
def test_an_address_that_is_confirmed_leaves_a_roster_that_opens(desk: Desk, address: str) -> None:
    raw = reply(desk.reports("Ann")[0], ORDER, sender="ann@elsewhere.example.test")
    raw = raw.replace(b"From: ann@elsewhere.example.test", f"From: {address}".encode())
    assert fates(desk, raw)[0] in (Fate.HELD, Fate.UNKNOWN)
    if asked := [
        m for m in desk.mailbox("Ann") if "is this mail yours" in str(m["Subject"]).lower()
    ]:
        assert fates(desk, reply(asked[-1], "YES", "<yes@mail.example.test>")) == [Fate.PLAYED]
    again = desk.reopened()
    assert again.game.roster == desk.game.roster
    assert list(verify(again.game)) == []
    again.work()
    assert (
        list(again.site.maildir("out").new() if hasattr(again.site.settings, "out") else []) == []
    )


@pytest.mark.parametrize(
    ("address", "fits"),
    [
        ("ann@example.test", True), ("ann.b+c@my_host.example.test", True), ("a@[192.0.2.1]", True),
        ("a@localhost", True), ("jörg@example.test", True), ("o'brien@example.test", True),
        ("ann", False), ("@example.test", False), ("ann@", False), ("a b@example.test", False),
        ("ann@exa mple.test", False), ("a..b@example.test", False), ("ann@example..test", False),
        ("a,b@example.test", False), ("ann@example.test\nBcc: x@y.test", False),
        ("x" * 65 + "@example.test", False), ('"a b"@example.test', False),
    ],
)  # fmt: skip
def test_addresses_that_can_be_written_to(address: str, fits: bool) -> None:
    assert is_address(address) is fits


def test_an_address_that_needs_more_than_the_server_is_refused(desk: Desk) -> None:
    tables = read_toml(desk.site.folder / SETTINGS)
    tables["mail"] |= {"delivery": "folder"}
    replace_file(desk.site.folder / SETTINGS, toml_bytes(tables))
    plain, person = desk.reopened(), Person(name="J", address="jö@x.test")
    with pytest.raises(BadInput, match="SMTPUTF8"):
        replace_player(
            plain.processor, plain.game, PlayerId("Ann"), Person(name="J", address="jö@x.test")
        )
    tables["mail"] |= {"smtputf8": True}
    replace_file(desk.site.folder / SETTINGS, toml_bytes(tables))
    able = desk.reopened()
    replace_player(able.processor, able.game, PlayerId("Ann"), person)
    assert able.reopened().game.roster.seats[PlayerId("Ann")].address == "jö@x.test"
    (mail,) = [p for p in able.site.outbox.waiting.new() if "jö@x.test".encode() in p.read_bytes()]
    assert mail


def test_a_stand_in_of_one_seat_may_take_another(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", stand_in=True)
    siri = desk.game.roster.seats[PlayerId("Ann")].stand_in
    assert siri
    replace_player(desk.processor, desk.game, PlayerId("Bob"), siri)
    again = desk.reopened()
    assert again.game.roster.seats[PlayerId("Ann")].stand_in is None
    assert again.game.roster.seats[PlayerId("Bob")].address == siri.address


# Names


def new(site: Site, *names: str, addresses: tuple[str, ...] = ()) -> None:
    seats = {PlayerId(n): f"p{i}@example.test" for i, n in enumerate(names)}
    for name, address in zip(names, addresses, strict=False):
        seats[PlayerId(name)] = address
    new_game(site, NewGame("g2", "imperial", seats, seed=3), BEGINNING)


@pytest.mark.parametrize(
    "names",
    [
        ("José", "Jose", "Cyd"), ("Ann", "Аnn", "Cyd"), ("Ann", "ANN", "Cyd"),
        ("Ann B", "AnnB", "Cyd"),
        ("Ann", "Bo\u202eb", "Cyd"), ("Ann", "Bo\u200bb", "Cyd"), ("END", "Bob", "Cyd"),
        ("all", "Bob", "Cyd"), ("And", "Bob", "Cyd"), ("Italy", "Bob", "Cyd"),
        ("Ann", "London", "Cyd"),
        ("!!", "Bob", "Cyd"), ("NOT", "Bob", "Cyd"), ("Ann", "UK", "Cyd"), ("Rome", "Bob", "Cyd"),
        ("Łukasz", "Lukasz", "Cyd"), ("Øle", "Ole", "Cyd"), ("Strauß", "Strauss", "Cyd"),
        ("Ian", "lan", "Cyd"), ("Bill", "Bi11", "Cyd"), ("Oliver", "0liver", "Cyd"),
        ("Ann", "\u13aann", "Cyd"), ("Ann", "Dօn", "Cyd"), ("Ann", "Bob\u1d00", "Boba"),
    ],
)  # fmt: skip
def test_names_that_cannot_be_told_apart_are_refused(desk: Desk, names: tuple[str, ...]) -> None:
    with pytest.raises(BadInput, match="player"):
        new(desk.site, *names)
    assert desk.site.game_ids() == ("g1",)


@pytest.mark.parametrize("name", ["Søren", "Łukasz", "Ελένη", "Наташа", "美咲", "Анна Maria", "A1"])
def test_names_of_all_alphabets_are_names(desk: Desk, name: str) -> None:
    new(desk.site, name, "Bob", "Cyd")
    assert desk.site.game("g2").file.players[0] == name


def test_the_programs_own_address_is_nobodys(desk: Desk) -> None:
    for address in ("pbem@example.test", "PBEM+x@example.test"):
        with pytest.raises(BadInput, match="program itself"):
            new(desk.site, "Ann", "Bob", "Cyd", addresses=(address,))


def test_an_apostrophe_is_a_letter_of_a_name(desk: Desk) -> None:
    new(desk.site, "Ann", "O'Brien", "Cyd")
    game = desk.site.game("g2")
    text = "FRANCE:\nIF INVESTOR CARD IS O\u2019Brien\nTAXATION"
    outcome = tried(game, PlayerId("Cyd"), text, BEGINNING)
    assert outcome.accepted or outcome.ahead, outcome.results
    assert "IF INVESTOR CARD IS O'Brien" in outcome.orders[0]


# Long and many


def test_a_long_mail_does_not_stay_in_the_journal(desk: Desk) -> None:
    ballast = "\n".join(f"# nothing {number} " + "x" * 60 for number in range(9_000))
    assert fates(desk, reply(desk.reports("Ann")[0], f"{ORDER}\n{ballast}")) == [Fate.PLAYED]
    assert len(desk.game.entries[0][0].text) <= MOST_KEPT
    assert outcome_of(desk.game, 1).orders == (ORDER,)


def test_orders_that_are_too_long_are_answered(desk: Desk) -> None:
    plans = "\n".join(f"FRANCE: FACTORY {'Brest ' * 40}" for _ in range(100))
    assert fates(desk, reply(desk.reports("Cyd")[0], plans)) == [Fate.ANSWERED]
    assert "too long" in text_of(desk.answers("Cyd")[-1])
    assert desk.game.last == 0


def test_invented_secrets_are_looked_at_to_a_bound(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = 0
    original = identity.Secrets._mac

    def counted(self: identity.Secrets, reader: identity.Reader) -> str:
        nonlocal looked
        looked += 1
        return original(self, reader)

    monkeypatch.setattr(identity.Secrets, "_mac", counted)
    tokens = " ".join(f"g1.{number}.0.{number:016x}" for number in range(9_000))
    raw = fresh("Ann", f"hello\n{tokens}")
    assert fates(desk, raw) == [Fate.UNKNOWN]
    assert looked <= 20 * identity.MOST_TOKENS


def test_secrets_may_last_for_ever(desk: Desk) -> None:
    tables = {**read_toml(desk.site.folder / SETTINGS), "secret_days": 999_999}
    replace_file(desk.site.folder / SETTINGS, toml_bytes(tables))
    lasting = desk.reopened()
    first = lasting.reports("Ann")[0]
    lasting.send(reply(first, ORDER))
    lasting.now += timedelta(days=400)
    assert fates(lasting, reply(first, "STATUS", "<2@x.test>")) == [Fate.ANSWERED]


def test_one_players_mail_that_cannot_be_made_keeps_no_others(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = {**read_toml(desk.site.folder / SETTINGS), "moderator": "mod@example.test"}
    replace_file(desk.site.folder / SETTINGS, toml_bytes(tables))
    desk = desk.reopened()
    original = Renderer.report

    def report(self: Renderer, context: object) -> object:
        if getattr(context, "reader", "") == "Bob":
            raise ValueError("no such filter")
        return original(self, context)  # type: ignore[arg-type]

    monkeypatch.setattr(Renderer, "report", report)
    before = {who: len(desk.mailbox(who)) for who in DEALS}
    assert fates(desk, reply(desk.reports("Ann")[0], ORDER)) == [Fate.PLAYED]
    assert len(desk.mailbox("Cyd")) == before["Cyd"] + 1
    assert len(desk.mailbox("Ann")) == before["Ann"] + 1
    assert "has not got it" in flat(text_of(desk.mailbox("mod")[-1]))
    assert "no such filter" in text_of(desk.mailbox("mod")[-1])
    assert desk.reopened().processor.catch_up() == ()


# Secrets


def test_a_game_made_anew_under_an_old_name_is_another_game(desk: Desk) -> None:
    old = desk.reports("Ann")[0]
    folder = desk.site.folder
    shutil.rmtree(folder / "games" / "g1")
    again = desk_for(folder, desk.now, 50)
    seats = {PlayerId("Zoe"): "zoe@example.test", PlayerId("Yan"): "yan@example.test"}
    new_game(again.site, NewGame("g1", "imperial", seats, seed=7), BEGINNING + timedelta(days=3))
    assert fates(again, reply(old, ORDER)) == [Fate.UNKNOWN]
    assert again.game.last == 0


def test_an_old_offer_seats_nobody_who_was_replaced(tmp_path: Path) -> None:
    desk = table(tmp_path / "site", missed="default", offer_after=1)
    desk.let_pass(60)
    offer = next(m for m in desk.mailbox("Tom") if "would you take" in str(m["Subject"]).lower())
    join = reply(offer, "JOIN", "<join@mail.example.test>")
    desk.drop(join)
    desk.keep()
    seat = next(p for p, s in desk.game.roster.seats.items() if s.address == TOM["address"])
    replace_player(
        desk.processor, desk.game, seat, Person(name="Dora", address="dora@example.test")
    )
    desk.let_pass(300)
    for raw in (join, reply(offer, "JOIN", "<other@mail.example.test>")):
        desk.drop(raw)
        desk.keep()
        assert desk.game.roster.seats[seat].address == "dora@example.test"


def test_a_key_counts_also_in_an_answer_to_an_old_mail(desk: Desk) -> None:
    old = desk.reports("Ann")[0]
    desk.send(reply(old, ORDER))
    desk.send(fresh("Bob", "KEY key-of-bob\nITALY: FACTORY", "<b@x.test>"))
    desk.now += timedelta(days=200)
    assert fates(desk, reply(old, "STATUS", "<1@x.test>")) == [Fate.UNKNOWN]
    text = "KEY key-of-ann\nSTANCE PEACE"
    assert fates(desk, reply(old, text, "<2@x.test>")) == [Fate.PLAYED]


def test_a_key_that_has_leaked_is_made_void(desk: Desk) -> None:
    old = desk.reports("Ann")[0]
    send(desk, "Bob", "ITALY: TAXATION")
    plans = desk.game.standing
    desk.now += timedelta(minutes=1)
    rekey_player(desk.processor, desk.game, PlayerId("Ann"))
    desk.work()
    assert desk.game.standing == plans
    key = desk.game.roster.seats[PlayerId("Ann")].key
    assert key in text_of(desk.mailbox("Ann")[-1])
    assert "are void" in last(desk, "Ann")
    assert not any(key in text_of(mail) for mail in desk.mailbox("Bob"))
    assert fates(desk, reply(old, ORDER, "<1@x.test>")) == [Fate.UNKNOWN]
    assert fates(desk, fresh("Ann", f"KEY key-of-ann\n{ORDER}", "<2@x.test>")) == [Fate.HELPED]
    assert fates(desk, reply(desk.reports("Ann")[-1], ORDER, "<3@x.test>")) == [Fate.PLAYED]
    assert list(verify(desk.reopened().game)) == []


def test_a_delivery_report_without_our_secret_counts_for_nobody(desk: Desk) -> None:
    report = (
        b"From: MAILER-DAEMON@mx.example.test\r\nTo: pbem@example.test\r\nReturn-Path: <>\r\n"
        b"Subject: Undelivered Mail\r\nMIME-Version: 1.0\r\n"
        b"Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n"
        b"--b\r\nContent-Type: text/plain\r\n\r\nfailed\r\n--b\r\n"
        b"Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx\r\n\r\n"
        b"Final-Recipient: rfc822; ann@example.test\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n"
        b"--b--\r\n"
    )
    for _ in range(8):
        desk.now += timedelta(days=2)
        assert fates(desk, report) == [Fate.BOUNCE]
    assert bounced.marked(desk.game) == ()


def test_only_what_the_servers_topmost_field_says_counts() -> None:
    mine, theirs = "mx.example.test; dkim=pass", "mx.example.test; dmarc=pass header.from=x.test"
    assert passed([theirs], "mx.example.test", "x.test")
    assert passed([theirs, mine], "mx.example.test", "x.test")
    assert not passed([mine, theirs], "mx.example.test", "x.test")
    assert not passed(["other.test; dmarc=pass", mine, theirs], "mx.example.test", "x.test")
    assert passed(["other.test; dkim=pass", theirs], "mx.example.test", "x.test")


@pytest.mark.parametrize("utf8", [False, True])
def test_a_key_makes_no_address_known_that_cannot_be_written_to(tmp_path: Path, utf8: bool) -> None:
    desk = new_desk(tmp_path / "site")
    tables = read_toml(desk.site.folder / SETTINGS)
    tables["mail"] |= {"delivery": "folder", "smtputf8": utf8}
    replace_file(desk.site.folder / SETTINGS, toml_bytes(tables))
    desk = desk.reopened()
    raw = fresh("Ann", f"KEY key-of-ann\n{ORDER}").replace(
        b"From: Ann <ann@example.test>", "From: jörg@example.test".encode()
    )
    assert fates(desk, raw) == [Fate.PLAYED]
    known = desk.game.roster.seats[PlayerId("Ann")].also
    assert known == (("jörg@example.test",) if utf8 else ())
