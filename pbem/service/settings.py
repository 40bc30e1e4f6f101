"""A site's settings, `pbem.toml`, and its secret."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from pbem.errors import BadInput
from pbem.mail.identity import Secrets
from pbem.store.disk import create_file, model_bytes, read_model

SETTINGS = "pbem.toml"
SECRET = "secret"
_SECRET_BYTES = 32


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class MailSettings(_Model):
    """Where mails come from and go to; paths count from the site's folder.

    delivery: `folder` leaves finished mails in `outbox` for another program to send;
        `mailboxes` puts each into a Maildir of its recipient below `mailboxes`
    """

    inbox: str = "mail/in"
    outbox: str = "mail/out"
    sent: str = "mail/sent"
    shunt: str = "mail/shunt"
    delivery: Literal["folder", "mailboxes"] = "folder"
    mailboxes: str = "mailboxes"


class Settings(_Model):
    """`pbem.toml`.

    address: the site's own address; mail to it with a plus sign behind the local part must
        reach it too
    name: the name beside that address
    games, templates: the site's own folders, before those that come with the program
    """

    address: Annotated[str, Field(pattern=r"^[A-Za-z0-9._-]{1,16}@[A-Za-z0-9.-]+$")]
    name: str = "pbem"
    games: str | None = None
    templates: str | None = None
    mail: MailSettings = MailSettings()


def create_settings(site: Path, settings: Settings, secret: bytes | None = None) -> None:
    """Make a folder a site.

    :param secret: given only where everything must come out the same again
    :raises BadInput: it is a site already, or cannot be written
    """
    try:
        site.mkdir(parents=True, exist_ok=True)
        word = (secret or secrets.token_bytes(_SECRET_BYTES)).hex()
        if not (site / SECRET).exists():
            create_file(site / SECRET, f"{word}\n".encode(), mode=0o600)
        create_file(site / SETTINGS, model_bytes(settings))
    except FileExistsError:
        raise BadInput(str(site / SETTINGS), "there already is a site") from None
    except OSError as error:
        raise BadInput(str(site), str(error)) from error


def read_settings(site: Path) -> Settings:
    """The settings of a site.

    :raises BadInput: it is no site, or a setting is wrong; names the key
    """
    if not (site / SETTINGS).exists():
        raise BadInput(str(site), f"is no site: it has no {SETTINGS} (`pbem init` makes one)")
    return read_model(Settings, site / SETTINGS)


def read_secret(site: Path) -> Secrets:
    """The site's secret.

    :raises BadInput: it is missing or spoilt
    """
    try:
        secret = bytes.fromhex((site / SECRET).read_text(encoding="ascii").strip())
    except (OSError, ValueError) as error:
        raise BadInput(str(site / SECRET), f"the site's secret cannot be read: {error}") from error
    if len(secret) < _SECRET_BYTES // 2:
        raise BadInput(str(site / SECRET), "the site's secret is too short")
    return Secrets(secret)
