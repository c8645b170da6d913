"""Captured launches as cases: what their memory holds, by the kernel's signature, and what they stand for."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from math import log, prod

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from retarget.capture.contents import Capture, CapturedLaunch, CapturedRegion, LaunchTotal, MemoryKind, shown_extents
from retarget.capture.folder import CaptureFolder
from retarget.capture.typed_ranges import NumberLayout, typed_ranges
from retarget.schedule.form.subject import Subject
from retarget.targets.demangle import kernel_name, plain_arguments, split_name
from retarget.tuning.kernel.arguments import KernelParameter, parameters
from retarget.tuning.kernel.replay_case import RegionRule, ReplayCase
from retarget.tuning.launch_records import Size

_WORD = 8  # bytes
_NEARLY = log(1.05)  # of two launches' threads
_HANDLE = re.compile(r"\b(?:cuda|hip|CU|CUt)(Texture|Surface|tex|surf)Object|__hip_(texture|surface)\b", re.I)


class CapturedCases(Struct, frozen=True):
    """Of one kernel. refused: why launches of it are no cases."""

    cases: tuple[ReplayCase, ...]
    refused: tuple[str, ...]


class ArgumentPointer(Struct, frozen=True):
    """A word of the arguments that leads into memory."""

    address: int
    element: NumberLayout | None
    name: str
    is_read: bool
    is_written: bool


def of_kernel(capture: Capture, name: str) -> tuple[LaunchTotal, ...]:
    """The totals of all instances of a kernel, by its own name."""
    return tuple(t for t in capture.totals if split_name(kernel_name(t.kernel))[0] == name)


def captured_cases(folder: CaptureFolder, subject: Subject) -> CapturedCases:
    """The captured launches of a kernel, and of all instances of its template. Raises InputError for memory of the
    capture that is damaged."""
    capture, name = folder.capture, subject.function.name
    own = [l for l in capture.launches if split_name(kernel_name(l.kernel))[0] == name]
    cases: list[ReplayCase] = []
    refused = [f"{shown_extents(r.grid)} blocks: {r.why}" for r in capture.refused
               if split_name(kernel_name(r.kernel))[0] == name]  # fmt: skip
    for launch in own:
        proof = capture.proof(capture.launches.index(launch))
        given = split_name(kernel_name(launch.kernel))[1]
        expects = parameters(subject, given)
        if proof is not None and proof.why:
            refused.append(f"launch {launch.order}: {proof.why}{_by_texture(subject)}")
        elif launch.objects:
            why = f"{launch.first_object}, and no device makes them"
            refused.append(f"launch {launch.order}: {why}{_by_texture(subject)}")
        elif why := _unlike(launch, expects):
            refused.append(f"launch {launch.order}: {why}")
        else:
            cases.append(_case(folder, launch, expects, plain_arguments(given)))
    return CapturedCases(weighed(cases, of_kernel(capture, name)), tuple(dict.fromkeys(refused)))


def _by_texture(subject: Subject) -> str:
    """Which texture or surface a kernel is given, for a launch that does not replay; nothing where it is given none."""
    for v in subject.function.parameters:
        if found := _HANDLE.search(v.type) or _HANDLE.search(v.canonical):
            what = (found[1] or found[2]).lower()
            return f": its parameter '{v.name}' is a {what} object, whose handle means nothing in another process"
    for v in subject.function.variables.values():
        if v.canonical.startswith("texture<"):
            return f": it reads the texture reference '{v.name}', which is bound in the program alone"
    return ""


def weighed(cases: Sequence[ReplayCase], totals: Sequence[LaunchTotal]) -> tuple[ReplayCase, ...]:
    """Cases of a kernel that stand for all its launches in the run."""
    parts = _represented([c.launch for c in cases], [t for t in totals if t.ms > 0])
    return tuple(replace(c, stands_for=tuple(of.items())) for c, of in zip(cases, parts, strict=True))


def _unlike(launch: CapturedLaunch, expects: Sequence[KernelParameter]) -> str:
    """Why a launch cannot be one of the kernel as the source has it, or nothing."""
    if len(launch.parameters) != len(expects):
        return f"it has {len(launch.parameters)} arguments, the kernel in the source {len(expects)}"
    for (_, size), p in zip(launch.parameters, expects, strict=True):
        wanted = _WORD if p.is_pointer else p.bytes
        if wanted is not None and wanted != size:
            return f"its argument '{p.name}' has {size} bytes, that of the kernel in the source {wanted}"
    return ""


def _case(
    folder: CaptureFolder, launch: CapturedLaunch, expects: Sequence[KernelParameter], instance: tuple[str, ...]
) -> ReplayCase:
    pointers = list(pointers_of(launch, expects))
    inner = led_to_by_memory(folder, launch) if any(p.is_written and not p.is_read for p in pointers) else None
    rules = tuple(_rule(r, pointers, inner is None or at in inner) for at, r in enumerate(launch.memory))
    digest = hashlib.blake2b(digest_size=16)
    digest.update(repr((launch.kernel, launch.grid, launch.block, launch.shared, launch.arguments)).encode())
    digest.update(repr([(r.address, r.before, r.after) for r in launch.memory]).encode())
    size = f"{shown_extents(launch.grid)} blocks of {shown_extents(launch.block)}"
    process = f"process {launch.process + 1}, " if launch.process else ""
    return ReplayCase(f"{process}launch {launch.order}, {size}", launch, rules, digest.hexdigest(), instance)


def pointers_of(launch: CapturedLaunch, expects: Sequence[KernelParameter]) -> Iterator[ArgumentPointer]:
    """Those that the arguments hold, or may hold."""
    whole = bytes.fromhex(launch.arguments)
    for (offset, size), p in zip(launch.parameters, expects, strict=True):
        if p.is_pointer:
            yield ArgumentPointer(_word(whole, offset), p.element, p.name, p.is_read, p.is_written)
            continue
        known = dict(p.inner)
        for at in range(0, size - _WORD + 1, _WORD):
            yield ArgumentPointer(_word(whole, offset + at), known.get(at), p.name, True, True)


def _word(data: bytes, offset: int) -> int:
    return int.from_bytes(data[offset : offset + _WORD], "little")


def _rule(region: CapturedRegion, pointers: Sequence[ArgumentPointer], is_inner: bool) -> RegionRule:
    """is_inner: whether words of memory, too, may lead to it."""
    own = [p for p in pointers if region.address <= p.address <= region.address + region.size]
    types = typed_ranges(region.size, [(p.address - region.address, p.element, p.name) for p in own])
    if region.kind is MemoryKind.VARIABLE or is_inner or not own:
        return RegionRule(types)
    is_poisoned = all(p.is_written and not p.is_read for p in own)
    return RegionRule(types, any(p.is_written for p in own), is_poisoned)


def led_to_by_memory(folder: CaptureFolder, launch: CapturedLaunch) -> set[int]:
    """The regions into which words of memory lead."""
    found: set[int] = set()
    for region in launch.memory:
        data = folder.pieces.joined(region.before, region.size)
        words = data[: data.size // _WORD * _WORD].view(np.uint64)
        for at, r in enumerate(launch.memory):
            if at not in found and bool(np.any((words >= r.address) & (words <= r.address + r.size))):
                found.add(at)
    return found


def _represented(launches: Sequence[CapturedLaunch], totals: Sequence[LaunchTotal]) -> list[dict[Size, float]]:
    """For each launch the milliseconds of the run, by size, that it stands for: those of its own configuration, shared
    with others of that; and of configurations that none of the launches has, in between the next smaller one and the
    next larger one, by the logarithm of their threads."""
    made: list[dict[Size, float]] = [{} for _ in launches]
    own: dict[object, list[int]] = {}
    for at, l in enumerate(launches):
        own.setdefault(_configuration(l), []).append(at)
    for t in totals:
        alike = own.get(_configuration(t))
        weights = {at: 1 / len(alike) for at in alike} if alike else _between(t, launches)
        for at, weight in weights.items():
            size = t.grid, t.block
            made[at][size] = made[at].get(size, 0.0) + t.ms * weight
    return made


def _configuration(of: CapturedLaunch | LaunchTotal) -> tuple[object, ...]:
    return of.kernel, of.grid, of.block, of.shared


def _between(total: LaunchTotal, launches: Sequence[CapturedLaunch]) -> dict[int, float]:
    """The launches nearest in threads, below and above, and the weight of each; of the same instance, where there are
    some. Launches of nearly the same size share a weight: what differs between them, such as the remainder of a grid by
    a factor, differs between those that they stand for."""
    alike = [at for at, l in enumerate(launches) if l.kernel == total.kernel] or list(range(len(launches)))
    if not alike:
        return {}
    size = {at: log(max(1, launches[at].threads)) for at in alike}
    own = log(max(1, prod(total.grid) * prod(total.block)))
    below = max((at for at in alike if size[at] <= own), key=lambda at: size[at], default=None)
    above = min((at for at in alike if size[at] > own), key=lambda at: size[at], default=None)
    if below is None or above is None:
        weights = {at: 1.0 for at in (below, above) if at is not None}
    else:
        part = (own - size[below]) / (size[above] - size[below])
        weights = {below: 1 - part, above: part}
    made: dict[int, float] = {}
    for at, weight in weights.items():
        near = [other for other in alike if abs(size[other] - size[at]) <= _NEARLY]
        for other in near:
            made[other] = made.get(other, 0.0) + weight / len(near)
    return made


def by_share(capture: Capture) -> Mapping[str, float]:
    """The share of the device's time that each kernel takes, by its own name, the largest first; 0 where no time of a
    captured kernel is known."""
    found: dict[str, float] = {}
    captured = {l.kernel: 0.0 for l in capture.launches}
    for symbol, ms in {**captured, **capture.by_kernel}.items():
        name = split_name(kernel_name(symbol))[0]
        found[name] = found.get(name, 0.0) + ms
    whole = sum(found.values()) or 1.0
    return {k: ms / whole for k, ms in sorted(found.items(), key=lambda item: -item[1])}
