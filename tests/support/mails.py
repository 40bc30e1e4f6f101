"""A site in a folder, and mails as players' programs write them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

from pbem.mail.maildir import Maildir
from pbem.service.rounds.poll import Round, poll
from pbem.service.rounds.timekeeper import DeadlinesDone, Timekeeper
from pbem.service.seats.new_game import NewGame, new_game
from pbem.service.site.settings import MailSettings, Settings, create_settings
from pbem.service.site.site import Site, open_site
from pbem.service.way import Processor
from pbem.store.game import StoredGame
from pbem.store.persons import PersonRecord
from pbem.timing.terms import Absences, Deadlines

BEGINNING = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
DEALS = {
    "Ann": ["austria-hungary", "great-britain"],
    "Bob": ["italy", "russia"],
    "Cyd": ["france", "germany"],
}


@dataclass
class Desk:
    """A site with one game of three, and the hands of its players."""

    site: Site
    processor: Processor
    now: datetime = BEGINNING
    sent: int = 0

    @property
    def game(self) -> StoredGame:
        return self.site.game("g1")

    def reopened(self) -> Desk:
        """The same site as another process sees it."""
        return desk_for(self.site.folder, self.now, self.sent)

    def drop(self, raw: bytes, name: str = "") -> None:
        self.sent += 1
        name = name or f"{1000 + self.sent}.x{self.sent}"
        assert self.site.maildir("inbox").put(name, raw)

    def work(self) -> Round:
        self.now += timedelta(minutes=1)
        return poll(self.site, self.processor)

    def keep(self, heard: datetime | None = None) -> DeadlinesDone:
        """What the daemon does about deadlines in a round, with the mails it takes in before."""
        poll(self.site, self.processor)
        kept = Timekeeper(self.site, self.processor).look(heard or self.now)
        poll(self.site, self.processor)
        return kept

    def let_pass(self, hours: float, step: float = 0.5) -> list[str]:
        """Let time pass while the daemon looks now and then; what it has done."""
        done: list[str] = []
        end = self.now + timedelta(hours=hours)
        while self.now < end:
            self.now = min(end, self.now + timedelta(hours=step))
            kept = self.keep()
            assert kept.troubles == []
            done += [what for _, what in kept.done]
        return done

    def send(self, raw: bytes) -> Round:
        self.drop(raw)
        return self.work()

    def mailbox(self, player: str) -> list[EmailMessage]:
        box = Maildir(self.site.folder / "mailboxes" / f"{player.lower()}@example.test")
        found = [message_from_bytes(p.read_bytes(), policy=policy.default) for p in box.all()]
        return [m for m in found if isinstance(m, EmailMessage)]

    def answers(self, player: str) -> list[EmailMessage]:
        return [m for m in self.mailbox(player) if m["Auto-Submitted"] == "auto-replied"]

    def reports(self, player: str) -> list[EmailMessage]:
        """The mails that tell of the position, and ask: answers to own orders among them."""
        return [
            m
            for m in self.mailbox(player)
            if m["Auto-Submitted"] == "auto-generated" or "\nSTANDINGS" in text_of(m)
        ]


def text_of(message: EmailMessage) -> str:
    return str(message.get_content()).replace("\r\n", "\n")


def desk_for(folder: Path, now: datetime = BEGINNING, sent: int = 0) -> Desk:
    desk = Desk(open_site(folder), None, now, sent)  # type: ignore[arg-type]
    desk.processor = Processor(desk.site, lambda: desk.now)
    return desk


def new_desk(
    folder: Path,
    rules: str = "imperial",
    variants: tuple[str, ...] = (),
    *,
    deadlines: dict[str, object] | None = None,
    absence: dict[str, object] | None = None,
    settings: dict[str, object] | None = None,
    every_report: bool = True,
) -> Desk:
    """A site with one game; the tables are those of `game.toml` and `pbem.toml`.

    :param every_report: whether the players want a full report of each entry, not as by default
    """
    mail = MailSettings(delivery="mailboxes")
    own = {"address": "pbem@example.test", "mail": mail, **(settings or {})}
    create_settings(folder, Settings.model_validate(own), b"s" * 32)
    desk = desk_for(folder)
    for player in DEALS if every_report else ():
        address = f"{player.lower()}@example.test"
        desk.site.people.change(PersonRecord(addresses=(address,), mails="all", report="full"))
    new_game(
        desk.site,
        NewGame(
            "g1",
            rules,
            {player: f"{player.lower()}@example.test" for player in DEALS},
            variants=variants,
            seed=7,
            deal=DEALS,
            keys={player: f"key-of-{player.lower()}" for player in DEALS},
            deadlines=Deadlines.model_validate(deadlines) if deadlines is not None else None,
            absence=Absences.model_validate(absence) if absence is not None else None,
        ),
        BEGINNING,
    )
    desk.work()
    return desk


def fresh(player: str, text: str, ident: str = "<1@mail.example.test>", **headers: str) -> bytes:
    """A new mail, no answer to anything."""
    message = EmailMessage(policy=policy.SMTP)
    message["From"] = f"{player} <{player.lower()}@example.test>"
    message["To"] = "pbem@example.test"
    message["Subject"] = "orders"
    message["Message-ID"] = ident
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(text)
    return message.as_bytes()


def reply(
    report: EmailMessage,
    text: str,
    ident: str = "<1@mail.example.test>",
    *,
    sender: str = "",
    keep: tuple[str, ...] = ("in-reply-to", "to", "quote"),
) -> bytes:
    """An answer as a mail program makes it; `keep` is what it carries back of the secret."""
    message = EmailMessage(policy=policy.SMTP.clone(max_line_length=998))
    message["From"] = sender or str(report["To"])
    message["To"] = str(report["Reply-To"]) if "to" in keep else "pbem@example.test"
    message["Subject"] = f"Re: {report['Subject']}"
    message["Message-ID"] = ident
    if "in-reply-to" in keep:
        message["In-Reply-To"] = str(report["Message-ID"])
    quoted = "\n".join("> " + line for line in text_of(report).split("\n"))
    message.set_content(f"{text}\n\n{quoted if 'quote' in keep else ''}\n")
    return message.as_bytes()
