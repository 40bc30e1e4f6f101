"""`CANAL <canal> ALLOW|DENY|ASK [<nation>|ALL]`: a standing answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

from pbem.board.ids import CanalId, NationId
from pbem.board.model import Board
from pbem.ground.errors import SyntaxRefusal
from pbem.ground.messages import say
from pbem.orders.text.words import joined
from pbem.orders.verbs.ahead.standing_answer import name, some_nation, split_answer
from pbem.orders.verbs.verb import Form, Kind, Said, Verb

_ANSWERS = ("ALLOW", "DENY", "ASK")


@dataclass(frozen=True, slots=True)
class CanalRule:
    """Whether others may use a canal; None: all nations."""

    canal: CanalId
    answer: Literal["allow", "deny", "ask"]
    nation: NationId | None = None
    order: Literal["canal"] = "canal"


def parse(said: Said) -> CanalRule:
    """Which canal, what is answered, and to whom.

    :raises SyntaxRefusal: `incomplete`, `contradiction`, `unknown-name`, `no-canals`
    :raises AmbiguousRefusal: `ambiguous-name`
    """
    canal, answer, nation = split_answer(said.rest, _ANSWERS, VERB.legal)
    found = cast(Literal["allow", "deny", "ask"], answer)
    try:
        return CanalRule(said.names.canal(canal), found, some_nation(said.names, nation))
    except SyntaxRefusal as refusal:
        raise refusal.but(legal=refusal.legal or VERB.legal) from None


def written(board: Board, rule: CanalRule) -> str:
    """`CANAL Suez Canal DENY Russia`."""
    canal = board.canals[rule.canal].name
    return joined("CANAL", canal, rule.answer.upper(), name(board, rule.nation))


VERB = Verb(
    word="CANAL",
    kind=Kind.ASIDE,
    follows={"CANAL": (r".*\b(?:ALLOW|DENY|ASK)\b.*",)},
    keywords=("ASK", "ALL"),
    forms=(
        Form("CANAL <canal> ALLOW", say("a standing answer: they may use it")),
        Form("CANAL <canal> DENY <nation>", say("but not this nation")),
        Form("CANAL <canal> ASK <nation>", say("and for this one, ask me"), offered=False),
    ),
    notes=(say("The one that names a nation counts, of equals the latest."),),
    rules=("5.2",),
    examples=("CANAL Suez Canal ALLOW", "CANAL Suez Canal DENY Russia"),
    parse=parse,
    values=(CanalRule,),
    format=written,
)
