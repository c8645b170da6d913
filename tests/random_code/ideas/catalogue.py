"""All constructs by their names, and those that a kernel is made with."""

from __future__ import annotations

from random import Random

from random_code.ideas import (
    addresses,
    aggregates,
    builtins,
    calls,
    closures,
    conditions,
    conversions,
    indices,
    jumps,
    keeping,
    library,
    lvalues,
    macros,
    making,
    named,
    rows,
    together,
)
from random_code.ideas.parts import Construct
from random_code.scope import Idea

_ALONE = (lvalues, conditions, addresses, aggregates, closures, macros, calls, builtins, jumps, conversions, named, indices, library)
_TOGETHER = (together, making, keeping, rows)
HEAD = "\n".join(part.HEAD for part in (*_ALONE, *_TOGETHER) if hasattr(part, "HEAD"))
FOOT = calls.FOOT
ALONE: dict[str, Construct] = {name: made for part in _ALONE for name, made in part.CONSTRUCTS.items()}
TOGETHER: dict[str, Construct] = {name: made for part in _TOGETHER for name, made in part.CONSTRUCTS.items()}
# Those that schedules refuse today come rarely, so that most kernels have variants.
REFUSED: dict[str, Construct] = {name: made for part in (*_ALONE, *_TOGETHER) for name, made in getattr(part, "REFUSED", {}).items()}
EVERY = ALONE | TOGETHER | REFUSED
_OF_BLOCKS = frozenset(TOGETHER).union(*(part.REFUSED for part in _TOGETHER))


def named(name: str) -> Idea:
    return Idea(name, EVERY[name], name in _OF_BLOCKS)


def chosen(rng: Random, barriers: bool, count: int, refused: float) -> tuple[Idea, ...]:
    """What a kernel is made with; refused: how probably with a construct that schedules refuse."""
    taken = rng.sample(sorted(ALONE), count)
    if barriers:
        taken += rng.sample(sorted(TOGETHER), rng.randint(1, 2))
    if rng.random() < refused:
        # those of whole blocks can stand in half of the kernels alone
        taken.append(rng.choice([n for n in sorted(REFUSED) for _ in range((2 if barriers else 0) if n in _OF_BLOCKS else 1)]))
    return tuple(map(named, taken))
