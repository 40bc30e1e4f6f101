"""What follows an order's word, in pieces: patterns of a clean text in upper case, full stop gone.

That tells "INVEST 9 IN China" from "Invest wisely"; whether it is legal or even complete is the
parser's work. A group called `nation` must be the beginning of a nation's name, one called `place`
that of a region's.
"""

from __future__ import annotations

from typing import Final

from pbem.orders.text.clauses import ATTACKS
from pbem.orders.text.words import LOOSE_UNITS, NUMBERS, UNITS

NUMBER: Final = "|".join(NUMBERS).upper()
COUNT: Final = rf"(?:\d+ ?(?:X )?|(?:ALL|{NUMBER}) )"
"""How many units (order language, section 3)."""
UNIT: Final = rf"(?:{'|'.join(UNITS).upper()})"
OWN_UNIT: Final = rf"(?:{'|'.join(unit.upper() for unit in UNITS if unit not in LOOSE_UNITS)})"
TO: Final = r"(?:->|TO\b)"
"""What separates a move's places."""
NATION: Final = r"(?P<nation>[^\s:,]+)"
"""The first word of a nation."""
NAME: Final = r"\S+(?: \S+){0,2}"
"""Up to three words, as in the name of a canal or of a player."""
THEM: Final = r"(?:IT|THEM|HIM|HER)"
CLAUSES: Final = (
    rf"(?:,? (?:AND |WITH )?(?:VIA|FIGHT|{'|'.join(ATTACKS)}|HOSTILE|FRIENDLY|PEACE)\b.*)?"
)
POLITE: Final = ("PLEASE", "THANK", "THANKS", "THANK YOU", "SIR")
"""What people say behind a word without meaning anything else."""
