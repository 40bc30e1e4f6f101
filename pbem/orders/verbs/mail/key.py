"""`KEY <word>`: the word that proves who writes."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.model import Board
from pbem.ground.messages import say
from pbem.orders.verbs.desk import MailCommand
from pbem.orders.verbs.mail.one_word import one_word
from pbem.orders.verbs.verb import Form, Kind, Said, Verb


@dataclass(frozen=True, slots=True)
class Key(MailCommand):
    """The word that proves who writes; never shown again, also not in a `repr`."""

    word: str

    def __repr__(self) -> str:
        return "Key(word=...)"


def parse(said: Said) -> Key:
    """The word, without the quotes or brackets in which some write it.

    :raises SyntaxRefusal: `incomplete`; never shows a key
    """
    return Key(one_word("KEY", said.rest.strip(" \"'`<>()[]{}*"), VERB.legal))


def written(_: Board, key: Key) -> str:
    """`KEY tulip`: the key is written out, so show it to nobody."""
    return f"KEY {key.word}"


VERB = Verb(
    word="KEY",
    kind=Kind.COMMAND,
    follows={"KEY": ("", r"\S+")},
    forms=(Form("KEY <word>", say("proves that it is you who writes")),),
    notes=(say("Only needed where your address alone does not prove it."),),
    examples=("KEY tulip",),
    parse=parse,
    values=(Key,),
    format=written,
)
