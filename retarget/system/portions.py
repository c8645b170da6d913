"""Many variants in few compilations, each of which would parse the same headers: portions, and halves of what fails."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

TOGETHER = 64  # variants in one compilation, at most

T = TypeVar("T")
Result = TypeVar("Result")


def compiled(
    parts: Sequence[Sequence[T]],
    compile_all: Callable[[Sequence[Sequence[T]]], Iterable[Result]],
    is_failed: Callable[[Result], bool],
) -> Iterator[tuple[Sequence[T], Result]]:
    """Portions with what their compilation gave: those that succeeded, and single items that failed. compile_all:
    compiles portions side by side, and gives the results in their order."""
    while parts:
        again: list[Sequence[T]] = []
        for part, result in zip(parts, compile_all(parts), strict=True):
            if is_failed(result) and len(part) > 1:
                again += halves(part)
            else:
                yield part, result
        parts = again


def portions(items: Sequence[T], few: int, jobs: int) -> list[Sequence[T]]:
    """For so many compilations side by side, each of at least `few` items where there are others, and not too many."""
    count = max(-(-len(items) // TOGETHER), min(max(1, jobs), len(items) // few))
    return [p for at in range(count) if (p := items[at::count])]


def balanced(items: Sequence[T], weights: Sequence[float], jobs: int) -> list[Sequence[T]]:
    """For so many compilations side by side that have as much to do each: the heaviest of what is left goes to the one
    that has the least. Items keep their order.

    >>> balanced("abcde", [1, 8, 1, 2, 4], 3)
    [['b'], ['e'], ['a', 'c', 'd']]
    """
    count = max(-(-len(items) // TOGETHER), min(max(1, jobs), len(items)))
    bins: list[list[int]] = [[] for _ in range(count)]
    loads = [0.0] * count
    for at in sorted(range(len(items)), key=lambda at: -weights[at]):
        least = min(range(count), key=lambda b: (loads[b], len(bins[b])))
        bins[least].append(at)
        loads[least] += weights[at]
    return [[items[at] for at in sorted(b)] for b in bins if b]


def halves(items: Sequence[T]) -> tuple[Sequence[T], Sequence[T]]:
    return items[: len(items) // 2], items[len(items) // 2 :]
