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
from retarget.dialects.table import Name
from retarget.source.text import Cover
from retarget.translation.file import File, Finding
from retarget.translation.hip.declarations import head
from retarget.translation.rule import rule

RULE = "device-calls"
_LIBRARIES = frozenset("runtime driver nvrtc cublas cufft curand cusparse cusolver nccl nvml".split())
# Of cuRAND's names those of its generators. Of the runtime's those that CUDA's runtime of the device has.
_HOSTS = re.compile(
    r"cuda(?:Malloc|Free|Memcpy|Memset|Stream|Event|Device|Func|Occupancy|Launch|Get(?:LastError|Device)|PeekAt)\w*"
    r"|curand[A-Z]\w*|cu(?:blas|fft|sparse|solver)[A-Z]\w*|nccl[A-Z]\w*|nv(?:rtc|ml)[A-Z]\w*|cu[A-Z]\w*"
)


@rule(RULE)
def device_calls(file: File) -> Iterator[Finding]:
    known = {word: row.hip for word in file.words if (row := _hosts(file, word))} if file.is_cuda else {}
    called = [i for i in file.named(*known) if _is_called(file, i)] if known else []
    bodies = _on_device(file) if called else Cover(())
    for index in called:
        token = file.code[index]
        if bodies.has(file.source.path, token.start) and not file.is_users(token):
            told = f"'{known[token.text]}' is the host's alone, and device code calls it here: call it on the host"
            yield file.error(RULE, file.span(index), told)


def _hosts(file: File, word: str) -> Name | None:
    """The row of a function of the host's, of a name in the tables."""
    row = file.dialect.name(word) if _HOSTS.fullmatch(word) else None
    if row is None or row.kind == "type" or row.status != "mapped" or row.part:
        return None
    return row if row.library in _LIBRARIES else None


def _is_called(file: File, index: int) -> bool:
    """Whether the compilation for the device, too, has a call of a function by its name there."""
    token = file.code[index]
    is_call = file.at(index + 1) == "(" and file.at(index - 1) not in (".", "->") and not token.directive
    return is_call and not file.unit.is_off_device(file.source.path, token.start)


def _on_device(file: File) -> Cover:
    """The bodies of the file's functions that are no host's."""
    kernels = [k.span for k in file.unit.kernels if k.is_definition and not k.in_macro]
    hosts = expanding(file.unit, "__host__")
    alone = [f for f in device_functions(file.code) if not _names(file, f.name) & hosts]
    return Cover([*kernels, *(file.span(f.body.first, f.body.last) for f in alone)])


def _names(file: File, name: int) -> set[str]:
    start = head(file, name)
    return {file.at(i) for i in range(name if start is None else start, name)}
