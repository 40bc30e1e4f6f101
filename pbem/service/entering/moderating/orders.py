"""AS <player>: what a player decides, given by the moderator; a turn and answers only."""

from __future__ import annotations

from pbem.board.ids import PlayerId
from pbem.ground.messages import say
from pbem.orders.reader.scan import scan
from pbem.orders.submission import Outcome
from pbem.orders.text.words import head
from pbem.service.deciding.trying import tried
from pbem.service.entering.enter import Entered, enter
from pbem.service.entering.moderating.desk import Acting, Declined
from pbem.store.submissions import Origin, Submission


def order_as(at: Acting, player: PlayerId, text: str) -> tuple[Entered | None, Outcome]:
    """Carry orders out for a player; all of them or none.

    :returns: the entry if they are taken; and what became of each
    :raises Declined: something in them is for the player alone
    """
    if at.game.state.over:
        raise Declined(at.game, say("The game is over."))
    names = at.game.names
    lines = scan(text, names.headings, names.places).lines
    outcome = tried(at.game, player, text, at.now)
    conditions = any(head(line.text)[0] in ("IF", "ELSE", "WHEN") for line in lines)
    conditions = conditions or any(" ELSE " in f" {line.text.upper()} " for line in lines)
    if outcome.mail_commands or outcome.ahead or conditions:
        raise Declined(
            at.game,
            say("AS takes a turn or answers only: no plans, no conditions or alternatives, no "
                "standing answers, and nothing that is for {player} alone. Nothing of it is "
                "carried out.", player=player),
        )  # fmt: skip
    if not outcome.accepted:
        return None, outcome
    submission = Submission(outcome, player, "moderator", at.now, text, Origin(act=at.act))
    return enter(at.game, submission, timeless=at.timeless), outcome
