"""Instances of function templates: what they add to the template's tree, without a tree of their own.

An instance knows the sizes of variables and which can be made of nothing, which functions its calls mean, and which
destructors run in it; all else is the template's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from clang import cindex

from retarget.unit.parse.callees import ASSIGNING, Callees
from retarget.unit.parse.destructors import destructors
from retarget.unit.parse.kinds import DEVICE_ATTR, FUNCTIONS, GLOBAL, children, library
from retarget.unit.parse.unshown import unshown
from retarget.unit.parse.variables import is_assignable, is_default
from retarget.unit.tree import Function, Kind, Node, Variable

_K = cindex.CursorKind
_DECLARED = frozenset({_K.VAR_DECL.value, _K.PARM_DECL.value})
_CALL = int(_K.CALL_EXPR.value)
_BREAK, _RECURSE = 0, 2
_Target = tuple[int, int | None]


class _OfType(NamedTuple):
    """The size of a type's objects, where it has one; the destructors of the user's that run at their ends; what else
    of the user's runs with them; whether they can be made of nothing, and be assigned."""

    size: int | None
    ends: tuple[str, ...]
    unshown: tuple[str, ...]
    is_default: bool
    is_assignable: bool

    def given_to(self, known: Variable) -> Variable:
        return replace(known, bytes=self.size, is_default=self.is_default, is_assignable=self.is_assignable)


def _is_unnamed(function: cindex.Cursor) -> bool:
    """Whether a function may run that a template's text does not name: an operator, a conversion, a constructor."""
    return function.spelling.startswith("operator") or function.kind is _K.CONSTRUCTOR


@dataclass
class Instances:
    """place: of a location in a file of the user's; identity: of a function. What clang says of a type or a function
    is asked once: there may be thousands of instances."""

    place: Callable[[cindex.SourceLocation], tuple[str, int]]
    identity: Callable[[cindex.Cursor], str]
    _callees: Callees = field(init=False)
    _types: dict[int | None, _OfType] = field(default_factory=dict)  # by clang's address
    _called: dict[_Target, dict[str, Any]] = field(default_factory=dict)  # by kind and clang's address

    def __post_init__(self) -> None:
        self._callees = Callees(self.place, self.identity)

    def read(self, cursor: cindex.Cursor, template: Function) -> Function:
        """The template with an instance's variables and ends, and a body that holds the calls alone."""
        variables: dict[str, Variable] = {}
        calls: dict[_Target, Node] = {}
        ends: dict[str, None] = {}
        undivided: set[tuple[str, int]] = set()
        beside: set[str] = set()
        is_open = False  # a call runs what is not known here
        failures: list[Exception] = []

        def seen(inner: cindex.Cursor) -> None:
            nonlocal is_open
            if inner._kind_id in _DECLARED:
                path, offset = self.place(inner.location)
                key = f"{inner.spelling}@{path}:{offset}" if path else inner.get_usr()
                of_type = self._of_type(inner.type)
                ends.update(dict.fromkeys(of_type.ends))
                beside.update(of_type.unshown)
                if known := template.variables.get(key):
                    variables[key] = of_type.given_to(known)
            elif (target := inner.referenced) is None:
                is_open = True
            else:
                is_open = is_open or not self._is_known(target)
                named = target._kind_id, target.data[0]
                is_own = target.spelling in ASSIGNING and target.spelling != "operator="
                if is_own or (target.spelling in ASSIGNING and not self._of_type(inner.type).is_default):
                    undivided.add(self.place(inner.extent.start))
                if target._kind_id == _K.CONSTRUCTOR.value:
                    ends.update(dict.fromkeys(self._of_type(inner.type).ends))
                    beside.update(self._of_type(inner.type).unshown)
                elif target.spelling == "operator=" and target.semantic_parent is not None:
                    beside.update(self._of_type(target.semantic_parent.type).unshown)
                if named not in self._called:
                    self._called[named] = {"name": inner.spelling, "home": "?"} | self._callees.called(target)
                if _is_unnamed(target) and self._called[named]["home"]:
                    beside.add(self._callees.unshown(target))
                if named not in calls:
                    calls[named] = Node(Kind.CALL, template.span, **self._called[named])

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
        body = Node(Kind.NONE, template.span, tuple(calls.values()))
        placed = tuple((template.span, usr) for usr in ends)
        return replace(
            template, body=body, variables=variables, ends=placed, undivided=frozenset(undivided),
            unshown=frozenset(beside), is_settled=not is_open,
        )  # fmt: skip

    def _is_known(self, called: cindex.Cursor) -> bool:
        """Whether what is called is a function, and, where a value gives it, one of the user's that is read: a lambda
        of host code for the device is not."""
        if called._kind_id not in FUNCTIONS:
            return False
        if called.spelling != "operator()":
            return True
        owner = called.semantic_parent
        while owner is not None and owner._kind_id not in FUNCTIONS:
            owner = owner.semantic_parent
        if self._callees.users(called) and owner is not None:  # of a lambda, or of a class in a function
            return any(c._kind_id in (GLOBAL, DEVICE_ATTR) for c in children(owner))
        return bool(self._callees.users(called))

    def _of_type(self, kind: cindex.Type) -> _OfType:
        canonical = kind.get_canonical()
        known = self._types.get(canonical.data[0])
        if known is None:
            size = canonical.get_size()
            ends = tuple(usr for d in destructors(canonical) if (usr := self._callees.users(d)))
            beside = tuple(usr for f in unshown(canonical) if (usr := self._callees.unshown(f)))
            of_libraries = (d for d in destructors(canonical) if not self._callees.users(d))
            beside += tuple(name for d in of_libraries if (name := self._callees.unshown(d)))
            known = _OfType(size if size >= 0 else None, ends, beside, is_default(canonical), is_assignable(canonical))
            self._types[canonical.data[0]] = known
        return known
