"""The program that is tuned: built with variants of its kernels for a target, and how it is run."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from retarget import cuda_build, emit, hip_build
from retarget.compiler import find_compiler
from retarget.cuda_compiler import find_cuda_compiler
from retarget.devices.hip import devices
from retarget.emit import Layout, Place
from retarget.granularity.factors import Factors
from retarget.granularity.launches import launched
from retarget.granularity.prune import Limits, before_build
from retarget.granularity.refusal import Refusal
from retarget.granularity.space import space
from retarget.granularity.subject import Subject
from retarget.host.build import HostBuild, executable
from retarget.host.compiler import BuildFailed, find_host_compiler
from retarget.host.layout import Language, host_layout
from retarget.host.trial import located
from retarget.pipeline import Request, flags_of
from retarget.program import Program
from retarget.ptxas import reports
from retarget.respecialise import Kernels, kernels, unread_units, with_variants
from retarget.runs import cache_folder
from retarget.targets.amd import TargetId, target_ids
from retarget.toolchain import MissingTool
from retarget.tuning.cost import Cost, Schedule, of_amd, of_nvidia
from retarget.tuning.memory import named
from retarget.tuning.picked import picked
from retarget.tuning.tune import Untunable

_HOST_WAVE = "64"
# Kernels are loaded before the first launch, which would take the blame for it.
_EAGER = {"CUDA_MODULE_LOADING": "EAGER", "HIP_ENABLE_DEFERRED_LOADING": "0"}


@dataclass(frozen=True)
class Target:
    """Where the program runs. device: its name, as results are kept under; compiler: what builds for it."""

    kind: str  # amd, cpu, nvidia
    device: str
    compiler: str
    limits: Limits
    architecture: TargetId | None = None
    sm: str = "native"  # NVIDIA's architecture, as compilers of CUDA take it


@dataclass(frozen=True)
class Built:
    """An executable, or the folder in which the user's own build was done; program: with its variants and what there is
    to say of them; costs: what the compiler says of each, where we called it."""

    executable: str | None
    folder: str | None
    environment: Mapping[str, str]
    program: Program
    costs: Mapping[Schedule, Cost] = field(default_factory=dict)


def find_target(kind: str) -> Target:
    """The device at hand. Raises MissingTool with what brings it."""
    if kind == "cpu":
        return Target(kind, "this processor", find_host_compiler().path, Limits(64 << 10, 1))
    if kind == "nvidia":
        name, sm = _nvidia_device()
        return Target(kind, name, find_cuda_compiler().label, Limits(48 << 10, 32), sm=sm)
    try:
        device = devices()[0]
    except MissingTool as error:
        remedy = f"{error.remedy}; or choose without a device, by what the compiler says: --by figures"
        raise MissingTool(error.what, remedy) from None
    (target,) = target_ids(device.architecture.partition(":")[0])
    a = target.architecture
    compiler = find_compiler()
    return Target(kind, device.name, f"{compiler.path} {compiler.version}", Limits(a.lds_bytes, a.wave), target)


def variants_of(found: Kernels, target: Target, count: int, seed: int) -> list[tuple[Subject, tuple[Factors, ...]]]:
    """The variants of each kernel that are worth building for a target; kernels that share their name with another have
    none, nor those that no launch names."""
    made = []
    alike, ran = namesakes(found), _launched(found)
    for subject in found.subjects:
        if subject in alike or subject not in ran:
            continue
        legal = [f for f in space(subject).variants if not before_build(subject, f, target.limits)]
        if legal:
            made.append((subject, picked(legal, count, seed, subject.nodes)))
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
    Raises Untunable, MissingTool, InputError, BuildFailed."""
    tell("looking for variants")
    found = kernels(request)
    chosen = variants_of(found, target, count, seed)
    if not chosen:
        alike = sorted({s.function.name for s in namesakes(found)})
        shared = f"; left out, as several kernels share the name: {', '.join(alike)}" if alike else ""
        ran = _launched(found)
        unnamed = sorted({s.function.name for s in found.subjects if s not in ran})
        shared += f"; left out, as no launch names them: {', '.join(unnamed)}" if unnamed else ""
        shared += unread_units(found.units)
        raise Untunable(f"no kernel has variants: `retarget space` says what stands against them{shared}")
    tell(f"building {sum(len(fs) for _, fs in chosen)} variants of {len(chosen)} kernels")
    if target.kind == "cpu":
        layout = host_layout(request.root, request.inputs, Language.HIP)
        program = with_variants(request, found, chosen, layout.spelling)
        try:
            made = executable(find_host_compiler(), HostBuild(program, layout, flags_of(request), Language.HIP))
        except BuildFailed as failure:
            raise BuildFailed("\n".join(located(failure, program)) or failure.output) from None
        return Built(made, None, {"RETARGET_WAVE": _HOST_WAVE}, _with_namesakes(program, found))
    layout = _layout(request, target, bool(command))
    if command:
        _copy(request.root, layout.target)
    if target.kind == "nvidia":
        program = with_variants(request, found, chosen, layout.spelling, as_cuda=True)
    else:
        program = with_variants(request, found, chosen, layout.spelling)
    outputs = emit.outputs(program, layout)
    emit.put(outputs)
    if command:
        _users_build(command, layout.target)
        return Built(None, layout.target, _EAGER, _with_namesakes(program, found))
    if target.kind == "nvidia":
        try:
            written = {o.source: o.path for o in outputs if o.source}
            made, said = cuda_build.executable(request, program, layout, written, target.sm)
        except cuda_build.Refused as error:
            raise Untunable(f"the program with variants does not build:\n{error}") from None
        costs = of_nvidia(reports(said), found, chosen)
    else:
        assert target.architecture is not None, "an AMD GPU has one"
        done = hip_build.build(program, outputs, layout, flags_of(request), (target.architecture,), request.jobs)
        if done.failed:
            done.show()
            raise Untunable("the program with variants does not build: see above")
        made = next(str(p) for b in done.builds for p in b.outputs if not str(p).endswith(".o"))
        costs = of_amd((r for b in done.builds for r in b.resources), found, chosen)
    return Built(made, None, _EAGER, _with_namesakes(program, found), costs)


def _layout(request: Request, target: Target, keeps_names: bool) -> Layout:
    """In the cache, one folder for the same inputs."""
    name = named(target.kind, str(Path(request.root).resolve()), *request.inputs)
    folder = str(cache_folder() / "tuned" / f"{target.kind}-{name[:16]}")
    if target.kind == "nvidia":
        return Layout(Place.TREE, request.root, folder).in_cuda()
    return Layout(Place.TREE, request.root, folder, ".cu" if keeps_names else ".hip")


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
    done = subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        last = "\n".join((done.stdout + done.stderr).strip().splitlines()[-12:])
        raise Untunable(f"`{command}` fails in {folder}, a copy of the project with variants:\n{last}")


def _nvidia_device() -> tuple[str, str]:
    """The first GPU's name and architecture."""
    tool = shutil.which("nvidia-smi")
    if tool:
        asked = [tool, "--query-gpu=name,compute_cap", "--format=csv,noheader"]
        done = subprocess.run(asked, capture_output=True, text=True, check=False, timeout=60)
        if done.returncode == 0 and done.stdout.strip():
            name, _, capability = done.stdout.strip().splitlines()[0].partition(", ")
            return name, f"sm_{capability.replace('.', '')}" if capability[:1].isdigit() else "native"
    raise MissingTool("no NVIDIA GPU answers nvidia-smi: nothing can be timed", "apt-get install nvidia-driver-535")
