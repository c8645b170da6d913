"""Builds as nvcc does, for another target: sources are translated in memory and compiled by the target's compiler."""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from retarget.api import host_compiler
from retarget.api.configuration import configuration_of
from retarget.api.inputs import Inputs
from retarget.api.translating import Result, translate
from retarget.errors import Error, InputError, OutputError, WrongTool
from retarget.source.nvcc_command import NvccCommand, NvccInput, Phase
from retarget.source.nvcc_options import split_words
from retarget.source.text import Severity, rendered
from retarget.system import exits
from retarget.system.finished import put, scratch_parent
from retarget.system.mpi_wrappers import front_options, link_options
from retarget.system.whole_outputs import whole
from retarget.targets.drop_in import DropIn, ProductKind, StepResult
from retarget.targets.target import Target
from retarget.translation import emit

_KINDS = {
    Phase.OBJECT: ProductKind.OBJECT,
    Phase.PREPROCESSED: ProductKind.PREPROCESSED,
    Phase.DEPENDENCIES: ProductKind.DEPENDENCIES,
    Phase.DEVICE_CODE: ProductKind.DEVICE_CODE,
    Phase.TEXT: ProductKind.PREPROCESSED,
}
_COMPILERS = frozenset({"parse"})  # rules of what the compiler says better where it refuses a unit


class DropInOptions(Struct, frozen=True):
    """What the user asks of the drop-in beside nvcc's own words. schedules and maps: as for a translation; project_hip:
    the project's own HIP branches are taken."""

    target: Target
    schedules: tuple[str, ...] = ()
    maps: tuple[str, ...] = ()
    project_hip: bool = False


def build(command: NvccCommand, wanted: DropInOptions) -> Iterator[StepResult]:
    """Carries a command line out, step by step; a step that fails is the last one. Raises Error, MissingTool, and
    OSError where an output cannot be written."""
    drop_in = wanted.target.tools().drop_in
    if drop_in is None:
        raise Error(f"--to {wanted.target.name} has no drop-in compiler")
    host_compiler.require(command.value("compiler-bindir"))
    command = _with_wrapper(command)
    for path in (*(s.path for s in command.sources), *command.linked_files):
        if not os.path.exists(path):
            raise InputError(f"{path}: no such file")
    for word in drop_in.unknown(command):
        if host_compiler.refuses(word, command.value("compiler-bindir")):
            raise Error(f"no compiler knows the option '{word}', which -Xcompiler passes on")
    for folder in (os.path.dirname(command.output or ""), command.value("output-directory") or ""):
        if folder and not os.path.isdir(folder) and not command.has("dryrun"):
            raise OutputError(f"{folder}: no such folder for what is made", f"mkdir -p {shlex.quote(folder)}")
    if command.phase in _KINDS:
        yield from _each(command, wanted, drop_in, _KINDS[command.phase])
        return
    with tempfile.TemporaryDirectory(prefix="retarget-") as folder:
        objects = tuple(os.path.join(folder, f"{at}.o") for at in range(len(command.sources)))
        for source, output in zip(command.sources, objects, strict=True):
            step = _unit(command, wanted, drop_in, source, ProductKind.OBJECT, output)
            yield step
            if step.code:
                return
        yield from _joined(command, drop_in, objects)


def _with_wrapper(command: NvccCommand) -> NvccCommand:
    """With what the compiler of the host adds to a command line, as MPI's do."""
    compiler = command.value("compiler-bindir") or os.environ.get("NVCC_CCBIN") or ""
    front = tuple(word for option in front_options(compiler) for word in (option[:2], option[2:]))
    return replace(command, parsing=(*command.parsing, *front), linked=(*command.linked, *link_options(compiler)))


def _each(command: NvccCommand, wanted: DropInOptions, drop_in: DropIn, kind: ProductKind) -> Iterator[StepResult]:
    for source in command.sources:
        printed = command.phase in (Phase.PREPROCESSED, Phase.DEPENDENCIES)
        step = _unit(command, wanted, drop_in, source, kind, command.output if printed else command.made_of(source))
        yield step
        if step.code:
            return


def _joined(command: NvccCommand, drop_in: DropIn, objects: tuple[str, ...]) -> Iterator[StepResult]:
    if command.phase is Phase.ARCHIVE:
        yield _archive(command, objects)
    elif command.phase is Phase.DEVICE_LINK:
        linked = replace(command, linked=(*objects, *command.linked))
        yield drop_in.device_link(linked, command.output or f"a_dlink{command.code_alone or '.o'}")
    else:
        output = command.output or os.path.join(command.value("output-directory") or "", "a.out")
        step = drop_in.link(command, objects, output)
        yield step
        if command.has("run") and not step.code and not command.has("dryrun"):
            ran = (os.path.abspath(output), *command.values("run-args"))
            yield StepResult(subprocess.run(ran, check=False).returncode, is_programs=True, commands=(ran,))


def _archive(command: NvccCommand, objects: tuple[str, ...]) -> StepResult:
    """Of these objects alone, as nvcc's: an earlier archive goes, once the new one is whole."""
    output, options = command.output or "a.a", command.values("archive-options")
    archiver, inputs = command.value("archiver-binary") or "ar", (*objects, *command.linked_files)
    parts = [word for value in options for word in split_words(value, "-Xarchive")]
    if command.has("dryrun"):
        return StepResult(commands=((archiver, "qcs", *parts, output, *inputs),))
    with tempfile.TemporaryDirectory(prefix=".retarget-", dir=scratch_parent(Path(output))) as scratch:
        product = Path(scratch, "product")
        words = (archiver, "qcs", *parts, str(product), *inputs)
        try:
            done = whole(words, (), takes_output=True)
        except FileNotFoundError as error:
            raise WrongTool(f"{archiver} is not found", "name an archiver that is on the path in -arbin") from error
        if not done.returncode:
            put(product, Path(output))
    told = done.stderr.replace(str(product), output).strip().splitlines()
    return StepResult(done.returncode, tuple(told), (words,), done.stdout)


def _unit(
    command: NvccCommand,
    wanted: DropInOptions,
    drop_in: DropIn,
    source: NvccInput,
    kind: ProductKind,
    output: str | None,
) -> StepResult:
    """Compiles one source. Where its translation has errors, these are all that there is to say of it."""
    with tempfile.TemporaryDirectory(prefix="retarget-") if drop_in.needs_tree else nullcontext() as tree:
        result = translated(command, wanted, source, tree)
        told = [d for d in result.diagnostics if d.severity is not Severity.NOTE]
        made = StepResult(exits.TRANSLATION)
        if result.ok:
            if tree:
                emit.put(result.outputs)
            made = drop_in.unit(command, result.emitted, source, kind, output)
            told = [d for d in told if not (made.code and d.rule in _COMPILERS)]
    return replace(made, said=(*(rendered(d, result.program.sources) for d in told), *made.said))


def translated(command: NvccCommand, wanted: DropInOptions, source: NvccInput, tree: str | None) -> Result:
    """The translation of one source; nothing is written. Its files keep their places, or go to a tree. Of the project's
    configuration, what it says of rules holds: the rest is for the build to say."""
    language = ("-x", "cu" if source.language == "cuda" else source.language)
    inputs = Inputs(
        (source.path,), options=(*command.parsing, *language), maps=wanted.maps, root=os.sep, jobs=1,
        schedules=wanted.schedules, elsewhere=True, last_macro_counts=True,
    )  # fmt: skip
    where = f"{tree}{os.sep}" if tree else None
    return translate(
        inputs, wanted.target, output=where, in_place=tree is None, project_hip=wanted.project_hip, parse=False,
        architectures=",".join(command.architectures), levels=configuration_of(inputs).configuration.levels(),
    )  # fmt: skip
