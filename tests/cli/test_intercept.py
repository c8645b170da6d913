"""`retarget intercept`: which compilations of a build come into its database."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from retarget.source.database import read_database
from retarget.system import exits
from retarget.system.remedies import install_command
from tests.command_line import Told, forked, retarget
from tests.compilers import runs_compilers

NEEDS = [shutil.which(name) for name in ("bear", "make")]
with_bear = pytest.mark.skipif(not all(NEEDS), reason=f"needs bear and make: {install_command('bear')}")
MAKEFILE = """NVCC = nvcc
all: a.o c.o
a.o: a.cu
\t$(NVCC) -DN=4 -Iinclude -c $< -o $@
c.o: c.c
\tcc -DNAME="\\"a b\\"" -c $< -o $@
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project that make builds."""
    monkeypatch.chdir(tmp_path)
    Path("include").mkdir()
    Path("include/n.h").write_text("#define M N\n")
    Path("a.cu").write_text('#include "n.h"\n__global__ void k(float *a) { a[M] = 1; }\n')
    Path("c.c").write_text("const char *name = NAME;\n")
    Path("Makefile").write_text(MAKEFILE)
    return tmp_path


def stand_in(name: str, text: str) -> None:
    """A program on the path."""
    path = Path("bin", name)
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def run(*words: str) -> Told:
    return forked("intercept", *words, env={**os.environ, "PATH": f"{os.getcwd()}/bin:{os.environ['PATH']}"})


def units(path: str = "compile_commands.json") -> dict[str, tuple[str, ...]]:
    found = read_database(Path(path))
    assert len({c.file for c in found}) == len(found)
    return {os.path.basename(c.file): c.flags.define for c in found}


@with_bear
def test_a_build_with_its_own_nvcc() -> None:
    stand_in("nvcc", 'for last; do :; done; : > "$last"')
    assert run("--", "make").code == exits.OK
    assert units() == {"a.cu": ("N=4",), "c.c": ('NAME="a b"',)}
    told = run("--", "make")
    assert told.code == exits.INPUT and "compiled nothing" in told.err
    assert len(units()) == 2, "a build that compiles nothing takes nothing away"


@with_bear
def test_a_build_that_compiles_one_unit_keeps_the_others() -> None:
    stand_in("nvcc", 'for last; do :; done; : > "$last"')
    assert run("-o", "made.json", "--", "make").code == exits.OK
    os.unlink("a.o")
    told = run("-o", "made.json", "--", "make", "NVCC=nvcc -DMORE")
    assert told.code == exits.OK and "made.json: 1 compilation, 1 kept from before" in told.err
    assert units("made.json") == {"a.cu": ("MORE", "N=4"), "c.c": ('NAME="a b"',)}


@with_bear
def test_a_build_that_fails() -> None:
    stand_in("nvcc", 'for last; do :; done; : > "$last"')
    told = run("--", "make", "a.o", "none")
    assert told.code == exits.BUILD and "the build failed (exit code 2)" in told.err
    assert units() == {"a.cu": ("N=4",)}


@with_bear
@runs_compilers
def test_what_is_no_database_stays() -> None:
    Path("mine.json").write_text("{}\n")
    told = run("-o", "mine.json", "--", "make")
    assert told.code == exits.OUTPUT and "mine.json" in told.err
    assert Path("mine.json").read_text() == "{}\n" and not Path("c.o").exists()


@with_bear
@runs_compilers
def test_a_build_without_nvcc_is_done_by_ours(memory: Path) -> None:
    elsewhere = (f for f in os.environ["PATH"].split(":") if not os.path.exists(f"{f}/nvcc"))
    told = forked("intercept", "--", "make", env={**os.environ, "PATH": ":".join(elsewhere)})
    assert told.code == exits.OK, told.err
    assert units() == {"a.cu": ("N=4",), "c.c": ('NAME="a b"',)}
    entries = json.loads(Path("compile_commands.json").read_text())
    assert [e["arguments"][0] for e in entries] == ["nvcc", "cc"]
    assert Path("a.o").stat().st_size


def test_without_bear(monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in("nvcc", "")
    monkeypatch.setenv("PATH", os.path.abspath("bin"))
    told = retarget("intercept", "--", "make")
    assert told.code == exits.MISSING and "install bear" in told.err


def test_without_a_build() -> None:
    told = retarget("intercept")
    assert told.code == exits.USAGE and "retarget intercept -- make" in told.err
