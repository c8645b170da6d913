"""names: every CUDA name becomes HIP's.

    cudaMalloc(&p, n)  -->  hipMalloc(&p, n)

Legal where the token is CUDA's name: not the user's own declaration, not in a string or comment. Tokens in
macro definitions and macro arguments count like any other. Those in branches that are not compiled too, for builds
with other options, but for what defines a name there that a qualified one replaces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from retarget.dialects import Name, load
from retarget.source.brackets import opening, opening_angle
from retarget.source.lexer import NAME, includes
from retarget.source.text import Diagnostic, Edit, Span
from retarget.translation.file import File, Finding, Need
from retarget.translation.hip.idle_openings import idle_opening
from retarget.translation.hip.namespace_aliases import namespace_aliases
from retarget.translation.hip.wrapped_namespaces import wrapping_namespaces
from retarget.translation.rule import Vocabulary, rule
from retarget.unit import Unit
from retarget.unit.missing import missing_header
from retarget.unit.parse import Interest

_NO_TYPES = frozenset({"return", "else", "case", "goto", "throw", "new", "delete", "define", "sizeof", "do"})
_BEHIND_PARAMETERS = frozenset({"const", "constexpr", "mutable", "noexcept", "volatile", "&", "&&"})
_SPACES = frozenset({"__host__", "__device__"})
_WARPS = "warp32::"
_VERSIONS = ("RETARGET_CUDA_VERSION", "RETARGET_CUDART_VERSION", "RETARGET_CUDACC")
_VALUES = {"cudaMallocHost": "hipMallocHost"}  # hipHostMalloc has a third parameter
_BEHIND_VALUES = frozenset({")", ",", ";", "}", "]", ":", "?", "==", "!="})
_CONDITIONS = ("ifdef", "ifndef", "if", "elif")
_ENDS = ("else", "elif", "endif")
_ALWAYS = "HIP_INCLUDE_HIP_HIP_RUNTIME_H"  # defined with HIP's runtime, as what it stands for is with CUDA's
DROPPED = "-"  # of the tables: the name goes, and nothing comes
# What each library's header defines once it is included, as its other macros are defined then: in CUDA's names.
_PRESENCE = {"cublas": "CUBLAS_V2_H_", "cufft": "_CUFFT_H_", "curand": "CURAND_H_", "cusolver": "CUSOLVER_COMMON_H_",
             "cusparse": "CUSPARSE_H_"}  # fmt: skip
# How the names of headers begin that bring a library's macros.
_MATH = ("cublas", "cufft", "curand", "cusparse", "cusolver")  # which include each other
_HEADERS = {
    **{library: (library,) for library in ("cudnn", "nccl", "nvrtc", "nvml")},
    **dict.fromkeys(_MATH, _MATH),
    "nvtx": ("nvToolsExt", "nvtx3"),
}
_BRINGS = re.compile(r"\busing\s+::\s*(\w+)\s*;")
# Renamed by rules of their own.
_ELSEWHERE = frozenset({"__CUDA_ARCH__", "__cluster_dims__", "__launch_bounds__", "__powf", "warpSize", "max", "min"})


def _asks(vocabulary: Vocabulary) -> Interest:
    dialect = vocabulary.dialect
    return Interest(frozenset(w for w in vocabulary.words if dialect.name(w) or dialect.looks_like_cuda(w)))


@rule("names", "different", "no-counterpart", "unknown-name", asks=_asks)
def names(file: File) -> Iterator[Finding]:
    told: set[str] = set()
    dialect = file.dialect
    aliases = namespace_aliases(file)
    telling = (w for w in file.words if w in aliases or dialect.name(w) or dialect.looks_like_cuda(w) is not None)
    for index in file.named(*telling):
        token = file.code[index]
        if token.directive == "include" or token.text in _ELSEWHERE:
            continue
        if token.text in aliases:
            if file.at(index - 1) not in (".", "->", "::"):
                yield from _qualified(file, index, aliases[token.text])
            continue
        name = file.dialect.name(token.text)
        if (name is None or name.status == "none") and token.directive == "pragma" and file.at(index - 1) == "weak":
            continue  # it does nothing to a name that nothing uses
        if name is None:
            yield from _unknown(file, index, told)
            continue
        if name.hip.startswith(_WARPS) and (file.source.path, token.start) in file.unit.mixed:
            yield from _open(file, index, name)
            continue
        if not is_cudas(file, index, name) or (name.hip.startswith(_VERSIONS) and file.unit.once(_lacks_versions)):
            continue
        if name.kind == "namespace" and name.status == "none" and (idle := idle_opening(file, index)):
            yield Edit(idle, "", "names")
            continue
        of_member = tuple(_qualified(file, index, token.text)) if name.kind == "namespace" else ()
        yield from of_member
        if name.status == "same" and not name.part:
            continue
        if name.status == "none" and token.directive in _CONDITIONS and _is_undefined(file, name):
            continue
        if name.status == "none" and token.directive in ("ifdef", "ifndef") and _is_answered(file, index):
            continue
        if name.status == "none" and _asks_a_stand_in(file, index, name):
            known = f"NVIDIA's header may tell whether '{name.cuda}' is defined, and is not installed here"
            answer = f"the one that stands for it in {file.dialect.target} lacks it: the code without it is compiled"
            yield file.warning("no-counterpart", file.span(index), f"{known}; {answer}")
            continue
        if name.status == "none":
            if not any(isinstance(f, Diagnostic) for f in of_member):  # else it says what this would
                yield lacking(file, name.cuda, name, file.span(index))
            continue
        if file.skipped(token.start) and not name.hip.isidentifier() and _is_introduced(file, index):
            continue
        if name.kind == "namespace" and file.at(index + 1) != "::" and not _names_a_namespace(file, index):
            continue
        if name.kind == "type" and file.at(index - 1) != "::" and _left_by_enumerator(file, index):
            yield Edit(file.span(index, index + 1), "", "names")
            continue
        if name.hip == DROPPED and token.directive in _CONDITIONS:
            presence = file.dialect.name(_PRESENCE.get(name.library, ""))
            yield Edit(file.span(index), presence.hip if presence else _ALWAYS, "names")
        elif name.hip == DROPPED:
            end = token.end + (file.source.text[token.end : token.end + 1] == " ")
            yield Edit(file.source.span(token.start, end), "", "names")
        elif name.hip != token.text:
            yield Edit(file.span(index), _as_value(file, index, name) or name.hip, "names")
        if name.part:
            yield Need(name.part, file.span(index))
        if name.note and name.cuda not in told:
            told.add(name.cuda)
            yield file.note("different", file.span(index), f"'{name.hip}' differs from '{name.cuda}': {name.note}")


def _as_value(file: File, index: int, name: Name) -> str | None:
    """The counterpart with CUDA's very parameters, where a function is not called: a default is none of its type's."""
    if name.cuda not in _VALUES or file.code[index].directive or file.at(index + 1) not in _BEHIND_VALUES:
        return None
    return _VALUES[name.cuda] if "using" not in (file.at(index - 1), file.at(index - 2)) else None


def _is_undefined(file: File, name: Name) -> bool:
    """Whether a macro is one of a library's that no file of the unit includes: nobody defines it, here or there."""
    beginnings = _HEADERS.get(name.library)
    names = file.unit.once(_included)
    return name.kind == "macro" and beginnings is not None and not any(n.startswith(beginnings) for n in names)


def _is_answered(file: File, index: int) -> bool:
    """Whether `#ifdef` or `#ifndef` found a name undefined among the headers that clang read: it is so among HIP's,
    too, and the same branch is compiled."""
    behind = file.code[index + 1 : index + 2]
    is_read = file.unit.parsed and not any(d.rule == "missing-header" for d in file.unit.diagnostics)
    if not is_read or not behind or behind[0].directive in _ENDS:
        return False
    is_left_out = file.skipped(behind[0].start)
    return is_left_out if file.code[index].directive == "ifdef" else not is_left_out


def _asks_a_stand_in(file: File, index: int, name: Name) -> bool:
    """Whether a directive asks if a macro is defined (`#ifdef`, `defined(...)`), of a library whose own header is not
    there, so that the parse reads none, and for which a support header stands: a program that asks does without."""
    ahead = file.at(index - 2) if file.at(index - 1) == "(" else file.at(index - 1)
    if file.code[index].directive not in _CONDITIONS or ahead not in ("ifdef", "ifndef", "defined"):
        return False
    absent = {missing_header(d.message) for d in file.unit.diagnostics if d.rule == "missing-header"}
    beginnings = _HEADERS.get(name.library, ())
    named = [path for path in absent if path.rpartition("/")[2].startswith(beginnings)]
    return any((known := file.dialect.include(path)) is not None and known.part for path in named)


def _included(unit: Unit) -> frozenset[str]:
    """The names of the headers that a unit's files include where they are compiled, without their folders."""
    listed = ((s.path, i) for s in unit.sources for i in includes(s.text))
    return frozenset(i.path.rpartition("/")[2] for path, i in listed if not unit.is_skipped(path, i.start))


def lacking(file: File, spelt: str, name: Name, span: Span) -> Diagnostic:
    """The error for a name that the target has no counterpart of, as the program spells it."""
    why = f": {name.note}" if name.note else ""
    return file.error("no-counterpart", span, f"'{spelt}' has no counterpart in {file.dialect.target}{why}")


def _lacks_versions(unit: Unit) -> bool:
    """Whether CUDA's versions are no macros to a unit: g++ compiles it, and it includes no header of CUDA's."""
    if unit.language == "cuda" or not unit.parsed:
        return False
    listed = ((source, include) for source in unit.sources for include in includes(source.text))
    known = ((s.path, i.start) for s, i in listed if load().include(i.path))
    return all(unit.is_skipped(path, start) for path, start in known)


def is_cudas(file: File, index: int, name: Name) -> bool:
    """Whether the token at `index`, of a name in the tables, is CUDA's rather than the user's or some namespace's."""
    if name.kind == "namespace" and file.at(index - 1) == "::" and _is_wrapped(file, index):
        return True
    if file.is_users(file.code[index]):
        return False
    is_result = name.kind in ("type", "namespace") and file.at(index - 1) == "->" and _is_trailing(file, index - 1)
    return is_result or not is_member(file, index) or _is_brought(file, index)


def _is_trailing(file: File, arrow: int) -> bool:
    """Whether an arrow stands ahead of the result of a lambda or of an `auto` function."""
    last = arrow - 1
    while file.at(last) in _BEHIND_PARAMETERS:
        last -= 1
    first = opening(file.code, last, own_directive=True) if file.at(last) == ")" else None
    if first and file.at(first - 1) == "noexcept":
        return _is_trailing(file, first - 1)
    if first is None:
        return False
    ahead = first - 1
    while file.at(ahead) in _SPACES:
        ahead -= 1
    if file.at(ahead) == ">" and (angle := opening_angle(file.code, ahead)):
        ahead = angle - 1
    if file.at(ahead) == "]":
        captures = opening(file.code, ahead, own_directive=True)
        before = file.code[captures - 1] if captures else None
        return before is None or (before.text not in ("]", ")") and (before.kind != NAME or before.text in _NO_TYPES))
    at = first - 3 if file.at(first - 3) == "operator" else first - 1  # `operator()`
    while at >= 0 and file.at(at) not in (";", "{", "}", "(", "="):
        if file.at(at) == "auto":
            return True
        at -= 1
    return False


def _is_brought(file: File, index: int) -> bool:
    """Whether a namespace of the program's has the name by a using-declaration: `app::cudaFree(p)`."""
    place = file.source.path, file.code[index].start
    if file.at(index - 1) != "::" or file.at(index - 2) not in file.unit.own_names:
        return False
    if place in file.unit.foreign:
        return place not in file.unit.others
    return file.at(index) in file.unit.once(_brought_names)  # where headers are missing


def _brought_names(unit: Unit) -> frozenset[str]:
    """The names that using-declarations bring from outside of all namespaces."""
    return frozenset(m[1] for s in unit.sources for m in _BRINGS.finditer(s.text))


def _open(file: File, index: int, name: Name) -> Iterator[Finding]:
    """A call of CUDA's function or of an overload of the program's, as the types of a template decide. HIP's functions
    of these names count in the lanes of a wave."""
    if name.part != "warp_shuffles" or file.at(index - 1) == "::":
        why = f"a template leaves open whether '{name.cuda}' is CUDA's or the program's: rename the program's"
        yield file.error("no-counterpart", file.span(index), why)
        return
    yield Edit(file.span(index), name.hip.replace(_WARPS, f"{_WARPS}open::"), "names")
    yield Need("open_shuffles", file.span(index))


def is_member(file: File, index: int) -> bool:
    """The rule of fields has members of objects; a qualified name other than `::name` is some namespace's own."""
    before = file.at(index - 1)
    if before in (".", "->"):
        return True
    return before == "::" and index >= 2 and file.code[index - 2].kind == NAME and _qualifies(file, index - 2)


def _is_wrapped(file: File, index: int) -> bool:
    """Whether the namespace in front is one that the program wraps around Thrust and CUB."""
    return file.at(index - 2) in wrapping_namespaces(file)


def _qualifies(file: File, index: int) -> bool:
    qualifier = file.code[index]
    spaced = file.code[index + 1].start > qualifier.end
    known = file.dialect.name(qualifier.text)
    if known is not None and known.kind == "type" and not file.is_users(qualifier):
        member = file.dialect.name(file.at(index + 2))
        return member is None or member.kind != "enumerator"
    return not spaced and (known is None or known.kind != "namespace")


def _left_by_enumerator(file: File, index: int) -> bool:
    """Whether a type qualifies an enumerator of CUDA's whose counterpart stands in a namespace."""
    member = file.dialect.name(file.at(index + 2)) if file.at(index + 1) == "::" else None
    return member is not None and member.kind == "enumerator" and "::" in member.hip


def _qualified(file: File, index: int, whole: str) -> Iterator[Finding]:
    """A member of one of CUDA's namespaces that HIP's counterpart lacks, or calls by another name. whole: the name of
    the namespace, which may have another one at `index`."""
    last = index
    member = None
    while member is None and last < index + 4 and file.at(last + 1) == "::":  # `thrust::cuda`, `thrust::system::cuda`
        last += 2
        whole = f"{whole}::{file.at(last)}"
        member = file.dialect.name(whole)
    if member is not None and member.status == "mapped":
        yield Edit(file.span(last), member.hip.rpartition("::")[2], "names")
        if member.part:
            yield Need(member.part, file.span(last))
    if member is not None and member.status == "none":
        yield lacking(file, whole, member, file.span(index, last))


def _names_a_namespace(file: File, index: int) -> bool:
    first = index - 1 if file.at(index - 1) == "::" else index
    return file.at(first - 1) in ("namespace", "=", "using") and file.at(index + 1) in (";", "{", "=", "::")


def _unknown(file: File, index: int, seen: set[str]) -> Iterator[Finding]:
    token = file.code[index]
    library = file.dialect.looks_like_cuda(token.text)
    if library is None or token.text in seen or file.is_users(token) or is_member(file, index):
        return
    if token.directive in ("ifdef", "ifndef", "if", "elif", "undef"):
        return  # a test of a macro that nobody defines is harmless
    if any(re.split(r"\W", definition, maxsplit=1)[0] == token.text for definition in file.flags.define):
        return
    seen.add(token.text)
    if any(_declares(file, i) for i in file.named(token.text)):
        return
    if (file.source.path, token.start) in file.unit.others:
        return
    if token.directive == "define" and token.text in _parameters(file, index):
        return
    told = f"'{token.text}' looks like a name of {library} and is in no table; it stays as it is"
    is_seen = file.unit.parsed and not any(d.rule == "missing-header" for d in file.unit.diagnostics)
    # a header that is missing may declare it, and a macro that is not used means nothing
    is_missed = (file.source.path, token.start) in file.unit.foreign or any(
        f"'{token.text}'" in d.message for d in file.unit.diagnostics
    )  # clang gave up elsewhere, and this may be the program's own
    tell = file.error if is_seen and is_missed and token.directive != "define" else file.warning
    yield tell("unknown-name", file.span(index), f"{told} (give its counterpart with --map)")


def _parameters(file: File, index: int) -> frozenset[str]:
    """The parameters of the macro in whose definition a token stands."""
    first = index
    while file.at(first) != "define" and first > 0:
        first -= 1
    is_function = file.at(first + 2) == "(" and file.code[first + 2].start == file.code[first + 1].end
    last = file.closing(first + 2) if is_function else None
    return frozenset(file.at(i) for i in range(first + 3, last)) if last else frozenset()


def _is_introduced(file: File, index: int) -> bool:
    """Whether code that is not compiled defines a macro or a function of this name."""
    before = index - 1
    while before > 0 and file.at(before) in ("*", "&"):
        before -= 1
    is_type = file.code[before].kind == NAME and not file.code[before].directive
    is_function = is_type and file.at(before) not in _NO_TYPES and file.at(index + 1) == "("
    return file.at(index - 1) == "define" or is_function


def _declares(file: File, index: int) -> bool:
    """Whether a name is declared at this place, `type name =`, as tokens tell it where there is no AST: in a macro,
    or behind a type that clang does not know."""
    before = index - 1
    while before > 0 and file.at(before) in ("*", "&"):
        before -= 1
    known = file.dialect.name(file.at(before))
    is_type = before == index - 1 or (known is not None and known.kind == "type")
    is_name = file.code[before].kind == NAME and file.at(before) not in _NO_TYPES
    return is_name and is_type and file.at(index + 1) in ("=", ";", ",", ")", "[", "{")
