"""The answer to a mail: what became of its orders, and what else it has asked for."""

from __future__ import annotations

from dataclasses import replace

from pbem.board.ids import PlayerId
from pbem.mail.identity import Purpose
from pbem.mail.outgoing.compose import MailKind
from pbem.orders.ahead.standing import Standing
from pbem.orders.verbs.mail.history import HistoryWanted
from pbem.orders.verbs.mail.resend import Resend
from pbem.report.contexts import AnswerContext, HistoryPage, ReportContext
from pbem.service.deciding.decision import AnswerMail
from pbem.service.site.earlier import earlier_mails
from pbem.service.site.mailed import is_answered
from pbem.service.telling.history import history_page
from pbem.service.telling.letters import Answer, Letter
from pbem.service.telling.position import Telling
from pbem.service.telling.reminders import overtaken_reminders
from pbem.service.telling.reports import ReportLetters
from pbem.service.telling.time_words import OTHERS
from pbem.service.telling.visits import told_of_all
from pbem.service.who.parts import choices_for, visitor_of
from pbem.service.who.senders import Sender


def answer_of_entry(reports: ReportLetters) -> Letter:
    """Answer the mail that has led to an entry; to its player it is the report of the entry too."""
    telling, entered = reports.telling, reports.entered
    entry = entered.entry
    assert entry is not None
    assert entry.by is not None
    assert entry.mail is not None
    person = telling.game.roster.seats[entry.by].stand_in if entry.stand_in else None
    answered = AnswerMail(
        entered.game,
        entry.by,
        entered.outcome,
        entry.mail,
        entry.message_id,
        person=person,
        written_from=entry.written_from,
    )
    told = None
    if is_answered(entry, entry.by):
        told = reports.context(entry.by, Purpose.ANSWER.about(entry.mail))
        if entry.is_private and not told.earlier:
            told = None  # there is nothing to tell beside the answer
    letter = answer_letter(telling, answered, entered.number, told)
    overtaken = overtaken_reminders(telling.site, telling.game, entry.by, entered.number)
    return replace(letter, overtakes=() if entry.stand_in else overtaken)


def answer_letter(
    telling: Telling,
    answered: AnswerMail,
    entry: int | None = None,
    told: ReportContext | None = None,
) -> Letter:
    """The answer to a mail that has led to an entry, or to none.

    :param told: what its reader is told of that entry, and of what no mail has told before
    """
    game, player = answered.game, answered.player
    about = Purpose.ANSWER.about(answered.ident)
    position = told or telling.position(player, about, answered.person)
    address = answered.person.address if answered.person else game.roster.seats[player].address
    context = AnswerContext(
        game=game.game,
        game_id=game.file.id,
        reader=player,
        outcome=answered.outcome,
        state=position.state,
        marker=position.marker,
        until=position.until,
        silence=position.silence,
        about=telling.position(player, about).about if answered.person else position.about,
        entry=entry,
        check=answered.check,
        problems=answered.problems,
        language=position.language,
        zone=position.zone,
        habits=telling.site.people.habits(address),
        choices=choices_for(telling.site, address, answered.outcome.mail_commands),
        history=_history(telling, answered),
        resent=_resent(telling, answered),
        visits=told_of_all(
            telling.site,
            visitor_of(Sender(game, player, about, answered.person)),
            answered.outcome.mail_commands,
        ),
    )
    own = Standing() if answered.person else _own_standing(telling, player)
    return Letter(
        game,
        player,
        MailKind.ANSWER,
        about,
        Answer(context, replace(position, standing=own), reports=told is not None),
        telling.times.now,
        number=entry,
        answers=answered.message_id,
        person=answered.person,
        copy_to=answered.written_from,
    )


def _history(telling: Telling, answered: AnswerMail) -> dict[int | None, HistoryPage]:
    """What is asked for of the history; a stand-in gets to see what all may see."""
    wanted = [c for c in answered.outcome.mail_commands if isinstance(c, HistoryWanted)]
    reader = OTHERS if answered.person else answered.player
    return {one.turn: history_page(telling, reader, one.turn) for one in wanted}


def _resent(telling: Telling, answered: AnswerMail) -> int:
    """How many earlier mails go out once more."""
    wanted = [c.number for c in answered.outcome.mail_commands if isinstance(c, Resend)]
    if not wanted or answered.check:
        return 0
    site, game, own = telling.site, answered.game, answered.person is not None
    before = telling.times.now
    return len(earlier_mails(site, game, answered.player, max(wanted), before, stand_in=own))


def _own_standing(telling: Telling, player: PlayerId) -> Standing:
    """What the player, and nobody else, has left."""
    return Standing(telling.game.standing_after(telling.number).of(player))
