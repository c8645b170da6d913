"""nvcc behind its own command line, which compiles what the translation and schedules make of each source."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Set
from pathlib import Path

from retarget.errors import MissingTool
from retarget.source.nvcc_command import NvccCommand, NvccInput
from retarget.source.nvcc_options import OF_ENVIRONMENT, Given
from retarget.source.project import below
from retarget.system.whole_outputs import whole
from retarget.targets import dependencies
from retarget.targets.drop_in import ProductKind, StepResult
from retarget.targets.emitted import Emitted
from retarget.targets.nvidia.compiler import CudaCompilerKind, find_cuda_compiler
from retarget.translation.emit import Layout

# What this writes itself, as it concerns the place of inputs, outputs and lists.
_OURS = frozenset("""output-file dependency-output dependency-target-name generate-dependency-targets
    generate-dependencies-with-compile generate-nonsystem-dependencies-with-compile include-path quote-include
    dryrun run run-args options-file""".split())  # fmt: skip
_NOT_OF_UNITS = frozenset({"library", "library-path", "x", "compile", "device-c", "link", "lib", "device-link"})
_LISTS = frozenset("compiler-options linker-options archive-options ptxas-options nvlink-options".split())


class NvccDropIn:
    """nvcc is found at each call."""

    needs_tree = True

    def unit(
        self, command: NvccCommand, emitted: Emitted, source: NvccInput, kind: ProductKind, output: str | None
    ) -> StepResult:
        dependencies.refuse_place(command, output or command.made_of(source))
        root = emitted.program.units[0].root
        written = next(o.path for o in emitted.outputs if o.source == root)
        with tempfile.TemporaryDirectory(prefix="retarget-") as scratch:
            listed = Path(scratch, "dependencies")
            words = [
                _nvcc(), *_options(command, drop=_NOT_OF_UNITS), *_phase(command, kind), *_language(source),
                *_folders(command, emitted, root), *dependencies.options(command, kind, listed), written,
                *(["-o", output] if output and kind is not ProductKind.DEPENDENCIES else []),
            ]  # fmt: skip
            if command.has("dryrun"):
                return StepResult(commands=(tuple(words),))
            made = _run(words, output)
            reads = dependencies.Reads.of(emitted, _as_named(emitted.layout, os.path.isabs(source.path)))
            if not made.code and listed.exists():
                dependencies.write(command, listed, output or command.made_of(source), reads)
            if kind is ProductKind.DEPENDENCIES:
                return dependencies.listing(command, source, made, output, reads)
            return made

    def device_link(self, command: NvccCommand, output: str) -> StepResult:
        return self._linked(command, (), output)

    def link(self, command: NvccCommand, objects: tuple[str, ...], output: str) -> StepResult:
        return self._linked(command, objects, output)

    def _linked(self, command: NvccCommand, objects: tuple[str, ...], output: str) -> StepResult:
        own = _options(command, drop={"library", "library-path", "linker-options", "x"})
        words = (_nvcc(), *own, *objects, *command.linked, "-o", output)
        return StepResult(commands=(words,)) if command.has("dryrun") else _run(words, output)

    def unknown(self, command: NvccCommand) -> tuple[str, ...]:
        return ()  # nvcc's own compiler for the host says it

    def host_linker(self) -> str:
        return "g++"


def _nvcc() -> str:
    compiler = find_cuda_compiler()
    if compiler.kind is not CudaCompilerKind.NVCC:
        raise MissingTool(f"{compiler.path} does not take nvcc's command line", "apt-get install nvidia-cuda-toolkit")
    return compiler.path


def _options(command: NvccCommand, drop: Set[str]) -> Iterator[str]:
    """The command line's own, without inputs, and without what is spelled anew."""
    for option in command.given:
        if option.name == "?":
            yield option.spelled
        elif option.name and option.name not in _OURS and option.name not in drop:
            yield from _spelled(option)


def _spelled(option: Given) -> Iterator[str]:
    if not option.value:
        yield f"--{option.name}"
    else:
        value = option.value.replace(",", "\\,") if option.name in _LISTS else option.value
        yield from (f"--{option.name}", value)


def _folders(command: NvccCommand, emitted: Emitted, unit: str) -> Iterator[str]:
    """Each of the user's folders behind its twin in the tree, where that holds one."""
    given = [os.path.dirname(os.path.abspath(unit)), *command.values("quote-include"), *command.values("include-path")]
    for folder in dict.fromkeys(map(os.path.abspath, given)):
        twin = emitted.layout.twin(folder)
        yield from (f"-I{twin}",) if twin and os.path.isdir(twin) else ()
    for folder in dict.fromkeys(map(os.path.abspath, given[1:])):
        yield f"-I{folder}"
    yield f"-I{os.path.dirname(os.path.abspath(unit))}"


def _language(source: NvccInput) -> Iterable[str]:
    return ("-x", {"cuda": "cu"}.get(source.language, source.language))


def _phase(command: NvccCommand, kind: ProductKind) -> Iterable[str]:
    if kind is not ProductKind.OBJECT:
        return ()  # that of the command line
    return ("-dc",) if command.has("device-c") else ("-c",)


def _as_named(layout: Layout, absolute: bool) -> Callable[[str], str | None]:
    """What the user calls a file of the tree; from the working folder where sources are named so."""
    tree = os.path.realpath(layout.target)

    def name(path: str) -> str | None:
        real = os.path.realpath(path)
        if not real.startswith(tree + os.sep):
            return path
        own = os.sep + os.path.relpath(real, tree)
        if not os.path.exists(own):
            return None
        return own if absolute or below(own, os.getcwd()) is None else os.path.relpath(own)

    return name


def _run(words: Iterable[str], output: str | None) -> StepResult:
    command = tuple(words)
    environment = {name: value for name, value in os.environ.items() if name not in OF_ENVIRONMENT}  # ours has read it
    done = whole(command, (output,) if output else (), environment, takes_output=True)
    said = tuple(done.stderr.rstrip().splitlines()) if done.stderr.strip() else ()
    return StepResult(done.returncode, said, (command,), done.stdout)
