"""Blocks -> statements: each is read wholly or not at all (order language, sections 2, 3 and 7)."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from pbem.board.ids import NationId, RegionId, Unit
from pbem.ground.errors import AmbiguousRefusal, Refusal, SyntaxRefusal
from pbem.ground.messages import count, say
from pbem.orders.ahead.plans import (
    InvestAlternative,
    InvestChoice,
    InvestPlan,
    TurnAlternative,
    TurnPlan,
)
from pbem.orders.parser.blocks import Block, Content
from pbem.orders.parser.kinds import is_investment, unknown, with_forms
from pbem.orders.parser.lines import no_short_form, parse_action, parse_answer, parse_line
from pbem.orders.parser.statements import Fault, Source, Statement
from pbem.orders.text.clauses import MOVERS
from pbem.orders.text.lines import TextLine
from pbem.orders.text.names import Names
from pbem.orders.text.words import counted, cut, head, places, tidy
from pbem.orders.verbs.ahead.conditions import Condition
from pbem.orders.verbs.ahead.if_ import MOST_CONDITIONS, parse_conditions, too_many
from pbem.orders.verbs.answers import invest
from pbem.orders.verbs.table import ACTION_FORMS, SHORT, begins
from pbem.orders.verbs.turn import maneuver
from pbem.orders.verbs.turn.several import split_moves
from pbem.orders.verbs.verb import Kind, There, said
from pbem.rules.commands import (
    Action,
    Factory,
    FlagsFirst,
    Import,
    Invest,
    Maneuver,
    Pass,
    Production,
    Turn,
)
from pbem.rules.commands import Line as ManeuverLine

MOST_ALTERNATIVES = 12
#: `I move an army from ...`
_I = re.compile(rf"^(?:i|we)(?:'ll| will)? (?=(?:{'|'.join(MOVERS)})\b)", re.IGNORECASE)
_INSIDE = re.compile(r"^(?:in|at)\s+", re.IGNORECASE)


Present = Callable[[NationId, RegionId], Collection[Unit]]
"""The kinds of units that a nation has in a region now."""


def read_block(names: Names, block: Block, present: Present | None = None) -> Statement:
    """The block as a statement: an order, or every fault that can be told.

    :param present: what moves mean that do not name their units; None: they are refused
    """
    draft: tuple[Turn, Source] | None = None
    faults = [Fault(line, refusal) for line, refusal in block.faults]
    faults = faults or list(_misplaced(names, block))
    if not faults:
        statement: Statement | tuple[Turn, Source] | None = (
            _investments(names, block, faults)
            if block.investing
            else _turns(names, block, faults, present)
        )
        if isinstance(statement, Statement):
            return statement
        draft = statement
    order = {id(line): n for n, line in enumerate(block.lines)}
    faults.sort(key=lambda f: order.get(id(f.line), 0))
    turn, parts = (draft[0], draft[1].parts) if draft else (None, ())
    return Statement(
        block.lines, faults=tuple(faults), nation=block.nation, parts=parts, draft=turn
    )


def _turns(
    names: Names, block: Block, faults: list[Fault], present: Present | None
) -> Statement | tuple[Turn, Source] | None:
    """A `Turn`; a `TurnPlan` if there are alternatives or conditions.

    Of a maneuver alone with lines at fault, what could be read of it.
    """
    nation = block.nation
    assert nation is not None, "otherwise it has a fault"
    there = There(present, nation) if present else None
    found: list[TurnAlternative] = []
    sources: list[Source] = []
    for contents in block.alternatives:
        conditions = _conditions(names, contents, faults)
        orders = [c for c in contents if c.kind is not Kind.CONDITION]
        action, parts = _action_of(names, orders[0], orders[1:], faults, there)
        if action is not None:
            found.append(TurnAlternative(Turn(nation, action), conditions))
            sources.append(Source(contents[0].line, parts))
    if faults:
        alone = len(found) == len(block.alternatives) == 1 and not found[0].conditions
        maneuver = alone and isinstance(found[0].command.action, Maneuver)
        return (found[0].command, sources[0]) if maneuver else None
    if len(found) == 1 and not found[0].conditions:
        return Statement(block.lines, found[0].command, nation=nation, parts=sources[0].parts)
    plan = TurnPlan(nation, tuple(found))
    return Statement(block.lines, plan, nation=nation, sources=tuple(sources))


def _investments(names: Names, block: Block, faults: list[Fault]) -> Statement | None:
    """An `InvestPlan` under `WHEN INVESTING`, else an `InvestChoice`."""
    found: list[InvestAlternative] = []
    for contents in block.alternatives:
        conditions = _conditions(names, contents, faults)
        order = contents[-1]
        try:
            command = parse_answer(said(names, order.text))
        except (SyntaxRefusal, AmbiguousRefusal) as refusal:
            faults.append(Fault(order.line, with_forms(refusal, order.text)))
            continue
        assert isinstance(command, Invest | Pass), "everything else is misplaced"
        found.append(InvestAlternative(command, conditions))
    if faults:
        return None
    alternatives = tuple(found)
    sources = tuple(Source(contents[0].line) for contents in block.alternatives)
    plan = InvestPlan(alternatives) if block.ahead else InvestChoice(alternatives)
    return Statement(block.lines, plan, sources=sources)


def _conditions(
    names: Names, contents: Sequence[Content], faults: list[Fault]
) -> tuple[Condition, ...]:
    """Everything behind the `IF`s of an alternative."""
    found: list[Condition] = []
    for content in contents:
        if content.kind is not Kind.CONDITION:
            continue
        try:
            found += parse_conditions(names, tidy(head(content.text)[1]))
            if len(found) > MOST_CONDITIONS:
                raise too_many()
        except (SyntaxRefusal, AmbiguousRefusal) as refusal:
            faults.append(Fault(content.line, with_forms(refusal, content.text)))
    return tuple(found)


def _misplaced(names: Names, block: Block) -> Iterator[Fault]:
    """What is wrong with the block as a whole; one fault is enough."""
    if not block.content:
        if block.heading is not None:
            yield Fault(block.heading, _empty(names, block))
        return
    if len(block.alternatives) > MOST_ALTERNATIVES:
        message = count(
            "There are too many alternatives: {number} at most.",
            "There are too many alternatives: {number} at most.",
            MOST_ALTERNATIVES,
        )
        yield Fault(block.else_line(MOST_ALTERNATIVES), SyntaxRefusal("too-many", message))
        return
    for number, contents in enumerate(block.alternatives):
        fault = _misplaced_in(names, block, contents, number)
        if fault is not None:
            yield fault
            return


def _misplaced_in(
    names: Names, block: Block, contents: Sequence[Content], number: int
) -> Fault | None:
    orders = [c for c in contents if c.kind is not Kind.CONDITION]
    if not orders:
        line = contents[-1].line if contents else block.else_line(number)
        return Fault(line, _nothing(block))
    first, *rest = orders
    for place, content in enumerate(contents):
        if content.kind is Kind.CONDITION and place > contents.index(first):
            return Fault(content.line, _late_condition())
        if content.kind is Kind.ASIDE:
            return Fault(content.line, _no_condition(content))
    if block.investing or block.undecided:
        return _misplaced_investment(names, first, rest)
    if first.kind in {Kind.ANSWER, Kind.FIGHT}:
        return Fault(first.line, _answer(first.text))
    if first.kind is Kind.LINE:
        return Fault(first.line, _no_maneuver(names, block, first))
    actions = [c for c in rest if c.kind is Kind.ACTION]
    return Fault(actions[0].line, _two_actions()) if actions else None


def _misplaced_investment(names: Names, first: Content, rest: Sequence[Content]) -> Fault | None:
    for content in (first, *rest):
        if content.kind is Kind.UNKNOWN:
            return Fault(content.line, unknown(content.text))
        if not is_investment(names, content.text):
            return Fault(content.line, _no_investment(content))
    if rest:
        return Fault(
            rest[0].line,
            SyntaxRefusal(
                "two-orders",
                say("An alternative is one order; ELSE on a line of its own begins another."),
                legal=(f"ELSE {rest[0].text}",),
            ),
        )
    return None


def _action_of(
    names: Names,
    first: Content,
    rest: Sequence[Content],
    faults: list[Fault],
    there: There | None,
) -> tuple[Action | None, tuple[TextLine, ...]]:
    """What the nation does, and where each line of a maneuver stands."""
    action: Action | None = None
    behind = ""
    if head(first.text) == ("BUILD", "") and rest:  # alone it would say nothing
        first = replace(first, text="FACTORY")
    try:
        if first.kind is Kind.UNKNOWN:
            raise unknown(first.text)
        action, behind = parse_action(said(names, first.text))
    except (SyntaxRefusal, AmbiguousRefusal) as refusal:
        faults.append(Fault(first.line, with_forms(refusal, first.text)))
        action, behind = _meant(names, first.text, refusal)
    if rest and (joined := _listed_below(names, first, action, rest, faults)):
        return joined, ()
    if action is None or isinstance(action, Maneuver):  # None: perhaps MANEUVER, misspelt
        head_line = [Content(first.line, behind, Kind.LINE)] if behind else []
        lines, parts = _maneuver_lines(names, [*head_line, *rest], faults, there)
        return (replace(action, lines=lines), parts) if action else (None, ())
    faults.extend(Fault(c.line, _needs_maneuver(c)) for c in rest)
    return action, ()


def _listed_below(
    names: Names,
    first: Content,
    action: Action | None,
    rest: Sequence[Content],
    faults: list[Fault],
) -> Action | None:
    """`IMPORT`, and right below it what: one list, on lines of its own; None if it is none."""
    numbers = [content.line.number for content in (first, *rest)]
    if numbers[-1] - numbers[0] > len(rest):
        return None  # blank lines stand between: it may be something else
    empty = action in (Import(), Factory()) or (
        isinstance(action, Production) and action.choice == "all"
    )
    if not (empty or isinstance(action, Import)) or head(first.text)[1].upper() in ("NONE", "ALL"):
        return None
    units = isinstance(action, Import)
    fits = all(
        _is_unit(c.text) if units else names.is_place(_INSIDE.sub("", tidy(c.text))) for c in rest
    )
    if not units and len(rest) == 1 and tidy(rest[0].text).upper() in ("ALL", "NONE"):
        fits = isinstance(action, Production)
    if not fits:
        return None
    items = ", ".join(tidy(c.text) for c in rest)
    joint = "" if empty else ","
    try:
        return parse_action(said(names, f"{first.text.rstrip(' :,')}{joint} {items}"))[0]
    except (SyntaxRefusal, AmbiguousRefusal) as refusal:
        if not faults:  # else the first line itself is at fault, and has been told
            faults.append(_fault_below(names, first, rest, refusal))
        return action


def _fault_below(names: Names, first: Content, rest: Sequence[Content], refusal: Refusal) -> Fault:
    """The fault at the line of a list that alone is refused, too; else at the first."""
    word = first.text.split(" ", 1)[0].rstrip(":,")
    for content in rest:
        try:
            parse_action(said(names, f"{word} {tidy(content.text)}"))
        except (SyntaxRefusal, AmbiguousRefusal) as own:
            return Fault(content.line, with_forms(own, first.text))
    return Fault(first.line, with_forms(refusal, first.text))


def _is_unit(text: str) -> bool:
    """`2 armies Beijing`, and no move."""
    try:
        units = counted(text)
        return units is not None and len(places(units.rest.removeprefix("-> "))) == 1
    except SyntaxRefusal:
        return False


def _meant(names: Names, text: str, refusal: Refusal) -> tuple[Action | None, str]:
    """What a misspelt action would be, so that what stands below it can be judged as well."""
    if refusal.code != "unknown-order" or not refusal.meant:
        return None, ""
    try:
        return parse_action(said(names, f"{refusal.meant[0]}{text[len(refusal.said) :]}"))
    except (SyntaxRefusal, AmbiguousRefusal):
        return None, ""


def _maneuver_lines(
    names: Names, content: Sequence[Content], faults: list[Fault], there: There | None
) -> tuple[tuple[ManeuverLine, ...], tuple[TextLine, ...]]:
    """The lines and where each stands; all FLAGS are joined at the place of the first."""
    lines: list[ManeuverLine] = []
    parts: list[TextLine] = []
    flags: int | None = None
    for c, text in _single(names, content):
        try:
            if c.kind is Kind.UNKNOWN:
                raise unknown(c.text)
            line = parse_line(said(names, text, there))
        except (SyntaxRefusal, AmbiguousRefusal) as refusal:
            faults.append(Fault(c.line, with_forms(refusal, c.text)))
            continue
        if isinstance(line, FlagsFirst) and flags is not None:
            before = lines[flags]
            assert isinstance(before, FlagsFirst)
            lines[flags] = FlagsFirst((*before.regions, *line.regions))
            continue
        if isinstance(line, FlagsFirst):
            flags = len(lines)
        lines.append(line)
        parts.append(c.line)
    return tuple(lines), tuple(parts)


def _single(names: Names, content: Iterable[Content]) -> Iterator[tuple[Content, str]]:
    """Every line with its text; a line of several moves once for each."""
    for c in content:
        whole = _I.sub("", c.text)
        for text in split_moves(names, whole) if c.kind is Kind.LINE else (whole,):
            yield c, text


def _heading(names: Names, block: Block) -> str:
    return f"{names.board.name(block.nation).upper()}: " if block.nation else ""


def _empty(names: Names, block: Block) -> SyntaxRefusal:
    start = _heading(names, block)
    return SyntaxRefusal(
        "empty-block",
        say("Nothing is ordered under this heading."),
        legal=invest.VERB.legal
        if block.ahead
        else tuple(f"{start}{form}" for form in ACTION_FORMS),
    )


def _nothing(block: Block) -> SyntaxRefusal:
    return SyntaxRefusal(
        "empty-alternative",
        say("An order is missing: each alternative is conditions, if any, and one order."),
        legal=invest.VERB.legal if block.investing else ACTION_FORMS,
    )


def _late_condition() -> SyntaxRefusal:
    return SyntaxRefusal(
        "late-condition",
        say(
            "IF stands before the order that it is about. Is ELSE missing above it? Write END on a "
            "line of its own before text that is no order."
        ),
        legal=("ELSE", "END"),
    )


def _no_condition(content: Content) -> SyntaxRefusal:
    return SyntaxRefusal(
        "no-condition",
        say(
            '"{said}" cannot depend on IF or ELSE; only a turn or an investment can.',
            said=cut(content.text),
        ),
        legal=(*ACTION_FORMS[:1], *invest.VERB.legal[:1]),
    )


def _no_investment(content: Content) -> SyntaxRefusal:
    return SyntaxRefusal(
        "no-investment",
        say(
            '"{said}" cannot stand here: only a nation\'s turn and investments have alternatives '
            "and conditions.",
            said=cut(content.text),
        ),
        legal=invest.VERB.legal,
    )


def _answer(text: str) -> SyntaxRefusal:
    return SyntaxRefusal(
        "answer-in-block",
        say("Answers and investments stand on lines of their own, without a nation's heading."),
        legal=(text, "INVESTOR") if begins(text, invest.VERB) else (text,),
    )


def _no_maneuver(names: Names, block: Block, first: Content) -> SyntaxRefusal:
    word, rest = head(first.text)
    if word in SHORT and "->" not in rest:
        return no_short_form(word, rest)
    start = _heading(names, block)
    return SyntaxRefusal(
        "no-maneuver",
        say(
            '"{said}" is part of a maneuver, and MANEUVER is missing above it.',
            said=cut(first.text),
        ),
        legal=tuple(f"{start}{form}" for form in maneuver.VERB.legal),
    )


def _needs_maneuver(content: Content) -> SyntaxRefusal:
    if content.kind is Kind.UNKNOWN:
        return unknown(content.text)
    return SyntaxRefusal(
        "no-maneuver",
        say('"{said}" can only stand below MANEUVER.', said=cut(content.text)),
        legal=maneuver.VERB.legal,
    )


def _two_actions() -> SyntaxRefusal:
    return SyntaxRefusal(
        "two-actions",
        say(
            "A nation does one thing in its turn; this block holds two. ELSE on a line of its own "
            "begins an alternative."
        ),
        legal=ACTION_FORMS,
    )
