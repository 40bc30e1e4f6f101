"""What is to be done about a moderator's mail; who is no moderator gets to know nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from pbem.ground.errors import BadInput
from pbem.ground.messages import Message, say
from pbem.mail.identity import MODERATOR, Purpose
from pbem.mail.outgoing.compose import MailKind
from pbem.orders.moderating import Told, moderators_commands
from pbem.orders.verbs.clock.timezone import ZoneIs
from pbem.orders.verbs.moderator.position import EditPosition
from pbem.orders.verbs.person.choices import Choices
from pbem.orders.verbs.person.setting import Setting
from pbem.service.asking.confirming import Word, said
from pbem.service.asking.held import HeldMail
from pbem.service.deciding import decision as d
from pbem.service.deciding.circumstances import Circumstances
from pbem.service.deciding.decision import Ruling
from pbem.service.deciding.flood import UNPROVEN, alike
from pbem.service.deciding.settling import said_by
from pbem.service.fates import Fate, Handled
from pbem.service.reading.received import Received, received
from pbem.service.site.moderators import is_moderator, may_act, moderator_of, moderator_reader
from pbem.service.site.tokens import message_id
from pbem.service.who.moderators import handing
from pbem.service.who.parts import choices_for
from pbem.service.who.senders import Moderator, Successor, UnprovenModerator
from pbem.store.game import StoredGame
from pbem.store.persons import Said

SAME_WORDS: Final = 3
"""So often in an hour a mail without a command is answered that says the same as one before."""

_NOT_YOURS: Final = say(
    "A mail with the secret of one of your mails has come from another address than yours. Nothing "
    "of it is carried out. If it was yours: write from your own address, or with the line KEY that "
    "stands in the first mail of the game."
)
_PLAYS: Final = say(
    "You play in this game, and it does not say that its moderator may. Nothing of your mail is "
    "carried out."
)
_NO_COMMAND: Final = say(
    "There is no command in your mail; nothing has changed. Commands stand above the old mail, "
    "each on a line. HELP lists them."
)
_DOUBTFUL: Final = say(
    "Your mail program may have quoted an older mail without marks, so it is not clear whether "
    "these commands are meant now. Nothing is carried out yet:"
)
_IF_MEANT: Final = say("If you mean them, answer this mail with YES and nothing else.")
_CHECKED: Final = say(
    "You ask to try first, so nothing of your mail is carried out. PREVIEW says what the next "
    "deadline would do."
)
_NOTHING_WAITS: Final = say("Nothing waits for your YES any more; nothing has changed.")
_DROPPED: Final = say("The position stays as it is.")
_UNPROVEN: Final = say(
    "Your mail does not prove that it is yours, since a From line can be written by anybody: so "
    "nothing of it is carried out. Please answer this mail instead, with your commands; that is "
    "proof enough."
)


def moderated(at: Circumstances, mail: Received, who: Moderator) -> Ruling:
    """What becomes of a mail with a moderator's secret.

    :raises TooManyMailsError: it must wait
    """
    game, ident = who.game, who.game.file.id
    if not who.is_known and not who.by_key:
        return _warn(at, mail, who)
    if _was_answered(at, game, mail):
        again = Handled(Fate.ANSWERED, ident, game.last, "again")
        return Ruling(again, at.now, after=tuple(_finished_again(at, mail, who)))
    key = f"{ident}/moderator"
    at.budgets.check(key, at.now)
    spent: tuple[d.Memo, ...] = (d.Spent(key, mail.ident),)
    if not may_act(at.site, game):
        return _told(at, mail, game, say("not taken"), _PLAYS, spent)
    if who.purpose is Purpose.CONFIRM:
        ruling = _confirmed(at, mail, who, spent)
        if ruling is not None:
            return ruling
    if mail.mail.doubtful:
        return _ask_if_meant(at, mail, game, spent)
    if mail.mail.problems:
        return _told(at, mail, game, say("not understood"), mail.mail.problems[0], spent)
    commands = moderators_commands(game.names, mail.mail.text)
    if not commands.commands and not commands.checks:
        about = f"same|{_words_of(key, mail)}"
        if not at.budgets.has_left(about, mail.ident, SAME_WORDS):
            reason = "the same words without a command again"
            return Ruling(Handled(Fate.AUTOMATIC, ident, reason=reason), at.now)
        spent = (*spent, d.Spent(about, mail.ident))
    if commands.checks or not commands.commands:
        wrong = _CHECKED if commands.checks else _NO_COMMAND
        return _told(at, mail, game, say("nothing done"), wrong, spent)
    return _carried_out(at, mail, game, commands.commands, spent)


def _words_of(key: str, mail: Received) -> str:
    """What a mail says, as files that count hold it."""
    return hashlib.sha256(f"{key}|{alike(mail.same.said)}".encode()).hexdigest()


def _carried_out(
    at: Circumstances,
    mail: Received,
    game: StoredGame,
    commands: tuple[Told, ...],
    spent: tuple[d.Memo, ...],
) -> Ruling:
    own = tuple((_game_of(at, game, told), told) for told in commands)
    keeps = any(isinstance(told.command, EditPosition) for _, told in own)
    if keeps:
        spent = (*spent, d.KeepForModerator(game, game.last_played, mail.raw, mail.ident))
    spent = (*spent, *_settled(at, mail, game, commands))
    enter = d.Moderate(game, own, mail.ident, mail.mail.message_id)
    handled = Handled(Fate.PLAYED, game.file.id, game.last, "the moderator")
    return Ruling(handled, at.now, spent, enter=enter)


def _settled(
    at: Circumstances, mail: Received, game: StoredGame, commands: tuple[Told, ...]
) -> Iterator[d.Settle]:
    """What the moderator settles about the own mails: they are a person like others."""
    address, time = moderator_of(at.site, game) or "", mail.arrived or at.now
    settings = [told.command for told in commands if isinstance(told.command, Setting)]
    choices = choices_for(at.site, address, settings) if settings else Choices({})
    for told in commands:
        if isinstance(told.command, ZoneIs):
            yield d.Settle(address, Said({"zone": told.command.zone}, time))
        elif isinstance(told.command, Setting) and told.command.fault(choices) is None:
            yield d.Settle(address, said_by(told.command, choices, time))


def _game_of(at: Circumstances, answered: StoredGame, told: Told) -> StoredGame | None:
    """The game that a command is for; None if whoever moderates the answered one has no such."""
    moderator = moderator_of(at.site, answered)
    if not told.game or told.game == answered.file.id:
        return answered
    if not at.site.has_game(told.game) or moderator is None:
        return None
    try:
        game = at.site.game(told.game)
    except BadInput:
        return None
    theirs = is_moderator(at.site, game, moderator) and may_act(at.site, game)
    return game if theirs else None


def _confirmed(
    at: Circumstances, mail: Received, who: Moderator, spent: tuple[d.Memo, ...]
) -> Ruling | None:
    """What the answer to a shown edit comes to; None if it holds commands of its own."""
    game, digest, word = who.game, who.about[1:], _word(at, mail, who)
    held = at.held.find(digest, game.file.id, MODERATOR)
    if word is Word.NEITHER:
        return None
    if held is None:
        # killed behind the entry: it is told once more
        again = at.held.was_answered_by(digest, mail.ident)
        held = at.held.asked_about(digest, game.file.id, MODERATOR) if again else None
        if held is None:
            return _told(at, mail, game, say("nothing done"), _NOTHING_WAITS, spent)
    finish = d.Finish(held, mail.ident)
    if word is Word.NO:
        ruling = _told(at, mail, game, say("nothing done"), _DROPPED, spent)
        return replace(ruling, before=(*ruling.before, finish))
    commands, edits = _waiting(at, game, held)
    enter = d.Moderate(
        game,
        commands,
        mail.ident,
        mail.mail.message_id,
        confirmed=edits,
        basis=held.entry if edits else None,
    )
    handled = Handled(Fate.PLAYED, game.file.id, game.last, "the moderator")
    return Ruling(handled, at.now, spent, enter=enter, after=(finish,))


def _word(at: Circumstances, mail: Received, who: Moderator | Successor) -> Word:
    """What an answer says to the question of its mail."""
    code = at.site.secrets.marker(moderator_reader(who.game, who.about))
    return said(mail.mail.text, (at.site.settings.name, *mail.mail.called), code)


def _finished_again(at: Circumstances, mail: Received, who: Moderator) -> Iterator[d.Finish]:
    """A power cut may have undone that what was asked about waits no more."""
    if who.purpose is Purpose.CONFIRM and _word(at, mail, who) is not Word.NEITHER:
        held = at.held.find(who.about[1:], who.game.file.id, MODERATOR)
        if held is not None:
            yield d.Finish(held, mail.ident)


def _waiting(
    at: Circumstances, game: StoredGame, held: HeldMail
) -> tuple[tuple[tuple[StoredGame | None, Told], ...], bool]:
    """The commands of a mail that a YES carries out; whether they are edits that were shown."""
    mail = received(at.words, held.raw, held.came).mail
    every = moderators_commands(game.names, mail.text).commands
    edits = not mail.doubtful
    wanted = (t for t in every if not edits or isinstance(t.command, EditPosition))
    return tuple((_game_of(at, game, told), told) for told in wanted), edits


def _ask_if_meant(
    at: Circumstances, mail: Received, game: StoredGame, spent: tuple[d.Memo, ...]
) -> Ruling:
    commands = moderators_commands(game.names, mail.mail.text).commands
    shown = "\n".join(f"  | {line}" for t in commands for line in t.written(game.names).split("\n"))
    reply = d.TellModerator(
        game,
        Purpose.CONFIRM.about(mail.ident),
        say("do you mean this?"),
        (_DOUBTFUL, say("{said}", said=shown), _IF_MEANT),
        mail.mail.message_id,
    )
    keep = d.KeepForModerator(game, game.last_played, mail.raw, mail.ident)
    handled = Handled(Fate.HELD, game.file.id, game.last, "its commands may be old ones")
    return Ruling(handled, at.now, (*spent, keep), (reply,))


def asked_to_moderate(at: Circumstances, mail: Received, who: Successor) -> Ruling:
    """Whoever is asked to moderate a game says yes, or does not."""
    game, ident = who.game, who.game.file.id
    word = _word(at, mail, who)
    is_theirs = is_moderator(at.site, game, who.address)
    if word is Word.YES and (handing(game) == (who.number, who.address) or is_theirs):
        if is_theirs and handing(game) is None:
            return Ruling(Handled(Fate.ANSWERED, ident, game.last, "again"), at.now)
        enter = d.TakeOverGame(game, who.address, mail.ident)
        return Ruling(
            Handled(Fate.PLAYED, ident, game.last, "a new moderator"), at.now, enter=enter
        )
    about = f"handover|{who.about}"
    if not at.budgets.has_left(about, mail.ident, UNPROVEN):
        return Ruling(Handled(Fate.UNKNOWN, ident, reason="too many about a handover"), at.now)
    over = say("You are not asked to moderate this game any more. Nothing has changed.")
    once_more = say("If you would like to moderate this game, answer with YES and nothing else.")
    told = once_more if handing(game) == (who.number, who.address) else over
    reply = d.TellModerator(
        game,
        who.about,
        say("would you moderate this game?"),
        (told,),
        mail.mail.message_id,
        who.address,
    )
    handled = Handled(Fate.ANSWERED, ident, game.last, "a handover")
    return Ruling(handled, at.now, (d.Spent(about, mail.ident),), (reply,))


def help_moderator(at: Circumstances, mail: Received, who: UnprovenModerator) -> Ruling:
    """A moderator's address gets something that can be answered."""
    game = who.game
    about = f"help|{game.file.id}/moderator"
    if not at.budgets.has_left(about, mail.ident, UNPROVEN):
        reason = "too many without a secret in this hour"
        return Ruling(Handled(Fate.UNKNOWN, reason=reason), at.now)
    reply = d.TellModerator(
        game,
        Purpose.HELP.about(mail.ident),
        say("please answer this"),
        (_UNPROVEN,),
        mail.mail.message_id,
    )
    handled = Handled(Fate.HELPED, reason="a moderator's address, but no secret")
    return Ruling(handled, at.now, (d.Spent(about, mail.ident),), (reply,))


def _warn(at: Circumstances, mail: Received, who: Moderator) -> Ruling:
    """Somebody else has a moderator's secret: the moderator is told, and nobody else."""
    game, about = who.game, f"moderator's secret|{who.game.file.id}"
    handled = Handled(Fate.REFUSED, game.file.id, game.last, "a moderator's secret from elsewhere")
    if not at.budgets.has_left(about, mail.ident, UNPROVEN):
        return Ruling(handled, at.now)
    where = Purpose.OWNER.about(mail.ident)
    reply = d.TellModerator(game, where, say("was that you?"), (_NOT_YOURS,))
    return Ruling(handled, at.now, (d.Spent(about, mail.ident),), (reply,))


def _told(
    at: Circumstances,
    mail: Received,
    game: StoredGame,
    topic: Message,
    sentence: Message,
    spent: tuple[d.Memo, ...],
) -> Ruling:
    reply = d.TellModerator(
        game, Purpose.ANSWER.about(mail.ident), topic, (sentence,), mail.mail.message_id
    )
    handled = Handled(Fate.ANSWERED, game.file.id, game.last, "nothing of the moderator's done")
    return Ruling(handled, at.now, spent, (reply,))


def _was_answered(at: Circumstances, game: StoredGame, mail: Received) -> bool:
    about = Purpose.ANSWER.about(mail.ident)
    return any(
        at.site.outbox.was_posted(message_id(at.site, MailKind.ANSWER, moderator_reader(game, one)))
        for one in (about, Purpose.CONFIRM.about(mail.ident))
    )
