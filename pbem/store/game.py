"""A game's folder: open it, know its position, add to it, take back.

<folder>/game.toml  roster.toml  journal/000001.toml ...
         state.toml  private.toml (what the journal says; both may be deleted)
         dispatched (of which entries people have been told)
         press/000001.toml ... (what players have written to each other)
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from pydantic import ValidationError

from pbem.board.ids import PlayerId
from pbem.board.load import load_game
from pbem.board.model import Game
from pbem.ground.disk import (
    create_file,
    edited_bytes,
    make_folder,
    model_bytes,
    read_model,
    replace_file,
)
from pbem.ground.errors import BadInput, PbemError
from pbem.ground.versions import read_versioned
from pbem.orders.ahead.advance import Advanced
from pbem.orders.ahead.standing import Standing
from pbem.orders.text.names import Names
from pbem.rules.engine import Step, start
from pbem.rules.state import State
from pbem.store.addresses import is_address
from pbem.store.brought import Brought, brought_by, brought_from, kept_as
from pbem.store.chain import GENESIS, entry_path
from pbem.store.ends import DISPATCHED, dispatched, write_dispatched
from pbem.store.ends import JOURNAL as JOURNAL
from pbem.store.files import GAME_VERSION, GameFile, Roster, Seat
from pbem.store.journal import Clocked, Entry, add_entry, read_entries, same_second
from pbem.store.people import Person
from pbem.store.press import PRESS, PressBook
from pbem.store.replay import Position, Replayed, after_entry, noted, replayed, wishes
from pbem.store.snapshot import read_snapshot, write_snapshot
from pbem.store.submissions import Submission, Timing

GAME = "game.toml"
ROSTER = "roster.toml"


@dataclass(slots=True)
class StoredGame:
    """A game as it lies on disk, with its position in memory.

    entries: the journal, each with the hash of its file
    zone_at: the zone that whoever has an address has chosen for all games; None if none
    """

    folder: Path
    file: GameFile
    roster: Roster
    game: Game
    names: Names
    entries: list[tuple[Entry, str]]
    zone_at: Callable[[str], str | None] = lambda _: None
    _known: dict[int, Position] = field(default_factory=dict)
    _brought: dict[int, Brought | None] = field(default_factory=dict)
    _press: PressBook | None = None

    @property
    def state(self) -> State:
        """The position now."""
        return self.state_after(len(self.entries))

    @property
    def last(self) -> int:
        """The number of the last entry; 0 if there is none."""
        return len(self.entries)

    @property
    def last_played(self) -> int:
        """The number of the last entry that has changed more than one player's plans."""
        return next((e.number for e, _ in reversed(self.entries) if not e.is_private), 0)

    @property
    def opening(self) -> Step:
        """The first position, with what happened at set-up."""
        try:
            return start(self.game, self.file.players, self.file.deal, self.file.start_player)
        except Exception as error:  # the file is at fault, however it shows
            raise BadInput(str(self.folder / GAME), f"cannot begin: {words(error)}") from error

    @property
    def press(self) -> PressBook:
        """What players have written to each other."""
        if self._press is None:
            self._press = PressBook(self.folder / PRESS)
        return self._press

    @property
    def standing(self) -> Standing:
        """What the players have left ahead of time; secret until the game is over."""
        return self.standing_after(self.last)

    def state_after(self, number: int) -> State:
        """The position after an entry; 0 for the start.

        :raises BadInput: the journal cannot be played again
        """
        return self.after(number).state

    def standing_after(self, number: int) -> Standing:
        """What was kept ahead of time after an entry.

        :raises BadInput: the journal cannot be played again
        """
        return self.after(number).standing

    def brought(self, number: int) -> Brought | None:
        """What an entry has brought about, as it was kept; None if its version kept nothing."""
        if number not in self._brought:
            kept = self.entries[number - 1][0].brought
            self._brought[number] = brought_from(kept) if kept else None
        return self._brought[number]

    def again(self, number: int) -> Replayed:
        """An entry done once more, with what happens; nothing is changed.

        :raises BadInput: the journal cannot be played again
        """
        try:
            return replayed(self.game, self.names, self.entries[number - 1][0], self)
        except BadInput:
            raise
        except Exception as error:  # whatever it is, the file is at fault and no mail
            reason = f"cannot be played again: {words(error)}"
            raise BadInput(self._path(self.entries[number - 1][0]), reason) from error

    def hash_of(self, number: int) -> str:
        """The SHA-256 of an entry's file, or for 0 of `game.toml`."""
        if number:
            return self.entries[number - 1][1]
        return hashlib.sha256((self.folder / GAME).read_bytes()).hexdigest()

    def commit(self, submission: Submission, advanced: Advanced, timing: Timing) -> Entry:
        """Add an accepted submission to the journal; that is the commit.

        :param advanced: what plans and standing answers do after it: it belongs to the same entry
        :raises JournalConflict: another writer was first; open the game again
        :raises BadInput: no order was taken, so there is nothing to commit
        :raises OSError: nothing is changed
        """
        outcome, origin = submission.outcome, submission.origin
        if not outcome.orders:
            raise BadInput("orders", "none of them was taken")
        position = Position(advanced.state, advanced.standing)
        happened = [events for _, events in advanced.steps]
        brought = brought_by(outcome, happened, self.state, position.state)
        time = same_second(submission.time)
        entry = Entry(
            number=self.last + 1,
            time=time,
            how=submission.how,
            by=submission.by,
            message_id=origin.message_id,
            mail=origin.mail,
            text=submission.text,
            orders=outcome.orders,
            ahead=outcome.ahead,
            answers=tuple(automatic for automatic, _ in advanced.steps),
            answered=origin.answered,
            written_from=origin.written_from,
            called=origin.called or None,
            means=submission.means,
            stand_in=origin.stand_in or None,
            act=origin.act or None,
            excused=submission.excused or None,
            arrived=_if_earlier(origin.arrived, time) if submission.how == "mail" else None,
            days_in=self._days_in(submission),
            overdrawn=int(timing.overdrawn.total_seconds()) if timing.overdrawn else None,
            brought=kept_as(brought, self.roster.seats[submission.by].key),
            previous=self._last_hash,
            digest=position.digest,
        )
        self._brought[entry.number] = brought
        return self._add(self._with_due(entry, timing.due), position)

    def _days_in(self, submission: Submission) -> str | None:
        """The zone that the player has chosen for all games, where the orders name days."""
        if not any(r.taken and r.arranged for r in submission.outcome.results):
            return None
        return self.zone_at(self.roster.seats[submission.by].address)

    def taken_back(self, back_to: int) -> Position:
        """The position when everything after an entry is taken back (0: all but the start).

        What is kept ahead of time is not taken back, see `replay.wishes`.

        :raises BadInput: there is no such entry
        """
        if not 0 <= back_to < self.last:
            raise BadInput("undo", f"goes back to an entry from 0 to {self.last - 1}")
        standing = wishes(self.game, self.names, self.last + 1, back_to, self)
        return Position(self.state_after(back_to), standing)

    def undo(
        self,
        back_to: int,
        time: datetime,
        timing: Timing,
        by: PlayerId | None = None,
        act: str = "",
        *,
        redo: bool = False,
    ) -> Entry:
        """Take back everything after entry `back_to` (0: the start), as an entry of its own.

        :param by: the player who has asked for it; None for the moderator
        :param act: of the moderator's, as in `Entry`
        :param redo: whether that is to bring back what was taken back
        :raises BadInput: there is no such entry
        """
        position = self.taken_back(back_to)
        entry = Entry(
            number=self.last + 1,
            time=same_second(time),
            how="undo",
            by=by,
            back_to=back_to,
            wishes="latest",
            act=act or None,
            redo=redo or None,
            previous=self._last_hash,
            digest=position.digest,
        )
        return self._add(self._with_due(entry, timing.due), position)

    def note(
        self,
        clocked: Clocked,
        time: datetime,
        due: datetime | None,
        by: PlayerId | None = None,
        act: str = "",
    ) -> Entry:
        """Add an entry that is about the clock or a seat, or that ends the game as it stands.

        :param due: when the answer to the open question is due from now on
        :param by: the player whom it is about
        :param act: of the moderator's, as in `Entry`
        :raises JournalConflict: another writer was first; open the game again
        :raises OSError: nothing is changed
        """
        position = noted(self.game, self.after(self.last), clocked, by)
        entry = Entry(
            number=self.last + 1,
            time=same_second(time),
            how="clock",
            by=by,
            clock=clocked,
            act=act or None,
            previous=self._last_hash,
            digest=position.digest,
        )
        return self._add(self._with_due(entry, due), position)

    def _with_due(self, entry: Entry, due: datetime | None) -> Entry:
        if due is None or self.file.deadlines is None:
            return entry
        return entry.model_copy(update={"due": due, "zone": self.file.deadlines.zone})

    def change_file(self, file: GameFile) -> None:
        """Write down what is agreed on now, in `game.toml`.

        :raises OSError: nothing is changed
        """
        replace_file(self.folder / GAME, edited_bytes(file))
        self.file = file

    def change_moderator(self, address: str, since: int) -> None:
        """Write down who moderates the game from an entry on.

        :raises OSError: nothing is changed
        """
        changed = {"moderator": address, "moderator_since": since, "moderator_zone": None}
        roster = self.roster.model_copy(update=changed)
        replace_file(self.folder / ROSTER, edited_bytes(roster), mode=0o600)
        self.roster = roster

    def change_seat(self, player: PlayerId, seat: Seat) -> None:
        """Write down who sits there and where they are reached.

        :raises BadInput: such a roster could not be read again; nothing is changed
        :raises OSError: nothing is changed
        """
        self.change_seats({player: seat})

    def change_seats(self, seats: Mapping[PlayerId, Seat]) -> None:
        """The same for several seats at once."""
        self._write_roster({"seats": {**self.roster.seats, **seats}})

    def change_waiting(self, persons: Iterable[Person]) -> None:
        """Write down who waits for a seat.

        :raises BadInput: such a roster could not be read again; nothing is changed
        :raises OSError: nothing is changed
        """
        self._write_roster({"waiting": tuple(persons)})

    def change_observers(self, addresses: Iterable[str]) -> None:
        """Write down who watches.

        :raises BadInput: such a roster could not be read again; nothing is changed
        :raises OSError: nothing is changed
        """
        self._write_roster({"observers": tuple(addresses)})

    def _write_roster(self, changed: Mapping[str, object]) -> None:
        tables = self.roster.model_copy(update=changed)
        try:
            roster = Roster.model_validate(tables.model_dump())
        except ValidationError as error:
            raise BadInput.from_validation(str(self.folder / ROSTER), error) from error
        replace_file(self.folder / ROSTER, edited_bytes(roster), mode=0o600)
        self.roster = roster

    def may_know(self, player: PlayerId, address: str) -> bool:
        """Whether an address, in lower case, can be known as the player's.

        It may be another player's, or none that mails can be written to.
        """
        others = (seat for other, seat in self.roster.seats.items() if other != player)
        taken = any(address in (seat.address.lower(), *seat.also) for seat in others)
        return is_address(address) and not taken

    def add_address(self, player: PlayerId, address: str) -> bool:
        """Know another address as the player's from now on; False if it cannot be.

        :raises OSError: nothing is changed
        """
        if not self.may_know(player, address):
            return False
        seat = self.roster.seats[player]
        if address in (seat.address.lower(), *seat.also):
            return True
        self.change_seat(player, seat.model_copy(update={"also": (*seat.also, address)}))
        return True

    @property
    def dispatched(self) -> int:
        """The last entry of which people are known to be told; -1 for none, not even the set-up."""
        return dispatched(self.folder)

    def note_dispatched(self, number: int) -> None:
        """People have been told of an entry, and of all before it.

        :raises OSError: nothing is changed
        """
        if number > self.dispatched:
            write_dispatched(self.folder, number)

    def write_snapshot(self) -> None:
        """Keep the position in `state.toml` and `private.toml`; they only save replaying."""
        write_snapshot(self.folder, self.last, self._last_hash, self.after(self.last))

    @property
    def _last_hash(self) -> str:
        return self.entries[-1][1] if self.entries else GENESIS

    def know(self, snapshot: tuple[int, Position] | None) -> None:
        """Take in a position that need not be replayed, if there is one."""
        if snapshot is not None:
            self._known[snapshot[0]] = snapshot[1]

    def _add(self, entry: Entry, position: Position) -> Entry:
        if self.dispatched >= entry.number:  # of another one, that is gone
            write_dispatched(self.folder, entry.number - 1)
        file_hash = add_entry(self.folder / JOURNAL, entry)
        self.entries.append((entry, file_hash))
        self._known[entry.number] = position
        return entry

    def entries_between(self, first: int, end: int) -> tuple[Entry, ...]:
        """The entries from one number up to another, that not included."""
        return tuple(entry for entry, _ in self.entries[first - 1 : end - 1])

    def after(self, number: int) -> Position:
        """The position after an entry with what is kept ahead of time; 0 for the start.

        :raises BadInput: the journal cannot be played again
        """
        if number not in self._known:
            if number == 0:
                self._known[0] = Position(self.opening.state)
            else:
                self._replay(number)
        return self._known[number]

    def _replay(self, number: int) -> None:
        known = max((n for n in self._known if n < number), default=0)
        self.after(known)
        for entry, _ in self.entries[known:number]:
            try:
                position = after_entry(self.game, self.names, entry, self)
            except Exception as error:  # whatever it is, the file is at fault and no mail
                reason = f"cannot be played again: {words(error)}"
                raise BadInput(self._path(entry), reason) from error
            if not position.is_recorded_as(entry.digest):
                raise BadInput(self._path(entry), "leads to another position than was recorded")
            self._known[entry.number] = position

    def _path(self, entry: Entry) -> str:
        return str(entry_path(self.folder / JOURNAL, entry.number))


def words(error: Exception) -> str:
    """What an error says, with its kind where it was not raised on purpose."""
    return str(error) if isinstance(error, PbemError) else f"{type(error).__name__}: {error}"


def _if_earlier(arrived: datetime | None, time: datetime) -> datetime | None:
    """When a mail came in, if that is not when it was handled."""
    if arrived is None or same_second(arrived) >= time:
        return None
    return same_second(arrived)


def is_game(folder: Path) -> bool:
    """Whether a folder is that of a game, also of one that has lost its `game.toml`.

    Half a game, of a process that was killed while it made one, is none.
    """
    return (folder / GAME).exists() or (folder / DISPATCHED).exists()


def create_game(folder: Path, file: GameFile, roster: Roster, games: Path | None) -> StoredGame:
    """Create a game's folder; `file.due` says when its first answer is due.

    :param games: the site's folder of editions; the shipped one if None
    :raises BadInput: the game cannot be played, or the folder is taken
    """
    if set(roster.seats) != set(file.players):
        raise BadInput("roster.toml, seats", "must name each player of game.toml once")
    game = load_game(file.rules, file.variants, games)
    start(game, file.players, file.deal, file.start_player)
    if is_game(folder):
        raise BadInput(str(folder), "there already is such a game")
    make_folder(folder / JOURNAL)
    replace_file(folder / ROSTER, edited_bytes(roster), mode=0o600)
    try:
        create_file(folder / GAME, model_bytes(file))  # last: without it there is no game
    except FileExistsError:
        raise BadInput(str(folder), "there already is such a game") from None
    return open_game(folder, games)


def open_game(folder: Path, games: Path | None) -> StoredGame:
    """Open a game's folder.

    :raises BadInput: names the file and key that is wrong
    """
    file = read_versioned(GameFile, folder / GAME, GAME_VERSION)
    roster = read_model(Roster, folder / ROSTER)
    if set(roster.seats) != set(file.players):
        raise BadInput(f"{folder / ROSTER}, seats", "must name each player once")
    game = load_game(file.rules, file.variants, games)
    entries = list(read_entries(folder / JOURNAL))
    stored = StoredGame(folder, file, roster, game, Names(game), entries)
    stored.know(read_snapshot(folder, entries))
    return stored
