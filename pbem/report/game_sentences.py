"""What happens to money, power, bonds and governments, as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from pbem.board.model import Board
from pbem.report.wording import counted, listed, money, name_or_nobody, say, space_name
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


def told_of_the_game(board: Board, event: GameEvent) -> str:
    """An event off the board as a sentence."""
    name = board.name
    match event:
        case ev.MarkerMoved():
            return _marker(board, event)
        case ev.AskedAnew(nation, player, reason):
            return say(
                "The rest of {nation}'s maneuver is no longer legal: {reason} "
                "{player} orders the rest anew.",
                nation=name(nation),
                reason=reason,
                player=player,
            )
        case ev.Taxed():
            return _taxed(board, event)
        case ev.InterestForgone():
            return _forgone(board, event)
        case ev.CardIncome(player, amount):
            return say(
                "{player} holds the investor card and gets {amount} from the bank.",
                player=player,
                amount=money(amount),
            )
        case ev.Invested():
            return _invested(board, event)
        case ev.ForceAnswered(player, nation, forced):
            sentence = (
                "{player}'s Swiss Bank forces {nation} to stop on investor."
                if forced
                else "{player}'s Swiss Bank lets {nation} pass investor."
            )
            return say(sentence, player=player, nation=name(nation))
        case ev.GovernmentChanged(nation, old, new):
            sentence = (
                "{new} takes over the government of {nation} from {old}."
                if old
                else "{new} takes the government of {nation}."
            )
            return say(sentence, new=new, old=old, nation=name(nation))
        case ev.SwissBankMoved(player, owns):
            sentence = "{player} gets a Swiss Bank." if owns else "{player} gives up a Swiss Bank."
            return say(sentence, player=player)
        case ev.CardMoved(player):
            return say("{player} has the investor card now.", player=player)
        case ev.TurnSkipped(nation, turn):
            return say(
                "Turn {turn}: {nation} has no government and is skipped.",
                turn=turn,
                nation=name(nation),
            )
        case ev.NationOffered(nation):
            return say("The bonds of {nation} are offered.", nation=name(nation))
        case ev.AuctionHeldAgain():
            return "Nobody governs anything: the auction is held again."
        case ev.Gave(player, nation, amount):
            return say(
                "{player} gives {amount} to the treasury of {nation}.",
                player=player,
                amount=money(amount),
                nation=name(nation),
            )
        case ev.GameEnded():
            return _ended(board, event)
        case _:
            assert_never(event)


def _marker(board: Board, event: ev.MarkerMoved) -> str:
    sentence = "{nation} moves to {space} ({spaces} on; {player} pays {cost})."
    if event.steps is None:
        sentence = "{nation} begins on {space}."
    elif not event.cost:
        sentence = "{nation} moves to {space} ({spaces} on)."
    return say(
        sentence,
        nation=board.name(event.nation),
        space=space_name(event.space),
        spaces=counted(event.steps or 0, "space"),
        player=event.player,
        cost=money(event.cost),
    )


def _taxed(board: Board, event: ev.Taxed) -> str:
    parts = [
        "{nation} taxes: {factories} and {flags} bring {revenue}, soldiers are paid {pay}."
        if event.pay
        else "{nation} taxes: {factories} and {flags} bring {revenue}."
    ]
    if event.bonus:
        parts.append("{player} gets a bonus of {bonus}.")
    parts.append(
        "{nation} gains {gained} power and has {power}."
        if event.power_gained
        else "{nation} gains no power and has {power}."
    )
    return say(
        " ".join(parts),
        nation=board.name(event.nation),
        player=event.player,
        factories=counted(event.factories, "factory"),
        flags=counted(event.flags, "flag"),
        revenue=money(event.revenue),
        pay=money(event.pay),
        bonus=money(event.bonus),
        gained=event.power_gained,
        power=event.power,
    )


def told_interest(board: Board, run: Sequence[ev.InterestPaid]) -> str:
    """The interest of one nation as one sentence."""
    shares = (say("{amount} to {player}", amount=money(e.amount), player=e.player) for e in run)
    return say(
        "{nation} pays interest: {shares}.",
        nation=board.name(run[0].nation),
        shares=", ".join(shares),
    )


def _forgone(board: Board, event: ev.InterestForgone) -> str:
    if event.forgone and event.paid:
        sentence = (
            "The treasury of {nation} is short: {player} gives up {forgone} of interest and pays "
            "{paid} to the others."
        )
    elif event.paid:
        sentence = "The treasury of {nation} is short: {player} pays {paid} to the others."
    else:
        sentence = "The treasury of {nation} is short: {player} gives up {forgone} of interest."
    return say(
        sentence,
        nation=board.name(event.nation),
        player=event.player,
        forgone=money(event.forgone),
        paid=money(event.paid),
    )


def _invested(board: Board, event: ev.Invested) -> str:
    sentence = (
        "{player} buys the {price} bond of {nation}."
        if event.returning is None
        else "{player} returns the {old} bond of {nation} and takes its {price} bond for {paid}."
    )
    return say(
        sentence,
        player=event.player,
        nation=board.name(event.nation),
        price=money(event.price),
        old=money(event.returning or 0),
        paid=money(event.paid),
    )


def told_passes(board: Board, run: Sequence[ev.InvestmentPassed]) -> str:
    """Who does not invest, as one sentence."""
    nation = run[0].nation
    if run[0].asked:
        sentence = (
            "No investment in {nation} by {players}." if nation else "No investment by {players}."
        )
    elif nation:
        sentence = "No investment in {nation} by {players}: no bond is cheap enough."
    else:
        sentence = "No investment by {players}: no bond is cheap enough."
    players = listed(e.player for e in run)
    return say(sentence, players=players, nation=name_or_nobody(board, nation))


def _ended(board: Board, event: ev.GameEnded) -> str:
    sentence = (
        "{nation} has reached the end of the power track. The game is over, and {winner} wins."
        if event.winner
        else "{nation} has reached the end of the power track. The game is over, and the victory "
        "is shared."
    )
    return say(sentence, nation=board.name(event.nation), winner=event.winner)
