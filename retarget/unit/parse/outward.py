"""Names of types whose last mark says what they are: of a pointer to arrays `int[64] *`, in C++ `int (*)[64]`.

Analyses ask what a type ends with: `*`, `&` or `]`.
"""

from __future__ import annotations

import re

from clang import cindex

_T = cindex.TypeKind
POINTING = {_T.POINTER: "*", _T.LVALUEREFERENCE: "&", _T.RVALUEREFERENCE: "&&"}
_ARRAYS = (_T.CONSTANTARRAY, _T.INCOMPLETEARRAY, _T.VARIABLEARRAY, _T.DEPENDENTSIZEDARRAY)
_INSIDE_OUT = (*_ARRAYS, _T.FUNCTIONPROTO, _T.FUNCTIONNOPROTO)


# As clang qualifies what stands for a parameter.
_EAST = re.compile(r"([^*&()\[\]]+?)((?: (?:const|volatile))+)(?=$|\[)")


def west(spelled: str) -> str:
    """A type's name with its qualifiers in front, unless it is a pointer's.

    >>> west("unsigned int const"), west("T const[4]"), west("int *const")
    ('const unsigned int', 'const T[4]', 'int *const')
    """
    found = _EAST.match(spelled)
    return f"{found[2].lstrip()} {found[1]}{spelled[found.end() :]}" if found else spelled


def outward(kind: cindex.Type) -> str:
    """The name of a canonical type."""
    spelled: str = kind.spelling
    if "(*" not in spelled and "(&" not in spelled:
        return spelled
    if mark := POINTING.get(kind.kind):
        pointee = kind.get_pointee()
        inner = outward(pointee)
        if inner == pointee.spelling and pointee.kind not in _INSIDE_OUT:
            return spelled
        words = ((kind.is_const_qualified(), "const"), (kind.is_volatile_qualified(), " volatile"),
                 (kind.is_restrict_qualified(), " __restrict"))  # fmt: skip
        return f"{inner} {mark}{''.join(word for has, word in words if has).lstrip()}"
    extents = ""
    while kind.kind in _ARRAYS:
        extents += f"[{kind.element_count}]" if kind.kind is _T.CONSTANTARRAY else "[]"
        kind = kind.element_type
    inner = outward(kind) if extents else spelled
    return spelled if inner == kind.spelling else inner + extents
