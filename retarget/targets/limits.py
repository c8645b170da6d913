"""The limits of a device that bear on which variants are worth building."""

from __future__ import annotations

from msgspec import Struct


class Limits(Struct, frozen=True):
    """shared_bytes: of shared memory a block; wave: lanes of a wavefront; threads: of a block; units: compute units, 0
    where they are not known."""

    shared_bytes: int
    wave: int
    threads: int = 1024
    units: int = 0
