"""The generator of programs: what it makes is whole, free of races and the same on every width, and has every feature it promises."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from random_code.ideas.catalogue import ALONE, EVERY, REFUSED, TOGETHER
from random_code.programs import PLACES
from random_kernels import made, program

from tests.command_line import forked
from tests.compilers import needs_host_compiler
from tests.places import TESTS

TWO_UNITS = 10  # a seed whose program has them
FEATURES = """
    __syncthreads(); SYNC; STORE_AND_SYNC(tile block_sum(tile extern__shared__ __shared__ atomicAdd(&bin atomicMax( /=2 *=2 threadIdx.y][ threadIdx.x]
    GID; global_index(); FLAT(x __mul24(blockIdx.x, blockIdx.z threadIdx.z template<intN> template<classT> template<classT,intN> __launch_bounds__ __restrict__
    switch( case default: continue; break; return; do{ while( for(;;) elseif( #pragmaunroll #ifdef #ifROUNDS [&](int [=](int ?(
    int4 float2 make_int2( Pairq weights.apply( scales[ table[ scaled<float,2>( larger( *out= out= for(intk -- ,b staged whole line0[ broadcast( ordered( constbool while(low for(;at (*r0) int&r
""".split()


@needs_host_compiler
@pytest.mark.parametrize(("seed", "operations", "wide"), [(1, False, False), (2, False, True), (3, True, False), (4, True, True), (TWO_UNITS, False, True)])
def test_output_is_the_same_in_every_order_and_width(seed: int, operations: bool, wide: bool, tmp_path: Path) -> None:
    paths = made(seed, warps=operations, votes=operations, wide=wide).written(tmp_path)
    told = forked(*paths, "--to", "cpu", "--shuffle", "1", "--sanitize", "--limit", "100")
    assert told.code == 0, told.err
    assert not [word for word in ("warning", "error", "fault") if word in told.err], told.err
    for wave in ("32", "64"):
        plain = forked(*paths, "--to", "cpu", "--wave", wave, "--limit", "100")
        assert (plain.code, plain.out) == (0, told.out), plain.err
    assert "out0 " in told.out


def test_features_are_met() -> None:
    texts = [program(seed).replace(" ", "") for seed in range(80)]
    assert [f for f in FEATURES if not any(f in text[text.index("__constant__") : text.index("intmain")] for text in texts)] == []


@pytest.mark.slow
def test_every_construct_is_met() -> None:
    programs = [made(seed, 1, warps=True, wide=True, count=8) for seed in range(90)]
    held = frozenset().union(*(c for program in programs for c in program.constructs.values()))
    assert {*ALONE, *TOGETHER, *PLACES} - held == set()
    assert any(program.files for program in programs)


@pytest.mark.slow
def test_every_refused_construct_is_met() -> None:
    held = [c for seed in range(120) for c in made(seed, 1, warps=seed % 2 == 0, wide=True, count=8, refused=True).constructs.values()]
    assert REFUSED.keys() - frozenset().union(*held) == set()


def test_constructs_come_where_they_are_sought() -> None:
    for name in EVERY:
        programs = (made(seed, 1, wide=True, count=1, sought=[[name]]) for seed in range(20))
        assert any(name in held for program in programs for held in program.constructs.values()), name


def test_no_other_construct_comes_with_those_that_are_sought() -> None:
    sought = [["bit-fields", "warp's sum"], [], ["goto"]]
    program = made(4, 2, wide=True, count=3, sought=sought)
    found = [held - {*PLACES} for held in program.constructs.values()]
    assert found == [frozenset(names) for names in sought]


@pytest.mark.slow
@pytest.mark.parametrize(("option", "words"), [("warps", ("__shfl_", "__ballot_sync")), ("votes", ("__syncthreads_or", "__syncthreads_count"))])
def test_operations_of_warps_and_blocks_come_by_option(option: str, words: tuple[str, ...]) -> None:
    plain = "".join(program(seed) for seed in range(40))
    with_option = "".join(program(seed, **{option: True}) for seed in range(40))
    for word in words:
        assert word not in plain
        assert word in with_option


def test_a_seed_gives_one_text_in_any_process() -> None:
    script = TESTS / "random_kernels.py"
    texts = [subprocess.run([sys.executable, script, "7", "--size", "6"], check=True, capture_output=True, text=True, env={"PYTHONHASHSEED": at}).stdout for at in "12"]
    assert texts == [program(7, size=6)] * 2
    assert program(8, size=6) != texts[0]
