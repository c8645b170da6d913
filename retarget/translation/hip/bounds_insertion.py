"""bounds_insertion: the exact launch bound of a kernel whose block size is proved.

    __global__ void k(...)  -->  __global__ __launch_bounds__(256) void k(...)

HIP's compiler otherwise provides for 1024 threads a block and may spill registers for it. Legal where
`analysis.block_size` proves the size and the kernel states no bound itself.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from operator import attrgetter

from retarget.analysis.block_size import Obstacle
from retarget.source.lexer import Token
from retarget.source.text import Diagnostic, Edit, Related, Severity, Span
from retarget.unit import Kernel

_start = attrgetter("start")


def bounds(
    kernels: Iterable[Kernel], sizes: Mapping[str, int | Obstacle], code: Mapping[str, list[Token]]
) -> Iterator[Edit | Diagnostic]:
    """The bound of each kernel that states none, or a note of what stands against it."""
    for kernel in kernels:
        if kernel.is_definition and kernel.usr in sizes and kernel.span.path in code:
            yield from _bound(kernel, sizes[kernel.usr], code[kernel.span.path])


def _bound(kernel: Kernel, size: int | Obstacle, code: list[Token]) -> Iterator[Edit | Diagnostic]:
    first, name = (bisect_left(code, at, key=_start) for at in (kernel.span.start, kernel.name_span.start))
    head = code[first:name]
    if any(t.text in ("__launch_bounds__", "amdgpu_flat_work_group_size") for t in head):
        return
    at = next((t.end for t in head if t.text == "__global__"), None)
    if isinstance(size, int) and at is not None:
        yield Edit(Span(kernel.span.path, at, at), f" __launch_bounds__({size})", "launch-bounds")
        return
    against = size if isinstance(size, Obstacle) else Obstacle("a macro spells the kernel", kernel.name_span)
    told = f"'{kernel.name}' stays without a launch bound: {against.why}"
    related = (Related(against.place, "here"),) if against.place != kernel.name_span else ()
    yield Diagnostic("launch-bounds", Severity.NOTE, kernel.name_span, told, related)
