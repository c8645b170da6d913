"""Where variants run: a device that holds the cases' arrays, between guards, and launches, judges and times them.

    | guard | array | guard |     a launch that writes outside of its array, but near to it, changes a guard

An array that the kernel only writes begins as poison, so that what a variant leaves unwritten shows; one that it reads
and writes begins each time as it was given.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic
from typing import Any

import numpy as np

from retarget.capture.compare import POISON, Extremes, fault, span
from retarget.targets.device import Array, Device
from retarget.tuning.kernel.compiled import Module
from retarget.tuning.kernel.store import ArrayFile, KeptBuffer, KeptCase, saved_array

ORIGINAL = 0
GUARD = 64 << 10  # bytes
_ALIGNED = 256
_LOOKED_AT = 256 << 20  # bytes of arrays that the kernel cannot write, up to which they are looked at all the same
_LOGICAL, _FITTED = 40, 72  # bytes of retarget::Logical and retarget::Fitted


@dataclass(frozen=True)
class Setup:
    """What a process needs. opener: opens the device; folder: for what the original gives."""

    opener: Callable[[], Device]
    cases: tuple[KeptCase, ...]
    folder: str
    modules: tuple[Module, ...] = ()


@dataclass(frozen=True)
class LaunchConfiguration:
    """Of a physical launch. logical: the coarsened kernel's first argument, nothing for the original."""

    function: Any
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    shared: int
    logical: tuple[bytes, ...] = ()


@dataclass(frozen=True)
class Originals:
    """What the original's runs tell. fault: against what was expected; ms: by case; compared: elements; varying: names
    of arrays whose contents differ from run to run; seconds: of one run with all that belongs to it."""

    fault: str
    ms: dict[str, float]
    compared: int
    varying: tuple[str, ...]
    seconds: float


@dataclass
class _Placed:
    """A buffer in the device's memory. given: the address of a copy of what it begins with, where that is needed."""

    buffer: KeptBuffer
    address: int
    size: int
    given: int | None


@dataclass
class _Seat:
    """A case on the device; its launches by variant."""

    case: KeptCase
    placed: list[_Placed]
    arguments: list[bytes]
    launches: dict[int, LaunchConfiguration] = field(default_factory=dict)


class Bench:
    """Raises DeviceError from all its methods; after one of the kinds KERNEL and LOST it is of no more use."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.device = setup.opener()
        self.seats = [self._seat(c) for c in setup.cases]
        self.wanted: dict[tuple[str, str], Extremes] = {}
        for module in setup.modules:
            self.add(module)

    def add(self, module: Module) -> dict[int, tuple[str, ...]]:
        """Loads a module; tells of each of its variants which cases it fits."""
        loaded = self.device.load(module.code)
        original = self.device.function(loaded, module.original)
        functions = [self.device.function(loaded, name) for _, name in module.variants]
        fits: dict[int, tuple[str, ...]] = {number: () for number, _ in module.variants}
        for seat in self.seats:
            case = seat.case
            seat.launches.setdefault(ORIGINAL, LaunchConfiguration(original, case.grid, case.block, case.shared))
            told = self._fitted(seat, self.device.function(loaded, module.fits), functions)
            for (number, _), function, row in zip(module.variants, functions, told, strict=True):
                if row[17]:
                    gx, gy, gz, bx, by, bz, shared = map(int, row[10:17])
                    logical = row.tobytes()[:_LOGICAL]
                    grid, block = (gx, gy, gz), (bx, by, bz)
                    seat.launches[number] = LaunchConfiguration(function, grid, block, shared, (logical,))
                    fits[number] += (case.name,)
        return fits

    def _fitted(self, seat: _Seat, entry: Any, functions: Sequence[Any]) -> Array:
        """For each function the words of a retarget::Fitted, as the module tells them."""
        most = np.array([self.device.most_threads(f) for f in functions], np.uint32)
        told = np.zeros((len(functions), _FITTED // 4), np.uint32)
        if not functions:
            return told
        given, made = self.device.allocate(most.nbytes), self.device.allocate(told.nbytes)
        self.device.write(given, most)
        case = seat.case
        extents = [np.array(e, np.uint32).tobytes() for e in (case.grid, case.block)]
        arguments = [*extents, _word(case.shared), _address(given), _word(self.device.units), _address(made)]
        self.device.launch(entry, (1, 1, 1), (1, 1, 1), 0, arguments)
        self.device.synchronise()
        self.device.read(made, told)
        self.device.free(given)
        self.device.free(made)
        return told

    def originals(self, runs: int) -> Originals:
        """Runs the original: first on what is given, against what is expected; then `runs` times as variants run, for
        what they are compared with."""
        compared, varying, ms = 0, [], {}
        started = monotonic()
        for seat in self.seats:
            self._begin(seat, as_given=True)
            self._launch(seat, ORIGINAL)
            self.device.synchronise()
            if why := self._outside(seat) or self._against_expected(seat):
                return Originals(f"case '{seat.case.name}': {why}", {}, 0, (), 0.0)
            seconds = monotonic() - started
            found: dict[str, list[Array]] = {}
            for _ in range(runs):
                self._begin(seat)
                self._launch(seat, ORIGINAL)
                self.device.synchronise()
                for p in self._judged(seat):
                    found.setdefault(p.buffer.name, []).append(self._contents(p))
            for name, arrays in found.items():
                made = span(arrays)
                varying += [name] if made.low is not made.high else []
                compared += made.compared
                self._keep(seat, name, made)
            ms[seat.case.name] = median(self._turns(seat, (ORIGINAL,), runs, Random(1))[ORIGINAL])
        return Originals("", ms, compared, tuple(varying), seconds)

    def verify(self, variant: int) -> str:
        """What is wrong with a variant, or nothing."""
        for seat in self.seats:
            self._begin(seat)
            self._launch(seat, variant)
            self.device.synchronise()
            if why := self._outside(seat) or self._against_original(seat):
                return f"{why} (case '{seat.case.name}')" if len(self.seats) > 1 else why
        return ""

    def time(self, variants: tuple[int, ...], turns: int, seed: int) -> dict[int, dict[str, float]]:
        """Milliseconds of variants by case: medians over turns, which each takes in an order drawn anew; a first turn
        is cold and does not count."""
        random = Random(seed)
        made: dict[int, dict[str, float]] = {v: {} for v in variants}
        for seat in self.seats:
            for variant, ms in self._turns(seat, variants, turns, random).items():
                made[variant][seat.case.name] = median(ms)
        return made

    def _turns(self, seat: _Seat, variants: tuple[int, ...], turns: int, random: Random) -> dict[int, list[float]]:
        made: dict[int, list[float]] = {v: [] for v in variants}
        events = {v: (self.device.event(), self.device.event()) for v in variants}
        for turn in range(turns + 1):
            for variant in random.sample(variants, len(variants)):
                for p in seat.placed:
                    if p.given is not None:
                        self.device.copy(p.address, p.given, p.size)
                start, stop = events[variant]
                self.device.record(start)
                self._launch(seat, variant)
                self.device.record(stop)
            self.device.synchronise()
            if turn:
                for variant, (start, stop) in events.items():
                    made[variant].append(self.device.elapsed(start, stop))
        return made

    def _launch(self, seat: _Seat, variant: int) -> None:
        """Where a variant does not fit, the original runs, as the program's own launch would do it."""
        c = seat.launches.get(variant) or seat.launches[ORIGINAL]
        self.device.launch(c.function, c.grid, c.block, c.shared, (*c.logical, *seat.arguments))

    def _seat(self, case: KeptCase) -> _Seat:
        placed: list[_Placed] = []
        arguments: list[bytes] = []
        for argument in case.arguments:
            if isinstance(argument, bytes):
                arguments.append(argument)
                continue
            data = argument.file.array()
            size = int(data.nbytes)
            whole = 2 * GUARD + -(-size // _ALIGNED) * _ALIGNED
            base = self.device.allocate(whole)
            self.device.fill(base, POISON, whole)
            self.device.write(base + GUARD, data)
            given = None
            if argument.is_read and argument.is_written:
                given = self.device.allocate(size)
                self.device.copy(given, base + GUARD, size)
            placed.append(_Placed(argument, base + GUARD, size, given))
            arguments.append(_address(base + GUARD))
        return _Seat(case, placed, arguments)

    def _begin(self, seat: _Seat, as_given: bool = False) -> None:
        for p in seat.placed:
            if p.given is not None:
                self.device.copy(p.address, p.given, p.size)
            elif p.buffer.is_written and as_given:
                self.device.write(p.address, p.buffer.file.array())
            elif p.buffer.is_written:
                self.device.fill(p.address, POISON, p.size)

    def _outside(self, seat: _Seat) -> str:
        """What lies around the arrays, and the arrays that the kernel cannot write, have to be as they were."""
        for p in seat.placed:
            end = GUARD + -(-p.size // _ALIGNED) * _ALIGNED - p.size
            guards = ((p.address - GUARD, GUARD, "in front of"), (p.address + p.size, end, "behind"))
            for address, size, where in guards:
                guard = np.empty(size, np.uint8)
                self.device.read(address, guard)
                if changed := int(np.count_nonzero(guard != POISON)):
                    return f"it writes outside of its arrays: {changed} bytes {where} '{p.buffer.name}'"
            if not p.buffer.is_written and p.size <= _LOOKED_AT:
                given = p.buffer.file.array().view("u1")
                if not np.array_equal(self._contents(p).view("u1"), given):
                    return f"it changes '{p.buffer.name}', which it must not"
        return ""

    def _judged(self, seat: _Seat) -> list[_Placed]:
        return [p for p in seat.placed if p.buffer.is_compared]

    def _contents(self, placed: _Placed) -> Array:
        made = np.empty(placed.size // np.dtype(placed.buffer.file.dtype).itemsize, np.dtype(placed.buffer.file.dtype))
        self.device.read(placed.address, made)
        return made

    def _against_expected(self, seat: _Seat) -> str:
        case = seat.case
        for p in seat.placed:
            if p.buffer.name in case.expected:
                wanted = span([case.expected[p.buffer.name].array()])
                if why := fault(wanted, self._contents(p), case.relative, case.absolute):
                    return f"the original does not give what is expected: {p.buffer.name}{why}"
        return ""

    def _against_original(self, seat: _Seat) -> str:
        for p in self._judged(seat):
            wanted = self._span(seat, p.buffer.name)
            if why := fault(wanted, self._contents(p), seat.case.relative, seat.case.absolute):
                return f"{p.buffer.name}{why}"
        return ""

    def _keep(self, seat: _Seat, name: str, made: Extremes) -> None:
        """For this process, and for those after it."""
        self.wanted[seat.case.name, name] = made
        for part, array in (("low", made.low), ("high", made.high)):
            if part == "low" or made.high is not made.low:
                saved_array(array, self._place(seat, name, part))
        self._place(seat, name, "scale").write_text(repr(made.scale))

    def _span(self, seat: _Seat, name: str) -> Extremes:
        key = seat.case.name, name
        if key not in self.wanted:
            dtype = next(p.buffer.file.dtype for p in seat.placed if p.buffer.name == name)
            low = ArrayFile(str(self._place(seat, name, "low")), dtype).array()
            other = self._place(seat, name, "high")
            high = ArrayFile(str(other), dtype).array() if other.exists() else low
            self.wanted[key] = Extremes(low, high, float(self._place(seat, name, "scale").read_text()))
        return self.wanted[key]

    def _place(self, seat: _Seat, name: str, part: str) -> Path:
        at = self.seats.index(seat)
        return Path(self.setup.folder) / f"original-{at}-{name}-{part}"


def _word(value: int) -> bytes:
    return value.to_bytes(4, "little")


def _address(value: int) -> bytes:
    return value.to_bytes(8, "little")
