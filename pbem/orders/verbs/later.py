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
_EVERYDAY: Final = frozenset({"MAP", "HISTORY"})


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


VERBS: Final = (
    _later("HISTORY 9", (r"(?:(?:TURN )?\d+)?",),
           say("The history cannot be asked for yet."), "STATUS"),
    _later("MAP", ("",), say("The map cannot be asked for yet."), "STATUS"),
)  # fmt: skip
"""All of them."""
