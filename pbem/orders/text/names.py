"""Names as players write them, looked up by kind among those of one game (order language, 1).

A name, id or alias that fits wholly beats beginnings; a beginning has three letters or more and
fits only one. Everything is compared folded: case, accents, blanks, dots and dashes do not matter.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Final, Generic, NewType, TypeVar

from rapidfuzz import fuzz, process

from pbem.board.ids import CanalId, NationId, PlayerId, RegionId
from pbem.board.load import game_ids, load_game
from pbem.board.model import Game
from pbem.ground.errors import AmbiguousRefusal, BadInput, SyntaxRefusal
from pbem.ground.fold import fold
from pbem.ground.messages import count, say
from pbem.orders.text.words import cut, without_people

SHORTEST = 3  # letters of a beginning
NEAREST = 3  # names offered for one that is not known
ALIKE = 66  # of 100: from here on a name is offered
PARTLY = 80  # the same, if only a part of the name need be alike
LONGEST = 60  # characters of what was typed that are compared
FEW = 8  # so many names are all offered if none is near

_ARTICLE = re.compile(r"^\s*the\s+", re.IGNORECASE)

AreaId = NewType("AreaId", str)
"""The name of an impassable area."""
K = TypeVar("K", bound=str)


class Sort(StrEnum):
    """What is looked up; each has sentences of its own."""

    NATION = "nation"
    REGION = "region"
    CANAL = "canal"
    PLAYER = "player"


_MISSING: Final = {
    Sort.NATION: say("The name of a nation is missing here."),
    Sort.REGION: say("The name of a region is missing here."),
    Sort.CANAL: say("The name of a canal is missing here."),
    Sort.PLAYER: say("The name of a player is missing here."),
}
_UNKNOWN: Final = {
    Sort.NATION: say('There is no nation called "{said}".'),
    Sort.REGION: say('There is no region called "{said}".'),
    Sort.CANAL: say('There is no canal called "{said}".'),
    Sort.PLAYER: say('There is no player called "{said}".'),
}


class NameIndex(Generic[K]):
    """The names of one kind.

    :param sort: what is looked up
    :param forms: id -> its name on the board, followed by its other forms
    """

    def __init__(self, sort: Sort, forms: Mapping[K, tuple[str, ...]]) -> None:
        self._sort = sort
        self._label = {ident: names[0] for ident, names in forms.items()}
        self._whole: dict[str, tuple[K, ...]] = {}
        for ident, names in forms.items():
            for form in dict.fromkeys(map(fold, (*names, str(ident)))):
                self._whole[form] = (*self._whole.get(form, ()), ident)

    @property
    def forms(self) -> frozenset[str]:
        """Everything that fits wholly, folded."""
        return frozenset(self._whole)

    @property
    def labels(self) -> tuple[str, ...]:
        """The names on the board, in its order."""
        return tuple(self._label.values())

    def whole(self, text: str) -> K | None:
        """What a name, id or alias means that fits wholly, if it does."""
        found = self._whole.get(fold(text), ())
        return found[0] if len(found) == 1 else None

    def fits(self, text: str) -> tuple[K, ...]:
        """Everything that the text may mean; in most cases one if it fits wholly."""
        for key in (fold(text), fold(_ARTICLE.sub("", text))):
            if key in self._whole:
                return self._whole[key]
            if len(key) >= SHORTEST and (begun := self._begun(key)):
                return begun
        return ()

    def find(self, text: str) -> K:
        """What the text means.

        :raises AmbiguousRefusal: `ambiguous-name`; `legal` names what fits
        :raises SyntaxRefusal: `missing-name`, or `unknown-name` with the nearest names
        """
        if not fold(text):
            raise SyntaxRefusal("missing-name", _MISSING[self._sort])
        found = self.fits(text)
        if len(found) == 1:
            return found[0]
        if not found:
            raise self._unknown(text)
        fits = tuple(self._label[ident] for ident in found)
        raise AmbiguousRefusal(
            "ambiguous-name",
            say('"{said}" fits several: {orders}.', said=cut(text), orders=fits),
            legal=fits,
            said=text,
            meant=fits,
        )

    def _unknown(self, text: str) -> SyntaxRefusal:
        key = fold(text)
        if len(key) < SHORTEST:
            begun = tuple(self._label[ident] for ident in self._begun(key))[:FEW]
            return SyntaxRefusal(
                "unknown-name",
                count(
                    '"{said}" is too short for a name: a beginning needs {number} letter or more.',
                    '"{said}" is too short for a name: a beginning needs {number} letters or more.',
                    SHORTEST,
                    said=cut(text),
                ),
                legal=begun,
                said=text,
                meant=begun,
            )
        near = self._near(key)
        message = _UNKNOWN[self._sort].filled(said=cut(text))
        if near and len(near) <= NEAREST:
            message = say("{message} Did you mean: {choices}?", message=message, choices=near)
        return SyntaxRefusal("unknown-name", message, legal=near, said=text, meant=near)

    def _begun(self, key: str) -> tuple[K, ...]:
        found = {i for form, idents in self._whole.items() if form.startswith(key) for i in idents}
        return tuple(ident for ident in self._label if ident in found)

    def _near(self, key: str) -> tuple[str, ...]:
        for scorer, least in ((fuzz.ratio, ALIKE), (fuzz.partial_ratio, PARTLY)):
            hits = process.extract(
                key[:LONGEST],
                list(self._whole),
                scorer=scorer,
                limit=3 * NEAREST,
                score_cutoff=least,
            )
            near = tuple(dict.fromkeys(self._label[i] for hit in hits for i in self._whole[hit[0]]))
            if near:
                return near[:NEAREST]
        return self.labels if len(self._label) <= FEW else ()


class Names:
    """The names of a game, by kind; built once and kept by the caller."""

    def __init__(self, game: Game) -> None:
        board = game.board
        self.game = game
        self.board = board
        self.nations = NameIndex(
            Sort.NATION, {n.id: (n.name, *n.aliases) for n in board.nations.values()}
        )
        self.regions = NameIndex(
            Sort.REGION, {r.id: (r.name, *r.aliases) for r in board.regions.values()}
        )
        self._canals = NameIndex(Sort.CANAL, {c.id: (c.name,) for c in board.canals.values()})
        self._closed = NameIndex(Sort.REGION, {AreaId(name): (name,) for name in board.impassable})
        self._players: NameIndex[PlayerId] = NameIndex(Sort.PLAYER, {})

    def with_players(self, players: Iterable[PlayerId]) -> Names:
        """The same names, and those of the players."""
        names = copy.copy(self)
        names._players = NameIndex(Sort.PLAYER, {name: (str(name),) for name in players})
        return names

    @property
    def headings(self) -> frozenset[str]:
        """The folded names of the nations, as `reader.scan.scan` wants them."""
        return self.nations.forms

    @property
    def places(self) -> frozenset[str]:
        """The folded names of the regions, as `reader.scan.scan` wants them."""
        return self.regions.forms

    def nation(self, text: str) -> NationId:
        """The nation of that name, or of the people of that name: `the Russians`.

        :raises AmbiguousRefusal: `ambiguous-name`
        :raises SyntaxRefusal: `missing-name`, `unknown-name`
        """
        if not self.nations.fits(text):
            people = without_people(fold(_ARTICLE.sub("", text)))
            whole = dict.fromkeys(filter(None, map(self.nations.whole, people)))
            if len(whole) == 1:
                return next(iter(whole))
        return self.nations.find(text)

    def region(self, text: str) -> RegionId:
        """The region of that name.

        :raises AmbiguousRefusal: `ambiguous-name`
        :raises SyntaxRefusal: `missing-name`, `unknown-name`; `impassable`: on the map, but closed
        """
        if not self.regions.fits(text) and (area := self._closed.fits(text)):
            raise SyntaxRefusal(
                "impassable",
                say("{order} is closed: no unit may enter it.", order=area[0]),
                rule="5.4",
            )
        return self.regions.find(text)

    def is_place(self, text: str) -> bool:
        """Whether the text is the name of one region, or the beginning of just one."""
        return len(self.regions.fits(text)) == 1

    def canal(self, text: str) -> CanalId:
        """The canal of that name.

        :raises AmbiguousRefusal: `ambiguous-name`
        :raises SyntaxRefusal: `missing-name`, `unknown-name`; `no-canals`: the board has none
        """
        if not self._canals.labels:
            raise SyntaxRefusal("no-canals", say("There is no canal on this board."), rule="5.2")
        return self._canals.find(text)

    def player(self, text: str) -> PlayerId:
        """The player of that name, among those that `with_players` has named.

        :raises AmbiguousRefusal: `ambiguous-name`
        :raises SyntaxRefusal: `missing-name`, `unknown-name`
        """
        return self._players.find(text)

    def reader(self, text: str) -> PlayerId | NationId:
        """Who is meant by a name to which something is written: a player, or a nation.

        :raises AmbiguousRefusal: `ambiguous-name`
        :raises SyntaxRefusal: `missing-name`, `unknown-name`
        """
        whole = self._players.whole(text) or self.nations.whole(text)
        if whole is not None:
            return whole
        players, nations = self._players.fits(text), self.nations.fits(text)
        if players and not nations:
            return self._players.find(text)
        if nations and not players:
            return self.nations.find(text)
        if not nations:
            return self._players.find(text)
        fits = (*map(str, players), *(self.board.name(nation) for nation in nations))
        raise AmbiguousRefusal(
            "ambiguous-name",
            say('"{said}" fits several: {orders}.', said=cut(text), orders=fits),
            legal=fits,
            said=text,
            meant=fits,
        )


def names_of_all(folder: Path | None = None) -> tuple[frozenset[str], frozenset[str]]:
    """The folded names of the nations and of the regions of every edition.

    With them orders can be told before it is known which game a mail is about. An edition that is
    broken is left out: if a game uses it, that game says so.

    :param folder: a folder of games, beside the shipped one
    """
    every: list[Names] = []
    for ident in game_ids(folder):
        with suppress(BadInput):
            every.append(Names(load_game(ident, (), folder)))
    headings: frozenset[str] = frozenset().union(*(names.headings for names in every))
    return headings, frozenset().union(*(names.places for names in every))


def find_player(names: Iterable[PlayerId], text: str) -> PlayerId:
    """The player of that name, or of the beginning that fits only one.

    >>> find_player([PlayerId("Ann"), PlayerId("Bob")], "bob")
    'Bob'

    :raises AmbiguousRefusal: `ambiguous-name`
    :raises SyntaxRefusal: `missing-name`, `unknown-name`
    """
    return NameIndex(Sort.PLAYER, {name: (str(name),) for name in names}).find(text)
