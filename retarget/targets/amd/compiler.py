"""Finds what compiles HIP for AMD GPUs: a ROCm installation's clang, else a plain clang with HIP's headers."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path

from msgspec import Struct

from retarget.errors import MissingTool, WrongTool
from retarget.source.text import digest
from retarget.system.cache import cache_folder, stamp
from retarget.system.remedies import install_command
from retarget.system.tool_answers import answer
from retarget.targets.amd.architecture import TargetId, UnknownArchitecture

VERSIONS = (19, *(v for v in range(30, 16, -1) if v != 19))  # of plain clang, as they are tried
_VERSION = re.compile(r"clang version (\d+)\.(\d+)\.(\d+)")
_PROBE = "#include <hip/hip_runtime.h>\n__global__ void probe(int* p) { *p = warpSize; }\n"


class HipCompilerKind(StrEnum):
    """Whose compiler it is: ROCm's own, which knows its place, or a plain clang, which needs it as an option."""

    ROCM = "ROCm"
    CLANG = "clang"


class Compiler(Struct, frozen=True):
    """A HIP compiler with what belongs to it.

    `rocm_path` holds include/hip; `device_libs` the bitcode, None where the compiler finds it by itself;
    `hip_include` is a folder with other HIP headers, taken before those.
    """

    path: Path
    version: tuple[int, int, int]
    kind: HipCompilerKind
    rocm_path: Path
    device_libs: Path | None
    hip_version: tuple[int, int, int]
    hip_include: Path | None = None

    @property
    def label(self) -> str:
        """For a person: `clang 19.1.7, HIP 5.2.21153`."""
        name = "ROCm's clang" if self.kind is HipCompilerKind.ROCM else "clang"
        return f"{name} {'.'.join(map(str, self.version))}, HIP {'.'.join(map(str, self.hip_version))}"

    @property
    def headers(self) -> Path:
        """The folder of HIP's headers."""
        return self.hip_include or self.rocm_path / "include"

    def arguments(self) -> tuple[str, ...]:
        """Options that put headers in place."""
        own = self.hip_include or (self.rocm_path / "include" if self._is_shadowed else None)
        return (f"--rocm-path={self.rocm_path}", *(("-isystem", str(own)) if own else ()))

    def library(self, name: str) -> Path | None:
        """A library of ROCm's or of the system's, where it is installed, or where the linker is told to look."""
        told = (Path(f) for f in os.environ.get("LIBRARY_PATH", "").split(os.pathsep) if f)
        folders = (self.rocm_path / "lib", *(_SYSTEM / place for place in _LIBRARY_FOLDERS), *told)
        return next((p for f in folders if (p := f / f"lib{name}.so").exists()), None)

    @property
    def openmp_runtime(self) -> Path | None:
        """The library that code with OpenMP of this compiler calls; it answers for GNU's, too."""
        library = self.path.resolve().parent.parent / "lib" / "libomp.so"
        return library if library.is_file() else None

    @property
    def rocprim_standard(self) -> int:
        """The C++ standard, as 14 or 17, that rocPRIM's headers demand, and with them those of Thrust and CUB."""
        folders = filter(None, (self.hip_include, self.rocm_path / "include", _SYSTEM / "include"))
        return next((_demanded(p) for f in folders if (p := f / "rocprim/config.hpp").is_file()), _OF_ROCPRIM)

    @property
    def _is_shadowed(self) -> bool:
        """Whether the system has headers of HIP's, too: clang would take those before the ones of its installation."""
        return self.rocm_path != _SYSTEM and (_SYSTEM / "include/hip/hip_version.h").is_file()


_SYSTEM = Path("/usr")
_OF_ROCPRIM = 14  # in ROCm 5 and 6
_DEMAND = re.compile(r"#\s*if\s+__cplusplus\s*<\s*20(\d\d)\d\dL?\s*\n\s*#\s*error")
_LIBRARY_FOLDERS = ("lib/x86_64-linux-gnu", "lib64", "lib")

_STANDARD = re.compile(r"(c|gnu)\+\+(\w+)")
_YEARS = {"98": 3, "0x": 11, "1y": 14, "1z": 17, "2a": 20, "2b": 23, "2c": 26}


def at_least(year: int, standard: str) -> str:
    """A standard, or the one of that year where it is an older one of C++."""
    named = _STANDARD.fullmatch(standard)
    return f"{named[1]}++{year}" if named and (_YEARS.get(named[2]) or int(named[2])) < year else standard


@cache
def _demanded(header: Path) -> int:
    """The standard below which a header has an `#error`."""
    found = _DEMAND.search(header.read_text(encoding="utf-8", errors="replace"))
    return int(found[1]) if found else _OF_ROCPRIM


_ANOTHER = "name another in RETARGET_HIPCC"


def find_compiler(chosen: Path | None = None, hip_include: Path | None = None) -> Compiler:
    """`chosen`, else `$RETARGET_HIPCC`, else ROCm's clang, else a plain one that accepts HIP's headers.

    Raises MissingTool, which says what was tried.
    """
    hip_include = hip_include and hip_include.absolute()  # what is kept of it serves runs in other folders
    named = chosen or (Path(os.environ["RETARGET_HIPCC"]) if os.environ.get("RETARGET_HIPCC") else None)
    if named:
        return _compiler_at(named, hip_include)
    tried: list[str] = []
    for path, root in _candidates(os.environ):
        try:
            found = _compiler(path, root, hip_include)
        except MissingTool as error:
            tried.append(error.what)
            continue
        if (refusal := _refusal(found)) is None:
            return found
        tried.append(f"{path}: {refusal}")
    raise MissingTool(
        "; ".join(["no HIP compiler found", *tried]), install_command("compiler", "hip", "device libraries")
    )


def _compiler_at(name: Path, hip_include: Path | None) -> Compiler:
    found = shutil.which(str(name))
    if not found:
        raise WrongTool(f"the compiler {name} is not there, or not executable", _ANOTHER)
    path = Path(found)
    real = path.resolve()
    root = next((p for p in real.parents if (p / "include/hip/hip_version.h").is_file()), None)
    return _compiler(path, root, hip_include)


def _candidates(environment: Mapping[str, str]) -> Iterator[tuple[Path, Path | None]]:
    """Compilers in the order in which they are tried, with the ROCm installation that each belongs to."""
    roots = [Path(environment["ROCM_PATH"]).absolute()] if environment.get("ROCM_PATH") else []
    roots += [Path("/opt/rocm"), *sorted(Path("/opt").glob("rocm-*"), key=_release, reverse=True)]
    for name in ("amdclang++", "hipcc"):
        if on_path := shutil.which(name):
            roots.append(Path(on_path).resolve().parent.parent)
    for root in dict.fromkeys(roots):
        for place in ("lib/llvm/bin/clang++", "llvm/bin/clang++"):
            if (path := root / place).is_file() and (root / "include/hip/hip_version.h").is_file():
                yield path, root
                break
    names = [*(f"clang++-{version}" for version in VERSIONS), "clang++"]
    yield from ((Path(found), None) for name in names if (found := shutil.which(name)))


def _release(folder: Path) -> tuple[int, ...]:
    return tuple(int(n) for n in re.findall(r"\d+", folder.name))


def _compiler(path: Path, root: Path | None, hip_include: Path | None) -> Compiler:
    version = _version(path)
    if version < (17, 0, 0):
        raise MissingTool(f"{path} is clang {version[0]}; HIP here needs 17 or newer", install_command("compiler"))
    kind = HipCompilerKind.ROCM if root and root != _SYSTEM else HipCompilerKind.CLANG
    home = root or _SYSTEM
    if hip_include and not (hip_include / "hip/hip_runtime.h").is_file():
        raise WrongTool(f"no hip/hip_runtime.h in {hip_include}", "name the folder that holds hip/")
    headers = hip_include or home / "include"
    hip = hip_version(headers)
    if hip is None:
        raise MissingTool(f"HIP's headers are not in {headers}", install_command("hip"))
    libraries = device_libraries(home)
    if libraries is None and kind is HipCompilerKind.CLANG:
        raise MissingTool("AMD's device libraries are not installed", install_command("device libraries"))
    return Compiler(path, version, kind, home, libraries, hip, hip_include)


@lru_cache(maxsize=64)
def _version(path: Path) -> tuple[int, int, int]:
    try:
        said = answer((str(path), "--version"))
    except OSError as error:
        raise WrongTool(f"{path} does not start: {error}", _ANOTHER) from error
    match = _VERSION.search(said or "")
    if not match:
        raise WrongTool(f"{path} is no clang", _ANOTHER)
    return int(match[1]), int(match[2]), int(match[3])


def hip_version(include: Path) -> tuple[int, int, int] | None:
    """The version that the headers state, None where there are none."""
    try:
        text = (include / "hip/hip_version.h").read_text(errors="replace")
    except OSError:
        return None
    found = {name: int(value) for name, value in re.findall(r"#define HIP_VERSION_(\w+)\s+(\d+)", text)}
    return found.get("MAJOR", 0), found.get("MINOR", 0), found.get("PATCH", 0)


def device_libraries(root: Path) -> Path | None:
    """The folder of the device libraries below an installation, as ROCm, Debian and Fedora place them."""
    patterns = ("amdgcn/bitcode", "lib/llvm/lib/clang/*/lib/amdgcn/bitcode", "lib/llvm/lib/clang/*/amdgcn/bitcode",
                "lib/*/amdgcn/bitcode", "lib64/amdgcn/bitcode", "lib/amdgcn/bitcode", "lib/clang/*/amdgcn/bitcode",
                "lib64/rocm/llvm/lib/clang/*/amdgcn/bitcode")  # fmt: skip
    found = (folder for pattern in patterns for folder in sorted(root.glob(pattern), reverse=True))
    return next((folder for folder in found if (folder / "ockl.bc").is_file()), None)


def _refusal(compiler: Compiler) -> str | None:
    """Why the compiler does not accept the HIP headers, None where it does; remembered until either changes."""
    headers = compiler.headers / "hip/hip_version.h"
    state = f"{compiler}\0{stamp(str(compiler.path))}\0{stamp(str(headers))}"
    memory = cache_folder() / "compilers" / digest(state.encode())[:32]
    if memory.is_file():
        return None
    options = ["-x", "hip", "--offload-arch=gfx90a", "--cuda-device-only", "-nogpulib", "-fsyntax-only", "-w", "-"]
    command = [str(compiler.path), *compiler.arguments(), *options]
    try:
        done = subprocess.run(
            command, input=_PROBE, capture_output=True, text=True, errors="replace", timeout=60, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    if done.returncode:
        return next((line for line in done.stderr.splitlines() if "error:" in line), "it refuses HIP's headers")
    _remember(memory)
    return None


def _remember(memory: Path) -> None:
    try:
        memory.parent.mkdir(parents=True, exist_ok=True)
        memory.touch()
    except OSError:
        return  # it is tried again the next time


@lru_cache(maxsize=8)
def known_architectures(compiler: Compiler) -> frozenset[str]:
    """The names that the compiler itself takes; empty where it does not say."""
    command = [str(compiler.path), "--target=amdgcn-amd-amdhsa", "-nogpulib", "-print-supported-cpus"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return frozenset()
    return frozenset(re.findall(r"^\s+(gfx[\w-]+)\s*$", done.stdout + done.stderr, re.M))


def require_known(compiler: Compiler, targets: Iterable[TargetId]) -> None:
    """Raises UnknownArchitecture where a target is younger, or older, than the compiler."""
    known = known_architectures(compiler)
    absent = [target.architecture.name for target in targets if target.architecture.name not in known]
    if known and absent:
        raise UnknownArchitecture(f"{compiler.path} ({compiler.label}) cannot build for {', '.join(absent)}")
