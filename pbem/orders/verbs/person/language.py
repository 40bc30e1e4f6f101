"""`SET LANGUAGE <code>`: in which language the sender is written to."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.board.model import Board
from pbem.ground.messages import Message, say
from pbem.orders.verbs.person.choices import Choices
from pbem.orders.verbs.person.setting import Setting, chosen
from pbem.orders.verbs.verb import Form, Kind, Said, Verb


@dataclass(frozen=True, slots=True)
class LanguageIs(Setting):
    """The language, as it was written: a code, or its name."""

    language: str

    def code(self, choices: Choices) -> str | None:
        """The code of the language that is meant; None if there is none of it."""
        said = self.language.casefold().replace("_", "-")
        for code, name in choices.languages.items():
            if said in (code.casefold(), name.casefold()):
                return code
        root = said.partition("-")[0]
        return next((c for c in choices.languages if c.casefold() == root), None)

    def fault(self, choices: Choices) -> Message | None:
        """Whether there are no mails in that language, and in which there are."""
        if self.code(choices) is not None:
            return None
        there = tuple(f"SET LANGUAGE {code} ({name})" for code, name in choices.languages.items())
        return say(
            "There are no mails in that language: {said}. There are: {choices}",
            said=self.language,
            choices=there,
        )


def parse(said: Said) -> LanguageIs:
    """The language that is meant.

    :raises SyntaxRefusal: `incomplete`
    """
    return LanguageIs(chosen(said, VERB.legal).lower())


def written(_: Board, language: LanguageIs) -> str:
    """`SET LANGUAGE de`."""
    return f"SET LANGUAGE {language.language}"


VERB = Verb(
    word="SET",
    kind=Kind.COMMAND,
    second=("LANGUAGE",),
    follows={"SET": (r"LANGUAGE\b.*",)},
    everyday=("SET",),
    forms=(Form("SET LANGUAGE <code>", say("write to me in this language, in all games")),),
    notes=(say("A code such as {order}, or the language's name.", order="en"),),
    examples=("SET LANGUAGE en",),
    parse=parse,
    values=(LanguageIs,),
    format=written,
)
