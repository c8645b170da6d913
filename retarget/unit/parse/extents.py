"""Where CUDA converts between `uint3` and `dim3`: its `dim3` has a constructor and an operator that HIP's lacks."""

from __future__ import annotations

import re
from collections.abc import Callable

from clang import cindex

from retarget.source.text import Span
from retarget.unit import Extent

_TO_DIM3, _TO_UINT3 = "dim3", "operator uint3"
EXTENT_CONVERSIONS = frozenset({_TO_DIM3, _TO_UINT3})


def extent(
    call: cindex.Cursor, place: Callable[[cindex.Cursor], Span | None], text: Callable[[str], str]
) -> Extent | None:
    """What a call of a function in `EXTENT_CONVERSIONS` converts; None where it is another function of that name.

    place: gives where an expression stands in the user's files. text: the text of a file by its path.
    """
    target = call.referenced
    if target is None:
        return None
    if call.spelling == _TO_DIM3:
        parameters = [p.type.spelling for p in target.get_arguments()]
        operand = next(call.get_arguments(), None) if parameters == ["uint3"] else None
    else:
        operand = call if target.semantic_parent.spelling == "dim3" else None
    span = place(operand) if operand is not None else None
    if operand is None or span is None:
        return None
    return Extent(span, _first_name(operand) in re.findall(r"\w+", text(span.path)[span.start : span.end]))


def _first_name(expression: cindex.Cursor) -> str:
    """The first name of the user's in an expression. What a macro's body spells has the place of the macro's use, and
    the name is not there."""
    names = (c.spelling for c in expression.walk_preorder())
    return next((n for n in names if n and n not in ("uint3", "dim3", _TO_UINT3)), "")
