"""device-calls: functions of the runtime and of libraries that device code calls, and that are the host's in HIP.

    __global__ void sum(cublasHandle_t h, float *x, int n) { cublasSasum(h, n, x, 1, x); }
                                                             ^ error: 'hipblasSasum' is the host's alone ...

CUDA's headers declare cuBLAS for both sides, and the device has a runtime of its own. Legal where the body of a kernel,
or of a function that is the device's alone, holds the call, and the compilation for the device does not leave it out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from retarget.analysis.macros import expanding
from retarget.analysis.statements import device_functions
from retarget.source.text import Cover
from retarget.translation.file import File, Finding
from retarget.translation.hip.declarations import head
from retarget.translation.rule import rule

RULE = "device-calls"
_LIBRARIES = frozenset({"cublas", "cufft", "curand", "cusparse", "cusolver", "nccl", "nvrtc", "nvml", "driver"})
# Of cuRAND's names those of its generators. Of the runtime's those that CUDA's runtime of the device has.
_HOSTS = re.compile(
    r"cuda(?:Malloc|Free|Memcpy|Memset|Stream|Event|Device|Func|Occupancy|Launch|Get(?:LastError|Device)|PeekAt)\w*"
    r"|curand[A-Z]\w*|cu(?:blas|fft|sparse|solver)[A-Z]\w*|nccl[A-Z]\w*|nv(?:rtc|ml)[A-Z]\w*|cu[A-Z]\w*"
)


@rule(RULE)
def device_calls(file: File) -> Iterator[Finding]:
    called = [i for i, t in enumerate(file.code) if _HOSTS.fullmatch(t.text) and file.at(i + 1) == "("]
    called = [i for i in called if _is_hosts(file, i)] if file.is_cuda and called else []
    bodies = _on_device(file) if called else Cover(())
    for index in called:
        token = file.code[index]
        row = file.dialect.name(token.text)
        if row and bodies.has(file.source.path, token.start) and not file.is_users(token):
            told = f"'{row.hip}' is the host's alone, and device code calls it here: call it on the host"
            yield file.error(RULE, file.span(index), told)


def _is_hosts(file: File, index: int) -> bool:
    token = file.code[index]
    row = file.dialect.name(token.text)
    if row is None or row.status != "mapped" or row.part or row.library not in _LIBRARIES | {"runtime"}:
        return False
    is_named = file.at(index - 1) not in (".", "->") and not token.directive
    return is_named and not file.unit.is_off_device(file.source.path, token.start)


def _on_device(file: File) -> Cover:
    """The bodies of the file's functions that are no host's."""
    kernels = [k.span for k in file.unit.kernels if k.is_definition and not k.in_macro]
    hosts = expanding(file.unit, "__host__")
    alone = [f for f in device_functions(file.code) if not _names(file, f.name) & hosts]
    return Cover([*kernels, *(file.span(f.body.first, f.body.last) for f in alone)])


def _names(file: File, name: int) -> set[str]:
    start = head(file, name)
    return {file.at(i) for i in range(name if start is None else start, name)}
