"""NVIDIA GPUs: what a multiprocessor holds, and the occupancy that follows from a kernel's resources.

The figures are those of the CUDA programming guide (technical specifications per compute capability), the allocation
of registers and shared memory that of the toolkit's own `cuda_occupancy.h`.
"""

from __future__ import annotations

from msgspec import Struct

_KIB = 1024
_SCHEDULERS, _WARP = 4, 32
_REGISTERS, _REGISTER_GRANULE = 64 * _KIB, 256  # of a multiprocessor; of a warp


class Multiprocessor(Struct, frozen=True):
    """Limits of a compute capability. shared_bytes: of the largest carve-out; reserved_bytes: of each block, the
    system's own; shared_granule: bytes."""

    warps: int
    blocks: int
    shared_bytes: int
    reserved_bytes: int = _KIB
    shared_granule: int = 128


MULTIPROCESSORS = {
    "sm_70": Multiprocessor(64, 32, 96 * _KIB, 0, 256),
    "sm_72": Multiprocessor(64, 32, 96 * _KIB, 0, 256),
    "sm_75": Multiprocessor(32, 16, 64 * _KIB, 0, 256),
    "sm_80": Multiprocessor(64, 32, 164 * _KIB),
    "sm_86": Multiprocessor(48, 16, 100 * _KIB),
    "sm_87": Multiprocessor(48, 16, 164 * _KIB),
    "sm_89": Multiprocessor(48, 24, 100 * _KIB),
    "sm_90": Multiprocessor(64, 32, 228 * _KIB),
    "sm_100": Multiprocessor(64, 32, 228 * _KIB),
    "sm_103": Multiprocessor(64, 32, 228 * _KIB),
    "sm_120": Multiprocessor(48, 24, 100 * _KIB),
}


def occupancy(architecture: str, registers: int, shared_bytes: int, block: int) -> int | None:
    """Warps for each of a multiprocessor's four schedulers, rounded up, that registers (of a thread) and shared memory
    (static, of a block, in bytes) leave room for, in blocks of `block` threads; 0 where no block fits, None for an
    architecture that is not listed.

    >>> occupancy("sm_90", 32, 0, 256), occupancy("sm_90", 128, 0, 256), occupancy("sm_90", 32, 100 << 10, 64)
    (16, 4, 1)
    """
    limits = MULTIPROCESSORS.get(architecture.rstrip("af"))
    if limits is None:
        return None
    warps = -(-block // _WARP)
    allocated = -(-max(registers, 1) * _WARP // _REGISTER_GRANULE) * _REGISTER_GRANULE
    by_registers = _REGISTERS // _SCHEDULERS // allocated * _SCHEDULERS // warps
    shared = -(-(shared_bytes + limits.reserved_bytes) // limits.shared_granule) * limits.shared_granule
    by_shared = limits.shared_bytes // shared if shared else limits.blocks
    blocks = min(limits.blocks, limits.warps // warps, by_registers, by_shared)
    return -(-blocks * warps // _SCHEDULERS)
