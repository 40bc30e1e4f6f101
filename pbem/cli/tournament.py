"""`pbem tournament ...`: many games of the same people, run by one moderator."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.cli.output import JsonOption, SiteOption, say, say_json, table, utc_now

if TYPE_CHECKING:
    from pbem.service.way import Processor
    from pbem.tournament.folder import Tournament
    from pbem.tournament.journal import Drawn
    from pbem.tournament.running import Desk
    from pbem.tournament.standings import Row

app = typer.Typer(
    help="Run a tournament: enter people, draw, start, see the standings, advance.",
    no_args_is_help=True,
    rich_markup_mode=None,
    epilog="Example: pbem tournament init wbc --rules imperial-2030; then enter, draw, start.",
)

IdArgument = Annotated[str, typer.Argument(metavar="ID", help="The tournament.")]


@contextmanager
def _at_desk(site: Path, ident: str) -> Iterator[tuple[Desk, Processor]]:
    from pbem.cli.work import at_work
    from pbem.tournament.folder import open_tournament
    from pbem.tournament.running import Desk

    with at_work(site) as (opened, processor):
        yield Desk(opened, open_tournament(site, ident), utc_now()), processor


def _opened(site: Path, ident: str) -> Tournament:
    from pbem.service.site.site import open_site
    from pbem.tournament.folder import open_tournament

    open_site(site)
    return open_tournament(site, ident)


@app.command(epilog="pbem tournament init wbc --rules imperial-2030 --site /srv/pbem")
def init(
    ident: Annotated[
        str, typer.Argument(metavar="ID", help="Its name: letters, digits, dashes, 10 at most.")
    ],
    rules: Annotated[str, typer.Option(help="The edition that is played.")],
    format_: Annotated[
        str, typer.Option("--format", help="heats, rounds, league, single, or one of the site's.")
    ] = "heats",
    title: Annotated[str | None, typer.Option(help="As people call it, if not ID.")] = None,
    variant: Annotated[list[str] | None, typer.Option(help="A variant.")] = None,
    moderator: Annotated[str | None, typer.Option(help="Of all its games.")] = None,
    seed: Annotated[int | None, typer.Option(help="For what is drawn at random.")] = None,
    site: SiteOption = Path(),
) -> None:
    """Set a tournament up; people can enter then."""
    from pbem.board.load import load_game
    from pbem.cli.work import at_work
    from pbem.tournament.folder import create_tournament, new_file
    from pbem.tournament.formats import load_format

    chosen = load_format(format_, site)
    with at_work(site) as (opened, _):
        load_game(rules, variant or (), opened.games_folder)
        for stage in chosen.stages:
            load_game(stage.rules or rules, stage.variants or variant or (), opened.games_folder)
        if moderator is not None:
            opened.check_can_write_to(moderator)
        file = new_file(
            ident,
            title or ident,
            rules,
            utc_now(),
            variants=tuple(variant or ()),
            moderator=moderator,
            seed=seed,
        )
        create_tournament(site, file, chosen)
    say(f"{ident} is set up: {chosen.title}; next: pbem tournament enter {ident} NAME=ADDRESS")


@app.command(epilog="pbem tournament enter wbc Ann=ann@example.test --site /srv/pbem")
def enter(
    ident: IdArgument,
    people: Annotated[
        list[str] | None, typer.Argument(metavar="NAME=ADDRESS ...", help="Who takes part.")
    ] = None,
    file: Annotated[
        Path | None, typer.Option(help="A CSV file: name and address in each line.")
    ] = None,
    site: SiteOption = Path(),
) -> None:
    """Let people take part: all that are named, or nobody if one cannot."""
    from pbem.ground.errors import BadInput

    named = [_pair(text) for text in people or ()]
    named += _from_csv(file) if file is not None else []
    if not named:
        raise BadInput("NAME=ADDRESS", "nobody is named; name people, or a file with --file")
    twice = next((name for name, _ in named if [n for n, _ in named].count(name) > 1), None)
    if twice is not None:
        raise BadInput(twice, "is named twice")
    with _at_desk(site, ident) as (desk, _):
        desk.enter(dict(named))
        say(f"{len(named)} entered; {ident} has {len(desk.state.here)} now")


@app.command(epilog="pbem tournament withdraw wbc Ann --site /srv/pbem")
def withdraw(ident: IdArgument, name: str, site: SiteOption = Path()) -> None:
    """Take somebody out of all further draws; tables where they sit go on, see `pbem replace`."""
    from pbem.tournament.folder import CONSOLE
    from pbem.tournament.journal import Withdrawn

    with _at_desk(site, ident) as (desk, _):
        desk.tournament.add(Withdrawn(name=name), CONSOLE, desk.now)
        say(f"{name} does not take part any more; {ident} has {len(desk.state.here)} now")
        for seated in desk.state.tables:
            if name in seated.seats and seated.game not in desk.state.results:
                say(f"still seated: pbem replace {seated.game} {name} --by NAME=ADDRESS")


@app.command("close", epilog="pbem tournament close wbc --site /srv/pbem")
def close_(ident: IdArgument, site: SiteOption = Path()) -> None:
    """Let nobody enter any more."""
    from pbem.tournament.folder import CONSOLE
    from pbem.tournament.journal import Closed

    with _at_desk(site, ident) as (desk, _):
        desk.tournament.add(Closed(), CONSOLE, desk.now)
        say(f"{ident} is closed with {len(desk.state.here)}; next: pbem tournament draw {ident}")


@app.command("open", epilog="pbem tournament open wbc --site /srv/pbem")
def open_(ident: IdArgument, site: SiteOption = Path()) -> None:
    """Let people enter again, as long as nothing is drawn."""
    from pbem.tournament.folder import CONSOLE
    from pbem.tournament.journal import Reopened

    with _at_desk(site, ident) as (desk, _):
        desk.tournament.add(Reopened(), CONSOLE, desk.now)
        say(f"people can enter {ident} again")


@app.command(epilog="pbem tournament draw wbc --site /srv/pbem")
def draw(ident: IdArgument, site: SiteOption = Path(), as_json: JsonOption = False) -> None:
    """Draw the next round; the first draw closes entering."""
    with _at_desk(site, ident) as (desk, _):
        drawn = desk.draw()
    if as_json:
        say_json({"tables": [list(t.seats) for t in drawn.tables], **_quality(drawn)})
        return
    for seated in drawn.tables:
        say(f"{seated.game}: {', '.join(_with_nations(drawn, seated.game))}")
    say()
    say(_fairness(drawn))
    say(f"next: pbem tournament start {ident}")


@app.command(epilog="pbem tournament start wbc --deadline 72h --site /srv/pbem")
def start(
    ident: IdArgument,
    deadline: Annotated[str | None, typer.Option(help="Of each answer, as of `pbem new`.")] = None,
    missed: Annotated[str | None, typer.Option(help="What then, as of `pbem new`.")] = None,
    site: SiteOption = Path(),
) -> None:
    """Make the games of the round that is drawn, and mail everybody their first report."""
    from pbem.service.entering.outcomes import entered
    from pbem.store.game import StoredGame

    terms = _terms(deadline, missed)
    with _at_desk(site, ident) as (desk, processor):

        def tell(game: StoredGame) -> None:
            processor.dispatch.tell(entered(game, 0))

        names = desk.start(tell, terms)
        say(f"{len(names)} games have begun: {', '.join(names)}")


@app.command(epilog="pbem tournament status wbc --site /srv/pbem")
def status(ident: IdArgument, site: SiteOption = Path(), as_json: JsonOption = False) -> None:
    """Say what is played, who is waited for, and what to do next."""
    with _at_desk(site, ident) as (desk, _):
        desk.count()
        state = desk.state
        rows = [_status_of(desk, seated.game) for seated in state.tables]
        people = len(state.here)
    if as_json:
        say_json(
            {
                "phase": state.phase.value,
                "stage": state.current.name,
                "entrants": people,
                "tables": [
                    {"table": t.game, "players": list(t.seats), "state": row[1]}
                    for t, row in zip(state.tables, rows, strict=True)
                ],
            }
        )
        return
    say(f"{ident}: stage {state.current.name}, {state.phase.value}; {people} take part")
    if rows:
        table(rows, ("table", "state", "players"))


@app.command(epilog="pbem tournament standings wbc --stage heats --site /srv/pbem")
def standings(
    ident: IdArgument,
    stage: Annotated[str | None, typer.Option(help="Which stage; the one that is played.")] = None,
    site: SiteOption = Path(),
    as_json: JsonOption = False,
) -> None:
    """Show the standing of a stage, and which figure decided where points are equal."""
    from pbem.ground.errors import BadInput

    with _at_desk(site, ident) as (desk, _):
        desk.count()
        state = desk.state
    chosen = (
        state.current
        if stage is None
        else next((s for s in state.format.stages if s.name == stage), None)
    )
    if chosen is None:
        there = ", ".join(s.name for s in state.format.stages)
        raise BadInput("--stage", f"there is no stage {stage!r}; there are: {there}")
    rows = state.standings_of(chosen)
    if as_json:
        say_json([_row_as_data(row) for row in rows])
        return
    tiebreaks = state.format.counting(chosen).tiebreaks
    heads = ("rank", "name", "points", "games", *(t.value for t in tiebreaks), "decided by")
    table(
        (
            (
                str(row.rank),
                row.entrant,
                _shown(row.points),
                f"{row.games} of {row.played}" if row.games != row.played else str(row.games),
                *(_shown(row.figures[t]) if t in row.figures else "" for t in tiebreaks),
                row.decided.value if row.decided else "",
            )
            for row in rows
        ),
        heads,
    )


@app.command(epilog="pbem tournament decide wbc wbc-h3 'Ann, Bob Cyd, Dan' --why 'left at turn 9'")
def decide(
    ident: IdArgument,
    game: Annotated[str, typer.Argument(metavar="TABLE")],
    places: Annotated[
        str | None,
        typer.Argument(help="Who is where: the best first, with commas; + between who shares one."),
    ] = None,
    abandon: Annotated[bool, typer.Option("--abandon", help="It counts for nobody.")] = False,
    undo: Annotated[bool, typer.Option("--undo", help="Let its game decide again.")] = False,
    why: Annotated[str | None, typer.Option(help="What people are told.")] = None,
    site: SiteOption = Path(),
) -> None:
    """Decide a table, abandon it, or let its game decide again."""
    from pbem.ground.errors import BadInput
    from pbem.tournament.journal import Counted, Uncounted
    from pbem.tournament.results import Fate

    if [places is not None, abandon, undo].count(True) != 1:
        raise BadInput("decide", "say who is where, or --abandon, or --undo")
    with _at_desk(site, ident) as (desk, _):
        if undo:
            desk.decide(game, Uncounted(game=game, why=why))
            desk.count()
            say(f"{game}: its game decides again")
            return
        seats = next((t.seats for t in desk.state.tables if t.game == game), ())
        groups = _places(places) if places is not None else (tuple(seats),)
        fate = Fate.ABANDONED if abandon else Fate.DECIDED
        desk.decide(game, Counted(game=game, places=groups, fate=fate, why=why))
        say(f"{game}: {fate.value}")


@app.command(epilog="pbem tournament advance wbc --site /srv/pbem")
def advance(ident: IdArgument, site: SiteOption = Path()) -> None:
    """End the stage when all its tables are over, and say who goes on."""
    from pbem.tournament.state import Phase

    with _at_desk(site, ident) as (desk, _):
        ended = desk.state.current
        state = desk.advance()
    if ended.name in state.lots:
        say(f"level at the cut, a lot has decided: {', '.join(state.lots[ended.name])}")
    if state.phase is Phase.OVER:
        say(f"{ident} is over; pbem tournament standings {ident} --stage {ended.name}")
        return
    say(f"{ended.name} is over; {state.current.name}: {', '.join(state.playing)}")
    say(f"next: pbem tournament draw {ident}")


@app.command(epilog="pbem tournament pause wbc --site /srv/pbem")
def pause(ident: IdArgument, site: SiteOption = Path()) -> None:
    """Have no deadlines at any table until they are resumed; orders are taken as always."""
    from pbem.service.care.moderator import pause as work
    from pbem.service.deadlines.ledger import is_paused

    with _at_desk(site, ident) as (desk, processor):
        games = [game for game in desk.played() if not is_paused(game)]
        for game in games:
            work(processor, game)
        say(f"{len(games)} tables are paused now")


@app.command(epilog="pbem tournament resume wbc --site /srv/pbem")
def resume(ident: IdArgument, site: SiteOption = Path()) -> None:
    """Have deadlines again at all tables; open questions have all their time anew."""
    from pbem.service.care.moderator import resume as work
    from pbem.service.deadlines.ledger import is_paused

    with _at_desk(site, ident) as (desk, processor):
        games = [game for game in desk.played() if is_paused(game)]
        for game in games:
            work(processor, game)
        say(f"{len(games)} tables go on")


@app.command(epilog="pbem tournament undo wbc --to 31 --site /srv/pbem")
def undo(
    ident: IdArgument,
    to: Annotated[int, typer.Option("--to", help="The entry that holds again; 0: none.")],
    site: SiteOption = Path(),
) -> None:
    """Take back all that was done after an entry; games that have begun are not touched."""
    from pbem.tournament.folder import CONSOLE
    from pbem.tournament.journal import TakenBack

    with _at_desk(site, ident) as (desk, _):
        state = desk.tournament.add(TakenBack(to=to), CONSOLE, desk.now)
        say(f"{ident} is as after entry {to}: stage {state.current.name}, {state.phase.value}")


@app.command(epilog="pbem tournament verify wbc --site /srv/pbem")
def verify(ident: IdArgument, site: SiteOption = Path()) -> None:
    """Play the journal again, and compare results that count with their games."""
    from pbem.cli.output import NO, good
    from pbem.service.site.site import open_site
    from pbem.tournament.tables import come_to

    tournament = _opened(site, ident)
    opened, wrong = open_site(site), []
    for game, counted in tournament.state.results.items():
        if counted.entry and opened.has_game(game):
            found = come_to(opened.game(game))
            if found is None or found.places != counted.places:
                wrong.append(game)
    for game in wrong:
        say(f"{game}: its game has come to something else; `status` counts it anew")
    if wrong:
        raise typer.Exit(NO)
    say(good(f"{ident}: {len(tournament.entries)} entries hold"))


def _pair(text: str) -> tuple[str, str]:
    from pbem.ground.errors import BadInput

    name, sign, address = text.partition("=")
    if not (sign and name.strip() and address.strip()):
        raise BadInput(text, "is not NAME=ADDRESS")
    return name.strip(), address.strip()


def _from_csv(file: Path) -> list[tuple[str, str]]:
    import csv
    from io import StringIO

    from pbem.cli.output import read_text
    from pbem.ground.errors import BadInput

    found = []
    for number, row in enumerate(csv.reader(StringIO(read_text(str(file)))), 1):
        cells = [cell.strip() for cell in row]
        if not any(cells) or cells[0].startswith("#"):
            continue
        if number == 1 and [cell.lower() for cell in cells[:2]] == ["name", "address"]:
            continue
        if len(cells) != 2 or not all(cells):
            raise BadInput(f"{file}, line {number}", "must be a name and an address")
        found.append((cells[0], cells[1]))
    return found


def _terms(deadline: str | None, missed: str | None) -> Any:
    """The deadlines of the games, if there are any."""
    from pydantic import ValidationError

    from pbem.ground.errors import BadInput
    from pbem.timing.terms import Deadlines

    if deadline is None:
        if missed is not None:
            raise BadInput("--missed", "is about deadlines: give --deadline as well")
        return None
    said = {"every": deadline, "missed": missed}
    try:
        return Deadlines.model_validate({k: v for k, v in said.items() if v})
    except ValidationError as error:
        raise BadInput.from_validation("deadlines", error) from error


def _places(text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(
        tuple(name.strip() for name in group.split("+") if name.strip())
        for group in text.split(",")
        if group.strip()
    )


def _with_nations(drawn: Drawn, game: str) -> Iterator[str]:
    seated = next(t for t in drawn.tables if t.game == game)
    for name in seated.seats:
        nations = seated.nations.get(name, ())
        yield f"{name} ({', '.join(nations)})" if nations else name


def _quality(drawn: Drawn) -> dict[str, float]:
    return {
        "repeats": drawn.repeats,
        "least": drawn.least,
        "seats_again": drawn.seats_again,
        "nations_again": drawn.nations_again,
        "turn_order": drawn.turn_order,
    }


def _fairness(drawn: Drawn) -> str:
    return (
        f"repeated meetings: {drawn.repeats} (this draw needs {drawn.least} at the least); "
        f"seats had before: {drawn.seats_again}; nations had before: {drawn.nations_again}; "
        f"turn order: means {drawn.turn_order:.2f} apart at the most"
    )


def _status_of(desk: Desk, game: str) -> tuple[str, str, str]:
    seats = next(t.seats for t in desk.state.tables if t.game == game)
    counted = desk.state.results.get(game)
    if counted is not None:
        best = ", ".join(counted.places[0]) if counted.places else ""
        said = f"{counted.fate.value}; first: {best}" if counted.counts else counted.fate.value
    elif desk.site.has_game(game):
        stored = desk.site.game(game).state
        waiting = stored.pending[0].player if stored.pending else "nobody"
        said = f"turn {stored.turn}, waits for {waiting}"
    else:
        said = "not begun"
    return game, said, ", ".join(seats)


def _row_as_data(row: Row) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "name": row.entrant,
        "points": float(row.points),
        "games": row.games,
        "played": row.played,
        "figures": {t.value: float(figure) for t, figure in row.figures.items()},
        "decided": row.decided.value if row.decided else None,
    }


def _shown(figure: Fraction) -> str:
    """A figure as people read it: with two decimals where it is no whole number."""
    return str(figure.numerator) if figure.denominator == 1 else f"{float(figure):.2f}"


def add_to(parent: typer.Typer) -> None:
    """Add the commands."""
    parent.add_typer(app, name="tournament")
