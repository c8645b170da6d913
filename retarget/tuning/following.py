"""The kernel whose race comes next: its variants compile while this one's race waits for a compiler or a device."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from retarget.errors import MissingTool
from retarget.tuning.kernel.captured_case import CapturedCases
from retarget.tuning.kernel.compilation import Compilation
from retarget.tuning.tuned import Untunable


class ReadyKernel(Struct, frozen=True):
    """A kernel that can be raced. wrong: schedules that earlier tunings found to be."""

    cases: CapturedCases
    compilation: Compilation
    wrong: frozenset[str] = frozenset()


class Following:
    """make: what its race needs. What is wrong with it, its own race tells: nothing is raised here."""

    def __init__(self, make: Callable[[], ReadyKernel]) -> None:
        self._make = make
        self.kernel: ReadyKernel | None = None
        self._is_over = False

    def go_on(self) -> None:
        """A step: what can begin to compile, does."""
        if not self._is_over:
            self._tried(self._begin)

    def rest(self) -> None:
        """For good. What has compiled is kept."""
        self._is_over = True
        if self.kernel:
            self._tried(self.kernel.compilation.rest)

    def end(self) -> None:
        self._is_over = True
        if self.kernel:
            self.kernel.compilation.end()
        self.kernel = None

    def _begin(self) -> None:
        self.kernel = self.kernel or self._make()
        self.kernel.compilation.begin(self.kernel.wrong)

    def _tried(self, step: Callable[[], None]) -> None:
        try:
            step()
        except (Untunable, MissingTool):
            self.end()
