"""The fewest bytes that a launch moves between memory and the device.

    least traffic = bytes read + bytes written      each byte of the launch's memory counted once for either
    GB/s          = least traffic / time            decimal: 1e9 bytes a second; "effective bandwidth"

*Bytes read* are those that some thread demonstrably reads before the launch itself stores there. *Bytes written* are,
for each region of captured memory, those that some thread demonstrably stores, or that differ after the launch in the
program, whichever are more. What is demonstrable: `launch_walk.py`. Where all accesses of the launch are, the figure is
*whole*: no launch of this kernel on this memory can do with less. Else it is a lower bound, *at least*.

A launch may move more (what caches lose is read again, and memory moves in lines), and what caches still hold from
before is not read from memory at all. So the figure compares variants with each other and with the device's peak; it is
no measurement of the memory's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np
from msgspec import Struct

from retarget.capture.contents import CapturedLaunch, CapturedRegion, MemoryKind
from retarget.capture.folder import CaptureFolder
from retarget.schedule.form.subject import Subject
from retarget.targets.device import Array
from retarget.tuning.bandwidth import gb_per_s
from retarget.tuning.choice import CLOCK
from retarget.tuning.kernel.arguments import KernelParameter, parameters
from retarget.tuning.kernel.captured_case import ArgumentPointer, led_to_by_memory, pointers_of
from retarget.tuning.kernel.launch_walk import LaunchWalk
from retarget.tuning.kernel.replay_case import ReplayCase
from retarget.tuning.kernel.thread_values import Pointer, Value, unqualified
from retarget.tuning.kernel.touched import TouchedMemory, TouchedRegion
from retarget.tuning.record import LaunchTraffic
from retarget.tuning.tuned import Tuned
from retarget.unit.tree import Variable

_MOST_PIECES = 256  # that are compared of one region
_MOST_REACH = 1 << 28  # bytes of a launch that are looked through for pointers


class LeastTraffic(Struct, frozen=True):
    """Bytes of one launch. is_whole: whether all of its accesses are known."""

    read: int
    written: int
    is_whole: bool

    @property
    def bytes(self) -> int:
        return self.read + self.written


class KnownAccesses(Struct, frozen=True):
    """What a launch demonstrably does to its memory. hidden: regions that it may store to where nothing is told of it,
    so that no read of them counts; is_whole: whether all accesses are known."""

    regions: tuple[TouchedRegion, ...]
    hidden: frozenset[int]
    is_whole: bool

    def read(self, region: int) -> Array:
        """The bytes that it reads before it stores there itself, by their offsets."""
        return self.regions[region].read_at() if region not in self.hidden else np.zeros(0, np.intp)


def known_accesses(
    folder: CaptureFolder, case: ReplayCase, subject: Subject, instance: Sequence[str] = ()
) -> KnownAccesses:
    """As `least_traffic`, byte by byte."""
    launch, given = case.launch, case.instance or instance
    expects = parameters(subject, given)
    pointers = [*pointers_of(launch, expects)]
    uses = [_use(region, pointers) for region in launch.memory]
    regions = tuple(TouchedRegion(r.size, u.is_read and u.is_written) for r, u in zip(launch.memory, uses, strict=True))
    touched = TouchedMemory(regions, (*reversed(launch.grid), *reversed(launch.block)))
    values = dict(_values(launch, expects, subject.function.parameters))
    constants = dict(_constants(subject, given))
    walk = LaunchWalk(subject.function, subject.effects, launch.grid, launch.block, values, constants, touched)
    namesakes = [f for f in subject.effects.functions.values() if f.name == subject.function.name]
    is_alone = len(namesakes) == 1  # which of several a launch is of, its name does not tell
    if is_alone:
        walk.walk()
    if is_alone and walk.is_whole and touched.is_inside:
        return KnownAccesses(regions, frozenset(), all(r.is_clear for r in regions))
    hidden = set(range(len(regions)))
    if launch.reach <= _MOST_REACH:
        hidden = led_to_by_memory(folder, launch) | {at for at, u in enumerate(uses) if u.is_written}
    return KnownAccesses(regions, frozenset(hidden), False)


def least_traffic(
    folder: CaptureFolder, case: ReplayCase, subject: Subject, instance: Sequence[str] = ()
) -> LeastTraffic:
    """Of the original kernel on a case. instance: the arguments of its template, where the case has none. Raises
    InputError for memory of the capture that is damaged."""
    known = known_accesses(folder, case, subject, instance)
    read = sum(r.read for at, r in enumerate(known.regions) if at not in known.hidden)
    if known.is_whole:
        return LeastTraffic(read, sum(r.stored for r in known.regions), True)
    stored = ((r.stored, _changed(folder, m)) for r, m in zip(known.regions, case.launch.memory, strict=True))
    return LeastTraffic(read, sum(map(max, stored)), False)


class _Use(Struct, frozen=True):
    """What the kernel may do with a region by way of its arguments."""

    is_read: bool
    is_written: bool


def _use(region: CapturedRegion, pointers: Sequence[ArgumentPointer]) -> _Use:
    own = [p for p in pointers if region.address <= p.address <= region.address + region.size]
    if region.kind is MemoryKind.VARIABLE or not own:
        return _Use(True, True)
    return _Use(any(p.is_read for p in own), any(p.is_written for p in own))


def launch_traffic(
    cases: Sequence[ReplayCase], done: Tuned, least: Callable[[ReplayCase], LeastTraffic]
) -> Iterator[LaunchTraffic]:
    """Of the cases that were timed; of others, and of those of which no byte is known, nothing. An interrupt ends it:
    the race is over, and its choice stands."""
    (kernel,) = (c.kernel for c in done.choices)
    for case in cases:
        ms = done.original_ms.get(case.name, 0.0)
        if ms < CLOCK or case.is_scrambled:
            continue
        try:
            found = least(case)
        except KeyboardInterrupt:
            return
        if found.bytes:
            yield LaunchTraffic(
                kernel, case.name, *case.size, found.read, found.written, found.is_whole, ms,
                gb_per_s(found.bytes, ms),
            )  # fmt: skip


def _values(
    launch: CapturedLaunch, expects: Sequence[KernelParameter], variables: Sequence[Variable]
) -> Iterator[tuple[str, Value]]:
    whole = bytes.fromhex(launch.arguments)
    for (offset, size), p, variable in zip(launch.parameters, expects, variables, strict=True):
        given = whole[offset : offset + size]
        if p.is_pointer and p.element:
            element = unqualified(variable.canonical).removesuffix(" *")
            yield variable.key, _pointer(launch.memory, int.from_bytes(given, "little"), element, p.element.size)
        elif p.dtype and np.dtype(p.dtype).kind in "iub":
            yield variable.key, _number(given, p.dtype)


def _number(given: bytes, dtype: str) -> Value:
    found = int(np.frombuffer(given, dtype)[0])
    return np.full((1,) * 6, found, np.int64) if abs(found) < 1 << 62 else None


def _pointer(memory: Sequence[CapturedRegion], address: int, element: str, size: int) -> Value:
    own = [at for at, r in enumerate(memory) if r.address <= address < r.address + r.size]
    if len(own) != 1:
        return None
    return Pointer(own[0], np.full((1,) * 6, address - memory[own[0]].address, np.int64), element, size)


def _constants(subject: Subject, given: Sequence[str]) -> Mapping[str, int]:
    """Of the template's parameters, those that are numbers."""
    pairs = zip(subject.function.template_names, given, strict=False)
    return {name: int(value) for name, value in pairs if value.lstrip("-").isdigit()}


def _changed(folder: CaptureFolder, region: CapturedRegion) -> int:
    """Bytes that the program found otherwise after the launch; of large regions, some of them."""
    pairs = [(one, other) for one, other in zip(region.before, region.after, strict=False) if one != other]
    read = folder.pieces.read
    found = ([np.frombuffer(read(name), np.uint8) for name in pair] for pair in pairs[:_MOST_PIECES])
    return sum(int(np.count_nonzero(one != other)) for one, other in found)
