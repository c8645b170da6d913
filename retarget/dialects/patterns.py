"""How identifiers of CUDA's libraries look: which tables a text needs, and which unknown names are CUDA's."""

from __future__ import annotations

import re
from functools import lru_cache

# A name of a library that no table lists is still recognised by its spelling. The driver's prefix `cu` is common in
# users' own names (`cube`, `cutoff`, `cuAdd`), so that only its families of entry points count.
DRIVER_FAMILIES = (
    "Array|Checkpoint|Core[dD]ump|Ctx|D3D|DestroyExternal|Device|Driver|EGL|Event|ExternalMemory|Flush|Func|GL|"
    "Get(?:Error|Export|Proc)|Graph|Green|Import|Init|Ipc|Kernel|Launch|Library|Link|Logs|Mem|Mipmapped|Module|"
    "Multicast|Occupancy|Param|Pointer|Profiler|Signal|Stream|Surf|TensorMap|Tex|ThreadExchange|VDPAU|Wait|WGL"
)
SHAPES = {
    "cublas": r"cublas(?:Lt|Xt)?[A-Z]\w*|CUBLAS(?:LT|XT)?_\w+",
    "cufft": r"cufft(?:Xt)?[A-Z]\w*|CUFFT_\w+|cuda(?:Lib)?Xt[A-Z]\w*",
    "curand": r"curand_?[A-Za-z]\w*|CURAND_\w+",
    "cusparse": r"cusparse[A-Z]\w*|CUSPARSE_\w+",
    "cusolver": r"cusolver[A-Z]\w*|CUSOLVER_\w+",
    "cudnn": r"cudnn[A-Z]\w*|CUDNN_\w+",
    "nccl": r"p?nccl[A-Z]\w*|NCCL_\w+",
    "nvrtc": r"nvrtc[A-Z]\w*|NVRTC_\w+",
    "nvml": r"nvml[A-Z]\w*|NVML_\w+",
    "nvtx": r"nvtx(?:[A-Z]|3\b)\w*|NVTX_\w+",
    "driver": (
        rf"cu(?:{DRIVER_FAMILIES})\w*|CU(?:DA)?_[A-Z]\w+|CU(?:ctx|device|event|func|graph|mem|module|stream|tex)\w*"
    ),
    "runtime": r"cuda[A-Z]\w*",
    "cub": r"cub(?:::\w+)+",
    "texture": r"(?:tex|surf)(?:1D|2D|3D|Cubemap)\w*",
    "mma": r"nvcuda(?:::\w+)*|wmma::\w+",
}
_SHAPE = re.compile("|".join(f"(?P<{library}>{shape})" for library, shape in SHAPES.items()))

# Libraries whose table is read only when a word of the text begins so; the others are always read.
BEGINNINGS = {
    "cublas": r"cublas|CUBLAS",
    "cufft": r"cufft|_?CUFFT|cuda(?:Lib)?Xt",
    "curand": r"_*curand|CURAND|mtgp32",
    "cusparse": r"cusparse|CUSPARSE",
    "cusolver": r"cusolver|CUSOLVER",
    "cudnn": r"cudnn|CUDNN",
    "nccl": r"p?nccl|NCCL",
    "nvrtc": r"nvrtc|NVRTC",
    "nvml": r"nvml|NVML",
    "nvtx": r"nvtx|NVTX",
    "driver": r"cu[A-Z]|CU|cudaError_enum",
    "cub": r"cub\b|CUB_|Cub",
    "thrust": r"thrust|THRUST",
    "complex": r"cu[CFD]|make_cu",
    "half": r"half|_*nv_|__|cuda_[fb]|h2?[a-z]+|make_[hb]|CUDART_[A-Z_]+_(?:BF|FP)16",
    "math": r"CUDART",
    "texture": r"i?(?:tex|surf)|__nv_",
    "cooperative_groups": r"cooperative_groups",
    "mma": r"nvcuda|wmma",
    "profiler": r"cu(?:da)?Profiler",
}
_BEGINNINGS = {library: re.compile(beginning) for library, beginning in BEGINNINGS.items()}


def may_name(library: str, words: frozenset[str]) -> bool:
    """Whether a text of these words can hold a name of the library."""
    beginning = _BEGINNINGS.get(library)
    return beginning is None or any(map(beginning.match, words))


@lru_cache(maxsize=1 << 14)
def library_of(identifier: str) -> str | None:
    """The library whose naming pattern the identifier has."""
    match = _SHAPE.fullmatch(identifier)
    return match.lastgroup if match else None
