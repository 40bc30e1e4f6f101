"""The errors under the name that they had first; they live in `pbem.ground.errors`."""

from pbem.ground.errors import (
    AmbiguousRefusal,
    BadInput,
    IllegalRefusal,
    PbemError,
    Refusal,
    SyntaxRefusal,
)

__all__ = [
    "AmbiguousRefusal",
    "BadInput",
    "IllegalRefusal",
    "PbemError",
    "Refusal",
    "SyntaxRefusal",
]
