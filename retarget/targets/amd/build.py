"""Compiles HIP for AMD GPUs: objects, executables, or GPU code alone, for several architectures in one go.

Nothing is written beside the output: the compiler works in a folder of its own, and a finished product takes its
place in one step. Several jobs run side by side.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import asdict, replace

from retarget.source.text import Diagnostic, Severity, Source, digest, located
from retarget.system import process_group
from retarget.system.cache import cache_folder
from retarget.system.finished import put, scratch_parent
from retarget.targets.amd.architecture import TargetId
from retarget.targets.amd.assembly import Listing, listings
from retarget.targets.amd.codeobject import ResourceError
from retarget.targets.amd.compiler import Compiler, HipCompilerKind
from retarget.targets.amd.devicelibs import completed, needed
from retarget.targets.amd.messages import COMPILE, Origin, Placing, diagnostics
from retarget.targets.amd.resources import REMARKS, Resources, resources
from retarget.targets.amd.runtime_header import discard, runtime_header
from retarget.targets.tools import Compiled, Message

TIME_LIMIT = 600.0  # seconds
TIME_OUT, RESOURCES = "hip-time-out", "hip-resources"

Levelling = Callable[[Iterable[Diagnostic]], tuple[Diagnostic, ...]]

_LANGUAGES = {".c": "c", ".cc": "c++", ".cpp": "c++", ".cxx": "c++", ".o": "none", ".a": "none", ".so": "none"}


class Product(StrEnum):
    """What a compilation makes; `DEVICE` is an offload bundle of the GPU code alone, `ASSEMBLY` that code as text, for
    one architecture; `DEPENDENCIES` the list of files that are read, as a rule of Make."""

    OBJECT = "object"
    EXECUTABLE = "executable"
    DEVICE = "device"
    ASSEMBLY = "assembly"
    PREPROCESSED = "preprocessed"
    DEPENDENCIES = "dependencies"


_BOTH_SIDES, _DEVICE_ALONE = {Product.OBJECT, Product.EXECUTABLE}, {Product.DEVICE, Product.ASSEMBLY}


class Job(Struct, frozen=True):
    """One call of the compiler. Without an output, the product is only looked at.

    Sources of C and C++ are host code; objects and libraries are linked; everything else is HIP. `language`: clang's
    name of what the sources are in, whatever their names end in. `flags` are those
    of clang and go before, `libraries` (such as `-lm`) behind the inputs. Relative paths count from `folder`.
    """

    inputs: tuple[Path, ...]
    architectures: tuple[TargetId, ...]
    output: Path | None = None
    product: Product = Product.OBJECT
    flags: tuple[str, ...] = ()
    libraries: tuple[str, ...] = ()
    optimisation: str = "-O3"
    relocatable: bool = False
    folder: Path | None = None
    language: str = ""


class Build(Struct, frozen=True):
    """What came of a job: the exit status (negative: the signal that ended it), messages, figures, wall seconds; of an
    assembly, its kernels."""

    job: Job
    command: tuple[str, ...]
    returncode: int
    diagnostics: tuple[Diagnostic, ...]
    resources: tuple[Resources, ...]
    seconds: float
    outputs: tuple[Path, ...]
    listings: tuple[Listing, ...] = ()

    @property
    def ok(self) -> bool:
        return self.returncode == 0

    def call(self) -> Compiled:
        """As a report has it."""
        placing = Placing(str(self.job.folder or ""))
        return Compiled(
            inputs=tuple(map(str, self.job.inputs)),
            architectures=tuple(map(str, self.job.architectures)),
            command=shlex.join(self.command),
            returncode=self.returncode,
            seconds=round(self.seconds, 3),
            outputs=tuple(map(str, self.outputs)),
            diagnostics=tuple(_message(d, placing) for d in self.diagnostics),
            resources=tuple(map(asdict, self.resources)),
        )


def _message(diagnostic: Diagnostic, placing: Placing) -> Message:
    source = placing.source(diagnostic.span.path) if diagnostic.span else None
    place = located(source, diagnostic.span) if diagnostic.span else None
    return Message(diagnostic.rule, diagnostic.severity, place, diagnostic.message)


def compile_all(
    compiler: Compiler,
    jobs: Sequence[Job],
    workers: int,
    origin: Origin | None = None,
    time_limit: float = TIME_LIMIT,
    level: Levelling = tuple,
) -> tuple[Build, ...]:
    """Runs independent jobs, `workers` at a time; the results have the order of the jobs."""
    with ThreadPoolExecutor(max_workers=max(1, workers)) as pool:
        return tuple(pool.map(lambda job: compile_unit(compiler, job, origin, time_limit, level=level), jobs))


def compile_unit(
    compiler: Compiler,
    job: Job,
    origin: Origin | None = None,
    time_limit: float = TIME_LIMIT,
    texts: Mapping[str, Source] = MappingProxyType({}),
    level: Levelling = tuple,
    ahead: Callable[[], object] = tuple,
) -> Build:
    """Runs one job. The compiler's refusal and the end of its time are results. texts: of files that the compiler sees
    other than they are on the disk, by absolute path. level: as how severe its words count; a warning that counts as an
    error ends the job as one. ahead: what is to be written before the output is there.

    Raises OSError where the output cannot be written or the compiler cannot be started; DeviceLibraryError.
    """
    started = time.monotonic()
    output = Path(job.folder or "", job.output) if job.output else None
    with tempfile.TemporaryDirectory(prefix=".retarget-", dir=output and scratch_parent(output)) as scratch:
        product = Path(scratch).absolute() / "product"
        command = command_line(compiler, job, product)
        header = _runtime_header(compiler, job, texts)
        code, text = _run((*command, *header), job.folder, scratch, time_limit)
        if code and header:  # what fails is told of the unit as it stands
            discard(header, text)
            code, text = _run(command, job.folder, scratch, time_limit)
        placing = Placing(str(job.folder or ""), origin, texts)
        told = diagnostics(text, placing)
        if code is None or (code and not any(d.severity is Severity.ERROR for d in told)):
            told = (*told, _ending(compiler, code, text, time_limit))
        told = level(told)
        code = -signal.SIGKILL if code is None else code or int(any(d.severity is Severity.ERROR for d in told))
        built = Build(job, command, code, told, (), 0.0, ())
        if built.ok:
            built = _with_figures(built, product, text, placing)
            if output:
                ahead()
                put(product, output)
                built = replace(built, outputs=(output,))
    return replace(built, seconds=time.monotonic() - started)


# LLVM's pass takes a comparison from an earlier loop, where lanes that left count as false: wrong branches in silence
# (llvm/llvm-project#195270). Of 58 kernels, none takes more registers without it, and code grows by 0.9 %.
_SOUND = ("-Xarch_device", "-mllvm=-disable-machine-cse")
_FROM, _MENDED = (17,), (24,)  # versions of clang that know this spelling, and that need it


def command_line(compiler: Compiler, job: Job, product: Path) -> tuple[str, ...]:
    """The compiler's command, which writes `product`. Raises DeviceLibraryError."""
    path, *common = _common(compiler, job)
    return (
        path,
        *(f"--offload-arch={target}" for target in job.architectures),
        *common,
        *([f"-cuid={_unit_id(job)}"] if len(job.inputs) == 1 else []),
        *job.flags,
        *_mode(compiler, job),
        *_inputs(job.inputs, job.language),
        *job.libraries,
        *("-o", str(product)),
    )


def _common(compiler: Compiler, job: Job) -> tuple[str, ...]:
    """What all units have, whatever flags they have of their own."""
    generic = any(target.architecture.generic for target in job.architectures)  # from code object version 6 on
    version = 6 if generic else 5 if compiler.kind is HipCompilerKind.CLANG else None
    return (
        str(compiler.path),
        *compiler.arguments(),
        *_libraries_folder(compiler, job, version),
        *([f"-mcode-object-version={version}"] if version else []),
        job.optimisation,
        *(_SOUND if _FROM <= compiler.version < _MENDED else ()),
        *(["-fgpu-rdc"] if job.relocatable else []),
        *([] if compiler.version < (18,) else ["--no-offload-compress"]),
        *("-D__HIP_PLATFORM_AMD__=1", "-fno-color-diagnostics", "-fno-caret-diagnostics"),
        *("-Wno-unused-command-line-argument", "-Wno-unknown-warning-option", REMARKS),
    )


def _runtime_header(compiler: Compiler, job: Job, texts: Mapping[str, Source]) -> tuple[str, ...]:
    """The options that spare a unit of HIP to parse the runtime's header."""
    if job.product not in _BOTH_SIDES | _DEVICE_ALONE or len(job.inputs) != 1 or not job.architectures:
        return ()
    (path,) = job.inputs
    if (job.language or _LANGUAGES.get(path.suffix, "hip")) != "hip":
        return ()
    place = os.path.abspath(os.path.join(job.folder or "", path))
    try:
        text = texts[place].text if place in texts else Path(place).read_text(encoding="latin-1")
    except OSError:
        return ()
    names, is_device = tuple(map(str, job.architectures)), job.product in _DEVICE_ALONE
    return runtime_header(_common(compiler, job), names, job.flags, text, is_device)


def _libraries_folder(compiler: Compiler, job: Job, version: int | None) -> tuple[str, ...]:
    if compiler.device_libs is None:
        return ()
    files = needed((t.architecture.name for t in job.architectures), version)
    label = ".".join(map(str, compiler.version))
    folder = completed(compiler.path, label, compiler.device_libs, files, cache_folder())
    return (f"--rocm-device-lib-path={folder}",)


def _unit_id(job: Job) -> str:
    """Names the unit's device variables; clang would take the path of our scratch folder into it."""
    parts = [*(os.path.abspath(os.path.join(job.folder or "", p)) for p in job.inputs), *job.flags]
    return digest("\0".join(parts).encode("utf-8", "surrogateescape"))[:16]


def _mode(compiler: Compiler, job: Job) -> tuple[str, ...]:
    if job.product is Product.OBJECT:
        return ("-c",)
    if job.product is Product.PREPROCESSED:
        return ("-E",)
    if job.product is Product.DEPENDENCIES:
        return ("-M",)
    if job.product is Product.DEVICE:
        return ("-c", "--cuda-device-only", "--gpu-bundle-output")
    if job.product is Product.ASSEMBLY:
        return ("-S", "--cuda-device-only")
    linked_late = ("-Xoffload-linker", "-mllvm=-pass-remarks-analysis=kernel-resource-usage") if job.relocatable else ()
    library = compiler.rocm_path / "lib"
    elsewhere = (f"-L{library}", f"-Wl,-rpath,{library}") if compiler.kind is HipCompilerKind.ROCM else ()
    return ("--hip-link", *linked_late, *elsewhere)


def _inputs(inputs: tuple[Path, ...], language: str) -> tuple[str, ...]:
    """Each input behind the language that it is in."""
    words: list[str] = []
    for path in inputs:
        name = f"./{path}" if str(path).startswith("-") else str(path)
        words += ["-x", language or _LANGUAGES.get(path.suffix, "hip"), name]
    return (*words, "-x", "none")


def _run(command: tuple[str, ...], folder: Path | None, scratch: str, time_limit: float) -> tuple[int | None, str]:
    """Exit status and messages; status None where time ran out. The whole process group ends with it."""
    environment = {**os.environ, "TMPDIR": os.path.abspath(scratch), "LC_ALL": "C.UTF-8"}
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    with process_group.started(command, 0, cwd=folder, env=environment, **streams) as process:
        try:
            _, messages = process.communicate(timeout=time_limit)
        except subprocess.TimeoutExpired:
            process_group.end_group(process, 0)
            return None, ""
    return process.returncode, messages.decode("utf-8", "replace")


def _ending(compiler: Compiler, code: int | None, text: str, time_limit: float) -> Diagnostic:
    """What to say of a compiler that failed without an error of its own."""
    if code is None:
        told = f"{compiler.path} did not end within {time_limit:g} s; raise the limit, or build for fewer architectures"
        return Diagnostic(TIME_OUT, Severity.ERROR, None, told)
    how = f"was ended by signal {-code}" if code < 0 else f"failed with status {code}"
    last = "; ".join(text.strip().splitlines()[-3:])
    return Diagnostic(COMPILE, Severity.ERROR, None, f"{compiler.path} {how}{': ' + last if last else ''}")


def _with_figures(built: Build, product: Path, text: str, placing: Placing) -> Build:
    if built.job.product is Product.ASSEMBLY:
        return replace(built, listings=tuple(listings(product.read_text(errors="replace"))))
    told = built.diagnostics
    found: tuple[Resources, ...] = ()
    try:
        found = resources(product.read_bytes(), text)
    except ResourceError as error:
        told = (*told, Diagnostic(RESOURCES, Severity.WARNING, None, str(error)))
    order = [str(target) for target in built.job.architectures]
    found = tuple(sorted(found, key=lambda item: order.index(item.architecture) if item.architecture in order else -1))
    return replace(built, diagnostics=told, resources=tuple(_placed(item, placing) for item in found))


def _placed(item: Resources, placing: Placing) -> Resources:
    """A kernel's place in the user's own file."""
    if item.path is None or item.line is None:
        return item
    path, line = placing.original(item.path, item.line)
    return replace(item, path=path, line=line)
