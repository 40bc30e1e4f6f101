"""What a site does that must survive every fault: each kind of mail, each command that writes.

A scene prepares a site, and then acts on it once: a round of work, or a command.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any, Literal

from faults import moderator_scenes as mod
from support.mails import DEALS, Desk, desk_for, fresh, new_desk, reply, text_of
from support.seats import ANNS, flat, send, table

from pbem.board.ids import PlayerId
from pbem.ground.disk import read_toml, replace_file, toml_bytes
from pbem.service.care import moderator
from pbem.service.care.recover import recover
from pbem.service.rounds.poll import (
    Round,
    deliver_all,
    handle_new,
    poll,
    take_up_again,
    tell_of_set_aside,
    waiting_since,
)
from pbem.service.rounds.timekeeper import Timekeeper
from pbem.service.seats.new_game import NewGame, new_game
from pbem.service.site import bounced, clockwatch
from pbem.service.site.settings import SETTINGS
from pbem.store.people import Person

BOBS = "ITALY: FACTORY Venice"
DORA = Person(name="Dora", address="dora@example.test")
STRANGE = b"From: x@y.test\r\nMessage-ID: <s@y.test>\r\n\r\nhello\r\n"
UNREADABLE = STRANGE.replace(b"\r\n\r\n", b"\r\n" + b"X-A: b\r\n" * 3000 + b"\r\n")
MODERATOR: dict[str, object] = {"moderator": "mod@example.test"}
ONE_MINUTE = timedelta(minutes=1)

Prepare = Callable[[Path], Desk]
Act = Callable[[Desk], object]


@dataclass(frozen=True)
class Scene:
    """A site, and what is done on it.

    act: done once, with faults
    settle: what a round of work does here; done after the fault
    again: whether somebody gives the command again: not (a round does), if it has changed nothing
        yet, or always, since that does no harm
    """

    prepare: Prepare
    act: Act
    settle: Act
    again: Literal["no", "unbegun", "always"] = "no"


def work(desk: Desk) -> None:
    """A round without deadlines."""
    poll(desk.site, desk.processor)


def full_round(desk: Desk) -> None:
    """What `pbem deadlines` does."""
    done = poll(desk.site, desk.processor)
    with desk.site.locked():
        tell_of_set_aside(desk.site, desk.processor)
        keeper = Timekeeper(desk.site, desk.processor)
        keeper.look(desk.now, waiting_since(desk.site, desk.now))
        deliver_all(desk.site, done)


def without_delivery(desk: Desk) -> None:
    """A round while the mail server is down."""
    with desk.site.locked():
        desk.processor.catch_up()
        list(handle_new(desk.site, desk.processor, []))


def command(do: Act) -> Act:
    """A command: it catches up, does something, and delivers."""

    def act(desk: Desk) -> None:
        with desk.site.locked():
            desk.processor.catch_up()
            do(desk)
            deliver_all(desk.site, Round())

    return act


def mails(*make: Callable[[Desk], bytes], **settings: object) -> Prepare:
    """A site into which mails have come."""

    def prepare(folder: Path) -> Desk:
        desk = new_desk(folder, settings={**MODERATOR, **settings})
        for one in make:
            desk.drop(one(desk))
        desk.now += ONE_MINUTE
        return desk

    return prepare


def to_report(player: str, text: str, ident: str = "<1@x.test>", sender: str = "") -> Any:
    """An answer to a player's first report."""
    return lambda desk: reply(desk.reports(player)[0], text, ident, sender=sender)


def _plan_used(folder: Path) -> Desk:
    desk = new_desk(folder)
    desk.send(reply(desk.reports("Bob")[0], BOBS, "<p@x.test>"))
    desk.drop(reply(desk.reports("Ann")[0], ANNS))
    desk.now += ONE_MINUTE
    return desk


def _confirmed(folder: Path) -> Desk:
    desk = new_desk(folder)
    desk.send(reply(desk.reports("Ann")[0], ANNS, sender="ann@elsewhere.example"))
    desk.drop(reply(desk.mailbox("Ann")[-1], "YES", "<yes@x.test>"))
    desk.now += ONE_MINUTE
    return desk


def _asked(question: Callable[[Desk], bytes], *answers: str) -> Prepare:
    """A question for a YES has gone to Ann, and come back with that."""

    def prepare(folder: Path) -> Desk:
        desk = new_desk(folder)
        desk.send(question(desk))
        asked = next(m for m in desk.mailbox("Ann") if "YES and nothing" in flat(text_of(m)))
        for number, text in enumerate(answers):
            desk.drop(reply(asked, text, f"<a{number}@x.test>", keep=("in-reply-to", "to")))
        desk.now += ONE_MINUTE
        return desk

    return prepare


def in_doubt(desk: Desk) -> bytes:
    """An order below a line that may be a quote's."""
    text = "Thanks, see you.\n\nBela Kis zzaqr:\n\nAUSTRIA-HUNGARY: TAXATION\n"
    return reply(desk.reports("Ann")[0], text, "<d@x.test>", keep=("in-reply-to", "to"))


def with_key(desk: Desk) -> bytes:
    """A KEY from an address that is new."""
    raw = fresh("Ann", f"KEY key-of-ann\n{ANNS}", "<k@x.test>")
    return raw.replace(b"ann@example.test", b"ann@new.example")


def _former(folder: Path) -> Desk:
    desk = new_desk(folder)
    raw = reply(desk.reports("Ann")[0], ANNS)
    _replace(desk)
    desk.work()
    desk.drop(raw)
    desk.now += ONE_MINUTE
    return desk


def _bounced(folder: Path) -> Desk:
    desk = new_desk(folder, settings=MODERATOR)
    day: date = desk.now.date() - timedelta(days=1)
    bounced._keep(desk.game, {PlayerId("Ann"): bounced.Count(score=4.0, day=day)})
    address = str(desk.reports("Ann")[0]["Reply-To"])
    desk.drop(
        (
            f"From: MAILER-DAEMON@mx.test\r\nTo: {address}\r\nReturn-Path: <>\r\n"
            "Message-ID: <b@mx.test>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/report; "
            'report-type=delivery-status; boundary="b"\r\n\r\n--b\r\n\r\nfailed\r\n--b\r\n'
            "Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.test\r\n\r\n"
            "Final-Recipient: rfc822; ann@example.test\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n"
            "--b--\r\n"
        ).encode()
    )
    desk.now += ONE_MINUTE
    return desk


def _joined(folder: Path) -> Desk:
    desk = table(folder, missed="default", offer_after=1)
    desk.let_pass(49, 1)
    desk.drop(reply(desk.mailbox("tom")[-1], "JOIN", "<j@x.test>"))
    desk.now += ONE_MINUTE
    return desk


def _missed(folder: Path) -> Desk:
    desk = table(folder, missed="default", offer_after=1)
    desk.let_pass(47.5)
    desk.now += timedelta(minutes=50)
    return desk


def _agreed(folder: Path) -> Desk:
    desk = table(folder, missed="default")
    send(desk, "Ann", "EXTEND 24")
    send(desk, "Bob", "EXTEND 24")
    desk.drop(reply(desk.mailbox("Cyd")[-1], "EXTEND 24", "<e@x.test>"))
    desk.now += ONE_MINUTE
    return desk


def _to_end(folder: Path) -> Desk:
    """The last consent to an end of the game has come."""
    desk = table(folder, missed="default")
    send(desk, "Ann", "DRAW")
    send(desk, "Bob", "YES DRAW")
    desk.drop(reply(desk.mailbox("Cyd")[-1], "YES DRAW", "<e@x.test>"))
    desk.now += ONE_MINUTE
    return desk


def _to_take_back(folder: Path) -> Desk:
    desk = table(folder, missed="default")
    send(desk, "Ann", ANNS)
    desk.drop(reply(desk.mailbox("Ann")[-1], "UNDO", "<u@x.test>"))
    desk.now += ONE_MINUTE
    return desk


def _resigned(folder: Path) -> Desk:
    """Ann has said YES to giving up her seat; two people wait for one."""
    desk = table(folder, missed="default")
    send(desk, "Ann", "RESIGN")
    desk.drop(reply(desk.mailbox("Ann")[-1], "YES", "<y@x.test>", keep=("in-reply-to", "to")))
    desk.now += ONE_MINUTE
    return desk


def _played(folder: Path) -> Desk:
    desk = table(folder, missed="default")
    send(desk, "Ann", ANNS)
    desk.now += ONE_MINUTE
    return desk


def _paused(folder: Path) -> Desk:
    desk = table(folder, missed="default")
    moderator.pause(desk.processor, desk.game)
    desk.keep()
    desk.now += ONE_MINUTE
    return desk


def _server_down(folder: Path) -> Desk:
    """A report waits, and what comes now makes a report that takes its place."""
    desk = new_desk(folder)
    path = folder / SETTINGS
    tables = read_toml(path)
    tables["mail"]["delivery"] = "smtp"
    tables["mail"]["smtp"] = {"host": "127.0.0.1", "port": 9, "security": "none"}
    replace_file(path, toml_bytes(tables))
    down = desk_for(folder, desk.now, desk.sent)
    down.drop(reply(desk.reports("Ann")[0], ANNS))
    down.now += ONE_MINUTE
    without_delivery(down)
    down.drop(reply(desk.reports("Bob")[0], BOBS, "<2@x.test>"))
    down.now += ONE_MINUTE
    return down


def _put_back(folder: Path) -> Desk:
    """The journal is put back; what was lost lies among the handled mails."""
    desk = new_desk(folder, settings=MODERATOR)
    name = f"{int(desk.now.timestamp())}.x"
    desk.drop(reply(desk.reports("Ann")[0], ANNS), name)
    desk.work()
    (desk.game.folder / "journal" / "000001.toml").unlink()
    desk.now += ONE_MINUTE
    return desk


def _press_waits(folder: Path) -> Desk:
    desk = new_desk(folder)
    path = desk.game.folder / "game.toml"
    tables = read_toml(path)
    tables["press"]["deliver"] = "with-report"
    replace_file(path, toml_bytes(tables))
    desk = desk.reopened()
    desk.send(reply(desk.reports("Bob")[0], "PRESS TO ALL\nhello\nEND PRESS", "<p@x.test>"))
    desk.drop(reply(desk.reports("Ann")[0], ANNS))
    desk.now += ONE_MINUTE
    return desk


def _press_answered(folder: Path) -> Desk:
    desk = new_desk(folder)
    desk.send(reply(desk.reports("Bob")[0], "PRESS TO Ann: hello", "<p@x.test>"))
    got = next(m for m in desk.mailbox("Ann") if "writes to you" in m["Subject"])
    desk.send(reply(got, f"Hello yourself\nEND PRESS\n{ANNS}", "<b@x.test>"))
    asked = next(m for m in desk.mailbox("Ann") if "YES and nothing" in flat(text_of(m)))
    desk.drop(reply(asked, "YES", "<yes@x.test>"))
    desk.now += ONE_MINUTE
    return desk


def _two_games(folder: Path) -> Desk:
    desk = new_desk(folder)
    seats = {PlayerId(player): f"{player.lower()}@example.test" for player in DEALS}
    keys = {player: f"g2-key-of-{player.lower()}" for player in seats}
    wanted = NewGame("g2", "imperial", seats, seed=7, deal=DEALS, keys=keys)
    new_game(desk.site, wanted, desk.now)
    desk.work()
    report = next(m for m in desk.reports("Ann") if m["Subject"].startswith("[g1]"))
    desk.drop(reply(report, f"GAME g1\n{ANNS}\nGAME g2\n{ANNS}\nSTATUS"))
    desk.now += ONE_MINUTE
    return desk


def _set_aside(folder: Path) -> Desk:
    desk = new_desk(folder, settings=MODERATOR)
    desk.site.maildir("shunt").put("1.x", reply(desk.reports("Ann")[0], ANNS))
    desk.now += ONE_MINUTE
    return desk


def _slept(folder: Path) -> Desk:
    desk = _played(folder)
    desk.now += timedelta(days=60)
    return desk


def _take_up(desk: Desk) -> None:
    if desk.site.maildir("shunt").new():
        take_up_again(desk.site, "1.x")
    list(handle_new(desk.site, desk.processor, []))


def _replace(desk: Desk) -> None:
    moderator.replace_player(desk.processor, desk.game, PlayerId("Ann"), DORA)


SCENES: dict[str, Scene] = {
    "an order": Scene(mails(to_report("Ann", ANNS)), work, work),
    "a refused order": Scene(
        mails(to_report("Ann", "AUSTRIA-HUNGARY: TAXATION\nFLEET x -> y")), work, work
    ),
    "a trial": Scene(mails(to_report("Ann", f"CHECK\n{ANNS}")), work, work),
    "a plan": Scene(mails(to_report("Bob", BOBS)), work, work),
    "a plan that is used": Scene(_plan_used, work, work),
    "an unknown address": Scene(
        mails(to_report("Ann", ANNS, sender="ann@elsewhere.example")), work, work
    ),
    "a YES": Scene(_confirmed, work, work),
    "orders in doubt": Scene(mails(in_doubt), work, work),
    "a YES to orders in doubt": Scene(_asked(in_doubt, "YES"), work, work),
    "a NO to orders in doubt": Scene(_asked(in_doubt, "No"), work, work),
    "neither YES nor NO": Scene(_asked(in_doubt, "hm"), work, work),
    "other orders than those in doubt": Scene(_asked(in_doubt, ANNS), work, work),
    "a YES twice, and a NO": Scene(_asked(in_doubt, "YES", "yes", "no"), work, work),
    "a YES to orders without a proof": Scene(
        _asked(lambda _: fresh("Ann", ANNS, "<u@x.test>"), "YES"), work, work
    ),
    "a KEY from a new address": Scene(mails(with_key), work, work),
    "a former player": Scene(_former, work, work),
    "a bounce": Scene(_bounced, work, work),
    "another player's secret": Scene(
        mails(to_report("Ann", ANNS, sender="bob@example.test")), work, work
    ),
    "no secret": Scene(mails(lambda _: fresh("Ann", ANNS)), work, work),
    "a stranger": Scene(mails(lambda _: STRANGE), full_round, full_round),
    "an unreadable mail": Scene(mails(lambda _: UNREADABLE), full_round, full_round),
    "two mails": Scene(
        mails(to_report("Ann", ANNS), to_report("Bob", "STATUS", "<2@x.test>")), work, work
    ),
    "a JOIN": Scene(_joined, full_round, full_round),
    "a missed deadline": Scene(_missed, full_round, full_round),
    "more time by all": Scene(_agreed, full_round, full_round),
    "an end by all": Scene(_to_end, work, work),
    "a take-back": Scene(_to_take_back, work, work),
    "a seat that is given up": Scene(_resigned, work, work),
    "end": Scene(
        _played, command(lambda d: moderator.end_game(d.processor, d.game)), work, again="unbegun"
    ),
    "a merged report": Scene(_server_down, without_delivery, without_delivery),
    "undo": Scene(_played, command(lambda d: d.processor.undo("g1", 0)), work, again="unbegun"),
    "submit": Scene(
        _played,
        command(lambda d: d.processor.submit("g1", PlayerId("Bob"), BOBS)),
        work,
        again="unbegun",
    ),
    "replace": Scene(_played, command(_replace), work, again="unbegun"),
    "pause": Scene(
        _played, command(lambda d: moderator.pause(d.processor, d.game)), work, again="unbegun"
    ),
    "resume": Scene(
        _paused, command(lambda d: moderator.resume(d.processor, d.game)), work, again="unbegun"
    ),
    "extend": Scene(
        _played, command(lambda d: moderator.extend(d.processor, d.game, 24)), work, again="unbegun"
    ),
    "accept-clock": Scene(
        _slept,
        command(lambda d: clockwatch.accept_clock(d.site, d.now)),
        full_round,
        again="always",
    ),
    "press and orders": Scene(
        mails(to_report("Ann", f"PRESS TO Bob\nhello\nEND PRESS\n{ANNS}\nRESEND")), work, work
    ),
    "press with the report": Scene(_press_waits, work, work),
    "a YES to press": Scene(_press_answered, work, work),
    "several games": Scene(_two_games, work, work),
    "a mail once more": Scene(mails(to_report("Ann", "RESEND LAST 2")), work, work),
    "a moderator's commands": Scene(mod.commands(mod.SEVERAL), work, work),
    "a moderator's undo and redo": Scene(mod.commands(mod.BACK_AND_FORTH, True), work, work),
    "a moderator's orders": Scene(mod.commands(mod.FOR_PLAYERS), work, work),
    "a position to be edited": Scene(mod.commands(mod.EDIT), work, work),
    "an edited position": Scene(mod.edit_confirmed, work, work),
    "a handover": Scene(mod.handover_confirmed, work, work),
    "a moderator's morning": Scene(mod.morning, full_round, full_round),
    "take-up": Scene(_set_aside, command(_take_up), work, again="always"),
    "recover": Scene(
        _put_back,
        lambda d: recover(d.site, d.processor),
        lambda d: recover(d.site, d.processor),
    ),
}


def facts(site: Path) -> dict[str, Any]:
    """All of a site that must come out the same: journal, seats, what everybody has got."""
    game = site / "games" / "g1"
    found: dict[str, Any] = {"roster": _hash(game / "roster.toml")}
    for name in ("dispatched", "bounces.toml", "game.toml", "../../blocked.toml"):
        path = game / name
        found[name] = path.read_text() if path.exists() else None
    kept = [*site.glob("games/*/journal/*.toml"), *site.glob("games/*/press/*")]
    for path in sorted([*kept, *site.glob("mailboxes/*/*/*")]):
        found[str(path.relative_to(site))] = _hash(path)
    for box in ("in", "out", "sent", "shunt", "held", "failed"):
        for path in sorted((site / "mail" / box).rglob("*")):
            if path.is_file() and not path.name.startswith("."):
                found[str(path.relative_to(site))] = _hash(path)
    for log in ("posted.log", "withdrawn.log"):
        path = site / log
        whole = [w for w in path.read_text().split() if len(w) == 24] if path.exists() else []
        found[log] = sorted(set(whole))
    return {name: value for name, value in found.items() if "/.tmp-" not in name}


def entries(site: Path) -> int:
    """How many entries the journal has, and whether a seat has changed hands."""
    game = site / "games" / "g1"
    return len(list((game / "journal").glob("0*.toml")))


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]


def at(folder: Path, now: datetime) -> Desk:
    """The site as a new process sees it."""
    return desk_for(folder, now)
