"""A folder that stands for a CUDA toolkit where builds look for one: its nvcc is ours, its headers give HIP's names to
host code, which other compilers read, and its libraries lead to HIP's.

    bin/nvcc, bin/g++       `retarget nvcc`, `retarget host g++`
    include/cuda_runtime.h  #include <hip/hip_runtime.h>, and `#define cudaMalloc hipMalloc` for each name of the tables
    lib64/libcudart.so      INPUT(libamdhip64.so): a linker script
    nvvm/libdevice, version.json, version.txt: what CMake's modules look for; toolchain.cmake: all of it for CMake
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from pathlib import Path

from retarget.dialects import Dialect, load
from retarget.dialects.table import Name
from retarget.errors import OutputError
from retarget.source.text import digest
from retarget.system.cache import cache_folder, package_state
from retarget.system.sealed_folder import is_sealed, seal
from retarget.system.stand_in_toolkits import OURS, TRANSLATED, is_stand_in
from retarget.system.toolchain import CUDA_RELEASE
from retarget.targets.amd import cuda_calls
from retarget.targets.amd.compiler import Compiler
from retarget.targets.amd.jobs import HEADERS, LIBRARIES
from retarget.targets.amd.link_hints import OPTIONAL
from retarget.translation import parts
from retarget.translation.guarded_includes import header_words

_FOLDER = "retarget_hip"
# Parts that host compilers read; names that come from others are absent, and are errors where they are used.
_HOST_PARTS = frozenset({"arch", "errors", "runtime", "capability", "control", "device_prop", "device_reset", "blas",
                         "c_random", "c_vectors", "math_constants", "nvml", "nvtx", "warp_size"})  # fmt: skip
_C_PARTS = frozenset({"", "arch"})  # that C reads, too
_WORD = re.compile(r"[A-Za-z_]\w*")
_KINDS = frozenset({"function", "type", "enumerator", "macro"})
_OF_HEADERS = {"cublas": "cublas", "cufft": "cufft", "curand": "curand", "cusparse": "cusparse", "cusolver": "cusolver",
               "nvrtc": "nvrtc", "nccl": "nccl", "cuda.h": "driver", "cudaProfiler": "profiler",
               "cuda_profiler": "profiler", "cuComplex": "complex"}  # fmt: skip


def cached(compiler: Compiler, options: tuple[str, ...]) -> Path:
    """The folder for these options in the cache; where it is absent, or something damaged it, it is laid out."""
    libraries = _libraries(compiler, Path(), {})
    tools = (sys.executable, str(compiler.path), compiler.label, str(compiler.headers))
    known = (*options, package_state(), *tools, *libraries.values())
    state = digest("\0".join(known).encode("utf-8", "surrogateescape"))
    folder = cache_folder().absolute() / "toolkits" / state[:12]
    if not is_sealed(folder):
        shutil.rmtree(folder, ignore_errors=True)
        lay_out(folder, compiler, options)
    return folder


def lay_out(folder: Path, compiler: Compiler, options: tuple[str, ...]) -> None:
    """Writes the folder, whole or not at all; what an earlier call wrote there goes. options: of `retarget nvcc`, such
    as `--arch gfx942`. Raises OutputError where something else is there, or nothing can be written."""
    advice = "name a folder that is not there yet"
    if folder.exists() and not folder.is_dir():
        raise OutputError(f"{folder} is no folder", advice)
    if folder.exists() and not is_stand_in(str(folder / "include")) and any(folder.iterdir()):
        raise OutputError(f"{folder} holds what retarget did not write", advice)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        scratch = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    except OSError as error:
        raise OutputError(f"{folder}: cannot be made: {error.strerror}", "name another folder") from error
    try:
        scratch.chmod(0o755)
        dialect = load()
        refused = cuda_calls.refused(dialect, compiler)
        libraries = _libraries(compiler, folder, refused)
        texts = {**_programs(folder, options), **_headers(dialect, _declared(compiler)), **libraries, **_versions()}
        for path, text in texts.items():
            (scratch / path).parent.mkdir(parents=True, exist_ok=True)
            (scratch / path).write_text(text)
        for program in (scratch / "bin").iterdir():
            program.chmod(0o755)
        cuda_calls.lay_out(scratch / "lib64", compiler, refused)
        for link, place in {**_links(), **_installed(compiler)}.items():
            (scratch / link).parent.mkdir(parents=True, exist_ok=True)
            if not (scratch / link).exists():
                (scratch / link).symlink_to(place)
        _keep_times(scratch, folder)
        seal(scratch)
        if folder.exists():
            shutil.rmtree(folder)
        os.replace(scratch, folder)
    except OSError as error:  # a full disk names no file
        raise OutputError(f"{folder}: cannot be written: {error.strerror}") from error
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _keep_times(folder: Path, old: Path) -> None:
    """Gives files of `folder` that are as they were in `old` their times, so that no build behind them runs again."""
    for new in folder.rglob("*"):
        was = old / new.relative_to(folder)
        if not new.is_symlink() and new.is_file() and was.is_file() and new.read_bytes() == was.read_bytes():
            shutil.copystat(was, new)


def _links() -> Mapping[str, str]:
    """Other places where builds look for the folders of a toolkit."""
    machine = os.uname().machine
    own = f"targets/{'sbsa' if machine == 'aarch64' else machine}-linux"
    return {"lib": "lib64", f"{own}/include": "../../include", f"{own}/lib": "../../lib64"}


def _installed(compiler: Compiler) -> Mapping[str, str]:
    """Folders of HIP's headers, which ours include, where compilers do not look for them."""
    include = compiler.headers
    if include == Path("/usr/include"):
        return {}
    return {f"include/{f.name}": str(f) for f in sorted(include.absolute().iterdir()) if f.is_dir()}


_COMPILERS = ("cc", "c++", "gcc", "g++")
_TOOLCHAIN = """\
# CUDA's language by `retarget nvcc`; host code that names CUDA by `retarget host`.
set(CMAKE_CUDA_COMPILER "{folder}/bin/nvcc" CACHE FILEPATH "")
set(CUDAToolkit_ROOT "{folder}" CACHE PATH "")
set(CUDA_TOOLKIT_ROOT_DIR "{folder}" CACHE PATH "")
set(CMAKE_C_COMPILER_LAUNCHER "{host}" CACHE STRING "")
set(CMAKE_CXX_COMPILER_LAUNCHER "{host}" CACHE STRING "")
"""


def _programs(folder: Path, options: tuple[str, ...]) -> Mapping[str, str]:
    words = [sys.executable, "-P", "-m", "retarget", "nvcc", "--to", "amd", *options]
    found = {"bin/nvcc": f'#!/bin/sh\nRETARGET_TOOLKIT={shlex.quote(str(folder))} exec {shlex.join(words)} "$@"\n'}
    host = shlex.join([*words[:4], "host"])
    return found | {f"bin/{name}": f'#!/bin/sh\nexec {host} {name} "$@"\n' for name in _COMPILERS} | {
        "toolchain.cmake": _TOOLCHAIN.format(folder=folder, host=";".join([*words[:4], "host"]))
    }


def _versions() -> Mapping[str, str]:
    stated = {"cuda": {"name": "CUDA SDK", "version": CUDA_RELEASE}}
    return {
        "version.json": json.dumps(stated, indent=2) + "\n",
        "version.txt": f"CUDA Version {CUDA_RELEASE}\n",
        "nvvm/libdevice/README": "HIP's compiler has device libraries of its own.\n",
    }


def _headers(dialect: Dialect, declared: Set[str]) -> Mapping[str, str]:
    found = {f"include/{_FOLDER}/{p}.h": parts.text(p) for name in sorted(_HOST_PARTS) for p in parts.closure(name)}
    for table in dialect.tables:
        rows = [row for name in sorted(table.rows) if (row := table.name(name)) and _is_given(row, declared)]
        if rows:
            library = rows[0].library
            found[f"include/{_FOLDER}/names_{library}.h"] = _names(library, rows)
    found[f"include/{OURS}"] = _CORE
    words = sorted(word for word in header_words() if len(word) <= _LONGEST)
    aside = "".join(f'#pragma push_macro("{word}")\n#undef {word}\n' for word in words)
    found[f"include/{_FOLDER}/macros_aside.h"] = f"// Macros of the user's that HIP's headers are not to see.\n{aside}"
    found[f"include/{_FOLDER}/macros_back.h"] = "".join(f'#pragma pop_macro("{word}")\n' for word in words)
    for path, header in sorted(dialect.includes.items()):
        if path.endswith(("/", ".cuh", ".hpp")) or "/" in path or (header.part and header.part not in _HOST_PARTS):
            continue
        if header.hip or header.part:
            found[f"include/{path}"] = "".join(_header(path, header.hip, header.part, found))
    found["include/nvtx3/nvToolsExt.h"] = '#pragma once\n#include "../nvToolsExt.h"\n'
    return found | {f"include/{path}": _ahead(path, stated) for path, stated in _STATED.items()}


# Where build systems read the versions of libraries that are headers alone, in the words of this CUDA's.
_STATED = {"thrust/version.h": "THRUST_VERSION 101501", "cub/version.cuh": "CUB_VERSION 101501"}


def _ahead(path: str, stated: str) -> str:
    """A header for build systems; compilers go on to the one of HIP's libraries."""
    return f"#if __has_include_next(<{path}>)\n#include_next <{path}>\n#else\n#define {stated}\n#endif\n"


_LONGEST = 8  # letters of a macro's name: all words of HIP's headers would cost a unit 0.1 s


_CORE = """\
// HIP's runtime under CUDA's names, for host compilers; what nvcc compiles is translated instead.
#pragma once
#ifndef __HIP_PLATFORM_AMD__
#define __HIP_PLATFORM_AMD__ 1
#endif
// CUDA's functions do not ask for their results to be used.
#pragma push_macro("nodiscard")
#undef nodiscard
#define nodiscard maybe_unused
#include "retarget_hip/macros_aside.h"
#ifdef __cplusplus
#include <hip/hip_runtime.h>
#else
#include <hip/hip_runtime_api.h>
#include "retarget_hip/c_vectors.h"
// C takes a call of what nothing declares for one that the linker finds.
#define RETARGET_HIP_NOT_IN_C \\
  __attribute__((error("HIP has other arguments here: compile this file by retarget host, in front of its compiler")))
#endif
#include "retarget_hip/macros_back.h"
#pragma pop_macro("nodiscard")
#include "retarget_hip/names_runtime.h"
"""


def _header(path: str, hip: str, part: str, written: Mapping[str, str]) -> Iterator[str]:
    """The text of one of CUDA's headers."""
    library = next((library for start, library in _OF_HEADERS.items() if path.startswith(start)), "")
    yield f'#pragma once\n#include "{OURS}"\n'
    if hip == "hiprand/hiprand.h":
        yield f'#include "{_FOLDER}/c_random.h"\n'
    needed = [f'"{_FOLDER}/{part}.h"'] if part else []  # ahead: it may say which interface of HIP's header it means
    needed += [f"<{hip}>"] if hip not in ("", "-") and not hip.startswith("hip/hip_runtime") else []
    if needed:
        included = "".join(f"#include {name}\n" for name in needed)
        yield f'#include "{_FOLDER}/macros_aside.h"\n{included}#include "{_FOLDER}/macros_back.h"\n'
    if library and f"include/{_FOLDER}/names_{library}.h" in written:
        yield f'#include "{_FOLDER}/names_{library}.h"\n'


def _is_given(row: Name, declared: Set[str]) -> bool:
    """Whether a macro can give this name to host code: HIP's own stands for it, or a part that host compilers read. A
    macro for a name that these headers lack would tell configure scripts that it is there."""
    known = not row.part or row.part in _HOST_PARTS
    has_own = row.hip not in ("", "-") and (not row.since or row.hip in declared)
    return row.status == "mapped" and row.kind in _KINDS and known and has_own


def _declared(compiler: Compiler) -> Set[str]:
    """The words of HIP's headers."""
    folders = (compiler.headers / name for name in ("hip", *HEADERS))
    texts = (p.read_text(errors="replace") for folder in folders for p in folder.rglob("*.h"))
    return frozenset(word for text in texts for word in _WORD.findall(text))


def _names(library: str, rows: list[Name]) -> str:
    needed = dict.fromkeys(row.part for row in rows)
    lines = [f"// CUDA's names of {library}, as HIP's.", "#pragma once"]
    lines += [f'#include "{part}.h"' for part in needed if part and part in _C_PARTS]
    lines += _in_cpp(f'#include "{part}.h"' for part in needed if part not in _C_PARTS)
    plain = [row for row in rows if row.part in _C_PARTS and "::" not in row.hip]
    others = [row for row in rows if row not in plain]
    lines += [f"#define {row.cuda} {row.hip}" for row in plain]
    lines += _in_cpp(
        (f"#define {row.cuda} {row.hip}" for row in others),
        (f"int {row.cuda}() RETARGET_HIP_NOT_IN_C;" for row in others if row.kind == "function"),
    )
    return "\n".join(lines) + "\n"


def _in_cpp(lines: Iterable[str], otherwise: Iterable[str] = ()) -> list[str]:
    in_c = list(otherwise)
    return ["#ifdef __cplusplus", *lines, *(["#else", *in_c] if in_c else []), "#endif"]


# Under more names than the table of libraries has: those that find_package looks for.
_MORE = {"cudart": "amdhip64", "cudart_static": "amdhip64", "cuda": "amdhip64", "cudadevrt": "", "culibos": "",
         "nvrtc": "amdhip64", "cufftw": "hipfftw", "nvToolsExt": ""}  # fmt: skip


def _libraries(compiler: Compiler, folder: Path, refused: Mapping[str, Sequence[str]]) -> Mapping[str, str]:
    """Linker scripts, which stand for shared and for static libraries alike. The runtime's brings OpenMP's where an
    object asks for it: other linkers know the one of their own compiler alone. Those in TRANSLATED have no library of
    refused calls."""
    openmp = compiler.openmp_runtime
    found: dict[str, str] = {}
    for name, hip in sorted({**LIBRARIES, **_MORE}.items()):
        stem = name.removesuffix("_static")
        own = [cuda_calls.PLAIN] if stem == "cudart" else []
        needed = [_library(compiler, hip)] if hip and (hip not in OPTIONAL or compiler.library(hip)) else []
        needed += [f'AS_NEEDED("{openmp}")'] if openmp and stem == "cudart" else []
        alone = _script(name, [*_archives(folder, own), *needed])
        found[f"lib64/{TRANSLATED}/lib{stem}.so"] = found[f"lib64/{TRANSLATED}/lib{stem}_static.a"] = alone
        own += [cuda_calls.archive(stem)] if stem in refused else []
        text = _script(name, [*_archives(folder, own), *needed])
        found |= {f"lib64/lib{stem}.so": text, f"lib64/lib{stem}_static.a": text, f"lib64/stubs/lib{stem}.so": text}
    found["lib64/libcudadevrt.a"] = found["lib64/libculibos.a"] = "/* part of HIP's runtime */\n"
    return found


def _archives(folder: Path, names: Iterable[str]) -> list[str]:
    return [f'"{folder / "lib64" / name}"' for name in names]


def _script(name: str, needed: Sequence[str]) -> str:
    return f"/* {name}: HIP's in its place */\n" + (f"INPUT({' '.join(needed)})\n" if needed else "")


def _library(compiler: Compiler, name: str) -> str:
    """A library by its path where this machine has it."""
    place = compiler.library(name)
    return f'"{place}"' if place else f"-l{name}"
