"""execution_spaces: declarations of one function that differ in their execution spaces.

    struct F { __host__ __device__ bool operator()(int); };      the same
    bool F::operator()(int) { ... }                         -->  __host__ __device__ bool F::operator()(int) { ... }

nvcc gives all declarations of a function the spaces of each, and a definition without any those of its declaration;
clang takes them for overloads, or finds no template for a specialisation. The device's parse counts too: it alone
reads what stands under `__CUDA_ARCH__`.

    __device__ G(int n) : n(n) {}   made in host code   -->  __host__ __device__ G(int n) : n(n) {}

nvcc lets templates of the host make objects by the device's constructors, of which it keeps the initialisers and
leaves out the body.

Legal where clang says that nothing but the spaces tells the two apart, or rules out the only constructor; of the
latter, where the body is empty. What clang complains of is written before anything is translated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from retarget.analysis.macros import expanding
from retarget.source.text import Diagnostic, Edit, Span
from retarget.translation.file import File
from retarget.translation.hip.declarations import behind_initialisers, head
from retarget.translation.rule import rule

RULE = "execution-spaces"
_SPACES = ("__host__", "__device__")
_OVERLOAD = re.compile(r"((?:__\w+__ ?)+) function '.*' cannot overload ((?:__\w+__ ?)+) function")
_SPECIAL = "no function template matches function template specialization"
_NO_MATCH = "candidate template ignored: target attributes do not match"
_OUT_OF_LINE = re.compile(r"out-of-line definition of '.*' does not match any declaration in")
_BEFORE = ("previous declaration is here", "member declaration nearly matches")
_NO_CONSTRUCTOR = re.compile(r"no matching (constructor for initialization|conversion for .* cast)")
_DEVICES = "candidate constructor not viable: call to __device__ function from __host__ function"


@rule("execution-spaces")
def execution_spaces(file: File) -> Iterator[Edit]:
    seen: set[int] = set()
    for complaint in (*file.unit.diagnostics, *file.unit.device_errors):
        for span, spaces in _missing_spaces(file, complaint):
            start = head(file, file.index_at(span.start)) if _is_here(file, span, complaint) else None
            if start is None or file.code[start].start in seen:
                continue
            seen.add(file.code[start].start)
            written = {file.at(i) for i in range(start, file.index_at(span.start))}
            missing = [s for s in _SPACES if s in spaces and s not in written]
            if missing:
                place = file.source.span(file.code[start].start, file.code[start].start)
                yield Edit(place, "".join(f"{s} " for s in missing), RULE)


def _is_here(file: File, span: Span, complaint: Diagnostic) -> bool:
    """Whether the name that a complaint is about is written at a place of this file, rather than by a macro."""
    if span in _constructors(complaint):
        return span.path == file.source.path and _is_empty_constructor(file, file.index_at(span.start))
    quoted = re.search(r"'([^']*)'", complaint.message)
    name = re.match(r"~?\w+", quoted[1]) if quoted and span.path == file.source.path else None
    return name is not None and file.source.text.startswith(name[0], span.start)


def _missing_spaces(file: File, complaint: Diagnostic) -> Iterator[tuple[Span, frozenset[str]]]:
    """Declarations that a complaint is about, and the spaces that they are to have."""
    if complaint.rule != "parse" or complaint.span is None or not complaint.related:
        return
    match = _OVERLOAD.match(complaint.message)
    before_it = next((r.span for r in complaint.related if r.message in _BEFORE), None)
    yield from ((span, frozenset(_SPACES)) for span in _constructors(complaint))
    if _OUT_OF_LINE.match(complaint.message) and before_it:
        yield from _of_constructor(file, complaint.span, before_it)
    elif match and before_it:
        here, before = frozenset(match[1].split()), frozenset(match[2].split())
        if not (here | before) <= set(_SPACES):
            return
        is_plain = here == {"__host__"} and "__host__" not in _literal(file, complaint.span)
        both = before if is_plain else here | before
        yield complaint.span, both
        if before != both:
            yield before_it, both
    elif complaint.message.startswith(_SPECIAL):
        templates = [r.span for r in complaint.related if r.message == _NO_MATCH]
        if len(templates) == 1:
            spans = (complaint.span, templates[0])
            by_macros = {span: _by_macros(file, span) for span in spans}
            both = frozenset().union(*(_literal(file, span) | by_macros[span] for span in spans))
            yield from ((span, missing) for span in spans if (missing := both - by_macros[span]))


def _constructors(complaint: Diagnostic) -> tuple[Span, ...]:
    """The constructor of the device's that the host lacks."""
    if not _NO_CONSTRUCTOR.match(complaint.message):
        return ()
    found = tuple(r.span for r in complaint.related if r.message == _DEVICES)
    return found if len(found) == 1 else ()


def _is_empty_constructor(file: File, name: int) -> bool:
    """Whether the definition of a constructor with an empty body stands at an index, in the text of its class."""
    at = file.closing(name + 1) if file.at(name + 1) == "(" else None
    is_class = any(file.at(i - 1) in ("struct", "class") for i in file.named(file.at(name)))
    if at is None or not is_class:
        return False
    at = behind_initialisers(file, at + 1)
    return file.at(at) == "{" and file.at(at + 1) == "}"


def _of_constructor(file: File, span: Span, before: Span) -> Iterator[tuple[Span, frozenset[str]]]:
    """Of constructors clang says no more than that the two nearly match: here all but the spaces has to."""
    given = _parameters(file, span)
    if given is not None and given == _parameters(file, before):
        both = _literal(file, span) | _literal(file, before)
        yield from ((place, both) for place in (span, before) if both)


def _parameters(file: File, span: Span) -> tuple[str, ...] | None:
    """The words of a declaration's parameters, of the declaration whose name stands at a place."""
    source = file.unit.by_path.get(span.path)
    if source is None:
        return None
    other = replace(file, source=source)
    index = other.index_at(span.start)
    closing = other.closing(index + 1) if other.at(index + 1) == "(" else None
    return tuple(other.at(i) for i in range(index + 1, closing)) if closing is not None else None


def _literal(file: File, span: Span) -> frozenset[str]:
    """The spaces that a declaration states in its own words."""
    return _words(file, span) & set(_SPACES)


def _by_macros(file: File, span: Span) -> frozenset[str]:
    """The spaces that macros state in a declaration, whatever the branch that defines them."""
    words = _words(file, span)
    return frozenset(s for s in _SPACES if words & (expanding(file.unit, s) - {s}))


def _words(file: File, span: Span) -> frozenset[str]:
    """Those ahead of the name of a declaration."""
    source = file.unit.by_path.get(span.path)
    if source is None:
        return frozenset()
    other = replace(file, source=source)
    index = other.index_at(span.start)
    start = head(other, index)
    return frozenset(other.at(i) for i in range(start, index)) if start is not None else frozenset()
