"""The demo through mail servers: the same game as a live site plays it, by IMAP and SMTP.

The servers run in this process and keep mails in memory, so unlike the demo with Maildirs this one
cannot go on after it was killed, and its times are those of the clock.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from pbem.board.ids import PlayerId
from pbem.demo.investor import Table
from pbem.demo.planning import ahead
from pbem.demo.play import GAME, PLAYERS, Ended, Progress, Wanted, summed_up
from pbem.demo.remote import RemoteInvestor
from pbem.demo.servers import DemoServers, demo_servers
from pbem.ground.errors import BadInput
from pbem.service.rounds.poll import poll_servers
from pbem.service.seats.new_game import NewGame, new_game
from pbem.service.site.settings import Settings, create_settings
from pbem.service.site.site import Site, open_site
from pbem.service.way import Processor

DOMAIN: Final = "example.test"
_SITE: Final = "pbem"
_IDLE_ROUNDS: Final = 50


def play_demo_by_imap(
    folder: Path, wanted: Wanted, progress: Callable[[Progress], None] = lambda _: None
) -> Ended:
    """Play a game to its end through mail servers of its own.

    :param folder: where the site and copies of the players' mails lie; new, or empty
    :raises BadInput: the game cannot be, or the servers are not installed
    """
    if folder.exists() and any(folder.iterdir()):
        raise BadInput(str(folder), "is not empty; choose another folder with --out")
    players = PLAYERS[: wanted.players]
    users = {player: player.lower() for player in players}
    with demo_servers([_SITE, *users.values()], DOMAIN) as servers:
        site = _site(folder, servers)
        new_game(
            site,
            NewGame(
                GAME,
                wanted.rules,
                {player: f"{user}@{DOMAIN}" for player, user in users.items()},
                variants=wanted.variants,
                seed=wanted.seed,
            ),
            _now(),
        )

        def look() -> Table:  # a site may open a game anew between mails
            now = site.game(GAME)
            return Table(now.game, now.state)

        investors = [_investor(servers, folder, p, look, wanted) for p in users]
        try:
            _play(site, investors, progress)
        finally:
            for investor in investors:
                investor.close()
    return summed_up(site, site.game(GAME))


def _play(
    site: Site,
    investors: list[RemoteInvestor],
    progress: Callable[[Progress], None],
) -> None:
    """Rounds of the site and of the players until all is said."""
    processor = Processor(site, _now)
    idle = 0
    while idle < _IDLE_ROUNDS:
        done = poll_servers(site, processor)
        turns = [investor.read_and_write() for investor in investors]
        game = site.game(GAME)
        power = max(nation.power for nation in game.state.nations.values())
        progress(Progress(game.state.turn, game.last, power))
        busy = bool(done.handled or done.delivered or any(turn.wrote for turn in turns))
        if game.state.over and not busy:
            return
        idle = 0 if busy else idle + 1
        for trouble in (*done.troubles, *(t for turn in turns for t in turn.troubles)):
            raise BadInput(str(site.folder), trouble)
    raise BadInput(str(site.folder), "nobody answers any more; the mails lie there")


def _site(folder: Path, servers: DemoServers) -> Site:
    """A site whose passwords are in no file: the servers end with the process anyway."""
    settings = Settings(address=f"{_SITE}@{DOMAIN}", answers_per_hour=10_000)
    create_settings(folder, settings)
    mail = settings.mail.model_copy(
        update={
            "delivery": "smtp",
            "imap": servers.imap(_SITE, done_folder="Done", aside_folder="Aside"),
            "smtp": servers.smtp(_SITE),
        }
    )
    return replace(open_site(folder), settings=settings.model_copy(update={"mail": mail}))


def _investor(
    servers: DemoServers, folder: Path, player: PlayerId, look: Callable[[], Table], wanted: Wanted
) -> RemoteInvestor:
    user = player.lower()
    place = folder / "mailboxes" / f"{user}@{DOMAIN}"
    return RemoteInvestor(
        player,
        f"{user}@{DOMAIN}",
        servers.imap(user),
        servers.smtp(user),
        place,
        look,
        wanted.seed,
        ahead if wanted.plans else None,
    )


def _now() -> datetime:
    return datetime.now(UTC)
