"""Addresses whose mails are set down unanswered: `blocked.toml` in the site's folder."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from pbem.ground.disk import edited_bytes, read_model, replace_file
from pbem.service.site.site import Site

_FILE = "blocked.toml"


class Blocked(BaseModel):
    """`blocked.toml`: addresses, in lower case."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    addresses: tuple[str, ...] = ()


def blocked(site: Site) -> tuple[str, ...]:
    """The blocked addresses, sorted.

    :raises BadInput: the file cannot be read
    """
    path = site.folder / _FILE
    return read_model(Blocked, path).addresses if path.exists() else ()


def is_blocked(site: Site, address: str) -> bool:
    """Whether mails from an address are not answered."""
    return address.lower() in blocked(site)


def block(site: Site, address: str) -> None:
    """Answer no mail from that address any more.

    :raises OSError: nothing is changed
    """
    _keep(site, {*blocked(site), address.lower()})


def unblock(site: Site, address: str) -> None:
    """Answer mails from that address again.

    :raises OSError: nothing is changed
    """
    _keep(site, {*blocked(site)} - {address.lower()})


def _keep(site: Site, addresses: set[str]) -> None:
    content = edited_bytes(Blocked(addresses=tuple(sorted(addresses))))
    replace_file(site.folder / _FILE, content, mode=0o600)
