"""Targets as values: one more needs a folder and a line, and nothing else of the tool."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import retarget
from retarget.system import exits
from retarget.targets.registry import TARGETS
from tests.places import ROOT
from tests.tin import TIN

CUDA = """\
#include <cuda_runtime.h>
__global__ void k(float* a) { a[threadIdx.x] = 1; }
int main() {
  float* a;
  cudaError_t e = cudaMalloc(&a, 4);
  k<<<1, 4>>>(a);
  return e != cudaFree(a);
}
"""


def tin(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    words = (sys.executable, "-m", "tests.tin", *words)
    root = ROOT
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=root, timeout=120)
    assert "bug of retarget" not in done.stderr
    return done


@pytest.mark.slow
def test_a_target_of_ones_own_is_translated_to(tmp_path: Path) -> None:
    source = tmp_path / "k.cu"
    source.write_text(CUDA)
    done = tin(tmp_path, str(source), "--to", "tin")
    assert done.returncode == exits.OK, done.stderr
    text = (tmp_path / "k.tin").read_text()
    assert text == CUDA.replace("cuda_runtime.h", "tin/tin.h").replace("cudaError_t", "tin_error").replace(
        "cudaMalloc", "tin_malloc"
    ).replace("cudaFree", "tin_free")


def test_what_it_lacks_is_an_error_at_its_place(tmp_path: Path) -> None:
    source = tmp_path / "k.cu"
    source.write_text(CUDA.replace("cudaMalloc(&a, 4)", "cudaMallocManaged(&a, 4)"))
    done = tin(tmp_path, str(source), "--to", "tin")
    assert done.returncode == exits.TRANSLATION
    assert "k.cu:5:19: error: 'cudaMallocManaged' has no counterpart in Tin: tin has no managed memory" in done.stderr


def test_schedules_lead_to_it_too(tmp_path: Path) -> None:
    """They are CUDA's own: what they make is translated as any other text."""
    source = tmp_path / "k.cu"
    source.write_text(CUDA)
    done = tin(tmp_path, str(source), "--to", "tin", "--schedule", "k: thread(x=2)")
    assert done.returncode == exits.OK, done.stderr
    text = (tmp_path / "k.tin").read_text()
    assert "tin_malloc" in text and "k_coarsened" in text


def test_what_it_cannot_do_is_said(tmp_path: Path) -> None:
    source = tmp_path / "k.cu"
    source.write_text(CUDA)
    with pytest.raises(retarget.Error, match="--to tin writes Tin: build it with its compiler"):
        retarget.translate(source, TIN).build()
    with pytest.raises(retarget.Error, match="--to tin: retarget runs no programs there"):
        retarget.tune(source, TIN)


def test_targets_go_by_their_names() -> None:
    assert {name: target.name for name, target in TARGETS.items()} == {name: name for name in TARGETS}
