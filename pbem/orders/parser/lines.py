"""One line -> a command, by the order that it begins."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

from pbem.board.ids import Unit
from pbem.ground.errors import SyntaxRefusal
from pbem.ground.messages import say
from pbem.orders.text.words import counted, cut, tidy
from pbem.orders.verbs.answers import invest
from pbem.orders.verbs.answers.yes_no import YesNo
from pbem.orders.verbs.clock.arrangements import Arrangement
from pbem.orders.verbs.desk import MailCommand
from pbem.orders.verbs.table import SHORT, begins, verb_of
from pbem.orders.verbs.turn import army, destroy, maneuver, status
from pbem.orders.verbs.verb import Kind, Reach, Said, said
from pbem.rules.commands import Action, Command, Line


def parse_action(line: Said) -> tuple[Action, str]:
    """What the nation does; of a maneuver also what stands behind it on the line, else "".

    :raises SyntaxRefusal: it is no action, or badly written
    :raises AmbiguousRefusal: a name, or the letter of a maneuver, can be meant in several ways
    """
    verb = verb_of(line.text)
    if verb is None or verb.kind is not Kind.ACTION or verb.parse is None:
        raise no_short_form(line.word, line.rest)
    if verb is maneuver.VERB:
        return maneuver.parse_head(line)
    action: Action = verb.parse(replace(line, rest=line.rest.removeprefix("-> ")))
    return action, ""


def parse_answer(line: Said) -> Command | YesNo:
    """An order that is no part of a nation's turn; `6 China` invests.

    :raises SyntaxRefusal: badly written
    :raises AmbiguousRefusal: a name fits several
    """
    verb = verb_of(line.text)
    if verb is None or verb.parse is None:
        return invest.parse_bond(line)
    command: Command | YesNo = verb.parse(line)
    return command


def parse_line(row: Said) -> Line:
    """One line of a maneuver.

    Without `row.there` each move says its unit.

    :raises SyntaxRefusal: it is none, or badly written
    :raises AmbiguousRefusal: a name fits several
    """
    if row.word == "OR" and row.rest.startswith("->"):
        raise SyntaxRefusal(
            "continuation",
            say("In a report, `or ->` lists other places for the move above it: write that move "
                "with such a place."),
            legal=(f"ARMY <from> {row.rest}",),
        )  # fmt: skip
    verb = verb_of(row.text)
    within = verb is not None and verb.kind in {Kind.LINE, Kind.FIGHT}
    parse = (verb.inside or verb.parse) if verb is not None and within else army.VERB.parse
    assert parse is not None
    line: Line = parse(row)
    return line


def parse_mail_command(text: str) -> MailCommand | None:
    """A command of the mail itself, before it is known which game it is about; None if it is none.

    :raises SyntaxRefusal: badly written; never shows a key
    """
    verb = verb_of(text)
    if verb is None or verb.parse is None or verb.kind is not Kind.COMMAND:
        return None
    if verb.reach is not Reach.LINE:
        return None  # it needs the text below it, and the names of a game
    command: MailCommand = verb.parse(said(None, text))
    return command


def parse_arrangement(text: str) -> Arrangement | None:
    """What a player arranges about time; None if a line does not.

    :raises SyntaxRefusal: badly written
    :raises AmbiguousRefusal: `several-zones`
    """
    verb = verb_of(text)
    if verb is None or verb.parse is None or not set(verb.values) & set(get_args(Arrangement)):
        return None
    arrangement: Arrangement = verb.parse(said(None, text))
    return arrangement


def no_short_form(word: str, rest: str) -> SyntaxRefusal:
    """The refusal of a letter that stands for no action, code `too-short`."""
    meant = SHORT.get(word)
    if meant is None:
        return SyntaxRefusal("unknown-order", say('"{said}" is no order.', said=cut(word)))
    return SyntaxRefusal(
        "too-short",
        say(
            "{said} alone is too easy to mistake; please write {order}.",
            said=word,
            order=meant.word,
        ),
        legal=(tidy(f"{meant.word} {rest}"),),
    )


def unit_of(text: str) -> Unit | None:
    """The kind of units that a line is about; None if it does not say."""
    if begins(text, status.VERB, destroy.VERB):
        return Unit.ARMY
    try:
        units = counted(text)
    except SyntaxRefusal:
        return None
    return units.unit if units else None
