"""Launches, and how a kernel spells the indices of its threads."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from random import Random

from random_code.scope import Block, Own, Variable
from random_code.values import BLOCK, THREAD, UNIFORM, Deps, Value

BLOCKS: dict[int, list[tuple[int, ...]]] = {
    1: [(32,), (64,), (48,), (96,), (128,), (256,), (40,)],
    2: [(16, 4), (8, 8), (16, 16), (4, 4), (32, 2), (12, 4), (64, 1)],
    3: [(4, 4, 2), (8, 4, 2), (4, 2, 3), (2, 2, 8), (4, 4, 4)],
}
GRIDS: dict[int, list[tuple[int, ...]]] = {
    1: [(1,), (2,), (3,), (5,), (7,), (11,), (13,), (24,)],
    2: [(5, 3), (3, 7), (1, 5), (2, 2), (4, 5), (7, 1), (6, 4)],
    3: [(3, 2, 2), (2, 3, 5), (1, 1, 3), (5, 1, 2), (2, 2, 2)],
}
MOST_THREADS = 1600
AXES = "xyz"
EVERYWHERE: Deps = frozenset({THREAD, BLOCK})


@dataclass(frozen=True)
class Launch:
    """One launch; `limits` are the extents of the problem: (n), (w, h) or (w, h, d)."""

    grid: tuple[int, ...]
    block: tuple[int, ...]
    limits: tuple[int, ...]

    @property
    def extents(self) -> tuple[int, ...]:
        return tuple(g * b for g, b in zip(self.grid, self.block, strict=True))


def launches(rng: Random, dims: int, fixed: bool, whole_warps: bool, rounds: int) -> tuple[Launch, ...]:
    """One to three launches; with more than one round the problem may exceed the threads."""
    shapes = [b for b in BLOCKS[dims] if not whole_warps or prod(b) % 64 == 0]
    first = rng.choice(shapes)
    found: list[Launch] = []
    for _ in range(rng.randint(1, 3)):
        block = first if fixed else rng.choice(shapes)
        grids = [g for g in GRIDS[dims] if prod(g) * prod(block) <= MOST_THREADS]
        grid = rng.choice(grids)
        extents = [g * b for g, b in zip(grid, block, strict=True)]
        if rounds > 1:
            limits = [rng.randint(extents[0] // 2, extents[0] * rounds)]
        else:
            limits = [max(1, e - rng.choice((0, 0, 1, 3, b // 2, b + 1))) for e, b in zip(extents, block, strict=True)]
        found.append(Launch(grid, block, tuple(limits)))
    return tuple(found)


def built_ins(launches: tuple[Launch, ...], dims: int) -> list[Variable]:
    found = []
    for at, axis in enumerate(AXES[:dims]):
        blocks, grids = [x.block[at] for x in launches], [x.grid[at] for x in launches]
        found += [
            Variable(f"threadIdx.{axis}", "unsigned", 0, max(blocks) - 1, frozenset({THREAD})),
            Variable(f"blockIdx.{axis}", "unsigned", 0, max(grids) - 1, frozenset({BLOCK})),
            Variable(f"blockDim.{axis}", "unsigned", min(blocks), max(blocks)),
            Variable(f"gridDim.{axis}", "unsigned", min(grids), max(grids)),
        ]
    return found


def threads_of_block(rng: Random, launches: tuple[Launch, ...], dims: int, constant: str, lines: list[str]) -> Block:
    """Spells the place of a thread in its block, and the number of the block's threads."""
    sizes = tuple(sorted({prod(x.block) for x in launches}))
    thread = ["threadIdx.x", "threadIdx.y * blockDim.x + threadIdx.x", "(threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x"][dims - 1]
    threads = " * ".join(f"blockDim.{axis}" for axis in AXES[:dims])
    if dims > 1 or rng.random() < 0.6:
        lines.append(f"const int t = {thread};" if rng.random() < 0.7 else f"int t = {thread};")
        thread = "t"
    if constant and rng.random() < 0.7:
        threads = constant
    elif dims > 1 or rng.random() < 0.5:
        lines.append(f"const int threads = {threads};")
        threads = "threads"
    shapes = {x.block for x in launches}
    shape = launches[0].block[:2] if dims == 2 and len(shapes) == 1 else None
    place = Value(thread, "int", 0, sizes[-1] - 1, frozenset({THREAD}), True)
    return Block(place, Value(threads, "int", sizes[0], sizes[-1], UNIFORM, True), sizes, (shape[0], shape[1]) if shape else None)


def axis_index(rng: Random, axis: str, block: str = "") -> str:
    """The index of a thread in the grid, along an axis."""
    dim = block or f"blockDim.{axis}"
    return rng.choice((f"blockIdx.{axis} * {dim} + threadIdx.{axis}", f"threadIdx.{axis} + {dim} * blockIdx.{axis}",
                       f"__mul24(blockIdx.{axis}, {dim}) + threadIdx.{axis}", f"(int)(blockIdx.{axis} * {dim} + threadIdx.{axis})"))  # fmt: skip


def indices(rng: Random, launches: tuple[Launch, ...], dims: int, guarded: bool, block: Block, lines: list[str]) -> tuple[list[Variable], Own]:
    """Spells the indices of a thread, and the one that is its own; `i` is that one's name."""
    greatest = [max(x.extents[at] for x in launches) for at in range(dims)]
    if dims == 1:
        kind = rng.randrange(6)
        spelt = [axis_index(rng, "x"), "GID", "global_index()", "bx * (int)blockDim.x + tx", axis_index(rng, "x"), "base + threadIdx.x"][kind]
        if kind == 3:
            lines.append(rng.choice(("const int tx = threadIdx.x, bx = blockIdx.x;", "int tx = threadIdx.x, bx = blockIdx.x;", "const auto tx = (int)threadIdx.x; auto bx = int(blockIdx.x);")))
        if kind == 5:
            lines.append("const int base = blockIdx.x * blockDim.x;")
        type = rng.choice(("int", "int", "const int", "const unsigned", "unsigned int"))
        lines.append(f"{type} i = {spelt};")
        index = Variable("i", "unsigned" if "unsigned" in type else "int", 0, greatest[0] - 1, EVERYWHERE)
        return [index], Own(index.value, "i < n" if guarded else "")
    multiple = rng.random() < 0.3
    axes = [f"{axis} = {axis_index(rng, axis)}" for axis in AXES[:dims]]
    lines += [f"const int {', '.join(axes)};"] if multiple else [f"{rng.choice(('int', 'const int'))} {s};" for s in axes]
    found = [Variable(axis, "int", 0, greatest[at] - 1, EVERYWHERE) for at, axis in enumerate(AXES[:dims])]
    if guarded:
        flat = rng.choice(("y * w + x", "FLAT(x, y, w)", "x + w * y")) if dims == 2 else rng.choice(("(z * h + y) * w + x", "FLAT(x, FLAT(y, z, h), w)"))
        guard = " && ".join(f"{a} < {limit}" for a, limit in zip(AXES[:dims], "whd", strict=False))
    elif rng.random() < 0.5:
        flat = "y * (gridDim.x * blockDim.x) + x" if dims == 2 else "(z * (gridDim.y * blockDim.y) + y) * (gridDim.x * blockDim.x) + x"
        guard = ""
    else:
        flat = "blockIdx.y * gridDim.x + blockIdx.x" if dims == 2 else "(blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x"
        flat, guard = f"({flat}) * {block.threads} + {block.thread}", ""
    lines.append(f"{rng.choice(('int', 'const int'))} i = {flat};")
    # Beyond the guard two threads may have one value of `i`, and it may exceed the problem.
    most = prod(greatest) - 1
    index = Variable("i", "int", 0, most, EVERYWHERE)
    return [*found, index], Own(index.value, guard)
