"""Initialiser lists in braces of CUDA's vector types and of the bits of halves, as they are written, and elements that
go to one of these without braces of its own."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from clang import cindex

from retarget.source.recent import mentioned
from retarget.source.text import Span
from retarget.unit.parse.kinds import LIST, children

_VECTOR = r"(?:(?:u?(?:char|short|int|long|longlong))|float|double)[1-4]"
_RAW = {"__half_raw": 1, "__half2_raw": 2}  # the bits of halves, and how many there are
may_list = mentioned(re.compile(rf"\b(?:{_VECTOR}|cu(?:Float|Double)?Complex|{'|'.join(_RAW)})\b"))
_K, _T = cindex.CursorKind, cindex.TypeKind


@dataclass
class VectorLists:
    """The walk's finds: where lists stand, their type, how many elements they have. braces: of lists whose elements
    have to be put in braces, what to insert where; nothing where that is not known. span: where a cursor stands in the
    user's files; text: that of a file by its path."""

    span: Callable[[cindex.Cursor], Span | None]
    text: Callable[[str], str]
    found: dict[Span, tuple[str, int]] = field(default_factory=dict)
    braces: dict[Span, dict[int, str]] = field(default_factory=dict)

    def see(self, cursor: cindex.Cursor) -> None:
        kind = _plain(cursor.type)
        elements = list(cursor.get_children())
        if not _is_vector(kind) and kind not in _RAW:
            self._apart(cursor, elements)
            return
        is_copy = len(elements) == 1 and _plain(elements[0].type) == kind
        if (span := self._braces(cursor)) and elements and not is_copy:
            self.found[span] = kind, len(elements)

    def _braces(self, cursor: cindex.Cursor) -> Span | None:
        span = self.span(cursor)
        written = self.text(span.path)[span.start : span.end] if span else ""
        return span if written.startswith("{") and written.endswith("}") else None

    def _apart(self, cursor: cindex.Cursor, elements: list[cindex.Cursor]) -> None:
        """Elements of an array or a structure, which C++ deals out to the vectors in it."""
        whole = self._braces(cursor)
        if whole is None or any(_names(e) for e in elements):
            return
        deal = _Deal(self.span, elements, whole.path)
        for part in _parts(cursor.type.get_canonical()) or ():
            if deal.left and not deal.give(part):
                break
        if deal.braces:
            self.braces[whole] = deal.braces if deal.is_known else {}


def made_of_bits(name: str) -> str:
    """The function of ours that makes one of the bits of halves."""
    return f"retarget_hip::{name.strip('_')}"


def _names(element: cindex.Cursor) -> bool:
    """Whether an element says whose it is: `.x = 1`."""
    return any(c.kind is _K.MEMBER_REF for c in children(element)[:1])


@dataclass
class _Deal:
    """The elements of one list, given to the parts of its type in order. braces: what is to be inserted, by place;
    is_known: whether all places are."""

    span: Callable[[cindex.Cursor], Span | None]
    left: list[cindex.Cursor]
    path: str
    braces: dict[int, str] = field(default_factory=dict)
    is_known: bool = True

    def give(self, kind: cindex.Type) -> bool:
        """Takes from the elements what one part takes; whether to go on."""
        kind = kind.get_canonical()
        first, name = self.left[0], _plain(kind)
        parts = _parts(kind)
        is_whole = _plain(first.type) == name or (_is_vector(name) and _converts(first.type))
        if first._kind_id == LIST or is_whole or (parts is None and not _is_vector(name)):
            self.left.pop(0)
            return True
        if name in _RAW:
            taken = self.left[: _RAW[name]]
            del self.left[: len(taken)]
            return self._enclosed(taken, ", 0" * (_RAW[name] - len(taken)), f"{made_of_bits(name)}(", ")")
        if _is_vector(name):
            taken = self.left[: int(name[-1])]
            del self.left[: len(taken)]
            return self._enclosed(taken, ", 0" * (int(name[-1]) - len(taken)))
        before, count = len(self.braces), len(self.left)
        given = list(self.left)
        for part in parts or ():
            if self.left and not self.give(part):
                return False
        if len(self.braces) == before:
            return True
        return self._enclosed(given[: count - len(self.left)], "")

    def _enclosed(self, taken: list[cindex.Cursor], zeros: str, opening: str = "{", closing: str = "}") -> bool:
        begin, end = self.span(taken[0]), self.span(taken[-1])
        self.is_known = begin is not None and end is not None and (len(taken) == 1 or begin.end <= end.start)
        if begin is None or end is None:
            return False
        self.braces[begin.start] = self.braces.get(begin.start, "") + opening
        self.braces[end.end] = self.braces.get(end.end, "") + zeros + closing
        return self.is_known and begin.path == self.path == end.path


def _converts(kind: cindex.Type) -> bool:
    """Whether a value becomes a vector by a conversion: an index of threads, an extent, another class."""
    return kind.get_canonical().kind is _T.RECORD


def _is_vector(name: str) -> bool:
    return re.fullmatch(_VECTOR, name) is not None


def _parts(kind: cindex.Type) -> list[cindex.Type] | None:
    """The types of an array's or a structure's parts, in order; None of anything else, and of classes with bases."""
    if kind.kind is _T.CONSTANTARRAY:
        return [kind.element_type] * min(kind.element_count, 1 << 16)
    if kind.kind is not _T.RECORD:
        return None
    declared = list(kind.get_declaration().get_children())
    if any(c.kind in (_K.CXX_BASE_SPECIFIER, _K.CONSTRUCTOR) for c in declared):
        return None
    fields = [c.type for c in declared if c.kind is _K.FIELD_DECL]
    return fields[:1] if kind.get_declaration().kind is _K.UNION_DECL else fields


def _plain(kind: cindex.Type) -> str:
    return re.sub(r"\b(?:const|volatile) ", "", str(kind.get_canonical().spelling))
