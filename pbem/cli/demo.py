"""`pbem demo`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from pbem.cli.output import say, table

if TYPE_CHECKING:
    from pbem.demo.play import Progress


Transport = Literal["maildir", "imap"]
MailChoice = Literal["all", "turn", "digest"]


def add_to(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(demo)


def demo(
    rules: Annotated[
        str, typer.Option(help="imperial, imperial-2010 or imperial-2030.")
    ] = "imperial-2030",
    players: Annotated[int, typer.Option(help="How many investors play: 2 to 6.")] = 4,
    seed: Annotated[int, typer.Option(help="The same seed gives the same game.")] = 1,
    variants: Annotated[
        str, typer.Option(metavar="NAME,...", help="Variants, such as auction,secret-cash.")
    ] = "",
    plans: Annotated[
        bool, typer.Option("--plans", help="The investors also order ahead of time.")
    ] = False,
    mails: Annotated[
        MailChoice, typer.Option(help="Which mails they want, as by SET MAILS: all, turn, digest.")
    ] = "turn",
    transport: Annotated[
        Transport,
        typer.Option(help="How mails travel: maildir, or imap (through mail servers of its own)."),
    ] = "maildir",
    out: Annotated[
        Path | None,
        typer.Option(help="Where everything is left to look at.", show_default="pbem-demo"),
    ] = None,
) -> None:
    """Play a whole game by mail between automatic investors.

    Example: pbem demo --rules imperial --players 3 --seed 7 --out /tmp/game

    They read nothing but the mails in their own mailboxes, and answer them. Started again with the
    same --out, an interrupted demo goes on. With --transport imap (needs pbem[imap-demo]) mails go
    through an IMAP and an SMTP server in the same process; that takes longer.
    """
    from pbem.demo.imap import play_demo_by_imap
    from pbem.demo.play import Wanted, final_table, play_demo
    from pbem.orders.verbs.person.choices import MailHabit

    names = tuple(name.strip() for name in variants.split(",") if name.strip())
    folder = out or Path("pbem-demo")
    with _progress() as show:
        play = play_demo_by_imap if transport == "imap" else play_demo
        wanted = Wanted(rules, players, seed, names, plans, mails=MailHabit(mails))
        ended = play(folder, wanted, show)
    state = ended.game.state
    first = ended.places[0]
    winner = first[0] if len(first) == 1 else "shared by " + " and ".join(first)
    say(f"{ended.game.game.rules.title}: over after {state.turn} turns. Winner: {winner}.")
    say()
    rows = [(p, name, str(points), f"{cash}M") for p, name, points, cash in final_table(ended)]
    table(rows, ("", "player", "score", "cash"))
    say()
    ratio = ended.written / max(1, ended.decisions)
    say(
        f"{ended.decisions} decisions, {ended.automatic} of them by plans and standing answers; "
        f"{ended.written} mails from players, {ratio:.2f} for each decision."
    )
    got = ended.got
    each = ", ".join(f"{player} {number}" for player, number in got.mails.items())
    share = got.total / max(1, ended.decisions)
    say(f"{got.total} mails to players ({each}), {share:.2f} for each decision.")
    say(
        f"Half of the mails that ask something have no more than {got.asking} lines, of the "
        f"others that tell of the game {got.telling}; the longest list of options has "
        f"{got.longest_list}."
    )
    say(f"{ended.mails} mails in all. They lie in {folder}:")
    say("  mailboxes/  what each player got (Maildirs: open one with `mutt -f`)")
    say("  mail/       what the site got and sent")
    say("  games/demo/ the game: game.toml, journal/, state.toml")
    say(f"Its history: pbem history demo --site {folder}")


@contextmanager
def _progress() -> Iterator[Callable[[Progress], None]]:
    """A progress bar on a terminal, nothing in a pipe."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    columns = (
        TextColumn("turn {task.fields[turn]}"),
        BarColumn(),
        TextColumn("{task.completed} of 25 power points, {task.fields[mails]} orders"),
        TimeElapsedColumn(),
    )
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("game", total=25, turn=1, mails=0)

        def show(now: Progress) -> None:
            bar.update(task, completed=now.power, turn=now.turn, mails=now.mails)

        yield show
