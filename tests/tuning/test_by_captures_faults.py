"""What captured launches must not hide: benches on a device that is made up, with memory as programs leave it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from retarget.capture.compare import fault, span
from retarget.capture.typed_ranges import TypedRange, plain
from retarget.targets.device import DeviceError, Trouble
from retarget.tuning.kernel.bench import Bench, Setup
from retarget.tuning.kernel.replay_case import RegionRule, ReplayCase
from tests import fake_device
from tests.capture.made_capture import BASE, MadeLaunch, MadeRegion, made_capture
from tests.values import replace

OUT, IN = BASE, BASE + (1 << 30)
VARIABLE = BASE + (2 << 30)


class Kernels(fake_device.FakeDevice):
    """Kernels are Python functions of this device and their arguments, by the first word of their name."""

    def __init__(self, kernels: dict[str, Callable[..., None]]) -> None:
        super().__init__()
        self.kernels, self.variables = kernels, dict[tuple[int, str], int]()

    def variable(self, module: Any, name: str) -> tuple[int, int]:
        place = self.variables.setdefault((id(module), name), 0) or self.allocate(8)
        self.variables[id(module), name] = place
        return place, 8

    def launch(self, function: Any, grid: Any, block: Any, shared: int, arguments: Sequence[bytes]) -> None:
        what = function[0].partition(" ")[0]
        if what in ("fits", "checksum"):
            super().launch(function, grid, block, shared, arguments)
            return
        addresses = [int.from_bytes(a, "little") for a in (arguments if what == "original" else arguments[1:])]
        self.now += 1.0
        self.kernels[what](self, id(function[1]), *addresses)


def rule(dtype: str, size: int, **more: bool) -> RegionRule:
    return RegionRule((TypedRange(0, size, plain(dtype), "a"),), **more)


def bench(
    tmp_path: Path, launches: Sequence[MadeLaunch], rules: tuple[RegionRule, ...], code: str = "",
    **kernels: Callable[..., None],
) -> Bench:  # fmt: skip
    """A bench of which variants 1, 2, ... are the kernels behind the original, which has run. code: of a program."""
    folder = made_capture(tmp_path / "capture", launches)
    own = [replace(l, code=code) for l in folder.capture.launches]
    cases = tuple(ReplayCase(str(n), l, rules, str(n)) for n, l in enumerate(own))
    variants = [(n, what) for n, what in enumerate([k for k in kernels if k != "original"], 1)]
    (tmp_path / "results").mkdir()
    device = Kernels(kernels)
    made = Bench(lambda: device, Setup(str(folder.folder), cases, str(tmp_path / "results")))
    made.add(fake_device.module(variants))
    assert not made.originals(3).refused
    return made


def told(made: Bench, variant: int) -> tuple[str, bool]:
    found = made.verify(variant)
    return found.why, found.is_exact


def launch(*memory: MadeRegion) -> MadeLaunch:
    plain_memory = [r.address for r in memory if not r.name]
    return MadeLaunch("k", (4, 1, 1), (32, 1, 1), plain_memory, memory)


def filled(dtype: str, value: float, count: int = 64) -> Callable[..., None]:
    def kernel(device: Kernels, module: int, out: int, *_: int) -> None:
        made = np.full(count, value, dtype)
        device.at(out, made.nbytes)[:] = made.view(np.uint8)

    return kernel


def nothing(device: Kernels, *_: int) -> None:
    pass


def test_a_result_that_is_there_already_hides_no_variant_that_writes_nothing(tmp_path: Path) -> None:
    """The launch is one of several alike: the program's memory holds its result before."""
    there = np.full(64, 5, np.int32)
    rules = (rule("i4", 256, is_poisoned=True),)
    made = bench(tmp_path, [launch(MadeRegion(OUT, there, there))], rules,
                 original=filled("i4", 5), right=filled("i4", 5), lazy=nothing)  # fmt: skip
    assert told(made, 1) == ("", True)
    assert made.verify(2).why == "a[0]: nothing is written; 64 of 64 elements differ"


def test_each_launch_finds_its_own_variables(tmp_path: Path) -> None:
    """Two launches of one module, between which the program set a variable that the kernel only reads."""

    def scaled(device: Kernels, module: int, out: int) -> None:
        factor = device.at(device.variables[module, "factor"], 8).view(np.int64)[0]
        device.at(out, 8).view(np.int64)[0] = 3 * factor

    def of(factor: int) -> MadeLaunch:
        variable = np.array([factor])
        return launch(MadeRegion(OUT, np.zeros(1, np.int64), np.array([3 * factor])),
                      MadeRegion(VARIABLE, variable, variable, "factor"))  # fmt: skip

    rules = rule("i8", 8), rule("u1", 8)
    made = bench(tmp_path, [of(2), of(7)], rules, original=scaled, one=scaled, other=scaled)
    assert [told(made, v) for v in (1, 2, 1, 2)] == [("", True)] * 4


def test_memory_that_no_one_judges_is_restored_too(tmp_path: Path) -> None:
    def counted(device: Kernels, module: int, out: int, scratch: int) -> None:
        own = device.at(scratch, 8).view(np.int64)
        own += 1
        device.at(out, 8).view(np.int64)[:] = own

    zero, one = np.zeros(1, np.int64), np.ones(1, np.int64)
    rules = rule("i8", 8), rule("i8", 8, is_compared=False)
    made = bench(tmp_path, [launch(MadeRegion(OUT, zero, one), MadeRegion(IN, zero, one))], rules,
                 original=counted, same=counted)  # fmt: skip
    assert [told(made, 1) for _ in range(2)] == [("", True)] * 2


def test_a_variant_that_fits_no_launch_that_is_left_is_not_right(tmp_path: Path) -> None:
    made = bench(tmp_path, [launch(MadeRegion(OUT, np.zeros(64, np.int32), np.full(64, 5, np.int32)))],
                 (rule("i4", 256),), original=filled("i4", 5), unfit=nothing)  # fmt: skip
    assert told(made, 1) == ("no launch fits it", False)


@pytest.mark.parametrize("dtype", ["i4", "u1", "?", "i8"])
def test_a_launch_that_writes_all_bits_hides_no_variant_that_writes_nothing(tmp_path: Path, dtype: str) -> None:
    """`distance[i] = -1`, and `flag[i] = true`: neither may look like memory that was not written."""
    value = 1 if dtype == "?" else 255 if dtype == "u1" else -1
    size, before = 64 * np.dtype(dtype).itemsize, np.zeros(64, dtype)
    made = bench(tmp_path, [launch(MadeRegion(OUT, before, np.full(64, value, dtype)))],
                 (rule(dtype, size, is_poisoned=True),),
                 original=filled(dtype, value), right=filled(dtype, value), lazy=nothing)  # fmt: skip
    assert told(made, 1) == ("", True)
    assert made.verify(2).why == "a[0]: nothing is written; 64 of 64 elements differ"


def test_all_bits_written_beside_memory_show(tmp_path: Path) -> None:
    made = bench(tmp_path, [launch(MadeRegion(OUT, np.zeros(64, np.int32), np.full(64, -1, np.int32)))],
                 (rule("i4", 256),), original=filled("i4", -1), beyond=filled("i4", -1, 65))  # fmt: skip
    assert made.verify(1).why.startswith("it writes outside of its arrays: 4 bytes behind the 256 bytes at")


def test_truths_are_compared_by_their_bytes() -> None:
    true, unwritten = np.ones(8, np.uint8).view("?"), np.full(8, 0xFE, np.uint8).view("?")
    assert fault(span([true]), unwritten) == "[0]: nothing is written; 8 of 8 elements differ"


def test_a_damaged_result_refuses_its_launch_alone(tmp_path: Path) -> None:
    zero = np.zeros(64, np.int32)
    folder = made_capture(tmp_path / "capture", [launch(MadeRegion(OUT, zero, np.full(64, 5, np.int32)))])
    (own,) = (replace(l, code="some") for l in folder.capture.launches)
    (piece,) = own.memory[0].after
    next((folder.folder / "memory").rglob(f"{piece}*")).unlink()
    device = Kernels({"original": filled("i4", 5)})
    case = ReplayCase("one", own, (rule("i4", 256),), "1")
    made = Bench(lambda: device, Setup(str(folder.folder), (case,), str(tmp_path)))
    made.add(fake_device.module([(1, "original")]))
    assert "a piece of the capture is missing: capture again" in made.originals(3).refused["one"]


def test_whole_numbers_behind_fractions_have_no_tolerance(tmp_path: Path) -> None:
    """One allocation holds both, and one pointer leads to it: an index is no small fraction."""

    def of(index: int) -> Callable[..., None]:
        def kernel(device: Kernels, module: int, out: int) -> None:
            device.at(out, 128).view(np.float32)[:] = 2.0
            device.at(out + 128, 128).view(np.int32)[:] = index

        return kernel

    after = np.concatenate([np.full(32, 2.0, np.float32), np.full(32, 5, np.int32).view(np.float32)])
    captured = launch(MadeRegion(OUT, np.zeros(64, np.float32), after))
    made = bench(tmp_path, [captured], (rule("f4", 256),), "code", original=of(5), right=of(5), next=of(6))
    assert told(made, 1) == ("", True)
    assert made.verify(2).why == "a[32]: 8e-45 instead of 7e-45; 32 of 64 elements differ"


@pytest.mark.parametrize(("odd", "agrees"), [(1, True), (64, False)])
def test_few_subnormal_results_may_differ_in_their_last_digits(tmp_path: Path, odd: int, agrees: bool) -> None:
    """Results that fade out; where most of an array looks like that, it holds whole numbers."""

    def fading(last: int) -> Callable[..., None]:
        def kernel(device: Kernels, module: int, out: int) -> None:
            device.at(out, 1024).view(np.float32)[:] = 2.0
            device.at(out, 4 * odd).view(np.int32)[:] = last

        return kernel

    after = np.full(256, 2.0, np.float32)
    after[:odd] = np.full(odd, 3_265_111, np.int32).view(np.float32)
    captured = launch(MadeRegion(OUT, np.zeros(256, np.float32), after))
    made = bench(tmp_path, [captured], (rule("f4", 1024),), "code",
                 original=fading(3_265_111), near=fading(3_265_100), far=fading(3_264_000))  # fmt: skip
    assert (made.verify(1).why == "") is agrees and made.verify(2).why.startswith("a[0]: ")


def test_what_a_wrong_variant_spoils_is_mended_for_the_next_one(tmp_path: Path) -> None:
    """It writes to its input, and to that of another launch, on the way to a wrong result."""
    places: dict[int, int] = {}

    def doubled(device: Kernels, module: int, out: int, source: int) -> None:
        places[out] = source
        device.at(out, 256).view(np.int32)[:] = 2 * device.at(source, 256).view(np.int32)

    def spoiling(device: Kernels, module: int, out: int, source: int) -> None:
        doubled(device, module, out, source)
        for place in places.values():
            device.at(place, 256).view(np.int32)[:] = 77
        device.at(out, 4).view(np.int32)[:] = -1

    def of(value: int) -> MadeLaunch:
        source, made = np.full(64, value, np.int32), np.full(64, 2 * value, np.int32)
        return launch(MadeRegion(OUT, np.zeros(64, np.int32), made), MadeRegion(IN, source, source))

    rules = rule("i4", 256), rule("i4", 256, is_written=True)
    made = bench(tmp_path, [of(2), of(7)], rules, original=doubled, spoiling=spoiling, right=doubled)
    found = made.verify(1)
    assert found.why and found.is_contained
    assert told(made, 2) == ("", True)


def test_a_wrong_variant_that_writes_between_other_memory_is_not_contained(tmp_path: Path) -> None:
    places: list[int] = []

    def five(device: Kernels, module: int, out: int) -> None:
        places.append(out)
        device.at(out, 256).view(np.int32)[:] = 5

    def wild(device: Kernels, module: int, out: int) -> None:
        device.at(out, 256).view(np.int32)[:] = 6
        for other in set(places) - {out}:
            device.at(other + 256, 4).view(np.int32)[:] = 1

    captured = launch(MadeRegion(OUT, np.zeros(64, np.int32), np.full(64, 5, np.int32)))
    made = bench(tmp_path, [captured, captured], (rule("i4", 256),), original=five, wild=wild)
    found = made.verify(1)
    assert found.why.startswith("a[0]: 6 instead of 5") and not found.is_contained


def test_who_is_far_slower_takes_few_turns(tmp_path: Path) -> None:
    counts = dict.fromkeys(("original", "near", "far"), 0)

    def lasting(name: str, more: float) -> Callable[..., None]:
        def kernel(device: Kernels, module: int, out: int) -> None:
            counts[name] += 1
            device.now += more
            device.at(out, 256).view(np.int32)[:] = 5

        return kernel

    captured = launch(MadeRegion(OUT, np.zeros(64, np.int32), np.full(64, 5, np.int32)))
    made = bench(tmp_path, [captured], (rule("i4", 256),), original=lasting("original", 0.0),
                 near=lasting("near", 0.25), far=lasting("far", 4.0))  # fmt: skip
    counts.update(dict.fromkeys(counts, 0))
    assert made.time((0, 1, 2), 6, 1, False) == {0: {"0": 1.0}, 1: {"0": 1.25}, 2: {"0": 5.0}}
    assert counts == {"original": 7, "near": 7, "far": 3}
    made.time((0, 1), 1, 1, True)
    assert counts == {"original": 8, "near": 8, "far": 3}


def test_a_launch_too_large_for_the_device_leaves_room_for_smaller_ones(tmp_path: Path) -> None:
    zero, five = np.zeros(64, np.int32), np.full(64, 5, np.int32)
    large = [MadeRegion(OUT + at, zero, five) for at in (0, 1 << 30)]
    folder = made_capture(tmp_path / "capture", [launch(*large), launch(MadeRegion(OUT, zero, five))])
    device = Kernels({"original": filled("i4", 5)})
    given = device.allocate

    def allocate(size: int) -> int:
        if len(device.memory) == 1 and size > 1 << 16:
            raise DeviceError(Trouble.MEMORY, "full")
        return given(size)

    device.allocate = allocate  # type: ignore[method-assign]
    cases = [replace(l, code="some") for l in folder.capture.launches]
    made = Bench(lambda: device, Setup(str(folder.folder), tuple(
        ReplayCase(str(n), l, (rule("i4", 256),) * len(l.memory), str(n)) for n, l in enumerate(cases)
    ), str(tmp_path)))  # fmt: skip
    assert made.absent == {"0": "the device's memory is too small for it (full)"}
    assert [s.case.name for s in made.seats] == ["1"] and len(device.memory) == 1
