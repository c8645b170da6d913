"""marked-library: a library that marks its functions for the device where nvcc reads it.

    #include <glm/glm.hpp>  -->  #ifdef __HIPCC__
                                 #define __CUDACC__
                                 #define CUDA_VERSION 12090
                                 #endif
                                 #include <glm/glm.hpp>
                                 #ifdef __HIPCC__
                                 #undef CUDA_VERSION
                                 #undef __CUDACC__
                                 #endif

HIP's compilers do not define __CUDACC__, so that such a library's functions are the host's alone: each call from device
code is an error, or takes another overload.

Legal for headers that stay as they are, of a library whose directives ask for __CUDACC__ and name nothing of HIP's (a
library that knows HIP marks its functions by itself), and whose code calls nothing of CUDA's. The unit has to name the
library's namespace, which has the name of its folder. Other compilers, which nvcc is not either, read it as before.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from retarget.source.lexer import Include
from retarget.source.project import below
from retarget.source.provenance import foreign
from retarget.source.reach import read_now, resolve
from retarget.source.text import Edit
from retarget.system.toolchain import CUDA_RELEASE
from retarget.translation.file import File
from retarget.translation.hip.arch import COMPILED_AS_HIP
from retarget.translation.rule import rule
from retarget.unit import Unit

_ASKS = re.compile(r"^[ \t]*#.*\b__CUDACC__\b", re.M)
_KNOWS_HIP = re.compile(r"^[ \t]*#.*(?:\b|_)HIP(?:CC|\b|_)", re.M)
_CALLS_CUDA = re.compile(r"^(?![ \t]*(?:#|//|\*)).*\b(?:cuda[A-Z]\w*|cu[A-Z]\w*)[ \t]*(?:\(|::)", re.M)
_NAMED = re.compile(r"\b(\w+)\s*(?:::|;)")
_MAJOR, _MINOR = CUDA_RELEASE.split(".")[:2]
_VERSION = 1000 * int(_MAJOR) + 10 * int(_MINOR)
_AHEAD = f"#ifdef {COMPILED_AS_HIP}\n#define __CUDACC__\n#define CUDA_VERSION {_VERSION}\n#endif\n"
_BEHIND = f"#ifdef {COMPILED_AS_HIP}\n#undef CUDA_VERSION\n#undef __CUDACC__\n#endif\n"


@rule("marked-library")
def marked_libraries(file: File) -> Iterator[Edit]:
    found = [i for i in file.includes if "/" in i.path and not file.skipped(i.start) and _is_marked(file, i)]
    for run in _runs(found):
        span = file.source.span(run[0].line_start, run[-1].line_end)
        text = file.source.text[span.start : span.end]
        yield Edit(span, f"{_AHEAD}{text}{'' if text.endswith(chr(10)) else chr(10)}{_BEHIND}", "marked-library")


def _runs(includes: Sequence[Include]) -> Iterator[list[Include]]:
    """Those in lines that follow each other."""
    run: list[Include] = []
    for include in includes:
        if run and run[-1].line_end != include.line_start:
            yield run
            run = []
        run.append(include)
    if run:
        yield run


def _is_marked(file: File, include: Include) -> bool:
    namespace = include.path.partition("/")[0]
    alike = file.unit.once(_foreign_by_name).get(os.path.basename(include.path), ())
    path = next((p for p in alike if p.endswith(f"/{include.path}")), None)
    if path is None or file.header(include) or resolve(include, file.source.path, file.flags):
        return False
    if namespace not in file.unit.once(_namespaces) or ((owner := foreign(path)) and owner.is_cudas):
        return False
    folder = path.removesuffix(include.path) + namespace
    return _asks_for_nvcc(tuple(sorted(p for p in file.unit.foreign_files if below(p, folder) is not None)))


def _foreign_by_name(unit: Unit) -> Mapping[str, Sequence[str]]:
    found: dict[str, list[str]] = {}
    for path in unit.foreign_files:
        found.setdefault(os.path.basename(path), []).append(path)
    return found


def _namespaces(unit: Unit) -> frozenset[str]:
    """What may name a namespace in a unit's text: `glm::vec3`, `using namespace glm;`."""
    return frozenset(name for source in unit.sources for name in _NAMED.findall(source.text))


@lru_cache(maxsize=64)
def _asks_for_nvcc(paths: tuple[str, ...]) -> bool:
    texts = [source.text for path in paths if (source := read_now(path))]
    return any(map(_ASKS.search, texts)) and not any(_KNOWS_HIP.search(t) or _CALLS_CUDA.search(t) for t in texts)
