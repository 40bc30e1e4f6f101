"""Units that a canal was denied to: they have not moved, and that canal stays closed (section 11).

While the order that met the denial goes on, they count as moved, so that its other lines mean the
units that they meant when it was judged. Once the government is asked anew they can be ordered
again. Units of a kind in one place are alike; where it is open which of them move or are lost,
it is those that are freer afterwards that stay.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pbem.board.ids import CanalId, RegionId, Unit
from pbem.rules.commands import Status
from pbem.rules.play import Play
from pbem.rules.state import Denied, State, added

_MOVED = {
    None: "moved_fleets",
    Status.HOSTILE: "moved_armies",
    Status.FRIENDLY: "moved_friendly",
}


def stay(
    play: Play,
    canal: CanalId,
    unit: Unit,
    region: RegionId,
    counts: Mapping[Status | None, int],
) -> None:
    """Units stay where they are, because the canal was denied to them.

    :param counts: how many, by the status of armies; of fleets under None
    """
    for status, number in counts.items():
        if not number:
            continue
        key = _MOVED[status]
        moved = added(getattr(play.maneuver, key), region, number)
        held = Denied(canal, unit, region, number, status)
        play.set_maneuver(**{key: moved}, denied=(*play.maneuver.denied, held))


def release(play: Play) -> None:
    """The government is asked anew: who was denied a canal can be ordered elsewhere."""
    if any(d.held for d in play.maneuver.denied):
        play.set_maneuver(denied=tuple(replace(d, held=False) for d in play.maneuver.denied))


def released(state: State, status: Status | None, region: RegionId) -> int:
    """How many of the units that count as moved there can be ordered again."""
    return sum(
        d.count for d in _denied(state) if not d.held and (d.status, d.region) == (status, region)
    )


def closed(state: State, unit: Unit, region: RegionId) -> dict[CanalId, int]:
    """canal -> how many of the units there that can be ordered it is closed to."""
    found: dict[CanalId, int] = {}
    for d in _denied(state):
        if (d.unit, d.region) == (unit, region) and not d.held:
            found[d.canal] = found.get(d.canal, 0) + d.count
    return found


def moved_on(play: Play, unit: Unit, region: RegionId, number: int) -> None:
    """So many of the units that a canal is closed to leave the region after all."""
    left = dict.fromkeys(closed(play.state, unit, region), number)
    for d in play.maneuver.denied if number else ():
        if (d.unit, d.region) == (unit, region) and not d.held:
            gone = min(d.count, left[d.canal])
            left[d.canal] -= gone
            _drop(play, d, gone)


def lost(play: Play, status: Status | None, region: RegionId) -> None:
    """Units there were lost: no more of them stay denied than have used their move."""
    over = -getattr(play.maneuver, _MOVED[status]).get(region, 0)
    over += sum(d.count for d in _denied(play.state) if (d.status, d.region) == (status, region))
    for d in play.maneuver.denied if over > 0 else ():
        if (d.status, d.region) == (status, region):
            gone = min(d.count, max(0, over))
            over -= gone
            _shrink(play, d, gone)


def _drop(play: Play, denied: Denied, number: int) -> None:
    """So many of them are no longer there, nor among those that have used their move."""
    key = _MOVED[denied.status]
    moved = added(getattr(play.maneuver, key), denied.region, -number)
    play.set_maneuver(**{key: moved})
    _shrink(play, denied, number)


def _shrink(play: Play, denied: Denied, number: int) -> None:
    rest = (replace(denied, count=denied.count - number),) if denied.count > number else ()
    at = play.maneuver.denied.index(denied)
    play.set_maneuver(denied=(*play.maneuver.denied[:at], *rest, *play.maneuver.denied[at + 1 :]))


def _denied(state: State) -> tuple[Denied, ...]:
    return state.acting.maneuver.denied if state.acting.maneuver else ()
