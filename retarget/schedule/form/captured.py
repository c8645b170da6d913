"""Names that mean something else where a function's text is inlined: a variable of the kernel's has the name of one
outside, another namespace or a later overload has one of the same name.

    __device__ int n;
    __device__ void wait(int* s) { s[threadIdx.x] = n; __syncthreads(); }
    __global__ void k(int* s, int n) { wait(s); }           the text of `wait` would name the parameter

What is inlined is parsed, and names what it and the call's arguments named before. Where a template's argument decides
what a function calls, the call may end at functions that stand in front of it, in its namespace or one around it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct, field

from retarget.source.text import Edit, Source, landed, origins
from retarget.unit.tree import Function, Kind, Node, Storage, Variable

_OWN = "own"  # of the kernel, or of the function
_OPEN = ""  # decided by a template's argument, or no name of the user's
_OWNED = frozenset({Storage.PARAMETER, Storage.LOCAL, Storage.SHARED, Storage.DYNAMIC})
_OFFSETS = re.compile(r"@\d+(?=@)")

Meanings = dict[str, set[str]]
"""What each name means."""


class Inlined(Struct, frozen=True):
    """A call, the function that it is of, the names that its own variables got, the edit that holds its text, and the
    names of variables that are declared elsewhere."""

    call: Node
    function: Function
    renamed: Mapping[str, str]
    edit: Edit
    kept: frozenset[str] = frozenset()


class Texts(Struct, frozen=True):
    """A kernel in the text before and in the text that edits made of it. sources: the texts before, by path; functions:
    of the text after, by identity."""

    before: Function
    after: Function
    sources: Mapping[str, Source]
    edits: Sequence[Edit]
    functions: dict[str, Function] = field(default_factory=dict)
    _origins: dict[str, Callable[[int], int]] = field(default_factory=dict)

    def captured(self, inlined: Iterable[Inlined]) -> tuple[Node, str] | None:
        """The first call of which a name means something else now, and the name."""
        source = self.sources[self.before.span.path]
        places = {edit: (begin, end) for begin, end, edit in landed(self.edits, source)}
        for one in inlined:
            wanted = self._needed_meanings(one)
            given: Meanings = {}
            for begin, end in (places[one.edit], *self._declared(one.kept)):
                _join(given, _meanings(_between(self.after, begin, end), self.after.variables, {}, self._back))
                _mention(given, self.after, begin, end)
            for name, meant in wanted.items():
                if not self._agree(meant, given.get(name, set()), one.function):
                    return one.call, name
        return None

    def _declared(self, names: frozenset[str]) -> Iterator[tuple[int, int]]:
        """Where the kernel declares variables."""
        known = self.after.variables
        for node in self.after.body.of(Kind.DECLARE) if names else ():
            if any(p.variable in known and known[p.variable].name in names for p in node.parts):
                yield node.span.start, node.span.end

    def _needed_meanings(self, one: Inlined) -> Meanings:
        found = _meanings(one.function.body.walk(), one.function.variables, one.renamed)
        for argument in one.call.parts:
            _join(found, _meanings(argument.walk(), self.before.variables, {}))
        span = one.function.span
        _mention(found, one.function, span.start, span.end, one.function.template_names)
        _mention(found, self.before, one.call.span.start, one.call.span.end)
        return found

    def _agree(self, wanted: set[str], given: set[str], function: Function) -> bool:
        if wanted - given - {_OPEN}:
            return False
        more = given - wanted
        return not more or (_OPEN in wanted and all(self._precedes(usr, function) for usr in more))

    def _precedes(self, usr: str, function: Function) -> bool:
        other = self.functions.get(usr)
        if other is None or other.span.path != function.span.path or not function.scope.startswith(other.scope):
            return False
        return self._back(other.span.path, other.span.start) < function.span.start

    def _back(self, path: str, offset: int) -> int:
        """Where a place of the text after stands in the text before."""
        if path not in self._origins:
            self._origins[path] = origins(self.edits, self.sources[path]) if path in self.sources else int
        return self._origins[path](offset)


def _between(function: Function, begin: int, end: int) -> Iterator[Node]:
    return (n for n in function.body.walk() if begin <= n.span.start and n.span.end <= end)


def _meanings(
    nodes: Iterable[Node],
    variables: dict[str, Variable],
    renamed: Mapping[str, str],
    back: Callable[[str, int], int] = lambda _, offset: offset,
) -> Meanings:
    """Of variables, functions and built-in indices that nodes name. back: from places of their text, by path, to those
    of the text before."""
    found: Meanings = {}
    for node in nodes:
        if node.kind is Kind.BUILTIN:
            name = node.name.partition(".")[0]
            found.setdefault(name, set()).add(name)
        if node.variable:
            variable = variables.get(node.variable)
            is_own = variable is not None and variable.storage in _OWNED
            name = variable.name if variable else node.name
            what = _OWN if is_own else _key(node.variable, back)
            found.setdefault(renamed.get(name, name) if is_own else name, set()).add(what)
        elif node.kind is Kind.CALL or node.callee:
            found.setdefault(node.name, set()).add(node.callee)
    return found


def _key(variable: str, back: Callable[[str, int], int]) -> str:
    head, _, offset = variable.rpartition(":")
    return f"{head}:{back(head.partition('@')[2], int(offset))}" if offset.isdigit() else variable


def _mention(found: Meanings, function: Function, begin: int, end: int, but: Sequence[str] = ()) -> None:
    for at, name, usr in function.mentions:
        if begin <= at < end and name not in but:
            found.setdefault(name, set()).add(_OFFSETS.sub("", usr))


def _join(found: Meanings, more: Meanings) -> None:
    for name, meant in more.items():
        found.setdefault(name, set()).update(meant)
