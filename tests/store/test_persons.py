"""`people.toml`: what people have settled, kept apart, in its order, and safe from others' eyes."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbem.ground.errors import BadInput
from pbem.orders.verbs.person.choices import MailHabit, PictureHabit, ReportHabit
from pbem.store.persons import DIGEST_HOUR, Habits, People, PersonRecord, Said

NOW = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)
ANN = "Ann@example.test"


def test_whoever_is_not_in_it_has_what_holds_by_default(tmp_path: Path) -> None:
    people = People(tmp_path)
    assert people.habits("nobody@example.test") == Habits()
    assert not people.path.exists()


def test_what_is_settled_holds_in_all_games_but_where_one_says_otherwise(tmp_path: Path) -> None:
    people = People(tmp_path)
    people.settle(ANN, Said({"mails": MailHabit.DIGEST, "digest_hour": 0}, NOW), NOW)
    people.settle(ANN, Said({"mails": MailHabit.ALL}, NOW, "eu1"), NOW)
    people.settle(ANN, Said({"report": ReportHabit.FULL}, NOW, "eu2"), NOW)
    again = People(tmp_path)
    general = again.habits("ANN@example.test")
    assert (general.mails, general.hour) == (MailHabit.DIGEST, 0)
    assert sorted(general.games) == ["eu1", "eu2"]
    assert again.habits(ANN, "eu1").mails is MailHabit.ALL
    assert again.habits(ANN, "eu2").report is ReportHabit.FULL
    assert again.habits(ANN, "eu3").report is ReportHabit.BRIEF
    assert again.habits("bob@example.test").hour == DIGEST_HOUR


def test_nobody_else_may_read_it(tmp_path: Path) -> None:
    people = People(tmp_path)
    people.settle(ANN, Said({"zone": "Europe/Athens"}, NOW), NOW)
    assert people.path.stat().st_mode & 0o777 == 0o600


def test_what_was_said_before_undoes_nothing_that_was_said_later(tmp_path: Path) -> None:
    people = People(tmp_path)
    later = Said({"language": "de"}, NOW)
    earlier = Said({"language": "en", "zone": "UTC"}, NOW - timedelta(seconds=1))
    assert people.settle(ANN, later, NOW)
    assert people.settle(ANN, earlier, NOW)  # the zone
    assert people.habits(ANN).language == "de"
    assert people.habits(ANN).zone == "UTC"
    assert not people.settle(ANN, Said({"language": "en"}, NOW - timedelta(days=1)), NOW)


def test_a_time_of_a_clock_that_was_wrong_holds_nothing_up(tmp_path: Path) -> None:
    people = People(tmp_path)
    people.settle(ANN, Said({"language": "de"}, NOW + timedelta(days=900)), NOW)
    assert people.settle(ANN, Said({"language": "en"}, NOW), NOW)
    assert people.habits(ANN).language == "en"


def test_another_process_may_write_it_meanwhile(tmp_path: Path) -> None:
    daemon, command = People(tmp_path), People(tmp_path)
    assert daemon.habits(ANN).pictures is PictureHabit.ASKED
    command.settle(ANN, Said({"pictures": PictureHabit.NEVER}, NOW), NOW)
    assert daemon.habits(ANN).pictures is PictureHabit.NEVER


def test_a_record_takes_the_place_of_those_that_share_an_address(tmp_path: Path) -> None:
    people = People(tmp_path)
    for name in ("a", "b", "c"):
        people.settle(f"{name}@example.test", Said({"language": "en"}, NOW), NOW)
    people.change(PersonRecord(addresses=("a@example.test", "c@example.test"), language="de"))
    assert [one.addresses[0] for one in people.all()] == ["a@example.test", "b@example.test"]
    assert people.habits("c@example.test").language == "de"
    people.forget("C@example.test")
    assert people.of("a@example.test") is None


def test_a_file_that_is_wrong_counts_as_none_and_is_not_written_over(tmp_path: Path) -> None:
    people = People(tmp_path)
    people.settle(ANN, Said({"language": "de"}, NOW), NOW)
    wrong = people.path.read_text() + 'mails = "sometimes"\n'
    people.path.write_text(wrong)
    os.utime(people.path, ns=(1, 1))
    assert people.habits(ANN) == Habits()
    assert people.fault is not None
    with pytest.raises(BadInput, match=r"people\.toml"):
        people.settle(ANN, Said({"language": "en"}, NOW), NOW)
    assert people.path.read_text() == wrong


def test_an_address_stands_there_once(tmp_path: Path) -> None:
    people = People(tmp_path)
    people.path.write_text(
        '[[people]]\naddresses = ["ann@example.test"]\n[[people]]\naddresses = ["ANN@example.test"]'
    )
    assert people.fault is not None
    assert "twice" in str(people.fault)
