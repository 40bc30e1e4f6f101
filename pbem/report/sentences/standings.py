"""Players and nations in a line each, with what has changed since the reader's last mail."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pbem.board.ids import NationId, PlayerId
from pbem.ground.messages import Message, count, say
from pbem.report.sentences.wording import joined, name_or_you
from pbem.report.views import NationView, PlayerView, View


@dataclass(frozen=True, slots=True)
class Line:
    """A player or a nation in one line; whether there is anything new in it for the reader."""

    text: Message
    changed: bool


About = Mapping[PlayerId, Sequence[Message | str]]
"""Of each player what there is to say beside the position."""


def player_lines(seen: View, before: View | None, about: About) -> tuple[Line, ...]:
    """The players, best first: points, cash, what they govern, and `about` them.

    :param before: what the reader saw in the mail before; None if there was none
    """
    known = {player.name: player for player in before.players} if before else {}
    return tuple(
        Line(
            _player(player, known.get(player.name), seen.reader, about.get(player.name, ())),
            known.get(player.name) != player,
        )
        for player in seen.players
    )


def points_line(seen: View) -> Message:
    """The points of all in one line, best first; of secret cash as in `player_lines`."""
    return joined(
        say(
            "{player} {points:number}",
            player=name_or_you(player.name, seen.reader),
            points=player.bond_points if player.score is None else player.score,
        )
        for player in seen.players
    )


def nation_lines(seen: View, before: View | None) -> tuple[Line, ...]:
    """The nations in turn order: government, power, treasury, where they are on the rondel."""
    known = {nation.nation: nation for nation in before.tables.nations} if before else {}
    return tuple(
        Line(
            _nation(nation, known.get(nation.nation), seen.reader),
            _shown(nation) != _shown(known.get(nation.nation)),
        )
        for nation in seen.tables.nations
    )


def _shown(nation: NationView | None) -> tuple[object, ...]:
    """What a line shows of a nation."""
    if nation is None:
        return ()
    return (nation.government, nation.power, nation.treasury, nation.space)


def _player(
    player: PlayerView,
    before: PlayerView | None,
    reader: PlayerId | None,
    about: Iterable[Message | str],
) -> Message:
    parts = [_points(player, before, reader)]
    if player.cash is not None:
        parts.append(say("cash {cash:money}", cash=player.cash))
    if player.governs:
        parts.append(say("governs {nations}", nations=player.governs))
    elif player.swiss_bank:
        parts.append(say("no government, a Swiss Bank"))
    else:
        parts.append(say("no government"))
    if player.investor_card:
        parts.append(say("investor card"))
    notes = (say("{note:message}", note=note) for note in about)  # each begins like a sentence
    return joined((joined(parts, "; "), *notes), ". ")


def _points(player: PlayerView, before: PlayerView | None, reader: PlayerId | None) -> Message:
    hidden = player.score is None
    points = player.bond_points if player.score is None else player.score
    then = None
    if before is not None:
        then = before.bond_points if hidden else before.score
    changed = then is not None and then != points
    if hidden and changed:
        sentence = count(
            "{player}: {number} point in bonds ({change})",
            "{player}: {number} points in bonds ({change})",
            points,
        )
    elif hidden:
        sentence = count(
            "{player}: {number} point in bonds", "{player}: {number} points in bonds", points
        )
    elif changed:
        sentence = count(
            "{player}: {number} point ({change})", "{player}: {number} points ({change})", points
        )
    else:
        sentence = count("{player}: {number} point", "{player}: {number} points", points)
    name, change = name_or_you(player.name, reader), f"{points - (then or 0):+d}"
    return sentence.filled(number=points, player=name, change=change)


def _nation(nation: NationView, before: NationView | None, reader: PlayerId | None) -> Message:
    parts = [_power(nation, before), _treasury(nation, before)]
    if nation.space:
        parts.append(say("on {space}", space=nation.space))
    return say("{title:message}: {what:message}", title=_title(nation, reader), what=joined(parts))


def _title(nation: NationView, reader: PlayerId | None) -> Message:
    ident: NationId = nation.nation
    if nation.government is None:
        return say("{nation} (no government)", nation=ident)
    if nation.government == reader:
        return say("{nation} (you)", nation=ident)
    return say("{nation} ({player})", nation=ident, player=nation.government)


def _power(nation: NationView, before: NationView | None) -> Message:
    if before is None or before.power == nation.power:
        return say("power {power} (x{factor})", power=nation.power, factor=nation.factor)
    sentence = (
        say("power {before} -> {after} (x{factor})")
        if before.factor == nation.factor
        else say("power {before} -> {after} (x{old} -> x{factor})")
    )
    return sentence.filled(
        before=before.power, after=nation.power, factor=nation.factor, old=before.factor
    )


def _treasury(nation: NationView, before: NationView | None) -> Message:
    if before is None or before.treasury == nation.treasury:
        return say("treasury {treasury:money}", treasury=nation.treasury)
    return say(
        "treasury {before:money} -> {after:money}", before=before.treasury, after=nation.treasury
    )
