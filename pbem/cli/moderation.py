"""`pbem redo`, `deadline`, `process`, `preview`, `broadcast`, `position`, `as`, `moderator`...

What a moderator may do by mail, on the command line; the clock's and the seats' is in `clock`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.games import GameArgument, OrdersArgument, PlayerArgument, player_of
from pbem.cli.output import (
    NO,
    JsonOption,
    SiteOption,
    bad,
    good,
    read_text,
    say,
    say_json,
    utc_now,
)
from pbem.cli.work import at_work, to_look_at

if TYPE_CHECKING:
    from pbem.ground.messages import Message
    from pbem.service.site.site import Site
    from pbem.store.game import StoredGame
    from pbem.store.journal import Entry

TextArgument = Annotated[
    str, typer.Argument(metavar="[FILE]", help="A file; - for standard input.")
]


def add_to(app: typer.Typer) -> None:
    """Add the commands of this module."""
    for command in (
        redo,
        deadline,
        process,
        preview,
        broadcast,
        position,
        moderator,
        block,
        unblock,
    ):
        app.command()(command)
    app.command("as")(order_as)


def redo(game: GameArgument, site: SiteOption = Path()) -> None:
    """Bring back what `pbem undo` has taken back last, if no order was accepted since.

    Example: pbem redo eu1
    """
    from pbem.service.care.moderator import redo as work

    with at_work(site) as (opened, processor):
        entry = work(processor, opened.game(game))
    say(f"{game} goes on as it was after entry {entry.back_to}; this is entry {entry.number}")


def deadline(
    game: GameArgument,
    time: Annotated[
        str, typer.Argument(help="A day and a clock time of the moderator's zone, in quotes.")
    ],
    site: SiteOption = Path(),
) -> None:
    """Have the answer to the open question due at a moment, and tell everybody.

    Example: pbem deadline eu1 "2026-12-24 18:00"
    """
    from pbem.service.care.moderator import set_deadline

    with at_work(site) as (opened, processor):
        stored = opened.game(game)
        entry = set_deadline(processor, stored, time)
    _done(stored, entry)


def process(
    game: GameArgument,
    turn: Annotated[int, typer.Option(help="The turn that the game is in; refused otherwise.")],
    site: SiteOption = Path(),
) -> None:
    """Do now what the deadline would do; `pbem preview` says what that is.

    Example: pbem process eu1 --turn 9
    """
    from pbem.service.care.moderator import process as work

    with at_work(site) as (opened, processor):
        stored = opened.game(game)
        entry = work(processor, stored, turn)
    _done(stored, entry)


def preview(game: GameArgument, site: SiteOption = Path(), as_json: JsonOption = False) -> None:
    """Say what the next deadline would do; change nothing, and show nobody's plans.

    Example: pbem preview eu1
    """
    from pbem.service.entering.moderating.desk import Acting
    from pbem.service.entering.moderating.preview import preview as look

    opened = to_look_at(site)
    stored = opened.game(game)
    lines = _spoken(opened, stored, look(Acting(opened, stored, utc_now())))
    _print(lines, {"game": game, "turn": stored.state.turn}, "preview", as_json)


def broadcast(game: GameArgument, text: TextArgument = "-", site: SiteOption = Path()) -> None:
    """Send a message to all players and observers of a game.

    Example: echo "The server moves on Sunday." | pbem broadcast eu1
    """
    from pbem.service.care.moderator import broadcast as work

    said = read_text(text)
    with at_work(site) as (opened, processor):
        stored = opened.game(game)
        entry = work(processor, stored, said)
    _done(stored, entry)


def position(
    game: GameArgument,
    part: TextArgument = "-",
    yes: Annotated[
        bool, typer.Option("--yes", help="Change it; else only show what would.")
    ] = False,
    site: SiteOption = Path(),
    as_json: JsonOption = False,
) -> None:
    """Replace parts of a position by the [position] of a scenario; first only show what changes.

    Example: echo "nations.china.treasury = 12" | pbem position eu1 --yes

    Everybody is told, each as they may see it. `pbem undo` takes it back.
    """
    from pbem.service.care.moderator import acting, edit_position
    from pbem.service.entering.moderating.position import would_change

    text = read_text(part)
    with at_work(site) as (opened, processor):
        stored = opened.game(game)
        shown = would_change(acting(processor, stored), text)
        entry = edit_position(processor, stored, text) if yes else None
    number = entry.number if entry else None
    _print(_spoken(opened, stored, shown), {"game": game, "entry": number}, "changes", as_json)
    if not as_json:
        say(f"changed; this is entry {number}" if yes else "nothing is changed without --yes")


def order_as(
    game: GameArgument,
    player: PlayerArgument,
    orders: OrdersArgument = "-",
    site: SiteOption = Path(),
) -> None:
    """Decide for a player, as their moderator: a turn or answers only; all are told who has.

    Example: echo "CHINA: TAXATION" | pbem as eu1 Ann

    `pbem submit` takes all orders of a player, as if they had come from the player.
    Exit code 1 if any order is refused; then none is carried out.
    """
    from pbem.service.care.moderator import acting
    from pbem.service.entering.moderating.orders import order_as as work

    text = read_text(orders)
    with at_work(site) as (opened, processor):
        stored = opened.game(game)
        told, outcome = work(acting(processor, stored), player_of(stored, player), text)
        if told is not None:
            processor.tell(told)
    for result in outcome.results:
        for fault in result.faults:
            say(f"{bad('refused')} line {fault.line.number}: {fault.refusal}")
    if told is None:
        say("nothing of it is carried out")
        sys.exit(NO)
    for order in outcome.orders:
        say(f"{good('accepted')} {order}")


def moderator(
    game: GameArgument,
    address: Annotated[
        str | None, typer.Argument(help="Who is to moderate; they are asked by mail.")
    ] = None,
    site: SiteOption = Path(),
    as_json: JsonOption = False,
) -> None:
    """Say who moderates a game, or ask somebody else to: it is theirs when they answer YES.

    Example: pbem moderator eu1 mona@example.test
    """
    from pbem.service.care.moderator import hand_over
    from pbem.service.site.moderators import moderator_of
    from pbem.service.who.moderators import handing

    if address is not None:
        with at_work(site) as (opened, processor):
            stored = opened.game(game)
            entry = hand_over(processor, stored, address)
        _done(stored, entry)
        return
    opened = to_look_at(site)
    stored = opened.game(game)
    asked = handing(stored)
    found = {"game": game, "moderator": moderator_of(opened, stored),
             "asked": asked[1] if asked else None}  # fmt: skip
    if as_json:
        say_json(found)
        return
    say(f"{game}: {found['moderator'] or 'nobody'}" + (f"; asked: {asked[1]}" if asked else ""))


def block(
    game: GameArgument,
    address: Annotated[str | None, typer.Argument(help="Whose mails are not answered.")] = None,
    site: SiteOption = Path(),
    as_json: JsonOption = False,
) -> None:
    """Answer no mails from an address any more; without an address, list the blocked ones.

    Example: pbem block eu1 pest@example.test

    It holds for the whole site; the journal of the game says that it was done.
    """
    from pbem.service.care.moderator import block as work
    from pbem.service.site.blocked import blocked

    if address is None:
        found = blocked(to_look_at(site))
        _print(found or ("Nobody is blocked.",), {}, "blocked", as_json)
        return
    with at_work(site) as (opened, processor):
        stored = opened.game(game)
        entry = work(processor, stored, address)
    _done(stored, entry)


def unblock(
    game: GameArgument,
    address: Annotated[str, typer.Argument(help="Whose mails are answered again.")],
    site: SiteOption = Path(),
) -> None:
    """Answer mails from an address again.

    Example: pbem unblock eu1 pest@example.test
    """
    from pbem.service.care.moderator import block as work

    with at_work(site) as (opened, processor):
        stored = opened.game(game)
        entry = work(processor, stored, address, again=True)
    _done(stored, entry)


def set_option(folder: Path, game: str, option: str, value: str) -> None:
    """What `pbem set GAME OPTION VALUE` does.

    :raises BadInput: there is no such game or option, or it cannot have that value
    """
    from pbem.ground.errors import BadInput
    from pbem.orders.verbs.moderator.set_option import OPTIONS
    from pbem.service.care.moderator import set_option as work

    if option.upper() not in OPTIONS:
        known = ", ".join(name.lower() for name in OPTIONS)
        raise BadInput(f"set {game}", f"{option!r} is no option of a game; there are: {known}")
    with at_work(folder) as (opened, processor):
        stored = opened.game(game)
        entry = work(processor, stored, option.upper(), value)
    _done(stored, entry)


def _done(stored: StoredGame, entry: Entry) -> None:
    from pbem.service.deadlines.ledger import due_after

    due = due_after(stored, entry.number)
    what = entry.clock.what if entry.clock else entry.how
    until = f"; due {due:%Y-%m-%d %H:%M} UTC" if due else ""
    say(f"{stored.file.id}: {what}, entry {entry.number}{until}")


def _spoken(opened: Site, stored: StoredGame, told: tuple[Message, ...]) -> tuple[str, ...]:
    from pbem.service.site.voices import voice_for

    voice = voice_for(opened, stored)
    return tuple(map(voice, told))


def _print(lines: tuple[str, ...], about: dict[str, object], key: str, as_json: bool) -> None:
    if as_json:
        say_json({**about, key: list(lines)})
        return
    for line in lines:
        say(line)
