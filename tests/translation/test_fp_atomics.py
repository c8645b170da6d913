"""The note on floating-point atomics: once a program, for types and architectures that have the instruction."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from retarget.source.flags import Flags
from retarget.source.text import Diagnostic
from retarget.system.toolchain import Headers
from retarget.targets.amd.architecture import ARCHITECTURES
from retarget.translation.file import Options
from retarget.translation.hip import HIP
from retarget.translation.walk import Request, translate_program

TEXT = """#include <cuda_runtime.h>
__global__ void sums(float* f, double* d, int* i) {{
  {0}
}}
"""


def notes(arch: str, headers: Headers, cache: Path, *paths: Path) -> list[Diagnostic]:
    options = Options(tuple(ARCHITECTURES[name] for name in arch.split(",")))
    request = Request(tuple(map(str, paths)), Flags(), options=options, headers=headers, cache=cache, root="/")
    program = translate_program(request, HIP, lambda _: lambda part: "")
    return [d for d in program.diagnostics if d.rule == "fp-atomics"]


@pytest.mark.parametrize(
    ("arch", "statement", "expected"),
    [
        (
            "gfx90a",
            "atomicAdd(f, 1.0f); atomicAdd(f, 2.0f);",
            "atomicAdd of float .* on gfx90a with -munsafe-fp-atomics",
        ),
        ("gfx906,gfx908,gfx942", "atomicAdd(f, 1.0f);", "on gfx908, gfx942 with"),
        ("gfx908", "atomicAdd(d, 1.0);", ""),
        ("gfx90a", "atomicAdd(d, 1.0);", "atomicAdd of double"),
        ("gfx906,gfx1030", "atomicAdd(f, 1.0f);", ""),
        ("gfx90a", "atomicAdd(i, 1);", ""),
    ],
)
def test_the_note(arch: str, statement: str, expected: str, headers: Headers, cache: Path, tmp_path: Path) -> None:
    path = tmp_path / "sums.cu"
    path.write_text(TEXT.format(statement))
    told = notes(arch, headers, cache, path)
    assert len(told) == bool(expected)
    assert all(re.search(expected, d.message) for d in told)


def test_it_is_told_once_a_program(headers: Headers, cache: Path, tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("a.cu", "b.cu")]
    for path in paths:
        path.write_text(TEXT.format("atomicAdd(f, 1.0f);"))
    (told,) = notes("gfx90a", headers, cache, *paths)
    assert told.span and told.span.path == str(paths[0])
