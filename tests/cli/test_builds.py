"""In people's builds: `--stamp` and `--depfile` under Make and Ninja, and the hook of git."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest

from retarget.cli import depfile
from retarget.errors import OutputError
from retarget.system import exits
from retarget.translation.lock import NAME
from tests.command_line import ENTRY, Told, retarget

pytestmark = pytest.mark.slow

KERNEL = "#include <cuda_runtime.h>\n__global__ void k(float *a) { a[threadIdx.x] = 1; }\n"
needs_make = pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
needs_ninja = pytest.mark.skipif(shutil.which("ninja") is None, reason="ninja is not installed: apt-get install ninja-build")
needs_bazel = pytest.mark.skipif(shutil.which("bazel") is None, reason="bazel is not installed: apt-get install bazel-bootstrap")
needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, memory: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder, with the command in the path."""
    work = tmp_path / "work"
    work.mkdir()
    write(tmp_path / "bin/retarget", f'#!/bin/sh\necho run >>{tmp_path}/runs\nexec {shlex.join(ENTRY)} "$@"\n')
    os.chmod(tmp_path / "bin/retarget", 0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}/bin:{os.environ['PATH']}")
    monkeypatch.chdir(work)
    return work


def write(path: Path | str, text: str) -> None:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(text)


def good(told: Told) -> Told:
    assert told.code == exits.OK, told.err
    return told


def later(path: str, text: str) -> None:
    """Changes a file, and makes it newer than all that is there, whatever the file system's clock."""
    write(path, text)
    newest = max(p.stat().st_mtime_ns for p in Path().rglob("*"))
    os.utime(path, ns=(newest + 10**7, newest + 10**7))


def runs(folder: Path) -> int:
    """How often a build ran the command since the last question."""
    log = folder.parent / "runs"
    count = len(log.read_text().split()) if log.exists() else 0
    log.unlink(missing_ok=True)
    return count


MAKE = """all: out/a.hip out/b.hip
out/%.stamp: src/%.cu
	retarget $< -o out/$*.hip --depfile out/$*.d --stamp $@
out/%.hip: out/%.stamp ;
.SECONDARY:
-include $(wildcard out/*.d)
"""
NINJA = """rule hip
  command = retarget $in -o $out --depfile $out.d
  depfile = $out.d
  deps = {deps}
  restat = 1
build out/a.hip: hip src/a.cu
build out/b.hip: hip src/b.cu
"""


@pytest.mark.parametrize(
    ("name", "text", "command"),
    [
        pytest.param("Makefile", MAKE, "make", marks=needs_make, id="make"),
        pytest.param("build.ninja", NINJA.format(deps=""), "ninja", marks=needs_ninja, id="ninja"),
        pytest.param("build.ninja", NINJA.format(deps="gcc"), "ninja", marks=needs_ninja, id="ninja, its own log"),
    ],
)
def test_a_build_runs_what_changed_and_nothing_else(folder: Path, name: str, text: str, command: str) -> None:
    write("src/a.cu", '#include "h h.h"\n' + KERNEL)
    write("src/b.cu", KERNEL)
    write("src/h h.h", "#pragma once\nint h();\n")
    write(name, text)

    def build() -> int:
        subprocess.run([command], check=True, capture_output=True, text=True)
        return runs(folder)

    assert build() == 2 and "hip_runtime" in Path("out/a.hip").read_text()
    assert build() == 0
    later("src/h h.h", "#pragma once\nint other();\n")
    assert build() == 1, "what includes the header, though the output stays as it is"
    assert build() == 0
    later("src/b.cu", KERNEL + "// more\n")
    assert build() == 1 and "// more" in Path("out/b.hip").read_text()
    assert build() == 0
    Path("src/h h.h").unlink()
    later("src/a.cu", KERNEL)
    assert build() == 1, "a header that is gone and no longer included ends no build"
    assert build() == 0


@needs_bazel
def test_the_recipe_for_bazel(folder: Path) -> None:
    page = (Path(__file__).parents[2] / "docs/builds.md").read_text().partition("## Bazel")[2].partition("\n## ")[0]
    rule, build_file, *_ = (textwrap.dedent("\n".join(g)) for is_code, g in _by_code(page) if is_code)
    for name, text in {"hip.bzl": rule, "BUILD": build_file, "WORKSPACE": "", "src/a.cu": '#include "h.cuh"\n' + KERNEL}.items():
        write(name, text)
    write("src/h.cuh", "inline int h() { return cudaDeviceReset(); }\n")
    cache = os.environ["RETARGET_CACHE_DIR"]
    options = (f"--action_env=RETARGET_CACHE_DIR={cache}", f"--sandbox_writable_path={cache}", "--spawn_strategy=local")
    bazel = ("bazel", f"--output_user_root={folder.parent}/bazel", "--max_idle_secs=60")

    def build() -> int:
        subprocess.run((*bazel, "build", *options, "//:hip"), check=True, capture_output=True, text=True)
        return runs(folder)

    assert build() == 1 and "hip_runtime" in Path("bazel-bin/hip/src/a.hip").read_text()
    assert build() == 0
    write("src/h.cuh", "inline int h() { return cudaDeviceSynchronize(); }\n")
    assert build() == 1 and "hipDeviceSynchronize" in Path("bazel-bin/hip/src/h.cuh").read_text()
    subprocess.run((*bazel, "shutdown"), check=True, capture_output=True)
    subprocess.run(("chmod", "-R", "u+w", f"{folder.parent}/bazel"), check=True)  # pytest removes old folders


def _by_code(page: str) -> Iterator[tuple[bool, list[str]]]:
    """The lines of a page in groups, and whether each is code."""
    lines = [line for line in page.splitlines() if line]
    yield from ((is_code, list(g)) for is_code, g in groupby(lines, lambda line: line.startswith("    ")))


def test_a_tree_has_a_stamp_for_its_target_and_all_that_was_read(folder: Path) -> None:
    write("src/a.cu", '#include "h.h"\n' + KERNEL)
    write("src/h.h", "int h();\n")
    write("map.tsv", "cuda\thip\n")
    write("retarget.toml", 'define = ["N=1"]\n')
    words = ("src/a.cu", "-o", "hip/", "--map", "map.tsv", "--stamp", "s/hip.stamp", "--depfile", "s/hip.d")
    for _ in range(2):
        good(retarget(*words))
        rule, *others = Path("s/hip.d").read_text().splitlines()
        assert rule == "s/hip.stamp: map.tsv retarget.toml src/a.cu src/h.h"
        assert others == ["map.tsv:", "retarget.toml:", "src/a.cu:", "src/h.h:"]
        Path("s/hip.d").unlink()
        os.unlink("s/hip.stamp")


def test_without_a_stamp_the_outputs_are_the_targets() -> None:
    write("a.cu", KERNEL)
    good(retarget("a.cu", "--depfile", "a.d"))
    assert Path("a.d").read_text().startswith("a.hip: a.cu\n")
    good(retarget("a.cu", "-o", "./x.hip", "--depfile", "a.d"))
    assert Path("a.d").read_text().startswith("./x.hip: a.cu\n")


def test_what_fails_leaves_no_stamp() -> None:
    write("a.cu", KERNEL + "int f() { return cudaGraphicsD3D9RegisterResource(0, 0, 0); }\n")
    assert retarget("a.cu", "--stamp", "stamp", "--depfile", "d").code == exits.TRANSLATION
    assert not Path("stamp").exists() and not Path("d").exists()


def test_a_stamp_of_a_check() -> None:
    write("a.cu", KERNEL)
    assert retarget("a.cu", "--check", "--stamp", "stamp").code == exits.STALE and not Path("stamp").exists()
    good(retarget("a.cu"))
    good(retarget("a.cu", "--check", "--stamp", "stamp"))
    assert Path("stamp").exists()


def test_a_stamp_keeps_its_text() -> None:
    write("a.cu", KERNEL)
    write("stamp", "mine\n")
    os.utime("stamp", ns=(1, 1))
    good(retarget("a.cu", "--stamp", "stamp"))
    assert Path("stamp").read_text() == "mine\n" and os.stat("stamp").st_mtime_ns > 1


@pytest.mark.parametrize("place", ["a.cu", "a.hip"])
def test_a_depfile_is_no_file_of_the_program(place: str) -> None:
    write("a.cu", KERNEL)
    told = retarget("a.cu", "--depfile", place)
    assert told.code == exits.OUTPUT and "another name" in told.err and Path("a.cu").read_text() == KERNEL


@pytest.mark.parametrize("other", [("--diff",), ("-o", "-")])
@pytest.mark.parametrize("option", ["--stamp", "--depfile"])
def test_what_writes_nothing_leaves_no_stamp(option: str, other: tuple[str, ...]) -> None:
    write("a.cu", KERNEL)
    assert retarget("a.cu", option, "x", *other).code == exits.USAGE


def test_signs_that_make_reads_otherwise_are_escaped() -> None:
    assert depfile.escaped("a b#c$d:e") == "a\\ b\\#c$$d\\:e"
    with pytest.raises(OutputError, match="line end"):
        depfile.escaped("a\nb")


@needs_make
@pytest.mark.parametrize("name", ["a b", "a#b", "a$b", "ä:ö", "(a)", "a'b"])
def test_make_finds_files_of_any_name(folder: Path, name: str) -> None:
    write(f"{name}.h", "int h();\n")
    write("a.cu", f'#include "{name}.h"\n' + KERNEL)
    write("Makefile", "out.stamp: a.cu\n\tretarget $< -o out.hip --depfile out.d --stamp $@\n-include out.d\n")
    for wanted in (1, 0):
        subprocess.run(["make"], check=True, capture_output=True, text=True)
        assert runs(folder) == wanted
    later(f"{name}.h", "int g();\n")
    subprocess.run(["make"], check=True, capture_output=True, text=True)
    assert runs(folder) == 1


# The hook


@pytest.fixture
def repository(monkeypatch: pytest.MonkeyPatch) -> None:
    """One with a program and its outputs, committed."""
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_NAME", "n")
        monkeypatch.setenv(f"GIT_{role}_EMAIL", "n@example.org")
    monkeypatch.setattr(sys, "argv", ["retarget"])
    git("init", "-q")
    write("src/a.cu", KERNEL)
    good(retarget("src/a.cu", "-o", "hip/", "--root", "src"))
    git("add", "-A")
    git("commit", "-qm", "first")


def git(*words: str) -> None:
    assert tried(*words) == 0


def tried(*words: str) -> int:
    return subprocess.run(["git", *words], check=False, capture_output=True).returncode


@needs_git
def test_a_commit_with_stale_outputs_is_refused(repository: None) -> None:
    good(retarget("hook", "--install"))
    write("src/a.cu", KERNEL + "// more\n")
    git("add", "src/a.cu")
    assert tried("commit", "-qm", "stale") != 0
    good(retarget("regenerate"))
    assert tried("commit", "-qm", "written, but not added") != 0
    git("add", "-A")
    git("commit", "-qm", "both")
    write("src/a.cu", KERNEL + "// later\n")
    write("README", "text\n")
    git("add", "README")
    git("commit", "-qm", "what is changed and not added does not matter")
    good(retarget("hook", "--uninstall"))
    git("commit", "-qam", "no hook")


@needs_git
def test_a_commit_that_lacks_a_file_of_the_lock_is_refused(repository: None) -> None:
    write("src/new.h", "#define N 1\n")
    write("src/a.cu", f'#include "new.h"\n{KERNEL}')
    good(retarget("regenerate"))
    git("add", "src/a.cu", "hip")
    told = retarget("hook", "--run")
    assert told.code == exits.STALE and told.err.endswith("git add src/new.h\n")
    git("add", "src/new.h")
    good(retarget("hook", "--run"))


@needs_git
def test_what_no_commit_holds_is_there_where_something_else_is_changed(repository: None) -> None:
    write("src/made/config.h", "#define N 1\n")  # of the build, or of a submodule
    write(".gitignore", "made/\n")
    write("src/a.cu", f'#include "made/config.h"\n{KERNEL}')
    good(retarget("regenerate"))
    git("add", "-A")
    write("src/a.cu", KERNEL)
    good(retarget("hook", "--run"))


@needs_git
def test_a_hook_of_somebody_elses_stays(repository: None) -> None:
    place = Path(".git/hooks/pre-commit")
    write(place, "#!/bin/sh\nexit 0\n")
    for words in (("hook", "--install"), ("hook", "--uninstall")):
        told = retarget(*words)
        assert told.code == exits.OUTPUT and "hook --run" in told.err
    assert place.read_text() == "#!/bin/sh\nexit 0\n"


@needs_git
def test_installing_twice_and_removing_nothing(repository: None) -> None:
    for words in ("--install", "--install", "--uninstall", "--uninstall"):
        good(retarget("hook", words))
    assert not Path(".git/hooks/pre-commit").exists()


def test_a_hook_needs_a_repository_and_a_word() -> None:
    assert retarget("hook").code == exits.USAGE
    assert "no git repository" in retarget("hook", "--install").err


@needs_git
def test_the_hook_runs_nothing_without_a_lock(repository: None) -> None:
    git("rm", "-rq", "hip")
    assert good(retarget("hook", "--run")) == Told(0, "", "")


def test_the_definition_for_the_framework_names_commands_that_are_there() -> None:
    text = Path(__file__).parents[2].joinpath(".pre-commit-hooks.yaml").read_text()
    entry = next(line.partition("entry: ")[2] for line in text.splitlines() if "entry: " in line)
    assert entry == "retarget hook --run" and NAME in text
