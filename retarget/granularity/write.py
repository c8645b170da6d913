"""The coarsened form as text: one kernel template, whose factors are constants.

    __global__ void k(float* a) {            template <class Factors>
      int i = blockIdx.x * blockDim.x        __global__ void k_coarsened(retarget::Logical logical, float* a) {
              + threadIdx.x;                   ... the indices of this thread's instances ...
      float x = a[i];                  -->     float x_[instances];
      __syncthreads();                         for (instance) { int i = ...; float& x = x_[instance]; x = a[i]; }
      a[n - i] = x;                            __syncthreads();
    }                                          for (instance) { float& x = x_[instance]; a[n - i] = x; }
                                             }

Inside of an instance loop the built-in indices and the variables that instances have of their own are bound as local
names, so that a statement stays as its author wrote it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from retarget.analysis.dependence import THREAD
from retarget.granularity.context import Context
from retarget.granularity.control import Control
from retarget.granularity.handing import FAMILIES
from retarget.granularity.items import Item, Part, Role, Shared, all_items, pieces, statements
from retarget.granularity.page import INDENT, Page
from retarget.granularity.pieces import Pieces
from retarget.granularity.quote import Replacement
from retarget.granularity.refusal import Unsuited
from retarget.granularity.spelling import array_of, parameter_texts, plain_type
from retarget.translate.launch_bounds import MARK
from retarget.tree import LOOPS, Kind, Node, Storage


def kernel_text(context: Context, name: str) -> str:
    """The definition of the coarsened kernel. Raises Unsuited."""
    page = Page()
    pieces = Pieces(context, page)
    writer = _Writer(context, page, pieces, Control(context, page, pieces))
    writer.opening()
    writer.body()
    return "\n".join([*writer.head(name), "{", *page.lines, "}"]) + "\n"


@dataclass
class _Writer:
    context: Context
    page: Page
    pieces: Pieces
    control: Control

    def head(self, name: str) -> list[str]:
        f, q = self.context.function, self.context.quote
        own = q.text(f.template.start, f.template.end).partition("<")[2].rpartition(">")[0] if f.template else ""
        parameters = parameter_texts(f, q)
        listed = ", ".join([f"retarget::Logical {self.context.names['logical']}", *parameters])
        factors = self.context.names["Factors"]
        template = f"template <class {factors}{', ' + own if own.strip() else ''}>"
        return [template, f"__global__ void {self._bounds(factors)}{name}({listed})"]

    def _bounds(self, factors: str) -> str:
        if not self.context.shape.is_bounded:
            return ""
        least = f", retarget::Place<{factors}>::planned {MARK}" if self.context.shape.has_waves else ""
        return f"__launch_bounds__({factors}::most_threads{least}) "

    def opening(self) -> None:
        n = self.context.names
        place = self.context.place
        self.page.put(f"constexpr int {n['instances']} = {place}::instances;")
        shared = [i for i in all_items(self.context.items) if isinstance(i, Shared)]
        declared = [self.context.function.variables[v.variable] for i in shared for v in i.node.parts]
        static = [v for v in declared if v.storage is Storage.SHARED and self.context.is_replicated(v)]
        if n["replicas"] in map(self.context.replicas, static):
            self.page.put(f"constexpr int {n['replicas']} = {place}::replicas;")
        for item in shared:
            self._hoist(item)

    def body(self) -> None:
        n = self.context.names
        place = self.context.place
        if self.context.shape.has_turns:
            changed = self.context.changed_parameters()
            for v in changed:  # each block begins with what was passed
                self.page.put(f"const auto {self.context.fresh(f'{v.name}_passed')} = {v.name};")
            self.page.put(f"const auto {n['block']} = [&](const {place}& {n['at']}) {{")
            with self.page.deeper():
                for v in changed:
                    self.page.put(f"auto {v.name} = {self.context.fresh(f'{v.name}_passed')};")
                self._block()
            self.page.put("};")
            turn = n["turn"]
            turns = f"retarget::Turns<{n['Factors']}> {turn}({n['logical']})"
            self.page.put(f"for ({turns}; {turn}.more(); {turn}.next()) {{")
            self.page.put(
                f"{INDENT}if ({n['turn']}.inside()) {n['block']}({place}({n['logical']}, {n['turn']}.tile()));"
            )
            if any(isinstance(i, Shared) for i in all_items(self.context.items)) or self.context.dynamic_outside():
                self.page.put(f"{INDENT}__syncthreads();  // the next block takes the shared memory")
            self.page.put("}")
        else:
            self.page.put(f"const {place} {n['at']}({n['logical']});")
            self._block()

    def _block(self) -> None:
        n = self.context.names
        named = {b.name.partition(".")[0] for b in self.context.function.body.of(Kind.BUILTIN)}
        if any(c.callee in self.context.places for c in self.context.function.body.of(Kind.CALL)):
            named |= set(FAMILIES)
        if "blockDim" in named:
            self.page.put(f"const dim3 blockDim = {n['at']}.block_extents({n['logical']});")
        if "gridDim" in named:
            self.page.put(f"const dim3 gridDim = {n['logical']}.grid;")
        for family, method in (("threadIdx", "thread"), ("blockIdx", "block")):
            if family in named:
                self.page.put(f"const uint3 {family} = {n['at']}.{method}(0);")
        self._bind_shared()
        if not self.context.shape.axes:
            self._alone()
            return
        self._parameters()
        flags = self.context.shape.has_remainder or any(p.kills for p in self.context.pieces)
        if not flags:
            self.control.emit(self.context.items)
            return
        inside = f"{n['at']}.inside({n['instance']})" if self.context.shape.has_remainder else "true"
        self.page.put(f"bool {n['live']}[{n['instances']}];")
        with self.pieces.loop():
            self.page.put(f"{n['live']}[{n['instance']}] = {inside};")
        first = max(
            (i + 1 for i, item in enumerate(self.context.items) if any(p.kills for p in pieces((item,)))), default=0
        )
        self.pieces.guard = f"{n['live']}[{n['instance']}]"
        self.control.emit(self.context.items[:first])
        rest = self.context.items[first:]
        if rest:
            self._rest(rest)

    def _alone(self) -> None:
        """A thread with one instance runs the user's statements as they are."""
        if self.context.shape.has_remainder:
            self.page.put(f"if (!{self.context.names['at']}.inside(0)) return;")
        shared = {(i.node.span.start, i.node): i for i in all_items(self.context.items) if isinstance(i, Shared)}
        edits: list[Replacement] = []
        for (start, node), item in shared.items():  # declared above; deeper ones are bound where they were declared
            edits.append((start, self.context.quote.end(node), " ".join(self.context.bindings(item))))
        for node in self.context.function.body.parts:
            if node.kind is not Kind.EMPTY:
                self.pieces.comments(node)
                self.pieces.quoted(node, [*self.context.edits(node), *edits], trailing=True)

    def _rest(self, rest: tuple[Item, ...]) -> None:
        """What follows the last statement at which an instance may end: without the flags where all are live."""
        n = self.context.names
        self.page.put(f"if (retarget::none({n['live']})) return;")
        if not self._parts_of_block_agree(rest):
            self.control.emit(rest)
            return
        self.page.put(f"const auto {n['rest']} = [&](auto {n['all_live']}) {{")
        self.pieces.guard = f"({n['all_live']} || {n['live']}[{n['instance']}])"
        with self.page.deeper():
            self.control.emit(rest)
        self.page.put("};")
        self.page.put(f"if (retarget::all({n['live']}))")
        self.page.put(f"{INDENT}{n['rest']}(retarget::Yes());")
        self.page.put("else")
        self.page.put(f"{INDENT}{n['rest']}(retarget::No());")

    def _parts_of_block_agree(self, rest: tuple[Item, ...]) -> bool:
        """Whether the threads of a block may take two ways: barriers and warp operations have to be on one."""
        effects = [self.context.effects.of(n, self.context.function.variables) for n in statements(rest)]
        if not any(e.synchronises or e.warp_operations for e in effects):
            return True
        packed = self.context.shape.block_axes - self.context.shape.axes
        ended = [c for p in self.context.pieces if p.kills for part in p.parts for c in conditions_of_returns(part)]
        return not packed and not any(self.context.dependence.of(c) & THREAD for c in ended)

    def _parameters(self) -> None:
        """Parameters that the kernel changes per instance."""
        changed = [v for v in self.context.function.parameters if self.context.is_own(v.key)]
        for v in changed:
            if v.is_default:
                self.page.put(f"{array_of(v, self.context.array[v.key], self.context.names['instances'])};")
            else:
                copies = f"retarget::Copies<{plain_type(v)}, {self.context.names['instances']}>"
                self.page.put(f"{copies} {self.context.array[v.key]}({v.name});")
        if any(v.is_default for v in changed):
            i = self.context.names["instance"]
            with self.pieces.loop():
                self.page.put(*(f"{self.context.array[v.key]}[{i}] = {v.name};" for v in changed if v.is_default))

    def _hoist(self, item: Shared) -> None:
        node = item.node
        used = [n for v in node.parts for n in v.of(Kind.NAME) if self.context.is_local(n.variable)]
        if used:
            raise Unsuited(node.span, "the size of this shared array comes from a variable of the kernel")
        edits: list[Replacement] = []
        for v in node.parts:
            variable = self.context.function.variables[v.variable]
            if self.context.is_renamed(variable):
                end = variable.name_start + len(variable.name)
                copies = self.context.is_replicated(variable) and variable.storage is Storage.SHARED
                new = self.context.array[v.variable] + (f"[{self.context.replicas(variable)}]" if copies else "")
                edits.append((variable.name_start, end, new))
        self.pieces.quoted(node, edits)

    def _bind_shared(self) -> None:
        """For what all instances share, the first one's; where blocks are only packed, it is the thread's own."""
        if self.context.shape.has_replicas:
            for v in self.context.dynamic_outside():
                self.page.put(f"auto* const {self.context.array[v.key]} = {v.name};")
                self.page.put(self.context.shared_binding(v, "0"))


def conditions_of_returns(part: Part) -> Iterator[Node]:
    """What decides whether an instance ends in a part."""
    if part.role is Role.TEST:
        yield part.node.parts[0]
    elif part.role is Role.WHOLE:
        for node in part.node.of(Kind.IF, Kind.SWITCH, *LOOPS):
            if any(node.of(Kind.RETURN)):
                yield node.condition
