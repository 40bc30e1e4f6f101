"""People by name and address, as files have them."""

from __future__ import annotations

import re
from typing import Final

from pydantic import BaseModel, ConfigDict, field_validator

from pbem.store.addresses import Address

LONGEST_NAME: Final = 30
NOT_IN_NAMES: Final = ': ; , # < > " [ ] / \\'
"""Signs that no name holds, as people read them; neither does it control characters."""
_NOT_IN_NAMES: Final = re.compile(r"""[:;,#<>"\[\]/\\\x00-\x1f]|^\s|\s$""")


class Model(BaseModel):
    """A table of a file that people write: nothing in it is passed over."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def checked_name(name: str) -> str:
    """A name, if files, mails and orders can hold it.

    :raises ValueError: says what is wrong
    """
    if not 0 < len(name) <= LONGEST_NAME or _NOT_IN_NAMES.search(name):
        raise ValueError(
            f"{name!r}: a name has 1 to {LONGEST_NAME} characters, none of {NOT_IN_NAMES}, "
            "and no blank at its ends"
        )
    return name


class Person(Model):
    """Somebody who plays in a player's place, or would."""

    name: str
    address: Address

    @field_validator("name")
    @classmethod
    def _check_name(cls, value: str) -> str:
        return checked_name(value)
