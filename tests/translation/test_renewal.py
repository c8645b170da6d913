"""`--to nvidia`: cases as files, tests/renewal/<name>.cu beside their goldens <name>.nvidia.cu, and what they need.

Wanted diagnostics stand in the lines as in tests/cases; `pytest --refresh` writes the goldens anew. The texts are
read by clang with the headers of CUDA 12 and, where one is installed, compiled by an nvcc of CUDA 13.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache as remembered
from pathlib import Path

import pytest
from test_cases import check_diagnostics

from retarget.dialects import CUDA as TABLES
from retarget.dialects import libraries, load
from retarget.schedule.schedule import read_schedules
from retarget.schedule.scheduling import scheduled_program
from retarget.source.flags import Flags
from retarget.source.text import Severity, Source
from retarget.system.toolchain import Headers, templates
from retarget.translation import emit, parts
from retarget.translation.cuda import CUDA
from retarget.translation.emit import Layout, Place
from retarget.translation.merge import Program
from retarget.translation.walk import Request, translate_program
from retarget.unit.parse import Interest, parse
from tests.compilers import runs_compilers
from tests.places import TESTS

FOLDER = TESTS / "renewal"
INPUTS = sorted(p for p in FOLDER.glob("*.cu") if ".nvidia" not in p.name)
PARTS = sorted((templates() / "cuda").glob("*.h"))


@remembered
def nvcc() -> str:
    """An nvcc of CUDA 13 or later; empty where there is none."""
    found = shutil.which("nvcc")
    told = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout if found else ""
    release = re.search(r"release (\d+)", told)
    return found or "" if release and int(release.group(1)) >= 13 else ""


def request(path: Path, headers: Headers, cache: Path, schedules: str = "") -> Request:
    read = read_schedules([schedules]) if schedules else ()
    return Request((str(path),), Flags(), headers=headers, cache=cache, root=str(path.parent), schedules=tuple(read))


def run(path: Path, headers: Headers, cache: Path) -> Program:
    return translate_program(request(path, headers, cache), CUDA, lambda _: lambda part: parts.included(part, "retarget_cuda"))


def written(program: Program, path: Path, folder: Path) -> Path:
    """The program as a tree in a folder; returns where its root lies."""
    layout = Layout(Place.TREE, str(path.parent), str(folder), ".nvidia.cu", "retarget_cuda")
    for output in emit.outputs(program, layout):
        Path(output.path).parent.mkdir(parents=True, exist_ok=True)
        Path(output.path).write_bytes(output.data)
    return folder / path.name


def compile_with_nvcc(root: Path) -> None:
    if not nvcc():
        pytest.skip("no nvcc of CUDA 13 or later")
    command = [nvcc(), "-diag-suppress", "20091,20092", "-c", str(root), "-o", str(root.with_suffix(".o"))]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("path", INPUTS, ids=lambda p: p.stem)
def test_case(path: Path, headers: Headers, cache: Path, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    program = run(path, headers, cache)
    output = program.files[0].text.encode("latin-1")
    golden = path.with_suffix(".nvidia.cu")
    if request.config.getoption("--refresh"):
        golden.write_bytes(output)
    assert output == golden.read_bytes()
    check_diagnostics(program, path)
    again = written(program, path, tmp_path)
    assert run(again, headers, cache).files[0].text.encode("latin-1") == output, "a second run changes the output"


def without_complaints() -> list[Path]:
    return [p for p in INPUTS if "want [" not in p.read_text()]


@pytest.mark.parametrize("path", without_complaints(), ids=lambda p: p.stem)
def test_clang_reads_the_output_with_older_headers(path: Path, headers: Headers, cache: Path, tmp_path: Path) -> None:
    root = written(run(path, headers, cache), path, tmp_path)
    unit = parse(Source.read(root), Flags(), headers, Interest(), cache)
    assert not unit.errors


@runs_compilers
@pytest.mark.parametrize("path", without_complaints(), ids=lambda p: p.stem)
def test_nvcc_takes_the_output(path: Path, headers: Headers, cache: Path, tmp_path: Path) -> None:
    compile_with_nvcc(written(run(path, headers, cache), path, tmp_path))


@runs_compilers
def test_a_schedule_and_the_renewal_are_composed(headers: Headers, cache: Path, tmp_path: Path) -> None:
    path = tmp_path / "scale.cu"
    path.write_text(
        "__global__ void scale(float* p, float f) {\n  p[blockIdx.x * blockDim.x + threadIdx.x] *= f;\n}\n"
        "void run(float* p, const cudaDeviceProp& prop) {\n"
        "  scale<<<4, 256>>>(p, prop.clockRate);\n  cudaThreadSynchronize();\n}\n"
    )
    given = request(path, headers, cache, "block(x=2)")
    program = scheduled_program(given, CUDA, lambda _: lambda part: parts.included(part, "retarget_cuda"))
    text = program.files[0].text
    assert "scale_launch(retarget::on(4, 256), p, retarget_cuda::clock_rate(prop));" in text
    assert "cudaDeviceSynchronize();" in text
    assert program.files[0].parts == ("device_properties", "granularity")
    assert program.files[0].source.text == path.read_text(), "the edits are of the user's text"
    compile_with_nvcc(written(program, path, tmp_path / "out"))


def test_what_needs_nothing_stays_byte_for_byte(headers: Headers, cache: Path, tmp_path: Path) -> None:
    path = tmp_path / "same.cu"
    path.write_bytes(b"// caf\xe9\r\n__global__ void k(int* p) { *p = 1; }\r\n")
    program = run(path, headers, cache)
    assert (program.files[0].edits, program.diagnostics) == ((), ())
    assert written(program, path, tmp_path / "out").read_bytes() == path.read_bytes()


def test_a_text_with_its_support_headers_put_in_is_not_changed_again(
    headers: Headers, cache: Path, tmp_path: Path
) -> None:
    path = tmp_path / "alone.cu"
    path.write_text("int main() {\n  cudaDeviceProp p;\n  return p.clockRate;\n}\n")
    already: set[str] = set()
    once = translate_program(request(path, headers, cache), CUDA, lambda _: lambda part: parts.inlined(part, already))
    path.write_text(once.files[0].text)
    assert "cooperativeMultiDeviceLaunch" in once.files[0].text
    assert run(path, headers, cache).files[0].edits == ()


def test_a_unit_that_clang_gives_up_on_is_renamed_as_tokens(tmp_path: Path) -> None:
    path = tmp_path / "lost.cu"
    path.write_text("int main() { return cudaThreadSynchronize(); }\n")
    given = Request((str(path),), Flags(), headers=None, root=str(tmp_path))
    program = translate_program(given, CUDA, lambda _: lambda part: "")
    assert "cudaDeviceSynchronize()" in program.files[0].text
    assert not [d for d in program.diagnostics if d.severity is Severity.ERROR]


@runs_compilers
@pytest.mark.parametrize("part", PARTS, ids=lambda p: p.stem)
def test_each_part_is_read_by_a_host_compiler(part: Path, headers: Headers) -> None:
    host = shutil.which("g++")
    if host is None:
        pytest.skip("no g++")
    folders = [f"-I{folder}" for folder in headers.cuda]
    command = [host, *folders, "-std=c++14", "-Wall", "-Wextra", "-Werror", "-x", "c++", "-fsyntax-only", "-"]
    text = f'#include "{part}"\n#include "{part}"\n'
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_tables_name_parts_that_exist() -> None:
    dialect = load(folder=TABLES)
    rows = [row for table in dialect.tables for name in table.rows if (row := table.name(name))]
    named = {r.part for r in (*rows, *dialect.fields.values()) if r.part}
    assert named <= {p.stem for p in PARTS}
    assert libraries(TABLES) == ("device", "driver", "runtime")


def test_no_part_goes_by_the_name_of_another() -> None:
    hip = {p.stem for p in (templates() / "hip").glob("*.h")}
    assert not hip & {p.stem for p in PARTS}
