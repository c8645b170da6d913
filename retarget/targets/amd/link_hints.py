"""What mends a link that fails: the library of a function, the unit that lacks a translation, a package."""

from __future__ import annotations

import re

from retarget.system.remedies import library_command

_SYMBOL = re.compile(r"undefined (?:symbol: |reference to [`'])(?P<name>[\w:~]+)")
_LIBRARY = re.compile(r"(?:unable to find library|cannot find) -l(?P<name>[\w.+-]+)")
# The longest prefix counts.
_LIBRARIES = {
    "hipblasLt": "hipblaslt", "hipblas": "hipblas", "hipfft": "hipfft", "hiprand": "hiprand", "hipsparse": "hipsparse",
    "hipsolver": "hipsolver", "hiprtc": "hiprtc", "nccl": "rccl", "miopen": "MIOpen", "roctx": "roctx64",
    "rocblas_": "rocblas", "rocrand_": "rocrand", "rocsparse_": "rocsparse", "rocfft_": "rocfft",
    "rsmi_": "rocm_smi64", "cblas_": "cblas", "pthread_": "pthread",
}  # fmt: skip
OPTIONAL = frozenset({"hipblaslt", "rocm_smi64"})  # builds name them whether they use them or not
_CUDAS = re.compile(r"(?:cuda|cu(?:blas|fft|rand|sparse|solver|dnn)|nvrtc|nvml)[A-Z]\w*|cu[A-Z][a-z]\w+|__cuda\w+")
_DEVICES = re.compile(r"undefined hidden symbol: ")
_OPENMP = re.compile(r"(?:__kmpc_|omp_|GOMP_)\w*")


def hint(message: str) -> str:
    """What mends it; empty where nothing is known.

    >>> hint("undefined symbol: hipblasCreate"), hint("undefined symbol: f(int)")
    ('link -lhipblas', '')
    """
    if absent := _LIBRARY.search(message):
        command = library_command(absent["name"].lower())
        return f"install it: {command}" if command else ""
    if _DEVICES.search(message):
        return "if it is inline, or a template's, define it in each unit, or ahead of its explicit instantiation"
    found = _SYMBOL.search(message)
    if not found:
        return ""
    name = found["name"]
    if _CUDAS.fullmatch(name):
        return "CUDA has it, so one of these objects was not translated: compile it by retarget nvcc, or retarget host"
    if _OPENMP.fullmatch(name):
        return "link with -fopenmp"
    prefix = max((p for p in _LIBRARIES if name.startswith(p)), key=len, default="")
    if not prefix:
        return ""
    library = _LIBRARIES[prefix]
    command = library_command(library) if library in OPTIONAL else None
    return f"link -l{library}" + (f"; install it: {command}" if command else "")
