"""The coarsened form of a kernel, before it is text: which statements stand once, which are run for each instance.

    S1; barrier; for (uniform) { S2; barrier; } S3;
    -->
    for each instance { S1 }  barrier  for (uniform) { for each instance { S2 }  barrier }  for each instance { S3 }

A *piece* is a run of statements that every instance executes before the next piece begins. That is one of the orders
in which parallel threads may run, whatever the statements do. Pieces end where
- a barrier, or control flow that all instances share, stands;
- a load would follow a store of the same piece: the loads of all instances come before the stores of any. For the same
  reason the right-hand side of a store that loads is evaluated in one piece and stored in the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from retarget.analysis.assignments import assigned
from retarget.analysis.dependence import Axes, Dependence
from retarget.analysis.effects import Effects, EffectsOf
from retarget.analysis.jumps import jumps
from retarget.analysis.lvalues import is_memory
from retarget.schedule.form.hidden_names import HiddenNames
from retarget.schedule.form.items import CaseLabel, Item, Jam, Once, Part, Piece, Role, Shared
from retarget.schedule.form.making import is_object
from retarget.schedule.form.parting import (
    components,
    deciding,
    expressions,
    grouped,
    is_left_by_returns,
    is_spelled,
    is_written_apart,
    jumping_away,
    leaving,
    unwrapped,
)
from retarget.schedule.form.unevaluated import unevaluated
from retarget.schedule.refusal import GROUPS, Unsuited
from retarget.source.text import Related, Source
from retarget.unit.tree import LOOPS, STATEMENTS, Function, Kind, Node, Storage


@dataclass
class Former:
    """Forms a kernel for instances that differ along `axes`."""

    function: Function
    dependence: Dependence
    effects: EffectsOf
    axes: Axes
    block_axes: Axes
    source: Source
    hidden: HiddenNames
    _parts: list[Part] = field(default_factory=list)
    _reads: bool = False
    _writes: bool = False
    _kills: bool = False
    _number: int = 0

    def formed(self) -> tuple[Item, ...]:
        """The items of the kernel's body. Raises Unsuited."""
        return self._items(unwrapped(self.function.body.parts), top=True)

    # Facts

    def _of(self, node: Node) -> Effects:
        return self.effects.of(node, self.function.variables)

    def varies(self, node: Node) -> bool:
        """Whether instances may differ in the value of an expression."""
        return bool(self.dependence.of(node) & self.axes)

    def _decides(self, node: Node) -> Axes:
        """On what the way through a control statement depends."""
        if node.kind is Kind.IF:
            return self.dependence.of(node.parts[0])
        return self.dependence.decides(node)

    def _targets(self, node: Node) -> list[str]:
        """Variables that a statement assigns or declares."""
        found = [t.variable for t in node.of(Kind.VARIABLE)]
        for statement in expressions(node):
            for target, _ in assigned(statement, self.function.variables, self.effects):
                found += [n.variable for n in target.of(Kind.NAME, Kind.VARIABLE)][:1]
        return found

    def _is_uniform(self, node: Node) -> bool:
        """Whether a statement does the same for all instances, and nothing that others could see."""
        if (
            self._of(node).writes
            or self._of(node).volatiles
            or any(node.of(Kind.RETURN, Kind.ASM, Kind.GOTO, Kind.LABEL))
        ):
            return False
        if any(n.kind in (Kind.IF, Kind.SWITCH, *LOOPS) and self._decides(n) & self.axes for n in node.walk()):
            return False
        targets = self._targets(node)
        if not targets and node.kind not in (Kind.BREAK, Kind.CONTINUE):
            return any(node.of(Kind.BREAK, Kind.CONTINUE))
        return not any(map(self._varies, targets)) and not self._asks(node)

    def _varies(self, key: str) -> bool:
        return bool(self.dependence.variables.get(key, frozenset()) & self.axes)

    def _asks(self, node: Node, controlled: bool = True) -> bool:
        """Whether a statement asks for the type of what instances may have of their own, or is part of a piece."""
        listed = unevaluated(node, self.function, self.source, controlled)
        asked = (v for v in listed if v.storage is Storage.LOCAL or self.axes & self.block_axes)
        return any(self._varies(v.key) or v.is_reference or not v.is_const for v in asked)

    # Items

    def _items(self, nodes: Sequence[Node], top: bool = False) -> tuple[Item, ...]:
        kept = self._parts, self._reads, self._writes, self._kills
        self._parts, self._reads, self._writes, self._kills = [], False, False, False
        made: list[Item] = []
        listed = [n for n in grouped(nodes) if n.kind is not Kind.EMPTY]
        for at, node in enumerate(listed):
            last = top and at == len(listed) - 1
            inner = self._guarded(node) if last else None
            if inner is not None:
                self._add(self._part(node, Role.TEST), node.parts[0])
                self._kills = True
                self._cut(made)
                made += self._items(inner, top=True)
                continue
            made += self._statement(node, made)
        self._cut(made)
        self._parts, self._reads, self._writes, self._kills = kept
        return tuple(made)

    def _guarded(self, node: Node) -> Sequence[Node] | None:
        """The statements of `if (index is inside) { ... }` around all the rest, or None.

        Legal: nothing follows it. Worth it where the condition is one of indices, which nearly all threads meet.
        """
        if node.kind is not Kind.IF or node.parts[2].kind is not Kind.NONE or not self.varies(node.parts[0]):
            return None
        condition = node.parts[0]
        if self._of(condition).loads or self._of(condition).writes or any(condition.of(Kind.VARIABLE)):
            return None
        if node.parts[0].span == node.span:  # a macro spells all of it
            return None
        body = node.parts[1]
        inner = body.parts if body.kind is Kind.BLOCK else (body,)
        outer = {v.name for v in self.function.variables.values()}
        own = [v.name for part in inner for v in part.of(Kind.VARIABLE)]
        names = [v.name for v in self.function.variables.values()]
        if any(names.count(name) > own.count(name) for name in own if name in outer):
            return None  # it would hide another variable
        return inner

    def _statement(self, node: Node, made: list[Item]) -> list[Item]:
        effects = self._of(node)
        if node.kind is Kind.DECLARE and self._is_shared(node):
            return [Shared(node)]
        if node.kind is Kind.DECLARE and node.parts and all(p.kind is Kind.OTHER for p in node.parts):
            if self._asks(node):
                raise Unsuited(node.span, "this type depends on what each instance has for itself")
            return self._once(node, made)
        if jump := jumping_away(node):
            raise Unsuited(jump.span, "retarget does not follow a jump to a label")
        if effects.synchronises:
            self._cut(made)
            return [self._synchronising(node, effects)]
        if node.kind in (Kind.BREAK, Kind.CONTINUE) or (node.kind is Kind.RETURN):
            self._cut(made)
            return [Once(node)]
        if self._is_uniform(node):
            return self._once(node, made)
        if node.kind is Kind.DECLARE and any(self._is_uniform_part(p) for p in node.parts if p.kind is Kind.VARIABLE):
            if any(p.kind is Kind.OTHER for p in node.parts):
                raise Unsuited(node.span, "a type is declared together with variables that instances do not share")
            found: list[Item] = []
            for part in node.parts:  # some are the same for all instances
                if self._is_uniform_part(part):
                    found += self._once(part, made)
                else:
                    self._simple(part, made)
            return found
        if node.kind in (Kind.BLOCK, Kind.CASE, Kind.DEFAULT):
            self._cut(made)
            return [self._jam(node)]
        if node.kind in (Kind.IF, Kind.SWITCH, *LOOPS) and self._jams(node):
            self._cut(made)
            return [self._jam(node)]
        self._simple(node, made)
        return []

    def _is_shared(self, node: Node) -> bool:
        kinds = {self.function.variables[v.variable].storage for v in node.parts if v.variable}
        return bool(kinds & {Storage.SHARED, Storage.DYNAMIC})

    def _once(self, node: Node, made: list[Item]) -> list[Item]:
        """A declaration may move in front of the open piece, which does not change what it reads, nor means something
        else by the name; else the piece ends."""
        if node.kind not in (Kind.DECLARE, Kind.VARIABLE) or self._of(node).loads or self._hides(node):
            self._cut(made)
        return [Once(node)]

    def _jams(self, node: Node) -> bool:
        """Whether all instances go through a statement together, and it is worth writing so."""
        if self._decides(node) & self.axes or node.kind is Kind.EACH or is_left_by_returns(node):
            return False
        if any(node.of(Kind.GOTO, Kind.LABEL)) or not is_spelled(node) or self._asks(node, controlled=False):
            return False
        if node.kind is Kind.FOR and self._mixed(node) is None:
            return False
        effects = self._of(node)
        inside = any(n.kind in LOOPS for n in node.walk())
        leaves = node.kind is Kind.IF and any(True for _ in leaving(node))
        return inside or bool(effects.loads or effects.writes) or leaves

    def _synchronising(self, node: Node, effects: Effects) -> Item:
        if effects.groups:
            raise Unsuited(effects.groups[0].span, GROUPS)
        if node.kind is Kind.CALL:
            if node.callee in self.effects.functions:
                raise Unsuited(node.span, f"the device function '{node.name}' holds a barrier")
            return Once(node)
        if node.kind in STATEMENTS and node.kind is not Kind.DECLARE:
            if node.kind in (Kind.BLOCK, Kind.CASE, Kind.DEFAULT):
                return self._jam(node)
            if not is_spelled(node):
                raise Unsuited(node.span, "a macro spells this statement, and a barrier in it")
            if self._decides(node) & (self.axes | self.block_axes):
                barrier = (effects.barriers or effects.votes)[0]
                axes = _listed(self._decides(node) & (self.axes | self.block_axes))
                related = Related(deciding(node).span, f"this depends on {axes}")
                raise Unsuited(
                    barrier.span, "this barrier stands under control flow that instances do not share", related
                )
            if self._asks(node, controlled=False):
                raise Unsuited(node.span, "this asks for the type or the size of what instances have of their own")
            if is_left_by_returns(node):
                raise Unsuited(node.span, "returns alone end this loop, and a barrier stands in it")
            if node.kind is Kind.FOR and self._mixed(node) is None:
                raise Unsuited(node.span, "the head of this loop changes what instances do not share")
            return self._jam(node)
        where = (effects.votes or effects.barriers)[0]
        raise Unsuited(where.span, f"'{where.name}' is part of a larger statement")

    def _jam(self, node: Node) -> Item:
        if node.kind is Kind.BLOCK:
            return Jam(node, (self._items(node.parts),))
        if node.kind in (Kind.CASE, Kind.DEFAULT):
            return CaseLabel(node, self._items(node.parts[-1:]))
        if node.kind is Kind.IF:
            bodies = tuple(self._items(unwrapped((p,))) for p in node.parts[1:] if p.kind is not Kind.NONE)
            return Jam(node, bodies)
        body = node.parts[0] if node.kind is Kind.DO else node.parts[-1]
        if node.kind is Kind.SWITCH:
            return Jam(node, (self._cases(body),))
        before: tuple[Item, ...] = ()
        after: tuple[Item, ...] = ()
        if node.kind is Kind.FOR:
            mixed = self._mixed(node)
            assert mixed is not None, "asked before"
            before, after = self._items(mixed[0]), self._items(mixed[1])
        return Jam(node, (self._items(unwrapped((body,))),), before, after)

    def _cases(self, body: Node) -> tuple[Item, ...]:
        made: list[Item] = []
        for node in grouped(body.parts):
            if node.kind in (Kind.CASE, Kind.DEFAULT):
                made.append(CaseLabel(node, self._items(node.parts[-1:])))
            else:
                made += self._items((node,))
        return tuple(made)

    def _mixed(self, node: Node) -> tuple[list[Node], list[Node]] | None:
        """The parts of a `for` head that are done for each instance: of the initialisation and of the increment.

        None where they cannot be taken apart.
        """
        initial, condition, step, body = node.parts
        first = [p for p in components(initial) if not self._is_uniform_part(p)]
        each = [p for p in components(step) if not self._is_uniform_part(p)]
        changes = any(True for _ in assigned(condition, self.function.variables, self.effects))
        if condition.kind is not Kind.NONE and changes and not self._is_uniform_part(condition):
            return None
        if not first and not each:
            return [], []
        if each and any(j.kind is Kind.CONTINUE for j, _ in jumps(node)):
            return None
        ours = {k for p in components(step) if p not in each for k in self._targets(p)}
        if any(n.variable in ours for p in each for n in p.of(Kind.NAME)):
            return None
        later = {k for p in components(initial) if p not in first for k in self._targets(p)}
        if any(n.variable in later for p in first for n in p.of(Kind.NAME)):
            return None
        if any(p.span == q.span for p in (*first, *each) for q in node.walk() if q is not p and q.kind is not Kind.NONE
               and q not in tuple(p.walk())):  # fmt: skip
            return None  # a macro spells the head
        if any(self.hidden.stand_in(p, body) for p in each):
            return None
        return first, each

    def _is_uniform_part(self, node: Node) -> bool:
        targets = self._targets(node)
        return not any(map(self._varies, targets)) and not self._of(node).writes and not self._asks(node)

    # Pieces

    def _simple(self, node: Node, made: list[Item]) -> None:
        effects = self._of(node)
        if self.block_axes and (shared := next(filter(self._is_shared, node.of(Kind.DECLARE)), None)):
            raise Unsuited(shared.span, "shared memory is declared here under control flow that blocks do not share")
        if node.kind is Kind.ASSIGN and self._splits(node):
            self._number += 1
            self._end_stores(made)
            self._add(self._part(node, Role.VALUE, self._number), node.parts[1])
            self._cut(made)
            self._parts.append(self._part(node, Role.STORE, self._number))
            self._writes = True
            return
        if node.kind in (Kind.DECLARE, Kind.VARIABLE) and self._hides(node):
            self._cut(made)
            self._names_apart(node)
        kills = any(node.of(Kind.RETURN))
        if effects.loads or kills:
            self._end_stores(made)
        if effects.stores or effects.atomics:
            self._end_loads(made)
        self._add(self._part(node), node)
        if kills:
            self._kills = True
            self._cut(made)

    def _hides(self, node: Node) -> bool:
        """Whether a declaration hides what the open piece may name."""
        return self.hidden.are_declared_by(node)

    def _names_apart(self, node: Node) -> None:
        """Raises Unsuited where a declaration names something else by a name that it declares."""
        known, own = self.function.variables, {v.variable for v in node.of(Kind.VARIABLE)}
        names = {known[key].name for key in own if key in known}
        for named in node.of(Kind.NAME, Kind.CALL):
            if named.name in names and named.variable not in own:
                raise Unsuited(named.span, f"'{named.name}' is something else here than behind this declaration")

    def _part(self, node: Node, role: Role = Role.WHOLE, number: int = 0) -> Part:
        asked = unevaluated(node, self.function, self.source, controlled=role is not Role.TEST)
        return Part(node, role, number, tuple(Node(Kind.NAME, node.span, name=v.name, variable=v.key) for v in asked))

    def _add(self, part: Part, what: Node) -> None:
        effects = self._of(what)
        self._parts.append(part)
        self._reads |= bool(effects.loads)
        self._writes |= bool(effects.stores or effects.atomics or effects.impure)

    def _end_stores(self, made: list[Item]) -> None:
        if self._writes:
            self._cut(made)

    def _end_loads(self, made: list[Item]) -> None:
        if self._reads:
            self._cut(made)

    def _splits(self, node: Node) -> bool:
        """Whether an assignment is a store whose value can be computed apart."""
        target, value = node.parts
        known = self.function.variables
        if not is_memory(target, known) or self._of(node).volatiles or self._of(value).writes:
            return False
        if not (self._of(value).loads or node.name != "="):
            return False
        if node.name != "=" and self._of(target).writes:  # it stands in the value too
            return False
        apart = target.span.start >= node.span.start and is_written_apart(node, self.source)
        if not apart or value.kind in (Kind.LIST, Kind.LAMBDA) or any(value.of(Kind.ASSIGN)):
            return False
        if any(p == node.span.path and node.span.start <= at < node.span.end for p, at in self.function.undivided):
            return False
        changed = any(True for part in node.parts for _ in assigned(part, known, self.effects))
        kind = value_type(node)
        is_named = bool(kind) and not self.hidden.in_type(kind)
        return not changed and is_named and not (self.effects.has_assignments and is_object(kind))

    def _cut(self, made: list[Item]) -> None:
        if self._parts:
            made.append(Piece(tuple(self._parts), self._kills, self._reads, self._writes))
        self._parts, self._reads, self._writes, self._kills = [], False, False, False


def value_type(node: Node) -> str:
    """The type of what a store stores, as text that names it at the kernel's place; empty where none does."""
    target = node.parts[0]
    spelled = target.spelled if "parameter-" in target.type else target.type
    spelled = spelled.rstrip("& ")
    if "*" not in spelled:  # of a pointer, they say what it points to
        spelled = spelled.removeprefix("const ").removeprefix("volatile ")
    unusable = ("dependent", "lambda", "anonymous", "unnamed", "pseudo", "auto", "parameter-", "(")
    return "" if not spelled or any(word in spelled for word in unusable) else spelled


def _listed(axes: Axes) -> str:
    return ", ".join(sorted(axes))
