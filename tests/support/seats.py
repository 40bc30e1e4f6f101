"""Tables with deadlines, people who may stand in, and mails to and from all of them."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from pbem.ground.disk import read_toml, replace_file, toml_bytes
from pbem.service.fates import Fate
from pbem.service.rounds.poll import poll
from support.mails import Desk, new_desk, reply, text_of

ANNS = "AUSTRIA-HUNGARY: IMPORT 2 FLEETS Trieste, ARMY Vienna"
SIRI = {"name": "Siri", "address": "siri@example.test"}
TOM = {"name": "Tom", "address": "tom@example.test"}
TERMS = {"every": "48h", "zone": "Europe/Athens", "reminders": []}


def table(
    folder: Path,
    *,
    absence: dict[str, object] | None = None,
    stand_in: bool = False,
    **terms: object,
) -> Desk:
    """Two people are on the site's list for free seats; perhaps Siri stands in for Ann."""
    settings = {"moderator": "mod@example.test", "stand_ins": [SIRI, TOM]}
    deadlines = {**TERMS, "hold_share": 1.0, **terms}
    desk = new_desk(folder, deadlines=deadlines, absence=absence, settings=settings)
    if stand_in:
        path = desk.game.folder / "roster.toml"
        tables = read_toml(path)
        tables["seats"]["Ann"]["stand_in"] = SIRI
        replace_file(path, toml_bytes(tables), mode=0o600)
        desk = desk.reopened()
    desk.keep()
    return desk


def flat(text: str) -> str:
    return " ".join(text.replace("      # ", "").split())


def last(desk: Desk, player: str) -> str:
    return flat(text_of(desk.mailbox(player)[-1]))


def send(desk: Desk, player: str, text: str, *, sender: str = "", to: int = -1) -> Fate:
    """A mail in answer to one of those that somebody has got; what became of it."""
    desk.sent += 1
    desk.now += timedelta(minutes=1)
    raw = reply(desk.mailbox(player)[to], text, f"<{desk.sent}@mail.example.test>", sender=sender)
    desk.drop(raw)
    handled = poll(desk.site, desk.processor).handled
    desk.keep()
    return handled[-1][1].fate
