"""CUDA's headers, as a unit of the host's compiler is shown them: as old as the output answers
(templates/hip/arch.h), so that both take the same branches. Units of CUDA have `preamble.cuh`.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from retarget.system.toolchain import CUDA_RELEASE, OWN, Headers

LIBRARIES = OWN / "library_versions.h"
# What nvcc defines for the host's compiler too.
_PARTS = CUDA_RELEASE.split(".")
NVCC = ("-D__NVCC__", *map("-D__CUDACC_VER_{}__={}".format, ("MAJOR", "MINOR", "BUILD"), _PARTS))
_VERSION = re.compile(r"^(#define CUDA(?:RT)?_VERSION\s+)(\d+)", re.M)
_ANSWER = 1000 * int(_PARTS[0]) + 10 * int(_PARTS[1])
_NAMES = ("cuda_runtime_api.h", "cuda.h")


@cache
def answering(headers: Headers, language: str) -> tuple[tuple[str, bytes], ...]:
    """Texts to show in place of headers on the disk, by path; none to a unit of CUDA."""
    paths = (folder / name for folder in headers.cuda for name in _NAMES)
    return tuple((str(p), _text(p)) for p in paths if p.is_file()) if language != "cuda" else ()


def _text(path: Path) -> bytes:
    text = path.read_text("latin-1")
    version = _VERSION.search(text)
    lacks = path.name == _NAMES[0] and version is not None and int(version[2]) >= 12000
    behind = f'#include "{OWN / "texture_references.h"}"\n' if lacks else ""
    answered = _VERSION.sub(rf"\g<1>{_ANSWER}", text)
    return f"{answered}\n{behind}".encode("latin-1")
