"""Whether a press can be sent, and who gets to read it: the game's terms, limits, governments."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final

from pbem.board.ids import PlayerId
from pbem.ground.errors import IllegalRefusal
from pbem.ground.messages import say
from pbem.orders.verbs.press.press import Press
from pbem.rules.state import State
from pbem.service.press.cleaning import cleaned
from pbem.store import press as kept
from pbem.store.game import StoredGame

MOST_CHARACTERS: Final = 5_000
MOST_LINES: Final = 120
MOST_A_DAY: Final = 40
"""So many a seat may send within 24 hours."""

DAYS_AFTER: Final = 30
"""So long press goes on when a game is over."""

_TO_ALL: Final = ("PRESS TO ALL",)


@dataclass(slots=True)
class Addressing:
    """Who gets to read what a player writes, press by press of one mail or command.

    mail: the hash of the mail; None on the console
    now: when it came in, UTC
    """

    game: StoredGame
    player: PlayerId
    mail: str | None
    now: datetime
    _sent: int = field(default=0)

    def __call__(self, state: State, press: Press) -> Press:
        """The press as it goes out.

        :raises IllegalRefusal: `no-press`, `press-to-all`, `press-names`, `press-over`,
            `no-government`, `press-nobody`, `press-vacant`, `press-too-long`, `press-too-many`
        """
        terms = self.game.file.press
        if terms.allowed == "none":
            raise IllegalRefusal("no-press", say("There is no press in this game."))
        if terms.allowed == "public" and not press.to_all:
            raise IllegalRefusal(
                "press-to-all",
                say("In this game press goes to all players, never to single ones."),
                legal=_TO_ALL,
            )
        if press.anonymous and not terms.anonymous and press.author is None:
            raise IllegalRefusal(
                "press-names",
                say("In this game press bears the name of whoever writes it."),
                legal=_TO_ALL if press.to_all else (),
            )
        self._check_over(state)
        text = cleaned(press.text, self.game.roster.seats[self.player].key)
        self._check_size(text)
        players = self._readers(state, press)
        self._check_number()
        self._sent += 1
        late = terms.deliver == "with-report" and not state.over
        return replace(press, text=text, players=players, nations=(), kept_back=late)

    def answer(self, state: State, number: int, text: str) -> Press:
        """The answer to a press, to whoever wrote that.

        :raises IllegalRefusal: as above; `press-gone`: somebody else sits there
        """
        asked = self.game.press.number(number)
        assert asked is not None, "its secret proves that it was sent"
        if asked.entry < self.game.roster.seats[asked.by].since:
            raise IllegalRefusal(
                "press-gone",
                say("Whoever wrote that does not play any more, so your answer is not sent."),
                legal=_TO_ALL,
            )
        to = () if asked.anonymous else (asked.by,)
        return self(state, Press(text, to, anonymous=self._stays_hidden(asked), author=number))

    def _stays_hidden(self, asked: kept.Press) -> bool:
        """Whether an answer comes from somebody who wrote without a name to whom is answered."""
        before = self.game.press.number(asked.answers) if asked.answers else None
        return before is not None and before.by == self.player and before.anonymous

    def _readers(self, state: State, press: Press) -> tuple[PlayerId, ...]:
        found = list(press.players)
        for nation in press.nations:
            government = state.nations[nation].government
            if government is None:
                raise IllegalRefusal(
                    "no-government",
                    say("Nobody governs this nation now: {nation}.", nation=nation),
                )
            found.append(government)
        readers = tuple(p for p in dict.fromkeys(found) if p != self.player)
        if vacant := [p for p in readers if self.game.roster.seats[p].is_vacant]:
            raise IllegalRefusal(
                "press-vacant",
                say("Nobody sits in this seat now: {player}.", player=vacant[0]),
                legal=_TO_ALL,
            )
        if found and not readers:
            raise IllegalRefusal("press-nobody", say("This press would go to nobody but yourself."))
        return readers

    def _check_over(self, state: State) -> None:
        if not state.over or not self.game.last_played:
            return
        played = self.game.entries[self.game.last_played - 1][0].time
        if self.now > played + timedelta(days=DAYS_AFTER):
            raise IllegalRefusal(
                "press-over",
                say(
                    "The game has been over for more than {number} days, and press has ended too.",
                    number=DAYS_AFTER,
                ),
            )

    def _check_size(self, text: str) -> None:
        if len(text) > MOST_CHARACTERS:
            raise IllegalRefusal(
                "press-too-long",
                say(
                    "This press is too long: it has {number} characters, and {most:number} are "
                    "the most.",
                    number=len(text),
                    most=MOST_CHARACTERS,
                ),
            )
        if (lines := text.count("\n") + 1) > MOST_LINES:
            raise IllegalRefusal(
                "press-too-long",
                say(
                    "This press is too long: it has {number} lines, and {most:number} are the "
                    "most.",
                    number=lines,
                    most=MOST_LINES,
                ),
            )

    def _check_number(self) -> None:
        since = self.now - timedelta(days=1)
        sent = [
            press
            for _, press in self.game.press.all()
            if press.by == self.player
            and press.time > since
            and (press.mail is None or press.mail != self.mail)
        ]
        if len(sent) + self._sent >= MOST_A_DAY:
            raise IllegalRefusal(
                "press-too-many",
                say(
                    "Press can be sent {number} times within 24 hours, and that often you have. "
                    "Please try again later.",
                    number=MOST_A_DAY,
                ),
            )


def to_keep(
    addressing: Addressing, press: Press, place: int, message_id: str | None, *, answered: bool
) -> kept.Press:
    """A press as it is kept.

    :param place: which of its mail it is, from 0
    :param message_id: that of the mail
    :param answered: whether it came as an answer to a mail with press, without PRESS TO
    """
    game = addressing.game
    author = game.press.number(press.author) if press.author else None
    return kept.Press(
        time=addressing.now.replace(microsecond=0),
        entry=game.last,
        by=addressing.player,
        to=(author.by,) if author else press.players,
        public=press.to_all,
        anonymous=press.anonymous,
        answers=press.author,
        answered=answered,
        text=press.text,
        mail=addressing.mail,
        place=place,
        message_id=message_id,
    )


def has_answered_before(game: StoredGame, player: PlayerId) -> bool:
    """Whether a player knows that answers to mails with press are press: it was so before."""
    since = game.roster.seats[player].since
    return any(
        press.by == player and press.answered and press.entry >= since
        for _, press in game.press.all()
    )
