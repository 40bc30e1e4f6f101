"""Questions and the entries that raised them: what a mail asked, and whether that is open still.

A question is known by the entry that raised it, not by how it looks: what was taken back and asked
anew, or is asked again some turns later, is another question.
"""

from __future__ import annotations

from pbem.board.ids import PlayerId
from pbem.orders.ahead.turns import ordered_turn
from pbem.orders.answered import Answered
from pbem.orders.parser.lines import parse_arrangement
from pbem.orders.verbs.clock.arrangements import Arrangement
from pbem.orders.verbs.clock.extend import MoreTime
from pbem.rules.state import ASKING, Ask, Decision
from pbem.store.game import StoredGame
from pbem.store.journal import Entry, What


def raised_by(game: StoredGame, number: int) -> int:
    """The number of the entry that raised the question open after `number`, 0 for the start."""
    while number > 0:
        if _asks_anew(game.entries[number - 1][0]) or _asks_another(game, number):
            return number
        number -= 1
    return 0


def _asks_another(game: StoredGame, number: int) -> bool:
    """Whether something else is asked after an entry than before it."""
    kept = game.brought(number)
    if kept is None or kept.changes is None:  # of a version that kept nothing: it is played again
        return game.state_after(number - 1).asking != game.state_after(number).asking
    return any(key.partition(".")[0] in ASKING for key in kept.changes)


def answered_mail(game: StoredGame, number: int, player: PlayerId, before: int) -> Answered:
    """What a mail to a player asked that told of the position after entry `number`.

    :param before: the last entry before the player's answer
    """
    if number > before:  # of entries that are lost, as after a backup was put back
        return Answered(None, is_open=False, taken_back=True)
    then = game.state_after(number)
    mine = not then.over and then.pending[0].player == player
    asked = then.pending[0] if mine else None
    return Answered(
        question=asked,
        is_open=mine and raised_by(game, number) == raised_by(game, before),
        proposal=_proposal(game, number, player),
        turn=then.turn,
        taken_back=_is_taken_back(game, number, before),
        turns={n: ordered_turn(game.game, then, player, n) for n in game.game.nations},
    )


def answered_before(entry: Entry) -> Answered | None:
    """What the mail asked that an entry answers, as journals said it once."""
    if not entry.old_question and entry.old_turn is None:
        return None
    assert entry.by is not None
    asked = Decision(Ask.TURN, entry.by, entry.old_turn) if entry.old_turn else None
    return Answered(asked, is_open=not entry.old_question, strict=False)


def _proposal(game: StoredGame, number: int, player: PlayerId) -> Arrangement | None:
    """What another player proposed by an entry: more time."""
    entry = game.entries[number - 1][0] if number else None
    if entry is None or not entry.is_private or entry.by in (None, player):
        return None
    arranged = map(parse_arrangement, entry.orders)
    return next((a for a in arranged if isinstance(a, MoreTime)), None)


def _is_taken_back(game: StoredGame, number: int, before: int) -> bool:
    """Whether the game has gone back since, to that entry or further: then it was asked anew."""
    later = (entry for entry, _ in game.entries[number:before])
    return any(
        _asks_anew(entry) and (entry.back_to is None or entry.back_to <= number) for entry in later
    )


def _asks_anew(entry: Entry) -> bool:
    """Whether it has set the game back, or it goes on from a backup: mails of before are void."""
    return entry.back_to is not None or (
        entry.clock is not None and entry.clock.what is What.RECOVERED
    )
