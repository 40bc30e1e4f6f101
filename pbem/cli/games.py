"""`pbem show`, `history`, `submit`, `check`, `undo` and `verify`: one game."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.output import (
    NO,
    JsonOption,
    SiteOption,
    bad,
    fail,
    good,
    read_text,
    say,
    say_json,
    utc_now,
)
from pbem.cli.work import at_work, to_look_at

if TYPE_CHECKING:
    from pbem.board.ids import PlayerId
    from pbem.board.model import Game
    from pbem.orders.submission import Outcome
    from pbem.report.contexts import PastPress
    from pbem.service.site.site import Site
    from pbem.store.game import StoredGame

GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="The game's id.")]
PlayerArgument = Annotated[str, typer.Argument(metavar="PLAYER", help="The player's name.")]
OrdersArgument = Annotated[
    str, typer.Argument(metavar="[FILE]", help="A file with orders; - for standard input.")
]


def add_to(app: typer.Typer) -> None:
    """Add the commands of this module."""
    for command in (show, history, statistics, submit, check, undo, verify):
        app.command()(command)


def show(
    game: GameArgument,
    player: Annotated[
        str | None, typer.Option("--as", help="Show what this player may see, with choices.")
    ] = None,
    turn: Annotated[int | None, typer.Option(help="The position as this turn began.")] = None,
    site: SiteOption = Path(),
    as_json: JsonOption = False,
) -> None:
    """Show a game's position, now or as a turn began.

    Example: pbem show eu1 --as Ann; pbem show eu1 --turn 37

    With --as also the plans and standing answers of that player, which nobody else may see. Of a
    turn that was played more than once, since it was taken back, the last time is shown.
    """
    from pbem.orders.ahead.standing import Standing
    from pbem.report.ahead import kept_views
    from pbem.report.data import state_data
    from pbem.service.telling.position import Telling

    opened = to_look_at(site)
    stored = opened.game(game)
    reader = player_of(stored, player) if player else None
    if turn is not None:
        _show_earlier(opened, stored, reader, turn, as_json)
        return
    standing = Standing(stored.standing.of(reader)) if reader else Standing()
    if as_json:
        data = state_data(stored.game, stored.state, reader)
        if reader:
            kept = kept_views(stored.game, stored.state, standing, reader)
            data["standing"] = ["\n".join(view.lines) for view in kept]
        say_json(data)
        return
    context = replace(
        Telling.of(opened, stored, stored.last, utc_now()).seen_by(reader), standing=standing
    )
    say(opened.renderer.plain(context).rstrip())


def _show_earlier(
    opened: Site, stored: StoredGame, reader: PlayerId | None, turn: int, as_json: bool
) -> None:
    """The position as a turn began; ends the command if there was no such turn."""
    from pbem.report.data import state_data
    from pbem.service.telling.history import began
    from pbem.service.telling.position import Telling

    then = began(Telling.of(opened, stored, stored.last, utc_now()), reader, turn)
    if then is None:
        fail(f"{stored.file.id} has had no turn {turn}; this is turn {stored.state.turn}")
    if as_json:
        say_json({**state_data(stored.game, then.state, reader), "entry": then.entry})
        return
    say(f"{stored.file.id}, as turn {turn} began, after entry {then.entry}")
    say()
    say(opened.renderer.then(then).strip())


def history(
    game: GameArgument,
    turn: Annotated[int | None, typer.Option(help="Only what happened in this turn.")] = None,
    player: Annotated[
        str | None, typer.Option("--as", help="What this player may know, private press too.")
    ] = None,
    site: SiteOption = Path(),
    as_json: JsonOption = False,
) -> None:
    """Show a game's history: who ordered what when, how late, what came of it, public press.

    Example: pbem history eu1 --turn 12

    What players have planned is not shown before the game is over, and what they write to each
    other only to them. With --json one document a line.
    """
    from pbem.report.contexts import PastPress
    from pbem.report.history import whole
    from pbem.service.site.voices import voice_for
    from pbem.service.telling.history import past

    opened = to_look_at(site)
    stored = opened.game(game)
    reader = player_of(stored, player) if player else None
    voice = voice_for(opened, stored)
    for one in past(stored, reader, first=turn or 0, last=turn):
        if not as_json:
            say("\n".join(whole(one, voice)))
        elif isinstance(one, PastPress):
            say_json(_press_data(one))
        else:
            entry = stored.entries[one.number - 1][0]
            seen = entry.without_addresses() if stored.state.over else entry.without_secrets()
            hidden = {"text", "brought", "digest", "previous"}
            data = seen.model_dump(mode="json", exclude_none=True, exclude=hidden)
            data["orders"] = list(one.orders)
            data["late_seconds"] = int(one.late.total_seconds()) if one.late else 0
            data |= {"turn": one.turn, "taken_back": one.taken_back, "hidden": one.hidden}
            say_json({**data, "events": [voice(told) for told in one.happened]})


def _press_data(press: PastPress) -> dict[str, object]:
    return {
        "press": press.text,
        "turn": press.turn,
        "time": press.time.isoformat(),
        "from": press.by,
        "to": list(press.to) or "all",
    }


def statistics(
    game: GameArgument,
    site: SiteOption = Path(),
    as_json: JsonOption = False,
) -> None:
    """Show a game in numbers: turns, taxes, interest, fights, how long each player takes.

    Example: pbem statistics eu1 --json
    """
    from pbem.report.statistics import statistics_data, statistics_told
    from pbem.service.site.voices import voice_for
    from pbem.service.telling.statistics import statistics_of

    opened = to_look_at(site)
    stored = opened.game(game)
    found = statistics_of(stored)
    if as_json:
        say_json(statistics_data(found))
        return
    voice = voice_for(opened, stored)
    for sentence in statistics_told(found):
        say(voice(sentence))


def submit(
    game: GameArgument,
    player: PlayerArgument,
    orders: OrdersArgument = "-",
    site: SiteOption = Path(),
    as_json: JsonOption = False,
) -> None:
    """Submit a player's orders from a file, as if they had come by mail.

    Example: echo "CHINA: TAXATION" | pbem submit eu1 Ann

    Exit code 1 if any order was refused.
    """
    text = read_text(orders)
    with at_work(site) as (opened, processor):
        reader = player_of(opened.game(game), player)
        outcome = processor.submit(game, reader, text)
    _show(opened.game(game).game, reader, outcome, as_json)


def check(
    game: GameArgument,
    player: PlayerArgument,
    orders: OrdersArgument = "-",
    site: SiteOption = Path(),
    as_json: JsonOption = False,
) -> None:
    """Say what orders would do now; change nothing.

    Example: echo "CHINA: TAXATION" | pbem check eu1 Ann
    """
    from pbem.service.deciding.trying import tried

    stored = to_look_at(site).game(game)
    reader = player_of(stored, player)
    _show(stored.game, reader, tried(stored, reader, read_text(orders), utc_now()), as_json)


def undo(
    game: GameArgument,
    to: Annotated[
        int | None, typer.Option(help="The entry after which the game goes on (0: the start).")
    ] = None,
    orders: Annotated[
        int, typer.Option("--orders", "-n", min=1, help="So many accepted orders, the last ones.")
    ] = 1,
    site: SiteOption = Path(),
) -> None:
    """Take back what was last played, or all after an entry; the journal keeps everything.

    Example: pbem undo eu1 --orders 2

    Example: pbem undo eu1 --to 41

    What players have planned, changed or cancelled since stays as they want it. `pbem redo` brings
    back what was taken back.
    """
    from pbem.service.care.moderator import undo as take_back

    with at_work(site) as (opened, processor):
        if to is None:
            number = take_back(processor, opened.game(game), orders).number
            target = opened.game(game).entries[number - 1][0].back_to
        else:
            number, target = processor.undo(game, to).number, to
    say(f"{game} goes on after entry {target}; this is entry {number}")


def verify(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="All games if none is given.")
    ] = None,
    site: SiteOption = Path(),
    as_json: JsonOption = False,
) -> None:
    """Play journals again from the start and compare every position and every event with what
    was recorded, and what the snapshot, `dispatched` and the mails that have gone out know of the
    last entry. What differs is named: which event, which part of the position, old and new value.

    Example: pbem verify eu1

    Exit code 1 if one does not hold.
    """
    from pbem.ground.errors import BadInput
    from pbem.service.care.verify import verify as check_all
    from pbem.service.site.site import open_site

    opened = open_site(site)
    results: list[dict[str, object]] = []
    for ident in games or opened.game_ids():
        entries, faults = 0, []
        try:
            stored = opened.game(ident)
            entries, faults = stored.last, [*check_all(opened, stored)]
        except BadInput as error:
            if games:
                raise
            faults = [(0, str(error))]
        found = [{"entry": number, "reason": reason} for number, reason in faults]
        results.append({"game": ident, "ok": not faults, "entries": entries, "faults": found})
        if as_json:
            continue
        for number, reason in faults:
            what = f"{bad('does not hold')}: entry {number}" if number else bad("broken")
            say(f"{ident}: {what}: {reason}")
        if not faults:
            say(f"{ident}: {good('ok')}, {entries} entries")
    if as_json:
        say_json(results)
    if not all(result["ok"] for result in results):
        sys.exit(NO)


def player_of(stored: StoredGame, name: str) -> PlayerId:
    """The player of a game whose name begins so; ends the command if there is none."""
    from pbem.ground.errors import Refusal
    from pbem.orders.text.names import find_player

    try:
        return find_player(stored.file.players, name)
    except Refusal as refusal:
        fail(f"{refusal} Players: {', '.join(stored.file.players)}.")


def _show(game: Game, player: PlayerId, outcome: Outcome, as_json: bool) -> None:
    from pbem.report.data import reply_data

    reply = reply_data(game, player, outcome)
    if as_json:
        say_json(reply)
    else:
        for order in outcome.orders:
            say(f"{good('accepted')} {order}")
        if press := sum(map(_is_press, outcome.mail_commands)):
            say(f"{good('accepted')} press: {press}")
        for warning in reply["warnings"]:
            say(f"  note: {warning['message']}")
        for error in reply["errors"]:
            where = f"line {error['line']}: " if error["line"] else ""
            say(f"{bad('refused')} {where}{error['message']}")
    if not outcome.accepted and (outcome.results or not any(map(_is_press, outcome.mail_commands))):
        sys.exit(NO)


def _is_press(command: object) -> bool:
    from pbem.orders.verbs.press.press import Press

    return isinstance(command, Press)
