"""A file that the compile database lists several times, with other macros: translated in each configuration.

    #ifdef USE_DOUBLE      (-DUSE_DOUBLE)  edits of this branch  \\
    #else                                                         >  all of them
    #endif                 ()              edits of that branch  /

What one configuration changes where another compiles the same text and does not gets a diagnostic: both get the change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from typing import Any

from retarget.source.flags import Flags
from retarget.source.text import Diagnostic, Edit, Related, Severity, Span
from retarget.translation.merge import UnitResult
from retarget.unit import Unit

_MOST = 3  # places that a message lists beside the first


def distinct(listed: Iterable[Flags]) -> tuple[Flags, ...]:
    """The flags that make a difference to what is parsed."""
    return tuple({f.parsed(): f for f in reversed(tuple(listed))}.values())[::-1]


def united(results: Sequence[UnitResult], flags: Sequence[Flags]) -> list[UnitResult]:
    """One result for each root, of all configurations that it was translated in."""
    by_root: dict[str, list[tuple[UnitResult, Flags]]] = {}
    for result, own in zip(results, flags, strict=True):
        by_root.setdefault(result.unit.root, []).append((result, own))
    return [_one(listed) if len(listed) > 1 else listed[0][0] for listed in by_root.values()]


def _one(listed: Sequence[tuple[UnitResult, Flags]]) -> UnitResult:
    results = [result for result, _ in listed]
    told = tuple((d.span.path, (d,)) for d in _disagreements(listed) if d.span)
    return UnitResult(_joined([r.unit for r in results]), (*(f for r in results for f in r.findings), *told))


def _joined(units: Sequence[Unit]) -> Unit:
    """What any configuration has, without what none compiles."""
    first = units[0]
    made: dict[str, Any] = {f.name: getattr(first, f.name) for f in fields(Unit)}
    for name, value in made.items():
        values = [getattr(u, name) for u in units]
        if isinstance(value, tuple):
            made[name] = tuple(dict.fromkeys(x for v in values for x in v))
        elif isinstance(value, frozenset):
            made[name] = value.union(*values)
    made["parsed"] = any(u.parsed for u in units)
    made["sources"] = tuple({s.path: s for u in units for s in u.sources}.values())
    made["skipped"] = tuple(_skipped_by_all(units, [u.skipped for u in units]))
    made["off_device"] = tuple(_skipped_by_all(units, [u.off_device for u in units]))
    return Unit(**made)


def _skipped_by_all(units: Sequence[Unit], skipped: Sequence[Sequence[Span]]) -> Iterable[Span]:
    kept = list(skipped[0])
    for unit, own in zip(units[1:], skipped[1:], strict=True):
        pairs = [(a, b) for a in kept for b in own if a.path == b.path]
        bounds = [(a.path, max(a.start, b.start), min(a.end, b.end)) for a, b in pairs]
        absent = [s for s in kept if s.path not in unit.by_path]
        kept = [*absent, *(Span(path, start, end) for path, start, end in bounds if start < end)]
    return kept


def _disagreements(listed: Sequence[tuple[UnitResult, Flags]]) -> Iterator[Diagnostic]:
    """One for each file of the unit that configurations change differently, with the first places."""
    edits = [{e for _, found in r.findings for e in found if isinstance(e, Edit)} for r, _ in listed]
    places: dict[str, list[tuple[Span, str]]] = {}
    for edit in sorted(set().union(*edits)):
        for (result, flags), own in zip(listed, edits, strict=True):
            if edit in own or not _compiles(result.unit, edit) or any(e.span.overlaps(edit.span) for e in own):
                continue  # where edits overlap, applying both tells it
            other = next(f for (_, f), theirs in zip(listed, edits, strict=True) if edit in theirs)
            said = (
                f"configurations of {result.unit.root} disagree here: '{edit.text}' ({edit.why}) with "
                f"{_spelled(other, flags)}, no change with {_spelled(flags, other)}: the change is kept"
            )
            places.setdefault(edit.span.path, []).append((edit.span, said))
            break
    for (span, said), *more in places.values():
        related = tuple(Related(place, "and here") for place, _ in more[:_MOST])
        yield Diagnostic("conflict", Severity.WARNING, span, said, related)


def _compiles(unit: Unit, edit: Edit) -> bool:
    return unit.parsed and edit.span.path in unit.by_path and not unit.is_skipped(edit.span.path, edit.span.start)


def _spelled(flags: Flags, other: Flags) -> str:
    """What these flags have and others have not."""
    own = [a for a in flags.arguments() if a not in other.arguments()]
    return " ".join(own) or "nothing of that"
