"""In which games somebody has a part, and what their settings can be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.ground.errors import BadInput
from pbem.orders.verbs.desk import MailCommand
from pbem.orders.verbs.person.choices import Choices
from pbem.orders.verbs.person.setting import InGame
from pbem.report.language.catalogue import languages_by_name
from pbem.service.site.site import Site


def games_with(site: Site, address: str) -> Iterator[str]:
    """The games in which somebody with that address plays or stands in, sorted."""
    own = address.lower()
    for ident in site.game_ids():
        try:
            seats = site.roster(ident).seats.values()
        except BadInput:  # told elsewhere
            continue
        persons = (seat.stand_in.address for seat in seats if seat.stand_in)
        known = {a.lower() for seat in seats for a in (seat.address, *seat.also)}
        if own in known or own in {a.lower() for a in persons}:
            yield ident


def choices_for(site: Site, address: str, commands: Iterable[MailCommand]) -> Choices:
    """What the settings of somebody can be, as far as these commands need to know it."""
    single = any(isinstance(command, InGame) and command.game for command in commands)
    games = tuple(games_with(site, address)) if single else ()
    return Choices(languages_by_name(site.templates_folder), games)
