"""Questions and the entries that raised them: what a mail asked, and whether that is open still.

A question is known by the entry that raised it, not by how it looks: what was taken back and asked
anew, or is asked again some turns later, is another question.
"""

from __future__ import annotations

from pbem.board.ids import PlayerId
from pbem.orders.ahead.turns import ordered_turn
from pbem.orders.answered import Answered
from pbem.rules.state import Ask, Decision
from pbem.store.game import StoredGame
from pbem.store.journal import Entry
from pbem.store.proposals import is_proposed, proposed_by
from pbem.store.raised import asks_anew, raised_by


def answered_mail(game: StoredGame, number: int, player: PlayerId, before: int) -> Answered:
    """What a mail to a player asked that told of the position after entry `number`.

    :param before: the last entry before the player's answer
    """
    if number > before:  # of entries that are lost, as after a backup was put back
        return Answered(None, is_open=False, taken_back=True)
    then = game.state_after(number)
    mine = not then.over and then.pending[0].player == player
    asked = then.pending[0] if mine else None
    proposed = proposed_by(game.entries[number - 1][0], player) if number else None
    is_open = proposed is not None and is_proposed(game, number, before)
    return Answered(
        question=asked,
        is_open=mine and raised_by(game, number) == raised_by(game, before),
        proposal=proposed if is_open else None,
        asks_both=is_open and not game.entries[number - 1][0].is_private,
        proposal_over=proposed is not None and not is_open,
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


def _is_taken_back(game: StoredGame, number: int, before: int) -> bool:
    """Whether the game has gone back since, to that entry or further: then it was asked anew."""
    later = (entry for entry, _ in game.entries[number:before])
    return any(
        asks_anew(entry) and (entry.back_to is None or entry.back_to <= number) for entry in later
    )
