"""Judging: which printed numbers are the same, and what is said of a run that is not."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retarget.targets.cpu.same_output import Judge, close
from retarget.tuning.by_runs import Tuning
from retarget.tuning.contest import RunBudget
from retarget.tuning.judge import Reference, reference, unseen
from retarget.tuning.launch_records import unlaunched
from retarget.tuning.measurements import opened
from retarget.tuning.process import CannotStart
from retarget.tuning.trial import RunCommand, run

FORMATS = ["%.1f", "%.2f", "%.6f", "%e", "%.2e", "%g", "%.3g", "%.9g"]


@pytest.mark.parametrize(
    ("wanted", "given"),
    [
        ("0", "0.9"),
        ("2.5", "2.59"),
        ("3", "2.0001"),
        ("1e+10", "1.09e+10"),
        ("1e+10", "2e+10"),
        ("1e-05", "2e-05"),
        ("1e+06", "1.9e+06"),
        ("1.5e+10", "1.54e+10"),
        ("100", "1e+03"),
        ("inf", "1e+300"),
        ("7", "8"),
        ("9" * 5000, "8" * 5000),
    ],
)
def test_wrong_numbers_are_told(wanted: str, given: str) -> None:
    assert not close(f"x {wanted}".encode(), f"x {given}".encode(), 1e-5)
    assert not close(f"x {given}".encode(), f"x {wanted}".encode(), 1e-5)


@pytest.mark.parametrize(
    ("wanted", "given"),
    [
        ("2.5", "2.50001"),
        ("3", "2.99999"),
        ("1e+06", "999999"),
        ("1e+10", "1.00001e+10"),
        ("0.0001", "9.99999e-05"),
        ("9.99e+00", "1.00e+01"),
        ("100.0", "99.9"),
        ("0", "-0"),
        ("1e+06", "1000000"),
        ("nan", "nan"),
        ("9" * 5000, "+" + "9" * 5000),
    ],
)
def test_numbers_that_differ_by_their_rounding_alone_agree(wanted: str, given: str) -> None:
    assert close(f"x {wanted}".encode(), f"x {given}".encode(), 0)
    assert close(f"x {given}".encode(), f"x {wanted}".encode(), 0)


@given(st.sampled_from(FORMATS), st.floats(-1e12, 1e12), st.floats(-1, 1))
def test_one_format_never_parts_neighbours(form: str, value: float, way: float) -> None:
    """Whichever format a program prints in: two values that are nearly one agree, unless they look like whole ones."""
    a, b = form % value, form % (value * (1 + 1e-9 * way))
    whole = all(set(text) <= set("+-0123456789") for text in (a, b))
    powers = all("." not in text and "e" in text for text in (a, b))
    assert whole or powers or close(a.encode(), b.encode(), 1e-5)


def test_a_line_that_differs_is_the_one_named() -> None:
    (found,) = Judge(1e-5).differences(b"one\n2.5\n", b"one\n2.59\n")
    assert (found.line, found.expected, found.found) == (2, "2.5", "2.59")


def command(script: str, folder: Path, **more: Any) -> RunCommand:
    return RunCommand(("/bin/sh", "-c", script), str(folder), **more)


@pytest.mark.parametrize(
    ("check", "said"),
    [
        ("true", ""),
        ("cat >/dev/null; echo 3 lines differ >&2; exit 1", "the check found fault with its results: 3 lines differ"),
        ("echo FAILED; false", "the check found fault with its results: FAILED"),
        ("false", "the check found fault with its results"),
        ("sleep 30", "the check did not end within 1 s"),
        ("grep -q 'x 1'", ""),
    ],
)
def test_what_the_check_says_is_told(check: str, said: str, tmp_path: Path) -> None:
    made = run(command("echo x 1", tmp_path, check=check, check_limit=1.0), {}, None)
    assert made.objection == said
    assert Reference(made, Judge(1e-5), ()).fault(made) == said


@pytest.mark.parametrize("check", ["./absent.sh", "/"])
def test_a_check_that_cannot_be_run_is_no_verdict(check: str, tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match=f"the check `{check}` cannot be run: .*{check}"):
        run(command("true", tmp_path, check=check), {}, None)


@pytest.mark.slow
def test_the_check_does_not_count_for_the_limit_of_the_program(tmp_path: Path) -> None:
    made = run(command("true", tmp_path, check="sleep 1.5"), {}, 1.0)
    assert (made.hung, made.objection, made.seconds < 1 < made.check_seconds) == (False, "", True)


def test_files_that_differ_are_named(tmp_path: Path) -> None:
    first = run(command("echo 1 > a.txt; printf 'x\\000' > b.bin", tmp_path, outputs=("a.txt", "b.bin")), {}, None)
    known = reference([first], Judge(1e-5))
    assert not known.fault(first)
    for script, why in (
        ("echo 2 > a.txt; printf 'x\\000' > b.bin", "line 1 of its file a.txt: '2' instead of '1'"),
        ("echo 1 > a.txt; printf 'y\\000' > b.bin", "its file b.bin differs"),
        ("echo 1 > a.txt", "its file b.bin is missing"),
    ):
        assert known.fault(run(command(script, tmp_path, outputs=("a.txt", "b.bin")), {}, None)) == why


def test_all_processes_of_a_program_tell_their_launches(tmp_path: Path) -> None:
    one = "echo 'k 0 8,1,1 64,1,1 4 2.5' > $RETARGET_LAUNCHES.1; echo '! m no device' >> $RETARGET_LAUNCHES.1"
    cut = "printf 'k 0 8,1,1 64,1,1 2 1.5\\nj 0 1,1,1 64,1,1 1 1\\nj 0 2,1' > $RETARGET_LAUNCHES.2"
    made = run(command(f"{one}; sh -c \"{cut}; kill -9 \\$\\$\"; true", tmp_path), {}, None)
    assert {(l.kernel, l.count, l.ms) for l in made.launches} == {("k", 6, 4.0), ("j", 1, 1.0)}
    assert list(unlaunched(["k", "j"], made.launches)) == []
    (said,) = unlaunched(["k", "m", "l"], made.launches)
    assert said.endswith(": l, m")
    assert made.failures == {"m": "no device"}


def test_why_no_launch_was_seen_is_told(tmp_path: Path) -> None:
    why = "CUDA driver version is insufficient"
    assert f"k: {why}. The program goes on" in unseen(
        run(command(f"echo '! k {why}' > $RETARGET_LAUNCHES.1", tmp_path), {}, None)
    )
    assert "give others behind --" in unseen(run(command("true", tmp_path), {}, None))


@pytest.mark.parametrize(
    ("script", "notes"),
    [
        ("true", 0),
        ("echo usage: x N >&2; exit 3", "the original ends with 3: usage: x N; it was tuned all the same"),
        ("echo no input; exit 3", "3: no input;"),
        ("exit 4", "4: it says nothing;"),
        ("echo 'CUDA error: out of memory'; exit 1", "The device lacks memory: give it a smaller problem"),
        ("echo 'a.cu:3 cudaErrorMemoryAllocation' >&2; exit 1", "The device lacks memory"),
    ],
)
def test_an_original_that_ends_badly_is_told(script: str, notes: str | int, tmp_path: Path) -> None:
    found = reference([run(command(script, tmp_path), {}, None)], Judge(1e-5)).notes
    assert len(found) == bool(notes)
    assert str(notes or "") in "".join(found)


def test_what_the_user_should_know_is_noted(tmp_path: Path) -> None:
    script = """v=${RETARGET_VARIANT#k=}
    echo "k ${v:-0} 8,1,1 64,1,1 1 2.5" > $RETARGET_LAUNCHES.$$
    echo bad input >&2; exit 3"""
    with opened(tmp_path, "one") as memory:
        variants = {"k": ["block(x=2)"], "absent": ["block(x=2)"]}
        tuning = Tuning(
            command=command(script, tmp_path), variants=variants, judge=Judge(1e-5), plan=RunBudget(), memory=memory
        )
        notes = tuning.tuned().notes
    assert any(n.startswith("the original ends with 3: bad input") for n in notes)
    assert any(n.endswith("with these arguments: absent") for n in notes)


def test_each_run_is_given_the_same_input(tmp_path: Path) -> None:
    script = command("cat; cat", tmp_path, given=b"one\ntwo\n")
    assert [run(script, {}, None).stdout for _ in range(2)] == [b"one\ntwo\n"] * 2
    assert run(command("cat", tmp_path), {}, None).stdout == b""


def test_a_program_ends_with_us_even_when_we_are_killed(tmp_path: Path) -> None:
    script = "sh -c 'echo $$ > inner; exec sleep 100' & echo $$ > outer; exec sleep 100"
    words = f"from retarget.tuning.process import ended; ended(['/bin/sh', '-c', {script!r}], {str(tmp_path)!r}, {{}}, 90)"
    ours = subprocess.Popen([sys.executable, "-c", words], env=os.environ)
    pids = [int(wait_for(lambda name=name: (tmp_path / name).read_text())) for name in ("inner", "outer")]  # type: ignore[misc]
    time.sleep(1)  # the guard hears of the program right after its start
    ours.kill()
    ours.wait()
    for pid in pids:
        wait_for(lambda pid=pid: not is_alive(pid))  # type: ignore[misc]


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def wait_for(found: Callable[[], Any]) -> Any:
    for _ in range(200):
        with suppress(FileNotFoundError):
            if given := found():
                return given
        time.sleep(0.05)
    raise AssertionError("it did not come")
