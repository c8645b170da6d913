"""Programs as builds make them: Makefiles that are watched, CMake's builds by Ninja and by make, calls of tools."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from retarget.batch.discovery import discovered
from retarget.batch.tool_calls import ToolCall, tool_name
from retarget.errors import InputError

MAIN = "#include <cuda_runtime.h>\nint helper(); int main() { return helper() + cudaGetLastError(); }\n"
HELPER = "#include <cuda_runtime.h>\nint helper() { return cudaDeviceSynchronize(); }\n"
CMAKE = """\
cmake_minimum_required(VERSION 3.20)
project(p CXX)
enable_testing()
add_library(helper STATIC lib/helper.cpp)
add_executable(app src/main.cpp)
target_link_libraries(app helper)
add_executable(plain src/plain.cpp)
add_test(NAME first COMMAND app 17 in.txt)
"""


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


@pytest.mark.compiler
@pytest.mark.parametrize("generator", ["Ninja", "Unix Makefiles"])
def test_a_program_of_cmake_has_the_units_of_its_libraries_and_the_arguments_of_its_test(
    generator: str, tmp_path: Path
) -> None:
    files = {"CMakeLists.txt": CMAKE, "src/main.cpp": MAIN, "lib/helper.cpp": HELPER, "src/plain.cpp": "int main() {}\n"}
    root = write(tmp_path / "p", files)
    words = ["cmake", "-S", ".", "-B", "build", "-G", generator, "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"]
    subprocess.run(words, cwd=root, check=True, capture_output=True)
    (found,) = (f.program for f in discovered(str(root), str(tmp_path)))
    assert (found.name, found.folder, found.sources) == ("app", "p", ("src/main.cpp", "lib/helper.cpp"))
    assert found.run == ("17", "in.txt")


def test_a_makefile_tells_units_libraries_and_what_it_runs(tmp_path: Path) -> None:
    makefile = """\
CUDA_PATH ?= /nowhere
OLD := $(shell $(CXX) -dumpversion | cut -d. -f1)
ifneq ($(OLD),)
app: main.o libhelper.a
\t$(CUDA_PATH)/bin/nvcc main.o -L. -lhelper libhelper.a -lcublas -o app
endif
main.o: main.cu
\t$(CUDA_PATH)/bin/nvcc -dc -Iinc main.cu -o main.o
libhelper.a: helper.cu
\t$(CUDA_PATH)/bin/nvcc -dc -Iinc helper.cu -o helper.o
\tar rc libhelper.a helper.o
run: app
\t./app 5 -v
"""
    files = {"Makefile": makefile, "main.cu": MAIN, "helper.cu": HELPER, "inc/x.h": ""}
    (one,) = discovered(str(write(tmp_path / "p", files)), str(tmp_path))
    program = one.program
    assert (program.name, program.run) == ("app", ("5", "-v"))
    assert sorted(program.sources) == ["helper.cu", "main.cu"] and program.flags == ("-lhelper", "-lcublas")
    assert all("-dc" in map(str, entry["arguments"]) for entry in one.entries), "which no flag of a manifest tells"
    assert not (tmp_path / "p/app").exists()


def test_host_code_alone_counts_where_nvcc_links_it(tmp_path: Path) -> None:
    makefile = "query: query.cpp\n\tnvcc query.cpp -o query\n"
    write(tmp_path / "s/query", {"Makefile": makefile, "query.cpp": MAIN.replace("helper()", "0").replace("int 0; ", "")})
    write(tmp_path / "s/other", {"Makefile": "other: other.cpp\n\tg++ other.cpp -o other\n", "other.cpp": "int main() {}"})
    assert [f.program.name for f in discovered(str(tmp_path / "s"), str(tmp_path))] == ["query"]


def test_a_build_that_asks_or_fails_costs_what_follows_alone(tmp_path: Path) -> None:
    makefile = "all:\n\tnvcc a.cu -o a\n\tread answer && nvcc b.cu -o b\n\tfalse\n"
    write(tmp_path, {"Makefile": makefile, "a.cu": MAIN, "b.cu": MAIN})
    found = discovered(str(tmp_path), str(tmp_path))
    assert [f.program.sources for f in found] == [("a.cu",)]


def test_a_watched_build_writes_nothing_into_the_tree(tmp_path: Path) -> None:
    """Not beside the program's folder, and not outside of the tree, where links lead."""
    link = "nvcc a.cu ../common/c.o ../../outside/o.o -o a"
    objects = "gcc -c ../common/c.c -o ../common/c.o\n\tgcc -c ../common/c.c -o ../../outside/o.o"
    suite = {"suite/a/Makefile": f"all:\n\t{objects}\n\trm -f ../common/old\n\t{link}\n", "suite/a/a.cu": MAIN,
             "suite/common/c.c": HELPER, "suite/common/old": "", "suite/data/large": "x" * (2 << 20),
             "outside/o.o": "kept"}  # fmt: skip
    write(tmp_path, suite)
    before = {p: (p.read_bytes(), p.stat().st_mode) for p in tmp_path.rglob("*") if p.is_file()}
    (found,) = discovered(str(tmp_path / "suite"), str(tmp_path))
    assert {p: (p.read_bytes(), p.stat().st_mode) for p in tmp_path.rglob("*") if p.is_file()} == before
    assert set(found.program.sources) == {"a.cu", "../common/c.c"}


def test_nothing_to_find_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="configure its build"):
        discovered(str(tmp_path), str(tmp_path))


@pytest.mark.parametrize(
    ("tool", "name"),
    [
        ("/usr/bin/x86_64-linux-gnu-g++-12", "g++"), ("clang++-19", "clang++"), ("nvcc", "nvcc"), ("gcc-12.2", "gcc"),
        ("/opt/bin/mpicxx", "mpicxx"), ("aarch64-linux-gnu-gcc", "gcc"), ("cmake", "cmake"),
    ],
)  # fmt: skip
def test_tools_are_known_by_their_names(tool: str, name: str) -> None:
    assert tool_name(tool) == name


@pytest.mark.parametrize(
    ("words", "output", "links"),
    [
        ("-c a.cu", "/d/a.o", False), ("a.o b.o -o app", "/d/app", True), ("a.o", "/d/a.out", True),
        ("-shared a.o -o lib.so", "/d/lib.so", False), ("-oapp a.o", "/d/app", True), ("-ptx a.cu -o a.ptx", "/d/a.ptx", False),
    ],
)  # fmt: skip
def test_a_call_tells_what_it_makes(words: str, output: str, links: bool) -> None:
    call = ToolCall.of("nvcc", "/d", words.split())
    assert (call.output, call.links) == (output, links)
