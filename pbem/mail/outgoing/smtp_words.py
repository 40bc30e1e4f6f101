"""What the words of a mail server mean (RFC 5321, RFC 3463): whose fault a refusal is."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from pbem.ground.disk import read_toml
from pbem.ground.errors import BadInput
from pbem.mail.maildir import Maildir

REASONS: Final = "reasons"
"""Beside the mails that failed: for each, what the server has said."""

_POLICY: Final = re.compile(r"\b5\.7\.\d{1,3}\b")


def speaks_of_policy(reason: str) -> bool:
    """Whether a refusal is about who may send what here, not about the recipient (X.7.X).

    Most often the site's own settings are wrong: a login is missing, or the sender's address is
    not the account's. That is no reason to give mails up at once, nor to think ill of a player.
    """
    return _POLICY.search(reason) is not None


def reasons_path(failed: Maildir, name: str) -> Path:
    """Where it is written why a mail failed."""
    return failed.folder / REASONS / f"{name}.toml"


def is_refused_by_policy(failed: Maildir, name: str) -> bool:
    """Whether that is why a mail failed."""
    try:
        return speaks_of_policy(str(read_toml(reasons_path(failed, name)).get("reason", "")))
    except BadInput:
        return False
