"""The programs that Makefiles build: `make` runs in copies, with tools that only note how it calls them."""

from __future__ import annotations

import json
import os
import shlex
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from msgspec.structs import replace

from retarget.batch import recorder
from retarget.batch.mirror import mirrored
from retarget.batch.tool_calls import TOOLS, Found, ToolCall, linked
from retarget.errors import Error
from retarget.source.project import below

MAKEFILES = ("GNUmakefile", "makefile", "Makefile")
_LARGE = 1 << 20  # bytes of a file that no build reads in earnest: data, an archive
_TIMEOUT = 120  # seconds for a build that compiles nothing
_RUNS = ("run", "test", "check")  # targets that run what was built


def of_makefiles(root: str, tell: Callable[[str], None]) -> Iterator[Found]:
    """The programs of the innermost Makefiles below a folder. Raises Error where `make` is missing."""
    with _tools() as tools, mirrored(Path(root), tools.parent / "copy", stand_in_for=_LARGE) as copy:
        for folder in _folders(root):
            tell(f"watching the build of {below(folder, root)}")
            calls, recipes = watched(Path(root), copy, Path(folder), tools)
            for found in linked(folder, calls):
                arguments = _arguments(recipes, found.program.name)
                yield replace(found, program=replace(found.program, run=arguments))


@contextmanager
def _tools() -> Iterator[Path]:
    """A folder with tools that compile nothing, as a toolkit lays them out; it goes afterwards."""
    with tempfile.TemporaryDirectory(prefix="retarget-") as place:
        folder = Path(place) / "toolkit" / "bin"
        folder.mkdir(parents=True)
        for name in TOOLS:
            script = folder / name
            words = shlex.join([sys.executable, "-I", recorder.__file__, name])
            script.write_text(f'#!/bin/sh\nexec {words} "$@"\n')
            script.chmod(script.stat().st_mode | stat.S_IXUSR)
        yield folder.parent


def _folders(root: str) -> Iterator[str]:
    """Folders with a Makefile, and CUDA below, that hold no other such folder."""
    wanted: list[str] = []
    for at, folders, names in os.walk(root, topdown=True):
        folders[:] = sorted(f for f in folders if not f.startswith("."))
        if any(name in names for name in MAKEFILES):
            wanted.append(at)
    with_cuda = [f for f in wanted if _holds_cuda(f)]
    return (f for f in sorted(with_cuda) if not any(o != f and below(o, f) is not None for o in with_cuda))


def _holds_cuda(folder: str) -> bool:
    """Whether a file there is CUDA by its name, or a Makefile calls nvcc (host code may call CUDA alone)."""
    for at, _, names in os.walk(folder):
        if any(name.endswith((".cu", ".cuh")) for name in names):
            return True
        if any("nvcc" in Path(at, name).read_text(errors="replace").lower() for name in names if name in MAKEFILES):
            return True
    return False


def watched(root: Path, copy: Path, folder: Path, tools: Path) -> tuple[tuple[ToolCall, ...], tuple[str, ...]]:
    """The calls that `make` makes of compilers, archivers and linkers, which do nothing, in the copy of a folder; and
    the recipes of the targets that run what it built, which do not run. copy: of root, which holds the folder; tools:
    as `_tools` has them."""
    at, log = copy / folder.relative_to(root), tools / "log"
    log.unlink(missing_ok=True)
    path = f"{tools / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"
    recorded = {"RETARGET_RECORD": str(log), "RETARGET_TOOLS": str(tools / "bin"), "RETARGET_COPY": str(copy)}
    toolkit = dict.fromkeys(("CUDA_HOME", "CUDA_PATH", "CUDA_ROOT"), str(tools))
    environment = {**os.environ, "PATH": path, **recorded, **toolkit}
    variables = [f"{name}={tools}" for name in ("CUDA_DIR", "CUDA_PATH", "CUDA_HOME")]
    _make(["-k", "-B", *variables], at, environment)
    lines = log.read_text(errors="surrogateescape").splitlines() if log.exists() else []
    calls = tuple(_call(json.loads(line), copy, root, tools) for line in lines)
    recipes = (_make(["-n", *variables, target], at, environment) for target in (_RUNS if calls else ()))
    return calls, tuple(line for said in recipes for line in said.splitlines())


def _make(words: Sequence[str], folder: Path, environment: Mapping[str, str]) -> str:
    """What `make` prints; of one that does not end, nothing."""
    try:
        ended = subprocess.run(["make", *words], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                               capture_output=True, timeout=_TIMEOUT, check=False)  # fmt: skip
    except FileNotFoundError:
        raise Error("make is missing, which runs the builds") from None
    except subprocess.TimeoutExpired:
        return ""
    return ended.stdout.decode(errors="replace")


def _call(record: Mapping[str, object], copy: Path, root: Path, tools: Path) -> ToolCall:
    """With the paths of the original, and without those of the tools."""
    words = [str(w) for w in record["words"] if str(tools) not in str(w)]  # type: ignore[attr-defined]
    call = ToolCall.of(str(record["tool"]), str(record["directory"]), words)

    def original(path: str) -> str:
        inside = below(path, str(copy))
        return os.path.realpath(path) if inside is None else os.path.normpath(root / inside)  # links lead out of it

    return replace(
        call,
        directory=original(call.directory),
        sources=tuple(map(original, call.sources)),
        objects=tuple(map(original, call.objects)),
        output=call.output and original(call.output),
    )


def _arguments(recipes: Sequence[str], program: str) -> tuple[str, ...] | None:
    """Those that the first recipe gives to a program that it runs; None where none runs it."""
    for line in recipes:
        try:
            words = shlex.split(line, comments=True)
        except ValueError:
            continue
        if words and words[0].endswith(f"/{program}") and not set(";|&<>`") & set("".join(words[1:])):
            return tuple(words[1:])
    return None
