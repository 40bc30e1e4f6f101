"""What `YES` and `NO` stand for, and other answers of which the question says what they mean.

They are kept as the order that they stand for, so that a journal can be read without its mails.
"""

from __future__ import annotations

from typing import assert_never

from pbem.board.ids import PlayerId
from pbem.board.model import Game
from pbem.ground.errors import IllegalRefusal
from pbem.ground.messages import say
from pbem.orders.verbs.answers.invest import VERB as INVEST
from pbem.orders.verbs.answers.yes_no import YesNo
from pbem.orders.verbs.clock.arrangements import Proposed
from pbem.orders.verbs.proposals.consent import Consent, Topic
from pbem.orders.verbs.proposals.draw import Draw
from pbem.orders.verbs.proposals.extend import MoreTime
from pbem.orders.verbs.proposals.undo import TakeBack
from pbem.orders.verbs.table import ACTION_FORMS, verb_of
from pbem.rules.answers import canal_asked
from pbem.rules.commands import Allow, Command, Deny, Fight, Force, LetPass, Pass, Peace
from pbem.rules.play import Play
from pbem.rules.state import Ask, Decision, State


def is_yes_or_no(text: str) -> bool:
    """Whether an order line is one of these.

    >>> is_yes_or_no("Yes, please"), is_yes_or_no("PASS")
    (True, False)
    """
    verb = verb_of(text)
    return verb is not None and verb.word in ("YES", "NO", "NONE")


def order_meant(game: Game, state: State, player: PlayerId, said: YesNo) -> Command:
    """The order that it stands for, as an answer to the sender's one open question.

    :raises IllegalRefusal: `no-question`, `no-yes-or-no`
    """
    mine = [d for d in state.pending[:1] if d.player == player]
    if not mine:
        raise IllegalRefusal(
            "no-question",
            say("You are asked nothing now, so {order} answers nothing.", order=said.word),
            "3",
        )
    return _meant(game, state, mine[0], said)


def topic_of(proposal: Proposed) -> Topic:
    """What kind of proposal it is."""
    match proposal:
        case TakeBack():
            return Topic.UNDO
        case Draw():
            return Topic.DRAW
        case MoreTime():
            return Topic.EXTEND
        case _:
            assert_never(proposal)


def consent(said: YesNo, proposal: Proposed) -> MoreTime | Consent:
    """What `YES` or `NO` says to what another player has proposed.

    :raises IllegalRefusal: `no-consent`
    """
    topic = topic_of(proposal)
    if said.word == "NONE":
        raise IllegalRefusal(
            "no-consent",
            say("NONE is no answer to a proposal: please say YES or NO."),
            legal=(f"YES {topic}", f"NO {topic}"),
        )
    if isinstance(proposal, MoreTime) and said.word == "YES":
        return proposal
    return Consent(topic, said.word == "YES")


def for_the_canal(state: State, player: PlayerId, said: Command) -> Command:
    """`LET THEM PASS` is leave where the open question is about a canal; else what was said."""
    asked = state.pending[0]
    about = asked.kind is Ask.CANAL and asked.player == player
    if about and isinstance(said, LetPass) and said.nation in (None, state.nation):
        return Allow()
    return said


def words_for(kind: Ask) -> tuple[str, str] | None:
    """What `YES` and `NO` stand for, if the question has them."""
    match kind:
        case Ask.FIGHT:
            return "FIGHT", "PEACE"
        case Ask.CANAL:
            return "ALLOW", "DENY"
        case Ask.FORCE:
            return "FORCE", "LET PASS"
        case Ask.TURN | Ask.INVEST:
            return None
        case _:
            assert_never(kind)


def _meant(game: Game, state: State, asked: Decision, said: YesNo) -> Command:
    yes = said.word == "YES"
    match asked.kind:
        case Ask.INVEST if not yes:
            return Pass()
        case Ask.INVEST | Ask.TURN:
            forms = INVEST.legal if asked.kind is Ask.INVEST else ACTION_FORMS
            raise IllegalRefusal(
                "no-yes-or-no",
                say(
                    "{order} is no answer to what you are asked; please choose what to do.",
                    order=said.word,
                ),
                legal=forms,
            )
    if said.word == "NONE":
        raise IllegalRefusal(
            "no-yes-or-no",
            say("NONE is no answer to what you are asked."),
            legal=(*(words_for(asked.kind) or ()), "YES", "NO"),
        )
    match asked.kind:
        case Ask.FIGHT:
            if yes:
                return Fight(state.nation, region=asked.region)
            return Peace(asked.region)
        case Ask.CANAL:
            canal = canal_asked(Play(game, state), asked)
            return Allow(canal) if yes else Deny(canal)
        case Ask.FORCE:
            return Force(asked.nation) if yes else LetPass(asked.nation)
        case _:
            assert_never(asked.kind)
