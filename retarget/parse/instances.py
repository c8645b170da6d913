"""Instances of function templates: what they add to the template's tree, without a tree of their own.

An instance knows the sizes of variables, which functions its calls mean, and which destructors run in it; all else is
the template's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from clang import cindex

from retarget.parse.callees import Callees
from retarget.parse.destructors import destructors
from retarget.parse.kinds import library
from retarget.parse.variables import variable
from retarget.text import Span
from retarget.tree import Function, Kind, Node, Variable

_K = cindex.CursorKind
_DECLARED = frozenset({_K.VAR_DECL.value, _K.PARM_DECL.value})
_CALL = int(_K.CALL_EXPR.value)
_BREAK, _RECURSE = 0, 2


@dataclass
class Instances:
    """place: of a location in a file of the user's; identity: of a function."""

    place: Callable[[cindex.SourceLocation], tuple[str, int]]
    identity: Callable[[cindex.Cursor], str]
    _callees: Callees = field(init=False)

    def __post_init__(self) -> None:
        self._callees = Callees(self.place, self.identity)

    def read(self, cursor: cindex.Cursor, template: Function) -> Function:
        """The template with an instance's variables and ends, and a body that holds the calls alone."""
        variables: dict[str, Variable] = {}
        calls: dict[Node, None] = {}
        ends: dict[str, None] = {}
        failures: list[Exception] = []

        def seen(inner: cindex.Cursor) -> None:
            if inner._kind_id in _DECLARED:
                path, offset = self.place(inner.location)
                key = f"{inner.spelling}@{path}:{offset}" if path else inner.get_usr()
                variables[key] = variable(inner, key, Span(path, offset, offset), offset)
                self._end(inner, ends)
            elif (target := inner.referenced) is not None:
                if target.kind is _K.CONSTRUCTOR:
                    self._end(inner, ends)
                known = {"home": "?"} | self._callees.called(target)
                calls[Node(Kind.CALL, template.span, name=inner.spelling, **known)] = None

        def visited(inner: cindex.Cursor, parent: cindex.Cursor, _: object) -> int:
            if inner._kind_id == _CALL or inner._kind_id in _DECLARED:
                inner._tu = parent._tu = cursor._tu
                try:
                    seen(inner)
                except Exception as error:  # comes out below, not inside the C callback
                    failures.append(error)
                    return _BREAK
            return _RECURSE

        library().clang_visitChildren(cursor, cindex.callbacks["cursor_visit"](visited), None)
        if failures:
            raise failures[0]
        body = Node(Kind.NONE, template.span, tuple(calls))
        return replace(template, body=body, variables=variables, ends=tuple((template.span, usr) for usr in ends))

    def _end(self, made: cindex.Cursor, ends: dict[str, None]) -> None:
        ends.update((usr, None) for d in destructors(made.type) if (usr := self._callees.users(d)))
