"""Messages and refusals as plain data, so that they can be kept in TOML and told again.

A `Message` is kept as `{text, values, plural}`, a refusal as `{code, ...}`; of values, numbers,
texts and dates are kept as they are, everything else is a table of one key that says what it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Annotated, Any, Final

from pydantic import PlainSerializer, PlainValidator

from pbem.ground.errors import AmbiguousRefusal, IllegalRefusal, Refusal, SyntaxRefusal
from pbem.ground.messages import Message, Value

_REFUSALS: Final = {
    "syntax": SyntaxRefusal,
    "ambiguous": AmbiguousRefusal,
    "illegal": IllegalRefusal,
}


def message_data(message: Message) -> dict[str, Any]:
    """A message as plain data."""
    data: dict[str, Any] = {"text": message.text}
    if message.values:
        data["values"] = {name: _plain(value) for name, value in message.values.items()}
    if message.plural:
        data["plural"] = message.plural
    return data


def message_from(data: Mapping[str, Any]) -> Message:
    """The message that was kept so.

    :raises ValueError: it is none
    """
    try:
        values = {name: _value(value) for name, value in data.get("values", {}).items()}
        return Message(str(data["text"]), values, str(data.get("plural", "")))
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"is no message: {error}") from error


def _plain(value: Value) -> Any:
    match value:
        case None:
            return {"none": True}
        case Message():
            return {"message": message_data(value)}
        case Refusal():
            return {"refusal": _refusal_data(value)}
        case Exception():
            return {"said": str(value)}
        case timedelta():
            return {"seconds": value.total_seconds()}
        case tuple():
            return [_plain(item) for item in value]
        case int():
            return int(value)
        case date():
            return value
        case _:
            return str(value)


def _value(data: Any) -> Value:
    match data:
        case {"none": True}:
            return None
        case {"message": kept}:
            return message_from(kept)
        case {"refusal": kept}:
            return _refusal_from(kept)
        case {"said": text}:
            return str(text)
        case {"seconds": seconds}:
            return timedelta(seconds=float(seconds))
        case list() | tuple():
            return tuple(_value(item) for item in data)
        case str() | int() | date():
            return data
    raise TypeError(f"{data!r} is no value of a message")


def _refusal_data(refusal: Refusal) -> dict[str, Any]:
    """What is needed to tell of a refusal again; not which line of which mail it was about."""
    kind = next(name for name, cls in _REFUSALS.items() if isinstance(refusal, cls))
    data: dict[str, Any] = {"kind": kind, "code": refusal.code}
    if isinstance(refusal.sentence, Message):
        data["sentence"] = message_data(refusal.sentence)
    elif refusal.sentence is not None:
        data["sentence"] = {"text": refusal.sentence.replace("{", "{{").replace("}", "}}")}
    data |= {name: said for name in ("rule", "why") if (said := getattr(refusal, name))}
    if refusal.values:
        data["values"] = {name: _plain(value) for name, value in refusal.values.items()}
    return data


def _refusal_from(data: Mapping[str, Any]) -> Refusal:
    sentence = message_from(data["sentence"]) if "sentence" in data else None
    rule, why = str(data.get("rule", "")), str(data.get("why", ""))
    refusal = _REFUSALS[data["kind"]](str(data["code"]), sentence, rule, why=why)
    refusal.values = {name: _value(value) for name, value in data.get("values", {}).items()}
    return refusal


def _validated(kept: object) -> Message:
    if isinstance(kept, Message):
        return kept
    if isinstance(kept, Mapping):
        return message_from(kept)
    raise ValueError("is no message")


MessageField = Annotated[
    Message, PlainValidator(_validated), PlainSerializer(message_data, return_type=dict[str, Any])
]
"""A message as a field of what is kept."""
