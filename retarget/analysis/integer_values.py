"""The ranges of integer expressions in device functions, across the calls of a unit.

Rules: a local variable has the values of all its definitions, wherever it is read, less what the conditions around the
reading exclude; a parameter has those of all calls that are seen, and is CHOSEN where none is, or where the function is
a kernel. What is named where no body is seen (host code, macros) is called from anywhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from msgspec import Struct

from retarget.analysis.guards import Guard, Guards, guarded, under
from retarget.analysis.known_values import BUILTINS, COUNTS, LEAST, MOST, SAME, SHUFFLES
from retarget.analysis.ranges import (
    DecidedBy,
    Range,
    anything,
    combined,
    compared,
    fitted,
    is_floating,
    is_integer,
    joined,
    limits,
)
from retarget.analysis.variable_definitions import Definition, Definitions
from retarget.unit.tree import UNREAD, Function, Kind, Node, Storage, Variable

_DEEPEST = 60  # expressions within definitions of variables within expressions ...


class GuardedCall(Struct, frozen=True):
    """A call of a function of the user's, in a function, with its arguments."""

    caller: Flow
    node: Node
    guards: Guards


class DeviceProgram:
    """The device functions of a unit. blocks: the largest extents of the launches of a kernel, where all are known;
    constants: names with one value in the whole unit; free: names of functions that are used where no body is seen."""

    def __init__(
        self,
        functions: Sequence[Function],
        blocks: Mapping[str, tuple[int, int, int]],
        constants: Mapping[str, int],
        free: frozenset[str],
    ) -> None:
        self.blocks, self.constants, self.free = blocks, constants, free
        self.flows: dict[str, Flow] = {}
        for function in functions:  # a specialisation has the identity of its template
            key = f"{function.usr}@{function.name_span.start}" if function.usr in self.flows else function.usr
            self.flows[key] = Flow(function, self)
        self.depth = 0
        self.named: dict[str, list[Flow]] = {}
        for flow in self.flows.values():
            self.named.setdefault(flow.function.name, []).append(flow)
        self.calls: dict[str, list[GuardedCall]] = {}
        self.unclear: set[str] = set()  # names that stand for functions, and nobody sees their calls
        for flow in self.flows.values():
            for node, guards in flow.nodes:
                if node.kind is Kind.CALL and node.callee:
                    self.calls.setdefault(node.callee, []).append(GuardedCall(flow, node, guards))
                elif node.kind is Kind.CALL:  # any of that name, where a template's argument decides
                    for named in self.named.get(node.name, ()):
                        self.calls.setdefault(named.function.usr, []).append(GuardedCall(flow, node, guards))
                elif node.kind is Kind.OTHER and node.name:
                    self.unclear.add(node.name)


@dataclass
class Flow:
    """A function, and what its variables hold."""

    function: Function
    program: DeviceProgram
    nodes: list[tuple[Node, Guards]] = field(default_factory=list)
    _listed: dict[str, list[Definition]] = field(default_factory=dict)
    _known: dict[str, Range] = field(default_factory=dict)
    _open: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.nodes = list(guarded(self.function.body))
        self._definitions = Definitions(self.nodes)

    # Definitions

    def definitions(self, variable: str) -> list[Definition]:
        """What changes a variable; by `&` where it is not seen how."""
        if variable not in self._listed:
            handed = [Definition("&", self.function.body, ())] if self._handed_out(variable) else []
            self._listed[variable] = [*self._definitions.of(variable), *handed]
        return self._listed[variable]

    def _handed_out(self, key: str) -> bool:
        """Whether a function of the user's gets the variable by reference."""
        for call, from_end in self._definitions.passed.get(key, []):
            if not call.callee and (call.variable or call.name == "operator()"):
                return True
            named = self.program.named.get(call.name, ())
            called = self.program.flows.get(call.callee)
            for flow in [called] if called else named:
                parameters = flow.function.parameters
                taken = parameters[-from_end] if from_end <= len(parameters) else None
                if taken is None or (taken.is_reference and not taken.canonical.startswith("const ")):
                    return True
            if call.callee and called is None:
                return True
        return False

    # Values

    def value(self, node: Node, guards: Guards = ()) -> Range:
        """What an expression can be, converted as it is where it stands."""
        if self.program.depth > _DEEPEST:
            return anything((node.casts or (node.type,))[-1], DecidedBy.UNKNOWN)
        self.program.depth += 1
        found = self._bare(node, guards)
        self.program.depth -= 1
        for cast in node.casts:
            if is_floating(cast):
                found = Range(*limits(""), found.sources)
            elif is_integer(cast):
                found = fitted(found, cast)
        return found

    def _bare(self, node: Node, guards: Guards) -> Range:
        match node.kind:
            case Kind.LITERAL:
                return self._literal(node)
            case Kind.NAME:
                return self._variable(node, guards)
            case Kind.BUILTIN:
                return self._builtin(node)
            case Kind.BINARY:
                return self._binary(node, guards)
            case Kind.UNARY:
                return self._unary(node, guards)
            case Kind.CALL:
                return self._call(node, guards)
            case Kind.CONDITIONAL:
                condition, *ways = node.parts[:3]
                under_each = (under(guards, condition, not at, way) for at, way in enumerate(ways))
                return joined([self.value(w, g) for w, g in zip(ways, under_each, strict=True)])
            case Kind.ASSIGN if node.name == "=":
                return self.value(node.parts[1], guards)
            case Kind.LIST | Kind.CONSTRUCT if len(node.parts) == 1:
                return fitted(self.value(node.parts[0], guards), node.type)
            case Kind.INDEX:
                return anything(node.type, DecidedBy.MEMORY)
            case Kind.MEMBER:
                return anything(node.type, DecidedBy.CHOSEN if self._is_chosen(node) else DecidedBy.MEMORY)
            case Kind.OTHER if not node.parts and not node.name.startswith(UNREAD):  # what a template's argument names
                return anything(node.type, DecidedBy.CHOSEN)
        return anything(node.type, DecidedBy.UNKNOWN)

    def _literal(self, node: Node) -> Range:
        if node.name.lstrip("-").isdigit():
            return fitted(Range(int(node.name), int(node.name)), node.type)
        value = self.program.constants.get(node.name)
        return Range(value, value) if value is not None else anything(node.type, DecidedBy.CHOSEN)

    def _is_chosen(self, node: Node) -> bool:
        """A member of what a kernel is given by value."""
        while node.kind is Kind.MEMBER and node.parts:
            node = node.parts[0]
        variable = self.function.variables.get(node.variable)
        is_given = variable is not None and variable.storage in (Storage.PARAMETER, Storage.CONSTANT)
        return is_given and variable is not None and not variable.is_pointer and self._is_kernels(variable)

    def _is_kernels(self, variable: Variable) -> bool:
        return self.function.is_kernel or variable.storage is Storage.CONSTANT

    def _builtin(self, node: Node) -> Range:
        name, _, axis = node.name.partition(".")
        low, high = BUILTINS.get(name, limits("int"))
        block = self.program.blocks.get(self.function.usr)
        if block and axis and name in ("threadIdx", "blockDim"):
            high = block["xyz".index(axis)] - (name == "threadIdx")
        return Range(low, high, frozenset({DecidedBy.LANE} if low < high else ()))

    def _binary(self, node: Node, guards: Guards) -> Range:
        left, right = (self.value(p, guards) for p in node.parts)
        if any(is_floating(p.casts[-1] if p.casts else p.type) for p in node.parts):
            return anything(node.type if is_integer(node.type) else "", *left.sources, *right.sources)
        found = combined(node.name, left, right)
        if found is None:
            return anything(node.type, *left.sources, *right.sources, DecidedBy.UNKNOWN)
        if node.name == "-" and left.exact is not None and right.exact is None:
            found = Range(found.low, found.high, found.sources | {DecidedBy.DIFFERENCE})
        return fitted(found, node.type)

    def _unary(self, node: Node, guards: Guards) -> Range:
        if not node.parts or node.name == "*":
            return anything(node.type, DecidedBy.MEMORY)
        inner = self.value(node.parts[0], guards)
        match node.name.removeprefix("post"):
            case "-":
                return fitted(Range(-inner.high, -inner.low, inner.sources), node.type)
            case "+" | "++" | "--":
                return inner
            case "~":
                return fitted(Range(~inner.high, ~inner.low, inner.sources), node.type)
            case "!":
                return Range(0, 1, inner.sources)
        return anything(node.type, *inner.sources, DecidedBy.UNKNOWN)

    def _call(self, node: Node, guards: Guards) -> Range:
        called = self.program.flows.get(node.callee)
        if called is not None:
            return called.result(node.type)
        if node.callee:
            return anything(node.type, DecidedBy.UNKNOWN)
        if node.name in COUNTS:
            low, high = COUNTS[node.name]
            if node.parts and self._is_set(node.parts[0], guards):
                low, high = (low, high - 1) if "clz" in node.name else (1, high)
            return Range(low, high, frozenset({DecidedBy.COUNT}))
        if node.name in LEAST | MOST and len(node.parts) == 2:
            a, b = (self.value(p, guards) for p in node.parts)
            pick = min if node.name in LEAST else max
            return Range(pick(a.low, b.low), pick(a.high, b.high), a.sources | b.sources)
        if node.name in SHUFFLES and len(node.parts) > SHUFFLES[node.name]:
            return self.value(node.parts[SHUFFLES[node.name]], guards)
        if node.name in SAME or node.name.startswith("atomic"):
            return anything(node.type, DecidedBy.MEMORY)
        return anything(node.type, DecidedBy.UNKNOWN)

    def _is_set(self, node: Node, guards: Guards) -> bool:
        """Whether some bit of a value is set."""
        value = self.value(node, guards)
        if value.low > 0 or value.high < 0:
            return True
        if node.kind is Kind.BINARY and node.name == "|":
            return any(self._is_set(p, guards) for p in node.parts)
        followed = guards if (v := self.function.variables.get(node.variable)) and self._is_followed(v) else ()
        asked = (g for g in followed if _is(node, g.variable) and g.operator == "!=")
        return any(self.value(g.bound).exact == 0 for g in asked)

    def result(self, spelled: str) -> Range:
        """What the function returns."""
        if "return" in self._open:
            return anything(spelled, DecidedBy.UNKNOWN)
        self._open.add("return")
        given = [self.value(n.parts[0], g) for n, g in self.nodes if n.kind is Kind.RETURN and n.parts]
        self._open.discard("return")
        if not given:
            return anything(spelled, DecidedBy.UNKNOWN)
        return fitted(joined(given), spelled)

    # Variables

    def _variable(self, node: Node, guards: Guards) -> Range:
        variable = self.function.variables.get(node.variable)
        if variable is None:
            return anything(node.type, DecidedBy.UNKNOWN)
        found = self._range_of(variable)
        for guard in guards if self._is_followed(variable) else ():
            if guard.variable == node.variable:
                found = self._under(found, guard)
        return found

    def _is_followed(self, variable: Variable) -> bool:
        """Whether all that changes a variable is seen, so that a condition on it holds to the next change."""
        is_own = variable.storage in (Storage.LOCAL, Storage.PARAMETER, Storage.CONSTANT)
        return is_own and not any(d.operator == "&" for d in self.definitions(variable.key))

    def _under(self, value: Range, guard: Guard) -> Range:
        """What a condition leaves. Compared in another type, a variable may have another value."""
        bound = self.value(guard.bound)
        if all(fitted(value, cast) == value for cast in guard.name.casts):
            return compared(value, guard.operator, bound)
        whole = limits(guard.name.type)
        if guard.operator in ("<", "<=") and all(limits(c) > whole or limits(c)[0] == 0 for c in guard.name.casts):
            is_small = bound.high <= whole[1] and limits(guard.name.casts[-1])[1] >= whole[1]
            return compared(value, guard.operator, bound).narrowed(0, value.high) if is_small else value
        return value

    def _range_of(self, variable: Variable) -> Range:
        if variable.key in self._known:
            return self._known[variable.key]
        if variable.storage is Storage.CONSTANT:
            value = self.program.constants.get(variable.name)
            return Range(value, value) if value is not None else anything(variable.canonical, DecidedBy.CHOSEN)
        if variable.storage not in (Storage.LOCAL, Storage.PARAMETER) or variable.is_volatile:
            return anything(variable.canonical, DecidedBy.MEMORY)
        if variable.key in self._open:
            return anything(variable.canonical, DecidedBy.UNKNOWN)
        self._open.add(variable.key)
        found = self._joined(variable)
        self._open.discard(variable.key)
        self._known[variable.key] = found
        return found

    def _joined(self, variable: Variable) -> Range:
        whole = limits(variable.canonical)
        listed = self.definitions(variable.key)
        if any(d.operator == "&" for d in listed) or variable.is_reference:
            return Range(*whole, frozenset({DecidedBy.UNKNOWN}))
        is_own = any(p.key == variable.key for p in self.function.parameters)  # not a lambda's in the body
        bases = [self._parameter(variable)] if is_own else []
        if variable.storage is Storage.PARAMETER and not is_own:
            return Range(*whole, frozenset({DecidedBy.UNKNOWN}))
        bases += [fitted(self.value(d.value, d.guards), variable.canonical) for d in listed if d.operator == "="]
        if not bases:
            return Range(*whole, frozenset({DecidedBy.UNKNOWN}))
        found = joined(bases)
        for definition in (d for d in listed if d.operator != "="):
            found = self._moved(found, definition, whole)
        return found

    def _moved(self, base: Range, definition: Definition, whole: tuple[int, int]) -> Range:
        """With what `+=` and its like make of a variable, done any number of times."""
        by = Range(1, 1) if definition.operator in ("++", "--") else self.value(definition.value, definition.guards)
        sources = base.sources | by.sources
        low, high = base.low, base.high
        match definition.operator:
            case "++" | "+=" if by.low >= 0:
                return Range(low, whole[1], sources)
            case "--" | "-=" if by.low >= 0 and whole[0] < 0:
                return Range(whole[0], high, sources)
            case "/=" | ">>=" if low >= 0 and by.low >= 0:
                return Range(0, high, sources)
            case "*=" | "<<=" if low >= 0 and by.low >= 0 and whole[0] == 0:
                return Range(0, whole[1], sources)
            case "&=" if by.low >= 0:
                return Range(min(low, 0), max(high, by.high), sources)
            case "%=" if by.low > 0 and low >= 0:
                return Range(0, high, sources)
        return Range(*whole, sources)

    def _parameter(self, variable: Variable) -> Range:
        usr, name, count = self.function.usr, self.function.name, len(self.function.parameters)
        anywhere = anything(variable.canonical, DecidedBy.UNKNOWN if self.function.is_lambda else DecidedBy.CHOSEN)
        at = next((i for i, p in enumerate(self.function.parameters) if p.key == variable.key), None)
        calls = [] if self.function.is_kernel or at is None else self.program.calls.get(usr, [])
        unseen = not calls or name in self.program.free or name in self.program.unclear
        given = [anywhere] if unseen else []
        for call in calls:
            arguments = call.node.parts[-count:] if self.function.is_member else call.node.parts
            is_whole = len(arguments) == count and at is not None
            value = call.caller.value(arguments[at], call.guards) if is_whole and at is not None else anywhere
            given.append(fitted(value, variable.canonical))
        return joined(given)


def _is(node: Node, key: str) -> bool:
    return node.kind is Kind.NAME and node.variable == key
