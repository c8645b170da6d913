"""Device functions that name the built-in indices are handed them.

    __device__ int f(int n) { return threadIdx.x + n; }          ... f(n) ...
    -->
    __device__ int f_at(uint3 threadIdx, uint3 blockIdx, dim3 blockDim, dim3 gridDim, int n) { return threadIdx.x + n; }
    ... f_at(threadIdx, blockIdx, blockDim, gridDim, n) ...

Legal: the function is no member of a class, and each call of it is written as one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from retarget.granularity.quote import Quote, Replacement
from retarget.granularity.refusal import Unsuited
from retarget.granularity.subject import Subject
from retarget.tree import Kind, Node

FAMILIES = ("threadIdx", "blockIdx", "blockDim", "gridDim")
_TYPES = ("uint3", "uint3", "dim3", "dim3")


def handed(node: Node, versions: Mapping[str, str], quote: Quote) -> Iterator[Replacement]:
    """Edits of the calls below a node of the functions in `versions` (by identity, the name of the version that is
    handed the indices). Raises Unsuited."""
    for call in node.of(Kind.CALL):
        if call.callee in versions:
            yield from _handed(call, versions[call.callee], quote)


def _handed(call: Node, version: str, quote: Quote) -> Iterator[Replacement]:
    text, start = quote.source.text, call.span.start
    opening = text.find("(", start, call.span.end)
    if not text[start:].startswith(call.name) or opening < 0:
        raise Unsuited(call.span, f"this call of '{call.name}', which uses indices, is not written as one")
    comma = ", " if text[opening + 1 : call.span.end - 1].strip() else ""
    yield start, start + len(call.name), version
    yield opening, opening + 1, f"({', '.join(FAMILIES)}{comma}"


def indexed_version(subject: Subject, usr: str) -> str:
    """A device function with the indices as its first parameters. Raises Unsuited."""
    versions, function = subject.indexed_functions, subject.functions[usr]
    if not function.is_written:
        raise Unsuited(function.name_span, f"'{function.name}', which a macro spells, uses built-in indices")
    if function.is_member:
        raise Unsuited(function.name_span, f"'{function.name}', a member function, uses built-in indices")
    if subject.effects.specialised(function):
        raise Unsuited(function.name_span, f"'{function.name}' uses built-in indices, and has specialisations")
    if any(n.kind is Kind.BUILTIN or n.callee in versions for d in function.defaults for n in d.walk()):
        raise Unsuited(function.name_span, f"a default argument of '{function.name}' uses built-in indices")
    if any(v.name in FAMILIES for v in function.variables.values()):
        raise Unsuited(function.name_span, f"'{function.name}' uses built-in indices, and has variables of their names")
    quote = Quote(subject.unit.by_path[function.span.path], subject.unit.left_out_of_bodies)
    opening = quote.source.text.index("(", function.name_span.end)
    listed = ", ".join(f"const {kind} {name}" for kind, name in zip(_TYPES, FAMILIES, strict=True))
    comma = ", " if function.parameters else ""
    edits = [
        (function.name_span.start, function.name_span.end, versions[usr]),
        (opening, opening + 1, f"({listed}{comma}"),
        *handed(function.body, versions, quote),
    ]
    return quote.text(function.span.start, function.span.end, edits) + "\n"
