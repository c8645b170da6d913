"""nvcc's options as clang takes them for HIP."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator, Sequence

from retarget.source.code_options import understood_code
from retarget.source.nvcc_command import NvccCommand
from retarget.system.stand_in_toolkits import is_stand_in
from retarget.targets.amd import nv_diagnostics
from retarget.targets.amd.architecture import TargetId, target_ids
from retarget.targets.amd.compiler import Compiler, require_known
from retarget.targets.amd.jobs import LIBRARIES, CodeOptions, counterpart
from retarget.targets.amd.known_options import accepted, accepted_pairs, of_host

_FLUSH = "-fgpu-flush-denormals-to-zero"
_APPROXIMATE = "-fno-hip-fp32-correctly-rounded-divide-sqrt"
_RUNTIME = re.compile(r"-l(?:gomp|i?omp5?)|(?:.*/)?lib(?:gomp|i?omp5?)\.(?:so[.\d]*|a)", re.S)  # of OpenMP
_LIBRARY = re.compile(r"(?:(.*)/)?lib([\w-]+)\.(?:so|a)", re.S)
_OPENMP = frozenset({"-fopenmp", "-openmp"})
# Of the host compiler's options, those for both sides, those that the front end reads, and those of a link.
_BOTH = ("-f", "-g", "-W", "-pthread")
_ERRORS = frozenset({"-Werror", "-pedantic-errors"})  # of the host compiler's warnings: clang has others
_READ = ("-D", "-U", "-I", "-isystem", "-iquote", "-idirafter", "-include", "-l", "-L", "-std", "-ansi", "-O", "-Wl,")
_LINKING = ("-fopenmp", "-pthread", "-static-lib", "-fPIC", "-fPIE", "-fpic", "-no-pie", "-pie", "-rdynamic", "-g",
            "-fsanitize", "-pg", "--coverage", "-m64", "-Wl,", "-L", "-l")  # fmt: skip


def targets(command: NvccCommand, compiler: Compiler) -> tuple[TargetId, ...]:
    """The architectures that are named. Raises UnknownArchitecture."""
    named = ",".join(dict.fromkeys(command.architectures))
    found = target_ids(named, frozenset(named.split(",")))
    require_known(compiler, found)
    return found


def level(command: NvccCommand) -> str:
    """nvcc compiles device code with -O3 unless an option says otherwise, or to debug."""
    if command.has("device-debug"):
        return "-O0"
    given = command.value("optimize")
    return f"-O{given}" if given else "-O3"


def code(command: NvccCommand, compiler: Compiler) -> Iterator[str]:
    """What concerns code. The other options of nvcc's speak of NVIDIA's tools."""
    fast = command.has("use_fast_math")
    for word in _host(command, compiler):
        if word.startswith(_BOTH) and not word.startswith("-Wl,"):
            yield word
        elif not word.startswith(_READ):
            yield from of_host(compiler.path, word)
    if command.has("debug", "device-debug"):
        yield "-g"
    elif command.has("generate-line-info"):
        yield "-gline-tables-only"
    if command.is_on("ftz", fast):
        yield _FLUSH
    if not (command.is_on("prec-div", not fast) and command.is_on("prec-sqrt", not fast)):
        yield _APPROXIMATE
    if not command.is_on("fmad", True):
        yield from ("-Xarch_device", "-ffp-contract=off")
    if command.value("default-stream") == "per-thread":
        yield "-fgpu-default-stream=per-thread"
    if command.has("disable-warnings"):
        yield "-w"
    if command.has("Wno-deprecated-declarations"):
        yield "-Wno-deprecated-declarations"
    yield from nv_diagnostics.options(command.values("diag-suppress"), command.values("cudafe-options"))
    if command.has("Wreorder") or {"reorder", "all-warnings"} & set(command.values("Werror")):
        yield "-Wreorder"
    yield "-Wno-unused-result"  # HIP's functions ask for their results to be used; CUDA's do not
    yield "-Wno-unknown-warning-option"  # those are gcc's


def of_unit(words: Sequence[str], compiler: Compiler) -> CodeOptions:
    """Of the `code_words` of a unit. Options that this compiler does not know go; so do those that ask for warnings, as
    the outputs are not the user's text."""
    command, pairs = understood_code(words)
    options = [w for w in code(command, compiler) if not w.startswith("-W")]
    folders = ((f"-L{folder}",) for folder in command.values("library-path"))
    parts = (("-Xlinker", part) for value in command.values("linker-options") for part in shlex.split(value))
    own = ((word,) for word in linking(command, compiler))
    return CodeOptions(level(command), (*accepted_pairs(compiler.path, pairs), *options), (*own, *folders, *parts))


def linking(command: NvccCommand, compiler: Compiler) -> tuple[str, ...]:
    """What concerns a link, beside what is linked."""
    words = [w for w in _host(command, compiler) if w.startswith(_LINKING)]
    return (*words, *(["-shared"] if command.has("shared") else []))


def with_own_openmp(linked: Sequence[str], compiler: Compiler) -> tuple[tuple[str, ...], bool]:
    """What is linked, without other compilers' runtimes of OpenMP, and whether there was one: objects of this compiler
    need its own, which answers for theirs. Where it is not installed, all stays."""
    if not compiler.openmp_runtime:
        return tuple(linked), False
    kept: list[str] = []
    for word in linked:
        if not _RUNTIME.fullmatch(word):
            kept.append(word)
        elif kept[-1:] == ["-Xlinker"]:
            kept.pop()
    return tuple(kept), any(map(_RUNTIME.fullmatch, linked))


def _host(command: NvccCommand, compiler: Compiler) -> list[str]:
    """Options for the host's compiler, as far as clang knows them."""
    words = [w for w in command.host if w not in _OPENMP | _ERRORS]
    return [*accepted(compiler.path, words), *(["-fopenmp"] if _OPENMP & set(command.host) else [])]


def mapped(linked: Sequence[str], compiler: Compiler) -> tuple[str, ...]:
    """The target's libraries in the place of CUDA's, or of ours that stand for them; those that HIP's runtime holds
    go."""
    found: list[str] = []
    for word in linked:
        if word.startswith("-l") or _stand_in(word):
            name = _counterpart(_stand_in(word) or word[2:], compiler)
            found += [f"-l{name}"] if name else []
        else:
            found.append(word)
    return tuple(found)


def _stand_in(path: str) -> str:
    """The name of a library of a folder of ours that stands for a toolkit."""
    found = _LIBRARY.fullmatch(path)
    return found[2] if found and is_stand_in(os.path.join(found[1] or ".", "..", "include")) else ""


def _counterpart(library: str, compiler: Compiler) -> str:
    shared = library.removesuffix("_static")
    return counterpart(shared, compiler) if shared in LIBRARIES else library
