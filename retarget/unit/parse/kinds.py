"""What of libclang's C interface is used beyond its Python bindings, and the kinds of cursors that matter."""

from __future__ import annotations

import ctypes
from functools import cache
from types import SimpleNamespace

from clang import cindex

from retarget.unit.parse.quick_results import quicken

_KIND = cindex.CursorKind
# Their values, as cursors and types have them: looking up the object costs more than most of what is done with it.
CURSORS = SimpleNamespace(**{name: k.value for name, k in vars(_KIND).items() if isinstance(k, _KIND)})
TYPES = SimpleNamespace(**{k.name: k.value for k in vars(cindex.TypeKind).values() if isinstance(k, cindex.TypeKind)})
# Kinds of declarations that can carry a name of the user's (clang-c/Index.h).
DECLARATIONS = frozenset(range(2, 40)) - {17, 18, 34, 35}  # less Objective-C's and using-directives
SCOPES = frozenset(k.value for k in (_KIND.NAMESPACE, _KIND.LINKAGE_SPEC))
EXPRESSIONS = range(_KIND.UNEXPOSED_EXPR.value, _KIND.UNEXPOSED_STMT.value)
FUNCTIONS = frozenset(
    k.value
    for k in (
        _KIND.FUNCTION_DECL,
        _KIND.CXX_METHOD,
        _KIND.FUNCTION_TEMPLATE,
        _KIND.CONSTRUCTOR,
        _KIND.DESTRUCTOR,
        _KIND.CONVERSION_FUNCTION,
    )
)
GLOBAL, DEVICE_ATTR = _KIND.CUDAGLOBAL_ATTR.value, _KIND.CUDADEVICE_ATTR.value
HOST_ATTR = _KIND.CUDAHOST_ATTR.value
CALL, REF, MEMBER = _KIND.CALL_EXPR.value, _KIND.DECL_REF_EXPR.value, _KIND.MEMBER_REF_EXPR.value
VARIABLE, UNEXPOSED = _KIND.VAR_DECL.value, _KIND.UNEXPOSED_EXPR.value
LIST, FIELD = _KIND.INIT_LIST_EXPR.value, _KIND.FIELD_DECL.value
USING_DIRECTIVE = _KIND.USING_DIRECTIVE.value
UNEXPOSED_DECLARATION = _KIND.UNEXPOSED_DECL.value
UNARY, RETURN = _KIND.UNARY_OPERATOR.value, _KIND.RETURN_STMT.value
OVERLOADED, LAMBDA = _KIND.OVERLOADED_DECL_REF.value, _KIND.LAMBDA_EXPR.value
INCLUSION = _KIND.INCLUSION_DIRECTIVE.value
MACRO, MACRO_USE, TYPE_REF = _KIND.MACRO_DEFINITION.value, _KIND.MACRO_INSTANTIATION.value, _KIND.TYPE_REF.value
TEMPLATE_PARAMETERS = frozenset(
    k.value
    for k in (_KIND.TEMPLATE_TYPE_PARAMETER, _KIND.TEMPLATE_NON_TYPE_PARAMETER, _KIND.TEMPLATE_TEMPLATE_PARAMETER)
)
TRANSPARENT = frozenset({UNEXPOSED, _KIND.PAREN_EXPR.value, _KIND.CXX_FUNCTIONAL_CAST_EXPR.value})
BREAK, CONTINUE, RECURSE = 0, 1, 2  # answers of a visitor


class RangeList(ctypes.Structure):
    """CXSourceRangeList."""

    _fields_ = [("count", ctypes.c_uint), ("ranges", ctypes.POINTER(cindex.SourceRange))]


@cache
def library() -> ctypes.CDLL:
    """libclang, with the signatures of the functions that the bindings leave out."""
    lib: ctypes.CDLL = cindex.conf.lib
    quicken(lib)
    lib.clang_Cursor_Evaluate.restype = ctypes.c_void_p
    lib.clang_Cursor_Evaluate.argtypes = [cindex.Cursor]
    lib.clang_EvalResult_getKind.argtypes = [ctypes.c_void_p]
    lib.clang_EvalResult_getAsLongLong.argtypes = [ctypes.c_void_p]
    lib.clang_EvalResult_getAsLongLong.restype = ctypes.c_longlong
    lib.clang_EvalResult_dispose.argtypes = [ctypes.c_void_p]
    lib.clang_getFileLocation.argtypes = [
        cindex.SourceLocation, ctypes.POINTER(ctypes.c_void_p), *[ctypes.POINTER(ctypes.c_uint)] * 3,
    ]  # fmt: skip
    lib.clang_getFileName.argtypes = [ctypes.c_void_p]
    lib.clang_getSpecializedCursorTemplate.restype = cindex.Cursor
    lib.clang_getSpecializedCursorTemplate.argtypes = [cindex.Cursor]
    lib.clang_getCursorBinaryOperatorKind.argtypes = [cindex.Cursor]
    lib.clang_getCursorUnaryOperatorKind.argtypes = [cindex.Cursor]
    lib.clang_Cursor_getVarDeclInitializer.argtypes = [cindex.Cursor]
    lib.clang_Cursor_getVarDeclInitializer.restype = cindex.Cursor
    lib.clang_Cursor_isFunctionInlined.argtypes = [cindex.Cursor]
    lib.clang_getNumOverloadedDecls.argtypes = [cindex.Cursor]
    lib.clang_getOverloadedDecl.argtypes = [cindex.Cursor, ctypes.c_uint]
    lib.clang_getOverloadedDecl.restype = cindex.Cursor
    lib.clang_getAllSkippedRanges.argtypes = [cindex.TranslationUnit]
    lib.clang_getAllSkippedRanges.restype = ctypes.POINTER(RangeList)
    lib.clang_disposeSourceRangeList.argtypes = [ctypes.POINTER(RangeList)]
    return lib


@cindex.callbacks["cursor_visit"]  # type: ignore[untyped-decorator]
def _append(child: cindex.Cursor, _: cindex.Cursor, found: list[cindex.Cursor]) -> int:
    found.append(child)
    return CONTINUE


def children(cursor: cindex.Cursor) -> list[cindex.Cursor]:
    """What the bindings' `get_children` gives, at a third of its cost: units have hundreds of thousands."""
    found: list[cindex.Cursor] = []
    cindex.conf.lib.clang_visitChildren(cursor, _append, found)
    for child in found:
        child._tu = cursor._tu
    return found


def arguments(call: cindex.Cursor) -> list[cindex.Cursor]:
    """The arguments of a call, less those that clang does not show."""
    lib = cindex.conf.lib
    made = (lib.clang_Cursor_getArgument(call, at) for at in range(lib.clang_Cursor_getNumArguments(call)))
    return [argument for argument in made if argument is not None]


def identity(function: cindex.Cursor) -> str:
    """Clang's identity of a function; that of the template for what is made of one."""
    template = library().clang_getSpecializedCursorTemplate(function)
    if template is not None and not template.kind.is_invalid():
        return str(template.get_usr())
    return str(function.get_usr())


def label(cursor: cindex.Cursor) -> str:
    """The name of a label or of what a jump goes to; empty for a jump to a computed place and for all else."""
    if cursor.kind is _KIND.GOTO_STMT:
        return next((c.spelling for c in children(cursor) if c.kind is _KIND.LABEL_REF), "")
    return str(cursor.spelling) if cursor.kind is _KIND.LABEL_STMT else ""


def is_for_device(made: cindex.Cursor) -> bool:
    """Whether a lambda says that it is for the device."""
    called = next((c for c in children(made.type.get_declaration()) if c.spelling == "operator()"), None)
    return called is not None and any(c._kind_id in (DEVICE_ATTR, GLOBAL) for c in children(called))
