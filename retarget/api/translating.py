"""Programs translated for a target: what changes, what there is to say of it, and where it goes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from retarget.api.inputs import Inputs
from retarget.api.recording import recorded
from retarget.errors import Error, MissingTool, OutputError
from retarget.schedule import proved
from retarget.source.database import DATABASE
from retarget.source.flags import Flags
from retarget.source.lexer import includes
from retarget.source.text import Diagnostic
from retarget.system.cache import cache_folder
from retarget.targets.amd.architecture import TargetId, UnknownArchitecture, target_ids
from retarget.targets.amd.compiler import find_compiler, known_architectures
from retarget.targets.emitted import Emitted
from retarget.targets.parsed import Parsed, Unchecked
from retarget.targets.registry import target_of
from retarget.targets.target import Target
from retarget.targets.tools import Built, Wishes
from retarget.translation import emit, output_ownership
from retarget.translation.copies import copies
from retarget.translation.emit import Layout, Output, Place
from retarget.translation.file import Options
from retarget.translation.hip.fp_atomics import OPTION as FP_ATOMICS
from retarget.translation.lock import NAME, RecordedRun, TextOptions
from retarget.translation.merge import Program
from retarget.translation.output_ownership import FileChanges, OutputPlan
from retarget.translation.severities import Level, Suppressed, levelled
from retarget.translation.walk import Request, configurations_of, translate_program

MOST = 64  # units whose translation is parsed without being asked for
Progress = Callable[[str], None]  # hears of each unit that is done


class Result(Struct, frozen=True):
    """A program that was translated, and not written yet.

    program: its files, before and after; outputs: what is to be written; parsed: what came of parsing them in the
    target's dialect; settings: what was asked; configurations: the flags of each input; home: the folder of the lock;
    suppressed: what is not said, as comments in the sources or `levels` ask; has_errors: by
    the usual severities; levels: how severe rules are, for what a build says too.
    """

    target: Target
    inputs: Inputs
    program: Program
    outputs: tuple[Output, ...]
    parsed: Parsed
    layout: Layout
    wishes: Wishes
    settings: TextOptions
    configurations: Mapping[str, tuple[Flags, ...]]
    home: str
    suppressed: tuple[Suppressed, ...] = ()
    has_errors: bool = False
    levels: Sequence[Level] = ()

    @property
    def emitted(self) -> Emitted:
        """What is built of it."""
        made = _emitted(self.program, self.outputs, self.layout, self.flags, self.inputs)
        return replace(made, levels=self.levels)

    @property
    def flags(self) -> dict[str, Flags]:
        """By input: the first of its configurations."""
        return {path: listed[0] for path, listed in self.configurations.items()}

    @property
    def ok(self) -> bool:
        """Whether nothing was found that has no counterpart, or that the target's compiler would refuse."""
        return not self.program.failed

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """In the order of the files."""
        return self.program.diagnostics

    @property
    def texts(self) -> dict[str, str]:
        """By the path of the output, what is to be written there; less what is copied."""
        return {o.path: o.data.decode("utf-8", "surrogateescape") for o in self.outputs if not o.link and not o.is_copy}

    def diff(self) -> Iterator[str]:
        """A unified diff of the files that change, in pieces."""
        return self.program.diff({o.source: o.path for o in self.outputs if o.source})

    def plan(self) -> OutputPlan:
        """What writing would do. Raises OutputError for a damaged retarget.lock."""
        return output_ownership.plan(self.outputs, self.layout, self.home, self._run(), self.inputs.inputs())

    def stale(self) -> list[str]:
        """The outputs that are absent, or differ from what would be written. Raises OutputError."""
        found = self.plan().check()
        return [*found.stale, *found.edited]

    def write(self, force: bool = False) -> list[str]:
        """Writes what differs from what is there, all of it or nothing; returns the paths. force: over files that are
        not the tool's, too. Raises OutputError."""
        return list(self.carry_out(force).written)

    def carry_out(self, force: bool = False) -> FileChanges:
        """The same, and says what else was done. Raises OutputError."""
        return output_ownership.write(self.outputs, self.layout, self.home, self._run(), self.inputs.inputs(), force)

    def _run(self) -> RecordedRun:
        given = (self.layout, self.inputs, self.settings, self.program, self.configurations)
        made = recorded(self.target.name, *given, self.home)
        return replace(made, failed=made.failed or self.has_errors)

    def build(self) -> Built:
        """Compiles the outputs, once they are written. Raises Error where the tool has no build for the target,
        MissingTool."""
        build = self.target.tools().build
        if build is None:
            raise Error(f"--to {self.target.name} writes {self.target.translation.name}", "build it with its compiler")
        return build(self.emitted, self.wishes)

    def is_unproved(self) -> bool:
        """Whether schedules made its text, and no verification or tuning of exactly this text is on record."""
        program = self.program
        if not program.scheduled or program.failed:
            return False
        return not proved.is_known(program.scheduled, self.target.name, cache_folder())

    def reads(self) -> Iterator[str]:
        """The user's files that it read."""
        yield from self.program.sources
        yield from self.inputs.maps
        if self.inputs.database:
            whole = os.path.join(self.inputs.database, DATABASE)
            yield whole if os.path.isfile(whole) else self.inputs.database
            yield from (path for c in self.inputs.commands for path in c.reads)

    def depends(self) -> Iterator[str]:
        """The files and folders on which all this rests, whether they are there or not; none of a whole tree, as that
        rests on what git says."""
        if self.inputs.whole:
            return
        yield from self.inputs.depends()
        yield from depended_on(self.program, self.flags)
        yield from (o.path for o in self.outputs)
        yield os.path.join(self.home, NAME)
        if self.program.scheduled:
            yield from map(str, proved.places(self.program.scheduled, self.target.name, cache_folder()))


def translate(
    given: Inputs | str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    to: str | Target = "amd",
    *,
    output: str | None = None,
    in_place: bool = False,
    architectures: str = "gfx90a",
    launch_bounds: bool = True,
    project_hip: bool = False,
    headers: str | None = None,
    unsafe_fp_atomics: bool = False,
    parse: bool | None = None,
    shows_headers: bool = False,
    levels: Sequence[Level] = (),
    progress: Progress = lambda _: None,
) -> Result:
    """Translates a program; nothing is written.

    given: files, or Inputs. output: a file for one input, or a folder for a tree; beside the inputs by default.
    architectures: of AMD's, such as "gfx90a,gfx942". launch_bounds: insert proved launch bounds. project_hip: let the
    project's own HIP branches be taken. headers: HIP headers to parse and build with, instead of those installed.
    parse: whether the output is parsed in the target's dialect; by default for up to 64 units that change.
    shows_headers: headers that change count where outputs lie beside their inputs, for a diff. levels: how severe rules
    are, where that is not as usual.

    Raises InputError, OutputError, MissingTool, BadSchedule, UnknownArchitecture; what cannot be translated is in the
    result's diagnostics.
    """
    settings = TextOptions(architectures, launch_bounds, project_hip, headers, parse)
    task = Task(Inputs.of(given), target_of(to), settings, output, in_place, unsafe_fp_atomics, levels)
    return translated(task, shows_headers, progress)


class Task(Struct, frozen=True):
    """A program, and what is to become of it. output, in_place, unsafe_fp_atomics, levels: as `translate` takes them;
    kept_in: the folder of the lock that describes it already."""

    inputs: Inputs
    target: Target
    settings: TextOptions = field(default_factory=TextOptions)
    output: str | None = None
    in_place: bool = False
    unsafe_fp_atomics: bool = False
    levels: Sequence[Level] = ()
    kept_in: str = ""

    @property
    def layout(self) -> Layout:
        place = self.inputs.place(self.output, self.in_place)
        return self.target.layout(place, self.inputs.folder(), self.output or "")

    @property
    def home(self) -> str:
        """The folder of the lock."""
        return self.kept_in or output_ownership.home(self.layout, self.inputs.inputs())

    def request(self) -> Request:
        """Raises MissingTool, BadSchedule, InputError, UnknownArchitecture."""
        own, targets = self.settings, known_targets(self.settings.architectures)
        options = Options(tuple(t.architecture for t in targets), own.launch_bounds, project_hip=own.project_hip)
        return replace(self.inputs.request(options), keeps_bodies=False, reasons=own.reasons)


def translated(task: Task, shows_headers: bool = False, progress: Progress = lambda _: None) -> Result:
    """See `translate`."""
    inputs, target, settings = task.inputs, task.target, task.settings
    request, layout = task.request(), task.layout
    arches = tuple(map(str, known_targets(settings.architectures)))
    wishes = Wishes(arches, settings.headers, settings.project_hip, (FP_ATOMICS,) if task.unsafe_fp_atomics else ())
    configurations = configurations_of(request)
    flags = {path: listed[0] for path, listed in configurations.items()}
    change = None
    if request.schedules:
        from retarget.schedule.scheduling import ScheduledProgram  # noqa: PLC0415  (symbolic algebra is slow to import)

        change = ScheduledProgram.of(request, target.translation, layout.spelling, progress)
        program = change.program()
    else:
        program = translate_program(request, target.translation, layout.spelling, progress)
    while True:
        program = _complete(program, inputs, layout)
        if shows_headers and layout.place is Place.BESIDE and any(f.changed and not f.is_root for f in program.files):
            layout = replace(layout, place=Place.IN_PLACE)
        program = _with_build_files(program, layout, inputs, target, arches)
        outputs = _placed(program, layout, inputs)
        emitted = _emitted(program, outputs, layout, flags, inputs)
        parsed = _parsed(emitted, target, wishes, settings.parse)
        if change is None or not parsed.generated:
            break
        program = change.without(parsed.generated)  # less the schedules whose text the target's compiler does not take
    whole = program.with_diagnostics(parsed.diagnostics)
    program, suppressed = levelled(whole, task.levels)
    made = (program, outputs, parsed, layout, wishes, settings, configurations, task.home, suppressed, whole.failed)
    return Result(target, inputs, *made, task.levels)


class Unplaceable(OutputError):
    """A layout cannot hold a program, which is at hand."""

    def __init__(self, what: str, program: Program) -> None:
        super().__init__(what)
        self.program, self.args = program, (what, program)


def _placed(program: Program, layout: Layout, inputs: Inputs) -> tuple[Output, ...]:
    try:
        found = emit.outputs(program, layout)
        return (*found, *copies(inputs.copied, found, layout)) if layout.place is Place.TREE else found
    except OutputError as error:
        raise Unplaceable(str(error), program) from None


def _with_build_files(
    program: Program, layout: Layout, inputs: Inputs, target: Target, architectures: tuple[str, ...]
) -> Program:
    if not inputs.whole or layout.place is not Place.TREE or (migrated := target.tools().build_files) is None:
        return program
    return migrated(program, emit.outputs(program, layout), inputs.copied, architectures)


def _complete(program: Program, inputs: Inputs, layout: Layout) -> Program:
    """With what there is to say of the compile database; of one file alone where it is written alone."""
    program = program.only(program.units[0].root) if layout.place is Place.FILE else program
    complaints = inputs.complaints({u.root for u in program.units if u.missing})
    return replace(program, diagnostics=(*complaints, *program.diagnostics))


def _emitted(
    program: Program, outputs: tuple[Output, ...], layout: Layout, flags: Mapping[str, Flags], inputs: Inputs
) -> Emitted:
    known = {s.path for u in program.units for s in u.sources}  # build files are no part of what a compiler reads
    alone = replace(program, files=tuple(f for f in program.files if f.source.path in known))
    return Emitted(alone, tuple(o for o in outputs if not o.is_copy), layout, flags, inputs.jobs)


def _parsed(emitted: Emitted, target: Target, wishes: Wishes, asked: bool | None) -> Parsed:
    if asked is False or (check := target.tools().check) is None:
        return Parsed()
    units = emitted.program.changed_units
    if asked or len(units) <= MOST:
        return check(emitted, wishes)
    return Parsed((), tuple(Unchecked(u.root, f"more than {MOST} units; --parse checks them all") for u in units))


def known_targets(text: str) -> tuple[TargetId, ...]:
    """Architectures of the table; those that only the compiler knows cost a question to it. Raises
    UnknownArchitecture."""
    try:
        return target_ids(text)
    except UnknownArchitecture:
        try:
            known = known_architectures(find_compiler())
        except MissingTool:
            known = frozenset()
        return target_ids(text, known)


def depended_on(program: Program, flags: Mapping[str, Flags]) -> Iterator[str]:
    """The sources, the folders of headers, and where a missing header would be: one that appears there changes the
    program."""
    folders = list(dict.fromkeys(folder for own in flags.values() for folder in own.include))
    yield from (*program.sources, *folders)
    for path in {d.span.path for d in program.diagnostics if d.rule == "missing-header" and d.span}:
        for include in includes(program.sources[path].text):
            yield from (os.path.join(folder, include.path) for folder in (os.path.dirname(path), *folders))
