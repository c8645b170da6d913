"""The program that is tuned: built with variants of its kernels for a target, and how it is run."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from retarget.schedule.form.factors import Factors
from retarget.schedule.form.launches import launched
from retarget.schedule.form.subject import Subject
from retarget.schedule.refusal import Refusal
from retarget.schedule.space import space
from retarget.schedule.walk import Chosen, Kernels, compiling, kernels, unread_units, with_variants
from retarget.system.cache import cache_folder
from retarget.targets.amd import jobs
from retarget.targets.cpu.build import HostBuild, executable
from retarget.targets.cpu.compiler import BuildFailed, find_host_compiler
from retarget.targets.cpu.layout import Language, host_layout
from retarget.targets.cpu.located import located
from retarget.targets.cpu.target import CPU
from retarget.targets.nvidia import build
from retarget.targets.nvidia.ptxas import reports
from retarget.targets.table import TARGETS
from retarget.translate import emit
from retarget.translate.emit import Layout, Place
from retarget.translate.merge import Program
from retarget.translate.walk import Request, flags_of
from retarget.tune.by_runs import Untunable
from retarget.tune.cost import Cost, Schedule, of_amd, of_nvidia
from retarget.tune.measurements import named
from retarget.tune.picked import drawn
from retarget.tune.sound import DoesNotBuild, sound
from retarget.tune.target import Target

_HOST_WAVE = "64"
# Kernels are loaded before the first launch, which would take the blame for it.
_EAGER = {"CUDA_MODULE_LOADING": "EAGER", "HIP_ENABLE_DEFERRED_LOADING": "0"}


@dataclass(frozen=True)
class Built:
    """An executable, or the folder in which the user's own build was done; program: with its variants and what there is
    to say of them; costs: what the compiler says of each, where we called it."""

    executable: str | None
    folder: str | None
    environment: Mapping[str, str]
    program: Program
    costs: Mapping[Schedule, Cost] = field(default_factory=dict)
    notes: tuple[str, ...] = ()  # what was left out as it does not compile


def variants_of(found: Kernels, target: Target, count: int, seed: int) -> list[tuple[Subject, tuple[Factors, ...]]]:
    """The variants of each kernel that are worth building for a target; kernels that share their name with another have
    none, nor those that no launch names."""
    made = []
    alike, ran = namesakes(found), _launched(found)
    for subject in found.subjects:
        if subject in alike or subject not in ran:
            continue
        if factors := drawn(subject, target.limits, count, seed):
            made.append((subject, factors))
    return made


def _launched(found: Kernels) -> list[Subject]:
    usrs = launched(found.units, {s.function.usr for s in found.subjects})
    return [s for s in found.subjects if s.function.usr in usrs]


def namesakes(found: Kernels) -> list[Subject]:
    """Kernels whose name another kernel has too: a schedule could not tell which of them it means."""
    names = [s.function.name for s in found.subjects]
    return [s for s in found.subjects if names.count(s.function.name) > 1]


def _with_namesakes(program: Program, found: Kernels) -> Program:
    why = "another kernel has this name; give one of them a name of its own to tune it"
    said = (Refusal(s.written.name_span, why).told(s.function.name) for s in namesakes(found))
    return replace(program, diagnostics=(*program.diagnostics, *said))


def built(request: Request, target: Target, count: int, seed: int, command: str, tell: Callable[[str], None]) -> Built:
    """Builds the program with variants. command: the user's own build, in a copy of the project; empty where we build.
    Raises Untunable, MissingTool, InputError, DoesNotBuild."""
    tell("looking for variants")
    found = kernels(request)
    chosen: Chosen = variants_of(found, target, count, seed)
    if not chosen:
        raise Untunable(f"no kernel has variants{_left_out(found)}" if found.subjects or unread_units(found.units) else
                        "there is no kernel in it: name the files that define kernels too")  # fmt: skip
    chosen, broken = compiling(request, found, chosen)
    if not chosen:
        raise Untunable("; ".join(d.message for d in broken))
    tell(f"building {sum(len(fs) for _, fs in chosen)} variants of {len(chosen)} kernels")
    work = _Work(request, target, found, chosen, command)
    if command:
        made = _by_user(work)
    else:
        make = _for_host if target.kind == "cpu" else _for_device
        made, notes = sound(chosen, lambda some: make(replace(work, chosen=some)), tell)
        made = replace(made, notes=notes)
    return replace(made, program=_with_namesakes(made.program, found).told(broken))


def _left_out(found: Kernels) -> str:
    alike = sorted({s.function.name for s in namesakes(found)})
    ran = _launched(found)
    unnamed = sorted({s.function.name for s in found.subjects if s not in ran})
    against = [f"; {s.function.name}: {why[0].why}" for s in ran if (why := space(s).refusals)]
    said = "".join(against) + ("; `retarget space` says more" if against else "")
    said += f"; left out, as several kernels share the name: {', '.join(alike)}" if alike else ""
    said += f"; left out, as no launch names them: {', '.join(unnamed)}" if unnamed else ""
    return said + unread_units(found.units)


@dataclass(frozen=True)
class _Work:
    """What is built. command: the user's build, or empty."""

    request: Request
    target: Target
    found: Kernels
    chosen: Chosen
    command: str

    def written(self, layout: Layout) -> tuple[Program, tuple[emit.Output, ...]]:
        translation = TARGETS[self.target.kind].translation
        program = with_variants(self.request, self.found, self.chosen, translation, layout.spelling)
        outputs = emit.outputs(program, layout)
        emit.put(outputs)
        return program, outputs


def _for_host(work: _Work) -> Built:
    request = work.request
    layout = host_layout(request.root, request.inputs, Language.HIP)
    program = with_variants(request, work.found, work.chosen, CPU.translation, layout.spelling)
    try:
        made = executable(find_host_compiler(), HostBuild(program, layout, flags_of(request), Language.HIP))
    except BuildFailed as failure:
        raise DoesNotBuild("\n".join(located(failure, program)) or failure.output) from None
    return Built(made, None, {"RETARGET_WAVE": _HOST_WAVE}, program)


def _by_user(work: _Work) -> Built:
    layout = _layout(work.request, work.target, keeps_names=True)
    _copy(work.request.root, layout.target)
    program, _ = work.written(layout)
    _users_build(work.command, layout.target)
    return Built(None, layout.target, _EAGER, program)


def _for_device(work: _Work) -> Built:
    layout = _layout(work.request, work.target, keeps_names=False)
    make = _for_nvidia if work.target.kind == "nvidia" else _for_amd
    return make(work, layout)


def _for_nvidia(work: _Work, layout: Layout) -> Built:
    program, outputs = work.written(layout)
    written = {o.source: o.path for o in outputs if o.source}
    try:
        made, said = build.executable(work.request, program, layout, written, work.target.sm)
    except build.Refused as error:
        raise DoesNotBuild(str(error)) from None
    return Built(made, None, _EAGER, program, of_nvidia(reports(said), work.found, work.chosen))


def _for_amd(work: _Work, layout: Layout) -> Built:
    program, outputs = work.written(layout)
    assert work.target.architecture is not None, "an AMD GPU has one"
    request, targets = work.request, (work.target.architecture,)
    done = jobs.build(program, outputs, layout, flags_of(request), targets, request.jobs)
    if done.failed:
        raise DoesNotBuild("\n".join([*done.messages()][:12]))
    made = next(str(p) for b in done.builds for p in b.outputs if not str(p).endswith(".o"))
    costs = of_amd((r for b in done.builds for r in b.resources), work.found, work.chosen)
    return Built(made, None, _EAGER, program, costs)


def _layout(request: Request, target: Target, keeps_names: bool) -> Layout:
    """In the cache, one folder for the same inputs."""
    name = named(target.kind, str(Path(request.root).resolve()), *request.inputs)
    folder = str(cache_folder() / "tuned" / f"{target.kind}-{name[:16]}")
    layout = TARGETS[target.kind].layout(Place.TREE, request.root, folder)
    return replace(layout, ending=".cu") if keeps_names else layout


def _copy(root: str, to: str) -> None:
    """The project, less what is no source of it: the cache, which may lie in it, version control, pipes and sockets."""
    left_out = {cache_folder().resolve(), (Path(root) / ".git").resolve()}

    def ignored(folder: str, names: list[str]) -> list[str]:
        places = ((n, Path(folder) / n) for n in names)
        return [n for n, p in places if p.resolve() in left_out or not (p.is_file() or p.is_dir() or p.is_symlink())]

    shutil.rmtree(to, ignore_errors=True)
    try:
        shutil.copytree(root, to, symlinks=True, ignore=ignored)
    except (OSError, shutil.Error) as error:
        raise Untunable(f"{root} cannot be copied to build it with variants: {error}") from None


def _users_build(command: str, folder: str) -> None:
    done = subprocess.run(
        command, shell=True, cwd=folder, capture_output=True, text=True, errors="replace", check=False
    )
    if done.returncode:
        last = "\n".join((done.stdout + done.stderr).strip().splitlines()[-12:])
        raise Untunable(f"`{command}` fails in {folder}, a copy of the project with variants:\n{last}")
