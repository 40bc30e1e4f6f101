"""A site's settings, `pbem.toml`, and its secret."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated, Final, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from pbem.ground.disk import check_owner, create_file, edited_bytes, make_folder
from pbem.ground.errors import BadInput
from pbem.ground.messages import say
from pbem.ground.versions import read_versioned
from pbem.mail.account import ImapAccount, SmtpAccount
from pbem.mail.identity import Secrets
from pbem.mail.outgoing.transport import Delivery
from pbem.store.addresses import Address, is_address
from pbem.store.people import Person
from pbem.timing.durations import Duration, Length

SETTINGS = "pbem.toml"
SECRET = "secret"
_SECRET_BYTES = 32


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class MailSettings(_Model):
    """Where mails come from and go to; paths count from the site's folder.

    delivery: `folder` leaves finished mails in `outbox` for another program to send;
        `mailboxes` puts each into a Maildir of its recipient below `mailboxes`; `smtp` gives
        them to the server of `[mail.smtp]`
    smtputf8: whether the mail server sends to addresses that are not ASCII (RFC 6531)
    failed: where mails lie that the server will never take
    held: where mails wait whose sender must be confirmed
    imap: the mailbox that mails are fetched from, besides those that are put into `inbox`
    """

    inbox: str = "mail/in"
    outbox: str = "mail/out"
    sent: str = "mail/sent"
    failed: str = "mail/failed"
    shunt: str = "mail/shunt"
    held: str = "mail/held"
    delivery: Delivery = Delivery.FOLDER
    mailboxes: str = "mailboxes"
    smtputf8: bool = False
    imap: ImapAccount | None = None
    smtp: SmtpAccount | None = None

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.delivery is Delivery.SMTP and self.smtp is None:
            raise ValueError("delivery = 'smtp' needs a table [mail.smtp]")
        return self


SITE_VERSION: Final = 2
"""Of the format of `pbem.toml`: 2 says its version, and is like 1 otherwise."""


class Settings(_Model):
    """`pbem.toml`.

    version: of the file's format
    address: the site's own address; mail to it with a plus sign behind the local part must
        reach it too
    name: the name beside that address
    moderator: who is told of mails set aside and of bounces, where a game names nobody
    answers_per_hour: so many answers one sender gets in an hour; further mails wait
    authserv_id: the name of the site's own mail server in Authentication-Results; if it is given,
        only mails count whose From line that server says to be true (`dmarc=pass`)
    secret_days: so long an older mail of the site can be answered; the newest report always can
    away_after: if nobody has looked at deadlines for longer than this, the program was away, and
        that time counts for nobody
    stand_ins: to whom seats are offered whose players do not answer, where a game has no own list
    games, templates: the site's own folders, before those that come with the program
    """

    version: Annotated[int, Field(ge=1)] = 1
    address: Annotated[str, Field(pattern=r"^[A-Za-z0-9._-]{1,16}@[A-Za-z0-9.-]+$")]
    name: str = "pbem"
    moderator: Address | None = None
    answers_per_hour: Annotated[int, Field(ge=1)] = 30
    authserv_id: str | None = None
    secret_days: Annotated[int, Field(ge=7)] = 90
    away_after: Length = Duration(minutes=120)
    stand_ins: tuple[Person, ...] = ()
    games: str | None = None
    templates: str | None = None
    mail: MailSettings = MailSettings()

    def can_write_to(self, address: str) -> bool:
        """Whether mails of this site can be sent to an address."""
        utf8 = self.mail.smtputf8 or self.mail.delivery is Delivery.MAILBOXES
        return is_address(address) and (utf8 or address.isascii())

    def check_can_write_to(self, address: str) -> None:
        """See to it that they can.

        :raises BadInput: they cannot
        """
        local, _, host = address.lower().rpartition("@")
        if f"{local.partition('+')[0]}@{host}" == self.address.lower():
            own = say("That is the address of the program itself.")
            raise BadInput(f"address {address!r}", own)
        if not self.can_write_to(address):
            raise BadInput(
                f"address {address!r}",
                say("No mail can be sent there.")
                if not is_address(address)
                else say(
                    "No mail can be sent there: the mail server would have to know SMTPUTF8 (RFC "
                    "6531). If it does, whoever runs the program can say so: smtputf8 = true in "
                    "[mail] of pbem.toml."
                ),
            )


def create_settings(site: Path, settings: Settings, secret: bytes | None = None) -> None:
    """Make a folder a site.

    :param secret: given only where everything must come out the same again
    :raises BadInput: it is a site already, or cannot be written
    """
    check_owner(site)
    try:
        make_folder(site)
        word = (secret or secrets.token_bytes(_SECRET_BYTES)).hex()
        if not (site / SECRET).exists():
            create_file(site / SECRET, f"{word}\n".encode(), mode=0o600)
        now = settings.model_copy(update={"version": SITE_VERSION})
        create_file(site / SETTINGS, edited_bytes(now))
    except FileExistsError:
        raise BadInput(str(site / SETTINGS), "there already is a site") from None
    except OSError as error:
        raise BadInput(str(site), str(error)) from error


def read_settings(site: Path) -> Settings:
    """The settings of a site.

    :raises BadInput: it is no site, or a setting is wrong; names the key
    """
    path = site / SETTINGS
    if not path.exists():
        raise BadInput(str(site), f"is no site: it has no {SETTINGS} (`pbem init` makes one)")
    settings = read_versioned(Settings, path, SITE_VERSION)
    accounts = (settings.mail.imap, settings.mail.smtp)
    if any(a and a.password for a in accounts) and path.stat().st_mode & 0o077:
        raise BadInput(str(path), f"holds a password, and others may read it: chmod 600 {path}")
    return settings


def read_secret(site: Path) -> Secrets:
    """The site's secret.

    :raises BadInput: it is missing or spoilt
    """
    try:
        secret = bytes.fromhex((site / SECRET).read_text(encoding="ascii").strip())
    except (OSError, ValueError) as error:
        raise BadInput(str(site / SECRET), f"the site's secret cannot be read: {error}") from error
    if len(secret) < _SECRET_BYTES:
        raise BadInput(str(site / SECRET), "the site's secret is too short: a part of it is gone")
    return Secrets(secret)
