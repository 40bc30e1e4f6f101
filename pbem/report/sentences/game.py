"""What happens to money, power, bonds and governments, as messages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from pbem.ground.messages import Message, Value, count, say
from pbem.report.sentences.wording import flags, joined, steps
from pbem.rules import events as ev

GameEvent = (
    ev.MarkerMoved
    | ev.AskedAnew
    | ev.Taxed
    | ev.InterestForgone
    | ev.CardIncome
    | ev.Invested
    | ev.ForceAnswered
    | ev.GovernmentChanged
    | ev.SwissBankMoved
    | ev.CardMoved
    | ev.TurnSkipped
    | ev.NationOffered
    | ev.AuctionHeldAgain
    | ev.Gave
    | ev.GameEnded
)
"""What happens off the board and is told for itself."""


def told_of_the_game(event: GameEvent) -> Message:
    """An event off the board as a sentence."""
    match event:
        case ev.MarkerMoved():
            return _marker(event)
        case ev.AskedAnew():
            return _asked_anew(event)
        case ev.Taxed():
            return _taxed(event)
        case ev.InterestForgone():
            return _forgone(event)
        case ev.CardIncome(player, amount):
            return say(
                "{player} holds the investor card and gets {amount:money} from the bank.",
                player=player,
                amount=amount,
            )
        case ev.Invested():
            return _invested(event)
        case ev.ForceAnswered(player, nation, forced):
            sentence = (
                say("The Swiss Bank of {player} forces {nation} to stop on investor.")
                if forced
                else say("The Swiss Bank of {player} lets {nation} pass investor.")
            )
            return sentence.filled(player=player, nation=nation)
        case ev.GovernmentChanged(nation, old, new):
            sentence = (
                say("{player} takes over the government of {nation} from {old:player}.")
                if old
                else say("{player} takes the government of {nation}.")
            )
            return sentence.filled(player=new, old=old, nation=nation)
        case ev.SwissBankMoved(player, owns):
            if owns:
                return say("{player} gets a Swiss Bank.", player=player)
            return say("{player} gives up the Swiss Bank.", player=player)
        case ev.CardMoved(player):
            return say("{player} now has the investor card.", player=player)
        case ev.TurnSkipped(nation, turn):
            return say(
                "Turn {turn}: {nation} has no government and is skipped.", turn=turn, nation=nation
            )
        case ev.NationOffered(nation):
            return say("The bonds of {nation} are offered.", nation=nation)
        case ev.AuctionHeldAgain():
            return say("Nobody governs anything: the auction is held again.")
        case ev.Gave(player, nation, amount):
            return say(
                "{player} gives {amount:money} to the treasury of {nation}.",
                player=player,
                amount=amount,
                nation=nation,
            )
        case ev.GameEnded():
            return _ended(event)
        case _:
            assert_never(event)


def _marker(event: ev.MarkerMoved) -> Message:
    if event.steps is None:
        return say("{nation} begins on {space}.", nation=event.nation, space=event.space)
    sentence = (
        say("{nation} moves to {space} ({steps} on; {player} pays {cost:money}).")
        if event.cost
        else say("{nation} moves to {space} ({steps} on).")
    )
    return sentence.filled(
        nation=event.nation,
        space=event.space,
        steps=steps(event.steps),
        player=event.player,
        cost=event.cost,
    )


def _asked_anew(event: ev.AskedAnew) -> Message:
    return say(
        "The rest of the maneuver of {nation} is no longer legal: {reason} "
        "{player} orders the rest anew.",
        nation=event.nation,
        reason=event.reason,
        player=event.player,
    )


def _taxed(event: ev.Taxed) -> Message:
    parts = [
        say(
            "{nation} taxes: {factories} and {flags} bring {revenue:money}, soldiers are paid "
            "{pay:money}."
        )
        if event.pay
        else say("{nation} taxes: {factories} and {flags} bring {revenue:money}.")
    ]
    if event.bonus:
        parts.append(say("{player} gets a bonus of {bonus:money}."))
    parts.append(
        say("{nation} gains {gained} power and has {power}.")
        if event.power_gained
        else say("{nation} gains no power and has {power}.")
    )
    values: dict[str, Value] = {
        "nation": event.nation,
        "player": event.player,
        "factories": count("{number} factory", "{number} factories", event.factories),
        "flags": flags(event.flags),
        "revenue": event.revenue,
        "pay": event.pay,
        "bonus": event.bonus,
        "gained": event.power_gained,
        "power": event.power,
    }
    return joined((part.filled(**values) for part in parts), " ")


def told_interest(run: Sequence[ev.InterestPaid]) -> Message:
    """The interest of one nation as one sentence."""
    shares = (say("{amount:money} to {player}", amount=e.amount, player=e.player) for e in run)
    return say("{nation} pays interest: {shares}.", nation=run[0].nation, shares=joined(shares))


def _forgone(event: ev.InterestForgone) -> Message:
    if event.forgone and event.paid:
        sentence = say(
            "The treasury of {nation} is short: {player} gives up {forgone:money} of interest and "
            "pays {paid:money} to the others."
        )
    elif event.paid:
        sentence = say(
            "The treasury of {nation} is short: {player} pays {paid:money} to the others."
        )
    else:
        sentence = say(
            "The treasury of {nation} is short: {player} gives up {forgone:money} of interest."
        )
    return sentence.filled(
        nation=event.nation, player=event.player, forgone=event.forgone, paid=event.paid
    )


def _invested(event: ev.Invested) -> Message:
    sentence = (
        say("{player} buys the {price:money} bond of {nation}.")
        if event.returning is None
        else say(
            "{player} returns the {old:money} bond of {nation} and takes its {price:money} bond "
            "for {paid:money}."
        )
    )
    return sentence.filled(
        player=event.player,
        nation=event.nation,
        price=event.price,
        old=event.returning,
        paid=event.paid,
    )


def told_passes(run: Sequence[ev.InvestmentPassed]) -> Message:
    """Who does not invest, as one sentence."""
    nation = run[0].nation
    if run[0].asked:
        sentence = (
            say("No investment in {nation} by {players}.")
            if nation
            else say("No investment by {players}.")
        )
    elif nation:
        sentence = say("No investment in {nation} by {players}: no bond is cheap enough.")
    else:
        sentence = say("No investment by {players}: no bond is cheap enough.")
    return sentence.filled(players=tuple(e.player for e in run), nation=nation)


def _ended(event: ev.GameEnded) -> Message:
    sentence = (
        say("{nation} has reached the end of the power track. The game is over, and {player} wins.")
        if event.winner
        else say(
            "{nation} has reached the end of the power track. The game is over, and the victory "
            "is shared."
        )
    )
    return sentence.filled(nation=event.nation, player=event.winner)
