"""Nobody's address, key, plan, private press or secret cash gets to anybody else.

One whole game in which everything happens that can: every mail to everybody, what the log is given,
and what commands print are looked through.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from email.message import EmailMessage
from pathlib import Path

import pytest
from support.mails import DEALS, Desk, fresh, new_desk, reply, text_of
from typer.testing import CliRunner

from pbem.cli.main import app
from pbem.orders.ahead.deputy import decide
from pbem.orders.verbs.written import format_command
from pbem.service.fates import Fate
from pbem.service.site.moderators import moderator_key
from pbem.store.verify import verify

OTHERS = ("mod", "zoe", "dora", "eve", "stranger", "elsewhere")
TOKEN = re.compile(r"\bg1\.[0-9a-z]+\.[0-9a-f]\.[0-9a-f]{16}\b")
CASH = re.compile(r"^(.+?)(?: \(you\))?: -?\d+ points? \(cash ", re.MULTILINE)
COMMANDS = (
    "list", "status", "status --json", "history g1", "history g1 --json", "verify",
    "deadlines --show", "statistics g1", "show g1 --as Ann", "show g1 --as Ann --json",
)  # fmt: skip


@dataclass
class Table:
    """The game, with everything that somebody must not see of somebody else.

    who: player -> who sits there, as before the @
    marks: what only these people may read, and nobody once it is said so
    tokens: secret of a mail -> whose it is
    """

    desk: Desk
    who: dict[str, str] = field(default_factory=lambda: {p: p.lower() for p in DEALS})
    marks: dict[str, set[str]] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)
    seen: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    logged: list[str] = field(default_factory=list)
    looked_through: int = 0

    def write(self, raw: bytes) -> Fate:
        """A mail comes in; all that goes out is looked through."""
        over = self.desk.game.state.over
        done = self.desk.send(raw)
        self.desk.work()
        self.logged += [f"{handled}" for _, handled in done.handled] + done.troubles
        self.learn_keys()
        self.look_through(over=over or self.desk.game.state.over)
        return done.handled[-1][1].fate

    def says(self, person: str, text: str) -> Fate:
        """A person answers the last mail to them."""
        mail = self.box(person)[-1]
        return self.write(reply(mail, text, f"<{self.desk.sent}@mail.example.test>"))

    def orders(self, player: str, text: str) -> Fate:
        """A player writes a new mail, with the key in it."""
        key = self.desk.game.roster.seats[player].key  # type: ignore[index]
        raw = fresh(self.who[player], f"KEY {key}\n{text}", f"<{self.desk.sent}@mail.example.test>")
        return self.write(raw)

    def moderates(self, text: str) -> Fate:
        """The moderator writes."""
        return self.write(reply(self.box("mod")[0], text, f"<{self.desk.sent}@mail.example.test>"))

    def plays(self) -> None:
        """Whoever is asked decides as the program would."""
        game = self.desk.game
        head = game.state.pending[0]
        command = decide(game.game, game.state, head, str(game.last))
        text = format_command(game.game.board, command)
        assert self.orders(head.player, text) is Fate.PLAYED, text

    def box(self, person: str) -> list[EmailMessage]:
        return self.desk.mailbox(person)

    def learn_keys(self) -> None:
        """Whose each key is that there ever was."""
        for player, seat in self.desk.game.roster.seats.items():
            if not seat.is_vacant:
                self.keys.setdefault(seat.key, self.who.get(player, ""))
                self.keys[seat.key] = seat.address.partition("@")[0]

    def look_through(self, *, over: bool) -> None:
        """Every mail that has gone out since."""
        people = {*self.who.values(), *(p.lower() for p in DEALS), *OTHERS}
        for person in people:
            mails = self.box(person)
            for mail in mails[self.seen[person] :]:
                self.check(person, mail, over=over, people=people)
            self.seen[person] = len(mails)

    def check(self, person: str, mail: EmailMessage, *, over: bool, people: set[str]) -> None:
        self.looked_through += 1
        headers = "\n".join(f"{name}: {value}" for name, value in mail.items())
        whole = f"{headers}\n{text_of(mail)}"
        flat = " ".join(whole.lower().split())
        for other in people - {person}:
            if person != "mod" and not (person == "elsewhere" or other == "elsewhere"):
                assert f"{other}@example.test" not in flat, (person, whole)
        for key, owner in self.keys.items():
            assert owner == person or key.lower() not in flat, (person, whole)
        for mark, allowed in self.marks.items():
            assert person in allowed or mark.lower() not in flat, (person, mark, whole)
        for token in TOKEN.findall(whole):
            assert self.tokens.setdefault(token, person) == person, (person, whole)
        sits = {who: player for player, who in self.who.items()}
        if not over and person != "mod":
            shown = set(CASH.findall(text_of(mail)))
            assert shown <= {sits.get(person, "")}, (person, shown, whole)

    def look_at_commands(self) -> None:
        """What anybody at the console sees who has not asked for a player's own."""
        site = str(self.desk.site.folder)
        for line in COMMANDS:
            words = line.split()
            output = CliRunner().invoke(app, [*words, "--site", site]).output.lower()
            assert "@example.test" not in output, words
            for key in self.keys:
                assert key.lower() not in output, words
            for mark, allowed in self.marks.items():
                assert ("--as" in words and "ann" in allowed) or mark.lower() not in output, words


@pytest.fixture
def table(tmp_path: Path) -> Table:
    terms = {"every": "48h", "missed": "standing"}
    desk = new_desk(
        tmp_path / "site",
        variants=("secret-cash",),
        deadlines=terms,
        settings={"moderator": "mod@example.test"},
    )
    table = Table(desk)
    table.learn_keys()
    table.keys[moderator_key(desk.site, desk.game)] = "mod"
    table.look_through(over=False)
    return table


def joins_as(table: Table, person: str, text: str) -> None:
    """Somebody without a seat writes, and confirms."""
    table.write(fresh(person, text, f"<{person}@mail.example.test>"))
    table.says(person, "YES")


@pytest.mark.slow
def test_a_whole_game_with_everything_in_it(table: Table) -> None:
    desk = table.desk
    table.plays()

    # observers and people who wait
    joins_as(table, "zoe", "OBSERVE g1")
    joins_as(table, "dora", "STAND IN g1")
    assert desk.game.roster.waiting
    table.write(fresh("stranger", "LIST\nHELP", "<s@mail.example.test>"))

    # plans and standing answers that nobody else learns of
    table.marks["7654"] = {"ann"}
    table.marks["STANCE Italy"] = {"bob"}
    table.orders("Ann", "WHEN INVESTING:\nIF CASH >= 7654\nINVEST 30 IN Russia")
    table.orders("Bob", "STANCE Italy FIGHT Russia IN Greece\nSHOW STANDING")
    table.orders("Cyd", "SHOW STANDING\nSTATUS\nHISTORY\nMAP\nRESEND LAST 9")
    table.orders("Cyd", "SET MAILS ALL\nSET REPORT FULL\nSET PICTURES NEVER")
    table.write(fresh("zoe", "STATUS", "<z2@mail.example.test>"))

    # press
    table.marks["zanzibar"] = {"ann", "bob"}
    table.orders("Ann", "PRESS TO Bob: Meet me in Zanzibar.")
    table.marks["patagonia"] = {"ann", "cyd"}
    table.orders("Cyd", "PRESS TO Ann: Never trust Patagonia.")
    table.orders("Cyd", "PRESS TO ALL: Good luck to everybody.")
    for _ in range(4):
        table.plays()

    # proposals
    asked = desk.game.state.pending[0].player
    table.plays()
    assert table.orders(asked, "UNDO") is Fate.PLAYED
    table.plays()
    first = desk.game.state.pending[0].player
    table.plays()
    table.orders(first, "UNDO")
    table.orders("Cyd", "DRAW")
    table.orders("Ann", "NO DRAW")
    table.orders("Bob", "EXTEND 24")

    # the moderator
    for text in ("PAUSE", "RESUME", "EXTEND 24", "PREVIEW", "STATUS",
                 "BROADCAST\nDear all, have fun.\nEND BROADCAST"):  # fmt: skip
        table.moderates(text)
    while desk.game.state.pending[0].kind != "turn":
        table.plays()
    table.marks["7919"] = table.marks["7,919"] = {"mod", "bob", "dora"}
    table.moderates("POSITION\n[position]\nplayers.Bob.cash = 7919\nEND POSITION")
    table.says("mod", "YES")
    assert desk.game.state.players["Bob"].cash == 7919  # type: ignore[index]
    table.moderates("UNDO\nREDO")
    table.plays()
    table.moderates("REKEY Cyd")

    # who writes from elsewhere, or for somebody else
    ann = table.box("ann")[-1]
    table.write(reply(ann, "STATUS", "<e@mail.example.test>", sender="elsewhere@example.test"))
    table.write(reply(ann, "STATUS", "<b@mail.example.test>", sender="Bob <bob@example.test>"))
    table.write(fresh("ann", "DRAW", "<n@mail.example.test>"))
    table.write(fresh("stranger", "KEY wrong-key\nSTATUS", "<k@mail.example.test>"))
    table.orders("Bob", "NONSENSE Zanzi\nINDIA: TAXATION\nUNDO 4")
    table.look_at_commands()

    # seats that change hands
    table.orders("Bob", "RESIGN")
    table.says("bob", "YES")
    assert desk.game.roster.seats["Bob"].is_vacant  # type: ignore[index]
    del table.who["Bob"]
    offer = next(m for m in table.box("dora") if "take a seat" in str(m["Subject"]).lower())
    table.who["Bob"] = "dora"
    table.write(reply(offer, "JOIN", "<join@mail.example.test>"))
    assert desk.game.roster.seats["Bob"].person == "Dora"  # type: ignore[index]
    assert "zanzibar" not in " ".join(map(text_of, table.box("dora"))).lower()
    table.orders("Bob", "STATUS\nSHOW STANDING\nHISTORY\nRESEND LAST 9")
    table.who["Cyd"] = "eve"
    table.moderates("REPLACE Cyd BY Eve eve@example.test")
    assert desk.game.roster.seats["Cyd"].person == "Eve"  # type: ignore[index]
    table.orders("Cyd", "STATUS\nSHOW STANDING\nHISTORY\nRULES 3\nRESEND LAST 9")
    table.orders("Ann", "ADD ADDRESS elsewhere@example.test")

    # to the end, by the rules
    while desk.game.state.pending[0].kind != "turn":
        table.plays()
    powers = "\n".join(f"nations.{nation}.power = 22" for nation in desk.game.state.nations)
    table.moderates(f"POSITION\n[position]\n{powers}\nEND POSITION")
    table.says("mod", "YES")
    number = 0
    while not desk.game.state.over:
        table.plays()
        number += 1
        assert number < 60, "it does not end"
    for mark, person in (("7654", "ann"), ("STANCE Italy", "bob"), ("zanzibar", "bob"),
                         ("patagonia", "ann"), ("7,919", "bob"), ("7919", "mod")):  # fmt: skip
        assert any(mark.lower() in text_of(mail).lower() for mail in table.box(person)), mark
    final = text_of(table.box("ann")[-2]) + text_of(table.box("ann")[-1])
    assert "FINAL RANKING" in final
    assert table.looked_through > 150
    assert list(verify(desk.reopened().game)) == []
    told = " ".join(table.logged).lower()
    assert "@example.test" not in told
    for secret in (*table.keys, *table.marks, *table.tokens):
        assert secret.lower() not in told
