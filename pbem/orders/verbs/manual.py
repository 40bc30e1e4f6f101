"""The help: a page for each order, as data that a report lays out and a voice puts into words.

Forms and examples are order language and stay as they are; everything else is a message.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pbem.ground.messages import Message, say
from pbem.orders.text.words import cut, head
from pbem.orders.verbs.table import SHORT, SPELLINGS, VERBS, near_to
from pbem.orders.verbs.turn.army import VERB as ARMY
from pbem.orders.verbs.verb import Form, Kind, Verb, Who


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the help.

    title: the order's name, "" of the overview
    forms: how it is written, each with what it means
    notes: below them, in their order: paragraphs, and as strings lines of orders
    examples: whole orders, but for those that stand in the notes
    rules: the sections of the rules
    topics: on what there are other pages; of the overview only
    """

    title: str
    forms: tuple[Form, ...] = ()
    notes: tuple[Message | str, ...] = ()
    examples: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()


_OVERVIEW: Final[tuple[Message | str, ...]] = (
    say("Orders are typed in plain words, one a line; capital or small letters do not matter."),
    say("A nation's turn stands under its name and is one of these:"),
    "CHINA: FACTORY Chongqing\nCHINA: PRODUCTION\nCHINA: IMPORT 2 ARMIES Beijing, FLEET Shanghai\n"
    "CHINA: INVESTOR\nCHINA: TAXATION",
    say("Of a maneuver, the moves follow on lines of their own:"),
    "CHINA: MANEUVER A\n  2 ARMIES Beijing -> Mongolia\n  FLEET Shanghai -> China Sea",
    say("Take a bond, or none; give own cash to a treasury; only ask what would happen:"),
    "INVEST 9 IN China\nPASS\nGIVE 2 TO China\nCHECK",
    say("FIGHT, PEACE, ALLOW, DENY, FORCE and LET answer the question that you were asked."),
    say(
        "Ahead of time: a block for a nation that is not yet to move is kept for its next turn. "
        "See HELP WHEN, HELP ELSE, HELP IF, HELP STANCE, HELP CANAL, HELP SWISS, HELP SHOW."
    ),
    say("Names: three letters or more will do if nothing else begins so."),
    say("Write END on a line of its own before text that is no order."),
    say("More: HELP <word>, where <word> is one of these:"),
)
_MODERATORS: Final = say("This is for the game's moderator.")


def help_page(topic: str | None) -> Page:
    """The page on a topic, or the overview; an unknown topic gets the overview with a hint.

    :param topic: an order's first word, in any of its spellings, or more of the order
    """
    if topic is None or not topic.strip():
        return _overview()
    word, rest = head(topic.replace(",", " ").replace(";", " ").strip())
    verbs = (SHORT[word],) if word in SHORT else SPELLINGS.get(word, ())
    if word == "F":  # a fleet, before all
        verbs = (ARMY,)
    if verbs:
        second = head(rest)[0]
        return _page([v for v in verbs if second and second in v.second] or verbs)
    return _overview(_no_help(cut(word)[:20], near_to(word)))


def manual() -> tuple[Page, ...]:
    """All pages, the overview first, then an order each: those that share a word on one page."""
    words = dict.fromkeys(verb.word for verb in VERBS)
    return (_overview(), *(_page(_of(word)) for word in words))


def _no_help(word: str, near: tuple[str, ...]) -> Message:
    if near:
        other = SPELLINGS[near[0]][0].word
        return say("There is no help on this: {said}. Did you mean HELP {order}?",
                   said=word, order=other)  # fmt: skip
    return say("There is no help on this: {said}.", said=word)


def _overview(*before: Message) -> Page:
    there = (verb.word for verb in VERBS if verb.kind is not Kind.MODERATOR)
    return Page("", notes=(*before, *_OVERVIEW), topics=tuple(dict.fromkeys(there)))


def _of(word: str) -> tuple[Verb, ...]:
    return tuple(verb for verb in SPELLINGS[word] if verb.word == word)


def _page(verbs: tuple[Verb, ...] | list[Verb]) -> Page:
    """What several orders with the same word say of themselves."""
    notes = [note for verb in verbs for note in verb.notes]
    if all(verb.who is Who.MODERATOR for verb in verbs):
        notes.append(_MODERATORS)
    return Page(
        title=verbs[0].title if len(verbs) == 1 else verbs[0].word,
        forms=tuple(dict.fromkeys(
            form for verb in verbs for form in verb.forms)),
        notes=tuple(notes),
        examples=tuple(
            example for verb in verbs for example in verb.examples
            if example not in notes and example not in {form.order for form in verb.forms}),
        rules=tuple(dict.fromkeys(rule for verb in verbs for rule in verb.rules)),
    )  # fmt: skip
