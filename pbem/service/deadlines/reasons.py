"""Why something is done about time or seats: sentences of the catalogue that the journal keeps.

An entry keeps the English sentence; `{player}` in it is the player whom the entry is about.
"""

from __future__ import annotations

from typing import Final

from pbem.ground.messages import say

MODERATOR: Final = say("The moderator has decided so.").text
ALL_AGREE: Final = say("All players agree.").text
AWAY: Final = say("{player} is away.").text
NO_MAILS: Final = say("No mail could be received.").text
LATE_MAIL: Final = say("The mail that asks has gone out too late, or not yet.").text
NOBODY_LISTED: Final = say("Nobody is on the list of stand-ins.").text
TOO_MANY: Final = say(
    "So many players have missed their last deadline that something else may be wrong."
).text
