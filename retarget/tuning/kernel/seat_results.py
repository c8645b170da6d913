"""What launches leave in a case's memory, beside what the original gives, and what the program got."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from retarget.capture.compare import Extremes, fault, span, subnormal
from retarget.capture.placed_launch import PlacedModule
from retarget.targets.device import Array
from retarget.tuning.kernel.reference_results import ReferenceResults
from retarget.tuning.kernel.seat import ORIGINAL, Seat


class SeatResults(Struct, frozen=True):
    """references: what the original gives."""

    references: ReferenceResults

    def compared(self, seat: Seat) -> int:
        """How many elements that the original changes are held to something."""
        case, numbers = seat.case, seat.placed.numbers(seat.launches[ORIGINAL].module)
        own = [n for n in numbers if case.rules[n].is_compared and self.is_kept(seat, n)]
        return sum(
            spans.compared for n in own for part in range(len(case.rules[n].types))
            for spans in self.references.spans(case.name, n, part)
        )  # fmt: skip

    def is_kept(self, seat: Seat, number: int) -> bool:
        """Whether the contents of a region were kept; else it is as it was before."""
        return number in seat.changed or seat.case.rules[number].is_poisoned

    def columns(self, seat: Seat, number: int, module: PlacedModule) -> list[list[Array]]:
        """The numbers that a region holds, by the ranges of its rule, and in each by the fields of its elements."""
        return self._parts(seat, number, seat.placed.contents(number, module))

    def _parts(self, seat: Seat, number: int, data: Array) -> list[list[Array]]:
        types = seat.case.rules[number].types
        return [list(t.type.columns(np.ascontiguousarray(data[t.start : t.end]))) for t in types]

    def against_program(self, seat: Seat) -> str:
        """Whether what the original gives here is what the program got."""
        case, module = seat.case, seat.launches[ORIGINAL].module
        for n in seat.placed.numbers(module):
            rule, region = case.rules[n], case.launch.memory[n]
            if not self.is_kept(seat, n):
                if region.before != region.after:
                    return f"the kernel leaves {seat.placed.named(n)} as it is, and in the program it did not"
                continue
            if rule.is_poisoned and n not in seat.changed:
                continue
            for part, columns in enumerate(self._parts(seat, n, seat.placed.after(n, module))):
                for wanted, got in zip(self.references.spans(case.name, n, part), columns, strict=True):
                    if rule.is_poisoned:
                        got = _unpoisoned(wanted, got, rule.poison)
                    if why := fault(wanted, got, case.relative, case.absolute):
                        named = rule.types[part].name or seat.placed.named(n)
                        return f"the kernel gives another result here than in the program, which got {named}{why}"
        return ""

    def against_original(self, seat: Seat, variant: int, numbers: Sequence[int]) -> str:
        """What is wrong with regions that a variant left, number by number, or nothing."""
        case, module = seat.case, seat.launches[variant].module
        for n in numbers:
            rule = case.rules[n]
            if not rule.is_written:
                return f"it changes {seat.placed.named(n)}, which it must not"
            before = [] if self.is_kept(seat, n) else self._parts(seat, n, seat.placed.before(n, module))
            for part, columns in enumerate(self.columns(seat, n, module)):
                kept = [span([w]) for w in before[part]] if before else self.references.spans(case.name, n, part)
                for low, got in zip(kept, columns, strict=True):
                    why = fault(low, got, case.relative, case.absolute)
                    if not why and case.launch.code:  # the program's memory may hold more than its parameters tell
                        why = subnormal(low.low, got, low.low != low.high, case.relative)
                    if why:
                        return f"{rule.types[part].name or seat.placed.named(n)}{why}"
        return ""

    def differs(self, seat: Seat, number: int, wanted: Sequence[Extremes]) -> str:
        """What is wrong with a region of one range, or nothing."""
        case, module = seat.case, seat.launches[ORIGINAL].module
        (columns,) = self.columns(seat, number, module)
        for low, got in zip(wanted, columns, strict=True):
            if why := fault(low, got, case.relative, case.absolute):
                return f"{case.rules[number].types[0].name}{why}"
        return ""


def _unpoisoned(wanted: Extremes, got: Array, poison: int) -> Array:
    """What the program got, with poison where the original leaves it: there, the program had what was there before."""
    left = wanted.low.view("u1").reshape(got.size, -1) if got.size else wanted.low.view("u1")
    untouched = np.all(left == poison, axis=-1) if got.size else np.zeros(0, bool)
    made = got.copy()
    made[untouched] = wanted.low[untouched]
    return made
