"""A moderator's mail as commands: what only moderators may say, and what is theirs as well.

Players' mails go through `parser` and `submission`. Here nothing is about a turn, but for the lines
below `AS <player>:`, which are handed on as they are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pbem.ground.errors import AmbiguousRefusal, Refusal, SyntaxRefusal
from pbem.ground.messages import say
from pbem.orders.reader.scan import scan
from pbem.orders.text.lines import TextLine
from pbem.orders.text.names import Names
from pbem.orders.text.words import cut, head, nearest, tidy
from pbem.orders.verbs.clock.timezone import ZoneIs
from pbem.orders.verbs.mail.check import VERB as CHECK
from pbem.orders.verbs.mail.game import VERB as GAME
from pbem.orders.verbs.mail.game import GameIs
from pbem.orders.verbs.mail.help import VERB as HELP
from pbem.orders.verbs.mail.help import HelpWanted
from pbem.orders.verbs.mail.history import VERB as HISTORY
from pbem.orders.verbs.mail.history import HistoryWanted
from pbem.orders.verbs.mail.key import VERB as KEY
from pbem.orders.verbs.mail.key import Key
from pbem.orders.verbs.mail.map import VERB as MAP
from pbem.orders.verbs.mail.map import MapWanted
from pbem.orders.verbs.mail.rules import VERB as RULES
from pbem.orders.verbs.mail.rules import RulesWanted
from pbem.orders.verbs.mail.status import VERB as STATUS
from pbem.orders.verbs.mail.status import StatusWanted
from pbem.orders.verbs.moderator import undo
from pbem.orders.verbs.moderator.as_player import AsPlayer
from pbem.orders.verbs.moderator.broadcast import Broadcast
from pbem.orders.verbs.moderator.command import ModeratorCommand
from pbem.orders.verbs.moderator.position import EditPosition
from pbem.orders.verbs.moderator.preview import VERB as PREVIEW
from pbem.orders.verbs.moderator.preview import Preview
from pbem.orders.verbs.person.setting import Setting
from pbem.orders.verbs.proposals.extend import VERB as EXTEND
from pbem.orders.verbs.proposals.extend import MoreTime
from pbem.orders.verbs.proposals.undo import VERB as UNDO
from pbem.orders.verbs.table import VERBS, verb_of, written_by_its_verb
from pbem.orders.verbs.verb import Kind, Reach, Verb, Who, said

Asking = HelpWanted | StatusWanted | RulesWanted | MapWanted | HistoryWanted | Setting
"""What only asks, or settles something about the moderator's own mails."""

Moderating = ModeratorCommand | MoreTime | Asking | ZoneIs
"""What a moderator may say."""

WORDS: Final = tuple(
    dict.fromkeys(v.title for v in VERBS if v.who is not Who.PLAYER or v.word == "EXTEND")
)
"""The words of the commands that change a game, in the order of the help."""

_FIRST_WORDS: Final = tuple(dict.fromkeys(words.split()[0] for words in WORDS))
_SHORTEST: Final = 4
"""Words of fewer letters resemble too many others."""

_PREVIEW: Final = PREVIEW.word
_ENDS_A_BLOCK: Final = (
    EXTEND, GAME, HELP, HISTORY, KEY, MAP, RULES, STATUS, UNDO,
)  # fmt: skip
"""What ends the orders of a player, besides what is the moderator's alone."""

_BODIES: Final = (AsPlayer, Broadcast, EditPosition)


@dataclass(frozen=True, slots=True)
class Told:
    """A command of a moderator's mail.

    number: counted from 1 in the mail; line: the line that it begins with
    game: the id of the game that it is for, as `GAME` says it; "" if none is said
    command: None if it is refused
    refusal: why it cannot be read
    """

    number: int
    line: TextLine
    game: str = ""
    command: Moderating | None = None
    refusal: Refusal | None = None

    def written(self, names: Names) -> str:
        """Its canonical form; of what cannot be read, the line as it was."""
        if self.command is None:
            return cut(self.line.text)
        if isinstance(self.command, undo.UndoLast):
            return undo.written(self.command)
        return written_by_its_verb(names.board, self.command)


@dataclass(frozen=True, slots=True)
class ToldAll:
    """The commands of a mail; `checks`: whether it only wants to know what would happen."""

    commands: tuple[Told, ...]
    checks: bool = False


@dataclass(slots=True)
class _Reader:
    """Takes line after line; `open` is the command to which the next lines belong."""

    names: Names
    found: list[Told]
    game: str = ""
    checks: bool = False
    open: Verb | None = None
    body: list[str] | None = None

    def read(self, line: TextLine) -> None:
        """Take the next line."""
        if self.open is not None and self._belongs(line):
            return
        self._close()
        verb = verb_of(line.text)
        if tidy(line.raw).upper().startswith(_PREVIEW) and verb in (CHECK, PREVIEW):
            self._add(line, Preview())
            return
        if verb is CHECK:
            self.checks = True
            return
        if verb is None or verb.parse is None:
            self._add(line, refusal=_no_command(line))
            return
        line_said = said(self.names, line.text)
        try:
            command = undo.read(line_said.rest) if verb is UNDO else verb.parse(line_said)
        except (SyntaxRefusal, AmbiguousRefusal) as refusal:
            self._add(line, refusal=refusal)
            self._open(verb)
            return
        if isinstance(command, GameIs):
            self.game = command.id.lower()
        elif isinstance(command, Moderating):
            self._add(line, command)
            self._open(verb)
        elif not isinstance(command, Key):
            self._add(line, refusal=_no_command(line))

    def refuse(self, line: TextLine) -> None:
        """A line that only looks like a command: whoever wrote it is to hear that it is none."""
        self._add(line, refusal=_no_command(line))

    def finish(self) -> None:
        """The text is over."""
        self._close()

    def _open(self, verb: Verb) -> None:
        if verb.reach is not Reach.LINE:
            self.open, self.body = verb, []

    def _belongs(self, line: TextLine) -> bool:
        """Whether a line belongs to the command above it."""
        assert self.open is not None
        assert self.body is not None
        if self.open.reach is Reach.TEXT:
            if tidy(line.text).upper().rstrip(" .!") == self.open.end:
                self._close()
            else:
                self.body.append(line.text)
            return True
        verb = verb_of(line.text)
        if verb is not None and (verb.kind is Kind.MODERATOR or verb in _ENDS_A_BLOCK):
            return False
        self.body.append(line.text)
        return True

    def _close(self) -> None:
        if self.open is None:
            return
        last, lines = self.found[-1], tuple(self.body or ())
        if isinstance(last.command, _BODIES):
            command = last.command.with_lines(lines)
            self.found[-1] = Told(last.number, last.line, last.game, command)
        self.open = self.body = None

    def _add(
        self, line: TextLine, command: Moderating | None = None, refusal: Refusal | None = None
    ) -> None:
        number = len(self.found) + 1
        self.found.append(Told(number, line, self.game, command, refusal))


def moderators_commands(names: Names, text: str) -> ToldAll:
    """The commands of the new text of a moderator's mail, in their order.

    :param names: those of the game whose mail is answered
    """
    reader = _Reader(names, [])
    found = scan(text, names.headings, names.places)
    # alone it is prose to the reader of players' mails: it asks to try, and there is nothing to try
    asked = [line for line in found.ignored if tidy(line.raw).upper().rstrip(" .!") == _PREVIEW]
    for line in found.lines or asked:
        reader.read(line)
    reader.finish()
    for line in found.ignored:
        if line not in asked and _is_nearly_one(line):
            reader.refuse(line)
    return ToldAll(tuple(reader.found), reader.checks)


def _is_nearly_one(line: TextLine) -> bool:
    """Whether a line that the reader has passed over begins with a command that is misspelt."""
    word, _ = head(line.text)
    return len(word) >= _SHORTEST and bool(nearest(word, _FIRST_WORDS))


def _no_command(line: TextLine) -> SyntaxRefusal:
    return SyntaxRefusal(
        "not-understood",
        say(
            '"{said}" is no command of a moderator\'s. Orders of a player stand below a line '
            "{order}.",
            said=cut(line.text),
            order="AS <player>:",
        ),
    )
