"""An account at a mail server: where it is, how the connection is secured, how to log in."""

from __future__ import annotations

import hashlib
import os
import shlex
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ClassVar, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, SecretStr, field_validator, model_validator

if TYPE_CHECKING:
    import ssl

Security = Literal["tls", "starttls", "none"]

COMMAND_SECONDS: Final = 30.0
_NO_CONTROLS: Final = r"^[^\x00-\x1f\x7f]+$"
_HOST: Final = r"^[A-Za-z0-9.:_-]+$"
_WAYS: Final = ("password", "password_env", "password_command", "token_command")

Word = Annotated[str, Field(pattern=_NO_CONTROLS)]
Seconds = Annotated[float, Field(gt=0, le=86_400)]


class CredentialsError(Exception):
    """The password or token could not be had; the message never holds any of it."""


class Account(BaseModel):
    """What IMAP and SMTP accounts have in common.

    security: `tls` from the first byte, `starttls` required, or `none`: on this machine only
    password: only in a file that nobody else may read
    password_env: the environment variable that holds it
    password_command: a command that prints it on its first line; run without a shell
    token_command: a command that prints an OAuth2 access token, for XOAUTH2
    ca_file: certificates to trust instead of the system's
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    ports: ClassVar[dict[Security, int]] = {}

    host: Annotated[str, Field(pattern=_HOST)]
    port: Annotated[int, Field(ge=0, le=65_535)] = 0
    security: Security = "tls"
    user: Word | None = None
    # Not part of any dump: whatever is written down from here cannot hold it.
    password: SecretStr | None = Field(default=None, exclude=True)
    password_env: Word | None = None
    password_command: tuple[Word, ...] | None = Field(default=None, repr=False)
    token_command: tuple[Word, ...] | None = Field(default=None, repr=False)
    timeout_seconds: Seconds = 30.0
    ca_file: str | None = None

    @field_validator("password_command", "token_command", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        words = shlex.split(value)
        if not words:
            raise ValueError("is empty")
        return tuple(words)

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.security == "none" and not is_loopback(self.host):
            raise ValueError("security = 'none' is for servers on this machine only")
        ways = [name for name in _WAYS if getattr(self, name)]
        if self.user and len(ways) != 1:
            raise ValueError(f"with a user, give exactly one of {', '.join(_WAYS)}")
        if ways and not self.user:
            raise ValueError(f"{ways[0]} needs a user")
        return self

    @property
    def at_port(self) -> int:
        """The port: the one given, or the usual one."""
        return self.port or self.ports[self.security]

    def below(self, folder: Path) -> Self:
        """The same account, its file counted from a folder."""
        if self.ca_file is None:
            return self
        return self.model_copy(update={"ca_file": str(folder / self.ca_file)})

    def tls_context(self) -> ssl.SSLContext:
        """How certificates are checked: always, with the host's name.

        :raises OSError: the file of certificates cannot be read
        """
        import ssl

        return ssl.create_default_context(cafile=self.ca_file)


class ImapAccount(Account):
    """Where mail comes from.

    folder: the one that is read
    done_folder, aside_folder: where mails go that are handled, or set aside; made if missing, `/`
        between levels; empty: they stay where they are
    poll_seconds: how often it is looked at, besides what IDLE says
    """

    ports: ClassVar[dict[Security, int]] = {"tls": 993, "starttls": 143, "none": 143}

    folder: Word = "INBOX"
    done_folder: Word | Literal[""] = ""
    aside_folder: Word | Literal[""] = ""
    idle: bool = True
    poll_seconds: Seconds = 60.0

    @model_validator(mode="after")
    def _check_imap(self) -> Self:
        if not self.user:
            raise ValueError("a user is needed")
        if self.folder in (self.done_folder, self.aside_folder):
            raise ValueError("mails cannot be moved to the folder that they are read from")
        return self

    @property
    def ident(self) -> str:
        """What tells this mailbox from others in names of files, and tells nobody whose it is."""
        whole = f"{self.user}\0{self.host.lower()}\0{self.folder}"
        return hashlib.sha256(whole.encode()).hexdigest()[:8]


class SmtpAccount(Account):
    """Where mail goes out.

    retry_seconds: how long a mail waits after its first temporary refusal; then twice as long
    retry_limit_hours: when a mail that is still refused counts as failed
    """

    ports: ClassVar[dict[Security, int]] = {"tls": 465, "starttls": 587, "none": 25}

    retry_seconds: Seconds = 300.0
    retry_limit_hours: Annotated[float, Field(gt=0, le=24 * 14)] = 24 * 4


def is_loopback(host: str) -> bool:
    """Whether a host is this machine, for certain."""
    if host.lower() == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def password_of(account: Account) -> str:
    """The password, from where the settings say that it is.

    :raises CredentialsError: it is not there
    """
    if account.password is not None:
        return account.password.get_secret_value()
    if account.password_env is not None:
        try:
            return os.environ[account.password_env]
        except KeyError:
            raise CredentialsError(f"{account.password_env} is not set") from None
    return _printed(account.password_command or (), "password_command")


def token_of(account: Account) -> str:
    """An OAuth2 access token, fresh from the command.

    :raises CredentialsError: the command gave none
    """
    return _printed(account.token_command or (), "token_command")


def _printed(command: tuple[str, ...], name: str) -> str:
    import subprocess

    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=COMMAND_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise CredentialsError(f"the {name} took over {COMMAND_SECONDS:.0f} seconds") from None
    except OSError as error:
        raise CredentialsError(f"the {name} cannot be run: {error.strerror}") from None
    if done.returncode:
        raise CredentialsError(f"the {name} ended with code {done.returncode}")
    word = done.stdout.split(b"\n")[0].strip(b"\r").decode("utf-8", "replace")
    if not word:
        raise CredentialsError(f"the {name} printed nothing")
    return word
