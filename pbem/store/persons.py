"""`people.toml` of a site: what people have settled about themselves, one record a person.

A person is known by any of the record's addresses. Nobody needs a record: whoever has settled
nothing has what `Habits` says by default. The file holds addresses, so nobody else may read it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Annotated, Final

from pydantic import AwareDatetime, Field, ValidationError, field_validator

from pbem.ground.disk import read_model, replace_file, toml_bytes
from pbem.ground.errors import BadInput
from pbem.orders.verbs.person.choices import MailHabit, PictureHabit, ReportHabit
from pbem.store.addresses import Address
from pbem.store.people import Model, checked_name
from pbem.timing.terms import Zone

PEOPLE: Final = "people.toml"
DIGEST_HOUR: Final = 7
"""When a day's digest goes out to who has not said when, in the reader's zone."""

Hour = Annotated[int, Field(ge=0, le=23)]


class GameHabits(Model):
    """What somebody has settled for one game, before what holds for all."""

    mails: MailHabit | None = None
    digest_hour: Hour | None = None
    report: ReportHabit | None = None


class AddressChange(Model):
    """Another address that somebody wants to have, until both addresses have confirmed it.

    sets: whether mails are to go there; else the person only writes from there, too
    about: what tells it from others, in the secrets of the questions; game: whose mails they are
    time: when it was said
    old, new: whether the address that is known, and the other one, have said YES
    done: whether it is done; it stays for a while, so that a mail that comes again is understood
    """

    address: Address
    sets: bool = True
    about: str
    game: str
    time: AwareDatetime
    old: bool = False
    new: bool = False
    done: bool = False


class PersonRecord(Model):
    """What one person has settled; what is None is as by default.

    addresses: the first is where mails go; the others are the person's, too
    name: as others know the person
    games: game -> what holds in it
    said: what was settled -> when that was said: what was said before that comes too late
    changes: addresses that the person wants to have besides
    """

    addresses: Annotated[tuple[Address, ...], Field(min_length=1)]
    name: str | None = None
    language: str | None = None
    zone: Zone | None = None
    mails: MailHabit | None = None
    digest_hour: Hour | None = None
    report: ReportHabit | None = None
    pictures: PictureHabit | None = None
    games: dict[str, GameHabits] = Field(default_factory=dict)
    said: dict[str, AwareDatetime] = Field(default_factory=dict)
    changes: tuple[AddressChange, ...] = ()

    @field_validator("name")
    @classmethod
    def _check_name(cls, value: str | None) -> str | None:
        return None if value is None else checked_name(value)

    def has(self, address: str) -> bool:
        """Whether an address is the person's."""
        return address.lower() in {own.lower() for own in self.addresses}


class PeopleFile(Model):
    """The whole file."""

    people: tuple[PersonRecord, ...] = ()

    @field_validator("people")
    @classmethod
    def _check_once(cls, value: tuple[PersonRecord, ...]) -> tuple[PersonRecord, ...]:
        known = [address.lower() for one in value for address in one.addresses]
        if len(set(known)) < len(known):
            raise ValueError("an address stands there twice")
        return value


@dataclass(frozen=True, slots=True)
class Habits:
    """What holds for a person, in one game or in general.

    language, zone: None if the person has said nothing about it
    hour: of the day in the person's zone, when a digest goes out
    games: what holds otherwise in single games; of the general ones only
    """

    language: str | None = None
    zone: str | None = None
    mails: MailHabit = MailHabit.TURN
    hour: int = DIGEST_HOUR
    report: ReportHabit = ReportHabit.BRIEF
    pictures: PictureHabit = PictureHabit.ASKED
    games: Mapping[str, GameHabits] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Said:
    """What somebody has settled, as fields of a record, or of a game's part of it.

    time: when it was said; ident: of the mail that says it
    """

    fields: Mapping[str, object]
    time: datetime
    game: str = ""


class People:
    """The people of a site; the file is read again when somebody else has changed it.

    A file that cannot be read counts as none: mails go on, with what holds by default; what people
    settle meanwhile waits until it is mended.
    """

    def __init__(self, site: Path) -> None:
        self.path = site / PEOPLE
        self._stamp: tuple[int, int, int] | None = None
        self._by_address: dict[str, PersonRecord] = {}
        self._fault: BadInput | None = None

    @property
    def fault(self) -> BadInput | None:
        """Why the file cannot be read; None if it can, or is not there."""
        self._look()
        return self._fault

    def all(self) -> tuple[PersonRecord, ...]:
        """Every record, in the order of the file."""
        self._look()
        return tuple({id(one): one for one in self._by_address.values()}.values())

    def of(self, address: str) -> PersonRecord | None:
        """The record of whoever has that address."""
        self._look()
        return self._by_address.get(address.lower())

    def habits(self, address: str, game: str = "") -> Habits:
        """What holds for whoever has that address.

        :param game: where it is to hold; in general if it is ""
        """
        record = self.of(address)
        if record is None:
            return _BY_DEFAULT
        own = record.games.get(game, _IN_NO_GAME)
        mails = own.mails or record.mails or MailHabit.TURN
        hours = (own.digest_hour, record.digest_hour, DIGEST_HOUR)
        return Habits(
            record.language,
            record.zone,
            mails,
            next(hour for hour in hours if hour is not None),
            own.report or record.report or ReportHabit.BRIEF,
            record.pictures or PictureHabit.ASKED,
            {} if game else record.games,
        )

    def changes(self) -> Iterator[tuple[PersonRecord, AddressChange]]:
        """Every change of an address that is wanted, and by whom."""
        for record in self.all():
            for change in record.changes:
                yield record, change

    def settle(self, address: str, said: Said, now: datetime) -> bool:
        """Keep what somebody has settled; False if something later was said before.

        :param now: times after it are those of a clock that was wrong, and hold nothing up
        :raises BadInput: the file cannot be read, or would not hold; nothing is changed
        :raises OSError: nothing is changed
        """
        record = self.record(address)
        wanted = {
            name: value
            for name, value in said.fields.items()
            if not said.time < record.said.get(_key(name, said.game), said.time) <= now
        }
        if not wanted:
            return False
        times = {_key(name, said.game): said.time for name in wanted}
        changed: dict[str, object] = {"said": {**record.said, **times}}
        if said.game:
            own = record.games.get(said.game, _IN_NO_GAME).model_copy(update=wanted)
            changed["games"] = {**record.games, said.game: own}
        else:
            changed |= wanted
        self.change(record.model_copy(update=changed))
        return True

    def change(self, record: PersonRecord) -> None:
        """Write a person's record down, in place of all that share an address with it.

        :raises BadInput: the file cannot be read, or would not hold; nothing is changed
        :raises OSError: nothing is changed
        """
        others = self._sound()
        own = [one for one in others if any(map(one.has, record.addresses))]
        place = others.index(own[0]) if own else len(others)
        kept = [one for one in others if one not in own]
        kept.insert(min(place, len(kept)), record)
        self._write(kept)

    def forget(self, address: str) -> None:
        """Take a person's record away, with all that it says.

        :raises BadInput: the file cannot be read; nothing is changed
        :raises OSError: nothing is changed
        """
        self._write([one for one in self._sound() if not one.has(address)])

    def record(self, address: str) -> PersonRecord:
        """The record of whoever has that address, a new one if there is none; to be changed.

        :raises BadInput: the file cannot be read
        """
        self._sound()
        return self.of(address) or PersonRecord(addresses=(address,))

    def _sound(self) -> list[PersonRecord]:
        if self.fault is not None:
            raise self.fault
        return list(self.all())

    def _write(self, records: list[PersonRecord]) -> None:
        given = {"people": [record.model_dump() for record in records]}
        try:
            file = PeopleFile.model_validate(given)
        except ValidationError as error:
            raise BadInput.from_validation(str(self.path), error) from error
        tables = file.model_dump(mode="json", exclude_defaults=True)
        replace_file(self.path, toml_bytes(tables), mode=0o600)
        self._stamp = None

    def _look(self) -> None:
        """Read the file if it is another than the one that was read."""
        try:
            found = self.path.stat()
            stamp = (found.st_mtime_ns, found.st_size, found.st_ino)
        except OSError:
            stamp = (0, 0, 0)
        if stamp == self._stamp:
            return
        self._stamp, self._fault = stamp, None
        try:
            file = read_model(PeopleFile, self.path) if self.path.exists() else PeopleFile()
        except BadInput as error:
            file, self._fault = PeopleFile(), error
        self._by_address = {a.lower(): one for one in file.people for a in one.addresses}


_BY_DEFAULT: Final = Habits()
_IN_NO_GAME: Final = GameHabits()


def _key(name: str, game: str) -> str:
    """By what it is known when something was said."""
    return f"{game}/{name}" if game else name
