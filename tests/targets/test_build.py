"""Finding a compiler and building with it; messages at the user's own lines."""

from __future__ import annotations

import os
import signal
import stat
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from retarget.errors import MissingTool
from retarget.source.flags import Flags
from retarget.source.text import Severity, Source, located
from retarget.targets.amd import devicelibs
from retarget.targets.amd.architecture import UnknownArchitecture, target_ids
from retarget.targets.amd.build import TIME_OUT, Job, Product, command_line, compile_all, compile_unit
from retarget.targets.amd.codeobject import kernels
from retarget.targets.amd.compiler import Compiler, HipCompilerKind, find_compiler, known_architectures, require_known
from retarget.targets.amd.jobs import standard
from retarget.targets.amd.messages import COMPILE, LINK, Placing, diagnostics
from retarget.unit import Unit
from tests.compilers import HIP_COMPILER, needs_hip_compiler
from tests.places import SAMPLES

KERNEL = """\
#include <hip/hip_runtime.h>
template <typename T>
__global__ void twice(T* p)
{
    p[threadIdx.x] *= 2;
}
int main()
{
    twice<<<1, 64>>>(static_cast<float*>(nullptr));
}
"""


@pytest.fixture
def compiler() -> Compiler:
    assert HIP_COMPILER is not None
    return HIP_COMPILER


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text)
    return path


def script(folder: Path, text: str, name: str = "fake-clang++") -> Path:
    """A stand-in for a compiler."""
    path = written(folder, name, f"#!{sys.executable}\n{text}")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def fake(path: Path) -> Compiler:
    return Compiler(path, (19, 0, 0), HipCompilerKind.ROCM, Path("/nowhere"), None, (6, 0, 0))


# Messages

ERRORS = """\
In file included from a.hip:1:
./inc/b.h:1:3: error: unknown type name 'foo'
a.hip:3:5: error: use of undeclared identifier 'hipFoo'
a.hip:2:1: note: expanded from macro 'CALL'
a.hip:3:5: error: use of undeclared identifier 'hipFoo'
a.hip:2:1: note: expanded from macro 'CALL'
a.hip:3:5: warning: unused [-Wunused]
a.hip:3:1: remark: Function Name: k [-Rpass-analysis=kernel-resource-usage]
2 errors generated when compiling for gfx90a.
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "inc").mkdir()
    written(tmp_path / "inc", "b.h", "  foo x;\n")
    written(tmp_path, "a.hip", '#include "b.h"\n#define CALL\nint hipFoo(1);\n')
    written(tmp_path, "a.cu", '#include "b.h"\n\n#define CALL\n  int x = cudaFoo(1); hipFoo;\n')
    return tmp_path


def test_errors_are_located_once_with_their_notes(tree: Path) -> None:
    found = diagnostics(ERRORS, Placing(str(tree)))
    assert [(d.rule, d.severity, d.message) for d in found] == [
        (COMPILE, Severity.ERROR, "unknown type name 'foo'"),
        (COMPILE, Severity.ERROR, "use of undeclared identifier 'hipFoo'"),
        (COMPILE, Severity.WARNING, "unused [-Wunused]"),
    ]
    source = Source.read(tree / "a.hip")
    assert found[0].span is not None
    assert found[0].span.path == "inc/b.h"
    assert found[1].span is not None
    assert source.text[found[1].span.start : found[1].span.end] == "hipFoo"
    assert [r.message for r in found[1].related] == ["expanded from macro 'CALL'"]


def test_errors_are_told_at_the_users_own_line(tree: Path) -> None:
    def origin(path: str, line: int) -> tuple[str, int] | None:
        return ("a.cu", line + 1) if path == "a.hip" else None

    found = diagnostics(ERRORS, Placing(str(tree), origin))
    source = Source("a.cu", (tree / "a.cu").read_text())
    assert located(source, found[1].span) == "a.cu:4:23"  # where the user has the same word
    assert [located(source, r.span) for r in found[1].related] == ["a.cu:3:1"]
    assert found[0].span is not None
    assert found[0].span.path == "inc/b.h"


@pytest.mark.parametrize("place", ["gone.h:1:1", "a.hip:999:1", "a.hip:3:999999", "a.hip:0:0"])
def test_places_that_cannot_be_shown_are_still_told(tree: Path, place: str) -> None:
    (found,) = diagnostics(f"{place}: error: bad\n", Placing(str(tree)))
    assert "bad" in found.message
    assert found.span is not None or place.rpartition(":")[0] in found.message


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("lld: error: undefined hidden symbol: nowhere(int)", "undefined hidden symbol: nowhere(int)"),
        ("a.hip:(.text+0x65): undefined reference to `f()'", "undefined reference to `f()'"),
        ("/usr/bin/ld: cannot find -lx: No such file", "cannot find -lx: No such file"),
    ],
)
def test_what_the_linker_says(line: str, told: str) -> None:
    trailer = "clang++-19: error: linker command failed with exit code 1 (use -v to see invocation)"
    (found,) = diagnostics(f"/usr/bin/ld: /tmp/x.o: in function `main':\n{line}\n{trailer}\n", Placing())
    assert (found.rule, found.severity) == (LINK, Severity.ERROR)
    assert told in found.message


# Running a compiler, whichever


def test_a_compiler_that_fails_in_silence_is_an_error(tmp_path: Path) -> None:
    path = script(tmp_path, "import sys; sys.stderr.write('one\\ntwo\\n'); sys.exit(3)")
    built = compile_unit(fake(path), Job((Path("a.hip"),), target_ids("gfx90a"), tmp_path / "a.o"))
    assert (built.ok, built.returncode) == (False, 3)
    assert "failed with status 3: one; two" in built.diagnostics[0].message


@pytest.mark.slow
def test_time_out_ends_the_whole_process_group(tmp_path: Path) -> None:
    child = tmp_path / "child"
    path = script(
        tmp_path,
        "import subprocess, sys, time\n"
        "p = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        f"open({str(child)!r}, 'w').write(str(p.pid))\ntime.sleep(60)\n",
    )
    built = compile_unit(fake(path), Job((Path("a.hip"),), target_ids("gfx90a"), tmp_path / "a.o"), time_limit=2)
    assert (built.returncode, [d.rule for d in built.diagnostics]) == (-signal.SIGKILL, [TIME_OUT])
    assert 2 <= built.seconds < 20
    time.sleep(0.2)
    state = Path(f"/proc/{child.read_text()}/stat")
    assert not state.exists() or state.read_text().split(") ")[1].startswith("Z")
    assert not (tmp_path / "a.o").exists()
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith(".")] == []


def test_an_output_folder_that_is_not_there_is_an_os_error(tmp_path: Path) -> None:
    job = Job((Path("a.hip"),), target_ids("gfx90a"), tmp_path / "none" / "a.o")
    with pytest.raises(FileNotFoundError):
        compile_unit(fake(Path("/bin/true")), job)


def test_a_failure_leaves_the_old_output(tmp_path: Path) -> None:
    old = written(tmp_path, "a.o", "old")
    path = script(tmp_path, "import sys; open(sys.argv[-1], 'w').write('half'); sys.exit(1)")
    assert not compile_unit(fake(path), Job((Path("a.hip"),), target_ids("gfx90a"), old)).ok
    assert old.read_text() == "old"


def test_the_command_passes_the_users_flags_and_libraries() -> None:
    job = Job(
        (Path("a.hip"), Path("b.cpp"), Path("-c.o")),
        target_ids("gfx90a:xnack-,gfx1100"),
        product=Product.EXECUTABLE,
        flags=("-Iinclude", "-DN=4", "-std=c++17", "-include", "x.h"),
        libraries=("-lhipblas", "-lm"),
        relocatable=True,
    )
    words = list(command_line(fake(Path("/rocm/clang++")), job, Path("/out")))
    assert [w for w in words if w.startswith("--offload-arch")] == [
        "--offload-arch=gfx90a:xnack-",
        "--offload-arch=gfx1100",
    ]
    at = words.index("-Iinclude")
    assert words[at : at + 5] == list(job.flags)
    assert words[words.index("a.hip") - 1 : words.index("a.hip") + 8] == [
        *("hip", "a.hip", "-x", "c++", "b.cpp", "-x", "none", "./-c.o", "-x"),
    ]
    assert words[-4:] == ["-lhipblas", "-lm", "-o", "/out"]
    assert {"-O3", "-fgpu-rdc", "--hip-link"} <= set(words)
    assert "-mcode-object-version=6" not in words


# Device libraries


@pytest.mark.parametrize(
    ("architecture", "constant"),
    [("gfx900", 9000), ("gfx90a", 9010), ("gfx90c", 9012), ("gfx942", 9402), ("gfx950", 9500), ("gfx1030", 10300),
     ("gfx1036", 10306), ("gfx1100", 11000), ("gfx1151", 11501), ("gfx1201", 12001), ("gfx11-generic", 11003)],
)  # fmt: skip
def test_isa_versions(architecture: str, constant: int) -> None:
    assert devicelibs.isa_version(architecture) == constant


@pytest.mark.parametrize("name", ["gfx", "sm_80", "gfx9", "gfx90z", "gfx99-generic"])
def test_names_without_isa_version_are_refused(name: str) -> None:
    with pytest.raises(devicelibs.DeviceLibraryError, match="no device library"):
        devicelibs.isa_version(name)


def test_a_complete_installation_is_used_as_it_is(tmp_path: Path) -> None:
    files = devicelibs.needed(["gfx90a"], 5)
    assert set(files) == {"oclc_isa_version_90a.bc", "oclc_abi_version_500.bc"}
    for name in files:
        written(tmp_path, name, "")
    assert devicelibs.completed(Path("no-clang"), "19", tmp_path, files, tmp_path / "cache") == tmp_path
    assert not (tmp_path / "cache").exists()


def test_a_library_that_cannot_be_made_says_why(tmp_path: Path) -> None:
    path = script(tmp_path, "import sys; sys.stderr.write('no such target'); sys.exit(1)")
    with pytest.raises(devicelibs.DeviceLibraryError, match="no such target"):
        devicelibs.completed(path, "19", tmp_path, devicelibs.needed(["gfx942"], None), tmp_path / "cache")
    assert not list((tmp_path / "cache").rglob("*.bc"))


def _complete(argument: tuple[Compiler, Path]) -> str:
    compiler, cache = argument
    assert compiler.device_libs is not None
    files = devicelibs.needed(["gfx942", "gfx1100", "gfx1201"], None)
    return str(devicelibs.completed(compiler.path, "x", compiler.device_libs, files, cache))


@needs_hip_compiler
def test_several_processes_complete_the_libraries_at_once(tmp_path: Path, compiler: Compiler) -> None:
    if compiler.device_libs is None:
        pytest.skip("this compiler has its own device libraries")
    with ProcessPoolExecutor(4) as pool:
        (folder,) = set(pool.map(_complete, [(compiler, tmp_path)] * 4))
    found = sorted(p.name for p in Path(folder).iterdir() if p.name != "making")
    assert {"ockl.bc", "oclc_isa_version_942.bc", "oclc_isa_version_1100.bc"} <= set(found)
    assert all(name.endswith((".bc", ".bc.sum")) for name in found)
    assert all((Path(folder) / name).read_bytes()[:2] == b"BC" for name in found if name.endswith(".bc"))


# Finding a compiler


def test_a_compiler_that_is_not_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(MissingTool, match="not there"):
        find_compiler(tmp_path / "none")
    monkeypatch.setenv("RETARGET_HIPCC", str(tmp_path / "other"))
    with pytest.raises(MissingTool, match="other is not there"):
        find_compiler()


def test_no_compiler_at_all_names_the_command(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("RETARGET_HIPCC", raising=False)
    monkeypatch.setenv("ROCM_PATH", str(tmp_path))
    if Path("/opt/rocm").exists():
        pytest.skip("a ROCm installation is found without the path")
    with pytest.raises(MissingTool, match=r"no HIP compiler found.*install"):
        find_compiler()


def test_rocm_comes_before_a_plain_clang(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    rocm = tmp_path / "rocm-6.2.2"
    (rocm / "llvm/bin").mkdir(parents=True)
    (rocm / "include/hip").mkdir(parents=True)
    text = "#define HIP_VERSION_MAJOR 6\n#define HIP_VERSION_MINOR 2\n#define HIP_VERSION_PATCH 41134\n"
    written(rocm / "include/hip", "hip_version.h", text)
    path = script(rocm / "llvm/bin", "print('AMD clang version 18.0.0git (roc-6.2.2)')")
    path.rename(path.with_name("clang++"))
    monkeypatch.delenv("RETARGET_HIPCC", raising=False)
    monkeypatch.setenv("ROCM_PATH", str(rocm))
    monkeypatch.setenv("RETARGET_CACHE_DIR", str(tmp_path / "cache"))
    found = find_compiler()
    assert (found.kind, found.version, found.hip_version) == (HipCompilerKind.ROCM, (18, 0, 0), (6, 2, 41134))
    is_shadowed = Path("/usr/include/hip/hip_version.h").is_file()
    own = ("-isystem", str(rocm / "include")) if is_shadowed else ()
    assert found.arguments() == (f"--rocm-path={rocm}", *own), "the system's headers come after an installation's own"
    assert found.rocm_path == rocm
    assert f"--rocm-path={rocm}" in found.arguments()


def test_an_old_or_foreign_compiler_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MissingTool, match="needs 17 or newer"):
        find_compiler(script(tmp_path, "print('clang version 14.0.6')"))
    with pytest.raises(MissingTool, match="is no clang"):
        find_compiler(script(tmp_path, "print('gcc 12')", "gcc"))


@needs_hip_compiler
def test_hip_headers_of_choice_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(MissingTool, match=r"no hip/hip_runtime\.h"):
        find_compiler(hip_include=tmp_path)


@needs_hip_compiler
def test_what_the_compiler_cannot_build_is_said_beforehand(compiler: Compiler) -> None:
    assert "gfx90a" in known_architectures(compiler)
    require_known(compiler, target_ids("gfx90a,gfx1100"))
    with pytest.raises(UnknownArchitecture, match="cannot build for gfx999"):
        require_known(compiler, target_ids("gfx90a,gfx999", {"gfx999"}))


# Real builds


@needs_hip_compiler
def test_an_object_for_several_architectures(tmp_path: Path, compiler: Compiler) -> None:
    source = written(tmp_path, "a.hip", KERNEL)
    architectures = target_ids("gfx90a,gfx942,gfx1030,gfx1100")
    built = compile_unit(compiler, Job((source,), architectures, tmp_path / "a.o"))
    assert (built.diagnostics, built.outputs) == ((), (tmp_path / "a.o",))
    assert [r.architecture for r in built.resources] == [str(a) for a in architectures]
    assert {r.kernel for r in built.resources} == {"twice<float>"}
    assert all(r.vgprs and r.sgprs and r.code_bytes and r.occupancy >= 8 for r in built.resources)
    assert {(r.path, r.line) for r in built.resources} == {(str(source), 4)}
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.hip", "a.o"]


@needs_hip_compiler
def test_figures_without_writing_anything(tmp_path: Path, compiler: Compiler) -> None:
    source = written(tmp_path, "a.hip", KERNEL)
    built = compile_unit(compiler, Job((source,), target_ids("gfx90a"), product=Product.DEVICE))
    assert [r.kernel for r in built.resources] == ["twice<float>"]
    assert os.listdir(tmp_path) == ["a.hip"]


@needs_hip_compiler
def test_the_same_job_gives_the_same_object(tmp_path: Path, compiler: Compiler) -> None:
    source = written(tmp_path, "a.hip", KERNEL)
    job = Job((source,), target_ids("gfx90a"), tmp_path / "a.o")
    assert compile_unit(compiler, job).ok
    first = (tmp_path / "a.o").read_bytes()
    assert compile_unit(compiler, job).ok
    assert (tmp_path / "a.o").read_bytes() == first


@needs_hip_compiler
def test_relocatable_objects_linked_to_an_executable(tmp_path: Path, compiler: Compiler) -> None:
    caller = KERNEL.replace("template", "__device__ int far(int);\ntemplate", 1).replace("*= 2", "*= far(2)")
    sources = [
        written(tmp_path, "a.hip", caller),
        written(tmp_path, "b.hip", "#include <hip/hip_runtime.h>\n__device__ int far(int x) { return 3 * x; }\n"),
    ]
    targets = target_ids("gfx90a")
    jobs = [Job((s,), targets, s.with_suffix(".o"), relocatable=True) for s in sources]
    objects = compile_all(compiler, jobs, 2)
    assert [b.diagnostics for b in objects] == [(), ()]
    inputs = tuple(output for b in objects for output in b.outputs)
    job = Job(inputs, targets, tmp_path / "prog", Product.EXECUTABLE, libraries=("-lm",), relocatable=True)
    built = compile_unit(compiler, job)
    assert built.diagnostics == ()
    assert [r.kernel for r in built.resources] == ["twice<float>"]
    assert os.access(tmp_path / "prog", os.X_OK)
    assert [k.symbol for k in kernels((tmp_path / "prog").read_bytes())] == [built.resources[0].symbol]
    both = Job(tuple(sources), targets, tmp_path / "both", Product.EXECUTABLE, relocatable=True)
    assert compile_unit(compiler, both).diagnostics == ()


@needs_hip_compiler
def test_an_error_is_at_its_place_and_nothing_is_written(tmp_path: Path, compiler: Compiler) -> None:
    source = written(tmp_path, "a.hip", KERNEL.replace("threadIdx.x", "cudaFoo"))
    built = compile_unit(compiler, Job((Path("a.hip"),), target_ids("gfx90a,gfx1030"), Path("a.o"), folder=tmp_path))
    assert (built.ok, built.outputs, built.resources) == (False, (), ())
    (error,) = built.diagnostics
    assert located(Source("a.hip", source.read_text()), error.span) == "a.hip:5:7"
    assert "cudaFoo" in error.message
    assert built.call().diagnostics[0].at == "a.hip:5:7"
    assert os.listdir(tmp_path) == ["a.hip"]


@needs_hip_compiler
def test_an_undefined_symbol_is_a_link_error(tmp_path: Path, compiler: Compiler) -> None:
    source = written(tmp_path, "a.hip", "void nowhere();\nint main() { nowhere(); }\n")
    built = compile_unit(compiler, Job((source,), target_ids("gfx90a"), tmp_path / "a", Product.EXECUTABLE))
    assert [d.rule for d in built.diagnostics] == [LINK]
    assert "nowhere" in built.diagnostics[0].message


@needs_hip_compiler
def test_the_laplacian_of_the_samples(tmp_path: Path, compiler: Compiler) -> None:
    """Published for gfx90a (AMD lab notes, part 3): 24 VGPRs, occupancy 8."""
    sample = SAMPLES / "laplacian.cu"
    text = sample.read_text().replace("cuda_runtime.h", "hip/hip_runtime.h").replace("cuda", "hip")
    source = written(tmp_path, "laplacian.hip", text)
    (found,) = compile_unit(compiler, Job((source,), target_ids("gfx90a"), product=Product.DEVICE)).resources
    assert 22 <= found.vgprs <= 26
    assert (found.occupancy, found.scratch_bytes, found.vgpr_spills) == (8, 0, 0)


@pytest.mark.parametrize(
    ("asked", "made"),
    [
        ("c++11", "c++17"),
        ("gnu++03", "gnu++17"),
        ("c++14", "c++17"),
        ("gnu++1y", "gnu++17"),
        ("c++17", "c++17"),
        ("c++2a", "c++2a"),
    ],
)
def test_the_standard_is_that_of_the_rocprim_at_hand(tmp_path: Path, asked: str, made: str) -> None:
    """From ROCm 7 on, its headers end with an error below C++17."""
    demand = '#include <limits>\n#if __cplusplus < 201703L\n    #error "rocPRIM requires at least C++17"\n#endif\n'
    (tmp_path / "rocprim").mkdir()
    (tmp_path / "rocprim" / "config.hpp").write_text(demand)
    compiler = Compiler(tmp_path / "clang", (22, 0, 0), HipCompilerKind.CLANG, tmp_path, None, (7, 1, 0), tmp_path)
    unit = Unit("t.cu", (Source("t.cu", "#include <cub/cub.cuh>\n"),))
    assert standard(Flags(std=asked), unit, compiler) == [f"-std={made}"]
