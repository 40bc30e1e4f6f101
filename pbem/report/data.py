"""A position as plain data: what `expect` in a scenario names and `--json` prints.

Keys are those of the scenario format (README.md, scenarios). Empty tables and zero counts are
left out; null is None.
"""

from __future__ import annotations

from typing import Any

from pbem.board.ids import NationId, PlayerId
from pbem.board.model import Game
from pbem.ground.messages import say
from pbem.orders.submission import Outcome
from pbem.orders.verbs.press.press import Press
from pbem.report.language.voice import Voice
from pbem.report.views import sees_cash
from pbem.rules.scoring import is_ended_early, score, winner
from pbem.rules.state import State


def state_data(game: Game, state: State, reader: PlayerId | None = None) -> dict[str, Any]:
    """A position as data.

    :param reader: of a game with secret cash that is not over, who alone sees the own cash and
        score; None sees everything
    """
    return {
        "rules": game.rules.id,
        "variants": list(game.variants),
        "turn": state.turn,
        "nation": state.nation,
        "over": state.over,
        "ended_early": is_ended_early(game, state),
        "winner": winner(game, state),
        "investor_card": state.investor_card,
        "players": {p: _player(game, state, p, reader) for p in state.seats},
        "nations": {n: _nation(game, state, n) for n in state.nations},
        "pending": [
            {"player": d.player, "kind": d.kind.value, "nation": d.nation, "region": d.region}
            for d in state.pending
        ],
    }


def reply_data(game: Game, sender: PlayerId, outcome: Outcome) -> dict[str, Any]:
    """What became of one text, as data; in English."""
    voice = Voice(board=game.board)
    errors = [
        {"line": f.line.number, "code": f.refusal.code, "message": voice(f.refusal)}
        for result in outcome.results
        for f in result.faults
    ]
    writes = any(isinstance(command, Press) for command in outcome.mail_commands)
    if not outcome.results and not writes:
        errors.append(
            {"line": 0, "code": "no-orders", "message": voice(say("There is no order in this."))}
        )
    warnings = [
        {"line": line.number if line else 0, "code": warning.code, "message": voice(warning)}
        for result in outcome.results
        for line, warning in result.warnings
    ]
    return {
        "from": sender,
        "accepted": outcome.accepted,
        "errors": errors,
        "warnings": warnings,
    }


def _player(game: Game, state: State, player: PlayerId, reader: PlayerId | None) -> dict[str, Any]:
    own = state.players[player]
    hidden = not sees_cash(game, state, reader, player)
    bonds = {n: list(state.bonds_of(player, n)) for n in state.nations}
    return _without_empty_tables(
        {
            "cash": None if hidden else own.cash,
            "bonds": {n: prices for n, prices in bonds.items() if prices},
            "governs": list(state.governed(player)),
            "swiss_bank": own.swiss_bank,
            "score": None if hidden else score(game, state, player),
        }
    )


def _nation(game: Game, state: State, nation: NationId) -> dict[str, Any]:
    own, tables = state.nations[nation], game.rules.taxation
    level = tables.chart[own.tax_space].level if tables.marker else None
    return _without_empty_tables(
        {
            "government": own.government,
            "treasury": own.treasury,
            "power": own.power,
            "factor": game.factor(own.power),
            "rondel": own.rondel.value if own.rondel else None,
            "tax_level": level,
            "factories": list(own.factories),
            "armies": dict(own.armies),
            "friendly": dict(own.friendly),
            "fleets": dict(own.fleets),
            "flags": list(own.flags),
            "free_bonds": list(state.free_bonds(nation, game.rules.bonds.prices)),
        }
    )


def _without_empty_tables(data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if value != {}}
