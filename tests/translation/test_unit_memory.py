"""What units gave is remembered by their inputs: looked up while these are the same, and not a moment longer."""

from __future__ import annotations

import json
import os
from pathlib import Path
from unittest.mock import ANY

import pytest
from command_line import Told, retarget, spawned

from retarget.api.translating import translate
from retarget.source.flags import Flags
from retarget.source.text import Source
from retarget.system import cache, exits
from retarget.translation import unit_memory, walk
from retarget.translation.merge import UnitResult
from retarget.translation.translation import Translation

pytestmark = pytest.mark.slow

LOG = Path("translated")
KERNEL = "__global__ void k(float *a) { a[0] = SCALE; }\nint f(float *a) { k<<<1, 64>>>(a); return cudaFree(a); }\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RETARGET_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path


@pytest.fixture(autouse=True)
def logged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Notes in a file which units are translated, rather than looked up."""
    original = walk._translate_unit

    def counted(request: walk.Request, to: Translation, pair: tuple[Source, Flags], *more: str) -> UnitResult:
        with LOG.open("a") as file:
            file.write(f"{pair[0].path}\n")
        return original(request, to, pair, *more)

    monkeypatch.setattr(walk, "_translate_unit", counted)


def again(*words: str) -> tuple[list[str], str]:
    """Runs the translation; the units that it translated, and what it said."""
    translated, told = run("a.cu", "b.cu", "-o", "out/", "--root", ".", *words)
    return translated, told.err


def run(*words: str) -> tuple[list[str], Told]:
    LOG.unlink(missing_ok=True)
    told = retarget(*words)
    return sorted(LOG.read_text().split()) if LOG.exists() else [], told


def program() -> None:
    Path("scale.h").write_text("#define SCALE 2\n")
    Path("a.cu").write_text('#include "scale.h"\n' + KERNEL)
    Path("b.cu").write_text("#define SCALE 3\n" + KERNEL)


def test_a_change_costs_the_units_that_reach_it() -> None:
    program()
    first, said = again()
    assert first == ["a.cu", "b.cu"]
    assert again("-v")[0] == []
    Path("scale.h").write_text("#define SCALE 4 + cudaSuccess\n")
    assert again()[0] == ["a.cu"]
    assert "hipSuccess" in Path("out/scale.h").read_text()
    Path("b.cu").write_text("#define SCALE 5\n" + KERNEL)
    assert again() == (["b.cu"], said.replace("4 edits", "5 edits"))


@pytest.mark.parametrize("option", [["-DN=2"], ["--arch", "gfx1100"], ["--no-launch-bounds"], ["--project-hip"]])
def test_another_question_is_asked_anew(option: list[str]) -> None:
    program()
    again()
    assert again(*option)[0] == ["a.cu", "b.cu"]


def test_a_header_that_was_missing_and_is_there() -> None:
    program()
    Path("b.cu").write_text("#include <late.h>\n" + KERNEL)
    assert "'late.h' file not found" in again("-I", "late")[1]
    assert again("-I", "late", "-v")[0] == []
    Path("late").mkdir()
    Path("late/late.h").write_text("#define SCALE 1\n")
    redone, said = again("-I", "late")
    assert redone == ["b.cu"] and "not found" not in said


def test_damaged_memory_is_no_memory() -> None:
    program()
    _, said = again()
    for place in (cache.cache_folder() / "units").iterdir():
        place.write_bytes(place.read_bytes()[:-9])
    assert again("-j", "1") == (["a.cu", "b.cu"], said)


def test_texts_with_macros_written_out_are_remembered_too() -> None:
    """A program is translated once more where inline PTX depends on a macro's arguments: both times by units."""
    Path("ops.h").write_text('#define OP(name) asm(#name ".u32 %0, %1, 7;" : "=r"(d) : "r"(d))\n')
    for name, op in ("a", "min"), ("b", "max"):
        body = f"__global__ void k(unsigned *p) {{ unsigned d = *p; OP({op}); *p = d; }}\n"
        Path(f"{name}.cu").write_text('#include "ops.h"\n' + body)
    assert again()[0] == ["a.cu", "a.cu", "b.cu", "b.cu"]
    assert "ptx_min<uint32_t>(d, 7u)" in Path("out/a.hip").read_text()
    assert "ptx_max<uint32_t>(d, 7u)" in Path("out/b.hip").read_text()
    assert again("-v")[0] == []
    Path("b.cu").write_text(Path("b.cu").read_text().replace("OP(max)", "OP(add)"))
    assert again()[0] == ["b.cu", "b.cu"]
    assert "uint32_t(d) + 7" in Path("out/b.hip").read_text()


def test_the_first_check_after_a_run_translates_nothing() -> None:
    """Of a compile database: units with headers worth precompiling, with a missing one, of C, and without CUDA."""
    Path("scale.h").write_text("#define SCALE 2\n")
    Path("a.cu").write_text('#include "scale.h"\n#include <vector>\n#include <cuda_fp16.h>\n' + KERNEL)
    Path("b.cu").write_text("#include <late.h>\n#include <vector>\n#define SCALE 3\n" + KERNEL)
    Path("c.c").write_text("#include <cuda_runtime.h>\nint c(void *p) { return cudaFree(p); }\n")
    Path("d.cpp").write_text("#include <vector>\nint d() { return 1; }\n")
    Path("e.cu").write_text('#define OP(n) asm(#n ".u32 %0, %0, 7;" : "+r"(d))\n'
                            "__global__ void k(unsigned *p) { unsigned d = *p; OP(min); *p = d; }\n")  # fmt: skip
    names = ["a.cu", "b.cu", "c.c", "d.cpp", "e.cu"]
    entries = [{"directory": os.getcwd(), "file": n, "arguments": ["nvcc", "-c", "-I.", "-Ilate", n]} for n in names]
    Path("compile_commands.json").write_text(json.dumps(entries))
    first, _ = run("-p", "compile_commands.json", "-o", "out")
    assert {os.path.basename(p) for p in first} == set(names)
    assert run("-p", "compile_commands.json", "-o", "out", "--check") == ([], Told(0, "", ANY))
    Path("scale.h").write_text("#define SCALE 4\n")
    assert run("-p", "compile_commands.json", "-o", "out", "--check") == ([], Told(1, "", ANY)), "the lock tells"
    redone, told = run("-p", "compile_commands.json", "-o", "out")
    assert ([os.path.basename(p) for p in redone], told.code) == (["a.cu"], 0)


def test_what_one_process_remembers_another_finds() -> None:
    """Python orders sets by a seed of each process: no name of a result may rest on that."""
    program()
    kept = []
    for seed in range(4):
        environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
        told = spawned("a.cu", "b.cu", "--check", "--no-parse", "-j", str(seed + 1), env=environment)
        assert told.code == exits.STALE
        kept.append(sorted(os.listdir(cache.cache_folder() / "units")))
    assert len(kept[0]) == 2 and kept == kept[:1] * 4


def test_a_check_that_fails_is_remembered_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Headers that change have no place beside themselves: that is said again without a look at any unit."""
    program()
    Path("scale.h").write_text("#define SCALE 4 + cudaSuccess\n")
    first = run("a.cu", "b.cu", "--check")
    assert first[0] == ["a.cu", "b.cu"] and first[1].code == exits.OUTPUT
    with monkeypatch.context() as patched:
        patched.setattr(unit_memory, "recall", None)
        assert retarget("a.cu", "b.cu", "--check") == first[1]  # which leaves the log, and thereby the folder, alone
    Path("scale.h").write_text("#define SCALE 4\n")
    assert run("a.cu", "b.cu", "--check") == (["a.cu"], Told(exits.STALE, "", ANY))


def test_a_translation_keeps_no_bodies_of_device_functions(here: Path) -> None:
    """They are most of a unit's memory, and the rules alone read them."""
    Path("a.cu").write_text(KERNEL.replace("SCALE", "1"))
    for _ in range(2):  # translated, and looked up
        units = translate("a.cu", parse=False).program.units
        assert [(u.parsed, u.functions) for u in units] == [(True, ())]
