"""In which games somebody has a part, and what their settings can be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.ground.errors import BadInput
from pbem.orders.verbs.desk import MailCommand
from pbem.orders.verbs.person.choices import Choices
from pbem.orders.verbs.person.setting import InGame
from pbem.report.language.catalogue import languages_by_name
from pbem.service.seats.lobby import Visitor
from pbem.service.site.site import Site
from pbem.service.who.senders import Sender


def games_with(site: Site, address: str) -> Iterator[str]:
    """The games in which somebody with that address plays, stands in or watches, open ones last."""
    own = address.lower()
    for ident in site.game_ids():
        try:
            roster = site.roster(ident)
        except BadInput:  # told elsewhere
            continue
        seats = roster.seats.values()
        persons = (seat.stand_in.address for seat in seats if seat.stand_in)
        known = {a.lower() for seat in seats for a in (seat.address, *seat.also)}
        waiting = (person.address for person in roster.waiting)
        if own in {*known, *(a.lower() for a in (*persons, *waiting, *roster.observers))}:
            yield ident
    for lobby in site.lobbies.sound():
        if lobby.of(address) or lobby.is_watched_by(address):
            yield lobby.id


def is_known(site: Site, address: str) -> bool:
    """Whether somebody with that address has a part in any game, begun or not: it is confirmed."""
    return any(True for _ in games_with(site, address))


def visitor_of(sender: Sender) -> Visitor:
    """A player, or a stand-in, as somebody who may join or watch other games."""
    if sender.person:
        return Visitor(sender.person.address, sender.person.name)
    seat = sender.game.roster.seats[sender.player]
    return Visitor(seat.address, seat.person or sender.player)


def choices_for(site: Site, address: str, commands: Iterable[MailCommand]) -> Choices:
    """What the settings of somebody can be, as far as these commands need to know it."""
    single = any(isinstance(command, InGame) and command.game for command in commands)
    games = tuple(games_with(site, address)) if single else ()
    return Choices(languages_by_name(site.templates_folder), games)
