"""Races of one kernel that come to an unusual pass, on a device that is made up."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from retarget.capture.folder import CaptureFolder
from retarget.capture.memory_pieces import PieceFolder
from retarget.case import Case
from retarget.schedule.steps import Variant
from retarget.tuning.contest import RunBudget
from retarget.tuning.kernel import session
from retarget.tuning.kernel.arguments import ready
from retarget.tuning.kernel.bench import Setup
from retarget.tuning.kernel.bench_worker import BenchWorker, LocalPlace
from retarget.tuning.kernel.compilation import Compilation
from retarget.tuning.kernel.compiled import CompiledModules, nothing
from retarget.tuning.kernel.device_pool import DevicePool
from retarget.tuning.kernel.replay_case import ReplayCase, by_hand, of_cases
from retarget.tuning.kernel.session import KernelTuning
from retarget.tuning.measurements import opened as memory_opened
from retarget.tuning.tuned import Tuned, Untunable
from tests import fake_device
from tests.tuning.compiling import Compiling
from tests.tuning.fake_tuning import PARAMETERS, arrays, compiling, tuned_on
from tests.values import replace
from tests.variants import spelled

pytestmark = pytest.mark.slow

SIZE = (4, 1, 1), (256, 1, 1)


def tuned(
    folder: Path, *what: str, first: Sequence[int] | None = None, tell: Callable[[Any], None] = lambda _: None
) -> Tuned:  # fmt: skip
    return tuned_on(folder, Compiling(compiling(what)), len(what), first=first, tell=tell)


def test_so_few_variants_that_no_round_is_run_are_tuned(tmp_path: Path) -> None:
    assert tuned(tmp_path, "slow", "fast", "slow", first=[1, 2]).choices[0].variant == 2


def test_what_a_refinement_found_before_is_found_again(tmp_path: Path) -> None:
    what = ("slow", "slow", "slow", "fast", "faster")
    for _ in range(2):
        assert tuned(tmp_path, *what, first=[1, 2, 3, 4]).choices[0].variant == 5


def test_variants_that_all_were_wrong_before_are_told(tmp_path: Path) -> None:
    assert tuned(tmp_path, "wrong").choices[0].variant == 0
    with pytest.raises(Untunable, match=r"no variant is left to be timed: out\[7\]: 15.0 instead of 14.0"):
        tuned(tmp_path, "wrong")


def test_what_a_refused_launch_stood_for_falls_to_the_others(tmp_path: Path) -> None:
    """Launch `other` gave the program something else than the kernel gives."""
    run = tmp_path / "run"
    run.mkdir()
    a, pieces = np.arange(fake_device.N, dtype=np.float64), PieceFolder(run / "memory")
    results = [pieces.keep(found.tobytes()) for found in (2 * a, a, np.array([1 + a.size], np.int32))]

    def captured(name: str, wrong: bool) -> ReplayCase:
        made = by_hand(ready(Case(name, 4, 256, arrays()), "k", PARAMETERS, "case.py"), "k", run)
        afters = [r.before if wrong else (after,) for r, after in zip(made.launch.memory, results, strict=True)]
        memory = tuple(replace(r, after=after) for r, after in zip(made.launch.memory, afters, strict=True))
        return replace(made, launch=replace(made.launch, code="some", memory=memory), stands_for=((SIZE, 1.0),))

    weighed: list[str] = []

    def weigh(cases: Sequence[ReplayCase]) -> tuple[ReplayCase, ...]:
        weighed.extend(c.name for c in cases)
        return tuple(replace(c, stands_for=((SIZE, 7.0),)) for c in cases)

    kept = (captured("one", wrong=False), captured("other", wrong=True))
    CaptureFolder(run, of_cases(kept)).tell(of_cases(kept))
    with memory_opened(tmp_path, "tuning") as memory:
        tuning = KernelTuning(
            kernel="k", compilation=Compilation([spelled("block(x=2)")], Compiling(compiling(["fast"]))),
            setup=Setup(str(run), kept, str(run)), memory=memory, places=[LocalPlace("fake", fake_device.opened)], plan=RunBudget(None, 20), weigh=weigh,
        )  # fmt: skip
        done = tuning.tuned()
    assert weighed == ["one"] and "its launch other is not used" in done.notes[0]
    assert tuning.samples["k", 0][0] == pytest.approx(7.0) and done.choices[0].gain == pytest.approx(4.0)


def test_the_lightest_compile_first_and_the_others_meanwhile(tmp_path: Path) -> None:
    """Within a limit that the first ones set."""
    compiled: list[tuple[int, float | None]] = []

    def compile_(numbered: Sequence[tuple[int, Variant]], limit: float | None) -> CompiledModules:
        compiled.append((len(numbered), limit))
        broken = {n: "compiling it takes more than 12 s of processor time" for n, _ in numbered if n == 40}
        made = fake_device.module([(n, "fast" if n == 3 else "slow") for n, _ in numbered if n not in broken])
        return CompiledModules((made,), broken, 3.0)

    done = tuned_on(tmp_path, Compiling(compile_), 40)
    assert done.choices[0].variant == 3 and len(done.faults) == 1 and done.in_time
    assert compiled == [(15, None), (25, 12.0)]


class Late(Compiling):
    """What is beyond a number takes long: it comes when it is waited for, or never. met: what was waited for."""

    def __init__(self, beyond: int, comes: bool) -> None:
        super().__init__(compiling(["fast"] * 60))
        self._beyond, self._comes, self._late = beyond, comes, list[tuple[int, Variant]]()
        self.met: list[int] = []

    def ask(self, variants: Sequence[tuple[int, Variant]], limit: float | None) -> None:
        self._late += (v for v in variants if v[0] > self._beyond)
        super().ask([v for v in variants if v[0] <= self._beyond], limit)

    def taken(
        self, wanted: Collection[int], seconds: float | None, meanwhile: Callable[[], None] = nothing
    ) -> CompiledModules:
        awaited = [v for v in self._late if v[0] in wanted]
        self.met += (n for n, _ in awaited)
        if awaited and self._comes:
            self._late = [v for v in self._late if v not in awaited]
            super().ask(awaited, None)
        return super().taken(wanted, seconds)


def test_what_is_compiled_takes_turns_first(tmp_path: Path) -> None:
    compiler = Late(30, comes=True)
    done = tuned_on(tmp_path, compiler, 45)
    assert compiler.met == [*range(31, 46)] and done.in_time, "in the order in which they compile"
    assert len(done.samples) == 46


def test_a_race_without_what_did_not_compile_in_time_is_cut_off(tmp_path: Path) -> None:
    compiler = Late(8, comes=False)
    done = tuned_on(tmp_path, compiler, 20)
    assert {*compiler.met} == {*range(9, 21)} and not done.in_time and not done.faults
    assert len(done.samples) == 9 and done.choices[0].variant


def test_a_first_launch_that_takes_far_too_long_is_a_sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "_SLOW_MS", 0.5)
    timed: list[set[int]] = []
    real = DevicePool.timed

    def timing(pool: DevicePool, variants: Sequence[int], *more: Any) -> Any:
        timed.append({*variants})
        return real(pool, variants, *more)

    monkeypatch.setattr(session, "_SLOW", 1.0)
    monkeypatch.setattr(DevicePool, "timed", timing)
    done = tuned(tmp_path, "slow", "fast", "slow")
    assert done.choices[0].variant == 2 and set.union(*timed) == {0, 2}
    assert {*done.samples["k", "block(x=2)"]} == {2.0}


def test_of_long_launches_what_coarsens_more_than_far_slower_ones_does_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    what = ["fast", "slow", "slow", "slow", "slow"]  # block(x=2), ..., block(x=6)
    for long, ran in ((1.5, 6), (0.5, 3)):  # the original takes 1 ms
        monkeypatch.setattr(session, "_SLOW_MS", 0.1)
        monkeypatch.setattr(session, "_FAR", 1.5)
        monkeypatch.setattr(session, "_LONG_MS", long)
        done = tuned(tmp_path / str(long), *what)
        assert done.choices[0].variant == 1 and done.in_time and len(done.samples) == ran
        assert [n for n in done.notes if "coarsen" in n] == (
            ["k: 3 variants did not run, as others that coarsen less take over 1.5 times as long as the original"]
            if ran == 3 else []
        )  # fmt: skip


def test_an_interrupt_while_the_device_works_is_no_variants_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    """It costs the process that holds the device."""
    asked, rounds = BenchWorker.ask, list[str]()

    def ask(worker: BenchWorker, what: Callable[..., Any], *arguments: object, limit: float) -> Any:
        rounds.append(what.__name__)
        if rounds.count("time") == 2:
            monkeypatch.setattr(BenchWorker, "ask", asked)
            monkeypatch.setattr(worker._process, "_near", _Interrupted(worker._process._near))  # type: ignore[union-attr]
        return asked(worker, what, *arguments, limit=limit)

    monkeypatch.setattr(BenchWorker, "ask", ask)
    done = tuned(tmp_path, "fast", "slow", "slow", "slow", "slow", first=[1, 2, 3, 4])
    assert not done.faults and done.choices[0].variant == 1 and not done.in_time


class _Interrupted:
    """A connection on which an interrupt comes while an answer is awaited."""

    def __init__(self, real: Any) -> None:
        self.real = real

    def poll(self, limit: float) -> bool:
        raise KeyboardInterrupt

    def __getattr__(self, name: str) -> Any:
        return getattr(self.real, name)
