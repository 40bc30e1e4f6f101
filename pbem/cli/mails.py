"""`pbem poll`, `receive` and `read-mail`: mail in and out."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.output import NO, JsonOption, SiteOption, fail, say, say_json, utc_now, warn
from pbem.cli.work import at_work

if TYPE_CHECKING:
    from pbem.service.rounds.poll import Round

WAIT_SECONDS = 60.0
"""How long `receive` waits for its turn; then whoever works now, or the next, handles the mail."""

EX_TEMPFAIL = 75
"""What a mail server's pipe understands as: keep it and try again (sysexits.h)."""


def add_to(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(poll)
    app.command()(receive)
    app.command("read-mail")(read_mail)
    app.command()(resend)
    app.command()(recover)


def poll(site: SiteOption = Path(), as_json: JsonOption = False) -> None:
    """Fetch and handle the mails that have come in, and send what waits; for cron.

    Example: pbem poll --site /srv/pbem

    Exit code 1 if something could not be done now; it is tried again at the next round.
    """
    from pbem.service.rounds.poll import poll_servers
    from pbem.service.site.site import open_site
    from pbem.service.way import Processor

    opened = open_site(site)
    done = poll_servers(opened, Processor(opened, utc_now))
    if as_json:
        say_json(
            {
                "handled": [
                    {"mail": name, "fate": h.fate, "game": h.game, "entry": h.entry}
                    for name, h in done.handled
                ],
                "delivered": done.delivered,
                "troubles": done.troubles,
            }
        )
    else:
        _show(done)
    if done.troubles:
        sys.exit(NO)


def receive(site: SiteOption = Path()) -> None:
    """Take one mail from standard input: the command for a mail server's pipe.

    Example, in Postfix's aliases: pbem: "|pbem receive --site /srv/pbem"

    The mail is stored first. If another pbem is at work, that one or the next handles it. Exit
    code 75 (try again) if it could not be stored.
    """
    import hashlib
    import time

    from pbem.ground.disk import check_owner
    from pbem.ground.errors import BadInput
    from pbem.mail.maildir import Maildir
    from pbem.service.rounds.heartbeat import is_run
    from pbem.service.site.settings import read_settings

    raw = sys.stdin.buffer.read()
    if not raw.strip():
        fail("there is no mail on standard input")
    try:
        inbox = Maildir(site / read_settings(site).mail.inbox)
        check_owner(site)
        seconds, rest = divmod(time.time_ns(), 10**9)
        name = f"{seconds}.{rest:09d}.{hashlib.sha256(raw).hexdigest()[:16]}.received"
        inbox.put(name, raw)
    except (OSError, BadInput) as error:
        fail(str(error), EX_TEMPFAIL)
    if is_run(site):
        say("stored; another pbem is at work")
        return
    # only now: while the daemon runs, each mail is stored by a process that need know no rules
    from pbem.service.rounds.poll import poll as work
    from pbem.service.site.busy import SiteBusy
    from pbem.service.site.site import open_site
    from pbem.service.way import Processor

    try:
        opened = open_site(site)
        _show(work(opened, Processor(opened, utc_now), wait=WAIT_SECONDS))
    except SiteBusy:
        say("stored; another pbem is at work")
    except (OSError, BadInput) as error:  # it is stored: the next round tries again
        warn(f"stored; {error}")


def read_mail(
    file: Annotated[str, typer.Argument(help="A mail as a file; - for standard input.")],
    as_json: JsonOption = False,
) -> None:
    """Show what the program understands of a mail, without needing a game.

    Example: pbem read-mail mail.eml --json
    """
    from pbem.ground.errors import BadInput
    from pbem.mail.reading.read import as_json as as_data
    from pbem.mail.reading.read import read
    from pbem.orders.text.names import names_of_all

    try:
        raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise BadInput(file, str(error)) from error
    data = as_data(read(raw, *names_of_all()))
    if as_json:
        say_json(data)
        return
    for key, value in data.items():
        if isinstance(value, list):
            say(f"{key}:" + ("" if value else " none"))
            for item in value:
                say(f"  {item}")
        else:
            say(f"{key}: {value}")


def resend(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="Of this game, mails to PLAYER.")
    ] = None,
    player: Annotated[
        str | None, typer.Argument(metavar="[PLAYER]", help="Who has lost them.")
    ] = None,
    last: Annotated[int, typer.Option(help="So many of the last ones.", min=1, max=20)] = 1,
    site: SiteOption = Path(),
) -> None:
    """Try once more to send the mails that the server would not take, after mending why; or send a
    player the last mails of a game once more.

    Example: pbem resend --site /srv/pbem; pbem resend eu1 Ann --last 3

    What the server would not take lies in mail/failed, with its words in mail/failed/reasons.
    """
    from pbem.cli.games import player_of
    from pbem.ground.errors import BadInput

    if game is None:
        with at_work(site) as (opened, _):
            number = opened.outbox.send_again()
        say(f"{number} mails wait to be sent again")
        return
    if player is None:
        raise BadInput("PLAYER", "say whose mails are to be sent again")
    with at_work(site) as (opened, processor):
        number = processor.send_again(game, player_of(opened.game(game), player), last)
    say(f"{number} mails are sent again")


def recover(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME]...", help="Those that were put back; all if none is given."),
    ] = None,
    site: SiteOption = Path(),
) -> None:
    """After a backup was put back: play what has come in since, tell and ask everybody again.

    Example: pbem recover --site /srv/pbem

    Stop the daemon first. Mails that were handled since the backup are looked through again, in
    the mailbox's done_folder and in mail/in/cur. Called again it does nothing twice.
    Exit code 1 if mails could not be fetched or handled: nobody is told yet, and it is to be called
    again.
    """
    from pbem.service.care.recover import recover as work
    from pbem.service.site.site import open_site
    from pbem.service.way import Processor

    opened = open_site(site)
    done = work(opened, Processor(opened, utc_now), games or ())
    _show(done.round)
    for ident, entry in done.told:
        say(f"{ident}: everybody is told and asked again, entry {entry}")
    if done.round.troubles:
        sys.exit(NO)


def _show(done: Round) -> None:
    for name, handled in done.handled:
        about = f" {handled.game} entry {handled.entry}" if handled.game else ""
        reason = f" ({handled.reason})" if handled.reason else ""
        say(f"{name}: {handled.fate}{about}{reason}")
    if done.delivered:
        say(f"{done.delivered} mails delivered")
    for trouble in done.troubles:
        warn(f"later: {trouble}")
