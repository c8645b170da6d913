"""The macros that may live at a place of a unit's texts: those of the command line, and those that the texts which the
preprocessor reads ahead of it define, in any branch."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from itertools import pairwise
from operator import itemgetter

from retarget.analysis.macros import macros
from retarget.source.flags import Flags
from retarget.source.lexer import COMMENT, STRING, Include, Token, includes, tokens
from retarget.source.reach import resolve
from retarget.source.recent import recent
from retarget.unit import Unit

Living = tuple[tuple[int, frozenset[str]], ...]
"""The places of a text where the set changes, with the set from there on."""


def live_macros(unit: Unit, flags: Flags, words: frozenset[str]) -> Mapping[str, Living]:
    """Those of each file, by path. words: the names that count. A file that is included twice has those of the first
    time."""
    given = {d.partition("=")[0].partition("(")[0] for d in flags.define} & words
    if not given and not any(words.intersection(macros(s.text)) for s in unit.sources):
        return {}
    found: dict[str, list[tuple[int, frozenset[str]]]] = {}
    live, saved = set(given), set[str]()
    waiting = [_read(unit, path, flags, found, live, saved, words) for path in (*flags.forced, unit.root)][::-1]
    while waiting:  # one generator for each file that is open
        path = next(waiting[-1], None)
        if path is None:
            waiting.pop()
        elif path not in found:
            waiting.append(_read(unit, path, flags, found, live, saved, words))
    return {path: tuple(marks) for path, marks in found.items()}


def at(living: Living, offset: int) -> frozenset[str]:
    """Those that live at an offset."""
    index = bisect_right(living, offset, key=itemgetter(0)) - 1
    return living[index][1] if index >= 0 else frozenset()


def _read(
    unit: Unit,
    path: str,
    flags: Flags,
    found: dict[str, list[tuple[int, frozenset[str]]]],
    live: set[str],
    saved: set[str],
    words: frozenset[str],
) -> Iterator[str]:
    """Reads a file, as far as the next one that it includes, whose path it gives."""
    source = unit.by_path.get(path)
    if source is None:
        return
    marks = found.setdefault(path, [])
    marks.append((0, frozenset(live)))
    for event in _events(source.text):
        if isinstance(event, Include):
            if users := resolve(event, path, flags):
                yield users
                marks.append((event.end, frozenset(live)))
        elif event.text in words:
            _change(event, live, saved)
            marks.append((event.end, frozenset(live)))


def _change(name: Token, live: set[str], saved: set[str]) -> None:
    if name.directive in ("define", "pop") and (name.directive == "define" or name.text in saved):
        live.add(name.text)
    elif name.directive == "undef":
        live.discard(name.text)
    elif name.directive == "push" and name.text in live:
        saved.add(name.text)


@recent(20_000_000)  # headers are those of many units
def _events(text: str) -> tuple[Include | Token, ...]:
    """The includes of a text, and what changes macros, in order."""
    events: list[Include | Token] = [*_changes(text), *includes(text)]
    return tuple(sorted(events, key=lambda e: e.start))


def _changes(text: str) -> Iterator[Token]:
    """The names in directives that define macros, take them away, put them aside and back, each with what is done as
    its directive."""
    listed = [t for t in tokens(text) if t.directive in ("define", "undef", "pragma") and t.kind != COMMENT]
    for before, token in pairwise(listed):
        if before.text in ("define", "undef") and before.directive == before.text:
            yield token
    for word, _, name in zip(listed, listed[1:], listed[2:], strict=False):
        if word.text in ("push_macro", "pop_macro") and name.kind == STRING:
            yield name._replace(text=name.text.strip('"'), directive=word.text.removesuffix("_macro"))
