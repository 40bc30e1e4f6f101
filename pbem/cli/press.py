"""`pbem press`: what players write to each other, for those who have no mail at hand."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from pbem.cli.games import GameArgument, player_of
from pbem.cli.output import NO, JsonOption, SiteOption, bad, good, read_text, say, say_json
from pbem.cli.work import at_work, to_look_at


def add_to(app: typer.Typer) -> None:
    """Add the command of this module."""
    app.command()(press)


def press(
    game: GameArgument,
    text: Annotated[
        str, typer.Argument(metavar="[FILE]", help="A file with the text; - for standard input.")
    ] = "-",
    writer: Annotated[
        str | None, typer.Option("--from", metavar="PLAYER", help="Who writes.")
    ] = None,
    to: Annotated[
        str | None,
        typer.Option(metavar="NAME,...", help="Players, or nations for their governments; or all."),
    ] = None,
    anonymous: Annotated[
        bool, typer.Option("--anonymous", help="Without the writer's name, where that is allowed.")
    ] = False,
    site: SiteOption = Path(),
    as_json: JsonOption = False,
) -> None:
    """Send press of a player, as if it had come by mail; or list what was written to all.

    Example: echo "Shall we ally?" | pbem press eu1 --from Ann --to Bob,China

    Without --from and --to the game's public press is listed: pbem press eu1 --json
    What is written to single players only they get to read.
    """
    from pbem.ground.errors import BadInput

    if writer is None and to is None and text == "-":
        _list(site, game, as_json)
        return
    if not writer or not to:
        raise BadInput("--from, --to", "say who writes, and to whom")
    behind = " ANONYMOUS" if anonymous else ""
    order = f"PRESS TO {to}{behind}\n{read_text(text).strip()}\nEND PRESS"
    with at_work(site) as (opened, processor):
        player = player_of(opened.game(game), writer)
        outcome = processor.submit(game, player, order)
    faults = [str(fault.refusal) for result in outcome.results for fault in result.faults]
    if as_json:
        say_json({"sent": not faults, "errors": faults})
    else:
        say(f"{good('sent')}" if not faults else "\n".join(f"{bad('refused')} {f}" for f in faults))
    if faults:
        sys.exit(NO)


def _list(site: Path, ident: str, as_json: bool) -> None:
    """What was written to all players."""
    from pbem.report.layout import marked

    stored = to_look_at(site).game(ident)
    public = [(number, one) for number, one in stored.press.all() if one.public]
    if as_json:
        say_json(
            [
                {
                    "number": number,
                    "time": one.time.isoformat(),
                    "from": None if one.anonymous else one.by,
                    "text": one.text,
                }
                for number, one in public
            ]
        )
        return
    for _, one in public:
        say(f"{one.time:%Y-%m-%d %H:%M} UTC, {'anonymous' if one.anonymous else one.by}:")
        say(marked(one.text))
    if not public:
        say("There is no public press.")
