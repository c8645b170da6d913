"""A build that is interrupted while its compiler works: nothing of the unit is there, and the next call makes it."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path
from select import select

import pytest

from retarget.system import exits
from tests.command_line import ENTRY, retarget
from tests.compilers import HIP_COMPILER, needs_hip_compiler

# A compiler until it is to make the object: then it writes half of what it is asked for, and a child of its does not end.
STAND_IN = """\
#!/bin/sh
case "$*" in *k.c*) ;; *) exec {real} "$@" ;; esac
if [ ! -p at_work ]; then {done}; fi
while [ $# -gt 1 ]; do
  case "$1" in -o|-MF) echo half >"$2" ;; esac
  shift
done
(echo; exec sleep 60) >at_work &
wait
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "k.cu").write_text("__global__ void k() {}\n")
    (tmp_path / "k.cpp").write_text("#include <cuda_runtime.h>\nint main() { return cudaDeviceSynchronize(); }\n")
    return tmp_path


def interrupted(words: list[str], sign: signal.Signals) -> None:
    """Runs a command until its compiler is at work, and then until the sign has ended it and what it started."""
    os.mkfifo("at_work")
    writers = os.open("at_work", os.O_RDONLY | os.O_NONBLOCK)
    command = subprocess.Popen([*ENTRY, *words], stderr=subprocess.PIPE)
    assert select([writers], [], [], 60)[0], "the compiler was not asked"
    os.read(writers, 1)
    command.send_signal(sign)
    _, said = command.communicate(timeout=60)
    assert (command.returncode, b"interrupted" in said) == (exits.INTERRUPTED, True), said
    assert select([writers], [], [], 20)[0], "a process of the compiler's is still there"
    assert os.read(writers, 1) == b""
    os.close(writers)
    os.unlink("at_work")


@needs_hip_compiler
@pytest.mark.parametrize(
    ("words", "sign", "real"),
    [
        # of C++20, which has no precompiled header to be made first
        (["nvcc", "-std=c++20", "-MD", "-c", "k.cu", "-o", "k.o"], signal.SIGINT, ""),
        (["nvcc", "--to", "nvidia", "-MD", "-c", "k.cu", "-o", "k.o"], signal.SIGTERM, "echo release 12.9, V12.9.86"),
        (["host", "./compiler", "-MD", "-c", "k.cpp", "-o", "k.o"], signal.SIGTERM, "g++"),
    ],
    ids=["amd", "nvidia", "host"],
)
def test_nothing_of_the_unit_is_left(
    here: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], sign: signal.Signals, real: str
) -> None:
    assert HIP_COMPILER
    compiler, real = here / "compiler", real or str(HIP_COMPILER.path)
    made = "echo k.o: k.cu | tee k.o >k.d; exit" if "echo" in real else f'exec {real} "$@"'
    compiler.write_text(STAND_IN.format(real=real, done=made))
    compiler.chmod(0o755)
    if words[0] == "nvcc":
        monkeypatch.setenv("RETARGET_NVCC" if "echo" in real else "RETARGET_HIPCC", str(compiler))
    before = set(here.iterdir())
    interrupted(words, sign)
    assert set(here.iterdir()) == before
    assert retarget(*words) == (exits.OK, "", "")
    assert set(here.iterdir()) == {*before, here / "k.o", here / "k.d"}
