"""Letters made one by one: what is wrong with one keeps no other from its reader."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from pbem.ground.errors import BadInput
from pbem.service.telling.letters import AnyLetter
from pbem.service.telling.moderators import of_unmade
from pbem.service.telling.position import Telling

Made = tuple[str, Callable[[], AnyLetter]]
"""For whom a letter is, as the moderator is told it, and how it is made."""


def apart(telling: Telling, made: Iterable[Made]) -> Iterator[AnyLetter]:
    """The letters; in place of one that cannot be made, one to the moderator.

    :raises OSError: something could not be stored: that passes, and is done again
    :raises BadInput: a file is at fault: it can be mended, and then it is done again
    """
    for to, make in made:
        try:
            letter = make()
        except (OSError, BadInput):
            raise
        except Exception as error:  # whatever it is, it would be the same the next time
            yield from of_unmade(telling.site, telling.game, to, telling.number, error)
        else:
            yield letter
