"""Notes that several kinds of choices share: who gets interest, who invests."""

from __future__ import annotations

from pbem.board.ids import PlayerId
from pbem.board.model import Game
from pbem.report.wording import listed, money, say, you_or
from pbem.rules.government import may_invest_freely
from pbem.rules.investor import InterestBill
from pbem.rules.state import State


def investors_after(game: Game, state: State, reader: PlayerId | None) -> str:
    """Who invests once a nation stops on investor or passes it; "" where there is no card."""
    card = state.investor_card
    if card is None:
        return ""
    others = [
        you_or(p, reader)
        for p in state.clockwise(card)
        if p != card and may_invest_freely(game, state, p)
    ]
    sentence = (
        "Whenever investor is reached or passed, the investor card brings {income} and an "
        "investment: {holder}. Then without the income: {others}."
        if others
        else "Whenever investor is reached or passed, the investor card brings {income} and an "
        "investment: {holder}."
    )
    return say(
        sentence,
        holder=you_or(card, reader),
        income=money(game.rules.investor.card_income),
        others=listed(others),
    )


def interest_notes(bill: InterestBill, government: PlayerId, reader: PlayerId) -> str:
    """Who gets what, and what the government gives up or pays; as said to the reader."""
    shares = {government: bill.own, **bill.paid}
    listing = ", ".join(
        say("{who} {amount}", who=you_or(p, reader), amount=money(m))
        for p, m in shares.items()
        if m
    )
    notes = [say("interest: {shares}", shares=listing or "none")]
    if bill.forgone:
        notes.append(
            say("{who} forgo {m}", who=you_or(government, reader), m=money(bill.forgone))
            if government == reader
            else say("{who} forgoes {m}", who=government, m=money(bill.forgone))
        )
    if bill.short:
        notes.append(
            say("you pay {m} of it from your cash", m=money(bill.short))
            if government == reader
            else say("{who} pays {m} of it in cash", who=government, m=money(bill.short))
        )
    return "; ".join(notes)
