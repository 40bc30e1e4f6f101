"""`HELP [<word>]`: a page of the help."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.text.words import joined
from pbem.orders.verbs.desk import Desk, Wish
from pbem.orders.verbs.verb import Form, Kind, Said, Verb


@dataclass(frozen=True, slots=True)
class HelpWanted(Wish):
    """Help is asked for, on a topic or in general."""

    topic: str | None = None

    def answer(self, desk: Desk) -> None:
        """The page on the topic, or the overview."""
        desk.show_help(self.topic)


def parse(said: Said) -> HelpWanted:
    """What it is about, if that is said."""
    return HelpWanted(said.rest.upper() or None)


def written(_: Board, wanted: HelpWanted) -> str:
    """`HELP FACTORY`."""
    return joined("HELP", wanted.topic or "")


VERB = Verb(
    word="HELP",
    kind=Kind.COMMAND,
    follows={"HELP": (r"(?:\S+(?: \S+)?)?",)},
    everyday=("HELP",),
    forms=(
        Form("HELP", say("an overview")),
        Form("HELP <command>", say("about one command")),
    ),
    examples=("HELP", "HELP FACTORY"),
    parse=parse,
    values=(HelpWanted,),
    format=written,
)
