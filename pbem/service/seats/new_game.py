"""Games that are set up on a site: what is drawn is drawn once, and recorded."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from pydantic import ValidationError

from pbem.board.ids import NationId, PlayerId
from pbem.board.load import load_game
from pbem.board.model import Game
from pbem.ground.errors import BadInput
from pbem.report.language.catalogue import SOURCE
from pbem.rules.engine import start
from pbem.rules.setup import random_deal, random_start_player
from pbem.service.deadlines.ledger import first_due
from pbem.service.seats.player_names import check_name
from pbem.service.seats.seats import KEY_BYTES
from pbem.service.site.site import Site
from pbem.store.files import GAME_VERSION, GameFile, PressTerms, Roster, Seat
from pbem.store.game import StoredGame, create_game
from pbem.store.journal import same_second
from pbem.timing.terms import Absences, Deadlines

_NONCE: Final = 12


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game that is wanted.

    seats: player -> address, in seating order
    seed: for the draw; drawn itself if not given
    deal, start_player: instead of the draw
    keys: player -> secret word; drawn if not given
    playing_moderator: whether whoever moderates may play
    deadlines, absence, press: what is agreed on about time, and what players may write
    language: in which mails to the players are written
    observers: whether anybody may watch; watching: who does from the beginning, by address
    """

    ident: str
    rules: str
    seats: Mapping[PlayerId, str]
    variants: Sequence[str] = ()
    seed: int | None = None
    deal: Mapping[PlayerId, Sequence[NationId]] | None = None
    start_player: PlayerId | None = None
    moderator: str | None = None
    playing_moderator: bool = False
    keys: Mapping[PlayerId, str] = field(default_factory=dict)
    deadlines: Deadlines | None = None
    absence: Absences | None = None
    press: PressTerms | None = None
    language: str = SOURCE
    observers: bool = True
    watching: Sequence[str] = ()


def new_game(site: Site, wanted: NewGame, created: datetime) -> StoredGame:
    """Set a game up on a site.

    :raises BadInput: the game cannot be
    """
    if site.is_archived(wanted.ident):
        raise BadInput(wanted.ident, "there already is such a game, in the archive")
    game = load_game(wanted.rules, wanted.variants, site.games_folder)
    _check(site, game, wanted)
    words = {p: wanted.keys.get(p) or secrets.token_hex(KEY_BYTES) for p in wanted.seats}
    try:
        file = _file(game, wanted, created, _nonce(site, wanted.ident, created, words))
        roster = Roster(
            seats={
                p: Seat(address=a, key=words[p], language=wanted.language)
                for p, a in wanted.seats.items()
            },
            moderator=wanted.moderator,
            observers=tuple(wanted.watching),
        )
    except ValidationError as error:
        raise BadInput.from_validation(f"game {wanted.ident!r}", error) from error
    stored = create_game(site.folder / "games" / wanted.ident, file, roster, site.games_folder)
    site.forget(wanted.ident)
    return stored


def _check(site: Site, game: Game, wanted: NewGame) -> None:
    players = tuple(wanted.seats)
    for number, player in enumerate(players):
        check_name(game, player, players[:number])
        site.check_can_write_to(wanted.seats[player])
    if wanted.moderator is not None:
        site.check_can_write_to(wanted.moderator)
    moderator = (wanted.moderator or site.settings.moderator or "").lower()
    playing = [p for p, address in wanted.seats.items() if address.lower() == moderator]
    if playing and not wanted.playing_moderator:
        raise BadInput(
            "moderator",
            f"would play, as {playing[0]}; name another moderator, or say that whoever moderates "
            "may play (--playing-moderator)",
        )
    if game.rules.setup.distribution == "auction" and wanted.deal:
        raise BadInput("deal", "in an auction nothing is dealt")
    allowed = sorted(game.rules.setup.cash)
    if len(players) not in allowed:
        raise BadInput("players", f"{allowed[0]} to {allowed[-1]} can play, not {len(players)}")


def _file(game: Game, wanted: NewGame, created: datetime, nonce: str) -> GameFile:
    """What is drawn now, and when the first answer is due.

    :raises ValidationError: the game cannot be
    """
    players = tuple(wanted.seats)
    seed = secrets.randbelow(2**31) if wanted.seed is None else wanted.seed
    auction = game.rules.setup.distribution == "auction"
    deal = None if auction else wanted.deal or random_deal(game, players, seed)
    file = GameFile(
        version=GAME_VERSION,
        id=wanted.ident,
        rules=wanted.rules,
        variants=tuple(sorted(set(wanted.variants))),
        players=players,
        created=same_second(created),
        seed=seed,
        nonce=nonce,
        deal={p: tuple(ns) for p, ns in deal.items()} if deal else None,
        start_player=(wanted.start_player or random_start_player(players, seed))
        if auction
        else None,
        deadlines=wanted.deadlines,
        absence=wanted.absence or Absences(),
        playing_moderator=wanted.playing_moderator or None,
        observers=None if wanted.observers else False,
        press=wanted.press or PressTerms(),
    )
    first = start(game, players, file.deal, file.start_player).state
    return file.model_copy(update={"due": first_due(file.deadlines, first, file.created)})


def _nonce(site: Site, ident: str, created: datetime, words: Mapping[PlayerId, str]) -> str:
    """What tells a game from another one that had its name before; the same for the same game."""
    text = f"{ident}|{created.isoformat()}|{sorted(words.items())}"
    return hmac.new(site.secrets.secret, text.encode(), hashlib.sha256).hexdigest()[:_NONCE]
