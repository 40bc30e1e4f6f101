"""A moderator's command -> what it comes to; done before, it is what it came to then."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from pbem.board.ids import PlayerId
from pbem.ground.errors import BadInput, IllegalRefusal, Refusal
from pbem.ground.messages import Message, say
from pbem.orders.moderating import Moderating
from pbem.orders.submission import Outcome
from pbem.orders.verbs.clock.timezone import ZoneIs
from pbem.orders.verbs.desk import Wish
from pbem.orders.verbs.moderator.as_player import AsPlayer
from pbem.orders.verbs.moderator.block import Block
from pbem.orders.verbs.moderator.broadcast import Broadcast
from pbem.orders.verbs.moderator.command import ModeratorCommand
from pbem.orders.verbs.moderator.deadline import DeadlineAt
from pbem.orders.verbs.moderator.end_game import EndGame
from pbem.orders.verbs.moderator.moderator import HandOver
from pbem.orders.verbs.moderator.pause import Pause
from pbem.orders.verbs.moderator.position import EditPosition
from pbem.orders.verbs.moderator.preview import Preview
from pbem.orders.verbs.moderator.process import Process
from pbem.orders.verbs.moderator.redo import Redo
from pbem.orders.verbs.moderator.rekey import Rekey
from pbem.orders.verbs.moderator.replace import ReplaceBy
from pbem.orders.verbs.moderator.resume import Resume
from pbem.orders.verbs.moderator.set_option import SetOption
from pbem.orders.verbs.moderator.unblock import Unblock
from pbem.orders.verbs.moderator.undo import UndoLast
from pbem.orders.verbs.proposals.extend import MoreTime
from pbem.report.views import sees_cash
from pbem.service.entering.enter import Entered, take_back
from pbem.service.entering.moderating import options, orders, position, seats, time
from pbem.service.entering.moderating.desk import Acting, Declined, Done
from pbem.service.entering.moderating.preview import preview
from pbem.service.entering.outcomes import entered
from pbem.service.entering.taking_back import before_last, to_bring_back
from pbem.store.chain import JournalConflict
from pbem.store.game import StoredGame
from pbem.store.journal import Clocked, What

MOST_SAID = 20_000
"""Characters of a broadcast."""


def done_by(at: Acting, command: Moderating) -> Done:
    """Carry a command out, or say why it is not; once, however often it is asked for.

    :raises JournalConflict: another writer was first; open the game again
    :raises OSError: nothing is changed
    """
    before = entry_of(at.game, at.act)
    if before is not None:
        return Done(entered(at.game, before))
    try:
        return _done(at, command)
    except JournalConflict:
        raise
    except BadInput as error:  # without a sentence it is about a piece of TOML, at that key
        wrong = say("{key:said}: {said}", key=error.where, said=error.reason)
        return Done(told=(error.sentence or wrong,))
    except Refusal as refusal:
        return Done(told=(say("{refusal:message}", refusal=refusal),))


def entry_of(game: StoredGame, act: str) -> int | None:
    """The entry that a command of a mail has led to."""
    if "." not in act:
        return None  # of the command line: done anew each time
    return next((e.number for e, _ in reversed(game.entries) if e.act == act), None)


def _done(at: Acting, command: Moderating) -> Done:
    match command:
        case MoreTime(hours):
            return Done(time.extend(at, hours))
        case Preview():
            return Done(told=preview(at))
        case AsPlayer(name, lines):
            return _ordered(at, name, "\n".join(lines))
        case EditPosition(text):
            return _edited(at, text)
        case Wish() | ZoneIs():
            return Done()  # that is answered where mails are made
        case ModeratorCommand():
            return Done(_entered(at, command))
        case _:
            assert_never(command)


def _entered(at: Acting, command: ModeratorCommand) -> Entered:
    match command:
        case Pause():
            return time.pause(at)
        case Resume():
            return time.resume(at)
        case DeadlineAt():
            return time.deadline(at, command)
        case Process(turn):
            return time.process(at, turn)
        case EndGame():
            return time.end_game(at)
        case UndoLast(number):
            return undo(at, number)
        case Redo():
            return redo(at)
        case SetOption():
            return options.set_option(at, command)
        case Broadcast(text):
            return broadcast(at, text)
        case _:
            return _about_people(at, command)


def _about_people(at: Acting, command: ModeratorCommand) -> Entered:
    match command:
        case Rekey(name):
            return seats.rekey_player(at, at.player(name))
        case ReplaceBy(player, name, address):
            person = seats.person_named(name, address)
            return seats.replace_player(at, at.player(player), person)
        case HandOver(address):
            return seats.hand_over(at, address)
        case Block(address):
            return seats.block(at, address)
        case Unblock(address):
            return seats.unblock(at, address)
    raise AssertionError(f"{type(command).__name__} is done by nobody")


def _check_in_round(at: Acting) -> None:
    """See to it that a game that goes on again is in the daily round.

    :raises Declined: it is in the archive
    """
    if at.site.is_archived(at.game.file.id):
        raise Declined(
            at.game,
            say("The game is in the archive. Whoever runs the program takes it out first: "
                "pbem archive --back {game}", game=at.game.file.id),
        )  # fmt: skip


def undo(at: Acting, number: int = 1) -> Entered:
    """Take the last accepted orders back.

    :raises Declined: there are not so many, or the game is in the archive
    """
    _check_in_round(at)
    target = before_last(at.game, number)
    if target is None:
        raise Declined(at.game, say("There are not so many orders to take back."))
    return take_back(at.game, target, at.now, timeless=at.timeless, act=at.act)


def redo(at: Acting) -> Entered:
    """Bring back what was taken back last.

    :raises Declined: nothing was, something was accepted since, or the game is in the archive
    """
    _check_in_round(at)
    target = to_bring_back(at.game)
    if target is None:
        raise Declined(
            at.game,
            say("There is nothing to bring back: nothing was taken back, or orders have been "
                "accepted since."),
        )  # fmt: skip
    return take_back(at.game, target, at.now, timeless=at.timeless, act=at.act, redo=True)


def broadcast(at: Acting, text: str) -> Entered:
    """Send a message to all players and observers.

    :raises Declined: it says nothing, or is very long
    """
    if not text.strip():
        raise Declined(at.game, say("The message is empty; nothing is sent."))
    if len(text) > MOST_SAID:
        raise Declined(at.game, say("The message is too long; nothing is sent."))
    return at.noted_beside(Clocked(what=What.BROADCAST, text=text))


def _ordered(at: Acting, name: str, text: str) -> Done:
    player = at.player(name)
    if not text.strip():
        raise Declined(at.game, say("No order stands below it."))
    told, outcome = orders.order_as(at, player, text)
    return Done(told) if told else Done(told=_refused(outcome, says_why=_may_say_why(at, player)))


def _may_say_why(at: Acting, player: PlayerId) -> bool:
    """Whether a moderator may know why: not if that tells of cash that is secret."""
    reader = at.sees_as
    return reader is None or sees_cash(at.game.game, at.game.state, reader, player)


def _refused(outcome: Outcome, *, says_why: bool) -> tuple[Message, ...]:
    """Why orders are refused: their lines, and what is wrong."""
    faults = [fault for result in outcome.results for fault in result.faults]
    if not says_why and any(isinstance(fault.refusal, IllegalRefusal) for fault in faults):
        return (say("Nothing of it is carried out."),)
    if not faults:
        return (say("No order of a player stands below it."),)
    return (
        *(
            say("{said}: {refusal:message}", said=fault.line.text, refusal=fault.refusal)
            for fault in faults
        ),
        say("Nothing of it is carried out."),
    )


def _edited(at: Acting, text: str) -> Done:
    if at.may_enter:
        return Done(position.edit(at, text))
    found = position.would_change(at, text)
    return replace(Done(told=found), waits=True)
