"""`BROADCAST` up to `END BROADCAST`: a message to all players and observers."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.text.words import nothing_after
from pbem.orders.verbs.moderator.command import ModeratorCommand
from pbem.orders.verbs.verb import Form, Kind, Reach, Said, Verb, Who


@dataclass(frozen=True, slots=True)
class Broadcast(ModeratorCommand):
    """A message to everybody at the table."""

    text: str = ""

    def with_lines(self, lines: tuple[str, ...]) -> Broadcast:
        """The same with the lines below its heading."""
        return Broadcast("\n".join(lines).strip("\n"))


def parse(said: Said) -> Broadcast:
    """`BROADCAST` alone on its line.

    :raises SyntaxRefusal: something stands behind it
    """
    nothing_after("BROADCAST", said.rest, VERB.legal)
    return Broadcast()


def written(_: Board, message: Broadcast) -> str:
    """`BROADCAST`, and below it what belongs to it."""
    return "\n".join(
        filter(None, ("BROADCAST", message.text, "END BROADCAST" if message.text else ""))
    )


VERB = Verb(
    word="BROADCAST",
    kind=Kind.MODERATOR,
    who=Who.MODERATOR,
    follows={"BROADCAST": ("",)},
    reach=Reach.TEXT,
    end="END BROADCAST",
    forms=(Form("BROADCAST", say("send a message to all players and observers")),),
    notes=(
        say("Everything up to END BROADCAST, or to the end of your text, is sent as you write it."),
    ),
    examples=("BROADCAST",),
    parse=parse,
    values=(Broadcast,),
    format=written,
)
