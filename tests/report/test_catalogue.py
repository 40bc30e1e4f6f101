"""One sentence, one place: whatever a player reads is a message of the catalogue."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.pofile import read_po

from pbem.ground.messages import PLURALS, kind_of
from pbem.report.language import own_words
from pbem.report.language.catalogue import places
from pbem.report.language.extract import extracted, template_path

ROOT = Path(__file__).parents[2]
PBEM = ROOT / "pbem"
TEMPLATES = sorted((ROOT / "templates").glob("*.j2"))

OPERATORS = {
    "cli": "commands speak to the operator, in English",
    "demo": "runs at the operator's terminal",
    "scenario": "tells whoever tries positions out",
    "ground": "errors of files and settings are the operator's",
    "board": "what is wrong with a game's data is the operator's",
    "timing": "what is wrong with a setting is the operator's",
    "store": "what is wrong with a journal is the operator's",
}
"""Packages whose sentences no player reads, and why."""
EXEMPT = {
    "refusals_nations.py": "orders as examples",
    "refusals_orders.py": "orders as examples",
    "refusals_units.py": "orders as examples",
    "phrases.py": "what people and mail programs write, to be read",
    "automatic.py": "what machines write, to be read",
    "explained.py": "what is wrong with a mail server is the operator's",
    "health.py": "what `pbem status` says",
    "recover.py": "what `pbem recover` says",
    "verify.py": "what `pbem verify` says",
    "daemon.py": "the log",
    "poll.py": "the log",
    "timekeeper.py": "the log",
    "identify.py": "why nobody is known to have written a mail: the log",
    "site.py": "what is wrong with a folder is the operator's",
    "kept_text.py": "a comment among orders, in the journal",
    "catalogue.py": "what is wrong with a translation is told to the operator",
}
"""Files with sentences, and why."""
FAILURES = re.compile(r".*Error|BadInput|Warn|RuntimeError|log|info|warning|exception|fault")
"""What is called with a sentence that is no player's: failures, and the log."""
MARKER = ("write", "above", "this", "line")
SENTENCE = re.compile(r"[\[{(A-Z].*[a-z]{2,} [a-z]{2,}")
"""What begins like a sentence and has two plain words one after the other."""
PATTERN = re.compile(r"\(\?|\||\)\?|\]\)|<[a-z ]+>")
"""What people write, as the reader looks for it, and forms of orders: no sentences of ours."""
WORDS = re.compile(r"[^\W\d_]+ [^\W\d_]+ [^\W\d_]+")
"""Three words one after the other, as not even an order is written in the rules."""


def files() -> Iterator[Path]:
    """The files in which a player's sentence may stand."""
    for path in sorted(PBEM.rglob("*.py")):
        package = path.relative_to(PBEM).parts[0]
        if package not in OPERATORS and path.name not in EXEMPT:
            yield path


@cache
def parsed(path: Path) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"))


def literals(node: ast.AST, pattern: re.Pattern[str]) -> Iterator[str]:
    """The sentences in a tree that are no docstrings and in no call that takes care of them."""
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.Expr(value=ast.Constant()) | ast.Assert():
                continue
            case ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Attribute(attr=name)):
                if name in ("say", "count") or FAILURES.fullmatch(name):
                    continue
            case ast.JoinedStr(values=parts):
                text = "".join(str(p.value) if isinstance(p, ast.Constant) else "{}" for p in parts)
                if pattern.search(text):
                    yield text
                continue
            case ast.Constant(value=str() as text) if pattern.search(text):
                yield text
        yield from literals(child, pattern)


def name_of(path: Path) -> str:
    """The file as it is shown in test names."""
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", tuple(files()), ids=name_of)
def test_no_sentence_stands_outside_the_catalogue(path: Path) -> None:
    found = literals(parsed(path), SENTENCE)
    assert not [text for text in found if "\\" not in text and not PATTERN.search(text)]


@pytest.mark.parametrize("path", sorted((PBEM / "rules").rglob("*.py")), ids=name_of)
def test_the_rules_know_no_english(path: Path) -> None:
    assert not list(literals(parsed(path), WORDS))


@pytest.mark.parametrize("path", TEMPLATES, ids=name_of)
def test_no_template_has_a_sentence_of_its_own(path: Path) -> None:
    """Outside of `say` and `count` there are no words but the marker line, `KEY` and the order."""
    text = path.read_text(encoding="utf-8")
    bare = re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", "", text, flags=re.DOTALL)
    assert set(re.findall(r"[^\W\d_]+", bare)) <= {"KEY", *MARKER}
    within = re.findall(r"\{[{%](.*?)[%}]\}", text, flags=re.DOTALL)
    for piece in within:
        said = re.sub(r"(?:say|count)\(\"[^\"]*\"(?:, \"[^\"]*\")?", "", piece)
        assert not [t for t in re.findall(r"\"([^\"]*)\"", said) if SENTENCE.search(t)]


def messages() -> Iterator[tuple[str, ast.Call]]:
    """The calls that make messages: where, and the call."""
    for path in files():
        for node in ast.walk(parsed(path)):
            match node:
                case ast.Call(func=ast.Name(id="say" | "count")):
                    yield f"{name_of(path)}:{node.lineno}", node


def test_each_message_stands_in_the_code_with_the_values_that_it_names() -> None:
    """So that it can be found for the catalogue; values may follow later, by `filled`."""
    seen = 0
    for where, call in messages():
        texts = call.args[:1] if call.func.id == "say" else call.args[:2]  # type: ignore[attr-defined]
        given = {keyword.arg for keyword in call.keywords}
        assert all(isinstance(t, ast.Constant) and isinstance(t.value, str) for t in texts), where
        named = frozenset().union(*(places(t.value) for t in texts))  # type: ignore[attr-defined]
        if given:
            assert named - {"number"} == given - {"number"}, where
        seen += 1
    assert seen > 200


def test_each_kind_of_value_is_one_that_the_voice_knows() -> None:
    for message in extracted():
        forms = (message.id,) if isinstance(message.id, str) else message.id
        for text in forms:
            for _, name, given, _ in Formatter().parse(text):
                assert not given or kind_of(name, given) == PLURALS.get(given, given), text
                assert name != "" or given is None, text


def test_the_list_for_translators_is_up_to_date() -> None:
    """`python -m pbem.report.language.extract` writes it anew."""
    with template_path().open("rb") as file:
        listed = {(m.context, m.id) for m in read_po(file) if m.id}
    assert listed == {(m.context, m.id) for m in extracted() if m.id}


def test_packages_that_speak_to_nobody_are_not_on_the_list() -> None:
    left = {path.relative_to(PBEM).parts[0] for path in PBEM.rglob("*.py")} - set(OPERATORS)
    assert left >= {"mail", "orders", "report", "rules", "service"}


def test_the_sentences_that_the_mail_reader_knows_are_those_of_the_mails() -> None:
    """It finds them in whatever language a mail was written, by the same catalogues."""
    used = {m.id: {file for file, _ in m.locations} for m in extracted() if isinstance(m.id, str)}
    known = (*own_words.HEADINGS, *own_words.REMARKS)  # the others are of mails of before
    for sentence in known:
        assert used[sentence.text] - {"pbem/report/language/own_words.py"}, sentence.text
