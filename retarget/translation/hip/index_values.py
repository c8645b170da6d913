"""index_values: the built-in indices as whole values, and `uint3` in place of `dim3`.

    uint3 t = threadIdx;  -->  uint3 t = retarget_hip::as_index(threadIdx);
    k<<<blocks, 64>>>();  -->  k<<<retarget_hip::as_index(blocks), 64>>>();   where blocks is a uint3

In CUDA the indices are a `uint3` or a `dim3`, and these two convert to each other; HIP's indices are objects of their
own that become a `dim3` at most, and nothing else converts. Legal always: the support header gives a value that
converts to both and has the members x, y, z. What a macro's body converts gets a diagnostic.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.source.text import Edit, enclosing
from retarget.translation.file import File, Finding, Need
from retarget.translation.hip.index_members import index_members
from retarget.translation.rule import rule
from retarget.unit.tree import INDICES

_FUNCTION = "as_index"


@rule("index-values")
def index_values(file: File) -> Iterator[Finding]:
    yield from _built_in(file)
    yield from index_members(file)
    yield from _extents(file)


def _built_in(file: File) -> Iterator[Finding]:
    for index in file.named(*INDICES):
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


def _extents(file: File) -> Iterator[Finding]:
    for extent in file.unit.extents:
        if extent.span.path != file.source.path:
            continue
        if not extent.is_written:
            told = "a 'uint3' and a 'dim3' convert to each other here, in the body of a macro, and not in HIP: "
            yield file.warning("index-values", extent.span, told + "write dim3(v.x, v.y, v.z) there")
            continue
        yield from enclosing(extent.span, f"retarget_hip::{_FUNCTION}(", "index-values")
        yield Need("index", extent.span)
