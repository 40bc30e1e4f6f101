"""A game in a folder without any site, and orders for it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from pbem.store.files import GameFile, Roster, Seat
from pbem.store.game import StoredGame, create_game

TIME = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
PLAYERS = ("Ann", "Bob", "Cyd")
DEAL = {
    "Ann": ("austria-hungary", "great-britain"),
    "Bob": ("italy", "russia"),
    "Cyd": ("france", "germany"),
}
TURNS = (
    ("Ann", "AUSTRIA-HUNGARY: IMPORT 2 FLEETS Trieste, ARMY Vienna"),
    ("Bob", "ITALY: PRODUCTION A"),
    ("Cyd", "FRANCE: FACTORY Marseille"),
    ("Ann", "GREAT BRITAIN: TAXATION"),
)


def new(folder: Path) -> StoredGame:
    file = GameFile(id="g", rules="imperial", players=PLAYERS, created=TIME, deal=DEAL)
    seats = {p: Seat(address=f"{p.lower()}@example.test", key="secretword") for p in PLAYERS}
    return create_game(folder, file, Roster(seats=seats), None)


PLANS = (
    ("Bob", "ITALY: FACTORY Venice ELSE TAXATION\nSTANCE FIGHT\nWHEN INVESTING: PASS"),
    ("Cyd", "FRANCE:\nIF CASH >= 1 AND NOT UNITS Italy IN Spain\nTAXATION\nCANAL x ALLOW"),
    ("Ann", "AUSTRIA-HUNGARY: IMPORT 2 FLEETS Trieste, ARMY Vienna\nGREAT BRITAIN: TAXATION"),
    ("Cyd", "FRANCE: FACTORY\nGERMANY: PRODUCTION A"),
)
