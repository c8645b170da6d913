"""What the recorder in a program's processes wrote (templates/capture/recorder.h), read into a capture.

Another program wrote it, perhaps to its last breath: a line cut short does not count, and pieces that a launch names
have to be there.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from msgspec import Struct

from retarget.capture.contents import (
    FORMAT,
    Capture,
    CapturedLaunch,
    CapturedObject,
    CapturedProcess,
    CapturedRegion,
    LaunchTotal,
    MemoryKind,
    NotCaptured,
)
from retarget.capture.memory_pieces import LOT, PIECE, PieceFolder, digest_of
from retarget.system import typed_json
from retarget.system.cores import cores
from retarget.targets.device import Extents

_How = tuple[str, Extents, Extents, int]  # kernel, grid, block, dynamic bytes


class _Start(Struct, frozen=True):
    program: str
    vendor: str
    device: str
    architecture: str
    driver: str


class _Region(Struct, frozen=True):
    """before, after: numbers of pieces."""

    address: int
    size: int
    kind: MemoryKind
    name: str
    before: tuple[int, ...]
    after: tuple[int, ...]


class _Launch(Struct, frozen=True):
    """code: the number of a code object."""

    kernel: str
    grid: Extents
    block: Extents
    shared: int
    ordinal: int
    order: int
    stream: int
    code: int
    parameters: tuple[tuple[int, int], ...]
    arguments: str
    memory: tuple[_Region, ...]
    objects: tuple[CapturedObject, ...] = ()


class _End(Struct, frozen=True):
    launches: int
    seconds: float


@dataclass
class _Log:
    """Of one process. codes: digests by the recorder's numbers."""

    base: Path
    start: _Start | None = None
    end: _End | None = None
    launches: list[_Launch] = field(default_factory=list)
    totals: list[LaunchTotal] = field(default_factory=list)
    refused: list[NotCaptured] = field(default_factory=list)
    codes: dict[int, str] = field(default_factory=dict)

    def take(self, line: str) -> None:
        """Raises Unreadable for what is no record."""
        kind = typed_json.read(dict[str, object], line).get("is")
        if kind == "start":
            self.start = typed_json.read(_Start, line)
        elif kind == "end":
            self.end = typed_json.read(_End, line)
        elif kind == "launch":
            self.launches.append(typed_json.read(_Launch, line))
        elif kind == "total":
            self.totals.append(typed_json.read(LaunchTotal, line))
        elif kind == "refused":
            self.refused.append(typed_json.read(NotCaptured, line))


def recorded(folder: Path, command: tuple[str, ...], pieces: PieceFolder, codes: Path) -> Capture:
    """Reads what processes left in a folder; keeps pieces and code objects. Raises OSError where those cannot be
    written."""
    processes: list[CapturedProcess] = []
    launches: list[CapturedLaunch] = []
    totals: dict[_How, tuple[int, float]] = {}
    refused: dict[NotCaptured, None] = {}
    for log in _logs(folder):
        number = len(processes)
        processes.append(_process(log))
        launches += _launches(log, number, pieces, codes)
        for t in log.totals:
            how = (t.kernel, t.grid, t.block, t.shared)
            count, ms = totals.get(how, (0, 0.0))
            totals[how] = count + t.count, ms + t.ms
        refused |= dict.fromkeys(log.refused)
    made = tuple(LaunchTotal(k, g, b, s, count, ms) for (k, g, b, s), (count, ms) in totals.items())
    return Capture(FORMAT, command, tuple(processes), tuple(launches), made, tuple(refused))


def _logs(folder: Path) -> Iterator[_Log]:
    for path in sorted(folder.glob("*.jsonl"), key=lambda p: p.stat().st_mtime_ns):
        log = _Log(path.with_suffix(""))
        for line in path.read_text(errors="replace").splitlines():
            with suppress(typed_json.Unreadable):
                log.take(line)
        if log.start:
            yield log


def _process(log: _Log) -> CapturedProcess:
    start, end = log.start, log.end
    assert start is not None
    told = (start.program, start.vendor, start.device, start.architecture, start.driver)
    return CapturedProcess(*told, end.launches, end.seconds, True) if end else CapturedProcess(*told)


def _launches(log: _Log, process: int, pieces: PieceFolder, codes: Path) -> Iterator[CapturedLaunch]:
    names = _named(log, pieces)
    for l in log.launches:
        code = _code(log, l.code, codes)
        regions = [_region(m, names) for m in l.memory]
        if code and all(regions):
            yield CapturedLaunch(
                process, l.kernel, l.grid, l.block, l.shared, l.ordinal, l.order, l.stream, code, l.parameters,
                l.arguments, tuple(r for r in regions if r), l.objects,
            )  # fmt: skip


def _named(log: _Log, pieces: PieceFolder) -> dict[int, str]:
    """The digests of the pieces that launches name, by the recorder's numbers."""
    wanted = {n for l in log.launches for m in l.memory for n in (*m.before, *m.after)}
    found: dict[int, str] = {}
    kept = ((n, data) for n, data in _chunks(log, max(wanted, default=-1) + 1) if n in wanted)
    while some := [*islice(kept, LOT * cores())]:
        found |= zip([n for n, _ in some], pieces.keep_all([data for _, data in some]), strict=True)
    return found


def _chunks(log: _Log, count: int) -> Iterator[tuple[int, bytes]]:
    """As many as were written whole, with their numbers."""
    with log.base.with_suffix(".chunks").open("rb") as file:
        for number in range(count):
            size = int.from_bytes(file.read(8), "little")
            data = file.read(min(size, PIECE))
            if not 0 < size == len(data):
                return
            yield number, data


def _region(told: _Region, names: dict[int, str]) -> CapturedRegion | None:
    try:
        before, after = (tuple(names[n] for n in numbers) for numbers in (told.before, told.after))
    except KeyError:
        return None
    return CapturedRegion(told.address, told.size, told.kind, told.name, before, after)


def _code(log: _Log, number: int, codes: Path) -> str:
    """Keeps a code object; gives its digest, or nothing where it was not written."""
    if number not in log.codes:
        try:
            data = log.base.with_name(f"{log.base.name}-{number}.code").read_bytes()
        except OSError:
            return ""
        codes.mkdir(parents=True, exist_ok=True)
        log.codes[number] = digest_of(data)
        (codes / log.codes[number]).write_bytes(data)
    return log.codes[number]
