"""What is to be done for somebody without a seat: joining, watching, withdrawing, asking.

What changes anything for an address is done once it has confirmed; before that it is written to
once, and seldom: a From line proves nothing, and nobody shall be flooded through us.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from pbem.ground.errors import Refusal
from pbem.ground.messages import Message, say
from pbem.mail.identity import VISITOR, Purpose, Reader
from pbem.orders.parser.lines import parse_arrangement, parse_mail_command
from pbem.orders.submission import Outcome
from pbem.orders.verbs.clock.timezone import ZoneIs
from pbem.orders.verbs.desk import MailCommand
from pbem.orders.verbs.joining.list_ import ListWanted
from pbem.orders.verbs.joining.visit import Visit
from pbem.orders.verbs.joining.withdraw import WithdrawWanted
from pbem.orders.verbs.mail.check import Check
from pbem.orders.verbs.mail.game import GameIs
from pbem.orders.verbs.mail.help import HelpWanted
from pbem.orders.verbs.mail.history import HistoryWanted
from pbem.orders.verbs.mail.map import MapWanted
from pbem.orders.verbs.mail.rules import RulesWanted
from pbem.orders.verbs.mail.status import StatusWanted
from pbem.orders.verbs.person.addressing import AddressWish
from pbem.orders.verbs.person.choices import Choices
from pbem.orders.verbs.person.setting import Setting
from pbem.service.asking.confirming import Word, said
from pbem.service.asking.held import HeldMail
from pbem.service.deciding import decision as d
from pbem.service.deciding import visits as v
from pbem.service.deciding.circumstances import Circumstances
from pbem.service.deciding.decision import Ruling
from pbem.service.deciding.flood import UNPROVEN, alike
from pbem.service.deciding.settling import addresses_wanted, said_by, settled
from pbem.service.fates import Fate, Handled
from pbem.service.reading.received import Received, received
from pbem.service.seats.addresses import asked_by
from pbem.service.seats.lobby import Visitor, fault_of
from pbem.service.site.tokens import visitors_answer_id
from pbem.service.who.parts import choices_for, is_known, visitor_of
from pbem.service.who.senders import Sender, Visiting
from pbem.service.who.visitors import commands_of, question_reader, visitor_reader
from pbem.store.persons import Said

MOST_STRANGERS: Final = 60
"""So many mails an hour go to addresses that have proved nothing, whoever is behind them."""

MOST_ASKED: Final = 1
"""So often in an hour an address that has no part in any game is asked whether it wants one."""

SAME_WORDS: Final = 3
"""So often in an hour a mail without a command is answered that says the same as one before."""

_ANSWERED: Final = (
    Visit, HelpWanted, RulesWanted, StatusWanted, MapWanted, HistoryWanted, Setting, AddressWish,
)  # fmt: skip
_PASSED_OVER: Final = (GameIs, Check)
_NO_ORDERS: Final = say(
    "Orders are for those who play in the game; you do not, so none of yours is taken. You can "
    "write STATUS, RULES, HELP, LIST, OBSERVE, JOIN, WITHDRAW or SET."
)
_WAITS_NO_MORE: Final = say("No mail of yours waits for a YES any more; nothing is changed.")
_NOT_CONFIRMED: Final = say(
    "Nothing is confirmed. Please answer the question once more, with YES and nothing else."
)


@dataclass(frozen=True, slots=True)
class _Wishes:
    """What a mail says: what can be done or answered, and why the rest of it cannot."""

    commands: tuple[MailCommand, ...]
    zones: tuple[str, ...]
    refused: tuple[Message | Refusal, ...]
    checks: bool = False

    @property
    def game(self) -> str:
        """The first game that a command is about; "" if none is."""
        return next((c.game for c in self.commands if isinstance(c, Visit) and c.game), "")

    @property
    def visits(self) -> tuple[Visit, ...]:
        """What joins, watches or withdraws."""
        visits = [c for c in self.commands if isinstance(c, Visit)]
        return tuple(c for c in visits if not isinstance(c, ListWanted))

    @property
    def changes(self) -> bool:
        """Whether something is to be changed for the address."""
        settings = any(isinstance(c, Setting) for c in self.commands)
        return bool(self.visits or settings or self.zones) and not self.checks


def visit(at: Circumstances, mail: Received, who: Visiting) -> Ruling:
    """What is to be done about a mail of somebody without a seat.

    :raises TooManyMailsError: its sender must wait
    """
    if who.purpose is Purpose.ADDRESS:
        return _about_address(at, mail, who)
    if who.purpose is Purpose.JOIN:
        return _answered_question(at, mail, who)
    wishes = _wishes(who.commands, who.game)
    if who.is_proven:
        return _carried_out(at, mail, who.game, Visitor(who.address, who.called), wishes)
    return _unproven(at, mail, Visitor(who.address, who.called), wishes)


def beside(at: Circumstances, sender: Sender, outcome: Outcome, time: datetime) -> Iterator[d.Memo]:
    """What a player's mail says about other games and about its sender, beside its orders.

    :param time: when it came in
    """
    own, commands = visitor_of(sender), outcome.mail_commands
    yield from settled(at.site, sender, outcome, time)
    yield from visited(at, own, commands, time)
    yield from addresses_wanted(at.site, own.address, commands, sender.game.file.id, time)


def visited(
    at: Circumstances, visitor: Visitor, commands: Iterable[object], time: datetime
) -> Iterator[v.Visited]:
    """What joins, watches or withdraws of what somebody says who has proved the address."""
    for command in commands:
        wanted = isinstance(command, Visit) and not isinstance(command, ListWanted)
        if isinstance(command, Visit) and wanted and not fault_of(at.site, visitor, command):
            yield v.Visited(visitor, command, time)


def _unproven(at: Circumstances, mail: Received, visitor: Visitor, wishes: _Wishes) -> Ruling:
    """Who has proved nothing is told what anybody may know, and asked before anything changes."""
    game = wishes.game
    possible = [v for v in wishes.visits if not fault_of(at.site, visitor, v)]
    asks = wishes.changes and bool(possible)
    about = f"visitor|{_hidden(visitor.address)}"
    if asks:
        game = possible[0].game
        about = f"asked|{_hidden(visitor.address)}|{game}"
    limit = UNPROVEN if not asks or is_known(at.site, visitor.address) else MOST_ASKED
    strangers = "visitors"
    has_left = at.budgets.has_left(about, mail.ident, limit)
    if not has_left or not at.budgets.has_left(strangers, mail.ident, MOST_STRANGERS):
        reason = "too many of somebody without a seat"
        return Ruling(Handled(Fate.UNKNOWN, reason=reason), at.now)
    before: tuple[d.Memo, ...] = (d.Spent(about, mail.ident), d.Spent(strangers, mail.ident))
    if not asks:
        harmless = tuple(c for c in wishes.commands if not isinstance(c, Setting | AddressWish))
        answer = v.AnswerVisitor(
            visitor, "", harmless, wishes.refused, mail.ident, mail.mail.message_id
        )
        return Ruling(Handled(Fate.ANSWERED, game, reason="no seat"), at.now, before, (answer,))
    said = mail.mail.orders
    ask = v.AskVisitor(visitor.address, game, said, mail.ident, mail.mail.message_id)
    keep = v.KeepVisit(game, mail.raw, mail.ident)
    handled = Handled(Fate.HELD, game, reason="the address is not confirmed")
    return Ruling(handled, at.now, (*before, keep), (ask,))


def _answered_question(at: Circumstances, mail: Received, who: Visiting) -> Ruling:
    """What the answer to "is this meant?" comes to."""
    about = who.about[1:]
    held = at.held.find(about, who.game, VISITOR)
    reader = question_reader(who.game, about)
    names = (who.called, at.site.settings.name, *mail.mail.called)
    word = said(mail.mail.text, names, at.site.secrets.marker(reader))
    handled = Handled(Fate.ANSWERED, who.game, reason="about a visit")
    if held is not None and word is Word.YES:
        return _confirmed(at, mail, who, held)
    if held is not None and word is Word.NO:
        return Ruling(handled, at.now, after=(d.Finish(held, mail.ident),))
    if at.held.was_answered_by(about, mail.ident):
        return Ruling(Handled(Fate.ANSWERED, who.game, reason="again"), at.now)
    wishes = _wishes(who.commands, who.game)
    visitor = Visitor(who.address, who.called)
    if _address_asked(at, who) != who.address:
        return _unproven(at, mail, visitor, wishes)  # its secret proves another address than that
    if word is Word.NEITHER and wishes.commands:
        return _carried_out(at, mail, who.game, visitor, wishes)
    text = _NOT_CONFIRMED if held is not None else _WAITS_NO_MORE
    return _carried_out(at, mail, who.game, visitor, _Wishes((), (), (text,)))


def _address_asked(at: Circumstances, who: Visiting) -> str | None:
    """The address to which a question went, in lower case; None if that is not known any more."""
    held = at.held.asked_about(who.about[1:], who.game, VISITOR)
    sender = received(at.words, held.raw, held.came).mail.sender if held else None
    return sender.lower() if sender else None


def _about_address(at: Circumstances, mail: Received, who: Visiting) -> Ruling:
    """What the answer of an address comes to that was asked whether it is to be somebody's."""
    asked = asked_by(at.site, Reader(who.game, who.about, VISITOR))
    assert asked is not None, "whoever is identified by it"
    names = (who.called, at.site.settings.name, *mail.mail.called)
    word = said(mail.mail.text, names, at.site.secrets.marker(asked.reader))
    key = f"visitor|{_hidden(who.address)}"
    at.budgets.check(key, at.now)
    before: list[d.Memo] = [d.Spent(key, mail.ident)]
    if word is not Word.NEITHER:
        before.append(v.AnswerAboutAddress(asked, word is Word.YES))
    reply = v.AboutAddress(asked, word, mail.ident, mail.mail.message_id)
    handled = Handled(Fate.ANSWERED, who.game, reason="about an address")
    return Ruling(handled, at.now, tuple(before), (reply,))


def _confirmed(at: Circumstances, mail: Received, who: Visiting, held: HeldMail) -> Ruling:
    """A mail that has waited for a YES is carried out, for the address that it came from."""
    waited = received(at.words, held.raw, held.came)
    said = tuple(commands_of(waited.mail, at.words.headings))
    address = (waited.mail.sender or "").lower()
    called = waited.mail.called[0].title() if waited.mail.called else who.called
    visitor, wishes = Visitor(address, called), _wishes(said)
    decision = _carried_out(at, waited, who.game, visitor, wishes, mail.mail.message_id)
    finish = d.Finish(held, mail.ident)
    return Ruling(
        decision.handled, decision.now, decision.before, decision.replies, after=(finish,)
    )


def _carried_out(
    at: Circumstances,
    mail: Received,
    game: str,
    visitor: Visitor,
    wishes: _Wishes,
    answers: str | None = None,
) -> Ruling:
    """What somebody says who has proved the address is done, and answered.

    :param game: of the mail that was answered
    :param answers: the Message-ID of the mail that the answer goes to, if it is another one
    """
    key = f"visitor|{_hidden(visitor.address)}"
    about = wishes.game if _is_there(at, wishes.game) else game
    reader = visitor_reader(about, visitor.address)
    if at.site.outbox.was_posted(visitors_answer_id(at.site, reader, mail.ident)):
        return Ruling(Handled(Fate.ANSWERED, about, reason="again"), at.now)
    at.budgets.check(key, at.now)
    time = mail.arrived or at.now
    before: list[d.Memo] = [d.Spent(key, mail.ident)]
    if not wishes.commands:
        same = f"same|{key}|{_hidden(alike(mail.same.said))}"
        if not at.budgets.has_left(same, mail.ident, SAME_WORDS):
            reason = "the same words without a command again"
            return Ruling(Handled(Fate.AUTOMATIC, about, reason=reason), at.now)
        before.append(d.Spent(same, mail.ident))
    if not wishes.checks:
        before += visited(at, visitor, wishes.commands, time)
        before += _settled(at, visitor.address, wishes, time)
        before += addresses_wanted(at.site, visitor.address, wishes.commands, about, time)
    reply = v.AnswerVisitor(
        visitor, about, wishes.commands, wishes.refused, mail.ident,
        answers or mail.mail.message_id,
    )  # fmt: skip
    handled = Handled(Fate.ANSWERED, about, reason="no seat")
    return Ruling(handled, at.now, tuple(before), (reply,))


def _settled(
    at: Circumstances, address: str, wishes: _Wishes, time: datetime
) -> Iterator[d.Settle]:
    for zone in wishes.zones:
        yield d.Settle(address, Said({"zone": zone}, time))
    known = choices_for(at.site, address, wishes.commands)
    new = (one.game for one in wishes.visits if not fault_of(at.site, Visitor(address), one))
    choices = Choices(known.languages, (*known.games, *new))  # also what this very mail brings
    for setting in wishes.commands:
        if isinstance(setting, Setting) and setting.fault(choices) is None:
            yield d.Settle(address, said_by(setting, choices, time))


def _is_there(at: Circumstances, game: str) -> bool:
    return at.site.has_game(game) or at.site.lobbies.has(game)


def _wishes(lines: Iterable[str], game: str = "") -> _Wishes:
    """What lines say, each read by itself.

    :param game: of the mail that they answer: who withdraws need not say from where
    """
    commands: list[MailCommand] = []
    zones: list[str] = []
    refused: list[Message | Refusal] = []
    checks = False
    for line in lines:
        try:
            command = parse_mail_command(line)
            zone = parse_arrangement(line) if command is None else None
        except Refusal as refusal:
            refused.append(refusal)
            continue
        checks = checks or isinstance(command, Check)
        if isinstance(command, WithdrawWanted) and not command.game:
            commands.append(WithdrawWanted(game))
        elif isinstance(command, _ANSWERED):
            commands.append(command)
        elif isinstance(zone, ZoneIs):
            zones.append(zone.zone)
        elif not isinstance(command, _PASSED_OVER) and _NO_ORDERS not in refused:
            refused.append(_NO_ORDERS)
    return _Wishes(tuple(commands), tuple(zones), tuple(refused), checks)


def _hidden(address: str) -> str:
    """An address, or words, as files that count hold it: none of them holds one."""
    return hashlib.sha256(address.lower().encode()).hexdigest()[:16]
