"""A captured launch, replayed on this processor in several ways, each compared with what the program got."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from itertools import groupby
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from retarget.capture.contents import CapturedLaunch, CapturedRegion
from retarget.capture.element_types import MemoryTypes, Segment, TypeTable
from retarget.capture.memory_pieces import PieceFolder
from retarget.capture.processor_replay import (
    ReplayOutcome,
    ReplayResult,
    read_result,
    replayed_regions,
    write_request,
)
from retarget.capture.relocation import AddressRange, Relocation
from retarget.capture.replay_text import ReplayedKernel
from retarget.capture.symbol_names import symbol_name
from retarget.capture.typed_memory import SegmentVerdict, judge
from retarget.errors import Error, InputError
from retarget.system.ending import ending
from retarget.targets.cpu.run import Conditions, RunResult, captured
from retarget.targets.cpu.same_output import read_trace
from retarget.targets.device import Array

ORDERS = 4  # of the original's threads, where the program's own replays varied
_ORIGINAL = "original"
_STATES = re.compile(r"\b(?:cu|hip|roc)rand\w*")  # of random generators: the host's library has its own
_LACKS = "does not support"  # as the host runtime says it


class ReplayEnd(StrEnum):
    """How a replay ended: as the program's launch did, otherwise, or not at all."""

    SAME = "same"
    DIFFERS = "differs"
    FAULT = "fault"
    HUNG = "ran too long"


class ReplayRun(Struct, frozen=True):
    """One replay. label: original, translated, or which variant. said: what differs, or what the fault is; varies:
    elements that no two orders of the original's threads agree on, and that are not compared; as_original: it gives
    what the original gives here. ran: kernels, by their names in the text, where a schedule changes some."""

    label: str
    conditions: Conditions
    end: ReplayEnd
    said: tuple[str, ...] = ()
    varies: int = 0
    as_original: bool = False
    ran: frozenset[str] = frozenset()

    @property
    def ok(self) -> bool:
        return self.end is ReplayEnd.SAME


class ReplayPlan(Struct, frozen=True):
    """original, alone: the executable of the original, and how it runs; runs: of the translation, each with its label,
    executable and conditions. is_traced: it is asked which kernels ran. relative: tolerance of floats, else that of
    compare.py."""

    original: str
    alone: Conditions
    runs: tuple[tuple[str, str, Conditions], ...]
    is_traced: bool = False
    relative: float | None = None


_Held = Callable[[int], Array]  # what a region holds, by its number


class CannotReplay(Error):
    """Why a launch cannot be replayed with the given sources, or on this machine."""


@dataclass
class HostReplays:
    """The replays of one launch. folder: an empty one, for its files. varies: of its proof."""

    launch: CapturedLaunch
    kernel: ReplayedKernel
    pieces: PieceFolder
    plan: ReplayPlan
    folder: Path
    varies: int
    _parts: list[Segment] = field(default_factory=list)
    _orders: list[_Held] = field(default_factory=list)
    _count: int = 0

    def done(self, advance: Callable[[], None]) -> tuple[tuple[ReplayRun, ...], str]:
        """All of them, or why there are none. advance: is called behind each."""
        try:
            return tuple(self._all(advance)), ""
        except (CannotReplay, InputError) as error:
            return (), error.what

    def _all(self, advance: Callable[[], None]) -> Iterator[ReplayRun]:
        write_request(self._request, self.launch, self.kernel, self.pieces)
        first = self._replayed(self.plan.original, self.plan.alone)
        advance()
        base = self._contents(first)
        if base and self.varies:
            self._orders = [base, *self._other_orders(advance)]
        run = self._judged(_ORIGINAL, self.plan.alone, first, base, None)
        yield run
        if run.end is ReplayEnd.HUNG:
            return
        for label, made, conditions in self.plan.runs:
            trace = self.folder / "trace" if self.plan.is_traced else None
            found = self._replayed(made, replace(conditions, trace=trace))
            run = self._judged(label, conditions, found, self._contents(found), base)
            yield replace(run, ran=_ran(trace))
            advance()

    def _other_orders(self, advance: Callable[[], None]) -> Iterator[_Held]:
        for seed in range(1, ORDERS + 1):
            held = self._contents(self._replayed(self.plan.original, replace(self.plan.alone, seed=seed)))
            advance()
            if held:
                yield held

    @property
    def _request(self) -> Path:
        return self.folder / "request"

    @cached_property
    def _regions(self) -> tuple[CapturedRegion, ...]:
        return replayed_regions(self.launch, self.kernel)

    def _before(self, region: int) -> Array:
        return self.pieces.joined(self._regions[region].before, self._regions[region].size)

    def _after(self, region: int) -> Array:
        return self.pieces.joined(self._regions[region].after, self._regions[region].size)

    def _replayed(self, program: str, conditions: Conditions) -> ReplayResult | RunResult:
        """What a replay wrote; how it ended where it wrote nothing, or found faults."""
        self._count += 1
        result = self.folder / f"result-{self._count}"
        done = captured(program, ("replay", str(self._request), str(result)), conditions, str(self.folder))
        if done.hung or done.code:
            return done
        try:
            found = read_result(result, self._regions, len(self.launch.objects))
        except (OSError, ValueError) as error:
            raise CannotReplay(f"its replay leaves no result: {error}") from None
        result.unlink()  # what is mapped stays, as long as it is used
        if why := self._unfit(found):
            raise CannotReplay(why)
        return found

    def _unfit(self, found: ReplayResult) -> str:
        if states := next(filter(None, (_STATES.search(t.text) for t in found.types)), None):
            return f"what its memory holds as {states[0]} is of the GPU's library, and means nothing here"
        region = self._regions[found.detail] if found.detail < len(self._regions) else None
        variable = f"the variable {symbol_name(region.name).shown if region else ''}"
        match found.outcome:
            case ReplayOutcome.OTHER_PARAMETERS:
                own = ", ".join(f"{t.text} ({t.size})" for t in (found.types[p] for p in found.parameters)) or "none"
                given = ", ".join(str(size) for _, size in self.launch.parameters) or "none"
                return f"its parameters have other sizes in the sources: {own}; captured: {given} bytes"
            case ReplayOutcome.OTHER_VARIABLE:
                return f"{variable} has another size in the sources than {region.size if region else 0} bytes"
            case ReplayOutcome.CONSTANT_VARIABLE:
                return f"{variable} is constant in the sources, with other values"
            case ReplayOutcome.NO_ROOM:
                return "the processor's device has no room for its memory (16 GiB)"
        return ""

    def _contents(self, found: ReplayResult | RunResult) -> _Held | None:
        """Memory behind a replay, its words moved back to where the program had them; none without a result."""
        if isinstance(found, RunResult) or found.outcome is not ReplayOutcome.DONE:
            return None
        placed, contents = zip(self._regions, found.addresses, strict=True), found.contents
        moves = [(AddressRange(to, r.size), r.address) for r, to in placed]
        moves += [(AddressRange(to, 0), o.handle) for o, to in zip(self.launch.objects, found.handles, strict=True)]
        back = Relocation.of(moves)
        return lambda region: back.apply(contents[region])

    def _judged(
        self,
        label: str,
        conditions: Conditions,
        found: ReplayResult | RunResult,
        contents: _Held | None,
        base: _Held | None,
    ) -> ReplayRun:
        """contents, base: what it gives, and the original."""
        if isinstance(found, RunResult):
            said = found.stderr.decode(errors="replace").rstrip()
            if _LACKS in said:
                raise CannotReplay(said.partition("fault: ")[2] or said)
            said = said or f"it ends with {ending(found.code)}"
            return ReplayRun(label, conditions, ReplayEnd.HUNG if found.hung else ReplayEnd.FAULT, (said,))
        if found.outcome is ReplayOutcome.WRITES_OUTSIDE:
            said = f"it writes {found.detail} bytes outside of all memory that was captured"
            return ReplayRun(label, conditions, ReplayEnd.DIFFERS, (said,))
        if contents is None:
            said = f"the launch fails with error {found.detail}: grid, block or shared memory are beyond this device"
            return ReplayRun(label, conditions, ReplayEnd.FAULT, (said,))
        parts = self._segments(found)
        told = list(self._against(parts, self._after, contents, self._orders))
        what, varies = tuple(t.fault for t in told if t.fault), sum(t.varies for t in told)
        end = ReplayEnd.DIFFERS if what else ReplayEnd.SAME
        as_original = False
        if what and base:
            as_original = not any(t.fault for t in self._against(parts, base, contents, ()))
        return ReplayRun(label, conditions, end, what, varies, as_original)

    def _against(
        self, parts: Sequence[Segment], wanted: _Held, found: _Held, orders: Sequence[_Held]
    ) -> Iterator[SegmentVerdict]:
        """Region by region, as all of them together may be large."""
        for region, of_region in groupby(parts, lambda part: part.region):
            held = [give(region) for give in (wanted, found, *orders)]
            for part in of_region:
                right, given, *others = (all_[part.first : part.end] for all_ in held)
                yield judge(part, right, given, others, self.plan.relative)

    def _segments(self, found: ReplayResult) -> list[Segment]:
        """By the types of the first replay that tells them: the original's, whose vectors are plain classes."""
        if not self._parts:
            memory = MemoryTypes(TypeTable(found.types), self._regions, self._before)
            self._parts = memory.segments(self.launch, found.parameters, found.elements, self.kernel.names)
        return self._parts


def _ran(trace: Path | None) -> frozenset[str]:
    if trace is None or not trace.exists():
        return frozenset()
    steps = read_trace(trace.read_text())
    trace.unlink()
    return frozenset(step.kernel.partition(" [")[0].rpartition("::")[2] for step in steps)
