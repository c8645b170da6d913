"""index_values: the built-in indices as whole values.

    uint3 t = threadIdx;  -->  uint3 t = retarget_hip::as_index(threadIdx);

In CUDA they are a `uint3` or a `dim3`; HIP's are objects of their own that become a `dim3` at most. Legal always: the
support header gives a value that converts to both and has the members x, y, z.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.text import Edit
from retarget.translate.file import File, Finding, Need

_INDICES = ("threadIdx", "blockIdx", "blockDim", "gridDim")
_FUNCTION = "as_index"


def index_values(file: File) -> Iterator[Finding]:
    for index in file.named(*_INDICES):
        before, after = file.at(index - 1), file.at(index + 1)
        is_value = after in (";", ",", ")", "}") and before in ("=", "(", ",", "{", "return")
        if not is_value or file.is_users(file.code[index]) or _is_declared(file, index):
            continue
        if before == "(" and file.at(index - 2) in (_FUNCTION, "sizeof", "decltype"):
            continue
        yield Edit(file.span(index), f"retarget_hip::{_FUNCTION}({file.at(index)})", "index-values")
        yield Need("index", file.span(index))


def _is_declared(file: File, index: int) -> bool:
    """A parameter of that name, which clang did not see."""
    return file.code[index].directive == "define" or not file.unit.parsed
