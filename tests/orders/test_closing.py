"""Closing words and names below the orders are none of them (order language, section 1)."""

from __future__ import annotations

import pytest
from orders.situations import ANN, CYD, EVE, FIGHT, INVEST, NAMES, TURN, WORLD

from pbem.orders.submission import About, Outcome, submit

CLOSINGS = (
    "thanks", "Thanks!", "Thanks, Cyd", "thx", "Cheers", "cheers, Cyd", "Regards,\nCyd",
    "Best regards\nCyd", "Kind regards,\n\nCyd", "Many thanks in advance,\nCyd", "Cyd", "- Cyd",
    "C.", "Cyd Miller", "C. Miller", "Peace,\nCyd", "Peace, Cyd", "Peace\n\nCyd", "Love\nCyd",
    "Thanks a lot and have a nice weekend\nCyd", "Good luck everybody!", "Regards,\nCydney",
    "LG", "LG Cyd", "mfg", "MfG\nC. Miller", "Viele Grüße\nCyd", "Liebe Gruesse, Cyd", "Danke!",
    "Mit freundlichen Grüßen\nCyd Miller", "Merci", "Merci d’avance", "Cordialement,\nCyd",
    "À bientôt\nCyd", "Gracias, un saludo\nCyd", "Grazie, ciao\nCyd", "Groetjes, Cyd",
    "ευχαριστώ", "Ευχαριστώ πολύ\nCyd", "Χαιρετισμούς, Cyd", "köszönöm", "Üdv,\nCyd", "díky",
    "S pozdravem\nCyd", "Gràcies", "Salutacions cordials\nCyd", "спасибо", "tack!", "xx\nCyd",
    "Sorry for the delay\nCyd", "Un saluto\nCyd", "Bonne soirée\nCyd", "Cu stimă,\nCyd",
    "See you tomorrow", "Have a nice weekend!", "Have fun\nCyd", "Take care", "Good night, Cyd",
    "Enjoy your weekend!", "Talk to you soon", "Schönen Abend noch\nCyd", "Buona giornata, Cyd",
    "Hezký den", "よろしくお願いします", "ありがとうございます\nCyd", "谢谢", "감사합니다", "תודה",
    "Happy gaming", "Keep well\nCyd", "All the best, Cyd",
)  # fmt: skip


def sent(text: str) -> Outcome:
    return submit(WORLD, NAMES, TURN, CYD, text, about=About(writer=("Cyd Miller",)))


@pytest.mark.parametrize("gap", ["\n", "\n\n"])
@pytest.mark.parametrize("closing", CLOSINGS)
@pytest.mark.parametrize(
    ("order", "canonical"),
    [
        ("TAXATION", "INDIA: TAXATION"),
        ("INDIA: MANEUVER\nA Chennai -> Iran", "INDIA: MANEUVER B\n  ARMY Chennai -> Iran"),
    ],
)
def test_a_sign_off_costs_no_turn(order: str, canonical: str, closing: str, gap: str) -> None:
    """And is listed as not read."""
    outcome = sent(f"{order}{gap}{closing}")
    assert outcome.accepted, outcome.results
    assert outcome.orders == (canonical,)
    ignored = [line.text for line in outcome.ignored]
    assert len(ignored) == len([row for row in closing.split("\n") if row])


@pytest.mark.parametrize(
    "line",
    [
        "thanks but no",
        "Rome",
        "and so on",
        "PEACE",
        "Tom",
        "Thanks 2",
        "maybe",
        "Ann",
        "have peace",
        "keep",
    ],
)
def test_what_is_no_sign_off_still_refuses(line: str) -> None:
    """Somebody else's name, an order, a word that may belong to the turn."""
    assert not sent(f"INDIA: MANEUVER\nA Chennai -> Iran\n{line}").accepted


def test_a_sign_off_between_orders_refuses() -> None:
    assert not sent("INDIA: MANEUVER\nthanks\nA Chennai -> Iran").accepted


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("PEACE", ("PEACE IN Korea",)),
        ("Peace,\nAnn", ("PEACE IN Korea",)),
        ("PEACE\n\nThanks\nAnn", ("PEACE IN Korea",)),
        ("FIGHT\n\nPeace,\nAnn", ("FIGHT Russia 1 IN Korea",)),
        ("FIGHT\nPeace, Ann", ("FIGHT Russia 1 IN Korea",)),
    ],
)
def test_peace_alone_is_an_answer_and_below_one_a_greeting(
    text: str, orders: tuple[str, ...]
) -> None:
    outcome = submit(WORLD, NAMES, FIGHT, ANN, text)
    assert outcome.orders == orders
    assert outcome.accepted


def test_a_player_may_be_called_like_an_order() -> None:
    """`PASS` below another order is an order, whoever wrote it."""
    outcome = submit(
        WORLD, NAMES, INVEST, EVE, "INVEST 6 IN China\nPASS", about=About(writer=("Pass",))
    )
    assert len(outcome.results) == 2
