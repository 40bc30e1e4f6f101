"""Letters about open games that do not begin: too few have joined, or something is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from pbem.ground.messages import Message, say
from pbem.service.seats.beginning import possible_seats, wanted_in
from pbem.service.site.site import Site
from pbem.service.telling.letters import AnyLetter, PlainLetter
from pbem.service.telling.visits import filling
from pbem.service.who.visitors import visitor_reader
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
    yield from _to_joined(lobby, subject, (told, back), now, what)
    yield from _to_its_moderator(site, lobby, subject, (told, *filling(site, lobby)[:1]), now)


def of_cancelling(lobby: Lobby, now: datetime) -> Iterator[PlainLetter]:
    """To those who have joined: the game does not take place."""
    told = say("Game {game}, which you have joined, does not take place.", game=lobby.id)
    more = say("LIST says which other games there are.")
    subject = say("[{game}] The game does not take place", game=lobby.id)
    yield from _to_joined(lobby, subject, (told, more), now, f"{lobby.id}|none|{lobby.created}")


def of_stuck(site: Site, lobby: Lobby, error: Exception, now: datetime) -> Iterator[PlainLetter]:
    """To the moderator, once a day: an open game should begin, and cannot."""
    told = say("Game {game} should begin now, but that cannot be done.", game=lobby.id)
    why = say("Reason: {said}", said=str(error))
    subject = say("[{game}] The game cannot begin", game=lobby.id)
    which = f"stuck|{error}|{now:%Y-%m-%d}"
    yield from _to_its_moderator(site, lobby, subject, (told, why), now, which)


def _to_joined(
    lobby: Lobby, subject: Message, paragraphs: tuple[Message, ...], now: datetime, what: str
) -> Iterator[PlainLetter]:
    for one in lobby.joined:
        yield PlainLetter(
            one.address,
            subject,
            paragraphs,
            now,
            what,
            name=one.name,
            reader=visitor_reader(lobby.id, one.address),
            ident=lobby.id,
        )


def _to_its_moderator(
    site: Site,
    lobby: Lobby,
    subject: Message,
    paragraphs: tuple[Message, ...],
    now: datetime,
    which: str = "too few",
) -> Iterator[PlainLetter]:
    wanted = lobby.wanted.get("moderator")
    address = wanted if isinstance(wanted, str) else site.settings.moderator
    if address is not None:
        what = f"{lobby.id}|{which}|{lobby.start}|moderator"
        yield PlainLetter(address, subject, paragraphs, now, what, name="moderator", ident=lobby.id)
