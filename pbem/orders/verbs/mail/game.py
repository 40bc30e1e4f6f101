"""`GAME <id>`: the game that the mail is about."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.verbs.desk import MailCommand
from pbem.orders.verbs.mail.one_word import one_word
from pbem.orders.verbs.verb import Form, Kind, Said, Verb


@dataclass(frozen=True, slots=True)
class GameIs(MailCommand):
    """The game that the mail is about."""

    id: str


def parse(said: Said) -> GameIs:
    """The game's id.

    :raises SyntaxRefusal: `incomplete`
    """
    return GameIs(one_word("GAME", said.rest, VERB.legal))


def written(_: Board, game: GameIs) -> str:
    """`GAME eu2`."""
    return f"GAME {game.id}"


VERB = Verb(
    word="GAME",
    kind=Kind.COMMAND,
    follows={"GAME": ("", r"\S+")},
    everyday=("GAME",),
    forms=(Form("GAME <id>", say("which game this mail is about")),),
    notes=(say("Only needed if the mail is not an answer to one of the game's mails."),),
    examples=("GAME other",),
    parse=parse,
    values=(GameIs,),
    format=written,
)
