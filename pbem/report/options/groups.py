"""What a player may decide now, as lines of the order language with what each costs and brings.

How choices stand in a mail, so that a person can copy them and a program can read them:

    Beijing: 2 armies
      ARMY Beijing -> Korea
        or -> Mongolia, Shanghai
      ARMY Beijing -> Vladivostok HOSTILE
          # or FRIENDLY; Russia has 1 army there and may fight
      CHINA: IMPORT ARMY Beijing  # 1M from the treasury
        or Shanghai, Urumqi
      INVEST 9 IN China  # costs 9M; interest 4M; you +3

They stand between the line `YOUR OPTIONS` and the line `STANDINGS`. There

* a line that begins with two blanks and no third is a complete order, or a complete line of a
  maneuver if it begins with ARMY, FLEET, FIGHT, STATUS or DESTROY and the mail offers MANEUVER;
* two blanks, `# ` and what follows on the line is a note. It is a comment of the order language,
  so that a line may be copied with its note. A note that is too long stands below the order, each
  of its lines begins with six blanks and `# `;
* `    or -> ` begins a list of other places to which the order above it may lead as well, `    or `
  one of places for which it may be given as well, `    or CONVOY -> ` one of places that an army
  gets to by convoy: one of them takes the place of its last one. Lists may take several
  such lines, no name is parted;
* everything else begins in the first column: titles and remarks.

Where an army may enter as HOSTILE or as FRIENDLY, the order says HOSTILE and the note the other.
"""

from __future__ import annotations

from pbem.board.model import Game
from pbem.report.options.answers import answer_groups
from pbem.report.options.models import Option, OptionGroup
from pbem.report.options.turns import turn_groups
from pbem.rules.state import Ask, Decision, State

__all__ = ["Option", "OptionGroup", "option_groups"]


def option_groups(game: Game, state: State, decision: Decision) -> tuple[OptionGroup, ...]:
    """Everything that may be decided; `decision` is the head of the queue."""
    if decision.kind is Ask.TURN:
        return turn_groups(game, state, decision)
    return answer_groups(game, state, decision)
