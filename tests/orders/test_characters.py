"""What keyboards and mail programs do to characters is undone (order language, section 1)."""

from __future__ import annotations

import pytest

from pbem.ground.fold import fold
from pbem.orders.reader.characters import clean


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("a\u00a0b\u2003c\td\u3000e", "a b c d e"),
        ("Buda\u00adpest Tri\u200beste \u202bRome\u202c", "Budapest Trieste Rome"),
        ("\ufeffCHINA:\u200e", "CHINA:"),
        ("ＣＨＩＮＡ：　２　ＡＲＭＩＥＳ", "CHINA: 2 ARMIES"),
        ("“St. Petersburg” ‘x’ `y´", "\"St. Petersburg\" 'x' 'y'"),
        ("St‑Petersburg", "St-Petersburg"),
        ("Austria–Hungary", "Austria-Hungary"),
        ("≥ 9 ≤ 9", ">= 9 <= 9"),
        ("IF TREASURY China => 9", "IF TREASURY China >= 9"),
        ("Straße Łódź Ürümqi", "Straße Łódź Ürümqi"),
    ],
)
def test_characters_are_plain(typed: str, plain: str) -> None:
    assert clean(typed) == plain


@pytest.mark.parametrize(
    "arrow",
    [
        "->",
        "=>",
        "-->",
        "==>",
        "—>",
        "–>",
        "−>",
        "- >",
        "~>",
        "→",
        "⇒",
        "➔",
        "⟶",
        "⮕",
        "➡️",
        "\uf0e0",
        "-",
        "--",
        "–",
        "—",
        "−",
        "―",
    ],
)
def test_every_arrow_and_every_dash_between_blanks_is_one(arrow: str) -> None:
    assert clean(f"ARMY Lem {arrow} St-Petersburg") == "ARMY Lem -> St-Petersburg"


@pytest.mark.parametrize("arrow", ["->", "→", "=>", "—>"])
def test_arrows_need_no_blanks(arrow: str) -> None:
    assert clean(f"A lem{arrow}rom") == "A lem -> rom"


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("МANEUVER A", "MANEUVER A"),
        ("FLЕЕТ Vladivostok -> Sea оf Japan", "FLEET Vladivostok -> Sea of Japan"),
        ("А Moscow -> Моngolia", "A Moscow -> Mongolia"),
        ("PRODUCTION В", "PRODUCTION B"),
        ("ΤAXATIΟN", "TAXATION"),
        ("ТАХ", "TAX"),
        ("2 ΑRΜΙES Rome ТО Tunis", "2 ARMIES Rome TO Tunis"),
    ],
)
def test_look_alikes_become_latin_where_they_are_meant_so(typed: str, plain: str) -> None:
    assert clean(typed) == plain


@pytest.mark.parametrize(
    "text",
    [
        "А теперь мой ход: ТО и А",
        "Он РАСТ и Я",
        "Καλημέρα! Άλλη μία φορά εγώ.",
        "ΝΑΙ",
        "Мой ход",
        "Н Α Τ",
    ],
)
def test_words_of_other_scripts_stay_what_they_are(text: str) -> None:
    assert clean(text) == text


def test_fold() -> None:
    assert fold("Austria-Hungary") == fold("AUSTRIA hungary.") == "austriahungary"
    assert fold("Ürümqi St. 2") == "urumqist2"
