"""A subject that is not ours is the text of a mail that has none."""

from __future__ import annotations

import pytest
from mail_builder import QUOTED, mail


@pytest.mark.parametrize("subject", ["China: Taxation", "Re: CHINA: taxation", "AW: RE: China tax"])
@pytest.mark.parametrize("body", ["", " \n\n", QUOTED, "-- \nAnn\n"])
def test_a_subject_counts_if_there_is_no_text(subject: str, body: str) -> None:
    read = mail(body, f"Subject: {subject}\n")
    assert len(read.orders) == 1
    assert read.text == read.orders[0]
    assert read.problems == ()


@pytest.mark.parametrize(
    "subject",
    ["Re: [eu1] Turn 3: China to move - your decision", "[eu1] China: Taxation", "Re: my turn", ""],
)
def test_our_own_subjects_and_prose_do_not(subject: str) -> None:
    assert mail("", f"Subject: {subject}\n").orders == ()


def test_a_text_beats_its_subject() -> None:
    assert mail("PASS\n", "Subject: China: Taxation\n").orders == ("PASS",)
    assert mail("See the subject!\n", "Subject: China: Taxation\n").orders == ()
