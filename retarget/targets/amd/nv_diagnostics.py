"""What nvcc is asked not to warn of, or to take for errors, in the words of its front end, and clang's warnings that
say the same.

    #pragma nv_diag_suppress 177              nvcc -diag-suppress 177, -Xcudafe --diag_suppress=177
    int unused;                               (no -Wunused-variable)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from retarget.source.text import Diagnostic, Severity, Source

# By the numbers that nvcc prints with --display-error-number.
_CLANGS: Mapping[int, tuple[str, ...]] = {
    39: ("division-by-zero",), 68: ("sign-conversion",), 111: ("unreachable-code",), 128: ("unreachable-code",),
    161: ("unknown-pragmas",), 174: ("unused-value", "unused-comparison"), 175: ("array-bounds",),
    177: ("unused-variable", "unused-function", "unused-const-variable", "unused-local-typedef",
          "unneeded-internal-declaration"),
    186: ("tautological-unsigned-zero-compare",), 549: ("uninitialized",),
    550: ("unused-but-set-variable", "unused-but-set-parameter"), 611: ("overloaded-virtual",),
    940: ("return-type",), 997: ("overloaded-virtual",), 1215: ("deprecated-declarations",),
    1444: ("deprecated-declarations",), 1675: ("unknown-pragmas",),
}  # fmt: skip
_NAMES = {
    "declared_but_not_referenced": 177, "set_but_not_used": 550, "code_is_unreachable": 111,
    "loop_not_reachable": 128, "expr_has_no_effect": 174, "integer_sign_change": 68, "unrecognized_pragma": 161,
    "unsigned_compare_with_zero": 186, "partial_override": 611, "deprecated_entity": 1215,
    "deprecated_entity_with_custom_message": 1444, "unrecognized_gcc_pragma": 1675,
}  # fmt: skip
_PRAGMA = re.compile(
    r"^[ \t]*#[ \t]*pragma[ \t]+(?:(?:nv_)?diag_(?P<what>suppress|default|warning|error|once|remark)"
    r"|nv_diagnostic[ \t]+(?P<stack>push|pop))\b(?P<of>[^\n]*)", re.M
)  # fmt: skip
_GROUP = re.compile(r"\[-W([\w-]+)\]")
_OPTION = re.compile(r"--?diag[_-]suppress[= ](\S+)")


def options(suppressed: Iterable[str], front_end: Iterable[str]) -> Iterator[str]:
    """clang's, for numbers or names that nvcc suppresses, and for what it hands on to its front end."""
    lists = (found[1] for found in _OPTION.finditer(" ".join(front_end)))
    for number in _numbers(",".join((*suppressed, *lists))):
        yield from (f"-Wno-{name}" for name in _CLANGS.get(number, ()))


def heeded(found: Iterable[Diagnostic], sources: Mapping[str, Source]) -> Iterator[Diagnostic]:
    """Less the warnings that a pragma of nvcc's asks to suppress where they stand, and those of the pragma itself."""
    for diagnostic in found:
        group, span = _GROUP.search(diagnostic.message), diagnostic.span
        source = sources.get(span.path) if span else None
        if diagnostic.severity is not Severity.WARNING or not (group and span and source):
            yield diagnostic
        elif group[1] == "unknown-pragmas" and _PRAGMA.match(source.text, _line_start(source, span.start)):
            continue
        elif not any(group[1] in _CLANGS.get(n, ()) for n in _suppressed_at(source.text, span.start)):
            yield diagnostic


_HIPS_MARK = re.compile(r"'hip[A-Z]\w*' is deprecated")  # where CUDA's function is not
_CALLED = frozenset({"unused-variable", "unused-const-variable"})  # not nvcc's, where a call gives the value
_ERRORS = {
    "reorder": ("reorder", "reorder-ctor"), "deprecated-declarations": ("deprecated-declarations",),
    "all-warnings": ("reorder", "reorder-ctor", *({n for names in _CLANGS.values() for n in names} - _CALLED)),
}  # fmt: skip


def raised(found: Iterable[Diagnostic], kinds: Iterable[str]) -> Iterator[Diagnostic]:
    """With the warnings as errors that `-Werror KIND` names. What clang alone warns of stays a warning, since nvcc
    compiles the source; of most kinds, clang has none."""
    groups = {name for kind in kinds for name in _ERRORS.get(kind, ())}
    for diagnostic in found:
        group = None if _HIPS_MARK.match(diagnostic.message) else _GROUP.search(diagnostic.message)
        if diagnostic.severity is Severity.WARNING and group and group[1] in groups:
            yield replace(diagnostic, severity=Severity.ERROR)
        else:
            yield diagnostic


def _line_start(source: Source, at: int) -> int:
    return source.line_starts[source.position(at)[0] - 1]


def _suppressed_at(text: str, at: int) -> frozenset[int]:
    numbers, kept = frozenset[int](), list[frozenset[int]]()
    for pragma in _PRAGMA.finditer(text, 0, at):
        of = frozenset(_numbers(pragma["of"]))
        if pragma["stack"] == "push":
            kept.append(numbers)
        elif pragma["stack"]:
            numbers = kept.pop() if kept else numbers
        else:
            numbers = numbers | of if pragma["what"] == "suppress" else numbers - of
    return numbers


def _numbers(text: str) -> Iterator[int]:
    for word in re.findall(r"\w+", text.partition("//")[0]):
        if word.isdigit():
            yield int(word)
        elif word in _NAMES:
            yield _NAMES[word]
