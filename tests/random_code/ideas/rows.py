"""Rows of shared arrays, and pointers and references to them: with barriers between, and as lanes of a warp exchange values in a row with
none."""

from __future__ import annotations

from random_code.expressions import expression
from random_code.ideas.parts import Construct
from random_code.scope import Scope
from random_code.values import ALL, Value, kept

_WARP = 32


def _extents(scope: Scope) -> tuple[int, int] | None:
    """The threads of a row, and the rows, of a block whose rows are parts of warps."""
    shape = scope.block.shape if scope.block else None
    return shape if shape and _WARP % shape[0] == 0 else None


def _row(scope: Scope, extents: tuple[int, int], volatile: str = "") -> str:
    """Declares an array, and something that stands for a thread's row of it: an element as a text to be formatted."""
    w, h = extents
    s, r = scope.names.fresh("rows"), scope.names.fresh("row")
    scope.tops.append(f"__shared__ {volatile}int {s}[{h}][{w}];")
    line, element = scope.rng.choice((
        ("", f"{s}[threadIdx.y][{{}}]"),
        (f"{volatile}int* {r} = {s}[threadIdx.y];", f"{r}[{{}}]"),
        (f"{volatile}int (&{r})[{w}] = {s}[threadIdx.y];", f"{r}[{{}}]"),
        (f"auto& {r} = {s}[threadIdx.y];", f"{r}[{{}}]"),
        (f"{volatile}int (*{r})[{w}] = {s};", f"{r}[threadIdx.y][{{}}]"),
        (f"{volatile}int (*{r})[{w}] = {s} + threadIdx.y;", f"(*{r})[{{}}]"),
        (f"{volatile}int (&{r})[{h}][{w}] = {s};", f"{r}[threadIdx.y][{{}}]"),
        (f"{volatile}int* {r} = &{s}[0][0] + {w} * threadIdx.y;", f"{r}[{{}}]"),
        (f"{volatile}int* const {r} = {s}[0] + threadIdx.y * blockDim.x;", f"{r}[{{}}]"),
        (f"{volatile}int* {r}; {r} = &{s}[threadIdx.y][0];", f"{r}[{{}}]"),
    ))  # fmt: skip
    scope.lines += [line] if line else []
    return element


def with_barriers(scope: Scope) -> bool:
    """Each thread reads what another one of its row stored."""
    extents = _extents(scope)
    if extents is None:
        return False
    element, x, barrier = _row(scope, extents), "threadIdx.x", "__syncthreads();"
    scope.lines += [f"{element.format(x)} = {expression(scope, ALL, 'int', 1).text};", barrier]
    other = scope.rng.choice((f"{x} ^ 1", f"{extents[0] - 1} - {x}", f"({x} + 3) % {extents[0]}"))
    scope.declare(Value(element.format(other), "int", *kept("int"), ALL, True), "sum", mutable=False)
    scope.line(barrier)
    return True


def in_step(scope: Scope) -> bool:
    """Lanes of a row exchange values: by way of what is volatile, as programs of old do, or with a barrier for the warp.
    In a branch the translation only warns of them."""
    extents = _extents(scope)
    if extents is None or scope.depth or scope.control:
        return False
    x, barrier = "threadIdx.x", scope.rng.choice(("", "", " __syncwarp();"))
    if scope.chance(0.5):
        x = scope.names.fresh("lane")
        scope.line(f"const int {x} = threadIdx.x;")
    element = _row(scope, extents, "" if barrier else "volatile ")
    own = element.format(x)
    scope.lines += [f"{own} = {expression(scope, ALL, 'int', 1).text};{barrier}"]
    for o in (o for o in (16, 4, 1) if o < extents[0]):
        other = element.format(scope.rng.choice((f"{x} ^ {o}", f"({x} + {o}) % {extents[0]}")))
        if barrier:
            v = scope.names.fresh("v")
            scope.line(f"int {v} = {other};{barrier} {own} = ({own} + {v}) % 4096;{barrier}")
        else:
            scope.line(f"{own} = ({own} + {other}) % 4096;")
    scope.declare(Value(element.format(f"{extents[0] - 1} - {x}"), "int", *kept("int"), ALL, True), "sum", mutable=False)
    scope.line("__syncthreads();")
    return True


CONSTRUCTS: dict[str, Construct] = {"row of shared memory": with_barriers}
REFUSED: dict[str, Construct] = {"lanes in a row": in_step}
NEED_ROWS = frozenset({*CONSTRUCTS, *REFUSED})
