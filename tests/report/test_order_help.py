"""The help on orders: a page for whatever begins a line, laid out for a mail of 72 columns."""

from __future__ import annotations

import pytest

from pbem.orders.verbs.manual import Page, help_page, manual
from pbem.orders.verbs.table import SHORT, SPELLINGS, VERBS
from pbem.orders.verbs.verb import Kind
from pbem.report.language.voice import Voice
from pbem.report.manual.pages import laid_out


@pytest.mark.parametrize("word", sorted(SPELLINGS))
def test_every_spelling_leads_to_the_page_of_its_order(word: str) -> None:
    page = help_page(word.lower())
    verbs = SPELLINGS[word]
    for verb in verbs:
        own = help_page(f"{word} {verb.second[0]}" if verb.second and verb.second[0] else word)
        said = [*own.notes, *(form.meaning for form in own.forms)]
        assert all(note in said for note in verb.notes)
    assert page in [help_page(verb.word) for verb in verbs]


def test_every_page_fits_and_shows_forms_and_examples() -> None:
    pages = manual()
    assert len(pages) == 1 + len({verb.word for verb in VERBS})
    for page in (*pages, help_page("nonsense"), help_page("SET LANGUAGE")):
        text = laid_out(page, Voice())
        assert text.endswith("\n")
        assert all(len(line) <= 72 for line in text.split("\n"))
        assert all(form.order in text for form in page.forms)
        assert all(line in text for example in page.examples for line in example.split("\n"))
    shown = "\n".join(laid_out(page, Voice()) for page in pages)
    assert all(example.split("\n")[-1] in shown for verb in VERBS for example in verb.examples)


def test_the_overview_names_every_order_and_help_that_is_not_there_is_told() -> None:
    overview = help_page(None)
    assert overview == help_page("  ") == manual()[0]
    assert set(overview.topics) == {v.word for v in VERBS if v.kind is not Kind.MODERATOR}
    missing = help_page("taxatoin")
    assert isinstance(missing, Page)
    assert str(missing.notes[0]) == (
        "There is no help on this: TAXATOIN. Did you mean HELP TAXATION?"
    )
    assert str(help_page("xyzzy").notes[0]) == "There is no help on this: XYZZY."


def test_letters_lead_to_what_they_look_like_and_two_words_to_one_order() -> None:
    for letter, verb in SHORT.items():
        wanted = "ARMY" if letter == "F" else verb.word
        assert help_page(letter) == help_page(wanted)
    assert help_page("set timezone").title == "SET TIMEZONE"
    assert help_page("SET LANGUAGE").title == "SET LANGUAGE"
    assert help_page("STATUS").forms == tuple(
        form for verb in SPELLINGS["STATUS"] for form in verb.forms
    )
