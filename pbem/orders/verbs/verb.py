"""What a module says of its order: spellings, parser, canonical form, help and examples."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from pbem.board.ids import NationId, RegionId, Unit
from pbem.ground.messages import Message
from pbem.orders.text.names import Names
from pbem.orders.text.phrases import People
from pbem.orders.text.words import head


class Kind(StrEnum):
    """What a line is, by its first word.

    heading: begins a nation's block; action: what a nation does; line: part of a maneuver
    fight: a maneuver's line inside one, else an answer
    answer: an answer or an investment; aside: an order that stands anywhere, also inside a block
    command: of the mail itself, stands anywhere
    condition, otherwise: `IF` and `ELSE` within a block; ahead: `WHEN INVESTING` begins one
    moderator: of the game's moderator alone; later: begins something that is not available yet
    """

    HEADING = "heading"
    ACTION = "action"
    LINE = "line"
    FIGHT = "fight"
    ANSWER = "answer"
    ASIDE = "aside"
    COMMAND = "command"
    CONDITION = "condition"
    OTHERWISE = "otherwise"
    AHEAD = "ahead"
    MODERATOR = "moderator"
    UNKNOWN = "unknown"


class Who(StrEnum):
    """Whose order it is: a player's, a moderator's, or of either."""

    PLAYER = "player"
    MODERATOR = "moderator"
    EITHER = "either"


class Reach(StrEnum):
    """How much of the mail belongs to a word, and is refused with it where it cannot be used.

    line: its line alone; text: everything up to its end mark, as it was written
    player: everything up to the next such heading
    """

    LINE = "line"
    TEXT = "text"
    PLAYER = "player"


@dataclass(frozen=True, slots=True)
class Asked:
    """The sender's open question: which nation is asked, and whose move has raised it."""

    nation: NationId
    moving: NationId


@dataclass(frozen=True, slots=True)
class There:
    """What stands where now, for lines that do not say all they mean.

    present: the kinds of units that a nation has in a region
    """

    present: Callable[[NationId, RegionId], Collection[Unit]]
    nation: NationId

    def own(self, region: RegionId) -> frozenset[Unit]:
        """The kinds of units that the moving nation has there."""
        return frozenset(self.present(self.nation, region))

    def others(self, names: Names, region: RegionId) -> tuple[NationId, ...]:
        """The other nations that have units there."""
        nations = names.board.nations
        return tuple(n for n in nations if n != self.nation and self.present(n, region))


@dataclass(frozen=True, slots=True)
class Body:
    """The text below a word that reaches to its end mark (`Reach.TEXT`), as it was written.

    first: the line of the word itself, as it was written
    ended: whether the end mark stands below it; else it reaches to the end of what is new
    doubtful: its first line that begins like an order, so that the end mark may be missing above
        it; "" if there is none
    """

    lines: tuple[str, ...] = ()
    first: str = ""
    ended: bool = False
    doubtful: str = ""


@dataclass(frozen=True, slots=True)
class Said:
    """A line as a parser gets it.

    known: the names of the game; None where it is not known yet, for what names nothing of it
    text: the whole; word: its first word, in upper case, as it was spelt; rest: what is behind it
    there, asked: what is known of the position, if anything is
    body: the text that belongs to it, where its word reaches so far
    """

    known: Names | None
    text: str
    word: str
    rest: str
    there: There | None = None
    asked: Asked | None = None
    body: Body | None = None

    @property
    def names(self) -> Names:
        """The names of the game."""
        assert self.known is not None, "the game is not known yet"
        return self.known


def said(
    names: Names | None, text: str, there: There | None = None, asked: Asked | None = None
) -> Said:
    """A line as parsers get it."""
    return Said(names, text, *head(text), there, asked)


@dataclass(frozen=True, slots=True)
class Form:
    """A way to write an order, and what it means, for help and for refusals.

    offered: whether refusals offer it
    """

    order: str
    meaning: Message | None = None
    offered: bool = True


Parser = Callable[[Said], Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verb:
    """An order, a command of the mail, or a word that orders are joined with.

    word: with which its canonical form begins; others: its other spellings
    second: the words of which one must follow, where others begin with the same word; "" is none
    claims: whether a whole line is this order, where words alone do not say it
    follows: spelling -> forms of what an order has behind it, each of which the whole rest must
        match; those of `word` hold for other spellings too that have none of their own. Without
        any, everything is an order that begins so: only for words that no letter has
    keywords: other words of the language that it uses
    slips: spellings of which a slip of the finger is told: long, and no words of a letter
    everyday: spellings that are words of any sentence, and tell nothing there
    letter: that looks like its short form, and is none
    heard: the order, plainly, that a sentence means; spoken: words that mean it in a sentence
    forms, notes: its help: how it is written, then sentences and lines of orders
    examples: whole orders, canonical if it is written so at all
    rules: the sections of the rules; who: whose order it is
    parse: gives one of `values`, which `format` writes; inside: the parser within a maneuver
    reach, end: what belongs to it of the lines below it, and the line that ends that
    """

    word: str
    kind: Kind
    forms: tuple[Form, ...]
    examples: tuple[str, ...]
    parse: Parser | None = None
    inside: Parser | None = None
    values: tuple[type, ...] = ()
    format: Callable[..., str] | None = None
    others: tuple[str, ...] = ()
    second: tuple[str, ...] = ()
    claims: Callable[[str], bool] | None = None
    follows: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    keywords: tuple[str, ...] = ()
    slips: tuple[str, ...] = ()
    everyday: tuple[str, ...] = ()
    letter: str = ""
    heard: Callable[[str, People], str] | None = None
    spoken: tuple[str, ...] = ()
    notes: tuple[Message | str, ...] = ()
    rules: tuple[str, ...] = ()
    who: Who = Who.PLAYER
    reach: Reach = Reach.LINE
    end: str = ""

    def __post_init__(self) -> None:
        if not self.examples:
            raise ValueError(f"{self.word} has no example")
        if not self.forms or not (self.notes or any(form.meaning for form in self.forms)):
            raise ValueError(f"{self.word} has no help")
        if self.values and not (self.parse and self.format):
            raise ValueError(f"{self.word} cannot be read and written")

    @property
    def spellings(self) -> tuple[str, ...]:
        """Every first word that it may have."""
        return (self.word, *self.others)

    @property
    def legal(self) -> tuple[str, ...]:
        """Its forms, as refusals offer them."""
        return tuple(form.order for form in self.forms if form.offered)

    @property
    def title(self) -> str:
        """Its name in the help: the word, and the second if that makes it."""
        return f"{self.word} {self.second[0]}".strip() if self.second else self.word

    def follows_of(self, spelling: str) -> tuple[str, ...]:
        """The forms of what stands behind a spelling."""
        own = self.follows.get(spelling) or self.follows.get(self.word)
        if own:
            return own
        words = [word for word in self.second if word]
        found = (rf"(?:{'|'.join(words)})\b.*",) if words else ()
        return (*found, "") if "" in self.second else found or (".*",)
