"""`retarget scan` and `retarget query`, as a user runs them."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

import retarget as package
from retarget.cli.query_answers import Query
from retarget.cli.scan_answers import Scan
from retarget.cli.translation_answers import Translation
from retarget.source.text import Severity
from retarget.system import exits, typed_json
from tests.command_line import retarget

SAMPLES = Path(__file__).parents[2] / "samples"
KERNELS = """\
#include <cuda_runtime.h>
#include <nvjpeg.h>
#include "own.h"
template <int N> __global__ void __launch_bounds__(256, 2) scale(float* p) { p[threadIdx.x] *= N; }
__global__ void declared(int*);
static __global__ void sum(int* p) {
  int v = __shfl_down_sync(~0u, *p, 1);
  asm("mov.u32 %0, %%laneid;" : "=r"(v));
  atomicAdd(p, v);
}
int main() {
  float* p;
  cudaMalloc(&p, 4); cudaFree(p);
  scale<3><<<1, 32>>>(p);
  auto f = (void*)cudaMemcpyArrayToArray;
  OWN_FREE(p);
  o.cudaMalloc(1);
}
"""


@pytest.fixture
def folder(tmp_path: Path, memory: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    work = tmp_path / "work"
    (work / "src").mkdir(parents=True)
    (work / "src/a.cu").write_text(KERNELS)
    (work / "src/own.h").write_text("#define cudaFree(p) own_free(p)\n#define OWN_FREE(p) ::cudaFreeHost(p)\n")
    (work / "src/plain.cpp").write_text("int main() { return 0; }\n")
    (work / "README.md").write_text("cudaMalloc\n")
    monkeypatch.chdir(work)
    return work


def scanned(*words: str) -> Scan:
    told = retarget("scan", *words, "--json")
    assert told.code == exits.OK, told.err
    return typed_json.read(Scan, told.out)


def test_it_counts_a_folder(folder: Path) -> None:
    found = scanned(".")
    assert [(f.path, f.launches, f.asm) for f in found.files] == [("src/a.cu", 1, 1), ("src/own.h", 0, 0)]
    assert [k.name for k in found.files[0].kernels] == ["scale", "sum"]
    assert found.files[0].kernels[0].line == 4
    assert found.others == 2 and not found.exact
    names = {n.cuda: (n.status, n.count, n.files) for n in found.names}
    assert names["cudaMalloc"] == ("mapped", 1, 1), "a method of the user's is none of CUDA's"
    assert "cudaFree" not in names, "a macro of the project's has this name"
    assert names["cudaMemcpyArrayToArray"][0] == "none"
    assert names["cudaFreeHost"] == ("mapped", 1, 1)
    errors = [(d.rule, d.line) for d in found.diagnostics if d.severity is Severity.ERROR]
    assert errors == [("no-header", 2), ("no-counterpart", 15)]
    assert not list(folder.rglob("*.hip")) and not list(folder.rglob("retarget.lock"))


def test_the_table_says_the_same(folder: Path) -> None:
    told = retarget("scan", "src")
    assert told.code == exits.OK
    assert "2 of 3 files name CUDA" in told.out and "2 kernels, 1 launch, 1 statement of inline PTX" in told.out
    assert "2 errors" in told.out and "'nvjpeg.h' has no counterpart" in told.out
    assert re.search(r"^a\.cu +2 +1 ", told.out, re.M), told.out


def test_a_table_fits_a_narrow_terminal(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    table = retarget("scan", ".").out.split("\n\n")[1:-1]
    assert table and all(len(line) <= 50 for part in table for line in part.splitlines())


def test_a_page_is_whole(folder: Path) -> None:
    told = retarget("scan", ".", "--html", "out/port.html")
    assert told.code == exits.OK and told.out == ""
    page = (folder / "out/port.html").read_text()
    assert "<script src" not in page and "<link" not in page
    for word in ("cudaMemcpyArrayToArray", "scale", "src/a.cu:15", "hipFreeHost" if "hipFreeHost" in page else "hipHostFree"):
        assert word in page
    (folder / "out/port.html").write_text("mine")
    assert retarget("scan", ".", "--html", "out/port.html").code == exits.OUTPUT
    assert (folder / "out/port.html").read_text() == "mine"


def test_code_hosts_read_it(folder: Path) -> None:
    told = retarget("scan", ".", "--format", "sarif")
    results = json.loads(told.out)["runs"][0]["results"]
    assert ("no-counterpart", "error") in {(r["ruleId"], r["level"]) for r in results}
    assert "::error file=src/a.cu,line=15" in retarget("scan", ".", "--format", "github").out
    assert retarget("scan", ".", "--format", "github", "--json").code == exits.USAGE


def test_what_the_configuration_says_counts(folder: Path) -> None:
    (folder / "retarget.toml").write_text('[rules]\nno-header = "off"\nno-counterpart = "warning"\n')
    found = scanned(".")
    assert not [d for d in found.diagnostics if d.severity is Severity.ERROR]
    assert [s.diagnostic.rule for s in found.suppressed] == ["no-header"]


def test_names_that_the_program_declares_are_no_unknown_ones(folder: Path) -> None:
    (folder / "src/b.cu").write_text("void f() { cudaOwnHelper(1); cudaNobodys(2); }\n")
    (folder / "src/c.cu").write_text('#include <cuda_runtime.h>\nint cudaOwnHelper(int n) { return n; }\n')
    told = [d.message for d in scanned(".").diagnostics if d.rule == "unknown-name"]
    assert len(told) == 1 and "cudaNobodys" in told[0]


def test_a_folder_without_cuda_is_told(folder: Path) -> None:
    (folder / "none").mkdir()
    (folder / "none/x.cpp").write_text("int x;\n")
    told = retarget("scan", "none")
    assert told.code == exits.INPUT and "names anything of CUDA's" in told.err


@pytest.mark.parametrize("sample", ["laplacian.cu", "reduction.cu"])
def test_exact_counts_are_those_of_the_translation(sample: str, folder: Path) -> None:
    path = str(SAMPLES / sample)
    found = scanned(path, "--exact")
    translated = typed_json.read(Translation, retarget(path, "--no-parse", "--json", "-o", "out/").out)
    assert found.exact and found.edits == Counter(e.rule for f in translated.files for e in f.edits)
    assert {d.message for d in found.diagnostics} == {d.message for d in translated.diagnostics}
    by_tokens = scanned(path)
    assert by_tokens.names == found.names
    assert {r: n for r, n in by_tokens.edits.items() if r == "names"} == {r: n for r, n in found.edits.items() if r == "names"}


def test_from_python(folder: Path) -> None:
    found = package.scan("src/a.cu")
    assert [f.path for f in found.files] == ["src/a.cu", "src/own.h"]
    assert found.count(Severity.ERROR, "src/a.cu") == 2


def test_a_query_answers_for_names_headers_and_members(memory: Path) -> None:
    told = retarget("query", "cudaMalloc", "<cub/cub.cuh>", "cudaDeviceProp.warpSize", "cub::BlockReduce", "--json")
    assert told.code == exits.OK
    found = typed_json.read(Query, told.out).found
    assert [(f.status, f.kind) for f in found] == [
        ("mapped", "function"), ("mapped", "header"), ("mapped", "member"), ("mapped", "member of a namespace"),
    ]  # fmt: skip
    assert [f.hip for f in found][:2] == ["hipMalloc", "hipcub/hipcub.hpp"] and found[3].hip == "hipcub::BlockReduce"


def test_a_query_for_what_is_not_known_says_so(memory: Path, tmp_path: Path) -> None:
    told = retarget("query", "cudaMallocc", "nvjpeg.h")
    assert told.code == exits.TRANSLATION
    assert "did you mean cudaMalloc" in told.out and "no counterpart in HIP" in told.out
    own = tmp_path / "own.tsv"
    own.write_text("cuda\thip\ncudaMallocc\tmyMalloc\n")
    told = retarget("query", "cudaMallocc", "--map", str(own))
    assert told.code == exits.OK and "cudaMallocc: myMalloc" in told.out
