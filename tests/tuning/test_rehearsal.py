"""Rehearsals: that memory is put back, and that a kernel which does not bear them is timed by whole runs."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retarget.system import exits
from retarget.tuning.launch_records import Launches, by_size, read_launches
from retarget.tuning.race import ORIGINAL
from retarget.tuning.rehearsal import KEPT, LEAST_SECONDS, MOST_SECONDS, promising, ratios, seconds
from tests.caches import with_builds_of
from tests.command_line import forked
from tests.compilers import needs_host_compiler

SIZE = ((8, 1, 1), (64, 1, 1))
# A kernel that reads what it writes: a second launch on the same memory gives something else.
IN_PLACE = """\
#include <cstdio>
STATE
__global__ void grow(float* a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = 2 * a[i] + 1;
    BESIDE
}
int main()
{
    const int n = 500;
    float *a, host[n];
    cudaMalloc(&a, sizeof host);
    cudaMemset(a, 0, sizeof host);
    for (int k = 0; k < 5; ++k) grow<<<16, 32>>>(a + 1, n - 1);
    cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
    BEHIND
    for (int i = 0; i < n; i += 83) printf("%g\\n", host[i]);
    return 0;
}
"""


def tuned(folder: Path, cache: Path, **parts: str) -> dict[str, Any]:
    source, text = folder / "program.cu", IN_PLACE
    for part in ("STATE", "BESIDE", "BEHIND"):
        text = text.replace(part, parts.get(part, ""))
    source.write_text(text)
    environment = os.environ | {"RETARGET_CACHE_DIR": str(cache)}
    told = forked("tune", source, "--to", "cpu", "--variants", "14", "--json", env=environment, cwd=folder)
    assert told.code == exits.OK, told.err
    found: dict[str, Any] = json.loads(told.out)
    assert found["ran"]["verified"]
    return found


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory, shared: Path) -> Path:
    return with_builds_of(shared, tmp_path_factory.mktemp("cache"))


@needs_host_compiler
def test_a_kernel_that_updates_its_memory_is_rehearsed(tmp_path: Path, cache: Path) -> None:
    found = tuned(tmp_path, cache)
    assert not found["dropped"]
    assert len(found["samples"]) <= KEPT


@needs_host_compiler
def test_a_kernel_with_memory_of_its_own_is_not(tmp_path: Path, cache: Path) -> None:
    """What it writes to a variable of the device would stay: all its variants are run for themselves."""
    found = tuned(
        tmp_path, cache, STATE="__device__ int count;", BESIDE="if (i == 0) atomicAdd(&count, 1);",
        BEHIND='int all; cudaMemcpyFromSymbol(&all, count, sizeof all); printf("%d launches\\n", all);',
    )  # fmt: skip
    assert not found["dropped"]
    assert len(found["samples"]) > KEPT


def rehearsed(variant: int, ms: float, count: int = 4, fits: bool = True) -> Launches:
    return Launches("k", variant, fits, *SIZE, count, ms, True)


def test_rehearsals_are_read_and_are_no_launches_of_the_programs() -> None:
    found = read_launches("k ~3 8,1,1 64,1,1 4 2.5\nk ~-4 8,1,1 64,1,1 4 2.5\nk 0 8,1,1 64,1,1 2 3\n")
    assert found[:2] == (rehearsed(3, 2.5), rehearsed(4, 2.5, fits=False))
    assert by_size(found, "k") == {ORIGINAL: {SIZE: 3.0}}


def test_what_failed_in_some_launches_has_no_ratio() -> None:
    told = (rehearsed(0, 4), rehearsed(1, 2), rehearsed(2, 1, count=3), rehearsed(3, 1, fits=False))
    assert ratios(told) == {("k", 0): 1.0, ("k", 1): 0.5}
    assert ratios(told[1:]) == {}


@given(st.dictionaries(st.integers(1, 40), st.floats(0.1, 9)), st.sets(st.integers(1, 40), min_size=1))
def test_the_best_are_kept_with_the_original(times: dict[int, float], alive: set[int]) -> None:
    left = promising({("k", v): t for v, t in times.items()}, {"k": (ORIGINAL, *sorted(alive))})["k"]
    known = sorted(times[v] for v in alive & set(times))
    assert left[0] == ORIGINAL
    if known:
        assert [times[v] for v in left[1:]] == known[: KEPT - 1]
    else:
        assert left[1:] == tuple(sorted(alive))


@given(st.one_of(st.none(), st.floats(0, 1e6)))
def test_rehearsals_take_a_part_of_the_time(left: float | None) -> None:
    assert LEAST_SECONDS <= seconds(left) <= MOST_SECONDS
