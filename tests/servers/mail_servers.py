"""A private Dovecot and a private Postfix on free ports of loopback, for one test session."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from pbem.mail.account import ImapAccount, SmtpAccount

HERE = Path(__file__).parent
PORTS = ("IMAP", "IMAPS", "LMTP", "SUBMISSION", "SMTPS")
USERS = ("pbem", "ann", "bob", "cyd", "dan", "eve", "fay", "other")
GHOST = "ghost"
"""Whom Postfix accepts mail for and Dovecot does not know: such mail comes back as a report."""
DOMAIN = "example.test"
PROGRAMS = ("dovecot", "postfix", "openssl")


def missing() -> str:
    """Why the servers cannot be started here; empty if they can."""
    gone = [name for name in PROGRAMS if not _found(name)]
    if gone:
        return f"not installed: {', '.join(gone)}"
    return "" if os.geteuid() == 0 else "Postfix can be started by root only"


@dataclass
class MailServers:
    """Both servers, below one folder."""

    base: Path
    ports: dict[str, int] = field(default_factory=dict)

    @classmethod
    def made(cls) -> MailServers:
        """Configured, not yet started."""
        base = Path(tempfile.mkdtemp(prefix="pbem-servers-"))
        base.chmod(0o755)  # the servers' own users must get in
        servers = cls(base, dict(zip(PORTS, _free_ports(len(PORTS)), strict=True)))
        servers.configure()
        return servers

    def configure(self) -> None:
        """Write everything that the servers read."""
        for name in ("run", "state", "mail", "ssl", "etc", "queue", "data"):
            (self.base / name).mkdir()
        shutil.chown(self.base / "mail", "nobody", "nogroup")
        shutil.chown(self.base / "data", "postfix", "postfix")
        self._make_certificate()
        self._write("dovecot.conf.in", "dovecot.conf")
        self._write("postfix-main.cf.in", "etc/main.cf")
        self._write("postfix-master.cf.in", "etc/master.cf")
        for name in ("dynamicmaps.cf", "postfix-files"):
            if Path("/etc/postfix", name).exists():
                shutil.copy(Path("/etc/postfix", name), self.base / "etc" / name)
        users = [f"{user}@{DOMAIN}" for user in USERS]
        lines = [f"{user}:{{PLAIN}}{password(user)}::::::\n" for user in users]
        (self.base / "users").write_text("".join(lines))
        accepted = [*users, f"{GHOST}@{DOMAIN}"]
        (self.base / "mailboxes").write_text("".join(f"{user} 1\n" for user in accepted))
        (self.base / "access").write_text("")

    def start(self) -> None:
        """Start both."""
        self.start_dovecot()
        self.start_postfix()

    def stop(self) -> None:
        """Stop both and take everything away."""
        self.stop_postfix()
        self.stop_dovecot()
        shutil.rmtree(self.base, ignore_errors=True)

    def start_dovecot(self) -> None:
        """Start Dovecot and wait for it."""
        subprocess.run([_found("dovecot"), "-c", str(self.base / "dovecot.conf")], check=True)
        self._wait("IMAP")

    def stop_dovecot(self) -> None:
        """Stop Dovecot; all its connections end."""
        _end(self.base / "run/master.pid")

    def start_postfix(self) -> None:
        """Start Postfix and wait for it."""
        command = [_found("postfix"), "-c", str(self.base / "etc"), "start"]
        subprocess.run(command, check=True, capture_output=True)
        self._wait("SUBMISSION")

    def stop_postfix(self) -> None:
        """Stop Postfix; what it has taken stays in its queue."""
        _end(self.base / "queue/pid/master.pid")

    def cut_imap(self) -> None:
        """Cut every IMAP connection; the server goes on."""
        for pid in _children(int((self.base / "run/master.pid").read_text())):
            with suppress(OSError):
                if Path(f"/proc/{pid}/cmdline").read_bytes().startswith(b"dovecot/imap\0"):
                    os.kill(pid, signal.SIGKILL)

    def change_uidvalidity(self, user: str) -> None:
        """Number the mails of a user anew; to be called while Dovecot is stopped."""
        for path in self.mail_folder(user).glob("dovecot*"):
            path.unlink()

    def answer_for(self, recipient: str, reply: str) -> None:
        """Let Postfix answer so for a recipient from now on; an empty reply takes that back.

        Each connection has a process of its own there, which reads the table anew.
        """
        (self.base / "access").write_text(f"{recipient}@{DOMAIN} {reply}\n" if reply else "")

    def mail_folder(self, user: str) -> Path:
        """A user's Maildir at the server."""
        return self.base / "mail" / f"{user}@{DOMAIN}"

    def empty_all(self) -> None:
        """Take all mails and folders of all users away, after what is still on its way."""

        def emptied() -> bool:
            queues = (self.base / "queue" / name for name in ("incoming", "active", "deferred"))
            if any(path.is_file() for queue in queues for path in queue.rglob("*")):
                return False
            for folder in (self.base / "mail").iterdir():
                shutil.rmtree(folder)
            return True

        wait_for(emptied, 20, "no mail is left")

    def imap(self, user: str = "pbem", security: str = "tls", **more: object) -> ImapAccount:
        """A user's account."""
        port = self.ports["IMAPS" if security == "tls" else "IMAP"]
        return ImapAccount.model_validate(self._account(user, security, port) | more)

    def smtp(self, user: str = "pbem", security: str = "starttls", **more: object) -> SmtpAccount:
        """A user's account."""
        port = self.ports["SMTPS" if security == "tls" else "SUBMISSION"]
        return SmtpAccount.model_validate(self._account(user, security, port) | more)

    def _account(self, user: str, security: str, port: int) -> dict[str, object]:
        address = f"{user}@{DOMAIN}"
        return {
            "host": "127.0.0.1",
            "port": port,
            "security": security,
            "user": address,
            "password": password(address),
            "ca_file": str(self.base / "ssl/cert.pem"),
            "timeout_seconds": 10.0,
        }

    def _write(self, source: str, target: str) -> None:
        text = (HERE / source).read_text().replace("@BASE@", str(self.base))
        for name, port in self.ports.items():
            text = text.replace(f"@{name}@", str(port))
        (self.base / target).write_text(text)

    def _make_certificate(self) -> None:
        command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
        names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
        files = ["-keyout", self.base / "ssl/key.pem", "-out", self.base / "ssl/cert.pem"]
        subprocess.run([*command, *names, *files], check=True, capture_output=True)

    def _wait(self, port: str) -> None:
        def answers() -> bool:
            with socket.create_connection(("127.0.0.1", self.ports[port]), timeout=5) as link:
                return bool(link.recv(100))

        wait_for(answers, 20, f"{port} answers")


def password(address: str) -> str:
    """A user's password."""
    return f"secret-{address.split('@')[0]}"


PATIENCE = 180.0
"""Seconds, at the least: how long something takes says nothing on a busy machine."""


def wait_for(condition: Callable[[], bool], seconds: float, what: str) -> None:
    """Wait until something holds; fail if it never does."""
    until = time.monotonic() + max(seconds, PATIENCE)
    while True:
        try:
            if condition():
                return
        except OSError:
            pass
        assert time.monotonic() < until, f"not within {seconds} s: {what}"
        time.sleep(0.05)


def _found(name: str) -> str:
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin") or ""


def _end(pid_file: Path) -> None:
    """End the server whose pid is in a file with all its processes, and wait for them."""
    try:
        pid = int(pid_file.read_text())
    except (OSError, ValueError):
        return
    processes = [pid, *_children(pid)]
    for each in processes:  # Dovecot's serve their clients to the end if they are left alone
        with suppress(ProcessLookupError):
            os.kill(each, signal.SIGTERM)
    wait_for(lambda: not any(map(_runs, processes)), 20, f"processes {processes} end")


def _children(parent: int) -> list[int]:
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = status.read_text().rpartition(")")[2].split()
            if int(fields[1]) == parent:
                found.append(int(status.parent.name))
    return found


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _free_ports(number: int) -> list[int]:
    sockets = [socket.socket() for _ in range(number)]
    try:
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]
    finally:
        for each in sockets:
            each.close()
