"""Makefiles and CMake's files of whole trees: what is changed for HIP, and what is reported with its place."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from retarget.source.cmake_commands import CMakeCommand, commands
from retarget.source.text import Diagnostic, Source, apply
from retarget.system import exits
from retarget.targets.amd.build_files.migration import migrated
from retarget.targets.amd.build_files.renamed_sources import Tree
from tests.command_line import retarget
from tests.compilers import HIP_COMPILER, needs_hip_compiler

DEVICE_LIBRARIES = Path("/usr/lib/x86_64-linux-gnu/amdgcn/bitcode")


def changed(name: str, text: str, kept: tuple[str, ...] = ()) -> tuple[str, list[str]]:
    """A build file of a tree with src/a.cu, src/b.cu, after its migration; and what is said, by line."""
    cuda = {os.path.abspath(p) for p in ("src/a.cu", "src/b.cu")}
    still = frozenset(os.path.abspath(p) for p in kept)
    tree = Tree.of(frozenset(cuda - still), still, ("gfx90a", "gfx942"), ".hip")
    source = Source(name, text)
    files, said = migrated([source], tree, ())
    assert all(apply(f.source, f.edits) == f.text for f in files)
    return files[0].text if files else text, [told(source, d) for d in said]


def told(source: Source, said: Diagnostic) -> str:
    assert said.span
    return f"{source.position(said.span.start)[0]}: {said.message}"


MAKE = [
    ("NVCC = nvcc", "NVCC = hipcc"),
    ("NVCC=/usr/local/cuda-12/bin/nvcc", "NVCC=hipcc"),
    ("NVCC ?= $(CUDA_HOME)/bin/nvcc", "NVCC ?= hipcc"),
    ("\t@nvcc -c $< -o $@", "\t@hipcc -c $< -o $@"),
    ("F = -O3 -arch=sm_70 -g", "F = -O3 --offload-arch=gfx90a --offload-arch=gfx942 -g"),
    ("F = -arch sm_70", "F = --offload-arch=gfx90a --offload-arch=gfx942"),
    (
        "F += -gencode arch=compute_70,code=sm_70 -gencode=arch=compute_80,code=[sm_80,compute_80] -O2",
        "F += --offload-arch=gfx90a --offload-arch=gfx942 -O2",
    ),
    ("F = -lineinfo -Xptxas -v -O3 --expt-relaxed-constexpr", "F = -O3"),
    ("F = -g -Xptxas=-O3,-v \\\n    -lineinfo -O3", "F = -g \\\n     -O3"),
    ("F = -Xcompiler -fopenmp --compiler-options=-fPIC", "F = -fopenmp -fPIC"),
    ("F = --use_fast_math -std=c++14", "F = -ffast-math -std=c++14"),
    ("L = -L/lib -lcudart -lcublas -lcufft -lcudadevrt -lm", "L = -L/lib -lamdhip64 -lhipblas -lhipfft -lm"),
    ("L=-lcudart", "L=-lamdhip64"),
    ("\t$(NVCC) -x cu -G src/a.cu -o a", "\t$(NVCC) -x hip -g src/a.hip -o a"),
    ("S = src/a.cu src/b.cu", "S = src/a.hip src/b.hip"),
    ("S = a.cu", "S = a.hip"),  # found by its name, as with VPATH
    ("%.o: %.cu", "%.o: %.hip"),
    ("O = $(patsubst %.cu,%.o,$(wildcard src/*.cu)) $(S:.cu=.o)", "O = $(patsubst %.hip,%.o,$(wildcard src/*.hip)) $(S:.hip=.o)"),
    (".SUFFIXES: .cu .o", ".SUFFIXES: .hip .o"),
]


@pytest.mark.parametrize(("before", "after"), MAKE, ids=[b for b, _ in MAKE])
def test_makefiles(before: str, after: str) -> None:
    assert changed("Makefile", f"{before}\n") == (f"{after}\n", [])


SAME = [
    "# nvcc -arch=sm_70 a.cu",
    "CXX = g++ -O2 -G -dc  # nvcc",
    "F = -DUSE_CUDA -Isrc/cuda_utils -march=native",
    "H = a.cuh b.cubin my.cu_old nvcc.txt my-nvcc",
    "\t$(NVCC) $(NVCCFLAGS) -c $< -o $@",
]


@pytest.mark.parametrize("line", SAME)
def test_makefiles_that_stay(line: str) -> None:
    assert changed("Makefile", f"{line}\n") == (f"{line}\n", [])


LEFT = [
    ("F = -arch=sm_$(SM)", "'-arch=sm_$(SM)' is nvcc's"),
    ("F = -gencode arch=compute_$(SM),code=sm_$(SM)", "'-gencode' is nvcc's"),
    ('F = -Xcompiler "-O3 -g"', "'-Xcompiler' is nvcc's"),
    ("F = -Xcompiler -Wl,-rpath", "'-Xcompiler' is nvcc's"),
    ("F = --default-stream per-thread", "'--default-stream' is nvcc's"),
    ("F = -Xopencc -OPT:unroll_size=2", "'-Xopencc' is nvcc's"),
    ("L = -lcublas_static", "'-lcublas_static' is nvcc's"),
    ("I = -I$(CUDA_PATH)/include", "'$(CUDA_PATH)' stands for a CUDA toolkit"),
    ("P = /usr/local/cuda", "'/cuda' stands for a CUDA toolkit"),
    ("N := $(shell which nvcc)", "the build looks for nvcc"),
    ("S = $(wildcard src/*.c*) $(wildcard *.c) $*", "'src/*.c*' matches a.cu, and not what it is called now, *.hip"),
    ("S = gone.cu", "'gone.cu': not all CUDA sources of that name become .hip, or none is in the tree"),
]


@pytest.mark.parametrize(("line", "message"), LEFT, ids=[line for line, _ in LEFT])
def test_what_is_left_has_its_line(line: str, message: str) -> None:
    text, said = changed("sub.mk", f"A = 1\n{line}\n")
    assert text == f"A = 1\n{line}\n"
    assert len(said) == 1 and said[0].startswith(f"2: {message}")


def test_objects_of_relocatable_code_need_another_link() -> None:
    text, said = changed("Makefile", "\t$(NVCC) -dc a.cu\n")
    assert text == "\t$(NVCC) -c -fgpu-rdc a.hip\n"
    assert said == ["1: the link of these objects needs -fgpu-rdc --hip-link too"]


def test_sources_that_keep_their_names() -> None:
    text, said = changed("Makefile", "S = src/a.cu src/b.cu\n%.o: %.cu\n", ("src/b.cu",))
    assert text == "S = src/a.hip src/b.cu\n%.o: %.cu\n"
    assert [s[:9] for s in said] == ["2: '%.cu'"]


CMAKE = [
    ("project(app LANGUAGES CXX CUDA)  # CUDA", "project(app LANGUAGES CXX HIP)  # CUDA"),
    ("project(CUDA CUDA)", "project(CUDA HIP)"),
    ("ENABLE_LANGUAGE(CUDA)", "ENABLE_LANGUAGE(HIP)"),
    ("cmake_minimum_required(VERSION 3.8...3.30)\nproject(a CUDA)", "cmake_minimum_required(VERSION 3.21)\nproject(a HIP)"),
    ("cmake_minimum_required(VERSION 3.25)\nproject(a CUDA)", "cmake_minimum_required(VERSION 3.25)\nproject(a HIP)"),
    ("cmake_minimum_required(VERSION 3.8)\nproject(a CXX)", "cmake_minimum_required(VERSION 3.8)\nproject(a CXX)"),
    ("set(CMAKE_CUDA_STANDARD 14)", "set(CMAKE_HIP_STANDARD 14)"),
    ("set(CMAKE_CUDA_ARCHITECTURES 70 80)", "set(CMAKE_HIP_ARCHITECTURES gfx90a;gfx942)"),
    (
        'set_target_properties(a PROPERTIES CUDA_ARCHITECTURES "70;80" CUDA_STANDARD 17)',
        'set_target_properties(a PROPERTIES HIP_ARCHITECTURES "gfx90a;gfx942" HIP_STANDARD 17)',
    ),
    ('set(CMAKE_CUDA_FLAGS "${CMAKE_CUDA_FLAGS} -lineinfo -O2")', 'set(CMAKE_HIP_FLAGS "${CMAKE_HIP_FLAGS} -O2")'),
    (
        "target_compile_options(a PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-O3;-lineinfo>)",
        "target_compile_options(a PRIVATE $<$<COMPILE_LANGUAGE:HIP>:-O3>)",
    ),
    ("set_source_files_properties(src/a.cu PROPERTIES LANGUAGE CUDA)", "set_source_files_properties(src/a.hip PROPERTIES LANGUAGE HIP)"),
    ("add_executable(app src/a.cu ${X}/b.cu)", "add_executable(app src/a.hip ${X}/b.hip)"),
    (
        "target_compile_options(a PRIVATE $<$<AND:$<COMPILE_LANGUAGE:CUDA>,$<CONFIG:Debug>>: -G>)",
        "target_compile_options(a PRIVATE $<$<AND:$<COMPILE_LANGUAGE:HIP>,$<CONFIG:Debug>>: -g>)",
    ),
    ("add_custom_command(COMMAND cmake -G Ninja)", "add_custom_command(COMMAND cmake -G Ninja)"),
    ("file(GLOB S src/*.cu)", "file(GLOB S src/*.hip)"),
    ("cuda_add_library(l STATIC src/a.cu)", "add_library(l STATIC src/a.hip)"),
    ("find_package(hip REQUIRED)", "find_package(hip REQUIRED)"),
    ("option(CUDA_FAST off)\nif(CUDA_FAST)\nendif()", "option(CUDA_FAST off)\nif(CUDA_FAST)\nendif()"),
]


@pytest.mark.parametrize(("before", "after"), CMAKE, ids=[b for b, _ in CMAKE])
def test_cmake(before: str, after: str) -> None:
    assert changed("CMakeLists.txt", f"{before}\n") == (f"{after}\n", [])


def test_packages_of_cmake() -> None:
    text, said = changed(
        "CMakeLists.txt",
        "project(a LANGUAGES CUDA)\n  find_package(CUDAToolkit 11 REQUIRED)\ntarget_link_libraries(a CUDA::cudart CUDA::cublas CUDA::curand)\n",
    )
    assert text == (
        "project(a LANGUAGES HIP)\n  find_package(hip REQUIRED)\n  find_package(hipblas REQUIRED)\n"
        "  find_package(hiprand REQUIRED)\ntarget_link_libraries(a hip::host roc::hipblas hip::hiprand)\n"
    )
    assert said == []


def test_projects_of_find_cuda_get_a_language() -> None:
    text, said = changed(
        "CMakeLists.txt", "find_package(CUDA)\ncuda_add_executable(a src/a.cu)\ntarget_link_libraries(a ${CUDA_LIBRARIES})\n"
    )
    assert text == "find_package(hip)\nenable_language(HIP)\nadd_executable(a src/a.hip)\ntarget_link_libraries(a hip::host)\n"
    assert said == []


CMAKE_LEFT = [
    ("cuda_add_executable(a x.cpp OPTIONS -O3)", "cuda_add_executable with OPTIONS"),
    ("set(CUDA_NVCC_FLAGS -O3)", "'CUDA_NVCC_FLAGS' is CUDA's"),
    ("set_target_properties(a PROPERTIES CUDA_SEPARABLE_COMPILATION ON)", "'CUDA_SEPARABLE_COMPILATION' is CUDA's"),
    ("include_directories(${CUDA_INCLUDE_DIRS})", "'CUDA_INCLUDE_DIRS' is CUDA's"),
    ("target_link_libraries(a CUDA::nvjpeg)", "'CUDA::nvjpeg' is CUDA's"),
    ("set(CMAKE_CUDA_ARCHITECTURES ${MINE})", "the architectures of HIP are others"),
    ("file(GLOB S util/*.c* x/*.cpp *)", "'util/*.c*' matches a.cu, and not what it is called now, *.hip"),
    ('string(APPEND F " -Xcompiler=${X}")', "'-Xcompiler=${X}' is nvcc's"),
]


@pytest.mark.parametrize(("line", "message"), CMAKE_LEFT, ids=[line for line, _ in CMAKE_LEFT])
def test_what_is_left_of_cmake_has_its_line(line: str, message: str) -> None:
    text, said = changed("cmake/x.cmake", f"set(A 1)\n{line}\n")
    assert text == f"set(A 1)\n{line}\n"
    assert len(said) == 1 and said[0].startswith(f"2: {message}")


def test_cmake_that_cannot_be_read() -> None:
    text, said = changed("CMakeLists.txt", "enable_language(CUDA)\nset(A (\nenable_language(CUDA)\n")
    assert text == "enable_language(HIP)\nset(A (\nenable_language(CUDA)\n"
    assert said == ["2: retarget cannot read this file from here on, and changes nothing behind this place"]


def test_commands_of_cmake() -> None:
    text = 'a(x "y ) #" [==[ z ) ]==] $<A:b>;c (d)) # e(\n#[[ f( ]]B()\n'
    found = [c for c in commands(text) if isinstance(c, CMakeCommand)]
    assert [(c.name, [a.text for a in c.arguments]) for c in found] == [("a", ["x", "y ) #", " z ) ", "$<A:b>;c", "d"]), ("b", [])]
    assert all(text[a.start : a.end] == a.text for c in found for a in c.arguments)


PROJECT = {
    "Makefile": "NVCC = nvcc\nall: a.o\n%.o: %.cu\n\t$(NVCC) -arch=sm_70 -Xptxas -v -c $< -o $@\n",
    "a.cu": "__global__ void k(float *a) { a[threadIdx.x] = 1; }\nvoid f(float *a) { k<<<1, 64>>>(a); }\n",
    "host.cpp": "#include <cuda_runtime.h>\nvoid g() { cudaDeviceReset(); }\n",
}


@pytest.fixture
def project(tmp_path: Path, memory: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("src").mkdir()
    for name, text in PROJECT.items():
        Path("src", name).write_text(text)
    return tmp_path


def test_a_whole_tree_has_them(project: Path) -> None:
    shown = retarget("src", "-o", "out/", "--no-parse", "--diff")
    assert shown.code == exits.OK and "+++ out/Makefile" in shown.out and "+NVCC = hipcc" in shown.out
    assert re.search(r"src/Makefile:1:1: warning: host.cpp: .* \[build-file\]", shown.err)
    assert retarget("src", "-o", "out/", "--no-parse", "--arch", "gfx942").code == exits.OK
    assert "--offload-arch=gfx942 -c" in Path("out/Makefile").read_text()
    assert retarget("src", "-o", "out/", "--no-parse", "--arch", "gfx942", "--check").code == exits.OK
    assert retarget("src", "-o", "cuda/", "--to", "nvidia", "--no-parse").code == exits.OK
    assert Path("cuda/Makefile").read_text() == PROJECT["Makefile"], "CUDA's build goes on as it is"


@needs_hip_compiler
@pytest.mark.skipif(not DEVICE_LIBRARIES.exists(), reason="no device libraries: apt-get install rocm-device-libs")
def test_the_makefile_builds(project: Path) -> None:
    assert HIP_COMPILER
    words = [str(HIP_COMPILER.path), "--rocm-path=/usr", f"--rocm-device-lib-path={DEVICE_LIBRARIES}"]
    Path("hipcc").write_text(f'#!/bin/sh\nexec {" ".join(words)} "$@"\n')
    Path("hipcc").chmod(0o755)
    assert retarget("src", "-o", "out/", "--no-parse").code == exits.OK
    path = f"{project}:{os.environ['PATH']}"
    done = subprocess.run(["make", "-C", "out"], env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert b"amdgcn" in Path("out/a.o").read_bytes()
