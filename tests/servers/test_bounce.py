"""A real delivery report from a real Postfix finds its player."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path

from games_by_mail import make_site
from mail_servers import DOMAIN, GHOST, MailServers

from pbem.board.ids import PlayerId
from pbem.service.fates import Fate
from pbem.service.rounds.poll import poll_servers
from pbem.service.seats.new_game import NewGame, new_game
from pbem.service.site import bounced
from pbem.service.site.site import open_site
from pbem.service.way import Processor

SECONDS = 120


def test_a_delivery_report_is_counted_and_not_answered(
    servers: MailServers, tmp_path: Path
) -> None:
    """Postfix accepts Bob's mail, Dovecot does not know him, and a report comes back."""
    site = open_site(make_site(servers, tmp_path / "site"))
    seats = {"Ann": f"ann@{DOMAIN}", "Bob": f"{GHOST}@{DOMAIN}"}
    game = new_game(
        site,
        NewGame(
            "eu1", "imperial", {PlayerId(name): address for name, address in seats.items()}, seed=5
        ),
        datetime.now(UTC),
    )
    processor = Processor(site, lambda: datetime.now(UTC))
    fates: list[Fate] = []
    until = time.monotonic() + SECONDS
    while Fate.BOUNCE not in fates and time.monotonic() < until:
        fates += [handled.fate for _, handled in poll_servers(site, processor).handled]
        time.sleep(0.2)
    assert fates == [Fate.BOUNCE]
    counts = bounced.counts_of(game)
    assert {player: count.score for player, count in counts.items()} == {"Bob": 1.0}
    assert len(list(site.maildir("sent").all())) == 2  # the two opening reports, and no answer
