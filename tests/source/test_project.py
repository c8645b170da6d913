"""A file has one identity, however it is spelled; and whose a header is, wherever it lies."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from retarget.source import reach
from retarget.source.flags import Flags
from retarget.source.project import Project, below
from retarget.source.reach import reached
from retarget.source.text import Source
from retarget.system import exits
from retarget.system.toolchain import cuda_wheels
from retarget.translation.lock import NAME
from tests.command_line import Told, retarget

KERNEL = "__global__ void k(float *a) { a[threadIdx.x] = 1; }\nvoid f() { cudaDeviceSynchronize(); }\n"
HEADER = "#pragma once\ninline void {name}() {{ cudaDeviceReset(); }}\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, memory: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a memory of its own; what is built is shared."""
    work = tmp_path / "app"
    work.mkdir()
    monkeypatch.chdir(work)
    reach.forget()
    return work


def write(path: str, text: str) -> Path:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(text)
    return Path(path)


def header(path: str) -> Path:
    return write(path, HEADER.format(name=Path(path).stem))


def database(*entries: tuple[str, str]) -> None:
    """Of files and the options that each is compiled with, in a build folder."""
    listed = [
        {"directory": f"{os.getcwd()}/build", "file": file, "command": f"nvcc {words} -c {file}"}
        for file, words in entries
    ]
    write("build/compile_commands.json", json.dumps(listed))


def good(told: Told) -> Told:
    assert told.code == exits.OK, told.err
    return told


def tree(folder: str = "out") -> set[str]:
    return {str(p.relative_to(folder)) for p in Path(folder).rglob("*") if not p.is_dir() and p.name != NAME}


# One identity


SPELLINGS = {
    "relative, and an absolute folder": ('#include "x.cuh"', "-I{here}/src"),
    "dots": ('#include "../src/../src/x.cuh"', "-I../src"),
    "the folder's own name": ('#include "src/x.cuh"', "-I{here}"),
    "a link to the folder": ('#include "linked/x.cuh"', "-I{here}"),
    "a link to the file": ('#include "alias.cuh"', "-I{here}/src"),
    "a link around the project": ('#include "x.cuh"', "-I{here}/../by_link/src"),
}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_header_spelled_in_two_ways_is_one(spelling: str) -> None:
    directive, option = SPELLINGS[spelling]
    header("src/x.cuh")
    write("src/util/u.cuh", "#pragma once\n#include <x.cuh>\n")
    write("src/a.cu", f'{directive}\n#include "util/u.cuh"\n{KERNEL}')
    Path("linked").symlink_to("src")
    Path("src/alias.cuh").symlink_to("x.cuh")
    Path("../by_link").symlink_to("app")
    here = os.getcwd()
    database((f"{here}/src/a.cu", f"{option.format(here=here)} -I{here}/src"))
    told = json.loads(good(retarget("-p", "build", "-o", "out/", "--json")).out)
    assert sorted(f["source"] for f in told["files"]) == ["src/a.cu", "src/util/u.cuh", "src/x.cuh"]
    assert "hipDeviceReset" in Path("out/src/x.cuh").read_text()
    regular = {p for p in tree() if not Path("out", p).is_symlink()}
    assert regular == {"src/a.hip", "src/util/u.cuh", "src/x.cuh"}
    assert good(retarget("-p", "build", "-o", "out/", "--check")).err == ""


def test_a_database_names_files_by_a_link_around_the_project() -> None:
    Path("../by_link").symlink_to("app")
    header("src/x.cuh")
    write("src/a.cu", '#include "x.cuh"\n' + KERNEL + "int g() { return cudaGraphicsD3D9RegisterResource(0, 0, 0); }\n")
    database((f"{os.path.dirname(os.getcwd())}/by_link/src/a.cu", ""))
    told = retarget("-p", "build", "-o", "out/")
    assert "\nsrc/a.cu:4:18: error" in "\n" + told.err
    assert tree() == {"src/a.hip", "src/x.cuh"}


def test_links_are_links_in_the_tree() -> None:
    header("real/x.cuh")
    Path("link").symlink_to("real")
    write("a.cu", '#include "link/x.cuh"\n' + KERNEL)
    good(retarget("a.cu", "-o", "out/"))
    assert os.readlink("out/link/x.cuh") == "../real/x.cuh"
    assert "hipDeviceReset" in Path("out/link/x.cuh").read_text()
    shutil.rmtree(Path(os.environ["RETARGET_CACHE_DIR"]) / "runs")
    assert json.loads(good(retarget("a.cu", "-o", "out/", "--json")).out)["written"] == []
    Path("out/link/x.cuh").unlink()
    write("out/link/x.cuh", "mine\n")
    told = retarget("a.cu", "-o", "out/")
    assert told.code == exits.OUTPUT and "out/link/x.cuh was changed by hand" in told.err


def test_a_link_that_leads_out_of_the_project_is_the_projects() -> None:
    header("../shared/x.cuh")
    Path("shared").symlink_to("../shared")
    write("a.cu", '#include "shared/x.cuh"\n' + KERNEL)
    good(retarget("a.cu", "-o", "out/"))
    assert tree() == {"a.hip", "shared/x.cuh"}


def test_an_input_that_is_a_link_keeps_its_name() -> None:
    write("../store/b7f3.cu", KERNEL)
    Path("a.cu").symlink_to("../store/b7f3.cu")
    good(retarget("a.cu"))
    assert "hipDeviceSynchronize" in Path("a.hip").read_text()
    assert tree("../store") == {"b7f3.cu"}


def test_one_file_given_twice_is_one_input() -> None:
    write("a.cu", KERNEL)
    Path("b.cu").symlink_to("a.cu")
    good(retarget("a.cu", "./a.cu", f"{os.getcwd()}/a.cu", "b.cu", "-o", "out/"))
    assert tree() == {"a.hip"}


def test_in_place_changes_the_file_behind_a_link() -> None:
    header("real/x.cuh")
    Path("x.cuh").symlink_to("real/x.cuh")
    write("a.cu", '#include "x.cuh"\n' + KERNEL)
    good(retarget("a.cu", "--in-place"))
    assert Path("x.cuh").is_symlink()
    assert "hipDeviceReset" in Path("real/x.cuh").read_text()


def test_links_in_a_circle() -> None:
    header("src/x.cuh")
    Path("src/again").symlink_to(".")
    Path("one.cuh").symlink_to("two.cuh")
    Path("two.cuh").symlink_to("one.cuh")
    write("a.cu", '#include "src/again/again/x.cuh"\n#include "src/again/x.cuh"\n' + KERNEL)
    write("b.cu", '#include "one.cuh"\n' + KERNEL)
    told = good(retarget("a.cu", "b.cu", "-o", "out/"))
    assert "b.cu:1:10: warning: 'one.cuh' file not found" in told.err
    assert {p for p in tree() if not Path("out", p).is_symlink()} == {"a.hip", "b.hip", "src/x.cuh"}
    told = retarget("one.cuh")
    assert told.code == exits.INPUT and "one.cuh: links lead in a circle" in told.err


# Which file a directive means


def paths(root: str, flags: Flags) -> list[str]:
    return [s.path for s in reached(Source.read(root), flags)][1:]


def test_of_headers_with_one_name_the_first_folders_is_meant() -> None:
    for name in ("near", "quote", "first", "second", "system"):
        header(f"{name}/x.h")
    flags = Flags(quote=("quote",), include=("first", "second"), system=("system",))
    both = '#include "x.h"\n', "#include <x.h>\n"
    write("near/a.cu", both[0])
    write("b.cu", both[0])
    write("c.cu", both[1])
    assert paths("near/a.cu", flags) == ["near/x.h"]
    assert paths("b.cu", flags) == ["quote/x.h"]
    assert paths("c.cu", flags) == ["first/x.h"]
    assert paths("c.cu", Flags(system=("system",))) == []


def test_the_next_header_of_a_name() -> None:
    for name in ("first", "second", "third"):
        write(f"{name}/x.h", "#include_next <x.h>\n")
    write("a.cu", "#include <x.h>\n")
    assert paths("a.cu", Flags(include=("first", "second", "third"))) == ["first/x.h", "second/x.h", "third/x.h"]
    assert paths("a.cu", Flags(include=("third", "first"))) == ["third/x.h", "first/x.h"]


def test_a_header_that_a_macro_names_is_translated() -> None:
    write("x.cuh", "inline void x() { cudaDeviceReset(); }\n__device__ float atomicSub(float *p, float v);\n")
    write("a.cu", '#define HEADER(name) <name>\n#include HEADER(x.cuh)\n__global__ void k(int *p) { *p = 1; }\n')
    good(retarget("a.cu", "-o", "out/", "-I", "."))
    text = Path("out/x.cuh").read_text()
    assert "hipDeviceReset" in text and "program_atomicSub" in text


# Whose a header is


def toolkit(path: str) -> str:
    """CUDA's headers in one folder, and one of the libraries', as a toolkit has them."""
    for wheel in cuda_wheels():
        shutil.copytree(wheel, path, dirs_exist_ok=True)
    write(f"{path}/cublas_v2.h", '#include "cublas_api.h"\n')
    write(f"{path}/cublas_api.h", '#include "driver_types.h"\ntypedef struct cublasContext *cublasHandle_t;\n')
    return path


@pytest.mark.slow
@pytest.mark.parametrize("place", ["../cuda/include", "third_party/cuda/include"])
@pytest.mark.parametrize("option", ["-I", "-isystem ", "--include-path="])
def test_a_toolkit_is_known_wherever_it_lies(place: str, option: str) -> None:
    toolkit(place)
    write("src/a.cu", '#include <cuda_runtime.h>\n#include "cublas_v2.h"\n' + KERNEL + "cublasHandle_t h;\n")
    database((f"{os.getcwd()}/src/a.cu", f"{option}{os.path.abspath(place)}"))
    told = good(retarget("-p", "build", "-o", "out/", "-v"))
    assert "warning" not in told.err and "not found" not in told.err
    assert {p for p in tree() if not p.startswith("retarget_hip/")} == {"src/a.hip"}


def test_a_copy_of_cudas_headers_is_replaced_by_hips() -> None:
    toolkit("third_party/cuda/include")
    write("a.cu", '#include "third_party/cuda/include/cuda_runtime.h"\n' + KERNEL)
    good(retarget("a.cu", "-o", "out/"))
    assert tree() == {"a.hip"}
    assert Path("out/a.hip").read_text().startswith('#include "hip/hip_runtime.h"\n')


def test_a_header_of_the_users_with_a_toolkits_name_is_the_users() -> None:
    write("inc/cuda_runtime.h", "#pragma once\n#define cudaDeviceSynchronize() 0\n")
    write("a.cu", "#include <cuda_runtime.h>\nint f() { return cudaDeviceSynchronize(); }\n")
    good(retarget("a.cu", "-Iinc", "-o", "out/"))
    assert tree() == {"a.hip", "inc/cuda_runtime.h"}
    assert "<cuda_runtime.h>" in Path("out/a.hip").read_text()


@pytest.mark.parametrize(
    ("root", "inputs", "path", "is_users"),
    [
        ("/opt/app", ["/opt/app/src/a.cu"], "/opt/app/include/x.h", True),
        ("/opt/app", ["/opt/app/src/a.cu"], "/opt/other/include/x.h", False),
        ("/", ["/opt/app/src/a.cu"], "/opt/app/include/x.h", True),
        ("/", ["/home/u/a.cu"], "/usr/include/x.h", False),
        ("/", ["/home/u/a.cu"], "/usr/local/cuda-12.4/samples/common/inc/x.h", False),
        ("/usr/src/app", ["/usr/src/app/a.cu"], "/usr/src/app/x.h", True),
        ("/usr/local/src/app", ["/usr/local/src/app/a.cu"], "/usr/local/src/app/x.h", True),
        ("/usr/local/include/app", ["/usr/local/include/app/a.cu"], "/usr/local/include/app/x.h", True),
        ("/usr/local/include/app", ["/usr/local/include/app/a.cu"], "/usr/local/include/y.h", False),
        ("/home/u", ["/home/u/a.cu"], "/home/u/env/lib/python3.11/site-packages/nvidia/cufft/include/x.h", False),
        ("/usr/lib/python3/dist-packages/p", ["/usr/lib/python3/dist-packages/p/a.cu"],
         "/usr/lib/python3/dist-packages/p/x.h", True),
        ("/home/u", ["/home/u/a.cu"], "/nix/store/7q-glibc/include/x.h", False),
    ],
)  # fmt: skip
def test_places(root: str, inputs: list[str], path: str, is_users: bool) -> None:
    assert Project.of(root, inputs).holds(path) is is_users


@pytest.mark.parametrize("mark", ["conda-meta/history", "pyvenv.cfg", ".spack/spec.json"])
def test_a_package_managers_prefix_is_not_the_users(mark: str) -> None:
    write(f"env/{mark}", "")
    write("env/include/lib.h", "inline void lib() { cudaDeviceReset(); }\n")
    write("a.cu", "#include <lib.h>\n" + KERNEL)
    good(retarget("a.cu", "-Ienv/include", "-o", "out/"))
    assert tree() == {"a.hip"}


@pytest.mark.parametrize(
    ("mark", "place"),
    [
        ("deps/pkg-1.0.dist-info/RECORD", "deps/pkg/include"),
        ("prefix/lib/cmake/Pkg/PkgConfig.cmake", "prefix/include/pkg"),
        ("prefix/share/cmake/pkg/pkg-config.cmake", "prefix/include"),
        ("prefix/lib/x86_64-linux-gnu/pkgconfig/pkg.pc", "prefix/include"),
    ],
)
def test_headers_that_an_installation_left_are_not_the_users(mark: str, place: str) -> None:
    write(mark, "")
    write(f"{place}/x.h", "")
    assert not Project.of(".", ["a.cu"]).holds(f"{place}/x.h")


def test_a_tree_of_sources_that_describes_its_own_package_is_the_users() -> None:
    for path in ("lib/pkgconfig/pkg.pc", "CMakeLists.txt", "include/x.h"):
        write(path, "")
    assert Project.of(".", ["a.cu"]).holds("include/x.h")


def test_a_system_folder_within_the_project_is_the_projects() -> None:
    header("third_party/lib/x.cuh")
    header("../elsewhere/y.cuh")
    write("a.cu", "#include <x.cuh>\n#include <y.cuh>\n" + KERNEL)
    told = good(retarget("a.cu", "-o", "out/", "--", "-isystem", "third_party/lib", "-isystem", "../elsewhere"))
    assert tree() == {"a.hip", "third_party/lib/x.cuh"}
    assert "outside-root" not in told.err


def test_below() -> None:
    Path("../by_link").symlink_to("app")
    assert below("src/x.h", ".") == "src/x.h"
    assert below("../by_link/src/x.h", ".") == "src/x.h"
    assert below("src/x.h", "../by_link") == "src/x.h"
    assert below("../x.h", ".") is None
    assert below("/x.h", "/") == "x.h"


# Copies of NVIDIA's libraries


def cub(path: str) -> None:
    """A copy of CUB, as releases of it have been: headers that clang cannot read beside those of our toolkit."""
    write(f"{path}/cub.cuh", '#pragma once\n#include "block/block_reduce.cuh"\n#include "util_namespace.cuh"\n')
    write(f"{path}/util_namespace.cuh", "#pragma once\n#define CUB_NS_PREFIX\n#define CUB_NS_POSTFIX\n")
    old = "#pragma once\nnamespace cub { template <typename T, int N> class BlockReduce; cudaError_t Old(no_type t); }\n"
    write(f"{path}/block/block_reduce.cuh", old)


@pytest.mark.parametrize(
    ("directive", "option"),
    [
        ("<cub/cub.cuh>", "-Ithird_party"),
        ("<cub/block/block_reduce.cuh>", "-Ithird_party"),
        ('"third_party/cub/cub.cuh"', "-DX"),
        ('"../app/third_party/cub/block/block_reduce.cuh"', "-DX"),
    ],
)
def test_a_copy_of_cub_is_replaced_by_the_targets(directive: str, option: str) -> None:
    cub("third_party/cub")
    write("a.cu", f"#include <cuda_runtime.h>\n#include {directive}\n{KERNEL}")
    told = good(retarget("a.cu", option, "-o", "out/"))
    assert "warning" not in told.err
    assert tree() == {"a.hip"}
    text = Path("out/a.hip").read_text()
    assert "hipcub/" in text and "cub/cub.cuh" not in text and "block_reduce.cuh" not in text


def test_a_copy_of_cutlass_is_one_error() -> None:
    for name in ("cutlass.h", "numeric_types.h", "gemm/device/gemm.h"):
        write(f"third_party/cutlass/include/cutlass/{name}", "#pragma once\ncudaError_t f(int);\n")
    lines = ["#include <cuda_runtime.h>", "#include <cutlass/cutlass.h>", "#include <cutlass/gemm/device/gemm.h>"]
    write("a.cu", "\n".join([*lines, KERNEL]))
    told = retarget("a.cu", "-Ithird_party/cutlass/include", "-o", "out/")
    assert told.code == exits.TRANSLATION
    assert told.err.count("error: ") == 1 and "warning" not in told.err, told.err
    assert "a.cu:2:11: error: 'cutlass/cutlass.h' has no counterpart in HIP: CUTLASS" in told.err
    assert "Composable Kernel" in told.err and "hipBLASLt" in told.err and "rocWMMA" in told.err
    assert tree() == {"a.hip"}


def test_a_copy_of_a_header_without_a_counterpart_is_an_error() -> None:
    toolkit("third_party/cuda")
    write("third_party/cuda/cuda_unheard_of.h", "int unheard_of();\n")
    write("a.cu", '#include "third_party/cuda/cuda_unheard_of.h"\n' + KERNEL)
    told = retarget("a.cu", "-o", "out/")
    assert "a.cu:1:11: error: this is a copy of CUDA's 'cuda_unheard_of.h'" in told.err


def test_a_header_in_a_folder_of_cubs_name_is_not_cubs() -> None:
    """Beside CUB's own folder its releases have `test`, which programs include by way of the release's folder."""
    write("../elsewhere/cub/test/util.h", "struct CommandLineArgs {};\n")
    write("a.cu", "#include <cub/test/util.h>\n#include <cub/cub.cuh>\n" + KERNEL)
    good(retarget("a.cu", "-o", "out/", "--", "-isystem", "../elsewhere"))
    made = Path("out/a.hip").read_text()
    assert "#include <cub/test/util.h>" in made and "#include <hipcub/hipcub.hpp>" in made


def test_a_header_by_cubs_name_that_stays_in_cuda_is_told() -> None:
    write("../elsewhere/cub/test/util.h", "inline void wait() { cudaDeviceSynchronize(); }\n")
    write("a.cu", "#include <cub/test/util.h>\n#include <cub/cub.cuh>\n" + KERNEL)
    told = retarget("a.cu", "-o", "out/", "--", "-isystem", "../elsewhere")
    assert "a.cu:1:11: warning: this is ../elsewhere/cub/test/util.h, which is not CUDA's" in told.err
    good(retarget("a.cu", "-o", "../all/", "--root", "..", "--", "-isystem", "../elsewhere"))
    assert "hipDeviceSynchronize" in Path("../all/elsewhere/cub/test/util.h").read_text()


# Units that include units


@pytest.mark.parametrize("listed", [[], ["src/x.cu"]])
@pytest.mark.parametrize("root", ["", "/"])
def test_an_absolute_include_leads_to_what_was_translated(root: str, listed: list[str]) -> None:
    header("src/x.cu")
    spelled = f"{os.getcwd()}/src/x.cu" if root else "../src/x.cu"
    write("all/unity.cu", f'#include "{spelled}"\n' + KERNEL)
    database(*((f"{os.getcwd()}/{path}", "-DX") for path in ("all/unity.cu", *listed)))
    good(retarget("-p", "build", "-o", "out/"))
    assert {"all/unity.hip", "src/x.cu"} <= tree() and "src/x.hip" not in tree()
    assert '#include "../src/x.cu"' in Path("out/all/unity.hip").read_text()


def test_a_unit_that_another_includes_cannot_stand_beside_itself() -> None:
    header("x.cu")
    write("unity.cu", '#include "x.cu"\n' + KERNEL)
    database((f"{os.getcwd()}/unity.cu", "-DX"), (f"{os.getcwd()}/x.cu", "-DX"))
    told = retarget("-p", "build")
    assert (told.code, "1 included file(s) change as well (x.cu)" in told.err) == (exits.OUTPUT, True)


def test_a_cpp_that_is_compiled_as_cuda_gets_the_runtimes_include() -> None:
    write("a.cpp", "#include <cstdio>\n__global__ void k(int *p) { *p = 1; }\nint main() { cudaDeviceReset(); }\n")
    good(retarget("a.cpp", "-o", "out/", "--", "-x", "cu"))
    assert Path("out/a.cpp").read_text().startswith("#include <hip/hip_runtime.h>\n")
