"""Kernel mode without a GPU: comparing, cases, the race on a device that is made up; the command up to the device."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retarget.capture.compare import fault, span
from retarget.capture.folder import CaptureFolder
from retarget.case import Case, CaseError, read_cases
from retarget.schedule.steps import Variant
from retarget.schedule.steps.bounds import LaunchBounds
from retarget.schedule.steps.share import ShareLoads
from retarget.system import exits
from retarget.targets import device as devices
from retarget.targets.amd import device as hip
from retarget.targets.demangle import split_name
from retarget.targets.device import Device, DeviceError, Trouble
from retarget.targets.nvidia import device
from retarget.tuning.choice import Timing
from retarget.tuning.contest import RunBudget
from retarget.tuning.kernel.arguments import KernelParameter, ready
from retarget.tuning.kernel.bench import Setup, VariantVerdict
from retarget.tuning.kernel.bench_worker import BenchWorker, LocalPlace
from retarget.tuning.kernel.compilation import Compilation
from retarget.tuning.kernel.compiled import CompiledModules
from retarget.tuning.kernel.replay_case import by_hand, of_cases
from retarget.tuning.kernel.search import STRATEGIES, minimised, searching
from retarget.tuning.kernel.session import KernelTuning
from retarget.tuning.measurements import opened as memory_opened
from retarget.tuning.record import Chosen, Dropped, LaunchSize, Ran, Record, Sample, joined
from retarget.tuning.tuned import Tuned, Untunable
from tests import fake_device
from tests.command_line import Told, retarget
from tests.tuning.compiling import Compiling
from tests.tuning.fake_tuning import PARAMETERS, arrays
from tests.values import replace
from tests.variants import spelled


def case(name: str = "one", grid: int = 4, **more: Any) -> Case:
    return Case(name, grid, 256, arrays(), **more)


def tuned(
    tmp_path: Path, *what: str, cases: Sequence[Case] = (), opener: Callable[[], Device] = fake_device.opened,
    search: str | None = None, most: int = 0, limit: float | None = 20, several: Sequence[Variant] = (),
    compiled: list[int] | None = None, budget: float | None = None,
) -> Tuned:  # fmt: skip
    """A tuning of variants by what they do on the made-up device."""

    def compile_(numbered: Sequence[tuple[int, Variant]], _: float | None) -> CompiledModules:
        (compiled if compiled is not None else []).extend(n for n, _ in numbered)
        fine = [(n, what[n - 1]) for n, _ in numbered if what[n - 1] != "broken"]
        broken = {n: "it does not compile: no" for n, _ in numbered if what[n - 1] == "broken"}
        return CompiledModules((fake_device.module(fine),) if fine else (), broken)

    folder = tmp_path / "run"
    folder.mkdir(exist_ok=True)
    kept = tuple(by_hand(ready(c, "k", PARAMETERS, "case.py"), "k", folder) for c in cases or (case(),))
    CaptureFolder(folder, of_cases(kept)).tell(of_cases(kept))
    named = several or [spelled(f"block(x={at})") for at in range(2, len(what) + 2)]
    with memory_opened(tmp_path, "tuning") as memory:
        setup = Setup(str(folder), kept, str(folder))
        tuning = KernelTuning(
            kernel="k", compilation=Compilation(named, Compiling(compile_), None, bool(search)), setup=setup,
            places=[LocalPlace("fake", opener)], plan=RunBudget(budget, limit), memory=memory,
        )  # fmt: skip
        return tuning.tuned(searching(search, most))


def dropped(done: Tuned) -> dict[str, str]:
    return {schedule: why for (_, schedule), why in done.faults.items()}


# The race


def test_the_fastest_that_is_right_is_chosen(tmp_path: Path) -> None:
    done = tuned(tmp_path, "slow", "fast", "faster", "rounded", "wrong", "unfit", "broken")
    (choice,) = done.choices
    assert (choice.schedule, round(choice.gain, 2)) == ("block(x=4)", 5.0)
    assert done.verified and done.in_time and done.compared == fake_device.N + 1
    faults = dropped(done)
    assert set(faults) == {"block(x=6)", "block(x=7)", "block(x=8)"}
    assert faults["block(x=6)"] == "out[7]: 15.0 instead of 14.0; 1 of 1000 elements differ"
    assert faults["block(x=7)"] == "no launch fits it"
    assert faults["block(x=8)"] == "it does not compile: no"


@pytest.mark.slow
def test_what_keeps_the_bits_is_known_beside_the_choice(tmp_path: Path) -> None:
    assert tuned(tmp_path, "rounded", "fast").exact["k"].schedule == "block(x=3)"
    for folder in ("other", "many"):
        (tmp_path / folder).mkdir()
    many = tuned(tmp_path / "many", *["rounded"] * 4, "fast")  # more than the finals have room for
    assert many.choices[0].schedule != "block(x=6)" and many.exact["k"].schedule == "block(x=6)"
    without = tuned(tmp_path / "other", "rounded").exact["k"]
    assert (without.schedule, without.reason) == ("", "of the fastest variants, none gives the original's bits")


def test_an_interrupt_of_the_last_check_finds_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    verify, stages = BenchWorker.verify, list[KernelTuning]()

    def interrupted(worker: BenchWorker, variant: int, limit: float) -> VariantVerdict:
        if stages and stages[-1].stage == "what was chosen, once more":
            raise KeyboardInterrupt
        return verify(worker, variant, limit)

    monkeypatch.setattr(BenchWorker, "verify", interrupted)
    monkeypatch.setattr(KernelTuning, "_checked", lambda tuning, choice, real=KernelTuning._checked: (
        stages.append(tuning), real(tuning, choice))[1])  # fmt: skip
    done = tuned(tmp_path, "fast")
    assert not done.verified and [(c.variant, c.reason) for c in done.choices] == [
        (0, "interrupted before block(x=2) ran once more")
    ]


FAULTS = {
    "nan": "out[7]: nan instead of 14.0",
    "untouched": "out[999]: nothing is written",
    "miscounted": "sum[0]: 1002 instead of 1001",
    "beyond": "8 bytes behind 'out'",
    "before": "8 bytes in front of 'out'",
    "input": "it changes 'a', which it must not",
    "crash": "an address that is none",
    "exit": "its process ended with 3",
    "abort": "its process was ended by SIGABRT",
    "refused": "too many resources",
}


@pytest.mark.slow
def test_each_fault_costs_its_variant_alone(tmp_path: Path) -> None:
    done = tuned(tmp_path, *FAULTS, "fast")
    for at, (what, why) in enumerate(FAULTS.items(), 2):
        assert why in dropped(done)[f"block(x={at})"], what
    assert done.choices[0].schedule == f"block(x={len(FAULTS) + 2})" and done.verified


@pytest.mark.slow
def test_a_hang_costs_its_variant_alone(tmp_path: Path) -> None:
    done = tuned(tmp_path, "hang", "fast", limit=3)
    assert dropped(done) == {"block(x=2)": "it did not end within 3 s"}
    assert done.choices[0].schedule == "block(x=3)"


def test_a_lost_device_is_no_variants_fault(tmp_path: Path) -> None:
    with pytest.raises(DeviceError, match="answers no more"):
        tuned(tmp_path, "lost", "fast")
    with memory_opened(tmp_path, "tuning") as memory:
        assert memory.faults() == {}


def test_too_little_memory_is_told_with_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(Untunable, match="OUT_OF_MEMORY: make the case smaller"):
        tuned(tmp_path, "fast", opener=fake_device.full)


def test_what_varies_by_itself_is_not_compared(tmp_path: Path) -> None:
    done = tuned(tmp_path, "miscounted", "wrong", opener=fake_device.opened_varying)
    assert list(dropped(done)) == ["block(x=3)"] and done.compared == fake_device.N


@pytest.mark.slow
def test_the_original_has_to_give_what_is_expected(tmp_path: Path) -> None:
    right = 2 * np.arange(fake_device.N)
    assert tuned(tmp_path, "fast", cases=[case(expected={"out": right})]).choices[0].variant == 1
    with pytest.raises(Untunable, match=r"the original does not give what is expected: out\[0\]: 0.0 instead of 1.0"):
        tuned(tmp_path, "fast", cases=[case(expected={"out": right + 1})])


def test_the_hosts_calls_are_no_part_of_a_short_kernels_time(tmp_path: Path) -> None:
    (choice,) = tuned(tmp_path, "slow", "fast", opener=fake_device.late).choices
    assert choice.original.median == pytest.approx(0.01) and choice.gain == pytest.approx(4.0)


@pytest.mark.slow
def test_small_launches_are_left_to_the_original(tmp_path: Path) -> None:
    done = tuned(tmp_path, "fast", cases=[case("small", 1), case("large", 64)])
    assert done.choices[0].schedule == "block(x=2) above(64)"
    assert {s.grid for s in done.sizes} == {(1, 1, 1), (64, 1, 1)}


@pytest.mark.slow
def test_what_was_measured_is_not_measured_again(tmp_path: Path) -> None:
    first = tuned(tmp_path, "fast", "slow", "wrong")
    compiled: list[int] = []
    again = tuned(tmp_path, "fast", "slow", "fast", compiled=compiled)  # what was wrong stays so
    assert compiled == [1, 2] and dropped(again) == dropped(first)
    assert again.samples["k", "block(x=2)"][: len(first.samples["k", "block(x=2)"])] == first.samples["k", "block(x=2)"]


def test_the_end_of_the_time_gives_the_best_so_far(tmp_path: Path) -> None:
    """Finals as short as these come to their end all the same."""
    done = tuned(tmp_path, *["fast"] * 40, budget=0.001)
    assert not done.in_time and done.choices[0].chosen.runs >= 5 and len(done.samples) <= 16


def test_many_variants_are_halved(tmp_path: Path) -> None:
    done = tuned(tmp_path, *["slow"] * 20, "faster", *["slow"] * 20)
    assert done.choices[0].variant == 21
    assert sorted(map(len, done.samples.values()))[:20] == [1] * 20


# Searching


@pytest.mark.slow
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_strategies_look_at_few_of_many(strategy: str) -> None:
    pytest.importorskip("kernel_tuner")
    words = [f"block(x={x}, y={y}) {s} {w}" for x in range(1, 13) for y in range(1, 9)
             for s in ("", "share()") for w in ("", "bounds(waves=2)", "bounds(waves=4)")]  # fmt: skip
    space = list(map(spelled, words))

    def cost(v: Variant) -> float:
        (x, y, _), bounds = v.factors.block, v.find(LaunchBounds)
        return abs(x - 4) + abs(y - 3) + (bounds.waves if bounds else 0) + (not v.find(ShareLoads)) + 1.0

    seen: list[int] = []

    def evaluate(variants: Sequence[int]) -> list[float | None]:
        seen.extend(variants)
        return [float("inf") if space[v].factors.block[0] == 7 else cost(space[v]) for v in variants]

    minimised(strategy, space, evaluate, 60, seed=1)
    assert len(seen) == len(set(seen)) and 20 <= len(seen) <= 60
    assert all(0 <= v < len(space) for v in seen)


@pytest.mark.slow
def test_a_search_times_few_and_finds_a_fast_one(tmp_path: Path) -> None:
    pytest.importorskip("kernel_tuner")
    several = [spelled(f"block(x={x}, y={y})") for x in range(1, 11) for y in range(2, 12)]
    blocks = [v.factors.block for v in several]
    what = ["fast" if 3 <= x <= 8 and 3 <= y <= 9 else "crash" if x == 1 else "slow" for x, y, _ in blocks]
    compiled: list[int] = []
    done = tuned(tmp_path, *what, several=several, search="greedy_ils", most=30, compiled=compiled)
    assert what[done.choices[0].variant - 1] == "fast"
    assert len(compiled) <= 40 and len(done.samples) <= 31


def test_an_absent_library_and_an_unknown_strategy_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="no strategy 'magic': there are exhaustive, random_sample"):
        searching("magic", 10)
    monkeypatch.setitem(sys.modules, "kernel_tuner", None)
    with pytest.raises(Exception, match=r"Kernel Tuner.*pip install 'kernel_tuner"):
        searching("pso", 10)


# Comparing


@given(st.lists(st.floats(-1e3, 1e3), min_size=1, max_size=20), st.data())
@settings(max_examples=60, deadline=None)
def test_numbers_near_to_the_originals_pass(values: list[float], data: st.DataObject) -> None:
    wanted = np.array(values)
    at = data.draw(st.integers(0, len(values) - 1))
    near, far = wanted.copy(), wanted.copy()
    near[at] += 1e-11 * abs(near[at])
    far[at] += 1 + abs(far[at])
    assert fault(span([wanted]), near) == ""
    assert fault(span([wanted]), far).startswith(f"[{at}]: ")


@pytest.mark.parametrize("kind", ["i1", "u4", "i8", "?", "c16", "f2", "V6"])
def test_arrays_of_any_kind_are_compared(kind: str) -> None:
    data = np.frombuffer(np.random.default_rng(1).bytes(960), kind) if kind != "?" else np.arange(99) % 3 == 0
    other = data.copy()
    assert fault(span([data, data.copy()]), other) == ""
    other.view("u1")[8:] ^= 0x41 if kind != "?" else 1
    assert fault(span([data]), other)


def test_the_spread_of_the_originals_runs_is_allowed() -> None:
    runs = [np.array([1.0, 5.0]), np.array([1.2, 5.0])]
    assert fault(span(runs), np.array([1.1, 5.0])) == ""
    assert fault(span(runs), np.array([1.3, 5.0]))
    assert fault(span(runs), np.array([1.1, 5.1]))
    assert fault(span(runs), np.array([1.3, 5.1]), absolute=0.2) == ""
    whole = [np.array([1, 5]), np.array([2, 5])]
    assert fault(span(whole), np.array([77, 5])) == "" and span(whole).compared == 1
    assert fault(span(whole), np.array([1, 6]))


def test_what_is_absent_in_both_is_the_same() -> None:
    nan, poison = np.array([np.nan]), np.frombuffer(b"\xff" * 8, np.float64)
    assert fault(span([nan]), np.array([-np.nan])) == ""
    assert fault(span([poison]), poison) == ""
    assert fault(span([poison]), nan), "something was written where the original writes nothing"
    assert "nothing is written" in fault(span([np.array([1.0])]), poison)


# Cases


def refusal(*arguments: Any, **more: Any) -> str:
    with pytest.raises(CaseError) as error:
        ready(Case("c", more.pop("grid", 4), more.pop("block", 256), arguments, **more), "k", PARAMETERS, "case.py")
    return str(error.value)


A, ONE = np.zeros(4), np.ones(1, np.int32)


def test_arguments_are_held_to_the_kernels_parameters() -> None:
    head = "case.py: case 'c': "
    assert refusal(A, A) == f"{head}2 arguments, but k takes 4: (double * out, const double * a, int * sum, int n)"
    assert refusal(A.astype("f4"), A, ONE, 4) == (
        f"{head}argument 1, 'double * out': pass an array of float64, not of float32 (.astype(numpy.float64))"
    )
    assert "argument 2, 'const double * a': pass a numpy array, or None, not float" in refusal(A, 1.0, ONE, 4)
    assert "argument 4, 'int n': pass a whole number (int32), not 4.5" in refusal(A, A, ONE, 4.5)
    assert "argument 4, 'int n': pass a number (int32), not ndarray" in refusal(A, A, ONE, ONE)
    assert "2147483648 is beyond int32" in refusal(A, A, ONE, 2**31)
    assert "not contiguous" in refusal(np.zeros((4, 4))[:, 1], A, ONE, 4)
    assert "the array is empty" in refusal(np.zeros(0), A, ONE, 4)
    assert "'b' is no array of k: they are out, a, sum" in refusal(A, A, ONE, 4, outputs=["b"])
    assert "3 values are given for an array of 4" in refusal(A, A, ONE, 4, expected={"out": np.zeros(3)})
    assert "grid is 0" in refusal(A, A, ONE, 4, grid=0)
    assert "grid is (1, 70000)" in refusal(A, A, ONE, 4, grid=(1, 70000))
    assert "has more than 1024 threads" in refusal(A, A, ONE, 4, block=(64, 64))
    assert "shared is -1: give bytes" in refusal(A, A, ONE, 4, shared=-1)
    assert "relative is 'no': give a number from 0 on, or None" in refusal(A, A, ONE, 4, relative="no")
    assert "absolute is nan" in refusal(A, A, ONE, 4, absolute=float("nan"))
    assert "outputs is 'out': give a list of names" in refusal(A, A, ONE, 4, outputs="out")
    assert "outputs is 5: give a list of names" in refusal(A, A, ONE, 4, outputs=5)
    assert "expected is 5: give a dictionary" in refusal(A, A, ONE, 4, expected=5)
    assert "expected 'out': it is no array of float64" in refusal(A, A, ONE, 4, expected={"out": ["text"] * 4})
    assert "expected 'out': it is no array of float64" in refusal(A, A, ONE, 4, expected={"out": [[1], [2, 3]]})


@pytest.mark.parametrize("arguments", [5, None, "text", np.zeros(4)])
def test_arguments_that_are_no_list_are_refused(arguments: Any) -> None:
    with pytest.raises(CaseError, match=r"arguments is .*: give a list of them, in the order of k"):
        ready(Case("c", 4, 256, arguments), "k", PARAMETERS, "case.py")


def test_a_number_beyond_all_is_refused() -> None:
    wide = (KernelParameter("x", "float", False, "f4", True, False, 4),)
    with pytest.raises(CaseError, match=r"argument 1, 'float x': .* is beyond float32"):
        ready(Case("c", 4, 256, [10**400]), "k", wide, "case.py")


def test_numbers_become_what_the_kernel_takes() -> None:
    made = ready(Case("c", (2, 3), 256, [A, A, None, np.int64(7)]), "k", PARAMETERS, "case.py")
    assert made.arguments[2:] == (bytes(8), (7).to_bytes(4, "little"))
    assert (made.grid, made.block) == ((2, 3, 1), (256, 1, 1))


def test_template_arguments_are_split() -> None:
    assert split_name("k<int, t<2, 3>, (a, b)>") == ("k", ("int", "t<2, 3>", "(a, b)"))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("def cases():\n    yield 1\n", "yields int: it has to yield retarget.case.Case"),
        ("def cases():\n    return []\n", "`cases` yields nothing"),
        ("x = 1\n", "it has no function `cases`"),
        ("x = 1\ndef cases(:\n", ":2: SyntaxError"),
        ("def cases():\n    n = 1\n    yield n / 0\n", ":3: ZeroDivisionError: division by zero"),
        ("import sys\nsys.exit('x')\n", ":2: it ends Python ('x'): leave that to `retarget`"),
        ("import sys\ndef cases():\n    sys.exit(3)\n", ":3: it ends Python (3)"),
        ("import no_such_module\n", ":1: ModuleNotFoundError"),
        ("from retarget.case import Case\ndef cases():\n    yield Case('a', 1, 1, [])\n    yield Case('a', 1, 1, [])\n", "two cases are called 'a'"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_file_of_cases_is_located(text: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / "case.py"
    path.write_text(text)
    with pytest.raises(CaseError) as error:
        list(read_cases(str(path)))
    assert str(path) in str(error.value) and why in str(error.value)


# Results


def record(kernel: str, ms: float = 1.0, device: str = "d", **more: Any) -> Record:
    ran = {"before_ms": 2 * ms, "after_ms": ms, "runs": 5, "seconds": 2.5, "device_ms": 7.0, "in_time": True,
           "verified": True, "compared": 64, **more}  # fmt: skip
    choice = Chosen(kernel, "", "", Timing(2 * ms, 0, 3), Timing(ms, 0, 3))
    size = LaunchSize(kernel, (1, 1, 1), (64, 1, 1), 1, ms)
    return Record("kernels", device, "amd", "gfx90a", "hipcc", 0, (choice,), (Sample(kernel, "", (ms,)),),
                  (Dropped(kernel, "thread(x=2)", "wrong"),), (size,), ran=Ran(**ran))  # fmt: skip


def test_kernels_tuned_one_by_one_are_kept_together() -> None:
    first = joined(None, record("a"))
    both = joined(first, record("b", 2.0))
    assert [c.kernel for c in both.choices] == ["a", "b"] and both.ran and (both.ran.before_ms, both.ran.after_ms) == (6, 3)
    again = joined(both, record("a", 0.5))
    assert [(s.kernel, s.ms) for s in again.samples] == [("b", (2.0,)), ("a", (0.5,))]
    assert [d.kernel for d in again.dropped] == [s.kernel for s in again.sizes] == ["b", "a"]
    assert [c.kernel for c in joined(both, record("a", device="other")).choices] == ["a"]
    assert [c.kernel for c in joined(replace(both, by="runs"), record("a")).choices] == ["a"]


def test_totals_are_those_of_all_kernels_that_were_tuned_one_by_one() -> None:
    def totals(of: Record) -> list[Any]:
        assert of.ran
        return [getattr(of.ran, n) for n in ("runs", "seconds", "device_ms", "compared", "verified", "in_time", "notes")]

    first = joined(None, record("a", verified=False, in_time=False, notes=("slow",)))
    assert totals(first)[0] == 5 and not totals(first)[4]
    both = joined(first, record("b"))
    assert totals(both) == [10, 5.0, 14.0, 128, False, False, ("a: slow",)]
    assert totals(joined(both, record("a", runs=1))) == [6, 5.0, 14.0, 128, True, True, ()]


def test_statuses_say_what_kind_of_trouble_it_is() -> None:
    found = {s: devices.failed("call", s).trouble for s in (2, 1, 701, 700, 719, 214, 999, 500)}
    assert found == {2: Trouble.MEMORY, 1: Trouble.LAUNCH, 701: Trouble.LAUNCH, 700: Trouble.KERNEL, 719: Trouble.KERNEL,
                     214: Trouble.LOST, 999: Trouble.LOST, 500: Trouble.OTHER}  # fmt: skip
    assert "make the case smaller" in str(devices.failed("hipMalloc", 2, "9 bytes"))


# The command


KERNELS = """\
__global__ void scale(float* a, float f, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] *= f; }
template <class T> __global__ void fill(T* a, T v) { a[blockIdx.x * blockDim.x + threadIdx.x] = v; }
"""
GOOD = """\
import numpy as np
from retarget.case import Case
def cases():
    yield Case("small", 4, 64, [np.ones(256, np.float32), 2.0, 256])
"""


def told(tmp_path: Path, *words: str, case: str = GOOD) -> Told:
    (tmp_path / "k.cu").write_text(KERNELS)
    (tmp_path / "case.py").write_text(case)
    return retarget("tune", tmp_path / "k.cu", "--case", tmp_path / "case.py", *words)


def test_wrong_command_lines_are_refused(tmp_path: Path) -> None:
    for words, why in [
        (["--kernel", "nothing"], "no kernel 'nothing': the kernels are fill, scale"),
        (["--kernel", "fill"], "'fill' is a template: name its arguments, what T is in the launch that is meant"),
        (["--kernel", "scale<int>"], "'scale' is no template: leave <int> out"),
        ([], "--kernel NAME and --case PY belong together"),
        (["--kernel", "scale", "--to", "cpu"], "contradict each other"),
        (["--kernel", "scale", "--compare", "f"], "--kernel and --compare contradict each other"),
        (["--kernel", "scale", "--search", "magic"], "no strategy 'magic'"),
    ]:
        done = told(tmp_path, *words)
        assert done.code == exits.USAGE and why in done.err, (words, done.err)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("2.0, 256", "2.0"), "2 arguments, but scale takes 3: (float * a, float f, int n)"),
        (("np.float32", "np.float64"), "argument 1, 'float * a': pass an array of float32, not of float64"),
        (("2.0, 256", "256, 2.0"), "argument 3, 'int n': pass a whole number (int32), not 2.0"),
        (("    yield", "    raise RuntimeError('no data')\n    yield"), "case.py:4: RuntimeError: no data"),
    ],
)
def test_wrong_cases_are_refused(change: tuple[str, str], why: str, tmp_path: Path) -> None:
    done = told(tmp_path, "--kernel", "scale", case=GOOD.replace(*change))
    assert done.code == exits.INPUT and why in done.err, done.err


def test_instances_of_a_template_are_named_as_launches_spell_them(tmp_path: Path) -> None:
    source = tmp_path / "k.cu"
    source.write_text(
        "template <class T, int n = 2> __global__ void fill(T* a) { a[blockIdx.x * blockDim.x + threadIdx.x] = n; }\n"
        "template <typename Real> void any(Real* a) { fill<Real><<<4, 64>>>(a); }\n"
        "void run(float* a, double* b) { fill<float, 4><<<4, 64>>>(a); fill< double ><<<4, 64>>>(b); any(a); }\n"
    )
    (tmp_path / "case.py").write_text(GOOD)
    done = retarget("tune", source, "--case", tmp_path / "case.py", "--kernel", "fill")
    assert "such as 'fill<float, 4>' or 'fill< double >'\n" in done.err, done.err


def test_an_absent_file_of_cases_is_named(tmp_path: Path) -> None:
    (tmp_path / "k.cu").write_text(KERNELS)
    done = retarget("tune", tmp_path / "k.cu", "--kernel", "scale", "--case", tmp_path / "none.py")
    assert done.code == exits.INPUT and "none.py: No such file" in done.err


def has_device(kind: str) -> bool:
    try:
        return bool({"amd": hip, "nvidia": device}[kind].devices())
    except Exception:
        return False


@pytest.mark.parametrize(
    ("kind", "package", "what"), [("amd", "hip", "AMD GPU"), ("nvidia", "cuda.bindings.driver", "NVIDIA GPU")]
)
def test_all_is_done_up_to_the_first_device_that_is_missing(
    kind: str, package: str, what: str, tmp_path: Path
) -> None:
    pytest.importorskip(package)
    if has_device(kind):
        pytest.skip("a device is here")
    done = told(tmp_path, "--kernel", "scale", "--to", kind)
    assert done.code == exits.MISSING and what in done.err and "take a machine with an" in done.err


@pytest.mark.parametrize(
    ("kind", "package", "remedy"), [("amd", "hip", "hip-python>="), ("nvidia", "cuda.bindings", "cuda-bindings>=")]
)
def test_an_absent_package_is_named(
    kind: str, package: str, remedy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    done = told(tmp_path, "--kernel", "scale", "--to", kind)
    assert done.code == exits.MISSING and f"pip install '{remedy}" in done.err
