"""From a translated program to compiler jobs: what is compiled, with which folders, into what."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path

import click
from msgspec import Struct
from msgspec.structs import replace

from retarget.dialects import load
from retarget.source.flags import Flags, old_c
from retarget.source.lexer import includes
from retarget.source.program_start import defines_main
from retarget.source.text import Diagnostic, Severity, rendered
from retarget.system.remedies import lacks_openmp, library_command, openmp_command
from retarget.system.terminal import paint, terminal
from retarget.targets.amd.architecture import TargetId
from retarget.targets.amd.build import Build, Job, Levelling, Product, compile_all, compile_unit
from retarget.targets.amd.compiler import Compiler, HipCompilerKind, at_least, find_compiler, require_known
from retarget.targets.amd.late_macros import parted
from retarget.targets.amd.link_hints import OPTIONAL, hint
from retarget.targets.amd.messages import LINK, Origin
from retarget.targets.amd.nv_diagnostics import heeded, raised
from retarget.targets.amd.resource_table import resource_table
from retarget.targets.amd.runtime_header import ALL_LIVE
from retarget.targets.emitted import Emitted
from retarget.targets.tools import Compiled
from retarget.translation.emit import Layout, Output, Place
from retarget.translation.forced_headers import without_cudas
from retarget.translation.merge import Program, Translated
from retarget.unit import Unit
from retarget.unit.missing import missing_header


class Builds(Struct, frozen=True):
    """The builds of a program: one a unit, and one of each executable that is linked of several units."""

    builds: tuple[Build, ...]
    program: Program
    compiler: Compiler

    @property
    def failed(self) -> bool:
        return not all(b.ok for b in self.builds)

    def calls(self) -> tuple[Compiled, ...]:
        return tuple(b.call() for b in self.builds)

    def messages(self) -> Iterator[str]:
        """The compiler's, at the user's own lines; a warning that it repeats elsewhere once, with the number of its
        places."""
        said = [d for b in self.builds for d in b.diagnostics]
        repeated = [(d.severity, d.message) for d in said if d.severity is not Severity.ERROR]
        counts: Counter[tuple[Severity, str]] = Counter(repeated)
        for diagnostic in said:
            usual = int(diagnostic.severity is Severity.ERROR)
            count = counts.pop((diagnostic.severity, diagnostic.message), usual)
            if count:
                told = remedied(diagnostic, self.compiler)
                more = f" (and {count - 1} more like it)" if count > 1 else ""
                yield rendered(replace(told, message=f"{told.message}{more}"), self.program.sources, paint)

    def show(self) -> None:
        """Messages to the error stream, then the table of resources and what was made."""
        output = terminal()
        for said in self.messages():
            click.echo(said, err=True)
        found = [r for b in self.builds for r in b.resources]
        if found:
            output.print(resource_table(found))
        for path in (p for b in self.builds for p in b.outputs):
            output.print(f"made {path}")


_UNDECLARED = re.compile(r"(?:use of undeclared identifier|unknown type name|no type named) '(\w+)'")


def remedied(diagnostic: Diagnostic, compiler: Compiler) -> Diagnostic:
    """With what brings a missing library of ROCm's, OpenMP, or a name that newer headers of HIP declare; with what
    mends a link."""
    message = diagnostic.message
    absent, undeclared = missing_header(message), _UNDECLARED.match(message)
    if lacks_openmp(message):
        command: str | None = openmp_command(compiler.version[0], compiler.kind is HipCompilerKind.ROCM)
    else:
        command = library_command(absent) if absent else None
    since = load().since(undeclared.group(1)) if undeclared else ""
    if diagnostic.rule == LINK:
        mends = hint(message)
        message = f"{message}; {mends}" if mends else message
    elif command:
        message = f"{message}; install it: {command}"
    elif since:
        message = f"{message}: HIP {since} declares it; install newer headers than these, or name them by --hip-include"
    return replace(diagnostic, message=message)


class CodeOptions(Struct, frozen=True):
    """What the user's options make of a compilation beside what is read: of optimisation, of code, of a link."""

    level: str = "-O3"
    code: tuple[str, ...] = ()
    linking: tuple[tuple[str, ...], ...] = ()


NO_OPTIONS: Mapping[str, CodeOptions] = {}


def build(
    program: Program,
    outputs: tuple[Output, ...],
    layout: Layout,
    flags: Mapping[str, Flags],
    targets: tuple[TargetId, ...],
    jobs: int,
    hip_include: Path | None = None,
    device_only: bool = False,
    counted: bool = False,
    options: tuple[str, ...] = (),
    level: Levelling = tuple,
    given: Mapping[str, CodeOptions] = NO_OPTIONS,
) -> Builds:
    """Compiles each unit of a program; a unit with `main` becomes an executable, with all other units if it is the
    only one. With device_only, nothing is made: the GPU code alone is compiled and looked at; and with counted, it is
    compiled for one architecture so that its instructions can be counted. options: more for each unit. level: of
    what the compiler says. given: by unit, the user's options for code. Raises MissingTool, UnknownArchitecture, and
    OSError where an output cannot be written."""
    compiler = find_compiler(hip_include=hip_include)
    require_known(compiler, targets)
    origin = origin_of(program, outputs)
    paths = {o.source: o.path for o in outputs if o.source}
    units = [u.root for u in program.units if u.root in paths]
    mains = [u.root for u in program.units if u.root in paths and _has_main(u)]
    alone = mains if len(mains) != 1 or len(units) == 1 else []
    libraries = _libraries(flags.values(), program, compiler)
    language = {u.root: compiled_as(u) for u in program.units}
    by_root = {u.root: u for u in program.units}
    job = partial(_job, layout=layout, targets=targets, libraries=libraries, compiler=compiler)
    compiled = [job(Path(paths[u]), u in alone, flags=flags[u], unit=by_root[u]) for u in units]
    compiled = [_given(j, given.get(u, CodeOptions())) for j, u in zip(compiled, units, strict=True)]
    compiled = [replace(j, language=language[u]) for j, u in zip(compiled, units, strict=True)]
    compiled = [replace(j, flags=(*old_c(j.language), *j.flags, *options)) for j in compiled]
    if device_only:
        product, more = (Product.ASSEMBLY, _AS_WRITTEN) if counted else (Product.DEVICE, ())
        compiled = [replace(j, product=product, output=None, libraries=(), flags=(*j.flags, *more)) for j in compiled]
    builds = compile_all(compiler, compiled, jobs, origin, level=level)
    relocatable = any(f.relocatable for f in flags.values())
    if device_only or len(mains) != 1 or alone or not all(b.ok for b in builds):
        return Builds(builds, program, compiler)
    objects, made = tuple(p for b in builds for p in b.outputs), Path(paths[mains[0]]).with_suffix("")
    openmp = ("-fopenmp",) if any(f.openmp for f in flags.values()) else ()
    phrases = dict.fromkeys(phrase for g in given.values() for phrase in g.linking)
    words = (*chain(*phrases), *libraries)
    link = Job(objects, targets, made, Product.EXECUTABLE, openmp, words, relocatable=relocatable)
    linked = compile_unit(compiler, link, origin)
    # without relocatable code the kernels of the executable are those of the objects
    return Builds((*builds, linked if relocatable else replace(linked, resources=())), program, compiler)


def _has_main(unit: Unit) -> bool:
    """A header may declare `main` to others."""
    return "main" in unit.own_names and any(defines_main(s.text) for s in unit.sources)


def levelling(emitted: Emitted, errors: Sequence[str] = ()) -> Levelling:
    """How severe the compiler's words are: as pragmas, comments and the configuration have it; errors: the kinds of
    warnings that nvcc's -Werror makes errors."""
    levels = emitted.severities()
    return lambda found: tuple(raised(levels.of_compiler(heeded(found, emitted.program.sources)), errors))


def code_object(
    program: Program,
    outputs: tuple[Output, ...],
    layout: Layout,
    flags: Mapping[str, Flags],
    target: TargetId,
    unit: str,
) -> tuple[Build, bytes]:
    """Compiles the GPU code of one unit, as drivers load it; no bytes where that fails. Raises MissingTool,
    UnknownArchitecture."""
    compiler = find_compiler()
    require_known(compiler, (target,))
    path = next(Path(o.path) for o in outputs if o.source == unit)
    of_root = next(u for u in program.units if u.root == unit)
    job = replace(_job(path, False, layout, flags[unit], (target,), of_root, (), compiler), product=Product.DEVICE)
    built = compile_unit(compiler, job, origin_of(program, outputs))
    return built, built.outputs[0].read_bytes() if built.outputs else b""


_BY_ROCPRIM = re.compile(r"(?:thrust|cub|hipcub|rocprim)/")


def standard(flags: Flags, unit: Unit, compiler: Compiler) -> list[str]:
    """The standard that is compiled: HIP's headers need C++11, Thrust's and CUB's what the rocPRIM at hand does."""
    if not flags.std:
        return []
    if compiled_as(unit) != "hip":
        return [f"-std={flags.std}"]
    return [f"-std={at_least(compiler.rocprim_standard if unit.once(_uses_rocprim) else 11, flags.std)}"]


def _uses_rocprim(unit: Unit) -> bool:
    return any(_BY_ROCPRIM.match(i.path) for source in unit.sources for i in includes(source.text))


_THRUST_SYSTEM = "THRUST_DEVICE_SYSTEM"


def thrust_system(flags: Flags, unit: Unit) -> list[str]:
    """In C++, rocThrust's headers take the device for CUDA's, and include what only CUDA has, unless they are told."""
    of_user = any(d.partition("=")[0] == _THRUST_SYSTEM for d in flags.define)
    of_user |= any(_THRUST_SYSTEM in source.text for source in unit.sources)
    is_due = unit.language == "c++" and not of_user and unit.once(_uses_rocprim)
    return [f"-D{_THRUST_SYSTEM}={_THRUST_SYSTEM}_HIP"] if is_due else []


def compiled_as(unit: Unit) -> str:
    """What clang compiles the translation of a unit as."""
    return "hip" if unit.language == "cuda" else unit.language


# Loops stay those of the source, so that variants can be compared loop by loop; those over instances are unrolled, as
# their pragma demands it. The count skips what a variant does where not all instances are live.
_AS_WRITTEN = ("-fno-unroll-loops", "-include", str(ALL_LIVE))


def _job(
    path: Path,
    is_program: bool,
    layout: Layout,
    flags: Flags,
    targets: tuple[TargetId, ...],
    unit: Unit,
    libraries: tuple[str, ...],
    compiler: Compiler,
) -> Job:
    product = Product.EXECUTABLE if is_program else Product.OBJECT
    made = path.with_suffix("") if is_program else path.with_suffix(".o")
    early, late = parted(flags, compiled_as(unit))
    words = (*late, *folders(layout, early, unit.root))
    words = (*words, *standard(flags, unit, compiler), *thrust_system(flags, unit))
    linked = libraries if is_program else ()
    return Job((path,), targets, made, product, words, linked, relocatable=flags.relocatable)


def _given(job: Job, given: CodeOptions) -> Job:
    linked = (*chain(*given.linking), *job.libraries) if job.product is Product.EXECUTABLE else job.libraries
    return replace(job, flags=(*job.flags, *given.code), libraries=linked, optimisation=given.level)


# CUDA's libraries by the names that linkers know, and HIP's in their place. None stands for what HIP's runtime holds,
# and for what HIP lacks: a program that uses such a library does not link, as its names have no definition.
_LACKING = (
    "nvjpeg", "nvblas", "cupti", "cufile", "nppc", "nppial", "nppicc", "nppidei", "nppif", "nppig",
    "nppim", "nppist", "nppisu", "nppitc", "npps",
)  # fmt: skip
LIBRARIES = {
    "cublas": "hipblas", "cufft": "hipfft", "curand": "hiprand", "cusparse": "hipsparse", "cusolver": "hipsolver",
    "nvrtc": "hiprtc", "nccl": "rccl", "nvToolsExt": "roctx64", "cudnn": "MIOpen", "cudart": "", "cudart_static": "",
    "cuda": "", "cudadevrt": "", "cublasLt": "hipblaslt", "nvidia-ml": "rocm_smi64", **dict.fromkeys(_LACKING, ""),
}  # fmt: skip
HEADERS = ("hipblas", "hipfft", "hiprand", "hipsparse", "hipsolver")


def counterpart(library: str, compiler: Compiler) -> str:
    """What is linked for a library; empty for nothing, which also stands for one that is optional and not installed."""
    hip = LIBRARIES.get(library, library)
    return "" if hip in OPTIONAL and not compiler.library(hip) else hip


def _libraries(given: Iterable[Flags], program: Program, compiler: Compiler) -> tuple[str, ...]:
    """What to link: the user's libraries with HIP's in place of CUDA's, and those whose headers are included."""
    named = [counterpart(name, compiler) for flags in given for name in flags.library]
    included = [h for h in HEADERS if any(f"{h}/{h}.h" in f.text or f"<{h}.h>" in f.text for f in program.files)]
    return tuple(f"-l{name}" for name in dict.fromkeys([*named, *included]) if name)


def folders(layout: Layout, flags: Flags, source: str) -> list[str]:
    """The user's options; each include folder after its translated twin, where a tree holds one."""
    mirrored = [*(("-I", f) for f in (*flags.quote, *flags.include)), *(("-isystem", f) for f in flags.system)]
    has_twins = layout.place is Place.TREE
    twins = [f"{option}{twin}" for option, f in mirrored if has_twins and (twin := layout.twin(f))]
    beside = [f"-I{os.path.dirname(source) or '.'}"] if layout.place is Place.FILE else []
    return [*twins, *without_cudas(flags).compiling(), *beside]


def origin_of(program: Program, outputs: tuple[Output, ...]) -> Origin:
    """Maps a line of an emitted file to the user's file and line."""
    files: Mapping[str, Translated] = {f.source.path: f for f in program.files}
    maps: dict[str, tuple[str, Callable[[int], int]]] = {}
    for output in outputs:
        if output.source in files:
            maps[os.path.abspath(output.path)] = (output.source, _line_map(files[output.source]))

    def origin(path: str, line: int) -> tuple[str, int] | None:
        known = maps.get(os.path.abspath(path))
        return (known[0], known[1](line)) if known else None

    return origin


def _line_map(file: Translated) -> Callable[[int], int]:
    """From lines of the new text to lines of the old: those that an edit adds have the line of the edit, and shift what
    follows."""
    shifts: list[tuple[int, int, int, int]] = []  # the first and the last new line added, the edit's, new minus old
    shift = 0
    for edit in file.edits:
        added = edit.text.count("\n") - file.source[edit.span].count("\n")
        if added:
            line = file.source.position(edit.span.start)[0]
            shifts.append((line + shift + 1, line + shift + added, line, shift + added))
            shift += added

    def mapped(line: int) -> int:
        for first, last, own, by in reversed(shifts):
            if first <= line:
                return own if line < last else max(1, line - by)
        return line

    return mapped
