"""bounds_insertion: the exact launch bound of a kernel whose block size is proved.

    __global__ void k(...)  -->  __global__ __launch_bounds__(256) void k(...)

HIP's compiler otherwise provides for 1024 threads a block and may spill registers for it. Legal where
`analysis.block_size` proves the size and the kernel states no bound itself.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from operator import attrgetter

from retarget.lexer import Token
from retarget.text import Edit, Span
from retarget.unit import Kernel

_start = attrgetter("start")


def bounds_insertion(kernel: Kernel, threads: int, code: list[Token]) -> Iterator[Edit]:
    """The edit for one kernel's definition; `code` holds the tokens of its file."""
    first, name = (bisect_left(code, at, key=_start) for at in (kernel.span.start, kernel.name_span.start))
    head = code[first:name]
    if any(t.text in ("__launch_bounds__", "amdgpu_flat_work_group_size") for t in head):
        return
    for token in head:
        if token.text == "__global__":
            at = Span(kernel.span.path, token.end, token.end)
            yield Edit(at, f" __launch_bounds__({threads})", "launch-bounds")
            return


def insertions(
    kernels: Iterator[Kernel], sizes: Mapping[str, int], code: Mapping[str, list[Token]]
) -> dict[str, list[Edit]]:
    """All insertions, by file."""
    found: dict[str, list[Edit]] = {}
    for kernel in kernels:
        if kernel.is_definition and kernel.usr in sizes and kernel.span.path in code:
            edits = bounds_insertion(kernel, sizes[kernel.usr], code[kernel.span.path])
            found.setdefault(kernel.span.path, []).extend(edits)
    return found
