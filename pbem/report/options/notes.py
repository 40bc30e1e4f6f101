"""Notes that several kinds of choices share: who gets interest, who invests."""

from __future__ import annotations

from pbem.board.ids import PlayerId
from pbem.board.model import Game
from pbem.ground.messages import Message, say
from pbem.report.sentences.wording import joined, you_or
from pbem.rules.government import may_invest_freely
from pbem.rules.spaces.investor import InterestBill
from pbem.rules.state import State


def investors_after(game: Game, state: State, reader: PlayerId | None) -> Message | None:
    """Who invests once a nation stops on investor or passes it; None where there is no card."""
    card = state.investor_card
    if card is None:
        return None
    others = tuple(
        you_or(p, reader)
        for p in state.clockwise(card)
        if p != card and may_invest_freely(game, state, p)
    )
    sentence = (
        say(
            "Whenever investor is reached or passed, the investor card brings {income:money} and "
            "an investment: {holder:player}. Then without the income: {others:player}."
        )
        if others
        else say(
            "Whenever investor is reached or passed, the investor card brings {income:money} and "
            "an investment: {holder:player}."
        )
    )
    return sentence.filled(
        holder=you_or(card, reader), income=game.rules.investor.card_income, others=others
    )


def interest_notes(bill: InterestBill, government: PlayerId, reader: PlayerId) -> Message:
    """Who gets what, and what the government gives up or pays; as said to the reader."""
    return joined(
        (_shares(bill, government, reader), *missing_notes(bill, government, reader)), "; "
    )


def _shares(bill: InterestBill, government: PlayerId, reader: PlayerId) -> Message:
    shares = [
        say("{who:player} {amount:money}", who=you_or(p, reader), amount=amount)
        for p, amount in {government: bill.own, **bill.paid}.items()
        if amount
    ]
    return say("interest: {shares}", shares=joined(shares)) if shares else say("interest: none")


def missing_notes(
    bill: InterestBill, government: PlayerId, reader: PlayerId
) -> tuple[Message, ...]:
    """What the government gives up or pays, since the treasury is short."""
    notes: list[Message] = []
    mine = government == reader
    if bill.forgone:
        sentence = (
            say("you forgo {amount:money}") if mine else say("{player} forgoes {amount:money}")
        )
        notes.append(sentence.filled(player=government, amount=bill.forgone))
    if bill.short:
        sentence = (
            say("you pay {amount:money} of it from your cash")
            if mine
            else say("{player} pays {amount:money} of it in cash")
        )
        notes.append(sentence.filled(player=government, amount=bill.short))
    return tuple(notes)
