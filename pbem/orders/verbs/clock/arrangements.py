"""What a player arranges about time, or proposes to the others (order language, section 8).

It changes neither the position nor what is kept ahead of it; whether a game allows it depends on
its clock and its journal, which this package does not know: see `Arrange`.
"""

from __future__ import annotations

from collections.abc import Callable

from pbem.board.ids import PlayerId
from pbem.ground.messages import Message
from pbem.orders.verbs.clock.absence import Absence
from pbem.orders.verbs.clock.back import Back
from pbem.orders.verbs.clock.timezone import ZoneIs
from pbem.orders.verbs.proposals.consent import Consent
from pbem.orders.verbs.proposals.draw import Draw
from pbem.orders.verbs.proposals.extend import MoreTime
from pbem.orders.verbs.proposals.undo import TakeBack

Proposed = TakeBack | Draw | MoreTime
"""What needs the consent of others."""
Arrangement = Absence | Back | ZoneIs | Proposed | Consent
Arrange = Callable[[PlayerId, Arrangement], tuple[Message | str, ...]]
"""Whether a player may arrange that now; what the player should know about it.

Raises `IllegalRefusal` if not.
"""
