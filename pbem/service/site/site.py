"""A site: settings, games and mail folders of one processor.

<site>/pbem.toml  secret  games/<id>/...  mail/in out sent failed held shunt
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from pbem.ground.disk import check_owner, read_model, sweep
from pbem.ground.errors import BadInput
from pbem.ground.lock import exclusive
from pbem.ground.versions import read_versioned
from pbem.mail.identity import MODERATOR, STAND_INS, Purpose, Reader, Secrets
from pbem.mail.maildir import Maildir
from pbem.mail.outgoing.outbox import Outbox
from pbem.mail.outgoing.transport import BySmtp, Delivery, IntoMaildirs, LeftInFolder, Transport
from pbem.report.render import Renderer
from pbem.service.site.busy import SiteBusy
from pbem.service.site.settings import Settings, read_secret, read_settings
from pbem.store.chain import last_number
from pbem.store.ends import JOURNAL, dispatched
from pbem.store.files import GAME_ID, GAME_VERSION, FormerOwner, GameFile, Roster, Seat
from pbem.store.game import GAME, ROSTER, StoredGame, is_game, open_game
from pbem.store.lobbies import Lobbies
from pbem.store.persons import People

GAMES = "games"
ARCHIVE = "archive"
"""Where games lie, and those that are over and put away."""

_LOCK = ".lock"
_POSTED = "posted.log"
_WITHDRAWN = "withdrawn.log"


@dataclass(slots=True)
class Site:
    """An open site; games are kept open between mails.

    clock_doubted: whether it is not known what time it is: what is asked has no deadline then
    """

    folder: Path
    settings: Settings
    secrets: Secrets
    renderer: Renderer
    clock_doubted: bool = False
    _open: dict[str, StoredGame] = field(default_factory=dict)
    _outbox: Outbox | None = None
    _transport: Transport | None = None
    _people: People | None = None
    _lobbies: Lobbies | None = None

    @property
    def games_folder(self) -> Path | None:
        """The site's own editions; None for the shipped ones."""
        return self.folder / self.settings.games if self.settings.games else None

    @property
    def templates_folder(self) -> Path | None:
        """The site's own templates and catalogues, before the shipped ones."""
        return self.folder / self.settings.templates if self.settings.templates else None

    def maildir(self, name: str) -> Maildir:
        """One of the mail folders of the settings: inbox, outbox, sent, failed, held, shunt."""
        return Maildir(self.folder / getattr(self.settings.mail, name))

    @property
    def people(self) -> People:
        """What people have settled about themselves."""
        if self._people is None:
            self._people = People(self.folder)
        return self._people

    @property
    def lobbies(self) -> Lobbies:
        """The open games that have not begun."""
        if self._lobbies is None:
            self._lobbies = Lobbies(self.folder)
        return self._lobbies

    @property
    def outbox(self) -> Outbox:
        """The outbox."""
        if self._outbox is None:
            boxes = (self.maildir("outbox"), self.maildir("sent"), self.maildir("failed"))
            self._outbox = Outbox(
                *boxes, log=self.folder / _POSTED, withdrawn=self.folder / _WITHDRAWN
            )
        return self._outbox

    @property
    def transport(self) -> Transport:
        """How waiting mails go out."""
        if self._transport is None:
            self._transport = self._made_transport()
        return self._transport

    def _made_transport(self) -> Transport:
        mail = self.settings.mail
        match mail.delivery:
            case Delivery.MAILBOXES:
                return IntoMaildirs(self.folder / mail.mailboxes)
            case Delivery.SMTP if mail.smtp is not None:
                return BySmtp(mail.smtp.below(self.folder), self.settings.address)
            case _:
                return LeftInFolder()

    def game_ids(self) -> tuple[str, ...]:
        """The ids of the site's games, sorted; also of those that have lost their `game.toml`."""
        return tuple(sorted(p.name for p in (self.folder / GAMES).glob("*") if is_game(p)))

    def game(self, ident: str) -> StoredGame:
        """A game of the site, opened when first asked for.

        :raises BadInput: there is no such game, or its folder is broken
        """
        if ident not in self._open:
            if not self.has_game(ident):
                known = ", ".join(self.game_ids()) or "none yet"
                raise BadInput(f"game {ident!r}", f"there is no such game; there are: {known}")
            opened = open_game(self._folder(ident), self.games_folder)
            if opened.file.id != ident:
                reason = (
                    f"is {opened.file.id!r}, and the folder is called {ident!r}; a copy of a game "
                    "must lie outside games/"
                )
                raise BadInput(f"{opened.folder / GAME}, id", reason)
            opened.zone_at = self._zone_at
            self._open[ident] = opened
        return self._open[ident]

    def _zone_at(self, address: str) -> str | None:
        """The zone that whoever has that address has chosen for all games."""
        return self.people.habits(address).zone

    def is_untold(self) -> bool:
        """Whether people may not have been told of the last entry of some game."""
        return any(
            last_number(folder / JOURNAL) > dispatched(folder)
            for folder in (self.folder / "games" / ident for ident in self.game_ids())
        )

    def sitting(self, reader: Reader) -> str:
        """Who sits in a seat now, as far as its secrets must know: they end with whoever leaves.

        :raises BadInput: the game's own files cannot be read, so that nobody knows
        """
        if not self.has_game(reader.game):
            return ""
        file = self.game_file(reader.game)
        if reader.purpose is Purpose.OFFER:
            return file.nonce or ""  # an offer is not to whoever sits there
        if reader.seat == MODERATOR:
            if reader.purpose is Purpose.HANDOVER:
                return file.nonce or ""
            return moderator_mark(self.settings, file, self.roster(reader.game))
        for_stand_in, number = divmod(reader.seat, STAND_INS)
        if number >= len(file.players):
            return ""
        seat = self.roster(reader.game).seats[file.players[number]]
        if for_stand_in:
            address = seat.stand_in.address.lower() if seat.stand_in else "nobody"
            return _joined(address, file.nonce)
        return mark_of(file, seat)

    def formerly(self, reader: Reader) -> tuple[str, ...]:
        """Who sat in a seat before whoever sits there now, as their secrets knew it.

        :raises BadInput: as for `sitting`
        """
        if not self.has_game(reader.game) or reader.purpose is Purpose.OFFER:
            return ()
        file = self.game_file(reader.game)
        if reader.seat >= len(file.players):
            return ()
        seat = self.roster(reader.game).seats[file.players[reader.seat]]
        return tuple(mark_of(file, owner) for owner in seat.former)

    def has_game(self, ident: str) -> bool:
        """Whether there is a game of that id, also one that cannot be opened."""
        known = ident in self._open
        return known or (bool(GAME_ID.fullmatch(ident)) and is_game(self._folder(ident)))

    def archived_ids(self) -> tuple[str, ...]:
        """The ids of the games that are put away, sorted."""
        return tuple(sorted(p.name for p in (self.folder / ARCHIVE).glob("*") if is_game(p)))

    def is_archived(self, ident: str) -> bool:
        """Whether a game is put away: it is in no round, but can be read."""
        there = bool(GAME_ID.fullmatch(ident)) and is_game(self.folder / ARCHIVE / ident)
        return there and not is_game(self.folder / GAMES / ident)

    def _folder(self, ident: str) -> Path:
        """Where a game lies; one that there is not would lie among those that are played."""
        return self.folder / (ARCHIVE if self.is_archived(ident) else GAMES) / ident

    def game_file(self, ident: str) -> GameFile:
        """What is played, also while the game's journal is broken.

        :raises BadInput: it cannot be read
        """
        if ident in self._open:
            return self._open[ident].file
        return read_versioned(GameFile, self._folder(ident) / GAME, GAME_VERSION)

    def roster(self, ident: str) -> Roster:
        """Who plays in a game, also while its journal is broken.

        :raises BadInput: the roster cannot be read
        """
        if ident in self._open:
            return self._open[ident].roster
        return read_model(Roster, self._folder(ident) / ROSTER)

    def can_write_to(self, address: str) -> bool:
        """Whether mails of this site can be sent to an address."""
        return self.settings.can_write_to(address)

    def check_can_write_to(self, address: str) -> None:
        """See to it that they can.

        :raises BadInput: they cannot
        """
        self.settings.check_can_write_to(address)

    def sweep(self) -> None:
        """Clear away what killed processes have left half written beside the games."""
        sweep(self.folder)
        self.lobbies.sweep()
        for name in ("inbox", "outbox", "shunt", "held"):
            sweep(self.maildir(name).folder / "new")
        for folder in self.transport.folders():
            sweep(folder)

    def sweep_game(self, game: StoredGame) -> None:
        """The same in a game's folder."""
        sweep(game.folder)
        sweep(game.folder / JOURNAL)

    def forget(self, ident: str) -> None:
        """Read a game anew when it is next asked for."""
        self._open.pop(ident, None)

    @contextmanager
    def locked(self, wait: float = 0.0) -> Iterator[None]:
        """Keep other processes from working on the site meanwhile.

        :param wait: for how many seconds to wait for another one to end
        :raises SiteBusy: another one works on it
        :raises BadInput: root works on somebody else's site
        """
        check_owner(self.folder)
        with exclusive(self.folder / _LOCK, wait) as mine:
            if not mine:
                raise SiteBusy(str(self.folder), "another pbem is working on it")
            yield


def mark_of(file: GameFile, owner: Seat | FormerOwner) -> str:
    """What tells whoever sits, or sat, in a seat from all others, in their secrets."""
    return _joined(str(owner.since or ""), file.nonce, str(owner.rekeyed or ""))


def moderator_mark(settings: Settings, file: GameFile, roster: Roster) -> str:
    """What tells whoever moderates a game from all others, in their secrets."""
    address = roster.moderator or settings.moderator or ""
    return _joined(address.lower(), file.nonce, str(roster.moderator_since or ""))


def _joined(first: str, *others: str | None) -> str:
    """Games of before have nothing but the first: their secrets go on."""
    return first + "".join(f"~{other}" for other in others if other)


def open_site(folder: Path) -> Site:
    """Open a site.

    :raises BadInput: it is none, or its settings are wrong
    """
    settings = read_settings(folder)
    templates = folder / settings.templates if settings.templates else None
    site = Site(folder, settings, read_secret(folder), Renderer(templates))
    site.secrets = replace(site.secrets, sitting=site.sitting)
    return site
