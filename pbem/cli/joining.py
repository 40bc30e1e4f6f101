"""`pbem join` and `withdraw`: open games, before they begin; and who watches."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.output import SiteOption, fail, say, utc_now
from pbem.cli.work import at_work

if TYPE_CHECKING:
    from pbem.report.contexts import Told
    from pbem.service.seats.beginning import Opening
    from pbem.service.seats.new_game import NewGame
    from pbem.service.site.site import Site
    from pbem.service.way import Processor

GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="The game's id.")]
SEATING = ("drawn", "joined")


def add_to(app: typer.Typer) -> None:
    """Add the commands of this module."""
    for command in (join, observe, stand_in, withdraw):
        app.command()(command)


def join(
    game: GameArgument,
    player: Annotated[str, typer.Argument(metavar="NAME=ADDRESS", help="Who joins.")],
    site: SiteOption = Path(),
) -> None:
    """Give somebody a seat in an open game, without asking for a confirmation.

    Example: pbem join eu9 Zoe=zoe@example.test

    If that was the last seat, the game begins.
    """
    from pbem.orders.verbs.joining.join import JoinWanted

    name, equals, address = player.partition("=")
    if not (name.strip() and equals and address.strip()):
        fail(f"{player!r}: write NAME=ADDRESS")
    _do(site, address.strip(), name.strip(), JoinWanted(game.lower(), name.strip()))


def observe(
    game: GameArgument,
    address: Annotated[str, typer.Argument(help="Who watches.")],
    site: SiteOption = Path(),
) -> None:
    """Let somebody watch a game, without asking for a confirmation.

    Example: pbem observe eu1 zoe@example.test
    """
    from pbem.orders.verbs.joining.observe import ObserveWanted

    _do(site, address, "", ObserveWanted(game.lower()))


def stand_in(
    game: GameArgument,
    person: Annotated[str, typer.Argument(metavar="NAME=ADDRESS", help="Who waits.")],
    site: SiteOption = Path(),
) -> None:
    """Have somebody wait for a seat in a game that has begun, without asking for a confirmation.

    Example: pbem stand-in eu1 Zoe=zoe@example.test
    """
    from pbem.orders.verbs.joining.stand_in import StandInWanted

    name, equals, address = person.partition("=")
    if not (name.strip() and equals and address.strip()):
        fail(f"{person!r}: write NAME=ADDRESS")
    _do(site, address.strip(), name.strip(), StandInWanted(game.lower(), name.strip()))


def withdraw(
    game: GameArgument,
    address: Annotated[
        str | None, typer.Argument(help="Who withdraws; nobody: the open game itself goes.")
    ] = None,
    site: SiteOption = Path(),
) -> None:
    """Take somebody out of an open game, or from watching; or the open game away.

    Example: pbem withdraw eu9 zoe@example.test

    Without an address the game does not take place, and those who have joined are told.
    """
    from pbem.orders.verbs.joining.withdraw import WithdrawWanted
    from pbem.service.posting.post import post
    from pbem.service.telling.lobbies import of_cancelling

    if address is not None:
        _do(site, address, "", WithdrawWanted(game.lower()))
        return
    with at_work(site) as (opened, _):
        lobby = opened.lobbies.get(game)
        if lobby is None:
            fail(f"there is no open game {game!r}")
        post(opened, of_cancelling(lobby, utc_now()))
        opened.lobbies.remove(game)
    joined = ", ".join(f"{one.name} <{one.address}>" for one in lobby.joined)
    told = f"told: {joined}" if joined else "nobody had joined"
    say(f"{game} is no open game any more; {told}")


def _do(folder: Path, address: str, name: str, visit: object) -> None:
    """Carry a command about a game out for somebody, and say what came of it."""
    from pbem.orders.verbs.joining.visit import Visit
    from pbem.service.seats.lobby import Visitor, carry_out, fault_of
    from pbem.service.telling.visits import told_of

    assert isinstance(visit, Visit)
    with at_work(folder) as (site, processor):
        site.check_can_write_to(address)
        visitor = Visitor(address, name)
        faults = fault_of(site, visitor, visit)
        if faults:
            fail(" ".join(map(str, faults)), 1)
        carry_out(site, visitor, visit, utc_now())
        told = told_of(site, visitor, visit)
        for trouble in processor.begin_games():
            fail(trouble)
    say(_as_sentences(told))


def _as_sentences(told: Told) -> str:
    """What a mail lays out as paragraphs and lists, one sentence after the other."""
    parts = (part if isinstance(part, tuple) else (part,) for part in told)
    return " ".join(str(one).removesuffix(".") + "." for part in parts for one in part)


def opening_of(
    is_open: bool, seats: int | None, start: str | None, seating: str, zone: str | None
) -> Opening | None:
    """How an open game fills and begins; None of a game whose players are known.

    :raises BadInput: an option is wrong, or missing
    """
    from pbem.ground.errors import BadInput
    from pbem.service.seats.beginning import Opening

    if seating not in SEATING:
        raise BadInput("--seating", f"is one of {', '.join(SEATING)}")
    if not is_open:
        if seats is not None or start is not None:
            raise BadInput("--seats, --start", "are about open games: give --open as well")
        return None
    if seats is None:
        raise BadInput("--seats", "for how many players is the open game?")
    return Opening(seats, _moment(start, zone) if start else None, seating == "drawn")


def _moment(text: str, zone: str | None) -> datetime:
    """A date, or a date and a time, in the game's zone."""
    from pbem.ground.errors import BadInput
    from pbem.orders.verbs.clock.timezone import find_zone
    from pbem.timing.terms import zone_named

    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise BadInput("--start", f"{text!r}: write 2026-12-24 or 2026-12-24T20:00") from None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=zone_named(find_zone(zone) if zone else "UTC"))
    return moment


def opened_game(site: Site, processor: Processor, wanted: NewGame, opening: Opening) -> str:
    """Let people join a game; what that comes to, as a sentence.

    :raises BadInput: the game cannot be
    """
    from pbem.service.seats.beginning import open_game
    from pbem.service.telling.visits import filling

    lobby = open_game(site, wanted, opening, utc_now())
    told = " ".join(str(part).removesuffix(".") + "." for part in filling(site, lobby))
    for trouble in processor.begin_games():
        fail(trouble)
    return f"{lobby.id} is open: {told}"


def open_games(site: Site) -> Iterator[tuple[str, ...]]:
    """The open games of a site, as rows of `pbem list`."""
    from pbem.ground.errors import BadInput
    from pbem.service.telling.visits import filling

    for ident in site.lobbies.ids():
        try:
            lobby = site.lobbies.get(ident)
            if lobby is not None:
                told = "; ".join(str(part).rstrip(".") for part in filling(site, lobby))
                yield ident, str(lobby.wanted.get("rules", "")), "open", told
        except BadInput as error:
            yield ident, "broken", "", str(error)
