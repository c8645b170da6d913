"""The packages that the tables are derived from, unpacked below one folder, and what they declare."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from retarget.dialects.derive.declared import Declared, declared

NVCC = [
    "-x", "c++", "-std=c++17", "-ferror-limit=0", "-D__CUDACC__", "-D__NVCC__", "-D__CUDACC_VER_MAJOR__=12",
    "-D__CUDACC_VER_MINOR__=9", "-D__CUDACC_VER_BUILD__=86", "-D__NVCC_DIAG_PRAGMA_SUPPORT__=1",
]  # fmt: skip
HIPCC = [
    "-x", "hip", "--cuda-device-only", "--offload-arch=gfx90a", "-nogpulib", "-nogpuinc", "-std=c++17",
    "-ferror-limit=0", "-D__HIP_PLATFORM_AMD__", "-include", "__clang_hip_runtime_wrapper.h",
]  # fmt: skip
OLD_HIP = [f"hip/{name}.h" for name in (
    "hip_runtime", "hip_fp16", "hip_bfloat16", "hip_complex", "hip_cooperative_groups", "math_functions",
    "device_functions", "channel_descriptor", "library_types", "hip_ext",
)]  # fmt: skip
NEW_HIP = ["hip/hip_runtime.h", "hip/channel_descriptor.h", "hip/library_types.h"] + [
    f"hip/amd_detail/amd_hip_{name}.h"
    for name in ("fp16", "bf16", "fp8", "complex", "cooperative_groups", "gl_interop", "math_constants")
]
CUDA_TOOLKIT = [
    "cuda_runtime.h", "cuda.h", "cuda_fp16.h", "cuda_bf16.h", "cuda_fp8.h", "cuda_fp6.h", "cuda_fp4.h", "cuComplex.h",
    "cooperative_groups.h", "device_functions.h", "mma.h", "math_constants.h", "cuda_profiler_api.h",
    "cuda_gl_interop.h", "cudaGL.h", "cuda_egl_interop.h", "cudaEGL.h", "cuda_pipeline.h", "cuda_occupancy.h",
]  # fmt: skip
LIBRARY_HEADERS = {
    "cublas": ("cublas_v2.h", "cublasXt.h", "cublasLt.h"),
    "cublas_legacy": ("cublas.h",),
    "cufft": ("cufft.h", "cufftXt.h"),
    "curand": ("curand.h", "curand_kernel.h"),
    "cusparse": ("cusparse.h",),
    "cusolver": ("cusolverDn.h", "cusolverSp.h", "cusolverRf.h", "cusolverMg.h"),
    "cudnn": ("cudnn.h",),
    "nccl": ("nccl.h",),
    "nvrtc": ("nvrtc.h",),
    "nvml": ("nvml.h",),
    "nvtx": ("nvtx3/nvToolsExt.h", "nvtx3/nvToolsExtCuda.h", "nvtx3/nvToolsExtCudaRt.h"),
}
BROUGHT = ("bf16", "bf16_fma")  # by the include of cuda_bf16.h: names of halves too need the half's header


class Packages(Struct, frozen=True, dict=True):
    """`root` holds one folder for each unpacked wheel, named after it; the rest are include folders."""

    root: Path
    resources: Path
    old_hip: Path
    new_hip: tuple[Path, ...]
    hipify: Path | None
    rocm: Path | None
    parts: Path

    def folder(self, package: str) -> Path:
        return next((self.root / package).glob("nvidia/*/include"))

    def toolkit(self, release: int) -> list[Path]:
        names = (f"nvidia_cuda_runtime_cu{release}", f"nvidia_cuda_nvcc_cu{release}", "nvidia_cuda_cccl_cu12")
        return [self.folder(name) for name in names]

    @cached_property
    def cuda(self) -> dict[str, Declared]:
        """Names of CUDA 12.9; those that only CUDA 11.8 has, and those that only older devices have, added."""
        newest = self._toolkit(12, 900)
        return merged([newest, self._toolkit(11, 900), self._toolkit(11, 600)])

    def _toolkit(self, release: int, arch: int) -> dict[str, Declared]:
        return declared(CUDA_TOOLKIT, self.toolkit(release), [*NVCC, f"-D__CUDA_ARCH__={arch}", *self._resource])

    def library(self, headers: Sequence[str], package: str) -> dict[str, Declared]:
        own = self.folder(package)
        return declared(headers, [own, *self.toolkit(12)], [*NVCC, "-U__CUDACC__", *self._resource], [own])

    @cached_property
    def hip_old(self) -> dict[str, Declared]:
        keep = [self.old_hip / "hip", self.resources / "include"]
        return declared(OLD_HIP, [self.old_hip], [*HIPCC, *self._resource], keep)

    @cached_property
    def hip_new(self) -> dict[str, Declared]:
        keep = [*self.new_hip, self.resources / "include"]
        return declared(NEW_HIP, self.new_hip, [*HIPCC, *self._resource], keep)

    @cached_property
    def support(self) -> dict[str, Declared]:
        """Names that the emitted support headers declare on top of the oldest HIP, each by the one that it needs."""
        headers = [path.name for path in sorted(self.parts.glob("*.h"), key=lambda path: (path.stem in BROUGHT, path))]
        return declared(headers, [self.parts, self.old_hip], [*HIPCC, *self._resource], [self.parts])

    @property
    def _resource(self) -> list[str]:
        return ["-resource-dir", str(self.resources)]

    def text(self, pattern: str) -> str:
        """The text of all files that match, for names that only a binding states."""
        return "\n".join(path.read_text(errors="replace") for path in sorted(self.root.glob(pattern)))

    @cached_property
    def versions(self) -> dict[str, str]:
        """Version of each package, from its metadata."""
        found = {}
        for path in sorted(self.root.glob("*/*.dist-info/METADATA")):
            version = re.search(r"^Version: (\S+)", path.read_text(errors="replace"), re.MULTILINE)
            found[path.parent.parent.name] = version.group(1) if version else "?"
        return found


def merged(sets: Sequence[dict[str, Declared]]) -> dict[str, Declared]:
    """Union by name; the first set that has a name says what it is, overloads and members come from all."""
    union: dict[str, Declared] = {}
    for names in sets:
        for name, new in names.items():
            old = union.get(name, new)
            members = tuple(dict.fromkeys((*old.members, *new.members)))
            union[name] = replace(old, overloads=old.overloads | new.overloads, members=members)
    return union
