"""A whole demo in a language of accented, longer words: no mail of it is English, no line long."""

from __future__ import annotations

import re
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from support.pseudo import PSEUDO, plain_words, write_pseudo

from pbem.demo.play import GAME, Wanted, play_demo

WIDTH = 72
NOBODYS = re.compile(r"^\[[a-z0-9.-]+\]$|^  KEY .*$|\[demo\]", re.MULTILINE)
"""Tokens, keys, and the game's name."""


def written(folder: Path) -> list[EmailMessage]:
    """The mails that the site has sent."""
    found = []
    for path in sorted((folder / "mailboxes").rglob("*")):
        if path.is_file() and not path.name.startswith("."):
            message = message_from_bytes(path.read_bytes(), policy=policy.default)
            assert isinstance(message, EmailMessage)
            found.append(message)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["imperial", "imperial-2030"])
def test_nothing_in_the_mails_of_a_whole_demo_is_english(tmp_path: Path, rules: str) -> None:
    templates = tmp_path / "templates"
    language = write_pseudo(templates)
    assert language == PSEUDO
    wanted = Wanted(rules, 3, 31, plans=True, language=language, templates=templates)
    ended = play_demo(tmp_path / "demo", wanted)
    assert ended.game.state.over
    assert ended.automatic > 0
    mails = written(ended.folder)
    assert len(mails) > 100
    known = {*ended.game.file.players, GAME, "eu"}
    for mail in mails:
        body = mail.get_content().replace("\r\n", "\n")
        said = NOBODYS.sub("", f"{mail['Subject']}\n{body}")
        assert plain_words(said, {*known, *slips(said)}) == set()
        assert max(map(len, body.split("\n"))) <= WIDTH


def slips(said: str) -> set[str]:
    """Words that an investor has misspelt, or that are cut off, in what an answer repeats of it."""
    misspelt = {word for word in re.findall(r"[A-Za-z]+", said) if "x" in word}
    return misspelt | {*re.findall(r"([A-Za-z]+)\.\.\.$", said, re.MULTILINE)}
