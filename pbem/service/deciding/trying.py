"""What orders do now, as far as anybody can tell before they are entered."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from pbem.board.ids import PlayerId
from pbem.orders.submission import About, Outcome, submit
from pbem.service.deadlines.arrange import Arranger
from pbem.service.press.addressing import Addressing
from pbem.store.game import StoredGame
from pbem.store.journal import same_second
from pbem.store.questions import answered_mail


def tried(
    game: StoredGame,
    player: PlayerId,
    text: str,
    now: datetime,
    *,
    answered: int | None = None,
    called: Sequence[str] = (),
    press: Addressing | None = None,
) -> Outcome:
    """What the orders in a text do now; nothing is committed.

    :param answered: the entry of which the mail told that the text answers
    :param called: under what names the sender may have signed
    :param press: who gets to read the press in it
    """
    position = game.after(game.last)
    about = About(
        None if answered is None else answered_mail(game, answered, player, game.last),
        tuple(called),
        Arranger(game, game.last, same_second(now)),
        press or Addressing(game, player, None, now),
    )
    return submit(game.game, game.names, position.state, player, text, position.standing, about)
