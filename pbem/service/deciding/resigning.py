"""A mail that says `RESIGN`: its writer is asked first, and a YES gives the seat up."""

from __future__ import annotations

import hashlib
from datetime import datetime

from pbem.orders.submission import Outcome
from pbem.orders.verbs.seats.resign import Resign
from pbem.service.deciding import decision as d
from pbem.service.deciding.circumstances import Circumstances
from pbem.service.deciding.decision import Ruling
from pbem.service.deciding.wishes import only_checks
from pbem.service.fates import Fate, Handled
from pbem.service.reading.received import Received, received
from pbem.service.who.senders import Former, Sender


def resign_question(ident: str) -> str:
    """Under what hash a mail is held while its writer is asked whether the seat is given up."""
    return hashlib.sha256(f"resign|{ident}".encode()).hexdigest()


def resigns(sender: Sender, outcome: Outcome) -> bool:
    """Whether a mail gives up the sender's seat, and says nothing else."""
    said = any(isinstance(command, Resign) for command in outcome.mail_commands)
    alone = not outcome.results and not only_checks(outcome)
    return said and alone and sender.person is None and not sender.game.state.over


def ask_to_resign(mail: Received, sender: Sender, keep: d.Keep, now: datetime) -> Ruling:
    """The mail waits until its writer has said YES.

    :param keep: under `resign_question`
    """
    game, player = sender.game, sender.player
    asks = d.AskIfResigning(game, player, keep.ident, mail.mail.message_id)
    handled = Handled(Fate.HELD, game.file.id, game.last, "is the seat given up?")
    return Ruling(handled, now, before=(keep,), replies=(asks,))


def resigned(sender: Sender, now: datetime) -> Ruling:
    """The seat is given up, after a YES."""
    game = sender.game
    handled = Handled(Fate.PLAYED, game.file.id, game.last, "a seat is given up")
    return Ruling(handled, now, enter=d.LeaveSeat(game, sender.player))


def gave_up(at: Circumstances, mail: Received, who: Former) -> Ruling | None:
    """What becomes of the YES by which a seat was given up, when it is handled once more.

    Whoever was killed has given the seat up, and perhaps not noted that the question is answered.
    """
    game = who.game
    if not game.roster.seats[who.player].is_vacant:
        return None
    seat = game.file.players.index(who.player)
    handled = Handled(Fate.PLAYED, game.file.id, game.last, "again")
    if at.held.ended_by(mail.ident, game.file.id, seat) is not None:
        return Ruling(handled, at.now)
    for held in at.held.waiting():
        if held.game == game.file.id and held.seat == seat:
            ident = received(at.words, held.raw, held.came).ident
            if resign_question(ident).startswith(held.about):
                return Ruling(handled, at.now, after=(d.Finish(held, mail.ident),))
    return None
