"""Where variants run: a device that holds the memory of launches, and launches, judges and times them.

Memory that the kernel only writes starts as poison, so that what a variant leaves unwritten shows; the rest starts each
time as it was given. What lies around it must stay as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic
from typing import Any

import numpy as np
from msgspec import Struct, field

from retarget.capture.compare import span
from retarget.capture.folder import CaptureFolder, opened
from retarget.capture.placed_launch import PlacedModule
from retarget.errors import InputError
from retarget.targets.device import Array, Device, DeviceError, Trouble
from retarget.tuning.kernel.compiled import Module
from retarget.tuning.kernel.delay import DeviceDelay
from retarget.tuning.kernel.device_checksum import DeviceChecksum
from retarget.tuning.kernel.reference_results import ReferenceResults
from retarget.tuning.kernel.replay_case import ReplayCase
from retarget.tuning.kernel.seat import ORIGINAL, LaunchConfiguration, Seat
from retarget.tuning.kernel.seat_results import SeatResults

_HOPELESS = 1.5  # times the original's time, after which a variant takes no more turns, and
_CERTAIN_MS = 1.0  # milliseconds of which one turn tells enough: short launches vary
_SHORT_MS, _MOST_TIMES = 0.1, 20  # milliseconds that a sample should last, and launches in one
_LOGICAL, _FITTED = 40, 72  # bytes of retarget::Logical and retarget::Fitted


class Setup(Struct, frozen=True):
    """What a process needs. capture: the folder with the memory of the cases' launches; folder: for what the original
    gives."""

    capture: str
    cases: tuple[ReplayCase, ...]
    folder: str
    modules: tuple[Module, ...] = ()


class Originals(Struct, frozen=True):
    """What the original's runs tell. refused: cases that it does not reproduce, and why; ms: by case; compared:
    elements; seconds: of one run with all that belongs to it; memory_rate: of the device."""

    refused: Mapping[str, str]
    ms: Mapping[str, float]
    compared: int
    seconds: float
    memory_rate: float = 0.0


class VariantVerdict(Struct, frozen=True):
    """Of a variant. why: what is wrong with it, or nothing; is_exact: whether it gives the original's bits;
    is_contained: whether others can follow it in this process; ms: by case, of its first launch."""

    why: str = ""
    is_exact: bool = False
    is_contained: bool = True
    ms: Mapping[str, float] = field(default_factory=dict)


class Bench:
    """opener: opens the device. All methods raise DeviceError; after one of the kinds KERNEL and LOST it is of no more
    use."""

    def __init__(self, opener: Callable[[], Device], setup: Setup) -> None:
        self.setup = setup
        self.device = opener()
        self._clock = (self.device.event(), self.device.event())
        self.absent: dict[str, str] = {}  # cases that have no place, and why
        self.seats: list[Seat] = []
        folder = opened(Path(setup.capture))
        for case in setup.cases:
            if seat := self._seat(case, folder):
                self.seats.append(seat)
        self.references = ReferenceResults(Path(setup.folder))
        self.results = SeatResults(self.references)
        self.checksum: DeviceChecksum | None = None  # once a module is there
        self.delay: DeviceDelay | None = None  # once something is timed
        self._latest: dict[int, PlacedModule] = {}  # by the module's handle, the case whose variables it holds
        for module in setup.modules:
            self.add(module)
        for seat in self.seats:
            if (known := self.references.noted(seat.case.name)) and ORIGINAL in seat.launches:
                self._settle(seat, known[0])
                seat.sums = known[1]

    def _seat(self, case: ReplayCase, folder: CaptureFolder) -> Seat | None:
        try:
            return Seat.of(case, self.device, folder)
        except InputError as error:
            self.absent[case.name] = str(error)
        except DeviceError as error:
            if error.trouble is not Trouble.MEMORY or not case.launch.code:
                raise
            beside = " beside other launches" if self.seats else ""
            self.absent[case.name] = f"the device's memory is too small for it{beside} ({error})"
        return None

    def add(self, module: Module) -> dict[int, tuple[str, ...]]:
        """Loads a module; tells of each of its variants which cases it fits."""
        loaded = self.device.load(module.code)
        summing = self.device.function(loaded, module.checksum)
        self.checksum = self.checksum or DeviceChecksum(self.device, summing)
        fits: dict[int, tuple[str, ...]] = dict.fromkeys(module.numbers, ())
        for seat in self.seats:
            case, own = seat.case, module.instance(seat.case.instance)
            if own is None:
                self.absent.setdefault(case.name, "its instance of the template is not in the compiled code")
                continue
            try:
                placed = seat.placed.module(loaded)
            except InputError as error:
                self.absent[case.name] = str(error)
                continue
            launch = case.launch
            if ORIGINAL not in seat.launches:
                original = self.device.function(loaded, own.original)
                seat.launches[ORIGINAL] = LaunchConfiguration(
                    original, placed, launch.grid, launch.block, launch.shared
                )
            numbers = [n for n in module.numbers if n in own.variants]
            functions = {n: self.device.function(loaded, own.variants[n]) for n in numbers}
            told = self._fitted(seat, self.device.function(loaded, module.fits), module.numbers, functions)
            for number, row in told.items():
                if row[17]:
                    gx, gy, gz, bx, by, bz, shared = map(int, row[10:17])
                    logical = row.tobytes()[:_LOGICAL]
                    grid, block = (gx, gy, gz), (bx, by, bz)
                    seat.launches[number] = LaunchConfiguration(
                        functions[number], placed, grid, block, shared, (logical,)
                    )
                    fits[number] += (case.name,)
        return fits

    def _fitted(
        self, seat: Seat, entry: Any, numbers: Sequence[int], functions: Mapping[int, Any]
    ) -> dict[int, Array]:
        """For each function the words of a retarget::Fitted, as the module tells them."""
        most = np.array([self.device.most_threads(functions[n]) if n in functions else 0 for n in numbers], np.uint32)
        told = np.zeros((len(numbers), _FITTED // 4), np.uint32)
        if not functions:
            return {}
        given, made = self.device.allocate(most.nbytes), self.device.allocate(told.nbytes)
        self.device.write(given, most)
        launch = seat.case.launch
        extents = [np.array(e, np.uint32).tobytes() for e in (launch.grid, launch.block)]
        arguments = [*extents, _word(launch.shared), _address(given), _word(self.device.units), _address(made)]
        self.device.launch(entry, (1, 1, 1), (1, 1, 1), 0, arguments)
        self.device.synchronise()
        self.device.read(made, told)
        self.device.free(given)
        self.device.free(made)
        return {n: row for n, row in zip(numbers, told, strict=True) if n in functions}

    def originals(self, runs: int) -> Originals:
        """Runs the original: first on what is given, against what is expected, or what the program got; then `runs`
        times as variants run, for what they are compared with."""
        compared, refused, ms, seconds = 0, dict(self.absent), {}, 0.0
        for seat in [s for s in self.seats if s.case.name not in refused]:
            started = monotonic()
            why = self._first(seat)
            seconds = max(seconds, monotonic() - started)
            if not why:
                self._references(seat, runs)
                try:
                    why = self.results.against_program(seat) if seat.case.is_captured else ""
                except InputError as error:  # memory of the capture that is damaged
                    why = str(error)
            if why:
                refused[seat.case.name] = why
                continue
            compared += self.results.compared(seat)
            if not seat.case.is_scrambled:
                ms[seat.case.name] = median(self._turns(seat, (ORIGINAL,), runs, Random(1), False)[ORIGINAL])
        return Originals(refused, ms, compared, seconds, self.device.memory_rate)

    def _first(self, seat: Seat) -> str:
        """Runs the original on what is given: what is wrong with that."""
        launch, rules = seat.launches[ORIGINAL], seat.case.rules
        self._begin(seat, launch.module, as_given=True)
        seat.placed.keep(seat.written, launch.module)
        before = self._checksums(seat, launch.module)
        self._launch(seat, ORIGINAL)
        self.device.synchronise()
        if found := self._outside(seat):
            return found
        after = self._checksums(seat, launch.module)
        differing = [n for n in before if after[n] != before[n]]
        if why := next((seat.placed.named(n) for n in differing if not rules[n].is_written), ""):
            return f"it changes {why}, which it must not"
        for n, wanted in seat.case.expected.items():
            if why := self.results.differs(seat, n, [span([wanted.array()])]):
                return f"the original does not give what is expected: {why}"
        # What no one judges may have changed, and the kernel may read it.
        unjudged = [n for n in seat.placed.numbers(launch.module) if not rules[n].is_judged]
        self._settle(seat, (*differing, *unjudged))
        return ""

    def _settle(self, seat: Seat, changed: tuple[int, ...]) -> None:
        """changed: the regions that the original changes, which have to be restored for each launch."""
        seat.changed, module = changed, seat.launches[ORIGINAL].module
        seat.placed.wrote(seat.written, module)
        seat.placed.keep(changed, module)

    def _checksums(self, seat: Seat, module: PlacedModule) -> dict[int, bytes]:
        """Of the judged regions."""
        numbers = [n for n in seat.placed.numbers(module) if seat.case.rules[n].is_judged]
        assert self.checksum, "a module was added"
        return {n: self.checksum.of(seat.placed.address(n, module), seat.case.launch.memory[n].size) for n in numbers}

    def _references(self, seat: Seat, runs: int) -> None:
        """Keeps what runs of the original give: a checksum of each region; its contents where variants may differ from
        them a little; and those of all runs where they differ from run to run."""
        module = seat.launches[ORIGINAL].module
        sums: dict[int, set[bytes]] = {}
        for _ in range(runs):
            self._run(seat, ORIGINAL)
            for n, found in self._checksums(seat, module).items():
                sums.setdefault(n, set()).add(found)
        varying = [n for n, found in sums.items() if len(found) > 1]
        contents = {n: [self.results.columns(seat, n, module)] for n in sums if self.results.is_kept(seat, n)}
        for _ in range(runs - 1 if varying else 0):
            self._run(seat, ORIGINAL)
            for n in varying:
                contents[n].append(self.results.columns(seat, n, module))
        for n, several in contents.items():
            for part, columns in enumerate(zip(*several, strict=True)):
                spans = [span(list(of_runs)) for of_runs in zip(*columns, strict=True)]
                self.references.keep(seat.case.name, n, part, spans)
        seat.sums = {n: next(iter(found)) for n, found in sums.items() if len(found) == 1}
        self.references.note(seat.case.name, seat.changed, seat.sums)

    def _run(self, seat: Seat, variant: int) -> float:
        """Gives its milliseconds."""
        launch, (start, stop) = seat.launch(variant), self._clock
        self._begin(seat, launch.module)
        self.device.record(start)
        self._launch(seat, variant)
        self.device.record(stop)
        self.device.synchronise()
        seat.placed.wrote(seat.written, launch.module)
        return self.device.elapsed(start, stop)

    def _begin(self, seat: Seat, module: PlacedModule, as_given: bool = False) -> None:
        """Memory and variables as the launch finds them; those of a module are one for all cases."""
        if self._latest.get(id(module.handle), module) is not module:
            module.dirty |= set(module.addresses)
        self._latest[id(module.handle)] = module
        seat.placed.begin(module, as_given)

    def verify(self, variant: int) -> VariantVerdict:
        """Runs a variant on all cases that it fits, and compares what it leaves there."""
        is_exact, ms = True, dict[str, float]()
        if not any(variant in seat.launches for seat in self.seats):
            return VariantVerdict("no launch fits it")
        for seat in self.seats:
            if variant not in seat.launches:
                continue  # there the original runs
            ms[seat.case.name] = self._run(seat, variant)
            if why := self._outside(seat):
                return VariantVerdict(self._of_case(seat, why), is_contained=False)
            if different := self._different(seat, variant):
                is_exact = False
                if why := self.results.against_original(seat, variant, different):
                    module = seat.launches[variant].module
                    return VariantVerdict(self._of_case(seat, why), is_contained=self._contained(module))
        return VariantVerdict("", is_exact, ms=ms)

    def _contained(self, module: PlacedModule) -> bool:
        """After a variant of this module that was wrong: has what it changed in memory of any case restored before the
        next launch there; whether there is nothing else."""
        module.dirty |= set(module.addresses)
        for seat in self.seats:
            own = seat.launches[ORIGINAL].module
            changed = [n for n, found in self._checksums(seat, own).items() if found != seat.sums.get(n)]
            seat.placed.wrote((*seat.written, *changed), own)
        return not any(map(self._outside, self.seats))

    def _of_case(self, seat: Seat, why: str) -> str:
        return f"{why} (case '{seat.case.name}')" if len(self.seats) > 1 else why

    def _different(self, seat: Seat, variant: int) -> list[int]:
        """The regions in which some word is not what the original always gives."""
        found = self._checksums(seat, seat.launches[variant].module)
        return [n for n, own in found.items() if own != seat.sums.get(n)]

    def time(self, variants: tuple[int, ...], turns: int, seed: int, is_warm: bool) -> dict[int, dict[str, float]]:
        """Milliseconds of variants by case: medians over turns, which each takes in an order drawn anew; but where they
        are warm, a first turn does not count."""
        random = Random(seed)
        made: dict[int, dict[str, float]] = {v: {} for v in variants}
        for seat in [s for s in self.seats if not s.case.is_scrambled]:
            for variant, ms in self._turns(seat, variants, turns, random, is_warm).items():
                made[variant][seat.case.name] = median(ms)
        return made

    def _turns(
        self, seat: Seat, variants: tuple[int, ...], turns: int, random: Random, is_warm: bool
    ) -> dict[int, list[float]]:
        made: dict[int, list[float]] = {v: [] for v in variants}
        events = {v: (self.device.event(), self.device.event()) for v in variants}
        restored = [n for n in seat.changed if not seat.case.rules[n].is_poisoned]
        times = 1  # launches between two events: of short ones that may follow each other, which no clock tells apart
        left = variants
        for turn in range(1 if is_warm else 0, turns + 1):
            for variant in random.sample(left, len(left)):
                launch = seat.launch(variant)
                self._begin(seat, launch.module)
                start, stop = events[variant]
                self._delayed(times)
                self.device.record(start)
                for _ in range(times):
                    self._launch(seat, variant)
                self.device.record(stop)
                seat.placed.wrote(restored, launch.module)
            self.device.synchronise()
            elapsed = {v: self.device.elapsed(*events[v]) / times for v in left}
            if turn:
                for variant, ms in elapsed.items():
                    made[variant].append(ms)
                best = {v: min(made[v]) for v in left}
                own = best.get(ORIGINAL, 0.0)
                if turn > 1 or own > _CERTAIN_MS:
                    left = tuple(v for v in left if not own or best[v] <= _HOPELESS * own)
            elif not restored:
                times = max(1, min(_MOST_TIMES, int(_SHORT_MS / max(1e-6, *elapsed.values()))))
        for launch in seat.launches.values():
            seat.placed.wrote(seat.written, launch.module)
        return made

    def _delayed(self, launches: int) -> None:
        if self.delay is None:
            assert self.checksum, "a module was added"
            self.delay = DeviceDelay(self.device, self.checksum.kernel)
        self.delay.begin(launches)

    def _launch(self, seat: Seat, variant: int) -> None:
        c = seat.launch(variant)
        self.device.launch(c.function, c.grid, c.block, c.shared, (*c.logical, *c.module.arguments))

    def _outside(self, seat: Seat) -> str:
        """What lies around the memory has to be as it was."""
        found = seat.placed.outside()
        return f"it writes outside of its arrays: {found[0]} bytes {found[1]}" if found else ""


def _word(value: int) -> bytes:
    return value.to_bytes(4, "little")


def _address(value: int) -> bytes:
    return value.to_bytes(8, "little")
