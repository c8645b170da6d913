"""Compile databases as builds write them: by CMake, Ninja, Meson and Bear, for nvcc, clang and the host's compilers."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from command_line import Told, retarget

from retarget.source import reach
from retarget.source.database import DatabaseEntry, read_database
from retarget.source.flags import Flags
from retarget.system import exits
from retarget.translation.lock import NAME
from retarget.translation.plain import names_cuda

KERNEL = "__global__ void k(float *a) { a[threadIdx.x] = 1; }\nvoid f() { cudaDeviceSynchronize(); }\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a memory of its own; the parsed preamble alone is shared."""
    own = tmp_path / "cache"
    own.mkdir()
    (cache / "preamble").mkdir(parents=True, exist_ok=True)
    (own / "preamble").symlink_to((cache / "preamble").resolve())
    monkeypatch.setenv("RETARGET_CACHE_DIR", str(own))
    work = tmp_path / "app"
    work.mkdir()
    monkeypatch.chdir(work)
    reach.forget()
    return work


def write(path: str, text: str) -> Path:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(text)
    return Path(path)


def database(*entries: dict[str, Any]) -> None:
    listed = [{"directory": f"{os.getcwd()}/build"} | entry for entry in entries]
    write("build/compile_commands.json", json.dumps(listed))


def commands(*entries: dict[str, Any]) -> tuple[DatabaseEntry, ...]:
    database(*entries)
    return read_database(Path("build"))


def good(told: Told) -> Told:
    assert told.code == exits.OK, told.err
    return told


def tree(folder: str = "out") -> set[str]:
    return {str(p.relative_to(folder)) for p in Path(folder).rglob("*") if p.is_file() and p.name != NAME}


# What entries say

CMAKE = (
    "/usr/local/cuda/bin/nvcc -forward-unknown-to-host-compiler -ccbin=/usr/bin/g++-12 -DN=2 -Dapp_EXPORTS "
    "--options-file CMakeFiles/app.dir/includes_CUDA.rsp -O3 -std=c++17 "
    '"--generate-code=arch=compute_52,code=[compute_52,sm_52]" -Xcompiler=-fPIC,-fopenmp -rdc=true -MD -MT x.o '
    "-MF x.o.d -x cu -rdc=true -c ../src/a.cu -o x.o"
)
CLANG = (
    "clang++-19 -x cuda --cuda-path=/opt/cuda --cuda-gpu-arch=sm_70 -Xclang -fcuda-allow-variadic-functions "
    "-isystem/abs/sys -iquote../q -Wp,-DW,-MD,x.d -I../inc -c ../src/a.cu"
)


def test_cmakes_nvcc() -> None:
    write("build/CMakeFiles/app.dir/includes_CUDA.rsp", '-I../inc -isystem="/abs/sys"')
    (command,) = commands({"file": "../src/a.cu", "command": CMAKE})
    here = os.getcwd()
    assert command.file == f"{here}/src/a.cu"
    assert command.reads == (f"{here}/build/CMakeFiles/app.dir/includes_CUDA.rsp",)
    assert command.flags == Flags(
        include=(f"{here}/inc",), system=("/abs/sys",), define=("N=2", "app_EXPORTS", "_OPENMP=201511"),
        std="c++17", language="cuda", relocatable=True,
    )  # fmt: skip


def test_clangs_cuda() -> None:
    (command,) = commands({"file": "../src/a.cu", "command": CLANG})
    here = os.getcwd()
    assert command.flags == Flags(
        include=(f"{here}/inc",), system=("/abs/sys",), quote=(f"{here}/q",), define=("W",), language="cuda"
    )


def test_options_files_name_others_several_and_never_themselves() -> None:
    write("build/one.rsp", "-DONE @two.rsp")
    write("build/two.rsp", "-DTWO")
    write("build/three.rsp", "-DTHREE")
    write("build/round.rsp", "-DX @round.rsp")
    several, again = commands(
        {"file": "a.cu", "command": "nvcc --options-file one.rsp,three.rsp -c a.cu"},
        {"file": "b.cu", "command": "nvcc -optf round.rsp -DY -c b.cu"},
    )
    assert several.flags.define == ("ONE", "TWO", "THREE")
    assert again.flags.define == ("Y",) and "'round.rsp' names itself" in again.fault


@pytest.mark.parametrize(
    ("file", "command", "language"),
    [
        ("a.c", "gcc -c a.c", "c"),
        ("a.c", "ccache /usr/bin/x86_64-linux-gnu-g++-12 -c a.c", "c++"),
        ("a.c", "nvcc -c a.c", "c"),
        ("a.c", "nvcc -x cu -c a.c", "cuda"),
        ("a.cpp", "nvcc -x=cu -c a.cpp", "cuda"),
        ("a.cpp", "clang++ -xcuda -c a.cpp", "cuda"),
        ("a.cpp", "g++ -c a.cpp", "c++"),
        ("a.cpp", "nvcc -c a.cpp", "c++"),
        ("a.cu", "g++ -x c++ -c a.cu", "c++"),
        ("a.cu", "nvcc -dc a.cu", "cuda"),
        ("kernels.inl", "nvcc -x cu -dc kernels.inl", "cuda"),
    ],
)
def test_languages(file: str, command: str, language: str) -> None:
    (entry,) = commands({"file": file, "command": command})
    assert entry.flags.language_of(entry.file) == language
    assert entry.flags.by_nvcc == (command.startswith("nvcc") and language != "cuda")


def test_what_ninja_lists_beside_sources_is_left_out() -> None:
    entries = commands(
        {"file": "../src/a.cu", "command": "nvcc -c ../src/a.cu", "output": "a.o"},
        {"file": "a.o", "command": ": && g++ a.o -o app && :", "output": "app"},
        {"file": "../CMakeLists.txt", "command": "cmake -S.. -B.", "output": "build.ninja"},
    )
    assert [os.path.basename(c.file) for c in entries] == ["a.cu"]


def test_the_compilers_that_nvcc_starts_are_left_out() -> None:
    words = ["-D__CUDACC__", "-D__NVCC__", "-D__CUDA_ARCH__=520", "-E", "-x", "c++"]
    entries = commands(
        {"file": "a.cu", "arguments": ["nvcc", "-DN=1", "-c", "a.cu"]},
        {"file": "a.cu", "arguments": ["gcc", *words, "a.cu"]},
        {"file": "/tmp/tmpxft_1_2-6_a.cudafe1.cpp", "arguments": ["gcc", *words, "/tmp/tmpxft_1_2-6_a.cudafe1.cpp"]},
        {"file": "b.cu", "arguments": ["g++", "-D__CUDACC__", "b.cu"]},
    )
    assert [(os.path.basename(c.file), c.flags.define) for c in entries] == [
        ("a.cu", ("N=1",)),
        ("b.cu", ("__CUDACC__",)),
    ]


def test_folders_are_taken_from_the_databases_own() -> None:
    (command,) = commands({"directory": "sub", "file": "../../a.cu", "command": "nvcc -I../../inc -c ../../a.cu"})
    assert (command.file, command.flags.include) == (f"{os.getcwd()}/a.cu", (f"{os.getcwd()}/inc",))


# What is gone


def test_files_that_are_gone_are_told_and_the_rest_goes_on() -> None:
    write("src/a.cu", KERNEL)
    names = ("a", "b", "c", "d", "e", "f")
    database(*({"file": f"../src/{n}.cu", "command": f"/nowhere/nvcc -c ../src/{n}.cu"} for n in names))
    told = good(retarget("-p", "build", "-o", "out/"))
    listed = ", ".join(f"src/{n}.cu" for n in "bcde")
    assert f"build: warning: {listed} and 1 more are gone: configure the build again" in told.err
    assert tree() == {"src/a.hip"}
    write("src/b.cu", KERNEL)
    assert "src/b.cu" not in good(retarget("-p", "build", "-o", "out/")).err


def test_a_database_whose_files_are_all_gone_is_an_error() -> None:
    database({"file": "../src/a.cu", "command": "nvcc -c ../src/a.cu"})
    told = retarget("-p", "build", "-o", "out/")
    assert told.code == exits.INPUT
    assert "build: src/a.cu is gone: configure the build again" in told.err


def test_links_in_a_circle() -> None:
    """In the files' paths, in folders of headers, and in the database's own path."""
    write("src/a.cu", KERNEL)
    for link, to in {"q.cu": "p.cu", "p.cu": "q.cu", "dd": "dd", "src/loop": ".", "round": "round"}.items():
        Path(link).symlink_to(to)
    own, behind = ({"file": f"../src/{p}a.cu", "command": f"nvcc -I../dd -c ../src/{p}a.cu"} for p in ("", "loop/loop/"))
    broken = [{"file": f, "command": f"nvcc -c {f}"} for f in ("../q.cu", "../dd/b.cu", "../c.cu")]
    database(behind, own, *broken)
    told = good(retarget("-p", "build", "-o", "out/"))
    assert "build: warning: c.cu is gone: configure the build again; the rest is translated" in told.err
    assert "build: warning: q.cu, dd/b.cu are behind links that lead in a circle: mend the links" in told.err
    assert tree() == {"src/a.hip"}
    database(broken[0])
    told = retarget("-p", "build", "-o", "out/")
    assert told.code == exits.INPUT and "q.cu is behind links that lead in a circle" in told.err
    database({"file": "../src/a.cu", "command": "nvcc -c ../src/a.cu"})
    told = retarget("-p", "round", "-o", "out2/")
    assert told.code == exits.USAGE and "cannot read the compile database round: Too many levels" in told.err
    told = retarget("-p", "build", "-o", "round/")
    assert told.code == exits.OUTPUT and "round/src/a.hip: cannot be written: Too many levels" in told.err
    assert tree() == {"src/a.hip"} and not Path("out2").exists()


@pytest.mark.parametrize("text", ["{}", "[1]", "3", "[", '[{"file": "a.cu"}]', '[{"directory": "/", "file": "a.cu"}]'])
def test_a_database_that_is_none_is_told(text: str) -> None:
    write("build/compile_commands.json", text)
    told = retarget("-p", "build", "-o", "out/")
    assert told.code == exits.USAGE and "build/compile_commands.json is no compile database: " in told.err
    assert "object" not in told.err


def test_a_database_without_sources_is_told() -> None:
    database({"file": "../a.f90", "command": "gfortran -c ../a.f90"})
    told = retarget("-p", "build", "-o", "out/")
    assert told.code == exits.INPUT and "build: the compile database lists no source" in told.err


def test_a_compiler_that_is_gone_is_told_where_headers_of_its_own_may_be_missing() -> None:
    """Once a compiler, whatever launches it; none where nothing is missing, and none where the compiler is there."""
    write("a.cu", "#include <mpi.h>\n" + KERNEL)
    for name in ("b", "c", "d"):
        write(f"{name}.cu", ("#include <mpi.h>\n" if name == "d" else "") + KERNEL)
    compilers = {"a": "ccache /nowhere/mpicxx", "b": "/nowhere/nvcc", "c": "no-such-nvcc", "d": "../bin/mpicxx"}
    database(*({"file": f"../{n}.cu", "command": f"{c} -c ../{n}.cu"} for n, c in compilers.items()))
    said = (
        "build: warning: the compiler /nowhere/mpicxx is not on this machine, and headers of a.cu were not found: "
        "install it, or name the folders that it looks in with -I [database]"
    )
    told = good(retarget("-p", "build", "-o", "out/"))
    assert said in told.err and told.err.count("on this machine") == 2 and "bin/mpicxx is not" in told.err
    write("bin/mpicxx", "#!/bin/sh\n").chmod(0o755)
    told = good(retarget("-p", "build", "-o", "out/"))
    assert said in told.err and told.err.count("on this machine") == 1


def test_an_options_file_that_is_gone_is_told() -> None:
    write("a.cu", KERNEL)
    database({"file": "../a.cu", "command": "nvcc --options-file no.rsp -DN=1 -c ../a.cu"})
    told = good(retarget("-p", "build", "-o", "out/"))
    assert "build: warning: cannot read the options file 'no.rsp'" in told.err and "a.cu" in told.err
    write("build/no.rsp", "")
    assert "no.rsp" not in good(retarget("-p", "build", "-o", "out/")).err


# One file in several configurations

CONFIGURED = """__global__ void k(float *a) { a[threadIdx.x] = 1; }
#ifdef WIDE
void f(float *a) { cudaMemcpyToSymbol("x", a, 4); k<<<1, 64>>>(a); }
#else
void f(float *a) { cudaDeviceSynchronize(); k<<<1, 32>>>(a); }
#endif
"""


def test_a_file_is_translated_in_each_of_its_configurations() -> None:
    write("a.cu", CONFIGURED)
    nvcc = "nvcc -c ../a.cu"
    database({"file": "../a.cu", "command": f"{nvcc} -DWIDE"}, {"file": "../a.cu", "command": f"{nvcc} -lm -rdc=true"})
    told = json.loads(good(retarget("-p", "build", "-o", "out/", "--json")).out)
    assert sorted(l["block"][0] for l in told["launches"]) == [32, 64]
    assert [k["name"] for k in told["kernels"]] == ["k"]
    text = Path("out/a.hip").read_text()
    assert "cuda" not in text
    assert "__launch_bounds__(64)" in text


def test_configurations_that_disagree_are_told() -> None:
    """A name of CUDA's in one of them, of the user's in the other."""
    write("a.cu", '#ifdef OWN\n#define cudaFree(p) own(p)\nint own(void *);\n#endif\nint f(void *p) { return cudaFree(p); }\n')
    database(*({"file": "../a.cu", "command": f"nvcc {words} -c ../a.cu"} for words in ("-DOWN", "-DN=3")))
    told = retarget("-p", "build", "-o", "out/")
    assert "a.cu:2:9: warning: configurations of a.cu disagree here: 'hipFree'" in told.err, told.err
    assert "a.cu:5:25: note: and here" in told.err
    assert "with -DN=3, no change with -DOWN" in told.err


def test_a_kernel_with_two_outputs_is_translated_once() -> None:
    """What the parse knows of a kernel is merged over the configurations."""
    write("a.cu", "__global__ void k(int *p) { p[threadIdx.x] = 1; }\nvoid f(int *p) { cudaFree(p); k<<<1, 32>>>(p); }\n")
    database(*({"file": "../a.cu", "command": f"nvcc -c ../a.cu {words}"} for words in ("-o a.o", "-DN=3 -o b.o")))
    told = retarget("-p", "build", "-o", "out/")
    assert told.code == 0 and "hipFree" in Path("out/a.hip").read_text(encoding="utf-8"), told.err


# Host units

PLAIN = "#include <vector>\n// no <CUDA> here\nint saturation(std::vector<int> const &v) { return v.size(); }\n"


@pytest.mark.parametrize(
    ("text", "is_cudas"),
    [
        (PLAIN, False),
        ('asm volatile("mfence");\nint cube, cutoff, cuAdd;', False),
        ("int x = sqrt(2) + max(1, 2) + fma(1, 2, 3);", False),
        ("#include <cuda_runtime.h>\n", True),
        ("  # include \"helper_cuda.h\"\n", True),
        ("void f() { g<<<1, 2>>>(); }", True),
        ("cudaStream_t s;", True),
        ("auto e = cudaUnheardOf();", True),
        ("#define HD __device__", True),
        ("int n = cublasNewThing();", True),
    ],
)
def test_texts_that_name_cuda(text: str, is_cudas: bool) -> None:
    assert names_cuda(text) is is_cudas


def test_a_host_unit_without_cuda_is_copied_and_not_parsed() -> None:
    write("src/a.cpp", '#include "a.h"\n#include "nowhere.h"\nthis is no C++\n')
    write("src/a.h", PLAIN)
    write("src/b.cpp", '#include "b.h"\nint main() { return N; }\n')
    write("src/b.h", "#include <cuda_runtime.h>\n#define N cudaSuccess\n")
    database(*({"file": f"../src/{n}.cpp", "command": f"g++ -c ../src/{n}.cpp"} for n in "ab"))
    told = good(retarget("-p", "build", "-o", "out/", "--root", "."))
    assert "a.cpp" not in told.err
    assert tree() == {"src/a.cpp", "src/a.h", "src/b.cpp", "src/b.h"}
    assert "hipSuccess" in Path("out/src/b.h").read_text()


def test_a_unit_of_c_is_parsed_as_c() -> None:
    text = """#include <cuda_runtime_api.h>
#include <stdlib.h>
float *f(int new) {
  float *class = malloc(new), *restrict d;
  struct cudaDeviceProp prop = { .minor = 3, .major = 3 };
  cudaMallocHost((void**)&d, new);
  return prop.major ? class : d;
}
"""
    write("a.c", text)
    write("b.c", text)
    database(
        {"file": "../a.c", "command": "gcc -std=c11 -c ../a.c"}, {"file": "../b.c", "command": "nvcc -x cu -c ../b.c"}
    )
    told = good(retarget("-p", "build", "-o", "out/"))
    assert "a.c:" not in told.err and "b.c:" in told.err
    assert "hipHostMalloc((void**)&d, new, " in Path("out/a.c").read_text()


# Folders within folders


def test_a_second_run_does_not_take_its_own_outputs_as_inputs() -> None:
    write("a.cu", '#include "b.cu"\n#include "h.cuh"\n' + KERNEL)
    write("b.cu", "inline void b() { cudaDeviceReset(); }\n")
    write("h.cuh", "#pragma once\ninline void h() { cudaDeviceReset(); }\n")

    def inputs() -> list[str]:
        return sorted(str(p) for p in Path().rglob("*.cu*"))

    good(retarget(*inputs(), "-o", "hip/"))
    first = {p: Path("hip", p).read_bytes() for p in tree("hip")}
    assert "hip/b.cu" in inputs()
    told = good(retarget(*inputs(), "-o", "hip/"))
    assert "skipped, as an earlier run wrote them to hip/: hip/b.cu, hip/h.cuh" in told.err
    assert {p: Path("hip", p).read_bytes() for p in tree("hip")} == first
    told = retarget("hip/b.cu", "hip/h.cuh", "-o", "hip/")
    assert told.code == exits.INPUT and "written by an earlier run: name the originals" in told.err


def test_inputs_of_the_users_in_the_output_folder_are_refused() -> None:
    write("a.cu", KERNEL)
    write("hip/own.cu", KERNEL)
    told = retarget("a.cu", "hip/own.cu", "-o", "hip/")
    assert told.code == exits.INPUT and "hip/own.cu lies in the output folder hip/" in told.err
    assert tree("hip") == {"own.cu"}
    good(retarget("a.cu", "-o", "hip/"))
    assert tree("hip") == {"own.cu", "a.hip"}


def test_the_folder_of_the_sources_as_output() -> None:
    write("src/a.cu", '#include "h.cuh"\n' + KERNEL)
    write("src/h.cuh", "#pragma once\ninline void h() { cudaDeviceReset(); }\n")
    told = retarget("src/a.cu", "-o", ".")
    assert told.code == exits.OUTPUT and "src/h.cuh is the input itself: use --in-place" in told.err
    assert tree("src") == {"a.cu", "h.cuh"}


@pytest.mark.parametrize(("sources", "build"), [("app/src", "app/src/build"), ("app/build/src", "app/build")])
def test_a_build_folder_within_the_sources_and_the_other_way_round(sources: str, build: str) -> None:
    write(f"{sources}/a.cu", '#include "generated.h"\n' + KERNEL)
    write(f"{build}/gen/generated.h", "inline void g() { cudaDeviceReset(); }\n")
    write(f"{build}/gen/b.cu", KERNEL)
    entries = [
        {"directory": os.path.abspath(build), "file": os.path.abspath(f), "command": f"nvcc -Igen -c {os.path.abspath(f)}"}
        for f in (f"{sources}/a.cu", f"{build}/gen/b.cu")
    ]
    write(f"{build}/compile_commands.json", json.dumps(entries))
    good(retarget("-p", build, "-o", "out/", "--root", "app"))
    expected = {f"{sources}/a.hip", f"{build}/gen/generated.h", f"{build}/gen/b.hip"}
    assert tree() == {p.removeprefix("app/") for p in expected}
    assert good(retarget("-p", build, "-o", "out/", "--root", "app", "--check")).err == ""


def test_a_header_that_exists_twice_under_one_name() -> None:
    """Each unit has the one that its own folders lead to; where one output would hold both, nothing is written."""
    for folder, call in (("one", "cudaDeviceReset()"), ("two", "cudaGetLastError()")):
        write(f"{folder}/x.h", f"inline void h() {{ {call}; }}\n")
    for unit in "ab":
        write(f"{unit}.cu", '#include "x.h"\n' + KERNEL)
    database(*({"file": f"../{u}.cu", "command": f"nvcc -I../{f} -c ../{u}.cu"} for u, f in (("a", "one"), ("b", "two"))))
    good(retarget("-p", "build", "-o", "out/"))
    assert tree() == {"a.hip", "b.hip", "one/x.h", "two/x.h"}
    assert "hipDeviceReset" in Path("out/one/x.h").read_text()
    assert "hipGetLastError" in Path("out/two/x.h").read_text()
    database(*({"file": "../a.cu", "command": f"nvcc -I../{f} -c ../a.cu -o {f}.o"} for f in ("one", "two")))
    good(retarget("-p", "build", "-o", "out2/"))
    assert tree("out2") == {"a.hip", "one/x.h", "two/x.h"}


def test_the_build_folder_as_output() -> None:
    """Where it holds sources, they and the database stay as they are; a folder within it is one of outputs."""
    write("src/a.cu", KERNEL)
    write("build/gen/b.cu", KERNEL)
    database(*({"file": f, "command": f"nvcc -c {f}"} for f in ("../src/a.cu", "gen/b.cu")))
    before = {p: Path("build", p).read_bytes() for p in tree("build")}
    told = retarget("-p", "build", "-o", "build/")
    assert told.code == exits.INPUT and "build/gen/b.cu lies in the output folder build/" in told.err
    assert {p: Path("build", p).read_bytes() for p in tree("build")} == before
    for _ in range(2):
        good(retarget("-p", "build", "-o", "build/hip/"))
        assert tree("build") == {*before, "hip/src/a.hip", "hip/build/gen/b.hip"}
    assert {p: Path("build", p).read_bytes() for p in before} == before


def test_inputs_outside_of_the_root_are_told() -> None:
    write("app/a.cu", KERNEL)
    write("b.cu", KERNEL)
    told = retarget("app/a.cu", "b.cu", "-o", "out/", "--root", "app")
    assert told.code == exits.OUTPUT and "b.cu lies outside of app: give --root a folder that holds all inputs" in told.err
    assert not Path("out").exists()


def test_two_sources_with_one_output_are_told() -> None:
    write("a.cu", KERNEL)
    write("a.hip", "int hip;\n")
    told = retarget("a.cu", "a.hip", "-o", "out/")
    assert told.code == exits.OUTPUT and "out/a.hip would hold both a.cu and a.hip" in told.err
    assert not Path("out").exists()


def test_a_folder_with_a_database_is_told_as_such() -> None:
    database({"file": "a.cu", "command": "nvcc -c a.cu"})
    told = retarget("build")
    assert told.code == exits.INPUT and "build is a directory: use its compile database, -p build" in told.err


def test_a_diff_shows_headers_too() -> None:
    write("a.cu", '#include "h.cuh"\n' + KERNEL)
    write("h.cuh", "#pragma once\ninline void h() { cudaDeviceReset(); }\n")
    told = good(retarget("a.cu", "--diff"))
    assert "+++ h.cuh" in told.out and "+++ a.cu" in told.out
