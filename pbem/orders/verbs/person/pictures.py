"""`SET PICTURES ALWAYS | ASKED | NEVER`: when map and drawings are in the sender's mails."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.model import Board
from pbem.ground.messages import Message, say
from pbem.orders.verbs.person.choices import Choices, PictureHabit
from pbem.orders.verbs.person.setting import Setting, chosen, one_of
from pbem.orders.verbs.verb import Form, Kind, Said, Verb


@dataclass(frozen=True, slots=True)
class PicturesAre(Setting):
    """When pictures are in mails."""

    pictures: PictureHabit

    def fault(self, _: Choices) -> Message | None:
        """Nothing can be wrong with it."""
        return None


def parse(said: Said) -> PicturesAre:
    """What is wanted.

    :raises SyntaxRefusal: `incomplete`
    """
    return PicturesAre(one_of(PictureHabit, chosen(said, VERB.legal), VERB.legal))


def written(_: Board, wanted: PicturesAre) -> str:
    """`SET PICTURES NEVER`."""
    return f"SET PICTURES {wanted.pictures.upper()}"


VERB = Verb(
    word="SET",
    kind=Kind.COMMAND,
    second=("PICTURES", "PICTURE"),
    follows={"SET": (r"PICTURES?\b.*",)},
    keywords=("ALWAYS", "ASKED", "NEVER"),
    everyday=("SET",),
    forms=(
        Form("SET PICTURES ASKED", say("a map when I am asked, and at beginning and end")),
        Form("SET PICTURES ALWAYS", say("a map in each report")),
        Form("SET PICTURES NEVER", say("text alone")),
    ),
    notes=(say("No mail holds pictures yet; your choice counts as soon as one does."),),
    examples=("SET PICTURES NEVER",),
    parse=parse,
    values=(PicturesAre,),
    format=written,
)
