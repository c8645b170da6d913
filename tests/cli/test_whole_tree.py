"""`retarget DIR -o OUT/`: which files are translated, which are copied, and what becomes of links, modes and locks."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from retarget.system import exits
from retarget.translation import walk
from retarget.translation.lock import NAME
from tests.command_line import Told, retarget

KERNEL = "__global__ void k(float *a) { a[threadIdx.x] = 1; }\n"
UNIT = f'#include "part.cuh"\n{KERNEL}void f(float **a) {{ cudaMalloc(a, 4); }}\n'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, memory: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a program in `src`."""
    monkeypatch.chdir(tmp_path)
    write("src/a.cu", UNIT)
    write("src/part.cuh", "inline void g() { cudaDeviceSynchronize(); }\n")
    write("src/host.cpp", "#include <cuda_runtime.h>\nvoid h() { cudaDeviceReset(); }\n")
    write("src/plain.cpp", "int plain;\n")
    write("src/alone.h", "inline void alone() { cudaDeviceReset(); }\n")
    write("src/data/in.bin", "\0\1")
    return tmp_path


def write(path: str, text: str) -> None:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(text)


def run(*words: str) -> Told:
    return retarget("src", "-o", "out/", "--no-parse", *words)


def files(folder: str = "out") -> set[str]:
    places = (os.path.join(at, n) for at, folders, names in os.walk(folder) for n in (*names, *folders))
    return {os.path.relpath(p, folder) for p in places if not os.path.isdir(p) or os.path.islink(p)} - {NAME}


def git(*words: str) -> None:
    given = ("git", "-C", "src", "-c", "user.name=n", "-c", "user.email=e@e", *words)
    subprocess.run(given, check=True, capture_output=True)


ALL = {"a.hip", "part.cuh", "host.cpp", "plain.cpp", "alone.h", "data/in.bin"}


def test_everything_is_translated_or_copied() -> None:
    told = run()
    assert told.code == exits.OK, told.err
    assert files() == ALL
    for path in ("a.hip", "part.cuh", "host.cpp", "alone.h"):
        assert "hipMalloc" in Path("out", path).read_text() or "hipDevice" in Path("out", path).read_text()
    assert Path("out/data/in.bin").read_bytes() == b"\0\1"
    assert run("--check").code == exits.OK
    again = {p: p.stat().st_mtime_ns for p in Path("out").rglob("*")}
    assert run().code == exits.OK and again == {p: p.stat().st_mtime_ns for p in Path("out").rglob("*")}


def test_one_unit_and_a_folder_without_a_slash() -> None:
    write("one/a.cu", KERNEL)
    write("one/README", "text\n")
    assert retarget("one", "-o", "made", "--no-parse").code == exits.OK
    assert files("made") == {"a.hip", "README"}


@pytest.mark.parametrize("is_checkout", [True, False])
def test_what_git_ignores_is_left_out(is_checkout: bool) -> None:
    write("src/.gitignore", "*.log\n/build/\n!keep.log\n")
    write("src/deep/.gitignore", "made.cu\n")
    for path in ("x.log", "keep.log", "build/b.cu", "deep/made.cu", "deep/d.cu"):
        write(f"src/{path}", KERNEL)
    if is_checkout:
        git("init")
        git("add", "-f", "x.log")
        git("commit", "-m", "tracked, though ignored")
    assert run().code == exits.OK
    assert files() == ALL | {".gitignore", "deep/.gitignore", "keep.log", "deep/d.hip"} | ({"x.log"} if is_checkout else set())


def test_a_folder_that_the_checkout_around_it_ignores() -> None:
    write(".gitignore", "src/\n")
    subprocess.run(["git", "init"], check=True, capture_output=True)
    assert run().code == exits.OK
    assert files() == ALL


def test_repositories_within() -> None:
    git("init")
    write("src/sub/s.cu", KERNEL)
    write("src/sub/.gitignore", "s.txt\n")
    write("src/sub/s.txt", "")
    subprocess.run(["git", "-C", "src/sub", "init"], check=True, capture_output=True)
    assert run().code == exits.OK
    assert files() == ALL | {"sub/s.hip", "sub/.gitignore"}


def test_patterns() -> None:
    write("src/old/o.cu", KERNEL)
    write("src/old/deep/o.cu", KERNEL)
    assert run("--exclude", "old/", "--exclude", "*.cpp").code == exits.OK
    assert files() == ALL - {"host.cpp", "plain.cpp"}
    shutil.rmtree("out")
    assert run("--include", "**/*.cu", "--exclude", "a.cu").code == exits.OK
    assert files() == {"old/o.hip", "old/deep/o.hip"}


def test_patterns_that_choose_nothing() -> None:
    told = run("--exclude", "odl/")
    assert told.code == exits.USAGE and "--exclude odl/ matches no file below src" in told.err
    told = retarget("src/a.cu", "--exclude", "a.cu")
    assert told.code == exits.USAGE and "choose files of a folder" in told.err


def test_outputs_within_the_folder() -> None:
    for _ in range(2):
        assert retarget("src", "-o", "src/hip/", "--no-parse").code == exits.OK
        assert files("src/hip") == ALL
    assert retarget("src", "-o", "src/other/", "--no-parse").code == exits.OK
    assert files("src/other") == ALL, "what an earlier run wrote is no source"
    told = retarget("src", "-o", ".", "--no-parse")
    assert told.code == exits.INPUT and "lies in the output folder" in told.err


def test_outputs_beside_sources_are_no_sources() -> None:
    Path("src/part.cuh").write_text("")
    assert retarget("src/a.cu").code == exits.OK and Path("src/a.hip").exists()
    assert run().code == exits.OK
    assert files() == ALL


def test_two_files_for_one_output() -> None:
    write("src/a.hip", "// by hand\n")
    told = run()
    assert told.code == exits.OUTPUT and "--exclude" in told.err
    assert run("--exclude", "a.hip").code == exits.OK


def test_links_stay_links() -> None:
    write("outside.h", "#define N cudaSuccess\n")
    write("elsewhere/e.txt", "")
    links = {"b.cu": "a.cu", "data/up.h": "../part.cuh", "far.txt": "../elsewhere/e.txt", "dead": "nowhere", "dir": "data"}
    for name, target in (links | {"abs.h": os.path.abspath("src/part.cuh"), "outside.h": "../outside.h"}).items():
        Path("src", name).symlink_to(target)
    assert run().code == exits.OK
    led = {p: os.readlink(f"out/{p}") for p in files() if os.path.islink(f"out/{p}")}
    assert led == {
        "b.hip": "a.hip", "data/up.h": "../part.cuh", "far.txt": "../elsewhere/e.txt", "dead": "nowhere", "dir": "data",
        "abs.h": "part.cuh",
    }  # fmt: skip
    assert "hipSuccess" in Path("out/outside.h").read_text(), "a source from elsewhere becomes one of the tree"
    assert run("--check").code == exits.OK


def test_modes_are_kept() -> None:
    write("src/run.sh", "#!/bin/sh\n")
    os.chmod("src/run.sh", 0o755)
    assert run().code == exits.OK
    assert os.access("out/run.sh", os.X_OK) and not os.access("out/plain.cpp", os.X_OK)
    os.chmod("src/run.sh", 0o644)
    assert run("--check").code == exits.STALE
    assert run().code == exits.OK
    assert not os.access("out/run.sh", os.X_OK)


def test_files_of_the_users_are_not_overwritten() -> None:
    write("out/plain.cpp", "mine\n")
    told = run()
    assert told.code == exits.OUTPUT and "was not written by retarget" in told.err
    assert files() == {"plain.cpp"}
    shutil.rmtree("out")
    assert run().code == exits.OK
    write("out/plain.cpp", "edited\n")
    assert run("--check").code == exits.OUTPUT
    told = run()
    assert told.code == exits.OUTPUT and "make the change in src/plain.cpp" in told.err


def test_what_changes_is_copied_again_and_what_goes_is_removed() -> None:
    assert run().code == exits.OK
    write("src/plain.cpp", "int other;\n")
    write("src/new/n.txt", "")
    os.unlink("src/data/in.bin")
    told = run("--check")
    assert told.code == exits.STALE
    assert {w.partition(":")[0] for w in told.err.splitlines()} == {"out/plain.cpp", "out/new/n.txt", "out/data/in.bin"}
    assert run().code == exits.OK
    assert files() == ALL - {"data/in.bin"} | {"new/n.txt"}
    assert Path("out/plain.cpp").read_text() == "int other;\n"


def test_the_lock_answers_for_a_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    write("src/run.sh", "#!/bin/sh\n")
    os.chmod("src/run.sh", 0o755)
    write("src/Makefile", "a: a.cu\n\tnvcc -o a a.cu\n")
    for name, target in {"b.cu": "a.cu", "dir": "data", "far.txt": "../none.txt"}.items():
        Path("src", name).symlink_to(target)
    assert run().code == exits.OK
    monkeypatch.setattr(walk, "_translate_unit", None)
    monkeypatch.setattr(walk.unit_memory, "recall", None)
    for check in (lambda: run("--check"), lambda: retarget("regenerate", "out", "--check")):
        assert check().code == exits.OK
    write("src/plain.cpp", "int other;\n")
    write("src/part.cuh", "inline void g() { cudaDeviceReset(); }\n")
    write("out/alone.h", "by hand\n")
    told = run("--check")
    assert told.code == exits.OUTPUT
    assert {w.partition(":")[0] for w in told.err.splitlines()} == {"out/plain.cpp", "out/part.cuh", "out/alone.h"}


def _linked_elsewhere() -> None:
    Path("src/link").unlink()
    Path("src/link").symlink_to("host.cpp")


@pytest.mark.slow
@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda: write("src/new.txt", ""), id="a new file"),
        pytest.param(lambda: write("src/new.cu", KERNEL), id="a new unit"),
        pytest.param(lambda: Path("src/data/in.bin").unlink(), id="a file that is gone"),
        pytest.param(lambda: Path("src/new").symlink_to("a.cu"), id="a new link"),
        pytest.param(lambda: Path("src/link").unlink(), id="a link that is gone"),
        pytest.param(_linked_elsewhere, id="a link that leads elsewhere"),
        pytest.param(lambda: write("src/.gitignore", "plain.cpp\n"), id="what git ignores"),
        pytest.param(lambda: os.chmod("src/plain.cpp", 0o755), id="a mode"),
        pytest.param(lambda: Path("out/link").unlink(), id="a link of the output"),
    ],
)
def test_every_change_of_a_tree_is_seen(change: Callable[[], object]) -> None:
    Path("src/link").symlink_to("plain.cpp")
    assert run().code == exits.OK and run("--check").code == exits.OK
    change()
    assert run("--check").code == exits.STALE


def test_units_that_cannot_be_read_do_not_stop_the_rest() -> None:
    Path("src/utf16.cu").write_text(KERNEL, encoding="utf-16")
    Path("src/binary.cu").write_bytes(b"\0\0")
    told = run()
    assert told.code == exits.TRANSLATION
    assert "src/utf16.cu: error: is UTF-16" in told.err and "src/binary.cu: error: is binary" in told.err
    assert files() == ALL | {"utf16.cu", "binary.cu"}
    assert Path("out/utf16.cu").read_bytes() == Path("src/utf16.cu").read_bytes()


def test_the_compile_database_of_the_folder() -> None:
    write("src/flagged.cu", "#ifndef ON\n#error off\n#endif\nvoid z() { cudaDeviceReset(); }\n")
    write("src/build/made.cu", KERNEL)
    write("src/.gitignore", "build/\n")
    entry = {"directory": os.path.abspath("src"), "file": "flagged.cu", "arguments": ["nvcc", "-DON", "-c", "flagged.cu"]}
    made = {**entry, "file": "build/made.cu", "arguments": ["nvcc", "-c", "build/made.cu"]}
    write("src/build/compile_commands.json", json.dumps([entry, made]))
    told = run()
    assert told.code == exits.OK
    assert "off" not in told.err, "the flags of the database hold"
    assert "compiles src/build/made.cu, which git ignores or --exclude names" in told.err


def test_diff_and_in_place() -> None:
    told = retarget("src", "--diff", "--no-parse")
    assert told.code == exits.OK
    assert [l for l in told.out.splitlines() if l.startswith("--- ")] == [
        f"--- src/{p}" for p in ("a.cu", "part.cuh", "alone.h", "host.cpp")
    ]
    told = run("--diff")
    assert told.code == exits.OK and "+++ out/a.hip" in told.out and not Path("out").exists()
    assert run("--check").code == exits.STALE
    assert retarget("src", "--in-place", "--no-parse").code == exits.OK
    assert "hipMalloc" in Path("src/a.cu").read_text() and Path("src/a.cu.orig").exists()


def test_refusals() -> None:
    told = retarget("src")
    assert told.code == exits.INPUT and "src is a directory" in told.err and "-o FOLDER/" in told.err
    told = retarget("src", "-o", "-")
    assert told.code == exits.USAGE and "-o FOLDER/" in told.err
    write("none/a.txt", "")
    told = retarget("none", "-o", "out/")
    assert told.code == exits.INPUT and "none: no file there names anything of CUDA's" in told.err


def test_without_git(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert run().code == exits.OK
    assert files() == ALL
    write("src/.gitignore", "*.log\n")
    told = run()
    assert told.code == exits.MISSING and "git" in told.err


def test_the_configuration_of_the_folder() -> None:
    write("src/retarget.toml", 'define = ["ON"]\n')
    write("src/a.cu", f"#ifndef ON\n#error off\n#endif\n{KERNEL}")
    told = run()
    assert told.code == exits.OK and "off" not in told.err


def test_a_tree_is_regenerated_whole() -> None:
    """Files that are new there count, as they do for the command that wrote it."""
    assert run().code == exits.OK
    assert retarget("regenerate", "out", "--check").code == exits.OK
    assert run("--check").code == exits.OK
    write("src/new.cu", KERNEL)
    write("src/data/in.bin", "\2")
    Path("src/plain.cpp").unlink()
    assert run("--check").code == exits.STALE
    assert retarget("regenerate", "out", "--check").code == exits.STALE
    assert retarget("regenerate", "out").code == exits.OK
    assert files() == (ALL | {"new.hip"}) - {"plain.cpp"}
    assert Path("out/data/in.bin").read_text() == "\2"
    assert retarget("regenerate", "out", "--check").code == exits.OK


@pytest.mark.slow
@pytest.mark.parametrize("name", ["meson.build", "BUILD.bazel", "configure.ac"])
def test_build_files_that_are_copied_are_named_where_they_speak_of_cuda(name: str) -> None:
    write(f"src/{name}", "project('x')\nexecutable('app', 'a.cu')\n")
    told = run()
    assert told.code == exits.OK
    assert f"src/{name}:2:" in told.err and "copies this build file unchanged" in told.err
    assert Path(f"out/{name}").read_text() == Path(f"src/{name}").read_text()
