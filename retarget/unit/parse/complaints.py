"""What clang says of a unit's text: for the user, and as errors that concern functions."""

from __future__ import annotations

from collections.abc import Iterator

from clang import cindex
from msgspec.structs import replace

from retarget.source.text import Diagnostic, Related, Severity, Span
from retarget.unit.host_candidates import is_hosts
from retarget.unit.missing import missing_header
from retarget.unit.parse.faults import may_concern_everything
from retarget.unit.parse.places import Places

# What nvcc and g++ warn of, and clang has for an error that may be ignored.
_LENIENT = frozenset(
    f"-W{name}"
    for name in ("c++11-narrowing", "c++11-narrowing-const-reference", "enum-constexpr-conversion", "invalid-constexpr")
)


def complaints(
    unit: cindex.TranslationUnit, places: Places
) -> tuple[list[Diagnostic], list[tuple[Diagnostic, bool]]]:
    """Its errors as diagnostics; and those beside missing headers, each with whether it may concern everything, where
    the user's text asks for what they stand in."""
    listed: list[Diagnostic] = []
    errors: list[tuple[Diagnostic, bool]] = []
    for d in unit.diagnostics:
        if d.severity < cindex.Diagnostic.Error:
            continue
        path, offset = places.at(d.location)
        span = Span(path, offset, offset) if path else None
        rule = "missing-header" if missing_header(d.spelling) else "lenient" if d.option in _LENIENT else "parse"
        related = tuple(_related(d, places, span))
        told = Diagnostic(rule, Severity.WARNING, span, d.spelling, related)
        listed.append(told)
        if rule == "parse":
            asked = [r.span for r in related if "requested here" in r.message]  # in others' headers, by the user
            stand_in = [span] if span else asked
            errors += [(replace(told, span=p), may_concern_everything(d)) for p in stand_in]
    return listed, errors


def _related(said: cindex.Diagnostic, places: Places, span: Span | None) -> Iterator[Related]:
    """Its notes. Those on others' text are left out, but for a library's function, which is told of at the call."""
    for note in said.children:
        path, offset = places.at(note.location)
        at = Span(path, offset, offset) if path else span if is_hosts(note.spelling) else None
        if at is not None:
            yield Related(at, note.spelling)
