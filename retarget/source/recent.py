"""What a function gave for texts, kept for the newest of them."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ClassVar, Generic, TypeVar

Result = TypeVar("Result")
_MOST_HELD = 1 << 25  # characters: their tokens take 0.7 GB


class Recent(Generic[Result]):
    """A function of a text that remembers what it gave, for so many characters of texts at most (and for one text
    in any case): files differ too much in size to be counted."""

    held: ClassVar[int] = 0  # so many at least: see `holding`

    def __init__(self, function: Callable[[str], Result], most: int) -> None:
        self._function, self._most = function, most
        self._known: OrderedDict[str, Result] = OrderedDict()
        self._size = 0
        self.__doc__ = function.__doc__

    def __call__(self, text: str) -> Result:
        if text in self._known:
            self._known.move_to_end(text)
            return self._known[text]
        found = self._known[text] = self._function(text)
        self._size += len(text)
        while self._size > max(self._most, Recent.held) and len(self._known) > 1:
            self._size -= len(self._known.popitem(last=False)[0])
        return found

    def forget(self, text: str) -> None:
        """Lets go of what it gave for a text."""
        if self._known.pop(text, None) is not None:
            self._size -= len(text)

    def cache_clear(self) -> None:
        self._known.clear()
        self._size = 0


def recent(most: int) -> Callable[[Callable[[str], Result]], Recent[Result]]:
    """Decorates a function of a text to remember the newest texts, of `most` characters together."""
    return lambda function: Recent(function, most)


@contextmanager
def holding(size: int) -> Iterator[None]:
    """Lets functions remember what they gave for so many characters meanwhile. Rules pass over all texts of a unit one
    after the other, again and again: a memory for fewer would know none of them when its turn comes."""
    before, Recent.held = Recent.held, min(max(Recent.held, size), _MOST_HELD)
    try:
        yield
    finally:
        Recent.held = before


def mentioned(pattern: re.Pattern[str]) -> Recent[bool]:
    """Whether a text has a match: many units reach the same headers."""
    return Recent(lambda text: pattern.search(text) is not None, 20_000_000)
