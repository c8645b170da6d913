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

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from msgspec import Struct

from retarget.analysis.dependence import BLOCK, THREAD
from retarget.schedule.form.context import Context
from retarget.schedule.form.control import Control
from retarget.schedule.form.items import Item, Part, Piece, Role, Shared, all_items, pieces, statements
from retarget.schedule.form.making import is_object
from retarget.schedule.form.parting import grouped
from retarget.schedule.form.pieces import Pieces
from retarget.schedule.form.quote import Replacement
from retarget.schedule.form.spelling import SCALAR, array_of, parameter_texts, plain_type
from retarget.schedule.form.unevaluated import unevaluated
from retarget.schedule.lines import INDENT, IndentedLines
from retarget.schedule.refusal import Unsuited
from retarget.source.lexer import code
from retarget.translation.hip.launch_bounds import MARK
from retarget.unit.tree import INDICES, LOOPS, Kind, Node, Storage, Variable

_ALIGNED = 128  # bytes: what code asks for of shared memory, at most


def kernel_text(context: Context, name: str, is_devices: bool, linkage: str) -> str:
    """The definition of the coarsened kernel. is_devices: the host does not see its body. linkage: words in front.
    Raises Unsuited."""
    page = IndentedLines()
    pieces = Pieces(context, page)
    writer = _TemplateWriter(context, page, pieces, Control(context, page, pieces))
    writer.opening()
    writer.body()
    lines = ["#if defined(__CUDA_ARCH__)", *page.lines, "#endif"] if is_devices else page.lines
    return "\n".join([*writer.head(name, linkage), "{", *lines, "}"]) + "\n"


@dataclass
class _TemplateWriter:
    context: Context
    page: IndentedLines
    pieces: Pieces
    control: Control

    def head(self, name: str, linkage: str) -> list[str]:
        f, q = self.context.function, self.context.quote
        own = q.text(f.template.start, f.template.end).partition("<")[2].rpartition(">")[0] if f.template else ""
        parameters = parameter_texts(f, q, self.context.fresh)
        listed = ", ".join([f"retarget::Logical {self.context.names['logical']}", *parameters])
        factors = self.context.names["Factors"]
        template = f"template <class {factors}{', ' + own if own.strip() else ''}>"
        return [template, f"{linkage}__global__ void {self._bounds(factors)}{name}({listed})"]

    def _bounds(self, factors: str) -> str:
        if not self.context.shape.is_bounded:
            return ""
        least = f", retarget::Place<{factors}>::planned {MARK}" if self.context.shape.has_waves else ""
        return f"__launch_bounds__({factors}::most_threads{least}) "

    def opening(self) -> None:
        n = self.context.names
        place = self.context.place
        self.page.put(f"constexpr int {n['instances']} = {place}::instances;")
        for node in self.context.brought:
            self.pieces.comments(node)
            self.pieces.quoted(node)
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
            declared = any(isinstance(i, Shared) for i in all_items(self.context.items))
            if declared or self.context.dynamic_outside() or self.context.shares:
                self.page.put(f"{INDENT}__syncthreads();  // the next block takes the shared memory")
            self.page.put("}")
        else:
            self.page.put(f"const {place} {n['at']}({n['logical']});")
            self._block()

    def _block(self) -> None:
        n = self.context.names
        named = {b.name.partition(".")[0] for b in self.context.function.body.of(Kind.BUILTIN)}
        if any(c.callee in self.context.places for c in self.context.function.body.of(Kind.CALL)):
            named |= set(INDICES)
        if "blockDim" in named:
            self.page.put(f"const dim3 blockDim = {n['at']}.block_extents({n['logical']});")
        if "gridDim" in named:
            self.page.put(f"const dim3 gridDim = {n['logical']}.grid;")
        for family, method, axes in (("threadIdx", "thread", THREAD), ("blockIdx", "block", BLOCK)):
            if family in (self.context.outside if self.context.shape.axes & axes else named):
                self.page.put(f"const uint3 {family} = {n['at']}.{method}(0);")
        self._bind_shared()
        if not self.context.shape.axes:
            self._alone()
            return
        self._parameters()
        flags = self.context.shape.has_remainder or any(p.kills for p in self.context.pieces)
        if not flags or not self.context.items:
            self.control.emit(self.context.items)
            return
        stretches = list(_stretches(self.context.items))
        if self._is_last(stretches):
            self.control.emit(self.context.items)
            return
        self.pieces.has_flags = True
        done = self._begin(stretches[0])
        self.pieces.guard = f"{n['live']}[{n['instance']}]"
        at = None if self.context.is_old else self._most_worth(stretches)
        if at is not None and at < done:
            at = None
        after = len(stretches) - (not stretches[-1].kills)  # whatever follows the last end of an instance
        self._follow(stretches[done : after if at is None else at], is_entered=not done)
        if at is not None:
            self._switch(stretches[at:])
        elif after < len(stretches):
            self.control.leave()
            self.control.emit(stretches[after].items)

    def _follow(self, stretches: Sequence[_Stretch], is_entered: bool) -> None:
        """Stretches one after another. is_entered: whether an instance is live in front of them."""
        for stretch in stretches:
            needs_live = self.control.needs_live(stretch.items)
            if needs_live and not is_entered:
                self.control.leave()
            self.control.leaves = stretch.is_guarded and needs_live
            self.control.emit(stretch.items)
            self.control.leaves, is_entered = False, False

    def _is_last(self, stretches: Sequence[_Stretch]) -> bool:
        """Whether nobody asks which instances have ended: they do at the end alone."""
        if len(stretches) > 1 or stretches[0].is_guarded or self.context.shape.has_remainder:
            return False
        return all(p.role is not Role.TEST for i in stretches[0].items if isinstance(i, Piece) for p in i.parts)

    def _begin(self, first: _Stretch) -> int:
        """Declares the flags, and writes the first stretch where all instances are live in it; how many are written."""
        n = self.context.names
        declared = f"bool {n['live']}[{n['instances']}];"
        inside = f"{n['at']}.inside({n['instance']})" if self.context.shape.has_remainder else "true"
        done = 0
        if not self.context.shape.has_remainder and not first.is_guarded:
            *before, last = first.items
            self.control.emit(before)
            done = 1
            if first.kills and isinstance(last, Piece):
                self.page.put(declared)
                self.pieces.emit(last, begins=True)
                return done
            self.control.emit([last])
        self.page.put(declared)
        with self.pieces.loop():
            self.page.put(f"{n['live']}[{n['instance']}] = {inside};")
        return done

    def _alone(self) -> None:
        """A thread with one instance runs the user's statements as they are."""
        if self.context.shape.has_remainder:
            self.page.put(f"if (!{self.context.names['at']}.inside(0)) return;")
        shared = {(i.node.span.start, i.node): i for i in all_items(self.context.items) if isinstance(i, Shared)}
        edits: list[Replacement] = []
        for (start, node), item in shared.items():  # declared above; deeper ones are bound where they were declared
            edits.append((start, self.context.quote.end(node), " ".join(self.context.bindings(item))))
        for node in grouped(self.context.function.body.parts):
            if node.kind is not Kind.EMPTY and not self.context.is_brought(node):
                self.pieces.comments(node)
                self.pieces.quoted(node, [*self.context.edits(node), *edits], trailing=True)

    def _most_worth(self, stretches: Sequence[_Stretch]) -> int | None:
        """The stretch with most in it of those that may be written twice: for when all instances are live, without the
        flags, and for when they are not. None where there is no such stretch.

        Legal: the threads of a block go the same of the two ways, if a barrier or warp operation comes on it. clang
        takes no assembly there that names a variable of the kernel's: it stands in a lambda.
        """
        legal = [
            i
            for i, s in enumerate(stretches)
            if not s.is_guarded and self._block_agrees(stretches, i) and not any(map(_has_assembly, stretches[i:]))
        ]
        return max(legal, key=lambda i: (stretches[i].weight, i), default=None)

    def _block_agrees(self, stretches: Sequence[_Stretch], at: int) -> bool:
        effects = [self.context.effects.of(n, self.context.function.variables)
                   for s in stretches[at:] for n in statements(s.items)]  # fmt: skip
        if not any(e.synchronises or e.warp_operations for e in effects):
            return True
        ended = [c for s in stretches[:at] for p in pieces(s.items) if p.kills for part in p.parts
                 for c in conditions_of_returns(part)]  # fmt: skip
        return not self.context.shape.is_packed and not any(self.context.dependence.of(c) & THREAD for c in ended)

    def _switch(self, stretches: Sequence[_Stretch]) -> None:
        """The first stretch without the flags where all instances are live, and all that follows on it."""
        n = self.context.names
        guard = self.pieces.guard
        self.page.put(f"retarget::for_live({n['live']}, [&](auto {n['all_live']}) {{")
        with self.page.deeper():
            self.pieces.guard = f"({n['all_live']} || {guard})"
            self.control.emit(stretches[0].items)
            self.pieces.guard = guard
            self._follow(stretches[1:], is_entered=not stretches[0].kills)
        self.page.put("});")

    def _parameters(self) -> None:
        """Parameters that the kernel changes per instance."""
        changed = [v for v in self.context.function.parameters if self.context.is_own(v.key)]
        if pack := next((v for v in changed if v.is_pack), None):
            raise Unsuited(pack.span, f"instances change '{pack.name}' for themselves, and it is a pack")
        assigned = [v for v in changed if SCALAR.fullmatch(v.canonical) or (v.is_default and not self._is_copied(v))]
        for v in changed:
            if v in assigned:
                self.page.put(f"{array_of(v, self.context.array[v.key], self.context.names['instances'])};")
            else:
                copies = f"retarget::Copies<{plain_type(v)}, {self.context.names['instances']}>"
                self.page.put(f"{copies} {self.context.array[v.key]}({v.name});")
        if assigned:
            i = self.context.names["instance"]
            with self.pieces.loop():
                self.page.put(*(f"{self.context.array[v.key]}[{i}] = {v.name};" for v in assigned))

    def _is_copied(self, parameter: Variable) -> bool:
        """Whether an assignment may do otherwise than a copy: one of the user's, or none that device code has."""
        may_differ = self.context.effects.has_assignments or not parameter.is_assignable
        return is_object(parameter.canonical) and may_differ

    def _hoist(self, item: Shared) -> None:
        node = item.node
        used = [n for v in node.parts for n in v.of(Kind.NAME) if self.context.is_local(n.variable)]
        if used:
            raise Unsuited(node.span, "the size of this shared array comes from a variable of the kernel")
        own = [self.context.function.variables[v.variable] for v in node.parts]
        text = self.context.quote.text(node.span.start, self.context.quote.end(node))
        again = (v for v in own if sum(t.text == v.name for t in code(text)) > 1)
        asked = (*unevaluated(node, self.context.function, self.context.quote.source), *again)
        if any(v.storage is not Storage.LOCAL and self.context.is_renamed(v) for v in asked):
            raise Unsuited(node.span, "the size of this shared array comes from another's")
        edits: list[Replacement] = []
        for v in node.parts:
            variable = self.context.function.variables[v.variable]
            if self.context.is_renamed(variable):
                end = variable.name_start + len(variable.name)
                copies = self.context.is_replicated(variable) and variable.storage is Storage.SHARED
                if copies and variable.is_aligned and (variable.bytes is None or variable.bytes % _ALIGNED):
                    raise Unsuited(v.span, f"copies of '{variable.name}' would not have the alignment that it asks for")
                new = self.context.array[v.variable] + (f"[{self.context.replicas(variable)}]" if copies else "")
                edits.append((variable.name_start, end, new))
        self.pieces.comments(node)
        self.pieces.quoted(node, edits, trailing=True)

    def _bind_shared(self) -> None:
        """For what all instances share, the first one's; where blocks are only packed, it is the thread's own."""
        if self.context.shape.has_replicas:
            for v in self.context.dynamic_outside():
                self.page.put(f"auto* const {self.context.array[v.key]} = &{v.name}[0];")
                self.page.put(self.context.shared_binding(v, "0"))


class _Stretch(Struct, frozen=True):
    """Items up to a piece at which instances may end, that piece included. is_guarded: one item inside of which they
    may, so that flags are asked for throughout it."""

    items: tuple[Item, ...]
    kills: bool = False
    is_guarded: bool = False

    @property
    def weight(self) -> int:
        """How much code it is, in nodes."""
        return sum(1 for s in statements(self.items) for _ in s.walk())


def _has_assembly(stretch: _Stretch) -> bool:
    return any(True for s in statements(stretch.items) for _ in s.of(Kind.ASM))


def _stretches(items: Sequence[Item]) -> Iterator[_Stretch]:
    open_: list[Item] = []
    for item in items:
        kills = any(p.kills for p in pieces((item,)))
        if kills and not isinstance(item, Piece):
            yield from [_Stretch(tuple(open_))] if open_ else []
            yield _Stretch((item,), kills=True, is_guarded=True)
            open_ = []
            continue
        open_.append(item)
        if kills:
            yield _Stretch(tuple(open_), kills=True)
            open_ = []
    if open_:
        yield _Stretch(tuple(open_))


def conditions_of_returns(part: Part) -> Iterator[Node]:
    """What decides whether an instance ends in a part."""
    if part.role is Role.TEST:
        yield part.node.parts[0]
    elif part.role is Role.WHOLE:
        for node in part.node.of(Kind.IF, Kind.SWITCH, *LOOPS):
            if any(node.of(Kind.RETURN)):
                yield node.condition
