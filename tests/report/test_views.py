"""What one reader sees of a position."""

from __future__ import annotations

from report_positions import ANN, BOB, CID, FAY, MIDDLE, about_to_end, in_the_middle, with_cash

from pbem.board.ids import NationId, PlayerId, RegionKind
from pbem.ground.messages import say
from pbem.report.data import state_data
from pbem.report.language.voice import Voice
from pbem.report.views import (
    Bond,
    Credit,
    Holding,
    NationView,
    PlaceView,
    PlayerView,
    Stock,
    View,
    view,
)


def player_of(seen: View, name: PlayerId) -> PlayerView:
    return next(p for p in seen.players if p.name == name)


def nation_of(seen: View, name: str) -> NationView:
    return next(n for n in seen.tables.nations if n.nation == name)


def place_of(seen: View, name: str) -> PlaceView:
    return next(p for area in seen.tables.areas for p in area.places if p.region == name)


def test_a_player_is_shown_with_cash_bonds_and_score() -> None:
    table = in_the_middle()
    fay = player_of(view(table.game, table.state, ANN), FAY)
    assert (fay.cash, fay.bond_points, fay.score) == (7, 5, 12)
    assert fay.governs == ("europe",)
    assert Holding(NationId("europe"), (9,), 9, 4, 4) in fay.holdings


def test_the_best_score_stands_first() -> None:
    table = in_the_middle()
    scores = [p.score or 0 for p in view(table.game, table.state, ANN).players]
    assert scores == sorted(scores, reverse=True)


def test_swiss_bank_and_investor_card_are_shown() -> None:
    table = in_the_middle()
    seen = view(table.game, table.state, None)
    assert [p.name for p in seen.players if p.swiss_bank] == [ANN]
    assert [p.name for p in seen.players if p.investor_card] == [BOB]


def test_secret_cash_is_shown_to_its_owner_and_the_moderator_only() -> None:
    table = in_the_middle("secret-cash")
    for reader, shown in ((FAY, {FAY}), (ANN, {ANN}), (None, set(table.state.seats))):
        seen = view(table.game, table.state, reader)
        assert {p.name for p in seen.players if p.cash is not None} == shown
        assert {p.name for p in seen.players if p.score is not None} == shown
        assert seen.secret == (reader is not None)
        data = state_data(table.game, table.state, reader)["players"]
        assert {name for name, own in data.items() if own["cash"] is not None} == shown
        assert {name for name, own in data.items() if own["score"] is not None} == shown


def test_where_cash_is_secret_the_order_of_the_players_does_not_tell_it() -> None:
    def order(cash: int) -> list[PlayerId]:
        table = in_the_middle("secret-cash", position=with_cash(MIDDLE, CID, cash))
        return [p.name for p in view(table.game, table.state, ANN).players]

    assert order(0) == order(500)


def test_secret_cash_is_open_once_the_game_is_over() -> None:
    table = about_to_end("secret-cash").send("EUROPE: TAXATION")
    assert table.state.over
    seen = view(table.game, table.state, ANN)
    assert all(p.cash is not None for p in seen.players)
    assert sum(len(group) for group in seen.tables.ranking) == len(seen.players)


def test_a_nation_is_shown_with_its_pieces_and_free_bonds() -> None:
    table = in_the_middle()
    europe = nation_of(view(table.game, table.state, FAY), "europe")
    assert (europe.treasury, europe.power, europe.factor, europe.space) == (8, 9, 1, "factory")
    assert europe.government == FAY
    assert [(f.region, f.is_shipyard, f.occupied_by) for f in europe.factories] == [
        ("paris", False, ()),
        ("london", True, ("india",)),
        ("rome", True, ()),
    ]
    assert (europe.armies, europe.fleets, europe.flags) == (Stock(4, 8), Stock(3, 8), Stock(0, 15))
    assert europe.armies.left == 4
    assert europe.credits == (Credit(FAY, 9), Credit(ANN, 2))
    assert europe.free_bonds[0] == Bond(4, 2)
    assert (europe.tax.revenue, europe.tax.pay, europe.interest) == (4, 7, 5)


def test_a_nation_that_has_not_moved_has_no_space_and_none_without_a_marker_a_level() -> None:
    table = in_the_middle()
    russia = nation_of(view(table.game, table.state, FAY), "russia")
    assert (russia.government, russia.space, russia.tax_level) == (None, None, None)


def test_the_map_shows_who_stands_where_and_how() -> None:
    table = in_the_middle()
    seen = view(table.game, table.state, FAY)
    london, atlantic = place_of(seen, "london"), place_of(seen, "north-atlantic")
    voice = Voice(board=table.game.board)
    told = [
        voice(say("{nation}: {units:said}", nation=f.nation, units=f.units)) for f in london.forces
    ]
    assert told == ["India: 3 armies (hostile)", "Europe: 1 fleet"]
    assert atlantic.flag == "usa"
    (friendly,) = place_of(seen, "murmansk").forces
    assert voice(say("{units:said}", units=friendly.units)) == "1 army (friendly)"
    kinds = [area.kind for area in seen.tables.areas]
    assert kinds[:2] == [RegionKind.SEA, RegionKind.LAND]
    assert set(kinds[2:]) == {RegionKind.HOME}
    named = [p.region for area in seen.tables.areas for p in area.places]
    assert "japan" not in named
    assert len(named) == len(set(named))


def test_open_questions_name_who_is_asked() -> None:
    table = in_the_middle().send("EUROPE: IMPORT NONE")
    seen = view(table.game, table.state, ANN)
    assert [w.player for w in seen.waiting] == [ANN]
    assert (
        Voice(board=table.game.board)(seen.waiting[0].sentence)
        == "Ann (you): must Europe stop on investor?"
    )
