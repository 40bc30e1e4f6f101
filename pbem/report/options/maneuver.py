"""The lines of a maneuver that are legal alone, place by place, with what each brings about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pbem.board.ids import CanalId, NationId, RegionId, Space, Unit
from pbem.board.model import Board, Game
from pbem.ground.messages import Message, count, say
from pbem.orders.verbs.written import format_line
from pbem.report.options.models import Option, OptionGroup
from pbem.report.sentences.wording import forces, joined, space_title, units
from pbem.rules.choices import maneuver_lines
from pbem.rules.commands import ChangeStatus, Destroy, FightThere, FlagsFirst, Line, Move, Status
from pbem.rules.maneuver.canals import shut_to_all
from pbem.rules.maneuver.convoys import Chain, chains, links
from pbem.rules.maneuver.groups import unmoved
from pbem.rules.maneuver.occupation import leave_of, present
from pbem.rules.maneuver.reach import convoy_need, fleets_to_carry, goes_by_land
from pbem.rules.play import Play
from pbem.rules.state import State

_BY_CONVOY = say("by convoy")

FEW_FLAGS = 3  # with fewer left, an order may have to say where they go


def maneuver_groups(
    game: Game, state: State, nation: NationId, spaces: Sequence[Space]
) -> Iterator[OptionGroup]:
    """An explanation, then a group for each place where the nation has units that can act."""
    play = Play(game, state)
    lines = maneuver_lines(play, nation)
    headings = tuple(space_title(space) for space in spaces)
    if not lines:
        yield OptionGroup(say("Moves"), (say("There are no units that could move."),))
        return
    flags_left = game.rules.pieces.flags - len(state.nations[nation].flags)
    begun = play.maneuver.armies_begun
    explained = _explained(headings, lines, flags_left, armies_begun=begun)
    yield OptionGroup(say("Moves"), (*explained, *_others_there(play, nation, lines)))
    about = _Notes(play, nation)
    by_region: dict[RegionId, list[Line]] = {}
    for line in lines:
        by_region.setdefault(_where(line), []).append(line)
    board = game.board
    found = {region: tuple(about.options(here)) for region, here in by_region.items()}
    for first, *others in _alike(board, found):
        titles = (_title(play, nation, region) for region in (first, *others))
        remark = say(
            "Each may do what stands here for {region}, by convoy where there is no other way.",
            region=first,
        )
        yield OptionGroup(joined(titles, "; "), (remark,) if others else (), found[first], False)


def _alike(board: Board, found: Mapping[RegionId, tuple[Option, ...]]) -> list[list[RegionId]]:
    """The places by what can be done from them: those joined by rail mostly stand together."""
    groups: list[list[RegionId]] = []
    for region in found:
        for group in groups:
            names = {board.name(group[0]), board.name(region)}
            if _reach(board, group[0], found, names) == _reach(board, region, found, names):
                group.append(region)
                break
        else:
            groups.append([region])
    return groups


def _reach(
    board: Board,
    region: RegionId,
    found: Mapping[RegionId, tuple[Option, ...]],
    without: set[str],
) -> object:
    """Where one gets from a place, by land or by convoy; its own name if more can be done."""
    reach: dict[tuple[str, str], set[str]] = {}
    for option in found[region]:
        if not option.arrow:
            return region
        before, _, target = option.order.partition(f" {board.name(region)} -> ")
        name, status = target, ""
        for word in (" HOSTILE", " FRIENDLY"):
            if target.endswith(word):
                name, status = target.removesuffix(word), word
        if places := {name, *option.others, *option.convoy} - without:
            note = str(option.note).replace(str(_BY_CONVOY), "").strip("; ")
            reach.setdefault((before + status, note), set()).update(places)
    return reach


def _explained(
    headings: tuple[str, ...], lines: Sequence[Line], flags_left: int, *, armies_begun: bool
) -> Iterator[Message]:
    sentence = (
        say(
            "Write moves below {one:order} or {other:order}, one a line. Units that no line "
            "names stay. 2 ARMIES or ALL ARMIES in place of ARMY moves several."
        )
        if len(headings) > 1
        else say(
            "Write moves below {one:order}, one a line. Units that no line names stay. 2 ARMIES "
            "or ALL ARMIES in place of ARMY moves several."
        )
    )
    yield sentence.filled(one=headings[0], other=headings[-1])
    moves = any(isinstance(line, Move) for line in lines)
    if moves and armies_begun:
        yield say(
            "Add FIGHT and a nation to fight on arrival. Armies have begun, so that no fleet moves "
            "any more; each carries one army a turn (CONVOY)."
        )
    elif moves:
        yield say(
            "Add FIGHT and a nation to fight on arrival. The fleets move first and then carry one "
            "army each (CONVOY): they may open ways that are not listed here."
        )
    if flags_left < FEW_FLAGS:
        yield count(
            "Only {number} flag left: FLAGS and regions on a line say which come first.",
            "Only {number} flags left: FLAGS and regions on a line say which come first.",
            flags_left,
        )


def _where(line: Line) -> RegionId:
    match line:
        case Move(origin=origin):
            return origin
        case FightThere(region=region):
            return region
        case ChangeStatus(province=province) | Destroy(province=province):
            return province
        case FlagsFirst():  # never listed: they concern no place alone
            raise AssertionError(line)


def _title(play: Play, nation: NationId, region: RegionId) -> Message:
    units_there = (Unit.ARMY,) if play.maneuver.armies_begun else (Unit.FLEET, Unit.ARMY)
    can_move = {unit: unmoved(play, nation, unit, region).size for unit in units_there}
    if not any(can_move.values()):
        return say("{region}", region=region)
    return say("{region}: {forces}", region=region, forces=forces(can_move))


@dataclass(frozen=True, slots=True)
class _Notes:
    """Options with notes for the maneuver lines of one nation."""

    play: Play
    nation: NationId

    def options(self, lines: Iterable[Line]) -> Iterator[Option]:
        """The moves as options, those that differ in their target only as one; then the rest."""
        board = self.play.game.board
        on_the_spot: list[Option] = []
        fights: dict[FightThere, Message | None] = {}
        alike: dict[tuple[tuple[Message, ...], Unit, Status | None], list[Move]] = {}
        for line in _without_second_status(lines):
            if isinstance(line, Move):
                key = (tuple(self._move_notes(line)), line.unit, line.status)
                alike.setdefault(key, []).append(line)
            elif isinstance(line, FightThere):
                fights[line] = self._note(line)
            else:
                on_the_spot.append(Option(format_line(board, line), self._note(line)))
        for (notes, unit, status), moves in alike.items():
            on_foot = tuple(note for note in notes if note != _BY_CONVOY)
            if on_foot != notes and (on_foot, unit, status) in alike:
                continue  # it stands beside those by land
            carried = alike.get(((*notes, _BY_CONVOY), unit, status), ())
            first, *others = moves
            yield Option(
                format_line(board, first),
                joined(notes, "; ") if notes else None,
                tuple(board.name(move.target) for move in others),
                arrow=True,
                convoy=tuple(board.name(move.target) for move in carried),
            )
        yield from _fights_together(fights, board)
        yield from on_the_spot

    def _note(self, line: Line) -> Message | None:
        match line:
            case Move():
                return None
            case FightThere(battle, region):
                if battle.unit is None:
                    return None
                there = present(self.play.state, battle.enemy, region)[battle.unit]
                return say("{present} there", present=units(there, battle.unit))
            case ChangeStatus(status=Status.HOSTILE):
                return say("stops factory and rail there")
            case ChangeStatus():
                return say("leaves factory and rail there in peace")
            case Destroy():
                needed = self.play.game.rules.units.armies_to_destroy
                return say("costs {lost}", lost=units(needed, Unit.ARMY))
            case FlagsFirst():
                return None

    def _move_notes(self, line: Move) -> Iterator[Message]:
        both = line.status is Status.HOSTILE
        if both:
            yield say("or {order}", order="FRIENDLY")
        elif line.status is Status.FRIENDLY:
            yield say("the last factory there: FRIENDLY only")
        yield from self._way_notes(line)

    def _way_notes(self, line: Move) -> Iterator[Message]:
        if line.unit is Unit.FLEET:
            yield from self._canal_of_step(line)
            return
        chain = self._convoy(line)
        if chain is None:
            return
        yield _BY_CONVOY
        for canal in sorted(chain.leave):
            yield from self._leave(canal)

    def _canal_of_step(self, line: Move) -> Iterator[Message]:
        board = self.play.game.board
        canal = board.canal_between(line.origin, line.target)
        if canal and line.target not in board.sea[line.origin]:
            leave = tuple(self._leave(canal.id))
            yield from leave or (say("through the {canal}", canal=canal.id),)

    def _leave(self, canal: CanalId) -> Iterator[Message]:
        asked = leave_of(self.play.state, self.play.game.board.canals[canal], self.nation)
        if asked:
            yield say("if {nation} opens the {canal}", nation=asked[0], canal=canal)

    def _convoy(self, line: Move) -> Chain | None:
        """The best convoy for an army that goes alone; None if it goes by land."""
        game, state, nation = self.play.game, self.play.state, self.nation
        if goes_by_land(game, state, nation, line.origin, line.target):
            return None
        carriers = fleets_to_carry(state, nation)
        fleets = {r: n for r, n in carriers.items() if n and game.board.is_sea(r)}
        shut = shut_to_all(self.play, nation, Unit.ARMY, line.origin)
        need = convoy_need(game, state, nation, line.origin, line.target, closed=shut)
        return chains(links(game, state, nation), fleets, need)[0]


def _others_there(play: Play, nation: NationId, lines: Sequence[Line]) -> Iterator[Message]:
    """Who has what in the places that moves lead to, told once for all of them."""
    there = dict.fromkeys(line.target for line in lines if isinstance(line, Move))
    found = [_forces_of_others(play.state, nation, region) for region in sorted(there)]
    known = [message for message in found if message]
    if known:
        yield say("Others there, who may fight: {places:message}.", places=joined(known, "; "))


def _forces_of_others(state: State, nation: NationId, region: RegionId) -> Message | None:
    counts = {enemy: present(state, enemy, region) for enemy in state.nations if enemy != nation}
    parts = tuple(
        say("{nation} {forces}", nation=enemy, forces=forces(there))
        for enemy, there in counts.items()
        if there[Unit.ARMY] or there[Unit.FLEET]
    )
    return say("{region} ({what:message})", region=region, what=joined(parts)) if parts else None


def _fights_together(fights: Mapping[FightThere, Message | None], board: Board) -> Iterator[Option]:
    """Fights in one place as one option for each kind of unit: others are named in its note."""
    alike: dict[Unit | None, list[FightThere]] = {}
    for line in fights:
        alike.setdefault(line.battle.unit, []).append(line)
    for first, *more in alike.values():
        others = tuple(line.battle.enemy for line in more)
        note = say("or {nations}", nations=others) if others else fights[first]
        yield Option(format_line(board, first), note)


def _without_second_status(lines: Iterable[Line]) -> Iterator[Line]:
    """Of an army's two ways to enter a province, hostile and friendly, the hostile one."""
    hostile: set[tuple[RegionId, RegionId]] = set()
    for line in lines:
        if isinstance(line, Move) and line.status is Status.HOSTILE:
            hostile.add((line.origin, line.target))
        elif isinstance(line, Move) and line.status and (line.origin, line.target) in hostile:
            continue
        yield line
