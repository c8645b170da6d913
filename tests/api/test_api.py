"""The public interface: the examples of docs/api.md, one after another, and what stable names promise."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import retarget
from retarget.system import exits
from tests.compilers import needs_host_compiler
from tests.places import ROOT

PAGE = ROOT / "docs" / "api.md"
SAXPY = """\
#include <cstdio>
#ifndef N
#define N 512
#endif
__global__ void saxpy(float a, const float* x, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) y[i] += a * x[i];
}
int main() {
  float *x, *y, h[N];
  for (int i = 0; i < N; ++i) h[i] = i;
  cudaMalloc(&x, sizeof h);
  cudaMalloc(&y, sizeof h);
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(y, h, sizeof h, cudaMemcpyHostToDevice);
  saxpy<<<(N + 127) / 128, 128>>>(2, x, y);
  cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < N; i += 100) printf("%g\\n", h[i]);
}
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "saxpy.cu").write_text(SAXPY)
    return tmp_path


@needs_host_compiler
def test_the_page_is_true(here: Path) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.M | re.S)
    assert len(blocks) > 5
    (here / "page.py").write_text("\n".join(blocks))
    done = subprocess.run([sys.executable, "page.py"], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert "hipMalloc" in done.stdout and (here / "out" / "saxpy.hip").exists() and (here / "tuned").is_dir()


def test_names_are_there() -> None:
    assert set(retarget.__all__) <= {*dir(retarget), *retarget.__all__}
    for name in retarget.__all__:
        assert getattr(retarget, name) is not None
    with pytest.raises(AttributeError):
        retarget.nothing_of_the_kind  # noqa: B018


def test_importing_it_imports_little() -> None:
    code = "import sys, retarget; assert not {'clang', 'sympy', 'numpy', 'click'} & set(sys.modules), sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_what_is_written_is_what_was_told(here: Path) -> None:
    result = retarget.translate("saxpy.cu", parse=False)
    assert result.ok and result.stale() == ["saxpy.hip"]
    assert result.write() == ["saxpy.hip"] and result.write() == [] and result.stale() == []
    assert (here / "saxpy.hip").read_text() == result.texts["saxpy.hip"]


def test_errors_are_of_one_kind() -> None:
    with pytest.raises(retarget.Error) as told:
        retarget.translate("none.cu")
    assert told.value.code == exits.INPUT and "none.cu" in told.value.what
    with pytest.raises(retarget.Error, match="no target 'none': the targets are amd, cpu, nvidia"):
        retarget.translate("saxpy.cu", to="none")
    with pytest.raises(retarget.Error) as told:
        retarget.translate([])
    assert told.value.code == exits.USAGE


def test_two_translations_know_nothing_of_each_other(here: Path) -> None:
    (here / "other.cu").write_text(SAXPY.replace("saxpy", "other"))
    first = retarget.translate("saxpy.cu", to="amd", parse=False)
    second = retarget.translate("other.cu", to="nvidia", parse=False)
    assert first.target.name == "amd" and list(first.texts) == ["saxpy.hip"]
    assert second.target.name == "nvidia" and list(second.texts) == ["other.nvidia.cu"]
