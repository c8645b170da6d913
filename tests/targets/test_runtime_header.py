"""HIP's runtime header, precompiled: where it is used, and that it changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from retarget.targets.amd import build
from retarget.targets.amd.architecture import target_id
from retarget.targets.amd.build import Job, Product, compile_unit
from retarget.targets.amd.compiler import find_compiler
from retarget.targets.amd.runtime_header import ALL_LIVE, runtime_header
from tests.compilers import needs_hip_compiler

pytestmark = needs_hip_compiler
TEXT = "// a comment\n#include <stdio.h>\n#include <hip/hip_runtime.h>\n__global__ void k(float *a) { a[threadIdx.x] *= 2; }\n"
WARNED = TEXT + "int unset() { int a; return a; }\n"


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A cache of this file's own."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RETARGET_CACHE_DIR", str(folder))
        yield folder


@pytest.fixture
def commands(kept: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """What is run."""
    ran: list[tuple[str, ...]] = []
    run = build._run

    def watched(command: tuple[str, ...], *others: object) -> tuple[int | None, str]:
        ran.append(command)
        return run(command, *others)  # type: ignore[arg-type]

    monkeypatch.setattr(build, "_run", watched)
    return ran


def made(folder: Path, text: str, *flags: str, product: Product = Product.OBJECT) -> tuple[bytes, list[str]]:
    """The bytes of an object, and the compiler's words."""
    source, output = folder / "a.hip", folder / "a.o"
    source.write_text(text)
    output.unlink(missing_ok=True)
    built = compile_unit(find_compiler(), Job((source,), (target_id("gfx90a"),), output, product, flags))
    return output.read_bytes() if built.ok else b"", [d.message for d in built.diagnostics]


def is_used(command: tuple[str, ...]) -> bool:
    return "-include-pch" in command


def test_from_the_second_unit_on_with_the_same_result(commands: list[tuple[str, ...]], tmp_path: Path) -> None:
    first, second = made(tmp_path, WARNED, "-Wall"), made(tmp_path, WARNED, "-Wall")
    assert first == second and first[0] and "uninitialized" in first[1][0]
    quiet, strict = made(tmp_path, WARNED, "-w"), made(tmp_path, WARNED, "-Wuninitialized", "-Werror")
    assert quiet[0] and not quiet[1]
    assert not strict[0] and "uninitialized" in strict[1][0]
    assert [*map(is_used, commands)] == [False, True, True, True, False]  # an error is made sure of


def test_what_headers_of_the_system_warn_of_is_told_of_each_unit() -> None:
    assert [runtime_header((), ("gfx90a",), ("-Wsystem-headers",), TEXT, False) for _ in range(2)] == [(), ()]


@pytest.mark.parametrize(
    ("text", "flags"),
    [
        ("#define NDEBUG\n" + TEXT, ()),
        ('#include "a.h"\n' + TEXT, ()),
        (TEXT, ("-include", "a.h")),
        (TEXT, ("-I", "shadow")),
        (TEXT, ("-fsanitize=undefined", "-fsanitize-trap=all")),
        (TEXT, ("-std=c++20",)),
    ],
)
def test_what_may_change_the_header_is_compiled_with_its_text(
    text: str, flags: tuple[str, ...], commands: list[tuple[str, ...]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.h").touch()
    (tmp_path / "shadow/hip").mkdir(parents=True)
    (tmp_path / "shadow/hip/hip_version.h").write_text("#include_next <hip/hip_version.h>\n")
    first = made(tmp_path, text, *flags, "-DCASE")[0]

    def same_again(command: tuple[str, ...], *_: object) -> tuple[int, str]:
        commands.append(command)
        Path(command[-1]).write_bytes(first)
        return 0, ""

    monkeypatch.setattr(build, "_run", same_again)  # by the same command, it is compiled to the same
    assert made(tmp_path, text, *flags, "-DCASE")[0] == first != b""
    assert [*map(is_used, commands)] == [False, False]
    assert commands[0][:-1] == commands[1][:-1]  # but for where it is written


def test_folders_without_such_a_file_and_counted_code(
    commands: list[tuple[str, ...]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own/hip").mkdir(parents=True)
    (tmp_path / "own/hip/own.h").write_text("enum { OWN = 3 };\n")
    text = TEXT + "#include <hip/own.h>\n__global__ void other(int *a) { *a = OWN; }\n"
    flags = ("-Iown", "-include", str(ALL_LIVE), "-DFOLDERS")
    for _ in range(2):
        assert made(tmp_path, text, *flags, product=Product.ASSEMBLY)[0]
    assert [*map(is_used, commands)] == [False, True]


def test_a_header_that_does_not_fit_any_more_costs_another_run(
    commands: list[tuple[str, ...]], kept: Path, tmp_path: Path
) -> None:
    def three() -> list[tuple[bytes, list[str]]]:
        return [made(tmp_path, TEXT, "-DSPOILT", product=Product.ASSEMBLY) for _ in range(3)]

    wanted = three()[2]  # the third trusts what it read
    place = Path(commands[1][-1], "gfx90a.pch")
    with place.open("r+b") as file:
        file.write(b"spoilt" * 100)
    assert three() == [wanted] * 3
    assert [*map(is_used, commands)] == [False, True, True, True, False, False, True]
