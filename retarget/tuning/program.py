"""The program that is tuned: built with variants of its kernels for a target, and how it is run."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from retarget.errors import DoesNotBuild
from retarget.schedule.form.coarsened_launches import launched
from retarget.schedule.form.subject import Subject
from retarget.schedule.refusal import Refusal
from retarget.schedule.scheduling import Chosen, Kernels, compiling, kernels, unread_units, with_variants
from retarget.schedule.space import space
from retarget.schedule.steps import Variant
from retarget.system.cache import cache_folder
from retarget.targets.emitted import Emitted
from retarget.targets.platform import Platform
from retarget.targets.target import Target
from retarget.targets.tools import Refused
from retarget.translation import emit
from retarget.translation.emit import Layout, Place
from retarget.translation.merge import Program
from retarget.translation.walk import Request, flags_of
from retarget.tuning.cost import Cost, Schedule, costs
from retarget.tuning.measurements import tuning_key
from retarget.tuning.picked import drawn
from retarget.tuning.sound import sound
from retarget.tuning.tuned import Untunable


@dataclass(frozen=True)
class BuiltProgram:
    """An executable, or the folder in which the user's own build was done; program: with its variants and what there is
    to say of them; costs: what the compiler says of each, where we called it."""

    executable: str | None
    folder: str | None
    environment: Mapping[str, str]
    program: Program
    costs: Mapping[Schedule, Cost] = field(default_factory=dict)
    notes: tuple[str, ...] = ()  # what was dropped as it does not compile


def variants_of(found: Kernels, platform: Platform, count: int, seed: int) -> list[tuple[Subject, tuple[Variant, ...]]]:
    """The variants of each kernel that are worth building for a platform; kernels that share their name with another
    have none, nor those that no launch names."""
    made = []
    alike, ran = namesakes(found), _launched(found)
    for subject in found.subjects:
        if subject in alike or subject not in ran:
            continue
        if several := drawn(subject, platform.limits, count, seed):
            made.append((subject, several))
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
    said = (Refusal(s.written.name_span, why).diagnostic(s.function.name) for s in namesakes(found))
    return replace(program, diagnostics=(*program.diagnostics, *said))


def built(
    request: Request,
    target: Target,
    platform: Platform,
    count: int,
    seed: int,
    command: str,
    tell: Callable[[str], None],
) -> BuiltProgram:
    """Builds the program with variants. command: the user's own build, in a copy of the project; empty where we build.
    Raises Untunable, MissingTool, InputError, DoesNotBuild."""
    tell("looking for variants")
    found = kernels(request)
    chosen: Chosen = variants_of(found, platform, count, seed)
    if not chosen:
        raise Untunable(f"no kernel has variants{_left_out(found)}" if found.subjects or unread_units(found.units) else
                        "there is no kernel in it: name the files that define kernels too")  # fmt: skip
    chosen, broken = compiling(request, found, chosen)
    if not chosen:
        raise Untunable("; ".join(d.message for d in broken))
    tell(f"building {sum(len(fs) for _, fs in chosen)} variants of {len(chosen)} kernels")
    work = _Work(request, target, platform, found, chosen, command)
    if command:
        made = _by_user(work)
    else:
        made, notes = sound(chosen, lambda some: _by_us(replace(work, chosen=some)), tell)
        made = replace(made, notes=notes)
    return replace(made, program=_with_namesakes(made.program, found).with_diagnostics(broken))


def _left_out(found: Kernels) -> str:
    alike = sorted({s.function.name for s in namesakes(found)})
    ran = _launched(found)
    unnamed = sorted({s.function.name for s in found.subjects if s not in ran})
    against = [f"; {s.function.name}: {why[0].why}" for s in ran if (why := space(s).refusals)]
    said = "".join(against) + ("; `retarget space` says more" if against else "")
    said += f"; skipped, as several kernels share the name: {', '.join(alike)}" if alike else ""
    said += f"; skipped, as no launch names them: {', '.join(unnamed)}" if unnamed else ""
    return said + unread_units(found.units)


@dataclass(frozen=True)
class _Work:
    """What is built. command: the user's build, or empty."""

    request: Request
    target: Target
    platform: Platform
    found: Kernels
    chosen: Chosen
    command: str

    def emitted(self, layout: Layout) -> Emitted:
        program = with_variants(self.request, self.found, self.chosen, self.target.translation, layout.spelling)
        outputs = emit.outputs(program, layout)
        if not self.target.runs_here:
            emit.put(outputs)
        return Emitted(program, outputs, layout, flags_of(self.request), self.request.jobs)


def _by_user(work: _Work) -> BuiltProgram:
    layout = replace(_layout(work), ending=".cu")  # units keep their names
    _copy(work.request.root, layout.target)
    emitted = work.emitted(layout)
    _users_build(work.command, layout.target)
    return BuiltProgram(None, layout.target, work.target.environment, emitted.program)


def _by_us(work: _Work) -> BuiltProgram:
    """Raises DoesNotBuild."""
    emitted = work.emitted(_layout(work))
    build = work.target.tools().executable
    assert build, "a target whose programs can be built"
    try:
        made = build(emitted, work.platform)
    except Refused as error:
        raise DoesNotBuild("the program with variants does not build", str(error)) from None
    known = costs(made.usages, work.found, work.chosen)
    return BuiltProgram(made.path, None, work.target.environment, emitted.program, known)


def _layout(work: _Work) -> Layout:
    """In the cache, one folder for the same inputs."""
    request, name = work.request, work.target.name
    digest = tuning_key(name, str(Path(request.root).resolve()), *request.inputs)
    return work.target.layout(Place.TREE, request.root, str(cache_folder() / "tuned" / f"{name}-{digest[:16]}"))


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
