"""What people see at a terminal: colours where they are wanted, errors alone, folded warnings, remedies."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from retarget.source.text import Diagnostic, Severity, rendered
from retarget.system import exits
from retarget.system.terminal import paint
from retarget.targets.amd.link_hints import hint
from retarget.translation.explanations import rule_names, summary
from tests.command_line import forked, retarget
from tests.compilers import runs_compilers

CODE = """\
__global__ void k(int* p) { p[threadIdx.x] = threadIdx.x; }
int main() {
  int* p;
  cudaMalloc(&p, 16);
  cudaMemset(p, 0, 16);
  k<<<1, 4>>>(p);
  cudaMemcpyArrayToArray(0, 0, 0, 0, 0, 0, 0);
}
"""
RED, GREEN = "\x1b[31m", "\x1b[32m"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    Path("a.cu").write_text(CODE)


def test_colours_come_as_they_are_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    told = retarget("a.cu", "--diff")
    assert told.code == exits.TRANSLATION and "\x1b" not in told.out + told.err
    always = retarget("a.cu", "--diff", "--color", "always")
    assert f"{RED}-  cudaMalloc" in always.out and f"{GREEN}+  " in always.out and f"{RED}\x1b[1merror:" in always.err
    monkeypatch.setenv("FORCE_COLOR", "1")
    forced = retarget("a.cu", "--diff")
    assert (forced.out, forced.err) == (always.out, always.err)
    assert "\x1b" not in retarget("a.cu", "--diff", "--color", "never").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert retarget("a.cu", "--diff") == told


def test_messages_of_failures_have_colours() -> None:
    told = retarget("gone.cu", "--color=always")
    assert told.code == exits.INPUT and told.err.startswith("\x1b[1mretarget:") and f"{RED}\x1b[1merror:" in told.err


def test_quiet_tells_errors_alone() -> None:
    Path("a.cu").write_text(CODE + "__global__ void w() { int x = __shfl(1, threadIdx.x % 32); }\n")
    told = retarget("a.cu", "-o", "a.hip", "-q")
    assert told.code == exits.TRANSLATION and told.err.count("error:") == 1 and "edits" not in told.err
    Path("a.cu").write_text(CODE.replace("cudaMemcpyArrayToArray(0, 0, 0, 0, 0, 0, 0)", "cudaFree(p)"))
    assert retarget("a.cu", "-o", "a.hip", "-q") == (exits.OK, "", "")
    assert "edits" in retarget("a.cu", "-o", "a.hip", "--force").err


def test_a_mistyped_command_is_named() -> None:
    told = retarget("tranlate", "a.cu")
    assert told.code == exits.USAGE and "did you mean retarget translate?" in told.err
    Path("scam").write_text(CODE)
    assert "did you mean" not in retarget("scam").err  # a file


def test_rules_have_a_line_each() -> None:
    told = retarget("rules")
    lines = told.out.splitlines()
    assert [line.split()[0] for line in lines] == rule_names() and all(len(line.split()) > 2 for line in lines)
    listed = json.loads(retarget("rules", "--json").out)["rules"]
    assert [(r["name"], r["summary"]) for r in listed] == [(n, summary(n)) for n in rule_names()]


@runs_compilers
def test_a_warning_that_repeats_is_folded() -> None:
    Path("a.cu").write_text("int f() { cudaFree(0);\ncudaFree(0);\ncudaFree(0);\nreturn x; }\n")
    told = forked("a.cu", "--build")
    assert told.code == exits.BUILD, told.err
    assert told.err.count("nodiscard") == 1 and "(and 2 more like it)" in told.err
    assert told.err.count("error: use of undeclared identifier 'x'") == 1


@pytest.mark.parametrize(
    ("message", "mends"),
    [
        ("undefined symbol: hipblasLtMatmul", "link -lhipblaslt"),
        ("a.o: undefined reference to `hipblasCreate'", "link -lhipblas"),
        ("undefined symbol: ncclAllReduce", "link -lrccl"),
        ("a.cc:(.text+0x1): undefined reference to `cublasCreate_v2'", "retarget host"),
        ("undefined symbol: cuInit", "retarget host"),
        ("undefined symbol: __kmpc_fork_call", "link with -fopenmp"),
        ("cannot find -lhipsparse: No such file or directory", "install it: "),
        ("undefined symbol: cumulate(int)", ""),
        ("unable to find library -lmine", ""),
        ("undefined hidden symbol: Held<float>::get()", "define it in each unit"),
    ],
)
def test_a_link_that_fails_has_its_remedy(message: str, mends: str) -> None:
    assert mends in hint(message) and bool(hint(message)) == bool(mends)


def test_severities_have_colours_of_their_own() -> None:
    shown = {s: rendered(Diagnostic("r", s, None, "m"), {}, paint) for s in Severity}
    assert len(set(shown.values())) == len(Severity) and all("\x1b" in text for text in shown.values())
