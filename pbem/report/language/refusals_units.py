"""What the rules refuse of moves, fights, flags and canals (sections 5 and 11)."""

from __future__ import annotations

from typing import Final

from pbem.ground.messages import count, say
from pbem.report.language.refusal_models import RefusalEntry

ENTRIES: Final[tuple[RefusalEntry, ...]] = (
    RefusalEntry(
        "army-at-sea",
        ("5.4",),
        "ARMY Paris -> North Atlantic",
        {
            "": say(
                "Armies cannot stay at sea; by convoy they land where {place} touches a coast."
            ),
        },
    ),
    RefusalEntry(
        "canal-closed",
        ("11",),
        "2 FLEETS Mediterranean Sea -> Indian Ocean",
        {
            "army": say(
                "The army in {origin:place} was denied the use of the {canals} this turn, and "
                "there is no other way."
            ),
            "fleet": say(
                "The fleet in {place} was denied the use of the {canal} this turn: it can go "
                "elsewhere, or stay."
            ),
            "fleets": count(
                "Fleets in {place} were denied the use of the {canal} this turn: only {number} "
                "may ask for it.",
                "Fleets in {place} were denied the use of the {canal} this turn: only {number} "
                "may ask for it.",
                0,
            ),
        },
    ),
    RefusalEntry(
        "defended",
        ("5.10",),
        "DESTROY London",
        {
            "army": say("{nation} has an army in {place}: the factory cannot be destroyed."),
            "fleet": say("{nation} has a fleet in {place}: the factory cannot be destroyed."),
        },
    ),
    RefusalEntry(
        "flags-short",
        ("5.11",),
        "ARMY Paris -> North Africa",
        {
            "": say("{nation} has no flag left for {place}."),
        },
    ),
    RefusalEntry(
        "fleets-are-done",
        ("11",),
        "FLEET Rome -> Mediterranean Sea",
        {
            "fight": say("The armies have begun in this maneuver: no more fleets fight at sea."),
            "move": say("The armies have begun in this maneuver: no more fleets move."),
        },
    ),
    RefusalEntry(
        "hostile-by-default",
        ("11",),
        "ARMY Paris -> Murmansk",
        {
            "": say("The army enters {place} as hostile, since the order does not say FRIENDLY."),
        },
    ),
    RefusalEntry(
        "no-convoy",
        ("5.5",),
        "2 ARMIES Paris -> North Africa",
        {
            "": say(
                "There are not enough fleets for this convoy: each fleet carries one army a turn."
            ),
            "beside": say(
                "There are not enough fleets for this convoy besides those of the lines before "
                "it: each fleet carries one army a turn."
            ),
            "carried": say(
                "There are not enough fleets for this convoy: each fleet carries one army a turn, "
                "and some have done so already."
            ),
            "sent-away": say(
                "There are no longer enough fleets for this convoy: the order itself has sent "
                "some away before, and each fleet carries one army a turn."
            ),
        },
    ),
    RefusalEntry(
        "no-factory-there",
        ("4.1", "5.10"),
        "EUROPE: FACTORY Korea",
        {
            "built": say("No factory can be built: {region} already has one."),
            "destroy": say("{region} has no foreign factory."),
            "foreign": say("No factory can be built: {region} is not a home province of {nation}."),
            "occupied": say(
                "No factory can be built: a hostile army of {nations} stands in {region:place}."
            ),
        },
    ),
    RefusalEntry(
        "no-flag-there",
        ("5.11",),
        "FLAGS Paris",
        {
            "": say("{region} is a home province: no flag is placed there."),
        },
    ),
    RefusalEntry(
        "no-status-there",
        ("5.7",),
        "STATUS ARMY Paris HOSTILE",
        {
            "": say("{region} is not a foreign home province."),
        },
    ),
    RefusalEntry(
        "no-such-step",
        ("5.1",),
        "FLEET Mediterranean Sea -> China Sea",
        {
            "far": say("Fleet in {origin:place}: {target:region} is not adjacent."),
            "land": say(
                "Fleet in {origin:place}: {target:region} is land, and fleets never return to land."
            ),
            "port": say(
                "Fleet in {origin:place}: from a port it goes only to the sea of that port, not "
                "to {target:place}."
            ),
        },
    ),
    RefusalEntry(
        "no-such-units",
        ("5.4", "5.1"),
        "FLEET China Sea -> Indian Ocean",
        {
            "army": count(
                "{nation} has {number} army in {place} that can still move, not {wanted}.",
                "{nation} has {number} armies in {place} that can still move, not {wanted}.",
                0,
            ),
            "fleet": count(
                "{nation} has {number} fleet in {place} that can still move, not {wanted}.",
                "{nation} has {number} fleets in {place} that can still move, not {wanted}.",
                0,
            ),
            "no-army": say("{nation} has no army in {place} that can still move."),
            "no-fleet": say("{nation} has no fleet in {place} that can still move."),
            "no-status": say("{nation} has no army in {place} that could change."),
            "status": count(
                "{nation} has {number} army in {place} that could change, not {wanted}.",
                "{nation} has {number} armies in {place} that could change, not {wanted}.",
                0,
            ),
        },
    ),
    RefusalEntry(
        "no-units-there",
        ("5.9",),
        "FIGHT China IN China Sea",
        {
            "": say("{nation} has no unit in {place} that could fight."),
        },
    ),
    RefusalEntry(
        "no-way",
        ("5.4", "5.5"),
        "ARMY Paris -> Korea",
        {
            "": say(
                "No army can get from {origin:place} to {target:place} now, by land, rail or "
                "convoy."
            ),
            "sent-away": count(
                "No army can get from {origin:place} to {target:place} any more: the order itself "
                "has sent away the fleet of the convoy before.",
                "No army can get from {origin:place} to {target:place} any more: the order itself "
                "has sent away the fleets of the convoy before.",
                0,
            ),
            "stays": say("The army is in {place} already: leave the line out."),
            "via": say(
                "No convoy from {origin:place} to {target:place}: it cannot be made by "
                "{via:places}."
            ),
            "via-apart": say(
                "No convoy from {origin:place} to {target:place}: {one:region} and {other:region} "
                "are not adjacent."
            ),
            "via-end": say(
                "No convoy from {origin:place} to {target:place}: {via:region} does not lead there."
            ),
            "via-land": say(
                "No convoy from {origin:place} to {target:place}: {via:region} is not a sea."
            ),
            "via-no-fleet": say(
                "No convoy from {origin:place} to {target:place}: {nation} has no fleet in "
                "{via:place}."
            ),
            "via-start": say(
                "No convoy from {origin:place} to {target:place}: no army there can embark for "
                "{via:place}."
            ),
        },
    ),
    RefusalEntry(
        "nobody-to-fight",
        ("5.9",),
        "FIGHT India IN Paris",
        {
            "": say("{nation} has no units in {place} to be fought."),
            "army": say("{nation} has no armies in {place} to be fought."),
            "fleet": say("{nation} has no fleets in {place} to be fought."),
        },
    ),
    RefusalEntry(
        "not-for-fleets",
        ("5.1",),
        "FLEET London -> North Atlantic HOSTILE",
        {
            "": say("VIA, HOSTILE and FRIENDLY are for armies only."),
        },
    ),
    RefusalEntry(
        "number-of-pairs",
        ("11",),
        "FLEET London -> North Atlantic FIGHT USA 2",
        {
            "": count(
                "{number} pair can fight in {place}, not {wanted}.",
                "1 to {number} pairs can fight in {place}, not {wanted}.",
                0,
            ),
            "enemy": count(
                "{number} pair can fight {nation} in {place}, not {wanted}.",
                "1 to {number} pairs can fight {nation} in {place}, not {wanted}.",
                0,
            ),
        },
    ),
    RefusalEntry(
        "other-canal",
        ("5.2",),
        "ALLOW Panama Canal",
        {
            "": say("The question is about the {asked:canal}, not about the {canal}."),
        },
    ),
    RefusalEntry(
        "other-enemy",
        ("5.9",),
        "FIGHT China IN London",
        {
            "": say("It is {enemy:nation} that has moved in, not {nation}."),
        },
    ),
    RefusalEntry(
        "other-region",
        ("5.9",),
        "FIGHT Europe IN Paris",
        {
            "": say("The question is about {asked:place}, not about {place}."),
        },
    ),
    RefusalEntry(
        "other-unit",
        ("5.9",),
        "FIGHT Europe FLEET IN London",
        {
            "army": say("{nation} has moved in with armies, not fleets."),
            "fleet": say("{nation} has moved in with fleets, not armies."),
        },
    ),
    RefusalEntry(
        "own-units",
        ("5.9",),
        "FIGHT Europe IN London",
        {
            "": say("{nation} cannot fight its own units."),
        },
    ),
    RefusalEntry(
        "protected",
        ("5.8",),
        "STATUS ARMY Paris HOSTILE",
        {
            "destroy": say(
                "{region} has the last factory of {nation} that no hostile army occupies: it "
                "cannot be destroyed."
            ),
            "enters": say(
                "{region} has the last factory of {nation} that no hostile army occupies: the "
                "army enters as friendly."
            ),
            "status": say(
                "{region} has the last factory of {nation} that no hostile army occupies: no army "
                "there can become hostile."
            ),
        },
    ),
    RefusalEntry(
        "rest-of-maneuver",
        ("11",),
        "EUROPE: TAXATION",
        {
            "": say(
                "{nation} is in the middle of its maneuver: only the rest of it can be ordered."
            ),
        },
    ),
    RefusalEntry(
        "status-meaningless",
        ("5.7",),
        "ARMY Paris -> Turkey HOSTILE",
        {
            "": say("{order} means nothing in {place}: it is not a foreign home province."),
        },
    ),
    RefusalEntry(
        "too-few-armies",
        ("5.10",),
        "DESTROY London",
        {
            "": say(
                "It takes {needed} hostile armies to destroy the factory of {region}; there would "
                "be {there}."
            ),
        },
    ),
    RefusalEntry(
        "which-question",
        ("5.9",),
        "PEACE",
        {
            "": say(
                "You are asked for {nations}, in this order: say in which region, once for each."
            ),
        },
    ),
)
