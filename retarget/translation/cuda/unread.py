"""unread: a unit of which clang says nothing, reported once.

    (libclang crashes on a unit)  -->  one diagnostic at the head of its root

Names are renamed as tokens there, and what needs the AST is not seen.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.translation.file import File, Finding
from retarget.translation.rule import rule


@rule("parse")
def unread(file: File) -> Iterator[Finding]:
    if not file.unit.parsed:
        told = (d for d in file.unit.diagnostics if d.rule == "parse")
        yield from (d for d in told if d.span and d.span.path == file.source.path)
