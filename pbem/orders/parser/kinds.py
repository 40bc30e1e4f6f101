"""Of what kind a line is: told by its first words, before anything is parsed."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pbem.board.ids import NationId
from pbem.ground.errors import AmbiguousRefusal, Refusal, SyntaxRefusal
from pbem.ground.messages import say
from pbem.orders.text.clauses import ATTACKS, CLAUSES
from pbem.orders.text.names import Names
from pbem.orders.text.ways import bare_way, first_of, half_known, parted
from pbem.orders.text.words import (
    BOND,
    BOND_BEHIND,
    UNITS,
    counted,
    cut,
    head,
    places,
    tidy,
)
from pbem.orders.verbs.ahead import if_
from pbem.orders.verbs.answers import invest, pass_, upgrade
from pbem.orders.verbs.table import AVAILABLE, SHORT, begins, forms_of, near_to, verb_of
from pbem.orders.verbs.turn.moves import MOVE_FORMS
from pbem.orders.verbs.verb import Kind

NAME_WORDS = 4  # a nation's name has no more

_ORDERS = re.compile(r"^orders?\b(?:\s+for\b)?[\s:]*", re.IGNORECASE)
_ATTACKS = re.compile(rf" (?:{'|'.join(ATTACKS)}|FIGHT) ", re.IGNORECASE)
_UNIT = re.compile(rf"\b(?:{'|'.join(u for u in UNITS if len(u) > 1)}) ", re.IGNORECASE)
_COUNTS = re.compile(r"(?:[0-9]+|all)\s", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Heading:
    """`CHINA: ...`: the nation, or why there is none, and the text behind it."""

    nation: NationId | None
    refusal: Refusal | None
    rest: str


def kind_of(names: Names, text: str) -> Kind:
    """Of what kind the line is; `unknown` if it begins like no order."""
    word, rest = head(text)
    if verb := verb_of(text):
        return verb.kind
    if _is_short(word, rest):
        return Kind.ACTION
    if _begins_with_units(text):
        return Kind.LINE
    if heading_of(names, text) is not None:
        return Kind.HEADING
    if is_bond(names, text):
        return Kind.ANSWER
    return Kind.LINE if "->" in text or is_move(names, text) else Kind.UNKNOWN


def is_investment(names: Names, text: str) -> bool:
    """Whether the line invests, or passes to."""
    return begins(text, invest.VERB, upgrade.VERB, pass_.VERB) or (
        verb_of(text) is None and is_bond(names, text)
    )


def is_bond(names: Names, text: str) -> bool:
    """`6 China`, `9M in India`: an investment without its verb."""
    found, behind = BOND.fullmatch(text), BOND_BEHIND.fullmatch(text)
    return (found is not None and len(names.nations.fits(found[2])) == 1) or (
        behind is not None and names.nations.whole(behind[1]) is not None
    )


def is_move(names: Names, text: str) -> bool:
    """`Chennai-Iran`, `2 Chennai to Iran HOSTILE`: a move without unit and arrow."""
    found = places(bare_way(text))
    if len(found) > 1:
        return names.is_place(found[0]) and names.is_place(first_of(found[1]))
    if _ATTACKS.search(text) and names.is_place(found[0]) and _UNIT.search(text):
        return True  # `Delhi army attacks the Chinese in Afghanistan`
    return bool(parted(found[0], names.is_place) or half_known(found[0], names.is_place))


def heading_of(names: Names, text: str) -> Heading | None:
    """The heading that the line begins with, if it does (section 2).

    `CHINA:`, `ORDERS China`, both with or without a colon; also a nation's whole name before an
    action. Something with a colon that is no nation is a heading if nothing or an action follows.
    """
    said = _ORDERS.sub("", text)
    before, colon, after = said.partition(":")
    if colon and head(text)[0] not in AVAILABLE:
        return _with_colon(names, tidy(before), tidy(after))
    named = said != text or text.upper() in {"ORDERS", "ORDER"}
    words = said.split(" ")
    for at in range(min(len(words), NAME_WORDS), 0, -1):
        name, rest = tidy(" ".join(words[:at])), tidy(" ".join(words[at:]))
        nation = names.nations.whole(name)
        if nation is not None and (not rest or named or _begins_order(rest)):
            return Heading(nation, None, rest)
    return _looked_up(names, said, "") if named else None


def unknown(text: str) -> SyntaxRefusal:
    """The refusal of a line that begins like no order, code `unknown-order`."""
    word, _ = head(text)
    if word in CLAUSES:
        return SyntaxRefusal(
            "continuation",
            say("{order} stands on the line of its move.", order=word),
            legal=MOVE_FORMS,
        )
    forms = forms_of(word)  # `FOR my part`, where it is no FOR TURN
    near = () if forms else near_to(word)
    if near:
        return SyntaxRefusal(
            "unknown-order",
            say('"{said}" is no order. Did you mean {order}?', said=cut(word), order=near[0]),
            legal=forms_of(near[0]),
            said=word,
            meant=near[:1],
        )
    return SyntaxRefusal(
        "unknown-order",
        say('"{said}" cannot be understood. Write END on a line of its own before text that is no '
            "order.", said=cut(text)),
        legal=(*forms, "END", "HELP"),
    )  # fmt: skip


def with_forms(refusal: Refusal, text: str) -> Refusal:
    """The refusal; if it offers nothing, with the forms of the order that the line begins."""
    if not refusal.legal and refusal.code != "press-or-orders":
        verb = verb_of(text)
        refusal.legal = verb.legal if verb else MOVE_FORMS
    return refusal


def guessed(text: str) -> Kind:
    """The kind of the order that an unknown line's first word is near to."""
    word, rest = head(text)
    near = near_to(word)
    verb = verb_of(f"{near[0]} {rest}") if near else None
    return verb.kind if verb else Kind.UNKNOWN


def _with_colon(names: Names, before: str, after: str) -> Heading | None:
    heading = _looked_up(names, before, after)
    if isinstance(heading.refusal, SyntaxRefusal) and after and not _begins_turn(after):
        return None
    return heading


def _looked_up(names: Names, text: str, rest: str) -> Heading:
    try:
        return Heading(names.nation(text), None, rest)
    except (SyntaxRefusal, AmbiguousRefusal) as refusal:
        return Heading(None, refusal, rest)


def _begins_order(text: str) -> bool:
    """Whether the text begins like any order: what stands behind a nation's name is its own."""
    word, rest = head(text)
    return verb_of(text) is not None or _is_short(word, rest) or _begins_with_units(text)


def _begins_turn(text: str) -> bool:
    word, rest = head(text)
    verb = verb_of(text)
    return _is_short(word, rest) or (
        verb is not None and (verb.kind is Kind.ACTION or verb is if_.VERB)
    )


def _is_short(word: str, rest: str) -> bool:
    """`P`, `I 2 A Rome`, but not `I am away`; F with places is a fleet."""
    if word not in SHORT:
        return False
    if word == "F":
        return len(places(rest)) < 2 and " " not in rest and "-" not in rest
    return " " not in rest or _begins_with_units(rest)


def _begins_with_units(text: str) -> bool:
    try:
        return counted(text) is not None
    except SyntaxRefusal:
        return _COUNTS.match(text) is not None or text[:1].isdigit()
