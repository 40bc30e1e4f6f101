"""The demo: a whole game by mail between automatic investors, through the code of a live site.

Everything that is drawn is drawn from the seed, and all times from the mails themselves, so the
same seed gives the same game to the byte, also if the demo is killed and started again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pbem.board.ids import PlayerId
from pbem.demo.investor import AutomaticInvestor, Table
from pbem.demo.planning import ahead
from pbem.demo.tally import Tally, tally
from pbem.ground.disk import TEMPORARY, read_model
from pbem.ground.errors import BadInput
from pbem.mail.maildir import Maildir, MailName
from pbem.mail.outgoing.outbox import mailbox_name
from pbem.mail.outgoing.transport import Delivery
from pbem.orders.verbs.person.choices import MailHabit
from pbem.report.language.catalogue import SOURCE
from pbem.rules.scoring import ranking
from pbem.service.fates import Fate
from pbem.service.rounds.poll import poll
from pbem.service.seats.new_game import NewGame, new_game
from pbem.service.site.settings import SECRET, SETTINGS, MailSettings, Settings, create_settings
from pbem.service.site.site import Site, open_site
from pbem.service.way import Processor
from pbem.store.files import GameFile
from pbem.store.game import StoredGame
from pbem.store.persons import PersonRecord

PLAYERS: tuple[PlayerId, ...] = tuple(map(PlayerId, ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay")))
GAME = "demo"
BEGINNING = datetime(2026, 1, 5, 18, 0, tzinfo=UTC)
HANDLING = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which game the demo plays; with `plans` the investors order ahead of time.

    language: of the mails, and of the investors; mails: which they want
    templates: the site's own folder of templates and catalogues, if it has one
    """

    rules: str
    players: int
    seed: int
    variants: tuple[str, ...] = ()
    plans: bool = False
    language: str = SOURCE
    mails: MailHabit = MailHabit.TURN
    templates: Path | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the game is: turns, mails handled, the most power points of a nation."""

    turn: int
    mails: int
    power: int


@dataclass(frozen=True, slots=True)
class Ended:
    """A demo that is over.

    places: the players with their scores, best first; who shares a place stands together
    mails: mails from and to players in all; written: those from players
    decisions: orders and answers that were carried out; automatic: those without a mail
    got: what the players have got
    """

    folder: Path
    game: StoredGame
    places: tuple[tuple[PlayerId, ...], ...]
    mails: int
    written: int
    decisions: int
    automatic: int
    got: Tally


class _Clock:
    """The time is that of the mail which is being handled, and a minute."""

    def __init__(self) -> None:
        self.at = BEGINNING

    def now(self) -> datetime:
        return self.at


def play_demo(
    folder: Path, wanted: Wanted, progress: Callable[[Progress], None] = lambda _: None
) -> Ended:
    """Play a game to its end, or go on with one that was interrupted.

    :param folder: where the site and the players' mailboxes lie; made if it is not there
    :raises BadInput: the game cannot be, or the folder holds something else
    """
    site = _site(folder, wanted)
    game = _game(site, wanted)
    clock = _Clock()
    processor = Processor(site, clock.now)

    def look() -> Table:  # a site may open a game anew between mails
        now = site.game(GAME)
        return Table(now.game, now.state)

    investors = [
        AutomaticInvestor(
            player,
            _mailbox(site, game, player),
            look,
            wanted.seed,
            ahead if wanted.plans else None,
        )
        for player in game.file.players
    ]
    while True:
        _handle_all(site, processor, clock)
        game, state = site.game(GAME), site.game(GAME).state
        power = max(nation.power for nation in state.nations.values())
        progress(Progress(state.turn, game.last, power))
        if state.over:
            break
        if not _somebody_writes(site, investors):
            raise BadInput(str(folder), "nobody answers any more; the mails lie there")
    _handle_all(site, processor, clock)
    return summed_up(site, game)


def summed_up(site: Site, game: StoredGame) -> Ended:
    """A demo's game that is over, and what its mails come to."""
    written = sum(1 for _ in site.maildir("inbox").all())
    mails = written + sum(1 for _ in site.maildir("sent").all())
    automatic = sum(1 for e, _ in game.entries for answer in e.answers if answer.order)
    ordered = sum(len(e.orders) - len(e.ahead) for e, _ in game.entries)
    places = ranking(game.game, game.state)
    boxes = {player: _mailbox(site, game, player) for player in game.file.players}
    got = tally(boxes, site.renderer.voice(game.roster.seats[game.file.players[0]].language))
    return Ended(site.folder, game, places, mails, written, ordered + automatic, automatic, got)


def _handle_all(site: Site, processor: Processor, clock: _Clock) -> None:
    inbox = site.maildir("inbox")
    while True:
        waiting = inbox.new()
        if waiting:
            clock.at = (MailName.of(waiting[0]).time or clock.at) + HANDLING
        done = poll(site, processor)
        broken = [f"{n}: {h.reason}" for n, h in done.handled if h.fate is Fate.UNREADABLE]
        for trouble in (*done.troubles, *broken):
            raise BadInput(str(site.folder), trouble)
        if not inbox.new():
            return


def _somebody_writes(site: Site, investors: Iterable[AutomaticInvestor]) -> bool:
    """Let the investors read their mail, one after the other, until one of them writes."""
    inbox = site.maildir("inbox")
    return any(investor.read_and_write(inbox) for investor in investors)


def _is_foreign(path: Path) -> bool:
    """Whether a file is none of a demo that was killed while it made its folder."""
    return path.name != SECRET and not path.name.startswith(TEMPORARY)


def _site(folder: Path, wanted: Wanted) -> Site:
    if not (folder / SETTINGS).exists():
        if folder.exists() and any(map(_is_foreign, folder.iterdir())):
            raise BadInput(str(folder), "is not empty; choose another folder with --out")
        secret = hashlib.sha256(f"demo {wanted.seed}".encode()).digest()
        settings = Settings(
            address="pbem@example.test",
            mail=MailSettings(delivery=Delivery.MAILBOXES),
            templates=str(wanted.templates.resolve()) if wanted.templates else None,
        )
        create_settings(folder, settings, secret)
    return open_site(folder)


def _game(site: Site, wanted: Wanted) -> StoredGame:
    players = _players(wanted.players)
    if GAME not in site.game_ids():
        for player in players:
            address = f"{player.lower()}@example.test"
            site.people.change(PersonRecord(addresses=(address,), mails=wanted.mails))
        new_game(
            site,
            NewGame(
                GAME,
                wanted.rules,
                {player: f"{player.lower()}@example.test" for player in players},
                variants=wanted.variants,
                seed=wanted.seed,
                language=wanted.language,
                keys={
                    p: hashlib.sha256(f"{wanted.seed} {p}".encode()).hexdigest()[:12]
                    for p in players
                },
            ),
            BEGINNING,
        )
    file = read_model(GameFile, site.folder / "games" / GAME / "game.toml")
    same = (file.rules, file.players, file.seed, file.variants)
    if same != (wanted.rules, players, wanted.seed, tuple(sorted(set(wanted.variants)))):
        raise BadInput(
            str(site.folder), "holds another demo; choose another folder with --out, or delete it"
        )
    return site.game(GAME)


def _players(number: int) -> tuple[PlayerId, ...]:
    if not 2 <= number <= len(PLAYERS):
        raise BadInput("players", f"2 to {len(PLAYERS)} can play, not {number}")
    return PLAYERS[:number]


def _mailbox(site: Site, game: StoredGame, player: PlayerId) -> Maildir:
    address = game.roster.seats[player].address
    return Maildir(site.folder / site.settings.mail.mailboxes / mailbox_name(address), shared=True)


def final_table(ended: Ended) -> Sequence[tuple[str, str, int, int]]:
    """Place, player, score, cash; best first."""
    from pbem.rules.scoring import score

    state = ended.game.state
    rows = []
    place = 1
    for group in ended.places:
        for player in group:
            points = score(ended.game.game, state, player)
            rows.append((f"{place}.", str(player), points, state.players[player].cash))
        place += len(group)
    return rows
