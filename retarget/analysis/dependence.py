"""On which axes of the logical index space the value of each expression depends.

The axes are those of `threadIdx` and `blockIdx`. A value depends on an axis when two threads that differ in it alone
may see different values. Rules, iterated until nothing changes:

- a built-in depends on its own axes; literals, parameters, `blockDim` and `gridDim` on none;
- an operator, a call of a pure function: on what its operands do; a called function adds what it names itself;
- a load depends on what its address does: equal addresses give equal values, for equal code runs at one time. An
  element of a shared array depends on the blocks' axes that its contents do, and on those that decide which blocks
  return early and store nothing; an address in one on all of them; a volatile load and the result of an atomic on
  everything;
- a variable depends on what is assigned to it, and on every condition that decides whether it is assigned: those of the
  statements and operators (`?:`, `&&`, `||`) around it, and of the jumps that leave a loop or a switch around it.
  An early `return` decides nothing for those threads which are still there;
- what may hold the address of a variable (a pointer, a reference, an object or an array of these) reaches it: a store
  by way of it, and a call that is handed it, assign to all that it reaches;
- a number that is made of an address reaches what the address does, and that depends on everything: by which ways the
  number becomes an address again is not followed;
- an object may hold its own address where a constructor of the program's, or a member's initial value, makes it;
- a constant stays one, unless the unit has `mutable`, or a cast takes a `const` away;
- what `new` and `malloc` give is each thread's own;
- the group of a block's threads, or of a warp's lanes, is one object, whichever of its threads has it;
- what one statement assigns together with a store that depends on an axis depends on it too.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from retarget.analysis import device_calls, thread_groups
from retarget.analysis.assignments import assigned, changes_root, parameter, runs
from retarget.analysis.effects import NEW, EffectsOf
from retarget.analysis.hidden_addresses import (
    addresses_read,
    becomes_number,
    is_number_alone,
    is_wide,
    leads_to_numbers,
    may_carry_address,
)
from retarget.analysis.jumps import jumps, returns_and_gotos
from retarget.analysis.lvalues import is_memory, is_row, is_volatile, root
from retarget.analysis.own_places import may_keep_place
from retarget.unit.tree import STATEMENTS, Function, Kind, Node, Storage, Variable

Axes = frozenset[str]

THREAD = frozenset({"threadIdx.x", "threadIdx.y", "threadIdx.z"})
BLOCK = frozenset({"blockIdx.x", "blockIdx.y", "blockIdx.z"})
ALL = THREAD | BLOCK
NONE: Axes = frozenset()
_LVALUES = (Kind.NAME, Kind.INDEX, Kind.MEMBER)


@dataclass
class Dependence:
    """The result: `variables` by key, and `of` for an expression; `exits` by the identity of a loop or switch."""

    function: Function
    effects: EffectsOf
    variables: dict[str, Axes] = field(default_factory=dict)
    aliases: dict[str, set[str]] = field(default_factory=dict)  # variables whose address a pointer holds
    exits: dict[int, Axes] = field(default_factory=dict)
    _returning: Axes = NONE  # the blocks' axes that decide whether a return is taken

    def of(self, node: Node) -> Axes:
        """The axes on which the value of an expression depends."""
        known = self.function.variables
        if node.kind is Kind.BUILTIN:
            return _builtin(node.name)
        if self._is_shared_address(node):
            return self.variables.get(root(node).variable, NONE) | BLOCK | self._subscripts(node)
        if node.kind is Kind.UNARY and node.name == "&" and node.parts and self._shared(node.parts[0]):
            return BLOCK | self._subscripts(node.parts[0])
        if self._is_shared_element(node):
            return self.variables.get(root(node).variable, NONE) | self._subscripts(node)
        if node.kind in (Kind.NAME, Kind.VARIABLE):
            return self._of_variable(node.variable)
        if node.kind is Kind.ASM or (is_memory(node, known) and is_volatile(node, known)):
            return ALL
        if node.kind is Kind.OTHER and node.name == NEW:
            return ALL
        found = self._call(node) if node.kind is Kind.CALL else NONE
        for part in node.parts:
            found |= self.of(part)
        return found

    def _of_variable(self, key: str) -> Axes:
        """The axes on which a variable depends, and what it leads to."""
        variable = self.function.variables.get(key)
        if variable is not None and variable.is_volatile:
            return ALL
        reached = (self.variables.get(k, NONE) for k in self.aliases.get(key, ()))
        return self.variables.get(key, NONE).union(*reached)

    def _is_shared_element(self, node: Node) -> bool:
        """Whether an expression is an element of a shared array, or a shared variable."""
        variable = self._shared(node)
        return variable is not None and not node.type.endswith("]")

    def _is_shared_address(self, node: Node) -> bool:
        """Whether it is a shared array, or a row of one: each block has its own."""
        variable = self._shared(node)
        return variable is not None and node.type.endswith("]")

    def _shared(self, node: Node) -> Variable | None:
        bottom = node
        while bottom.kind in (Kind.INDEX, Kind.MEMBER) and bottom.parts and not bottom.parts[0].type.endswith("*"):
            bottom = bottom.parts[0]
        variable = self.function.variables.get(bottom.variable) if bottom.kind is Kind.NAME else None
        shared = variable is not None and variable.storage in (Storage.SHARED, Storage.DYNAMIC)
        return variable if shared and not is_volatile(node, self.function.variables) else None

    def _call(self, node: Node) -> Axes:
        name, called = node.name, node.variable  # a lambda, or a functor, which may keep what was done to it
        own = self._of_variable(called) if called else NONE
        if thread_groups.is_followed(node):
            return own
        if thread_groups.is_of_lanes(node):
            return own | THREAD
        if meant := self.effects.meant(node):
            return own.union(*(_inside(f, self.effects) for f in meant))
        differs = name in device_calls.CLOCKS or name in device_calls.ALLOCATIONS
        if device_calls.is_atomic(name) or differs or name in device_calls.GROUPS:
            return ALL
        return own | THREAD if device_calls.is_warp_operation(name) else own

    def widened(self, keys: frozenset[str]) -> Dependence:
        """The same, where some variables depend on everything."""
        variables = self.variables | dict.fromkeys(keys, ALL)
        aliases = {k: set(v) for k, v in self.aliases.items()}
        return Dependence(self.function, self.effects, variables, aliases, dict(self.exits)).settle()

    # Statements

    def settle(self) -> Dependence:
        """Iterates to the fixed point."""
        while self._pass():
            pass
        return self

    def _pass(self) -> bool:
        before = (dict(self.variables), dict(self.exits), {k: len(v) for k, v in self.aliases.items()})
        self._returning = self._of_returns()
        self._statement(self.function.body, NONE)
        return before != (self.variables, self.exits, {k: len(v) for k, v in self.aliases.items()})

    def _of_returns(self) -> Axes:
        body = self.function.body
        found = NONE
        for jump, conditions in returns_and_gotos(body):
            if jump.kind is Kind.RETURN:
                found = found.union(*map(self.of, conditions))
        turned = (n for n in body.of(Kind.EACH) if any(n.of(Kind.RETURN)))
        return found.union(*(self.exits.get(id(n), NONE) for n in turned)) & BLOCK

    def _statement(self, node: Node, control: Axes) -> None:
        if node.kind in (Kind.FOR, Kind.WHILE, Kind.DO, Kind.EACH, Kind.SWITCH):
            self._leaving(node, control)
        elif node.kind is Kind.IF:
            self._expression(node.parts[0], control)
            inner = control | self.of(node.parts[0])
            for jump, conditions in returns_and_gotos(node):  # to labels: over a part of it, or back
                if jump.kind is Kind.GOTO:
                    inner = inner.union(*map(self.of, conditions))
            for part in node.parts[1:]:
                self._statement(part, inner)
        elif node.kind is Kind.ASM:
            self._expression(node, control)
        elif node.kind is Kind.DECLARE:
            for part in node.parts:
                self._expression(part, control)
        elif node.kind in STATEMENTS:
            for part in node.parts:
                (self._statement if part.kind in STATEMENTS else self._expression)(part, control)
        else:
            self._expression(node, control)

    def _leaving(self, node: Node, control: Axes) -> None:
        """A loop or a switch: what is inside depends on its condition, and on the conditions of jumps out of it."""
        heads = [node.condition]
        if node.kind is Kind.EACH:
            heads = [p for p in node.parts[:-1] if p.kind not in STATEMENTS and p.kind is not Kind.NONE]
        if node.kind is Kind.FOR:  # runs once, whatever the loop does
            self._statement(node.parts[0], control)
        decides = control | self.exits.get(id(node), NONE)
        for head in heads:
            decides |= self.of(head)
        for jump, conditions in jumps(node):
            if jump.kind is not Kind.RETURN:
                for condition in conditions:
                    decides |= self.of(condition)
        if node.kind is Kind.EACH:
            decides |= ALL
            for head in heads:
                for declared in head.of(Kind.VARIABLE):
                    self._reach(declared.variable, *(self._pointees(h, True) for h in heads))
        self.exits[id(node)] = self.exits.get(id(node), NONE) | decides
        first = 1 if node.kind is Kind.FOR else 0
        for part in node.parts[first:]:
            self._statement(part, decides)

    def decides(self, node: Node) -> Axes:
        """On what the number of turns of a loop, or the way through a switch, depends."""
        return self.exits.get(id(node), NONE)

    def _expression(self, node: Node, control: Axes) -> None:
        if node.kind is Kind.NONE:
            return
        targets = list(assigned(node, self.function.variables, self.effects))
        for n in runs(node, self.effects):
            self._handed(n, control)
        for n in filter(becomes_number, node.walk()):
            self._expose(n)
        if not targets:
            return
        together = control
        if len(targets) > 1 or self.effects.of(node, self.function.variables).writes:
            memory = any(is_memory(t, self.function.variables) for t, _ in targets)
            if memory and any(not is_memory(t, self.function.variables) for t, _ in targets):
                together = ALL  # the store is done for each thread, and so is all that goes with it
        for target, value in targets:
            axes = together | (self.of(value) if value is not None else NONE)
            if target.kind is Kind.VARIABLE and value is not None and self._binds(target) and self._shared(value):
                axes |= BLOCK  # each block has its own to refer to
            self._assign(target, axes, value)

    def _binds(self, declared: Node) -> bool:
        variable = self.function.variables.get(declared.variable)
        return variable is not None and variable.is_reference

    def _assign(self, target: Node, axes: Axes, value: Node | None) -> None:
        bottom = root(target)
        key = bottom.variable
        variable = self.function.variables.get(key)
        if variable is None:
            return
        axes |= self._subscripts(target)
        through = target is not bottom or self._by_operator(target, variable)
        self._bind(variable, value)
        reached = self.aliases.get(key, set()) if through or variable.is_reference else set()
        for name in tuple(reached):
            if name in self.function.variables:
                self._bind(self.function.variables[name], value)
        for name in {key, *reached} if changes_root(target, self.effects) else reached:
            self._widen(name, axes)

    def _by_operator(self, target: Node, variable: Variable) -> bool:
        """Whether an operator of the user's may do the assignment, and go where its object leads."""
        is_object = not (variable.is_plain or variable.is_pointer or variable.is_array)
        return target.kind is Kind.NAME and is_object and self.effects.has_changing_operators

    def reached_by(self, call: Node) -> frozenset[str]:
        """The variables whose addresses, or references to which, a call's arguments hold: it may assign to them."""
        if _only_reads(call):
            return frozenset()
        named = [call.variable, *(n.variable for p in call.parts for n in p.of(Kind.NAME))]
        held = (self._pointees(p) for p in call.parts if p.kind not in _LVALUES)
        return frozenset(k for name in named for k in self.aliases.get(name, ())).union(*held)

    def _handed(self, call: Node, control: Axes) -> None:
        """A call may assign to all that its arguments reach, and keep in one of them what it gets of another."""
        if _only_reads(call):
            return
        for key in self.reached_by(call):
            self._widen(key, control | self.of(call))
        for part in call.parts:
            keeper = self.function.variables.get(root(part).variable)
            if keeper is None or (keeper.is_plain and not is_wide(keeper.canonical)):
                continue
            if keeper.storage is Storage.LOCAL or not leads_to_numbers(keeper.canonical):
                self._reach(keeper.key, *(self._pointees(p, self._is_bound(call, p)) for p in call.parts))

    def _expose(self, address: Node) -> None:
        """What an address leads to, by others that lie there too, depends on everything."""
        known, waiting = set[str](), self._pointees(address)
        while waiting:
            known |= waiting
            waiting = set().union(*(self.aliases.get(key, set()) for key in waiting)) - known
        for key in known:
            if key in self.function.variables and self.function.variables[key].storage is Storage.LOCAL:
                self._widen(key, ALL)

    def _subscripts(self, target: Node) -> Axes:
        found = NONE
        while target.kind in (Kind.INDEX, Kind.MEMBER) and target.parts:
            for part in target.parts[1:]:
                found |= self.of(part)
            target = target.parts[0]
        return found

    def _bind(self, variable: Variable, value: Node | None) -> None:
        """What may hold addresses reaches what those of its value lead to, and an object itself."""
        is_object = not (variable.is_plain or variable.is_pointer)
        if value is not None and is_object and may_keep_place(value, self.function, self.effects):
            self._reach(variable.key, {variable.key})
        is_number = value is not None and not variable.is_reference and is_number_alone(value)
        if value is not None and (variable.is_plain or is_number):
            whole = self._pointees(value) if may_carry_address(value.type, variable) else set()
            wide = is_wide(value.type) or is_wide(variable.canonical)
            self._reach(variable.key, self._numbers(value, wide), self._bytes(value), whole)
        elif value is not None:
            self._reach(variable.key, self._pointees(value, variable.is_reference))

    def _numbers(self, value: Node, is_wide: bool) -> set[str]:
        """The variables of whose addresses a number may be made. is_wide: it has room for the whole of one, which a
        function or other memory may give."""
        found: set[str] = set()
        for node in value.walk():
            if becomes_number(node):
                found |= self._pointees(node)
            elif node.kind is Kind.NAME and (is_wide or self._is_number(node.variable)):
                found |= self.aliases.get(node.variable, set())
            elif is_wide and node.kind in (Kind.CALL, Kind.CONSTRUCT):
                found |= self._pointees(node)
        return found

    def _bytes(self, value: Node) -> set[str]:
        """Where the addresses lead of which a value may be a part: it is read where they lie."""
        places = set().union(*map(self._pointees, addresses_read(value)))
        return set().union(*(self.aliases.get(key, set()) for key in places if not self._is_number(key)))

    def _is_number(self, key: str) -> bool:
        return key in self.function.variables and self.function.variables[key].is_plain

    def _reach(self, key: str, *held: set[str]) -> None:
        known = self.function.variables
        groups = {k for k, v in known.items() if thread_groups.is_alike(v.canonical)}
        found = set().union(*held) - groups
        if key in known and known[key].is_pointer:
            found -= {key}
        if found:
            self.aliases.setdefault(key, set()).update(found)

    def _pointees(self, node: Node, bound: bool = False) -> set[str]:
        """The variables to which an expression's value may lead by an address. bound: a reference is bound to it."""
        variable = self.function.variables.get(root(node).variable)
        found: set[str] = set()
        if variable is not None and node.kind in (Kind.NAME, Kind.INDEX, Kind.MEMBER):
            found |= self.aliases.get(variable.key, set())
            if variable.is_array or bound or is_row(node, self.function.variables):
                found.add(variable.key)
        elif node.kind is Kind.UNARY and node.name == "&" and node.parts:
            found |= self._pointees(node.parts[0], True)
        elif node.kind is Kind.LAMBDA:
            found |= {n.variable for n in node.of(Kind.NAME) if n.variable in self.function.variables}
        if node.kind in (Kind.CALL, Kind.CONSTRUCT) or node.callee or node.home:  # an operator of a class, too
            found = found.union(*(self._pointees(p, self._is_bound(node, p, bound)) for p in node.parts))
        elif node.kind not in (Kind.NAME, Kind.LAMBDA):
            passes = bound and node.kind in (Kind.CONDITIONAL, Kind.BINARY, Kind.ASSIGN, Kind.UNARY)
            found = found.union(*(self._pointees(p, passes) for p in node.parts))
        return found

    def _is_bound(self, call: Node, argument: Node, bound: bool = False) -> bool:
        """Whether a function may take an argument by reference, and give on what leads there. bound: a reference is
        bound to what it gives."""
        if not (meant := self.effects.meant(call)):
            return not call.home or device_calls.refers(call.home, call.type, bound)
        return any(taken is None or taken.is_reference for taken in (parameter(call, argument, f) for f in meant))

    def _widen(self, key: str, axes: Axes) -> None:
        variable = self.function.variables.get(key)
        if variable is None or (variable.storage in (Storage.GLOBAL, Storage.CONSTANT)):
            return
        if thread_groups.is_alike(variable.canonical):
            return
        is_shared = variable.storage in (Storage.SHARED, Storage.DYNAMIC)
        kept = axes & BLOCK | self._returning if is_shared else axes
        if not kept <= self.variables.get(key, NONE):
            self.variables[key] = self.variables.get(key, NONE) | kept


def dependence(function: Function, effects: EffectsOf) -> Dependence:
    """Analyses a kernel, or a device function whose parameters depend on nothing."""
    return Dependence(function, effects).settle()


def _only_reads(call: Node) -> bool:
    return not call.callee and (device_calls.is_load(call.name) or call.name in device_calls.GROUPS)


def _builtin(name: str) -> Axes:
    family, _, axis = name.partition(".")
    if family not in ("threadIdx", "blockIdx"):
        return NONE
    return frozenset({name}) if axis else frozenset(f"{family}.{a}" for a in "xyz")


def _inside(function: Function, effects: EffectsOf) -> Axes:
    """What a called function adds to the dependence of its arguments."""
    done = effects.function(function)
    if done.atomics or done.volatiles or done.recursion or done.groups:
        return ALL
    found: Axes = THREAD if done.warp_operations else NONE
    for node in done.builtins:
        found |= _builtin(node.name)
    for call in done.indexed_calls:
        meant = effects.meant(call)
        found = found.union(*(_inside(inner, effects) for inner in meant)) if meant else ALL
    return found
