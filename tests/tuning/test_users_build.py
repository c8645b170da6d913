"""Tuning by the user's own build, in a copy of the project: no GPU is needed up to the run, and for that what stands
for the user's compiler builds the copy for this machine."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from retarget.system import exits
from tests.caches import with_builds_of
from tests.command_line import Told, forked
from tests.compilers import needs_host_compiler
from tests.fake_smi import H200, Smi
from tests.places import ROOT

TWICE = (
    "__global__ void twice(float* a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] *= 2; }"
)
MAIN = """\
#include "twice.cuh"
#include <cstdio>
int main()
{
    const int n = 1000;
    float *a, host[n];
    for (int i = 0; i < n; ++i) host[i] = i;
    cudaMalloc(&a, sizeof host);
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    for (int k = 1; k < 6; ++k) twice<<<16, 64>>>(a, n);
    cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
    std::FILE* file = std::fopen("offset.txt", "r");
    int offset = 0;
    if (!file || std::fscanf(file, "%d", &offset) != 1) return 1;
    for (int i = 0; i < n; i += 99) printf("%g\\n", host[i] + offset);
    return 0;
}
"""
COMPILER = """\
import shutil, sys
from retarget.targets.cpu.build import HostBuild, executable
from retarget.targets.cpu.compiler import find_host_compiler
from retarget.targets.cpu.layout import Language, host_layout
from retarget.translation.hip import HIP
from retarget.translation.walk import Request, flags_of, translate_program
from retarget.source.flags import Flags
from retarget.system.toolchain import find_headers
from tests.places import ROOT
source, output = sys.argv[1:]
request = Request((source,), Flags(), headers=find_headers(), root=".")
layout = host_layout(".", request.inputs, Language.HIP)
program = translate_program(request, HIP, layout.spelling)
shutil.copy(executable(find_host_compiler(), HostBuild(program, layout, flags_of(request), Language.HIP)), output)
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a build of its own, on a machine that shows a GPU."""
    smi = Smi(tmp_path, monkeypatch)
    smi.tell(H200, others=f"{H200.uuid}, 4, trainer", newest="12.8")
    (smi.folder / "compiler.py").write_text(COMPILER)
    smi.tool("build", f'echo "$@" > build.log && exec {sys.executable} {smi.folder}/compiler.py main.cu run')
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    folder = tmp_path / "project"
    (folder / ".git").mkdir(parents=True)
    for name, text in (("main.cu", MAIN), ("twice.cuh", TWICE), ("offset.txt", "7\n")):
        (folder / name).write_text(text)
    os.mkfifo(folder / "pipe")
    (folder / "elsewhere").symlink_to("/nonexistent")
    return folder


def tune(project: Path, build: str, *words: str, target: str = "nvidia") -> Told:
    with_builds_of(Path(os.environ["RETARGET_CACHE_DIR"]), project / "cache")
    environment = os.environ | {"RETARGET_CACHE_DIR": str(project / "cache")}  # a cache within the project
    options = ("--to", target, "--by", "runs", "--variants", "2", "--budget", "20", "--build-command", build, "--json")
    return forked("tune", "main.cu", *options, *words, env=environment, cwd=project)


def copies(project: Path) -> list[Path]:
    return sorted((project / "cache/tuned").iterdir())


@needs_host_compiler
def test_a_program_is_tuned_by_its_own_build(project: Path) -> None:
    before = {p.name: p.read_text() for p in project.glob("*.*") if p.is_file()}
    told = tune(project, "build all", "--", "./run")
    assert told.code == exits.OK, told.err
    assert "warning: NVIDIA H200 is shared with trainer (4): times suffer" in told.err
    assert "warning: the driver runs programs of CUDA 12.8 and before" in told.err
    found = json.loads(told.out)
    (choice,) = found["choices"]
    assert (found["device"], choice["kernel"], found["ran"]["verified"]) == (H200.name, "twice", True)
    assert {s["schedule"] for s in found["samples"]} - {""}, "variants ran"
    assert {p.name: p.read_text() for p in project.glob("*.*") if p.is_file()} == before, "the project is as it was"
    (copy,) = copies(project)
    assert (copy / "build.log").read_text() == "all\n"
    assert (copy / "offset.txt").is_file() and (copy / "elsewhere").is_symlink()
    assert not any((copy / name).exists() for name in (".git", "cache", "pipe"))
    written = "".join((copy / name).read_text() for name in ("main.cu", "twice.cuh"))
    assert "twice_launch" in written and "retarget_cuda/variants.h" in written


@pytest.mark.slow
def test_a_build_that_fails_is_told_with_its_last_words(project: Path) -> None:
    told = tune(
        project,
        "for n in $(seq 30); do echo line $n; done; echo \"no rule $(printf '\\377')\" >&2; exit 2",
        "--",
        "./run",
    )
    assert told.code == exits.UNTUNABLE
    assert f"fails in {copies(project)[0]}, a copy of the project" in told.err.replace("\n", "")
    assert "no rule \ufffd" in told.err and "line 30" in told.err and "line 3\n" not in told.err


@pytest.mark.slow
def test_each_build_begins_with_a_copy_of_its_own(project: Path) -> None:
    for _ in range(2):
        told = tune(project, "cat left; printf %s%s un clean > left; exit 3", "--", "./run")
        assert told.code == exits.UNTUNABLE and "unclean" not in told.err
    (copy,) = copies(project)
    assert (copy / "left").read_text() == "unclean"


def test_a_project_that_cannot_be_copied_is_told(project: Path) -> None:
    (project / "cache").mkdir()
    (project / "cache/tuned").write_text("a file where the folder of copies should be")
    told = tune(project, "build", "--", "./run")
    assert told.code == exits.UNTUNABLE and "cannot be copied to build it" in told.err
