"""Which mails a server refused for the time being, and when each is tried again.

`<outbox>/retries.toml`, beside the folders of the Maildir. If it is lost, all are tried at once.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from pbem.ground.disk import model_bytes, read_model, replace_file
from pbem.ground.errors import BadInput

_FILE = "retries.toml"


class Retry(BaseModel):
    """A mail's refusals: how many, and when was the first, when is the next try (Unix time)."""

    model_config = ConfigDict(frozen=True)

    attempts: int
    first: float
    next: float


class _File(BaseModel):
    mails: dict[str, Retry] = {}


class Retries:
    """The refusals of an outbox.

    :param first_seconds: how long the first wait is; each further one is twice as long
    :param longest_seconds: how long a wait is at most
    """

    def __init__(
        self, outbox: Path, first_seconds: float, longest_seconds: float = 4 * 3600.0
    ) -> None:
        self._path = outbox / _FILE
        self._first = first_seconds
        self._longest = longest_seconds
        self._mails = self._read()

    def of(self, name: str) -> Retry | None:
        """The refusals of a mail."""
        return self._mails.get(name)

    def due(self, name: str, now: float) -> bool:
        """Whether a mail is to be tried now."""
        retry = self._mails.get(name)
        # farther away than any wait: the clock was wrong when that was noted
        return retry is None or retry.next <= now or retry.next > now + self._longest

    def next_due(self) -> float | None:
        """When the next mail is to be tried again; None if none waits for that."""
        return min((retry.next for retry in self._mails.values()), default=None)

    def refused(self, name: str, now: float) -> Retry:
        """Note one more refusal.

        :raises OSError: it is noted for this process only
        """
        known = self._mails.get(name) or Retry(attempts=0, first=now, next=now)
        wait = min(self._longest, self._first * 2.0 ** min(known.attempts, 60))
        retry = Retry(attempts=known.attempts + 1, first=known.first, next=now + wait)
        self._mails[name] = retry
        self._write()
        return retry

    def forget(self, name: str) -> None:
        """It does not wait any more.

        :raises OSError: it is forgotten in this process only
        """
        if self._mails.pop(name, None):
            self._write()

    def keep_only(self, waiting: Collection[str]) -> None:
        """Forget mails that do not wait any more.

        :raises OSError: they are forgotten in this process only
        """
        gone = self._mails.keys() - set(waiting)
        if gone:
            for name in gone:
                del self._mails[name]
            self._write()

    def _read(self) -> dict[str, Retry]:
        try:
            return dict(read_model(_File, self._path).mails)
        except BadInput:
            return {}

    def _write(self) -> None:
        replace_file(self._path, model_bytes(_File(mails=self._mails)), mode=0o600, sync=False)
