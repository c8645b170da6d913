"""A kernel tuned on several devices, which are made up: each has a process of its own, its own clock and its own end."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pytest

from retarget.targets.device import Device, DeviceError, Trouble
from retarget.tuning.kernel.bench_worker import DevicePlace, LocalPlace
from retarget.tuning.tuned import Tuned, Untunable
from tests import fake_device
from tests.tuning.compiling import Compiling
from tests.tuning.fake_tuning import compiling, tuned_on

pytestmark = pytest.mark.slow


class Scaled(fake_device.FakeDevice):
    """Its launches take `times` as long."""

    def __init__(self, times: float) -> None:
        super().__init__()
        self.times = times

    def elapsed(self, start: list[float], stop: list[float]) -> float:
        return super().elapsed(start, stop) * self.times


class Cold(fake_device.FakeDevice):
    """Its first launches take twice as long, as its clock has to rise."""

    launches = 0

    def elapsed(self, start: list[float], stop: list[float]) -> float:
        self.launches += 1
        return super().elapsed(start, stop) * (2 if self.launches <= 6 else 1)


class Logged(fake_device.FakeDevice):
    """Writes to a folder what runs on it."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder

    def run(self, what: str, *arguments: bytes) -> None:
        (self.folder / what).touch()
        super().run(what, *arguments)


class Killed(fake_device.FakeDevice):
    """Somebody ends its process at the first variant, and never again."""

    def __init__(self, mark: Path) -> None:
        super().__init__()
        self.mark = mark

    def run(self, what: str, *arguments: bytes) -> None:
        if what != "original" and not self.mark.exists():
            self.mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        super().run(what, *arguments)


class Full(fake_device.FakeDevice):
    """Its memory is too small for any variant."""

    def run(self, what: str, *arguments: bytes) -> None:
        if what != "original":
            raise DeviceError(Trouble.MEMORY, "cuMemAlloc gives CUDA_ERROR_OUT_OF_MEMORY")
        super().run(what, *arguments)


def place(opener: Callable[[], Device] = fake_device.opened, name: str = "device") -> LocalPlace:
    return LocalPlace(name, opener)


def tuned(folder: Path, what: Sequence[str], *places: DevicePlace) -> Tuned:
    return tuned_on(folder, Compiling(compiling(what)), len(what), places)


VARIANTS = ["slow"] * 8 + ["wrong", "crash", "fast", "faster"]


def test_two_devices_choose_what_one_does(tmp_path: Path) -> None:
    logs = [tmp_path / "a", tmp_path / "b"]
    for log in logs:
        log.mkdir()
    one = tuned(tmp_path / "one", VARIANTS, place())
    two = tuned(tmp_path / "two", VARIANTS, *(place(partial(Logged, log)) for log in logs))
    assert two.choices == one.choices and two.choices[0].variant == 12 and two.verified
    assert {s: why.split(";")[0] for (_, s), why in two.faults.items()} == {
        s: why.split(";")[0] for (_, s), why in one.faults.items()
    }
    assert all((log / "slow").exists() for log in logs), "both had a part in it"


def test_times_of_different_devices_are_not_compared(tmp_path: Path) -> None:
    """The second one's clock is a little faster: what ran there would look better."""
    done = tuned(tmp_path, ["slow", "fast", "slow", "fast"], place(), place(partial(Scaled, 0.9)))
    (choice,) = done.choices
    assert choice.gain == pytest.approx(4.0) and choice.original.median == pytest.approx(1.0)
    assert {round(ms, 6) for (_, s), times in done.samples.items() for ms in times} == {0.25, 1.0, 2.0}


def test_a_slower_device_is_left_out(tmp_path: Path) -> None:
    done = tuned(tmp_path, ["slow", "fast"], place(), place(partial(Scaled, 1.5), "the other"))
    assert done.notes == ("k: the other is left out: the original takes 1.50 times as long there as on the fastest",)
    assert done.choices[0].variant == 2


def test_a_device_whose_clock_has_to_rise_is_no_slower_one(tmp_path: Path) -> None:
    done = tuned(tmp_path, ["slow", "fast"], place(), place(Cold, "the other"))
    assert done.notes == () and done.choices[0].variant == 2


def test_where_the_first_device_is_the_slower_one_the_other_decides(tmp_path: Path) -> None:
    done = tuned(tmp_path, ["slow", "fast"], place(partial(Scaled, 2.0), "the first"), place())
    assert done.notes[0].startswith("k: the first is left out")
    assert done.choices[0].original.median == pytest.approx(1.0)


def test_a_process_that_is_killed_costs_its_replay_alone(tmp_path: Path) -> None:
    done = tuned(tmp_path / "t", ["fast", "slow"], place(partial(Killed, tmp_path / "mark")))
    assert (tmp_path / "mark").exists() and not done.faults and done.choices[0].variant == 1


def test_a_device_in_trouble_is_left_out(tmp_path: Path) -> None:
    done = tuned(tmp_path, VARIANTS, place(), place(Full, "a full one"))
    assert done.notes == ("k: a full one is left out: cuMemAlloc gives CUDA_ERROR_OUT_OF_MEMORY",)
    assert done.choices[0].variant == 12


def test_a_device_that_cannot_be_opened_is_left_out(tmp_path: Path) -> None:
    done = tuned(tmp_path / "other", ["fast"], place(), place(fake_device.full, "a full one"))
    assert done.choices[0].variant == 1 and "a full one is left out" in done.notes[0]
    with pytest.raises(Untunable, match="the device cannot be used"):
        tuned(tmp_path / "only", ["fast"], place(fake_device.full))
