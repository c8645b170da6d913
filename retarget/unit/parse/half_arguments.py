"""Numbers that CUDA takes as a `__half` where a function of the same name takes a `__half2`.

HIP makes a `__half2` of any number by itself, so that both functions suit the call there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from clang import cindex

from retarget.source.text import Span
from retarget.unit.parse.kinds import CALL, FUNCTIONS, UNEXPOSED, children

_ONE, _TWO = "__half", "__half2"
_T = cindex.TypeKind


class HalfArguments:
    """The walk's finds: functions that take a `__half2`, and calls that make a `__half` of a number. `place`: where a
    cursor stands in the user's files."""

    def __init__(self, place: Callable[[cindex.Cursor], Span | None]) -> None:
        self._place = place
        self._takers: dict[tuple[str, int], int] = {}  # by name and place of the parameter, the most parameters
        self._found: list[tuple[str, int, int, Span]] = []  # the same, how many arguments, where

    def declaration(self, cursor: cindex.Cursor) -> None:
        if cursor._kind_id not in FUNCTIONS or cursor.type.kind is not _T.FUNCTIONPROTO:
            return
        if _TWO not in cursor.type.get_canonical().spelling:  # most: their parameters are not looked at
            return
        kinds = list(cursor.type.argument_types())
        for index, kind in enumerate(kinds):
            if _class_of(kind) == _TWO:
                key = _plain(cursor), index
                self._takers[key] = max(len(kinds), self._takers.get(key, 0))

    def call(self, cursor: cindex.Cursor) -> None:
        arguments = list(cursor.get_arguments())
        for index, argument in enumerate(arguments):
            made = _bare(argument) if argument is not None else None
            if made is None or made._kind_id != CALL or made.spelling != _ONE:
                continue
            operand = next(made.get_arguments(), None)
            if operand is None or not _is_number(operand.type) or operand.extent != made.extent:
                continue  # written out, or no conversion
            span, whole = self._place(operand), self._place(cursor)
            if span and span != whole:  # equal where a macro's body spells the call
                self._found.append((_plain(cursor), index, len(arguments), span))

    def ambiguous(self) -> Iterator[Span]:
        """The places of numbers for which HIP finds both functions."""
        return (span for name, at, count, span in self._found if self._takers.get((name, at), 0) >= count)


def _plain(cursor: cindex.Cursor) -> str:
    """A function's name without the arguments of a template."""
    return str(cursor.spelling).partition("<")[0]


def _class_of(kind: cindex.Type) -> str:
    """The name of a class or of one that a reference refers to."""
    kind = kind.get_canonical()
    if kind.kind in (_T.LVALUEREFERENCE, _T.RVALUEREFERENCE):
        kind = kind.get_pointee()
    return str(kind.spelling).removeprefix("const ")


def _bare(cursor: cindex.Cursor) -> cindex.Cursor:
    """Without what clang adds around a temporary."""
    while cursor._kind_id == UNEXPOSED and (inner := next(iter(children(cursor)), None)) is not None:
        cursor = inner
    return cursor


def _is_number(kind: cindex.Type) -> bool:
    kind = kind.get_canonical()
    return kind.kind is _T.ENUM or _T.BOOL.value <= kind.kind.value <= _T.LONGDOUBLE.value
