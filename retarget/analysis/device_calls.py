"""What calls of CUDA's device functions do, by name."""

from __future__ import annotations

import re

BARRIERS = frozenset({"__syncthreads"})
BARRIER_VOTES = frozenset({"__syncthreads_or", "__syncthreads_and", "__syncthreads_count"})
FENCES = frozenset({"__threadfence", "__threadfence_block", "__threadfence_system", "__nanosleep"})
_SYNC = ("__shfl", "__ballot", "__any", "__all", "__match", "__reduce", "__activemask", "__syncwarp", "__uni")
BLOCK_GROUP = re.compile(r"\bcooperative_groups::(\w+::)*thread_block\b")  # in types
GROUPS = frozenset({
    "this_grid", "this_multi_grid", "tiled_partition", "coalesced_threads", "sync",
    "labeled_partition", "binary_partition", "memcpy_async", "wait", "this_cluster", "grid_sync",
    "thread_rank", "thread_index", "group_index", "group_dim", "num_threads", "dim_threads", "meta_group_rank",
    "meta_group_size", "block_rank", "block_index", "num_blocks", "dim_blocks",
})  # fmt: skip
CLOCKS = frozenset({"clock", "clock64", "__globaltimer", "wall_clock64"})
# Functions without a body here that do more than compute a value.
_IMPURE = frozenset({
    "printf", "vprintf", "malloc", "free", "__assert_fail", "__assertfail", "memcpy", "memset", "__trap", "__brkpt",
    "surf1Dwrite", "surf2Dwrite", "surf3Dwrite", "__stcs", "__stcg", "__stwt", "__stwb", "__prof_trigger", "abort",
    "operator new", "operator delete", "mma_sync", "load_matrix_sync", "store_matrix_sync", "fill_fragment",
})  # fmt: skip
_LOADS = ("__ldg", "__ldc", "__ldlu", "__ldcv", "tex1D", "tex2D", "tex3D", "texCubemap", "surf1Dread", "surf2Dread",
          "surf3Dread")  # fmt: skip
STREAMING_STORES = frozenset({"__stcs", "__stcg", "__stwt", "__stwb"})


def is_atomic(name: str) -> bool:
    return name.startswith(("atomic", "__atomic", "__hip_atomic", "unsafeAtomic")) or name in ("fetch_add", "exchange")


def is_warp_operation(name: str) -> bool:
    """Whether lanes of one warp exchange something, or ask about each other."""
    return name.startswith(_SYNC)


def is_load(name: str) -> bool:
    """Whether it reads memory by an address or a texture."""
    return name.startswith(_LOADS)


def is_impure(name: str) -> bool:
    """Whether a function without a body here may do more than compute a value of its arguments."""
    return name in _IMPURE or name in FENCES or name in CLOCKS or name.startswith(("curand", "surf"))
