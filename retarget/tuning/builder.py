"""A program is built: by us, or by its owner's own build, in a copy of the project."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from retarget.errors import DoesNotBuild
from retarget.system.cache import cache_folder
from retarget.targets.emitted import Emitted
from retarget.targets.platform import Platform
from retarget.targets.target import Target
from retarget.targets.tools import Refused
from retarget.targets.usage import Usage
from retarget.translation import emit
from retarget.translation.emit import Layout, Place
from retarget.translation.merge import Program
from retarget.translation.walk import Request, flags_of
from retarget.tuning.measurements import tuning_key
from retarget.tuning.tuned import Untunable


class Made(Struct, frozen=True):
    """An executable, or the folder in which the user's own build was done; program: its text; usages: what the compiler
    says of its kernels, where we called it."""

    executable: str | None
    folder: str | None
    environment: Mapping[str, str]
    program: Program
    usages: tuple[Usage, ...] = ()


class Builder(Struct, frozen=True):
    """What is built, and how. command: the user's build, or empty where we build."""

    request: Request
    target: Target
    platform: Platform
    command: str

    def made(self, program: Callable[[Layout], Program], called: str = "") -> Made:
        """Builds a program. called: tells its folder in the cache from those of others of the same inputs. Raises
        DoesNotBuild, Untunable, MissingTool."""
        return self._by_user(program, called) if self.command else self._by_us(program, called)

    def _by_us(self, program: Callable[[Layout], Program], called: str) -> Made:
        emitted = self._emitted(program, self._layout(called))
        build = self.target.tools().executable
        assert build, "a target whose programs can be built"
        try:
            made = build(emitted, self.platform)
        except Refused as error:
            which = "the program with what was chosen" if called == TUNED else "the program"
            raise DoesNotBuild(f"{which} does not build", str(error)) from None
        return Made(made.path, None, self.target.environment, emitted.program, made.usages)

    def _by_user(self, program: Callable[[Layout], Program], called: str) -> Made:
        layout = replace(self._layout(called), ending=".cu")  # units keep their names
        _copy(self.request.root, layout.target)
        emitted = self._emitted(program, layout)
        _users_build(self.command, layout.target)
        return Made(None, layout.target, self.target.environment, emitted.program)

    def _emitted(self, program: Callable[[Layout], Program], layout: Layout) -> Emitted:
        made = program(layout)
        outputs = emit.outputs(made, layout)
        if not self.target.runs_here:
            emit.put(outputs)
        return Emitted(made, outputs, layout, flags_of(self.request), self.request.jobs)

    def _layout(self, called: str) -> Layout:
        return self.target.layout(Place.TREE, self.request.root, str(self.folder(called)))

    def folder(self, called: str) -> Path:
        """In the cache, one for the same inputs."""
        name = self.target.name
        digest = tuning_key(name, str(Path(self.request.root).resolve()), *self.request.inputs)
        return cache_folder() / "tuned" / f"{name}-{digest[:16]}{called and f'-{called}'}"


TUNED = "chosen"  # what the folder of the tuned program is called


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
        raise Untunable(f"{root} cannot be copied to build it: {error}") from None


def _users_build(command: str, folder: str) -> None:
    done = subprocess.run(
        command, shell=True, cwd=folder, capture_output=True, text=True, errors="replace", check=False
    )
    if done.returncode:
        last = "\n".join((done.stdout + done.stderr).strip().splitlines()[-12:])
        raise Untunable(f"`{command}` fails in {folder}, a copy of the project:\n{last}")
