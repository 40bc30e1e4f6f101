"""Letters about open games: too few have joined by its date, or it begins."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from pbem.ground.messages import Message, say
from pbem.service.seats.beginning import possible_seats, wanted_in
from pbem.service.site.site import Site
from pbem.service.telling.letters import AnyLetter, PlainLetter
from pbem.service.telling.moderators import to_moderator
from pbem.service.telling.visits import filling
from pbem.service.who.visitors import visitor_reader
from pbem.store.game import StoredGame
from pbem.store.lobbies import Lobby


def of_too_few(site: Site, lobby: Lobby, now: datetime) -> Iterator[AnyLetter]:
    """To those who have joined, and to the moderator: the date has come, and they are too few."""
    least = possible_seats(site, wanted_in(lobby))[0]
    told = say(
        "Game {game} was to begin now, but too few have joined: {joined:number} of at least "
        "{least:number}. It begins as soon as there are enough.",
        game=lobby.id,
        joined=len(lobby.joined),
        least=least,
    )
    subject = say("[{game}] Too few have joined", game=lobby.id)
    back = say("If you would rather not wait, answer with: WITHDRAW {game}", game=lobby.id)
    what = f"{lobby.id}|too few|{lobby.start}"
    for one in lobby.joined:
        yield PlainLetter(
            one.address,
            subject,
            (told, back),
            now,
            what,
            name=one.name,
            reader=visitor_reader(lobby.id, one.address),
            ident=lobby.id,
        )
    yield from _to_its_moderator(site, lobby, subject, (told, *filling(site, lobby)[:1]), now)


def of_beginning(site: Site, game: StoredGame) -> Iterator[AnyLetter]:
    """To the moderator: an open game has begun."""
    begun = say(
        "Game {game} has begun with these players: {players}",
        game=game.file.id,
        players=tuple(game.file.players),
    )
    subject = say("[{game}] The game begins", game=game.file.id)
    yield from to_moderator(site, subject, (begun,), game.file.created, game, "begins")


def _to_its_moderator(
    site: Site, lobby: Lobby, subject: Message, paragraphs: tuple[Message, ...], now: datetime
) -> Iterator[AnyLetter]:
    address = wanted_in(lobby).moderator or site.settings.moderator
    if address is not None:
        what = f"{lobby.id}|too few|{lobby.start}|moderator"
        yield PlainLetter(address, subject, paragraphs, now, what, name="moderator", ident=lobby.id)
