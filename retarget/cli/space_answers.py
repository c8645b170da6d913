"""What `retarget space --json` prints; `answers.py` has the other commands."""

from __future__ import annotations

from msgspec import Struct


class Resources(Struct, frozen=True):
    """What AMD's compiler reports of a kernel: registers of a lane (sgprs: of a wave), bytes of scratch memory of a
    lane and of LDS of a block, occupancy in waves for each execution unit."""

    vgprs: int
    agprs: int
    sgprs: int
    vgpr_spills: int
    sgpr_spills: int
    scratch_bytes: int
    lds_bytes: int
    occupancy: int
    code_bytes: int


class Variant(Struct, frozen=True):
    """dropped: why it is not worth a run, None where nothing speaks against it."""

    schedule: str
    dropped: str | None
    resources: Resources | None = None


class Refused(Struct, frozen=True):
    """Steps that are not legal, with the place that says so; no steps where it stands against any."""

    why: str
    steps: tuple[str, ...]
    at: str


class KernelSpace(Struct, frozen=True):
    """block: threads along each axis, where they are proved; original: its resources as written, where it was built."""

    kernel: str
    at: str
    block: tuple[int, int, int] | None
    original: Resources | None
    variants: tuple[Variant, ...]
    refusals: tuple[Refused, ...]


class Unread(Struct, frozen=True):
    """A place that clang cannot read, whose kernels have no variants."""

    file: str
    why: tuple[str, ...]


class Space(Struct, frozen=True):
    """`retarget space`. compiled: how many variants."""

    unread: tuple[Unread, ...]
    kernels: tuple[KernelSpace, ...]
    generated_seconds: float
    compiled_seconds: float
    compiled: int
    format: int = 1
