"""A kernel that may be coarsened: its function, its unit, and the facts that the steps ask for."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import cached_property
from itertools import pairwise
from typing import Any, TypeVar

from msgspec import Struct, structs

from retarget.analysis import device_calls
from retarget.analysis.constants import keeps_constants
from retarget.analysis.dependence import THREAD, Dependence, dependence
from retarget.analysis.effects import HEAP, Effects, EffectsOf
from retarget.analysis.indirect import indirect
from retarget.analysis.jumps import returns_and_gotos
from retarget.analysis.waiting import waits
from retarget.schedule.form.fresh import Names
from retarget.schedule.form.friendships import friendships
from retarget.schedule.form.hidden_names import HiddenNames, hidden_names
from retarget.schedule.form.in_step import in_step
from retarget.schedule.form.inline_assembly import Asks, asks_of
from retarget.schedule.form.kept import of_lambdas, statics
from retarget.schedule.form.late_names import late_operators, late_overloads, own_name
from retarget.schedule.form.makers import makers_of
from retarget.schedule.form.making import may_hold_address
from retarget.schedule.form.own_addresses import own_addresses
from retarget.schedule.form.owners import owned_elsewhere
from retarget.schedule.form.quote import Quote
from retarget.schedule.form.redefined import defined_anew
from retarget.schedule.form.runs_unshown import of_libraries, only_computes, uses_place
from retarget.schedule.form.spelled import hidden_indices, included, misread, parted_words
from retarget.schedule.refusal import GROUPS, Refusal
from retarget.source.lexer import NAME, code, tokens
from retarget.source.text import Edit, Related, Span, original
from retarget.unit import Unit
from retarget.unit.tree import LOOPS, UNREAD, Function, Kind, Node, Storage

T = TypeVar("T")


class Subject(Struct, frozen=True, dict=True):
    """A kernel that may be coarsened, and the unit that it is in. extent: its logical block, where it is proved, the
    same at every launch; blocks: the fewest of a launch, where they are proved."""

    function: Function
    unit: Unit
    extent: tuple[int, int, int] | None = None
    blocks: int | None = None
    original: Unit | None = None  # as the user wrote it, where `unit` is of a text made for this kernel
    edits: tuple[Edit, ...] = ()  # of the user's text, that made it
    against: Refusal | None = None  # why a call could not be inlined, or where else the text is read
    elsewhere: Refusal | None = None  # why its text means something else where else it is read
    is_old: bool = False  # C++ before 2014
    defined: frozenset[str] = frozenset()  # macros that the command line defines

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
        moved = [(r, original(r.span, self.edits, sources[r.span.path])) for r in refusal.related]
        place = original(refusal.span, self.edits, sources[refusal.span.path])
        return structs.replace(refusal, span=place, related=tuple(structs.replace(r, span=s) for r, s in moved))

    def in_users_text(self, usr: str) -> Function:
        """A function where it stands in the user's text."""
        return next(f for f in self.users.functions if f.usr == usr)

    @property
    def functions(self) -> Mapping[str, Function]:
        return self.effects.functions

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

    @property
    def effects(self) -> EffectsOf:
        """Of all functions of the unit: its kernels share most of what they reach."""
        return self.unit.once(_effects)

    @cached_property
    def done(self) -> Effects:
        return self.effects.function(self.function)

    @cached_property
    def dependence(self) -> Dependence:
        return dependence(self.function, self.effects)

    @cached_property
    def reached(self) -> tuple[Function, ...]:
        """The functions of the user's that the kernel may call, directly or not."""
        return _reached(self.function, self.effects)

    @cached_property
    def is_devices(self) -> bool:
        """Whether the compilation for the host leaves out some of its code, or of what it calls: this may name what the
        device's alone declares."""
        whole = [f.span for f in (self.written, *_reached(self.written, self.users_effects))]
        left_out = self.users.off_host
        return any(s.path == o.path and s.start < o.end and o.start < s.end for s in whole for o in left_out)

    @property
    def users_effects(self) -> EffectsOf:
        return self.users.once(_effects)

    @cached_property
    def taken(self) -> frozenset[str]:
        """All names in the unit, and the macros that it is compiled with."""
        return self.unit.once(_words) | self.defined

    @cached_property
    def _once_results(self) -> dict[Hashable, Any]:
        return {}

    def once(self, of: Hashable, make: Callable[[], T]) -> T:
        """What `make` makes of the kernel and of this, the first time."""
        if of not in self._once_results:
            self._once_results[of] = make()
        return self._once_results[of]  # type: ignore[no-any-return]

    @cached_property
    def quote(self) -> Quote:
        return Quote(self.unit.by_path[self.function.span.path], self.unit.left_out_of_bodies)

    @cached_property
    def shared_bytes(self) -> int | None:
        """Of static shared memory, for one block; None where a template decides."""
        listed = [v.bytes for v in self.function.variables.values() if v.storage is Storage.SHARED]
        return None if None in listed else sum(b for b in listed if b)

    @cached_property
    def shared_elsewhere(self) -> Span | None:
        """Where shared memory is declared that the kernel uses and does not declare itself."""
        return owned_elsewhere(self.function, self.unit, list(self.reached))

    def replicating(self) -> Iterator[Refusal]:
        """What stands against copies of the shared memory for several blocks."""
        if self.shared_elsewhere is not None:
            yield Refusal(self.shared_elsewhere, "shared memory that is declared outside of the kernel has no copies")

    @cached_property
    def indexed_functions(self) -> Mapping[str, str]:
        """Device functions that name threadIdx or blockIdx, themselves or by way of others: by identity, the name of
        the version that gets them as arguments, with the namespaces that it is in, but for a member's."""
        named = {}
        for function in self.reached:
            meant = map(self.effects.function, (function, *self.effects.specialised(function)))
            if any(done.builtins or done.indexed_calls for done in meant):
                scope = "" if function.is_member else function.scope
                stem = "call" if function.name == "operator()" else function.name
                named[function.usr] = scope + self.fresh(f"{stem}_at")
        return named

    @cached_property
    def exchanges(self) -> tuple[Node, ...]:
        """Operations between the lanes of a warp, what asks for a lane, and volatile accesses."""
        functions = (self.function, *self.reached)
        asking = (n for f in functions for n in f.body.of(Kind.ASM) if asks_of(n, self.unit) is Asks.LANES)
        return (*self.done.warp_operations, *asking, *self.done.volatiles)

    def fresh(self, name: str) -> str:
        """A name that nothing in the unit has."""
        return Names(self.taken)(name)

    @cached_property
    def hidden(self) -> HiddenNames:
        """The names that mean more than one thing in the kernel."""
        return hidden_names(self.function, self.unit)

    def lasting(self, name: str) -> str:
        """A name that nothing in the user's text has, the same in each text made of it; none else ends so."""
        while name in self.users.once(_words) or name in self.defined:
            name += "x"
        return name

    @cached_property
    def obstacles(self) -> tuple[Refusal, ...]:
        """What stands against any step that changes indices."""
        return tuple(dict.fromkeys((*self._of_the_kernel(), *self._of_its_code(), *self._of_its_calls())))

    @cached_property
    def of_its_name(self) -> tuple[Refusal, ...]:
        """What stands against any form beside the kernel, whose launches are found by its name."""
        member = [Refusal(self.function.name_span, "it is a member of a class")] if self.function.is_member else []
        versions = [self.functions[usr] for usr in self.indexed_functions]
        copied = (self.function, *versions)
        named = (r for f in copied for of in (own_name, defined_anew, parted_words) for r in of(f, self.unit))
        spelled = (*included(self.written), *misread(self.written, self.users, self.defined), *named)
        elsewhere = () if self.elsewhere is None else (self.elsewhere,)
        if not self.function.is_written:
            spelled = (Refusal(self.function.name_span, "a macro spells this kernel", remedy="write it out"),)
        late = late_operators(self.function, self.unit, self.effects)
        friends = friendships(self.function, self.users)
        return (*elsewhere, *member, *friends, *spelled, *late, *self._in_step(warned=True))

    def _in_step(self, warned: bool) -> Iterator[Refusal]:
        """Where lanes count on running in step. warned: where other text may make other results, in any form."""
        for place in in_step((self.function, *self.reached), self.unit, warned):
            why = "lanes of a warp exchange values here with no barrier between"
            yield Refusal(place, why, remedy="put __syncwarp() between them")

    def _of_the_kernel(self) -> Iterator[Refusal]:
        if self.against is not None:
            yield self.against
        yield from self.of_its_name
        yield from hidden_indices(self.function)
        for loop in waits(self.function, self.effects):
            yield Refusal(_head(loop), "this waits for what another thread writes")
        if self.done.groups:
            yield Refusal(self.done.groups[0].span, GROUPS)
        for call in self.done.recursion:
            yield Refusal(call.span, "this call is recursive")
        for node in self.function.body.of(Kind.LAUNCH):
            yield Refusal(node.span, "it launches kernels itself")
        yield from self._in_step(warned=False)
        yield from self.copies_of_its_own
        for value in self.unit.initials:
            asks = asks_for_place(value, self.effects)
            if asks and makers_of(value.span, self.unit).by(self.function, self.reached, self.unit):
                yield Refusal(value.span, "this initial value of a member depends on who makes it")

    def _of_its_code(self) -> Iterator[Refusal]:
        """What stands in the kernel, and in the functions that it calls."""
        for function in (self.function, *self.reached):
            for place, usr in (end for end in function.ends if end[1] in self.functions):
                for run in self._all_of(usr):
                    done = self.effects.function(run)
                    if uses_place(done) or done.loads or done.writes:
                        where = (Related(run.name_span, "this one"),)
                        why = "a destructor that does more than compute runs at the end of this object"
                        yield Refusal(place, why, where)
            for place in own_addresses(function, self.unit):
                yield Refusal(place, "an operator of the program's may tell the address of this object")
            for place in of_lambdas(function):
                yield Refusal(place, "a lambda declares shared memory")
            for node in function.body.walk():
                if node.kind is Kind.OTHER and node.name.startswith(UNREAD):
                    what = node.name.removeprefix(UNREAD)
                    yield Refusal(node.span, f"no analysis follows {what}", remedy="write it out")
                elif node.kind is Kind.OTHER and node.name in HEAP and self.unit.once(_allocates):
                    yield Refusal(node.span, "this may run an allocation function of the program's")
                elif node.kind is Kind.ASM and asks_of(node, self.unit) is Asks.PLACE:
                    yield Refusal(
                        node.span, "this assembly may ask which thread, warp or multiprocessor runs it, or synchronise"
                    )

    def _of_its_calls(self) -> Iterator[Refusal]:
        for function in (self.function, *self.reached):
            for node in (n for n in function.body.walk() if n.kind is Kind.CALL or n.callee):
                meant = self.effects.meant(node)
                using = next((f for f in meant if uses_place(self.effects.function(f))), None)
                if using is None:
                    continue
                if node.kind is not Kind.CALL:
                    what = "constructor" if node.kind is Kind.CONSTRUCT else "operator"
                    yield Refusal(node.span, f"this {what} uses indices or waits")
                elif len(meant) > 1 or not node.callee:
                    why = "a template's argument or a value decides what this calls, and it may use indices or wait"
                    yield Refusal(node.span, why, (Related(using.name_span, "such as this"),))
        yield from late_overloads(self.function, self.unit, self.effects)
        yield from self._of_the_unshown()
        for call in self.done.unknown:
            inner = self.effects.first_unknown(call)
            related = () if inner is call else (Related(inner.span, "this call"),)
            what = inner.name if inner.kind in (Kind.CALL, Kind.CONSTRUCT) else f"operator{inner.name}"
            yield Refusal(call.span, f"retarget does not know what '{what or 'this call'}' does", related)

    def _of_the_unshown(self) -> Iterator[Refusal]:
        """What runs and no call shows: what a template's argument decides, and what the compiler's own constructors and
        assignments run."""
        queue = [self.function, *self.reached]
        known = {f.usr for f in queue}
        for function in queue:
            called = (n for n in function.body.walk() if n.kind is Kind.CALL or n.callee)
            shown = {f.usr for call in called for f in self.effects.meant(call)}
            yield from of_libraries(function)
            hidden = sorted(u for u in function.unshown - shown if u in self.functions)
            for run in (f for usr in hidden for f in self._all_of(usr)):
                if not only_computes(run, self.effects.function(run)):
                    why = f"no call shows that '{run.name}' runs here, and it does more than compute"
                    yield Refusal(function.name_span, why, (Related(run.name_span, "this one"),))
                elif run.usr not in known:
                    known.add(run.usr)
                    queue.append(run)

    def _all_of(self, usr: str) -> tuple[Function, ...]:
        """A function, with its specialisations."""
        return (self.functions[usr], *self.effects.specialised(self.functions[usr]))

    @cached_property
    def copies_of_its_own(self) -> tuple[Refusal, ...]:
        """What the kernel, or a function of which there is a version for it, would keep in two places."""
        versions = (self.functions[usr] for usr in self.indexed_functions)
        again = (self.function, *(f for f in versions if not self.effects.function(f).synchronises))
        return tuple(Refusal(place, "this outlives the call") for place in statics(again))

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


def _reached(kernel: Function, effects: EffectsOf) -> tuple[Function, ...]:
    found: dict[str, Function] = {}
    queue = [kernel]
    while queue:
        function = queue.pop()
        for node in (n for part in (function.body, *function.defaults) for n in part.walk()):
            if node.kind is Kind.CALL or node.callee:
                new = [f for f in effects.meant(node) if f.usr not in found]
                found |= {f.usr: f for f in new}
                queue += new
    return tuple(found.values())


def _effects(unit: Unit) -> EffectsOf:
    reached = indirect(unit.functions, unit.sources, lambda function: unit.fault_of(function) is None)
    settled = frozenset(f.usr for f in unit.functions if f.is_settled and f.span.path == unit.root)
    keeps_places = any(map(may_hold_address, unit.initials))
    kept = keeps_constants(_words(unit), unit.functions, unit.initials)
    return EffectsOf({f.usr: f for f in unit.functions}, reached, settled, keeps_places, kept)


def _words(unit: Unit) -> frozenset[str]:
    return frozenset(t.text for s in unit.sources for t in tokens(s.text) if t.kind == NAME)


def _allocates(unit: Unit) -> bool:
    """Whether a text of the unit has functions of its own for `new` or `delete`, which no call shows."""
    listed = (pairwise(code(s.text)) for s in unit.sources if "operator" in s.text)
    return any(a.text == "operator" and b.text in ("new", "delete") for pairs in listed for a, b in pairs)


def asks_for_place(value: Node, effects: EffectsOf) -> bool:
    """Whether a member's initial value, which stands in no body, differs by thread, or does more than compute."""
    for node in value.walk():
        meant = effects.meant(node) if node.kind is Kind.CALL or node.callee else ()
        if node.kind is Kind.BUILTIN or any(uses_place(f) or f.writes for f in map(effects.function, meant)):
            return True
        if node.kind is Kind.CALL and device_calls.differs(node.name):
            return True
    return False


def _returns(statement: Node) -> Iterator[tuple[Node, tuple[Node, ...]]]:
    """The returns in a statement, each with the conditions that decide whether it is reached."""
    return ((jump, under) for jump, under in returns_and_gotos(statement) if jump.kind is Kind.RETURN)


def _head(loop: Node) -> Span:
    part = loop.condition if loop.kind in LOOPS else loop
    return part.span if part.kind is not Kind.NONE else loop.span
