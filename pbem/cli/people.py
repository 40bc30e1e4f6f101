"""`pbem people` and `set`: what people have settled, and settling it for them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.output import JsonOption, SiteOption, fail, say, say_json, table, utc_now
from pbem.cli.work import at_work, to_look_at

if TYPE_CHECKING:
    from pbem.service.site.site import Site

KEYS = ("language", "timezone", "mails", "report", "pictures", "address")


def add_to(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(people)
    app.command("set")(set_for)


def people(site: SiteOption = Path(), as_json: JsonOption = False) -> None:
    """List who has settled what: addresses, language, zone, mails, reports, pictures.

    Example: pbem people --site /srv/pbem

    Whoever is not in it has what holds by default.
    """
    from pbem.ground.errors import BadInput

    opened = to_look_at(site)
    fault: BadInput | None = opened.people.fault
    if fault is not None:
        raise fault
    records = opened.people.all()
    if as_json:
        say_json([r.model_dump(mode="json", exclude={"said"}, exclude_none=True) for r in records])
        return
    if not records:
        say("Nobody has settled anything yet.")
        return
    rows = []
    for record in records:
        habits = opened.people.habits(record.addresses[0])
        digest = f" {habits.hour}" if habits.mails == "digest" else ""
        games = ", ".join(
            f"{game}: {' '.join(v for v in (own.mails, own.report) if v)}"
            for game, own in record.games.items()
        )
        rows.append(
            (
                " ".join(record.addresses),
                habits.language or "-",
                habits.zone or "-",
                f"{habits.mails}{digest}",
                str(habits.report),
                str(habits.pictures),
                games,
            )
        )
    table(rows, ("person", "language", "zone", "mails", "report", "pictures", "in single games"))


def set_for(
    person: Annotated[
        str, typer.Argument(metavar="PERSON|GAME", help="Address, or GAME/PLAYER; or a game.")
    ],
    key: Annotated[
        str,
        typer.Argument(
            metavar="KEY",
            help=f"{', '.join(KEYS)}; of a game deadline, missed, grace, reminders, bank, quiet, "
            "days, press.",
        ),
    ],
    value: Annotated[str, typer.Argument(metavar="VALUE", help="As in the mail's SET.")],
    game: Annotated[str | None, typer.Option(help="For this game only (mails and report).")] = None,
    site: SiteOption = Path(),
) -> None:
    """Settle something for somebody, or change an option of a game, as SET does by mail.

    Example: pbem set ann@example.test mails "digest 7"

    Example: pbem set eu1/Ann address ann@new.example.test

    Example: pbem set eu1 missed standing

    A new address counts in all games at once, without a confirmation: for one that bounces.
    """
    if "@" not in person and "/" not in person:
        from pbem.cli.moderation import set_option

        set_option(site, person, key, value)
        return
    if key.lower() not in KEYS:
        fail(f"{key!r} cannot be set; there are {', '.join(KEYS)}")
    with at_work(site) as (opened, _):
        address = _address_of(opened, person)
        if key.lower() == "address":
            say(_move(opened, address, value))
            return
        _settle(opened, address, f"{key} {value}" + (f" IN {game}" if game else ""))
        habits = opened.people.habits(address, game or "")
    digest = f" {habits.hour}" if habits.mails == "digest" else ""
    held = f"language {habits.language or '-'}, zone {habits.zone or '-'}, mails {habits.mails}"
    say(f"{address}: {held}{digest}, report {habits.report}, pictures {habits.pictures}")


def _address_of(site: Site, person: str) -> str:
    """An address, or that of a player: `eu1/Ann`."""
    if "@" in person:
        return person
    from pbem.cli.games import player_of

    ident, slash, name = person.partition("/")
    if not slash:
        fail(f"{person!r}: write an address, or GAME/PLAYER")
    game = site.game(ident)
    return game.roster.seats[player_of(game, name)].address


def _settle(site: Site, address: str, text: str) -> None:
    """The same as SET with that text, or the end of the command."""
    from pbem.ground.errors import Refusal
    from pbem.orders.parser.lines import parse_arrangement, parse_mail_command
    from pbem.orders.verbs.clock.timezone import ZoneIs
    from pbem.orders.verbs.person.setting import Setting
    from pbem.service.deciding.settling import said_by
    from pbem.service.who.parts import choices_for
    from pbem.store.persons import Said

    now = utc_now()
    try:
        setting = parse_mail_command(f"SET {text}")
        zone = parse_arrangement(f"SET {text}") if setting is None else None
    except Refusal as refusal:
        fail(f"{refusal} Possible: {', '.join(map(str, refusal.legal))}")
    if isinstance(zone, ZoneIs):
        site.people.settle(address, Said({"zone": zone.zone}, now), now)
        return
    if not isinstance(setting, Setting):
        fail(f"SET {text} is no setting")
    choices = choices_for(site, address, (setting,))
    fault = setting.fault(choices)
    if fault is not None:
        fail(str(fault))
    site.people.settle(address, said_by(setting, choices, now), now)


def _move(site: Site, old: str, new: str) -> str:
    """Give a person another address everywhere; what that comes to, as a sentence."""
    from pbem.service.seats.addresses import fault_of_move, kept_from, move

    fault = fault_of_move(site, new)
    if fault is not None:
        fail(str(fault))
    kept = kept_from(site, old, new)
    if kept:
        fail(f"in {', '.join(kept)} that is the address of another player: {new}")
    changed = move(site, old, new)
    where = ", ".join(changed) or "nowhere yet"
    return f"mails go to {new} from now on ({where}); pbem resend GAME PLAYER sends the last anew"
