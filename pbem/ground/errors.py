"""Every refusal and failure of the project, in one tree.

    PbemError
    ├── BadInput            a file, setting or argument is wrong: names file, key and reason
    └── Refusal             an order is refused: code, parameters, rule, legal alternatives
        ├── SyntaxRefusal     the text is no order
        ├── AmbiguousRefusal  the text fits several things
        └── IllegalRefusal    the order is understood and the rules forbid it

All are `ValueError`s: whoever calls with bad input gets one, and nothing has been changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Self

from pbem.ground.messages import Coded, Message, Plain, Value

if TYPE_CHECKING:
    from pydantic import ValidationError


class PbemError(ValueError):
    """Base of everything that this package raises on purpose."""


class BadInput(PbemError):
    """A file, a setting or an argument is wrong.

    :param where: the file, and within it the key, that is at fault
    :param reason: what is wrong with it, in a sentence for the operator; or as the rules say it; or
        a message of the catalogue, where somebody may read it by mail: that is `sentence`
    """

    def __init__(self, where: str, reason: str | Coded | Message) -> None:
        super().__init__(f"{where}: {reason}")
        self.where = where
        self.reason = str(reason)
        self.sentence = reason if isinstance(reason, Message) else None

    @classmethod
    def from_validation(cls, where: str, error: ValidationError) -> BadInput:
        """What pydantic found wrong first, with its key."""
        first = error.errors(include_url=False)[0]
        key = ".".join(str(part) for part in first["loc"])
        return cls(f"{where}, {key}" if key else where, first["msg"])


class Refusal(PbemError):
    """An order is refused; nothing has been changed.

    code: a short stable word for programs (`pbem.report.language.refusals` lists them)
    sentence: for the player; None: that of the code in the catalogue
    why: which sentence of that code, where it has several
    values: the parameters of that sentence
    rule: the section of the rules, or "" where the order language itself is at fault
    legal: what would be accepted instead, in the order language; possibly empty
    part: which line of a maneuver is at fault, counted from 0 as ordered, if it is one
    because: the lines before it, counted likewise, that have made it impossible
    said: the piece of the text that is at fault, if it is a word or a name
    meant: what may have been meant by it
    """

    def __init__(
        self,
        code: str,
        message: Message | str | None = None,
        rule: str = "",
        legal: tuple[str, ...] = (),
        *,
        why: str = "",
        part: int | None = None,
        because: tuple[int, ...] = (),
        said: str = "",
        meant: tuple[str, ...] = (),
        **values: Value,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.sentence = message
        self.why = why
        self.values: Mapping[str, Value] = values
        self.rule = rule
        self.legal = legal
        self.part = part
        self.because = because
        self.said = said
        self.meant = meant

    @property
    def coded(self) -> Coded:
        """What the rules refuse, as data that can be kept: without what is no plain value."""
        plain: dict[str, Plain] = {}
        for name, value in self.values.items():
            if isinstance(value, str | int):
                plain[name] = value
            elif isinstance(value, tuple):
                plain[name] = tuple(map(str, value))
        return Coded(self.code, self.why, plain)

    @classmethod
    def of(cls, told: Coded, rule: str, legal: tuple[str, ...] = (), **more: Value) -> Self:
        """The refusal that says what is told, with more values."""
        refusal = cls(told.code, rule=rule, legal=legal, why=told.why)
        refusal.values = {**more, **told.values}
        return refusal

    def but(
        self, *, sentence: Message | str | None = None, legal: tuple[str, ...] | None = None
    ) -> Self:
        """The same refusal with another sentence, or with other alternatives."""
        changed = type(self)(
            self.code,
            self.sentence if sentence is None else sentence,
            self.rule,
            self.legal if legal is None else legal,
            why=self.why,
            part=self.part,
            because=self.because,
            said=self.said,
            meant=self.meant,
        )
        changed.values = self.values
        return changed

    def told(self) -> Self:
        """The same refusal without what is about one text: all that is told of it elsewhere."""
        told = type(self)(self.code, self.sentence, self.rule, why=self.why)
        told.values = self.values
        return told

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Refusal) and vars(self) == vars(other) and type(self) is type(other)
        )

    def __hash__(self) -> int:
        return hash((type(self), self.code, self.rule))

    def __str__(self) -> str:
        """For logs and programmers: a player gets the catalogue's sentence."""
        if self.sentence is not None:
            return str(self.sentence)
        return str(self.coded)


class SyntaxRefusal(Refusal):
    """The text cannot be read as an order."""


class AmbiguousRefusal(Refusal):
    """The text fits several things; `legal` names them."""


class IllegalRefusal(Refusal):
    """The order is understood, but the rules forbid it now."""
