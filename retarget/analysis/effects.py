"""What a statement of a device function does, itself and through the device functions that it calls.

Rules: an access is one of memory when its lvalue goes through a pointer, or names a shared or a global variable; a
local array is a thread's own. A call of a function with a body does what the body does; one without does what
`device_calls` knows of its name, or computes where it comes from CUDA's or the standard library's headers of functions
that do, and may load and store by the pointers that it gets; where a template's argument decides what is called, what
any function of that name does. Of any other call nothing is known. Functions that call one another do, each, what any
of them does; that they recur is a fact of its own where they ask which thread runs them, or wait for others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from retarget.analysis import device_calls, thread_groups
from retarget.analysis.indirect import Indirect
from retarget.analysis.lvalues import is_memory, is_own, is_volatile
from retarget.analysis.specialised import Specialisations, is_constructor
from retarget.unit.tree import Function, Kind, Node, Variable

DEFAULT = "UNEXPOSED_EXPR"  # an argument that stands with the function's declaration, as a node without parts
NEW = "CXX_NEW_EXPR"  # as clang names what has no kind of its own
HEAP = frozenset({NEW, "CXX_DELETE_EXPR"})
_NAMES = re.compile(r"\w+")
_CHANGING = tuple(f"operator{o}" for o in "= += -= *= /= %= &= |= ^= <<= >>= ++ --".split())


class Effects(Struct, frozen=True):
    """Nodes by what they do; a call of a function of the user's stands for what happens inside."""

    barriers: tuple[Node, ...] = ()
    votes: tuple[Node, ...] = ()  # __syncthreads_or and its like
    warp_operations: tuple[Node, ...] = ()
    groups: tuple[Node, ...] = ()  # cooperative groups
    loads: tuple[Node, ...] = ()
    stores: tuple[Node, ...] = ()
    atomics: tuple[Node, ...] = ()
    volatiles: tuple[Node, ...] = ()
    impure: tuple[Node, ...] = ()  # calls that do more than compute, inline assembly, launches
    builtins: tuple[Node, ...] = ()  # named here, not inside of called functions
    indexed_calls: tuple[Node, ...] = ()  # calls of functions that name built-in indices
    recursion: tuple[Node, ...] = ()
    unknown: tuple[Node, ...] = ()  # calls that may do anything

    @property
    def synchronises(self) -> bool:
        return bool(self.barriers or self.votes or self.groups)

    @property
    def writes(self) -> bool:
        """Whether others can see that it ran."""
        return bool(self.stores or self.atomics or self.impure or self.unknown or self.warp_operations
                    or self.synchronises)  # fmt: skip


class _Run(Struct, frozen=True):
    """What a call does: what one of these functions (usr) does; of a default argument that does anything, nothing is
    known."""

    functions: frozenset[str]
    is_default: bool = False


_Fact = tuple[str | _Run, Node]
_PLACE = frozenset({"builtins", "indexed_calls", "barriers", "votes", "groups", "warp_operations"})


@dataclass
class EffectsOf:
    """Computes effects; `functions`: a unit's for the device, by clang's identity; indirect: what calls by a value may
    reach; settled: the templates (usr) whose instances are all known, and say what they call; keeps_places: whether a
    member's initial value may be an address in its object; keeps_constants: whether nothing changes what is constant
    where it is named."""

    functions: Mapping[str, Function]
    indirect: Indirect = field(default_factory=Indirect)
    settled: frozenset[str] = frozenset()
    keeps_places: bool = False
    keeps_constants: bool = True
    _kinds: dict[str, frozenset[str]] = field(default_factory=dict)  # of what functions do, themselves or by others
    _nodes: dict[tuple[int, str], tuple[Node, Effects]] = field(default_factory=dict)

    @cached_property
    def lambdas(self) -> Mapping[str, Node]:
        """The lambdas that variables hold, by the variable's key."""
        declared = (v for f in self.functions.values() for v in f.body.of(Kind.VARIABLE))
        return {v.variable: v.parts[0] for v in declared if v.parts and v.parts[0].kind is Kind.LAMBDA}

    @cached_property
    def has_assignments(self) -> bool:
        """Whether a class of the user's says what it is to assign its objects."""
        return bool(self._specialisations.named("operator="))

    @cached_property
    def has_changing_operators(self) -> bool:
        """Whether a class of the user's says what it is to change its objects by an operator."""
        return any(self._specialisations.named(name) for name in _CHANGING)

    @cached_property
    def has_copies(self) -> bool:
        """Whether a class of the user's says what it is to make an object of another one, so that to assign it may do
        otherwise."""
        return self.has_assignments or any(map(_copies, self.functions.values()))

    def function(self, function: Function) -> Effects:
        return self.of(function.body, function.variables)

    def of(self, node: Node, variables: Mapping[str, Variable]) -> Effects:
        """The effects of all that is below a node."""
        key = (id(node), node.name)
        if key in self._nodes:
            return self._nodes[key][1]
        found: dict[str, dict[int, Node]] = {}
        for what, where in self._facts(node, variables, False):
            for kind in self._done_by(what) if isinstance(what, _Run) else (what,):
                found.setdefault(kind, {})[id(where)] = where
        made = Effects(**{kind: tuple(listed.values()) for kind, listed in found.items()})
        self._nodes[key] = (node, made)  # the node is kept: its identity is the key
        return made

    def _done_by(self, call: _Run) -> frozenset[str]:
        """The kinds of what a call does."""
        for usr in call.functions - self._kinds.keys():
            self._settle(self.functions[usr])
        return _handed_on(call, self._kinds)

    def _settle(self, first: Function) -> None:
        """The kinds of what a function does, and those that it reaches, to the fixed point."""
        own: dict[str, frozenset[str]] = {}
        calls: dict[str, tuple[_Run, ...]] = {}
        queue = [first]
        while queue:
            function = queue.pop()
            if function.usr in own or function.usr in self._kinds:
                continue
            facts = [what for what, _ in self._facts(function.body, function.variables, False)]
            own[function.usr] = frozenset(f for f in facts if isinstance(f, str))
            run = calls[function.usr] = tuple(dict.fromkeys(f for f in facts if isinstance(f, _Run)))
            queue += (self.functions[usr] for call in run for usr in call.functions)
        found = _fixed(own, calls, self._kinds)
        recurring = _recurring({u: {f for c in calls[u] for f in c.functions} & own.keys() for u in own})
        asking = {u: own[u] | {"recursion"} for u in recurring if found[u] & _PLACE}
        self._kinds |= _fixed(own | asking, calls, self._kinds) if asking else found

    def _facts(self, node: Node, variables: Mapping[str, Variable], stored: bool) -> Iterator[_Fact]:
        if node.kind is Kind.CALL:
            yield from self._call(node)
            held = self.lambdas.get(node.variable)
            if held is not None:
                yield from self._facts(held.parts[-1], variables, False)
        elif node.kind in (Kind.ASM, Kind.LAUNCH) or (node.kind is Kind.OTHER and node.name in HEAP):
            yield "impure", node
        elif node.kind is Kind.NAME and node.variable in self.lambdas:  # handed on: whoever has it may call it
            yield from self._facts(self.lambdas[node.variable].parts[-1], variables, False)
        elif node.kind in (Kind.CONSTRUCT, Kind.LIST) and thread_groups.taken(node):
            if not thread_groups.is_followed(node):
                yield "groups", node
        elif node.kind is Kind.CONSTRUCT:
            yield from self._construction(node)
        elif node.kind is Kind.BUILTIN and node.name.split(".")[0] != "warpSize":
            yield "builtins", node
        elif _is_access(node) and is_memory(node, variables):
            yield ("stores" if stored else "loads"), node
            if is_volatile(node, variables):
                yield "volatiles", node
        if (node.callee or node.home) and node.kind not in (Kind.CALL, Kind.CONSTRUCT):
            yield from self._call(node)  # an operator of a class
        if node.kind is Kind.VARIABLE and node.variable in self.lambdas:
            for captured in self.lambdas[node.variable].parts[:-1]:
                yield from self._facts(captured, variables, False)
            return  # the rest is done when it is called
        for i, part in enumerate(node.parts):
            yield from self._part(node, i, part, variables, stored)

    def _part(
        self, node: Node, at: int, part: Node, variables: Mapping[str, Variable], stored: bool
    ) -> Iterator[_Fact]:
        writes = node.kind is Kind.ASSIGN or (node.kind is Kind.UNARY and node.name.endswith(("++", "--")))
        if writes and at == 0:
            if node.name != "=":
                yield from (f for f in self._facts(part, variables, False) if f[0] == "loads")
            if not is_own(part, variables):  # a call's that returns a reference, say
                yield "stores", part
            yield from self._facts(part, variables, True)
        elif node.kind is Kind.UNARY and node.name == "&" and is_memory(part, variables):
            for below in part.parts:  # the address alone
                yield from self._facts(below, variables, False)
        elif node.kind in (Kind.INDEX, Kind.MEMBER) and at == 0 and is_memory(node, variables):
            yield from self._base(part, variables)
        elif node.kind is Kind.MEMBER and at == 0:
            yield from self._facts(part, variables, stored)
        else:
            yield from self._facts(part, variables, False)

    def _base(self, part: Node, variables: Mapping[str, Variable]) -> Iterator[_Fact]:
        """What lies below an access: the inner dimensions of an array are no accesses of their own."""
        if part.kind in (Kind.INDEX, Kind.MEMBER, Kind.NAME) and (
            part.kind is Kind.NAME or not part.type.endswith("*")
        ):
            for at, below in enumerate(part.parts):
                yield from self._base(below, variables) if at == 0 else self._facts(below, variables, False)
        else:
            yield from self._facts(part, variables, False)

    def _construction(self, node: Node) -> Iterator[_Fact]:
        """What a constructor does; one of a type that a template's argument decides copies values."""
        if node.callee or (node.home and not device_calls.computes(node.name, node.home)):
            yield from self._call(node)

    def _call(self, node: Node) -> Iterator[_Fact]:
        name = node.name
        if node.callee in self.functions:
            called = self.functions[node.callee]
            taken = sum(thread_groups.holds_group(v.canonical) for v in called.parameters)
            if thread_groups.taken(node) > taken:  # a template's argument, say: what is done with it is not seen
                yield "groups", node
            written = sum(p.name != DEFAULT or bool(p.parts) for p in node.parts)
            given = written - (called.is_member and node.kind is Kind.CALL)  # less the object
            if given < len(called.parameters):
                for what, _ in (f for d in called.defaults for f in self._facts(d, called.variables, False)):
                    yield (replace(what, is_default=True) if isinstance(what, _Run) else "unknown"), node
            yield _run(self.meant(node)), node
        elif node.callee:  # its body is in another unit, or it is the host's
            yield "unknown", node
        elif node.variable or name in ("", "operator()"):
            yield from self._by_value(node)
        else:
            if meant := self.namesakes(node):
                yield _run(meant), node
            yield from self._by_name(node, bool(meant))

    def _by_name(self, node: Node, is_users: bool) -> Iterator[tuple[str, Node]]:
        """What CUDA's function of a name does. is_users: whether functions of the user's have it too."""
        name = node.name
        if name in device_calls.BARRIERS or thread_groups.is_barrier(node):
            yield "barriers", node
        elif name in device_calls.BARRIER_VOTES:
            yield "votes", node
        elif device_calls.is_warp_operation(name) or thread_groups.is_of_lanes(node):
            yield "warp_operations", node
        elif thread_groups.is_followed(node):
            return
        elif name in device_calls.GROUPS or thread_groups.taken(node) or (name == "size" and not node.parts):
            yield "groups", node
        elif device_calls.is_atomic(name):
            yield "atomics", node
        elif device_calls.is_load(name):
            yield "loads", node
        elif name in device_calls.STREAMING_STORES:
            yield "stores", node
        elif device_calls.is_impure(name):
            yield "impure", node
        elif self._computes(node):
            yield from _by_pointers(node)
        elif not is_users:
            yield "unknown", node

    def _by_value(self, node: Node) -> Iterator[_Fact]:
        if self._is_lambda(node):
            return  # what it does counts where it stands
        if node.home and self._computes(node):
            yield from _by_pointers(node)
        elif node.home:
            yield "unknown", node
        elif id(node) in self._settled:
            yield _run(self.namesakes(node)), node
        elif self.indirect.is_open or not self.indirect.functions:
            yield "unknown", node
        else:
            yield _run(self.indirect.functions), node

    def _computes(self, call: Node) -> bool:
        """Whether a function without a body here computes a value, and runs no function of the user's."""
        name = "operator()" if call.variable else call.name
        given = [p.type for p in call.parts[name == "operator()" and not call.variable :]]
        runs = device_calls.may_run(name, call.home, given)
        return not runs and device_calls.computes(call.name, call.home)

    def meant(self, call: Node) -> tuple[Function, ...]:
        """The functions of the user's of which a call runs one."""
        called = self.functions.get(call.callee)
        if called is None:
            return self.namesakes(call)
        others = self._among(call, self._specialisations.named(called.name)) if call.by_types else ()
        return (called, *self.specialised(called), *(f for f in others if f is not called and not f.is_member))

    def first_unknown(self, call: Node, around: tuple[str, ...] = ()) -> Node:
        """Of a call that does something that is not known: the innermost such call. around: the functions it is in."""
        inside = ((f.usr, u) for f in self.meant(call) if f.usr not in around for u in self.function(f).unknown)
        usr, inner = next(inside, ("", None))
        return call if inner is None else self.first_unknown(inner, (*around, usr))

    def specialised(self, function: Function) -> tuple[Function, ...]:
        """The explicit specialisations of a function template, or of a member of a class template."""
        return self._specialisations.of(function)

    @cached_property
    def _specialisations(self) -> Specialisations:
        return Specialisations(self.functions)

    def _is_lambda(self, call: Node) -> bool:
        return call.variable in self.lambdas or (bool(call.parts) and call.parts[0].kind is Kind.LAMBDA)

    def namesakes(self, call: Node) -> tuple[Function, ...]:
        """The functions of the user's that a call may mean whose function a template's argument or a value decides."""
        if call.callee:
            return ()
        if call.variable or call.name in ("", "operator()"):
            if self._is_lambda(call) or call.home:
                return ()
            if id(call) not in self._settled:
                return self.indirect.functions
        name = "operator()" if call.variable or not call.name else call.name
        return self._among(call, self._specialisations.named(name))

    def _among(self, call: Node, functions: tuple[Function, ...]) -> tuple[Function, ...]:
        """Those of some functions that a call may mean, as the instances of the template that it stands in say."""
        if (around := self._settled.get(id(call))) is None:
            return functions
        run = [f for f in functions if f.usr in around.unshown]
        return tuple(dict.fromkeys((*run, *(s for f in run for s in self.specialised(f)))))

    @cached_property
    def _settled(self) -> Mapping[int, Function]:
        """By a call (id), the template that it stands in, where its instances say what their calls run."""
        return {id(n): f for f in self.functions.values() if f.usr in self.settled for n in f.body.of(Kind.CALL)}


def _copies(function: Function) -> bool:
    """Whether it is a constructor that may make an object of another one of its class, or of its template."""
    if not (function.is_member and function.parameters and is_constructor(function)):
        return False
    taken, name = function.parameters[0].canonical, function.name.partition("<")[0]
    return taken.endswith("&") and name in _NAMES.findall(taken)


def _is_access(node: Node) -> bool:
    """Whether an expression is an lvalue by itself, and not by what it gives on."""
    return node.kind in (Kind.INDEX, Kind.NAME, Kind.MEMBER) or (node.kind is Kind.UNARY and node.name == "*")


def _run(meant: Iterable[Function]) -> _Run:
    return _Run(frozenset(f.usr for f in meant))


def _handed_on(call: _Run, kinds: Mapping[str, frozenset[str]]) -> frozenset[str]:
    done = frozenset[str]().union(*(kinds.get(usr, frozenset()) for usr in call.functions))
    if call.is_default:
        return frozenset({"unknown"}) if done else done
    return done - {"builtins"} | {"indexed_calls"} if "builtins" in done else done


def _fixed(
    own: Mapping[str, frozenset[str]], calls: Mapping[str, tuple[_Run, ...]], known: Mapping[str, frozenset[str]]
) -> dict[str, frozenset[str]]:
    """The kinds of what functions do, with those of what they call."""
    found = {**known, **own}
    while True:
        before = dict(found)
        for usr in reversed(list(own)):  # what is called was found later
            found[usr] = own[usr].union(*(_handed_on(call, found) for call in calls[usr]))
        if found == before:
            return found


def _recurring(calls: Mapping[str, set[str]]) -> set[str]:
    """The functions that may be called again while they run; those between two such are counted in."""
    left = {usr: set(called) for usr, called in calls.items()}
    while ends := {u for u, called in left.items() if not called & left.keys()}:
        left = {u: called for u, called in left.items() if u not in ends}
    while starts := left.keys() - set[str]().union(*left.values()):
        left = {u: called for u, called in left.items() if u not in starts}
    return set(left)


def _by_pointers(call: Node) -> Iterator[tuple[str, Node]]:
    """What a function without a body here may do by the pointers that it is handed."""
    for part in call.parts:
        if part.type.endswith("*"):
            yield "loads", call
            if not part.type.startswith("const "):
                yield "stores", call
