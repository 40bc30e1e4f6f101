"""Accounts: nonsense is refused, secrets are never shown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from pbem.ground.disk import model_bytes
from pbem.ground.errors import BadInput
from pbem.mail.account import (
    CredentialsError,
    ImapAccount,
    SmtpAccount,
    is_loopback,
    password_of,
    token_of,
)
from pbem.mail.waker import Waker
from pbem.service.site.settings import read_settings

GOOD: dict[str, Any] = {"host": "mail.example.test", "user": "pbem", "password": "very secret"}


def imap(**more: Any) -> ImapAccount:
    return ImapAccount.model_validate(GOOD | more)


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ({"security": "none"}, "on this machine only"),
        ({"security": "ssl"}, "tls"),
        ({"user": None}, "needs a user"),
        ({"password": None}, "exactly one of"),
        ({"password_env": "X"}, "exactly one of"),
        ({"token_command": "x"}, "exactly one of"),
        ({"password": None, "password_command": " "}, "is empty"),
        ({"password": None, "password_command": "'"}, "quotation"),
        ({"host": "a b"}, "pattern"),
        ({"host": "x\r\nEHLO"}, "pattern"),
        ({"user": "x\r\nLOGOUT"}, "pattern"),
        ({"port": 70000}, "65535"),
        ({"poll_seconds": 0}, "greater than 0"),
        ({"timeout_seconds": "inf"}, "less than"),
        ({"done_folder": "INBOX"}, "read from"),
        ({"folder": ""}, "pattern"),
        ({"unknown": 1}, "not permitted"),
    ],
    ids=str,
)
def test_nonsense_is_refused(more: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValidationError) as caught:
        imap(**more)
    messages = [error["msg"] for error in caught.value.errors()]
    assert any(problem in message for message in messages), messages
    assert not any("very secret" in message for message in messages)


def test_no_secret_is_shown() -> None:
    account = imap(done_folder="Done")
    assert "very secret" not in repr(account) + str(account) + repr(account.model_dump())
    assert b"very secret" not in model_bytes(account)
    assert password_of(account) == "very secret"
    by_command = imap(password=None, password_command=["echo", "very secret"])
    assert "very secret" not in repr(by_command)


def test_ports_are_the_usual_ones() -> None:
    assert [imap(security=s).at_port for s in ("tls", "starttls")] == [993, 143]
    ports = [
        SmtpAccount.model_validate(GOOD | {"security": s}).at_port for s in ("tls", "starttls")
    ]
    assert ports == [465, 587]
    assert imap(port=1143).at_port == 1143
    assert SmtpAccount(host="localhost", security="none").at_port == 25


def test_only_this_machine_is_loopback() -> None:
    assert all(map(is_loopback, ("localhost", "LOCALHOST", "127.0.0.1", "127.9.9.9", "::1")))
    for other in ("localhost.example.test", "10.0.0.1", "example.test", "0.0.0.0", "127.0.0.1.x"):
        assert not is_loopback(other)


def test_passwords_come_from_where_the_settings_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_TEST_PASSWORD", "from outside")
    assert password_of(imap(password=None, password_env="PBEM_TEST_PASSWORD")) == "from outside"
    command = imap(password=None, password_command="printf 'first\\r\\nsecond'")
    assert password_of(command) == "first"
    assert token_of(imap(password=None, token_command=["printf", "ya29.x"])) == "ya29.x"


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ({"password_env": "PBEM_NOT_SET"}, "PBEM_NOT_SET is not set"),
        ({"password_command": "false"}, "ended with code 1"),
        ({"password_command": "true"}, "printed nothing"),
        ({"password_command": "/no/such/program"}, "cannot be run"),
    ],
    ids=str,
)
def test_passwords_that_cannot_be_had(more: dict[str, Any], problem: str) -> None:
    with pytest.raises(CredentialsError, match=problem):
        password_of(imap(password=None, **more))


def test_a_command_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.mail.account.COMMAND_SECONDS", 0.1)
    with pytest.raises(CredentialsError, match="took over"):
        password_of(imap(password=None, password_command="sleep 5"))


def settings_file(folder: Path, tables: str, mode: int = 0o600) -> Path:
    (folder / "pbem.toml").write_text(f'address = "pbem@example.test"\n{tables}')
    (folder / "pbem.toml").chmod(mode)
    return folder


IMAP = '[mail.imap]\nhost = "mail.example.test"\nuser = "pbem"\npassword = "very secret"\n'


def test_settings_with_a_password_are_for_nobody_else(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="chmod 600") as caught:
        read_settings(settings_file(tmp_path, IMAP, 0o644))
    assert "very secret" not in str(caught.value)
    settings = read_settings(settings_file(tmp_path, IMAP))
    assert settings.mail.imap
    assert "very secret" not in repr(settings)


@pytest.mark.parametrize(
    ("tables", "key"),
    [
        ('[mail]\ndelivery = "smtp"\n', "mail.smtp"),
        (IMAP.replace("very secret", "very secret\\n") + "port = 'very'\n", "mail.imap.port"),
        (IMAP + "idel = true\n", "mail.imap.idel"),
        (IMAP + 'security = "none"\n', "mail.imap"),
        (IMAP + "password = 'very secret'\n", "pbem.toml"),
    ],
)
def test_wrong_settings_are_named_and_not_shown(tmp_path: Path, tables: str, key: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_settings(settings_file(tmp_path, tables))
    assert key in str(caught.value)
    assert "very secret" not in str(caught.value)


def test_files_count_from_the_site(tmp_path: Path) -> None:
    assert imap(ca_file="ca.pem").below(tmp_path).ca_file == str(tmp_path / "ca.pem")
    assert imap(ca_file="/etc/ca.pem").below(tmp_path).ca_file == "/etc/ca.pem"
    assert imap().below(tmp_path).ca_file is None


def test_a_waker_is_awake_until_it_was_waited_for() -> None:
    waker = Waker()
    assert not waker.wait(0)
    for _ in range(100_000):  # more than the pipe holds
        waker.wake()
    assert waker.wait(5)
    assert not waker.wait(0)
    waker.stop()
    waker.sleep(60)
    assert waker.wait(60)
    waker.close()
    waker.wake()
    waker.close()
