"""Small programs on the host that print what CUDA's manual lets expect, as they came and translated."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from retarget.system import exits
from tests.command_line import forked
from tests.compilers import needs_host_compiler
from tests.places import TESTS

PROGRAMS = sorted((TESTS / "host" / "programs").glob("*.cu"))

pytestmark = needs_host_compiler


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda p: p.stem)
def test_program_prints_what_is_wanted(path: Path) -> None:
    told = forked(path, "--to", "cpu", "--limit", "60")
    assert told.out.splitlines() == re.findall(r"^// want: (.*)", path.read_text(), re.M), told.err
    verified = forked("verify", path, "--shuffle", "1", "--limit", "60")
    assert verified.code == 0, verified.out + verified.err


def test_units_without_device_code_see_the_api_and_may_reuse_names_of_device_functions(tmp_path: Path) -> None:
    unit, kernels = tmp_path / "main.cpp", tmp_path / "kernels.cu"
    unit.write_text(
        "#include <cuda_runtime_api.h>\n#include <cstdio>\nint last(int* p, int n);\n"
        "static inline unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }\n"
        "int main(int, char** words) { int* p; cudaMalloc((void**)&p, 64); float4 v = make_float4(1, 2, 3, 4);\n"
        '  printf("%s %d %g %u\\n", words[0], last(p, 16), v.w, umin(3u, 4u)); }\n'
    )
    kernels.write_text(
        "__global__ void fill(int* p) { p[threadIdx.x] = threadIdx.x * 2; }\n"
        "int last(int* p, int n) { fill<<<1, n>>>(p); int h;\n"
        "  cudaMemcpy(&h, p + n - 1, 4, cudaMemcpyDeviceToHost); return h; }\n"
    )
    assert forked(unit, kernels, "--to", "cpu").out == "./main 30 4 3\n"
    verified = forked("verify", unit, kernels)
    assert verified.code == 0, verified.out + verified.err


def test_device_functions_of_one_name_are_each_units_own(tmp_path: Path) -> None:
    for at, step in enumerate((1, 100)):
        (tmp_path / f"{at}.cu").write_text(
            f"#include <cuda_runtime.h>\n#include <cstdio>\n__device__ int moved(int v) {{ return v + {step}; }}\n"
            "static __global__ void move(int* p) { p[threadIdx.x] = moved(p[threadIdx.x]); }\n"
            f"void run{at}(int* p) {{ move<<<1, 64>>>(p); }}\n"
        )
    main = tmp_path / "main.cu"
    main.write_text(
        "#include <cuda_runtime.h>\n#include <cstdio>\nvoid run0(int*);\nvoid run1(int*);\n"
        "int main() { int *p, h; cudaMalloc(&p, 256); cudaMemset(p, 0, 256); run0(p); run1(p); run1(p);\n"
        '  cudaMemcpy(&h, p + 63, 4, cudaMemcpyDeviceToHost); printf("%d\\n", h); }\n'
    )
    units = (main, tmp_path / "0.cu", tmp_path / "1.cu")
    assert forked(*units, "--to", "cpu").out == "201\n"
    verified = forked("verify", *units, "--schedule", "thread(x=2)", "--json")
    assert verified.code == 0, verified.out + verified.err


def test_what_the_host_lacks_is_named_at_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x.cu").write_text("#include <cuda_runtime.h>\nint main() { cudaLaunchConfig_t c = {}; }\n")
    monkeypatch.chdir(tmp_path)
    told = forked("x.cu", "--to", "cpu").err
    assert "x.cu:2:14: error: the host target does not support 'hipLaunchConfig_t'" in told, told


def test_a_helper_outside_of_the_root_is_ours_for_both_programs(tmp_path: Path) -> None:
    common, app = tmp_path / "common", tmp_path / "app"
    common.mkdir()
    app.mkdir()
    (common / "helper_cuda.h").write_text(
        "#include <cuda_runtime.h>\n#include <stdio.h>\n"
        'inline int findCudaDevice(int, const char**) { cudaSetDevice(0); printf("the samples\' own\\n"); return 0; }\n'
    )
    program = app / "x.cu"
    program.write_text(
        "#include <cuda_runtime.h>\n#include <helper_cuda.h>\n__global__ void k() {}\n"
        "int main(int n, char** words) { findCudaDevice(n, (const char**)words); k<<<1, 1>>>(); }\n"
    )
    verified = forked("verify", program, f"-I{common}")
    assert verified.code == 0, verified.out + verified.err
    assert "outside" not in verified.err
    whole = forked("verify", program, f"-I{common}", "--root", tmp_path)
    assert whole.code == 0, whole.out + whole.err


def test_each_unit_has_its_own_device_variables_and_byte_order_mark(tmp_path: Path) -> None:
    first, second = tmp_path / "first.cu", tmp_path / "second.cu"
    (tmp_path / "own.h").write_text("\ufeff__device__ int counter;\n__constant__ int step = 3;\n")
    first.write_text(
        '#include <cstdio>\n#include <cuda_runtime.h>\n#include "own.h"\nint more();\n'
        "__global__ void count(int* p) { counter += step; *p = counter; }\n"
        "int main() { int* p; cudaMallocManaged(&p, 4); count<<<1, 1>>>(p); cudaDeviceSynchronize(); const int one = *p;\n"
        '  printf("%d %d\\n", one, more()); }\n'
    )
    second.write_text(
        '\ufeff#include <cuda_runtime.h>\n#include "own.h"\n__global__ void add(int* p) { counter += 2 * step; *p = counter; }\n'
        "int more() { int* p; cudaMallocManaged(&p, 4); add<<<1, 1>>>(p); cudaDeviceSynchronize(); return *p; }\n"
    )
    assert forked(first, second, "--to", "cpu").out == "3 6\n"
    verified = forked("verify", first, second)
    assert verified.code == 0, verified.out + verified.err


def test_libstdcxx_has_attributes_named_as_cudas_qualifier(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """GCC 13's strings have, and no header of the runtime's includes them before."""
    newer = tmp_path / "newer" / "bits" / "basic_string.h"
    newer.parent.mkdir(parents=True)
    newer.write_text("#pragma once\n__attribute__((__noinline__)) inline int cold() { return 3; }\n#include_next <bits/basic_string.h>\n")
    monkeypatch.setenv("CPLUS_INCLUDE_PATH", str(tmp_path / "newer"))
    program = tmp_path / "a.cu"
    program.write_text(
        "#include <cuda_runtime.h>\n#include <string>\n#include <cstdio>\n"
        "__noinline__ __device__ int twice(int x) { return 2 * x; }\n"
        "__global__ void k(int* out) { *out = twice(*out); }\n"
        "int main() { int* out; cudaMallocManaged(&out, 4); *out = cold(); k<<<1, 1>>>(out); cudaDeviceSynchronize();"
        ' std::printf("%s %d\\n", std::string("is").c_str(), *out); }\n'
    )
    told = forked(program, "--to", "cpu")
    assert told.out == "is 6\n", told.err


def test_plain_c_calls_the_runtime(tmp_path: Path) -> None:
    unit, kernels = tmp_path / "devices.c", tmp_path / "main.cu"
    unit.write_text("#include <cuda_runtime_api.h>\nint devices(void) { int n; cudaGetDeviceCount(&n); return n; }\n")
    kernels.write_text(
        '#include <cstdio>\nextern "C" int devices();\n__global__ void nothing() {}\n'
        'int main() { nothing<<<1, 1>>>(); printf("%d\\n", devices()); }\n'
    )
    assert forked(unit, kernels, "--to", "cpu").out == "1\n"
    assert forked("verify", unit, kernels).code == 0


def test_a_launch_of_what_is_not_known_as_a_kernel_is_told(tmp_path: Path) -> None:
    program = tmp_path / "x.cu"
    program.write_text(
        "#include <cuda_runtime.h>\n#define PASTED(a, b) a##b\n"
        "PASTED(__glo, bal__) void k() {}\nint main() { k<<<2, 2>>>(); }\n"
    )
    told = forked(program, "--to", "cpu")
    assert (told.code, "does not support a launch of a function that it does not know as a kernel" in told.err) == (77, True)


def test_barriers_miss_no_packed_block_beyond_the_grid() -> None:
    """Its threads return, and no block of the program's is theirs."""
    program = TESTS / "granularity" / "from_end.cu"
    verified = forked("verify", program, "--schedule", "block(x=2) pack(x=2)", "--sanitize", "--limit", "60")
    assert verified.code == 0, verified.out + verified.err


def test_libraries_of_a_compile_database_are_linked(tmp_path: Path) -> None:
    unit = tmp_path / "main.cu"
    unit.write_text(
        '#include <cstdio>\nextern "C" double ddot_(const int*, const double*, const int*, const double*, const int*);\n'
        "__global__ void fill(double* p) { p[threadIdx.x] = threadIdx.x; }\n"
        "int main() { double *p, h[4]; cudaMalloc(&p, 32); fill<<<1, 4>>>(p);\n"
        "  cudaMemcpy(h, p, 32, cudaMemcpyDeviceToHost); int n = 4, one = 1;\n"
        '  printf("%g\\n", ddot_(&n, h, &one, h, &one)); }\n'
    )
    command = {"directory": str(tmp_path), "file": "main.cu", "command": "nvcc main.cu -o main -lblas -lcudart -labsent"}
    (tmp_path / "compile_commands.json").write_text(json.dumps([command]))
    assert forked("-p", tmp_path, "--to", "cpu").out == "14\n"
    told = forked(unit, "--to", "cpu")
    assert told.code == exits.BUILD
    assert "undefined reference to `ddot_'; name all sources of the program, and have its libraries" in told.err
