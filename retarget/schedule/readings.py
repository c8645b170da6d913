"""Kernels whose text is read more than once: by several units, or by one that includes it twice.

    // scale.h
    __global__ void scale(int* o) { int at = PLACE; o[at] = 2; }

    // a.cu                                   // b.cu
    #define PLACE 0                           #define PLACE threadIdx.x
    #include "scale.h"                        #include "scale.h"

The coarsened kernel is made of one reading, and stands where all read it. Legal: the others agree. They leave the same
of the text out, mean the same by it, and what it calls does the same to them; what stands against a step in one of them
stands against it in all.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import PurePath

from msgspec.structs import fields, replace

from retarget.analysis.assignments import assigned
from retarget.analysis.effects import Effects
from retarget.analysis.macros import brought, macros
from retarget.schedule.form.expanding import means_the_same
from retarget.schedule.form.readable import unreadable
from retarget.schedule.form.subject import Subject
from retarget.schedule.refusal import Refusal
from retarget.source.text import Span
from retarget.unit import Unit
from retarget.unit.tree import Function, Kind

Reading = tuple[Function, Unit]
_KINDS = tuple(f.name for f in fields(Effects))
_Spelled = tuple[tuple[str, ...] | None, tuple[str, ...]]


def beside(subject: Subject, others: Sequence[Reading]) -> Subject:
    """The kernel of a reading, with what stands against a form of it in the others."""
    for other in (Subject(function, unit) for function, unit in others):
        if why := _against_forms(subject, other):
            return replace(subject, elsewhere=_refusal(subject, other, why))
        if other.obstacles and subject.against is None and not subject.obstacles:
            subject = replace(subject, against=_refusal(subject, other, other.obstacles[0].why))
        subject = replace(subject, function=subject.function.resized(other.function))
    return subject


def _against_forms(subject: Subject, other: Subject) -> str:
    """Why a form of the kernel would be another kernel's in another reading; empty where it would not."""
    if unreadable(other.function, other.unit) is not None:
        return "clang cannot read it there"
    if subject.of_its_name:  # it has none
        return ""
    return _difference(subject, other) or next((r.why for r in other.of_its_name), "")


def _refusal(subject: Subject, other: Subject, why: str) -> Refusal:
    place = PurePath(other.unit.root).name
    where = f"in {place}" if place != PurePath(subject.unit.root).name else "where it is included again"
    return Refusal(subject.function.name_span, f"{where}: {why}")


def _difference(one: Subject, other: Subject) -> str:
    """How two readings differ; empty where a form of one is right for both."""
    queue, seen = [(one.function, other.function)], set[tuple[str, str]]()
    while queue:
        first, second = queue.pop()
        if (first.usr, second.usr) in seen:
            continue
        seen.add((first.usr, second.usr))
        if why := _of_functions((one, first), (other, second)):
            return why
        for node, again in zip(first.body.walk(), second.body.walk(), strict=True):
            if node.kind is not Kind.CALL and not node.callee and not again.callee:
                continue
            done, redone = one.effects.of(node, first.variables), other.effects.of(again, second.variables)
            if _done(done) != _done(redone):
                return f"'{node.name or 'a call'}' does something else"
            called, recalled = one.functions.get(node.callee), other.functions.get(again.callee)
            if called is not None and recalled is not None and called.name_span == recalled.name_span:
                queue.append((called, recalled))
            elif (called or recalled) and (done.synchronises or done.indexed_calls):
                return f"'{node.name}' is another function"
    depends, others = one.dependence, other.dependence
    if (depends.variables, depends.aliases) != (others.variables, others.aliases):
        return "its variables depend on other indices"
    return ""


def _of_functions(one: tuple[Subject, Function], other: tuple[Subject, Function]) -> str:
    (subject, first), (again, second) = one, other
    if _left_out(first, subject.unit) != _left_out(second, again.unit):
        return "other branches of the preprocessor's are taken"
    if macro := _other_macro(first, subject.unit, again.unit):
        return f"'{macro}' is another macro"
    if not means_the_same(first.body, second.body) or _types(first) != _types(second):
        return f"'{first.name}' means something else"
    if _changed(first, subject) != _changed(second, again):
        return f"'{first.name}' changes something else"
    return ""


def _done(done: Effects) -> tuple[bool, ...]:
    return tuple(bool(getattr(done, kind)) for kind in _KINDS)


def _types(function: Function) -> dict[str, object]:
    return {k: (v.canonical, v.storage) for k, v in function.variables.items()}


def _changed(function: Function, subject: Subject) -> list[Span]:
    return [target.span for target, _ in assigned(function.body, function.variables, subject.effects)]


def _left_out(function: Function, unit: Unit) -> set[tuple[int, int]]:
    """The ranges of a function's text that are not compiled."""
    own = function.span
    return {(s.start, s.end) for s in unit.left_out_of_bodies
            if s.path == own.path and s.start < own.end and own.start < s.end}  # fmt: skip


def _other_macro(function: Function, one: Unit, other: Unit) -> str:
    """A macro that a function's text uses, directly or not, and that is not the same in two units."""
    first, second = one.once(_definitions), other.once(_definitions)
    if first == second:
        return ""
    return next((w for w in brought(one, one.text(function.span)) if first.get(w) != second.get(w)), "")


def _definitions(unit: Unit) -> Mapping[str, frozenset[_Spelled]]:
    """How the unit's texts define each macro."""
    found: dict[str, set[_Spelled]] = {}
    for source in unit.sources:
        for name, listed in macros(source.text).items():
            found.setdefault(name, set()).update(m.spelled for m in listed)
    return {name: frozenset(spelled) for name, spelled in found.items()}


def readings(units: Collection[Unit]) -> Mapping[tuple[str, int], list[Reading]]:
    """The kernels of units, by the places of their definitions."""
    found: dict[tuple[str, int], list[Reading]] = {}
    for unit in units:
        for function in (f for f in unit.functions if f.is_kernel):
            found.setdefault((function.span.path, function.span.start), []).append((function, unit))
    return found
