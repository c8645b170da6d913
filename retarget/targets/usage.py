"""What a kernel takes of a device, as the target's compiler reports it: one form for all compilers."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct


class Usage(Struct, frozen=True):
    """kernel: its demangled name; registers: of a lane; spilled_bytes: of them, put into memory; scratch_bytes: of
    memory that a lane has for itself (AMD: scratch, NVIDIA: the stack frame); shared_bytes: of a block, static.

    occupancy: gives, for the threads of a block (None: not known), waves for each execution unit of AMD's, warps for
    each scheduler of NVIDIA's; None where that is not known.
    """

    kernel: str
    registers: int
    spilled_bytes: int
    scratch_bytes: int
    shared_bytes: int
    occupancy: Callable[[int | None], int | None]
