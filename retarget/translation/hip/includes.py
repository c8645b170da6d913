"""includes: CUDA's headers become HIP's; nvcc's implicit include becomes explicit.

    #include <cuda_runtime.h>  -->  #include <hip/hip_runtime.h>
    #include "/home/me/src/x.cuh"  -->  #include "x.cuh"    in a unit of /home/me/src
    #include "retarget_cuda/granularity.h"  -->  the same header of ours for HIP

Legal where the directive means CUDA's header: a name that resolves to a file of the user's is his own. A copy of
the CUDA samples' headers that lies outside of the translated folder stays CUDA: a support header stands for it.
A second include of one HIP header, outside of any conditional, is dropped; so is one of what HIP's runtime has, in what
nvcc compiles: a header of the user's gets the runtime's instead, as host code may read it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from retarget.dialects.table import Header
from retarget.source.flags import UNIT_ENDINGS
from retarget.source.lexer import NAME, Include, Token, tokens
from retarget.source.project import below, real
from retarget.source.provenance import foreign
from retarget.source.reach import located, read_now, resolve, toolkit_name
from retarget.source.text import Edit, Related
from retarget.translation.file import File, Finding, Need
from retarget.translation.forced_headers import forced_header
from retarget.translation.rule import rule

RUNTIME = "hip/hip_runtime.h"
_QUALIFIERS = frozenset({"__global__", "__device__", "__host__", "__constant__", "__shared__"})
_KEYWORDS = _QUALIFIERS | frozenset("threadIdx blockIdx blockDim gridDim __launch_bounds__ __syncthreads".split())
_UNITS = (".cu", ".hip")
_NOTICE = 4000  # bytes of a header in which its owner is named
_EARLIER = re.compile(r"(?:.*/)?retarget_cuda/(\w+)\.h")  # what a translation to CUDA wrote


def header_edits(file: File) -> Iterator[Finding]:
    seen: set[str] = set()
    refused: dict[str, list[Include]] = {}  # by library
    for include in file.includes:
        if part := _EARLIER.fullmatch(include.path):
            span = file.source.span(include.line_start, include.line_end)
            yield from (Edit(span, "", "includes"), Need(part.group(1), span))
            continue
        users = resolve(include, file.source.path, file.flags)
        known = _stand_in(file, users) if users else file.header(include)
        if users and known is None:
            yield from _relative(file, include, users)
            continue
        if known is None and (copy := toolkit_name(include, file.source.path, file.flags)) != include.path:
            span = file.source.span(include.start, include.end)
            yield file.error("no-header", span, f"this is a copy of CUDA's '{copy}', which has no counterpart in HIP")
        if known is None:
            yield from _toolkits(file, include)
            yield from _left_in_cuda(file, include)
            if include.depth == 0:
                seen.add(include.path)
            continue
        span = file.source.span(include.start, include.end)
        if known.note and not (known.hip or known.part):
            if known.cuda.endswith("/"):
                refused.setdefault(known.cuda, []).append(include)
                continue
            yield file.error("no-header", span, f"'{include.path}' has no counterpart in HIP: {known.note}")
            continue
        if known.part:
            yield Need(known.part, span)
        hip = RUNTIME if _is_covered(known) and not _opens_with_runtime(file) else known.hip
        dropped = hip in ("-", "") or (hip in seen and include.depth == 0)
        if dropped:
            yield Edit(file.source.span(include.line_start, include.line_end), "", "includes")
            continue
        if include.depth == 0:
            seen.add(hip)
        yield from _renamed(file, include, hip)
    yield from (_refused(file, library, listed) for library, listed in refused.items())


def _refused(file: File, library: str, listed: list[Include]) -> Finding:
    """One error for a library without a counterpart, however many of its headers a file includes."""
    first, *more = sorted(listed, key=lambda i: file.skipped(i.start))
    known = file.dialect.include(library)
    told = f"'{first.path}' has no counterpart in HIP: {known.note if known else ''}"
    related = (Related(file.source.span(i.start, i.end), "so has this") for i in more)
    return file.error("no-header", file.source.span(first.start, first.end), told, *related)


def _toolkits(file: File, include: Include) -> Iterator[Finding]:
    """A header of CUDA's toolkit or libraries that no table lists: nothing of HIP's stands for it."""
    flags = replace(file.flags, include=(*file.flags.include, *file.flags.toolkit))
    path = located(include, file.source.path, flags) if not file.skipped(include.start) else None
    owner = foreign(real(path)) if path else None
    source = read_now(path) if path and owner and owner.is_cudas and owner.name(real(path)) == include.path else None
    if source is not None and "NVIDIA" in source.text[:_NOTICE]:
        told = f"'{include.path}' is a header of NVIDIA's that has no counterpart in HIP: remove what needs it"
        yield file.error("no-header", file.source.span(include.start, include.end), told)


def _left_in_cuda(file: File, include: Include) -> Iterator[Finding]:
    """A header by CUDA's name that is none of CUDA's, in a folder that the flags call a system's: it stays as it is."""
    path = located(include, file.source.path, file.flags) if file.dialect.include(include.path) else None
    source = read_now(path) if path else None
    if source is None:
        return
    telling = (file.dialect.name(t.text) for t in tokens(source.text) if t.kind == NAME)
    if used := next((n.cuda for n in telling if n and n.status == "mapped" and n.kind != "namespace"), ""):
        why = f"this is {path}, which is not CUDA's, uses '{used}', and lies outside of the project: it stays in CUDA"
        span = file.source.span(include.start, include.end)
        yield file.warning("outside-root", span, f"{why}; give --root a folder that holds it, or translate it apart")


def _relative(file: File, include: Include, users: str) -> Iterator[Finding]:
    """An absolute path would lead the output to the text that was not translated."""
    if not os.path.isabs(include.path) or not file.root:
        return
    here, there = below(file.source.path, file.root), below(users, file.root)
    if here is not None and there is not None:
        path = os.path.relpath(there, os.path.dirname(here) or ".").replace(os.sep, "/")
        yield Edit(file.source.span(include.start, include.end), path, "includes")


def _stand_in(file: File, users: str) -> Header | None:
    """The row of a user's header that no run translates, where a support header stands for headers of its name."""
    if not file.root or below(users, file.root) is not None:
        return None
    return file.dialect.stand_in(users)


def _renamed(file: File, include: Include, hip: str) -> Iterator[Finding]:
    if hip != include.path:
        yield Edit(file.source.span(include.start, include.end), hip, "includes")


def _is_covered(header: Header) -> bool:
    """Whether HIP's runtime declares what a header of CUDA's has, and no header of HIP's own does."""
    return header.hip == "-" and not header.part and not header.cuda.startswith("cuda/")


def _opens_with_runtime(file: File) -> bool:
    """Whether nvcc compiles a file itself, and thus reads the runtime ahead of its first line."""
    by_nvcc = file.flags.language == "cuda" or file.source.path.endswith(_UNITS)
    return file.is_root and file.is_cuda and by_nvcc


def runtime_insertion(file: File) -> Iterator[Finding]:
    """nvcc includes the runtime before the first line of what it compiles; so does the output, explicitly,
    unless an include of the file's own comes early enough."""
    if not _opens_with_runtime(file):
        return
    for include in file.includes:
        if include.depth or _counts_on_runtime(file, include.start) or _may_reach_it(file, include.start):
            break
        known = file.header(include)
        target = known.hip if known and known.hip else include.path
        users = resolve(include, file.source.path, file.flags)
        if not users and target in (RUNTIME, "hip/hip_runtime_api.h"):
            if target == RUNTIME:
                return
        elif users or not include.angled:
            break
    yield Need(RUNTIME, file.source.span(0, 0), is_part=False)


def _may_reach_it(file: File, end: int) -> bool:
    """Whether a macro ahead of a place may have the name of something in the runtime's headers. Capitals that are more
    than two are left to macros there, whose names begin as HIP's do."""
    ahead = file.code[: file.index_at(end)]
    named = (t.text for before, t in pairwise(ahead) if before.text == "define" and before.directive == "define")
    return any(len(name) <= 2 or name.upper() != name for name in named)


def _counts_on_runtime(file: File, end: int) -> bool:
    """Whether code ahead of a place uses what the runtime declares: a type, or `__constant__`."""
    ahead = (t for t in file.code[: file.index_at(end)] if t.kind == NAME and not t.directive)
    return any(_is_runtimes(file, t) or t.text in _QUALIFIERS for t in ahead)


def header_runtime(file: File) -> Iterator[Finding]:
    """A header that names what the runtime declares, and counts on its includer for it: the includer may be a file
    that needs no translation itself and so gets no include."""
    is_unit = file.flags.language == "cuda" or file.source.path.endswith(UNIT_ENDINGS)
    if is_unit or not file.is_root or not (file.includes or file.at(0) == "#") or _includes_cuda(file):
        return
    if any(t.directive in ("", "define") and _needs_runtime(file, t) for t in file.code):
        yield Need(RUNTIME, file.source.span(0, 0), is_part=False, condition="__HIPCC__")


def _needs_runtime(file: File, token: Token) -> bool:
    """Whether a token, in a macro's body too, is one that the runtime's header gives its meaning."""
    if token.kind != NAME:
        return token.text == "<<<"
    return (token.text in _KEYWORDS and not file.is_users(token)) or _is_runtimes(file, token)


def _includes_cuda(file: File) -> bool:
    known = (file.header(i) for i in file.includes)
    return any(k and k.hip.startswith("hip/") for k in known) or any(i.path.startswith("hip/") for i in file.includes)


def _is_runtimes(file: File, token: Token) -> bool:
    name = file.dialect.name(token.text)
    if name is None or file.is_users(token):
        return False
    return name.kind == "type" or (name.status == "mapped" and name.library in ("runtime", "driver"))


def _forced(file: File) -> Iterator[Finding]:
    """What the command line includes, for a unit."""
    known = (forced_header(path, file.flags, file.dialect) for path in file.flags.forced if file.is_root)
    for header in filter(None, known):
        if header.part:
            yield Need(header.part, file.source.span(0, 0))
        if header.hip not in ("", "-"):
            yield Need(header.hip, file.source.span(0, 0), is_part=False)


@rule("includes", "no-header", "outside-root")
def includes(file: File) -> Iterator[Finding]:
    yield from _forced(file)
    yield from header_edits(file)
    yield from runtime_insertion(file)
    yield from header_runtime(file)
