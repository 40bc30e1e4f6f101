"""What became of a mail of orders, statement by statement, ready to be shown to its sender."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pbem.ground.messages import Message, say
from pbem.orders.mending import FormLine
from pbem.orders.parser.statements import Fault
from pbem.orders.submission import Outcome, Result
from pbem.orders.text.lines import TextLine
from pbem.orders.text.words import head
from pbem.orders.verbs.table import TEXTS
from pbem.report.language.voice import Spoken

ALTERNATIVES = 8  # of a refusal that are written out
QUOTED = 60  # characters of a sender's line that are repeated


@dataclass(frozen=True, slots=True)
class Quote:
    """A line of the sender's, shortened; numbered from 1 in the new text."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Note:
    """What the sender should know about an order that was taken, and of which line, if of one."""

    sentence: Spoken
    quote: Quote | None


@dataclass(frozen=True, slots=True)
class TakenOrder:
    """An order that was taken: its lines in the order language, and notes."""

    lines: tuple[str, ...]
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class FaultView:
    """A line that cannot be taken: why, by which rule, and what would be accepted instead.

    more: how many further alternatives there are
    """

    quote: Quote
    reason: Spoken
    rule: str
    legal: tuple[str, ...]
    more: int


@dataclass(frozen=True, slots=True)
class RefusedOrder:
    """An order that was not taken; `others` are its lines that have no fault of their own."""

    faults: tuple[FaultView, ...]
    others: tuple[Quote, ...]


@dataclass(frozen=True, slots=True)
class Reply:
    """What became of a mail: carried out, kept for later, noted, refused, no orders.

    form: the refused orders, to be copied and mended; what does not count yet is a comment
    mended: whether something in it would be accepted as it stands
    """

    taken: tuple[TakenOrder, ...]
    kept: tuple[TakenOrder, ...]
    noted: tuple[TakenOrder, ...]
    refused: tuple[RefusedOrder, ...]
    ignored: tuple[Quote, ...]
    form: tuple[FormLine, ...] = ()
    mended: bool = False


def reply(outcome: Outcome, *, check: bool = False, turn: int = 0) -> Reply:
    """What became of a mail, in the order of its text.

    :param check: nothing has been carried out, so that the form holds all orders
    :param turn: the turn of the position afterwards, where the answer tells what has come of it
    """
    form = tuple(_form(outcome, check=check))
    return Reply(
        taken=tuple(_taken(r) for r in outcome.results if r.taken and not r.ahead),
        kept=tuple(
            _kept(r, turn) for r in outcome.results if r.taken and r.ahead and not r.arranged
        ),
        noted=tuple(_taken(r) for r in outcome.results if r.taken and r.arranged),
        refused=tuple(_refused(r) for r in outcome.results if not r.taken),
        ignored=tuple(_quote(line) for line in outcome.ignored),
        form=form,
        mended=any(line.counts for line in form),
    )


def _form(outcome: Outcome, *, check: bool) -> Iterator[FormLine]:
    """The refused orders as a form, empty if there are none or nothing can be done about them."""
    if not any(result.form for result in outcome.results):
        return
    for result in outcome.results:
        if result.taken and check:
            for text in result.canonical.split("\n"):
                yield FormLine(text, counts=True)
        yield from result.form


def _taken(result: Result) -> TakenOrder:
    notes = [Note(w, _quote(line) if line else None) for line, w in result.warnings]
    if result.turn is not None:
        notes.insert(0, Note(say("For turn {turn}.", turn=result.turn), None))
    return TakenOrder(tuple(result.canonical.split("\n")), tuple(notes))


def _kept(result: Result, turn: int) -> TakenOrder:
    """As it is kept; what was tried before says nothing of a plan whose turn has come since."""
    if result.turn is None or result.turn > turn:
        return _taken(result)
    come = say("For turn {turn}, which has come by now: see below.", turn=result.turn)
    return TakenOrder(tuple(result.canonical.split("\n")), (Note(come, None),))


def _refused(result: Result) -> RefusedOrder:
    faults = tuple(_fault(fault) for fault in result.faults)
    return RefusedOrder(faults, tuple(_faultless(result)))


def _faultless(result: Result) -> Iterator[Quote]:
    at_fault = {fault.line for fault in result.faults}
    lines = result.statement.lines
    if head(lines[0].text)[0] in TEXTS:
        lines = lines[:1]  # of a press the text is not repeated
    for line in lines:
        if line not in at_fault:
            yield _quote(line)


def _fault(fault: Fault) -> FaultView:
    refusal = fault.refusal
    shown = refusal.legal[:ALTERNATIVES]
    return FaultView(
        quote=_quote(fault.line),
        reason=refusal,
        rule=refusal.rule,
        legal=shown,
        more=len(refusal.legal) - len(shown),
    )


def _quote(line: TextLine) -> Quote:
    text = " ".join(line.text.split())
    return Quote(line.number, text if len(text) <= QUOTED else f"{text[: QUOTED - 3]}...")


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer in one word or two for the subject, and in a sentence."""

    short: Message
    long: Message


def verdict(found: Reply, check: bool, problems: Sequence[Spoken]) -> Verdict:
    """What became of the mail as a whole."""
    if check:
        return Verdict(say("ONLY CHECKED"), say("Only checked, as you asked: nothing has changed."))
    if (found.taken or found.kept or found.noted) and found.refused:
        return Verdict(
            say("PARTLY REFUSED"),
            say("Some of your orders are taken. The others are refused and change nothing."),
        )
    if found.kept and not found.taken:
        return Verdict(say("KEPT"), say("What you sent is kept. Nobody else gets to see it."))
    if found.noted and not found.taken:
        return Verdict(say("NOTED"), say("What you sent is noted."))
    if found.taken:
        return Verdict(say("TAKEN"), say("Your orders are taken."))
    if found.refused:
        return Verdict(
            say("REFUSED"), say("Nothing is taken: your orders are refused and change nothing.")
        )
    if problems:
        return Verdict(
            say("NOT UNDERSTOOD"),
            say("Nothing is taken: the mail could not be read as orders."),
        )
    return Verdict(
        say("NO ORDERS"),
        say(
            "There is no order in your mail; nothing has changed. Orders count above the old "
            "mail, not within what is quoted of it."
        ),
    )
