"""By what sentences our own mails are known, in every language, where a copy has lost its marks.

The marker line says where an old mail begins. Mail programs that copy it without quote marks, or
lose the marker, leave the lines around it: they are recognised by these sentences, which are the
ones that the templates use, or have used: `HEAD_END` and `HEAD_BEGIN` are of mails whose marker did
not stand first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from string import Formatter
from typing import Final

from pbem.ground.messages import Message, say
from pbem.report.language.catalogue import catalogue, languages

HEAD_END: Final = (
    say("Write it here, above the line (your options are listed below):"),
    say("Write it here, above the line:"),
    say("We wait for {whom:message}"),
    say("Due by {until:message}."),
)
"""With what the lines above the marker end."""
DUE: Final = (say("Your answer is due by {until:message}."), *HEAD_END[:2], HEAD_END[3])
"""What stands there alone."""
HEAD_BEGIN: Final = (
    say("It is the turn of {nation}. Please send its order."),
    say("{nation} is in the middle of its maneuver. Please order the rest of it."),
    say("{enemy:nation} comes to {place} with {arrived}. Does {nation} fight?"),
    say(
        "{asking:nation} wants to use the {canal} of {nation}: fleets from {origin:place} to "
        "{target:place}. Is that allowed?"
    ),
    say(
        "{nation} wants to pass investor and go to {space}. Does your Swiss Bank force it to stop "
        "on investor?"
    ),
    say("Auction: you may buy one bond of {nation}, or none. You have {cash:money}."),
    say("You may invest once in {nation}, or pass. You have {cash:money}."),
    say("You may invest once, in any nation, or pass. You have {cash:money}."),
    say("You need not do anything now."),
    say("Your answer is due by {until:message}."),
    *HEAD_END[:3],
)
"""With what they begin."""
SUBJECTS: Final = (say("[{game}] Turn {turn}: {topic:message}"),)
"""Of reports."""
HEADINGS: Final = (
    say("SINCE YOUR LAST MAIL"),
    say("STANDINGS (with what has changed since your last mail)"),
    say("WHAT CAME OF IT"),
    say("WHAT HAPPENED"),
    say("YOUR OPTIONS"),
    say("STANDINGS"),
    say("NATIONS (in turn order)"),
    say("WHO MUST DECIDE"),
    say("HOW TO ANSWER"),
    say("THE GAME BEGINS"),
    say("FINAL RANKING"),
    say("IGNORED (no orders)"),
    say("WHO WOULD BE ASKED THEN"),
    say("KEPT FOR LATER"),
    say("YOUR PLANS AND STANDING ANSWERS"),
)
"""Lines below the marker."""
REMARKS: Final = (
    say("Copy lines from here; what stands behind # is a note and does no harm."),
    say("YOUR TURN: {nation}, by {until:message}."),
    say("YOUR ANSWER, by {until:message}: {asked:message}"),
    say("YOUR ANSWER: {asked:message}"),
    say("NOTHING FOR YOU TO DO NOW. We wait for {whom:message}"),
    say("THE GAME IS OVER: {player} wins."),
)
"""Sentences there."""
SURE: Final = 12  # so many letters of a sentence that begins with a name tell it from others
SURE_WORDS: Final = 6  # and so many of one that begins with words
LONGEST: Final = 30  # so many stand on one line, whatever the names before them


def beginnings(sentences: Iterable[Message]) -> str:
    """A pattern of how these sentences begin, in every language that there is."""
    said = {_beginning(catalogue(code).sentence(s.text)) for s in sentences for code in languages()}
    return "|".join(sorted(said))


def whole(sentences: Iterable[Message]) -> str:
    """A pattern of these sentences, which have no parameters, in every language that there is."""
    said = {re.escape(catalogue(c).sentence(s.text)) for s in sentences for c in languages()}
    return "|".join(sorted(said))


def _beginning(text: str) -> str:
    """Enough of a sentence to know it by; what is filled in may be anything."""
    pattern, sure = "", 0
    enough = SURE if text.startswith("{") else SURE_WORDS
    for before, name, _, _ in Formatter().parse(text):
        piece = before if len(before) <= LONGEST else before[:LONGEST].rpartition(" ")[0]
        pattern += re.escape(piece)
        sure += len(piece)
        if sure >= enough or piece != before:
            break
        if name is not None:
            pattern += ".{1,60}"
    return pattern
