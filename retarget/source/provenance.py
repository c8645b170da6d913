"""Whose a header is, by what its folder holds: a toolkit's, a compiler's, the system's, a library's of NVIDIA's.

Toolkits lie anywhere: in a home folder, in conda's, spack's or a module system's prefix, in wheels, within a project.
A folder's name says little; the headers that lie together there say it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from msgspec import Struct

# Headers that lie together in a folder of a CUDA toolkit's, or of one of its libraries', and nowhere else.
_TOOLKITS = (
    ("cuda_runtime_api.h", "driver_types.h", "vector_types.h"),
    ("crt/host_defines.h", "crt/host_config.h"),
    ("cublas_v2.h", "cublas_api.h"),
    ("cufft.h", "cufftXt.h"),
    ("curand.h", "curand_kernel.h"),
    ("cusparse.h", "cusparse_v2.h"),
    ("cusolverDn.h", "cusolver_common.h"),
    ("npp.h", "nppdefs.h"),
    ("cupti.h", "cupti_result.h"),
    ("cudnn.h", "cudnn_version.h"),
    ("cutensor.h", "cutensor/types.h"),
)
_SYSTEMS = (
    ("hip/hip_runtime.h", "hip/hip_runtime_api.h"),
    ("stddef.h", "stdarg.h", "immintrin.h"),  # a compiler's own
    ("stddef.h", "stdarg.h", "arm_neon.h"),
    ("features.h", "stdio.h", "stdlib.h"),  # the C library's
    ("algorithm", "bits/stl_vector.h"),  # the C++ library's
    ("algorithm", "__config"),
)
# What NVIDIA publishes as sources too, and projects keep copies of: the folder's name, and what it holds.
_LIBRARIES = {
    "cub": ("cub.cuh", "util_namespace.cuh"),
    "thrust": ("version.h", "device_vector.h", "detail/config.h"),
    "cuda": ("std/type_traits", "std/atomic"),
    "nv": ("target", "detail/__target_macros"),
    "nvtx3": ("nvToolsExt.h",),
    "cutlass": ("cutlass.h", "numeric_types.h"),
    "cutlass/util": ("host_tensor.h", "device_memory.h"),
    "cute": ("tensor.hpp", "layout.hpp"),
}
# Headers of NVIDIA's that stand alone beside a project's own, and a macro that they define.
_SINGLE = {
    "cuda.h": "CUDA_VERSION",
    "nccl.h": "NCCL_MAJOR",
    "nvml.h": "NVML_API_VERSION",
    "nvrtc.h": "__NVRTC_H__",
    "nvjpeg.h": "NVJPEG_MAX_COMPONENT",
    "cudnn.h": "CUDNN_MAJOR",
    "nvToolsExt.h": "NVTX_VERSION",
}
_LOCATIONS = frozenset(
    "/usr/include /usr/lib /usr/lib32 /usr/lib64 /usr/local/include /usr/local/lib /opt /nix/store /gnu/store".split()
)
_PACKAGES = ("site-packages", "dist-packages")
_PREFIXES = ("conda-meta", ".spack", "pyvenv.cfg", "Cellar")  # what package managers leave in a prefix of theirs
_RECORDS = "*.dist-info/RECORD"  # what an installer of Python's writes beside a package, wherever that goes
# What an installation puts beside its headers for other builds to find, and what trees of sources hold.
_EXPORTS = ("cmake/*/*onfig.cmake", "*/cmake/*/*onfig.cmake", "pkgconfig/*.pc", "*/pkgconfig/*.pc")
_SOURCES = (".git", "CMakeLists.txt", "Makefile", "configure", "meson.build", "setup.py", "pyproject.toml")


class Foreign(Struct, frozen=True):
    """A folder whose headers no user wrote (or one such header); programs include them by paths below `base`."""

    folder: str
    base: str
    is_cudas: bool

    def name(self, path: str) -> str:
        """How a program with the toolkit's own copy includes this header."""
        return os.path.relpath(path, self.base)


def foreign(path: str) -> Foreign | None:
    """What a file (its real path) belongs to that is not the user's: the innermost such folder."""
    if _is_single(path):
        return Foreign(path, os.path.dirname(path), True)
    return _around(os.path.dirname(path))


@cache
def is_toolkit(folder: str) -> bool:
    """Whether a folder, as an include path, is a CUDA toolkit's."""
    return _holds(folder, _TOOLKITS)


def forget() -> None:
    """Files may have come or gone."""
    for remembered in (_around, _is_single, is_toolkit):
        remembered.cache_clear()


@cache
def _around(folder: str) -> Foreign | None:
    above = os.path.dirname(folder)
    return _alone(folder) or (_around(above) if above != folder else None)


def _alone(folder: str) -> Foreign | None:
    """What a folder is, whatever lies around it."""
    for name, held in _LIBRARIES.items():
        if folder.endswith(f"/{name}") and _holds(folder, (held,)):
            return Foreign(folder, folder[: -len(name) - 1], True)
    if is_toolkit(folder):
        return Foreign(folder, folder, True)
    name = os.path.basename(folder)
    is_located = folder in _LOCATIONS or name in _PACKAGES or re.fullmatch("/usr/local/cuda[^/]*", folder)
    is_prefix = any(os.path.exists(os.path.join(folder, mark)) for mark in _PREFIXES)
    is_packages = is_prefix or next(Path(folder).glob(_RECORDS), None) is not None
    is_installed = name == "include" and _is_installed(Path(folder).parent)
    is_others = is_located or is_packages or is_installed or _holds(folder, _SYSTEMS)
    return Foreign(folder, folder, False) if is_others else None


def _is_installed(prefix: Path) -> bool:
    """Whether a library was installed into a folder, which is no tree of sources."""
    if any((prefix / mark).exists() for mark in _SOURCES):
        return False
    beside = [prefix / "share", *prefix.glob("lib*")]
    return any(next(folder.glob(pattern), None) is not None for folder in beside for pattern in _EXPORTS)


def _holds(folder: str, groups: Iterable[tuple[str, ...]]) -> bool:
    """Whether all files of one of the groups lie in a folder."""
    return any(all(os.path.isfile(os.path.join(folder, file)) for file in group) for group in groups)


@cache
def _is_single(path: str) -> bool:
    macro = _SINGLE.get(os.path.basename(path))
    if macro is None:
        return False
    try:
        text = Path(path).read_bytes().decode("latin-1")
    except OSError:
        return False
    return "NVIDIA" in text and re.search(rf"^[ \t]*#[ \t]*define[ \t]+{macro}\b", text, re.M) is not None
