"""`pbem init`, `new`, `list` and `status`: a site and its games."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.joining import open_games, opened_game, opening_of
from pbem.cli.output import (
    NO,
    JsonOption,
    SiteOption,
    bad,
    say,
    say_json,
    table,
    utc_now,
)
from pbem.cli.work import at_work, to_look_at

if TYPE_CHECKING:
    from datetime import datetime

    from pbem.service.rounds.heartbeat import Heartbeat
    from pbem.service.telling.tables import Table
    from pbem.store.game import StoredGame


def add_to(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(init)
    app.command()(new)
    app.command("list")(list_games)
    app.command()(status)


def init(
    folder: Annotated[Path, typer.Argument(help="The folder to make a site.")] = Path(),
    address: Annotated[
        str, typer.Option(help="The site's own address; plus-addresses must reach it too.")
    ] = "pbem@localhost",
    moderator: Annotated[
        str | None,
        typer.Option(help="Who is told of what goes wrong; of the games, too, that name nobody."),
    ] = None,
    mailboxes: Annotated[
        bool, typer.Option(help="Deliver into a Maildir for each player below the site.")
    ] = False,
) -> None:
    """Make a folder a site: settings, secret, mail folders.

    Example: pbem init /srv/pbem --address pbem@example.test --moderator mod@example.test
    """
    from pydantic import ValidationError

    from pbem.ground.disk import make_folder
    from pbem.ground.errors import BadInput
    from pbem.mail.outgoing.transport import Delivery
    from pbem.service.site.settings import MailSettings, Settings, create_settings
    from pbem.service.site.site import open_site

    mail = MailSettings(delivery=Delivery.MAILBOXES if mailboxes else Delivery.FOLDER)
    try:
        settings = Settings(address=address, moderator=moderator, mail=mail)
    except ValidationError as error:
        raise BadInput.from_validation("settings", error) from error
    if moderator is not None:
        settings.check_can_write_to(moderator)
    create_settings(folder, settings)
    site = open_site(folder)
    for name in ("inbox", "outbox", "sent", "shunt"):
        site.maildir(name).make()
    make_folder(folder / "games")
    say(f"{folder} is a site now; a game: pbem new ID --site {folder} --rules imperial ...")


def new(
    ident: Annotated[str, typer.Argument(metavar="ID", help="Its name: letters, digits, dashes.")],
    rules: Annotated[str, typer.Option(help="The edition, as `pbem new --help` lists them.")],
    player: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=ADDRESS", help="Each player, in seating order."),
    ] = None,
    variant: Annotated[
        list[str] | None,
        typer.Option("--variant", "--variants", help="A variant, or several with commas."),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="For what is drawn at random.")] = None,
    deal: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=NATION,...", help="Deal as given instead of at random."),
    ] = None,
    start_player: Annotated[
        str | None, typer.Option(help="Who starts the auction, instead of at random.")
    ] = None,
    moderator: Annotated[
        str | None, typer.Option(help="The moderator's address; the site's if none is given.")
    ] = None,
    playing_moderator: Annotated[
        bool, typer.Option("--playing-moderator", help="Whoever moderates may play.")
    ] = False,
    deadline: Annotated[
        str | None,
        typer.Option(help="Time for each answer: 48h, 2d, or a cron expression. None: no end."),
    ] = None,
    missed: Annotated[
        str | None,
        typer.Option(help="Then: wait (if not given), standing, default, proxy or automatic."),
    ] = None,
    zone: Annotated[
        str | None, typer.Option(help="The game's time zone: Europe/Athens; UTC if none is given.")
    ] = None,
    press: Annotated[
        str, typer.Option(help="What players may write to each other: none, public or open.")
    ] = "open",
    anonymous_press: Annotated[
        bool, typer.Option("--anonymous-press", help="They may leave out their names.")
    ] = False,
    press_with_report: Annotated[
        bool, typer.Option("--press-with-report", help="It goes out with the next report only.")
    ] = False,
    observers: Annotated[
        bool, typer.Option(help="Whether anybody may watch, without seeing secrets.")
    ] = True,
    is_open: Annotated[
        bool, typer.Option("--open", help="Let people join by mail before it begins.")
    ] = False,
    seats: Annotated[
        int | None, typer.Option(help="Of an open game: for how many players.")
    ] = None,
    start: Annotated[
        str | None,
        typer.Option(
            metavar="DATE",
            help="Of an open game: begin then if enough have joined: 2026-12-24 or with 20:00.",
        ),
    ] = None,
    seating: Annotated[
        str, typer.Option(help="Of an open game: drawn, or joined (who came first sits first).")
    ] = "drawn",
    site: SiteOption = Path(),
) -> None:
    """Set up a game and tell its players; or open one that people join.

    Example: pbem new eu1 --rules imperial-2010 --player Ann=ann@example.test
    --player Bob=bob@example.test --player "Cyd=cyd@example.test" --variant auction

    Example: pbem new eu9 --rules imperial-2030 --open --seats 5 --start 2026-12-24

    An open game begins when all its seats are taken; those given with --player have one already.

    Editions: imperial, imperial-2010, imperial-2030. Variants: auction, no-investor-card,
    secret-cash, tax-increase-bonus (2030), end-at-once (imperial), invest-after-end (the others).

    More about deadlines (each kind of question, working days, quiet hours, reminders, absences) is
    said in [deadlines] and [absence] of the game's game.toml: see the README.
    """
    from pydantic import ValidationError

    from pbem.board.ids import NationId, PlayerId
    from pbem.ground.errors import BadInput
    from pbem.service.entering.outcomes import entered
    from pbem.service.seats.new_game import NewGame, new_game
    from pbem.store.files import PressTerms

    named = [_pair(p, "player") for p in player or ()]
    known = {PlayerId(name): address for name, address in named}
    opening = opening_of(is_open, seats, start, seating, zone)
    if not known and opening is None:
        raise BadInput("--player", "who plays? (--open --seats N lets people join)")
    if len(known) < len(named):
        twice = next(name for name, _ in named if sum(other == name for other, _ in named) > 1)
        raise BadInput("--player", f"{twice} is named twice")
    dealt = {
        PlayerId(name): [NationId(n.strip()) for n in nations.split(",")]
        for name, nations in (_pair(d, "deal") for d in deal or ())
    }
    terms = None
    if (missed or zone) and not deadline:
        raise BadInput("--missed, --zone", "are about deadlines: give --deadline as well")
    if deadline:
        from pbem.ground.errors import Refusal
        from pbem.orders.verbs.clock.timezone import find_zone
        from pbem.timing.terms import Deadlines

        said = {"every": deadline, "missed": missed, "zone": zone}
        try:
            said["zone"] = find_zone(zone) if zone else None
            terms = Deadlines.model_validate({k: v for k, v in said.items() if v})
        except Refusal as refusal:
            raise BadInput("--zone", str(refusal)) from refusal
        except ValidationError as error:
            raise BadInput.from_validation("deadlines", error) from error
    try:
        written = PressTerms.model_validate(
            {
                "allowed": press,
                "anonymous": anonymous_press,
                "deliver": "with-report" if press_with_report else "at-once",
            }
        )
    except ValidationError as error:
        raise BadInput("--press", "is none, public or open") from error
    wanted = NewGame(
        ident,
        rules,
        known,
        variants=[name.strip() for names in variant or () for name in names.split(",")],
        seed=seed,
        deal=dealt or None,
        start_player=PlayerId(start_player) if start_player else None,
        moderator=moderator,
        playing_moderator=playing_moderator,
        deadlines=terms,
        press=written,
        observers=observers,
    )
    with at_work(site) as (opened, processor):
        if opening is not None:
            say(opened_game(opened, processor, wanted, opening))
            return
        game = new_game(opened, wanted, utc_now())
        processor.dispatch.tell(entered(game, 0))
    say(f"{ident} is set up: {game.game.rules.title}, {len(known)} players; {_waits_for(game)}")


def list_games(site: SiteOption = Path(), as_json: JsonOption = False) -> None:
    """List the games of a site.

    Example: pbem list --site /srv/pbem
    """
    from pbem.ground.errors import BadInput

    opened = to_look_at(site)
    rows: list[tuple[str, ...]] = []
    for ident in opened.game_ids():
        try:
            game = opened.game(ident)
        except BadInput as error:
            rows.append((ident, "broken", "", str(error)))
            continue
        state = game.state
        turn = "over" if state.over else f"turn {state.turn}"
        rows.append((ident, game.file.rules, turn, _waits_for(game) + _bounced(game)))
    rows += open_games(opened)
    if as_json:
        keys = ("game", "rules", "turn", "waits")
        say_json([dict(zip(keys, row, strict=True)) for row in rows])
    elif rows:
        table(rows, ("game", "rules", "turn", "now"))
    else:
        say("There is no game yet.")


def status(site: SiteOption = Path(), as_json: JsonOption = False) -> None:
    """Say how a site is: games, mails that wait, whether the daemon lives; of each table who is
    waited for, how long, and what was missed since yesterday.

    Example: pbem status --site /srv/pbem

    Exit code 0 if all is well, 1 if something needs you, and then it says what: for monitors.
    """
    from datetime import timedelta

    from pbem.report.language.voice import Voice
    from pbem.service.care.health import health
    from pbem.service.rounds.heartbeat import mail_seen
    from pbem.service.site.clockwatch import last_look
    from pbem.service.telling.tables import all_tables, waiting_of

    opened = to_look_at(site)
    counts = {
        "games": len(opened.game_ids()),
        "mails to handle": len(opened.maildir("inbox").new()),
        "mails to send": len(opened.maildir("outbox").new()),
        "mails set aside": len(opened.maildir("shunt").new()),
        "mails that failed": sum(1 for _ in opened.maildir("failed").all()),
    }
    now, seen, looked = utc_now(), mail_seen(opened), last_look(opened)
    found = health(opened, now)
    tables = [t for t in all_tables(opened, now - timedelta(days=1), now) if not t.over]
    beat = found.heartbeat
    if as_json:
        data: dict[str, object] = {key.replace(" ", "_"): value for key, value in counts.items()}
        data["daemon"] = {"life": found.life} | (beat.model_dump(mode="json") if beat else {})
        data["mail_last_seen"] = seen.isoformat() if seen else None
        data["deadlines_last_kept"] = looked.isoformat() if looked else None
        data |= {"broken": found.broken, "paused": found.paused, "needs": found.needs}
        data["tables"] = [_table_data(table) for table in tables]
        say_json(data)
    else:
        for key, value in counts.items():
            say(f"{value:>6}  {key}")
        say(f"daemon: {found.life}{_beat_words(beat, now) if beat else ''}")
        say(f"mail last seen: {f'{seen:%Y-%m-%d %H:%M:%S} UTC' if seen else 'never'}")
        never = "never (pbem run or pbem deadlines does)"
        say(f"deadlines last kept: {f'{looked:%Y-%m-%d %H:%M} UTC' if looked else never}")
        voice = Voice()
        for table in tables:
            for line in (waiting_of(table, now), *table.happened):
                say(voice(line))
        for need in found.needs:
            say(f"{bad('needs you')}: {need}")
    if found.needs:
        sys.exit(NO)


def _table_data(table: Table) -> dict[str, object]:
    return {
        "game": table.game.file.id,
        "turn": table.turn,
        "waits_for": table.player,
        "since": table.since.isoformat() if table.since else None,
        "due": table.due.isoformat() if table.due else None,
        "late": table.late,
        "paused": table.paused,
        "missed_in_a_row": table.missed,
        "mails_come_back": list(table.bounces),
        "needs": [str(one) for one in table.needs],
    }


def _beat_words(beat: Heartbeat, now: datetime) -> str:
    ago = max(0, int((now - beat.beat).total_seconds()))
    links = [f"{name} {link}" for name, link in (("imap", beat.imap), ("smtp", beat.smtp))]
    shown = ", ".join(link for link in links if not link.endswith("off"))
    return f" (process {beat.pid}, heartbeat {ago} s ago{', ' + shown if shown else ''})"


def _waits_for(game: StoredGame) -> str:
    state = game.state
    if state.over:
        from pbem.rules.scoring import is_ended_early, ranking

        first = ranking(game.game, state)[0]
        early = ", ended as it stood" if is_ended_early(game.game, state) else ""
        return f"won by {' and '.join(first)}{early}"
    from pbem.service.deadlines.ledger import due_after, is_paused, misses_of

    head = state.pending[0]
    about = f" ({game.game.board.name(head.nation)})" if head.nation else ""
    due = due_after(game, game.last)
    until = f", due {due:%Y-%m-%d %H:%M} UTC" if due else ""
    paused = f", paused (pbem resume {game.file.id})" if is_paused(game) else ""
    missed = misses_of(game)[head.player].in_a_row
    row = f", missed {missed} in a row" if missed else ""
    return f"waits for {head.player}: {head.kind}{about}{until}{paused}{row}"


def _bounced(game: StoredGame) -> str:
    from pbem.service.site.bounced import marked

    players = marked(game)
    return f"; mails to {' and '.join(players)} come back" if players else ""


def _pair(text: str, option: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name.strip() and equals and value.strip()):
        raise typer.BadParameter(f"--{option} {text!r}: write NAME=...")
    return name.strip(), value.strip()
