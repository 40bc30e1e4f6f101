"""SET: what of a game's options may change while it is played."""

from __future__ import annotations

from typing import Any, Final

from pydantic import ValidationError

from pbem.ground.errors import BadInput
from pbem.ground.messages import say
from pbem.orders.verbs.moderator.set_option import SetOption
from pbem.service.deadlines import ledger
from pbem.service.entering.enter import Entered
from pbem.service.entering.moderating.desk import Acting, Declined
from pbem.store.files import GameFile, PressTerms
from pbem.store.journal import Clocked, What
from pbem.timing.terms import Deadlines

_OF_DEADLINES: Final = {
    "DEADLINE": "every", "MISSED": "missed", "GRACE": "grace", "REMINDERS": "reminders",
    "BANK": "bank", "QUIET": "quiet", "DAYS": "days",
}  # fmt: skip


def set_option(at: Acting, command: SetOption) -> Entered:
    """Change an option of the game; it counts from the next question on.

    The file is written first: whoever is killed in between does both again.

    :raises Declined: there is no such option, or it has that value
    :raises BadInput: it cannot have that value
    """
    game, option = at.game, command.option
    if game.state.over:
        raise Declined(game, say("The game is over."))
    changed = _changed(at, command)
    if changed != game.file:
        game.change_file(changed)
    clocked = Clocked(what=What.OPTION, option=option, value=command.value)
    ends = option == "DEADLINE" and _is_none(command.value)
    return at.noted(clocked, None) if ends else at.noted_beside(clocked)


def _changed(at: Acting, command: SetOption) -> GameFile:
    game, option, value = at.game, command.option, command.value
    if option == "PRESS":
        return game.file.model_copy(update={"press": _press(game.file.press, value)})
    field = _OF_DEADLINES[option]
    terms: dict[str, Any] = (
        game.file.deadlines.model_dump(exclude_none=True) if game.file.deadlines else {}
    )
    if not terms and option != "DEADLINE":
        raise Declined(
            game,
            say("The game has no deadlines. To have them: {order}", order="SET DEADLINE 72h"),
        )
    if option == "DEADLINE":
        for kind in ("turn", "fight", "canal", "force", "invest"):
            terms.pop(kind, None)
    terms.pop(field, None)
    if option == "REMINDERS":
        each = [one.strip() for one in value.replace(" and ", ",").split(",")]
        terms[field] = () if _is_none(value) else tuple(filter(None, each))
    elif not _is_none(value):
        terms[field] = value.lower() if option in ("MISSED", "DAYS") else value
    zone = ledger.zone_of(game, None).key if not game.file.deadlines else None
    if zone:
        terms.setdefault("zone", zone)
    try:
        deadlines = Deadlines.model_validate(terms)
    except ValidationError as error:
        raise _impossible(option, value) from error
    return game.file.model_copy(update={"deadlines": deadlines})


def _press(now: PressTerms, value: str) -> PressTerms:
    try:
        return PressTerms.model_validate({**now.model_dump(), "allowed": value.strip().lower()})
    except ValidationError as error:
        raise _impossible("PRESS", value) from error


def _impossible(option: str, value: str) -> BadInput:
    told = say(
        "{option:order} cannot be that: {value:said} ({order} says what it can be)",
        option=option,
        value=value,
        order="HELP SET DEADLINE",
    )
    return BadInput(f"SET {option}", told)


def _is_none(value: str) -> bool:
    return value.strip().lower() in ("none", "no", "off", "never")
