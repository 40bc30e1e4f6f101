"""What the sentences of a report look like to a program, in whatever language it is written.

A bot reads mails as a person does: it knows the sentences of its own language. They are those of
the catalogue, so nothing here says them again: `find` looks for a message with any values.
"""

from __future__ import annotations

import re
from functools import cached_property
from string import Formatter

from pbem.ground.messages import Message, kind_of, say
from pbem.report.language.voice import Voice

MOST_FORMS = 30
"""Numbers up to this one have all plural forms of a language among them."""


class Forms:
    """Finds messages in the text of mails.

    :param voice: of whom the mails are written to
    """

    def __init__(self, voice: Voice) -> None:
        self.voice = voice
        self._known: dict[Message, tuple[re.Pattern[str], ...]] = {}

    def find(self, message: Message, text: str) -> re.Match[str] | None:
        """Where the text says that, with what stands in place of each parameter."""
        found = (pattern.search(text) for pattern in self.patterns(message))
        return next(filter(None, found), None)

    def patterns(self, message: Message) -> tuple[re.Pattern[str], ...]:
        """The message with any values, in each plural form; numbers and amounts are digits."""
        known = self._known.get(message)
        if known is None:
            texts = dict.fromkeys(self.voice.sentence(message, n) for n in range(MOST_FORMS))
            known = tuple(re.compile(self._pattern_of(text)) for text in texts)
            self._known[message] = known
        return known

    def section(self, text: str, begin: Message, end: Message) -> str:
        """What stands between two headings; "" if the first one does not stand there."""
        _, _, below = text.partition(f"\n{self.voice(begin)}\n")
        return below.partition(f"\n{self.voice(end)}\n")[0]

    def number(self, message: Message, text: str, name: str) -> int:
        """The number that a parameter has in a text; 0 if the text does not say that."""
        found = self.find(message, text)
        return int(found[name]) if found else 0

    @cached_property
    def names(self) -> dict[str, str]:
        """Names in that language -> as orders have them."""
        board = self.voice.board
        if board is None:
            return {}
        told = {self.voice.name("nation", n): board.name(n) for n in board.nations}
        return told | {self.voice.name("region", r): board.name(r) for r in board.regions}

    def ordered(self, name: str) -> str:
        """A name as orders have it."""
        return self.names.get(name, name)

    def _pattern_of(self, text: str) -> str:
        pattern, seen = "", set()
        for before, name, given, _ in Formatter().parse(text):
            pattern += re.escape(before)
            if name is None:
                continue
            kind = kind_of(name, given or "")
            if name in seen:
                pattern += f"(?P={name})"
            elif kind == "money":
                sign = re.escape(self.voice(say("{said}M", said="")))
                pattern += rf"(?P<{name}>\d+){sign}"
            elif kind == "number":
                pattern += rf"(?P<{name}>\d+)"
            else:
                pattern += rf"(?P<{name}>.+?)"
            seen.add(name)
        return pattern
