"""Set-up (section 2): the deal, the first bonds, the auction, the investor card."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from pbem.board.ids import NationId, PlayerId, RegionId
from pbem.board.model import Game
from pbem.ground.errors import BadInput
from pbem.ground.messages import Coded
from pbem.rules.government import settle_governments
from pbem.rules.play import Cash, Play, Treasury
from pbem.rules.state import Auction, NationState, PlayerState, Stage, State

Deal = Mapping[PlayerId, Sequence[NationId]]
"""player -> the nations dealt to that player."""


def random_deal(
    game: Game, players: Sequence[PlayerId], seed: int
) -> dict[PlayerId, list[NationId]]:
    """The deal that a seed gives (section 2.2); drawn once and then recorded with the game."""
    chance = random.Random(seed)
    nations: list[tuple[NationId, ...]] = [(n,) for n in game.nations]
    groups = list(game.rules.setup.groups.get(len(players), nations))
    chance.shuffle(groups)
    dealt = dict(zip(players, groups, strict=False))
    order = game.nations
    return {player: sorted(group, key=order.index) for player, group in dealt.items()}


def random_start_player(players: Sequence[PlayerId], seed: int) -> PlayerId:
    """The start player of an auction that a seed gives (section 2.3)."""
    return random.Random(seed).choice(list(players))


def empty_position(game: Game, players: Sequence[PlayerId]) -> State:
    """The board set up, nobody with cash or a bond (section 2.1).

    :raises BadInput: too few, too many or equal players
    """
    counts = sorted(game.rules.setup.cash)
    if len(players) not in counts:
        raise BadInput(
            "players",
            Coded(
                "number-of-players",
                "",
                {"given": len(players), "least": counts[0], "most": counts[-1]},
            ),
        )
    if len(set(players)) != len(players):
        raise BadInput("players", Coded("same-name-twice"))
    nations = {}
    for nation in game.nations:
        start: tuple[RegionId, ...] = tuple(
            p for p in game.board.homes[nation] if game.board.regions[p].start_factory
        )
        nations[nation] = NationState(factories=start)
    return State(
        players={player: PlayerState(cash=0) for player in players},
        nations=nations,
        nation=game.nations[0],
    )


def dealt_position(game: Game, players: Sequence[PlayerId], deal: Deal) -> Play:
    """The position after the deal (2.1, 2.2); the first turn is not yet asked for.

    :raises BadInput: the deal is none
    """
    check_deal(game, players, deal)
    play = Play(game, empty_position(game, players))
    setup = game.rules.setup
    for player in players:
        play.set_player(player, cash=setup.cash[len(players)])
    for player in players:
        for nation in deal[player]:
            _sell(play, player, nation, setup.own_bond)
            _sell(play, player, setup.small_bond_of[nation], setup.small_bond)
    dealt = {nation: player for player, nations in deal.items() for nation in nations}
    for nation in game.nations:
        bonds = play.nation(nation).bonds
        play.set_nation(nation, government=dealt.get(nation) or bonds.get(setup.small_bond))
    return play


def auction_position(game: Game, players: Sequence[PlayerId], start_player: PlayerId) -> Play:
    """The position before an auction (2.3); nobody is asked yet.

    :raises BadInput: the start player does not play
    """
    if start_player not in players:
        raise BadInput("start_player", Coded("no-such-player", "", {"player": start_player}))
    play = Play(game, empty_position(game, players))
    for player in players:
        play.set_player(player, cash=game.rules.setup.auction_cash[len(players)])
    play.set(stage=Stage.AUCTION, auction=Auction(start_player))
    return play


def check_deal(game: Game, players: Sequence[PlayerId], deal: Deal) -> None:
    """Whether a deal is one that section 2.2 knows.

    :raises BadInput: other players or nations, a nation twice, too many or too few
    """
    if set(deal) != set(players):
        raise BadInput("deal", Coded("not-each-player-once", "", {"players": tuple(players)}))
    nations = [n for player in players for n in deal[player]]
    for nation in nations:
        if nation not in game.nations:
            raise BadInput("deal", Coded("no-such-nation", "", {"nation": nation}))
    if len(set(nations)) != len(nations):
        raise BadInput("deal", Coded("nation-twice"))
    groups = game.rules.setup.groups.get(len(players))
    if groups is None:
        if any(len(deal[player]) != 1 for player in players):
            raise BadInput("deal", Coded("one-nation-each", "", {"players": len(players)}))
    elif {frozenset(group) for group in groups} != {frozenset(ns) for ns in deal.values()}:
        listed = "; ".join(", ".join(group) for group in groups)
        raise BadInput("deal", Coded("not-these-groups", "", {"expected": listed}))


def first_card_holder(game: Game, state: State) -> PlayerId | None:
    """Who gets the investor card at first (2.4); None where the variant has no card."""
    if game.rules.investor.method != "card":
        return None
    for nation in state.nations.values():
        if nation.government is not None:
            return state.left_of(nation.government)
    return None


def settle_after_auction(play: Play) -> bool:
    """Settle the governments after an auction (2.3); False if nobody governs anything."""
    auction = play.state.auction
    assert auction is not None
    settle_governments(play, auction.start_player)
    return any(n.government for n in play.state.nations.values())


def _sell(play: Play, player: PlayerId, nation: NationId, price: int) -> None:
    play.pay(price, Cash(player), Treasury(nation))
    bonds = dict(sorted({**play.nation(nation).bonds, price: player}.items()))
    play.set_nation(nation, bonds=bonds)
