"""vector_calls: calls of the program's operators on vectors, for which an operand is converted.

    float4 operator/(float4 a, float b) { float i = 1.0f / b; return ...; }
    v / 3   -->   v / static_cast<float>(3)

HIP's operators take a number of any type, as it is, and suit such a call better than the program's. Legal always: the
conversion is the one that the call has. Left alone where the program's operator computes as HIP's do, component by
component with a number of the components' type.

    struct Point : float3 { ... };
    p + q   -->   retarget_hip::base_vector(p) + retarget_hip::base_vector(q)

A class that is derived from a vector is a number of any type to HIP's operators, too: those with a number on the left
and on the right suit equally. In a template it may be another class each time, so that no type is written.

Where a macro spells the operand, or a template's parameter stands for the program's vector, HIP's would be called: an
error. Where a template leaves the operand's type open: a warning, and an error where an instance converts it.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.analysis.by_component import is_by_component
from retarget.source.lexer import code
from retarget.source.text import Related, Span, enclosing
from retarget.translation.file import File, Finding, Need
from retarget.translation.rule import rule
from retarget.unit import Unit

_RULE = "vector-operator"
_GENERAL = (
    "HIP's vectors have this operator, and C++ prefers it to the program's template: declare the operator for the "
    "vector's type, or name the template's argument (operator+<float4>(a, b))"
)
_IN_MACRO = "HIP's operator would be called in place of the program's: in the macro, cast the operand to {kind}"
_OPEN = (
    "HIP's operator is called in place of the program's where the template's argument is not {kind}: "
    "cast the operand to it"
)


@rule("vector-calls", "vector-operator")
def vector_calls(file: File) -> Iterator[Finding]:
    left_open = {call.span for call in file.unit.vector_calls if call.is_open}
    for call in file.unit.vector_calls:
        if call.span.path != file.source.path:
            continue
        if call.is_derived and call.operand and not call.kind.endswith("&"):
            yield from enclosing(call.operand, "retarget_hip::base_vector(", _RULE)
            yield Need("operators", call.operand)
            continue
        if call.definition in file.unit.once(_same_as_hips):
            continue
        there = Related(call.definition, "the program's operator")
        if call.is_general:
            yield file.error(_RULE, call.span, _GENERAL, there)
        elif call.span in left_open:
            instance = any(c.span == call.span and not c.is_open for c in file.unit.vector_calls)
            told = file.error if instance else file.warning
            if call.is_open:
                yield told(_RULE, call.span, _OPEN.format(kind=call.kind), there)
        elif call.operand:
            yield from enclosing(call.operand, f"static_cast<{call.kind}>(", _RULE)
        else:
            yield file.error(_RULE, call.span, _IN_MACRO.format(kind=call.kind), there)


def _same_as_hips(unit: Unit) -> frozenset[Span]:
    """The places of the operators that compute as HIP's do."""
    texts = {s.path: s.text for s in unit.sources}
    places = {call.definition for call in unit.vector_calls}
    return frozenset(
        p for p in places if is_by_component([t.text for t in code(texts.get(p.path, "")[p.start : p.end])])
    )
