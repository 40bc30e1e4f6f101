"""Simulated annealing: small changes by chance, worse ones ever more rarely.

A change is tried by what it would cost; only then it is made. The best arrangement is where the
search ends, since it ends cold; how many changes are tried depends on the size of the task only, so
that a seed gives the same draw everywhere.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

Change = TypeVar("Change")

_HOT: Final = 1.0
_COLD: Final = 0.005


@dataclass(frozen=True, slots=True)
class Task(Generic[Change]):
    """What is arranged.

    propose: a change by chance; None if there is none at that place
    price: by how much it makes the arrangement worse, below 0 if better
    make: makes it
    enough: a cost at which nothing better is to be had
    """

    propose: Callable[[random.Random], Change | None]
    price: Callable[[Change], float]
    make: Callable[[Change], None]
    enough: float = 0.0


def anneal(task: Task[Change], cost: float, tries: int, chance: random.Random) -> float:
    """Make an arrangement better; its cost afterwards.

    :param cost: of the arrangement as it is
    """
    cooling = (_COLD / _HOT) ** (1 / max(1, tries))
    heat = _HOT
    for _ in range(tries):
        if cost <= task.enough:
            break
        heat *= cooling
        change = task.propose(chance)
        if change is None:
            continue
        price = task.price(change)
        if price <= 0 or chance.random() < math.exp(-price / heat):
            task.make(change)
            cost += price
    return cost
