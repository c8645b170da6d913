"""Links the device code of relocatable objects into one more object, which any linker puts beside them: `nvcc -dlink`.

    a.o (host code, device bitcode) + b.o  ->  linked.o (a fat binary, under the names by which a.o and b.o ask for it)
"""

from __future__ import annotations

import itertools
import os
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from retarget.errors import InputError
from retarget.system.finished import put, scratch_parent
from retarget.targets.amd.architecture import TargetId
from retarget.targets.amd.build import Job, Product, command_line
from retarget.targets.amd.compiler import Compiler
from retarget.targets.amd.link_hints import hint
from retarget.targets.drop_in import StepResult

_BUNDLE = b"__CLANG_OFFLOAD_BUNDLE__hip"  # a section of objects that hold relocatable device code
_LINKED = b".hip_gpubin_handle"  # one of those that hold it linked
_CHUNK = 1 << 20


def holds_device_code(path: str) -> bool:
    """Whether an object or a library holds device code that is yet to be linked."""
    return _holds(path, _BUNDLE)


def is_linked(path: str) -> bool:
    """Whether an object is what a link of device code made."""
    return path.endswith((".o", ".obj")) and _holds(path, _LINKED) and not _holds(path, _BUNDLE)


def _holds(path: str, name: bytes) -> bool:
    try:
        with open(path, "rb") as file:
            last = b""
            while chunk := file.read(_CHUNK):
                if name in last + chunk:
                    return True
                last = chunk[-len(name) :]
    except OSError:
        return False
    return False


def link_device_code(
    compiler: Compiler, targets: tuple[TargetId, ...], linked: Sequence[str], output: str, level: str, dry: bool,
    alone: bool,
) -> StepResult:  # fmt: skip
    """Writes the object, whole or not at all; an empty one where no input holds device code. alone: the fat binary in
    its place. Raises OSError where it cannot be written."""
    given = [os.path.abspath(path) for path in _files(linked) if holds_device_code(path)]
    with tempfile.TemporaryDirectory(prefix=".retarget-", dir=scratch_parent(Path(output))) as folder:
        scratch = Path(folder).absolute()
        files = tuple(file for at, path in enumerate(given) for file in _objects(path, scratch / f"{at}"))
        command = _command(compiler, targets, files, level, scratch)
        if alone and not files:
            raise InputError("no object here holds relocatable device code", "compile them by -dc, or -rdc=true")
        if dry:
            return StepResult(commands=(command,))
        done = subprocess.run(command, cwd=scratch, capture_output=True, text=True, errors="replace", check=False)
        if not done.returncode:
            put(next(scratch.glob(_ALONE if alone else _KEPT)) if files else scratch / _EMPTY, Path(output))
        lines = done.stderr.strip().splitlines()
        said = tuple(f"{line}; {mends}" if (mends := hint(line)) else line for line in lines)
        return StepResult(done.returncode, said, (command,))


def _files(linked: Sequence[str]) -> Iterator[str]:
    """The objects and the static libraries that are linked; a library by its name is sought where the linker looks."""
    folders = [w.removeprefix("-L") for w in linked if w.startswith("-L")]
    for word in linked:
        if word.startswith("-l"):
            places = (os.path.join(folder, f"lib{word.removeprefix('-l')}.a") for folder in folders)
            yield from itertools.islice(filter(os.path.isfile, places), 1)
        elif not word.startswith("-"):
            yield word


def _objects(path: str, folder: Path) -> list[str]:
    """What holds device code: an object, or those of a static library, of which clang would take none that nothing asks
    for; what registers kernels is asked for by other linkers alone."""
    return [o for o in _members(path, folder) if holds_device_code(o)] if path.endswith(".a") else [path]


def _members(library: str, folder: Path) -> list[str]:
    """The objects of a static library, written to a folder."""
    names = subprocess.run(["ar", "t", library], capture_output=True, text=True, check=False).stdout.splitlines()
    found: list[str] = []
    for turn in range(1, max(Counter(names).values(), default=0) + 1):  # several may have one name
        place = folder / f"{turn}"
        place.mkdir(parents=True)
        again = [name for name, count in Counter(names).items() if count >= turn]
        subprocess.run(["ar", "xN", f"{turn}", library, *again], cwd=place, capture_output=True, check=False)
        found += [str(path) for path in sorted(place.iterdir())]
    return found


_KEPT, _ALONE, _EMPTY = "*-hip-amdgcn-amd-amdhsa.o", "*-hip-amdgcn-amd-amdhsa.hipfb", "empty.o"
# clang keeps the object on its way to an executable, which nobody wants: that one finds nothing, and need not. What
# destroys global objects is hidden, and has to be defined nevertheless.
_ON_THE_WAY = ("--save-temps=obj", "-nostdlib", "-Wl,--unresolved-symbols=ignore-all", "-Wl,-e,0",
               "-Wl,--defsym=__dso_handle=0")  # fmt: skip


def _command(
    compiler: Compiler, targets: tuple[TargetId, ...], files: tuple[str, ...], level: str, folder: Path
) -> tuple[str, ...]:
    if not files:
        return (str(compiler.path), "-c", "-x", "c", os.devnull, "-o", str(folder / _EMPTY))
    job = Job((), targets, None, Product.EXECUTABLE, _ON_THE_WAY, files, level, relocatable=True)
    return command_line(compiler, job, folder / "program")
