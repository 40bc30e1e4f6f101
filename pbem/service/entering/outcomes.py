"""What entries have brought about: as it was kept; of older journals, done once more."""

from __future__ import annotations

from pbem.orders.submission import About, Outcome, submit
from pbem.report.ahead import Steps
from pbem.rules.events import Event
from pbem.service.deadlines.arrange import Arranger
from pbem.service.entering.enter import Entered
from pbem.store.game import StoredGame
from pbem.store.questions import answered_before, answered_mail


def entered(game: StoredGame, number: int) -> Entered:
    """An entry of the journal with what it has brought about; 0 is the set-up."""
    if not number:
        return Entered(game, 0, None, Outcome(game.state_after(0)))
    entry = game.entries[number - 1][0]
    return Entered(game, number, entry, outcome_of(game, number), automatic_of(game, number))


def events_of(game: StoredGame, number: int) -> tuple[Event, ...]:
    """What an entry's orders did, or the set-up if it is 0."""
    if not number:
        return game.opening.events
    kept = game.brought(number)
    return outcome_of(game, number).events if kept is None else kept.events


def automatic_of(game: StoredGame, number: int) -> Steps:
    """What was done after an entry's orders without a mail, each with what happened."""
    answers = game.entries[number - 1][0].answers
    if not answers:
        return ()
    kept = game.brought(number)
    happened = game.again(number).automatic if kept is None else kept.automatic
    return tuple(zip(answers, happened, strict=True))


def outcome_of(game: StoredGame, number: int) -> Outcome:
    """What an entry's orders did, line by line, as they did it then."""
    entry, kept = game.entries[number - 1][0], game.brought(number)
    if entry.how in ("undo", "clock"):
        return Outcome(game.state_after(number), standing=game.standing_after(number))
    if kept is None:
        return _once_more(game, number)
    ordered = game.again(number).ordered if entry.answers else game.after(number)
    return Outcome(ordered.state, kept.results, kept.mail_commands, kept.ignored, ordered.standing)


def _once_more(game: StoredGame, number: int) -> Outcome:
    """The same of an entry whose version kept nothing of it."""
    entry, before = game.entries[number - 1][0], game.after(number - 1)
    assert entry.by is not None
    answered = answered_before(entry)
    if answered is None and entry.answered is not None:
        answered = answered_mail(game, entry.answered, entry.by, number - 1)
    about = About(
        answered, entry.called or (), Arranger(game, number - 1, entry.arrived or entry.time)
    )
    text = entry.text or "\n".join(entry.orders)
    return submit(game.game, game.names, before.state, entry.by, text, before.standing, about)
