"""The command line: what it prints, its exit codes, its JSON."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support.mails import fresh

from pbem.board.ids import PlayerId
from pbem.cli import main as cli

PLAYERS = [f"{name}={name.lower()}@example.test" for name in ("Ann", "Bob", "Cyd")]
DEAL = ["Ann=austria-hungary,great-britain", "Bob=italy,russia", "Cyd=france,germany"]


class Shell:
    """Runs commands in this process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._patch = monkeypatch
        self._capture = capsys

    def __call__(self, *words: str, stdin: str | bytes = "") -> tuple[int, str, str]:
        self._patch.setattr(sys, "argv", ["pbem", *words])
        raw = stdin.encode() if isinstance(stdin, str) else stdin
        self._patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8"))
        with pytest.raises(SystemExit) as ended:
            cli.main()
        printed = self._capture.readouterr()
        code = ended.value.code
        return (code if isinstance(code, int) else 0 if code is None else 1), *printed

    def done(self, *words: str, stdin: str | bytes = "") -> str:
        code, out, err = self(*words, stdin=stdin)
        assert code == 0, out + err
        return out


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(monkeypatch, capsys)


@pytest.fixture
def site(shell: Shell, tmp_path: Path) -> str:
    folder = str(tmp_path / "site")
    shell.done("init", folder, "--address", "pbem@example.test", "--mailboxes")
    options = [word for player in PLAYERS for word in ("--player", player)]
    options += [word for deal in DEAL for word in ("--deal", deal)]
    shell.done("new", "g1", "--rules", "imperial", "--site", folder, *options)
    return folder


def test_every_command_has_help_with_an_example(shell: Shell) -> None:
    out = shell.done("--help")
    commands = [
        line.split()[0]
        for line in out.partition("Commands:")[2].splitlines()
        if line[:2] == "  " and line[2:3].isalpha()
    ]
    commands = [c for c in commands if c.islower() and c != "try"]
    assert {"demo", "init", "new", "poll", "receive", "list", "status", "show", "history"} <= set(
        commands
    )
    assert {"submit", "check", "undo", "verify", "scenario", "read-mail"} <= set(commands)
    for command in commands:
        assert "Example" in shell.done(command, "--help"), command


def test_a_site_is_made_once(shell: Shell, site: str) -> None:
    code, _, err = shell("init", site)
    assert code == 2
    assert "already" in err


def test_a_game_is_listed_shown_and_checked(shell: Shell, site: str) -> None:
    assert "waits for Ann" in shell.done("list", "--site", site)
    (row,) = json.loads(shell.done("list", "--site", site, "--json"))
    assert row["game"] == "g1"
    assert "STANDINGS" in shell.done("show", "g1", "--site", site)
    assert "YOUR OPTIONS" in shell.done("show", "g1", "--as", "ann", "--site", site)
    state = json.loads(shell.done("show", "g1", "--site", site, "--json"))
    assert state["players"]["Ann"]["bonds"]["austria-hungary"] == [9]
    order = "AUSTRIA-HUNGARY: IMPORT ARMY Vienna"
    assert "accepted" in shell.done("check", "g1", "Ann", "--site", site, stdin=order)
    assert json.loads(shell.done("show", "g1", "--site", site, "--json")) == state


def test_orders_are_submitted_told_and_undone(shell: Shell, site: str) -> None:
    order = "AUSTRIA-HUNGARY: IMPORT ARMY Vienna"
    assert "accepted AUSTRIA-HUNGARY" in shell.done(
        "submit", "g1", "Ann", "--site", site, stdin=order
    )
    history = shell.done("history", "g1", "--site", site)
    assert "imports 1 army in Vienna" in history
    (line,) = shell.done("history", "g1", "--site", site, "--json").splitlines()
    assert json.loads(line)["orders"] == [order]
    assert shell.done("history", "g1", "--turn", "7", "--site", site) == ""
    assert "ok" in shell.done("verify", "--site", site)
    assert "after entry 0" in shell.done("undo", "g1", "--site", site)
    assert "waits for Ann" in shell.done("list", "--site", site)
    assert "2 entries" in shell.done("verify", "g1", "--site", site)


def test_refused_orders_end_with_1(shell: Shell, site: str) -> None:
    code, out, _ = shell("submit", "g1", "Bob", "--site", site, stdin="INVEST 9 IN Italy")
    assert code == 1
    assert "refused line 1" in out
    code, out, _ = shell("submit", "g1", "Bob", "--site", site, "--json", stdin="hello")
    assert code == 1
    assert json.loads(out)["errors"][0]["code"] == "no-orders"


def test_a_mail_goes_through_the_pipe(shell: Shell, site: str) -> None:
    import tomllib

    roster = tomllib.loads((Path(site) / "games" / "g1" / "roster.toml").read_text())
    key = roster["seats"]["Ann"]["key"]
    raw = fresh("Ann", f"GAME g1\nKEY {key}\nAUSTRIA-HUNGARY: TAXATION")
    assert "played g1 entry 1" in shell.done("receive", "--site", site, stdin=raw)
    assert "played" not in shell.done("poll", "--site", site)
    assert json.loads(shell.done("poll", "--site", site, "--json"))["troubles"] == []
    assert "mails to handle" in shell.done("status", "--site", site)
    assert json.loads(shell.done("status", "--site", site, "--json"))["games"] == 1


def test_a_pipe_that_cannot_store_says_try_again(shell: Shell, tmp_path: Path) -> None:
    code, _, _ = shell("receive", "--site", str(tmp_path), stdin=b"From: a@b.example\r\n\r\nhi")
    assert code == 75


def test_a_mail_is_read_without_a_game(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "mail.eml"
    path.write_bytes(fresh("Ann", "CHINA: TAXATION   # as ever"))
    data = json.loads(shell.done("read-mail", str(path), "--json"))
    assert data["orders"] == ["CHINA: TAXATION"]
    assert list(data) == [
        "automatic",
        "reason",
        "from",
        "message_id",
        "orders",
        "ignored",
        "problems",
        "doubtful",
    ]
    assert "CHINA: TAXATION" in shell.done("read-mail", str(path))


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("list",), "no site"),
        (("show", "g9"), "no such game"),
        (("scenario", "/nowhere.toml"), "no such file"),
        (("read-mail", "/nowhere.eml"), "nowhere"),
        (("new", "g1", "--rules", "imperial", "--player", "Ann"), "NAME="),
        (("demo", "--rules", "chess"), "chess"),
        (("nonsense",), "nonsense"),
    ],
)
def test_wrong_use_ends_with_2(
    shell: Shell, tmp_path: Path, words: tuple[str, ...], text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if words[0] == "show":
        shell.done("init")
    code, out, err = shell(*words)
    assert code == 2
    assert text in out + err


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (["--rules", "chess"], "chess"),
        (["--variant", "nonsense"], "nonsense"),
        (["--player", "ann=x@example.test"], "cannot tell it from"),
        (["--player", "Dan=nowhere"], "address"),
        (["--deal", "Ann=italy"], "deal"),
    ],
)
def test_a_game_that_cannot_be_names_the_reason(
    shell: Shell, site: str, options: list[str], text: str
) -> None:
    players = [word for player in PLAYERS for word in ("--player", player)]
    code, _, err = shell("new", "g2", "--rules", "imperial", "--site", site, *players, *options)
    assert code == 2
    assert text in err
    assert "g2" not in shell.done("list", "--site", site)


def test_scenarios_print_what_does_not_hold(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "case.toml"
    text = (
        'title = "A case"\nrules = "imperial"\nplayers = ["Ann", "Bob"]\n'
        '[[orders]]\nfrom = "Ann"\ntext = "AUSTRIA-HUNGARY: TAXATION"\n'
        "[expect]\nturn = 2\n[expect.players.Ann]\ncash = {cash}\n"
    )
    path.write_text(text.replace("{cash}", "0"))
    assert shell.done("scenario", str(path)) == "A case: ok\n"
    path.write_text(text.replace("{cash}", "5"))
    code, out, _ = shell("scenario", str(path))
    assert code == 1
    assert "players.Ann.cash: expected 5, got 0" in out
    data = json.loads(shell.done("scenario", str(path), "--json"))
    assert data["replies"][0]["accepted"] is True
    path.write_text(
        text.replace("{cash}", "5") + "[position.players.Ann]\nbonds = { italy = [3] }\n"
    )
    code, _, err = shell("scenario", str(path))
    assert code == 2
    assert "no-such-bond (price 3)" in err


def test_help_is_fast_since_it_loads_little() -> None:
    """No command's tools are loaded for `--help`: it is measured by what is imported."""
    code = (
        "import sys\nimport pbem.cli.main\n"
        "heavy = {'pydantic', 'jinja2', 'rapidfuzz', 'selectolax', 'lxml', 'rich', 'tomli_w'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    "expect",
    [
        "[expect.nations.ytaly]\ntreasury = 13\n",
        "[expect.nations.italy]\ntresury = 13\n",
        "[expect.nations.italy.armies]\nrom = 0\n",
        "[expect.players.Zoe]\ncash = 0\n",
        "[expect]\nfoo = ''\n",
    ],
)
def test_an_expectation_that_names_nothing_is_refused(
    shell: Shell, tmp_path: Path, expect: str
) -> None:
    """It would be one that nothing can fail."""
    path = tmp_path / "case.toml"
    path.write_text('title = "A case"\nrules = "imperial"\nplayers = ["Ann", "Bob"]\n' + expect)
    code, _, err = shell("scenario", str(path))
    assert code == 2
    assert "is none of" in err


def test_text_that_is_no_utf_8_is_refused(shell: Shell, site: str) -> None:
    raw = b"\xff\xfe AUSTRIA-HUNGARY: TAXATION"
    code, _, err = shell("submit", "g1", "Ann", "--site", site, stdin=raw)
    assert code == 2
    assert "decode" in err


def _killed_after_commit(site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Orders of Ann are committed, and the process dies before anybody is told."""
    from datetime import UTC, datetime

    from pbem.service.dispatch import Dispatch
    from pbem.service.site.site import open_site
    from pbem.service.way import Processor

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    processor = Processor(open_site(Path(site)), lambda: datetime.now(UTC))
    with monkeypatch.context() as patch:
        patch.setattr(Dispatch, "tell", killed)
        with pytest.raises(KeyboardInterrupt):
            processor.submit("g1", PlayerId("Ann"), "AUSTRIA-HUNGARY: TAXATION")


@pytest.mark.parametrize(
    "command",
    [
        ("list",),
        ("status",),
        ("show", "g1"),
        ("history", "g1"),
        ("check", "g1", "Bob"),
        ("submit", "g1", "Bob"),
        ("undo", "g1"),
        ("pause", "g1"),
        ("replace", "g1", "Ann", "Dora", "dora@example.test"),
        ("resend",),
        ("poll",),
        ("deadlines",),
        ("deadlines", "--show"),
        ("receive",),
    ],
)
def test_every_command_first_tells_what_a_killed_one_has_not(
    shell: Shell, site: str, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    _killed_after_commit(site, monkeypatch)
    stdin = "From: x@y.test\n\nhello\n" if command == ("receive",) else "ITALY: FACTORY Venice"
    shell(*command, "--site", site, stdin=stdin)
    told = [
        path.read_text() for path in (Path(site) / "mailboxes" / "bob@example.test").glob("*/*")
    ]
    # what is taken back before anybody has heard of it need not be told
    said = "TAKEN BACK" if command[0] == "undo" else "taxation: revenue"
    assert any(said in text for text in told), command


def test_help_prints_the_rules_the_orders_and_the_refusals(shell: Shell) -> None:
    assert "9. *Battles.*" in shell.done("help", "rules", "5.9")
    code, out, _ = shell("help", "rules", "5.99")
    assert code == 1
    assert "There is no section or rule 5.99." in out
    assert shell.done("help", "orders", "BUILD").startswith("FACTORY <province>")
    assert "### STANCE" in shell.done("help", "orders")
    told = shell.done("help", "refusals", "bond-sold")
    assert told == (
        "bond-sold  (rules 7.4)\n    The {price} bond of {nation} belongs to {player}.\n"
        "    Example: INVEST 9 IN Europe\n"
    )
    assert len(re.findall(r"^[a-z]", shell.done("help", "refusals"), re.MULTILINE)) > 90
    code, _, err = shell("help", "refusals", "nope")
    assert code == 2
    assert "pbem help refusals" in err
    assert "help rules, orders or refusals" in shell.done("help")
