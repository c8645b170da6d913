"""What libclang's functions give, made into Python's values at a third of what its bindings take for it.

The bindings ask clang for its null cursor, and every argument for its unit, at each cursor that a function gives; a
text goes through an object with a finaliser. Units ask for hundreds of thousands of both. What a cursor keeps of what
clang said once, the bindings look for in vain first.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

from clang import cindex

_NULL = cindex.CursorKind.INVALID_FILE.value  # clang's null cursor alone is of this kind


class _CXString(ctypes.Structure):
    """CXString."""

    _fields_ = [("data", ctypes.c_void_p), ("flags", ctypes.c_uint)]


class _Once:
    """A property that clang is asked for once. The value, kept under its name, hides what is no `property`."""

    def __init__(self, name: str, function: Callable[[Any], Any]) -> None:
        self.name, self.function = name, function

    def __get__(self, cursor: Any, _: type) -> Any:
        value = cursor.__dict__[self.name] = self.function(cursor)
        return value


def quicken(lib: ctypes.CDLL) -> None:
    """Replaces how the results of the bindings' functions are read."""
    makers = {
        cindex._CXString.from_result: (_CXString, _reader(lib)),
        cindex.Cursor.from_result: (cindex.Cursor, _cursor),
        cindex.Cursor.from_cursor_result: (cindex.Cursor, _cursor),
        cindex.Type.from_result: (cindex.Type, _type),
    }
    for name, *signature in cindex.functionList:
        if len(signature) == 3 and signature[2] in makers:
            function = getattr(lib, name)
            function.restype, function.errcheck = makers[signature[2]]
    for name in ("Spelling", "Location", "Extent", "Type", "Referenced"):
        setattr(cindex.Cursor, name.lower(), _Once(name.lower(), getattr(lib, f"clang_getCursor{name}")))
    kinds, of_types = cindex.CursorKind._kinds, cindex.TypeKind._kinds
    cindex.Cursor.kind = property(lambda cursor: kinds[cursor._kind_id])
    cindex.Type.kind = property(lambda of_type: of_types[of_type._kind_id])


def _reader(lib: ctypes.CDLL) -> Callable[[_CXString, Any, Any], str | None]:
    held = ctypes.PYFUNCTYPE(ctypes.c_char_p, _CXString)(("clang_getCString", lib))
    dispose = ctypes.PYFUNCTYPE(None, _CXString)(("clang_disposeString", lib))

    def read(text: _CXString, _: Any, __: Any) -> str | None:
        found = held(text)
        dispose(text)
        return None if found is None else found.decode()

    return read


def _cursor(found: cindex.Cursor, function: Any, arguments: Any) -> cindex.Cursor | None:
    if found._kind_id == _NULL:
        return None
    given = arguments[0]
    found._tu = given if isinstance(given, cindex.TranslationUnit) else given._tu  # keeps the unit alive
    return found


def _type(found: cindex.Type, function: Any, arguments: Any) -> cindex.Type:
    found._tu = arguments[0]._tu
    return found
