"""The words that an order begins with, what kind of order each begins, and its forms.

The one table of them: the parser's choices, the forms that refusals offer, the index of the help
texts, and with `keywords` what tells an order from a sentence, all come from here.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What a line is, by its first word.

    heading: begins a nation's block; action: what a nation does; line: part of a maneuver
    fight: a maneuver's line inside one, else an answer
    answer: an answer or an investment; aside: stands anywhere, also inside a block
    condition, otherwise: `IF` and `ELSE` within a block; ahead: `WHEN INVESTING` begins one
    later: begins something that is not available yet
    """

    HEADING = "heading"
    ACTION = "action"
    LINE = "line"
    FIGHT = "fight"
    ANSWER = "answer"
    ASIDE = "aside"
    CONDITION = "condition"
    OTHERWISE = "otherwise"
    AHEAD = "ahead"
    LATER = "later"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Verb:
    """A word that begins an order; `others` are its other spellings."""

    word: str
    kind: Kind
    forms: tuple[str, ...]
    others: tuple[str, ...] = ()


CLAUSES = ("VIA", "HOSTILE", "FRIENDLY", "FIGHT", "PEACE")
"""What may follow the places of a move, in any order."""

ATTACKS = ("ATTACK", "ATTACKS", "ATTACKING", "FIGHTS", "FIGHTING")
"""Other words for `FIGHT`."""

OTHER_CLAUSES = {
    **dict.fromkeys(ATTACKS, "FIGHT"),
    **dict.fromkeys(
        ("BATTLE", "BATTLES", "BATTLING", "KILL", "KILLS", "KILLING", "AGAINST"), "FIGHT"
    ),
    **{
        f"{no} {fight}": "PEACE"
        for no in ("NO", "NOT", "WITHOUT", "DON'T", "DO NOT", "WON'T", "WILL NOT")
        for fight in ("FIGHT", "FIGHTING", "BATTLE", "ATTACK", "ATTACKING")
    },
    **dict.fromkeys(("PEACEFUL", "PEACEFULLY"), "PEACE"),
    **dict.fromkeys(("THROUGH", "BY WAY OF"), "VIA"),
}
"""Other words for clauses."""

_POLITE = ("PLEASE", "THANK", "THANKS", "THANK YOU", "SIR")
MOVERS = ("MOVE", "SEND", "CONVOY", "TRANSPORT", "MARCH", "SAIL")
"""What may stand before the units of a move."""

GIFTS = ("GIVE", "GIVES", "GIVING", "DONATE", "DONATING", "TRANSFER")
"""What begins a gift."""

BEHIND_YES_NO = {
    "YES": (*_POLITE, "I DO", "WE DO", "I WILL", "WE WILL", "DO IT", "DO SO", "OF COURSE"),
    "NO": (*_POLITE, "WAY", "NEVER", "NOT NOW", "I DON'T", "WE DON'T", "I WON'T", "WE WON'T"),
    "NONE": (*_POLITE, "FOR ME", "AT ALL"),
}
"""What people say behind these words without meaning anything else."""

MOVE_FORMS = (
    "ARMY <from> -> <to>",
    "FLEET <from> -> <to>",
    "2 ARMIES <from> -> <to> VIA <sea>, <sea>",
)
INVEST_FORMS = (
    "INVEST <price> IN <nation>",
    "INVEST <price> IN <nation> FOR <old price>",
    "PASS",
)

CONDITION_FORMS = (
    "IF TREASURY <nation> >= <n>",
    "IF CASH >= <n>",
    "IF POWER <nation> >= <n>",
    "IF BOND <price> <nation> FREE",
    "IF GOVERNMENT <nation> IS <player>",
    "IF <nation> ON <space>",
    "IF UNITS <nation> IN <region>",
    "IF INVESTOR CARD IS <player>",
)

VERBS: tuple[Verb, ...] = (
    Verb(
        "FACTORY", Kind.ACTION, ("FACTORY <province>", "FACTORY"), ("BUILD", "BUILDS", "BUILDING")
    ),
    Verb(
        "PRODUCTION",
        Kind.ACTION,
        ("PRODUCTION", "PRODUCTION A", "PRODUCTION EXCEPT <province>, <province>"),
        ("PRODUCE", "PRODUCES", "PRODUCING"),
    ),
    Verb(
        "IMPORT",
        Kind.ACTION,
        ("IMPORT 2 ARMIES <province>, FLEET <province>", "IMPORT NONE"),
        ("IMPORTS", "IMPORTING"),
    ),
    Verb(
        "MANEUVER",
        Kind.ACTION,
        ("MANEUVER", "MANEUVER A", "MANEUVER B"),
        ("MANOEUVRE", "MANOEUVER", "MANEUVRE", "MANEUVERS", "MANOEUVRES"),
    ),
    Verb("INVESTOR", Kind.ACTION, ("INVESTOR",)),
    Verb("TAXATION", Kind.ACTION, ("TAXATION",), ("TAX", "TAXES")),
    Verb("ARMY", Kind.LINE, MOVE_FORMS, ("ARMIES", *MOVERS)),
    Verb("FLEET", Kind.LINE, MOVE_FORMS, ("FLEETS",)),
    Verb("STATUS", Kind.LINE, ("STATUS <n> ARMIES <province> HOSTILE", "STATUS")),
    Verb("DESTROY", Kind.LINE, ("DESTROY <province>",)),
    Verb("FLAGS", Kind.LINE, ("FLAGS <region>, <region>",), ("FLAG",)),
    Verb(
        "FIGHT",
        Kind.FIGHT,
        ("FIGHT <nation> IN <region>", "FIGHT <nation> FLEET 1 IN <region>"),
        ATTACKS,
    ),
    Verb("PEACE", Kind.ANSWER, ("PEACE IN <region>", "PEACE")),
    Verb("INVEST", Kind.ANSWER, INVEST_FORMS, ("BUY",)),
    Verb("UPGRADE", Kind.ANSWER, ("UPGRADE <old price> TO <new price> IN <nation>",)),
    Verb("PASS", Kind.ANSWER, ("PASS",)),
    Verb("ALLOW", Kind.ANSWER, ("ALLOW <canal>", "ALLOW"), ("ALLOWED", "ALLOWS")),
    Verb("DENY", Kind.ANSWER, ("DENY <canal>", "DENY"), ("DENIED", "DENIES")),
    Verb("FORCE", Kind.ANSWER, ("FORCE <nation>", "FORCE")),
    Verb("LET", Kind.ANSWER, ("LET <nation> PASS", "LET PASS")),
    Verb("YES", Kind.ANSWER, ("YES",), ("Y", "YEP", "YEAH", "YUP", "SURE", "OK", "OKAY")),
    Verb("NO", Kind.ANSWER, ("NO",), ("N", "NOPE", "NAH")),
    Verb("NONE", Kind.ANSWER, ("NONE",), ("SKIP", "NOTHING")),
    Verb("ELSE", Kind.OTHERWISE, ("ELSE",)),
    Verb("IF", Kind.CONDITION, CONDITION_FORMS),
    Verb("WHEN", Kind.AHEAD, ("WHEN INVESTING: INVEST <price> IN <nation> ELSE PASS",)),
    Verb("STANCE", Kind.ASIDE, ("STANCE PEACE", "STANCE <own> FIGHT <nation> IN <region>")),
    Verb("CANAL", Kind.ASIDE, ("CANAL <canal> ALLOW", "CANAL <canal> DENY <nation>")),
    Verb("SWISS", Kind.ASIDE, ("SWISS PASS", "SWISS FORCE <nation>")),
    Verb(
        "CANCEL",
        Kind.ASIDE,
        ("CANCEL <nation>", "CANCEL INVESTING", "CANCEL ALL", "CANCEL ABSENCE"),
    ),
    Verb("SHOW", Kind.ASIDE, ("SHOW STANDING",)),
    Verb("GIVE", Kind.ASIDE, ("GIVE <n> TO <nation>",), GIFTS[1:]),
    Verb("GAME", Kind.ASIDE, ("GAME <id>",)),
    Verb("FOR", Kind.ASIDE, ("FOR TURN <n>",)),
    Verb("KEY", Kind.ASIDE, ("KEY <word>",)),
    Verb("CHECK", Kind.ASIDE, ("CHECK",)),
    Verb("ABSENCE", Kind.ASIDE, ("ABSENCE 2026-12-24 TO 2027-01-02", "CANCEL ABSENCE")),
    Verb("EXTEND", Kind.ASIDE, ("EXTEND <hours>",)),
    Verb("SET", Kind.ASIDE, ("SET TIMEZONE Europe/Athens",)),
    Verb("HELP", Kind.ASIDE, ("HELP", "HELP <command>")),
)

SPELLINGS: dict[str, Verb] = {s: verb for verb in VERBS for s in (verb.word, *verb.others)}
"""Every spelling of a verb -> the verb."""

SHORT = {
    "F": "FACTORY",
    "P": "PRODUCTION",
    "I": "IMPORT",
    "M": "MANEUVER",
    "T": "TAXATION",
}
"""Letters that look like a short form of an action, and are none."""

ACTION_FORMS = tuple(verb.forms[0] for verb in VERBS if verb.kind is Kind.ACTION)


def forms(word: str) -> tuple[str, ...]:
    """The forms of the order that begins with that word."""
    return SPELLINGS[word].forms
