"""`pbem help`: the rules and the order language, as the product's own texts."""

from __future__ import annotations

import sys
from typing import Annotated, Literal

import typer

from pbem.cli.output import NO, say


def add_to(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command("help")(show)


def show(
    what: Annotated[
        Literal["rules", "orders"] | None,
        typer.Argument(metavar="rules|orders", help="Which text.", show_default="neither"),
    ] = None,
    topic: Annotated[
        str, typer.Argument(metavar="[SECTION|WORD]", help="A section or rule, or an order's word.")
    ] = "",
) -> None:
    """Print the rules as they are played here, or the order language.

    Example: pbem help rules 5.9

    pbem help rules           all of them
    pbem help rules 5         a section; the numbers are those that refusals name
    pbem help orders          the order language
    pbem help orders INVEST   one order, in any of its spellings

    For the commands of the program: pbem --help, and pbem COMMAND --help.
    """
    if what is None:
        say("pbem help rules, pbem help orders; for the program's commands: pbem --help")
        return
    from pbem.report.language.voice import Voice
    from pbem.report.manual.texts import has_rule, orders_text, rules_text

    text = rules_text if what == "rules" else orders_text
    say(text(topic, Voice()).rstrip())
    if what == "rules" and not has_rule(topic):
        sys.exit(NO)
