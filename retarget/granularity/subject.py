"""A kernel that may be coarsened: its function, its unit, and the facts that the steps ask for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from retarget.analysis.dependence import THREAD, Dependence, dependence, jumps
from retarget.analysis.effects import Effects, EffectsOf
from retarget.analysis.indirect import indirect
from retarget.analysis.waiting import waits
from retarget.granularity.owners import owned_elsewhere
from retarget.granularity.quote import Quote
from retarget.granularity.refusal import GROUPS, Refusal
from retarget.granularity.spelled import misread
from retarget.lexer import NAME, tokens
from retarget.text import Edit, Related, Span, original
from retarget.tree import LOOPS, UNREAD, Function, Kind, Node, Storage
from retarget.unit import Unit

_MACHINE = (
    "bar.",
    "barrier",
    "%smid",
    "%nsmid",
    "%warpid",
    "%nwarpid",
    "%tid",
    "%ntid",
    "%ctaid",
    "%nctaid",
    "%gridid",
)


@dataclass(frozen=True)
class Subject:
    """A kernel that may be coarsened, and the unit that it is in. extent: its logical block, where it is proved, the
    same at every launch; blocks: the fewest of a launch, where they are proved."""

    function: Function
    unit: Unit
    extent: tuple[int, int, int] | None = None
    blocks: int | None = None
    original: Unit | None = None  # as the user wrote it, where `unit` is of a text made for this kernel
    edits: tuple[Edit, ...] = ()  # of the user's text, that made it
    against: Refusal | None = None  # why a call could not be inlined

    @property
    def users(self) -> Unit:
        """The unit as the user wrote it."""
        return self.original or self.unit

    @property
    def written(self) -> Function:
        """The kernel where it stands in the user's text."""
        return self.in_users_text(self.function.usr)

    def at_users_place(self, refusal: Refusal) -> Refusal:
        """A refusal where the user's text has its places."""
        sources = self.users.by_path
        related = tuple(replace(r, span=original(r.span, self.edits, sources[r.span.path])) for r in refusal.related)
        place = original(refusal.span, self.edits, sources[refusal.span.path])
        return replace(refusal, span=place, related=related)

    def in_users_text(self, usr: str) -> Function:
        """A function where it stands in the user's text."""
        return next(f for f in self.users.functions if f.usr == usr)

    @cached_property
    def functions(self) -> Mapping[str, Function]:
        return {f.usr: f for f in self.unit.functions}

    @cached_property
    def nodes(self) -> int:
        """Nodes of the kernel's tree, those of the user's functions counted at each of their calls."""
        known: dict[str, int] = {}

        def count(function: Function) -> int:
            if function.usr not in known:
                known[function.usr] = 0  # of a recursion: once
                called = (self.functions.get(n.callee) for n in function.body.of(Kind.CALL))
                inside = sum(count(f) for f in called if f)
                known[function.usr] = inside + sum(1 for _ in function.body.walk())
            return known[function.usr]

        return count(self.function)

    @cached_property
    def effects(self) -> EffectsOf:
        return EffectsOf(self.functions, indirect(self.functions.values(), self.unit.sources))

    @cached_property
    def done(self) -> Effects:
        return self.effects.function(self.function)

    @cached_property
    def dependence(self) -> Dependence:
        return dependence(self.function, self.effects)

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(t.text for s in self.unit.sources for t in tokens(s.text) if t.kind == NAME)

    @cached_property
    def quote(self) -> Quote:
        return Quote(self.unit.by_path[self.function.span.path], self.unit.skipped)

    @cached_property
    def shared_bytes(self) -> int | None:
        """Of static shared memory, for one block; None where a template decides."""
        listed = [v.bytes for v in self.function.variables.values() if v.storage is Storage.SHARED]
        return None if None in listed else sum(b for b in listed if b)

    @cached_property
    def shared_elsewhere(self) -> Span | None:
        """Where shared memory is declared that the kernel uses and does not declare itself."""
        reached = [self.functions[usr] for usr in _called(self.functions, self.function.body, [])]
        return owned_elsewhere(self.function, self.unit, reached)

    def replicating(self) -> Iterator[Refusal]:
        """What stands against copies of the shared memory for several blocks."""
        if self.shared_elsewhere is not None:
            yield Refusal(self.shared_elsewhere, "shared memory that is declared outside of the kernel has no copies")

    @cached_property
    def indexed_functions(self) -> Mapping[str, str]:
        """Device functions that name threadIdx or blockIdx, themselves or by way of others: by identity, the name of
        the version that gets them as arguments."""
        made = {}
        for usr in _called(self.functions, self.function.body, []):
            inside = self.effects.function(self.functions[usr])
            if inside.builtins or inside.indexed_calls:
                made[usr] = self.fresh(f"{self.functions[usr].name}_at")
        return made

    def fresh(self, name: str) -> str:
        """A name that nothing in the unit has."""
        while name in self.words:
            name += "_"
        return name

    def obstacles(self) -> Iterator[Refusal]:
        """What stands against any step that changes indices."""
        done, function = self.done, self.function
        if self.against is not None:
            yield self.against
        if function.is_member:
            yield Refusal(function.name_span, "it is a member of a class")
        yield from misread(self.written, self.users)
        for loop in waits(function, self.effects):
            yield Refusal(_head(loop), "this waits for what another thread writes")
        if done.groups:
            yield Refusal(done.groups[0].span, GROUPS)
        for call in done.recursion:
            yield Refusal(call.span, "this call is recursive")
        reached = (function, *(self.functions[usr] for usr in _called(self.functions, function.body, [])))
        for place, usr in (end for f in reached for end in f.ends if end[1] in self.functions):
            done = self.effects.function(self.functions[usr])
            if _uses_place(done) or done.loads or done.writes:
                where = (Related(self.functions[usr].name_span, "this one"),)
                yield Refusal(place, "a destructor that does more than compute runs at the end of this object", where)
        for body in (f.body for f in reached):
            for node in body.of(Kind.OTHER):
                if node.name.startswith(UNREAD):
                    yield Refusal(node.span, "this is not followed")
            for node in (n for n in body.walk() if n.kind is not Kind.CALL and n.callee in self.functions):
                if _uses_place(self.effects.function(self.functions[node.callee])):
                    what = "constructor" if node.kind is Kind.CONSTRUCT else "operator"
                    yield Refusal(node.span, f"this {what} uses indices or waits")
            for call in body.of(Kind.CALL):
                for meant in _indexed_namesake(self.effects, call):
                    where = (Related(meant.name_span, "such as this"),)
                    why = "it is decided elsewhere what this calls, and it may use indices or wait"
                    yield Refusal(call.span, why, where)
        for call in done.unknown:
            yield self._not_known(call)
        for node in function.body.of(Kind.LAUNCH):
            yield Refusal(node.span, "it launches kernels itself")
        for node in self._assembly():
            text = self.unit.text(node.span)
            if any(word in text for word in _MACHINE):
                yield Refusal(
                    node.span, "this assembly asks which thread, warp or multiprocessor runs it, or synchronises"
                )

    def _not_known(self, call: Node) -> Refusal:
        inner, related = call, []
        while inner.callee in self.functions:
            inner = self.effects.function(self.functions[inner.callee]).unknown[0]
            related = [Related(inner.span, "this call")]
        return Refusal(call.span, f"it is not known what '{inner.name or 'this call'}' does", tuple(related))

    def _assembly(self) -> Iterator[Node]:
        yield from self.function.body.of(Kind.ASM)
        for usr in _called(self.functions, self.function.body, []):
            yield from self.functions[usr].body.of(Kind.ASM)

    @cached_property
    def barriers_behind_returns(self) -> tuple[tuple[Node, Node], ...]:
        """Barriers, each with a return in front of it that not all threads of a block take."""
        found, ended = [], None
        for statement in self.function.body.parts:
            done = self.effects.of(statement, self.function.variables)
            if ended is not None and done.synchronises:
                found.append(((done.barriers or done.votes or done.groups)[0], ended))
            for node, conditions in _returns(statement):
                if any(self.dependence.of(c) & THREAD for c in conditions):
                    if ended is None and done.synchronises:
                        found.append(((done.barriers or done.votes or done.groups)[0], node))
                    ended = ended or node
        return tuple(found)


def _indexed_namesake(effects: EffectsOf, call: Node) -> Iterator[Function]:
    """The function that a call may mean and that would have to be changed with the kernel, if there is one."""
    for function in effects.namesakes(call):
        if _uses_place(effects.function(function)):
            yield function
            return


def _uses_place(done: Effects) -> bool:
    """Whether a function would have to be changed with the kernel that calls it."""
    return bool(done.builtins or done.indexed_calls or done.synchronises or done.warp_operations)


def _returns(statement: Node) -> Iterator[tuple[Node, tuple[Node, ...]]]:
    """The returns in a statement, each with the conditions that decide whether it is reached."""
    wrapped = Node(Kind.WHILE, statement.span, (Node(Kind.NONE, statement.span), statement))
    return ((jump, under) for jump, under in jumps(wrapped) if jump.kind is Kind.RETURN)


def _head(loop: Node) -> Span:
    part = loop.condition if loop.kind in LOOPS else loop
    return part.span if part.kind is not Kind.NONE else loop.span


def _called(functions: Mapping[str, Function], body: Node, found: list[str]) -> list[str]:
    """The functions that are called below a node, directly or not."""
    for call in body.of(Kind.CALL):
        if call.callee in functions and call.callee not in found:
            found.append(call.callee)
            _called(functions, functions[call.callee].body, found)
    return found
