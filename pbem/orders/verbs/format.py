"""Commands -> canonical text: keywords in upper case, names as on the board, defaults left out.

`parse` reads everything back as it was. A maneuver's `FLAGS` may take several lines; `parse` joins
them again, so a maneuver that came out of `parse` holds one list of flags at most.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from pbem.board.ids import NationId, RegionId, Unit
from pbem.board.model import Board
from pbem.orders.verbs.mailcommands import (
    Check,
    ForTurn,
    GameIs,
    HelpWanted,
    Key,
    MailCommand,
    StandingWanted,
    StatusWanted,
)
from pbem.rules.commands import (
    Action,
    Allow,
    Battle,
    ChangeStatus,
    Command,
    Count,
    Deny,
    Destroy,
    Factory,
    Fight,
    FightThere,
    FlagsFirst,
    Force,
    Give,
    Import,
    Invest,
    Investor,
    LetPass,
    Letter,
    Line,
    Maneuver,
    Move,
    Pass,
    Peace,
    Production,
    Taxation,
    Turn,
)

WIDTH = 72
INDENT = "  "


def format_command(board: Board, command: Command) -> str:
    """The order as it is written; several lines for a maneuver.

    `CHINA: IMPORT 2 ARMIES Beijing, FLEET Shanghai`
    """
    match command:
        case Turn():
            return _turn(board, command)
        case Invest(price, nation, returning):
            old = f" FOR {returning}" if returning is not None else ""
            return f"INVEST {price} IN {board.name(nation)}{old}"
        case Pass():
            return "PASS"
        case Fight(enemy, unit, count, region):
            battle = _battle(board, enemy, unit, count)
            return _joined("FIGHT", battle, _in(board, region))
        case Peace(region):
            return _joined("PEACE", _in(board, region))
        case Allow(canal):
            return _joined("ALLOW", board.canals[canal].name if canal else "")
        case Deny(canal):
            return _joined("DENY", board.canals[canal].name if canal else "")
        case Force(target):
            return _joined("FORCE", board.name(target) if target else "")
        case LetPass(target):
            return _joined("LET", board.name(target) if target else "", "PASS")
        case Give(amount, nation):
            return f"GIVE {amount} TO {board.name(nation)}"
        case _:
            assert_never(command)


def format_line(board: Board, line: Line) -> str:
    """A line of a maneuver, without its indentation; flags all in one line."""
    match line:
        case Move():
            return _move(board, line)
        case FightThere(battle, region):
            whom = _battle(board, battle.enemy, battle.unit, battle.count)
            return _joined("FIGHT", whom, _in(board, region))
        case ChangeStatus(count, province, status):
            units = _units(count, Unit.ARMY)
            return f"STATUS {units} {board.name(province)} {status.value.upper()}"
        case Destroy(province):
            return f"DESTROY {board.name(province)}"
        case FlagsFirst(regions):
            return f"FLAGS {_names(board, regions)}"
        case _:
            assert_never(line)


def format_mail_command(command: MailCommand) -> str:
    """The command of the mail as it is written; a key is written out, so show it to nobody."""
    match command:
        case GameIs(ident):
            return f"GAME {ident}"
        case ForTurn(turn):
            return f"FOR TURN {turn}"
        case Key(word):
            return f"KEY {word}"
        case Check():
            return "CHECK"
        case StatusWanted():
            return "STATUS"
        case StandingWanted():
            return "SHOW STANDING"
        case HelpWanted(topic):
            return _joined("HELP", topic or "")
        case _:
            assert_never(command)


def _turn(board: Board, turn: Turn) -> str:
    heading = f"{board.name(turn.nation).upper()}:"
    first = f"{heading} {_action(board, turn.action)}"
    if len(first) > WIDTH:
        first = f"{heading}\n{INDENT}{_action(board, turn.action)}"
    if not isinstance(turn.action, Maneuver):
        return first
    below = (text for line in turn.action.lines for text in _lines(board, line))
    return "\n".join((first, *(f"{INDENT}{text}" for text in below)))


def _action(board: Board, action: Action) -> str:
    match action:
        case Factory(province):
            return _joined("FACTORY", board.name(province) if province else "")
        case Production(letter):
            return _joined("PRODUCTION", _letter(letter), _produced(board, action))
        case Import(units):
            each = (f"{_units(i.count, i.unit)} {board.name(i.province)}" for i in units)
            return f"IMPORT {', '.join(each) or 'NONE'}"
        case Maneuver(letter):
            return _joined("MANEUVER", _letter(letter))
        case Investor():
            return "INVESTOR"
        case Taxation():
            return "TAXATION"
        case _:
            assert_never(action)


def _produced(board: Board, production: Production) -> str:
    named = _names(board, production.provinces)
    match production.choice:
        case "all":
            return ""
        case "none":
            return "NONE"
        case "only":
            return named or "NONE"
        case "except":
            return f"EXCEPT {named}" if named else ""
        case _:
            assert_never(production.choice)


def _lines(board: Board, line: Line) -> Iterator[str]:
    """The line, or as many as a long list of flags takes."""
    if not isinstance(line, FlagsFirst):
        yield format_line(board, line)
        return
    for regions in _parted(board, line.regions, WIDTH - len(f"{INDENT}FLAGS ")):
        yield format_line(board, FlagsFirst(regions))


def _parted(
    board: Board, regions: Sequence[RegionId], width: int
) -> Iterator[tuple[RegionId, ...]]:
    row: tuple[RegionId, ...] = ()
    for region in regions:
        if row and len(_names(board, (*row, region))) > width:
            yield row
            row = ()
        row = (*row, region)
    yield row


def _move(board: Board, move: Move) -> str:
    way = f"{board.name(move.origin)} -> {board.name(move.target)}"
    battle = move.battle
    return _joined(
        _units(move.count, move.unit),
        way,
        f"VIA {_names(board, move.via)}" if move.via else "",
        move.status.value.upper() if move.status else "",
        _joined("FIGHT", _fought(board, battle)) if battle else "",
    )


def _fought(board: Board, battle: Battle) -> str:
    return _battle(board, battle.enemy, battle.unit, battle.count)


def _battle(board: Board, enemy: NationId | None, unit: Unit | None, count: int | None) -> str:
    return _joined(
        board.name(enemy) if enemy else "",
        unit.value.upper() if unit else "",
        "" if count is None else str(count),
    )


def _units(count: Count, unit: Unit) -> str:
    if count == 1:
        return unit.value.upper()
    return f"{str(count).upper()} {unit.plural.upper()}"


def _letter(letter: Letter | None) -> str:
    return letter.upper() if letter else ""


def _in(board: Board, region: RegionId | None) -> str:
    return f"IN {board.name(region)}" if region else ""


def _names(board: Board, regions: Iterable[RegionId]) -> str:
    return ", ".join(map(board.name, regions))


def _joined(*words: str) -> str:
    return " ".join(filter(None, words))
