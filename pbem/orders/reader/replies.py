"""Answers to questions as people put them: "Permission denied", "They may stay", "Kill them".

Which question they answer is not known here. Each becomes one of the answers of the language, and
an answer to something else than what is asked is refused.
"""

from __future__ import annotations

import re
from typing import Final

from pbem.orders.text.looks import Looks
from pbem.orders.text.words import MILLIONS

#: Characters of the longest answer that is looked at.
LONGEST: Final = 160

#: So many times an answer may be said.
MOST_PARTS: Final = 3
_BETWEEN: Final = re.compile(r" ?[,.!:]+ (?:and |so )?| and | -> ", re.IGNORECASE)

_YES_OR_NO: Final = re.compile(
    r"(?:(yes|yep|yeah|yup|sure|ok|okay|fine|of course)|no|nope|nah|sorry)(?: please| thanks)? ?"
    r"(?:[,.!:]+|->) ?(?:but )?",
    re.IGNORECASE,
)
_AFTER_YES: Final = frozenset({"FIGHT", "PEACE", "ALLOW", "LET", "FORCE", "INVEST", "UPGRADE"})
_AFTER_NO: Final = frozenset({"PEACE", "DENY", "LET", "PASS"})
_THE: Final = re.compile(r"^the ", re.IGNORECASE)
#: No answer is without one of these: most lines of a mail are told at a glance.
_STEMS: Final = re.compile(
    r"\d|fight|attack|battl|\bwar\b|combat|blood|peace|friend|stay|remain|\blive|alone|leave|kill|destroy"
    r"|crush|smash|elimin|wipe|beat|\bhit\b|strike|permi|pass|access|transit|grant|guest|\bgo\b"
    r"|refus|\bden[iy]|allow|canal|clos|keep|\bout\b|forc|\bstop|\bmake\b|must|\bto\b|\bshall\b"
    r"|invest|bond|\bbuy|nothing|not|skip|save|continue|proceed|carry|\blet\b|\bmay\b|\bcan\b",
    re.IGNORECASE,
)
_NOT: Final = r"(?:do not|does not|don'?t|doesn'?t|will not|won'?t|shall not|never|not|no)"
_RATHER_NOT: Final = (
    r"(?:(?:i|we) (?:(?:would |'?d )?(?:prefer|rather|choose|decide) not|do not want|don't want)"
    r"|rather not)(?: to)?"
)
_US: Final = (
    r"(?:(?:i|we)(?:'ll| will| shall| want to| would like to|'d like to)? |let us |let's )?"
)
_NO_NAME: Final = (
    r"(?:to|may|can|cannot|must|has|have|is|are|shall|stop|land|stay|pass|go|move|continue|through"
    r"|in|at|on|with|alone|be|here|there)\b"
)
_WHO: Final = rf"(?P<who>(?!{_NO_NAME})(?:the )?[^\W\d_]+(?:[ -](?!{_NO_NAME})[^\W\d_]+)?)"
_PRONOUNS: Final = frozenset(
    {"they", "them", "it", "he", "him", "she", "her", "you", "that", "this"}
)
_IN: Final = r"(?P<where> (?:in|at|there|here).*)?"
_MAY: Final = r"(?:may|can|is allowed to|are allowed to|has permission to|have permission to)"
_CANAL: Final = r"(?: (?:through|by|along|freely|past|on|it|(?:the )?(?:[^\W\d_]+ )?canal))*"
_ON: Final = (
    r"(?:go|go on|go ahead|move|move on|continue|carry on|proceed|keep going|go by|go past)"
)
_STOP: Final = r"(?: (?:there|here|on it|(?:on|at) (?:the )?investor(?: space)?))?"
_NOW: Final = (
    r"(?: (?:now|today|here|there|anything|any|for me|from me|this time|this turn|at all))*"
)

_PHRASES: Final = tuple(
    (re.compile(pattern, re.IGNORECASE), order)
    for pattern, order in (
        # Fight or peace
        (rf"{_US}(?:peace,? )?{_NOT} (?:want to |want |an? |any |more )*"
         rf"(?:fight|attack|battle|war|combat|bloodshed)(?:ing|s)?(?: please)?"
         rf"(?: (?:with |against )?{_WHO})?{_IN}", "PEACE"),
        (rf"{_RATHER_NOT} (?:fight|attack|battle)(?: (?:with |against )?{_WHO})?{_IN}", "PEACE"),
        (rf"{_US}peace(?: please)? with {_WHO}{_IN}", "PEACE"),
        (rf"{_US}(?:(?:stay |remain |be |are |keep |keep it )(?:friendly|friends|peaceful(?:ly)?)"
         r"|peaceful(?:ly)?)", "PEACE"),
        (rf"{_US}(?:(?:keep|make|want|have|offer|choose|prefer) )(?:the )?peace"
         rf"(?: (?:with|to) {_WHO})?{_IN}", "PEACE"),
        (rf"{_WHO} (?:may|can) (?:stay|remain|live){_IN}", "PEACE"),
        (rf"let {_WHO} (?:stay|remain|live|be){_IN}", "PEACE"),
        (rf"{_US}leave {_WHO} (?:alone|be|in peace)", "PEACE"),
        (rf"{_US}(?:kill|destroy|crush|smash|eliminate|wipe out|beat|hit|fight|attack|battle"
         rf"|strike) (?:them|it|him|her)(?: all| down| out)*{_IN}", "FIGHT"),
        (rf"{_US}(?:(?:accept|take|want|have) )?(?:the |a |to )?(?:battle|fight|attack)"
         rf"(?: of course| definitely| please| now)?{_IN}", "FIGHT"),
        # A canal
        (r"(?:permission|passage|access|transit) (?:is )?(?:granted|given|allowed)"
         rf"(?: (?:for|to) {_WHO})?|granted|(?:pass|come|sail) through"
         r"|be my guest|go ahead|go through", "ALLOW"),
        (rf"{_US}(?:grant|give)(?: (?:it|them|him|her))? (?:permission|passage|leave|access)",
         "ALLOW"),
        (rf"{_WHO} {_MAY} (?:pass|go|come|sail|use|cross|transit)(?=\b)(?! on\b){_CANAL}", "ALLOW"),
        (r"(?:permission|passage|access|transit) (?:is )?(?:denied|refused|not granted)|refused"
         r"|not (?:allowed|permitted|granted)", "DENY"),
        (rf"(?:no|not) (?:passage|transit|permission|access|entry|way through)(?: for {_WHO})?",
         "DENY"),
        (rf"{_US}(?:deny|refuse)(?: (?:it|them|him|her))?(?: permission| passage| access)?",
         "DENY"),
        (rf"{_US}{_NOT} (?:allow|permit|let)(?: {_WHO})?(?: (?:to )?(?:pass|use|go)(?: through)?)?"
         rf"{_CANAL}", "DENY"),
        (rf"{_WHO} (?:may not|can ?not|can't|must not) "
         rf"(?:pass|go|come|sail|use|cross|transit){_CANAL}", "DENY"),
        (r"(?:the )?canal (?:is |stays |remains )?closed|(?:keep|stay) out|close the canal",
         "DENY"),
        # The Swiss Bank
        (rf"{_US}(?:force|make|stop) {_WHO}(?: to)?(?: (?:stop|land))?{_STOP}", "FORCE"),
        (rf"(?:i|we) (?:want|order|ask|tell|command) {_WHO} to (?:stop|land){_STOP}", "FORCE"),
        (rf"{_WHO} (?:must|has to|have to|shall) (?:stop|land){_STOP}", "FORCE"),
        (rf"{_US}{_NOT} (?:force|stop|make)(?: {_WHO})?(?: to)?(?: stop)?{_STOP}", "LET PASS"),
        (rf"let {_WHO} {_ON}", "LET PASS"),
        (rf"{_WHO} {_MAY} {_ON}", "LET PASS"),
        # Investing
        (rf"{_US}{_NOT} (?:want to |want |to |an? |any )*(?:invest(?:ing|ments?)?|bonds?"
         rf"|buy(?:ing)?){_NOW}", "PASS"),
        (r"(?:nothing|no thanks|not)(?: for me| to invest| to buy| this time| this turn)+", "PASS"),
        (rf"{_US}(?:skip|pass)(?: on)? (?:this|it|that|the|my)(?: (?:one|time|turn|round"
         r"|investment|chance|opportunity))?(?: for now)?", "PASS"),
        (rf"{_US}(?:keep|save) (?:my|our|the) (?:money|cash)", "PASS"),
    )
)  # fmt: skip

_PRICE: Final = rf"[€$£]?(?P<{{0}}>\d{{{{1,3}}}}) ?(?:{MILLIONS}|[€$£])?"
_NATION: Final = (
    r"(?P<{0}>(?!(?:and|to|for|into|take|get|buy|my|the|back|bonds?|in|of|from)\b)"
    r"[^\W\d_]+(?:[ -][^\W\d_]+)?(?:'s)?)"
)
_BOND: Final = r"(?: ?(?:bonds?|shares?|one|paper))?"


def _bond(number: int) -> str:
    """A bond in a sentence: `my Indian 4`, `the 12 million bond of India`, `4 India`."""
    before, price, after = (f"{word}{number}" for word in ("before", "price", "after"))
    return (
        rf"(?:my |the |our |an? )*(?:{_NATION.format(before)} )?(?:bond )?(?:of )?"
        rf"{_PRICE.format(price)}{_BOND}"
        rf"(?: (?:of |in |on |from |for |into )?(?:the )?{_NATION.format(after)})?"
    )


_UPGRADE: Final = re.compile(
    rf"{_US}(?:upgrade|trade|trade in|swap|exchange|change|raise|convert|return|give back|turn in"
    rf"|hand in|replace) {_bond(1)}(?:,? (?:to|for|into|against|with|by)|,? ->"
    rf"|,?(?: and)? (?:take|get|buy|for))(?: back)? {_bond(2)}",
    re.IGNORECASE,
)
_FROM_TO: Final = re.compile(
    rf"{_US}(?:upgrade|raise|increase|change|swap|exchange) (?:(?:my|the|our) )?"
    rf"(?:{_NATION.format('before1')} )?(?:bonds? )?(?:(?:of|in) {_NATION.format('after1')} )?"
    rf"from (?:the |my )?{_PRICE.format('price1')} to (?:the |a )?{_PRICE.format('price2')}"
    rf"{_BOND}(?: (?:of|in) {_NATION.format('after2')})?",
    re.IGNORECASE,
)
_SOME: Final = re.compile(
    rf"{_US}(?:fight|attack|battle|kill|hit) (?P<count>\d{{1,2}}|one|two|three) (?:of )?(?:the )?"
    r"(?P<who>[^\W\d_]+(?:[ -](?!army|armies|fleet|in\b)[^\W\d_]+)?)"
    r"(?: (?P<unit>army|armies|fleets?))?(?P<where> in .+)?",
    re.IGNORECASE,
)
_BUY: Final = re.compile(
    rf"{_US}(?:(?:buy|get|give|sell)(?: me| us)|buy|take|get|purchase|acquire|invest|invest in"
    rf"|investing|buying|taking|go for|want|(?<=will )have|(?<='ll )have|choose) {_bond(1)}",
    re.IGNORECASE,
)


def reply(text: str, looks: Looks) -> str:
    """The answer in the words of the language; "" if it is none of these.

    >>> looks = Looks(frozenset({"india"}), frozenset())
    >>> [reply(t, looks) for t in ("don't fight", "India may stay", "Bob may stay")]
    ['PEACE', 'PEACE WITH India', '']
    >>> reply("upgrade my Indian 4 to the 12", looks)
    'UPGRADE 4 TO 12 IN Indian'
    """
    if len(text) > LONGEST or not _STEMS.search(text) or text.rstrip().endswith("?"):
        return ""
    plain = text.strip(" ,.!")
    return _reply(plain, looks) or _behind_yes_or_no(plain, looks) or _agreeing(plain, looks)


def _behind_yes_or_no(text: str, looks: Looks) -> str:
    """`No, Europe cannot pass`: what it says, if that is no contradiction."""
    said = _YES_OR_NO.match(text)
    order = _reply(text[said.end() :], looks) if said else ""
    fits = _AFTER_YES if said and said[1] else _AFTER_NO
    return order if order.split(" ")[0] in fits else ""


def _agreeing(text: str, looks: Looks) -> str:
    """Of an answer that is said twice: "No fight please, Russia may stay"."""
    parts = [part.strip() for part in _BETWEEN.split(text, maxsplit=MOST_PARTS)]
    found = [_reply(part, looks) for part in parts] if 1 < len(parts) <= MOST_PARTS else []
    agree = all(found) and len({order.split(" ")[0] for order in found}) == 1
    return max(found, key=len) if agree else ""


def _reply(plain: str, looks: Looks) -> str:
    for pattern, order in _PHRASES:
        if (match := pattern.fullmatch(plain)) and (said := _said(order, match, looks)):
            return said
    if (some := _SOME.fullmatch(plain)) and looks.people(some["who"]):
        unit = f" {some['unit']}" if some["unit"] else ""
        return f"FIGHT {some['who']}{unit} {some['count']}{some['where'] or ''}"
    return _investment(plain, looks)


def _said(order: str, match: re.Match[str], looks: Looks) -> str:
    groups = match.groupdict()
    who, where = groups.get("who") or "", groups.get("where") or ""
    where = "" if where.strip().lower() in ("here", "there") else where
    if where and not where.lower().startswith(" in "):
        return ""
    named = "" if who.lower() in _PRONOUNS else _THE.sub("", who)
    if named and not looks.people(named):
        return ""
    if order == "PEACE":
        return f"PEACE{f' WITH {named}' if named else ''}{where}"
    if named and order == "FORCE":
        return f"FORCE {named}"
    if named and order == "LET PASS":
        return f"LET {named} PASS"
    if named and order == "ALLOW":
        return f"LET {named} PASS"
    return f"{order}{where}"


def _investment(plain: str, looks: Looks) -> str:
    if match := _UPGRADE.fullmatch(plain):
        nations = [match[name] for name in ("before1", "after1", "before2", "after2")]
        nation = _same(nations, looks)
        return f"UPGRADE {match['price1']} TO {match['price2']} IN {nation}" if nation else ""
    if match := _FROM_TO.fullmatch(plain):
        nation = _same([match[name] for name in ("before1", "after1", "after2")], looks)
        return f"UPGRADE {match['price1']} TO {match['price2']} IN {nation}" if nation else ""
    if match := _BUY.fullmatch(plain):
        nation = _same([match["before1"], match["after1"]], looks)
        return f"INVEST {match['price1']} IN {nation}" if nation else ""
    return ""


def _same(said: list[str], looks: Looks) -> str:
    """The nation that is named, if it is one and the same."""
    named = [name.removesuffix("'s") for name in said if name]
    nations = {looks.people(name) for name in named}
    return named[0] if len(nations) == 1 and "" not in nations else ""
