"""Cooperative groups that are followed: all threads of a block, and tiles of lanes of one warp.

    block.sync()                              a barrier
    tiled_partition<16>(block)                a tile: 1, 2, 4, ... or 32 neighbouring lanes
    tile.shfl_down(v, 8), tile.sync()         what lanes of a warp do together, as `__shfl_down_sync` and `__syncwarp`

Rules: a type says what a group is. Of a block's group, `sync` is a barrier, and all else is not followed (schedules
write ranks and extents out as indices first). Of a tile, an operation or a rank asks for the lane; its extent is a
constant; its number among the tiles of its block is not followed.
"""

from __future__ import annotations

import re

from retarget.unit.tree import Kind, Node

HEADER = "cooperative_groups.h"
_SCOPE = r"cooperative_groups::(?:\w+::)*"
_BLOCK = re.compile(rf"(?:const )?{_SCOPE}thread_block[ *&]*(?:const)?")
_TILE = re.compile(rf"(?:const )?{_SCOPE}thread_block_tile<(?:1|2|4|8|16|32)[uU]?(?:,[^()]*)?>(?: [*&])?")
_HELD = re.compile(rf"\b{_SCOPE}thread_block(?:_tile)?\b")
_OF_LANES = frozenset({"shfl", "shfl_up", "shfl_down", "shfl_xor", "sync", "any", "all", "ballot", "match_any",
                       "thread_rank"})  # fmt: skip
_CONSTANT = frozenset({"size", "num_threads", "group_size", "operator thread_block_tile"})


def is_block(kind: str) -> bool:
    """Whether a canonical type is that of the group of all threads of a block, or refers to one."""
    return bool(_BLOCK.fullmatch(kind))


def is_tile(kind: str) -> bool:
    """Whether a canonical type is that of a tile of lanes of one warp, or refers to one."""
    return bool(_TILE.fullmatch(kind))


def is_alike(kind: str) -> bool:
    """Whether a type's objects are the same for all threads of a group."""
    return is_block(kind) or is_tile(kind)


def holds_group(kind: str) -> bool:
    return bool(_HELD.search(kind))


def taken(node: Node) -> int:
    """How many of a node's operands are, or hold, such groups."""
    return sum(holds_group(p.type) for p in node.parts)


def is_barrier(call: Node) -> bool:
    """Whether a call synchronises a block by its group."""
    return call.name == "sync" and bool(call.parts) and is_block(call.parts[0].type) and taken(call) == 1


def is_of_lanes(call: Node) -> bool:
    """Whether a call is an operation of a tile, or asks for a lane's rank in it."""
    return call.name in _OF_LANES and _is_of_tile(call)


def is_followed(node: Node) -> bool:
    """Whether an expression makes a tile of a block or of a tile, or asks for its constant extent."""
    if node.kind is Kind.CALL and node.name in _CONSTANT and _is_of_tile(node):
        return True
    makes = node.name == "tiled_partition" or (node.kind is Kind.CONSTRUCT and node.name == "thread_block_tile")
    whole = len(node.parts) == 1 and is_alike(node.parts[0].type)
    return makes and whole and is_tile(node.type)


def _is_of_tile(call: Node) -> bool:
    return bool(call.parts) and is_tile(call.parts[0].type) and taken(call) == 1 and call.home == HEADER
