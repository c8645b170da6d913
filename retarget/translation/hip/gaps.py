"""gaps: what clang could not read, reported once a file.

    (17 errors in a file)  -->  one diagnostic at the first of them

Names are renamed as tokens there, and what needs the AST (launch bounds, members, warp analysis) is not seen. A
header of a CUDA library that is not installed is no fault of the program's: its names are renamed all the same,
which is a note.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from retarget.source.text import Diagnostic, Related, Severity, Span
from retarget.translation.file import File, Finding
from retarget.translation.hip.standard import is_mended
from retarget.translation.rule import rule
from retarget.unit.missing import missing_header


@rule("parse", "missing-header")
def gaps(file: File) -> Iterator[Finding]:
    told = [d for d in file.unit.diagnostics if d.rule == "missing-header"]
    foreign = [d for d in told if not _is_cudas(file, d)]
    for complaint in told:
        span = complaint.span or _directive(file, complaint)
        if span is not None and span.path == file.source.path:
            yield _missing(file, replace(complaint, span=span))
    errors = [d for d in file.unit.diagnostics if d.rule == "parse" and d.span and d.span.path == file.source.path]
    errors = [d for d in errors if not is_mended(d)]
    if not errors or errors[0].span is None:
        return
    places = "1 place" if len(errors) == 1 else f"{len(errors)} places"
    because = "; a header is missing" if told else ""
    message = (
        f"clang cannot read {places} of this file ({errors[0].message}{because}): "
        "retarget renames names there as tokens"
    )
    severity = Severity.WARNING if foreign or not told else Severity.NOTE
    more = tuple(Related(d.span, d.message) for d in errors[1:4] if d.span)
    yield Diagnostic("parse", severity, errors[0].span, message, more)


def _directive(file: File, complaint: Diagnostic) -> Span | None:
    """The include in this file of a header that one of ours asks for in vain."""
    name = missing_header(complaint.message)
    found = (i for i in file.includes if i.path == name and not file.skipped(i.start))
    return next((file.source.span(i.start, i.start) for i in found), None)


def _is_cudas(file: File, complaint: Diagnostic) -> bool:
    return file.dialect.include(missing_header(complaint.message)) is not None


def _missing(file: File, complaint: Diagnostic) -> Diagnostic:
    if _is_cudas(file, complaint):
        message = f"{complaint.message}: it is not installed here: retarget renames its names as tokens"
        return Diagnostic("missing-header", Severity.NOTE, complaint.span, message)
    remedy = "name its folder with -I, or install it; until then, retarget renames what needs it as tokens"
    message = f"{complaint.message}: {remedy}"
    return Diagnostic("missing-header", Severity.WARNING, complaint.span, message)
