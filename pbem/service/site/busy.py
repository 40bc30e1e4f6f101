"""Another process works on a site."""

from __future__ import annotations

from pbem.ground.errors import BadInput


class SiteBusy(BadInput):
    """Another process works on the site."""
