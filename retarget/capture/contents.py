"""What a capture holds, as its file has it: launches with all memory that they can reach, and times of all launches."""

from __future__ import annotations

from enum import StrEnum
from functools import cached_property

from msgspec import Struct

from retarget.targets.device import Extents

FORMAT = 2
FORMATS = (1, 2)  # that are read; 1 has no objects
PROCESSOR = "cpu"  # the vendor of programs that ran on the processor
MEMORY = 4 << 30  # bytes that a capture holds at most, by default


class MemoryKind(StrEnum):
    """What kind of memory a region was in the program; all but variables are plain memory in a replay."""

    DEVICE = "device"
    MANAGED = "managed"
    HOST = "host"
    VARIABLE = "variable"


class CapturedRegion(Struct, frozen=True):
    """An allocation that a launch can reach, or a variable of its module (name: as linked). before, after: the pieces
    that it consists of, by their digests."""

    address: int
    size: int
    kind: MemoryKind
    name: str
    before: tuple[str, ...]
    after: tuple[str, ...]


class ImageKind(StrEnum):
    """What an object reads: linear memory by an index, rows in memory, an array; or, a surface, reads and writes."""

    LINEAR = "linear"
    PITCHED = "pitched"
    ARRAY = "array"
    SURFACE = "surface"


class ImageElement(StrEnum):
    """What kind of number a component of a texel is."""

    SIGNED = "signed"
    UNSIGNED = "unsigned"
    FLOAT = "float"


class CapturedObject(Struct, frozen=True):
    """A texture or surface object, of which arguments or memory hold the handle. address: of its first texel, in memory
    that was captured; extents: texels of a row, rows, and slices, layers or faces; pitch, slice: bytes from one to the
    next; bytes: of a component; modes: 0 to 3 for wrap, clamp, mirror, border; border: bits of floats."""

    handle: int
    kind: ImageKind
    address: int
    extents: Extents
    pitch: int
    slice: int
    bytes: int
    channels: int
    element: ImageElement
    filters: bool
    is_normalised: bool
    reads_normalised: bool
    modes: tuple[int, int, int]
    border: tuple[int, int, int, int]

    @property
    def shown(self) -> str:
        what = "surface" if self.kind is ImageKind.SURFACE else "texture"
        of = {ImageKind.LINEAR: "linear memory", ImageKind.PITCHED: "rows in memory"}.get(self.kind, "an array")
        return f"a {what} object of {of}, {shown_extents(self.extents)} texels"


class CapturedLaunch(Struct, frozen=True):
    """kernel: as linked; shared: dynamic bytes; ordinal: among launches of this kernel and configuration, from 1;
    order: among all launches of its process; stream: numbered as they come; code: digest of its code object;
    parameters: offset and size of each; arguments: hexadecimal, at these offsets."""

    process: int
    kernel: str
    grid: Extents
    block: Extents
    shared: int
    ordinal: int
    order: int
    stream: int
    code: str
    parameters: tuple[tuple[int, int], ...]
    arguments: str
    memory: tuple[CapturedRegion, ...]
    objects: tuple[CapturedObject, ...] = ()

    @property
    def first_object(self) -> str:
        """What of its arguments, or of its memory, is a texture or surface object; nothing where none is."""
        whole = bytes.fromhex(self.arguments)
        for o in self.objects:
            word = o.handle.to_bytes(8, "little")
            for at, (offset, size) in enumerate(self.parameters, 1):
                if any(whole[k : k + 8] == word for k in range(offset, offset + size - 7, 8)):
                    return f"its argument {at} is {o.shown}"
        return f"memory that it reaches holds {self.objects[0].shown}" if self.objects else ""

    @property
    def reach(self) -> int:
        return sum(r.size for r in self.memory)

    @property
    def threads(self) -> int:
        (x, y, z), (a, b, c) = self.grid, self.block
        return x * y * z * a * b * c


class LaunchTotal(Struct, frozen=True):
    """All launches of a kernel with one configuration: how many, and their milliseconds on the device."""

    kernel: str
    grid: Extents
    block: Extents
    shared: int
    count: int
    ms: float


class NotCaptured(Struct, frozen=True):
    """A launch that could not be captured, and why."""

    kernel: str
    grid: Extents
    block: Extents
    why: str


class CapturedProcess(Struct, frozen=True):
    """program: its path; vendor, device, architecture, driver: of the GPU that it used. launches: all of the process;
    seconds: those that reading and writing what it captured took; each 0 where it ended before it could tell."""

    program: str
    vendor: str
    device: str
    architecture: str
    driver: str
    launches: int = 0
    seconds: float = 0.0
    ended: bool = False


class Proof(Struct, frozen=True):
    """What replays of a captured launch gave. ms: median of its time; why: nothing where the replay gives what the
    program got; varies: bytes that differ from replay to replay, which is the kernel's own doing."""

    launch: int
    why: str
    ms: float = 0.0
    varies: int = 0


class Capture(Struct, frozen=True, dict=True):
    """command: as it was given. proofs: by the number of their launch, once they are made."""

    format: int
    command: tuple[str, ...]
    processes: tuple[CapturedProcess, ...]
    launches: tuple[CapturedLaunch, ...]
    totals: tuple[LaunchTotal, ...]
    refused: tuple[NotCaptured, ...]
    proofs: tuple[Proof, ...] = ()

    @cached_property
    def by_kernel(self) -> dict[str, float]:
        """Milliseconds on the device by kernel, the most first."""
        found: dict[str, float] = {}
        for t in self.totals:
            found[t.kernel] = found.get(t.kernel, 0.0) + t.ms
        return dict(sorted(found.items(), key=lambda item: -item[1]))

    @property
    def is_of_processor(self) -> bool:
        """Whether the processor ran the launches: then the sources alone have their code."""
        return any(p.vendor == PROCESSOR for p in self.processes)

    def proof(self, launch: int) -> Proof | None:
        return next((p for p in self.proofs if p.launch == launch), None)

    def pieces(self) -> set[str]:
        """Digests of all memory of launches."""
        return {piece for l in self.launches for r in l.memory for piece in (*r.before, *r.after)}


def shown_extents(extents: Extents) -> str:
    """A grid or a block as people read it.

    >>> shown_extents((64, 1, 1)), shown_extents((8, 1, 2))
    ('64', '8x1x2')
    """
    x, y, z = extents
    return "x".join(map(str, (x, y, z) if z > 1 else (x, y) if y > 1 else (x,)))
