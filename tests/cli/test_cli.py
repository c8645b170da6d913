"""The command line end to end: where outputs go, what is told, and the exit codes of retarget/system/exits.py."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from retarget.cli import translation_report
from retarget.cli.examples import TRANSLATE as EXAMPLES
from retarget.source.text import digest
from retarget.system import cache, exits, tidy
from retarget.translation.lock import NAME
from tests.command_line import ENTRY, Told, retarget, spawned
from tests.compilers import runs_compilers

HELLO = """#include <cuda_runtime.h>
__global__ void k(float *a) { a[threadIdx.x] = 1; }
int main() {
  float *a;
  cudaMalloc(&a, 256);
  k<<<1, 64>>>(a);
  return cudaFree(a);
}
"""
HIP = """#include <hip/hip_runtime.h>
__global__ __launch_bounds__(64) void k(float *a) { a[threadIdx.x] = 1; }
int main() {
  float *a;
  hipMalloc(&a, 256);
  k<<<1, 64>>>(a);
  return hipFree(a);
}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, memory: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a memory of its own; what is built is shared."""
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    return work


def write(path: str, text: str) -> Path:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(text)
    return Path(path)


def tree() -> dict[str, str]:
    """Every file below the working folder, with its hash; less locks, which tests/cli/test_lock.py looks at."""
    return {str(p): digest(p.read_bytes()) for p in sorted(Path().rglob("*")) if p.is_file() and p.name != NAME}


def good(told: Told) -> Told:
    assert told.code == exits.OK, told.err
    return told


# Where outputs go


def test_beside() -> None:
    write("foo.cu", HELLO)
    told = good(retarget("foo.cu", "--to", "amd"))
    assert Path("foo.hip").read_text() == HIP
    assert told.err.startswith("foo.hip: 4 edits")
    assert Path("foo.cu").read_text() == HELLO
    assert set(tree()) == {"foo.cu", "foo.hip"}


@pytest.mark.slow
def test_as_a_command_of_its_own() -> None:
    write("foo.cu", HELLO)
    good(spawned("foo.cu"))
    assert Path("foo.hip").read_text() == HIP


def test_a_file_takes_what_it_needs_along() -> None:
    write("foo.cu", HELLO + "__device__ float m(float a) { return max(a, 1); }\n")
    good(retarget("foo.cu", "-o", "out/bar.hip"))
    text = Path("out/bar.hip").read_text()
    assert "// >>> retarget_hip/device_math.h" in text
    assert '#include "' not in text
    assert set(tree()) == {"foo.cu", "out/bar.hip"}


@pytest.mark.slow
def test_a_dash_is_the_standard_output() -> None:
    Path("a.cu").write_bytes(HELLO.replace("float *a;", "float *a;  // \xe9\xff", 1).encode("latin-1"))
    before = tree()
    for _ in range(2):
        done = subprocess.run([*ENTRY, "a.cu", "-o", "-"], capture_output=True, check=True)
        assert done.stdout.decode("latin-1") == HIP.replace("float *a;", "float *a;  // \xe9\xff", 1)
    assert (tree(), done.stderr) == (before, b"-: 4 edits\n")
    assert retarget("a.cu", "-o", "./-").code == exits.OK
    assert Path("-").read_bytes() == done.stdout


@pytest.mark.parametrize("more", [["b.cu"], ["--check"], ["--diff"], ["--json"], ["--build"]])
def test_the_standard_output_takes_one_text_alone(more: list[str]) -> None:
    write("a.cu", HELLO)
    write("b.cu", HELLO)
    assert retarget("a.cu", "-o", "-", *more).code == exits.USAGE
    assert set(tree()) == {"a.cu", "b.cu"}


def test_a_tree_holds_changed_and_unchanged_files_in_their_folders() -> None:
    write("src/a/foo.cu", '#include "../h/changed.cuh"\n#include "../h/same.h"\n' + HELLO)
    write("src/h/changed.cuh", "#pragma once\ninline void f() { cudaDeviceSynchronize(); }\n")
    same = write("src/h/same.h", "#pragma once\nint same();\n")
    write("src/h/unreached.h", "int unreached();\n")
    good(retarget("src/a/foo.cu", "-o", "out/", "--root", "src"))
    assert {p for p in tree() if p.startswith("out/")} == {"out/a/foo.hip", "out/h/changed.cuh", "out/h/same.h"}
    assert "hipDeviceSynchronize" in Path("out/h/changed.cuh").read_text()
    assert Path("out/h/same.h").read_bytes() == same.read_bytes()
    assert '#include "../h/changed.cuh"' in Path("out/a/foo.hip").read_text()


def test_in_a_tree_support_headers_stand_once_and_are_reached_from_every_folder() -> None:
    for name in ("a", "b/c"):
        write(f"{name}/foo.cu", HELLO + "__device__ float m(float a) { return max(a, 1); }\n")
    good(retarget("a/foo.cu", "b/c/foo.cu", "-o", "out"))
    assert Path("out/retarget_hip/device_math.h").is_file()
    assert '#include "../retarget_hip/device_math.h"' in Path("out/a/foo.hip").read_text()
    assert '#include "../../retarget_hip/device_math.h"' in Path("out/b/c/foo.hip").read_text()


def test_headers_that_change_cannot_stand_beside_themselves() -> None:
    write("foo.cu", '#include "h.cuh"\nint main() { f(); }\n')
    write("h.cuh", "inline void f() { cudaDeviceSynchronize(); }\n")
    before = tree()
    told = retarget("foo.cu")
    assert told.code == exits.OUTPUT
    assert "h.cuh" in told.err and "-o FOLDER/" in told.err and "--in-place" in told.err
    assert tree() == before


def test_root_keeps_what_is_outside_as_it_is() -> None:
    write("lib/h.cuh", "inline void f() { cudaDeviceSynchronize(); }\n")
    write("app/foo.cu", '#include "../lib/h.cuh"\n' + HELLO)
    told = good(retarget("app/foo.cu", "-o", "out/", "--root", "app"))
    assert {p for p in tree() if p.startswith("out/")} == {"out/foo.hip"}
    assert re.search(r"lib/h\.cuh.*warning: .* --root \[outside-root\]", told.err)


def test_in_place_keeps_the_originals() -> None:
    write("foo.cu", '#include "h.cuh"\n' + HELLO)
    write("h.cuh", "#pragma once\ninline void f() { cudaDeviceSynchronize(); }\n")
    write("same.h", "int x;\n")
    before = tree()
    good(retarget("--in-place", "foo.cu"))
    after = tree()
    assert set(after) == {"foo.cu", "foo.cu.orig", "h.cuh", "h.cuh.orig", "same.h"}
    assert (after["foo.cu.orig"], after["h.cuh.orig"]) == (before["foo.cu"], before["h.cuh"])
    assert "hipMalloc" in Path("foo.cu").read_text()
    told = good(retarget("--in-place", "foo.cu"))
    assert tree() == after
    assert "0 edits" in told.err


def test_in_place_keeps_permissions_and_the_first_backup() -> None:
    write("foo.cu", HELLO).chmod(0o750)
    good(retarget("--in-place", "foo.cu"))
    assert os.stat("foo.cu").st_mode & 0o777 == 0o750
    write("foo.cu", HELLO + "// more\n")
    good(retarget("--in-place", "foo.cu"))
    assert Path("foo.cu.orig").read_text() == HELLO
    assert Path("foo.cu").read_text() == HIP + "// more\n"


def test_in_place_and_output_contradict_each_other() -> None:
    write("foo.cu", HELLO)
    told = retarget("foo.cu", "--in-place", "-o", "x")
    assert told.code == exits.USAGE
    assert "contradict" in told.err


# Second runs


def test_a_second_run_writes_nothing() -> None:
    write("foo.cu", HELLO)
    good(retarget("foo.cu"))
    stamp = os.stat("foo.hip").st_mtime_ns
    shutil.rmtree(Path(os.environ["RETARGET_CACHE_DIR"]) / "runs")
    again = good(retarget("foo.cu", "--json"))
    assert os.stat("foo.hip").st_mtime_ns == stamp
    assert json.loads(again.out)["written"] == []


def test_translating_the_output_changes_nothing() -> None:
    write("foo.cu", HELLO)
    good(retarget("foo.cu"))
    shutil.copy("foo.hip", "again.cu")
    good(retarget("again.cu"))
    assert Path("again.hip").read_bytes() == Path("foo.hip").read_bytes()


@pytest.mark.parametrize("words", [["foo.cu"], ["foo.cu", "--diff"], ["foo.cu", "-v", "-o", "out/"]], ids=" ".join)
def test_a_warm_run_says_what_the_cold_one_said(words: list[str]) -> None:
    write("foo.cu", HELLO + "int f() { return cublasNoSuchThing(); }\n")
    cold, files = retarget(*words), tree()
    assert any(Path(os.environ["RETARGET_CACHE_DIR"], "runs").iterdir())
    assert retarget(*words) == cold
    assert tree() == files


def changed(path: str, text: str) -> None:
    write(path, text)
    os.utime(path, ns=(1, 1))  # whatever the resolution of the file system's clock


def test_a_warm_run_writes_nothing_and_says_so() -> None:
    write("foo.cu", HELLO)
    written = [json.loads(good(retarget("foo.cu", "--json")).out)["written"] for _ in range(3)]
    assert written == [["foo.hip"], [], []]


def test_what_changes_while_it_is_translated_is_not_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    write("foo.cu", HELLO)
    with monkeypatch.context() as patched:
        summary = translation_report.summary
        late = HELLO.replace("cudaFree", "cudaMalloc")
        patched.setattr(translation_report, "summary", lambda *given: [write("foo.cu", late), summary(*given)][1])
        good(retarget("foo.cu"))
    good(retarget("foo.cu"))
    assert "hipMalloc" in Path("foo.hip").read_text()


def test_only_the_newest_runs_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST_FILES", 3)
    monkeypatch.setattr(tidy, "_PERIOD", 0.0)
    for number in range(5):
        write(f"{number}.cu", HELLO)
        good(retarget(f"{number}.cu"))
    kept = {p.name for p in (cache.cache_folder() / "runs").iterdir()}
    assert kept == {cache.key([f"{number}.cu"]) for number in (2, 3, 4)}


def test_a_warm_run_sees_every_change() -> None:
    write("foo.cu", HELLO + '#include "h.h"\nint own() { return 1; }\n')
    write("h.h", "int h;\n")
    write("map.tsv", "cuda\thip\nown\tother\n")
    words = ("foo.cu", "-o", "out/", "--map", "map.tsv")
    good(retarget(*words))
    changed("foo.cu", HELLO + '#include "h.h"\nint own() { return 2; }\n')
    good(retarget(*words))
    assert "return 2;" in Path("out/foo.hip").read_text()
    changed("h.h", "int h2;\n")
    good(retarget(*words))
    assert Path("out/h.h").read_text() == "int h2;\n"
    changed("map.tsv", "cuda\thip\ncudaFree\tmyFree\n")
    good(retarget(*words))
    assert "myFree(a)" in Path("out/foo.hip").read_text()
    Path("out/h.h").unlink()
    good(retarget(*words))
    assert Path("out/h.h").exists()


def test_a_warm_run_sees_a_changed_database() -> None:
    write("foo.cu", HELLO + '#include "h.h"\n')
    write("one/h.h", "int one;\n")
    write("two/h.h", "int two; // two\n")
    database([("foo.cu", "-Ione")])
    good(retarget("-p", ".", "-o", "out/"))
    assert Path("out/one/h.h").exists()
    database([("foo.cu", "-Itwo -DX")])
    good(retarget("-p", ".", "-o", "out/"))
    assert Path("out/two/h.h").exists()


def test_a_header_that_appears_is_seen() -> None:
    Path("inc").mkdir()
    write("foo.cu", '#include "inc/h.h"\n' + HELLO)
    assert "'inc/h.h' file not found" in retarget("foo.cu", "--diff").err + retarget("foo.cu").err
    write("inc/h.h", "int h;\n")
    assert "not found" not in good(retarget("foo.cu")).err


# What is told


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("patch") is None, reason="patch is not installed")
def test_diff_writes_nothing_and_can_be_applied() -> None:
    write("foo.cu", (HELLO + "// form\ffeed\n// größe\nint last;").replace("\n", "\r\n"))
    before = tree()
    told = good(spawned("foo.cu", "--diff", errors="surrogateescape"))
    assert tree() == before
    assert told.out.startswith("--- foo.cu\n+++ foo.hip\n@@ ")
    write("patch", "")
    raw = subprocess.run([*ENTRY, "foo.cu", "--diff"], capture_output=True, check=True).stdout
    Path("patch").write_bytes(raw)
    good(retarget("foo.cu"))
    subprocess.run(["patch", "--binary", "-s", "-o", "patched", "foo.cu", "patch"], check=True)
    assert Path("patched").read_bytes() == Path("foo.hip").read_bytes()


def test_diff_tells_what_there_is_to_tell() -> None:
    write("foo.cu", "__global__ void inner() {}\n__global__ void outer() { inner<<<1, 1>>>(); }\n")
    told = retarget("foo.cu", "--diff")
    assert (told.code, "[dynamic-parallelism]" in told.err, told.out[:4]) == (exits.TRANSLATION, True, "--- ")


@pytest.mark.parametrize(
    "text",
    [
        "#pragma once\n#define HD __host__ __device__\nHD inline int f() { return 1; }\n",
        "#pragma once\n#define AT (blockIdx.x * blockDim.x)\n",
        "#define RUN(k, ...) k<<<1, 2>>>(__VA_ARGS__)\n",
        "#include <cstdio>\n__device__ inline int f() { return threadIdx.x; }\n",
    ],
)
def test_a_header_alone_gets_the_runtime_where_keywords_need_it(text: str) -> None:
    write("h.cuh", text)
    assert "+#ifdef __HIPCC__\n+#include <hip/hip_runtime.h>\n+#endif\n" in good(retarget("h.cuh", "--diff")).out


@pytest.mark.parametrize("text", ["#pragma once\n#define HOST 1\n", "#define F(blockSize) (blockSize + 1)\n"])
def test_a_header_alone_with_nothing_of_cudas_stays(text: str) -> None:
    write("h.cuh", text)
    assert good(retarget("h.cuh", "--diff")).out == ""


@pytest.mark.slow
def test_a_library_without_a_counterpart_is_told_once() -> None:
    write("foo.cu", "#include <cuda/std/variant>\n__device__ cuda::std::variant<int> held;\n")
    told = retarget("foo.cu", "-v").err
    assert (told.count("libhipcxx"), told.count("[no-header]"), told.count("[libcudacxx]")) == (1, 1, 0)


def test_diff_of_bytes_that_are_not_utf8() -> None:
    Path("foo.cu").write_bytes(HELLO.encode() + b"// caf\xe9\n")
    environment = os.environ | {"PYTHONIOENCODING": "utf-8:strict"}
    done = subprocess.run([*ENTRY, "foo.cu", "--diff"], capture_output=True, check=False, env=environment)
    assert (done.returncode, done.stderr) == (exits.OK, b"")
    assert b"caf\xe9" in done.stdout
    again = subprocess.run([*ENTRY, "foo.cu", "--diff"], capture_output=True, check=False, env=environment)
    assert again.stdout == done.stdout


@pytest.mark.slow
def test_a_reader_that_goes_away_is_no_bug() -> None:
    write("foo.cu", HELLO + "".join(f"int f{i}() {{ return cudaFree(0); }}\n\n\n\n\n\n\n\n" for i in range(3000)))
    with subprocess.Popen([*ENTRY, "foo.cu", "--diff"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout and running.stderr
        running.stdout.readline()
        running.stdout.close()
        said = running.stderr.read()
    assert b"bug" not in said and b"Traceback" not in said


def test_check() -> None:
    write("foo.cu", HELLO)
    told = retarget("foo.cu", "--check")
    assert told.code == exits.STALE
    assert "foo.hip: out of date" in told.err
    assert not Path("foo.hip").exists()
    good(retarget("foo.cu"))
    assert good(retarget("foo.cu", "--check")).err == ""
    changed("foo.cu", HELLO + "// more\n")
    assert retarget("foo.cu", "--check").code == exits.STALE


def test_errors_of_the_translation_have_their_code_and_the_output_is_written() -> None:
    write("foo.cu", HELLO + "int f() { return cudaGraphicsD3D9RegisterResource(0, 0, 0); }\n")
    told = retarget("foo.cu")
    assert told.code == exits.TRANSLATION
    assert re.search(r"foo\.cu:9:18: error: .*no counterpart.*\[no-counterpart\]", told.err)
    assert Path("foo.hip").exists()


def test_json() -> None:
    write("foo.cu", HELLO + "int f() { return cublasNoSuchThing(); }\n")
    told = json.loads(retarget("foo.cu", "--json").out)
    assert told["kernels"] == [{"name": "k", "file": "foo.cu", "line": 2, "column": 17}]
    assert told["launches"] == [{"kernel": "k", "block": [64, 1, 1], "file": "foo.cu", "line": 6, "column": 3}]
    first = told["files"][0]["edits"][0]
    assert HELLO[first["start"] : first["end"]] == "cuda_runtime.h" and first["text"] == "hip/hip_runtime.h"


def test_notes_are_shown_where_they_are_asked_for() -> None:
    write("foo.cu", "__device__ int f() {\n#if __CUDA_ARCH__ >= 600\n  return 1;\n#endif\n  return 0;\n}\n")
    quiet, full = retarget("foo.cu"), retarget("foo.cu", "-v")
    assert "note" in quiet.err and "[cuda-arch]" not in quiet.err
    assert "foo.cu:2:5: note:" in full.err and "[cuda-arch]" in full.err


# Options


def test_flags_and_those_behind_dashes() -> None:
    write("inc/own.h", "#define SIZE 128\n")
    write("foo.cu", '#include "own.h"\n__global__ void k() {}\nvoid f() { k<<<1, SIZE * N>>>(); }\n')
    for words in (["-I", "inc", "-DN=2"], ["--", "-Iinc", "-DN=2"], ["-Iinc", "--", "-D", "N=2"]):
        told = good(retarget("foo.cu", "--json", *words, "--", "-O3") if "--" not in words
                    else retarget("foo.cu", "--json", *words))  # fmt: skip
        assert [l["block"] for l in json.loads(told.out)["launches"]] == [[256, 1, 1]]


def test_no_launch_bounds() -> None:
    write("foo.cu", HELLO)
    good(retarget("foo.cu", "--no-launch-bounds"))
    assert Path("foo.hip").read_text() == HIP.replace(" __launch_bounds__(64)", "")


def test_a_map_of_ones_own() -> None:
    write("foo.cu", HELLO + "void g() { ourMalloc(); theirMalloc(); }\n")
    write("map.tsv", "cuda\thip\nourMalloc\tmyMalloc\ncudaFree\tmyFree\n")
    good(retarget("foo.cu", "--map", "map.tsv"))
    text = Path("foo.hip").read_text()
    assert "myMalloc(); theirMalloc();" in text and "return myFree(a)" in text


@pytest.mark.parametrize(
    ("table", "said"),
    [
        pytest.param("cuda\tother\n", "map.tsv:1: error: column 'hip' is missing", id="columns"),
        pytest.param("cuda\thip\na\tb\tc\n", "map.tsv:2: error: 3 columns where 2 are due", id="width"),
        pytest.param("cuda\thip\n\tb\n", "map.tsv:2: error: the CUDA name is empty", id="no name"),
        pytest.param("cuda\thip\ncudaFree\tgröße\n", "map.tsv:2: error:", id="not ASCII"),
        pytest.param(None, "map.tsv:1: error: No such file", id="absent"),
    ],
)
def test_a_bad_map_is_refused_with_its_place(table: str | None, said: str) -> None:
    write("foo.cu", HELLO + "int x;\n")
    if table is not None:
        write("map.tsv", table)
    before = tree()
    told = retarget("foo.cu", "--map", "map.tsv")
    assert (told.code, said in told.err) == (exits.USAGE, True), told.err
    assert tree() == before


def database(entries: list[tuple[str, str]]) -> None:
    here = os.getcwd()
    found = [{"directory": here, "file": f, "command": f"nvcc {line} -c {f}"} for f, line in entries]
    write("compile_commands.json", json.dumps(found))


def test_all_units_of_a_database() -> None:
    write("a.cu", HELLO)
    write("sub/b.cu", "#ifdef B\nvoid b() { cudaDeviceSynchronize(); }\n#endif\n")
    write("c.cpp", "#include <cuda_runtime.h>\nvoid c() { cudaDeviceSynchronize(); }\n")
    database([("a.cu", ""), ("sub/b.cu", "-DB"), ("c.cpp", "")])
    good(retarget("-p", ".", "-o", "out", "-j", "2"))
    assert {p for p in tree() if p.startswith("out/")} == {"out/a.hip", "out/sub/b.hip", "out/c.cpp"}
    assert "hipDeviceSynchronize" in Path("out/c.cpp").read_text()


def test_units_that_share_headers_are_merged() -> None:
    """A header that every unit sees alike is edited once; names own to one unit stay there."""
    write("h.cuh", "#pragma once\ninline void sync() { cudaDeviceSynchronize(); }\n")
    write("a.cu", '#include "h.cuh"\n' + HELLO)
    write("b.cu", '#include "h.cuh"\nvoid b() { sync(); cudaDeviceReset(); }\n')
    one = good(retarget("a.cu", "b.cu", "-o", "one/", "-j", "1"))
    two = good(retarget("a.cu", "b.cu", "-o", "two/", "-j", "2"))
    assert one.err.replace("one/", "") == two.err.replace("two/", "")
    assert "error" not in one.err and "warning" not in one.err
    for name in ("h.cuh", "a.hip", "b.hip"):
        assert Path("one", name).read_bytes() == Path("two", name).read_bytes()
    assert Path("one/h.cuh").read_text().count("hipDeviceSynchronize") == 1


def test_an_input_that_another_includes_is_no_unit_of_its_own() -> None:
    write("main.cu", '#include "kernels.cu"\nint main() { k<<<1, 32>>>(nullptr); }\n')
    write("kernels.cu", "__global__ void k(float *a) { a[0] = 1; }\n")
    good(retarget("main.cu", "kernels.cu", "-o", "out/"))
    assert {p for p in tree() if p.startswith("out/")} == {"out/main.hip", "out/kernels.cu"}
    assert '#include "kernels.cu"' in Path("out/main.hip").read_text()


# Help


def test_explain() -> None:
    names = [line.split()[0] for line in good(retarget("rules")).out.splitlines()]
    for name in names:
        assert good(retarget("--explain", name)).out.strip()
    told = retarget("--explain", names[0] + "x")
    assert told.code == exits.USAGE
    assert f"did you mean {names[0]}" in told.err or names[0] in told.err


@pytest.mark.parametrize("words", [["--help"], ["-h"], [], ["translate", "--help"]], ids=" ".join)
def test_help_shows_examples(words: list[str]) -> None:
    told = good(retarget(*words))
    for example in EXAMPLES.splitlines()[3:]:
        assert " ".join(example.split()) in " ".join(told.out.split())


def test_the_examples_are_accepted() -> None:
    """Each line of the examples runs, on a file of that name."""
    write("foo.cu", HELLO)
    write("foo.cuh", "#pragma once\n")
    write("src/bar.cu", HELLO)
    Path("include").mkdir()
    Path("build").mkdir()
    write("build/compile_commands.json", json.dumps([{"directory": os.getcwd(), "file": "foo.cu", "command": "nvcc"}]))
    lines = [e.split("   ")[0].strip() for e in EXAMPLES.splitlines() if e.startswith("  retarget")]
    assert len(lines) >= 8
    for line in lines:
        words = [str(p) for w in shlex.split(line)[1:] for p in (sorted(Path().glob(w)) if "*" in w else [w])]
        if "--build" in words or "--explain" in words:
            continue
        told = retarget(*words)
        assert told.code == exits.OK, (line, told.err)
        shutil.rmtree("hip", ignore_errors=True)


def test_version() -> None:
    assert re.search(r"\d+\.\d+", good(retarget("--version")).out)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["translate"], "no input"),
        (["foo.cu", "--to", "mars"], "mars"),
        (["foo.cu", "--nonsense"], "--nonsense"),
        (["foo.cu", "-j", "0"], "-j"),
        (["foo.cu", "-DN=1", "-DN=2"], "contradictory flags: -DN"),
        (["foo.cu", "-DN=1", "--", "-DN=2"], "contradictory flags: -DN"),
        (["foo.cu", "--std", "c++14", "--", "-std=c++17"], "contradictory flags: -std"),
        (["foo.cu", "--", "-I"], "-I needs a value"),
        pytest.param(["foo.cu", "--arch", "gfx9999"], "gfx9999", marks=runs_compilers),  # it may know more than we do
        pytest.param(["foo.cu", "--arch", "gfx90"], "gfx90a", marks=runs_compilers),
        (["foo.cu", "-p", "no.json"], "compile database no.json"),
    ],
    ids=lambda v: " ".join(v) if isinstance(v, list) else "",
)
def test_wrong_command_lines(words: list[str], said: str) -> None:
    write("foo.cu", HELLO)
    told = retarget(*words)
    assert told.code == exits.USAGE, told.err
    assert said in told.err
    assert set(tree()) == {"foo.cu"}


@runs_compilers
def test_old_c_is_built_as_gcc_takes_it() -> None:
    """Implicit declarations and types, and pointers to other functions: warnings of gcc 12, errors of clang 19."""
    old = """#include <cuda_runtime.h>
twice(n) { return 2 * n; }
static int by(long a) { return (int)a; }
int main() { int (*f)(int) = by; int n = cudaFree(0) ? 1 : f(3); return later(twice(n)); }
int later(int n) { return n; }
"""
    write("old.c", old)
    told = retarget("old.c", "--build", "--arch", "gfx90a", "-o", "out/")
    assert told.code == exits.OK and "cannot read" not in told.err, told.err


@runs_compilers
def test_units_of_c_that_only_speak_of_main_are_linked() -> None:
    write("kernel.cu", "#include <cstdio>\nextern \"C\" int twice(int);\nint main() { cudaFree(0); printf(\"%d\\n\", twice(21)); }\n")
    write("twice.c", "/* main() calls it in the main domain */\nint twice(int n) { return 2 * n; }\n")
    told = retarget("kernel.cu", "twice.c", "--build", "--arch", "gfx90a", "-o", "out/")
    assert told.code == exits.OK and "made out/kernel\n" in told.out + told.err, told.out + told.err


@runs_compilers
def test_a_unit_whose_header_declares_main_is_linked() -> None:
    write("main.h", "int main(int argc, char** argv);\n")
    write("main.c", '#include "main.h"\nint twice(int);\nint main(argc, argv) int argc; char** argv; { return twice(0); }\n')
    write("twice.cu", '#include "main.h"\nextern "C" int twice(int n) { cudaFree(0); return 2 * n; }\n')
    told = retarget("main.c", "twice.cu", "--build", "--arch", "gfx90a", "-o", "out/")
    assert told.code == exits.OK and "made out/main\n" in told.out + told.err, told.out + told.err


@runs_compilers
def test_a_driver_program_in_c() -> None:
    write("foo.c", "#include <cuda.h>\nCUdeviceptr f(CUdeviceptr p, size_t n) { p += 4; return p + n; }\n")
    good(retarget("foo.c", "-o", "out/"))
    text = Path("out/foo.c").read_text()
    assert "hipDeviceptr_t f(hipDeviceptr_t p, size_t n) { p = (char*)p + 4; return (char*)p + n; }" in text
    host, header = shutil.which("gcc"), Path("/usr/include/hip/hip_runtime_api.h")
    if host and header.exists():
        subprocess.run([host, "-D__HIP_PLATFORM_AMD__", "-fsyntax-only", "out/foo.c"], check=True)


@runs_compilers
@pytest.mark.skipif(not shutil.which("clang++-19"), reason="needs a compiler for AMD")
def test_build() -> None:
    write("foo.cu", HELLO)
    told = retarget("foo.cu", "--build", "--arch", "gfx90a", "--json")
    assert told.code in (exits.OK, exits.MISSING), told.err
    if told.code == exits.MISSING:
        pytest.skip(told.err)
    assert "VGPR" in told.out.upper()


@runs_compilers
def test_openmp_is_told_to_the_compiler() -> None:
    write("foo.cu", HELLO.replace("int main(", "#include <omp.h>\nint most() { return omp_get_max_threads(); }\nint main("))
    told = retarget("foo.cu", "--build", "--arch", "gfx90a", "--", "-fopenmp")
    if told.code == exits.MISSING:
        pytest.skip(told.err)
    assert told.code == exits.OK, told.err


NO_OPENMP = "#error 'omp.h' file not found"  # as clang says it where the header is missing


@runs_compilers
@pytest.mark.parametrize("to", ["amd", "cpu"])
def test_what_brings_openmp_is_named(to: str) -> None:
    write("foo.cu", f"{NO_OPENMP}\n{HELLO}")
    told = retarget("foo.cu", "--to", to, *(["--build"] if to == "amd" else []))
    if told.code == exits.MISSING:
        pytest.skip(told.err)
    assert told.code == exits.BUILD, told.err
    assert re.search(r"foo.cu.*: error: 'omp.h' file not found; install it: .*(omp|OpenMP)", told.err), told.err


@runs_compilers
@pytest.mark.skipif(not shutil.which("clang++-19"), reason="needs a compiler for AMD")
def test_a_name_that_newer_headers_declare() -> None:
    write("foo.cu", "#include <cuda_runtime.h>\nint f(cudaArray_t a) { return cudaArrayGetInfo(0, 0, 0, a); }\n")
    told = retarget("foo.cu", "--build")
    if told.code in (exits.OK, exits.MISSING):
        pytest.skip("needs the headers of HIP 5")
    assert told.code == exits.BUILD, told.err
    assert re.search(r"foo.cu:2:\d+: error: .*'hipArrayGetInfo': HIP [\d.]+ declares it; install newer", told.err)


def test_installed_behind_a_link(tmp_path: Path) -> None:
    """What the preamble declares is CUDA's, by whatever path the package is found."""
    link = tmp_path / "link"
    link.symlink_to(Path(translation_report.__file__).parent.parent, target_is_directory=True)
    write("foo.cu", "texture<float, 1, cudaReadModeElementType> t;\nint f(float *p) { return cudaBindTexture(0, t, p); }\n")
    told = spawned("foo.cu", env={**os.environ, "PYTHONPATH": str(link)})
    assert "hipBindTexture" in (good(told) and Path("foo.hip").read_text())


@pytest.mark.parametrize(
    ("words", "kind", "code"),
    [
        (("none.cu",), "InputError", exits.INPUT),
        (("k.cu", "--map", "none.tsv"), "TableError", exits.USAGE),
        (("k.cu", "-o", "-"), "Error", exits.USAGE),
        (("k.cu", "--schedule", "k: no(x=2)"), "BadSchedule", exits.USAGE),
    ],
)
def test_errors_are_json_where_results_are(words: tuple[str, ...], kind: str, code: int) -> None:
    Path("k.cu").write_text("__global__ void k() {}\n")
    told = retarget(*words, "--json")
    error = json.loads(told.out)["error"]
    assert (error["kind"], error["code"], told.code) == (kind, code, code)
    assert error["what"] in told.err
