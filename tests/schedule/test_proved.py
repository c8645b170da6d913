"""What is told of a schedule's result: how to prove it, until a verification or a tuning has."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from retarget.system import exits
from tests.command_line import Told, forked
from tests.compilers import needs_host_compiler

PROGRAM = """\
#include <cstdio>
#ifndef SIZE
#define SIZE 256
#endif
__global__ void k_coarsened() {}  // ours has another name
__global__ void k(float* a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = a[i] * 2;
}
int main()
{
    float *a, host[SIZE] = {1, 2, 3};
    cudaMalloc(&a, sizeof host);
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    k<<<SIZE / 64, 64>>>(a, SIZE);
    cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
    printf("%g %g\\n", host[0], host[2]);
}
"""
NOTE = "nothing has shown yet that results stay the same: "


@pytest.fixture
def program(tmp_path: Path, memory: Path) -> Path:
    source = tmp_path / "a program.cu"
    source.write_text(PROGRAM)
    return source


def translated(program: Path, *words: str) -> Told:
    told = forked(program, "-o", "out/", *words, cwd=program.parent)
    assert told.code == exits.OK, told.err
    return told


def command_in(told: Told) -> list[str]:
    (line,) = [l for l in told.err.splitlines() if l.startswith(NOTE)]
    first, *words = shlex.split(line.removeprefix(NOTE))
    assert first == "retarget"
    return words


@needs_host_compiler
def test_a_verification_of_this_text_ends_the_note(program: Path) -> None:
    asked = ("--schedule", "k: thread(x=2)", "-DSIZE=512")
    command = command_in(translated(program, *asked))
    assert command[:2] == ["verify", str(program)] and command[-2:] == ["--schedule", "k: thread(x=2)"]
    told = forked(*command, cwd=program.parent)
    assert told.code == exits.OK and "no launch of" not in told.err, told.err
    assert NOTE not in translated(program, *asked).err
    assert NOTE not in translated(program, *asked, "--to", "nvidia").err
    assert NOTE in translated(program, "--schedule", "k: thread(x=4)", "-DSIZE=512").err, "another text"
    assert NOTE in translated(program, "--schedule", "k: thread(x=2)").err, "compiled otherwise"
    program.write_text(PROGRAM.replace("* 2", "* 3"))
    assert NOTE in translated(program, *asked).err, "another program"


@needs_host_compiler
def test_a_schedule_that_did_not_run_is_not_proved(program: Path) -> None:
    asked = ("--schedule", "k: thread(x=2) above(1000)")
    told = forked(*command_in(translated(program, *asked)), cwd=program.parent)
    assert told.code == exits.OK and "no launch of k took its schedule" in told.err
    assert NOTE in translated(program, *asked).err


def test_flags_behind_dashes_are_options_of_the_command(program: Path) -> None:
    told = translated(program, "--schedule", "k: thread(x=2)", "--", "-DSIZE=512", "-std=c++14", "-Isome")
    words = command_in(told)
    assert words[words.index("-D") :][:2] == ["-D", "SIZE=512"]
    assert "c++14" in words and "some" in " ".join(words)


@pytest.mark.slow
def test_json_has_the_command(program: Path) -> None:
    told = translated(program, "--schedule", "k: thread(x=2)", "--json")
    assert json.loads(told.out)["prove"].startswith("retarget verify ")
    assert json.loads(translated(program, "--json").out)["prove"] is None


def test_nothing_is_told_where_nothing_was_changed(program: Path) -> None:
    assert NOTE not in translated(program).err
    program.write_text(PROGRAM.replace("__global__ void k_coarsened() {}", ""))
    assert NOTE not in translated(program, "--schedule", "thread(y=2)").err
