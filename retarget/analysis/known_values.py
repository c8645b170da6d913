"""What CUDA's own variables and functions give: bounds of indices, counts of bits, what is handed through."""

from __future__ import annotations

_BLOCK, _GRID = 1024, (1 << 31) - 1
BUILTINS = {
    "threadIdx": (0, _BLOCK - 1), "blockDim": (1, _BLOCK), "blockIdx": (0, _GRID - 1), "gridDim": (1, _GRID),
    "warpSize": (32, 32),
}  # fmt: skip
COUNTS = {
    "__clz": (0, 32), "__clzll": (0, 64), "__ffs": (0, 32), "__ffsll": (0, 64), "__popc": (0, 32), "__popcll": (0, 64),
}  # fmt: skip
LEAST = frozenset({"min", "umin", "fmin", "llmin", "ullmin"})
MOST = frozenset({"max", "umax", "llmax", "ullmax"})
SAME = frozenset({"__ldg", "__ldca", "__ldcs", "__ldcg"})
SHUFFLES = {f"__shfl{kind}": 0 for kind in ("", "_up", "_down", "_xor")} | {
    f"__shfl{kind}_sync": 1 for kind in ("", "_up", "_down", "_xor")
}
