"""Letters to whoever has no seat: the one question, and answers."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from pbem.ground.messages import Message, say
from pbem.mail.identity import Reader
from pbem.orders.submission import MOST_HELPED
from pbem.orders.verbs.desk import MailCommand
from pbem.orders.verbs.joining.join import JoinWanted
from pbem.orders.verbs.joining.list_ import ListWanted
from pbem.orders.verbs.joining.observe import ObserveWanted
from pbem.orders.verbs.joining.stand_in import StandInWanted
from pbem.orders.verbs.joining.visit import Visit
from pbem.orders.verbs.joining.withdraw import WithdrawWanted
from pbem.orders.verbs.mail.help import HelpWanted
from pbem.orders.verbs.mail.history import HistoryWanted
from pbem.orders.verbs.mail.rules import RulesWanted
from pbem.orders.verbs.mail.status import StatusWanted
from pbem.report.contexts import NOBODY, HistoryPage, ReportContext
from pbem.report.visitors import VisitorSeen, answered
from pbem.service.deciding import visits as v
from pbem.service.seats.lobby import Visitor, fault_of, is_observer
from pbem.service.site.site import Site
from pbem.service.site.voices import voice_for
from pbem.service.telling.history import history_page
from pbem.service.telling.letters import Paragraph, PlainLetter
from pbem.service.telling.position import Telling
from pbem.service.telling.visits import told_of_all
from pbem.service.who.parts import choices_for
from pbem.service.who.visitors import question_reader, visitor_reader
from pbem.store.game import StoredGame

_YOUR_MAIL: Final = say("Your mail")
_TOPICS: Final[dict[type, Message]] = {
    ListWanted: say("Games to join or to watch"),
    JoinWanted: say("Your seat"),
    ObserveWanted: say("You watch this game"),
    StandInWanted: say("You wait for a seat"),
    WithdrawWanted: say("You have left this game"),
    StatusWanted: say("The position"),
    HelpWanted: say("Help"),
    RulesWanted: say("Rules"),
}
_SHOWN = 10  # lines of a mail that are repeated
_WIDTH = 100


def question_to(site: Site, ask: v.AskVisitor, now: datetime) -> PlainLetter:
    """Asks an address whether what came in its name is meant: the one mail before it confirms."""
    reader = question_reader(ask.game, ask.ident)
    said = "\n".join(f"  | {order[:_WIDTH]}" for order in ask.orders[:_SHOWN])
    paragraphs = (
        say("A mail with your address has come in. It says:\n{orders:said}", orders=said),
        say(
            "If it is yours, answer this mail with YES and nothing else (or with the code {code}), "
            "and what it says is done.",
            code=site.secrets.marker(reader),
        ),
        say("If it is not, do nothing: nothing happens, and you are not written to again."),
    )
    return PlainLetter(
        ask.address,
        say("[{game}] Is this your mail?", game=ask.game),
        paragraphs,
        now,
        ask.ident,
        answers=ask.message_id,
        reader=reader,
        ident=ask.game,
    )


def answer_to_visitor(site: Site, answer: v.AnswerVisitor, now: datetime) -> PlainLetter:
    """What came of a mail of somebody without a seat."""
    address, ident = answer.visitor.address, answer.game
    game = site.game(ident) if ident and site.has_game(ident) else None
    reader = visitor_reader(ident, address) if ident else None
    voice = voice_for(site, game, address=address)
    seen = VisitorSeen(
        voice,
        now,
        site.people.habits(address),
        choices_for(site, address, answer.commands),
        observed(site, game, address, now),
        told_of_all(site, answer.visitor, answer.commands),
        _history(site, game, answer, now),
    )
    parts: list[Paragraph] = [voice(refusal) for refusal in answer.refused]
    parts += answered(site.renderer, seen, answer.commands)
    done = [c for c in answer.commands if not _is_refused(site, answer.visitor, c)]
    topic = next((_TOPICS[type(c)] for c in done if type(c) in _TOPICS), _YOUR_MAIL)
    subject = say("[{game}] {topic:message}", game=ident, topic=topic) if ident else topic
    return PlainLetter(
        address,
        subject,
        tuple(parts) or (say("There is nothing in your mail that could be answered. HELP says "
                             "what you can write."),),
        now,
        answer.ident,
        game,
        answers=answer.message_id,
        reader=reader,
        ident=ident,
    )  # fmt: skip


def _history(
    site: Site, game: StoredGame | None, answer: v.AnswerVisitor, now: datetime
) -> dict[int | None, HistoryPage]:
    """What somebody who watches has asked for of the history: what anybody may know."""
    if game is None or not is_observer(game.roster.observers, answer.visitor.address):
        return {}
    telling = Telling.of(site, game, game.last, now)
    turns = [c.turn for c in answer.commands if isinstance(c, HistoryWanted)][:MOST_HELPED]
    return {turn: history_page(telling, NOBODY, turn) for turn in turns}


def _is_refused(site: Site, visitor: Visitor, command: MailCommand) -> bool:
    return isinstance(command, Visit) and bool(fault_of(site, visitor, command))


def observed(
    site: Site, game: StoredGame | None, address: str, now: datetime
) -> ReportContext | None:
    """The position as somebody sees it who watches; None if they do not watch that game."""
    if game is None or not is_observer(game.roster.observers, address):
        return None
    return observers_view(Telling.of(site, game, game.last, now), address)


def observers_view(telling: Telling, address: str) -> ReportContext:
    """A position as an observer sees it: nothing is secret to all readers, and nothing asked.

    :raises BadInput: the game's files cannot be read
    """
    reader: Reader = visitor_reader(telling.game.file.id, address)
    marker = telling.site.secrets.marker(reader)
    return telling.seen_by(NOBODY, marker, own=False, address=address)
