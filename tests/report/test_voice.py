"""Messages in a reader's language: names, numbers, moments, lists, plural forms, catalogues."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from pbem.board.ids import Space, Unit
from pbem.board.load import load_game
from pbem.ground.errors import IllegalRefusal
from pbem.ground.messages import Message, count, say
from pbem.report.language.catalogue import catalogue, languages
from pbem.report.language.voice import Voice

BOARD = load_game("imperial-2030").board
HEADER = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Language: cs\\n"
"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"

"""


def site_with(tmp_path: Path, entries: str, language: str = "cs") -> Path:
    """A site's folder of templates with one catalogue."""
    folder = tmp_path / "catalogues"
    folder.mkdir(exist_ok=True)
    (folder / f"{language}.po").write_text(HEADER + entries, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("message", "text"),
    [
        (say("Nothing."), "Nothing."),
        (say("{nation}: {region}", nation="china", region="sea-of-japan"), "China: Sea of Japan"),
        (say("{target:region}", target="beijing"), "Beijing"),
        (say("{canal}", canal="suez"), "Suez Canal"),
        (say("{space}", space=Space.MANEUVER_A), "maneuver A"),
        (say("{unit} {units}", unit=Unit.ARMY, units=Unit.FLEET), "army fleets"),
        (say("{nations}", nations=("china", "usa", "india")), "China, USA and India"),
        (say("{players}", players=("Ann",)), "Ann"),
        (say("{players}", players=()), "nobody"),
        (say("{paid:money}", paid=12), "12M"),
        (say("{number}", number=1234), "1,234"),
        (say("Turn {turn}", turn=1234), "Turn 1234"),
        (count("{number} army", "{number} armies", 1), "1 army"),
        (count("{number} army", "{number} armies", 0), "0 armies"),
        (say("{day}", day=date(2026, 9, 2)), "Wed 2 Sep 2026"),
        (say("{span}", span=timedelta(days=1, hours=12, minutes=5)), "1 day 12 hours"),
        (say("{span}", span=timedelta(minutes=20)), "20 minutes"),
        (say("{span}", span=timedelta(seconds=20)), "less than a minute"),
        (say("{message}", message=say("{nation}", nation="usa")), "USA"),
    ],
)
def test_english(message: Message, text: str) -> None:
    assert Voice(board=BOARD)(message) == text


def test_a_moment_is_told_in_the_readers_zone() -> None:
    voice = Voice(zone=ZoneInfo("Europe/Athens"))
    when = say("{time}", time=datetime(2026, 7, 1, 17, 0, tzinfo=UTC))
    assert voice(when) == "Wed 1 Jul 2026, 20:00 (Europe/Athens)"


def test_an_hour_that_comes_twice_is_told_with_its_offset() -> None:
    voice = Voice(zone=ZoneInfo("Europe/Athens"))
    when = say("{time}", time=datetime(2026, 10, 25, 1, 30, tzinfo=UTC))
    assert voice(when) == "Sun 25 Oct 2026, 03:30 (Europe/Athens, UTC+0200)"


def test_without_a_board_ids_stay_ids() -> None:
    assert Voice()(say("{nation}", nation="china")) == "china"


def test_a_refusal_in_a_message_is_its_sentence() -> None:
    refusal = IllegalRefusal("some-code", say("Not {nation}.", nation="china"))
    assert Voice(board=BOARD)(say("Why: {message}", message=refusal)) == "Why: Not China."


def test_another_language_has_its_own_words_plural_forms_and_numbers(tmp_path: Path) -> None:
    entries = """
msgid "{number} army"
msgid_plural "{number} armies"
msgstr[0] "{number} armáda"
msgstr[1] "{number} armády"
msgstr[2] "{number} armád"

msgid "Turn of {nation}"
msgstr "Na tahu: {nation}"

msgctxt "nation"
msgid "China"
msgstr "Čína"
"""
    voice = Voice("cs", BOARD, overrides=site_with(tmp_path, entries))
    armies = [voice(count("{number} army", "{number} armies", n)) for n in (1, 3, 1234)]
    assert armies == ["1 armáda", "3 armády", "1\N{NO-BREAK SPACE}234 armád"]
    assert voice(say("Turn of {nation}", nation="china")) == "Na tahu: Čína"
    assert voice(say("{day}", day=date(2026, 9, 2))) == "st 2 zář 2026"
    assert voice(say("Nobody has translated this.")) == "Nobody has translated this."


def test_a_translation_with_other_parameters_is_not_used(tmp_path: Path) -> None:
    entries = """
msgid "Turn of {nation}"
msgstr "Na tahu"

msgid "Turn {turn}"
msgstr "Tah {tah}"

msgid "A brace"
msgstr "Závorka {"
"""
    folder = site_with(tmp_path, entries)
    voice = Voice("cs", BOARD, overrides=folder)
    assert voice(say("Turn of {nation}", nation="china")) == "Turn of China"
    assert voice(say("Turn {turn}", turn=3)) == "Turn 3"
    assert voice(say("A brace")) == "A brace"
    forgets, invents, broken = catalogue("cs", folder).faults
    assert "cs.po, line 8: 'Na tahu' forgets {nation}" in forgets
    assert "'Tah {tah}' has no value for {tah}" in invents
    assert "Závorka" in broken


def test_a_catalogue_that_is_written_anew_is_read_anew(tmp_path: Path) -> None:
    folder = site_with(tmp_path, 'msgid "Yes"\nmsgstr "Ano"\n')
    assert Voice("cs", overrides=folder)(say("Yes")) == "Ano"
    site_with(tmp_path, 'msgid "Yes"\nmsgstr "Jistě"\n')
    assert Voice("cs", overrides=folder)(say("Yes")) == "Jistě"


def test_a_site_may_put_english_otherwise(tmp_path: Path) -> None:
    folder = site_with(tmp_path, 'msgid "Yes"\nmsgstr "Aye"\n', "en")
    assert Voice("en", overrides=folder)(say("Yes")) == "Aye"
    assert Voice("en")(say("Yes")) == "Yes"


def test_what_is_no_catalogue_is_english_and_names_its_file(tmp_path: Path) -> None:
    folder = site_with(tmp_path, "msgid\nnonsense\n")
    assert "cs.po" in catalogue("cs", folder).faults[0]
    assert Voice("cs", overrides=folder)(say("Yes, {number}.", number=2500)) == "Yes, 2,500."


@pytest.mark.parametrize("code", ["xx", "german", "de-AT"])
def test_a_language_that_there_is_not_is_english(code: str) -> None:
    assert catalogue(code).faults == (f"there is no catalogue {code}.po",)
    assert Voice(code)(say("{number} of them", number=2500)) == "2,500 of them"


def test_a_land_speaks_the_language_of_all(tmp_path: Path) -> None:
    folder = site_with(tmp_path, 'msgid "Yes"\nmsgstr "Ano"\n')
    for code in ("cs", "cs-CZ", "cs_CZ", "CS"):
        assert Voice(code, overrides=folder)(say("Yes")) == "Ano"
    assert catalogue("en-GB").faults == ()


def test_the_languages_are_the_files(tmp_path: Path) -> None:
    assert {"en", "cs"} <= set(languages(site_with(tmp_path, "")))
