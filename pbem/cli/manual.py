"""`pbem help`: the rules, the order language and the refusals, as the product's own texts."""

from __future__ import annotations

import sys
from typing import Annotated, Literal

import typer

from pbem.cli.output import NO, fail, say


def add_to(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command("help")(show)


def show(
    what: Annotated[
        Literal["rules", "orders", "refusals"] | None,
        typer.Argument(metavar="rules|orders|refusals", help="Which text.", show_default="none"),
    ] = None,
    topic: Annotated[
        str,
        typer.Argument(
            metavar="[SECTION|WORD|CODE]", help="A section or rule, an order's word, or a code."
        ),
    ] = "",
) -> None:
    """Print the rules as they are played here, the order language, or all refusals.

    Section 11 of the rules holds what is decided here; refusals name sections by these numbers.

    Example: pbem help rules 5.9

    Also: pbem help rules; pbem help rules 5 (a section); pbem help orders; pbem help orders INVEST
    (one order, in any of its spellings); pbem help refusals (each code with its rule, its sentences
    and an example). For the commands of the program: pbem --help, and pbem COMMAND --help.
    """
    if what is None:
        say("pbem help rules, orders or refusals; for the program's commands: pbem --help")
        return
    if what == "refusals":
        _refusals(topic)
        return
    from pbem.report.language.voice import Voice
    from pbem.report.manual.texts import has_order, has_rule, orders_text, rules_text

    text = rules_text if what == "rules" else orders_text
    say(text(topic, Voice()).rstrip())
    if not (has_rule(topic) if what == "rules" else has_order(topic)):
        sys.exit(NO)


def _refusals(code: str) -> None:
    from pbem.report.language.refusals import listed

    found = [entry for entry in listed() if code in ("", entry.code)]
    if not found:
        fail(f"there is no code {code!r}; pbem help refusals lists them")
    for entry in found:
        rules = ", ".join(entry.rules)
        say(f"{entry.code}" + (f"  (rules {rules})" if rules else ""))
        for sentence in entry.sentences:
            say(f"    {sentence}")
        if entry.example:
            say(f"    Example: {'; '.join(entry.example.splitlines())}")
