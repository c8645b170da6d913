"""What the HIP headers at hand lack: missing files, and names and members that other releases declare.

Where hipFFT is not installed, `known_headers` declares its interface, so that a plan is a pointer in the check too. A
name that ROCm before 6.3 lacks is an error at its place, HIP's own too, unless the headers at hand declare it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from retarget.dialects import load
from retarget.dialects.table import Name
from retarget.source.text import Diagnostic, Severity
from retarget.system.remedies import library_command
from retarget.targets.amd.compiler import Compiler
from retarget.targets.amd.jobs import LIBRARIES
from retarget.targets.amd.output_errors import asks_for_cudas
from retarget.translation.merge import Program
from retarget.unit import Unit
from retarget.unit.missing import missing_header

RULE = "newer-library"
KNOWN = Path(__file__).parent / "known_headers"
_DATED = ("cublas", "cufft", "curand", "cusolver", "cusparse", "nccl")  # libraries whose names have a release
_HIPS = ("cooperative_groups", "driver", "half", "runtime")  # tables of what HIP's own headers declare
_COMMON = (6, 2)  # releases up to this one count as what programs meet
_MEMBER = re.compile(r"no member named '(\w+)' in '(\w+)'")
_NAME = re.compile(r"(?:undeclared identifier|unknown type name|no type named|no member named) '(?:\w+::)*(\w+)'")


def known(read: Sequence[str]) -> str:
    """The header that ours stood for in a parse, of the files that it read; empty where none did."""
    found = (os.path.relpath(path, KNOWN) for path in read if Path(path).is_relative_to(KNOWN))
    return next(found, "")


def why_absent(compiler: Compiler, absent: str) -> str:
    library, note = os.path.dirname(absent), load().note_on(absent)
    if note and (compiler.headers / library).is_dir():
        return f"the {library} installed here lacks '{absent}'{note}"
    why = f"'{absent}' is not installed here{note}"
    return f"{why}; install it: {remedy}" if (remedy := library_command(absent)) else why


def why_not(compiler: Compiler, error: Diagnostic) -> str:
    """Why an error says nothing of the translation: a header or a name that the headers at hand lack."""
    absent = missing_header(error.message)
    if absent and not asks_for_cudas(error.message):
        return why_absent(compiler, absent)
    name = _NAME.search(error.message)
    since = load().since(name.group(1), besides=_DATED) if name else ""
    if name and _is_common(since):
        return f"HIP {since} declares '{name.group(1)}', and the headers here are older ({compiler.label})"
    member = _MEMBER.search(error.message)
    since = load().member_since(member.group(2), member.group(1)) if member else ""
    if member and _is_common(since):
        told = f"'{member.group(2)}' has '{member.group(1)}' since HIP {since}"
        return f"{told}, and the headers here are older ({compiler.label})"
    return ""


def newer(program: Program, unit: Unit, compiler: Compiler) -> Iterator[Diagnostic]:
    """Errors for names that common releases lack, and the headers here too, where the compiler came to no end."""
    paths = {s.path for s in unit.sources}
    edits = (e for f in program.files if f.source.path in paths for e in f.edits if e.why == "names")
    for edit in edits:
        row = load().name(unit.text(edit.span))
        if row is None or row.hip != edit.text or not row.since or row.library not in (*_DATED, *_HIPS):
            continue
        folder = _folder(row)
        if not _is_common(row.since) and not _declares(compiler.headers / folder, row.hip):
            told = f"'{row.hip}' is in {folder} since ROCm {row.since}: give headers that have it (--hip-include)"
            yield Diagnostic(RULE, Severity.ERROR, edit.span, told)


def told_of_release(error: Diagnostic) -> str:
    """An error's message, with the release of a library that declares the name that it does not know."""
    name = _NAME.search(error.message)
    since = load().since(name.group(1)) if name else ""
    return f"{error.message}; ROCm {since} declares it" if since else error.message


def _folder(row: Name) -> str:
    """Where the headers lie that declare the name."""
    if row.library in _HIPS:
        return "hip"
    return "hipblaslt" if row.hip.lower().startswith("hipblaslt") else LIBRARIES[row.library]


@cache
def _declares(folder: Path, name: str) -> bool:
    """Whether headers of this folder hold the name."""
    word = re.compile(rf"\b{name.rpartition('::')[2]}\b".encode())
    return any(word.search(header.read_bytes()) for header in folder.rglob("*.h*") if header.is_file())


def _is_common(since: str) -> bool:
    return bool(since) and _release(since) <= _COMMON


def _release(since: str) -> tuple[int, ...]:
    return tuple(map(int, since.split(".")))

