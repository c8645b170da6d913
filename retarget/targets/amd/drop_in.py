"""HIP's compiler behind nvcc's command line: each source is compiled from its translation, which clang sees in the
place of the user's files, so that messages, debug information and lists of dependencies name these."""

from __future__ import annotations

import dataclasses
import os
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from retarget.dialects import load
from retarget.source.flags import old_c
from retarget.source.nvcc_command import NvccCommand, NvccInput
from retarget.source.text import Source as Text
from retarget.targets import dependencies
from retarget.targets.amd.build import Build, Job, Product, command_line, compile_unit
from retarget.targets.amd.compiler import find_compiler
from retarget.targets.amd.device_link import holds_device_code, is_linked, link_device_code
from retarget.targets.amd.drop_in_options import code, level, linking, mapped, targets, with_own_openmp
from retarget.targets.amd.jobs import (
    Builds,
    compiled_as,
    folders,
    levelling,
    origin_of,
    remedied,
    standard,
    thrust_system,
)
from retarget.targets.amd.known_options import accepted
from retarget.targets.amd.late_macros import parted, place
from retarget.targets.amd.overlay import overlay, with_links
from retarget.targets.amd.precompiled_hip import SOURCE
from retarget.targets.amd.resource_table import resource_text
from retarget.targets.drop_in import ProductKind, StepResult
from retarget.targets.emitted import Emitted
from retarget.translation.flag_macros import translated

TIME_LIMIT = 3 * 3600.0  # seconds: a build system has its own
_PRODUCTS = {
    ProductKind.OBJECT: Product.OBJECT,
    ProductKind.DEVICE_CODE: Product.DEVICE,
    ProductKind.PREPROCESSED: Product.PREPROCESSED,
    ProductKind.DEPENDENCIES: Product.DEPENDENCIES,
}
_CHECKS = {"hip": ("-fgpu-defer-diag",)}  # as in nvcc, calls of the other side are errors where there is code
_ASKS = frozenset({"-v", "--verbose", "-warn-spills", "--warn-on-spills"})  # of ptxas, for what kernels take


class HipDropIn:
    """The compiler is found at each call."""

    needs_tree = False

    def unit(
        self, command: NvccCommand, emitted: Emitted, source: NvccInput, kind: ProductKind, output: str | None
    ) -> StepResult:
        dependencies.refuse_place(command, output or command.made_of(source))
        compiler = find_compiler()
        unit, flags = emitted.program.units[0], emitted.flags[emitted.program.units[0].root]
        language = compiled_as(unit)
        with tempfile.TemporaryDirectory(prefix="retarget-") as scratch:
            texts, outputs = Path(scratch), with_links(emitted.outputs, emitted.program, source.path)
            listed, product = texts / "dependencies", texts / "product"
            one_side = kind in (ProductKind.PREPROCESSED, ProductKind.DEPENDENCIES) and language == "hip"
            defined = dataclasses.replace(flags, define=tuple(translated(d, load()) for d in flags.define))
            early, late = parted(defined, language)
            words = (
                *old_c(language), *late, *folders(emitted.layout, early, unit.root),
                *code(command, compiler), *standard(flags, unit, compiler), *(["--cuda-host-only"] if one_side else []),
                *thrust_system(flags, unit), *_CHECKS.get(language, ()),
                *dependencies.options(command, kind, listed), "-ivfsoverlay", str(overlay(outputs, texts)),
            )  # fmt: skip
            job = Job(
                (Path(source.path),), targets(command, compiler), product, _PRODUCTS[kind], words, (), level(command),
                relocatable=command.relocatable, language=language,
            )  # fmt: skip
            if command.has("dryrun"):
                return StepResult(commands=(command_line(compiler, job, Path(output or "-")),))
            job = job if kind is ProductKind.DEPENDENCIES or not output else replace(job, output=Path(output))
            seen = {os.path.abspath(o.path): Text(o.path, o.text) for o in outputs if not o.link}
            origin, levels = origin_of(emitted.program, outputs), levelling(emitted, command.values("Werror"))
            ours = os.path.abspath(emitted.layout.parts_folder()), str(SOURCE), str(place())  # clang lists them, too
            reads = dependencies.Reads.of(emitted, dependencies.without(*ours))

            def listing() -> None:
                """Ahead of the output: one without a list would count as up to date, whatever header changes."""
                if listed.exists():
                    dependencies.write(command, listed, output or command.made_of(source), reads)

            built = compile_unit(compiler, job, origin, TIME_LIMIT, seen, levels, listing)
            said = (*Builds((built,), emitted.program, compiler).messages(), *_figures(command, built))
            made = StepResult(_status(built), said, (built.command,))
            if not built.ok:
                return made
            shown = kind is not ProductKind.OBJECT and job.output == product
            made = replace(made, text=product.read_text(errors="surrogateescape") if shown else "")
            if kind is ProductKind.DEPENDENCIES:
                return dependencies.listing(command, source, made, output, reads)
            return made

    def device_link(self, command: NvccCommand, output: str) -> StepResult:
        compiler = find_compiler()
        linked, dry = mapped(command.linked, compiler), command.has("dryrun")
        alone = command.code_alone is not None
        return link_device_code(compiler, targets(command, compiler), linked, output, level(command), dry, alone)

    def link(self, command: NvccCommand, objects: tuple[str, ...], output: str) -> StepResult:
        compiler = find_compiler()
        linked, openmp = with_own_openmp((*objects, *mapped(command.linked, compiler)), compiler)
        words = (*linking(command, compiler), *(["-fopenmp"] if openmp else []))
        relocatable = not command.has("no-device-link") and _links_device_code(linked)
        job = Job(
            (), targets(command, compiler), Path(output), Product.EXECUTABLE, words, linked,
            level(command), relocatable=relocatable,
        )  # fmt: skip
        if command.has("dryrun"):
            return StepResult(commands=(command_line(compiler, job, Path(output)),))
        built = compile_unit(compiler, job, time_limit=TIME_LIMIT)
        said = tuple(remedied(d, compiler).message for d in built.diagnostics)
        return StepResult(_status(built), said, (built.command,))

    def unknown(self, command: NvccCommand) -> tuple[str, ...]:
        asked = [w for w in command.host if w.startswith("-")]
        known = accepted(find_compiler().path, asked) if asked else asked
        return tuple(w for w in asked if w not in known)

    def host_linker(self) -> str:
        return str(find_compiler().path)


def _status(built: Build) -> int:
    return 0 if built.ok else abs(built.returncode) or 1


def _links_device_code(linked: Sequence[str]) -> bool:
    files = [w for w in linked if not w.startswith("-") and os.path.isfile(w)]
    return any(map(holds_device_code, files)) and not any(map(is_linked, files))


def _figures(command: NvccCommand, built: Build) -> Iterator[str]:
    """What kernels take, where nvcc is asked for it by -Xptxas -v or --resource-usage."""
    asks = command.has("resource-usage") or _ASKS & set(command.values("ptxas-options"))
    if asks and built.resources:
        yield resource_text(built.resources, 100)
