"""What checks, builds and runs programs in HIP."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from retarget.errors import MissingTool
from retarget.source.text import Severity
from retarget.system import progress
from retarget.targets.amd import device, hip_parse, interposition, jobs, toolkit
from retarget.targets.amd.architecture import target_ids
from retarget.targets.amd.codeobject import kernels
from retarget.targets.amd.compiler import find_compiler, known_architectures
from retarget.targets.amd.drop_in import HipDropIn
from retarget.targets.amd.drop_in_options import of_unit
from retarget.targets.amd.resources import Resources
from retarget.targets.emitted import Emitted
from retarget.targets.limits import Limits
from retarget.targets.parsed import Parsed
from retarget.targets.platform import Platform
from retarget.targets.tools import CodeObject, Executable, Refused, Tools, Wishes
from retarget.targets.usage import Usage
from retarget.translation.emit import Output
from retarget.translation.merge import Program

_BYTES = 4  # of a register of a lane


def _check(emitted: Emitted, wishes: Wishes) -> Parsed:
    (first, *_) = target_ids(",".join(wishes.architectures))
    return hip_parse.parse_output(
        emitted.program, emitted.outputs, emitted.layout, emitted.flags, first, emitted.jobs, _headers(wishes),
        not wishes.takes_branches,
    )  # fmt: skip


def _build(emitted: Emitted, wishes: Wishes) -> jobs.Builds:
    targets = target_ids(",".join(wishes.architectures), frozenset(wishes.architectures))
    compiler = find_compiler(hip_include=_headers(wishes))
    given = {unit: of_unit(flags.code, compiler) for unit, flags in emitted.flags.items()}
    with progress.steps(f"compiling for {', '.join(map(str, targets))}", logged=False):
        return jobs.build(
            emitted.program, emitted.outputs, emitted.layout, emitted.flags, targets, emitted.jobs, _headers(wishes),
            options=wishes.options, level=jobs.levelling(emitted), given=given,
        )  # fmt: skip


def _headers(wishes: Wishes) -> Path | None:
    return Path(wishes.headers) if wishes.headers else None


def _platform(links: bool) -> Platform:
    try:
        found = device.devices()[0]
    except MissingTool as error:
        remedy = f"{error.advice}; or choose without a device, by what the compiler says: --by figures"
        raise type(error)(error.what, remedy) from None
    name = found.architecture.partition(":")[0]
    compiler = find_compiler()
    (target,) = target_ids(name, known_architectures(compiler))
    limits = Limits(target.architecture.lds_bytes, target.architecture.wave)
    return Platform("amd", found.name, f"{compiler.path} {compiler.version}", limits, name, found.driver)


def _executable(emitted: Emitted, platform: Platform) -> Executable:
    targets = target_ids(platform.architecture)
    done = jobs.build(emitted.program, emitted.outputs, emitted.layout, emitted.flags, targets, emitted.jobs)
    if done.failed:
        raise Refused("\n".join([*done.messages()][:12]))
    made = next(str(p) for b in done.builds for p in b.outputs if not str(p).endswith(".o"))
    return Executable(made, tuple(_usage(r) for b in done.builds for r in b.resources))


def _code_object(emitted: Emitted, unit: str, architecture: str) -> CodeObject:
    (target,) = target_ids(architecture.partition(":")[0])
    built, code = jobs.code_object(emitted.program, emitted.outputs, emitted.layout, emitted.flags, target, unit)
    if not code:
        errors = (d.message for d in built.diagnostics if d.severity is Severity.ERROR)
        raise Refused(next(errors, "it does not compile"))
    return CodeObject(code, tuple(k.symbol for k in kernels(code)), tuple(map(_usage, built.resources)))


def _toolkit(folder: Path | None, options: tuple[str, ...]) -> Path:
    if folder is None:
        return toolkit.cached(find_compiler(), options)
    toolkit.lay_out(folder, find_compiler(), options)
    return folder


def _with_build_files(
    program: Program, outputs: Sequence[Output], others: Sequence[str], architectures: tuple[str, ...]
) -> Program:
    from retarget.targets.amd.build_files.migration import with_build_files  # noqa: PLC0415  (slow to import, for trees)

    return with_build_files(program, outputs, others, architectures)


def _usage(r: Resources) -> Usage:
    return Usage(
        r.kernel, r.vgprs + r.agprs, _BYTES * r.vgpr_spills, r.scratch_bytes, r.lds_bytes, partial(_waves, r.occupancy)
    )


def _waves(occupancy: int, _: int | None) -> int:
    return occupancy


TOOLS = Tools(
    _check, _build, _platform, _executable, _code_object, device.opened, device.library, HipDropIn(), _toolkit,
    _with_build_files, interposition.injection, device.devices,
)
