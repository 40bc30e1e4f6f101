"""A moderator's mail carried out: each command once, also when the mail is handled again."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pbem.ground.messages import say
from pbem.orders.moderating import Told
from pbem.service.deciding.decision import Moderate, TakeOverGame
from pbem.service.entering.enter import Entered
from pbem.service.entering.moderating.acts import done_by, entry_of
from pbem.service.entering.moderating.desk import Acting, Done
from pbem.service.entering.moderating.seats import take_over_game
from pbem.service.site.site import Site
from pbem.store.game import StoredGame


@dataclass(frozen=True, slots=True)
class DoneAct:
    """A command of a mail, the game that it is for (None: not theirs), and what it came to."""

    told: Told
    game: StoredGame | None
    done: Done


@dataclass(frozen=True, slots=True)
class DoneActs:
    """Everything that a mail came to."""

    acts: tuple[DoneAct, ...] = ()
    entered: tuple[Entered, ...] = ()


def moderate(site: Site, what: Moderate | TakeOverGame, now: datetime) -> DoneActs:
    """Carry out what a mail of a moderator says, in its order.

    :raises JournalConflict: another writer was first; open the game again
    :raises OSError: the mail is to be handled again
    """
    if isinstance(what, TakeOverGame):
        at = Acting(site, what.game, now, f"{what.ident}.1")
        return DoneActs(entered=(take_over_game(at, what.address),))
    acts = tuple(_act(site, what, game, told, now) for game, told in what.commands)
    entered = tuple(act.done.entered for act in acts if act.done.entered is not None)
    return DoneActs(acts, entered)


def _act(site: Site, what: Moderate, game: StoredGame | None, told: Told, now: datetime) -> DoneAct:
    if game is None:
        return DoneAct(told, None, Done(told=(say("You moderate no game of that name."),)))
    if told.command is None:
        assert told.refusal is not None
        refused = say("{refusal:message}", refusal=told.refusal)
        return DoneAct(told, game, Done(told=(refused,)))
    at = Acting(site, game, now, f"{what.ident}.{told.number}", may_enter=what.confirmed)
    moved = what.basis is not None and game.last_played != what.basis
    if what.confirmed and moved and entry_of(game, at.act) is None:
        late = say(
            "The game has gone on since you were shown what would change. Nothing is changed; "
            "please send POSITION again."
        )
        return DoneAct(told, game, Done(told=(late,)))
    return DoneAct(told, game, done_by(at, told.command))
