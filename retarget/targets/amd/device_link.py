"""Links the device code of relocatable objects into one more object, which any linker puts beside them: `nvcc -dlink`.

    a.o (host code, device bitcode) + b.o  ->  linked.o (a fat binary, under the names by which a.o and b.o ask for it)
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from retarget.targets.amd.architecture import TargetId
from retarget.targets.amd.build import Job, Product, command_line
from retarget.targets.amd.compiler import Compiler
from retarget.targets.drop_in import Made

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
    compiler: Compiler, targets: tuple[TargetId, ...], linked: Sequence[str], output: str, level: str, dry: bool
) -> Made:
    """Writes the object, whole or not at all; an empty one where no input holds device code. Raises OSError where it
    cannot be written."""
    files = tuple(os.path.abspath(w) for w in linked if not w.startswith("-") and holds_device_code(w))
    with tempfile.TemporaryDirectory(prefix=".retarget-", dir=os.path.dirname(output) or ".") as folder:
        scratch = Path(folder).absolute()
        command = _command(compiler, targets, files, level, scratch)
        if dry:
            return Made(commands=(command,))
        done = subprocess.run(command, cwd=scratch, capture_output=True, text=True, errors="replace", check=False)
        if not done.returncode:
            os.replace(next(scratch.glob(_KEPT)) if files else scratch / _EMPTY, output)
        return Made(done.returncode, tuple(done.stderr.strip().splitlines()), (command,))


_KEPT, _EMPTY = "*-hip-amdgcn-amd-amdhsa.o", "empty.o"
# clang keeps the object on its way to an executable, which nobody wants: that one finds nothing, and need not.
_ON_THE_WAY = ("--save-temps=obj", "-nostdlib", "-Wl,--unresolved-symbols=ignore-all", "-Wl,-e,0")


def _command(
    compiler: Compiler, targets: tuple[TargetId, ...], files: tuple[str, ...], level: str, folder: Path
) -> tuple[str, ...]:
    if not files:
        return (str(compiler.path), "-c", "-x", "c", os.devnull, "-o", str(folder / _EMPTY))
    job = Job((), targets, None, Product.EXECUTABLE, _ON_THE_WAY, files, level, relocatable=True)
    return command_line(compiler, job, folder / "program")
