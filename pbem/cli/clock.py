"""`pbem deadlines`, `extend`, `pause`, `resume`, `end`, `replace`, `rekey`: time and seats."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.games import GameArgument, PlayerArgument, player_of
from pbem.cli.output import (
    NO,
    JsonOption,
    SiteOption,
    say,
    say_json,
    table,
    utc_now,
    warn,
)
from pbem.cli.work import at_work, to_look_at

if TYPE_CHECKING:
    from pbem.service.deadlines.ledger import OpenQuestion
    from pbem.service.site.site import Site
    from pbem.service.way import Processor
    from pbem.store.game import StoredGame
    from pbem.store.journal import Entry


def add_to(app: typer.Typer) -> None:
    """Add the commands of this module."""
    for command in (deadlines, pause, resume, end, replace, resign, rekey):
        app.command()(command)
    # a number with a minus sign is no option
    app.command(context_settings={"ignore_unknown_options": True})(extend)


def deadlines(
    show: Annotated[
        bool, typer.Option("--show", help="Only list what is due when; do nothing.")
    ] = False,
    accept_clock: Annotated[
        bool,
        typer.Option(
            "--accept-clock", help="The time is right, though nobody has looked for a month."
        ),
    ] = False,
    site: SiteOption = Path(),
    as_json: JsonOption = False,
) -> None:
    """Handle mails, and then what is due: reminders, missed answers; for cron.

    Example: pbem deadlines --site /srv/pbem

    It does nothing twice, and is not needed beside `pbem run`. Run it every few minutes: if it has
    not looked for longer than away_after (two hours), that time counts for nobody. If nobody has
    looked for 30 days, or the clock was set back, it asks first whether the time is right.
    Exit code 1 if something could not be done now; it is tried again at the next round.
    """
    from pbem.service.rounds.heartbeat import is_run
    from pbem.service.rounds.poll import poll_with_deadlines
    from pbem.service.site import clockwatch
    from pbem.service.site.site import open_site
    from pbem.service.way import Processor

    if show:
        _show(to_look_at(site), as_json)
        return
    if accept_clock:
        with at_work(site) as (working, processor):
            clockwatch.accept_clock(working, processor.now())
    opened = open_site(site)
    if is_run(opened.folder):
        say("another pbem is at work; `pbem run`, or the next call, keeps the deadlines")
        return
    done = poll_with_deadlines(opened, Processor(opened, utc_now))
    if as_json:
        kept = [{"game": game, "done": what} for game, what in done.kept]
        handled = len(done.handled)
        say_json({"handled": handled, "done": kept, "troubles": done.troubles})
    else:
        for game, what in done.kept:
            say(f"{game}: {what}")
        for trouble in done.troubles:
            warn(f"later: {trouble}")
    if done.troubles:
        sys.exit(NO)


def extend(
    game: GameArgument,
    time: Annotated[
        str, typer.Argument(help="How much more: 24 (hours), 36h, 2d; less with a minus sign.")
    ],
    site: SiteOption = Path(),
) -> None:
    """Move the open deadline of a game, and tell everybody.

    Example: pbem extend eu1 24
    """
    from pbem.ground.errors import BadInput
    from pbem.service.care.moderator import extend as work
    from pbem.timing.durations import parse_duration

    sign, written = (-1, time[1:]) if time.startswith("-") else (1, time)
    try:
        length = parse_duration(f"{written}h" if written.isdigit() else written).length
    except ValueError as error:
        raise BadInput("extend", str(error)) from error
    hours = sign * int(length.total_seconds() // 3600)
    if not hours:
        raise BadInput("extend", "by how many hours?")
    _do(site, game, lambda processor, stored: work(processor, stored, hours))


def pause(game: GameArgument, site: SiteOption = Path()) -> None:
    """Have no deadlines in a game until `pbem resume`; orders are taken as always.

    Example: pbem pause eu1
    """
    from pbem.service.care.moderator import pause as work

    _do(site, game, work)


def resume(game: GameArgument, site: SiteOption = Path()) -> None:
    """Have deadlines again; the open question has all its time anew.

    Example: pbem resume eu1
    """
    from pbem.service.care.moderator import resume as work

    _do(site, game, work)


def replace(
    game: GameArgument,
    player: PlayerArgument,
    name: Annotated[str, typer.Argument(help="Who plays on.")],
    address: Annotated[str, typer.Argument(help="Their address.")],
    site: SiteOption = Path(),
) -> None:
    """Give a player's seat to somebody else, who gets the position by mail; everybody is told.

    Example: pbem replace eu1 Bob Dora dora@example.test
    """
    from pydantic import ValidationError

    from pbem.ground.errors import BadInput
    from pbem.service.care.moderator import replace_player
    from pbem.store.people import Person

    try:
        person = Person(name=name, address=address)
    except ValidationError as error:
        raise BadInput.from_validation("replace", error) from error
    _do(site, game, lambda c, stored: replace_player(c, stored, player_of(stored, player), person))


def resign(game: GameArgument, player: PlayerArgument, site: SiteOption = Path()) -> None:
    """Give up a player's seat, as the player has asked; it is offered to those who wait for one,
    and until somebody takes it the game does what it does when nobody answers.

    Example: pbem resign eu1 Bob
    """
    from pbem.service.care.moderator import vacate

    _do(site, game, lambda c, stored: vacate(c, stored, player_of(stored, player)))


def rekey(game: GameArgument, player: PlayerArgument, site: SiteOption = Path()) -> None:
    """Make a player's key and the secrets of all mails so far void, as after a leak; the player
    gets others by mail.

    Example: pbem rekey eu1 Bob
    """
    from pbem.service.care.moderator import rekey_player

    _do(site, game, lambda c, stored: rekey_player(c, stored, player_of(stored, player)))


def end(game: GameArgument, site: SiteOption = Path()) -> None:
    """End a game as it stands: the points of now count. `pbem undo` takes it back.

    Example: pbem end eu1
    """
    from pbem.service.care.moderator import end_game

    _do(site, game, end_game)


def _do(folder: Path, ident: str, work: Callable[[Processor, StoredGame], Entry]) -> None:
    from pbem.service.deadlines.ledger import due_after

    with at_work(folder) as (opened, processor):
        stored = opened.game(ident)
        entry = work(processor, stored)
    due = due_after(stored, entry.number)
    what = entry.clock.what if entry.clock else entry.how
    say(
        f"{ident}: {what}, entry {entry.number}"
        + (f"; due {due:%Y-%m-%d %H:%M} UTC" if due else "")
    )


def _due(question: OpenQuestion, paused: bool) -> str:
    if paused:
        return "paused"
    return f"{question.due:%Y-%m-%d %H:%M}" if question.due else "none"


def _show(site: Site, as_json: bool) -> None:
    from pbem.ground.errors import BadInput
    from pbem.service.deadlines.ledger import is_paused, misses_of, open_question

    rows = []
    for ident in site.game_ids():
        try:
            stored = site.game(ident)
        except BadInput as error:
            warn(f"{ident}: {error}")
            continue
        question = open_question(stored)
        if question is None:
            continue
        missed = misses_of(stored)[question.player]
        rows.append((ident, question, is_paused(stored), missed.in_a_row))
    if as_json:
        say_json(
            [
                {
                    "game": ident,
                    "player": question.player,
                    "kind": question.kind,
                    "due": question.due.isoformat() if question.due else None,
                    "paused": paused,
                    "missed_in_a_row": row,
                }
                for ident, question, paused, row in rows
            ]
        )
    elif rows:
        heads = ("game", "waits for", "question", "due (UTC)", "missed in a row")
        table([(i, q.player, q.kind, _due(q, p), str(row)) for i, q, p, row in rows], heads)
    else:
        say("No game waits for anybody.")
