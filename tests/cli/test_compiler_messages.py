"""How severe the compiler's messages are: as the configuration, comments, pragmas and options have it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from retarget.system import exits
from tests.command_line import retarget
from tests.compilers import needs_hip_compiler

UNUSED = """\
#pragma nv_diagnostic push
#pragma nv_diag_suppress 177
static __device__ void early() { int unseen; }
#pragma nv_diagnostic pop
static __device__ void late() { int unused; }
__global__ void k() { early(); late(); }
"""
USELESS = "__global__ void k(int* p) { p[0] == 1; }\n"
COMMENT = "__global__ void k(int* p) {\n  p[0] == 1;  // retarget: ignore[hip-compile]\n}\n"
CALLED = '#pragma clang diagnostic warning "-Wunused-variable"\nint f();\nvoid g() { '
NARROWING = "__global__ void k(int* p, unsigned long n) { int q[] = {n}; int y[2] = {0.0, 1}; *p = q[0] + y[0]; }\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@needs_hip_compiler
@pytest.mark.parametrize(
    ("text", "options", "told"),
    [
        (UNUSED, ("-Xcompiler", "-Wall"), ["unused variable 'unused'"]),
        (UNUSED, ("-Xcompiler", "-Wall", "-diag-suppress", "177"), []),
        (UNUSED, ("-Xcompiler", "-Wall", "-Xcudafe", "--diag_suppress=declared_but_not_referenced"), []),
        (UNUSED, ("-Xcompiler", "-Wall", "-w"), []),
        (USELESS, (), ["equality comparison result unused"]),
        (USELESS, ("-Xcompiler", "-Wno-unused-comparison"), []),
        (USELESS.replace("__global__", "#pragma nv_diag_suppress 177\n#pragma nv_diag_default 177\n__global__"), (), ["result unused"]),
        (COMMENT, (), []),
        (NARROWING, (), []),
    ],
)
def test_under_nvccs_command_line(here: Path, text: str, options: tuple[str, ...], told: list[str]) -> None:
    (here / "k.cu").write_text(text)
    made = retarget("nvcc", *options, "-c", "k.cu")
    assert (made.code, made.err.count("warning: "), [t for t in told if t in made.err]) == (exits.OK, len(told), told)


@needs_hip_compiler
@pytest.mark.parametrize(
    ("text", "kind", "code"),
    [
        (USELESS, "all-warnings", exits.BUILD),
        (USELESS, "reorder", exits.OK),
        (f"struct S {{ int a, b; S() : b(1), a(2) {{}} }};\n{COMMENT}", "reorder", exits.BUILD),
        (COMMENT, "all-warnings", exits.OK),
        (f"{CALLED}const int b = f(); }}\n", "all-warnings", exits.OK),
        ("__global__ void k(int* p) { if ((p[0] == 1)) p[1] = 2; }\n", "all-warnings", exits.OK),  # clang's alone
        ("#include <cuda.h>\nint f() { return cuCtxSynchronize(); }\n", "all-warnings", exits.OK),  # a mark of HIP's
        (COMMENT, "nonsense", exits.USAGE),
    ],
)
def test_werror_makes_warnings_errors(here: Path, text: str, kind: str, code: int) -> None:
    (here / "k.cu").write_text(text)
    made = retarget("nvcc", "-Werror", kind, "-c", "k.cu")
    assert (made.code, (here / "k.o").exists()) == (code, code == exits.OK), made.err


@needs_hip_compiler
@pytest.mark.parametrize(
    ("severity", "code", "said"), [("off", 0, ""), ("note", 0, "note:"), ("error", exits.BUILD, "error:")]
)
@pytest.mark.parametrize("command", [("nvcc", "-c", "k.cu"), ("k.cu", "--build", "--no-parse")])
def test_the_configuration_counts(here: Path, command: tuple[str, ...], severity: str, code: int, said: str) -> None:
    (here / "k.cu").write_text(USELESS)
    (here / "retarget.toml").write_text(f"[rules]\nhip-compile = '{severity}'\n")
    made = retarget(*command)
    assert (made.code, said in made.err, "hip-compile" in made.err) == (code, True, severity != "off"), made.err
    assert (here / "k.o").exists() == (code == 0)


@needs_hip_compiler
@pytest.mark.parametrize("option", ["-w", "-Wno-unused-comparison"])
def test_options_of_a_unit_count_where_it_is_built(here: Path, option: str) -> None:
    (here / "k.cu").write_text(USELESS)
    made = retarget("k.cu", "--build", "--no-parse", "--", option)
    assert (made.code, "hip-compile" in made.err) == (exits.OK, False)


@needs_hip_compiler
def test_options_for_code_reach_the_compiler(here: Path) -> None:
    (here / "k.cu").write_text("__global__ void k(int* p) { p[0] = 1; }\n")
    given = ("-O1", "-mllvm", "-amdgpu-early-inline-all=true", "-fmad=false", "-fno-foo")
    made = retarget("k.cu", "--build", "--no-parse", "--json", "--", *given)
    answer = json.loads(made.out)
    command = answer["build"][0]["command"]
    assert made.code == exits.OK, made.err
    assert "-O1 " in command and "-O3" not in command and "-ffp-contract=off" in command and "-fno-foo" not in command
    assert "-mllvm -amdgpu-early-inline-all=true" in command
    (told,) = [d["message"] for d in answer["diagnostics"] if d["rule"] == "unused-option"]
    assert told == "the source is read as without -mllvm -amdgpu-early-inline-all=true, -fno-foo"


@needs_hip_compiler
def test_errors_of_the_compiler_stay_errors(here: Path) -> None:
    (here / "k.cu").write_text("__global__ void k(int* p) { p[0] = missing; }  // retarget: ignore[hip-compile]\n")
    made = retarget("nvcc", "-c", "k.cu")
    assert made.code != exits.OK and "'missing'" in made.err


def test_a_comment_for_the_compiler_waits_for_it(here: Path) -> None:
    """Where nothing is built, nobody says that it suppresses nothing."""
    (here / "k.cu").write_text(COMMENT)
    made = retarget("k.cu", "-v", "--no-parse")
    assert (made.code, "is found here" in made.err) == (exits.OK, False)
