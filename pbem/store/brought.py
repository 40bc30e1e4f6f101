"""What an entry brought about, kept in its file as data: computed once, when it is committed.

One truth for reports, answers, the history and `verify`; nothing is read or tried again for it. A
value of ours is a table of its class's name and those fields that are not as by default; so later
versions read what they know. What cannot be read is nothing that was kept: it is computed anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from datetime import date, datetime, timedelta
from enum import Enum
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType
from typing import Any, Final, get_args

from pbem import orders
from pbem.board import ids
from pbem.ground import messages
from pbem.ground.errors import AmbiguousRefusal, IllegalRefusal, Refusal, SyntaxRefusal
from pbem.ground.fold import fold
from pbem.orders.parser.statements import Statement
from pbem.orders.submission import Outcome, Result
from pbem.orders.text.lines import TextLine
from pbem.orders.verbs.desk import MailCommand
from pbem.orders.verbs.mail.key import Key
from pbem.rules import commands, events, play
from pbem.rules.events import Event
from pbem.rules.state import State
from pbem.store.codec import to_tables

_MODULES: Final[tuple[ModuleType, ...]] = (commands, events, ids, messages, play)
"""Where the values come from that an outcome is made of, beside all of `pbem.orders`."""

_REFUSALS: Final = {
    kind.__name__: kind for kind in (AmbiguousRefusal, IllegalRefusal, SyntaxRefusal)
}
_ABOUT: Final = ("why", "rule", "legal", "part", "because", "said", "meant")
HIDDEN: Final = "(the key)"
"""What is kept in place of a text that holds the player's key."""

_PLAIN: Final = frozenset({str, int, bool, type(None)})


@dataclass(frozen=True, slots=True)
class Brought:
    """What an entry brought about.

    results, mail_commands, ignored: of its text, as in `Outcome`; no KEY
    automatic: of each of the entry's `answers`, what happened
    changes: what is otherwise in the position than before, as `nations.china.treasury` -> value,
        None for what is gone; nothing of what is kept ahead of time
    """

    results: tuple[Result, ...] = ()
    mail_commands: tuple[MailCommand, ...] = ()
    ignored: tuple[TextLine, ...] = ()
    automatic: tuple[tuple[Event, ...], ...] = ()
    changes: Mapping[str, Any] | None = None

    @property
    def events(self) -> tuple[Event, ...]:
        """What its orders did, without what happened after them by itself."""
        return tuple(event for result in self.results for event in result.events)


def brought_by(
    outcome: Outcome, automatic: Sequence[tuple[Event, ...]], before: State, after: State
) -> Brought:
    """What an outcome, and what happened by itself after it, has brought about."""
    asked = tuple(command for command in outcome.mail_commands if not isinstance(command, Key))
    changes = changes_between(before, after)
    return Brought(outcome.results, asked, outcome.ignored, tuple(automatic), changes)


def kept_as(brought: Brought, secret: str) -> str:
    """What is kept of it in the entry's file: JSON without apostrophes and control characters.

    So it can stand in a literal string of TOML, which is read without looking at every character.

    :param secret: the player's key: nothing that holds it is kept, however it is written
    """
    kept: dict[str, Any] = {
        "results": [_packed_result(result) for result in brought.results],
        "asked": [_packed(command) for command in brought.mail_commands],
        "ignored": [_packed(line) for line in brought.ignored],
        "automatic": [[_packed(event) for event in happened] for happened in brought.automatic],
        "changes": brought.changes,
    }
    kept = {name: value for name, value in kept.items() if value}
    text = json.dumps(kept, separators=(",", ":"))
    if fold(secret) in fold(text):
        text = json.dumps(_without(kept, fold(secret)), separators=(",", ":"))
    return text.replace("'", "\\u0027").replace("\x7f", "\\u007f")


def _without(packed: Any, secret: str) -> Any:
    """The same without any text that holds a secret."""
    if isinstance(packed, str):
        return HIDDEN if secret in fold(packed) else packed
    if isinstance(packed, dict):
        return {name: _without(value, secret) for name, value in packed.items()}
    return [_without(value, secret) for value in packed] if isinstance(packed, list) else packed


def brought_from(kept: str) -> Brought | None:
    """What was kept; None if it is of a version that knew more, or spoilt."""
    try:
        tables = json.loads(kept)
        found = Brought(
            results=tuple(_result(table) for table in tables.get("results", ())),
            mail_commands=_value(tables.get("asked", [])),
            ignored=_value(tables.get("ignored", [])),
            automatic=_value(tables.get("automatic", [])),
            changes=tables.get("changes", {}),
        )
    except Exception:  # whatever it holds, it is computed anew
        return None
    return found if _is_sound(found) else None


def _is_sound(found: Brought) -> bool:
    """Whether everything is of its kind: the values themselves are checked when they are made."""
    steps = (found.automatic, *found.automatic) if isinstance(found.automatic, tuple) else (None,)
    lists = (found.mail_commands, found.ignored, *steps, *(r.events for r in found.results))
    if not isinstance(found.changes, dict) or not all(isinstance(each, tuple) for each in lists):
        return False
    events = (*found.events, *(event for step in found.automatic for event in step))
    return (
        all(type(event) in get_args(Event) for event in events)
        and all(isinstance(line, TextLine) for line in found.ignored)
        and all(isinstance(command, MailCommand) for command in found.mail_commands)
    )


def changes_between(before: State, after: State) -> dict[str, Any]:
    """What is otherwise in a position than in the one before; None for what is gone."""
    old, new = flat(before), flat(after)
    changed = {key: value for key, value in new.items() if old.get(key) != value}
    return changed | dict.fromkeys(sorted(old.keys() - new.keys()))


def flat(state: State) -> dict[str, Any]:
    """A position as one table: `players.Ann.cash` -> 4; lists are whole."""
    found: dict[str, Any] = {}
    left: list[tuple[str, Any]] = list(to_tables(state).items())
    while left:
        key, value = left.pop()
        if isinstance(value, dict) and value:
            left += [(f"{key}.{name}", below) for name, below in value.items()]
        else:
            found[key] = value
    return found


def _packed_result(result: Result) -> dict[str, Any]:
    """A result without what only refused orders need while they are read: parts, sources, draft."""
    said = result.statement
    statement = {
        "lines": said.lines,
        "command": said.command,
        "faults": said.faults,
        "nation": said.nation,
    }
    packed = {name: _packed(value) for name, value in statement.items() if value}
    own = _fields_of(result)
    del own["statement"]
    return {"said": packed, **{name: _packed(value) for name, value in own.items()}}


def _result(table: dict[str, Any]) -> Result:
    said = {name: _value(value) for name, value in table.pop("said").items()}
    statement = Statement(**said)
    return Result(statement=statement, **{name: _value(value) for name, value in table.items()})


def _packed(value: Any) -> Any:
    """A value as JSON has it."""
    if type(value) in _PLAIN:
        return value
    if isinstance(value, Enum):
        return {type(value).__name__: value.value}
    if isinstance(value, tuple | list):
        return [v if type(v) in _PLAIN else _packed(v) for v in value]
    if is_dataclass(value):
        own = _fields_of(value)
        return {type(value).__name__: {name: _packed(v) for name, v in own.items()}}
    if isinstance(value, Mapping):
        return {"map": {name: _packed(v) for name, v in value.items()}}
    if isinstance(value, Refusal):
        about = {name: getattr(value, name) for name in _ABOUT if getattr(value, name)}
        about |= {"part": value.part} if value.part is not None else {}
        given = {"code": value.code, "message": value.sentence, **about}
        packed = {name: _packed(v) for name, v in given.items()}
        return {type(value).__name__: packed | {"values": _packed(value.values)}}
    if isinstance(value, datetime | date):
        return {type(value).__name__: value.isoformat()}
    if isinstance(value, timedelta):
        return {"timedelta": value.total_seconds()}
    if isinstance(value, str):  # a name of a narrower type
        return str(value)
    raise TypeError(f"{type(value).__name__} cannot be kept")


def _value(packed: Any) -> Any:
    """The value again."""
    if type(packed) in _PLAIN:
        return packed
    if isinstance(packed, list):
        return tuple([v if type(v) in _PLAIN else _value(v) for v in packed])
    ((name, own),) = packed.items()
    if name == "map":
        return {key: _value(v) for key, v in own.items()}
    if name in _REFUSALS:
        given = {key: _value(v) for key, v in own.items()}
        return _REFUSALS[name](given.pop("code"), **given.pop("values"), **given)
    if name == "timedelta":
        return timedelta(seconds=own)
    if name in ("date", "datetime"):
        return (date if name == "date" else datetime).fromisoformat(own)
    kind = _kinds()[name]
    if issubclass(kind, Enum):
        return kind(own)
    return kind(**{k: v if type(v) in _PLAIN else _value(v) for k, v in own.items()})


def _fields_of(value: Any) -> dict[str, Any]:
    """The fields of a value that are not as by default."""
    kind: type = type(value)
    return {
        name: given
        for name, default in _defaults(kind)
        if (given := getattr(value, name)) is not default and given != default
    }


@cache
def _defaults(kind: type) -> tuple[tuple[str, Any], ...]:
    return tuple((field.name, _default(field)) for field in fields(kind))


def _default(field: Field[Any]) -> Any:
    made = field.default_factory
    return field.default if made is MISSING else made()


@cache
def _kinds() -> dict[str, Any]:
    """The classes of values that can be kept, by name."""
    names = (found.name for found in walk_packages(orders.__path__, "pbem.orders."))
    return dict(_classes([*_MODULES, *map(import_module, names)]))


def _classes(modules: Sequence[ModuleType]) -> Iterator[tuple[str, Any]]:
    for module in modules:
        for name, kind in vars(module).items():
            made = isinstance(kind, type) and (is_dataclass(kind) or issubclass(kind, Enum))
            if made and not name.startswith("_") and kind.__module__ == module.__name__:
                yield name, kind
