"""Variants of a kernel as modules: compiled together, each found by the name that the linker gave it."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Collection, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from retarget.schedule.form.kernel import checksum_name, fits_name, struct_names
from retarget.schedule.form.subject import Subject
from retarget.schedule.scheduling import Kernels, with_variants
from retarget.schedule.steps import Variant
from retarget.system import portions
from retarget.system.cpu_limit import children_limited
from retarget.system.free_memory import free_memory
from retarget.system.workers import Manner, WorkerProcesses, finished_by_any, is_worker
from retarget.targets.demangle import kernel_name, plain_arguments, split_name
from retarget.targets.emitted import Emitted
from retarget.targets.target import Target
from retarget.targets.tools import CodeObject, Refused
from retarget.translation import emit
from retarget.translation.emit import Place
from retarget.translation.walk import Request, flags_of
from retarget.tuning.clock import Clock
from retarget.tuning.cost import costs
from retarget.tuning.kernel.compiled import CompiledModules, InstanceEntries, Module, nothing
from retarget.tuning.tuned import Untunable

_Numbered = Sequence[tuple[int, Variant]]
_Part = tuple[tuple[int, ...], tuple[Variant, ...], Emitted]  # numbers of variants, what they are, their program
_Portion = tuple[float | None, _Numbered]  # with the limit for each process of the compiler
_HEAVY = 4_000  # nodes of all instances of a variant, above which it is compiled by itself
_TOGETHER = 16  # of the others in one compilation, at most: they take turns in so many
_MEMORY = 1e9  # bytes that a compilation takes, about: those ahead get half of what is free
_LOOK = 0.5  # seconds between two looks at what else there is to do


class KernelRequest(Struct, frozen=True):
    """A kernel for a device. given: the arguments of its template, empty where it is none; None: all instances that
    the program launches."""

    request: Request
    found: Kernels
    subject: Subject
    given: tuple[str, ...] | None
    target: Target
    architecture: str

    @property
    def instance(self) -> str:
        return f"<{', '.join(self.given)}>" if self.given else ""


class ModuleCompiler:
    """Compiles variants in processes side by side: the light ones together, each of the others by itself. Half as many
    processes more look ahead, where memory is free for them."""

    def __init__(self, wanted: KernelRequest) -> None:
        self._nodes, self._jobs = wanted.subject.nodes, wanted.request.jobs
        self._few = 0 if is_worker() else int(min(max(1, self._jobs // 2), free_memory() / 2 // _MEMORY))
        work = partial(_portion, wanted)
        self._workers = _Workers(work, self._jobs, _lost, Manner.BESIDE)
        self._ahead = _Workers(work, max(1, self._few), _lost, Manner.AHEAD)
        self._pending: dict[int, tuple[_Workers, int]] = {}  # variants, with the number of their portion
        self._waiting: list[_Portion] = []  # to be handed to those that look ahead

    def ask(self, variants: Sequence[tuple[int, Variant]], limit: float | None) -> None:
        asked = {n for n, _ in variants}
        early = [p for p in self._waiting if any(n in asked for n, _ in p[1])]
        self._waiting = [p for p in self._waiting if p not in early]
        self._hand(self._workers, early)
        self._hand(self._workers, self._portions([v for v in variants if v[0] not in self._pending], limit))

    def look_ahead(self, variants: Sequence[tuple[int, Variant]], limit: float | None) -> None:
        if self._few:
            self._waiting += self._portions(variants, limit)
            self._feed()

    def _feed(self) -> None:
        """One more is at hand for each process."""
        room = 2 * self._few - len({number for workers, number in self._pending.values() if workers is self._ahead})
        some, self._waiting = self._waiting[: max(0, room)], self._waiting[max(0, room) :]
        self._hand(self._ahead, some)

    def _portions(self, variants: Sequence[tuple[int, Variant]], limit: float | None) -> Sequence[_Portion]:
        heavy = [v for v in variants if v[1].factors.total > 1 and v[1].factors.total * self._nodes > _HEAVY]
        light = [v for v in variants if v not in heavy]
        weights, jobs = [v.factors.total for _, v in light], max(self._jobs, -(-len(light) // _TOGETHER))
        return [(limit, part) for part in (*portions.balanced(light, weights, jobs), *([v] for v in heavy))]

    def _hand(self, workers: _Workers, some: Sequence[_Portion]) -> None:
        for number, portion in zip(workers.hand(some), some, strict=True):
            self._pending |= {n: (workers, number) for n, _ in portion[1]}

    def taken(
        self, wanted: Collection[int], seconds: float | None, meanwhile: Callable[[], None] = nothing
    ) -> CompiledModules:
        found, clock = list[_Made](), Clock(seconds)
        while True:
            is_awaited = any(n in self._pending for n in wanted)
            patience = _LOOK if clock.left is None else min(_LOOK, clock.left)
            done = self._finished(patience if is_awaited else 0.0)
            found += done
            if is_awaited:
                meanwhile()
            if not done and not (is_awaited and not clock.is_over):
                break
        modules = tuple(m.module for m in found if isinstance(m.module, Module))
        broken = {n: m.module for m in found if isinstance(m.module, str) for n in m.numbers}
        return CompiledModules(modules, broken, min((m.seconds for m in found if m.seconds), default=0.0))

    def _finished(self, timeout: float) -> Sequence[_Made]:
        if not self._pending:
            return []
        made, both = list[_Made](), (self._workers, self._ahead)
        for workers, done in zip(both, finished_by_any(both, timeout), strict=True):
            made += (m for some in done.values() for m in some)
            self._pending = {n: p for n, p in self._pending.items() if p[0] is not workers or p[1] not in done}
        self._feed()
        return made

    def end(self) -> None:
        self._workers.end()
        self._ahead.end()
        self._pending, self._waiting = {}, []


class _Made(Struct, frozen=True):
    """A module, or why there is none; and seconds of processor time that it took."""

    module: Module | str
    numbers: tuple[int, ...]
    seconds: float = 0.0


_Workers = WorkerProcesses[_Portion, Sequence[_Made]]


def _portion(wanted: KernelRequest, some: _Portion) -> Sequence[_Made]:
    """Of a portion that does not compile, the halves."""
    limit, part = some

    def compile_all(parts: Sequence[_Numbered]) -> Sequence[_Made]:
        return [_made(wanted, limit, p) for p in parts]

    return [made for _, made in portions.compiled([part], compile_all, lambda made: isinstance(made.module, str))]


def _made(wanted: KernelRequest, limit: float | None, part: _Numbered) -> _Made:
    numbers = tuple(n for n, _ in part)
    with tempfile.TemporaryDirectory(prefix="retarget-") as folder:
        emitted = _emitted(wanted, part, folder)
        with children_limited(limit) as taken:
            made = _module(wanted, emitted)
    if isinstance(made, Module):
        return _Made(made, numbers, taken.seconds)
    if limit is not None and taken.seconds >= limit:
        return _Made(f"compiling it takes more than {limit:.0f} s of processor time", numbers)
    return _Made(f"it does not compile: {made}", numbers)


def _lost(some: _Portion) -> Sequence[_Made]:
    return [_Made("it does not compile: the process that compiled it ended", tuple(n for n, _ in some[1]))]


def _emitted(wanted: KernelRequest, part: Sequence[tuple[int, Variant]], folder: str) -> _Part:
    """The program with some variants, written to a folder."""
    request, target = wanted.request, wanted.target
    layout = target.layout(Place.TREE, request.root, folder)
    several = tuple(v for _, v in part)
    chosen = ((wanted.subject, several),)
    program = with_variants(
        request, wanted.found, chosen, target.translation, layout.spelling, instance=wanted.instance
    )
    outputs = emit.outputs(program, layout)
    emit.put(outputs)
    return tuple(n for n, _ in part), several, Emitted(program, outputs, layout, flags_of(request))


def _module(wanted: KernelRequest, part: _Part) -> Module | str:
    """The module with some variants, or the compiler's first words against it."""
    numbers, several, emitted = part
    code_object = wanted.target.tools().code_object
    assert code_object, "a target whose kernels can be launched alone"
    try:
        made = code_object(emitted, wanted.subject.unit.root, wanted.architecture)
    except Refused as error:
        return str(error)
    name = wanted.subject.function.name
    schedules = {(name, str(v)): n for n, v in zip(numbers, several, strict=True)} | {(name, ""): 0}
    known = costs(made.usages, wanted.found, ((wanted.subject, several),))
    by_number = {schedules[schedule]: cost for schedule, cost in known.items() if schedule in schedules}
    return replace(_entries(wanted, made, numbers), costs=by_number)


def _entries(wanted: KernelRequest, made: CodeObject, numbers: tuple[int, ...]) -> Module:
    """Finds the entries. Raises Untunable where the instance is not there."""
    own, structs = wanted.subject.function.name, struct_names(wanted.subject, len(numbers))
    originals: dict[tuple[str, ...], str] = {}
    coarsened: dict[tuple[str, tuple[str, ...]], str] = {}
    fits = checksum = ""
    for symbol in made.symbols:
        name, arguments = split_name(kernel_name(symbol))
        if name == own and symbol.startswith(("_Z", own)):
            originals[plain_arguments(arguments)] = symbol
        elif name == fits_name(wanted.subject):
            fits = symbol
        elif name == checksum_name(wanted.subject):
            checksum = symbol
        elif arguments and (struct := arguments[0].rpartition("::")[2]) in structs:
            coarsened[struct, plain_arguments(arguments[1:])] = symbol
    asked = list(originals) if wanted.given is None else _matching(plain_arguments(wanted.given), list(originals))
    if not asked or not fits:
        there = ", ".join(f"{own}<{', '.join(a)}>" for a in originals if a) or "none"
        raise Untunable(f"no instance {own}{wanted.instance} is in the compiled code: there are {there}")
    named = list(zip(numbers, structs, strict=True))
    instances = [
        InstanceEntries(a, originals[a], {n: e for n, s in named if (e := coarsened.get((s, a)))}) for a in asked
    ]
    return Module(made.code, fits, checksum, numbers, tuple(instances))


def _matching(given: tuple[str, ...], there: Sequence[tuple[str, ...]]) -> Sequence[tuple[str, ...]]:
    """The instance that is given, or the only one."""
    return [given] if given in there else there if len(there) == 1 else []
