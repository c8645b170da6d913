"""The output parsed as HIP: what is wrong is told at the user's line, what cannot be told is said, nothing is written."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from command_line import retarget
from compilers import needs_hip_compiler

from retarget.system import cache, exits
from retarget.targets.amd import hip_parse, live_branches
from retarget.targets.amd.compiler import Compiler, find_compiler
from retarget.unit import Unit

pytestmark = needs_hip_compiler

FINE = """__global__ void k(float *a) { a[threadIdx.x] = 1; }
int main() {
  k<<<1, 64>>>(nullptr);
  return cudaDeviceSynchronize();
}
"""
# No rule sees that these declare a name of HIP's: the command line defines it.
NAMED = "-DFREE=hipFree"
BOUND = "int FREE = 3;"
HIDDEN = f"int f(int *p) {{\n  {BOUND}\n\n  return cudaFree(p) + hipFree;\n}}\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RETARGET_PARSE", "1")
    return tmp_path


def run(text: str, *words: str) -> tuple[int, str]:
    Path("a.cu").write_text(text)
    told = retarget("a.cu", NAMED, *words)
    return told.code, told.err


def test_what_parses_is_not_mentioned() -> None:
    assert run(FINE) == (exits.OK, "a.hip: 3 edits\n")
    assert json.loads(retarget("a.cu", "--json").out)["parsed"] == {"checked": 1, "unchecked": []}


@pytest.mark.parametrize("standard", ["c++20", "gnu++23"])
def test_functions_of_both_sides_are_two_in_any_standard(standard: str) -> None:
    code, err = run("#include <cuda_runtime.h>\n" + FINE, "--", f"-std={standard}")
    assert (code, err) == (exits.OK, "a.hip: 3 edits\n")


def test_a_macro_of_the_devices_in_a_function_of_the_hosts() -> None:
    """nvcc does not look at such a body when it compiles for the device; and it defines a list of architectures."""
    text = "#ifdef __CUDA_ARCH__\n#define FAIL() __trap()\n#else\n#define FAIL() abort()\n#endif\n"
    text += "#ifdef __CUDA_ARCH_LIST__\nint listed[] = {__CUDA_ARCH_LIST__};\n#else\n#error no list\n#endif\n"
    code, err = run("#include <cstdlib>\n" + text + "__device__ void d() { FAIL(); }\nint f() { FAIL(); return 1; }\n" + FINE)
    assert (code, err.count("hip-parse"), "not checked" in err) == (exits.OK, 0, False), err


def test_an_error_stands_at_the_users_line_with_the_rule() -> None:
    code, err = run(HIDDEN)
    assert code == exits.TRANSLATION
    assert "a.cu:4:" in err and "called object type 'int' is not a function or function pointer (here wrote: names) [hip-parse]" in err


def test_an_error_in_a_header_of_ours_that_is_not_written_yet_has_a_place() -> None:
    Path("a.cu").write_text("__global__ void k(const int* a, int* b) { *b = __ldcg(a); }\n")
    told = retarget("a.cu", "-Daddress_=)", "-o", "out/")
    assert told.code == exits.TRANSLATION
    assert re.search(r"a\.cu:1:1: error: the output does not compile: .*cached_access\.h:\d+: ", told.err), told.err


def test_errors_of_the_original_are_not_repeated() -> None:
    code, err = run("int f() { return undeclared + cudaSuccess; }\n")
    assert code == exits.OK
    assert "hip-parse" not in err
    assert "a.cu: not checked as HIP: clang cannot read the CUDA original either" in err


def test_what_clang_reads_in_neither_is_an_error_where_nothing_is_unknown() -> None:
    text = "struct A { A(long); A(float); };\nA make() { return cudaSuccess + 1; }\n"
    code, err = run(text)
    assert code == exits.TRANSLATION
    assert "a.cu:2:" in err and "ambiguous; nvcc may take it, clang does not in CUDA either (here wrote: names)" in err


def test_a_name_that_a_class_template_of_the_users_lacks_is_an_error() -> None:
    """nvcc looks for it once the member is instantiated."""
    text = "template <typename T, int N> struct M {\n  static M Zeros();\n  M get() const { return M<T, N>::zeros(); }\n"
    code, err = run(text + "  typename M<T, N>::type member() const;\n};\nint f() { return cudaSuccess; }\n")
    assert code == exits.TRANSLATION
    assert "a.cu:3:" in err and "no member named 'zeros' in 'M<T, N>'" in err and "clang does not in CUDA either" in err
    assert "a.cu:4:" in err and "no type named 'type' in 'M<T, N>'" in err


def test_a_name_that_a_class_of_given_arguments_lacks_may_be_missing_here_alone() -> None:
    text = "template <typename T> struct M { T v; };\nint f() { return M<float>::zeros() + cudaSuccess; }\n"
    code, err = run(text)
    assert code == exits.OK
    assert "a.cu: not checked as HIP: clang cannot read the CUDA original either" in err


def test_what_clang_reads_in_neither_is_an_error_where_only_cudas_header_is_missing() -> None:
    """HIP's counterpart is there, so that the output's errors stand for themselves."""
    text = '#include <nvrtc.h>\nstruct A { A(long); A(float); };\nA make() { return nvrtcVersion(0, 0) + 1; }\n'
    code, err = run(text)
    assert code == exits.TRANSLATION
    assert "a.cu:3:" in err and "is ambiguous; nvcc may take it, clang does not in CUDA either" in err


def test_what_clang_reads_in_neither_is_in_doubt_where_a_header_of_the_users_is_missing() -> None:
    code, err = run('#include "mine.h"\nstruct A { A(long); A(float); };\nA make() { return cudaSuccess + 1; }\n')
    assert (code, "hip-parse" in err, "a.cu: not checked as HIP" in err) == (exits.OK, False, True), err


def test_a_header_of_c_and_cplusplus_asks_for_the_capability() -> None:
    asking = "cudaGetDeviceProperties(p, 0) + cudaDeviceGetAttribute(n, cudaDevAttrWarpSize, 0)"
    Path("q.h").write_text(f"static inline int q(struct cudaDeviceProp *p, int *n) {{ return {asking}; }}\n")
    Path("c.c").write_text('#include <cuda_runtime.h>\n#include "q.h"\nint c(void) { return q(0, 0); }\n')
    Path("a.cu").write_text('#include "q.h"\nint a() { return q(0, 0); }\n')
    told = retarget("c.c", "a.cu", "-o", "out/")
    assert (told.code, "warning" in told.err, "not checked" in told.err) == (exits.OK, False, False), told.err


def test_a_header_that_only_units_of_the_hosts_compiler_reach_is_not_checked() -> None:
    Path("h.h").write_text("#ifdef __CUDACC__\ninline void g() { cudaFree(0); }\n#endif\n")
    Path("m.cpp").write_text('#include "h.h"\n#include <cuda_runtime.h>\nint main() { return cudaFree(0); }\n')
    told = retarget("m.cpp", "-o", "out/")
    assert (told.code, told.err.splitlines()[-1][:29]) == (exits.OK, "h.h: not checked as HIP: some")
    Path("k.cu").write_text('#include "h.h"\n')
    assert "not checked" not in retarget("m.cpp", "k.cu", "-o", "both/").err


def test_a_unit_that_another_one_includes_is_not_checked_alone() -> None:
    Path("part.cu").write_text("__global__ void k() {}\nvoid run() { k<<<1, 1>>>(); cudaDeviceSynchronize(); }\n")
    Path("all.cu").write_text('#include "part.cu"\n')
    told = retarget("part.cu", "all.cu", "-o", "out/")
    assert told.code == 0 and "part.cu: not checked as HIP: what another unit includes is a part of that" in told.err


@pytest.mark.parametrize("branch", ["#ifdef __CLANG_CUDA_RUNTIME_WRAPPER_H__\nint a;\n#endif\n", "#ifndef __CLANG_CUDA_RUNTIME_WRAPPER_H__\n#else\n#define A 1\n#endif\n"])
def test_a_branch_that_flips(branch: str) -> None:
    code, err = run(branch + FINE)
    assert code == exits.TRANSLATION
    assert "the output leaves out this branch, and the CUDA compilation takes it" in err


def test_a_branch_that_stands_in_for_a_header_which_came_earlier() -> None:
    Path("h.h").write_text("#ifndef __DRIVER_TYPES_H__\ntypedef struct CUstream_st *cudaStream_t;\n#endif\ncudaStream_t s;\n")
    uses = "int f(struct cudaDeviceProp *p) { return cudaGetDeviceProperties(p, 0); }\n"
    Path("m.c").write_text('#include "h.h"\n#include <cuda_runtime.h>\n' + uses)
    told = retarget("m.c", "-o", "out/")
    assert (told.code, "error" in told.err) == (exits.OK, False), told.err


def test_a_branch_that_asks_for_a_header_which_the_cuda_compilation_lacks() -> None:
    Path("hipblas").mkdir()
    Path("hipblas/hipblas.h").write_text("#define HIPBLAS_H\n")
    asks = "#include <cublas_v2.h>\n#ifdef CUBLAS_API_H_\nint a;\n#endif\n#if defined(CUBLAS_API_H_) && 1\nint b;\n#endif\n"
    code, err = run(asks + FINE, "--", "-I.")
    assert (code, "this branch" in err) == (exits.OK, False), err
    code, err = run("#ifdef CUBLAS_API_H_\nint a;\n#endif\n#include <hipblas/hipblas.h>\n" + FINE, "--", "-I.", "-DHIPBLAS_H")
    assert "a.cu:1:1: error: the output takes this branch" in err


def test_a_branch_that_the_output_alone_takes() -> None:
    code, err = run("#ifndef __CLANG_CUDA_RUNTIME_WRAPPER_H__\n#define A 1\n#endif\n" + FINE)
    assert code == exits.TRANSLATION
    assert "a.cu:1:1: error: the output takes this branch" in err


HIPS = "HIP_INCLUDE_HIP_HIP_RUNTIME_H"  # a guard of HIP's own


@pytest.mark.parametrize(
    "text",
    [
        f"#ifdef {HIPS}\n#define A 1\n#endif\n",
        f"#ifndef {HIPS}\n#define A 1\n#endif\n",
        f"#ifndef {HIPS}\n#define {HIPS}\nint a;\n#endif\n",
        f"#if defined({HIPS})\nint a;\n#endif\n",
        '#include "own.h"\n#ifdef OWN\nint a;\n#endif\n',
    ],
)
def test_a_branch_that_flips_by_a_name_that_is_no_compilers(text: str) -> None:
    Path("own.h").write_text(f"#if defined({HIPS})\n#/**/define OWN\n#endif\n")
    code, err = run(text + FINE)
    assert (code, "in HIP [hip-parse]" in err) == (exits.TRANSLATION, True), err


@pytest.mark.parametrize(
    ("text", "is_sure"),
    [
        ("#ifndef A_H\n#define A_H\n#if __cplusplus > 201103L\nint a;\n#else\nint b;\n#endif\n#endif\n", True),
        ("#ifdef MINE\nint a;\n#endif\n", True),
        ("#define MINE\n#ifdef MINE\nint a;\n#endif\n", False),
        ("#if MINE\nint a;\n#endif\n", False),
        ("#if __has_include(<hip/hip_runtime.h>) && 0\nint a;\n#endif\n", False),
        ("#define A_H\n#undef A_H\n#ifndef A_H\n#define A_H\nint a;\n#endif\n", False),
    ],
)
def test_branches_that_cannot_flip_are_not_preprocessed(
    text: str, is_sure: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    monkeypatch.setattr(live_branches, "_kept_lines", lambda *given: asked.append(given))
    assert run(text + FINE)[0] == exits.OK
    assert (not asked) is is_sure


def test_a_name_that_the_command_line_defines_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    monkeypatch.setattr(live_branches, "_kept_lines", lambda *given: asked.append(given))
    assert run("#ifdef MINE\nint a;\n#endif\n" + FINE, "--", "-DMINE")[0] == exits.OK
    assert asked


def test_units_of_the_hosts_compiler_take_the_branches_that_they_took() -> None:
    Path("host.cpp").write_text(
        "#include <cuda_runtime.h>\n#ifdef __CUDACC__\nint a() { return cudaFree(0); }\n#else\nint b() { return cudaFree(0); }\n#endif\n"
        "#if CUDART_VERSION >= 12000\n#define NEW 1\n#else\n#define OLD 1\n#endif\n"
    )
    Path("kernels.cpp").write_text("#include <cuda_runtime.h>\n" + FINE)
    told = retarget("host.cpp", "kernels.cpp", "--to", "amd", "-o", "out/", "--json")
    assert (told.code, "hip-parse" in told.err) == (exits.OK, False), told.err
    assert json.loads(told.out)["parsed"] == {"checked": 2, "unchecked": []}


def test_branches_that_stay() -> None:
    text = """#ifdef __CUDACC__
#define A 1
#elif defined(__HIPCC__)
#define A 2
#endif
#if defined(__HIP_PLATFORM_AMD__) || CUDART_VERSION < 9000 || __CUDACC_VER_MAJOR__ > 11 || !defined(__NVCC__)
#error no
#else
#include <cstdio>
#endif
__device__ int level() {
#if __CUDA_ARCH__ >= 600
  return 600;
#else
  return 0;
#endif
}
"""
    assert run(text + FINE)[0] == exits.OK


OPERATORS = """#ifndef __CUDA_ARCH__
extern const int host;
#endif
static __device__ uint2 operator~(uint2 a) { return make_uint2(~a.x, ~a.y); }
#ifdef __CUDACC__
int a();
#else
int b();
#endif
"""


@pytest.mark.parametrize("options", [("--diff",), ("-o", "one.hip"), ("-o", "out/")])
def test_conditionals_of_ours_are_not_taken_for_the_users(options: tuple[str, ...]) -> None:
    assert run(OPERATORS + FINE, *options)[0] == exits.OK


@pytest.mark.parametrize("out", ["nvidia.cu", "nvidia/"])  # the support headers within the file, and beside it
def test_what_a_schedule_made_of_it_as_cuda_is_translated_with_its_headers(out: str) -> None:
    assert run(FINE, "--to", "nvidia", "--schedule", "thread(x=2)", "-o", out)[0] == exits.OK
    again = retarget(out if out.endswith(".cu") else f"{out}a.cu", "-o", "amd/")
    assert (again.code, "hip-parse" in again.err, "not checked" in again.err) == (exits.OK, False, False)
    made = "".join(path.read_text() for path in sorted(Path("amd").rglob("*.hip")))
    assert "retarget_cuda" not in made
    assert Path("amd/retarget_hip/granularity.h").exists() == ("// >>> retarget_hip/granularity.h" not in made)


def test_a_branch_that_flips_behind_a_conditional_of_ours() -> None:
    code, err = run(OPERATORS + "#ifdef __CLANG_CUDA_RUNTIME_WRAPPER_H__\nint c;\n#endif\n" + FINE)
    assert code == exits.TRANSLATION
    assert "a.cu:10:1: error: the output leaves out this branch" in err


@pytest.mark.parametrize("words", [(), ("--schedule", "k: block(x=2)")])
def test_a_branch_that_flips_behind_texts_that_were_written_out(words: tuple[str, ...]) -> None:
    """Branches are compared in the user's text, though the unit was read with macros written out in it."""
    macro = '#define OP(name) asm(#name ".u32 %0, %1, 7;" : "=r"(d) : "r"(d))\n'
    uses = "__device__ unsigned f(unsigned d) {\n" + "  OP(min); OP(max);\n" * 20 + "  return d;\n}\n"
    code, err = run(macro + uses + "#ifdef __CLANG_CUDA_RUNTIME_WRAPPER_H__\nint c;\n#endif\n" + FINE, *words)
    assert code == exits.TRANSLATION
    assert "a.cu:25:1: error: the output leaves out this branch" in err


def test_in_place_parses_the_new_text_where_the_old_one_lies() -> None:
    Path("b.cuh").write_text("inline cudaError_t g() { return cudaSuccess; }\n")
    assert run('#include "b.cuh"\n' + FINE, "--in-place")[0] == exits.OK
    assert "hipSuccess" in Path("b.cuh").read_text()


def test_an_installed_header_in_cuda_is_told_with_the_folder() -> None:
    Path("dist/include").mkdir(parents=True)
    Path("dist/lib/cmake/got").mkdir(parents=True)
    Path("dist/lib/cmake/got/gotConfig.cmake").touch()
    Path("dist/include/got.cuh").write_text("inline int got(int* p) { return cudaFree(p); }\n")
    code, err = run("#include <got.cuh>\nint f(int* p) { return got(p); }\n" + FINE, "--", "-I", "dist/include")
    assert code == exits.TRANSLATION
    told = f"this file is not translated, as {os.path.realpath('dist/include')} holds what is installed: name a copy"
    assert told in err, err


def test_nothing_is_written_where_nothing_is_to_be() -> None:
    assert run(HIDDEN, "--diff")[0] == exits.TRANSLATION
    assert os.listdir() == ["a.cu"]


def test_a_header_that_is_not_there() -> None:
    code, err = run('#include "absent.h"\n' + FINE)
    assert code == exits.OK
    assert "a.cu: not checked as HIP: 'absent.h' is not installed here\n" in err


def test_a_member_that_a_newer_hip_has() -> None:
    code, err = run("char f(cudaDeviceProp *p) { return p->uuid.bytes[0]; }\n" + FINE)
    assert code == exits.OK
    assert "a.cu: not checked as HIP: 'hipDeviceProp_t' has 'uuid' since HIP " in err


def test_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RETARGET_HIPCC", "/absent/hipcc")
    code, err = run(HIDDEN)
    assert code == exits.OK
    assert "a.cu: not checked as HIP: the compiler /absent/hipcc is not there" in err


def test_left_out_by_an_option() -> None:
    code, err = run(HIDDEN, "--no-parse")
    assert code == exits.OK and "hip-parse" not in err


def test_the_projects_own_branches_are_no_error_where_they_are_asked_for() -> None:
    text = "#ifdef __HIP_PLATFORM_AMD__\n#define cudaDeviceSynchronize hipDeviceSynchronize\n#endif\n"
    code, err = run(text + FINE, "--project-hip")
    assert code == exits.OK, err
    assert "return cudaDeviceSynchronize();" in Path("a.hip").read_text()


def test_many_units_are_parsed_where_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RETARGET_PARSE")
    monkeypatch.setattr("retarget.api.translating.MOST", 2)
    for i in range(3):
        Path(f"u{i}.cu").write_text(HIDDEN if i == 1 else FINE)
    Path("plain.cu").write_text("int plain() { return 0; }\n")
    units = [*(f"u{i}.cu" for i in range(3)), "plain.cu"]
    told = retarget(*units, NAMED, "-o", "out/")
    assert told.code == exits.OK
    assert "3 units: not checked as HIP: more than 2 units; --parse checks them all" in told.err
    told = retarget(*units, NAMED, "-o", "out/", "--parse")
    assert told.code == exits.TRANSLATION
    assert told.err.count("[hip-parse]") == 1 and "u1.cu:4:" in told.err
    told = retarget("u0.cu", "u1.cu", "plain.cu", NAMED, "-o", "few/")
    assert told.code == exits.TRANSLATION and "not checked" not in told.err


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The outputs that were parsed, rather than looked up."""
    found: set[str] = set()
    original = hip_parse._unit

    def noted(asked: Any, unit: Unit, path: str) -> Any:
        found.add(unit.root)
        return original(asked, unit, path)

    monkeypatch.setattr(hip_parse, "_unit", noted)
    return found


def test_a_change_costs_the_parse_of_the_units_that_reach_it(parsed: set[str]) -> None:
    Path("lib").mkdir()
    Path("lib/third.h").write_text("#pragma once\n")
    Path("b.h").write_text("#define N 64\n")
    Path("a.cu").write_text(HIDDEN)
    Path("b.cu").write_text('#include "b.h"\n#include <third.h>\n' + FINE.replace("64", "N"))
    words = ("a.cu", "b.cu", NAMED, "-o", "out/", "--", "-isystem", "lib")
    first = retarget(*words)
    assert parsed == {"a.cu", "b.cu"} and first.code == exits.TRANSLATION and "hip-parse" in first.err

    def again() -> set[str]:
        parsed.clear()
        told = retarget(*words)
        assert (told.code, "hip-parse" in told.err) == (exits.TRANSLATION, True), told.err
        return set(parsed)

    Path("new").write_text("")  # the folder changes, and no text does
    assert again() == set()
    Path("b.h").write_text("#define N 32\n")
    assert again() == {"b.cu"}
    Path("a.cu").write_text(HIDDEN + "\n")
    assert again() == {"a.cu"}
    Path("lib/third.h").write_text("#pragma once\nint third;\n")
    assert again() == {"b.cu"}
    for kept in (cache.cache_folder() / "parses").iterdir():
        kept.write_bytes(b"damaged")
    Path("new").unlink()
    assert again() == {"a.cu", "b.cu"}


@pytest.mark.parametrize("place", ["late/late.h", "late.h"])
def test_a_unit_that_could_not_be_checked_is_tried_again_when_its_header_is_there(parsed: set[str], place: str) -> None:
    text = '#ifndef __CLANG_CUDA_RUNTIME_WRAPPER_H__\n#include "late.h"\n#endif\n' + HIDDEN
    first = run(text, "--", "-I", "late")
    assert first[0] == exits.TRANSLATION and "not checked" in first[1] and "a.cu:7:" in first[1]
    parsed.clear()
    assert run(text, "--", "-I", "late") == first and not parsed
    Path(place).parent.mkdir(exist_ok=True)
    Path(place).write_text("")
    assert "not checked" not in run(text, "--", "-I", "late")[1] and parsed == {"a.cu"}


@pytest.mark.parametrize(
    "text",
    [
        "char f(cudaDeviceProp *p) { return p->uuid.bytes[0]; }\n" + FINE,
        "#include <thrust/sort.h>\n" + FINE,
        "int f() { return undeclared + cudaSuccess; }\n",
    ],
)
def test_why_a_unit_could_not_be_checked_is_remembered(parsed: set[str], text: str) -> None:
    first = run(text)
    assert first[0] == exits.OK
    parsed.clear()
    assert run(text) == first and not parsed


def test_what_stands_ahead_of_a_missing_header_is_certain() -> None:
    code, err = run(HIDDEN + "#include <third.h>\n" + HIDDEN)
    assert code == exits.TRANSLATION
    assert "a.cu:4:" in err and "called object type 'int' is not a function" in err and err.count("error:") == 1
    assert "not checked as HIP: 'third.h' is not installed here" in err
    code, err = run("int f() { return third(); }\n#include <third.h>\nint g() { return cudaFree(0); }\n")
    assert (code, "error:" in err) == (exits.OK, False), err


USES = """#include <thrust/sort.h>
#include <thrust/device_vector.h>
#include <string>
typedef thrust::device_vector<int> Held;
struct Pair { Held held; int *free; };
inline int first(Pair &p) { BOUND return cudaFree(p.free) + hipFree + p.held[0]; }
template <typename T> int sorted(T *v, int n) { BOUND thrust::sort(v, v + n); return cudaFree(v) + hipFree; }
std::string named(int n) { return std::to_string(n); }
""".replace("BOUND", BOUND)


def test_behind_a_missing_header_counts_what_uses_nothing_of_it() -> None:
    if os.path.exists("/usr/include/thrust"):
        pytest.skip("rocThrust is there")
    kernel = f"__global__ void k(int *p) {{ {BOUND} cudaFree(p); }}\n"
    code, err = run(USES + kernel.replace("cudaFree(p)", "hipFree = 1"))
    assert (code, "error:" in err) == (exits.OK, False), err
    code, err = run(USES + HIDDEN)
    assert code == exits.TRANSLATION and err.count("error:") == 1
    assert "a.cu:12:" in err and "called object type 'int' is not a function" in err
    assert "not checked as HIP: 'thrust/sort.h' is not installed here" in err
    code, err = run(USES + "#include <third.h>\n" + HIDDEN)
    assert (code, err.count("error:")) == (exits.TRANSLATION, 1)
    code, err = run(USES + "using namespace thrust;\n" + HIDDEN)  # any name may be its
    assert (code, "error:" in err) == (exits.OK, False), err


def test_behind_a_missing_header_counts_what_stands_outside_of_functions() -> None:
    if os.path.exists("/usr/include/thrust"):
        pytest.skip("rocThrust is there")
    code, err = run(USES + "struct Own { thrust::device_vector<int> all; static constexpr int FREE = 1; decltype(cudaFree(nullptr)) one; };\n")
    assert (code, "error:" in err) == (exits.OK, False), err
    code, err = run(USES + "struct Own { static constexpr int FREE = 1; decltype(hipFree + cudaFree(nullptr)) one; };\n")
    assert (code, err.count("error:")) == (exits.TRANSLATION, 1), err
    assert "a.cu:9:" in err and "is not a function or function pointer" in err


def test_behind_a_missing_header_counts_what_clang_refuses_in_cuda_too() -> None:
    if os.path.exists("/usr/include/thrust"):
        pytest.skip("rocThrust is there")
    spaces = "float of_host(float v);\n__host__ __device__ inline float both(float v) { return of_host(v); }\n"
    used = "__global__ void k(float *p, Held held) { p[0] = both(p[0]); }\n"  # nvcc warns
    code, err = run(USES + spaces + used)
    assert (code, err.count("error:")) == (exits.TRANSLATION, 1), err
    assert "a.cu:10:" in err and "clang does not in CUDA either" in err
    code, err = run(USES + spaces + used.replace("both(p[0])", "p[1]"))  # no kernel reaches it
    assert (code, "error:" in err) == (exits.OK, False), err


def test_behind_a_missing_header_counts_what_is_left_in_cuda() -> None:
    if os.path.exists("/usr/include/thrust"):
        pytest.skip("rocThrust is there")
    Path("left.tsv").write_text("cuda\thip\ncudaDeviceSynchronize\tcudaDeviceReset\n")  # what the translation leaves in CUDA
    code, err = run(USES + "int left() { return cudaDeviceSynchronize(); }\n", "--map", "left.tsv")
    assert (code, err.count("error:")) == (exits.TRANSLATION, 1), err
    assert "a.cu:9:" in err and "use of undeclared identifier 'cudaDeviceReset'" in err
    code, err = run("#include <third.h>\n" + USES + "int left() { return cudaDeviceSynchronize(); }\n", "--map", "left.tsv")
    assert (code, "error:" in err) == (exits.OK, False), err  # it may define the name
    assert "a.cu:10:" in err and "warning: the output does not compile" in err and "unless 'third.h' declares it" in err


ABSENT = "#include <absent.h>\n"
IN_CUDA = "inline int made(void **p) { return cudaMalloc(p, 4); }\n"


def beside(library: str, ahead: str) -> tuple[int, str]:
    """What a program is told that includes a library which lies outside of the root, by way of a header of its own."""
    files = {"lib/third.h": library, "app/own.h": "\n#include <third.h>\n", "app/a.cu": f'{ahead}#include "own.h"\n{FINE}'}
    for name, text in files.items():
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(text)
    told = retarget("app/a.cu", "--to", "amd", "--root", "app", "-o", "out/", "--", "-isystem", "lib")
    return told.code, told.err


@pytest.mark.parametrize(
    ("library", "ahead", "told"),
    [
        (f"{ABSENT}#include <cuda_runtime.h>\n{IN_CUDA}", ABSENT, "lib/third.h:2: 'cuda_runtime.h' file not found"),
        ("#include <cufft.h>\n", "#include <thrust/sort.h>\n", "lib/third.h:1: 'cufft.h' file not found"),
        (ABSENT + IN_CUDA, "", "lib/third.h:2: use of undeclared identifier 'cudaMalloc'"),
        (IN_CUDA, "", "lib/third.h:1: use of undeclared identifier 'cudaMalloc'"),
    ],
)
def test_a_library_that_is_not_translated_is_an_error_at_its_include(library: str, ahead: str, told: str) -> None:
    """Whether other headers are missing too, or not."""
    code, err = beside(library, ahead)
    assert (code, err.count("error:")) == (exits.TRANSLATION, 1), err
    assert "app/own.h:2:" in err and told in err


def test_clang_that_crashes_behind_the_precompiled_runtime_reads_on_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    parse, crash = hip_parse.told_by, (254, "clang++: error: clang frontend command failed with exit code 139\n")

    def crashing(words: Sequence[str]) -> tuple[int | None, str]:
        return crash if {"-include-pch", "-ferror-limit=0"} <= set(words) else parse(words)

    monkeypatch.setattr(hip_parse, "told_by", crashing)
    code, err = beside(f"{ABSENT}#include <cuda_runtime.h>\n", ABSENT)
    assert code == exits.TRANSLATION and "lib/third.h:2: 'cuda_runtime.h' file not found" in err, err


def test_an_older_library_is_not_said_to_be_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("include/hipfft").mkdir(parents=True)
    monkeypatch.setattr(Compiler, "headers", Path("include"))
    assert "the hipfft installed here lacks 'hipfft/hipfftw.h' (The header exists from" in run(FINE + "#include <cufftw.h>\n")[1]


def test_a_library_that_is_both_cudas_and_hips_is_none() -> None:
    code, err = beside(f"{ABSENT}#ifndef __HIP__\n#include <cuda_runtime.h>\n{IN_CUDA}#endif\n", "")
    assert (code, "error:" in err) == (exits.OK, False), err


def test_what_is_left_in_cuda_counts_behind_a_name_of_newer_headers() -> None:
    Path("left.tsv").write_text("cuda\thip\ncudaDeviceSynchronize\tcudaDeviceReset\n")
    newer = "char f(cudaDeviceProp *p) { return p->uuid.bytes[0]; }\n"
    code, err = run(newer + FINE, "--map", "left.tsv")
    assert (code, err.count("error:")) == (exits.TRANSLATION, 1), err
    assert "a.cu:5:" in err and "use of undeclared identifier 'cudaDeviceReset'" in err and "not checked as HIP" in err


def test_the_folder_of_a_translated_library_comes_ahead_of_the_original_whatever_its_kind() -> None:
    Path("lib").mkdir()
    Path("lib/third.h").write_text("#include <cuda_runtime.h>\n" + IN_CUDA)
    Path("app").mkdir()
    Path("app/a.cu").write_text("#include <third.h>\n" + FINE)
    found = retarget("app/a.cu", "--to", "amd", "--root", ".", "-o", "out/", "--", "-isystem", "lib")
    assert (found.code, "error" in found.err) == (exits.OK, False), found.err
    assert "hipMalloc" in Path("out/lib/third.h").read_text()


def test_the_runtime_is_parsed_once_and_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[list[str]] = []
    listed = ". /opt/include/hip/hip_runtime.h\n"
    monkeypatch.setattr(hip_parse, "told_by", lambda words: (commands.append(list(words)), (0, listed))[1])
    run(FINE)
    behind = [words[words.index("-include-pch") + 2] for words in commands if "-include-pch" in words]
    assert len(set(behind)) == len(hip_parse.SIDES) and all(Path(path).is_file() for path in behind)


@pytest.mark.parametrize(
    ("ahead", "is_alone"),
    [
        ("// a comment\n#include <cstdio>\n#include <vector>\n", True),
        ('#include "h.h"\n', True),
        ("#ifdef A_B\n#include <cstdio>\n#endif\n", True),
        ("#define COUNT 3\n", False),
        ("#ifndef NDEBUG\n#define NDEBUG\n#endif\n", False),
        ("struct S {};\n", False),
    ],
)
def test_a_unit_that_includes_the_runtime_ahead_of_its_code_is_parsed_once(
    monkeypatch: pytest.MonkeyPatch, ahead: str, is_alone: bool
) -> None:
    Path("h.h").write_text("#ifndef A_H_\n#define A_H_\n#pragma once\n#include <cmath>\n#endif\n")
    commands: list[Sequence[str]] = []
    parse = hip_parse.told_by
    monkeypatch.setattr(hip_parse, "told_by", lambda words: (commands.append(words), parse(words))[1])
    assert run(f"{ahead}#include <cuda_runtime.h>\n{FINE}", "-o", "out/")[0] == exits.OK
    plain = [words for words in commands if "-include-pch" not in words]
    assert len(commands) - len(plain) >= 1 and (not plain) == is_alone


@pytest.mark.parametrize(
    ("header", "want"), [("#include <stdio.h>\n", exits.OK), ("#include <stdio.h>\ninline hipError_t g() { return hipSuccess; }\n", exits.TRANSLATION)]
)
def test_what_the_precompiled_header_brings_is_not_taken_for_included(header: str, want: int) -> None:
    Path("h.h").write_text(header)
    code, err = run('#include "h.h"\n#include <hip/hip_runtime.h>\n' + FINE, "-o", "out/")
    assert code == want
    assert ("unknown type name 'hipError_t'" in err) == bool(want), err


def test_what_a_plan_cannot_be_is_an_error_where_hipfft_is_not_installed() -> None:
    """A plan is an `int` in CUDA: the check knows hipFFT's interface, and tells where the program's text asks for it."""
    text = "#include <cufft.h>\n#include <vector>\nvoid f(std::vector<cufftHandle> &v) {\n  v.emplace_back(0);\n  v.resize(8, -1);\n}\n"
    code, err = run(text)
    assert code == exits.TRANSLATION and "'hipfft/hipfft.h' is not installed here" in err
    assert re.search(r"a\.cu:4:\d+: error: the output does not compile: \S+new_allocator", err), err
    assert "a.cu:5:5: error: the output does not compile: no matching member function for call to 'resize'" in err


def test_a_function_that_common_releases_of_a_library_lack_is_an_error() -> None:
    call = "cusolverStatus_t f(cusolverSpHandle_t h) { return (cusolverStatus_t)(cusolverSpScsrlsvqr != nullptr); }\n"
    code, err = run("#include <cusolverSp.h>\n" + call)
    assert code == exits.TRANSLATION
    assert "a.cu:2:" in err and "'hipsolverSpScsrlsvqr' is in hipsolver since ROCm 10.0" in err and "[newer-library]" in err


@pytest.mark.parametrize("ahead", ["", "#include <absent.h>\n"])
@pytest.mark.parametrize("has_it", [False, True])
def test_a_name_of_the_runtime_that_common_releases_lack_is_an_error(ahead: str, has_it: bool) -> None:
    """Unless the headers at hand declare it, whose version does not tell."""
    text = "unsigned long long f(cudaStream_t s) { unsigned long long n; cudaStreamGetId(s, &n); return n; }\n"
    words: tuple[str, ...] = ()
    if has_it:
        hip = find_compiler().headers / "hip"
        shutil.copytree(hip, "new/hip")
        with Path("new/hip/hip_runtime_api.h").open("a") as header:
            header.write('extern "C" hipError_t hipStreamGetId(hipStream_t stream, unsigned long long *id);\n')
        words = ("--hip-include", "new")
    code, err = run(ahead + text, *words)
    assert (code == exits.TRANSLATION, "hipStreamGetId" in err) == (not has_it, not has_it), err
    assert has_it or ("ROCm 7.1" in err and f"a.cu:{ahead.count(chr(10)) + 1}:" in err), err


def test_one_relative_path_names_other_headers_in_another_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    hip = find_compiler().headers / "hip"
    for place in ("one", "two"):
        Path(place).mkdir()
        monkeypatch.chdir(place)
        shutil.copytree(hip, "new/hip")
        assert run("int f() { return cudaSuccess; }\n", "--hip-include", "new")[0] == exits.OK
        shutil.rmtree("new")
        monkeypatch.chdir("..")
