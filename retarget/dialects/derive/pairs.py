"""Candidates for the HIP spelling of a CUDA name: stated pairs first, naming rules after them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

RULES = (
    (r"cublasLt(?=[A-Z])", "hipblasLt"),
    (r"CUBLASLT_", "HIPBLASLT_"),
    (r"cublas(\w+?)_v2(_64)?$", r"hipblas\1\2"),
    (r"cublas(\w+?)_v2(_64)?$", r"hipblas\1_v2\2"),
    (r"cublas", "hipblas"),
    (r"CUBLAS_", "HIPBLAS_"),
    (r"cufft", "hipfft"),
    (r"CUFFT_", "HIPFFT_"),
    (r"curand", "hiprand"),
    (r"CURAND_", "HIPRAND_"),
    (r"cusparse", "hipsparse"),
    (r"CUSPARSE_", "HIPSPARSE_"),
    (r"cusolver", "hipsolver"),
    (r"CUSOLVER_", "HIPSOLVER_"),
    (r"cudnnBackend", "hipdnnBackend"),
    (r"cudnn", "hipdnn"),
    (r"CUDNN_", "HIPDNN_"),
    (r"nvrtc", "hiprtc"),
    (r"NVRTC_", "HIPRTC_"),
    (r"nvtx", "roctx"),
    (r"cudaDevAttr", "hipDeviceAttribute"),
    (r"cuda", "hip"),
    (r"CUDA_", "HIP_"),
    (r"CU_", "HIP_"),
    (r"CU(?=[a-z])", "hip"),
    (r"cu(?=[A-Z])", "hip"),
    (r"cu(\w+?)(?:_v\d)?(?:_ptd?sz)?$", r"hip\1"),
    (r"__nv_bfloat", "__hip_bfloat"),
    (r"__nv_", "__hip_"),
    (r"nv_bfloat", "__hip_bfloat"),
    (r"cuC", "hipC"),
    (r"make_cu", "make_hip"),
    (r"CUDART_", "HIP_"),
)
_COMPILED = tuple((re.compile(pattern), text) for pattern, text in RULES)


def spelled(cuda: str) -> Iterator[str]:
    """Spellings that the naming rules give, the name itself last."""
    for pattern, text in _COMPILED:
        if pattern.match(cuda):
            yield pattern.sub(text, cuda, count=1)
    yield cuda


def bound(text: str) -> dict[str, str]:
    """Pairs that a binding states by `cimport hip as cuda`."""
    return {cuda: hip for hip, cuda in re.findall(r"cimport (\w+) as (\w+)", text)}


def tabulated(folder: Path | None) -> dict[str, tuple[str, str]]:
    """CUDA name -> (its section, the HIP name or nothing), from HIPIFY's documentation tables."""
    pairs: dict[str, tuple[str, str]] = {}
    for path in sorted(folder.glob("*_by_HIP.md")) if folder else ():
        section = ""
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("## "):
                section = line
            cells = [cell.strip("` ") for cell in line.split("|")]
            if line.startswith("|`") and len(cells) > 6:
                pairs.setdefault(cells[1], (section, cells[6]))
    return pairs


def words(text: str) -> frozenset[str]:
    """Identifiers of a text outside of its comments."""
    return frozenset(re.findall(r"[A-Za-z_]\w*", re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.DOTALL)))
