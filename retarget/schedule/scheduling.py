"""Schedules applied to a program before it is translated: its units are parsed, and their CUDA text is changed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import prod
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from retarget.analysis.block_size import Obstacle
from retarget.schedule import generated, proved
from retarget.schedule.apply import Applied, applied, subjects
from retarget.schedule.assigning import Assigned, assigned, severity_of
from retarget.schedule.form.kernel import coarsened_name, launch_name
from retarget.schedule.form.readable import unread
from retarget.schedule.form.subject import Subject
from retarget.schedule.generated import Fault, laid
from retarget.schedule.prepared import prepared
from retarget.schedule.prune import before_build
from retarget.schedule.schedule import Schedule
from retarget.schedule.space import space
from retarget.schedule.steps import Variant
from retarget.source.flags import Flags
from retarget.source.reach import reached
from retarget.source.text import Diagnostic, Severity, Source, apply
from retarget.system.portions import halves
from retarget.system.toolchain import templates
from retarget.system.workers import worked
from retarget.targets.cpu.original_headers import stand_ins
from retarget.targets.limits import Limits
from retarget.targets.parsed import Placed
from retarget.translation.head import Spelling
from retarget.translation.merge import Program, proved_blocks, rebased
from retarget.translation.translation import MOST_SHARED, Translation
from retarget.translation.walk import Draw, Request, flags_of, roots_of, translate_program
from retarget.unit import Unit
from retarget.unit.parse import Interest, ParseError, parse

Chosen = Assigned
_STAND_INS = "/stand_ins"  # no folder of the disk
_BODIES = Interest(bodies=True, bodies_reached=True)
_ERRORS = Interest(errors_alone=True)
_OLD = frozenset(f"{dialect}++{year}" for dialect in ("c", "gnu") for year in ("98", "03", "0x", "11"))
_ANY = Limits(shared_bytes=48 << 10, wave=1)  # what any GPU can run


class Kernels(Struct, frozen=True):
    """The kernels of a program that a schedule can name."""

    units: tuple[Unit, ...]
    subjects: tuple[Subject, ...]

    def assigned(self, schedules: Sequence[Schedule], most: int) -> tuple[Chosen, tuple[Diagnostic, ...]]:
        """As the function of this name. Raises BadSchedule."""
        return assigned(self.units, self.subjects, schedules, most)


def scheduled_program(
    request: Request,
    translation: Translation,
    spelling: Callable[[str], Spelling],
    progress: Callable[[str], None] = lambda _: None,
) -> Program:
    """Translates a program with the schedules of the request applied. Raises BadSchedule, InputError."""
    if request.variants is None:
        return ScheduledProgram.of(request, translation, spelling, progress).program()
    found = kernels(request)
    chosen, said = compiling(request, found, drawn(found, request.variants))
    return with_variants(request, found, chosen, translation, spelling, progress).with_diagnostics(said)


def program_key(request: Request) -> str:
    """What `proved` names the program by with the schedules of the request applied; empty where none is.
    Raises BadSchedule, InputError."""
    found = kernels(request)
    chosen, _ = found.assigned(_here(request, found), MOST_SHARED)
    return _name(request, found, applied(found.units, chosen))


def _name(request: Request, found: Kernels, done: Applied) -> str:
    after = _second(request, found, done).texts
    texts = (after.get(s.path, s) for u in found.units for s in u.sources)
    return proved.texts_key(texts, flags_of(request).values()) if done.coarsened else ""


class _Left(Struct, frozen=True):
    """The kernels (usr) that keep their form, as a compiler does not take their generated text, and what there is to
    say of them."""

    kernels: frozenset[str] = frozenset()
    said: tuple[Diagnostic, ...] = ()


_Task = tuple[Request, _Left, tuple[Placed, ...]]


@dataclass
class ScheduledProgram:
    """A program that is to be changed, and the kernels of it that keep their form. All of a single unit is done in one
    process, which keeps what it learns of its texts."""

    request: Request
    translation: Translation
    spelling: Callable[[str], Spelling]
    progress: Callable[[str], None]
    left: _Left = field(default_factory=_Left)

    @classmethod
    def of(
        cls,
        request: Request,
        translation: Translation,
        spelling: Callable[[str], Spelling],
        progress: Callable[[str], None] = lambda _: None,
    ) -> ScheduledProgram:
        return cls(replace(request, several=True), translation, spelling, progress)  # each unit is parsed several times

    def program(self) -> Program:
        """The program, translated, with what clang takes of the schedules. Raises BadSchedule, InputError."""
        return self.without(())

    def without(self, placed: Sequence[Placed]) -> Program:
        """The program less the schedules whose text another compiler does not take."""
        asked, is_one = (self.request, self.left, tuple(placed)), len(self.request.inputs) == 1
        made = partial(_scheduled, self.translation, self.spelling, _told_nobody if is_one else self.progress)
        # a process that ends early leaves it to one for each step
        program, self.left = worked(made, [asked], 1, made, _told_nobody)[0] if is_one else made(asked)
        return program


def _told_nobody(_: object) -> None: ...


def _scheduled(
    translation: Translation, spelling: Callable[[str], Spelling], progress: Callable[[str], None], asked: _Task
) -> tuple[Program, _Left]:
    request, left, placed = asked
    found = kernels(request)
    translate = partial(translate_program, translation=translation, spelling=spelling, progress=progress)
    chosen = found.assigned(_here(request, found), translation.most_shared)
    making = _Making(request, translate, found, *chosen, left)
    return making.without(placed), making.left


@dataclass
class _Making:
    """A program while it is changed: its kernels, those that are chosen, what there is to say of the others, and the
    chosen ones that are left."""

    request: Request
    translate: Callable[[Request], Program]
    found: Kernels
    chosen: Chosen
    said: tuple[Diagnostic, ...]
    left: _Left

    def without(self, placed: Sequence[Placed]) -> Program:
        if placed:
            self._leave(laid(placed, self._applied()))
        while True:
            done = self._applied()
            again, parsed = _second(self.request, self.found, done), list[Unit]()
            made = _translated(again, self.found, done, self.translate, parsed)
            if not (new := _faults(again, self.found, done, parsed)):
                said = (*self.said, *self.left.said, *made.diagnostics)
                return replace(made, diagnostics=said, scheduled=self._name(done))
            while new:  # the others are found at less than a translation each
                self._leave(new)
                done = self._applied()
                new = _faults(_second(self.request, self.found, done), self.found, done)

    def _name(self, done: Applied) -> str:
        if self.request.reasons:  # they stand in comments
            done = applied(self.found.units, self._remaining())
        return _name(self.request, self.found, done)

    def _remaining(self) -> Chosen:
        return [c for c in self.chosen if c[0].function.usr not in self.left.kernels]

    def _applied(self) -> Applied:
        severity = partial(severity_of, self.request.schedules)
        return applied(self.found.units, self._remaining(), severity, self.request.reasons)

    def _leave(self, new: Sequence[Fault]) -> None:
        """Leaves the kernels as they are to which the first fault is laid: others may follow from it."""
        place, at_fault = generated.keep_evidence(new), new[0].kernels
        said = [_fault_diagnostic(s, new[0], place, f"'{s.function.name}' stays as it is") for s, _ in self._remaining()
                if s.function.usr in at_fault]  # fmt: skip
        self.left = _Left(self.left.kernels | at_fault, (*self.left.said, *said))


def with_variants(
    request: Request,
    found: Kernels,
    chosen: Chosen,
    translation: Translation,
    spelling: Callable[[str], Spelling],
    progress: Callable[[str], None] = lambda _: None,
    instance: str | None = None,
) -> Program:
    """Translates a program with several variants of its kernels, among which the environment
    chooses. instance: where a driver's calls launch them, the template arguments, if any."""
    done = applied(found.units, chosen, chooses=True, instance=instance)
    translate = partial(translate_program, translation=translation, spelling=spelling, progress=progress)
    program = _translated(_second(request, found, done), found, done, translate)
    variants = {s.function.name: tuple(map(str, fs)) for s, fs in chosen if s.function.usr in done.coarsened}
    return replace(program, variants=variants)


def _translated(
    again: Request,
    found: Kernels,
    done: Applied,
    translate: Callable[[Request], Program],
    parsed: list[Unit] | None = None,
) -> Program:
    """parsed: takes the units as they were parsed."""
    program = translate(again)
    if parsed is not None:
        parsed += program.units
    changed = [s for s in found.subjects if s.function.usr in done.coarsened]
    names = {s.function.name: coarsened_name(s) for s in changed}
    launchers = {s.function.name: launch_name(s) for s in changed}
    made = rebased(program, {s.path: s for u in found.units for s in u.sources}, done.edits)
    return replace(made, diagnostics=(*done.diagnostics, *made.diagnostics), coarsened=names, launchers=launchers)


def _second(request: Request, found: Kernels, done: Applied) -> Request:
    """The translation of what schedules made of a program."""
    before = {s.path: s for u in found.units for s in u.sources}
    after = {p: Source(p, apply(before[p], done.edits)) for p in {e.span.path for e in done.edits}}
    ours = templates() / "hip"
    forced = Flags(forced=(str(ours / "variants.h"),), system=(str(ours),))
    flags = request.flags.joined(forced)
    return replace(request, texts=after, needs=done.needs, flags=flags, schedules=(), variants=None)


def compiling(request: Request, found: Kernels, chosen: Chosen) -> tuple[Chosen, tuple[Diagnostic, ...]]:
    """The variants whose generated text clang takes, and what there is to say of the others."""

    def against(some: Chosen) -> tuple[Fault, ...]:
        done = applied(found.units, some, chooses=True)
        return _faults(_second(request, found, done), found, done)

    def parted(subject: Subject, several: tuple[Variant, ...]) -> tuple[Variant, ...]:
        if not against(((subject, several),)):
            return several
        return tuple(f for half in halves(several) for f in parted(subject, tuple(half))) if len(several) > 1 else ()

    said: list[Diagnostic] = []
    while new := against(chosen):
        place, kept = generated.keep_evidence(new), []
        for subject, several in chosen:
            if subject.function.usr not in new[0].kernels:
                kept.append((subject, several))
                continue
            good = parted(subject, several)
            good = good if len(good) < len(several) else ()  # it is broken beside others alone
            left = f"retarget drops {len(several) - len(good)} of {len(several)} variants of '{subject.function.name}'"
            said.append(replace(_fault_diagnostic(subject, new[0], place, left), severity=Severity.WARNING))
            kept += [(subject, good)] if good else []
        chosen = kept
    return chosen, tuple(said)


def _fault_diagnostic(subject: Subject, fault: Fault, place: str, left: str) -> Diagnostic:
    kernel = subject.written
    return generated.diagnostic(kernel, subject.users.by_path[kernel.span.path], fault, place, left)


def _faults(again: Request, found: Kernels, done: Applied, parsed: Sequence[Unit] = ()) -> tuple[Fault, ...]:
    """What clang says against the text that schedules made, unit by unit. parsed: as the translation parsed them; what
    these leave open is parsed as the kernels were."""
    changed, known = {e.span.path for e in done.edits}, {u.root: u for u in parsed if u.parsed}
    units = [u for u in found.units if not changed.isdisjoint(u.by_path)]
    open_ = [u for u in units if u.root not in known or _is_open(u, known[u.root], done)]
    flags = flags_of(again)
    pairs = [(again.texts.get(u.root, u.by_path[u.root]), flags[u.root]) for u in open_]
    work = partial(_unit, again, interest=_ERRORS)
    after = worked(work, pairs, again.jobs, partial(_lost, again), lambda _: None)
    return tuple(f for before, unit in zip(open_, after, strict=True) for f in generated.faults(before, unit, done))


def _is_open(before: Unit, after: Unit, done: Applied) -> bool:
    """Whether the translation's parse, which has no stand-ins, does not show yet that a unit has no new error."""
    return not set(after.missing).issubset(before.missing) or bool(generated.faults(before, after, done))


def kernels(request: Request) -> Kernels:
    """Parses the units of a request, with the bodies of their kernels. Raises InputError."""
    flags = flags_of(request)
    pairs = [(s, flags[s.path]) for s in roots_of(request)]
    units = tuple(worked(partial(_unit, request), pairs, request.jobs, partial(_lost, request), lambda _: None))
    roots = {s.path: s for s, _ in pairs}

    def again(texts: Mapping[str, Source], root: str, usrs: Collection[str]) -> Unit:
        interest = replace(_BODIES, kernels=frozenset(usrs))
        return _unit(replace(request, texts=texts), (texts.get(root, roots[root]), flags[root]), interest)

    found = (
        replace(s, is_old=(own := flags[s.unit.root]).std in _OLD, defined=frozenset(map(_macro, own.define)))
        for s in subjects(units, *extents(units, flags))
    )
    return Kernels(units, prepared(tuple(found), again))


def _macro(definition: str) -> str:
    """The name that `-D` defines: `n`, `n=1`, `n(x)=x`."""
    return definition.partition("=")[0].partition("(")[0].strip()


def _unit(request: Request, pair: tuple[Source, Flags], interest: Interest = _BODIES) -> Unit:
    """Headers of CUDA's samples and tools that neither the program nor the toolkit at hand holds are stood in for, as
    where it is run."""
    root, flags = pair
    assert request.headers is not None, "kernels are parsed with CUDA's headers"
    sources, folders = reached(root, flags, request.texts), request.headers.cuda
    listed = stand_ins((s.text for s in sources), (s.path for s in sources))
    given = {p: text for p, text in listed.items() if not any((folder / p).is_file() for folder in folders)}
    texts = {f"{_STAND_INS}/{p}": Source(f"{_STAND_INS}/{p}", text) for p, text in given.items()}
    if texts:
        flags = flags.joined(
            Flags(system=(_STAND_INS, *(str(templates() / f) for f in ("hip", "host", "host/cuda_include"))))
        )
    texts |= request.texts
    try:
        return parse(root, flags, request.headers, interest, request.cache, request.several, texts)
    except ParseError:
        return _lost(request, pair)


def _lost(_: Request, pair: tuple[Source, Flags]) -> Unit:
    return Unit(pair[0].path, reached(*pair))


def extents(
    units: Sequence[Unit], flags: Mapping[str, Flags]
) -> tuple[dict[str, tuple[int, int, int]], dict[str, int]]:
    """By usr, of the kernels that have the same proved block at every launch: that block; and the fewest blocks of a
    launch, where all grids are constant."""
    sizes, _ = proved_blocks(units, {s.path: s for u in units for s in u.sources}, flags.values())
    found, fewest = {}, {}
    for usr, size in sizes.items():
        launches = [x for u in units for x in u.launches if x.kernel == usr]
        blocks, grids = {x.block for x in launches}, {x.grid for x in launches}
        block = next(iter(blocks)) if len(blocks) == 1 else None
        if not isinstance(size, Obstacle) and block is not None:
            found[usr] = block
            if None not in grids:
                fewest[usr] = min(prod(g) for g in grids if g)
    return found, fewest


def drawn(found: Kernels, sample: Draw) -> list[tuple[Subject, tuple[Variant, ...]]]:
    """Variants of each kernel that has some."""
    random = Random(sample.seed)
    made = []
    for subject in found.subjects:
        listed = tuple(f for f in space(subject).variants if not before_build(subject, f.factors, _ANY))
        if sample.count and len(listed) > sample.count:
            listed = tuple(random.sample(listed, sample.count))
        if listed:
            made.append((subject, listed))
    return made


def _here(request: Request, found: Kernels) -> Sequence[Schedule]:
    """The schedules of the request; those for kernels of other programs are no concern of this one."""
    names = {s.function.name for s in found.subjects}
    return [s for s in request.schedules if not request.elsewhere or not s.kernel or s.kernel in names]


def unread_units(units: Sequence[Unit]) -> str:
    """The same as the end of a message; empty where all are read."""
    return "".join(f"; {d.span.path}: {d.message}" for d in unread(units) if d.span)
