"""AMD's device libraries: the bitcode that HIP code is linked with, and the small parts that may be absent.

An installation has one file for each architecture, which holds one constant, and lacks those of architectures
that are younger than it. The compiler makes them: the constant is major * 1000 + minor * 100 + stepping of the
architecture, its last digit read as hexadecimal. The generic targets' are those of ROCm's device libraries, 7.0.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from retarget.errors import Error
from retarget.source.text import digest
from retarget.system import exits
from retarget.system.made_once import made_once

_GENERIC = {"9-generic": 9000, "9-4-generic": 9402, "10-1-generic": 10100, "10-3-generic": 10300,
            "11-generic": 11003, "12-generic": 12000}  # fmt: skip


class DeviceLibraryError(Error):
    """A part of the device libraries is absent and cannot be made."""

    code = exits.MISSING


def isa_version(architecture: str) -> int:
    """The constant of an architecture. Raises DeviceLibraryError where the name follows no rule.

    >>> isa_version("gfx90a"), isa_version("gfx942"), isa_version("gfx1100")
    (9010, 9402, 11000)
    """
    suffix = architecture.removeprefix("gfx")
    if suffix in _GENERIC:
        return _GENERIC[suffix]
    match = re.fullmatch(r"gfx(\d{1,2})(\d)([0-9a-f])", architecture)
    if not match:
        raise DeviceLibraryError(f"no device library for '{architecture}'")
    return int(match[1]) * 1000 + int(match[2]) * 100 + int(match[3], 16)


def needed(architectures: Iterable[str], code_object: int | None) -> dict[str, tuple[str, int]]:
    """The one-constant files that a compilation needs: file name -> (constant, value)."""
    files = {
        f"oclc_isa_version_{name.removeprefix('gfx')}.bc": ("__oclc_ISA_version", isa_version(name))
        for name in architectures
    }
    if code_object:
        files[f"oclc_abi_version_{code_object}00.bc"] = ("__oclc_ABI_version", code_object * 100)
    return files


def completed(clang: Path, version: str, folder: Path, files: dict[str, tuple[str, int]], cache: Path) -> Path:
    """A folder with all of `files`: `folder` itself, or one in `cache` that links to it and holds the rest.

    Several processes may do this at once: each file appears whole. Raises DeviceLibraryError.
    """
    missing = {name: constant for name, constant in files.items() if not (folder / name).is_file()}
    if not missing:
        return folder
    place = cache / "device-libraries" / digest(f"{folder}\0{clang}\0{version}".encode())[:16]
    try:
        place.mkdir(parents=True, exist_ok=True)
        for file in folder.glob("*.bc"):
            _linked(file, place / file.name)
        for name, (constant, value) in missing.items():
            make = partial(_compile_constant, clang, constant, value)
            if made_once(place / name, make, is_checked=True) is None:
                raise DeviceLibraryError(f"cannot write {place / name}")
    except OSError as error:
        raise DeviceLibraryError(f"cannot write {error.filename}: {error.strerror}") from error
    return place


def _linked(file: Path, link: Path) -> None:
    if link.exists():
        return
    try:
        link.symlink_to(file)
    except FileExistsError:
        if not link.exists():  # it points at what was there once
            link.unlink(missing_ok=True)
            link.symlink_to(file)


def _compile_constant(clang: Path, constant: str, value: int, path: Path) -> None:
    try:
        source = path.with_suffix(".cl")
        source.write_text(f"extern const __constant int {constant};\nconst __constant int {constant} = {value};\n")
        options = ["-x", "cl", "-target", "amdgcn-amd-amdhsa", "-nogpulib", "-emit-llvm", "-c", "-O2",
                   "-Xclang", "-mcode-object-version=none"]  # fits every version  # fmt: skip
        command = [str(clang), *options, str(source), "-o", str(path)]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=60, check=False)
        if done.returncode:
            raise DeviceLibraryError(f"cannot make {constant}: {done.stderr.strip()}")
    except subprocess.TimeoutExpired as error:
        raise DeviceLibraryError(f"cannot make {constant}: the compiler took more than 60 s") from error
