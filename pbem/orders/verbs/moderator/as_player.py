"""`AS <player>:`: the lines below it are that player's turn or answers."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.model import Board
from pbem.ground.errors import SyntaxRefusal
from pbem.ground.messages import say
from pbem.orders.text.words import tidy
from pbem.orders.verbs.moderator.command import ModeratorCommand
from pbem.orders.verbs.verb import Form, Kind, Reach, Said, Verb, Who


@dataclass(frozen=True, slots=True)
class AsPlayer(ModeratorCommand):
    """A player, named as it is written, and that player's orders."""

    player: str
    orders: tuple[str, ...] = ()

    def with_lines(self, lines: tuple[str, ...]) -> AsPlayer:
        """The same with the lines below its heading."""
        return AsPlayer(self.player, (*self.orders, *lines))


def parse(said: Said) -> AsPlayer:
    """The heading, and what stands behind it on its line.

    :raises SyntaxRefusal: `incomplete`
    """
    player, _, rest = said.rest.partition(":")
    if not player.strip():
        raise SyntaxRefusal("incomplete", say("For which player?"), legal=VERB.legal)
    return AsPlayer(tidy(player), (rest.strip(),) if rest.strip() else ())


def written(_: Board, command: AsPlayer) -> str:
    """`AS Ann: PASS`."""
    if len(command.orders) == 1:
        return f"AS {command.player}: {command.orders[0]}"
    return "\n".join((f"AS {command.player}:", *(f"  {line}" for line in command.orders)))


def orders_of_another(line: str) -> bool:
    """`AS Ann: ...`; "as you like" is no heading."""
    return ":" in line


VERB = Verb(
    word="AS",
    kind=Kind.MODERATOR,
    who=Who.MODERATOR,
    follows={"AS": (r"(?!)",)},  # see `table.HEADINGS`
    claims=orders_of_another,
    reach=Reach.PLAYER,
    everyday=("AS",),
    forms=(Form("AS <player>: <orders>", say("what that player decides, here and below")),),
    notes=(
        say("A turn or answers only: no plans, no standing answers, no conditions. All are told "
            "that you have decided."),
    ),
    examples=("AS Ann: PASS",),
    parse=parse,
    values=(AsPlayer,),
    format=written,
)  # fmt: skip
