"""Limits of processor time for the processes that are started meanwhile, which a machine's load does not change."""

from __future__ import annotations

import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil


@dataclass
class ChildrenTime:
    """seconds: of processor time that ended children took meanwhile, those of theirs included."""

    seconds: float = 0.0


@contextmanager
def children_limited(limit: float | None) -> Iterator[ChildrenTime]:
    """Each process that is started within is ended by SIGXCPU after `limit` seconds of its own (None: never); some
    seconds later where this process has used more itself, as Linux raises an exceeded limit by one at each tick. Only
    in a main thread. Gives what they took, once they have ended."""
    taken, before = ChildrenTime(), _children()
    limits = {which: resource.getrlimit(which) for which in (resource.RLIMIT_CPU, resource.RLIMIT_CORE)}
    # This process gets the signal too: a handler, other than SIG_IGN, is not what its children inherit.
    handler = signal.signal(signal.SIGXCPU, lambda *_: None) if limit is not None else None
    if limit is not None:
        for which, most in ((resource.RLIMIT_CPU, ceil(limit)), (resource.RLIMIT_CORE, 0)):
            resource.setrlimit(which, (_lower(most, limits[which][1]), limits[which][1]))
    try:
        yield taken
    finally:
        taken.seconds = _children() - before
        if limit is not None:
            for which, before_it in limits.items():
                resource.setrlimit(which, before_it)
            signal.signal(signal.SIGXCPU, handler)


def _lower(limit: int, hard: int) -> int:
    return limit if hard == resource.RLIM_INFINITY else min(limit, hard)


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
