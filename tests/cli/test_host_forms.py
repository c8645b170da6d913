"""Command lines of host compilers as build files have them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from retarget.source.host_command import HostCommand
from retarget.system import exits
from retarget.targets.amd.compiler import find_compiler
from retarget.targets.amd.toolkit import lay_out
from tests.command_line import retarget
from tests.compilers import needs_hip_compiler
from tests.values import replace

USES = "int main() { void* p; return cudaMalloc(&p, N) == cudaSuccess; }\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "h.cu").write_text("#define N 64\n#define x 1\n#include <cuda_runtime.h>\n" + USES)
    (tmp_path / "h.inc").write_text(USES)
    (tmp_path / "c.c").write_text("int other;\n")
    return tmp_path


@pytest.mark.parametrize(
    ("line", "sources", "cuda"),
    [
        ("g++ -x c++ h.cu -c", {"h.cu": "c++"}, ()),
        ("g++ -xc++ h.inc -o h.cu", {"h.inc": "c++"}, ()),
        ("gcc -x c h.inc --language=c++ h.cu -x none c.c h.inc", {"h.inc": "c", "h.cu": "c++", "c.c": "c"}, ()),
        ("g++ c.c", {"c.c": "c++"}, ()),
        ("g++ h.cu", {}, ()),
        ("g++ -x cu h.cu c.c", {}, ("h.cu", "c.c")),
        ("clang++-19 -c h.cu", {}, ("h.cu",)),
        ("clang++ -x c++ h.cu", {"h.cu": "c++"}, ()),
    ],
)
@pytest.mark.usefixtures("here")
def test_sources_and_their_languages(line: str, sources: dict[str, str], cuda: tuple[str, ...]) -> None:
    command = HostCommand.of(line.split())
    assert {command.words[at]: command.language(at) for at in command.sources} == sources
    assert command.cuda == cuda


@needs_hip_compiler
def test_host_code_by_other_endings_and_forced_headers(here: Path) -> None:
    (here / "words.rsp").write_text("-x c++ -MMD h.cu -DN=3 -include cuda_runtime.h h.inc -c")
    (here / "h.cu").write_text((here / "h.cu").read_text().replace("#define N 64\n", ""))
    told = retarget("host", "g++", "@words.rsp")
    assert (told.code, told.out, told.err) == (exits.OK, "", "")
    assert (here / "h.o").exists()
    assert retarget("host", "g++", "h.o", "-L/usr/local/cuda/lib64", "-l", "cudart", "-lcuda", "-o", "app").code == exits.OK
    told = retarget("host", "g++", "-x", "cu", "-c", "h.cu")
    assert (told.code, "retarget nvcc -c h.cu" in told.err) == (exits.MISSING, True)


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("g++ -O2 -x c c.c -x none h.o -x c++ h.cu -lm -o app", ("-O2 -lm -x c c.c", "-O2 -lm -x c++ h.cu")),
        ("g++ -c c.c -MD -x c++ h.inc", ("-c -MD -x c++ c.c", "-c -MD -x c++ h.inc")),
        ("gcc -E c.c -x c++ h.inc", ()),
        ("gcc -MD c.c -x c++ h.inc -o app", ()),
        ("gcc -c c.c -x c++ h.inc -o one.o", ()),
        ("gcc -c c.c", ()),
    ],
)
def test_sources_by_themselves(line: str, parts: tuple[str, ...], here: Path) -> None:
    (here / "h.o").touch()
    command = HostCommand.of(line.split())
    assert tuple(" ".join(part[1:-2]) for part in command.parts) == parts
    assert {part[-2:] for part in command.parts} <= {("-x", "none")}
    linked = HostCommand.of("g++ -x c c.c -x none h.o -x c++ h.cu -lm -o app".split()).linked(["1.o", "2.o"])
    assert " ".join(linked) == "g++ 1.o h.o 2.o -lm -o app"


@needs_hip_compiler
def test_sources_of_one_command_that_hips_compiler_reads(here: Path) -> None:
    """Each has a name of its own where they are linked."""
    (here / "thrust").mkdir()
    (here / "thrust/sum.h").write_text("inline int sum() { return cudaSuccess; }\n")
    head = "#include <cuda_runtime.h>\n#include <thrust/sum.h>\n"
    (here / "a.cpp").write_text(head + "int other();\nint main() { return sum() + other(); }\n")
    (here / "b.cpp").write_text(head + "int other() { return sum() + cudaSuccess; }\n")
    told = retarget("host", "g++", "-I.", "a.cpp", "b.cpp", "-o", "app")
    assert told.code == exits.OK, told.err
    assert subprocess.run(["./app"], check=False).returncode == 0
    assert sorted(p.name for p in here.glob("*.o")) == []


@needs_hip_compiler
def test_macros_given_do_not_reach_hips_headers(here: Path) -> None:
    """In a build, in the check of the output, and in nvcc's place, where clang's own header comes ahead of all text."""
    (here / "k.cu").write_text("__global__ void k(T* p) { *p = __float2half(N); }\n")
    words = ("-DN=3", "-DT=__half", "-include", "cuda_fp16.h")
    told = retarget("k.cu", "--to", "amd", "-o", "out/", "--build", "--", *words)
    assert told.code == exits.OK, told.err
    assert retarget("nvcc", *words, "-MD", "-c", "k.cu", "-o", "k.o") == (exits.OK, "", "")
    assert "macros" not in (here / "k.d").read_text()


@needs_hip_compiler
def test_a_toolkits_headers_serve_plain_compilers(here: Path) -> None:
    """Macros of the user's ahead of them, and an installation of HIP's where compilers do not look."""
    compiler = find_compiler()
    headers = here / "rocm" / "include"
    headers.mkdir(parents=True)
    (headers / "hip").symlink_to(compiler.rocm_path / "include" / "hip")
    (headers / "hipfft").mkdir()
    (headers / "hipfft" / "hipfft.h").write_text("typedef int hipfftHandle;\nint hipfftDestroy(hipfftHandle N);\n")
    lay_out(here / "kit", replace(compiler, hip_include=headers), ())
    uses = "int f(cufftHandle p) { return cufftDestroy(p) + N + x; }\n"
    (here / "f.c").write_text(f"#define x 3\n#define T 1\n#include <cufft.h>\n{uses}")
    words = ("gcc", "-DN=4", "-Ikit/include", "-c", "f.c")
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (here / "kit/include/hip").resolve() == (headers / "hip").resolve()
    (here / "f.c").write_text(f'#include "{here}/kit/include/cuda.h"\n#if CUDA_VERSION < 11000\n#error old\n#endif\n')
    done = subprocess.run(["gcc", "-isystem", headers, "-c", "f.c"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    called = "int f(void) { struct cudaDeviceProp p; return cudaGetDeviceProperties(&p, 0); }\n"
    (here / "f.c").write_text(f"#include <cuda_runtime_api.h>\n{called}")
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "compile this file by retarget host" in done.stderr


@needs_hip_compiler
def test_configure_scripts_find_functions_whoever_links(here: Path) -> None:
    """An object that calls CUDA's function for real is refused by ours, and warned of by others."""
    lay_out(here / "kit", find_compiler(), ())
    (here / "probe.c").write_text("char cuMemAlloc();\nint main() { return cuMemAlloc(); }\n")
    link = ("probe.o", "-L", "kit/lib64", "-lcuda", "-o", "probe")
    subprocess.run(["gcc", "-c", "probe.c"], check=True)
    done = subprocess.run(["gcc", *link], capture_output=True, text=True, check=False)
    said = "cuMemAlloc is CUDA's: compile what calls it by retarget host or retarget nvcc"
    assert done.returncode == 0 and said in done.stderr
    ran = subprocess.run(["./probe"], capture_output=True, text=True, check=False)
    assert ran.returncode < 0 and ran.stderr == f"{said}\n"
    assert retarget("host", "gcc", *link).code == 1
    assert retarget("nvcc", *link[:1], "kit/lib64/libcuda.so", *link[-2:]).code == exits.BUILD
    absent = subprocess.run(["gcc", "-DcuMemAlloc=cuGraphicsVDPAURegisterOutputSurface", "probe.c", *link[1:]],
                            capture_output=True, check=False)  # fmt: skip
    assert absent.returncode == 1, "what HIP lacks"
