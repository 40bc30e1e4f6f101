"""The words of a move that several orders share: what it does on its way and where it ends."""

from __future__ import annotations

CLAUSES = ("VIA", "HOSTILE", "FRIENDLY", "FIGHT", "PEACE")
"""What may follow the places of a move, in any order."""

ATTACKS = ("ATTACK", "ATTACKS", "ATTACKING", "FIGHTS", "FIGHTING")
"""Other words for `FIGHT`."""

OTHER_CLAUSES = {
    **dict.fromkeys(ATTACKS, "FIGHT"),
    **dict.fromkeys(
        ("BATTLE", "BATTLES", "BATTLING", "KILL", "KILLS", "KILLING", "AGAINST"), "FIGHT"
    ),
    **{
        f"{no} {fight}": "PEACE"
        for no in ("NO", "NOT", "WITHOUT", "DON'T", "DO NOT", "WON'T", "WILL NOT")
        for fight in ("FIGHT", "FIGHTING", "BATTLE", "ATTACK", "ATTACKING")
    },
    **dict.fromkeys(("PEACEFUL", "PEACEFULLY"), "PEACE"),
    **dict.fromkeys(("THROUGH", "BY WAY OF"), "VIA"),
}
"""Other words for clauses."""

MOVERS = ("MOVE", "SEND", "CONVOY", "TRANSPORT", "MARCH", "SAIL")
"""What may stand before the units of a move."""
