"""Variables of device functions: what clang knows of one -> `tree.Variable`."""

from __future__ import annotations

import re
from itertools import takewhile

from clang import cindex
from msgspec.structs import replace

from retarget.source.text import Span
from retarget.unit.parse.addresses import REFERENCES, is_plain
from retarget.unit.parse.kinds import children as children_of
from retarget.unit.parse.kinds import library
from retarget.unit.parse.layouts import layout
from retarget.unit.parse.outward import POINTING, outward, west
from retarget.unit.tree import Storage, Variable

_K, _T = cindex.CursorKind, cindex.TypeKind
_MEMBERS = frozenset({_K.FIELD_DECL, _K.CONSTRUCTOR, _K.CXX_METHOD, _K.CXX_BASE_SPECIFIER})
_SCOPES = frozenset({_K.NAMESPACE, _K.CLASS_DECL, _K.STRUCT_DECL, _K.UNION_DECL, _K.CLASS_TEMPLATE})
_ARRAYS = frozenset({_T.CONSTANTARRAY, _T.INCOMPLETEARRAY, _T.DEPENDENTSIZEDARRAY})
_PUBLIC = cindex.AccessSpecifier.PUBLIC
_RESTRICT = re.compile(r"& ?__restrict$")
_INDEX = re.compile(r"__cuda_builtin_(threadIdx|blockIdx|blockDim|gridDim)_t")  # clang's names


def variable(cursor: cindex.Cursor, key: str, span: Span, name_start: int) -> Variable:
    canonical = cursor.type.get_canonical()
    size, kept, full = canonical.get_size(), _kept(canonical), _type_name(outward(canonical))
    return Variable(
        key, cursor.spelling,
        full if _is_deduced_elsewhere(cursor.type) else _decayed(_type_name(_spelled(cursor.type)), cursor),
        full, span, name_start,
        _storage(cursor), size if size >= 0 else None, is_default(kept),
        cursor.type.is_volatile_qualified(), is_plain(canonical),
        layout(canonical) if cursor.kind is _K.PARM_DECL and _has_objects(canonical) else None,
        any(c.kind is _K.ALIGNED_ATTR for c in children_of(cursor)), is_assignable(kept),
    )  # fmt: skip


def _has_objects(kind: cindex.Type) -> bool:
    """Whether a type is an object's, or points to some."""
    pointee = kind.get_pointee().get_canonical() if kind.kind is _T.POINTER else kind
    return pointee.kind is _T.RECORD


def _kept(kind: cindex.Type) -> cindex.Type:
    """What a variable of a canonical type would be kept as: of a reference, what it refers to."""
    return kind.get_pointee().get_canonical() if kind.kind in REFERENCES else kind


def _spelled(kind: cindex.Type) -> str:
    """As the text has it; clang writes `int &[4]` of a reference to arrays that is spelled `auto&`."""
    spelled: str = kind.spelling
    is_odd = spelled.endswith("]") and ("&[" in spelled or "*[" in spelled) and kind.get_canonical().kind in POINTING
    return kind.get_canonical().spelling if is_odd else spelled


def _is_deduced_elsewhere(kind: cindex.Type) -> bool:
    """Whether `auto` stands for a type whose name is one of another scope: clang spells it as it was written there."""
    is_deduced = kind.kind is _T.AUTO
    while not (is_deduced and _is_elsewhere(kind)):
        if kind.get_canonical().kind not in POINTING:
            return False
        kind = kind.get_pointee()
        is_deduced |= kind.kind is _T.AUTO
    return True


def _is_elsewhere(kind: cindex.Type) -> bool:
    if kind.get_canonical().kind is _T.AUTO:  # it is not known yet
        return False
    around = kind.get_declaration().semantic_parent
    return "<" in kind.spelling or (around is not None and around.kind in _SCOPES)


def _type_name(spelled: str) -> str:
    """A type's name, that of an index as CUDA documents it; `__restrict` says nothing of a reference's type."""
    spelled = _RESTRICT.sub("&", spelled) if "&" in spelled else west(spelled)
    return _INDEX.sub(lambda m: "uint3" if m[1].endswith("Idx") else "dim3", spelled)


def _decayed(spelled: str, cursor: cindex.Cursor) -> str:
    """A parameter that is spelled as an array is a pointer."""
    base, bracket, rest = spelled.partition("[")
    if cursor.kind is not _K.PARM_DECL or not spelled.endswith("]") or "(" in spelled:
        return spelled
    return f"{base.rstrip()} *" if "[" not in rest else _type_name(cursor.type.get_canonical().spelling)


def _storage(cursor: cindex.Cursor) -> Storage:
    if cursor.kind is _K.PARM_DECL:
        return Storage.PARAMETER
    attributes = {c.kind for c in children_of(cursor)}
    if _K.CUDASHARED_ATTR in attributes:
        is_extern = cursor.storage_class == cindex.StorageClass.EXTERN
        return Storage.DYNAMIC if is_extern else Storage.SHARED
    if _K.CUDACONSTANT_ATTR in attributes:
        return Storage.CONSTANT
    inside = cursor.semantic_parent is not None and cursor.semantic_parent.kind in (
        _K.FUNCTION_DECL, _K.FUNCTION_TEMPLATE, _K.CXX_METHOD, _K.CONSTRUCTOR, _K.CONVERSION_FUNCTION, _K.LAMBDA_EXPR
    )  # fmt: skip
    if inside and cursor.storage_class not in (cindex.StorageClass.STATIC, cindex.StorageClass.EXTERN):
        return Storage.LOCAL
    if _K.CUDADEVICE_ATTR in attributes:
        return Storage.GLOBAL
    return Storage.CONSTANT if cursor.type.is_const_qualified() else Storage.GLOBAL


def is_assignable(kind: cindex.Type, depth: int = 8) -> bool:
    """Whether device code can assign objects of a type, those of `is_default`: of libraries, not all can be."""
    while kind.kind in _ARRAYS:
        kind = kind.element_type.get_canonical()
    if kind.kind is not _T.RECORD:
        return True
    members, is_pattern = _members(kind.get_declaration())
    own = [c for c in members if c.kind is _K.CXX_METHOD and c.spelling == "operator="]
    if not own and any(c.kind is _K.CONSTRUCTOR and c.is_move_constructor() for c in members):
        return False
    bases = [c.type.get_canonical() for c in members if c.kind is _K.CXX_BASE_SPECIFIER]
    if not depth or (is_pattern and any("parameter-" in k.spelling for k in bases)):
        return False
    parts = (*(f.type.get_canonical() for f in kind.get_fields()), *bases)
    return all(map(_is_open, own)) and all(is_assignable(k, depth - 1) for k in parts)


def is_default(kind: cindex.Type, depth: int = 8) -> bool:
    """Whether an object of a type can be made of nothing, and its members assigned later."""
    while kind.kind in _ARRAYS:
        if "const[" in kind.spelling:  # of pointers that cannot change
            return False
        kind = kind.element_type.get_canonical()
    if kind.kind is not _T.RECORD:
        return "<" not in kind.spelling or "parameter-" not in kind.spelling  # a template's instance decides
    members, pattern = _members(kind.get_declaration())
    fields = [f.type.get_canonical() for f in kind.get_fields()]
    if not depth or any(k.kind in REFERENCES or k.is_const_qualified() for k in fields):
        return False
    parts = (*fields, *(c.type.get_canonical() for c in members if c.kind is _K.CXX_BASE_SPECIFIER))
    if not all(is_default(k, depth - 1) for k in parts):
        return False
    if pattern and any("parameter-" in k.spelling for k in parts[len(fields) :]):
        return False
    made = [c for c in members if c.kind is _K.CONSTRUCTOR]
    if not made and any(_is_of_templates(c) for c in members):
        return False
    own = [c for c in made if not c.is_copy_constructor() and not c.is_move_constructor()]
    return not own or any(_is_open(c) for c in own if c.is_default_constructor())


def _members(record: cindex.Cursor) -> tuple[list[cindex.Cursor], bool]:
    """What stands in a class; of a template's instance, in the template, which libclang shows alone."""
    members = children_of(record)
    template = library().clang_getSpecializedCursorTemplate(record)
    if template is None or template.kind is _K.NO_DECL_FOUND or any(c.kind in _MEMBERS for c in members):
        return members, False
    return children_of(template.get_definition() or template), True


def _is_of_templates(member: cindex.Cursor) -> bool:
    """Whether a member is a constructor that is a template: then the class has no implicit one."""
    return member.kind is _K.FUNCTION_TEMPLATE and member.spelling.partition("<")[0] == member.semantic_parent.spelling


def _is_open(method: cindex.Cursor) -> bool:
    is_public = method.access_specifier is cindex.AccessSpecifier.PUBLIC
    return is_public and not method.is_deleted_method() and _is_devices(method)


def _is_devices(method: cindex.Cursor) -> bool:
    """Whether device code may call it: what the compiler makes, and `constexpr`, on either side."""
    if method.is_default_method() or any(c.kind is _K.CUDADEVICE_ATTR for c in children_of(method)):
        return True
    words = (t.spelling for t in method.get_tokens())
    return "constexpr" in takewhile(lambda word: word != "(", words)


def bracketed(variable: Variable, span: Span, text: str) -> Span:
    """The place of a declaration with the bracket that closes its initialiser: clang omits that of `int x(1)`."""
    name = variable.name_start + len(variable.name)
    if text.startswith("(", name) and text[name : span.end].count("(") == text[name : span.end].count(")") + 1:
        close = len(text) - len(text[span.end :].lstrip())
        return replace(span, end=close + 1) if text.startswith(")", close) else span
    return span


def bound_parts(cursor: cindex.Cursor) -> str:
    """What the names of a structured binding stand for: `.a .b` of `auto [x, y] = pair;`, `[0] [1]` of an array's.
    Empty of other declarations; where a field is not public, has no name or is of bits; and of what the standard
    library's functions bind, or a copy of an array."""
    if cursor.kind is not _K.UNEXPOSED_DECL or not cursor.spelling.startswith("["):
        return ""
    count, kind = cursor.spelling.count(",") + 1, cursor.type.get_canonical()
    pointee = kind.get_pointee() if kind.kind in REFERENCES else kind
    if pointee.kind is _T.CONSTANTARRAY:
        return " ".join(f"[{at}]" for at in range(count)) if kind.kind in REFERENCES else ""
    fields = list(pointee.get_fields()) if pointee.kind is _T.RECORD else []
    is_plain = all(f.access_specifier is _PUBLIC and f.spelling and not f.is_bitfield() for f in fields)
    is_of_library = re.match(r"(const |volatile )*(std|cuda|thrust)::", pointee.spelling)
    return " ".join(f".{f.spelling}" for f in fields) if len(fields) == count and is_plain and not is_of_library else ""


def bound_values(cursor: cindex.Cursor) -> list[cindex.Cursor]:
    """What such a binding is initialised with."""
    return [c for c in children_of(cursor) if c.kind is not _K.UNEXPOSED_DECL] if bound_parts(cursor) else []
