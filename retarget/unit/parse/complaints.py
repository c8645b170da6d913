"""What clang says of a unit's text: for the user, and as errors that concern functions."""

from __future__ import annotations

from dataclasses import replace

from clang import cindex

from retarget.source.text import Diagnostic, Related, Severity, Span
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
        notes = ((*places.at(n.location), n.spelling) for n in d.children)
        related = tuple(Related(Span(at, begin, begin), told) for at, begin, told in notes if at)
        told = Diagnostic(rule, Severity.WARNING, span, d.spelling, related)
        listed.append(told)
        if rule == "parse":
            asked = [r.span for r in related if "requested here" in r.message]  # in others' headers, by the user
            stand_in = [span] if span else asked
            errors += [(replace(told, span=p), may_concern_everything(d)) for p in stand_in]
    return listed, errors
