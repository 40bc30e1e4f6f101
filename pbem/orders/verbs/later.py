"""Words of the order language that are recognised, but not available yet (section 8).

Whoever makes one of them available removes its entry here and gives the word a module.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pbem.ground.errors import SyntaxRefusal
from pbem.ground.messages import Message, say
from pbem.orders.verbs.verb import Form, Kind, Reach, Said, Verb, Who

#: Words that people use in any sentence.
_EVERYDAY: Final = frozenset({"AS", "MAP", "HISTORY"})


def _later(
    example: str,
    follows: tuple[str, ...],
    sentence: Message,
    *instead: str,
    second: tuple[str, ...] = (),
    claims: Callable[[str], bool] | None = None,
    who: Who = Who.PLAYER,
    reach: Reach = Reach.LINE,
    end: str = "",
) -> Verb:
    """An entry: what it looks like, what to tell the player, what can be written today."""
    word = example.split()[0]

    def refuse(_: Said) -> None:
        raise SyntaxRefusal("not-available", sentence, legal=instead)

    return Verb(
        word=word,
        kind=Kind.LATER,
        second=second,
        claims=claims,
        follows={word: follows},
        forms=tuple(Form(text) for text in instead or (example,)),
        notes=(sentence,),
        examples=(example,),
        everyday=(word,) if word in _EVERYDAY else (),
        parse=refuse,
        who=who,
        reach=reach,
        end=end,
    )


def _orders_of_another(line: str) -> bool:
    """`AS Ann: ...`; "as you like" is no heading."""
    return ":" in line


VERBS: Final = (
    _later("BROADCAST", ("",), say("Broadcasts are not available yet; nothing was sent on."),
           who=Who.MODERATOR, reach=Reach.TEXT, end="END BROADCAST"),
    _later("PAUSE", ("",),
           say("PAUSE is not available by mail yet; please ask whoever runs the program."),
           who=Who.MODERATOR),
    _later("RESUME", ("",),
           say("RESUME is not available by mail yet; please ask whoever runs the program."),
           who=Who.MODERATOR),
    _later("DEADLINE 2026-12-24", (r".*\d.*",),
           say("DEADLINE is not available by mail yet; please ask whoever runs the program."),
           who=Who.MODERATOR),
    _later("PROCESS FOR TURN 9", (r"FOR TURN\b.*",),
           say("PROCESS is not available by mail yet; please ask whoever runs the program."),
           who=Who.MODERATOR),
    _later("REPLACE Ann BY Zoe z@example.test", (r"\S+.* (?:BY|WITH) .+",),
           say("REPLACE is not available by mail yet; please ask whoever runs the program."),
           who=Who.MODERATOR),
    _later("AS Ann: PASS", (r"(?!)",),  # see `table.HEADINGS`
           say("Orders for another player are not available by mail yet; please ask whoever runs "
               "the program."),
           claims=_orders_of_another, who=Who.MODERATOR, reach=Reach.PLAYER),
)  # fmt: skip
"""All of them."""
