"""`REKEY <player>`: new secrets for a player, as after a leak."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.text.patterns import NAME
from pbem.orders.verbs.moderator.command import ModeratorCommand, words_of
from pbem.orders.verbs.verb import Form, Kind, Said, Verb, Who


@dataclass(frozen=True, slots=True)
class Rekey(ModeratorCommand):
    """The key of a player, named as it is written, and the secrets of all mails so far are void."""

    player: str


def parse(said: Said) -> Rekey:
    """The player.

    :raises SyntaxRefusal: `incomplete`
    """
    return Rekey(words_of(said.rest, VERB.legal))


def written(_: Board, rekey: Rekey) -> str:
    """`REKEY Ann`."""
    return f"REKEY {rekey.player}"


VERB = Verb(
    word="REKEY",
    kind=Kind.MODERATOR,
    who=Who.MODERATOR,
    follows={"REKEY": (NAME,)},
    forms=(Form("REKEY <player>", say("make a player's key and secrets void")),),
    notes=(say("As after a leak: the player gets others by mail."),),
    examples=("REKEY Ann",),
    parse=parse,
    values=(Rekey,),
    format=written,
)
