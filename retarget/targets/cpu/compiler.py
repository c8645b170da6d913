"""The host's C++ compiler, and the host runtime built with it."""

from __future__ import annotations

import fcntl
import os
import re
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache, partial
from pathlib import Path

from msgspec import Struct

from retarget.errors import MissingTool, OutputError
from retarget.source.text import digest
from retarget.system.cache import cache_folder
from retarget.system.cores import cores
from retarget.system.full_disk import is_full
from retarget.system.made_once import is_intact, made_once
from retarget.system.remedies import install_command
from retarget.system.stand_in_toolkits import behind
from retarget.system.tool_answers import answer
from retarget.system.toolchain import find_headers, templates
from retarget.targets.amd.compiler import VERSIONS
from retarget.targets.cpu.layout import Language

# Arithmetic as the source says it: no contraction, wrapping integers, as on a device.
LENIENT = ("-Wno-register", "-Wno-narrowing", "-Wno-reserved-user-defined-literal")  # errors that nvcc warns of
EXACT = ("-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off")

# Calls at which lanes meet stay what they are: no copy of one on each side of a branch, no two made one.
_CONVERGENT = {
    "clang": ("-Xclang", "-fconvergent-functions"),
    "gcc": ("-fno-thread-jumps", "-fno-split-paths", "-fno-unswitch-loops", "-fno-split-loops", "-fno-tree-tail-merge",
            "-fno-crossjumping", "-fno-tree-dominator-opts", "-fno-code-hoisting", "-fno-reorder-blocks-and-partition"),
}  # fmt: skip

# Every memory access calls the runtime, a volatile one by a name of its own, and the load of `a += b` too.
_CHECKED = {
    "clang": ("-fsanitize=thread", "-O1", "-mllvm", "-tsan-distinguish-volatile=1",
              "-mllvm", "-tsan-instrument-read-before-write=1"),
    "gcc": ("-fsanitize=thread", "-O1", "--param=tsan-distinguish-volatile=1"),
}

# What names the line of a fault; all that a debugger could ask costs a third of a compilation.
_LINES = {"clang": ("-gline-tables-only",), "gcc": ("-g",)}

# Functions of the C and C++ libraries that device code has too: the runtime stands before them.
WRAPPED = tuple(
    f"-Wl,--wrap={name}"
    for name in (
        "malloc free _Znwm _Znam _ZdlPv _ZdlPvm _ZdaPv _ZdaPvm "  # new and delete, mangled
        "__assert_fail __cxa_guard_acquire __cxa_guard_release __cxa_guard_abort"
    ).split()
)


# What sources of the host runtime include.
_COMMON = (
    '"recording.h"', '"report.h"', "<algorithm>", "<cstdio>", "<cstring>", "<map>", "<mutex>", "<set>", "<vector>",
)  # fmt: skip

# And what they include of other folders' headers.
_INCLUDED = (
    "capture/recorder.h", "hip/granularity.h", "hip/rehearsal.h", "hip/variant_calls.h", "hip/variants.h"
)  # fmt: skip


class BuildFailed(Exception):
    """The compiler or the linker refused; `output` is what it said, `clang` its release where it is one."""

    def __init__(self, output: str, clang: int = 0) -> None:
        super().__init__(output)
        self.output, self.clang = output, clang


class HostCompiler(Struct, frozen=True):
    """A C++ compiler and the folders of headers that programs of a language need."""

    path: str

    def run(self, words: Sequence[str], folder: str | None = None, text: str | None = None) -> str:
        """Returns what the compiler said; `text` is what it reads as `-`. Raises BuildFailed, and OutputError where a
        disk is full."""
        done = subprocess.run(
            [self.path, *words], input=text, capture_output=True, text=True, errors="replace", cwd=folder, check=False
        )
        if done.returncode and is_full(done.stderr):
            advice = "make room there, or name other folders in RETARGET_CACHE_DIR and TMPDIR"
            raise OutputError(f"no space left in {cache_folder()} or {tempfile.gettempdir()}", advice)
        if done.returncode:
            raise BuildFailed(done.stderr + done.stdout, self._clang())
        return done.stderr

    def link(self, words: Sequence[str]) -> None:
        """Links a program: by lld where clang has it, which takes half of the time. What the usual linker says is known
        better: it has the last word. Raises as `run`."""
        if self._has_lld():
            with suppress(BuildFailed):
                self.run(["-fuse-ld=lld", *words])
                return
        self.run(words)

    def has_library(self, name: str) -> bool:
        """Whether programs can be linked with `-lNAME`, where no folder of libraries is named. Asked anew each time: a
        library may be installed in between."""
        for file in (f"lib{name}.so", f"lib{name}.a"):
            told = subprocess.run([self.path, f"-print-file-name={file}"], capture_output=True, text=True)
            if os.path.isabs(told.stdout.strip()):
                return True
        return False

    def _has_lld(self) -> bool:
        found = (answer((self.path, "-print-prog-name=ld.lld")) or "").strip() if self.is_clang else ""
        return os.path.isabs(found)

    def convergent(self) -> tuple[str, ...]:
        """Options that keep the calls of device code where the source has them."""
        return _CONVERGENT[self._family()]

    def checked(self) -> tuple[str, ...]:
        """Options that let the runtime see every memory access."""
        return _CHECKED[self._family()]

    def lines(self) -> tuple[str, ...]:
        """Options with which an address has a line in the source."""
        return _LINES[self._family()]

    def _family(self) -> str:
        return "clang" if self.is_clang else "gcc"

    @property
    def is_clang(self) -> bool:
        """Whether it is a clang rather than a gcc."""
        return self._clang() > 0

    def _clang(self) -> int:
        release = re.search(r"__clang_major__ (\d+)", _macros(self.path))
        return int(release[1]) if release else 0

    def headers(self, language: Language) -> list[str]:
        """Options that put the host runtime's headers before those of the language's own package."""
        folder = templates() / "host"
        platform = ["-D__HIP_PLATFORM_AMD__=1"] if language is Language.HIP else []  # as hipcc gives it
        own = [*platform, f"-I{folder / f'{language}_include'}", f"-I{folder}"]
        return [*own, *(a for p in _package_headers(language) for a in ("-isystem", str(p)))]


@cache
def _macros(path: str) -> str:
    return answer((path, "-dM", "-E", "-x", "c++", os.devnull)) or ""


def find_host_compiler() -> HostCompiler:
    """`$CXX`, else a clang++, else g++. Raises MissingTool."""
    names = [os.environ.get("CXX", ""), *(f"clang++-{v}" for v in VERSIONS), "clang++", "g++", "c++"]
    found = next((p for name in names if name and (p := behind(name))), None)
    if found is None:
        raise MissingTool("no C++ compiler was found", install_command("c++"))
    if not _has_context(found):
        raise MissingTool("Boost.Context, which switches threads, is missing", install_command("boost"))
    return HostCompiler(found)


@cache
def _has_context(compiler: str) -> bool:
    probe = b"#if !__has_include(<boost/context/fiber.hpp>)\n#error\n#endif\n"
    done = subprocess.run([compiler, "-E", "-x", "c++", "-"], input=probe, capture_output=True, check=False)
    return done.returncode == 0


def _package_headers(language: Language) -> tuple[Path, ...]:
    if language is Language.CUDA:
        return find_headers().cuda
    chosen = os.environ.get("RETARGET_HIP_INCLUDE")
    rocm = Path(os.environ.get("ROCM_PATH", "/opt/rocm")) / "include"
    for folder in (*([Path(chosen)] if chosen else []), rocm, Path("/usr/include")):
        if (folder / "hip/hip_runtime_api.h").is_file():
            return () if folder == Path("/usr/include") else (folder,)
    raise MissingTool("HIP's headers were not found", install_command("hip"))


def runtime(compiler: HostCompiler, language: Language) -> tuple[str, ...]:
    """The objects of the host runtime, built once for each state of its sources. Raises BuildFailed."""
    folder = templates() / "host"
    files, texts = _sources(folder)
    version = answer((compiler.path, "--version")) or ""
    state = digest(version.encode() + texts)[:24]
    target = cache_folder() / "host" / f"runtime-{state}"
    apart = tuple(f"{other}_" for other in Language if other is not language)
    made = [target / f"{p.stem}.o" for p in files if p.suffix == ".cpp" and not p.name.startswith(apart)]
    folders = [*compiler.headers(language), f"-I{folder / 'src'}"]
    words = ["-std=c++17", "-O2", *compiler.lines(), "-fPIC", *EXACT, *folders]

    def build(given: Sequence[str], path: Path) -> None:
        source = str(folder / "src" / f"{path.stem}.cpp")
        make = partial(_compile, compiler, [*given, "-c", source])
        if made_once(path, make, is_checked=True) is None:
            raise OutputError(f"{path} cannot be written")

    with alone(target), ThreadPoolExecutor(cores()) as pool:
        os.utime(target)  # what is used stays
        absent = [path for path in made if not is_intact(path)]
        own = [path for path in absent if path.name.startswith(f"{language}_")]  # theirs are the API's headers
        if common := [path for path in absent if path not in own]:
            list(pool.map(partial(build, _with_common(compiler, words, target / "common.pch")), common))
        list(pool.map(partial(build, words), own))
    return tuple(map(str, made))


def _with_common(compiler: HostCompiler, words: Sequence[str], place: Path) -> list[str]:
    """The words, and the headers that most sources include precompiled: parsing those is most of their compilation."""
    if not compiler.is_clang:
        return list(words)
    header = place.with_suffix(".h")
    header.write_text("".join(f"#include {name}\n" for name in _COMMON))
    _compile(compiler, [*words, "-x", "c++-header", str(header)], place)
    return [*words, "-include-pch", str(place)]


@cache
def _sources(folder: Path) -> tuple[tuple[Path, ...], bytes]:
    """The files of the host runtime, as they were when this process began, and their texts in a row."""
    files = tuple(sorted(p for p in folder.rglob("*") if p.is_file()))
    beside = [folder.parent / path for path in _INCLUDED]
    return files, b"".join(p.read_bytes() for p in (*files, *beside))


def _compile(compiler: HostCompiler, words: Sequence[str], made: Path) -> None:
    compiler.run([*words, "-o", str(made)])


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keeps other processes from a folder, which is made where it is absent."""
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
