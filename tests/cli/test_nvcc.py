"""`retarget nvcc` as builds call it, and the folder that stands for a CUDA toolkit."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from retarget.source.make_rules import read_rules
from retarget.system import exits
from retarget.system.stand_in_toolkits import OURS
from tests.command_line import forked, retarget
from tests.compilers import cuda_compiler, needs_hip_compiler, runs_compilers

KERNEL = '#include "twice.h"\n__global__ void k(int* p) { p[threadIdx.x] = twice(p[threadIdx.x]); }\n'
MAIN = """\
#include <cstdio>
__global__ void k(int* p);
int main() {
  int count = 7;
  cudaGetDeviceCount(&count);
  printf("%d devices\\n", count);
  return 0;
}
"""

TWICE = """\
#include "twice.h"
static __constant__ int factor[1];  // device code uses it ahead of host code
__device__ int twice(int x) { return factor[0] * x; }
int set(int x) { return cudaMemcpyToSymbol(factor, &x, sizeof(x)); }
template <class T> __forceinline__ __device__ T Part<T>::of(T x) { return x; }  // behind its instantiation
"""
INSTANTIATED = "template <class T> struct Part { static __forceinline__ __device__ T of(T x); };\ntemplate struct Part<int>;\n"


def lay(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        (folder / name.replace("__", ".")).write_text(text)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a program of two units; `twice` is defined in a header."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RETARGET_ARCH", raising=False)
    lay(tmp_path, k__cu=KERNEL, main__cu=MAIN)
    lay(tmp_path, twice__h="#pragma once\n__device__ inline int twice(int x) { return x * 2 + __clz(x); }\n")
    return tmp_path


@needs_hip_compiler
def test_it_compiles_and_links(here: Path) -> None:
    lay(here, device__h="#define EVEN 2\n", k__cu='#ifdef __CUDA_ARCH__\n#include "device.h"\n#endif\n' + KERNEL)
    made = retarget("nvcc", "-O1", "-std=c++14", "-arch=sm_70", "-Xcompiler", "-Wall,-m64,-Wlogical-op", "-MD", "-c", "k.cu", "-o", "k.o")
    assert made == (exits.OK, "", "")
    (rule,) = read_rules((here / "k.d").read_text())
    assert rule.targets == ("k.o",)
    assert "device.h" in rule.files, "what the device's compilation alone includes"
    assert {"k.cu", "twice.h"} <= {f.removeprefix("./") for f in rule.files}
    assert all(os.path.exists(f) for f in rule.files), "a support header of ours is on no disk"
    assert retarget("nvcc", "main.cu", "k.o", "-o", "app", "-lcudart", "-lcuda").code == exits.OK
    ran = subprocess.run([here / "app"], capture_output=True, text=True, check=True)
    assert ran.stdout.endswith("devices\n")
    probe = 'extern "C" char cuInit();\nint seven(int n) { return n + 5 + (n > 9 ? cuInit() : 0); }\n'  # as Autoconf's
    lay(here, seven__cpp=probe + "int main(int n, char**) { return seven(n); }\n")
    assert retarget("nvcc", "-run", "seven.cpp", "-o", "seven", "-lcuda", "-run-args", "x").code == 7
    assert not [p for p in here.iterdir() if p.name.startswith(".")], "what it worked with is gone"


@runs_compilers
def test_questions_reach_the_compiler_of_the_host(here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Builds ask by a source that does not exist."""
    lay(here, cc="#!/bin/sh\necho answers: $*\n")
    (here / "cc").chmod(0o755)
    asked = "-Xcompiler", "-dumpfullversion -dumpversion,-print-file-name=libc.so", "-O2"
    assert retarget("nvcc", ".c", "-ccbin", str(here / "cc"), *asked).code == exits.OK
    assert capfd.readouterr().out == "answers: -dumpfullversion -dumpversion -print-file-name=libc.so\n"
    refused = retarget("nvcc", ".c", "-ccbin", "no-such-compiler", *asked)
    assert refused.code == exits.MISSING
    assert "no-such-compiler is not found: name a compiler" in refused.err


@pytest.mark.parametrize("named", ["no-such-compiler", "/nowhere/g++", "."])
def test_the_compiler_of_the_host_has_to_be_there(here: Path, named: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ours compiles the host's side, and a build that nvcc stops at stops nevertheless."""
    refused = retarget("nvcc", "-ccbin", named, "-c", "k.cu", "-o", "k.o")
    assert (refused.code, f"{named}, the host's" in refused.err or "./gcc, the" in refused.err) == (exits.MISSING, True)
    monkeypatch.setenv("NVCC_CCBIN", named)
    assert retarget("nvcc", "-dryrun", "-c", "k.cu").code == exits.MISSING
    assert retarget("nvcc", "-ccbin", named, "--version").code == exits.OK


@runs_compilers
def test_a_full_disk_of_a_compiler(here: Path) -> None:
    lay(here, ar="#!/bin/sh\necho ar: a.a: No space left on device >&2\nexit 1\n", k__o="")
    (here / "ar").chmod(0o755)
    assert retarget("nvcc", "-lib", "-arbin", "./ar", "k.o", "-o", "a.a").code == exits.OUTPUT


ONE_SIDE = """\
#include <cstdio>
#include <cstdlib>
#define NO_DEVICE_CODE do { fflush(stdout); abort(); } while (0)
static __device__ void next(int* a) {
#if __CUDA_ARCH__ >= 600
  ++*a;
#else
  NO_DEVICE_CODE;
#endif
}
__global__ void k(int* p) { next(p); }
"""


@needs_hip_compiler
def test_device_code_of_the_pass_for_the_host_calls_what_it_wants(here: Path) -> None:
    """nvcc makes no code of it there."""
    lay(here, k__cu=ONE_SIDE)
    assert retarget("nvcc", "-c", "k.cu") == (exits.OK, "", "")


@needs_hip_compiler
def test_objects_with_openmp_find_their_runtime_whoever_links_them(here: Path) -> None:
    """Builds name GNU's, or leave the link to gcc; clang's objects call another, which answers for both."""
    loop = "int %s(int n) {\n  int s = 0;\n#pragma omp parallel for reduction(+:s)\n  for (int i = 0; i < n; ++i) s += i;\n  return s;\n}\n"
    lay(here, host__cpp=loop % "hosts", unit__cu=loop % "units" + "int hosts(int);\nint main() { return units(5) + hosts(3); }\n")
    subprocess.run(["g++", "-fopenmp", "-c", "host.cpp"], check=True)
    assert retarget("nvcc", "-Xcompiler", "-fopenmp", "-c", "unit.cu").code == exits.OK
    linked = retarget("nvcc", "unit.o", "host.o", "-o", "app", "-lgomp", "-Xlinker", "-lgomp")
    assert linked.code == exits.OK, linked.err
    assert subprocess.run(["./app"], check=False).returncode == 13
    assert b"libgomp" not in (here / "app").read_bytes(), "one runtime, not two"
    assert retarget("toolkit", "kit").code == exits.OK
    subprocess.run(["g++", "-fopenmp", "unit.o", "host.o", "-o", "other", "-Lkit/lib64", "-lcudart"], check=True)
    assert subprocess.run(["./other"], check=False).returncode == 13


@needs_hip_compiler
def test_options_that_no_compiler_knows_are_errors(here: Path) -> None:
    lay(here, empty__cu="")
    assert retarget("nvcc", "-Xcompiler", "-fno-tree-vrp", "-c", "empty.cu").code == exits.OK, "gcc's own"
    refused = retarget("nvcc", "-Xcompiler", "-frobnicate", "-c", "empty.cu", "-o", "no.o")
    assert (refused.code, (here / "no.o").exists()) == (exits.USAGE, False)
    assert "no compiler knows the option '-frobnicate'" in refused.err


@needs_hip_compiler
@pytest.mark.parametrize(("option", "code"), [("-Werror", exits.OK), ("-Werror=unused-private-field", exits.BUILD)])
def test_warnings_that_clang_alone_has_are_no_errors_of_gccs(here: Path, option: str, code: int) -> None:
    lay(here, field__cu="class Field { int kept = 0; };\nField field() { return {}; }\n")
    made = retarget("nvcc", "-Xcompiler", f"-Wall,-Wunused-private-field,{option}", "-c", "field.cu")
    assert (made.code, "unused-private-field" in made.err) == (code, True), made.err


@needs_hip_compiler
def test_host_code_with_cub_is_compiled_as_hip(here: Path) -> None:
    """g++ reads CUB's headers, and none of hipCUB's; options that it alone knows go, and so does its -Werror."""
    (here / "hipcub").mkdir()
    lay(here / "hipcub", hipcub__hpp="#if !defined(__HIPCC__) || __cplusplus < 201402L\n#error HIP alone\n#endif\nnamespace hipcub { struct Sum { int n; }; }\n")
    lay(here, sum__cpp="#include <cub/cub.cuh>\nint main() { int unused; return sizeof(cub::Sum) - 4; }\n")
    gccs = ("-Wall", "-Werror", "-std=c++11", "-fno-gnu-unique", "-fno-ipa-cp")
    made = retarget("host", "g++", *gccs, "-I.", "-MD", "-c", "sum.cpp", "-o", "sum.o")
    assert made.code == exits.OK, made.err
    (rule,) = read_rules((here / "sum.d").read_text())
    assert rule.targets == ("sum.o",)
    subprocess.run(["g++", "sum.o", "-o", "sum"], check=True)
    subprocess.run(["./sum"], check=True)
    own = "#include <cuda_runtime.h>\n#ifdef __CUDACC__\n#include <cub/cub.cuh>\n#endif\n#ifdef __clang__\n#error g++ alone\n#endif\n"
    lay(here, plain__cpp=f"{own}int n = cudaSuccess;\n")
    assert retarget("host", "g++", "-c", "plain.cpp", "-o", "plain.o").code == exits.OK, "CUB for nvcc alone"


@needs_hip_compiler
def test_the_standard_input_and_old_standards_are_compiled(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """FindCUDA defines nvcc's own macro once more, which would tell HIP's headers of another compiler."""
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b'#include "k.cu"\n')))
    made = retarget("nvcc", "-std=c++03", "-Xcompiler", "-ansi", "-D__CUDACC__", "-x", "cu", "-c", "-", "-o", "in.o")
    assert made.code == exits.OK, made.err
    assert (here / "in.o").exists()
    assert "hipMalloc" in retarget("nvcc", "-E", "main.cu", "-o", "-").out, "what `-` names is no input there"
    for words in (("-MM",), ("-MM", "-MF", "in.d"), ("-MM", "-o", "-"), ("-MD", "-c", "-o", "in.o")):
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b'#include "k.cu"\n')))
        made = retarget("nvcc", "-x", "cu", *words, "-")
        (rule,) = read_rules(made.out or (here / "in.d").read_text())
        assert "k.cu" in {f.removeprefix("./") for f in rule.files}
        assert not [f for f in rule.files if "stdin.cu" in f], "a file that is gone by now"
    assert "__CUDACC__" not in retarget("nvcc", "--show-commands", "-D__CUDACC__", "-c", "k.cu").err


@needs_hip_compiler
def test_links_to_sources_and_headers_are_their_translations(here: Path) -> None:
    lay(here, own__c='#include "own.h"\n__global__ void k() {}\nint f(void *p) { k<<<1, 1>>>(); return g(p); }\n')
    (here / "real").mkdir()
    lay(here / "real", own__h="#include <cuda_runtime.h>\nstatic int g(void *p) { return cudaFree(p) != cudaSuccess; }\n")
    for link, place in (("own.cu", "own.c"), ("inc", "real"), ("own.h", "inc/own.h")):
        (here / link).symlink_to(place)
    assert retarget("nvcc", "-c", "own.cu", "-o", "own.o") == (exits.OK, "", "")
    assert retarget("own.cu", "-o", "out/").code == exits.OK, "as the check of a tree sees it"


@needs_hip_compiler
def test_a_source_of_any_ending_sees_the_runtime_first(here: Path) -> None:
    """As nvcc includes it ahead of all, so that macros of the program's do not change its headers."""
    lay(here, t__h="#define T 2\n", k__txt='#include "t.h"\n#include <cuda_runtime.h>\n__global__ void k(int* p) { *p = T; }\n')
    made = retarget("nvcc", "-x", "cu", "-c", "k.txt", "-o", "k.o")
    assert made.code == exits.OK, made.err


@needs_hip_compiler
@pytest.mark.parametrize("words", [("-c", "k.cu"), ("k.cu",), ("-dlink", "k.cu"), ("-MM", "k.cu")])
def test_an_output_in_no_folder_is_refused_by_its_name(here: Path, words: tuple[str, ...]) -> None:
    made = retarget("nvcc", *words, "-o", "absent/made")
    assert made.code == exits.OUTPUT and "absent: no such folder for what is made: mkdir -p absent" in made.err


@needs_hip_compiler
@pytest.mark.parametrize(("severity", "code"), [("off", exits.OK), ("warning", exits.OK), ("error", exits.TRANSLATION)])
def test_the_projects_configuration_says_how_severe_rules_are(here: Path, severity: str, code: int) -> None:
    lay(here, w__cu="__global__ void w(int* a) { *a = __shfl_down_sync(~0u, *a, 4, 24); }\n")
    (here / "retarget.toml").write_text(f"[rules]\nwarp-width = '{severity}'\n")
    made = retarget("nvcc", "-c", "w.cu")
    assert (made.code, f"{severity}:" in made.err, "warp-width" in made.err) == (code, severity != "off", severity != "off")


@needs_hip_compiler
def test_relocatable_code_is_linked_by_nvcc_or_by_others(here: Path) -> None:
    twice = "#pragma once\n__device__ int twice(int x);\n"
    lay(here, twice__h=twice + INSTANTIATED, k__cu=KERNEL.replace("twice(", "Part<int>::of(twice(", 1).replace(";", ");", 1))
    lay(here, twice__cu=TWICE + "struct Last { ~Last(); } last;\nLast::~Last() {}\n")
    assert retarget("nvcc", "-dc", "-O1", "-Xcompiler", "-fPIC", "k.cu", "twice.cu", "main.cu").code == exits.OK
    objects = ("k.o", "twice.o", "main.o")
    assert retarget("nvcc", *objects, "-o", "by_nvcc").code == exits.OK
    assert retarget("nvcc", "-dlink", *objects, "-o", "linked.o").code == exits.OK
    assert retarget("nvcc", *objects, "linked.o", "-o", "once").code == exits.OK, "device code is linked once"
    subprocess.run(["g++", *objects, "linked.o", "-lamdhip64", "-o", "by_others"], check=True)
    (here / "libk.a").write_text("an earlier one, which another archive replaces, and which stays where that fails")
    lay(here, dying="#!/bin/sh\n: > $2; kill $$\n")
    (here / "dying").chmod(0o755)
    assert retarget("nvcc", "-dlink", "-fatbin", "twice.o", "k.o").code == exits.OK
    assert (here / "a_dlink.fatbin").read_bytes().startswith(b"__CLANG_OFFLOAD_BUNDLE__"), "no object around it"
    assert retarget("nvcc", "-lib", "twice.o", "-arbin", "./dying", "-o", "libk.a").code != exits.OK
    assert (here / "libk.a").read_text().startswith("an earlier one")
    assert retarget("nvcc", "-lib", "twice.o", "k.o", "-o", "libk.a").code == exits.OK
    assert retarget("nvcc", "main.o", "-L.", "-lk", "-o", "by_library").code == exits.OK
    assert retarget("nvcc", "-dlink", "main.o", "libk.a", "-o", "l1.o").code == exits.OK
    assert retarget("nvcc", "-dlink", "main.o", "-L.", "-lk", "-o", "l2.o").code == exits.OK
    for linked in ("l1.o", "l2.o"):
        subprocess.run(["g++", "main.o", linked, "libk.a", "-lamdhip64", "-o", "with_library"], check=True)
    missing = retarget("nvcc", "-dlink", "k.o", "-o", "fails.o")
    assert missing.code == exits.BUILD
    assert "twice(int)" in missing.err
    assert not (here / "fails.o").exists()


@needs_hip_compiler
def test_the_architecture_of_the_environment_holds_for_all(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Waves per EU depend on it: 4 blocks of 256 threads are 16 waves on gfx90a, and 32 of half the width on gfx1100."""
    lay(here, k__cu="__global__ void __launch_bounds__(256, 4) k(int* p) { *p = 1; }\n")
    texts = {}
    for name in ("gfx90a", "gfx1100"):
        monkeypatch.setenv("RETARGET_ARCH", name)
        texts[name] = retarget("nvcc", "-E", "k.cu").out
        assert texts[name] == retarget("nvcc", "-arch", name, "-E", "k.cu").out
    assert texts["gfx90a"] != texts["gfx1100"]


@needs_hip_compiler
def test_errors_stand_at_the_users_lines(here: Path) -> None:
    lay(here, k__cu="#include <cuda_runtime.h>\n\n__global__ void k(int* p) {\n  p[0] = undeclared(p[1]);\n}\n")
    made = retarget("nvcc", "-c", "k.cu")
    assert made.code == exits.BUILD
    assert "k.cu:4:10: error: use of undeclared identifier 'undeclared'" in made.err
    assert not (here / "k.o").exists()


@runs_compilers
def test_what_has_no_counterpart_stops_the_unit(here: Path) -> None:
    lay(here, k__cu="#include <cuda_runtime.h>\nint main() { return cudaDeviceGetNvSciSyncAttributes(0, 0, 0); }\n")
    made = retarget("nvcc", "-c", "k.cu")
    assert made.code == exits.TRANSLATION
    assert "k.cu:2:" in made.err


def test_what_it_says_of_itself(here: Path) -> None:
    said = retarget("nvcc", "--version")
    assert said.code == exits.OK
    assert said.out.startswith("nvcc: NVIDIA (R) Cuda compiler driver\n")
    assert "release 11.8, V11.8.89" in said.out
    assert "sm_90" in retarget("nvcc", "--list-gpu-code").out.split()
    assert "compute_90" in retarget("nvcc", "--help").out.split()
    assert "Examples:" in retarget("nvcc", "--help").out


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["none.cu"], exits.INPUT, "none.cu: no such file"),
        (["-c", "k.cu", "-foo"], exits.USAGE, "nvcc has no option '-foo'"),
        (["--to", "cpu", "k.cu"], exits.USAGE, "no drop-in compiler: it is there for amd, nvidia: a whole"),
        (["--optix-ir", "k.cu"], exits.USAGE, "has no counterpart"),
        (["-c", "k.cu", "-o", "no/such/k.o"], exits.OUTPUT, "no/such"),
        (["-c", "k.cu", "-odir", "no"], exits.OUTPUT, "no: no such folder for what is made"),
        (["-c", "k.cu", "--show-commands"], exits.USAGE, "write it first: retarget nvcc --show-commands"),
        (["-c", "k.cu", "-Xcompiler", "-DA=\\'"], exits.USAGE, "nothing closes a quote"),
        (["-O", "-c", "k.cu"], exits.USAGE, "takes a level"),
        (["-c", "k.s", "-o", "k.o"], exits.USAGE, "gcc -c k.s"),
        (["-c", "k.cu", "-arch=bogus"], exits.USAGE, "takes an architecture, not 'bogus'"),
        (["-c", "k.cu", "-std=c++99"], exits.USAGE, "no compiler knows the standard 'c++99'"),
        (["-c", "k.cu", "-o", "-"], exits.USAGE, "-o FILE (./- for one named -)"),
        (["k.cu", "-ptx", "-o", "-"], exits.USAGE, "-o -: the standard output takes no GPU code alone"),
        (["-c", "k.cu", "--tuned=a"], exits.USAGE, "an option of retarget's own"),
        (["-c", "k.cu", "-o", "k.o", "-MD", "-MF", "no/k.d"], exits.OUTPUT, "no: no such folder"),
        (["-arch=gfx1", "-c", "k.cu"], exits.USAGE, "gfx1"),
    ],
)
@runs_compilers
def test_a_users_mistake_has_its_code(here: Path, words: list[str], code: int, message: str) -> None:
    made = retarget("nvcc", *words)
    assert made.code == code, made.err
    assert message in made.err


@needs_hip_compiler
def test_a_dry_run_makes_nothing(here: Path) -> None:
    made = retarget("nvcc", "-dryrun", "k.cu", "main.cu", "-o", "app")
    assert made.code == exits.OK
    assert "#$ TOP=" in made.err
    assert made.err.count("-x hip") == 2
    asked = retarget("nvcc", "-dryrun", "-cudart", "shared", "absent.cu")  # as scripts find the libraries of a link
    assert asked.code == exits.OK
    assert asked.err.splitlines()[-1].partition('-o "a.out"')[2].split()[-2:] == ["-lcudadevrt", "-lcudart"]
    assert {p.name for p in here.iterdir()} == {"k.cu", "main.cu", "twice.h"}


@needs_hip_compiler
def test_blanks_and_quotes_in_names(here: Path) -> None:
    folder = here / "a b'c"
    folder.mkdir()
    shutil.move(here / "twice.h", folder / "twice.h")
    shutil.move(here / "k.cu", folder / "k k.cu")
    (here / "flags.rsp").write_text(f'-I"{folder}" -DNAME="\\"x y\\""\n')
    made = retarget("nvcc", "--options-file", "flags.rsp", "-MD", "-MF", "k.d", "-c", folder / "k k.cu", "-o", "k k.o")
    assert made == (exits.OK, "", "")
    (rule,) = read_rules((here / "k.d").read_text())
    assert rule.targets == ("k k.o",)
    assert str(folder / "twice.h") in {os.path.abspath(f) for f in rule.files}


@needs_hip_compiler
def test_of_macros_given_twice_the_last_counts(here: Path) -> None:
    (here / "last.cu").write_text("#if N != 2 || defined(NDEBUG)\n#error\n#endif\n__global__ void k(T*) {}\n")
    words = ("-DN=1", "-DNDEBUG", "-UNDEBUG", "-DN=2", "-DT=int", "-c")  # HIP's headers have parameters called T
    told = retarget("nvcc", *words, "last.cu", "-o", "last.o")
    assert (told.code, told.out) == (exits.OK, ""), told.err
    (here / "last.c").write_text("#include <cuda_runtime_api.h>\n#if N != 2 || defined(NDEBUG)\n#error\n#endif\nint k;\n")
    assert forked("host", "gcc", *words, "last.c", "-o", "last.o").code == exits.OK


@runs_compilers
def test_to_nvidia_nvcc_compiles_what_a_schedule_makes(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RETARGET_NVCC", cuda_compiler("nvcc", links=True))
    words = ("nvcc", "--to", "nvidia", "--schedule", "k: thread(x=2)", "--show-commands")
    made = retarget(*words, "-MD", "-MF", "k.d", "-c", "k.cu", "-o", "k.o")
    assert made.code == exits.OK, made.err
    files = [f for rule in read_rules((here / "k.d").read_text()) for f in rule.files]
    assert {"k.cu", "twice.h"} <= set(files)
    assert retarget("nvcc", "--to", "nvidia", "main.cu", "k.o", "-o", "app").code == exits.OK


CMAKE = """\
cmake_minimum_required(VERSION 3.18)
project(demo LANGUAGES CXX CUDA)
find_package(CUDAToolkit REQUIRED)
add_library(lib STATIC twice.cu)
add_executable(app main.cu k.cu)
set_target_properties(lib app PROPERTIES CUDA_SEPARABLE_COMPILATION ON)
target_link_libraries(app PRIVATE lib)
add_executable(host host.cpp)
target_link_libraries(host PRIVATE CUDA::cudart CUDA::nvml)
"""
TOOLS = [name for name in ("cmake", "ninja") if not shutil.which(name)]


@needs_hip_compiler
@pytest.mark.skipif(bool(TOOLS), reason=f"{TOOLS} not installed: apt-get install cmake ninja-build")
def test_cmakes_cuda_language_builds_with_the_toolkit(here: Path) -> None:
    lay(here, twice__h="#pragma once\n__device__ int twice(int x);\n", CMakeLists__txt=CMAKE)
    lay(here, twice__cu='#include "twice.h"\n__device__ int twice(int x) { return 2 * x; }\n')
    lay(here, host__cpp="#include <cuda_runtime.h>\nint main() { int n; return cudaGetDeviceCount(&n) != 0; }\n")
    toolkit = Path(retarget("toolkit", here / "kit").out.strip())
    assert toolkit == here / "kit"

    def run(*words: str | Path) -> str:
        done = subprocess.run(words, cwd=here, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    machine = toolkit / "targets" / f"{os.uname().machine}-linux"
    assert (machine / "include/cuda_runtime.h").is_file()
    assert (machine / "lib/libcudart.so").is_file()
    assert "THRUST_VERSION 1" in (toolkit / "include/thrust/version.h").read_text()
    run("cmake", "-G", "Ninja", "-S", ".", "-B", "build", f"-DCMAKE_CUDA_COMPILER={toolkit}/bin/nvcc")
    run("ninja", "-C", "build")
    assert run("build/app").endswith("devices\n")
    retarget("toolkit", here / "kit")
    assert "no work to do" in run("ninja", "-C", "build")
    os.utime(here / "twice.h")
    due = run("ninja", "-C", "build", "-n")
    assert "twice.cu.o" in due
    assert "k.cu.o" in due
    assert "host.cpp.o" not in due


MODULE = """\
cmake_minimum_required(VERSION 3.20)
project(demo LANGUAGES CXX)
list(APPEND CMAKE_MODULE_PATH "@FOLDER@")
include(retarget)
add_executable(app)
@CALLS@
target_link_libraries(app m)
foreach(each app ${parts})
  target_include_directories(${each} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/inc)
  target_compile_definitions(${each} PRIVATE "NAME=\\"a b\\"" "LIST=1,2" "PATH=\\"\\\\\\\\,\\"")
endforeach()
"""
# Device code of several calls, one source of which the build makes.
LINKED = """\
retarget_sources(app SOURCES main.cu RELOCATABLE)
add_custom_command(OUTPUT made.cu COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_CURRENT_SOURCE_DIR}/k.cu made.cu DEPENDS k.cu)
retarget_sources(app SOURCES made.cu TO amd TUNED chosen.txt RELOCATABLE)
"""
# Object libraries, linked and as a list, one of them filled from another folder.
APART = """\
set(parts first second)
add_library(first OBJECT)
retarget_sources(first SOURCES main.cu)
add_library(second OBJECT)
add_subdirectory(more)
add_library(whole STATIC $<TARGET_OBJECTS:second>)
target_link_libraries(app first whole)
"""


@needs_hip_compiler
@pytest.mark.skipif(bool(TOOLS), reason=f"{TOOLS} not installed: apt-get install cmake ninja-build")
@pytest.mark.parametrize(("generator", "calls"), [("Ninja", LINKED), ("Unix Makefiles", APART)])
def test_cmakes_module_adds_sources_to_a_target(here: Path, generator: str, calls: str) -> None:
    (here / "inc").mkdir()
    shutil.move(here / "twice.h", here / "inc" / "twice.h")
    script = here / "retarget"
    script.write_text(f'#!/bin/sh\nexec {sys.executable} -m retarget "$@"\n')
    script.chmod(0o755)
    lay(here, CMakeLists__txt=MODULE.replace("@FOLDER@", retarget("--cmake-dir").out.strip()).replace("@CALLS@", calls))
    lay(here, chosen__txt="# for this program\nk: thread(x=2)\n")
    (here / "more").mkdir()
    lay(here / "more", CMakeLists__txt="retarget_sources(second SOURCES ../k.cu TO amd TUNED ../chosen.txt)\n")

    def run(*words: str | Path) -> str:
        done = subprocess.run(words, cwd=here, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    with open(here / "main.cu", "a", encoding="ascii") as main:
        main.write('void* kept = (void*)k;\nint list[] = {LIST};\nstatic_assert(sizeof(list) == 8 && sizeof(PATH) == 3 && PATH[1] == 44, "");\n')
    run("cmake", "-G", generator, "-S", ".", "-B", "build", f"-DRETARGET_EXECUTABLE={script}")
    run("cmake", "--build", "build")
    assert run("build/app").endswith("devices\n")
    assert "Building" not in run("cmake", "--build", "build")
    newer = time.time() + 2
    os.utime(here / "inc" / "twice.h", (newer, newer))
    again = run("cmake", "--build", "build")
    assert re.search(r"Building (made|\.\./k)\.cu", again)
    assert "Building main.cu" not in again


@pytest.mark.skipif(bool(TOOLS), reason=f"{TOOLS} not installed: apt-get install cmake ninja-build")
@pytest.mark.parametrize(
    ("kind", "words", "said"),
    [
        ("INTERFACE", "", "make it an OBJECT or a STATIC library"),
        ("OBJECT k.cu", "RELOCATABLE", "make it a STATIC library"),
        ("STATIC k.cu", "TO amdd", "amd or nvidia, not 'amdd'"),
    ],
)
def test_cmakes_module_refuses_what_would_not_be_linked(here: Path, kind: str, words: str, said: str) -> None:
    head = MODULE.partition("add_executable")[0].replace("@FOLDER@", retarget("--cmake-dir").out.strip())
    own = f"add_library(own {kind})\nretarget_sources(own SOURCES k.cu {words})\n"
    lay(here, CMakeLists__txt=head.replace("LANGUAGES CXX", "LANGUAGES NONE") + own)
    command = ("cmake", "-S", ".", "-B", "build", f"-DRETARGET_EXECUTABLE={sys.executable}")
    done = subprocess.run(command, cwd=here, capture_output=True, text=True, check=False)
    assert done.returncode and said in " ".join(done.stderr.split())


@needs_hip_compiler
def test_rocprims_headers_get_the_standard_that_they_need(here: Path) -> None:
    lay(here, t__cu="#include <thrust/version.h>\n__global__ void k() {}\n")
    for source, standard in (("t.cu", "-std=gnu++14"), ("k.cu", "-std=gnu++11")):
        assert standard in retarget("nvcc", "-dryrun", "-std=gnu++11", "-c", source).err.split()


@needs_hip_compiler
def test_thrust_in_host_code_is_told_that_the_device_is_hips(here: Path) -> None:
    """rocThrust asks the compiler, and takes any but HIP's for CUDA's, whose headers it includes."""
    lay(here, t__cpp="#include <thrust/version.h>\n", u__cpp="int n;\n", t__cu="#include <thrust/version.h>\n")
    for source, said in (("t.cpp", True), ("u.cpp", False), ("t.cu", False)):
        words = retarget("nvcc", "-dryrun", "-c", source).err.split()
        assert ("-DTHRUST_DEVICE_SYSTEM=THRUST_DEVICE_SYSTEM_HIP" in words) == said
    own = "-DTHRUST_DEVICE_SYSTEM=THRUST_DEVICE_SYSTEM_OMP"
    words = retarget("nvcc", "-dryrun", own, "-c", "t.cpp").err.split()
    assert [w for w in words if w.startswith("-DTHRUST")] == [own]



def test_schedules_of_a_file_are_read_with_its_lines(here: Path) -> None:
    lay(here, chosen__txt="# two\nk: thread(x=2)\n\nother: nonsense\n")
    made = retarget("nvcc", "--tuned", "chosen.txt", "-c", "k.cu")
    assert made.code == exits.USAGE
    assert "chosen.txt:4: cannot read 'nonsense'" in made.err
    assert "none.txt: cannot be read" in retarget("nvcc", "--tuned", "none.txt", "-c", "k.cu").err


@needs_hip_compiler
@pytest.mark.parametrize("name", ["CPATH", "CPLUS_INCLUDE_PATH"])
@runs_compilers
def test_a_toolkit_of_the_environment_does_not_shadow_the_headers_of_the_parse(
    here: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    retarget("toolkit", here / "kit")
    value = f"{here}{os.pathsep}{here / 'kit/include'}"
    monkeypatch.setenv(name, value)
    lay(here, k__cu="#include <cuda_fp16.h>\n#include <cufft.h>\ncufftResult n = cufftDestroy(0);\nint m = cudaSuccess;\n")
    made = retarget("k.cu", "-o", "-", "--no-parse")
    assert (made.code, "cannot read" in made.err, "hipSuccess" in made.out) == (exits.OK, False, True)
    assert os.environ[name] == value


@needs_hip_compiler
def test_a_folder_of_others_is_no_place_for_a_toolkit(tmp_path: Path) -> None:
    (tmp_path / "mine").touch()
    made = retarget("toolkit", tmp_path)
    assert made.code == exits.OUTPUT
    assert "holds what retarget did not write" in made.err
    assert (tmp_path / "mine").exists()
    for place, said in (("mine", "is no folder"), ("mine/x", "cannot be made")):
        made = retarget("toolkit", tmp_path / place)
        assert made.code == exits.OUTPUT and said in made.err and ".x." not in made.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--arch", "sm_70"), "unknown architecture 'sm_70'"),
        (("--tuned", "absent"), "absent: cannot be read"),
        (("--map", "absent"), "absent:1: error"),
        (("--schedule", "k: blocks(x=2)"), "no step 'blocks'"),
    ],
)
@runs_compilers
def test_a_toolkit_whose_nvcc_would_refuse_its_options_is_not_laid_out(
    here: Path, words: tuple[str, ...], said: str
) -> None:
    made = retarget("toolkit", here / "kit", *words)
    assert made.code == exits.USAGE and said in made.err and not (here / "kit").exists()


HOST_C = """\
#include <stdio.h>
#include "api.h"
_Static_assert(_Alignof(float4) == 16 && sizeof(double4) == 32, "the layout of C++");
int main(void) {
  void* p = 0;
  struct cudaDeviceProp properties;
  cudaError_t failed = cudaMallocHost(&p, 4);
  if (failed != cudaSuccess) failed = cudaGetDeviceProperties(&properties, 0);
  printf("%d %s\\n", failed == cudaSuccess ? (int)properties.sharedMemPerMultiprocessor : 7, __FILE__);
  return 0;
}
"""


@needs_hip_compiler
def test_what_hip_alone_calls_deprecated_is_no_error_of_host_code(here: Path) -> None:
    lay(here, main__c="#include <cuda.h>\nint main(void) { CUcontext current = 0; return cuCtxGetCurrent(&current); }\n")
    made = retarget("host", "gcc", "-Wall", "-Werror", "-c", "main.c", "-o", "main.o")
    assert (made.code, made.out, "[-Wdeprecated-declarations]" in made.err) == (exits.OK, "", True), made.err


@needs_hip_compiler
def test_host_code_is_compiled_from_its_translation(here: Path) -> None:
    """Arguments that C++ alone adds, members of another name, headers that include CUDA's."""
    (here / "inc").mkdir()
    lay(here, main__c=HOST_C)
    lay(here / "inc", api__h="#include <cuda_runtime.h>\n")
    words = ("host", "gcc", "-Wall", "-Werror", "-Iinc", "-MD", "-c", "main.c", "-o", "main.o")
    assert retarget(*words) == (exits.OK, "", "")
    (rule,) = read_rules((here / "main.d").read_text())
    assert rule.targets == ("main.o",)
    assert {"main.c", "inc/api.h"} <= set(rule.files)
    assert all(os.path.exists(f) for f in rule.files)
    assert retarget("host", "gcc", "main.o", "-o", "app", "-lamdhip64").code == exits.OK
    assert subprocess.run([here / "app"], capture_output=True, text=True, check=True).stdout.endswith(" main.c\n")


@needs_hip_compiler
def test_host_code_includes_translations_from_all_folders(here: Path) -> None:
    """A header of another folder includes one that lies beside the source, and that one includes CUDA's."""
    (here / "src" / "parts").mkdir(parents=True)
    lay(here / "src", main__cpp='#include "part.h"\nint main() { return f(); }\n', state__h='#include "../device.h"\n')
    lay(here / "src" / "parts", part__h='#include "state.h"\n')
    lay(here, device__h="#include <cuda_runtime.h>\ninline int f() { return cudaDeviceSynchronize(); }\n")
    assert retarget("host", "g++", "-Isrc", "-Isrc/parts", "-c", "src/main.cpp") == (exits.OK, "", "")


@needs_hip_compiler
def test_other_host_code_goes_to_its_compiler_as_it_is(here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    lay(here, plain__cpp="int main() { return missing; }\n", good__c="int f(void) { return 0; }\n")
    assert retarget("host", "g++", "-c", "plain.cpp").code == 1
    assert "plain.cpp:1:" in capfd.readouterr().err
    assert retarget("host", "cc", "-c", "good.c").code == exits.OK
    assert (here / "good.o").exists()
    assert retarget("host", "no-such-compiler", "-c", "good.c").code == exits.MISSING
    assert retarget("host", "g++").code == 1, "a compiler without words says so itself"


@needs_hip_compiler
@pytest.mark.parametrize("command", [("nvcc", "-c", "main.cu"), ("host", "g++", "-c", "main.cpp")])
def test_macros_of_the_command_line_are_translated(here: Path, command: tuple[str, ...]) -> None:
    text = "#include <cuda_runtime.h>\nSTREAM s;\nint main() { return GET(&s); }\n"
    lay(here, main__cu=text, main__cpp=text)
    assert retarget(*command, "-DSTREAM=cudaStream_t", "-D", "GET=cudaStreamCreate").code == exits.OK


def test_a_wrapper_of_ours_is_no_compiler(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """CMake takes `cc` of the toolkit's folder, and puts `retarget host` in front: the code is translated once."""
    for folder, code in (("real", 7), ("kit/bin", 9)):
        (here / folder).mkdir(parents=True)
        (here / folder / "cc").write_text(f"#!/bin/sh\nexit {code}\n")
        (here / folder / "cc").chmod(0o755)
    (here / "kit" / "include").mkdir()
    lay(here, plain__c="int x;\n")
    monkeypatch.setenv("PATH", str(here / "real"))
    assert retarget("host", here / "kit/bin/cc", "-c", "plain.c").code == 9
    (here / "kit" / "include" / OURS).touch()
    assert retarget("host", here / "kit/bin/cc", "-c", "plain.c").code == 7


LOADER = """\
typedef struct CUlinkState_st *CUlinkState;
typedef struct CUctx_st *CUcontext;
typedef struct ihipCtx_t *hipCtx_t;
int cudaFree = sizeof(CUcontext) - sizeof(hipCtx_t);
"""


@needs_hip_compiler
def test_what_loads_both_libraries_itself_stays_as_it_is(here: Path) -> None:
    """Its types of CUDA's would be those of HIP's a second time; a header of either says that it is bound to that."""
    lay(here, loader__c=LOADER, bound__c=f"#include <cuda.h>\n{LOADER}")
    assert retarget("host", "gcc", "-c", "loader.c", "-o", "loader.o") == (exits.OK, "", "")
    assert b"cudaFree" in (here / "loader.o").read_bytes()
    assert retarget("host", "gcc", "-c", "bound.c", "-o", "bound.o").code == exits.TRANSLATION


@needs_hip_compiler
def test_an_include_alone_names_cuda(here: Path) -> None:
    lay(here, v__c="#include <vector_types.h>\nuint3 size;\n", n__cpp="#include <nvjpeg.h>\n")
    assert retarget("host", "gcc", "-c", "v.c", "-o", "v.o").code == exits.OK
    assert "n.cpp:1:11: error: 'nvjpeg.h' has no counterpart" in retarget("host", "g++", "-c", "n.cpp").err


@needs_hip_compiler
@pytest.mark.parametrize("words", [("g++", "-std=c++98", "f.cpp"), ("g++", "-ansi", "f.cpp"), ("gcc", "-std=c90", "f.c")])
def test_host_code_of_old_standards_gets_the_one_that_the_headers_need(here: Path, words: tuple[str, ...]) -> None:
    lay(here, f__c="#include <cuda_runtime.h>\nint f(int *n) { return cudaGetDevice(n) != cudaSuccess; }\n")
    shutil.copy(here / "f.c", here / "f.cpp")
    assert retarget("host", *words, "-c", "-o", "f.o").code == exits.OK


@needs_hip_compiler
def test_what_host_code_reads_is_listed_whatever_runs_its_compiler(here: Path) -> None:
    lay(here, own__h="#include <cuda_runtime.h>\n", main__cpp='#include "own.h"\nint n = cudaSuccess;\n')
    told = retarget("host", "env", "A=1", "g++", "-MM", "-MF", "main.d", "-MT", "all", "main.cpp")
    assert told == (exits.OK, "", "")
    (rule,) = read_rules((here / "main.d").read_text())
    assert (rule.targets, rule.files) == (("all",), ("main.cpp", "own.h"))


@needs_hip_compiler
@pytest.mark.parametrize("words", [("host", "./mpicxx"), ("nvcc", "-ccbin", "./mpicxx")])
def test_mpis_compilers_bring_their_folders(here: Path, words: tuple[str, ...]) -> None:
    script = '#!/bin/sh\n[ $1 = -show ] && echo "g++ -Impi -lmpi" && exit\nexec g++ -Impi "$@"\n'
    lay(here, mpicxx=script, main__cpp="#include <mpi.h>\n#include <cuda_runtime.h>\nint n = N + cudaSuccess;\n")
    (here / "mpi").mkdir()
    lay(here / "mpi", mpi__h="#define N 1\n")
    (here / "mpicxx").chmod(0o755)
    assert retarget(*words, "-c", "main.cpp", "-o", "main.o") == (exits.OK, "", "")
    if words[0] == "nvcc":
        assert "-lmpi" in retarget(*words, "--dryrun", "main.cpp").err


@needs_hip_compiler
@pytest.mark.parametrize(("rules", "code"), [("", exits.TRANSLATION), ("no-header = 'note'", 1)])
def test_the_projects_configuration_holds_for_host_code(here: Path, rules: str, code: int) -> None:
    (here / "retarget.toml").write_text(f"[[files]]\nmatch = './h.cpp'\n[files.rules]\n{rules}\n")
    lay(here, h__cpp="#include <cudnn.h>\nint f() { return 0; }\n")
    made = retarget("host", "g++", "-c", "h.cpp")
    assert (made.code, "[no-header]" in made.err) == (code, not rules), made.err


@needs_hip_compiler
def test_errors_of_host_code_name_the_users_file(here: Path) -> None:
    lay(here, main__cpp="#include <cuda_runtime.h>\nint main() {\n  void* p;\n  return cudaMalloc(&p, nothing);\n}\n")
    made = retarget("host", "g++", "-c", "main.cpp")
    assert made.code == 1
    assert "main.cpp:4:" in made.err
    assert "/tmp/retarget-" not in made.err
