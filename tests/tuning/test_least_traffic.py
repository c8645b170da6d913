"""The fewest bytes that a launch moves: of kernels whose accesses are known, all of them; of others, never too many."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from retarget.api.choices import request_of
from retarget.api.inputs import Inputs
from retarget.schedule.form.subject import Subject
from retarget.schedule.scheduling import kernels
from retarget.targets.device import Array, Extents
from retarget.tuning.bandwidth import as_chosen, gb_per_s, shown_rate
from retarget.tuning.choice import KernelChoice, timing
from retarget.tuning.kernel.captured_case import captured_cases
from retarget.tuning.kernel.least_traffic import LeastTraffic, least_traffic
from retarget.tuning.record import LaunchTraffic
from tests.capture.made_capture import BASE, MadeLaunch, MadeRegion, made_capture

SOURCE = Path(__file__).with_name("traffic.cu")
A, B, FEW = BASE, BASE + (1 << 30), BASE + (2 << 30)
N = 1000


@pytest.fixture(scope="module")
def subjects() -> Mapping[str, Subject]:
    found = kernels(request_of(Inputs((str(SOURCE),), jobs=1), "gfx90a"))
    return {s.function.name: s for s in found.subjects}


def moved(
    folder: Path, subject: Subject, grid: Extents, block: Extents, n: int = N, at: int = 0, changed: int = 0
) -> LeastTraffic:
    """Of a launch with arrays of n floats at A + at and at B, or fewer where the kernel has such. changed: of its last
    array, elements that the program found otherwise afterwards."""
    symbol = "_Z7productILi16EEvPKfPfi" if subject.function.name == "product" else subject.function.name
    memory: list[MadeRegion] = []
    for p, address in zip(subject.function.parameters[:-1], (A, B, FEW), strict=False):
        before: Array = np.zeros(2 if p.name == "few" else n, np.int32 if "int" in p.canonical else np.float32)
        memory.append(MadeRegion(address, before, before.copy()))
    memory[-1].after[:changed] += 1
    arguments = [memory[0].address + at, *(r.address for r in memory[1:]), np.int32(n)]
    made = made_capture(folder, [MadeLaunch(symbol, grid, block, arguments, memory)])
    (case,) = captured_cases(made, subject).cases
    return least_traffic(made, case, subject)


@pytest.mark.parametrize(
    ("kernel", "grid", "block", "read", "written"),
    [
        ("guarded", 4, 256, 4 * N, 4 * N),
        ("guarded", 3, 256, 4 * 768, 4 * 768),
        ("left", 4, 256, 4 * 11, 4 * N),
        # of 64 threads, i in steps of 128: 0-63, 128-191, ... up to 896-900, without 700
        ("stepping", 1, 64, 4 * (7 * 64 + 5 - 1 + 0), 4 * 64),
        ("in_place", 4, 256, 4 * N + 4 * N // 4, 4 * N),
        ("written_first", 4, 256, 0, 4 * N),
        ("by_reference", 1, 64, None, 0),
        ("shared_number", 1, 64, None, 4 * 64),
        ("branched", 1, 64, None, 4 * 64),
    ],
)
def test_launches_whose_accesses_are_known(
    kernel: str, grid: int, block: int, read: int | None, written: int, subjects: Mapping[str, Subject], tmp_path: Path
) -> None:
    found = moved(tmp_path / "c", subjects[kernel], (grid, 1, 1), (block, 1, 1))
    if read is None:  # of the reads, not all are known
        assert not found.is_whole and found.read <= 4 and found.written == written
    else:
        assert found == LeastTraffic(read, written, True)


@pytest.mark.slow
def test_a_product_reads_each_element_once(subjects: Mapping[str, Subject], tmp_path: Path) -> None:
    found = moved(tmp_path / "c", subjects["product"], (4, 4, 1), (16, 16, 1), n=64 * 64)
    assert not found.is_whole  # n is not the matrix's side: most of it is beyond the array
    subject, memory = subjects["product"], [MadeRegion(at, *(np.zeros(64 * 64, np.float32),) * 2) for at in (A, B)]
    launch = MadeLaunch("_Z7productILi16EEvPKfPfi", (4, 4, 1), (16, 16, 1), [A, B, np.int32(64)], memory)
    made = made_capture(tmp_path / "d", [launch])
    (case,) = captured_cases(made, subject).cases
    assert least_traffic(made, case, subject) == LeastTraffic(4 * 64 * 64, 4 * 64 * 64, True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kernel", "read", "written", "changed"),
    [
        ("neighbours", 4, 4 * 63, 0),  # of 64 threads; what another thread stores may be read
        ("gathered", 4 * 64, 1, 1),
        ("leaves_on_data", 4 * 64, 3, 3),
        ("cast", 0, 4 * 8, 0),
        ("counted", 4 * 64, 1, 1),
        ("called", 0, 4 * 64, 0),
        ("counted_up", 0, 0, 0),
        ("either", 4, 0, 0),
        ("long_loop", 4, 4 * 64, 0),
        ("unused", 0, 4 * 64, 0),
        ("parts", 16 * 64, 4 * 64, 0),
        ("chosen", 0, 0, 0),
        ("clamped", 0, 4 * 64, 0),
    ],
)
def test_of_other_launches_no_byte_too_many(
    kernel: str, read: int, written: int, changed: int, subjects: Mapping[str, Subject], tmp_path: Path
) -> None:
    n = 64 if kernel == "neighbours" else N
    found = moved(tmp_path / "c", subjects[kernel], (1, 1, 1), (64, 1, 1), n, changed=changed)
    assert not found.is_whole
    assert found.written >= written and (changed or found.written == written)
    assert found.read == read or (kernel == "long_loop" and read <= found.read <= 4 * N)


def test_what_lies_beyond_an_array_is_not_counted(subjects: Mapping[str, Subject], tmp_path: Path) -> None:
    found = moved(tmp_path / "c", subjects["guarded"], (4, 1, 1), (256, 1, 1), at=400)
    assert not found.is_whole and found.written == 4 * N


def test_rates() -> None:
    row = LaunchTraffic("k", "launch 1", (4, 1, 1), (64, 1, 1), 2_000_000, 1_000_000, True, 2.0, gb_per_s(3_000_000, 2.0))
    assert shown_rate(row, row.gb_per_s) == "1.5"
    choice = KernelChoice("k", 1, "block(x=2)", timing([4.0]), timing([2.0]), "", {((4, 1, 1), (64, 1, 1)): (4.0, 2.0)})
    faster = as_chosen(row, choice)
    assert (faster.chosen_ms, faster.chosen_gb_per_s) == (1.0, 3.0)
