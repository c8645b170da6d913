"""The launches of a kernel that can be used: those on which the original gives what the program got, and so much of it
alike each time that variants can be judged."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from retarget.targets.device import DeviceError, Trouble
from retarget.targets.device_process import Lost
from retarget.tuning.kernel.bench import Originals, Setup
from retarget.tuning.kernel.device_pool import DevicePool
from retarget.tuning.kernel.replay_case import ReplayCase
from retarget.tuning.tuned import Untunable

_RUNS = 3


class UsableCases(Struct, frozen=True):
    """pool: of the devices; weigh: weighs cases anew, where not all of them can be used; note: hears of these."""

    pool: DevicePool
    weigh: Callable[[Sequence[ReplayCase]], tuple[ReplayCase, ...]]
    note: Callable[[str], None]
    limit: float | None

    def found(self, setup: Setup) -> tuple[Originals, Setup]:
        """What is known of the original, and the setup with the cases that are left. Raises Untunable, DeviceError."""
        try:
            known = self.pool.originals(_RUNS, self.limit)
        except Lost as lost:
            raise Untunable(f"the kernel itself fails: {lost}: look at the case's grid and arguments") from None
        except DeviceError as error:
            if error.trouble is not Trouble.LAUNCH:
                raise
            raise Untunable(f"the kernel itself cannot be launched: {error}") from None
        left = tuple(c for c in setup.cases if c.name not in known.refused)
        for case in setup.cases:
            if why := known.refused.get(case.name):
                if not (case.is_captured or case.is_scrambled) or not left:
                    raise Untunable(f"case '{case.name}': {why}")
                self.note(f"its launch {case.name} is not used: {why}")
        if not known.compared and all(c.is_captured for c in left):
            return self._scrambled(replace(setup, cases=left))
        if not known.compared:
            raise Untunable("nothing that the original writes is the same each time: nothing could be judged")
        if not known.refused:
            return known, setup
        timed = self.weigh([c for c in left if not c.is_scrambled])
        setup = replace(setup, cases=(*timed, *(c for c in left if c.is_scrambled)))
        self.pool.afresh(setup)
        return known, setup

    def _scrambled(self, setup: Setup) -> tuple[Originals, Setup]:
        """Where the original changes nothing that it always changes alike: variants are judged on other numbers too."""
        smallest = min(setup.cases, key=lambda c: c.launch.reach)
        more = replace(setup, cases=(*setup.cases, smallest.scrambled))
        self.pool.afresh(more)
        try:
            known, found = self.found(more)
        except Untunable:
            raise Untunable("its launches leave memory as it was, and other numbers in it show no more: nothing could "
                            "be judged") from None  # fmt: skip
        if not any(c.is_scrambled for c in found.cases):
            raise Untunable("its launches leave memory as it was: nothing could be judged")
        return known, found
