"""Race, finals and choice: with simulated times, noise and all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import exp
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from retarget.targets.cpu.same_output import Judge
from retarget.tuning.by_runs import Tuning
from retarget.tuning.choice import Timing, chance, chosen, is_faster, paired_chance, threshold
from retarget.tuning.clock import Clock
from retarget.tuning.contest import RunBudget
from retarget.tuning.launch_records import Launches, Size
from retarget.tuning.measurements import Memory, opened
from retarget.tuning.race import ORIGINAL
from retarget.tuning.trial import Rehearsal, RunCommand, Trial
from retarget.tuning.tuned import Tuned, Untunable

ONE = (64, 1, 1)
LARGE, SMALL = ((1000, 1, 1), ONE), ((4, 1, 1), ONE)
times = st.lists(st.floats(0.1, 100), min_size=1, max_size=7)


@dataclass
class Machine:
    """Runs that take simulated times: share(variant, size) of the original's. noise: the deviation of a time's
    logarithm; drift: what each run takes more than the one before; code: what the nth run ends with, with what
    variants; interrupts: the runs in which one comes; launches: of a size in one run."""

    share: Callable[[int, Size], float] = lambda variant, size: 1.0
    noise: float = 0.0
    drift: Callable[[int], float] = lambda run: 1.0
    code: Callable[[int, Mapping[str, tuple[int, ...]]], int] = lambda run, variants: 0
    interrupts: tuple[int, ...] = ()
    sizes: tuple[Size, ...] = (LARGE,)
    launches: int = 1
    variants: int = 18
    bears_rehearsals: bool = True
    common: float = 0.0  # the same for all runs of a turn
    seconds: float = 0.001
    seed: int = 1
    runs: int = 0
    asked: list[tuple[int, ...]] = field(default_factory=list)

    def run(
        self, _: RunCommand, asked: Mapping[str, tuple[int, ...]], limit: float | None, rehearsal: Rehearsal | None = None
    ) -> Trial:
        random = Random(self.seed * 10007 + self.runs)
        turn = Random(self.seed * 17 + self.runs // 4).lognormvariate(0, self.common)
        self.runs += 1
        if self.runs in self.interrupts:
            raise KeyboardInterrupt
        self.asked.append(asked.get("k", (ORIGINAL,)))

        def launched(variants: Sequence[int], beside: bool) -> Iterator[Launches]:
            for v, size in product(variants, self.sizes):
                ms = 10.0 * (self.share(v, size) if v else 1.0) * self.drift(self.runs) * self.launches * turn
                yield Launches("k", v, True, *size, self.launches, ms * random.lognormvariate(0, self.noise), beside)

        made = [*launched(asked.get("k", (ORIGINAL,)), False), *launched(rehearsal.variants["k"] if rehearsal else (), True)]
        code = self.code(self.runs, asked)
        if rehearsal and not self.bears_rehearsals:
            code = 1
        return Trial(asked, code, b"1\n", b"", False, (), tuple(made), self.seconds)

    def tuned(self, monkeypatch: pytest.MonkeyPatch, memory: Memory, plan: RunBudget | None = None) -> Tuned:
        monkeypatch.setattr("retarget.tuning.by_runs.run", self.run)
        schedules = {"k": [f"block(x={n + 2})" for n in range(self.variants)]}
        return Tuning(
            command=RunCommand((), "."), variants=schedules, judge=Judge(1e-5), plan=plan or RunBudget(), memory=memory
        ).tuned()


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with opened(tmp_path, "one") as found:
        yield found


@given(times, times)
def test_the_chance_is_that_of_the_orders(a: list[float], b: list[float]) -> None:
    assert 0 < chance(a, b) <= 1
    assert chance(a, b) >= 1 - chance(b, a) or set(a) & set(b)
    assert chance([x / 2 for x in a], b) <= chance(a, b)


@given(st.lists(st.tuples(st.floats(0.1, 100), st.floats(0.1, 100)), min_size=1, max_size=8))
def test_what_disturbs_a_turn_as_a_whole_changes_no_chance(pairs: list[tuple[float, float]]) -> None:
    a, b = ([p[at] for p in pairs] for at in (0, 1))
    p = paired_chance(a, b)
    assert 2.0 ** -len(pairs) <= p <= 1
    disturbed = paired_chance([x * 2**n for n, x in enumerate(a)], [y * 2**n for n, y in enumerate(b)])
    assert disturbed == p


def test_what_disturbs_turns_hides_no_gain(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for seed in range(20):
        with opened(tmp_path, str(seed)) as memory:
            machine = Machine(lambda v, _: 0.93 if v == 1 else 1.0, noise=0.01, common=0.1, variants=3, seed=seed)
            (choice,) = machine.tuned(monkeypatch, memory).choices
            assert choice.variant == 1


@given(st.lists(st.floats(-5, 5), min_size=1, max_size=9))
def test_the_chance_of_turns_is_that_of_all_signs(gained: list[float]) -> None:
    ways = [sum(way) for way in product(*((g, -g) for g in gained))]
    least = sum(gained)
    assume(all(abs(w - least) > 1e-6 or w == least for w in ways))
    p = paired_chance([1.0] * len(gained), [exp(g) for g in gained])
    assert p * len(ways) == pytest.approx(sum(w >= least - 1e-9 for w in ways))


def test_the_chance_is_that_of_the_tables() -> None:
    low, high = [1.0, 2.0, 3.0, 4.0, 5.0], [6.0, 7.0, 8.0, 9.0, 10.0]
    assert chance(low, high) == pytest.approx(1 / 252)
    assert chance([*low[:4], 6.5], high) == pytest.approx(2 / 252)
    assert chance(low[:3], high[:3]) == pytest.approx(1 / 20)
    assert chance([1.0], [1.0]) == 1.0


@given(st.lists(st.floats(0.1, 100), min_size=3, max_size=9), st.lists(st.floats(0.1, 100), min_size=3, max_size=9))
def test_no_two_are_each_faster_than_the_other(a: list[float], b: list[float]) -> None:
    assert not (is_faster(a, b) and is_faster(b, a))


def test_few_runs_prove_large_gains_alone() -> None:
    assert is_faster([5.0, 5.1, 5.2], [10.0, 10.1, 9.9])
    assert not is_faster([9.5, 9.5, 9.5], [10.0, 10.1, 9.9])
    assert is_faster([9.5] * 5, [10.0, 10.1, 9.9, 10.0, 10.0])
    assert not is_faster([9.95] * 5, [10.0] * 5), "less than a hundredth"


def test_what_is_chosen_beats_the_original_in_the_finals() -> None:
    finals = {0: [{LARGE: ms} for ms in (10.0, 10.2, 9.9, 10.1, 10.0)], 1: [{LARGE: 9.95}] * 5,
              2: [{LARGE: ms} for ms in (5.0, 5.1, 4.9, 5.0, 5.0)], 3: [{LARGE: 1.0}]}  # fmt: skip
    found = chosen("k", ["a", "b", "c"], finals, Timing(11, 0, 3), ())
    assert (found.schedule, round(found.gain, 1)) == ("b", 2.0), "one run of the third is no proof"
    few = chosen("k", ["a"], {0: [{LARGE: 10.0}] * 3, 1: [{LARGE: 9.0}] * 2}, Timing(11, 0, 3), ())
    assert (few.schedule, few.reason) == ("", "too few runs to prove that a is faster")
    assert chosen("k", [], {}, Timing(11, 0, 3), ()).original.median == 11


def test_where_nothing_is_left_it_is_told_why() -> None:
    told = chosen("k", ["a", "b"], {0: [{LARGE: 1.0}] * 5}, Timing(1, 0, 3), ["no launch fits it"] * 2).reason
    assert told == "no variant was timed: 2 dropped, all of them as no launch fits it"
    faults = ["it did not end in time", *["no launch fits it"] * 2]
    told = chosen("k", ["a", "b", "c"], {0: [{LARGE: 1.0}] * 5}, Timing(1, 0, 3), faults).reason
    assert told == "no variant was timed: 3 dropped, 2 of them as no launch fits it"
    finals = {0: [{LARGE: 1.0}] * 5}
    told = chosen("k", ["a", "b"], finals, Timing(1, 0, 3), ["no launch fits it"], are_gone=True).reason
    assert told == "no variant was timed: 1 dropped, as no launch fits it"
    told = chosen("k", ["a", "b"], {}, Timing(1, 0, 3), ["no launch fits it"]).reason
    assert told == "the time was too short to run variants in turns with the original"


def test_small_launches_stay_with_the_original_where_that_pays() -> None:
    def runs(large: float, small: float) -> list[dict[Size, float]]:
        return [{LARGE: large + n / 100, SMALL: small + n / 100} for n in range(5)]

    found = chosen("k", ["a"], {0: runs(10, 5), 1: runs(4, 8)}, Timing(15, 0, 3), ())
    assert (found.schedule, found.chosen.median) == ("a above(1000)", 9.04)
    assert sum(after for _, after in found.by_size.values()) == pytest.approx(9.04)
    slower = chosen("k", ["a"], {0: runs(10, 5), 1: runs(9, 9)}, Timing(15, 0, 3), ())
    assert slower.schedule == "a above(1000)", "in sum it is slower than the original"
    assert chosen("k", ["a"], {0: runs(10, 5), 1: runs(4, 4)}, Timing(15, 0, 3), ()).schedule == "a"
    assert threshold([{LARGE: 1.0}, {LARGE: 1.0, SMALL: 1.0}], runs(1, 9)) == 0, "its launches differ between runs"
    assert threshold([], []) == 0


@pytest.mark.slow
@pytest.mark.parametrize("variants", [3, 48])
@pytest.mark.parametrize("noise", [0.01, 0.1])
def test_equal_times_keep_the_original(
    variants: int, noise: float, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    wrong = 0
    for seed in range(60):
        with opened(tmp_path, str(seed)) as memory:
            machine = Machine(noise=noise, variants=variants, seed=seed)
            (choice,) = machine.tuned(monkeypatch, memory).choices
            wrong += bool(choice.variant)
    assert wrong <= 3


@pytest.mark.slow
@pytest.mark.parametrize(("share", "noise", "least"), [(0.9, 0.03, 55), (0.8, 0.1, 30), (0.97, 0.01, 30), (0.95, 0.04, 45)])
def test_what_is_faster_is_found(
    share: float, noise: float, least: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found = 0
    for seed in range(60):
        with opened(tmp_path, str(seed)) as memory:
            machine = Machine(lambda v, _: share if v < 9 else 1.0, noise=noise, variants=48, seed=seed)
            (choice,) = machine.tuned(monkeypatch, memory).choices
            found += 0 < choice.variant < 9
    assert found >= least


@pytest.mark.parametrize("drift", [lambda run: 1.05 if run <= 4 else 1.0, lambda run: 1 + 1 / run, lambda run: 0.99**run])
def test_a_machine_that_gets_faster_is_no_gain(
    drift: Callable[[int], float], monkeypatch: pytest.MonkeyPatch, memory: Memory
) -> None:
    done = Machine(drift=drift, noise=0.002).tuned(monkeypatch, memory)
    assert [c.schedule for c in done.choices] == [""]


def test_the_original_runs_in_every_turn_of_the_finals(monkeypatch: pytest.MonkeyPatch, memory: Memory) -> None:
    machine = Machine(lambda v, _: 1 / (1 + v), noise=0.001)
    machine.tuned(monkeypatch, memory)
    finals = [v for (v,) in machine.asked[-21:-1]]
    for turn in range(0, 20, 4):
        assert sorted(finals[turn : turn + 4]) == [0, 16, 17, 18]
    assert len({tuple(finals[turn : turn + 4]) for turn in range(0, 20, 4)}) > 1, "in different orders"
    assert machine.asked[-1] == (18,), "what was chosen runs once more"


def test_tuning_again_gives_the_same_choice(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    told = set()
    for seed in range(4):
        with opened(tmp_path, "one") as memory:
            machine = Machine(
                lambda v, size: 0.5 + v / 100 if size == LARGE else 3.0, sizes=(LARGE, SMALL), seed=seed, noise=0.001
            )
            (choice,) = machine.tuned(monkeypatch, memory).choices
            told.add(choice.schedule)
            assert seed == 0 or machine.runs <= 30, "the race is not run again"
    assert told == {"block(x=2) above(1000)"}


def test_a_budget_leaves_time_for_the_finals(monkeypatch: pytest.MonkeyPatch, memory: Memory) -> None:
    machine = Machine(lambda v, _: 1 / (1 + v), bears_rehearsals=False)
    monkeypatch.setattr("retarget.tuning.by_runs.Clock", lambda budget: Clock(budget, 0.0))
    monkeypatch.setattr("retarget.tuning.clock.monotonic", lambda: float(machine.runs))  # a second a run
    done = machine.tuned(monkeypatch, memory, RunBudget(budget=40))
    assert not done.in_time and done.runs <= 41
    (choice,) = done.choices
    assert choice.gain > 2 and choice.chosen.runs == 5
    assert any("of its 18 variants" in note for note in done.notes)


@pytest.mark.parametrize(("a_run", "is_chosen"), [(0.05, True), (1.0, False)])
def test_finals_that_are_short_come_to_their_end(
    a_run: float, is_chosen: bool, monkeypatch: pytest.MonkeyPatch, memory: Memory
) -> None:
    machine = Machine(lambda v, _: 1 / (1 + v), bears_rehearsals=False)
    monkeypatch.setattr("retarget.tuning.by_runs.Clock", lambda budget: Clock(budget, 0.0))
    # The tenth run takes as long as the whole budget.
    monkeypatch.setattr("retarget.tuning.clock.monotonic", lambda: machine.runs * a_run + 400 * a_run * (machine.runs >= 10))
    done = machine.tuned(monkeypatch, memory, RunBudget(budget=400 * a_run))
    assert not done.in_time
    (choice,) = done.choices
    assert bool(choice.variant) == is_chosen, choice.reason
    assert machine.runs <= 10 + 5 * 4 + 1


@pytest.mark.parametrize(("interrupts", "is_found"), [((12,), True), ((12, 16), False)])
def test_an_interrupt_gives_the_best_so_far(
    interrupts: tuple[int, ...], is_found: bool, monkeypatch: pytest.MonkeyPatch, memory: Memory
) -> None:
    machine = Machine(lambda v, _: 0.5, interrupts=interrupts, bears_rehearsals=False)
    done = machine.tuned(monkeypatch, memory)
    assert not done.in_time
    (choice,) = done.choices
    assert bool(choice.variant) == is_found
    if is_found:
        assert machine.runs == 12 + 10 + 1, "five turns of two, and once more what was chosen"
    else:
        assert choice.reason.startswith("too few runs to prove")


def test_a_variant_that_once_crashes_stays_in_the_race(monkeypatch: pytest.MonkeyPatch, memory: Memory) -> None:
    failed: list[int] = []

    def code(run: int, variants: Mapping[str, tuple[int, ...]]) -> int:
        once = variants.get("k") == (7,) and not failed
        failed.extend([run] * once)
        return 134 if once or variants.get("k") == (3,) else 0

    machine = Machine(lambda v, _: 0.5 if v == 7 else 1.0, code=code, bears_rehearsals=False)
    done = machine.tuned(monkeypatch, memory)
    assert [c.variant for c in done.choices] == [7]
    assert list(done.faults) == [("k", "block(x=4)")]


def test_a_budget_for_few_runs_is_told_before_they_run(monkeypatch: pytest.MonkeyPatch, memory: Memory) -> None:
    machine = Machine(seconds=2.0)
    monkeypatch.setattr("retarget.tuning.by_runs.Clock", lambda budget: Clock(budget, 0.0))
    monkeypatch.setattr("retarget.tuning.clock.monotonic", lambda: 2.0 * machine.runs)
    with pytest.raises(Untunable, match=r"a run takes 2 s, and a choice asks for 9 more: .* such as 76s"):
        machine.tuned(monkeypatch, memory, RunBudget(budget=12))
    assert machine.runs == 2


def test_a_budget_for_nothing_is_told(monkeypatch: pytest.MonkeyPatch, memory: Memory) -> None:
    with pytest.raises(Untunable, match="give it more with --budget"):
        Machine(launches=64).tuned(monkeypatch, memory, RunBudget(budget=1e-9))


@pytest.mark.parametrize("faults_from", [6, 10, 23, 30])
def test_a_device_that_fails_is_no_fault_of_the_variants(
    faults_from: int, monkeypatch: pytest.MonkeyPatch, memory: Memory
) -> None:
    machine = Machine(lambda v, _: 1 + v, code=lambda run, _: 134 if run >= faults_from else 0)
    with pytest.raises(Untunable, match="the original itself fails by now"):
        machine.tuned(monkeypatch, memory)
    assert not memory.faults()


def test_a_kernel_that_bears_no_rehearsals_is_named(monkeypatch: pytest.MonkeyPatch, memory: Memory) -> None:
    done = Machine(bears_rehearsals=False).tuned(monkeypatch, memory)
    assert any("cannot" in note or "put back" in note for note in done.notes)
    assert not Machine().tuned(monkeypatch, memory).notes
