"""The host target: lowering, runs on both widths and in random orders, faults, and the comparison with the original."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retarget.errors import MissingTool, OutputError
from retarget.source.lexer import tokens
from retarget.system import exits
from retarget.targets.cpu.compiler import HostCompiler, find_host_compiler
from retarget.targets.cpu.layout import Language
from retarget.targets.cpu.lowering import lowered
from retarget.targets.cpu.opened_bodies import openings
from retarget.targets.cpu.precompiled_api import begins_with_header
from retarget.targets.cpu.qualifiers import qualifiers
from retarget.targets.cpu.same_output import Judge, TracedLaunch, close, first_difference, read_trace, varying
from tests.command_line import Told, forked
from tests.compilers import needs_host_compiler
from tests.places import SAMPLES, TESTS

LOWERING = sorted((TESTS / "lowering").glob("*.cu"))
FAULTS = sorted((TESTS / "faults").glob("*.cu"))



def on_host(path: Path, *options: str) -> Told:
    return forked(path, "--to", "cpu", "--limit", "100", *options)


@pytest.mark.parametrize("path", LOWERING, ids=lambda p: p.stem)
def test_lowering(path: Path, request: pytest.FixtureRequest) -> None:
    golden = path.with_suffix(".cpp")
    source = path.read_text()
    macros = qualifiers([source])
    text = lowered(path.name, source, macros=macros, opened=openings([source], macros)).replace(str(Path.cwd()), "")
    if request.config.getoption("--refresh"):
        golden.write_text(text)
    assert text == golden.read_text()


HEADER = "#include <hip/hip_runtime.h>\n"


@pytest.mark.parametrize(
    ("before", "begins"),
    [
        ("", True),
        ("// What it is.\n#line 1 \"a.cu\"\n#include <cstdio>  // printf\n#include <math.h>\n/* a */ /* b */\n", True),
        ("/* a */ int i; /* b */\n", False),
        ("/* a */\n" * 40 + "#define N 1\n", False),
        ("#include <cstdio>\n#define __HIP_DISABLE_CPP_FUNCTIONS__\n", False),
        ('#include "own.h"\n', False),
        ("#include <hip/hip_fp16.h>\n", False),
    ],
)
def test_a_unit_begins_with_the_header_behind_what_means_the_same_behind_it(before: str, begins: bool) -> None:
    assert begins_with_header(Language.HIP, before + HEADER + "int main() {}\n") == begins


@given(st.text(st.sampled_from("_kx<>(){};,[]#\n\\\"'/* =0"), max_size=60), st.integers(0, 5))
def test_lowering_takes_any_text(noise: str, at: int) -> None:
    marks = ["__global__", "<<<", ">>>", "extern __shared__", "#ifdef __CUDA_ARCH__", "__device__ void f() {"]
    text = noise[: len(noise) // 2] + marks[at] + noise[len(noise) // 2 :]
    once = lowered("x.cu", text)
    assert once.count("\n") >= text.count("\n")


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.cu")), ids=lambda p: p.stem)
def test_text_without_launches_loses_nothing(path: Path) -> None:
    text = path.read_text()
    before = [t.text for t in tokens(text) if t.kind in ("string", "number")]
    after = [t.text for t in tokens(lowered(path.name, text)) if t.kind in ("string", "number")]
    assert len(after) >= len(before)


@needs_host_compiler
@pytest.mark.parametrize("path", FAULTS, ids=lambda p: p.stem)
def test_planted_fault_is_found(path: Path) -> None:
    wanted = re.search(r"// want: (.*)", path.read_text())
    assert wanted
    told = on_host(path, "--sanitize", "-DFAULT")
    assert re.search(wanted[1], told.out + told.err), told.err
    assert told.code != 0


@needs_host_compiler
@pytest.mark.parametrize("path", FAULTS, ids=lambda p: p.stem)
def test_correct_twin_has_no_fault(path: Path) -> None:
    told = on_host(path, "--sanitize")
    assert (told.code, "fault:" in told.err) == (0, False), told.err


@needs_host_compiler
def test_exit_code_arguments_and_streams_pass_through(tmp_path: Path) -> None:
    path = tmp_path / "echo.cu"
    path.write_text(
        "#include <cstdio>\n#include <cuda_runtime.h>\n__global__ void say(int n) { printf(\"device %d\\n\", n); }\n"
        'int main(int argc, char** argv) { say<<<1, 1>>>(argc); fprintf(stderr, "%s\\n", argv[1]); return 3; }\n'
    )
    told = forked(path, "--to", "cpu", "--", "--help", "-I")
    assert (told.code, told.out) == (3, "device 3\n")
    assert told.err.endswith("--help\n")


@needs_host_compiler
def test_limit_ends_a_hang_with_the_place(tmp_path: Path) -> None:
    path = tmp_path / "hang.cu"
    path.write_text(
        "#include <cuda_runtime.h>\n__global__ void wait(volatile int* flag)\n{\n    while (*flag == 0) {}\n}\n"
        "int main() { int* flag; cudaMalloc(&flag, 4); cudaMemset(flag, 0, 4); wait<<<1, 2>>>(flag); return 0; }\n"
    )
    told = forked(path, "--to", "cpu", "--limit", "2")
    assert told.code == exits.HUNG
    assert "in kernel wait" in told.err and "hang.cu:4" in told.err


@needs_host_compiler
def test_shuffle_names_the_kernel_that_depends_on_the_order(tmp_path: Path) -> None:
    path = tmp_path / "order.cu"
    path.write_text(
        "#include <cstdio>\n#include <cuda_runtime.h>\n__global__ void fine(int* p) { p[1 + threadIdx.x] = 1; }\n"
        "__global__ void last(int* p) { p[0] = threadIdx.x; }\n"
        "int main() { int *d, h; cudaMalloc(&d, 400); fine<<<1, 64>>>(d); last<<<1, 64>>>(d);\n"
        'cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost); printf("%d\\n", h); }\n'
    )
    told = forked(path, "--to", "cpu", "--shuffle", "2")
    assert told.code == exits.DIFFERENT
    assert "of last" in told.err and "fine" not in told.err


@needs_host_compiler
def test_verify_finds_a_wrong_translation(tmp_path: Path) -> None:
    sample = SAMPLES / "laplacian.cu"
    assert forked("verify", sample).code == 0
    wrong = tmp_path / "wrong.tsv"
    wrong.write_text("cuda\thip\ncudaMemcpyDeviceToHost\thipMemcpyHostToDevice\n")
    told = forked("verify", sample, "--map", wrong)
    assert told.code == exits.DIFFERENT
    assert "another exit code" in told.err or "difference(s)" in told.err


@needs_host_compiler
def test_verify_sees_where_the_machines_differ(tmp_path: Path) -> None:
    """A shift whose count only the host chooses is left alone: by the width, AMD's machine shifts by nothing."""
    path = tmp_path / "s.cu"
    path.write_text(
        "#include <cstdio>\n#include <cuda_runtime.h>\n"
        "__global__ void k(unsigned *out, int by) { *out = 5u << by; }\n"
        "int main() { unsigned *d, h; cudaMalloc(&d, 4); for (int by = 31; by < 33; by++) { k<<<1, 1>>>(d, by);\n"
        'cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost); printf("%x\\n", h); } }\n'
    )
    told = forked("verify", path)
    assert told.code == exits.DIFFERENT
    assert "original: 0" in told.out + told.err and "translated: 5" in told.out + told.err


@needs_host_compiler
def test_outputs_are_not_for_the_host(tmp_path: Path) -> None:
    told = forked(SAMPLES / "laplacian.cu", "--to", "cpu", "-o", tmp_path / "x.hip")
    assert told.code == exits.USAGE and "contradict" in told.err


@needs_host_compiler
def test_flags_of_the_compile_database_reach_the_host_build(tmp_path: Path) -> None:
    (tmp_path / "a.cu").write_text('#include <cstdio>\n#include <cuda_runtime.h>\nint main() { printf("%d\\n", N); }\n')
    entry = {"directory": str(tmp_path), "file": "a.cu", "command": "nvcc -DN=7 -std=c++14 -c a.cu"}
    (tmp_path / "compile_commands.json").write_text(json.dumps([entry]))
    assert forked("-p", tmp_path, "--to", "cpu", cwd=tmp_path).out == "7\n"


@pytest.mark.parametrize(
    "words",
    [("--to", "amd", "--sanitize"), ("--to", "amd", "--wave", "32"), ("--to", "cpu", "--json"), ("--to", "cpu", "--force")],
)
def test_an_option_that_would_say_nothing_is_refused(words: tuple[str, ...]) -> None:
    assert forked(SAMPLES / "laplacian.cu", *words).code == exits.USAGE


def test_a_pattern_that_is_none_is_told() -> None:
    told = forked("verify", SAMPLES / "laplacian.cu", "--ignore", "(")
    assert told.code == exits.USAGE and "--ignore" in told.err


def test_missing_compiler_is_named_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.delenv("CXX", raising=False)
    with pytest.raises(MissingTool, match="install"):
        find_host_compiler()


lines = st.lists(st.text(st.characters(codec="ascii", exclude_characters="\r\n\v\f\x1c\x1d\x1e"), max_size=20), max_size=6)


@given(lines)
def test_equal_texts_agree(text: list[str]) -> None:
    data = "\n".join(text).encode()
    assert not list(Judge(0.0).differences(data, data))


@given(st.integers(-(10**12), 10**12), st.integers(-(10**12), 10**12))
def test_whole_numbers_agree_exactly(a: int, b: int) -> None:
    assert close(f"x {a} y".encode(), f"x {b} y".encode(), 1e-2) == (a == b)


@given(st.floats(-1e6, 1e6), st.floats(-0.5, 0.5))
def test_other_numbers_agree_within_the_tolerance(x: float, off: float) -> None:
    moved = x * (1 + off)
    agree = close(f"{x!r}".encode(), f"{moved!r}".encode(), 1e-3)
    if abs(off) < 0.9e-3:
        assert agree
    if abs(off) > 1e-2 and abs(x) > 1e-3 and "e" not in f"{x!r}{moved!r}":
        assert agree == (abs(moved - x) <= 1.01 * min(10.0 ** -len(repr(v).partition(".")[2]) for v in (x, moved)))


def test_numbers_that_vary_by_themselves_are_left_out() -> None:
    runs = [b"sum 3\ntime 1.5 ms, 0 wrong\nat noon\n", b"sum 3\ntime 1.7 ms, 0 wrong\nat night\n"]
    judge = Judge(1e-6, varying=varying(runs))
    assert not list(judge.differences(runs[0], b"sum 3\ntime 9.9 ms, 0 wrong\nat dawn\n"))
    assert [d.line for d in judge.differences(runs[0], b"sum 4\ntime 9.9 ms, 2 wrong\nat dawn\n")] == [1, 2]


@needs_host_compiler
def test_what_was_alike_by_chance_is_looked_at_again(tmp_path: Path) -> None:
    """Every fifth run prints something new, the original's too."""
    counts = 'FILE* f = fopen("runs", "a+"); fseek(f, 0, SEEK_END); long n = ftell(f); fputc(0, f); fclose(f);'
    main = f'int main() {{ {counts} printf("sum 1\\ntime %ld\\n", n / 5); }}'
    (tmp_path / "a.cu").write_text(f"#include <cstdio>\n__global__ void k() {{}}\n{main}\n")
    told = forked("verify", "a.cu", "--shuffle", "2", cwd=tmp_path)
    assert told.code == 0, told.out + told.err


@given(st.text(max_size=200))
def test_any_trace_is_read(text: str) -> None:
    read_trace(text)


def test_first_difference_of_traces() -> None:
    good = (TracedLaunch(0, "a", "k"), TracedLaunch(1, "b", "l"))
    assert first_difference(good, good) is None
    assert first_difference(good, (TracedLaunch(0, "a", "k"), TracedLaunch(1, "c", "l"))) == TracedLaunch(1, "c", "l")


@needs_host_compiler
@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.cu")), ids=lambda p: p.stem)
def test_sample_agrees_with_its_original_on_both_widths_and_in_a_random_order(path: Path) -> None:
    told = forked("verify", path, "--shuffle", "1", "--limit", "100")
    assert told.code == 0, told.err
    assert told.err.count("same") == 4


@needs_host_compiler
def test_sample_of_several_files(tmp_path: Path) -> None:
    files = sorted(p for p in (SAMPLES / "multifile").iterdir() if p.suffix in (".cu", ".cpp"))
    told = forked("verify", *files, "--shuffle", "1", "--limit", "100")
    assert told.code == 0, told.err


WRITES = """\
#include <cstdio>
__global__ void k(int* a) { a[threadIdx.x] = threadIdx.x; }
int main(int argc, char** argv) {
  int *a, h[4];
  cudaMalloc(&a, sizeof h);
  k<<<1, 4>>>(a);
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  if (argc > 1) { FILE* f = fopen(argv[1], "w"); fprintf(f, "%d\\n", h[3]); fclose(f); }
}
"""


@needs_host_compiler
@pytest.mark.parametrize(("written", "code"), [("out.txt", exits.OK), ("other.txt", exits.USAGE)])
def test_a_file_that_is_compared_has_to_be_written(written: str, code: int, tmp_path: Path) -> None:
    """By each run: what an earlier one, or the user, left there is none of it, and the user's comes back."""
    (tmp_path / "w.cu").write_text(WRITES)
    (tmp_path / "out.txt").write_text("the user's\n")
    told = forked("verify", "w.cu", "--compare", "out.txt", "--limit", "1m", "--", written, cwd=tmp_path)
    assert told.code == code, told.err
    assert ("the original writes no file" in told.err) == bool(code)
    assert (tmp_path / "out.txt").read_text() == "the user's\n"


def test_a_full_disk_is_no_fault_of_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RETARGET_CACHE_DIR", str(tmp_path / "cache"))
    compiler = tmp_path / "c++"
    compiler.write_text("#!/bin/sh\necho 'error: IO failure on output stream: No space left on device' >&2\nexit 1\n")
    compiler.chmod(0o755)
    with pytest.raises(OutputError, match=f"no space left in {tmp_path / 'cache'}"):
        HostCompiler(str(compiler)).run(["-c", "a.cpp"])


@needs_host_compiler
@pytest.mark.parametrize(
    ("severity", "code", "said"), [("off", exits.OK, ""), ("note", exits.OK, ""), ("error", exits.TRANSLATION, "error:")]
)
@pytest.mark.parametrize("command", [("verify",), ("--to", "cpu")])
def test_the_configuration_says_how_severe_rules_are(
    tmp_path: Path, command: tuple[str, ...], severity: str, code: int, said: str
) -> None:
    (tmp_path / "w.cu").write_text(
        "#include <cstdio>\n__global__ void k(int* a) { *a = __shfl_down_sync(~0u, *a, 4, 24); }\n"
        'int main() { puts("ran"); }\n'
    )
    (tmp_path / "retarget.toml").write_text(f"[rules]\nwarp-width = '{severity}'\n")
    told = forked(*command, "w.cu", cwd=tmp_path)
    assert (told.code, "warp-width" in told.err, said in told.err) == (code, severity == "error", True), told.err
