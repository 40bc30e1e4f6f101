"""What a player says to a proposal: `YES DRAW`; in an answer to its mail `YES` alone will do."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.text.words import head, nothing_after
from pbem.orders.verbs.answers.yes import VERB as YES
from pbem.orders.verbs.verb import Form, Kind, Parser, Said, Verb


class Topic(StrEnum):
    """What can be proposed; of each there is one proposal at a time."""

    UNDO = "UNDO"
    DRAW = "DRAW"
    EXTEND = "EXTEND"


_BEGINNINGS: Final = tuple(f"{said}{topic}" for topic in Topic for said in ("", "YES ", "NO "))


def is_about_proposals(order: str) -> bool:
    """Whether a canonical order proposes something to the others, or answers a proposal.

    >>> is_about_proposals("YES DRAW"), is_about_proposals("SET TIMEZONE Europe/Athens")
    (True, False)
    """
    return order.startswith(_BEGINNINGS)


@dataclass(frozen=True, slots=True)
class Consent:
    """Whether the player agrees to what is proposed; a `NO` ends the proposal, also one's own."""

    topic: Topic
    agrees: bool


def parser(agrees: bool) -> Parser:
    """The parser of one of the two words.

    It raises `SyntaxRefusal`, `not-understood`, if something follows the word of the proposal.
    """

    def parse(said: Said) -> Consent:
        word, rest = head(said.rest)
        if rest:
            answer = "YES" if agrees else "NO"
            nothing_after(f"{answer} {word}", rest, (f"{answer} {word}",))
        return Consent(Topic(word), agrees)

    return parse


def written(_: Board, consent: Consent) -> str:
    """`YES DRAW`."""
    return f"{'YES' if consent.agrees else 'NO'} {consent.topic}"


VERB = Verb(
    word="YES",
    kind=Kind.ASIDE,
    others=YES.others,
    everyday=YES.everyday,
    second=tuple(Topic),
    follows={"YES": (rf"(?:{'|'.join(Topic)})",)},
    forms=tuple(
        Form(f"YES {topic}", meaning)
        for topic, meaning in (
            (Topic.UNDO, say("I agree that the other player takes the order back")),
            (Topic.DRAW, say("I agree that the game ends as it stands")),
            (Topic.EXTEND, say("I agree to the time that is proposed")),
        )
    ),
    notes=(say("In an answer to the mail that tells of the proposal, YES alone will do."),),
    examples=("YES DRAW", "YES UNDO", "YES EXTEND"),
    parse=parser(agrees=True),
    values=(Consent,),
    format=written,
)
