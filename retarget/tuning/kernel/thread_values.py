"""Expressions of a kernel, for all threads of a launch at once: their values, as far as they follow from the launch and
its numbers, and the accesses to memory that they make.

A value is an array of six axes (blocks z, y, x, threads z, y, x), as long as one along those on which it does not
depend; or a pointer into a region; or None: it is not understood (values of memory, of calls, types that are cast).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import Protocol, TypeAlias

import numpy as np
from msgspec import Struct

from retarget.analysis.device_calls import computes, is_load
from retarget.analysis.effects import EffectsOf
from retarget.analysis.lvalues import is_memory
from retarget.targets.device import Array, Extents
from retarget.tuning.kernel.needed_values import NeededValues, NotUnderstood
from retarget.tuning.kernel.whole_numbers import combined, converted, is_whole_number
from retarget.unit.tree import LOOPS, Function, Kind, Node, Storage

_MOST = 1 << 28  # numbers that are computed for one launch
_AT_ONCE = 1 << 25  # of these, in one array
_LARGEST_SCALAR = 8  # bytes
_EACH = 1 << 12  # as which each step counts at least
_BARRIERS = frozenset({"__syncthreads", "__syncwarp", "__threadfence", "__threadfence_block"})
_AXES = {"z": 0, "y": 1, "x": 2}
_OWN = frozenset({Storage.LOCAL, Storage.PARAMETER})
_QUALIFIER = re.compile(r"\b(const|volatile|__restrict(__)?)\b")
_SCALARS = frozenset({"float", "double", "__half", "_Float16", "__nv_bfloat16", "__hip_bfloat16"})
_SIGNED = frozenset({"/=", "%=", ">>="})  # depend on the type that they are computed in
OPAQUE = frozenset({Kind.ASM, Kind.GOTO, Kind.LABEL, Kind.LAMBDA, Kind.LAUNCH, Kind.OTHER, Kind.SWITCH, Kind.EACH})


class Pointer(Struct, frozen=True):
    """region: by its number; offset: bytes, by thread; element: its type, with no qualifiers; size: its bytes."""

    region: int
    offset: Array
    element: str
    size: int


Value: TypeAlias = "Array | Pointer | None"


class Told(Protocol):
    """Hears of accesses in the order in which each thread makes them. is_there: the threads that make one; cost: how
    many numbers it takes to hear of one."""

    def cost(self, at: Pointer, is_there: Array) -> int: ...
    def read(self, at: Pointer, is_there: Array) -> None: ...
    def stored(self, at: Pointer, is_there: Array) -> None: ...


def unqualified(text: str) -> str:
    """A type without const, volatile and __restrict.

    >>> unqualified("const float *__restrict")
    'float *'
    """
    return " ".join(_QUALIFIER.sub("", text).split())


class ThreadValues:
    """values: of parameters, by their keys; constants: of the template, by their names. is_whole: whether all accesses
    so far were told."""

    def __init__(
        self, function: Function, effects: EffectsOf, grid: Extents, block: Extents, values: Mapping[str, Value],
        constants: Mapping[str, int], tell: Told,
    ) -> None:  # fmt: skip
        self.function, self.effects, self.constants, self.tell = function, effects, constants, tell
        self.known: dict[str, Value] = dict(values)
        self.is_whole = True
        self.is_needed = self.is_object_needed = True  # what is read: at all; all of an object
        self._shared = frozenset(_with_other_names(function.body))
        self._extents = {"gridDim": grid, "blockDim": block}
        self._left = _MOST
        self.threads = tuple(reversed(grid)) + tuple(reversed(block))

    @cached_property
    def needed(self) -> NeededValues:
        """Raises NotUnderstood."""
        return NeededValues(self.function)

    def skip(self, node: Node) -> None:
        """A part that some threads may run, nothing is known of which."""
        loops = list(node.of(*LOOPS))
        for n in node.walk():
            if n.kind in OPAQUE or n.kind is Kind.RETURN:
                raise NotUnderstood
            if n.kind in (Kind.BREAK, Kind.CONTINUE) and not any(_holds(l, n) for l in loops):
                raise NotUnderstood
            if n.kind is Kind.CALL:
                self._call_effects(n)
            if n.kind is Kind.VARIABLE:
                self.known[n.variable] = None
            is_step = n.kind is Kind.UNARY and n.name.removeprefix("post") in ("++", "--")
            if n.kind is Kind.ASSIGN or is_step:
                self._forget(n.parts[0])
            if n.kind in (Kind.INDEX, Kind.MEMBER, Kind.UNARY, Kind.NAME) and self._is_device_memory(n):
                self.is_whole = False

    def value(self, node: Node, active: Array) -> Value:
        made = self._plain(node, active)
        for to in node.casts:
            made = None if isinstance(made, Pointer) else converted(made, to)
        return made

    def _plain(self, node: Node, active: Array) -> Value:
        kind = node.kind
        if kind is Kind.LITERAL:
            return _literal(node.name, self.constants)
        if kind is Kind.BUILTIN:
            return self._builtin(node.name)
        if kind is Kind.NAME:
            if self._is_device_memory(node):
                self.is_whole = False
            variable = self.function.variables.get(node.variable)
            is_own = variable is not None and variable.storage in _OWN and node.variable not in self._shared
            return self.known.get(node.variable) if is_own else None
        if kind is Kind.INDEX or (kind is Kind.UNARY and node.name == "*"):
            if found := self._place(node, active):
                self._access(found, active, is_store=False)
            return None
        if kind is Kind.ASSIGN:
            return self._assign(node, active)
        if kind is Kind.UNARY:
            return self._unary(node, active)
        if kind is Kind.BINARY:
            return self._binary(node, active)
        if kind is Kind.CONDITIONAL:
            return self._conditional(node, active)
        if kind is Kind.CALL:
            return self._call(node, active)
        if kind is Kind.MEMBER:
            if is_memory(node, self.function.variables):
                self.skip(node)
            else:
                self.value(node.parts[0], active)
            return None
        if kind in (Kind.CONSTRUCT, Kind.LIST):
            for part in node.parts:
                self.value(part, active)
            return None
        if kind is Kind.NONE:
            return None
        raise NotUnderstood

    def _builtin(self, name: str) -> Value:
        what, _, axis = name.partition(".")
        if axis not in _AXES:
            return None
        if what in self._extents:
            return np.full((1,) * 6, self._extents[what][2 - _AXES[axis]], np.int64)
        if what not in ("threadIdx", "blockIdx"):
            return None
        at = _AXES[axis] + (3 if what == "threadIdx" else 0)
        shape = tuple(n if k == at else 1 for k, n in enumerate(self.threads))
        return np.arange(self.threads[at], dtype=np.int64).reshape(shape)

    def _place(self, node: Node, active: Array) -> Pointer | None:
        """Of an element in memory that `*p` or `p[i]` names; None: it is none of the device's, or not known."""
        base = self.value(node.parts[0], active)
        at = self.value(node.parts[1], active) if node.kind is Kind.INDEX and len(node.parts) > 1 else None
        if isinstance(base, Pointer) and unqualified(node.type) == base.element and node.name != "overloaded":
            if node.kind is Kind.UNARY:
                return base
            if isinstance(at, np.ndarray):
                return self._moved(base, at, 1)
        self.is_whole &= not self._is_device_memory(node)
        return None

    def _access(self, at: Pointer, active: Array, is_store: bool) -> None:
        is_scalar = is_whole_number(at.element) or at.element in _SCALARS or at.element.endswith("*")
        is_object = not is_scalar and not ("type-parameter" in at.element and at.size <= _LARGEST_SCALAR)
        if not is_store and not (self.is_needed and (self.is_object_needed or not is_object)):
            self.is_whole = False
            return
        self.spend(self.tell.cost(at, active))
        (self.tell.stored if is_store else self.tell.read)(at, active)

    def _assign(self, node: Node, active: Array) -> Value:
        target, right = node.parts
        is_all = target.kind is not Kind.NAME or self.needed.has_all(target.variable, unqualified(target.type))
        with self.reading(is_object_needed=is_all):
            made = self.value(right, active)
        if target.kind is Kind.NAME:
            before = self.value(target.but(casts=()), active) if node.name != "=" else None
            if node.name != "=":
                if node.name in _SIGNED and any(isinstance(v, np.ndarray) and v.min() < 0 for v in (before, made)):
                    made = None
                made = self._combined(node.name.removesuffix("="), before, made, node.type)
            elif not isinstance(made, Pointer):
                made = converted(made, unqualified(target.type))
            self._set(target.variable, made, active)
            return made
        if target.kind is Kind.INDEX or (target.kind is Kind.UNARY and target.name == "*"):
            if found := self._place(target, active):
                if node.name != "=":
                    self._access(found, active, is_store=False)
                self._access(found, active, is_store=True)
            return None
        self.skip(target)
        self._forget(target)
        return None

    @contextmanager
    def reading(self, is_needed: bool = True, is_object_needed: bool = False) -> Iterator[None]:
        """Within it, what is read matters as it is told, where it matters around it."""
        before = self.is_needed, self.is_object_needed
        self.is_needed, self.is_object_needed = self.is_needed and is_needed, is_object_needed
        try:
            yield
        finally:
            self.is_needed, self.is_object_needed = before

    def _forget(self, target: Node) -> None:
        """What a store to an lvalue may change of the thread's own numbers: `v`, and of `c ? v : w` both."""
        if target.kind not in (Kind.INDEX, Kind.MEMBER) and not (target.kind is Kind.UNARY and target.name == "*"):
            self.known |= dict.fromkeys(n.variable for n in target.of(Kind.NAME))

    def _set(self, key: str, made: Value, active: Array) -> None:
        """Threads that are not there keep what they had: nothing defined, where a declaration gives no value."""
        old = self.known.get(key)
        if key in self.known and not active.all():
            self.spend(active.size)
            if isinstance(made, np.ndarray) and isinstance(old, np.ndarray):
                made = np.where(active, made, old)
            elif isinstance(made, Pointer) and isinstance(old, Pointer) and _alike(made, old):
                made = Pointer(made.region, np.where(active, made.offset, old.offset), made.element, made.size)
            else:
                made = None
        self.known[key] = made

    def _unary(self, node: Node, active: Array) -> Value:
        operand, name = node.parts[0], node.name
        if name == "&":
            if operand.kind is Kind.INDEX:
                return self._place(operand, active)
            self.skip(operand)
            return None
        if name.removeprefix("post") in ("++", "--"):
            if operand.kind is not Kind.NAME:
                return self._assign(node.but(name="+=", parts=(operand, operand.but(kind=Kind.NONE, parts=()))), active)
            before = self.value(operand, active)
            after = self._combined(name[-1], before, np.ones((1,) * 6, np.int64), operand.type)
            self._set(operand.variable, after, active)
            return before if name.startswith("post") else after
        made = self.value(operand, active)
        if not isinstance(made, np.ndarray):
            return None
        if name == "!":
            return np.equal(made, 0).astype(np.int64)
        zero = np.zeros((1,) * 6, np.int64)
        if name in ("-", "+"):
            return self._combined(name, zero, made, node.type)
        return converted(~made, unqualified(node.type)) if name == "~" else None

    def _binary(self, node: Node, active: Array) -> Value:
        left = self.value(node.parts[0], active)
        if node.name in ("&&", "||"):
            holds = self.truth(left)
            if holds is None:
                self.skip(node.parts[1])
                return None
            right = self.truth(self.value(node.parts[1], self.both(active, holds if node.name == "&&" else ~holds)))
            if right is None:
                return None
            return (holds & right if node.name == "&&" else holds | right).astype(np.int64)
        return self._combined(node.name, left, self.value(node.parts[1], active), node.type)

    def _combined(self, name: str, left: Value, right: Value, of: str) -> Value:
        if name == ",":
            return right
        if isinstance(right, Pointer) and name == "+":
            left, right = right, left
        if isinstance(left, Pointer) and isinstance(right, np.ndarray) and name in ("+", "-"):
            is_kept = unqualified(of) == f"{left.element} *" or (
                of == "<dependent type>" and "type-parameter" in left.element
            )
            return self._moved(left, right, 1 if name == "+" else -1) if is_kept else None
        if not (isinstance(left, np.ndarray) and isinstance(right, np.ndarray)):
            return None
        self.spend(int(np.prod(np.broadcast_shapes(left.shape, right.shape))))
        return combined(name, left, right, unqualified(of))

    def _moved(self, base: Pointer, by: Array, sign: int) -> Pointer | None:
        self.spend(int(np.prod(np.broadcast_shapes(base.offset.shape, by.shape))))
        offset = combined("+", base.offset, by * (sign * base.size), "long")
        return None if offset is None else Pointer(base.region, offset, base.element, base.size)

    def _conditional(self, node: Node, active: Array) -> Value:
        holds = self.truth(self.value(node.parts[0], active))
        if holds is None:
            self.skip(node.parts[1])
            self.skip(node.parts[2])
            return None
        one = self.value(node.parts[1], self.both(active, holds))
        other = self.value(node.parts[2], self.both(active, ~holds))
        if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
            self.spend(max(one.size, other.size, holds.size))
            return np.where(holds, one, other)
        return None

    def _call(self, node: Node, active: Array) -> Value:
        if node.callee:
            self.skip(node)
            return None
        given = [self.value(a, active) for a in node.parts]
        if is_load(node.name) and len(given) == 1 and isinstance(given[0], Pointer):
            self._access(given[0], active, is_store=False)
            return None
        if node.name in ("min", "max") and len(given) == 2 and is_whole_number(node.type):
            one, other = (converted(v, node.type) if isinstance(v, np.ndarray) else None for v in given)
            if one is None or other is None:
                return None
            return np.minimum(one, other) if node.name == "min" else np.maximum(one, other)
        self._call_effects(node)
        return None

    def _call_effects(self, node: Node) -> None:
        """What a call does that is not looked into."""
        if node.name in _BARRIERS:
            return
        done = self.effects.of(node, self.function.variables)
        if done.unknown or done.groups or done.recursion:
            raise NotUnderstood
        if not node.callee and not computes(node.name, node.home) and not done.atomics:
            raise NotUnderstood
        has_pointers = any(p.type.endswith(("*", "]")) or p.name == "&" for p in node.parts)
        if done.loads or done.stores or done.atomics or done.volatiles or done.impure or has_pointers:
            self.is_whole = False
        called = self.effects.functions.get(node.callee)
        by_reference = called is None or node.by_types or any(p.is_reference for p in called.parameters)
        if by_reference if node.callee else node.type == "void":
            self.known |= dict.fromkeys(n.variable for n in node.of(Kind.NAME))

    def truth(self, value: Value) -> Array | None:
        return value != 0 if isinstance(value, np.ndarray) else None

    def both(self, active: Array, holds: Array) -> Array:
        if holds.all():
            return active  # the same array: fewer axes
        self.spend(int(np.prod(np.broadcast_shapes(active.shape, holds.shape))))
        return active & holds

    def spend(self, numbers: int) -> None:
        self._left -= max(numbers, _EACH)
        if self._left < 0 or numbers > _AT_ONCE:
            raise NotUnderstood

    def _is_device_memory(self, node: Node) -> bool:
        """Whether it may be memory of the device's, or a variable of the module's."""
        if not is_memory(node, self.function.variables):
            return False
        first = next((self.function.variables.get(n.variable) for n in node.of(Kind.NAME)), None)
        if first is None or first.is_reference:
            return True
        is_shared = first.storage in (Storage.SHARED, Storage.DYNAMIC)
        return not ((is_shared or first.storage is Storage.LOCAL) and (first.is_array or node.kind is Kind.NAME))


def _literal(text: str, constants: Mapping[str, int]) -> Value:
    known = {"true": 1, "false": 0, **constants}
    digits = text.rstrip("uUlL")
    is_octal = digits[:1] == "0" and digits.isdigit()
    try:
        found = known[text] if text in known else int(digits, 8 if is_octal else 0)
    except ValueError:
        return None
    return np.full((1,) * 6, found, np.int64) if found < 1 << 62 else None


def _with_other_names(body: Node) -> Iterator[str]:
    """Variables that are changed by other names, too: by address, or by reference."""
    for n in body.of(Kind.UNARY):
        if n.name == "&" and n.parts[0].kind is Kind.NAME:
            yield n.parts[0].variable
    for n in body.of(Kind.VARIABLE):
        if n.type.endswith("&"):
            yield n.variable
            yield from (m.variable for m in n.of(Kind.NAME))


def _alike(one: Pointer, other: Pointer) -> bool:
    return one.region == other.region and one.element == other.element


def _holds(outer: Node, inner: Node) -> bool:
    return any(n is inner for n in outer.walk())
