"""Messages and refusals kept as data: through TOML and back, they tell the same."""

from __future__ import annotations

import tomllib
from datetime import UTC, date, datetime, timedelta

import pytest
import tomli_w
from pydantic import TypeAdapter, ValidationError

from pbem.board.ids import NationId, PlayerId, RegionId
from pbem.ground.errors import AmbiguousRefusal, IllegalRefusal, SyntaxRefusal
from pbem.ground.message_data import MessageField, message_data, message_from
from pbem.ground.messages import Message, count, say
from pbem.orders.ahead.advance import Automatic, Why
from pbem.rules.state import Ask

REFUSED = IllegalRefusal("no-such-units", rule="5.2", nation=NationId("china"), number=2)
AUTOMATIC: TypeAdapter[Automatic] = TypeAdapter(Automatic)


def through_toml(message: Message) -> Message:
    return message_from(tomllib.loads(tomli_w.dumps(message_data(message))))


@pytest.mark.parametrize(
    "message",
    [
        say("Nothing is kept."),
        say("{nation}, {region}: {number}", nation=NationId("china"), region=RegionId("korea"),
            number=3),
        count("{number} army", "{number} armies", 1),
        say("{day} {time} {span}", day=date(2026, 12, 24),
            time=datetime(2026, 12, 24, 18, tzinfo=UTC), span=timedelta(hours=36)),
        say("{orders} {player}", orders=("PASS", "INVEST 9 IN China"), player=None),
        say("{order}: {message}", order="PASS", message=REFUSED),
        say("{message}", message=say("{message}", message=count("{number} flag", "{number} flags",
            2))),
        say("{message}", message=SyntaxRefusal("twice", say("{order} twice", order="VIA"))),
        say("{message}", message=AmbiguousRefusal("several", "in {braces}", "1")),
        say("{message}", message=IllegalRefusal("too-few", why="moved")),
    ],
    ids=str,
)  # fmt: skip
def test_a_message_comes_back_as_it_was(message: Message) -> None:
    again = through_toml(message)
    assert str(again) == str(message)
    if "in {braces}" not in str(message):  # that was text, and is a message now
        assert again == message


def test_what_is_no_message_is_refused() -> None:
    kept: TypeAdapter[Message] = TypeAdapter(MessageField)
    for data in ("a text", {"words": "x"}, {"text": "x", "values": {"a": {"b": 1}}}, 7):
        with pytest.raises(ValidationError):
            kept.validate_python(data)


def test_why_a_plan_was_not_used_is_kept_as_data_and_older_journals_have_it_as_text() -> None:
    reason = say("{order}: {message}", order="PASS", message=REFUSED)
    for reasons in ((reason,), ("PASS: You have no cash.",), (reason, "PASS: no.")):
        automatic = Automatic(PlayerId("Ann"), Ask.INVEST, Why.PLAN, reasons=reasons)
        data = AUTOMATIC.dump_python(automatic, mode="json", exclude_none=True)
        assert AUTOMATIC.validate_python(tomllib.loads(tomli_w.dumps(data))) == automatic
