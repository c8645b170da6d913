"""Of which reads the values matter: a compiler leaves out the others, and moves a read to where its value is used.

    float v = a[i], w = b[i], u = c[i];
    if (i < n) d[i] = v;                 of threads with i < n alone
    d[i + n] = w;                        of all threads; c is never read

A place is told by the branches around it, and those that may have left before. The value of a variable is needed at the
places of the statements that store to memory, and of conditions that decide about such, by way of other variables too.
A variable that branches or loops change holds what comes out of them: no read moves behind that. What goes to shared
memory stays where it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from retarget.analysis.device_calls import computes, is_atomic, is_impure, is_load
from retarget.analysis.lvalues import root
from retarget.unit.tree import LOOPS, Function, Kind, Node, Storage

Place = tuple[int, ...]  # the branches around it, from the outermost on; what holds there holds in all that it begins
Loops = tuple[int, ...]  # and the loops
_JUMPS = frozenset({Kind.RETURN, Kind.BREAK, Kind.CONTINUE, Kind.GOTO})
_UNKNOWN = frozenset({Kind.ASM, Kind.GOTO, Kind.LABEL, Kind.LAMBDA, Kind.LAUNCH, Kind.OTHER, Kind.SWITCH, Kind.EACH})
_VECTOR = re.compile(r"(?:HIP_vector_type<.*, ([234])u?>|u?(?:char|short|int|long|longlong|float|double)([1234]))$")
_MOST_PLACES = 64  # of a variable


class NotUnderstood(Exception):
    """From here on, nothing is known."""


class NeededValues:
    """Of a function's variables. Raises NotUnderstood where a value is needed at many places."""

    def __init__(self, function: Function) -> None:
        self._function = function
        self._at: dict[str, set[Place]] = {}  # where a variable's value is needed
        self._declared: dict[str, tuple[Place, Loops]] = {}
        self._merged = set[str]()  # variables that branches or loops change
        self._places: dict[int, Place] = {}  # of statements, by their identity
        self._whole = set[str]()  # variables that are more than the members which are named
        self._members: dict[str, set[str]] = {}
        self._look(function.body)
        self._is_new = True  # whether the last visit found a place, or a variable that is merged
        while self._is_new:
            self._is_new = False
            self._visit(function.body, (), ())

    def is_needed(self, statement: Node) -> bool:
        """Whether a statement, or a declaration's variable, does something, so that what it reads counts."""
        place = self._places.get(id(statement), ())
        return self._does(statement, place)

    def decides(self, branch: Node) -> bool:
        """Whether the condition of an `if` or a loop does."""
        place = self._places.get(id(branch), ())
        if branch.kind is Kind.IF:
            return any(self._does(part, (*place, id(part)), True) for part in branch.parts[1:])
        return self._does(branch, place)

    def has_all(self, variable: str, kind: str) -> bool:
        """Whether all members of a variable matter, if it is an object: it is used whole, or each of a vector's is."""
        if variable in self._whole:
            return True
        found = _VECTOR.match(kind)
        count = int(found[1] or found[2]) if found else 0
        return bool(count) and set("xyzw"[:count]) <= self._members.get(variable, set())

    def _look(self, body: Node) -> None:
        inside = set[int]()
        for n in body.of(Kind.MEMBER):
            if n.parts and n.parts[0].kind is Kind.NAME:
                inside.add(id(n.parts[0]))
                self._members.setdefault(n.parts[0].variable, set()).add(n.name.lstrip(".->"))
        self._whole = {n.variable for n in body.of(Kind.NAME) if id(n) not in inside}

    def _visit(self, node: Node, place: Place, loops: Loops) -> Place:
        """Gives the place of what follows."""
        self._places[id(node)] = place
        if node.kind is Kind.BLOCK:
            inner = place
            for part in node.parts:
                inner = self._visit(part, inner, loops)
            return place
        if node.kind is Kind.DECLARE:
            for variable in node.parts:
                self._places[id(variable)] = place
                self._declared[variable.variable] = place, loops
                self._need(variable.parts, self._needed_from(variable.variable, place))
            return place
        if node.kind is Kind.IF:
            if self.decides(node):
                self._need(node.parts[:1], {place})
            for part in node.parts[1:]:
                self._visit(part, (*place, id(part)), loops)
            return (*place, id(node)) if any(n.kind in _JUMPS for n in node.walk()) else place
        if node.kind in LOOPS:
            if self._does(node, place):
                self._need([node.condition], {place})
            for part in node.parts:
                if part is not node.condition:
                    self._visit(part, place, (*loops, id(node)))
            return place
        if node.kind is Kind.BINARY and node.name == ",":
            for part in node.parts:
                self._visit(part, place, loops)
            return place
        for target in filter(None, _changed(node)):
            is_merged = self._declared.get(target.variable, ((), ())) != (place, loops)
            if is_merged and target.variable not in self._merged:
                self._merged.add(target.variable)
                self._is_new = True
        self._need([node], self._needed_by(node, place))
        return place

    def _need(self, expressions: Sequence[Node], places: set[Place]) -> None:
        waiting = [(e, places) for e in expressions if places]
        while waiting:
            node, at = waiting.pop()
            if node.kind is Kind.NAME:
                self._add(node.variable, at)
            inner = {(*p, id(node)) for p in at} if node.kind in _UNKNOWN or _chooses(node) else at
            waiting += [(part, inner if k else at) for k, part in enumerate(node.parts)]

    def _add(self, variable: str, places: set[Place]) -> None:
        """Keeps the places that no other one begins: `n = n < low ? low : n` would add one by each visit, else."""
        known = self._at.setdefault(variable, set())
        if new := {p for p in places if not _begins(known, p, len(p) + 1)}:
            both = known | new
            self._at[variable] = {p for p in both if not _begins(both, p, len(p))}
            self._is_new = True
            if len(self._at[variable]) > _MOST_PLACES:
                raise NotUnderstood

    def _needed_from(self, variable: str, place: Place) -> set[Place]:
        """Where what is assigned to a variable at a place is needed."""
        found = self._at.get(variable, set())
        if found and self._stays(variable):
            return {place}
        return {max(p, place, key=len) if p == place[: len(p)] else p for p in found}

    def _needed_by(self, expression: Node, place: Place) -> set[Place]:
        found = set[Place]()
        for target in _changed(expression):
            found |= {place} if target is None else self._needed_from(target.variable, place)
            if target is not None and not self._is_own(target):
                return {place}
        return {place} if self._acts(expression) else found

    def _does(self, node: Node, place: Place, jumps: bool = False) -> bool:
        """Whether something happens there that is needed wherever it happens."""
        if node.kind is Kind.VARIABLE:
            return self._is_here(node.variable, place) or any(self._does(p, place) for p in node.parts)
        for target in _changed(node):
            if target is None or not self._is_own(target) or self._is_here(target.variable, place):
                return True
        return self._acts(node) or any(n.kind is Kind.RETURN or (jumps and n.kind in _JUMPS) for n in node.walk())

    def _is_here(self, variable: str, place: Place) -> bool:
        found = self._at.get(variable, set())
        return bool(found) and (self._stays(variable) or any(p == place[: len(p)] for p in found))

    def _stays(self, variable: str) -> bool:
        known = self._function.variables.get(variable)
        is_block = known is not None and known.storage in (Storage.SHARED, Storage.DYNAMIC)
        return variable in self._merged or is_block

    def _is_own(self, target: Node) -> bool:
        """A variable of a thread or a block, of which all uses are by its name."""
        variable = self._function.variables.get(target.variable)
        if target.kind is not Kind.NAME or variable is None or variable.is_reference:
            return False
        is_block = variable.storage in (Storage.SHARED, Storage.DYNAMIC)
        return variable.storage in (Storage.LOCAL, Storage.PARAMETER) or is_block

    def _acts(self, node: Node) -> bool:
        """Calls, but for those that only compute, and what is not understood."""
        return any(n.kind in _UNKNOWN or (n.kind is Kind.CALL and not _only_computes(n)) for n in node.walk())


def _begins(places: set[Place], place: Place, below: int) -> bool:
    """Whether the first few branches of a place, fewer than `below`, are one of several places."""
    return any(place[:n] in places for n in range(below))


def _chooses(node: Node) -> bool:
    """Whether its first operand decides if the others are looked at."""
    return node.kind is Kind.CONDITIONAL or (node.kind is Kind.BINARY and node.name in ("&&", "||"))


def _only_computes(call: Node) -> bool:
    if call.callee or call.type == "void" or is_atomic(call.name) or is_impure(call.name):
        return False
    return is_load(call.name) or computes(call.name, call.home)


def _changed(node: Node) -> Iterator[Node | None]:
    """The variables to which stores go, `v` and `v[i].x`; None: memory."""
    for n in node.walk():
        if n.kind is Kind.ASSIGN or (n.kind is Kind.UNARY and n.name.removeprefix("post") in ("++", "--")):
            target, bottom = n.parts[0], root(n.parts[0])
            is_pointed = any(
                (m.kind is Kind.UNARY and m.name == "*")
                or (m.kind is Kind.INDEX and not m.parts[0].type.endswith("]"))
                or (m.kind is Kind.MEMBER and m.parts and m.parts[0].type.endswith("*"))
                for m in _down(target)
            )
            yield None if is_pointed or bottom.kind is not Kind.NAME else bottom


def _down(target: Node) -> Iterator[Node]:
    while target.kind in (Kind.UNARY, Kind.INDEX, Kind.MEMBER) and target.parts:
        yield target
        target = target.parts[0]
