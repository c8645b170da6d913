"""The library that captures launches of CUDA programs: built once against NVIDIA's CUPTI, loaded by its driver."""

from __future__ import annotations

import os
import shutil
import sysconfig
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from retarget.errors import MissingTool
from retarget.targets.launch_recorder import recorder

_TOOLKITS = ("CUDA_PATH", "CUDA_HOME")
_PLACES = (Path("/usr/local/cuda"), Path("/usr/lib/cuda"), Path("/opt/cuda"), Path("/usr"))
_LAYOUTS = (("extras/CUPTI/include", "extras/CUPTI/lib64"), ("include", "lib64"), ("include", "lib"),
            ("targets/x86_64-linux/include", "targets/x86_64-linux/lib"),
            ("include", "lib/x86_64-linux-gnu"))  # fmt: skip
_WHEELS = ("nvidia/cu13", "nvidia/cuda_cupti")


class Cupti(Struct, frozen=True):
    """headers: cupti.h and the toolkit's cuda.h; library: the file to link, of which the release is part."""

    headers: tuple[Path, ...]
    library: Path


def injection() -> dict[str, str]:
    """The variables by which NVIDIA's driver loads the recorder into a program. Raises MissingTool."""
    cupti = _found()
    folder = str(cupti.library.parent)
    options = (*(f"-I{h}" for h in cupti.headers), str(cupti.library), f"-Wl,-rpath,{folder}")
    others = os.environ.get("LD_LIBRARY_PATH")
    return {
        "CUDA_INJECTION64_PATH": str(recorder("cupti.cpp", options)),
        "LD_LIBRARY_PATH": f"{others}:{folder}" if others else folder,
    }


def _found() -> Cupti:
    """Of the toolkit that nvcc is of, or that a variable names, or of a usual place, or of wheels."""
    for root in _roots():
        for include, lib in _LAYOUTS:
            header, folder = root / include / "cupti.h", root / lib
            library = next(iter(sorted(folder.glob("libcupti.so*"))), None)
            headers = tuple(h for h in (root / include, root / "include", *_beside(root)) if h.is_dir())
            if header.is_file() and library and any((h / "cuda.h").is_file() for h in headers):
                return Cupti(tuple(dict.fromkeys(headers)), library)
    what = "CUPTI, by which NVIDIA's driver tells of launches, is in no toolkit here (CUDA_HOME may name one)"
    raise MissingTool(what, "apt-get install nvidia-cuda-toolkit libcupti-dev")


def _roots() -> Iterator[Path]:
    for name in _TOOLKITS:
        if os.environ.get(name):
            yield Path(os.environ[name])
    if nvcc := shutil.which("nvcc"):
        yield Path(nvcc).resolve().parents[1]
    yield from _PLACES
    yield from sorted(Path("/usr/local").glob("cuda-*"), reverse=True)
    site = Path(sysconfig.get_paths()["purelib"])
    yield from (site / wheel for wheel in _WHEELS)


def _beside(root: Path) -> tuple[Path, ...]:
    """The headers of CUDA's runtime, which have a wheel of their own."""
    return (root.parent / "cuda_runtime/include",)
