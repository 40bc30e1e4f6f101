"""What people write around an order, taken off: pictures, quotes, brackets, please and thanks.

`without_ornaments` does so for a line of any kind, `without_manners` for one that is an order
then: "I want to build in Chongqing please" is "build in Chongqing". What an order needs stays.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from functools import lru_cache
from typing import Final

from pbem.ground.fold import fold
from pbem.orders.reader.closing import is_closing, is_own_name
from pbem.orders.reader.looks import BEGINNING, HEAD, Looks
from pbem.orders.reader.plainly import OLD_SITE, restated
from pbem.orders.reader.replies import reply
from pbem.orders.reader.sentences import SEPARATOR, STAYS, STOP, sentences
from pbem.orders.reader.staying import stays
from pbem.orders.reader.wishes import asks_to_check
from pbem.orders.text.words import UNITS, head
from pbem.orders.verbs.ahead.give import VERB as GIVE
from pbem.orders.verbs.meant import is_yes_or_no
from pbem.orders.verbs.table import ACTIONS, AVAILABLE

#: Stands where a letter could not be decoded: an order that holds it is not taken.
UNREADABLE: Final = "\N{REPLACEMENT CHARACTER}"
#: So many characters are kept in mind.
MOST_KNOWN: Final = 4_096
#: So many commands may stand before an order on its line.
MOST_BEFORE: Final = 4

#: Lines that may name a player, who may be called anything ("Ty", "Please"); and what brackets and
#: signs stand behind an IF means something.
_PLAYERS: Final = re.compile(
    r"\bIF\b|^\W*(?:JOIN\b|REPLACE\b|AS\b[^:,]{1,60}:|(?:ANONYMOUS )?PRESS\b)", re.IGNORECASE
)
_KEY: Final = re.compile(r"\W*KEY\b", re.IGNORECASE)
#: `:-)` and its like; `;` would part the line. Between letters nothing is one.
_EMOTICON: Final = re.compile(
    r"(?:(?<=\s)|^)[:;=8]['-]?[()\[\]DPpOo|/\\*]+(?=\s|$)|[:;]-?[)(]+(?=\s|$)"
)
_PLEASE: Final = re.compile(r",? ?\b(?:please|pls|plz)\b([,.!]*)", re.IGNORECASE)
_FILLED_IN: Final = re.compile(r"<([^<>]*)>")
_BRACKETS: Final = str.maketrans(dict.fromkeys("()[]{}", " "))
#: `Chennai > Iran`: no quote (which stands at the beginning), and no comparison.
_GREATER: Final = re.compile(r"(?<=[^\W\d_])\.? ?>{1,3} ?(?=[^\W\d_])")
_CURRENCY: Final = re.compile(r"[€$£¥] ?(?=\d)|(?<=[\dMmOo]) ?[€$£¥]")
#: `Shanghai's fleet`
_POSSESSIVE: Final = re.compile(
    rf"(?<=\w)'s (?=(?:{'|'.join(unit for unit in UNITS if len(unit) > 1)})\b)"
    r"|(?<=s)' (?=fleet|arm)",
    re.IGNORECASE,
)
#: `Mumbai army-Iran`
_UNIT_DASH: Final = re.compile(
    rf"\b({'|'.join(unit for unit in UNITS if unit.isalpha() and len(unit) > 1)})-(?=[^\W\d_])",
    re.IGNORECASE,
)
#: `Fleets first: Shanghai to China Sea`
_UNITS_FIRST: Final = re.compile(r"\b(fleets?|army|armies|ships|troops) (?:first|next) ?:", re.I)
#: How a move goes is found by itself: `by convoy`. (`by way of` is VIA.)
_BY: Final = re.compile(
    r",? by (?:an? |the |our |my )?(?:sea|ships?|boats?|convoys?|fleets?|rail|rails|railway|train"
    r"|land|foot|means of (?:an? )?convoy)\b(?! (?:of|sea)\b),?",
    re.IGNORECASE,
)
_APOSTROPHES: Final = re.compile(r"(?<!\S)'+|'+(?!\S)")

_ORNAMENTS: Final = (
    (":;=8", _EMOTICON, " "),
    ('"', re.compile('"'), " "),
    ("pP", _PLEASE, r"\1 "),
    ("'", _APOSTROPHES, " "),
)

#: What somebody begins a sentence with that ends in an order.
_LEAD: Final = re.compile(
    r"(?:(?:"
    r"(?:i|we)(?: (?:want|wish|would like|would|like|choose|will|shall|am|are|plan|intend|decide|"
    r"prefer))?(?: going)?(?: to| for)?|(?:i|we)'?(?:d like to|d like|d rather|d|ll|m|re)"
    r"(?: going)?(?: to)?|let'?s|let us|kindly|(?:can|could) (?:you|(?:i|we)(?: have)?)"
    r"|and|and then|then|next|also|first|firstly|second|secondly|third|finally|lastly|so|now"
    r"|my (?:orders?|moves?|turn|answer|choice)(?: is| are)?|orders?|answer|move|choose|do"
    r"|go(?: to| for| with)?|play|take|(?<!i )(?<!we )have|accept|keep|make|offer|say"
    r"|vote(?: for)?|opt for|collect|the|an?|one|another|new|hi|hello|hey|all|turn|yes|ok|okay"
    r"|(?:no|nah|nope)(?=[,.!] ?(?:let|peace)\b)|my|our|bonds?"
    r")(?:[ ,:.!]|->)+)++",
    re.IGNORECASE,
)
#: The words of it with which somebody surely asks for something.
_WISH: Final = re.compile(r"\b(?:i|we|let|lets|kindly|can|could)\b", re.IGNORECASE)
#: "yes and no" is neither.
_UNSURE: Final = re.compile(r"\b(?:yes|ok|okay|and|then|so|also)\b", re.IGNORECASE)
#: What stands between a nation and its order in a sentence.
_FILLER: Final = re.compile(
    r"(?:(?:will|would like|wants?|should|shall|does|do|goes|go|is going|chooses|takes|plays|moves"
    r"|stops)(?: to| for| on)?|to|:|,) +",
    re.IGNORECASE,
)
#: `Order for India:`, `India's turn:`
_ABOUT_NATION: Final = re.compile(
    r"(?:(?:my |the )?(?:opening |first |new )?(?:orders?|turn|moves?) )?"
    r"(?:for|of) (?!turn\b)([^:]+)"
    r"|([^:']+?)(?:'s?)? (?:orders?|turn|moves?)(?: is| are)?",
    re.IGNORECASE,
)
_MOVING: Final = frozenset({"moves", "my moves", "our moves", "movement", "movements", "moving"})
#: An order of one word, with its nation or without, is left as it was written.
_AS_IT_IS: Final = re.compile(r"\w+(?:[ -][AB])?[ .,!:]*", re.IGNORECASE)
_THEN: Final = re.compile(r",? (?:and )?then |,? and |, ?|\. ", re.IGNORECASE)
_ACTION_AND_NATION: Final = re.compile(r"(\w+)(?:,| for| of| ->)? ([^\d:]+?)[.!]*")
_TAIL: Final = frozenset({"bitte", "thanks", "thx", "thank", "you", "ty", "now", "today"})
_THIS_TURN: Final = re.compile(r"(?: for)?,? this (?:turn|time)[.!]*$| it is[.!]*$", re.IGNORECASE)
#: "TAXATION. Thanks a lot!"
_LAST_SENTENCE: Final = re.compile(r"(?:[,.!]|->) ?((?:[^\W\d_]|[ '&])+[.!]*)$")
#: Characters of the longest line that may be a list of sentences.
LONGEST_LIST: Final = 600
#: Characters of the longest of them.
TAIL: Final = 40
#: These alone are no wish: "ok, thanks" answers nothing.
WEAK: Final = frozenset({"OK", "OKAY", "SURE", "YEAH"})
#: Commands of the mail that stand before an order on its line.
_BEFORE: Final = re.compile(
    r"(?:(?:(?:my|the) )?(?:orders?|moves?) )?(FOR ?:? ?TURN ?:? ?\d{1,9}"
    r"|TURN ?(?:no\.? ?|# ?)?(\d{1,9})|(?:GAME|KEY)(?: ?: ?| )[^\s:,]+"
    r"|CHECK)(?: ?(?:->|[:,.-]+) ?| )(.+)",
    re.IGNORECASE,
)


class _Pictures(dict[int, str]):
    """A table for `str.translate`: a blank for whatever is a picture and no letter."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        kind = unicodedata.category(character)
        picture = kind in ("So", "Sk", "Me", "Cn", "Co") and character != UNREADABLE
        plain = " " if picture else character
        if len(self) < MOST_KNOWN:
            self[code] = plain
        return plain


_PICTURES: Final = _Pictures()


def without_ornaments(text: str) -> str:
    """A clean line without pictures, smileys, quotes, brackets and signs of money.

    Conditions, lines that name players, and a KEY stay as they are.

    >>> without_ornaments('"FLEET Rome > Tunis" (attack Italy) :-)')
    'FLEET Rome -> Tunis attack Italy'
    """
    if _KEY.match(text):
        return text
    if not text.isascii():
        text = text.translate(_PICTURES)
    if _PLAYERS.search(text):
        return " ".join(text.split())
    # Most lines have none of them, and looking for a character is cheap.
    for needed, pattern, instead in _ORNAMENTS:
        if any(character in text for character in needed):
            text = pattern.sub(instead, text)
    text = _CURRENCY.sub("", text) if not text.isascii() or "$" in text else text
    text = _BY.sub(" ", text) if " by " in text.lower() else text
    text = _POSSESSIVE.sub(" ", text) if "'s " in text else text
    text = _UNIT_DASH.sub(r"\1 -> ", text) if "-" in text else text
    text = _UNITS_FIRST.sub(r"\1:", text) if ":" in text else text
    text = _FILLED_IN.sub(r" \1 ", text) if "<" in text else text
    text = text.translate(_BRACKETS)
    if ">" in text and "<" not in text:
        text = _GREATER.sub(" -> ", text)
    return " ".join(text.split()).lstrip(" ,")


def pieces(text: str, looks: Looks) -> tuple[str, ...]:
    """The order of a line, and before it the commands of the mail that stand on the same line.

    `FOR TURN 5: CHINA: TAXATION`, `Please only check this: TAXATION`
    """
    found: list[str] = []
    while len(found) < MOST_BEFORE and text:
        first, colon, after = text[:BEGINNING].partition(":")
        if colon and after.strip() and asks_to_check(first):
            found.append("CHECK")
            text = text[len(first) + 1 :].strip()
            continue
        before = _BEFORE.fullmatch(text)
        rest = without_manners(before[3], looks) if before else ""
        if before is None or not (looks.is_order(rest) or looks.is_nearly_heading(rest)):
            break
        number = before[2]
        found.append(f"FOR TURN {number}" if number else before[1])
        text = rest
    return (*found, *_orders(text, looks))


def _orders(text: str, looks: Looks) -> tuple[str, ...]:
    """The orders of a line: of its sentences, if all of them are told from chat for certain."""
    if asks_to_check(text) or _PLAYERS.search(text):
        return (without_manners(text, looks),) if text else ()
    if stays(text, looks):
        return ()
    if "," in text and len(text) <= LONGEST_LIST:
        moving = [part for part in text.split(",") if not stays(part, looks)]
        text = ",".join(moving)
    plain = without_manners(text, looks)
    if plain == "CHECK" or _said_plainly(text, looks):
        return (plain,)
    if both := _gift_and_turn(plain, looks):
        return both
    several = STOP.search(text)
    if not several and (not SEPARATOR.search(text) or looks.is_order(plain)):
        return (plain,)
    return sentences(text, looks, lambda part: _as_order(part, looks)) or (plain,)


def _as_order(text: str, looks: Looks) -> str:
    """The order that a sentence is beyond doubt, else ""."""
    if stays(text, looks):
        return STAYS
    plain = without_manners(text, looks)
    if plain == "CHECK" or plain.endswith("?") or is_yes_or_no(plain):
        return ""
    if _said_plainly(text, looks):
        return plain
    return plain if looks.is_clear_order(plain) else ""


def _gift_and_turn(text: str, looks: Looks) -> tuple[str, ...]:
    """`GIVE 2 TO China and then build Urumqi`: the gift stands on a line of its own."""
    if head(text[:BEGINNING])[0] not in GIVE.spellings or len(text) > LONGEST_LIST:
        return ()
    for joint in _THEN.finditer(text):
        gift, turn = text[: joint.start()], without_manners(text[joint.end() :], looks)
        if looks.is_order(gift) and looks.is_clear_order(turn):
            return gift, turn
    return ()


def maneuver_said(text: str, looks: Looks) -> str:
    """`MANEUVER`, with its nation, for a heading that speaks of moves; else ""."""
    plain = text[:BEGINNING].rstrip(" :").lower()
    if plain in _MOVING:
        return "MANEUVER"
    named = looks.after_nation(plain)
    return f"{named[0]}: MANEUVER" if named and named[1] in _MOVING else ""


@lru_cache(maxsize=64)
def without_manners(text: str, looks: Looks) -> str:
    """The order that a line politely asks for, or the line as it is if that is none."""
    if asks_to_check(text):
        return "CHECK"
    if _PLAYERS.search(text):
        return text
    heading = HEAD.fullmatch(text)
    if heading is None:
        return _bare(text, looks)
    if heading[2] and (named := looks.after_nation(heading[1])):
        name, action = named
        if action.upper() in ACTIONS:  # `India import: 2 armies Chennai`
            return f"{name}: {action}: {heading[2]}"
        if action.lower() in _MOVING and looks.is_move_line(heading[2]):
            return f"{name}: MANEUVER: {heading[2]}"
    announces = heading[2] and not looks.is_nation(heading[1])
    if announces and not _AS_IT_IS.fullmatch(heading[1]):
        action = restated(heading[1], looks, announced=True)
        if action:
            return f"{action}: {heading[2]}"
    if heading[1].lower() in _MOVING and looks.is_move_line(heading[2]):
        return f"MANEUVER: {heading[2]}"
    about = _ABOUT_NATION.fullmatch(heading[1])
    nation = (about[1] or about[2]) if about else heading[1]
    if not looks.is_nation(nation):
        return _bare(text, looks)
    if not heading[2]:
        return f"{nation}:" if about else text
    return f"{nation}: {_bare(heading[2], looks)}"


def _bare(text: str, looks: Looks) -> str:
    if said := _said_plainly(text, looks):
        return said
    text = _nation_first(text, looks)
    short = _without_tail(text, looks.writer)
    if short != text and (said := _said_plainly(short, looks)):
        return said
    if short != text and looks.is_order(plain := _without_lead(short, looks)):
        return plain
    return _without_lead(text, looks)


@lru_cache(maxsize=256)  # a line is asked about more than once on its way
def _said_plainly(text: str, looks: Looks) -> str:
    named = looks.after_nation(text[:BEGINNING])
    bare = named[1] if named and fold(named[0]) in looks.headings else text
    if _AS_IT_IS.fullmatch(bare) and head(bare)[0] in AVAILABLE:
        return ""
    return reply(text, looks) or restated(text, looks)


def _nation_first(text: str, looks: Looks) -> str:
    """`Taxation for India` as `India: Taxation`."""
    match = _ACTION_AND_NATION.fullmatch(text) if len(text) <= BEGINNING else None
    if match is None or match[1].upper() not in ACTIONS or fold(match[2]) not in looks.headings:
        return text
    return f"{match[2]}: {match[1]}"


def _without_lead(text: str, looks: Looks) -> str:
    lead = _LEAD.match(text)
    if lead is None or OLD_SITE.match(text) or looks.is_order(text):
        return _of_nation(text, looks)
    rest = text[lead.end() :]
    if said := reply(rest, looks):
        return said
    named = _of_nation(rest, looks)
    if _UNSURE.search(lead[0]) and is_yes_or_no(rest):
        return text
    asks = looks.is_order if _WISH.search(lead[0]) else looks.is_clear_order
    return named if named != rest or asks(rest) else text


def _of_nation(text: str, looks: Looks) -> str:
    """`China will build in Chongqing` as `China: build in Chongqing`."""
    found = looks.after_nation(text[:BEGINNING])
    if found is None:
        return text
    name, rest = found
    filler = _FILLER.match(rest)
    if filler and looks.is_clear_order(rest[filler.end() :]):
        return f"{name}: {text[text.index(rest) + filler.end() :]}"
    return text


def _without_tail(text: str, writer: Collection[str]) -> str:
    """The text without `please` and `thanks` at its end."""
    short = text[:-TAIL] + _THIS_TURN.sub("", text[-TAIL:])
    if (end := _LAST_SENTENCE.search(short[-BEGINNING:])) and (
        is_closing(end[1], writer) or is_own_name(end[1], writer)
    ):
        short = short[: len(short) - len(end[0])]
    words = short.rsplit(" ", 4)
    while len(words) > 1 and words[-1].strip(".,!").lower() in _TAIL:
        words.pop()
    short = " ".join(words).rstrip(" ,")
    return text if short == text or head(short)[0] in WEAK else short
