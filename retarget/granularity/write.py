"""The coarsened form as text: one kernel template, whose factors are constants.

    __global__ void k(float* a, int n) {             template <class Factors>
      int i = blockIdx.x * blockDim.x                __global__ void k_coarsened(retarget::Logical logical, float* a, int n) {
              + threadIdx.x;                           ... the indices of this thread's instances ...
      float x = a[i];                          -->     float x_[instances];
      __syncthreads();                                 for (instance) { int i = ...; float& x = x_[instance]; x = a[i]; }
      a[n - i] = x;                                    __syncthreads();
    }                                                  for (instance) { float& x = x_[instance]; a[n - i] = x; }
                                                     }

Inside of an instance loop the built-in indices and the variables that instances have of their own are bound as local
names, so that a statement stays as its author wrote it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from retarget.analysis.dependence import BLOCK, THREAD, Axes, Dependence, assigned
from retarget.analysis.effects import EffectsOf, root
from retarget.granularity.form import value_type
from retarget.granularity.items import Case, Item, Jam, Once, Part, Piece, Role, Shared, all_items, pieces, statements
from retarget.granularity.quote import Quote, Replacement
from retarget.granularity.refusal import Unsuited
from retarget.tree import LOOPS, Function, Kind, Node, Storage, Variable

_INDENT = "    "
# Expressions that make a new value: a reference to one keeps it.
_VALUES = (Kind.CALL, Kind.BINARY, Kind.LITERAL, Kind.CONSTRUCT, Kind.LIST, Kind.CONDITIONAL)
_FAMILIES = ("threadIdx", "blockIdx", "blockDim", "gridDim")


@dataclass(frozen=True)
class Shape:
    """What of a set of factors decides the text: along which axes instances differ, and how blocks share."""

    axes: Axes
    block_axes: Axes  # of blocks that one physical block runs at one time, packed ones too
    has_turns: bool = False
    is_bounded: bool = False  # the physical block is known

    @property
    def has_replicas(self) -> bool:
        return bool(self.block_axes)

    @property
    def has_remainder(self) -> bool:
        """Whether an instance may lie beyond the grid."""
        return bool(self.block_axes)


@dataclass
class Writer:
    """Writes one kernel. `words`: every name in the unit, so that ours are none of them."""

    function: Function
    items: tuple[Item, ...]
    dependence: Dependence
    effects: EffectsOf
    shape: Shape
    quote: Quote
    words: frozenset[str]
    places: Mapping[str, str]  # device functions that name indices, by identity: the name of the version that is given them
    streams: frozenset[tuple[Kind, int, int]] = frozenset()  # accesses that go past the caches: kind and place
    strides: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # of variables that instances share
    _lines: list[str] = field(default_factory=list)
    _depth: int = 1
    _piece: int = 0
    _now_guarded: bool = False
    _guard: str = ""  # the condition under which an instance of the present piece runs, empty where all do

    def __post_init__(self) -> None:
        self._pieces = list(pieces(self.items))
        self._uses = self._crossing()
        self._array: dict[str, str] = {}
        for key, variable in self.function.variables.items():
            name = self._fresh(f"{variable.name}_")
            while name in self._array.values():
                name += "_"
            self._array[key] = name

    def _fresh(self, name: str) -> str:
        while name in self.words:
            name += "_"
        return name

    # Which variables are arrays over the instances

    def _crossing(self) -> dict[str, set[int]]:
        """The pieces in which each variable is named."""
        uses: dict[str, set[int]] = {}
        for at, piece in enumerate(self._pieces):
            for part in piece.parts:
                for node in part.nodes():
                    if node.variable:
                        uses.setdefault(node.variable, set()).add(at)
        for holder, held in self.dependence.aliases.items():  # what is pointed at lives as long as what points
            for key in held:
                uses.setdefault(key, set()).update(uses.get(holder, ()))
        return uses

    def _points(self, key: str) -> bool:
        """Whether an own variable is a reference to something that lives on: then it is kept as a pointer."""
        return self.function.variables[key].is_reference and self._initial.get(key, "") not in _VALUES

    @property
    def _initial(self) -> dict[str, Kind]:
        declared = self.function.body.of(Kind.VARIABLE)
        return {v.variable: v.parts[0].kind for v in declared if v.parts}

    def _is_own(self, key: str) -> bool:
        """Whether each instance has a variable of its own that outlives a piece."""
        variable = self.function.variables.get(key)
        if variable is None or not self.dependence.variables.get(key, frozenset()) & self.shape.axes:
            return False
        if variable.storage is Storage.PARAMETER:
            return True
        lives_on = len(self._uses.get(key, ())) > 1 or key in self.strides
        return variable.storage is Storage.LOCAL and lives_on and key in self._declared

    @property
    def _declared(self) -> set[str]:
        """Variables whose declaration is itself a statement of a piece, not inside of one."""
        found: set[str] = set()
        for piece in self._pieces:
            for part in piece.parts:
                if part.node.kind is Kind.DECLARE:
                    found |= {v.variable for v in part.node.parts}
                elif part.node.kind is Kind.VARIABLE:
                    found.add(part.node.variable)
        return found

    # The kernel

    def text(self, name: str) -> str:
        """The definition of the coarsened kernel. Raises Unsuited."""
        self._names()
        self._lines, self._depth = [], 1
        self._opening()
        self._body()
        head = self._head(name)
        return "\n".join([*head, "{", *self._lines, "}"]) + "\n"

    def _names(self) -> None:
        fresh = {n: self._fresh(n) for n in ("Factors", "logical", "at", "instance", "instances", "replicas", "live",
                                              "all_live", "rest", "block", "turn", "value")}  # fmt: skip
        self._n = fresh

    def _head(self, name: str) -> list[str]:
        f, q = self.function, self.quote
        own = q.text(f.template.start, f.template.end).partition("<")[2].rpartition(">")[0] if f.template else ""
        parameters = parameter_texts(f, q)
        listed = ", ".join([f"retarget::Logical {self._n['logical']}", *parameters])
        bounds = f"__launch_bounds__({self._n['Factors']}::most_threads) " if self.shape.is_bounded else ""
        template = f"template <class {self._n['Factors']}{', ' + own if own.strip() else ''}>"
        return [template, f"__global__ void {bounds}{name}({listed})"]

    def _opening(self) -> None:
        n = self._n
        place = f"retarget::Place<{n['Factors']}>"
        self._put(f"constexpr int {n['instances']} = {place}::instances;")
        shared = [i for i in all_items(self.items) if isinstance(i, Shared)]
        if self.shape.has_replicas and shared:
            self._put(f"constexpr int {n['replicas']} = {place}::replicas;")
        for item in shared:
            self._hoist(item)

    def _body(self) -> None:
        n = self._n
        place = f"retarget::Place<{n['Factors']}>"
        if self.shape.has_turns:
            changed = self._changed_parameters()
            for v in changed:  # each block begins with what was passed
                self._put(f"const auto {self._fresh(f'{v.name}_passed')} = {v.name};")
            self._put(f"const auto {n['block']} = [&](const {place}& {n['at']}) {{")
            self._depth += 1
            for v in changed:
                self._put(f"auto {v.name} = {self._fresh(f'{v.name}_passed')};")
            self._block()
            self._depth -= 1
            self._put("};")
            self._put(f"for (retarget::Turns<{n['Factors']}> {n['turn']}({n['logical']}); {n['turn']}.more(); {n['turn']}.next()) {{")  # fmt: skip
            self._put(f"{_INDENT}if ({n['turn']}.inside()) {n['block']}({place}({n['logical']}, {n['turn']}.tile()));")
            if any(isinstance(i, Shared) for i in all_items(self.items)) or self._dynamic_outside():
                self._put(f"{_INDENT}__syncthreads();  // the next block takes the shared memory")
            self._put("}")
        else:
            self._put(f"const {place} {n['at']}({n['logical']});")
            self._block()

    def _changed_parameters(self) -> list[Variable]:
        function = self.function
        changed = {root(t).variable for t, _ in assigned(function.body, function.variables, self.effects)}
        return [v for v in function.parameters if v.key in changed and not v.is_const]

    def _dynamic_outside(self) -> list[Variable]:
        """Dynamic shared arrays that are declared outside of the kernel."""
        own = {v.variable for i in all_items(self.items) if isinstance(i, Shared) for v in i.node.parts}
        return [v for k, v in self.function.variables.items() if v.storage is Storage.DYNAMIC and k not in own]

    def _block(self) -> None:
        n = self._n
        named = {b.name.partition(".")[0] for b in self.function.body.of(Kind.BUILTIN)}
        if any(c.callee in self.places for c in self.function.body.of(Kind.CALL)):
            named |= set(_FAMILIES)
        if "blockDim" in named:
            self._put(f"const dim3 blockDim = {n['at']}.block_extents({n['logical']});")
        if "gridDim" in named:
            self._put(f"const dim3 gridDim = {n['logical']}.grid;")
        for family, method in (("threadIdx", "thread"), ("blockIdx", "block")):
            if family in named:
                self._put(f"const uint3 {family} = {n['at']}.{method}(0);")
        self._bind_shared()
        if not self.shape.axes:
            self._alone()
            return
        self._parameters()
        flags = self.shape.has_remainder or any(p.kills for p in self._pieces)
        if not flags:
            self._emit(self.items)
            return
        inside = f"{n['at']}.inside({n['instance']})" if self.shape.has_remainder else "true"
        self._put(f"bool {n['live']}[{n['instances']}];")
        self._loop([f"{n['live']}[{n['instance']}] = {inside};"])
        first = max((i + 1 for i, item in enumerate(self.items) if any(p.kills for p in pieces((item,)))), default=0)
        self._guard = f"{n['live']}[{n['instance']}]"
        self._emit(self.items[:first])
        rest = self.items[first:]
        if rest:
            self._rest(rest)

    def _alone(self) -> None:
        """A thread with one instance runs the user's statements as they are."""
        if self.shape.has_remainder:
            self._put(f"if (!{self._n['at']}.inside(0)) return;")
        shared = {(i.node.span.start, i.node): i for i in all_items(self.items) if isinstance(i, Shared)}
        edits: list[Replacement] = []
        for (start, node), item in shared.items():  # declared above; deeper ones are bound where they were declared
            edits.append((start, self.quote.end(node), " ".join(self._bindings(item))))
        for node in self.function.body.parts:
            if node.kind is not Kind.EMPTY:
                self._comments(node)
                self._quoted(node, [*self._edits(node), *edits], trailing=True)

    def _rest(self, rest: tuple[Item, ...]) -> None:
        """What follows the last statement at which an instance may end: without the flags where all are live."""
        n = self._n
        self._put(f"if (retarget::none({n['live']})) return;")
        if not self._parts_of_block_agree(rest):
            self._emit(rest)
            return
        self._put(f"const auto {n['rest']} = [&](auto {n['all_live']}) {{")
        self._depth += 1
        self._guard = f"({n['all_live']} || {n['live']}[{n['instance']}])"
        self._emit(rest)
        self._depth -= 1
        self._put("};")
        self._put(f"if (retarget::all({n['live']}))")
        self._put(f"{_INDENT}{n['rest']}(retarget::Yes());")
        self._put("else")
        self._put(f"{_INDENT}{n['rest']}(retarget::No());")

    def _parts_of_block_agree(self, rest: tuple[Item, ...]) -> bool:
        """Whether the threads of a block may take two ways: barriers and warp operations have to be on one."""
        effects = [self.effects.of(n, self.function.variables) for n in statements(rest)]
        if not any(e.synchronises or e.warp_operations for e in effects):
            return True
        packed = self.shape.block_axes - self.shape.axes
        ended = [c for p in self._pieces if p.kills for part in p.parts for c in conditions_of_returns(part)]
        return not packed and not any(self.dependence.of(c) & THREAD for c in ended)

    def _parameters(self) -> None:
        """Parameters that the kernel changes per instance."""
        changed = [v for v in self.function.parameters if self._is_own(v.key)]
        for v in changed:
            if v.is_default:
                self._put(f"{_array(v, self._array[v.key], self._n['instances'])};")
            else:
                self._put(f"retarget::Copies<{_plain_type(v)}, {self._n['instances']}> {self._array[v.key]}({v.name});")
        if any(v.is_default for v in changed):
            i = self._n["instance"]
            self._loop([f"{self._array[v.key]}[{i}] = {v.name};" for v in changed if v.is_default])

    # Shared memory

    def _hoist(self, item: Shared) -> None:
        node = item.node
        used = [n for v in node.parts for n in v.of(Kind.NAME) if self._is_local(n.variable)]
        if used:
            raise Unsuited(node.span, "the size of this shared array comes from a variable of the kernel")
        edits: list[Replacement] = []
        for v in node.parts:
            variable = self.function.variables[v.variable]
            if self._is_renamed(variable):
                end = variable.name_start + len(variable.name)
                copies = self.shape.has_replicas and variable.storage is Storage.SHARED
                new = self._array[v.variable] + (f"[{self._n['replicas']}]" if copies else "")
                edits.append((variable.name_start, end, new))
        self._quoted(node, edits)

    def _is_renamed(self, v: Variable) -> bool:
        """Whether a shared array has another name outside of the scope that declares it."""
        return self.shape.has_replicas or [o.name for o in self._shared()].count(v.name) > 1

    def _is_local(self, key: str) -> bool:
        variable = self.function.variables.get(key)
        return variable is not None and variable.storage is Storage.LOCAL

    def _shared(self) -> list[Variable]:
        kinds = (Storage.SHARED, Storage.DYNAMIC)
        return [v for v in self.function.variables.values() if v.storage in kinds]

    def _bind_shared(self) -> None:
        """For what all instances share, the first one's; where blocks are only packed, it is the thread's own."""
        if self.shape.has_replicas:
            for v in self._dynamic_outside():
                self._put(f"auto* const {self._array[v.key]} = {v.name};")
                self._put(self._shared_binding(v, "0"))

    def _shared_here(self, item: Shared) -> None:
        """The names of shared memory that is declared here."""
        for line in self._bindings(item):
            self._put(line)

    def _bindings(self, item: Shared) -> list[str]:
        declared = [self.function.variables[v.variable] for v in item.node.parts]
        return [self._shared_binding(v, "0") for v in declared if self._is_renamed(v)]

    def _shared_binding(self, v: Variable, instance: str) -> str:
        at = self._n["at"]
        if not self.shape.has_replicas:
            return f"auto& {v.name} = {self._array[v.key]};"
        if v.storage is Storage.DYNAMIC:
            return f"auto* const {v.name} = {at}.dynamic({self._array[v.key]}, {instance});"
        return f"auto& {v.name} = {self._array[v.key]}[{at}.replica({instance})];"

    # Items

    def _put(self, line: str) -> None:
        self._lines.append(f"{_INDENT * self._depth}{line}" if line and not line.startswith("#") else line)

    def _emit(self, items: Iterable[Item]) -> None:
        for item in items:
            if isinstance(item, Piece):
                self._emit_piece(item)
            elif isinstance(item, Once):
                self._comments(item.node)
                self._quoted(item.node, self._edits(item.node), trailing=True)
            elif isinstance(item, Shared):
                self._shared_here(item)
            elif isinstance(item, Jam):
                self._emit_jam(item)
            elif isinstance(item, Case):
                self._put(self.quote.text(item.node.span.start, item.node.parts[-1].span.start).strip())
                self._depth += 1
                self._emit(item.items)
                self._depth -= 1

    def _comments(self, node: Node) -> None:
        for line in self.quote.leading(node.span.start):
            self._put(line.strip())

    def _quoted(self, node: Node, edits: Sequence[Replacement] = (), trailing: bool = False) -> None:
        if node.kind is Kind.VARIABLE:  # one of a declaration
            variable = self.function.variables[node.variable]
            self._put(self._declarator(variable, node))
            return
        end = self.quote.end(node)
        lines = self.quote.dedented(node.span.start, end, edits)
        if trailing:
            lines[-1] += self.quote.trailing(end)
        for line in lines:
            self._put(line)

    def _edits(self, node: Node) -> list[Replacement]:
        """Calls of device functions that name indices are given them."""
        made: list[Replacement] = [e for n in node.of(Kind.ASSIGN, Kind.INDEX) for e in self._streamed(n)]
        for call in node.of(Kind.CALL):
            if call.callee not in self.places:
                continue
            text = self.quote.source.text
            start = call.span.start
            opening = text.find("(", start)
            if not text[start:].startswith(call.name) or opening < 0 or opening >= call.span.end:
                raise Unsuited(call.span, f"this call of '{call.name}', which uses indices, is not written as one")
            between = text[opening + 1 : call.span.end - 1].strip()
            made.append((start, start + len(call.name), self.places[call.callee]))
            made.append((opening, opening + 1, f"({', '.join(_FAMILIES)}" + (", " if between else "")))
        return made

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

    def _emit_jam(self, item: Jam) -> None:
        node, q = item.node, self.quote
        if item.before:
            self._put("{")
            self._depth += 1
            self._emit(item.before)
        self._comments(node)
        if node.kind is Kind.BLOCK:
            self._scope("{", item.bodies[0], "}")
        elif node.kind is Kind.DO:
            body = node.parts[0]
            self._scope("do {", item.bodies[0], "} " + " ".join(q.dedented(q.end(body), q.end(node), self._edits(node.parts[1]))).strip())
        elif node.kind is Kind.IF:
            then = node.parts[1]
            opening = self._header(node, node.span.start, then.span.start)
            if len(item.bodies) == 1:
                self._scope(opening, item.bodies[0], "}")
            else:
                self._scope(opening, item.bodies[0], "} else {")
                self._depth += 1
                self._emit(item.bodies[1])
                self._depth -= 1
                self._put("}")
        elif node.kind is Kind.FOR:
            self._scope(self._for_header(item), (*item.bodies[0], *item.after), "}")
        else:
            self._scope(self._header(node, node.span.start, node.parts[-1].span.start), item.bodies[0], "}")
        if item.before:
            self._depth -= 1
            self._put("}")

    def _header(self, node: Node, start: int, end: int) -> str:
        heads = node.parts[:3] if node.kind is Kind.FOR else node.parts[:1]
        edits = [e for part in heads for e in self._edits(part)]
        text = _one_line("\n".join(self.quote.dedented(start, end, edits)))
        if "//" in text:
            text = text.partition("//")[0]
        return f"{text.strip()} {{"

    def _for_header(self, item: Jam) -> str:
        node = item.node
        if not item.before and not item.after:
            return self._header(node, node.span.start, node.parts[3].span.start)
        kept = [", ".join(self._shared_components(p, item)) for p in (node.parts[0], node.parts[2])]
        condition = node.parts[1]
        test = self.quote.text(condition.outer.start, condition.outer.end, self._edits(condition)) if condition.kind is not Kind.NONE else ""
        return f"for ({kept[0]}; {test}; {kept[1]}) {{"

    def _shared_components(self, node: Node, item: Jam) -> Iterator[str]:
        """The components of a loop's head that all instances have alike, as text."""
        own = {id(p.node) for piece in pieces((*item.before, *item.after)) for p in piece.parts}
        listed = list(node.parts) if node.kind is Kind.DECLARE else list(_commas(node))
        first = True
        for part in listed:
            if id(part) in own or part.kind is Kind.NONE:
                continue
            if part.kind is Kind.VARIABLE:
                variable = self.function.variables[part.variable]
                text = self.quote.text(variable.name_start, part.span.end, self._edits(part))
                yield f"{variable.type} {text}" if first else text
            else:
                yield self.quote.text(part.outer.start, part.outer.end, self._edits(part))
            first = False

    def _scope(self, opening: str, items: Iterable[Item], closing: str) -> None:
        self._put(opening)
        self._depth += 1
        self._emit(items)
        self._depth -= 1
        self._put(closing)

    # Pieces

    def _loop(self, lines: Iterable[str]) -> None:
        i = self._n["instance"]
        self._put("#pragma unroll")
        self._put(f"for (int {i} = 0; {i} < {self._n['instances']}; ++{i}) {{")
        for line in lines:
            self._put(f"{_INDENT}{line}")
        self._put("}")

    def _emit_piece(self, piece: Piece) -> None:
        for part in piece.parts:
            self._declare(part)
        i = self._n["instance"]
        self._put("#pragma unroll")
        self._put(f"for (int {i} = 0; {i} < {self._n['instances']}; ++{i}) {{")
        self._depth += 1
        guard = self._guard if self._needs_guard(piece) else ""
        self._now_guarded = bool(guard)
        if guard:
            self._put(f"if (!{guard}) continue;")
        self._bind(piece)
        for part in piece.parts:
            self._part(part)
        self._depth -= 1
        self._put("}")

    def _needs_guard(self, piece: Piece) -> bool:
        """Computing alone does no harm to an instance that has ended, or that the grid does not have."""
        effects = [self.effects.of(p.node, self.function.variables) for p in piece.parts]
        touches = piece.reads or piece.writes or any(e.loads or e.writes for e in effects)
        loops = any(n.kind in LOOPS or n.name in ("/", "%", "/=", "%=") for p in piece.parts for n in p.node.walk())
        return touches or loops

    def _declare(self, part: Part) -> None:
        """Arrays of what is declared here and lives on; places for values."""
        count = self._n["instances"]
        if part.role is Role.VALUE:
            self._put(f"{value_type(part.node)} {self._value(part)}[{count}];")
        if part.role is not Role.WHOLE:
            return
        declared = part.node.parts if part.node.kind is Kind.DECLARE else (part.node,)
        for v in declared:
            if v.kind is Kind.VARIABLE and self._is_own(v.variable):
                variable = self.function.variables[v.variable]
                if not variable.is_default and not self._points(v.variable):
                    raise Unsuited(v.span, f"'{variable.name}' outlives a barrier, and its type has no default")
                self._put(f"{_array(variable, self._array[v.variable], count, v, self._points(v.variable))};")

    def _value(self, part: Part) -> str:
        return self._fresh(f"{self._n['value']}{part.number}")

    def _bind(self, piece: Piece) -> None:
        """Local names for what this instance has of its own."""
        i, at = self._n["instance"], self._n["at"]
        named = {n.variable for p in piece.parts for n in p.nodes() if n.variable}
        declared_here = {n.variable for p in piece.parts for n in p.nodes() if n.kind is Kind.VARIABLE}
        builtins = {n.name.partition(".")[0] for p in piece.parts for n in p.nodes() if n.kind is Kind.BUILTIN}
        if any(n.kind is Kind.CALL and n.callee in self.places for p in piece.parts for n in p.nodes()):
            builtins |= {"threadIdx", "blockIdx"}
        for p in piece.parts:
            for declared in p.node.of(Kind.VARIABLE) if p.role is Role.WHOLE else ():
                builtins |= {axis.partition(".")[0] for axis in self.strides.get(declared.variable, ())}
        if "threadIdx" in builtins and self.shape.axes & THREAD:
            self._put(f"const uint3 threadIdx = {at}.thread({i});")
        if "blockIdx" in builtins and self.shape.axes & BLOCK:
            self._put(f"const uint3 blockIdx = {at}.block({i});")
        if self.shape.axes & BLOCK and self.shape.has_replicas:
            for v in self._shared():
                if v.key in named:
                    self._put(self._shared_binding(v, i))
        for key in sorted(named, key=lambda k: self.function.variables[k].name_start if k in self.function.variables else 0):
            if self._is_own(key) and not (self._points(key) and key in declared_here):
                variable = self.function.variables[key]
                star = "*" if self._points(key) else ""
                self._put(f"auto& {variable.name} = {star}{self._array[key]}[{i}];")

    def _part(self, part: Part) -> None:
        node, i = part.node, self._n["instance"]
        if part.role is Role.VALUE:
            self._comments(node)
            target, value = node.parts
            lines = self.quote.dedented(value.outer.start, value.outer.end, self._edits(value))
            if node.name != "=":
                left = self.quote.text(target.outer.start, target.outer.end, self._edits(target))
                lines[0] = f"{left} {node.name[:-1]} ({lines[0]}"
                lines[-1] += ")"
            lines[0] = f"{self._value(part)}[{i}] = {lines[0]}"
            lines[-1] += ";"
            for line in lines:
                self._put(line)
        elif part.role is Role.STORE:
            target = node.parts[0]
            text = self.quote.text(node.span.start, target.outer.end, self._edits(target))
            kept = f"{self._value(part)}[{i}]"
            streams = (node.kind, node.span.start, node.span.end) in self.streams
            self._put(f"__stcs(&{_one_line(text)}, {kept});" if streams else f"{_one_line(text)} = {kept};")
        elif part.role is Role.TEST:
            self._comments(node)
            condition = node.parts[0]
            text = self.quote.text(condition.outer.start, condition.outer.end, self._edits(condition))
            self._put(f"if (!({_one_line(text)})) {self._n['live']}[{i}] = false;")
        elif node.kind in (Kind.DECLARE, Kind.VARIABLE):
            self._declaration(node)
        else:
            self._comments(node)
            edits, label = self._returns(node)
            self._quoted(node, [*self._edits(node), *edits], trailing=True)
            if node.kind not in (Kind.BLOCK, *LOOPS, Kind.IF, Kind.SWITCH) and self._lines[-1].rstrip()[-1:] not in ";}" :
                self._close()
            if label:
                self._put(f"{label}:;")

    def _close(self) -> None:
        """Ends an expression that stood in the head of a loop."""
        self._lines[-1] += ";" if "//" not in self._lines[-1] else "\n;"

    def _returns(self, node: Node) -> tuple[list[Replacement], str]:
        """Edits that end this instance instead of the thread, and the label that they need."""
        live, i = self._n["live"], self._n["instance"]
        returns = [r for r in _returns_of(node)]
        if not returns:
            return [], ""
        inside = {id(r) for loop in node.of(*LOOPS) for r in loop.of(Kind.RETURN)}
        label = self._fresh(f"ended_{node.span.start}") if inside else ""
        edits = []
        for r in returns:
            jump = f"goto {label}" if id(r) in inside else "continue"
            edits.append((r.span.start, self.quote.end(r), f"{{ {live}[{i}] = false; {jump}; }}"))
        return edits, label

    def _declaration(self, node: Node) -> None:
        """A declaration whose variables live on becomes assignments; else it stands as it is."""
        variables = node.parts if node.kind is Kind.DECLARE else (node,)
        own = [v for v in variables if v.kind is Kind.VARIABLE and self._is_own(v.variable)]
        if not own and node.kind is Kind.DECLARE:
            self._comments(node)
            self._quoted(node, self._edits(node), trailing=True)
            return
        self._comments(node)
        for v in variables:
            variable = self.function.variables.get(v.variable)
            if variable is None:
                raise Unsuited(v.span, "this declaration is not followed")
            if v in own:
                self._assigned(v, variable)
            else:
                self._put(self._declarator(variable, v))

    def _declarator(self, variable: Variable, v: Node) -> str:
        """One variable of a declaration, as a declaration of its own."""
        text = self.quote.text(variable.name_start, v.span.end, self._edits(v))
        kind = "auto" if "lambda" in variable.type else variable.type.partition("[")[0].strip()
        return f"{kind} {_one_line(text)};"

    def _assigned(self, v: Node, variable: Variable) -> None:
        if not v.parts:
            return
        name, i = variable.name, self._n["instance"]
        tail = self.quote.text(variable.name_start + len(name), v.span.end, self._edits(v)).strip()
        if self._points(v.variable):
            value = tail.removeprefix("=").strip()
            self._put(f"{self._array[v.variable]}[{i}] = &({_one_line(value)});")
            self._put(f"auto& {name} = *{self._array[v.variable]}[{i}];")
        elif variable.is_array:
            dims, _, value = tail.partition("=")
            if dims.count("[") != 1 or v.parts[0].kind is not Kind.LIST:
                raise Unsuited(v.span, f"'{name}' outlives a barrier, and its initialiser cannot be assigned")
            self._put(f"retarget::fill({name}, {{{_one_line(value).strip()[1:-1]}}});")
        elif tail.startswith("="):
            value = _one_line(tail[1:].strip())
            self._put(f"{name} = {_made_of(variable, value)};")
        elif tail[:1] in ("(", "{"):
            self._put(f"{name} = {_made_of(variable, _one_line(tail), True)};")
        if v.variable in self.strides:
            self._from_first(v.variable, variable)

    def _from_first(self, key: str, variable: Variable) -> None:
        """An index of a later instance, from the first one's: where that is sure to be live."""
        n = self._n
        if self._now_guarded and n["all_live"] not in self._guard:
            return
        kind, at = _plain_type(variable), n["at"]
        moved = []
        for axis, stride in self.strides[key].items():
            family, _, letter = axis.partition(".")
            method = "thread" if family == "threadIdx" else "block"
            moved.append(f"({kind})({family}.{letter} - {at}.{method}(0).{letter}) * ({stride})")
        sure = f"{n['all_live']} && " if self._now_guarded else ""
        self._put(f"if ({sure}{n['instance']} > 0) {variable.name} = {' + '.join([f'{self._array[key]}[0]', *moved])};")


def parameter_texts(function: Function, quote: Quote) -> list[str]:
    """The parameters as written, without default arguments; those without a name are given one."""
    made = []
    for at, (v, span) in enumerate(zip(function.parameters, function.parameter_spans, strict=True)):
        text = _one_line(quote.text(span.start, span.end)).partition("=")[0].strip()
        made.append(text if v.name else f"{text} unnamed_{at}")
    return made


def conditions_of_returns(part: Part) -> Iterator[Node]:
    """What decides whether an instance ends in a part."""
    if part.role is Role.TEST:
        yield part.node.parts[0]
    elif part.role is Role.WHOLE:
        for node in part.node.of(Kind.IF, Kind.SWITCH, *LOOPS):
            if any(node.of(Kind.RETURN)):
                at = 1 if node.kind in (Kind.FOR, Kind.DO) else 0
                yield node.parts[at]


def _returns_of(node: Node) -> Iterator[Node]:
    if node.kind is Kind.LAMBDA:
        return
    if node.kind is Kind.RETURN:
        yield node
    for part in node.parts:
        yield from _returns_of(part)


def _plain_type(variable: Variable) -> str:
    spelled = variable.type if "auto" not in variable.type.split() else variable.canonical
    spelled = spelled.removesuffix("&").rstrip().removesuffix("const").rstrip()
    return spelled if "*" in spelled else spelled.removeprefix("const ")


def _made_of(variable: Variable, value: str, construct: bool = False) -> str:
    """An expression for what a variable is initialised with."""
    kind = _plain_type(variable)
    named = construct or value.startswith("{")
    return f"{kind}{value}" if named and ("<" in kind or " " not in kind) and "*" not in kind else value


def _array(variable: Variable, name: str, count: str, where: Node | None = None, points: bool = False) -> str:
    """The declaration of an array over the instances."""
    kind = _plain_type(variable)
    if any(word in kind for word in ("(*", "lambda at", "auto", "unnamed", "anonymous")):
        raise Unsuited(where.span if where else variable.span, f"'{variable.name}' outlives a barrier, and its type has no name")
    if points:
        spelled = variable.type.rstrip("& ")
        return f"{spelled}* {name}[{count}]"
    base, bracket, dims = kind.partition("[")
    base = base.strip()
    return f"{base} {name}[{count}]{bracket}{dims}"


def _one_line(text: str) -> str:
    """The text on one line; comments that end a line go."""
    if "\n" not in text:
        return text.strip()
    return " ".join(l.partition("//")[0].strip() for l in text.split("\n")).strip()


def _commas(node: Node) -> Iterator[Node]:
    if node.kind is Kind.BINARY and node.name == ",":
        for part in node.parts:
            yield from _commas(part)
    else:
        yield node
