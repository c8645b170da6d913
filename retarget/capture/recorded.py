"""What the recorder in a program's processes wrote (templates/capture/recorder.h), read into a capture.

Another program wrote it, perhaps to its last breath: a line cut short does not count, and pieces that a launch names
have to be there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from retarget.capture.capture import (
    FORMAT,
    Capture,
    CapturedLaunch,
    CapturedProcess,
    CapturedRegion,
    LaunchTotal,
    Memory,
    NotCaptured,
)
from retarget.capture.pieces import PIECE, PieceFolder, digest_of
from retarget.targets.device import Extents

_How = tuple[str, Extents, Extents, int]  # kernel, grid, block, dynamic bytes


@dataclass
class _Log:
    """Of one process. codes: digests by the recorder's numbers."""

    base: Path
    lines: dict[str, list[dict[str, Any]]]
    codes: dict[int, str] = field(default_factory=dict)


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
        for t in log.lines.get("total", []):
            how = (t["kernel"], _extents(t["grid"]), _extents(t["block"]), int(t["shared"]))
            count, ms = totals.get(how, (0, 0.0))
            totals[how] = count + int(t["count"]), ms + float(t["ns"]) / 1e6
        for r in log.lines.get("refused", []):
            refused[NotCaptured(r["kernel"], _extents(r["grid"]), _extents(r["block"]), r["why"])] = None
    made = tuple(LaunchTotal(k, g, b, s, count, ms) for (k, g, b, s), (count, ms) in totals.items())
    return Capture(FORMAT, command, tuple(processes), tuple(launches), made, tuple(refused))


def _logs(folder: Path) -> Iterator[_Log]:
    for path in sorted(folder.glob("*.jsonl"), key=lambda p: p.stat().st_mtime_ns):
        lines: dict[str, list[dict[str, Any]]] = {}
        for line in path.read_text(errors="replace").splitlines():
            try:
                record = json.loads(line)
                lines.setdefault(record["is"], []).append(record)
            except (ValueError, TypeError, KeyError):
                continue
        if "start" in lines:
            yield _Log(path.with_suffix(""), lines)


def _process(log: _Log) -> CapturedProcess:
    start, ends = log.lines["start"][0], log.lines.get("end", [])
    told = (start["program"], start["vendor"], start["device"], start["architecture"], start["driver"])
    if not ends:
        return CapturedProcess(*told)
    return CapturedProcess(*told, int(ends[0]["launches"]), float(ends[0]["seconds"]), True)


def _launches(log: _Log, process: int, pieces: PieceFolder, codes: Path) -> Iterator[CapturedLaunch]:
    raw = log.lines.get("launch", [])
    names = _named(log, raw, pieces)
    for l in raw:
        code = _code(log, int(l["code"]), codes)
        regions = [_region(m, names) for m in l["memory"]]
        if code and all(regions):
            parameters = tuple((int(offset), int(size)) for offset, size in l["parameters"])
            yield CapturedLaunch(
                process, l["kernel"], _extents(l["grid"]), _extents(l["block"]), int(l["shared"]), int(l["ordinal"]),
                int(l["order"]), int(l["stream"]), code, parameters, l["arguments"], tuple(r for r in regions if r),
            )  # fmt: skip


def _named(log: _Log, raw: list[dict[str, Any]], pieces: PieceFolder) -> dict[int, str]:
    """The digests of the pieces that launches name, by the recorder's numbers."""
    wanted = {n for l in raw for m in l["memory"] for when in ("before", "after") for n in m[when]}
    found: dict[int, str] = {}
    with log.base.with_suffix(".chunks").open("rb") as file:
        for number in range(max(wanted, default=-1) + 1):
            size = int.from_bytes(file.read(8), "little")
            data = file.read(min(size, PIECE))
            if not 0 < size == len(data):
                break
            if number in wanted:
                found[number] = pieces.keep(data)
    return found


def _region(told: dict[str, Any], names: dict[int, str]) -> CapturedRegion | None:
    try:
        before, after = (tuple(names[n] for n in told[when]) for when in ("before", "after"))
    except KeyError:
        return None
    return CapturedRegion(int(told["address"]), int(told["size"]), Memory(told["kind"]), told["name"], before, after)


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


def _extents(given: list[int]) -> Extents:
    x, y, z = map(int, given)
    return x, y, z
