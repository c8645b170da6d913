"""How many processors this process may use."""

from __future__ import annotations

import os


def cores() -> int:
    """Those of its affinity, which taskset and the cpusets of Slurm and of containers set; where a system has no such
    thing, the machine's."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
