"""The servers of the tests in this folder: started once, cleaned before each test."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from mail_servers import MailServers, missing


@pytest.fixture(scope="session")
def running() -> Iterator[MailServers]:
    """Both servers; without them the test is skipped, but not in CI."""
    reason = missing()
    if reason and os.environ.get("CI") == "true":
        pytest.fail(f"CI must have the mail servers: {reason}")
    if reason:
        pytest.skip(f"no private mail servers: {reason}")
    servers = MailServers.made()
    try:
        servers.start()
        yield servers
    finally:
        servers.stop()


@pytest.fixture
def servers(running: MailServers) -> MailServers:
    """Both servers, without any mail."""
    running.empty_all()
    return running
