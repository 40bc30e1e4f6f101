"""What a player arranges about time (order language, section 8).

It changes neither the position nor what is kept ahead of it; whether a game allows it depends on
its clock, which this package does not know: see `Arrange`.
"""

from __future__ import annotations

from collections.abc import Callable

from pbem.board.ids import PlayerId
from pbem.ground.messages import Message
from pbem.orders.verbs.clock.absence import Absence
from pbem.orders.verbs.clock.back import Back
from pbem.orders.verbs.clock.extend import MoreTime
from pbem.orders.verbs.clock.timezone import ZoneIs

Arrangement = Absence | Back | ZoneIs | MoreTime
Arrange = Callable[[PlayerId, Arrangement], tuple[Message | str, ...]]
"""Whether a player may arrange that now; what the player should know about it.

Raises `IllegalRefusal` if not.
"""
