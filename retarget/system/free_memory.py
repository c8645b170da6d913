"""How much memory is free for more processes."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

_MACHINE = Path("/proc/meminfo")
_GROUP = Path("/sys/fs/cgroup")


def free_memory(machine: Path = _MACHINE, group: Path = _GROUP) -> float:
    """Bytes, of the machine's and of the control group's limit; infinite where neither says anything."""
    found = [float("inf")]
    with suppress(OSError, ValueError):
        rows = dict(line.split(":") for line in machine.read_text().splitlines())
        found.append(float(rows["MemAvailable"].split()[0]) * 1024)
    with suppress(OSError, ValueError):  # "max" where it has none
        found.append(float((group / "memory.max").read_text()) - float((group / "memory.current").read_text()))
    return max(0.0, min(found))
