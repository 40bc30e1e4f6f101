"""Game files: every check refuses a broken copy and names the file, the key and the reason.

Also: inheritance, dropped variants, a site's own folder, and that the boards are the given facts.
"""

from __future__ import annotations

import copy
import os
import shutil
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem.board.ids import RegionId
from pbem.board.load import game_ids, load_board, load_game, shipped_games
from pbem.ground.disk import toml_bytes
from pbem.ground.errors import BadInput
from pbem.orders.text.names import names_of_all

SHARED = Path(os.environ["PBEM_SHARED"]) / "facts" if "PBEM_SHARED" in os.environ else None
Tables = dict[str, Any]
Breaking = Callable[[Tables], object]


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A copy of the shipped games to break."""
    return Path(shutil.copytree(shipped_games(), tmp_path / "games"))


def broken(path: Path, breaking: Breaking) -> None:
    """Change a game file."""
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    breaking(tables)
    path.write_bytes(toml_bytes(tables))


def refusal(games: Path, ident: str, variants: tuple[str, ...] = ()) -> BadInput:
    """The refusal of a game."""
    with pytest.raises(BadInput) as raised:
        load_game(ident, variants, games)
    return raised.value


def region(tables: Tables, ident: str) -> Tables:
    """A region of a board file."""
    found: Tables = next(r for r in tables["regions"] if r["id"] == ident)
    return found


def put(tables: Tables, key: str, *pairs: tuple[str, str]) -> None:
    """Add pairs to a list of borders, in order."""
    tables[key] = sorted([*tables[key], *map(list, pairs)])


def drop(tables: Tables, key: str, *names: str) -> None:
    """Take all pairs with these regions out of a list."""
    tables[key] = [pair for pair in tables[key] if not set(pair) & set(names)]


def swap_first(tables: Tables) -> None:
    """The first two land borders change places."""
    tables["land_borders"][:2] = tables["land_borders"][1::-1]


BOARD: dict[str, tuple[Breaking, str, str]] = {
    "nation twice": (
        lambda t: t["nations"].append(copy.deepcopy(t["nations"][0])),
        "nations.id", "stands twice",
    ),
    "region twice": (
        lambda t: t["regions"].append(copy.deepcopy(t["regions"][0])),
        "regions.id", "stands twice",
    ),
    "canal twice": (
        lambda t: t["canals"].append(copy.deepcopy(t["canals"][0])),
        "canals.id", "stands twice",
    ),
    "alias of another region": (
        lambda t: region(t, "iran")["aliases"].append("Méxi-co"),
        "aliases", "already means",
    ),
    "impassable region": (
        lambda t: t["impassable"][0].update(name="Iran"),
        "impassable.switzerland", "is also a region",
    ),
    "capital id": (
        lambda t: region(t, "alaska").update(id="Alaska"),
        "regions.Alaska.id", "lower-case",
    ),
    "off the map": (
        lambda t: region(t, "alaska").update(x=2000),
        "regions.alaska.x, y", "outside the map",
    ),
    "labels too near": (
        lambda t: region(t, "alaska").update(x=139, y=86),
        "x, y", "too near",
    ),
    "three start factories": (
        lambda t: region(t, "chongqing").update(start_factory=True),
        "nations.china", "exactly two",
    ),
    "home of nobody": (
        lambda t: region(t, "chongqing").update(nation="france"),
        "regions.chongqing.nation", "no nation of this board",
    ),
    "home without a city": (
        lambda t: region(t, "chongqing").pop("city"),
        "regions.chongqing.city", "needs a city",
    ),
    "land with a city": (
        lambda t: region(t, "alaska").update(city="armaments"),
        "regions.alaska", "only a home province",
    ),
    "port without a sea": (
        lambda t: region(t, "shanghai").pop("port_sea"),
        "regions.shanghai.port_sea", "each shipyard city",
    ),
    "armaments with a sea": (
        lambda t: region(t, "beijing").update(port_sea="china-sea"),
        "regions.beijing.port_sea", "nothing else",
    ),
    "port at a sea that it does not touch": (
        lambda t: region(t, "shanghai").update(port_sea="tasman-sea"),
        "regions.shanghai.port_sea", "no sea that the province touches",
    ),
    "border twice": (
        lambda t: t["land_borders"].insert(0, t["land_borders"][0]),
        "land_borders", "stands twice",
    ),
    "borders out of order": (swap_first, "land_borders", "alphabetical"),
    "pair out of order": (
        lambda t: t["sea_borders"].append(["tasman-sea", "mediterranean-sea"]),
        "sea_borders", "alphabetical",
    ),
    "border with nowhere": (
        lambda t: put(t, "land_borders", ("alaska", "narnia")),
        "land_borders", "not on the board",
    ),
    "land border with a sea": (
        lambda t: put(t, "land_borders", ("alaska", "north-pacific")),
        "land_borders", "joins",
    ),
    "coast between seas": (
        lambda t: put(t, "coast", ("mediterranean-sea", "tasman-sea")),
        "coast", "joins",
    ),
    "strait that is no border": (
        lambda t: put(t, "straits", ("alaska", "japan")),
        "straits", "not among the land_borders",
    ),
    "rail excluded abroad": (
        lambda t: t.update(rail_excluded=[["beijing", "moscow"]]),
        "rail_excluded", "not home provinces of one nation",
    ),
    "rail excluded across a border": (
        lambda t: t.update(rail_excluded=[["beijing", "shanghai"]]),
        "rail_excluded", "also a land border",
    ),
    "canal of land": (
        lambda t: t["canals"][0].update(seas=["alaska", "north-pacific"]),
        "canals.panama.seas", "must be two seas",
    ),
    "canal where the seas meet": (
        lambda t: t["canals"][0].update(seas=["caribbean-sea", "north-atlantic"]),
        "canals.panama.seas", "adjacent without",
    ),
    "canal controlled at home": (
        lambda t: t["canals"][0].update(controller="new-orleans"),
        "canals.panama.controller", "outside the nations",
    ),
    "canal controlled from afar": (
        lambda t: t["canals"][0].update(controller="alaska"),
        "canals.panama.controller", "touch both seas",
    ),
    "an island without a coast": (
        lambda t: drop(t, "coast", "japan"),
        "land_borders", "falls into parts",
    ),
    "seas in parts": (
        lambda t: drop(t, "sea_borders", "mediterranean-sea"),
        "sea_borders", "fall into parts",
    ),
    "a sea without a coast": (
        lambda t: drop(t, "coast", "south-pacific"),
        "coast", "touches no land",
    ),
    "rail in parts": (
        lambda t: t.update(land_borders=[
            p for p in t["land_borders"]
            if p not in (["berlin", "paris"], ["paris", "rome"])
        ]),
        "land_borders", "rail network of europe",
    ),
    "more borders than a map can have": (
        lambda t: t.update(land_borders=sorted(
            [a["id"], b["id"]] for a in t["regions"] for b in t["regions"]
            if a["id"] < b["id"] and "sea" not in (a["kind"], b["kind"])
        )),
        "land_borders", "more than any map",
    ),
    "unknown key": (lambda t: t.update(weather="fine"), "weather", "not permitted"),
    "unknown kind": (lambda t: region(t, "alaska").update(kind="swamp"), "kind", "sea"),
    "no armies": (lambda t: t["nations"][0].update(armies=0), "nations.0.armies", "greater than 0"),
}  # fmt: skip


@pytest.mark.parametrize("what", sorted(BOARD))
def test_a_broken_board_is_refused(games: Path, what: str) -> None:
    breaking, key, reason = BOARD[what]
    path = games / "imperial-2030" / "board.toml"
    broken(path, breaking)
    error = refusal(games, "imperial-2030")
    assert str(path) in error.where
    assert key in error.where
    assert reason in error.reason


RULES: dict[str, tuple[Breaking, str, str]] = {
    "id of another": (lambda t: t.update(id="chess"), "id", "folder is called"),
    "interest for each price": (
        lambda t: t["bonds"]["interest"].pop(),
        "bonds.interest",
        "one entry for each price",
    ),
    "prices that fall": (
        lambda t: t["bonds"]["prices"].__setitem__(1, 2),
        "bonds.prices",
        "must rise",
    ),
    "interest that falls": (
        lambda t: t["bonds"]["interest"].__setitem__(1, 1),
        "bonds.interest",
        "must rise",
    ),
    "own bond": (lambda t: t["setup"].update(own_bond=10), "setup.own_bond", "no price"),
    "small bond": (lambda t: t["setup"].update(small_bond=3), "setup.small_bond", "no price"),
    "small bond of nobody": (
        lambda t: t["setup"]["small_bond_of"].pop("italy"),
        "small_bond_of",
        "each nation",
    ),
    "small bond of itself": (
        lambda t: t["setup"]["small_bond_of"].update(italy="italy", germany="great-britain"),
        "setup.small_bond_of",
        "its own small bond",
    ),
    "cash for five": (lambda t: t["setup"]["cash"].pop("5"), "setup.cash", "an entry for each"),
    "auction cash for five": (
        lambda t: t["setup"]["auction_cash"].pop("5"),
        "setup.auction_cash",
        "an entry for each",
    ),
    "too little cash": (
        lambda t: t["setup"]["cash"].update({"2": 38}),
        "setup.cash.2",
        "cannot pay",
    ),
    "a nation in two groups": (
        lambda t: t["setup"]["groups"]["3"][0].__setitem__(0, "italy"),
        "setup.groups.3",
        "share all",
    ),
    "groups for another number": (
        lambda t: t["setup"]["groups"]["2"].append(["russia"]),
        "setup.groups.2",
        "share all",
    ),
    "chart that begins late": (
        lambda t: t["taxation"]["chart"][0].update({"from": 1}),
        "taxation.chart",
        "begin with 0",
    ),
    "chart that falls": (
        lambda t: t["taxation"]["chart"][2].update({"from": 6}),
        "taxation.chart",
        "rise",
    ),
    "two spaces of one name": (
        lambda t: t["taxation"]["chart"][2].update(level=6),
        "taxation.chart.level",
        "stands twice",
    ),
    "factors that fall": (
        lambda t: t["power"].update(factors=[0, 5, 5]),
        "power.factors",
        "begin with 0 and rise",
    ),
    "factor never reached": (
        lambda t: t["power"].update(factors=[0, 30]),
        "power.factors",
        "power.end",
    ),
    "factories": (lambda t: t["pieces"].update(factories=4), "pieces.factories", "home provinces"),
    "unknown rule function": (
        lambda t: t["taxation"].update(pay="never"),
        "taxation.pay",
        "before-collecting",
    ),
    "unknown section": (lambda t: t.update(weather={}), "weather", "not permitted"),
    "negative price": (lambda t: t["rondel"].update(price=-1), "rondel.price", "greater than"),
    "a whole round": (lambda t: t["rondel"].update(farthest=8), "rondel.farthest", "less than 8"),
    "seven players": (
        lambda t: t["setup"]["cash"].update({"7": 13}),
        "setup.cash",
        "less than or equal to 6",
    ),
    "section missing": (lambda t: t.pop("power"), "power", "required"),
}


@pytest.mark.parametrize("what", sorted(RULES))
def test_a_broken_rules_file_is_refused(games: Path, what: str) -> None:
    breaking, key, reason = RULES[what]
    path = games / "imperial" / "rules.toml"
    broken(path, breaking)
    error = refusal(games, "imperial")
    assert str(path) in error.where
    assert key in error.where
    assert reason in error.reason


def test_auction_cash_that_buys_nothing(games: Path) -> None:
    """Section 2.3: with less cash than the cheapest bond the auction would be held for ever."""
    broken(
        games / "imperial" / "rules.toml",
        lambda t: t["setup"].update(auction_cash=dict.fromkeys("23456", 1)),
    )
    with pytest.raises(BadInput):
        load_game("imperial", ("auction",), games)


def test_unreadable_files(games: Path) -> None:
    path = games / "imperial" / "rules.toml"
    path.write_text("this is no toml", encoding="utf-8")
    assert str(path) in refusal(games, "imperial").where
    path.write_bytes(b"id = '\xff'")
    assert str(path) in refusal(games, "imperial").where
    (games / "imperial" / "board.toml").unlink()
    path.write_bytes((shipped_games() / "imperial" / "rules.toml").read_bytes())
    assert "is missing" in refusal(games, "imperial").reason


def test_unknown_games_and_variants_name_the_known(games: Path) -> None:
    assert "imperial-2030" in refusal(games, "chess").reason
    error = refusal(games, "imperial", ("weather",))
    assert "auction" in error.reason


def test_a_variant_is_checked_once_it_is_played(games: Path) -> None:
    def wrong(tables: Tables) -> None:
        tables["variants"]["auction"]["set"]["setup"]["distribution"] = "lottery"

    broken(games / "imperial" / "rules.toml", wrong)
    assert load_game("imperial", (), games).rules.setup.distribution == "dealt"
    assert "setup.distribution" in refusal(games, "imperial", ("auction",)).where


def test_inheritance_goes_round(games: Path) -> None:
    broken(games / "imperial" / "rules.toml", lambda t: t.update(inherits="imperial-2030"))
    assert "inherits itself" in refusal(games, "imperial-2030").reason


def test_a_value_is_inherited_or_replaced_whole() -> None:
    """A section is merged value by value; a table inside it is replaced whole."""
    first, third, world = (load_game(i).rules for i in sorted(game_ids()))
    assert third.rondel == first.rondel
    assert third.bonds.prices == (*first.bonds.prices, 30)
    assert world.bonds == third.bonds
    assert third.setup.small_bond_of == first.setup.small_bond_of
    assert set(world.setup.small_bond_of) == set(load_game(world.id).nations)
    assert world.setup.cash == third.setup.cash
    assert load_game(third.id).board == load_game(first.id).board


def test_false_drops_an_inherited_variant() -> None:
    """The first edition's end-at-once is the later ones' own rule; they have invest-after-end."""
    assert "end-at-once" in load_game("imperial").rules.variants
    for ident in ("imperial-2010", "imperial-2030"):
        variants = load_game(ident).rules.variants
        assert "end-at-once" not in variants
        assert {"auction", "no-investor-card", "secret-cash", "invest-after-end"} <= set(variants)
    assert "tax-increase-bonus" in load_game("imperial-2030").rules.variants
    assert "tax-increase-bonus" not in load_game("imperial-2010").rules.variants


def test_a_sites_own_folder(tmp_path: Path, games: Path) -> None:
    """A folder with one file: an edition that inherits another and changes a price."""
    own = games / "our-house"
    own.mkdir()
    (own / "rules.toml").write_text(
        'id = "our-house"\ntitle = "Our house"\ninherits = "imperial-2030"\n'
        "[units]\nfactory_price = 4\n[variants]\nauction = false\n"
        '[variants.rich]\ntitle = "More money"\nset.setup.cash = '
        "{ 2 = 99, 3 = 99, 4 = 99, 5 = 99, 6 = 99 }\n",
        encoding="utf-8",
    )
    assert game_ids(games) == ("imperial", "imperial-2010", "imperial-2030", "our-house")
    game = load_game("our-house", ("rich",), games)
    assert game.rules.units.factory_price == 4
    assert game.rules.units.import_price == 1
    assert game.rules.setup.cash[2] == 99
    assert "auction" not in game.rules.variants
    assert game.board.nations == load_game("imperial-2030").board.nations
    assert "no such game" in refusal(tmp_path, "chess").reason


def house(folder: Path, ident: str, rules: str) -> None:
    (folder / ident).mkdir(parents=True)
    (folder / ident / "rules.toml").write_text(rules, encoding="utf-8")


def test_a_folder_adds_to_the_shipped_editions_and_inherits_from_them(tmp_path: Path) -> None:
    price = "[units]\nfactory_price = 4\n"
    house(tmp_path, "ours", f'id = "ours"\ntitle = "Ours"\ninherits = "imperial-2030"\n{price}')
    shipped = game_ids()
    assert game_ids(tmp_path) == tuple(sorted((*shipped, "ours")))
    ours = load_game("ours", ("auction",), tmp_path)
    assert ours.rules.units.factory_price == 4
    assert ours.board.nations == load_game("imperial-2030").board.nations
    assert load_game("imperial", (), tmp_path).rules == load_game("imperial").rules


def test_an_edition_of_the_same_name_counts_and_may_inherit_the_shipped_one(tmp_path: Path) -> None:
    price = "[units]\nfactory_price = 4\n"
    house(tmp_path, "imperial", f'id = "imperial"\ninherits = "imperial"\n{price}')
    house(tmp_path, "more", 'id = "more"\ntitle = "More"\ninherits = "imperial"\n')
    for ident in ("imperial", "more"):
        assert load_game(ident, (), tmp_path).rules.units.factory_price == 4
    assert load_game("imperial").rules.units.factory_price == 5
    assert "Rome" in {r.name for r in load_game("more", (), tmp_path).board.regions.values()}


def test_editions_that_inherit_in_a_circle_are_refused(tmp_path: Path) -> None:
    house(tmp_path, "a", 'id = "a"\ninherits = "b"\n')
    house(tmp_path, "b", 'id = "b"\ninherits = "a"\n')
    assert "inherits itself: a -> b -> a" in refusal(tmp_path, "a").reason


def test_a_broken_edition_keeps_no_mail_from_being_read(tmp_path: Path) -> None:
    for number, text in enumerate(("not toml [", "", 'id = "x2"\ninherits = "nothing"\n')):
        house(tmp_path, f"x{number}", text)
    assert names_of_all(tmp_path) == names_of_all()


def test_the_tables_of_the_rules() -> None:
    """Section 1, what no scenario shows."""
    first, third, world = (load_game(i).rules for i in sorted(game_ids()))
    assert first.setup.auction_cash == third.setup.auction_cash
    assert first.setup.auction_cash == {6: 15, 5: 18, 4: 22, 3: 28, 2: 40}
    assert world.setup.auction_cash == {6: 13, 5: 15, 4: 19, 3: 25, 2: 37}
    assert first.setup.cash == {6: 13, 5: 13, 4: 13, 3: 26, 2: 39}
    assert third.setup.cash == world.setup.cash == {6: 13, 5: 13, 4: 13, 3: 24, 2: 35}
    assert (first.setup.small_bond, third.setup.small_bond, world.setup.small_bond) == (4, 2, 2)
    assert (first.pieces.flags, third.pieces.flags, world.pieces.flags) == (10, 15, 15)
    assert (first.government.vacant_credit, third.government.vacant_credit) == (4, 2)
    assert world.government.vacant_credit == 2
    assert (first.treasury.gifts, third.treasury.gifts, world.treasury.gifts) == (
        "any", "any", "governed",
    )  # fmt: skip
    chart = [(s.least, s.bonus, s.power) for s in world.taxation.chart]
    least = (0, 6, 8, 10, 11, 12, 13, 14, 15, 16, 18)
    assert chart == list(zip(least, (0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5), range(11), strict=True))
    assert [(s.least, s.power) for s in first.taxation.chart] == list(
        zip((0, *range(6, 16)), range(11), strict=True)
    )
    europe = load_game(first.id).board.nations.values()
    assert [(n.armies, n.fleets) for n in europe] == [
        (10, 6), (8, 8), (8, 8), (6, 10), (8, 8), (8, 8),
    ]  # fmt: skip
    others = load_game(world.id).board.nations.values()
    assert [(n.name, n.armies, n.fleets) for n in others] == [
        ("Russia", 8, 8), ("China", 10, 6), ("India", 8, 8), ("Brazil", 8, 8), ("USA", 6, 10),
        ("Europe", 8, 8),
    ]  # fmt: skip


@pytest.mark.skipif(SHARED is None, reason="PBEM_SHARED is not set")
@pytest.mark.parametrize("ident", ["imperial", "imperial-2030"])
def test_the_board_is_the_given_facts(ident: str) -> None:
    assert SHARED is not None
    facts = tomllib.loads((SHARED / f"{ident}-board.toml").read_text(encoding="utf-8"))
    board = load_board(ident, shipped_games())
    shipped = tomllib.loads((shipped_games() / ident / "board.toml").read_text(encoding="utf-8"))
    for key in ("land_borders", "coast", "sea_borders", "straits", "rail_excluded"):
        assert shipped.get(key, []) == facts.get(key, []), key
    assert list(board.size) == facts["map_size"]
    for given in facts["regions"]:
        found = board.regions[RegionId(given["id"])].model_dump(mode="json", exclude_none=True)
        for key, value in given.items():
            assert found.get(key, "") == value, (given["id"], key)
    assert len(board.regions) == len(facts["regions"])
    assert [n["id"] for n in facts["nations"]] == list(board.nations)
