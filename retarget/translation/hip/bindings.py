"""bindings: structured bindings of CUDA's vector types.

    const auto [low, high] = make_int2(1, 2);   -->   the same, and the support header `bindings` at the head

CUDA's vector types are plain structures; HIP's are classes around an anonymous union, which the language does not take
apart. The header gives them the interface of tuples. Legal always. Needed where clang says that the value is of a
vector type, and where a template leaves its type open, if the unit names one of as many components.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from retarget.source.lexer import NAME, code
from retarget.translation.file import File, Finding, Need
from retarget.translation.rule import rule
from retarget.unit import Unit

_VECTOR = re.compile(
    r"(?:make_)?(?:(?:u?(?:char|short|int|long|longlong)|float|double)([1-4])|cu(?:Float|Double)?Complex)"
)
_AROUND = re.compile(r"^(?:const |volatile |struct )*|[ &]+$")


@rule("bindings")
def bindings(file: File) -> Iterator[Finding]:
    for binding in file.unit.bindings:
        if binding.span.path != file.source.path:
            continue
        kind = _AROUND.sub("", binding.type)
        is_open = "auto" in kind or "dependent" in kind or "type-parameter" in kind
        if _VECTOR.fullmatch(kind) or (is_open and binding.count in file.unit.once(_components)):
            yield Need("bindings", binding.span)
            return


def _components(unit: Unit) -> frozenset[int]:
    """How many components the vector types have that the unit's files name."""
    words = {t.text for s in unit.sources for t in code(s.text) if t.kind == NAME}
    return frozenset(int(m[1] or 2) for m in map(_VECTOR.fullmatch, words) if m)
