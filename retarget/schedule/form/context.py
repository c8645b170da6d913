"""What the writers of a coarsened kernel share: the kernel, its facts, and the names that stand in its text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from msgspec import Struct, field

from retarget.analysis.assignments import assigned
from retarget.analysis.dependence import BLOCK, Axes, Dependence
from retarget.analysis.effects import EffectsOf
from retarget.analysis.lvalues import root
from retarget.schedule.form.again import Lambdas
from retarget.schedule.form.binding import binds_value
from retarget.schedule.form.brought import brought
from retarget.schedule.form.constness import told_apart
from retarget.schedule.form.declared_types import declared_types
from retarget.schedule.form.fresh import Names
from retarget.schedule.form.handing import handed
from retarget.schedule.form.hazards import Hazards
from retarget.schedule.form.hidden_names import HiddenNames
from retarget.schedule.form.items import Item, Once, Piece, Shared, all_items, pieces
from retarget.schedule.form.quote import Quote, Replacement
from retarget.schedule.form.spelling import commas, template_names
from retarget.schedule.refusal import Unsuited
from retarget.unit.tree import Function, Kind, Node, Storage, Variable

_OURS = ("Factors", "logical", "at", "instance", "instances", "replicas", "live", "all_live", "block", "turn",
         "value")  # fmt: skip


class Shape(Struct, frozen=True):
    """What of a set of factors decides the text: along which axes instances differ, and how blocks share."""

    axes: Axes
    block_axes: Axes  # of blocks that one physical block runs at one time, packed ones too
    is_packed: bool = False  # whether some run side by side, on threads of their own
    has_turns: bool = False
    is_bounded: bool = False  # the text states the most threads of a physical block
    has_waves: bool = False  # and the wavefronts to plan for
    moves: bool = True  # indices, so that functions are handed theirs

    @property
    def has_replicas(self) -> bool:
        return bool(self.block_axes)

    @property
    def has_remainder(self) -> bool:
        """Whether an instance may lie beyond the grid."""
        return bool(self.block_axes)


class Form(Struct, frozen=True):
    """A kernel's items, with the dependence that they were formed by; replicated: of static shared arrays, by key, the
    axes along which each logical block has its own."""

    items: tuple[Item, ...]
    dependence: Dependence
    replicated: Mapping[str, Axes]


class Context(Struct, frozen=True, dict=True):
    """A kernel on its way into text. fresh: names for it; places: device
    functions that name indices, by identity, with the name of the version that is given them; streams: accesses that
    go past the caches, by kind and place; strides: of variables that instances take from the first one's."""

    function: Function
    form: Form
    effects: EffectsOf
    shape: Shape
    quote: Quote
    fresh: Names
    hidden: HiddenNames
    places: Mapping[str, str]
    streams: frozenset[tuple[Kind, int, int]] = frozenset()
    strides: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    shares: bool = False  # shared memory that is declared elsewhere
    unroll: int = 0  # turns of the loops that start at these places
    unrolled: frozenset[int] = frozenset()
    is_old: bool = False  # C++ before 2014, whose lambdas take no `auto`
    asking: frozenset[str] = frozenset()  # macros that ask for types

    @property
    def items(self) -> tuple[Item, ...]:
        return self.form.items

    @property
    def dependence(self) -> Dependence:
        return self.form.dependence

    @cached_property
    def names(self) -> dict[str, str]:
        """Our names, as they stand in this text."""
        return {n: self.fresh(n) for n in _OURS}

    @cached_property
    def brought(self) -> tuple[Node, ...]:
        """What stands in front of the shared memory that is declared with it. Raises Unsuited."""
        shared = [i.node for i in all_items(self.items) if isinstance(i, Shared)]
        return brought(self.function, shared, self.quote, self.hidden.names)

    def is_brought(self, node: Node) -> bool:
        return any(n.span.start <= node.span.start < n.span.end for n in self.brought)

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        return tuple(pieces(self.items))

    @cached_property
    def array(self) -> dict[str, str]:
        """The name of the array over the instances, or over the blocks, that a variable would have."""
        return {key: self.fresh(f"{v.name}_", key) for key, v in self.function.variables.items()}

    @cached_property
    def _uses(self) -> dict[str, set[int]]:
        """The pieces in which each variable is named."""
        uses: dict[str, set[int]] = {}
        for at, piece in enumerate(self.pieces):
            for part in piece.parts:
                for node in part.nodes():
                    if node.variable:
                        uses.setdefault(node.variable, set()).add(at)
        for holder, held in self.dependence.aliases.items():  # what is pointed at lives as long as what points
            for key in held:
                uses.setdefault(key, set()).update(uses.get(holder, ()))
        return uses

    @cached_property
    def outside(self) -> frozenset[str]:
        """The families of indices, and the variables, that are named where no piece binds them anew."""
        bound = {id(n) for p in self.pieces for part in p.parts for n in part.nodes()}
        once = (n for i in all_items(self.items) if isinstance(i, Once) for n in i.node.walk())
        named = [*(n for n in self.function.body.walk() if id(n) not in bound), *once]
        indices = {n.name.partition(".")[0] for n in named if n.kind is Kind.BUILTIN}
        if any(n.kind is Kind.CALL and n.callee in self.places for n in named):
            indices |= {"threadIdx", "blockIdx"}
        return frozenset(indices | {n.variable for n in named if n.variable and n.kind is not Kind.VARIABLE})

    def points(self, key: str) -> bool:
        """Whether an own variable is a reference to something that lives on: then it is kept as a pointer."""
        variable = self.function.variables[key]
        if not variable.is_reference:
            return False
        if key in self._initial and _is_converted(self._initial[key]):
            why = f"'{variable.name}' outlives a barrier, and refers to what a conversion gives that is not written"
            raise Unsuited(self._initial[key].span, why)
        if not variable.canonical.startswith("const ") and not variable.canonical.endswith("&&"):
            return True  # it cannot be bound to a new value
        if key not in self._initial:
            return False
        value = self._initial[key]
        is_value = binds_value(variable, value, self.effects.functions)
        if is_value is None:
            raise Unsuited(value.span, f"'{variable.name}' outlives a barrier, and may refer to what changes")
        return not is_value

    @cached_property
    def _initial(self) -> dict[str, Node]:
        declared = self.function.body.of(Kind.VARIABLE)
        return {v.variable: v.parts[0] for v in declared if v.parts}

    @cached_property
    def _constants(self) -> frozenset[str]:
        return told_apart(self.function, self.effects)

    def binding(self, key: str, instance: str) -> str:
        """The name of an own variable, bound to what an instance has of it."""
        variable = self.function.variables[key]
        const, star = "const " if key in self._constants else "", "*" if self.points(key) else ""
        return f"{const}auto& {variable.name} = {star}{self.array[key]}[{instance}];"

    def is_bound_late(self, key: str) -> bool:
        """Whether the name of an own variable stands for it once it has its value, and not before."""
        return self.points(key) or key in self._constants

    def is_own(self, key: str) -> bool:
        """Whether each instance has a variable of its own that outlives a piece."""
        variable = self.function.variables.get(key)
        if variable is None or not self.dependence.variables.get(key, frozenset()) & self.shape.axes:
            return False
        if variable.storage is Storage.PARAMETER:  # and not one of a lambda
            return any(p.key == key for p in self.function.parameters)
        if key in self.effects.lambdas and self.is_declared_again(key):
            return False
        lives_on = len(self._uses.get(key, ())) > 1 or key in self.strides
        return variable.storage is Storage.LOCAL and lives_on and key in self.declared

    def is_declared_again(self, key: str) -> bool:
        """Whether a lambda may be written again in a later piece."""
        return self._lambdas.keeps_meaning(key) and not self.hidden.stand_in(self.effects.lambdas[key])

    @cached_property
    def _lambdas(self) -> Lambdas:
        source = self.quote.source.text
        return Lambdas(self.dependence, lambda node: source[node.span.start : node.span.end])

    @cached_property
    def declared(self) -> set[str]:
        """Variables whose declaration is itself a statement of a piece, not inside of one."""
        found: set[str] = set()
        for piece in self.pieces:
            for part in piece.parts:
                if part.node.kind is Kind.DECLARE:
                    found |= {v.variable for v in part.node.parts}
                elif part.node.kind is Kind.VARIABLE:
                    found.add(part.node.variable)
        return found

    def is_renamed(self, v: Variable) -> bool:
        """Whether a shared array has another name outside of the scope that declares it; one that `extern "C"` declares
        without a size would have another linkage by its own."""
        is_c = v.storage is Storage.DYNAMIC and self.function.has_c_linkage
        return is_c or self.is_replicated(v) or [o.name for o in self.shared()].count(v.name) > 1

    def is_replicated(self, v: Variable) -> bool:
        """Whether logical blocks have their own of a shared array."""
        if v.storage is Storage.DYNAMIC or self.shape.is_packed:
            return self.shape.has_replicas
        return bool(self.form.replicated[v.key])

    def replicas(self, v: Variable) -> str:
        """How many of a static shared array a physical block holds, as text."""
        if self.form.replicated[v.key] == self.shape.block_axes:
            return self.names["replicas"]
        return f"{self.place}::replicas_along({self._along(v)})"

    def _along(self, v: Variable) -> str:
        letters = sorted(axis.rpartition(".")[2] for axis in self.form.replicated[v.key])
        return " | ".join(f"retarget::along_{l}" for l in letters) or "0"

    @property
    def place(self) -> str:
        return f"retarget::Place<{self.names['Factors']}>"

    @cached_property
    def in_heads(self) -> frozenset[int]:
        """The expressions (id) in heads of loops, which no semicolon ends."""
        loops = self.function.body.of(Kind.FOR)
        return frozenset(id(n) for loop in loops for head in (loop.parts[0], loop.parts[2]) for n in commas(head))

    def is_hazardous(self, node: Node, alike: bool = False) -> bool:
        """Whether a statement may do harm where its instance does not run, even if it only computes. alike: by elements
        too whose place all instances share."""
        axes = self.shape.axes
        is_same = (lambda place: False) if alike else (lambda place: not self.dependence.of(place) & axes)
        return self._hides_hazards or self._hazards.within(node, is_same)

    @cached_property
    def _hazards(self) -> Hazards:
        return Hazards(self.effects)

    @cached_property
    def _hides_hazards(self) -> bool:
        return self._hazards.unshown(self.function)

    def is_local(self, key: str) -> bool:
        variable = self.function.variables.get(key)
        return variable is not None and variable.storage is Storage.LOCAL

    def shared(self) -> list[Variable]:
        kinds = (Storage.SHARED, Storage.DYNAMIC)
        return [v for v in self.function.variables.values() if v.storage in kinds]

    def bindings(self, item: Shared) -> list[str]:
        declared = [self.function.variables[v.variable] for v in item.node.parts]
        return [self.shared_binding(v, "0") for v in declared if self.is_renamed(v) and not self._is_bound_anew(v)]

    def _is_bound_anew(self, v: Variable) -> bool:
        """Whether each piece binds a shared array that it names, and nothing else names it."""
        each = self.shape.axes & BLOCK and self.shape.has_replicas and self.is_replicated(v)
        return bool(each) and v.key not in self.outside

    def shared_binding(self, v: Variable, instance: str) -> str:
        at = self.names["at"]
        if not self.is_replicated(v):
            return f"auto& {v.name} = {self.array[v.key]};"
        if v.storage is Storage.DYNAMIC:
            return f"auto* const {v.name} = {at}.dynamic({self.array[v.key]}, {instance});"
        along = "" if self.form.replicated[v.key] == self.shape.block_axes else f", {self._along(v)}"
        return f"auto& {v.name} = {self.array[v.key]}[{at}.replica({instance}{along})];"

    def dynamic_outside(self) -> list[Variable]:
        """Dynamic shared arrays that are declared outside of the kernel."""
        own = {v.variable for i in all_items(self.items) if isinstance(i, Shared) for v in i.node.parts}
        return [v for k, v in self.function.variables.items() if v.storage is Storage.DYNAMIC and k not in own]

    def changed_parameters(self) -> list[Variable]:
        function = self.function
        named = {root(t).variable for t, _ in assigned(function.body, function.variables, self.effects)}
        calls = function.body.of(Kind.CALL, Kind.CONSTRUCT)
        held = (*(self.dependence.aliases.get(key, ()) for key in named), *map(self.dependence.reached_by, calls))
        changed = named.union(*held)
        return [v for v in function.parameters if v.key in changed and not v.is_const]

    def edits(self, node: Node) -> list[Replacement]:
        """Calls of device functions that name indices are handed them; streamed accesses go past the caches; loops are
        unrolled; types of variables are those that they were declared with. Raises Unsuited."""
        accesses = {(n.kind, n.span): n for n in node.of(Kind.ASSIGN, Kind.INDEX)}
        streamed = (e for n in accesses.values() for e in self._streamed(n))
        loops = {n.span.start for n in node.of(Kind.FOR)} & self.unrolled
        unrolled = ((start, start, f'_Pragma("unroll {self.unroll}") ') for start in sorted(loops))
        asked = declared_types(node.outer, self.function, self.quote.source, self.asking, self._is_bound)
        named = template_names(node, self.quote.source)
        return [*streamed, *unrolled, *asked, *named, *handed(node, self.places, self.quote)]

    def _is_bound(self, v: Variable) -> bool:
        """Whether a variable's name may stand for a reference to what it was."""
        if v.storage in (Storage.SHARED, Storage.DYNAMIC):
            return self.is_renamed(v)
        return self.is_own(v.key) and not (v.is_reference and self.points(v.key))

    def _streamed(self, node: Node) -> Iterator[Replacement]:
        start, end = node.span.start, node.span.end
        if (node.kind, start, end) not in self.streams:
            return
        if node.kind is Kind.INDEX:
            yield start, start, "__ldcs(&"
            yield end, end, ")"
        else:
            target, value = node.parts
            yield start, start, "__stcs(&"
            yield target.outer.end, value.outer.start, ", "
            yield end, end, ")"


def _is_converted(value: Node) -> bool:
    """Whether a conversion of the user's gives a value, of which nothing stands in the text."""
    is_own = value.kind is Kind.CALL and value.name.startswith("operator ") and len(value.parts) == 1
    return is_own and value.outer == value.parts[0].outer
