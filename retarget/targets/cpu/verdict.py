"""What a run on the host is worth beside another."""

from __future__ import annotations

from msgspec import Struct

from retarget.targets.cpu.run import Conditions, RunResult
from retarget.targets.cpu.same_output import Difference, TracedLaunch


class HostRun(Struct, frozen=True):
    """One run: what ran and how, what came of it, the files it wrote (None for one that is not there), and the trace of
    its launches."""

    label: str
    conditions: Conditions
    result: RunResult
    files: tuple[bytes | None, ...]
    trace: tuple[TracedLaunch, ...]


class Verdict(Struct, frozen=True):
    """A run against the one that it is measured by. `kernel`: where device memory first differs."""

    run: HostRun
    differences: tuple[Difference, ...]
    kernel: TracedLaunch | None
    code_differs: bool

    @property
    def ok(self) -> bool:
        return not self.differences and not self.code_differs and not self.run.result.hung
