"""Variants that compile before the device wants them: nothing but the time changes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from multiprocessing import active_children
from pathlib import Path

import pytest

from retarget.schedule.steps import Variant
from retarget.system.free_memory import free_memory
from retarget.tuning.by_captures import CaptureTuning
from retarget.tuning.kernel.compilation import Compilation
from retarget.tuning.kernel.compiled import CompiledModules
from retarget.tuning.tuned import Tuned
from tests import fake_device
from tests.tuning.compiling import Compiling
from tests.tuning.looking_ahead import Takes, tuned_kernels
from tests.variants import spelled

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("processes")]


def test_results_are_those_of_a_tuning_that_does_not_look_ahead(tmp_path: Path) -> None:
    def tuned(looks_ahead: bool) -> Tuned:
        begun = tmp_path / f"begun-{looks_ahead}"
        early: list[bool] = []

        def tell(tuning: CaptureTuning) -> None:
            if tuning.now and tuning.now.kernel == "a":
                early.append(any(begun.glob("b-*")))
            if tuning.now and tuning.now.stage.startswith("the finals"):
                assert not active_children(), "while times are taken that the choice rests on"

        done = tuned_kernels(tmp_path / str(looks_ahead), "ab", Takes(0.02, 0, begun), 2, looks_ahead, size=5, tell=tell)
        assert any(early) == looks_ahead and not active_children()
        return done

    without, with_ = tuned(False), tuned(True)
    assert [(c.kernel, c.schedule, c.gain) for c in with_.choices] == [
        (c.kernel, c.schedule, c.gain) for c in without.choices
    ]
    assert {c.schedule for c in with_.choices} == {"block(x=4, y=3)"}
    assert with_.faults == without.faults and with_.samples.keys() == without.samples.keys()
    assert with_.costs.keys() == without.costs.keys() and with_.in_time and without.in_time


def test_no_compiler_outlives_a_tuning_that_is_cut_off(tmp_path: Path) -> None:
    takes = Takes(0.2, 0.1, tmp_path / "begun")
    done = tuned_kernels(tmp_path / "short", "ab", takes, 2, True, budget=1.0)
    assert not done.in_time and not active_children()

    def failing(tuning: CaptureTuning) -> None:
        if tuning.now and tuning.now.runs:
            raise RuntimeError("a bug")

    with pytest.raises(RuntimeError, match="a bug"):
        tuned_kernels(tmp_path / "bug", "ab", takes, 2, True, tell=failing)
    assert not active_children()


WRONG = "out[7]: 15.0 instead of 14.0; 1 of 1000 elements differ"
INTERRUPTED = """
import signal, sys
from multiprocessing import active_children
from pathlib import Path
from tests.tuning.looking_ahead import Takes, tuned_kernels
signal.signal(signal.SIGINT, signal.default_int_handler)
folder = Path(sys.argv[1])
tell = lambda tuning: print(tuning.now.stage if tuning.now else "", flush=True)
done = tuned_kernels(folder / "run", "ab", Takes(0.1, 0.01, folder / "begun"), 2, True, size=5, tell=tell)
print([(c.kernel, bool(c.schedule)) for c in done.choices], done.in_time, {*done.faults.values()}, active_children())
"""


def test_an_interrupt_of_the_terminal_ends_a_race_and_no_compilation_fails(tmp_path: Path) -> None:
    """It reaches all processes of the terminal; those that compile are none."""
    words = [sys.executable, "-c", INTERRUPTED, str(tmp_path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, start_new_session=True) as tuning:
        assert tuning.stdout
        for line in tuning.stdout:
            if line.startswith("round 1"):
                os.killpg(tuning.pid, signal.SIGINT)
                break
        last = [*tuning.stdout][-1]
    assert last == f"[('a', True), ('b', True)] False {{{WRONG!r}}} []\n"


def named(*what: int) -> list[tuple[int, Variant]]:
    return [(n, spelled(f"block(x={n + 1})")) for n in what]


class Early(Compiling):
    """What it compiles ahead is there at once, too. asked: with what limits."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, list[int], float | None]] = []
        super().__init__(lambda new, _: CompiledModules((fake_device.module([(n, "fast") for n, _ in new]),), {}, 3.0))

    def ask(self, variants: object, limit: float | None) -> None:
        self.asked.append(("now", [n for n, _ in variants], limit))  # type: ignore[attr-defined]
        super().ask(variants, limit)  # type: ignore[arg-type]

    def look_ahead(self, variants: object, limit: float | None) -> None:
        self.asked.append(("ahead", [n for n, _ in variants], limit))  # type: ignore[attr-defined]
        super().ask(variants, limit)  # type: ignore[arg-type]


def test_what_compiled_ahead_is_told_once_it_is_asked_for() -> None:
    several = [v for _, v in named(*range(1, 41))]
    compiler = Early()
    made = Compilation(several, compiler, first=range(1, 21))
    for _ in range(3):
        made.begin({"block(x=2)"})
    assert compiler.asked[:2] == [("ahead", [*range(2, 17)], None), ("ahead", [*range(17, 21)], 12.0)]
    assert not made.taken([], 0).modules
    made.rest()
    made.ask([1, 2, 17])
    assert made.awaited == {1: 1, 2: 2, 17: 3} and compiler.asked[-1] == ("now", [1], 12.0)
    taken = made.taken([1, 2, 17], None)
    assert {n for m in taken.modules for n in m.numbers} == {*range(1, 21)} and not made.awaited
    assert not made.taken([1], None).modules


def test_what_fails_ahead_is_told_of_what_was_asked_for_alone() -> None:
    made = Compilation([v for _, v in named(1, 2)], Early())
    made.compiler = Compiling(lambda new, _: CompiledModules((), {n: "no" for n, _ in new}))
    made.compiler.look_ahead = made.compiler.ask  # type: ignore[method-assign]
    made.begin(())
    made.ask([2])
    assert made.taken([2], None).broken == {2: "no"}
    made.ask([1])
    assert made.taken([1], None).broken == {1: "no"}


def test_free_memory_is_that_of_the_machine_and_of_the_group(tmp_path: Path) -> None:
    machine, group = tmp_path / "meminfo", tmp_path / "group"
    assert free_memory(machine, group) == float("inf")
    machine.write_text("MemTotal:  100 kB\nMemAvailable:  50 kB\n")
    assert free_memory(machine, group) == 50 * 1024
    group.mkdir()
    (group / "memory.current").write_text("1000\n")
    for most, free in (("max", 51200), ("3000", 2000), ("500", 0)):
        (group / "memory.max").write_text(f"{most}\n")
        assert free_memory(machine, group) == free
