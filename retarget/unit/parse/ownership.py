"""Whose the names of a unit are: the user's, CUDA's, or somebody else's, at each place where one is written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from clang import cindex

from retarget.source.project import real
from retarget.source.text import Diagnostic
from retarget.unit.parse.hiding import Hiding
from retarget.unit.parse.kinds import DECLARATIONS, FUNCTIONS, MACRO, MACRO_USE, SCOPES, library

_STRUCT = cindex.CursorKind.STRUCT_DECL
_ENUM = cindex.CursorKind.ENUM_DECL
_ALIASES = frozenset({cindex.CursorKind.TYPEDEF_DECL, cindex.CursorKind.TYPE_ALIAS_DECL})
_CLASH = re.compile(r"conflicting types for '(\w+)'")
_TAG = re.compile(r"CU\w+_st")
_BROUGHT = cindex.CursorKind.UNEXPOSED_DECL  # by a using-declaration, where its name is written
# `static cublasStatus_t (*scale)(...)`, where no header declares the type: clang takes the type for what is declared.
_NO_TYPE_AHEAD = re.compile(
    r"(?:\A|[;{}:,(>]|^[ \t]*#[^\n]*|\*/|\b(?:typedef|static|extern|inline|const|volatile))\s*\Z", re.M
)
_POINTER_BEHIND = re.compile(r"\s*\(\s*(?:[A-Z]\w*\s+)?[*&]")
# `curandStatus_t CURANDAPI make(...)`: clang takes what no header defines for the name, and a second name follows.
_NAME_BEHIND = re.compile(r"\s+(?!__attribute|__a|alignas|asm|final|noexcept|override|requires)[A-Za-z_]\w*\s*\(")
_AHEAD = 400  # characters in front of a name that tell whether a type stands there
Place = tuple[str, int]


@dataclass
class Ownership:
    """What a walk over a unit learns of the names of interest.

    place: the path and offset where a location is written, the path empty outside of the user's files; cuda: the
    folders of CUDA's headers. own, foreign: places of names that refer to the user's declarations and macros, and to
    others'; others: those of the latter that CUDA does not declare either; mixed: those that a template leaves open
    among functions of the user's and of others. clashes: functions of the user's whose types are not CUDA's, as clang
    complains. own_names: what the user declares at
    namespace scope, or as a macro. in_macros: names that the user's macros bring, and whether they are his own.
    """

    names: frozenset[str]
    place: Callable[[cindex.SourceLocation], Place]
    is_users: Callable[[cindex.SourceLocation], bool]
    text: Callable[[str], str]
    cuda: tuple[str, ...]
    clashes: frozenset[str] = frozenset()
    own: list[Place] = field(default_factory=list)
    foreign: list[Place] = field(default_factory=list)
    others: list[Place] = field(default_factory=list)
    mixed: list[Place] = field(default_factory=list)
    own_names: list[str] = field(default_factory=list)
    in_macros: set[tuple[str, bool]] = field(default_factory=set)
    _parameters: dict[str, int] = field(default_factory=dict)  # how many those have that clash
    _own_enums: set[str] = field(default_factory=set)
    _macro_uses: set[Place] = field(default_factory=set)
    _targets: dict[int | None, tuple[bool, bool]] = field(default_factory=dict)  # by clang's address of a declaration

    def __post_init__(self) -> None:
        self.hiding = Hiding(self.place)

    def macros(self, users: Iterable[cindex.Cursor]) -> None:
        """Definitions and uses of macros. A use of a name of interest is the user's, or not, as the macro is."""
        for cursor in (c for c in users if c._kind_id in (MACRO, MACRO_USE)):
            place = self.place(cursor.location)
            self._macro_uses.add(place)
            if cursor.spelling in self.names:
                definition = cursor if cursor._kind_id == MACRO else cursor.referenced
                is_own = definition is not None and self.is_users(definition.location)
                (self.own if is_own else self.foreign).append(place)

    def at_top(self, cursor: cindex.Cursor) -> None:
        if cursor._kind_id == MACRO or (cursor._kind_id in DECLARATIONS and self._is_own(cursor)):
            self.own_names.append(cursor.spelling)

    def declaration(self, cursor: cindex.Cursor, parent: cindex.Cursor) -> None:
        name = cursor.spelling
        if name in self.names:
            is_own = self._is_own(cursor)
            self._note(cursor, name, is_own)
            if is_own and parent._kind_id not in SCOPES:
                self.hiding.declared(cursor)
        if cursor._kind_id in FUNCTIONS:
            self.hiding.defined(cursor)
            if name in self.clashes:
                self._parameters[name] = _arity(cursor)
        if parent._kind_id in SCOPES and self._is_own(cursor):
            self.own_names.append(name)

    def reference(self, cursor: cindex.Cursor) -> None:
        name = cursor.spelling.rpartition(" ")[2]
        if name not in self.names:
            return
        target = cursor.referenced
        if target is not None:
            is_own, is_others = self._whose(target)
            is_own = is_own or self._parameters.get(name, _arity(target)) != _arity(target)  # older CUDA lacks its one
            self._note(cursor, name, is_own)
            if is_others:
                self.others.append(self.place(cursor.location))

    def overloaded(self, cursor: cindex.Cursor) -> None:
        """A name that a template leaves open: known where all that it may mean is the user's, or none."""
        if cursor.spelling not in self.names:
            return
        lib = library()
        count = lib.clang_getNumOverloadedDecls(cursor)
        whose = {self._is_users_own(lib.clang_getOverloadedDecl(cursor, i)) for i in range(count)}
        if len(whose) == 1:
            self._note(cursor, cursor.spelling, whose.pop())
        elif whose:
            self.mixed.append(self.place(cursor.location))

    def _is_users_own(self, meant: cindex.Cursor) -> bool:
        is_brought = meant.kind is _BROUGHT and self.place(meant.location) in self.foreign
        return self.is_users(meant.location) and not is_brought

    def _note(self, cursor: cindex.Cursor, name: str, is_own: bool) -> None:
        """Notes whose a name is at the place where it is written; where a macro's body has it, that macros bring it."""
        place = self.place(cursor.location)
        if place in self._macro_uses or not self.text(place[0]).startswith(name, place[1]):
            self.in_macros.add((name, is_own))
        else:
            (self.own if is_own else self.foreign).append(place)

    def _whose(self, target: cindex.Cursor) -> tuple[bool, bool]:
        """Whether what a name refers to is the user's, and whether it is another's than CUDA's: asked once for each."""
        address = target.data[0]
        if address not in self._targets:
            is_own = self._is_own(target) and not _is_implicit(target)
            self._targets[address] = is_own, self._is_others(target)
        return self._targets[address]

    def _is_own(self, declared: cindex.Cursor) -> bool:
        """Whether a declaration is the user's. Headers that stay free of CUDA's repeat what these declare: functions,
        `struct CUstream_st;`, a typedef for a pointer to that; these are CUDA's."""
        if not self.is_users(declared.location):
            return False
        if declared.spelling in self.names and (self._is_brought_enum(declared) or self._is_no_name(declared)):
            return False
        if declared.spelling not in self.names or declared.kind in _ALIASES:
            return not self._stands_for_a_tag(declared)
        is_first = self.is_users(declared.canonical.location)
        is_tag = declared.kind is _STRUCT and declared.get_definition() is None and _TAG.fullmatch(declared.spelling)
        return is_first and not is_tag

    def _is_brought_enum(self, declared: cindex.Cursor) -> bool:
        """Whether this is `using enum cudaMemcpyKind`, of an enumeration that is not the user's."""
        if declared.kind is not _ENUM or declared.type.kind is not cindex.TypeKind.INVALID:
            self._own_enums |= {declared.spelling} if declared.kind is _ENUM else set()
            return False
        return declared.spelling not in self._own_enums

    def _is_no_name(self, declared: cindex.Cursor) -> bool:
        """Whether what clang takes for a declaration's name is a type or a macro that it does not know."""
        path, start = self.place(declared.location)
        text, end = self.text(path), start + len(declared.spelling)
        if not path or not text.startswith(declared.spelling, start):
            return False
        if not _POINTER_BEHIND.match(text, end):
            return _NAME_BEHIND.match(text, end) is not None
        return _NO_TYPE_AHEAD.search(text[max(start - _AHEAD, 0) : start]) is not None

    def _stands_for_a_tag(self, declared: cindex.Cursor) -> bool:
        """`typedef struct CUstream_st *cudaStream_t;`"""
        if declared.kind not in _ALIASES or declared.spelling not in self.names:
            return False
        target = declared.underlying_typedef_type.get_canonical()
        pointee = target.get_pointee() if target.kind is cindex.TypeKind.POINTER else target
        tag = pointee.get_declaration()
        return tag.kind is _STRUCT and self._is_tag(tag)

    def _is_tag(self, tag: cindex.Cursor) -> bool:
        """Whether a structure is one of the runtime's, which HIP declares in the same way; not those of libraries."""
        is_runtimes = _TAG.fullmatch(tag.spelling) is not None and tag.spelling in self.names
        return is_runtimes and not (tag.get_definition() and self._is_own(tag))

    def _is_others(self, declared: cindex.Cursor) -> bool:
        """Whether a header that is neither the user's nor CUDA's declares a name."""
        file = declared.location.file
        if file is None or self.is_users(declared.location):
            return False
        return not real(file.name).startswith(tuple(f"{folder}/" for folder in self.cuda))


def clashing(complaints: Iterable[Diagnostic]) -> frozenset[str]:
    """Functions of which clang says that the user's and CUDA's do not go together."""
    return frozenset(name for complaint in complaints for name in _CLASH.findall(complaint.message))


def _arity(function: cindex.Cursor) -> int:
    return int(library().clang_Cursor_getNumArguments(function))


def _is_implicit(target: cindex.Cursor) -> bool:
    """Whether a function has no declaration but the one that C makes up at its first call, which has no extent."""
    extent = target.canonical.extent
    return target.kind is cindex.CursorKind.FUNCTION_DECL and extent.start == extent.end
