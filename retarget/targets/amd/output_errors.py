"""Errors of the output as findings: at the user's line, with the rules that wrote there, or at the include of his that
leads to a file which is not translated."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from retarget.dialects import load
from retarget.source.provenance import foreign
from retarget.source.text import Diagnostic, Edit, Source, Span
from retarget.targets.amd.messages import INCLUDED
from retarget.translation.merge import Program
from retarget.unit.missing import missing_header

RULE = "hip-parse"
_INSTANTIATED = "in instantiation of"
_UNKNOWN = re.compile(r"(?:undeclared identifier|unknown type name) '(\w+)'")


def asks_for_cudas(message: str) -> bool:
    """Whether a header is missing that is CUDA's, and another in HIP: what is not translated asks for it."""
    absent = missing_header(message)
    row = load().include(absent) if absent else None
    if row is None:
        return False
    return ("cuda" in absent and load().lists(absent)) or not (row.part or row.hip in ("", absent))


def is_left(message: str) -> bool:
    """Whether a name is unknown that is CUDA's, and another in HIP."""
    name = _UNKNOWN.search(message)
    row = load().name(name[1]) if name else None
    return row is not None and row.status == "mapped" and row.kind != "namespace" and row.hip != row.cuda


def findings(
    program: Program, root: str, errors: Iterable[Diagnostic], texts: Mapping[str, Source]
) -> Iterator[Diagnostic]:
    """One for each error in the user's files, or in a template that these use, and one for each other file that has
    any. root: of the unit. texts: what the compiler saw in the place of files, by absolute path."""
    others: set[str] = set()
    for error in errors:
        path = error.span.path if error.span else ""
        users = path in program.sources or _asking(program, error)
        if users or path not in others:
            others |= set() if users else {path}
            yield _finding(program, root, error, texts)


def line(program: Program, span: Span) -> int:
    """Of one of the user's files; 0 of another."""
    source = program.sources.get(span.path)
    return source.position(span.start)[0] if source else 0


def _finding(program: Program, root: str, error: Diagnostic, texts: Mapping[str, Source]) -> Diagnostic:
    said = "the output does not compile"
    included = [r.span for r in error.related if r.message == INCLUDED]
    related = tuple(r for r in error.related if r.message != INCLUDED)
    if error.span is None or error.span.path in program.sources:
        rules = sorted({e.why for e in _edits(program, error.span)}) if error.span else []
        by = f" (here wrote: {', '.join(rules)})" if rules else ""
        span = error.span or Span(root, 0, 0)
        return replace(error, rule=RULE, span=span, message=f"{said}: {error.message}{by}", related=related)
    leading = _asking(program, error) or [s for s in reversed(included) if s.path in program.sources]
    at = next(iter(leading), Span(root, 0, 0))
    source = texts.get(os.path.abspath(error.span.path)) or Source.read(error.span.path)
    place = f"{error.span.path}:{source.position(error.span.start)[0]}"
    remedy = ""
    if asks_for_cudas(error.message) or is_left(error.message):
        remedy = f"; this file is not translated{_why_not(error.span.path)}"
    message = f"{said}: {place}: {error.message}{remedy}"
    return replace(error, rule=RULE, span=at, message=message, related=related)


def _why_not(path: str) -> str:
    """What to do about a file that is not translated."""
    if owner := foreign(os.path.realpath(path)):
        return f", as {owner.folder} holds what is installed: name a copy of its sources with -I"
    return ": name its folder with -I, and one around both with --root"


def _asking(program: Program, error: Diagnostic) -> list[Span]:
    """Where the user's files use the templates in whose instances an error stands, the innermost first."""
    return [r.span for r in error.related if _INSTANTIATED in r.message and r.span.path in program.sources]


def _edits(program: Program, span: Span) -> Iterator[Edit]:
    number = line(program, span)
    files = (f for f in program.files if f.source.path == span.path)
    return (e for f in files for e in f.edits if f.source.position(e.span.start)[0] == number)
