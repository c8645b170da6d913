"""retarget.lock, `--check` and `regenerate` end to end: any clone knows what is ours, and can write it anew."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from retarget.system import exits
from retarget.translation import lock, walk
from retarget.translation.lock import NAME
from tests.command_line import Told, retarget

KERNEL = "#include <cuda_runtime.h>\n__global__ void k(float *a) { a[threadIdx.x] = 1; }\n"
UNIT = '#include "h.cuh"\n' + KERNEL + "int main() { k<<<1, 64>>>(0); return sync(); }\n"
HEADER = "#pragma once\ninline int sync() { return cudaDeviceSynchronize(); }\n"
B_UNIT = UNIT.replace("k(", "b(").replace("k<", "b<")
TREE = ("src/a.cu", "src/b.cu", "-o", "hip/", "--root", "src")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, memory: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of two units and a header."""
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    write("src/a.cu", UNIT)
    write("src/b.cu", B_UNIT)
    write("src/h.cuh", HEADER)
    return work


def write(path: str, text: str) -> None:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(text)


def good(told: Told) -> Told:
    assert told.code == exits.OK, told.err
    return told


def clone(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The project elsewhere, as somebody has it who never ran the tool."""
    shutil.copytree(".", place)
    monkeypatch.chdir(place)
    monkeypatch.setenv("RETARGET_CACHE_DIR", str(place.parent / "empty"))


def hip() -> dict[str, str]:
    return {p.name: p.read_text() for p in Path("hip").rglob("*") if p.is_file()}


def test_the_lock_has_nothing_of_the_machine_and_is_the_same_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good(retarget(*TREE, "--", f"-I{os.getcwd()}/inc"))
    text = Path("hip", NAME).read_text()
    assert str(tmp_path) not in text and '"include": ["../inc"]' in text
    clone(tmp_path / "b" / "clone", monkeypatch)
    shutil.rmtree("hip")
    good(retarget(*TREE, "--", "-Iinc"))
    assert Path("hip", NAME).read_text() == text


def test_any_clone_regenerates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good(retarget(*TREE, "--arch", "gfx942", "--no-launch-bounds", "--", "-DN=1"))
    clone(tmp_path / "clone", monkeypatch)
    assert good(retarget("regenerate", "hip")).err == ""
    write("src/a.cu", UNIT + "// more\n")
    write("map.tsv", "cuda\thip\n")
    assert good(retarget("regenerate", "hip/")).err == "hip/a.hip: written\n"
    assert "// more" in hip()["a.hip"] and "__launch_bounds__" not in hip()["a.hip"]
    assert retarget(*TREE, "--check", "--arch", "gfx942", "--no-launch-bounds", "--", "-DN=1").code == exits.OK
    write("src/a.cu", UNIT)
    assert good(retarget("regenerate")).err == "hip/a.hip: written\n", "outside of git, all locks below"


def test_a_database_is_not_needed_to_regenerate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = {"directory": os.getcwd(), "file": "src/a.cu", "command": "nvcc -Isrc/inc -c src/a.cu"}
    write("src/a.cu", '#include <own.cuh>\n' + UNIT)
    write("src/inc/own.cuh", HEADER.replace("sync", "own"))
    write("build/compile_commands.json", json.dumps([entry]))
    good(retarget("-p", "build", "-o", "hip/", "--root", "src"))
    before = hip()
    assert "hipDeviceSynchronize" in before["own.cuh"]
    clone(tmp_path / "clone", monkeypatch)
    shutil.rmtree("build")
    Path("hip/a.hip").unlink()
    assert retarget("regenerate", "--check", "hip").code == exits.STALE
    good(retarget("regenerate", "hip"))
    assert hip() == before


@pytest.mark.parametrize("words", [("x.cu", "-o", "one/a.hip"), ("x.cu",)], ids=["a file", "beside"])
def test_a_file_and_outputs_beside_regenerate_too(words: tuple[str, ...]) -> None:
    write("x.cu", KERNEL)
    told = good(retarget(*words))
    output = Path(told.err.partition(":")[0])
    text = output.read_text()
    output.unlink()
    good(retarget("regenerate", output.parent))
    assert output.read_text() == text


def test_schedules_regenerate() -> None:
    pytest.importorskip("sympy")
    write("x.cu", "__global__ void k(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = 1; }\n"
          "void f(float *a, int n) { k<<<(n + 255) / 256, 256>>>(a, n); }\n")  # fmt: skip
    good(retarget("x.cu", "-o", "hip/", "--schedule", "k: block(x=2)"))
    text = Path("hip/x.hip").read_text()
    assert retarget("x.cu", "-o", "hip/", "--schedule", "k: block(x=4)", "--check").code == exits.STALE
    assert good(retarget("x.cu", "-o", "hip/", "--schedule", "k: block(x=2)", "--check")).err == ""
    Path("hip/x.hip").unlink()
    good(retarget("regenerate", "hip"))
    assert Path("hip/x.hip").read_text() == text


# --check


def test_the_lock_answers_where_nothing_else_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    good(retarget(*TREE))
    monkeypatch.setattr(walk, "_translate_unit", None)
    monkeypatch.setattr(walk.unit_memory, "recall", None)
    assert good(retarget(*TREE, "--check")).err == ""
    assert good(retarget(*TREE, "--check", "--diff")) == Told(0, "", "")
    Path("hip/b.hip").unlink()
    assert retarget(*TREE, "--check") == Told(exits.STALE, "", "hip/b.hip: out of date: run retarget again\n")
    write("src/h.cuh", HEADER + "// more\n")
    told = retarget(*TREE, "--check")
    assert told.code == exits.STALE and "hip/h.cuh: out of date" in told.err and "hip/a.hip" not in told.err
    write("hip/a.hip", "by hand\n")
    told = retarget(*TREE, "--check")
    assert told.code == exits.OUTPUT and "hip/a.hip: changed by hand" in told.err and "hip/b.hip: out of date" in told.err


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda: write("src/sub/h.cuh", HEADER), id="a header that hides another"),
        pytest.param(lambda: write("src/a.cu", UNIT.replace("64", "32")), id="a text"),
        pytest.param(lambda: Path("src/h.cuh").unlink(), id="a header that is gone"),
    ],
)  # fmt: skip
def test_every_change_of_an_input_is_seen(change: object) -> None:
    words = (*TREE, "-Isrc/sub", "-Isrc")
    for name, text in (("a", UNIT), ("b", B_UNIT)):
        write(f"src/{name}.cu", text.replace('"h.cuh"', "<h.cuh>"))
    good(retarget(*words))
    assert retarget(*words, "--check").code == exits.OK
    change()  # type: ignore[operator]
    assert retarget(*words, "--check").code == exits.STALE


def test_a_link_that_leads_to_another_file_that_was_read_is_seen() -> None:
    for name in ("one", "two"):
        write(f"src/{name}/x.cuh", f"inline void {name}() {{ cudaDeviceReset(); }}\n")
    write("src/a.cu", '#include "now/x.cuh"\n' + KERNEL)
    write("src/b.cu", '#include "one/x.cuh"\n#include "two/x.cuh"\n' + B_UNIT)
    Path("src/now").symlink_to("one")
    good(retarget(*TREE))
    assert os.readlink("hip/now/x.cuh") == "../one/x.cuh" and good(retarget(*TREE, "--check")).err == ""
    Path("src/now").unlink()
    Path("src/now").symlink_to("two")
    assert retarget(*TREE, "--check").code == exits.STALE


@pytest.mark.parametrize(
    ("text", "header"),
    [
        ('#if __has_include("new.h")\n#define RESET\n#endif\n', ""),
        ("#define NAMED <named.h>\n#include NAMED\n", "#define RESET\n"),
    ],
    ids=["asked for", "composed"],
)
def test_a_header_that_no_directive_includes_by_its_name_is_seen(text: str, header: str) -> None:
    write("src/far/named.h", "")
    write("src/a.cu", f"{text}#ifdef RESET\nstatic int cudaFree(int);\n#else\n#include <cuda_runtime.h>\n#endif\n"
          "int f() { return (int)cudaFree(0); }\n")  # fmt: skip
    words = (*TREE, "-Isrc/near", "-Isrc/far")
    good(retarget(*words))
    assert "hipFree" in hip()["a.hip"] and retarget(*words, "--check").code == exits.OK
    write("src/near/named.h" if header else "src/new.h", header)
    assert retarget(*words, "--check").code == exits.STALE


@pytest.mark.slow
@pytest.mark.parametrize(
    "more", [("--arch", "gfx942"), ("--no-launch-bounds",), ("--", "-DNUMBER=3"), ("--map", "map.tsv"), ("--project-hip",), ("--to", "nvidia")]
)
def test_other_options_are_not_answered_by_the_lock(more: tuple[str, ...]) -> None:
    """As many bytes are the same as a run with these options makes of them."""
    write("map.tsv", "cuda\thip\ncudaDeviceSynchronize\tmySync\n")
    good(retarget(*TREE))
    told = retarget(*TREE, "--check", *more)
    good(retarget(*TREE, *more))
    assert retarget(*TREE, "--check", *more).code == exits.OK
    assert told.code == (exits.OK if more[0] in ("--arch", "--", "--project-hip") else exits.STALE), told.err


def test_check_with_diff_shows_what_is_stale() -> None:
    good(retarget(*TREE))
    write("src/a.cu", UNIT + "// more\n")
    told = retarget(*TREE, "--check", "--diff")
    assert told.code == exits.STALE
    assert told.out.startswith("--- hip/a.hip\n+++ hip/a.hip\n@@ ") and told.out.endswith("\n+// more\n")
    assert "hip/b.hip" not in told.out + told.err


def test_programs_read_what_is_stale() -> None:
    good(retarget(*TREE))
    write("src/a.cu", UNIT + "// more\n")
    Path("hip/b.hip").write_text("// mine\n")
    told = retarget(*TREE, "--check", "--json")
    assert told.code == exits.OUTPUT
    assert json.loads(told.out)["check"] == {"stale": ["hip/a.hip"], "edited": ["hip/b.hip"], "orphaned": []}
    results = json.loads(retarget(*TREE, "--check", "--format", "sarif").out)["runs"][0]["results"]
    assert [(r["ruleId"], r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]) for r in results] == [
        ("output", "hip/a.hip"),
        ("output", "hip/b.hip"),
    ]
    assert "::error file=hip/a.hip,title=output::out of date" in retarget(*TREE, "--check", "--format", "github").out


@pytest.mark.parametrize("option", ["--build", "--force"])
def test_check_and_what_writes_contradict_each_other(option: str) -> None:
    assert retarget(*TREE, "--check", option).code == exits.USAGE


def test_errors_are_shown_by_a_check_and_have_their_code() -> None:
    write("src/b.cu", B_UNIT + "int g() { return cudaGraphicsD3D9RegisterResource(0, 0, 0); }\n")
    assert retarget(*TREE).code == exits.TRANSLATION
    for words in ((*TREE, "--check"), ("regenerate", "--check", "hip")):
        told = retarget(*words)
        assert told.code == exits.TRANSLATION and "[no-counterpart]" in told.err


def test_check_in_json() -> None:
    good(retarget(*TREE))
    told = good(retarget(*TREE, "--check", "--json"))
    assert json.loads(told.out)["written"] == []


# What is told of other files


def test_orphans_are_named_and_removed() -> None:
    good(retarget(*TREE))
    Path("src/b.cu").unlink()
    told = retarget("src/a.cu", "-o", "hip/", "--root", "src", "--check")
    assert told.code == exits.STALE and "hip/b.hip: orphaned" in told.err
    told = retarget("regenerate", "--check", "hip")
    assert told.code == exits.STALE and "hip/b.hip: orphaned: nothing makes it any more; run `retarget regenerate`" in told.err
    assert "hip/b.hip: removed" in good(retarget("regenerate", "hip")).err
    assert set(hip()) == {"a.hip", "h.cuh", NAME}
    assert "removed" not in good(retarget("src/a.cu", "-o", "hip/", "--root", "src")).err


def test_orphans_that_were_changed_by_hand_are_told_and_left() -> None:
    good(retarget(*TREE))
    Path("src/b.cu").unlink()
    write("hip/b.hip", "by hand\n")
    for words in (("src/a.cu", "-o", "hip/", "--root", "src", "--check"), ("regenerate", "--check", "hip")):
        told = retarget(*words)
        assert told.code == exits.OUTPUT and "hip/b.hip" in told.err and "by hand" in told.err, told.err
    shutil.rmtree("src")
    assert retarget("regenerate", "--check", "hip").code == exits.OUTPUT
    good(retarget("regenerate", "hip"))
    assert hip() == {"b.hip": "by hand\n"}


def test_a_program_that_is_gone_leaves_nothing() -> None:
    good(retarget(*TREE))
    shutil.rmtree("src")
    assert retarget("regenerate", "--check", "hip").code == exits.STALE
    good(retarget("regenerate", "hip"))
    assert hip() == {}


def test_hand_edits_and_regeneration() -> None:
    good(retarget(*TREE))
    write("src/a.cu", UNIT + "// more\n")
    write("hip/a.hip", "by hand\n")
    assert retarget("regenerate", "--check", "hip").code == exits.OUTPUT
    told = retarget("regenerate", "hip")
    assert told.code == exits.OUTPUT and "hip/a.hip was changed by hand" in told.err and hip()["a.hip"] == "by hand\n"
    good(retarget("regenerate", "hip", "--force"))
    assert "// more" in hip()["a.hip"]


def test_a_damaged_lock_is_told() -> None:
    good(retarget(*TREE))
    write(f"hip/{NAME}", "{")
    for words in (TREE, (*TREE, "--check"), ("regenerate", "hip")):
        told = retarget(*words)
        assert told.code == exits.OUTPUT and f"hip/{NAME} is damaged" in told.err and "git checkout" in told.err
    good(retarget(*TREE, "--force"))
    assert retarget(*TREE, "--check").code == exits.OK


def test_outputs_beside_their_inputs_share_the_lock_of_the_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    subprocess.run(["git", "init", "-q"], check=True)
    write("src/a.cu", KERNEL)
    write("src/b.cu", KERNEL)
    good(retarget("src/a.cu", "--root", "."))
    assert [str(p) for p in Path().rglob(NAME)] == [NAME] or [str(p) for p in Path().rglob(NAME)] == [f"src/{NAME}"]
    write("src/a.cu", KERNEL + "// more\n")
    monkeypatch.chdir("src")
    good(retarget("a.cu"))
    good(retarget("b.cu"))
    assert len(list(Path("..").rglob(NAME))) == 1
    assert len(lock.read(".." if Path("..", NAME).exists() else ".").runs) == 2


def test_regenerate_takes_the_locks_that_git_does_not_ignore(monkeypatch: pytest.MonkeyPatch) -> None:
    subprocess.run(["git", "init", "-q"], check=True)
    write(".gitignore", "build/\n")
    good(retarget(*TREE))
    good(retarget("src/a.cu", "-o", "build/", "--root", "src"))
    for place in ("hip/a.hip", "build/a.hip"):
        Path(place).unlink()
    assert good(retarget("regenerate")).err == "hip/a.hip: written\n"


def test_regenerate_without_a_lock() -> None:
    for words in (("regenerate",), ("regenerate", "src")):
        told = retarget(*words)
        assert told.code == exits.USAGE and NAME in told.err
