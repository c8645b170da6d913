"""collapsed: what CUDA tells apart and HIP does not.

    void check(cudaError_t e) { ... }      void check(hipError_t e) { ... }
    void check(CUresult e) { ... }    -->  #if 0  // of hipError_t as the other
                                           void check(hipError_t e) { ... }
                                           #endif
    template <> struct Name<CUresult>;     (the same, with an error, where there is one for cudaError_t)
    template <> struct Name<__nv_bfloat16> {};
    template <> struct Name<__hip_bfloat16> {};    -->  #if 0 ... #endif around the latter
    switch (a) { case A: ... case B: ... }           -->  (the same, with an error where A and B are one value of HIP)

The driver's and the runtime's types and enumerators are one in HIP, and so are handles and descriptors of libraries, as
pointers to void. Two definitions, specialisations or cases that CUDA accepts and that HIP's names make equal do not
compile. Of two functions that take an error the runtime's serves both: the output omits the driver's, with a warning.
So does it what a program has for a type of HIP's, which CUDA does not know, beside the same for CUDA's. Which of others
has to go is for a person to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from retarget.analysis.signatures import Signature, signatures
from retarget.source.brackets import ROUND, opening
from retarget.source.lexer import COMMENT, NAME, tokens
from retarget.source.recent import mentioned
from retarget.source.text import Edit, Related, Source, Span
from retarget.translation.file import File, Finding
from retarget.translation.hip.declarations import head
from retarget.translation.rule import rule
from retarget.unit import Unit

_has_drivers = mentioned(
    re.compile(r"\bCU[a-z]\w+|\bcudaError_enum\b|\bcu(?:blas|solver|sparse)\w+_t\b|\b_*hip[A-Z_]\w")
)
_CUDAS = re.compile(r"\bcuda[A-Z]|\bCU[a-z]|\bcu(?:blas|solver|sparse)\w+_t\b|\b__nv_")
_HIPS = re.compile(r"_*hip[A-Z_]\w+")
# Opaque types of HIP's libraries that are pointers to void.
_OPAQUE = re.compile(
    r"hipblasHandle_t|hipsolver(?:Dn|Sp|Rf)?(?:Handle|Params)_t|hipsolver(?:Gesvdj|Syevj)Info_t"
    r"|hipsparse(?:Handle|MatDescr|HybMat|ColorInfo|(Const)?(?:Sp|Dn)(?:Vec|Mat)Descr)_t"
)
_RENAMED = re.compile(r"_*(?:[cC][uU]|nv|hip|nccl|gesvdj|syevj|mtgp32)")  # the types that HIP calls otherwise
RULE = "collapsed"
_ERROR = "CUresult"


@rule("collapsed")
def collapsed(file: File) -> Iterator[Finding]:
    yield from _cases(file)
    groups = file.unit.once(_alike)
    for scope, words in dict.fromkeys(file.unit.once(_held).get(file.source.path, ())):
        yield from _definitions(file, groups[scope, words])


def _definitions(file: File, defined: Sequence[MixedDefinition]) -> Iterator[Finding]:
    first: dict[tuple[object, ...], MixedDefinition] = {}
    for found in defined:
        key = (found.signature.scope, tuple(_hip(file, word) for word in found.signature.words))
        other = first.setdefault(key, found)
        words = zip(other.signature.words, found.signature.words, strict=True)
        pairs = dict.fromkeys((a, b) for a, b in words if a != b)
        if pairs and found.span.path == file.source.path:
            drivers, runtimes = (found, other) if all(b == _ERROR for _, b in pairs) else (other, found)
            is_error = all(_ERROR in pair for pair in pairs)
            if is_error and (edits := _left_out(file, drivers)):
                why = "HIP has one type of errors, and the other serves both"
                told = f"the output omits '{found.name}' for {_ERROR}: {why}"
                yield file.warning(RULE, drivers.span, told, Related(runtimes.span, "the other one"))
                yield from edits
                continue
            if all(any(map(_HIPS.fullmatch, pair)) for pair in pairs):
                ports = found if all(_HIPS.fullmatch(b) for _, b in pairs) else other
                if edits := _left_out(file, ports, _hip(file, next(iter(pairs))[0]), classes=True):
                    told = f"the output omits '{ports.name}' for HIP's own type: CUDA's becomes the same"
                    yield file.warning(RULE, ports.span, told)
                    yield from edits
                    continue
            types = "; ".join(f"'{a}' and '{b}' are both '{_hip(file, b)}'" for a, b in pairs)
            told = (
                f"'{found.name}' is defined twice in HIP, where {types}: leave one definition, or give one another name"
            )
            yield file.error(RULE, found.span, told, Related(other.span, "the other one"))


def _left_out(
    file: File, drivers: MixedDefinition, kept: str = "hipError_t", classes: bool = False
) -> tuple[Edit, ...]:
    """Conditions around a function or a specialisation that stands on lines of its own; none where it cannot go."""
    extent = _extent(file, file.index_at(drivers.span.start)) if drivers.span.path == file.source.path else None
    if extent is None or (file.at(file.index_at(drivers.span.start)) == ">" and not classes):
        return ()
    text, first, last = file.source.text, file.code[extent[0]].start, file.code[extent[1]].end
    line, behind = text.rfind("\n", 0, first) + 1, text[last:].split("\n", 1)[0]
    if text[line:first].strip() or not re.fullmatch(r"\s*(?://.*[^\\])?\s*", behind):
        return ()
    last += len(behind)
    return (
        Edit(file.source.span(line, line), f"#if 0  // of {kept}, as the other\n", RULE),
        Edit(file.source.span(last, last), "\n#endif", RULE),
    )


def _extent(file: File, index: int) -> tuple[int, int] | None:
    """First and last token of the definition of a function, or of a class for some types, whose name, or the
    list of types behind it, stands at an index."""
    start = head(file, index)
    if start is None:
        return None
    if file.at(index) == ">" and file.at(index + 1) == "{":
        end = file.closing(index + 1)
        is_full = file.at(start - 3) == "template" and file.at(start - 2) == "<" and file.at(start - 1) == ">"
        return (start - 3, end + 1) if end is not None and is_full and file.at(end + 1) == ";" else None
    closing = file.closing(index + 1) if file.at(index + 1) == "(" else None
    end = file.closing(closing + 1) if closing is not None and file.at(closing + 1) == "{" else None
    return (start, end) if end is not None and file.at(start - 1) != ">" else None


class MixedDefinition(Struct, frozen=True):
    """A definition in one of a unit's files."""

    signature: Signature
    span: Span
    name: str


_Likeness = tuple[tuple[str, ...], tuple[str, ...]]


def _likeness(found: MixedDefinition) -> _Likeness:
    """What two definitions have in common whatever HIP makes of their types."""
    return found.signature.scope, tuple("" if _RENAMED.match(word) else word for word in found.signature.words)


def _alike(unit: Unit) -> Mapping[_Likeness, Sequence[MixedDefinition]]:
    found: dict[_Likeness, list[MixedDefinition]] = {}
    for definition in unit.once(_defined):
        found.setdefault(_likeness(definition), []).append(definition)
    return found


def _held(unit: Unit) -> Mapping[str, Sequence[_Likeness]]:
    """By file, the groups of which it holds a definition: a file looks at no others."""
    found: dict[str, list[_Likeness]] = {}
    for definition in unit.once(_defined):
        found.setdefault(definition.span.path, []).append(_likeness(definition))
    return found


def _defined(unit: Unit) -> tuple[MixedDefinition, ...]:
    """The definitions of a unit in which types of the driver's stand beside the runtime's."""
    if not any(_has_drivers(source.text) for source in unit.sources):
        return ()
    return tuple(d for source in unit.sources if _CUDAS.search(source.text) for d in _defined_in(unit, source))


def _defined_in(unit: Unit, source: Source) -> Iterator[MixedDefinition]:
    code = [t for t in tokens(source.text) if t.kind != COMMENT]
    live = [not unit.is_skipped(source.path, t.start) for t in code]
    for found in signatures(code, live):
        token = code[found.at]
        name = token.text if token.kind == NAME else found.words[1]
        yield MixedDefinition(found, source.span(token.start, token.end), name)


def _hip(file: File, word: str) -> str:
    is_users = word in file.own_names and all(file.is_users(file.code[i]) for i in file.named(word))
    row = None if is_users else file.dialect.name(word)
    hip = row.hip if row and row.hip and row.kind == "type" else word
    opaque = _OPAQUE.fullmatch(hip)
    return hip if opaque is None else "const void*" if opaque[1] else "void*"


def _cases(file: File) -> Iterator[Finding]:
    """Cases of one `switch` that HIP's enumerators make equal."""
    switches: list[dict[str, int] | None] = []
    for index, token in enumerate(file.code):
        if token.text == "{":
            switches.append({} if _opens_switch(file, index) else None)
        elif token.text == "}" and switches:
            switches.pop()
        elif token.text == "case" and file.at(index + 2) == ":" and not file.skipped(token.start):
            seen = next((s for s in reversed(switches) if s is not None), None)
            row = file.dialect.name(file.at(index + 1)) if seen is not None else None
            if seen is None or row is None or not row.hip or file.is_users(file.code[index + 1]):
                continue
            other = seen.setdefault(row.hip, index + 1)
            if file.at(other) != row.cuda:
                told = f"'{file.at(other)}' and '{row.cuda}' are both '{row.hip}': leave one case"
                yield file.error(RULE, file.span(index + 1), told, Related(file.span(other), "the other one"))


def _opens_switch(file: File, brace: int) -> bool:
    head = opening(file.code, brace - 1, ROUND, own_directive=False) if file.at(brace - 1) == ")" else None
    return head is not None and file.at(head - 1) == "switch"
