"""Names as players write them: order language, section 1."""

from __future__ import annotations

import re

import pytest

from pbem.board.ids import PlayerId
from pbem.board.load import load_game
from pbem.ground.errors import AmbiguousRefusal, SyntaxRefusal
from pbem.orders.text.names import Names, find_player

EUROPE = Names(load_game("imperial"))
WORLD = Names(load_game("imperial-2030"))


@pytest.mark.parametrize("names", [EUROPE, WORLD], ids=["europe", "world"])
def test_1_1_every_name_id_and_alias_is_found(names: Names) -> None:
    """A name on the board, its id and every alias mean the region, in any case."""
    for region in names.board.regions.values():
        for form in (region.name, region.id, *region.aliases):
            assert names.region(form) == region.id
            assert names.region(form.upper()) == region.id
    for nation in names.board.nations.values():
        assert names.nation(nation.name) == names.nation(nation.id) == nation.id
    for canal in names.board.canals.values():
        assert names.canal(canal.name) == names.canal(canal.id) == canal.id


@pytest.mark.parametrize(
    ("text", "region"),
    [
        ("StPetersburg", "st-petersburg"),
        ("st. petersburg", "st-petersburg"),
        ("ST-PETERSBURG", "st-petersburg"),
        ("Köln", "cologne"),
        ("w balkan", "west-balkan"),
        ("the North Sea", "north-sea"),
        ("lem", "lemberg"),
    ],
)
def test_1_2_accents_dots_blanks_and_dashes_do_not_matter(text: str, region: str) -> None:
    """`StPetersburg`, `st. petersburg`: the same."""
    assert EUROPE.region(text) == region


def test_1_3_whole_beats_beginnings() -> None:
    """`Roma` is Rome, not Romania; `Bal` is the Baltic Sea's alias, though Balkan begins so."""
    assert EUROPE.region("Roma") == "rome"
    assert EUROPE.region("roman") == "romania"
    assert EUROPE.region("Bal") == "baltic-sea"


def test_1_4_a_beginning_that_fits_several_is_refused_and_they_are_named() -> None:
    """`Rom` may be Rome or Romania."""
    with pytest.raises(AmbiguousRefusal) as caught:
        EUROPE.region("ROM")
    assert caught.value.code == "ambiguous-name"
    assert caught.value.legal == ("Rome", "Romania")
    assert "Rome, Romania" in str(caught.value)


def test_1_5_a_beginning_has_three_letters() -> None:
    """`We` is too short, `w. b` has two letters only; an alias of two letters is one."""
    for text in ("We", "w. b"):
        with pytest.raises(SyntaxRefusal, match="3 letters") as caught:
            EUROPE.region(text)
        assert caught.value.code == "unknown-name"
        assert "West Balkan" in caught.value.legal
    assert EUROPE.region("EC") == "english-channel"


def test_1_6_names_are_looked_up_by_kind() -> None:
    """`gre` is Great Britain as a nation, Greece as a region; China is no region."""
    assert EUROPE.nation("gre") == "great-britain"
    assert EUROPE.region("gre") == "greece"
    assert EUROPE.nation("aus") == "austria-hungary"
    assert WORLD.region("aus") == "australia"
    assert WORLD.region("China S") == "china-sea"


@pytest.mark.parametrize(
    ("text", "near"), [("Viena", "Vienna"), ("Marsaille", "Marseille"), ("Biscya", "Bay of Biscay")]
)
def test_1_7_what_fits_none_is_refused_with_the_nearest(text: str, near: str) -> None:
    """A misspelt name: "did you mean"."""
    with pytest.raises(SyntaxRefusal, match="Did you mean") as caught:
        EUROPE.region(text)
    assert caught.value.code == "unknown-name"
    assert near in caught.value.legal


def test_1_8_a_nation_that_is_near_none_is_answered_with_all() -> None:
    """There are only six of them."""
    with pytest.raises(SyntaxRefusal) as caught:
        WORLD.nation("Xxxxxx")
    assert caught.value.legal == ("Russia", "China", "India", "Brazil", "USA", "Europe")


def test_1_9_impassable_areas_have_their_own_sentence() -> None:
    """Switzerland is on the map, and closed (rules, 5.4)."""
    for text in ("Switzerland", "swi"):
        with pytest.raises(SyntaxRefusal, match="Switzerland is closed") as caught:
            EUROPE.region(text)
        assert (caught.value.code, caught.value.rule) == ("impassable", "5.4")


def test_1_10_canals() -> None:
    """`Suez`, `Suez Canal`, `pan`; on the board of Europe there is none."""
    assert WORLD.canal("Suez") == WORLD.canal("suez canal") == "suez"
    assert WORLD.canal("pan") == "panama"
    with pytest.raises(SyntaxRefusal) as caught:
        EUROPE.canal("Suez")
    assert caught.value.code == "no-canals"


def test_1_11_players() -> None:
    """Players are found in the same way; a name may be short."""
    players = [PlayerId(p) for p in ("Bo", "Anna", "Annika", "Jörg Ö.", "The Boss", "Boss")]
    assert find_player(players, "bo") == "Bo"
    assert find_player(players, "annik") == "Annika"
    assert find_player(players, "jorg") == "Jörg Ö."
    assert find_player(players, "the boss") == "The Boss"
    assert find_player(players, "boss") == "Boss"
    with pytest.raises(AmbiguousRefusal) as caught:
        find_player(players, "ann")
    assert caught.value.legal == ("Anna", "Annika")
    with pytest.raises(SyntaxRefusal):
        find_player(players, "Zoe")


def test_1_12_names_that_differ_only_in_accents() -> None:
    """Nobody is taken for another: what fits two wholly is refused."""
    with pytest.raises(AmbiguousRefusal):
        find_player([PlayerId("Zoe"), PlayerId("Zoë")], "zoe")


def test_1_13_a_missing_name() -> None:
    """Nothing, or punctuation only, is no name."""
    for text in ("", " ", "..."):
        with pytest.raises(SyntaxRefusal) as caught:
            EUROPE.region(text)
        assert caught.value.code == "missing-name"


def test_1_14_a_long_text_is_not_repeated_wholly() -> None:
    """A message stays short, whatever was typed."""
    with pytest.raises(SyntaxRefusal) as caught:
        EUROPE.region("x" * 5000)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("names", [EUROPE, WORLD], ids=["europe", "world"])
def test_1_15_no_name_holds_a_word_of_the_language(names: Names) -> None:
    """The parser cuts lines at these words, so no name of a board may hold one."""
    words = re.compile(r"(?:^|\s)(?:via|hostile|friendly|fight|peace|in|to|pass|else|and)(?:\s|$)")
    board = names.board
    forms = [f for r in board.regions.values() for f in (r.name, *r.aliases)]
    forms += [n.name for n in board.nations.values()] + [c.name for c in board.canals.values()]
    assert not [form for form in forms if words.search(form.lower()) or "," in form]
