"""Macros that mean something else where a text is moved to, or more than one thing in it.

    #define STRIDE 2
    __device__ void step(int* s) { s[threadIdx.x] *= STRIDE; __syncthreads(); }
    #undef STRIDE
    #define STRIDE 3
    __global__ void k(int* s) { step(s); }          the text of `step`, inlined here, would multiply by three

Rules: a name of which the unit has one definition means the same everywhere. Of another one, nothing may define it anew
between the two places, and no other file at all. In a function that has a version behind it, one definition may count,
beside none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from msgspec import Struct

from retarget.analysis.macros import brought, macros
from retarget.schedule.form.expanding import unsettled_macros
from retarget.schedule.refusal import Refusal
from retarget.source.lexer import code
from retarget.source.text import Span
from retarget.unit import Unit
from retarget.unit.tree import Function

_POPPED = re.compile(r"\bpop_macro\s*\(\s*\\?\"(\w+)")


class _Directive(Struct, frozen=True):
    """A `#define`, with its replacement, or an `#undef`, without one; a `pop_macro` has one that is not known."""

    path: str
    start: int
    replacement: object = None


def redefined(function: Function, unit: Unit, place: Span) -> str | None:
    """A name in a function's text, or brought by its macros, that is another macro at another place."""
    for word, listed in _changing(function, unit):
        if any(not d.path == function.span.path == place.path for d in listed):
            return word
        first, last = sorted((function.span.start, place.start))
        if any(first < d.start < last for d in listed):
            return word
    return None


def defined_anew(function: Function, unit: Unit) -> Iterator[Refusal]:
    """The macros of which more than one definition counts in a function."""
    own = function.span
    for word, listed in _changing(function, unit):
        here = [d for d in listed if d.path == own.path]
        inside = [d for d in here if own.start <= d.start < own.end]
        before = [d for d in here if d.start < own.start][-1:] or [d for d in listed if d.path != own.path]
        if inside and len({d.replacement for d in (*before, *inside)} - {None}) > 1:
            place = Span(own.path, inside[0].start, inside[0].start + len(word))
            yield Refusal(place, f"'{word}' is defined anew in '{function.name}'")


def _changing(function: Function, unit: Unit) -> Iterator[tuple[str, tuple[_Directive, ...]]]:
    """The names in a function's text, or brought by its macros, that are not the same macro throughout the unit."""
    directives = unit.once(_directives)
    words = brought(unit, unit.text(function.span)) if directives else ()
    yield from ((word, directives[word]) for word in words if word in directives)


def _directives(unit: Unit) -> Mapping[str, tuple[_Directive, ...]]:
    """Those about each macro that is not the same throughout the unit, in the order of each file."""
    changing = unit.once(unsettled_macros)
    found: dict[str, list[_Directive]] = {name: [] for name in sorted(changing)}
    for source in unit.sources if changing else ():
        undone = _taken_back(source.text, changing)
        defined = ((n, m.start, m.spelled) for n in changing for m in macros(source.text).get(n, ()))
        for name, start, replacement in sorted((*undone, *defined), key=lambda d: d[1]):
            if not unit.is_off_device(source.path, start):
                found[name].append(_Directive(source.path, start, replacement))
    return {name: tuple(listed) for name, listed in found.items()}


def _taken_back(text: str, names: Iterable[str]) -> Iterator[tuple[str, int, object]]:
    listed = code(text) if "undef" in text or "pop_macro" in text else []
    for word, name in pairwise(listed):
        if word.text == word.directive == "undef" and name.text in names:
            yield name.text, name.start, None
    for match in _POPPED.finditer(text):
        if match[1] in names:
            yield match[1], match.start(1), match[0]
