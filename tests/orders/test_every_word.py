"""Every order of the table through the whole reader: mail in, statement out.

Each spelling, with a colon behind it or without, under each kind of heading, in each case of
letters, is the order that it begins or is refused with a reason; never passed over as prose.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from orders.situations import CYD, NAMES, TURN, WORLD

from pbem.orders.ahead.written import format_order
from pbem.orders.parser.parse import parse
from pbem.orders.parser.statements import Statement
from pbem.orders.reader.scan import scan
from pbem.orders.submission import Outcome, submit
from pbem.orders.text.words import head
from pbem.orders.verbs.desk import MailCommand
from pbem.orders.verbs.mail.check import Check
from pbem.orders.verbs.mail.for_turn import ForTurn
from pbem.orders.verbs.mail.game import GameIs
from pbem.orders.verbs.mail.key import Key
from pbem.orders.verbs.table import SPELLINGS, VERBS, checked, verb_of, written_by_its_verb
from pbem.orders.verbs.verb import Form, Kind, Reach, Verb, said

#: What the places of the forms are filled in with.
FILLED = {
    "province": "Chennai", "from": "Chennai", "to": "Iran", "sea": "Indian Ocean", "n": "1",
    "region": "Iran", "nation": "China", "own": "India", "price": "9", "old price": "4",
    "new price": "9", "canal": "Suez Canal", "id": "other", "word": "tulip", "hours": "24",
    "command": "FACTORY", "player": "Ann", "space": "taxation",
}  # fmt: skip
HEADINGS = ("", "INDIA: ", "INDIA:\n", "INDIA ", "India\n")
ABOVE, BELOW = "Hello everybody", "See you at the club on Friday"
CASES = (str.upper, str.lower, str.title)
#: Their canonical form is another order's.
WRITTEN_OTHERWISE = {"UPGRADE"}
#: A player who writes it asks to try first (see `reader.wishes`); it is the moderator's for nobody.
ASKS_TO_TRY = "PREVIEW"


def filled(form: str) -> str:
    """The form with something in its places; "" if one of them is not known here."""
    places = re.findall(r"<([^<>]+)>", form)
    if not all(place in FILLED for place in places):
        return ""
    return re.sub(r"<([^<>]+)>", lambda match: FILLED[match[1]], form)


def orders_of(verb: Verb, spelling: str) -> Iterator[str]:
    """The forms of a verb that begin with it, with that spelling of it instead."""
    lines = [text for text in verb.examples if "\n" not in text]
    for text in filter(None, (*(filled(form.order) for form in verb.forms), *lines)):
        word, _, rest = text.partition(" ")
        if verb_of(text) is verb:
            yield f"{spelling} {rest}".strip() if word == verb.word else text


EVERY = sorted(
    {
        (verb.title, order)
        for verb in VERBS
        for spelling in verb.spellings
        for order in orders_of(verb, spelling)
    }
)
EXAMPLES = sorted({(verb.title, text) for verb in VERBS for text in verb.examples})
TITLES = {verb.title: verb for verb in VERBS}


def with_colon(order: str) -> str:
    word, _, rest = order.partition(" ")
    return f"{word}: {rest}".rstrip()


def sent(text: str) -> Outcome:
    return submit(WORLD, NAMES, TURN, CYD, text)


def test_every_spelling_of_every_order_is_tried() -> None:
    assert {head(order)[0] for _, order in EVERY} >= SPELLINGS.keys()
    titles = [(verb.title, verb.kind) for verb in VERBS]  # STATUS is a line and a command
    assert len(titles) == len(set(titles))
    assert {title for title, _ in EVERY} == {verb.title for verb in VERBS}


@pytest.mark.parametrize(("title", "order"), EVERY)
def test_no_word_is_passed_over(title: str, order: str) -> None:
    """At the beginning of a text, as its last paragraph, and below a heading."""
    verb = TITLES[title]
    if title == ASKS_TO_TRY:
        return
    colons = (order,) if verb.claims or order[0].isdigit() else (order, with_colon(order))
    tail = "" if verb.reach is Reach.TEXT else BELOW  # that would be its text
    for text in {case(f) for case in CASES for f in colons}:
        for heading in HEADINGS:
            where = f"{heading}{text}"
            outcome = sent(f"{ABOVE}\n\n{where}\n\n{tail}")
            assert outcome.results or outcome.mail_commands, where
            ignored = [line.text for line in outcome.ignored]
            assert ignored == [ABOVE, *filter(None, [tail])], where
            assert all(r.taken or str(r.faults[0].refusal) for r in outcome.results), where


@pytest.mark.parametrize(("title", "order"), EVERY)
def test_a_colon_behind_the_word_changes_nothing(title: str, order: str) -> None:
    """Nor do letters of another case; but `MANEUVER: A` is an army or a space."""
    verb = TITLES[title]
    if verb.claims or " A" in order or verb.kind is Kind.AHEAD:
        return
    plain = sent(order)
    for text in (with_colon(order), with_colon(order).lower()):
        other = sent(text)
        assert other.orders == plain.orders, text
        assert len(other.mail_commands) == len(plain.mail_commands), text
        codes = [[f.refusal.code for f in r.faults] for r in other.results]
        assert codes == [[f.refusal.code for f in r.faults] for r in plain.results], text


def read(text: str) -> Statement:
    """The one statement of a mail's new text."""
    lines = scan(text, NAMES.headings, NAMES.places)
    assert not lines.ignored, text
    (statement,) = parse(NAMES.with_players(TURN.seats), lines, None).statements
    return statement


@pytest.mark.parametrize(("title", "text"), EXAMPLES)
@pytest.mark.parametrize("case", [str, *CASES])
def test_every_example_is_read_and_written_as_it_stands(
    title: str, text: str, case: type[str]
) -> None:
    """Whatever its letters; what is written is read as the same again."""
    if title == ASKS_TO_TRY:
        assert sent(f"{case(text)}\nINDIA: TAXATION").mail_commands == (Check(),)
        return
    statement = read(case(text))
    if TITLES[title].kind is Kind.MODERATOR:
        assert statement.refusal is not None
        assert statement.refusal.code == "for-moderators"
        verb = TITLES[title]
        assert verb.parse is not None
        command = verb.parse(said(NAMES, case(text)))
        again = written_by_its_verb(NAMES.board, command)
        assert again == text or case is not str
        assert verb.parse(said(NAMES, again)) == command
        return
    command = statement.command
    assert command is not None, statement.refusal
    if isinstance(command, MailCommand):
        again = written_by_its_verb(NAMES.board, command)
        kept = ("KEY", "GAME", "JOIN", "PRESS", "STAND IN")
        text, again = (text, again) if title not in kept else ("", "")
    else:
        again = format_order(NAMES.board, command)
    assert read(again or case("KEY tulip")).command is not None
    assert again == text or title in WRITTEN_OTHERWISE


def test_no_two_orders_begin_alike() -> None:
    """But `SET TIMEZONE` and `SET LANGUAGE` do, for a second word tells them apart."""
    again = Verb(
        word="RAISE", kind=Kind.ACTION, others=("TAXES",), examples=("RAISE",),
        forms=(Form("RAISE", VERBS[0].forms[0].meaning),),
    )  # fmt: skip
    with pytest.raises(ValueError, match="TAXES begins two orders: TAXATION, RAISE"):
        checked((*VERBS, again))
    assert checked((*VERBS, replace(again, second=("ALL",)))) == (
        *VERBS,
        replace(again, second=("ALL",)),
    )


def test_an_order_without_help_or_example_cannot_be_made() -> None:
    form = (Form("DANCE", None),)
    with pytest.raises(ValueError, match="no example"):
        Verb(word="DANCE", kind=Kind.ANSWER, forms=form, examples=())
    with pytest.raises(ValueError, match="no help"):
        Verb(word="DANCE", kind=Kind.ANSWER, forms=form, examples=("DANCE",))


@pytest.mark.parametrize(
    ("text", "commands"),
    [
        ("GAME: other\nINDIA: TAXATION", (GameIs("other"),)),
        ("Game: other; India: taxation", (GameIs("other"),)),
        ("GAME other: INDIA: TAXATION", (GameIs("other"),)),
        ("FOR TURN 9: INDIA: TAXATION", (ForTurn(9),)),
        ("FOR TURN 9 INDIA: TAXATION", (ForTurn(9),)),
        ("For turn 9, India taxation", (ForTurn(9),)),
        ("FOR TURN: 9\nINDIA TAXES", (ForTurn(9),)),
        ("FOR TURN 9 - TAXATION", (ForTurn(9),)),
        ("KEY: tulip\nINDIA: TAXATION", (Key("tulip"),)),
        ("KEY tulip: TAXATION", (Key("tulip"),)),
        ("GAME other, FOR TURN 9: India: tax", (GameIs("other"), ForTurn(9))),
    ],
)
def test_commands_of_the_mail_on_the_line_of_an_order(text: str, commands: object) -> None:
    outcome = sent(text)
    assert outcome.mail_commands == commands
    assert outcome.orders == ("INDIA: TAXATION",)


def test_a_turn_with_something_unreadable_behind_it_carries_nothing_out() -> None:
    outcome = sent("FOR TURN 8 or so\nINDIA: TAXATION")
    assert outcome.orders == ()


CHECKS = (
    "CHECK", "check:", "Please only check this:", "Just checking", "Only checking!",
    "can you check this first?", "Could you please check my orders before you carry them out?",
    "don't carry this out yet, just a test", "Do not execute this yet.", "This is only a test",
    "Dry run please", "Not for real:", "I only want to test this", "test only",
    "What would happen if I do this?", "Is this legal?", "Please do not play this, only check",
    "Let me check these moves first", "Bitte erst prüfen", "Preview only, please",
    "What if?", "What would happen with", "Please tell me what would happen.", "Draft - not final",
    "Do not carry out yet, just tell me", "Suppose I play", "draft:", "Is this ok?",
    "Just tell me what happens if I play this", "Not final yet", "Is that right?",
)  # fmt: skip
NO_CHECKS = (
    "Check my mail of yesterday", "I have checked this", "Don't check, just play it",
    "No test this time", "I took the test on Friday", "Let's try this", "Please carry this out",
    "I checked the rules", "Thanks for checking the rules",
    "Thanks for checking", "No need to check", "It is ok", "This is right", "What a game!",
    "What happened to Italy?", "What is next?", "Is it my turn?",
)  # fmt: skip


@pytest.mark.parametrize("wish", CHECKS)
@pytest.mark.parametrize("joint", ["\n", "\n\n", " ", "below"])
def test_a_wish_to_try_first_is_a_check_however_it_is_put(wish: str, joint: str) -> None:
    """Above an order, before it on its line if it ends in a colon, and below it."""
    if joint == " " and not wish.endswith(":"):
        return
    text = f"INDIA: TAXATION\n\n{wish}" if joint == "below" else f"{wish}{joint}INDIA: TAXATION"
    outcome = sent(text)
    assert outcome.mail_commands == (Check(),)
    assert outcome.orders == ("INDIA: TAXATION",)


@pytest.mark.parametrize("wish", ["No! That is not me. Please do NOT play this.", "Just a test"])
def test_a_wish_to_try_nothing_is_prose(wish: str) -> None:
    """It may be an answer to something that was asked; the word itself asks what can be done."""
    assert sent(wish).mail_commands == ()
    assert sent("CHECK").mail_commands == (Check(),)


@pytest.mark.parametrize("text", NO_CHECKS)
def test_a_sentence_that_asks_for_no_trial_is_none(text: str) -> None:
    outcome = sent(f"{text}\n\nINDIA: TAXATION")
    assert outcome.mail_commands == ()
    assert outcome.orders == ("INDIA: TAXATION",)


@pytest.mark.parametrize(
    "piece",
    ["please ", "and ", "I want to ", "check ", "a-", "Rome-", "A Rome-Tunis, ", "(", "< ", "> ",
     "€6 ", ":-) ", "to ", "not ", "thanks, ", "China ", "6 ", "'", "/", "FOR TURN 9: ", "CHECK: "],
)  # fmt: skip
def test_long_lines_end(piece: str) -> None:
    """Of any length; what is read of a line does not grow faster than the line."""
    long = piece * (200_000 // len(piece))
    for text in (long, f"MANEUVER\n{long}", f"INDIA: {long}", f"TAXATION\n{long}"):
        found = scan(text, NAMES.headings, NAMES.places, ("Cyd",))
        assert len(found.lines) + len(found.ignored) <= 600
