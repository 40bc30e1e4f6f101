"""What commands of the mail answer through the desk: one mail, whatever was asked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime

import pytest
from orders.situations import CYD, NAMES, TURN, WORLD

from pbem.ground.messages import say
from pbem.orders.submission import Outcome, submit
from pbem.orders.verbs.desk import Desk, MailCommand, Wish
from pbem.report.contexts import AnswerContext, ReportContext
from pbem.report.desk import answer_to
from pbem.report.render import Renderer, Text

RENDERER = Renderer()
NOW = datetime(2026, 12, 24, 18, 0, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class TimeWanted(Wish):
    """A command that no part of the program knows of."""

    def answer(self, desk: Desk) -> None:
        """What time it is, and whose seat asks for it."""
        told = say("It is {time}, {player}: {game:said}", time=desk.now, player=desk.player,
                   game=desk.game)  # fmt: skip
        desk.tell(told, say("That is all."))


def answer(outcome: Outcome, *, check: bool = False) -> Text:
    context = AnswerContext(
        game=WORLD, game_id="eu1", reader=CYD, outcome=outcome, state=outcome.state,
        marker="0123abcd", check=check,
    )  # fmt: skip
    position = ReportContext(
        game=WORLD, game_id="eu1", entry=0, reader=CYD, state=TURN, marker="0123abcd"
    )
    return answer_to(RENDERER, context, position, outcome.standing, NOW)


def sent(text: str, *more: MailCommand) -> Outcome:
    outcome = submit(WORLD, NAMES, TURN, CYD, text)
    return replace(outcome, mail_commands=(*outcome.mail_commands, *more))


def test_a_command_of_its_own_needs_nothing_but_its_own_answer() -> None:
    body = answer(sent("", TimeWanted())).body
    assert "\nIt is Thu 24 Dec 2026, 18:00 (UTC), Cyd: eu1 That is all.\n" in body


def test_it_stands_below_what_became_of_the_orders() -> None:
    body = answer(sent("INDIA: TAXATION", TimeWanted())).body
    assert body.index("INDIA: TAXATION") < body.index("That is all.")


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("STATUS", RENDERER.status),
        ("SHOW STANDING", RENDERER.standing),
    ],
)
def test_one_thing_alone_is_a_mail_of_its_own(text: str, subject: object) -> None:
    position = ReportContext(
        game=WORLD, game_id="eu1", entry=0, reader=CYD, state=TURN, marker="0123abcd"
    )
    assert callable(subject)
    assert answer(sent(text)) == subject(position)


def test_what_is_asked_twice_is_shown_once_and_help_as_often_as_asked() -> None:
    body = answer(sent("HELP TAXATION\nSTATUS\nHELP GIVE\nSTATUS")).body
    assert body.index("the nation collects its taxes") < body.index("own cash into its treasury")
    once = body.index("India")
    assert body.count(body[once : once + 60]) == 1


def test_a_check_of_nothing_shows_what_is_kept() -> None:
    outcome = sent("CHECK")
    assert answer(outcome, check=True) == answer(sent("SHOW STANDING"))


def test_rules_by_number_and_what_there_is_instead() -> None:
    told = answer(sent("RULES 5.9"))
    assert told.subject == "[eu1] Rules"
    assert "9. *Battles.* As with fleets" in told.body
    assert "10. *Destroying" not in told.body
    both = answer(sent("RULES 99\nHELP GIVE")).body
    assert "There is no section or rule 99. These are the sections:\n  1. Tables\n" in both
    assert "own cash into its treasury" in both
