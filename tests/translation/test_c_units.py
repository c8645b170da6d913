"""Units of C: every function that the tables map, called from C with the types of CUDA's prototypes, compiles."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from clang import cindex

from retarget.dialects import load
from retarget.dialects.table import Name
from retarget.source.flags import read_flags
from retarget.source.text import Severity
from retarget.system.toolchain import Headers
from retarget.targets.amd.architecture import target_ids
from retarget.translation import parts
from retarget.translation.file import Options
from retarget.translation.hip import HIP
from retarget.translation.walk import Request, translate_program
from tests.compilers import runs_compilers

HEADER = Path("/usr/include/hip/hip_runtime_api.h")
TEMPLATES = parts.templates() / "hip"
# HIP 5.2 declares these for C++ alone, or in the form of CUDA 11.
ABSENT = {"cudaCreateSurfaceObject", "cudaDestroySurfaceObject", "cudaGraphInstantiate"}


def mapped() -> Iterator[Name]:
    for table in load().tables:
        if table.library in ("runtime", "driver"):
            rows = (table.name(name) for name in table.rows)
            yield from (row for row in rows if row and row.kind == "function" and row.hip and not row.since)


def prototypes(headers: Headers) -> dict[str, tuple[str, ...]]:
    """The parameters' types of each function, as CUDA's headers declare it to C."""
    text = "#include <cuda_runtime_api.h>\n#include <cuda.h>\n"
    unit = cindex.Index.create().parse("a.c", ["-x", "c", *headers.arguments()], [("a.c", text)])
    functions = (c for c in unit.cursor.get_children() if c.kind is cindex.CursorKind.FUNCTION_DECL)
    return {f.spelling: tuple(p.type.spelling for p in f.get_arguments()) for f in functions}


def declared(type_name: str, name: str) -> str:
    if "(*)" in type_name:
        return type_name.replace("(*)", f"(*{name})")
    array = re.fullmatch(r"(.*?)((?:\[\w*\])+)", type_name)
    return f"{array[1]} {name}{array[2]}" if array else f"{type_name} {name}"


def calls(headers: Headers) -> Iterator[str]:
    known = prototypes(headers)
    for row in mapped():
        types = next((known[n] for n in (row.cuda, *(f"{row.cuda}_v{i}" for i in (2, 3))) if n in known), None)
        if types is not None and row.cuda not in ABSENT:
            names = [f"a{i}" for i in range(len(types))]
            parameters = ", ".join(map(declared, types, names)) or "void"
            yield f"void call_{row.cuda}({parameters}) {{ {row.cuda}({', '.join(names)}); }}\n"


@pytest.fixture(scope="module")
def compiler() -> str:
    found = shutil.which("clang-19") or shutil.which("clang")
    if found is None or not HEADER.exists():
        pytest.skip("no clang or no HIP headers (apt-get install clang-19 libamdhip64-dev)")
    return found


def complaints(compiler: str, source: Path) -> list[tuple[int, str]]:
    command = [compiler, "-x", "c", "-D__HIP_PLATFORM_AMD__", "-fsyntax-only", "-ferror-limit=0", str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return [(int(line), text) for line, text in re.findall(r"^[^:\n]*:(\d+):\d+: error: (.*)$", done.stderr, re.M)]


def translated(source: Path, headers: Headers, cache: Path) -> tuple[Path, set[int]]:
    """The translation beside the source, and the lines that an error is told of."""
    options = Options(tuple(t.architecture for t in target_ids("gfx90a")))
    request = Request(
        (str(source),), read_flags([]), options=options, headers=headers, cache=cache, root=str(source.parent)
    )
    program = translate_program(request, HIP, lambda _: lambda part: f'#include "{TEMPLATES / part}.h"\n')
    output = source.with_name("translated.c")
    output.write_text(program.files[0].text)
    lines = program.files[0].source.position
    told = {lines(d.span.start)[0] for d in program.diagnostics if d.span and d.severity is Severity.ERROR}
    return output, told


@runs_compilers
def test_every_function_of_the_tables_compiles_as_c(
    compiler: str, headers: Headers, cache: Path, tmp_path: Path
) -> None:
    functions = list(calls(headers))
    assert len(functions) > 400
    source = tmp_path / "calls.c"
    source.write_text("#include <cuda_runtime_api.h>\n#include <cuda.h>\n" + "".join(functions))
    output, told = translated(source, headers, cache)
    moved = len(output.read_text().splitlines()) - len(source.read_text().splitlines())
    lines = source.read_text().splitlines()
    wrong = {(lines[at - moved - 1], text) for at, text in complaints(compiler, output) if at - moved not in told}
    dialect = load()
    newer = {w for w in wrong if any(dialect.since(n) or n == "hipTexRef" for n in re.findall(r"hip\w+", w[1]))}
    assert not wrong - newer


PROGRAM = """\
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <stdio.h>

struct cudaExternalMemoryHandleDesc described;
CUlimit limit = CU_LIMIT_STACK_SIZE;

const char *name(CUresult result) {
  const char *text = 0;
  cuGetErrorName(result, &text);
  switch (result) {
    case CUDA_ERROR_TOO_MANY_PEERS: return "peers";
    default: return text;
  }
}

int room(void **host, size_t bytes) {
  struct cudaDeviceProp properties;
  cudaMallocHost(host, bytes);
  cudaDeviceSetLimit(cudaLimitStackSize, 4096);
  cudaGetDeviceProperties(&properties, 0);
  printf("%d %d\\n", properties.warpSize, properties.maxTexture2DLinear[0]);
  return properties.asyncEngineCount;
}
"""


@runs_compilers
def test_a_unit_of_c_names_nothing_of_cplusplus(compiler: str, headers: Headers, cache: Path, tmp_path: Path) -> None:
    source = tmp_path / "unit.c"
    source.write_text(PROGRAM)
    output, told = translated(source, headers, cache)
    assert not told
    assert "hipHostMalloc(host, bytes, hipHostMallocDefault)" in output.read_text()
    assert complaints(compiler, output) == []


SHARED = """\
#include <cuda.h>
#include <cuda_runtime_api.h>

static int is_known(cudaError_t error) { return error != cudaErrorNotYetImplemented; }
static int ready(const struct cudaDeviceProp *properties, struct cudaPointerAttributes at) {
  const char *text;
  return properties->warpSize + properties->maxTexture2DLinear[0] + (at.type == cudaMemoryTypeManaged) +
         cuGetErrorName(CUDA_SUCCESS, &text) + CU_SHAREDMEM_CARVEOUT_DEFAULT;
}
static int is_new(void) {
  int version = 0;
  return cudaRuntimeGetVersion(&version) == cudaSuccess && version >= CUDART_VERSION;
}
"""


@runs_compilers
def test_a_header_of_both_languages_is_read_by_both(
    compiler: str, headers: Headers, cache: Path, tmp_path: Path
) -> None:
    use = "int main() { return is_new() + is_known(cudaSuccess) + sizeof(&ready); }\n"
    for name in ("a.c", "b.cpp"):
        (tmp_path / name).write_text(f'#include "shared.h"\n{use}')
    (tmp_path / "shared.h").write_text(SHARED)
    options = Options(tuple(t.architecture for t in target_ids("gfx90a")))
    roots = tuple(str(tmp_path / name) for name in ("a.c", "b.cpp"))
    request = Request(roots, read_flags([]), options=options, headers=headers, cache=cache, root=str(tmp_path))
    program = translate_program(request, HIP, lambda _: lambda part: f'#include "{TEMPLATES / part}.h"\n')
    assert not [d for d in program.diagnostics if d.severity is not Severity.NOTE]
    for file in program.files:
        Path(file.source.path).write_text(file.text)
    for language, name in (("c", "a.c"), ("c++", "b.cpp")):
        command = [compiler, "-x", language, "-D__HIP_PLATFORM_AMD__", "-fsyntax-only", str(tmp_path / name)]
        assert subprocess.run(command, capture_output=True, text=True, check=False).stderr == ""
