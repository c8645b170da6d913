"""A rule of a translation: its name, what it asks of clang, what it finds in a file.

    @rule("shift-count", asks=TREES)
    def shift_counts(file: File) -> Iterator[Finding]: ...

The docstring of the rule's module is its page: the rewrite it makes, and when that is legal.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module

from msgspec import Struct

from retarget.dialects import Dialect
from retarget.source.text import Source
from retarget.translation.file import File, Finding
from retarget.unit.parse import Interest


class Vocabulary(Struct, frozen=True):
    """What is known of a unit before clang reads it. words: the names in its texts, in every branch."""

    dialect: Dialect
    sources: tuple[Source, ...]
    words: frozenset[str]


@dataclass(frozen=True)
class Rule:
    """name: of its edits, and of its diagnostics but for those in `also`; find: what it finds in a file."""

    name: str
    find: Callable[[File], Iterable[Finding]]
    asks: Callable[[Vocabulary], Interest]
    also: tuple[str, ...] = ()

    def __call__(self, file: File) -> Iterable[Finding]:
        return self.find(file)

    def __reduce__(self) -> tuple[object, ...]:
        return _rule, (self.find.__module__, self.find.__name__)  # the module's name for it is the rule's by now

    @property
    def page(self) -> str:
        """The rule, explained: the docstring of its module."""
        _, _, text = self._docstring.partition("\n")
        return f"# {self.name}: {self.title}\n{text}\n"

    @property
    def title(self) -> str:
        """What it does, in a line; empty where the docstring's line goes on."""
        line = self._docstring.partition("\n")[0].partition(": ")[2]
        return line.rstrip(".")

    @property
    def _docstring(self) -> str:
        return (sys.modules[self.find.__module__].__doc__ or "").strip()


def rule(
    name: str, *also: str, asks: Callable[[Vocabulary], Interest] = lambda _: Interest()
) -> Callable[[Callable[[File], Iterable[Finding]]], Rule]:
    """Makes a rule of a function. also: what else its diagnostics are called."""
    return lambda find: Rule(name, find, asks, also)


def calls_of(functions: frozenset[str]) -> Callable[[Vocabulary], Interest]:
    """Asks for the argument types of the calls of these functions."""
    return lambda _: Interest(calls=functions)


def trees(_: Vocabulary) -> Interest:
    """Asks for the bodies of device functions."""
    return Interest(trees=True)


def by_name(rules: Iterable[Rule]) -> Mapping[str, Rule]:
    """The rule behind each name that an edit or a diagnostic may carry; the first of those that share one."""
    found: dict[str, Rule] = {}
    for one in rules:
        for name in (one.name, *one.also):
            found.setdefault(name, one)
    return found


def _rule(module: str, name: str) -> Rule:
    found = getattr(import_module(module), name)
    assert isinstance(found, Rule)
    return found
