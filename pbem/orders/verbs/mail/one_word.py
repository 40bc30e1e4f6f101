"""Commands that one word follows."""

from __future__ import annotations

from pbem.ground.errors import SyntaxRefusal
from pbem.ground.messages import say


def one_word(word: str, rest: str, legal: tuple[str, ...]) -> str:
    """The word that follows; it is never repeated in a refusal.

    :raises SyntaxRefusal: `incomplete`: there is none, or more than one
    """
    if not rest or " " in rest:
        message = say("Exactly one word follows {order}.", order=word)
        raise SyntaxRefusal("incomplete", message, legal=legal)
    return rest
