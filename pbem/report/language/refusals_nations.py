"""What the rules refuse of turns, money, building and bonds (sections 2 to 4 and 6 to 9)."""

from __future__ import annotations

from typing import Final

from pbem.ground.messages import count, say
from pbem.report.language.refusal_models import RefusalEntry

ENTRIES: Final[tuple[RefusalEntry, ...]] = (
    RefusalEntry(
        "bad-number",
        ("4.3",),
        "IMPORT 0 ARMIES Paris",
        {
            "": say("Units are imported one or more at a time."),
        },
    ),
    RefusalEntry(
        "bond-sold",
        ("7.4",),
        "INVEST 9 IN Europe",
        {
            "": say("The {price:money} bond of {nation} belongs to {player}."),
        },
    ),
    RefusalEntry(
        "cash-held",
        ("3.3",),
        "GIVE 7 TO Europe",
        {
            "": say("{nation} needs {cost:money} of your cash for its way on the rondel."),
        },
    ),
    RefusalEntry(
        "game-over",
        ("8",),
        "EUROPE: TAXATION",
        {
            "": say("The game is over."),
        },
    ),
    RefusalEntry(
        "interest",
        ("7.1",),
        "EUROPE: INVESTOR",
        {
            "": say(
                "{nation} owes {owed:money} of interest to others, and its treasury holds "
                "{treasury:money}: {short:money} would be missing, and you would have "
                "{cash:money}."
            ),
        },
    ),
    RefusalEntry(
        "letter-missing",
        ("3.2",),
        "AUSTRIA-HUNGARY: PRODUCTION",
        {
            "": say("On the first turn of a nation say which: {one:order} or {other:order}."),
        },
    ),
    RefusalEntry(
        "no-exchange",
        ("2.3",),
        "INVEST 9 IN Austria-Hungary FOR 4",
        {
            "": say("No bond can be returned in the auction."),
        },
    ),
    RefusalEntry(
        "no-import-there",
        ("4.3",),
        "EUROPE: IMPORT FLEET Paris",
        {
            "foreign": say(
                "Nothing can be imported there: {region} is not a home province of {nation}."
            ),
            "no-port": say("Fleets are imported in port cities: {region} is not one."),
            "occupied": say(
                "Nothing can be imported there: a hostile army of {nations} stands in "
                "{region:place}."
            ),
        },
    ),
    RefusalEntry(
        "no-player",
        (),
        "EUROPE: TAXATION",
        {
            "": say("{player} does not play in this game."),
        },
    ),
    RefusalEntry(
        "no-production-there",
        ("4.2",),
        "EUROPE: PRODUCTION London",
        {
            "no-factory": say("Nothing is produced: {nation} has no factory in {region:place}."),
            "occupied": say(
                "Nothing is produced: a hostile army of {nations} stands in {region:place}."
            ),
        },
    ),
    RefusalEntry(
        "no-such-bond",
        ("7.4",),
        "INVEST 5 IN China",
        {
            "": say("There is no bond of {price:money}; there are {prices}."),
        },
    ),
    RefusalEntry(
        "not-asked",
        ("3",),
        "ALLOW Suez Canal",
        {
            "canal": say("You are not asked about a canal; {waiting:message}"),
            "fight": say("You are not asked about a battle; {waiting:message}"),
            "force-investor": say(
                "You are not asked for the word of a Swiss Bank; {waiting:message}"
            ),
            "invest": say(
                "You are not asked to invest; {waiting:message} To invest ahead, write WHEN "
                "INVESTING."
            ),
        },
    ),
    RefusalEntry(
        "not-higher",
        ("7.4",),
        "INVEST 4 IN China FOR 9",
        {
            "": say("A bond can only be exchanged for a higher one."),
        },
    ),
    RefusalEntry(
        "not-now",
        ("3",),
        "EUROPE: TAXATION",
        {
            "": say("It is not the time for a turn; {waiting:message}"),
        },
    ),
    RefusalEntry(
        "not-yet",
        ("3",),
        "PASS",
        {
            "": say("You will be asked, but {waiting:message}"),
            "invest": say(
                "You will be asked, but {waiting:message} To invest ahead, write WHEN INVESTING."
            ),
        },
    ),
    RefusalEntry(
        "not-your-bond",
        ("7.4",),
        "INVEST 12 IN India FOR 9",
        {
            "": say("You have no {price:money} bond of {nation}."),
        },
    ),
    RefusalEntry(
        "not-your-nation",
        ("3.2", "3.6"),
        "EUROPE: TAXATION",
        {
            "": say("{player} governs {nation}, not you."),
            "gift": say("Cash may only be given to a nation that you govern, not to {nation}."),
        },
    ),
    RefusalEntry(
        "other-nation",
        ("7.4", "3.3", "3.1"),
        "FORCE China",
        {
            "bond": say("Only bonds of {nation} are offered now."),
            "question": say("The question is about {asked:nation}, not about {nation}."),
            "turn": say("It is the turn of {asked:nation}, not of {nation}."),
        },
    ),
    RefusalEntry(
        "supply",
        ("4.4",),
        "EUROPE: PRODUCTION",
        {
            "army": say("{nation} has no army left to produce."),
            "fleet": say("{nation} has no fleet left to produce."),
        },
    ),
    RefusalEntry(
        "supply-short",
        ("4.4",),
        "EUROPE: IMPORT ARMY Paris",
        {
            "army": count(
                "{nation} has only {number} army left, not {wanted}.",
                "{nation} has only {number} armies left, not {wanted}.",
                0,
            ),
            "choose-army": count(
                "{nation} has only {number} army left for these places: {regions}. Say which.",
                "{nation} has only {number} armies left for these places: {regions}. Say which.",
                0,
            ),
            "choose-fleet": count(
                "{nation} has only {number} fleet left for these places: {regions}. Say which.",
                "{nation} has only {number} fleets left for these places: {regions}. Say which.",
                0,
            ),
            "fleet": count(
                "{nation} has only {number} fleet left, not {wanted}.",
                "{nation} has only {number} fleets left, not {wanted}.",
                0,
            ),
            "no-army": say("{nation} has no army left."),
            "no-fleet": say("{nation} has no fleet left."),
        },
    ),
    RefusalEntry(
        "too-dear",
        ("7.4", "3.2", "3.6"),
        "GIVE 99 TO Europe",
        {
            "bond": say("That costs {cost:money}; you have {cash:money}."),
            "cash": say("{player} has {cash:money} in cash; {needed:money} is needed."),
            "gift": say("You can give {least:money} to {cash:money}."),
            "no-cash": say("You have no cash."),
            "way": say(
                "{target:order} is {number} spaces on and costs {cost:money}; you have "
                "{cash:money}."
            ),
        },
    ),
    RefusalEntry(
        "too-far",
        ("3.2",),
        "EUROPE: FACTORY",
        {
            "": say(
                "{nation} is on {here:space} and must go 1 to {farthest} spaces on; "
                "{target:order} is {steps} spaces on."
            ),
            "stays": say(
                "{nation} is on {here:space} and must go 1 to {farthest} spaces on; it cannot stay."
            ),
        },
    ),
    RefusalEntry(
        "too-many-imports",
        ("4.3",),
        "EUROPE: IMPORT 4 ARMIES Paris",
        {
            "": say("At most {limit} units can be imported, not {wanted}."),
        },
    ),
    RefusalEntry(
        "treasury-short",
        ("4",),
        "EUROPE: IMPORT 3 ARMIES Paris",
        {
            "": say(
                "The treasury of {nation} has only {treasury:money}; {needed:money} is needed."
            ),
            "gift": say(
                "The treasury of {nation} has only {treasury:money}; {needed:money} is needed. "
                "Your own cash would do: {gift:order} first."
            ),
        },
    ),
    RefusalEntry(
        "twice",
        ("4.2",),
        "EUROPE: PRODUCTION Paris, Paris",
        {
            "": say("A factory produces one unit; a place stands twice."),
        },
    ),
    RefusalEntry(
        "waiting",
        ("3",),
        "",
        {
            "canal-of": say("we wait for {player}: the use of a canal, for {nation}."),
            "fight-of": say("we wait for {player}: a battle, for {nation}."),
            "force-investor-of": say(
                "we wait for {player}: the word of a Swiss Bank about {nation}."
            ),
            "invest": say("we wait for {player}: an investment."),
            "invest-of": say("we wait for {player}: an investment in {nation}."),
            "turn-of": say("we wait for {player}: the turn of {nation}."),
        },
    ),
)
