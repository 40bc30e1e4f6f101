"""`PRESS TO <player or nation>, ...`: what the players named, and nobody else, get to read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from pbem.board.ids import NationId, PlayerId
from pbem.board.model import Board
from pbem.ground.errors import SyntaxRefusal
from pbem.ground.fold import fold
from pbem.ground.messages import Message, say
from pbem.orders.text.names import Names
from pbem.orders.text.patterns import TO
from pbem.orders.text.words import cut, items
from pbem.orders.verbs.desk import Desk, Wish
from pbem.orders.verbs.verb import Body, Form, Kind, Reach, Said, Verb

END: Final = "END PRESS"
_ALL: Final = frozenset({"all", "everybody", "everyone", "all players", "all of you"})
_HEAD: Final = re.compile(
    r"(?:PRESS|(?P<before>ANONYMOUS)(?:[\s:]+PRESS)?)[\s:]+"
    r"(?:(?P<between>ANONYMOUS(?:LY)?)[\s:]+)?"
    r"(?:->|TO\b)[\s:]*(?P<names>.*)",
    re.IGNORECASE,
)
_BEHIND: Final = re.compile(r"[\s,(]+ANONYMOUS(?:LY)?[\s)]*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Press(Wish):
    """A text for other players.

    players, nations: to whom; a nation is whoever governs it. Nobody: to all players
    author: the number of the press that it answers, if it goes to whoever wrote that
    kept_back: whether it goes out only with the next report
    """

    text: str
    players: tuple[PlayerId, ...] = ()
    nations: tuple[NationId, ...] = ()
    anonymous: bool = False
    author: int | None = None
    kept_back: bool = False

    @property
    def to_all(self) -> bool:
        """Whether it is public."""
        return not self.players and not self.nations and self.author is None

    def answer(self, desk: Desk) -> None:
        """That it is sent, and to whom."""
        whom = self._whom()
        if desk.only_checks:
            desk.tell(say("Your press would be sent: {whom:message}.", whom=whom))
        elif self.kept_back:
            desk.tell(say("Your press goes out with the next report: {whom:message}.", whom=whom))
        else:
            desk.tell(say("Your press is sent: {whom:message}.", whom=whom))

    def _whom(self) -> Message:
        if self.to_all:
            whom = say("to all players")
        elif not self.players:
            whom = say("to whoever wrote to you")
        else:
            whom = say("to {players}", players=self.players)
        return say("{whom:message}, anonymous", whom=whom) if self.anonymous else whom


def parse(said: Said) -> Press:
    """To whom, and the text below.

    :raises SyntaxRefusal: `incomplete`, `missing-name`, `unknown-name`; `press-or-orders`: it may
        hold orders, since its end mark is missing
    :raises AmbiguousRefusal: `ambiguous-name`
    """
    body, head = said.body or Body(), _HEAD.fullmatch(said.text)
    if head is None:
        raise SyntaxRefusal("incomplete", say("Press to whom?"), legal=VERB.legal)
    named, _, begun = head["names"].partition(":")
    whom = _BEHIND.sub("", named)
    names = items(whom)
    if not names:
        raise SyntaxRefusal("incomplete", say("Press to whom?"), legal=VERB.legal)
    players, nations = _readers(said.names, names)
    if body.doubtful:
        raise unclear(body.doubtful)
    text = "\n".join((*_begun(body, begun.strip()), *body.lines)).strip("\n")
    if not text.strip():
        raise SyntaxRefusal(
            "incomplete",
            say("This press holds no text. Write it below, and {order} behind it.", order=END),
            legal=VERB.legal,
        )
    anonymous = bool(head["before"] or head["between"] or whom != named)
    return Press(text, players, nations, anonymous)


def _readers(
    known: Names, names: tuple[str, ...]
) -> tuple[tuple[PlayerId, ...], tuple[NationId, ...]]:
    """The players and the nations to whom it goes; nobody stands for all players."""
    if len(names) == 1 and names[0].casefold() in _ALL:
        return (), ()
    found = tuple(dict.fromkeys(map(known.reader, names)))
    nations = tuple(NationId(reader) for reader in found if reader in known.board.nations)
    players = tuple(PlayerId(reader) for reader in found if reader not in known.board.nations)
    return players, nations


def _begun(body: Body, begun: str) -> tuple[str, ...]:
    """What stands behind the names on their line, as it was written."""
    written = body.first.split(":")
    for at in range(1, len(written)):
        rest = ":".join(written[at:]).strip()
        if fold(rest) == fold(begun):
            return (rest,) if rest else ()
    return (begun,) if begun else ()


def unclear(line: str) -> SyntaxRefusal:
    """That a line may be press or an order, so that neither is done."""
    return SyntaxRefusal(
        "press-or-orders",
        say(
            'Is this a part of the press, or an order: "{said}"? There is no {order} where the '
            "press ends, so neither is done. Please send it again with {order} on a line of its "
            "own there.",
            said=cut(line),
            order=END,
        ),
    )


def written(board: Board, press: Press) -> str:
    """`PRESS TO Bob, China`, the text, `END PRESS`."""
    names = [*press.players, *(board.name(nation) for nation in press.nations)]
    behind = " ANONYMOUS" if press.anonymous else ""
    return f"PRESS TO {', '.join(names) or 'ALL'}{behind}\n{press.text}\n{END}"


VERB = Verb(
    word="PRESS",
    kind=Kind.COMMAND,
    others=("ANONYMOUS",),
    follows={
        "PRESS": (rf"(?:ANONYMOUS(?:LY)? )?{TO} ?\S.*",),
        "ANONYMOUS": (rf"(?:PRESS\b[ :]*)?{TO} ?\S.*",),
    },
    keywords=("ANONYMOUS", "ALL"),
    forms=(
        Form("PRESS TO <player>", say("the lines below it go to that player, up to END PRESS")),
        Form("PRESS TO <player>, <nation>", say("to several; a nation is whoever governs it")),
        Form("PRESS TO ALL", say("to all players; everybody can read it again with HISTORY")),
        Form("PRESS TO ALL ANONYMOUS", say("without your name, where the game allows it")),
    ),
    notes=(
        say(
            "Without END PRESS it goes on to the end of what you write. If a line in it begins "
            "like an order, nothing is sent and you are asked, since a plan must not reach an "
            "opponent."
        ),
        say("Addresses are never shown, and quoted text is not passed on."),
        say("An answer to a mail with press goes to whoever wrote the press, as press."),
    ),
    examples=("PRESS TO ALL\nBRAVO!\nEND PRESS",),
    parse=parse,
    values=(Press,),
    format=written,
    reach=Reach.TEXT,
    end=END,
)
