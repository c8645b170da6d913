"""Runs that confirm a choice and come to an unusual pass; shares and times of kernels of which little is known."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from retarget.capture.contents import LaunchTotal
from retarget.schedule.scheduling import Kernels
from retarget.targets.cpu.same_output import Judge
from retarget.targets.device import DeviceError, Trouble
from retarget.targets.limits import Limits
from retarget.tuning.by_captures import CaptureTuning
from retarget.tuning.choice import KernelChoice, Timing
from retarget.tuning.clock import Clock
from retarget.tuning.confirming import ChosenBuild, Confirming, TimedRun
from retarget.tuning.contest import RunBudget
from retarget.tuning.kernel.captured_case import by_share
from retarget.tuning.measurements import opened as memory_opened
from retarget.tuning.trial import Trial
from retarget.tuning.tuned import Tuned, Untunable
from tests.capture.made_capture import BASE, MadeLaunch, MadeRegion, made_capture
from tests.values import replace

FINE = Trial({}, 0, b"sum 5\n", b"", False, (), (), 1.0)
CHOICE = KernelChoice("k", 1, "block(x=2)", Timing(2.0, 0.0, 5), Timing(1.0, 0.0, 5), "faster")


def confirming(original: Callable[[], Trial], tuned: Callable[[], Trial]) -> Confirming:
    def timed(trial: Callable[[], Trial], ms: float) -> Callable[[], TimedRun]:
        return lambda: TimedRun.of(trial(), [LaunchTotal("k", (1, 1, 1), (1, 1, 1), 0, 1, ms)])

    return Confirming([FINE], timed(original, 2.0), lambda _: ChosenBuild(timed(tuned, 1.0), {}), Judge(0.0))


def test_an_original_that_breaks_off_excuses_no_result() -> None:
    broken = replace(FINE, code=139, stdout=b"gone!\n")
    done = confirming(lambda: broken, lambda: replace(FINE, stdout=b"wrong\n")).confirmed([CHOICE], {"k": CHOICE})
    assert not done.verified and [(c.variant, c.reason) for c in done.choices] == [
        (0, "runs of the original differ from each other: it ended with 139, the original with 0")
    ]


def test_a_choice_of_which_no_launch_is_seen_is_not_kept() -> None:
    done = confirming(lambda: FINE, lambda: FINE)
    done.tried = lambda _: ChosenBuild(lambda: TimedRun.of(FINE, []), {})
    found = done.confirmed([CHOICE], {"k": CHOICE})
    assert found.choices[0].reason.endswith("no launch of it was seen in the program") and found.confirmation is None


def test_an_interrupt_keeps_what_is_known() -> None:
    def interrupted() -> Trial:
        raise KeyboardInterrupt

    done = confirming(lambda: FINE, interrupted).confirmed([CHOICE], {"k": CHOICE})
    assert not done.verified and done.reference.compared == 1 and [(c.variant, c.reason) for c in done.choices] == [
        (0, "interrupted before the program ran with it")
    ]


@pytest.fixture
def tuning(tmp_path: Path) -> Any:
    """Of a capture that tells no times, of two kernels."""
    launches = [
        MadeLaunch(name, (1, 1, 1), (32, 1, 1), [BASE], [MadeRegion(BASE, np.zeros(4), np.ones(4))]) for name in "ab"
    ]
    with memory_opened(tmp_path, "tuning") as memory:
        yield CaptureTuning(
            capture=made_capture(tmp_path / "capture", launches), found=Kernels((), ()), limits=Limits(49152, 32),
            places=(), compiler=_none, plan=RunBudget(100.0), count=4, memory=memory,
        )  # fmt: skip


def _none(*_: object) -> Any:
    raise AssertionError("nothing is to be compiled")


def test_kernels_of_a_capture_without_times_are_met(tuning: CaptureTuning) -> None:
    assert by_share(tuning.capture.capture) == {"a": 0.0, "b": 0.0}
    assert not tuning.tuned().choices
    assert [(s.kernel, s.why) for s in tuning.shares] == [(k, "no source that was given defines it") for k in "ab"]


def test_time_is_shared_alike_where_no_times_are_known(tuning: CaptureTuning) -> None:
    tuning.clock = Clock(100.0)
    assert tuning._seconds({"a": 0.0, "b": 0.0}) == pytest.approx(50, abs=1)
    assert tuning._seconds({"a": 0.75, "b": 0.25}) == pytest.approx(75, abs=1)


def test_a_device_that_fails_for_one_kernel_costs_no_other(
    tuning: CaptureTuning, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    told: Mapping[str, Exception] = {}
    fine = Tuned((replace(CHOICE, kernel="a"),), {}, {}, (), 1, 1.0, 1.0, True, True, 1)

    def one(self: CaptureTuning, name: str, *_: object) -> Tuned:
        if name in told:
            raise told[name]
        return fine

    monkeypatch.setattr(CaptureTuning, "_kernel", one)
    full = DeviceError(Trouble.MEMORY, "the device's memory is full")
    told = {"b": full}
    assert [c.kernel for c in tuning.tuned().choices] == ["a"] and tuning.shares[1].why == str(full)
    tuning.shares.clear()
    told = {"a": Untunable("no"), "b": full}
    with pytest.raises(DeviceError, match="memory is full"):
        tuning.tuned()


def test_a_second_run_for_its_time_is_judged_too() -> None:
    """The first looks slow, and the second gives another result."""
    runs = iter([FINE, replace(FINE, stdout=b"sum 6\n")])
    asked = confirming(lambda: FINE, lambda: next(runs))
    build = asked.tried([CHOICE])

    def slow(trial: TimedRun, ms: float) -> TimedRun:
        return replace(trial, ms={"k": ms})

    times = iter([3.0, 1.0])
    asked.tried = lambda _: ChosenBuild(lambda: slow(build.run(), next(times)), {})
    done = asked.confirmed([CHOICE], {"k": CHOICE})
    assert not done.verified and done.choices[0].reason.startswith("in the program its results were wrong: line 1 of")
