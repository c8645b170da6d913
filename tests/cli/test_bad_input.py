"""Bad input and bad luck: a clear message with the remedy, the documented code, the originals untouched."""

from __future__ import annotations

import errno
import json
import os
import resource
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from clang.cindex import Index

from retarget.source.flags import Flags
from retarget.source.text import digest
from retarget.system import exits
from retarget.system.made_once import is_intact
from retarget.system.toolchain import find_headers
from retarget.unit.parse.precompiled import Mode, arguments
from tests.command_line import ENTRY, Told, retarget, spawned

pytestmark = pytest.mark.usefixtures("processes")  # some of these texts bring libclang down

HELLO = "#include <cuda_runtime.h>\nint main() { return cudaFree(0); }\n"
HIP = "#include <hip/hip_runtime.h>\nint main() { return hipFree(0); }\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, memory: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A working folder; whatever a test does, the sources that it wrote there are as they were."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    originals.clear()
    yield
    assert {p: digest(Path(p).read_bytes()) for p in originals} == originals
    assert not list(work.rglob("*.retarget")), "a half-written file is left"


originals: dict[str, str] = {}


def write(path: str, data: bytes | str) -> Path:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_bytes(data if isinstance(data, bytes) else data.encode())
    originals[path] = digest(Path(path).read_bytes())
    return Path(path)


def outputs() -> set[str]:
    return {str(p) for p in Path().rglob("*") if p.is_file() or p.is_symlink()} - set(originals)


def refused(told: Told, code: int, *said: str) -> None:
    assert told.code == code, told.err
    for words in said:
        assert words in told.err
    assert told.err.lstrip().startswith("retarget: error: ") or "Error: " in told.err
    assert len(told.err.splitlines()) <= 4
    assert "Traceback" not in told.err and "bug" not in told.err
    assert outputs() == set()


# What cannot be read


def test_no_such_file() -> None:
    refused(retarget("gone.cu"), exits.INPUT, "gone.cu: no such file")


def test_a_directory() -> None:
    Path("dir.cu").mkdir()
    refused(retarget("dir.cu"), exits.INPUT, "dir.cu is a directory", "-p")


def test_a_dangling_link() -> None:
    Path("link.cu").symlink_to("nowhere.cu")
    originals_before = dict(originals)
    told = retarget("link.cu")
    assert (told.code, "link.cu" in told.err) == (exits.INPUT, True)
    assert originals == originals_before and os.readlink("link.cu") == "nowhere.cu"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["pipe"], exits.INPUT),
        (["including.cu"], exits.INPUT),
        (["foo.cu", "--", "-include", "pipe"], exits.INPUT),
        (["-p", "pipe"], exits.USAGE),
        (["foo.cu", "--", "--options-file", "pipe"], exits.USAGE),
        (["foo.cu", "--", "@pipe"], exits.USAGE),
        (["foo.cu", "--map", "pipe"], exits.USAGE),
        (["foo.cu", "-o", "pipe"], exits.OUTPUT),
    ],
    ids=str,
)
def test_a_pipe_is_not_waited_for(words: list[str], code: int) -> None:
    os.mkfifo("pipe")
    write("foo.cu", HELLO)
    write("including.cu", '#include "pipe"\n' + HELLO)
    told = retarget(*words)
    assert (told.code, "pipe" in told.err, told.out) == (code, True, ""), told.err
    assert "no regular file" in told.err or code == exits.OUTPUT


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--std", "c++99"], "no compiler knows the standard 'c++99': known are c++98, c++03"),
        (["--", "-std=gnu+17"], "no compiler knows the standard 'gnu+17'"),
        (["--to", "nvidia", "--map", "map.tsv"], "no --map here: its names are HIP's, and the output is CUDA 13"),
    ],
    ids=str,
)
def test_a_value_that_has_no_meaning_is_refused_before_anything_is_written(words: list[str], said: str) -> None:
    write("foo.cu", HELLO)
    write("map.tsv", "cuda\thip\ncudaFree\tmyFree\n")
    told = retarget("foo.cu", *words)
    assert (told.code, said in told.err, sorted(os.listdir())) == (exits.USAGE, True, ["foo.cu", "map.tsv"]), told.err


@pytest.mark.parametrize(
    ("rows", "line", "said"),
    [
        ("cudaFree\tmy Free(\n", 2, "cudaFree: the replacement 'my Free(' is no name of C++"),
        ("cudaFree\t3;}\n", 2, "the replacement '3;}' is no name"),
        ("cudaFree\ta::\n", 2, "the replacement 'a::' is no name"),
        ("1x\ty\n", 2, "'1x' is no name of C++"),
        ("\ncuda Free\ty\n", 3, "'cuda Free' is no name of C++"),
        ("int\tfloat\n", 2, "int: a keyword of C++ is nobody's name"),
        ("cudaFree\tmine::delete\n", 2, "cudaFree: a keyword of C++ is nobody's name"),
        ("cudaFree\ta\ncudaMalloc\tc\ncudaFree\tb\n", 4, "cudaFree has a row on line 2 already"),
        ("cudaFree\ta\ncudaFree\ta\n", 3, "cudaFree has a row on line 2 already"),
    ],
)
def test_a_map_of_impossible_names(rows: str, line: int, said: str) -> None:
    write("foo.cu", HELLO)
    write("map.tsv", f"cuda\thip\n{rows}")
    refused(retarget("foo.cu", "--map", "map.tsv"), exits.USAGE, f"map.tsv:{line}: error: ", said)


def test_a_map_of_names_that_are_possible() -> None:
    write("foo.cu", HELLO)
    write("map.tsv", "cuda\thip\tpart\ncudaFree\t::mine::free\tatomics\n")
    assert retarget("foo.cu", "--map", "map.tsv", "-o", "out/").code == exits.OK
    assert "::mine::free(0)" in Path("out/foo.hip").read_text()
    write("map.tsv", "cuda\thip\tpart\ncudaFree\tfree_\tatomic\n")
    told = retarget("foo.cu", "--map", "map.tsv", "-o", "out/")
    assert (told.code, "no support header 'atomic'; did you mean atomics?" in told.err) == (exits.USAGE, True), told.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--diff", "--json"], "--diff and --json contradict each other"),
        (["--diff", "--format", "sarif"], "--diff and --format sarif contradict each other"),
        (["--json", "--format", "github"], "--json and --format github contradict each other"),
        (["--diff", "--build"], "--diff and --build contradict each other"),
        (["--diff", "--force"], "--diff and --force contradict each other"),
        (["-o", "-", "--force"], "--force and -o - contradict each other"),
        (["-o", "-", "--format", "sarif"], "--format sarif and -o - contradict each other"),
        (["-o", "-", "--in-place"], "--in-place and -o contradict each other"),
        (["--to", "nvidia", "--arch", "gfx90a"], "--to nvidia and --arch contradict each other"),
        (["--to", "nvidia", "--unsafe-fp-atomics"], "--to nvidia and --unsafe-fp-atomics contradict each other"),
        (["--to", "nvidia", "--project-hip"], "--to nvidia and --project-hip contradict each other"),
        (["--to", "cpu", "--arch", "gfx90a"], "--to cpu and --arch contradict each other"),
        (["bar.cu", "-o", "all.hip"], "-o all.hip is the name of one file, and there are 2 inputs: -o all.hip/ is a folder"),
    ],
    ids=" ".join,
)
def test_options_that_do_not_go_together(words: list[str], said: str) -> None:
    write("foo.cu", HELLO)
    write("bar.cu", HELLO)
    told = retarget("foo.cu", *words)
    assert (told.code, said in told.err, outputs()) == (exits.USAGE, True, set()), told.err


def test_several_inputs_go_to_a_folder_however_it_is_called() -> None:
    write("foo.cu", HELLO)
    write("bar.cu", HELLO)
    assert retarget("foo.cu", "bar.cu", "-o", "all.hip/").code == exits.OK
    assert {"all.hip/foo.hip", "all.hip/bar.hip"} <= outputs()


def test_two_inputs_of_one_output() -> None:
    write("a/foo.cu", HELLO)
    write("a/foo.hip", HELLO)
    told = retarget("a/foo.cu", "a/foo.hip", "-o", "out/")
    refused(told, exits.OUTPUT, "foo.hip would hold both a/foo.cu and a/foo.hip")


@pytest.mark.parametrize("name", ["Makefile", "rules.mk", "CMakeLists.txt", "notes.md", "a.o"])
def test_a_file_that_is_no_source_by_its_name(name: str) -> None:
    write(name, "all:\n\tnvcc foo.cu # cudaFree\n")
    refused(retarget(name), exits.INPUT, f"{name} is no CUDA, C or C++ by its name", "-- -x cu")
    assert retarget(name, "--diff", "--", "-x", "cu").code == exits.OK
    entry = {"directory": os.getcwd(), "file": name, "command": f"nvcc -x cu -c {name}"}
    write("compile_commands.json", json.dumps([entry]))
    assert retarget("-p", ".", "--diff").code == exits.OK


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (HELLO.replace("\n", "\r"), 1),
        (HELLO.replace("\n", "// a comment\r"), 1),
        ("#include <cuda_runtime.h>\r\n// a\rint f() { return cudaFree(0); }\r\n", 2),
        ("int a;\rint b;\n\n#define A 1\rint c;\n", 4),
        ('const char* s = "a\rb";\n', 1),
    ],
)
def test_carriage_returns_that_compilers_read_differently(data: str, line: int) -> None:
    write("foo.cu", data)
    refused(retarget("foo.cu"), exits.INPUT, f"foo.cu:{line}: a line ends in a carriage return alone", "tr '\\r'")
    write("h.h", data)
    write("bar.cu", '#include "h.h"\n' + HELLO)
    refused(retarget("bar.cu"), exits.INPUT, f"h.h:{line}: a line ends in a carriage return alone")


@pytest.mark.parametrize("data", ["int a;\rint b;\n", "/* a\r b */ int c;\r\r\n#define A\r\r\n", "int a;\r"])
def test_carriage_returns_that_make_no_difference(data: str) -> None:
    write("foo.cu", data)
    assert retarget("foo.cu").code == exits.OK
    assert Path("foo.hip").read_bytes() == data.encode()


def test_a_file_behind_the_dashes_is_no_file() -> None:
    write("-dash.cu", HELLO)
    refused(retarget("--", "-dash.cu"), exits.USAGE, "name a FILE in front of --")


@pytest.mark.parametrize("words", [["-c", "Makefile"], ["Makefile", "-o", "app"], ["-E", "."]], ids=" ".join)
def test_nvcc_does_not_know_what_to_do_with_it(words: list[str]) -> None:
    write("Makefile", "all: foo.cu\n")
    refused(retarget("nvcc", *words), exits.USAGE, "nvcc does not know what to do with '")


def test_nvcc_of_another_target_takes_no_architecture_of_amd() -> None:
    write("foo.cu", HELLO)
    refused(retarget("nvcc", "--to", "nvidia", "--arch", "gfx90a", "-c", "foo.cu"), exits.USAGE, "contradict each other")


def test_a_name_that_begins_with_a_dash() -> None:
    write("-dash.cu", HELLO + "__global__ void k() {}\n")
    told = retarget("-dash.cu")
    assert (told.code, "-dash.cu reads as an option: name the file as ./-dash.cu" in told.err) == (exits.USAGE, True)
    told = retarget("-forward-unknown-to-host-compiler", "-c", "x.cu")  # CUDACXX="retarget nvcc" cmake ...
    assert (told.code, "retarget toolkit" in told.err) == (exits.USAGE, True)
    told = retarget("./-dash.cu", "--json")
    assert told.code == exits.OK and "[parse]" not in told.err, told.err
    assert Path("-dash.hip").read_text().startswith(HIP) and '"name": "k"' in told.out


def test_the_null_device_is_empty() -> None:
    write("foo.cu", '#include "/dev/null"\n' + HELLO)
    assert retarget("foo.cu", "--", "-include", "/dev/null").code == exits.OK


@pytest.mark.parametrize(
    ("data", "said"),
    [
        pytest.param(b"\x7fELF\x02\x01\0\0" + bytes(50), "is binary", id="binary"),
        pytest.param(HELLO.encode("utf-16"), "iconv -f UTF-16", id="UTF-16"),
        pytest.param(HELLO.encode("utf-16-be"), "is binary", id="UTF-16 without a mark"),
    ],
)
def test_no_source_text(data: bytes, said: str) -> None:
    write("foo.cu", data)
    refused(retarget("foo.cu"), exits.INPUT, "foo.cu", said)


def denied(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading this file fails, as it does for a user without the right to."""
    whole = Path.read_bytes

    def read(self: Path) -> bytes:
        if self.name == path:
            raise PermissionError(errno.EACCES, "Permission denied", str(self))
        return whole(self)

    monkeypatch.setattr(Path, "read_bytes", read)


def test_an_unreadable_file(monkeypatch: pytest.MonkeyPatch) -> None:
    write("foo.cu", HELLO)
    with monkeypatch.context() as patched:
        denied("foo.cu", patched)
        refused(retarget("foo.cu"), exits.INPUT, "foo.cu: cannot be read: Permission denied")


def test_an_unreadable_header(monkeypatch: pytest.MonkeyPatch) -> None:
    write("h.h", "int h;\n")
    write("foo.cu", '#include "h.h"\n' + HELLO)
    with monkeypatch.context() as patched:
        denied("h.h", patched)
        refused(retarget("foo.cu"), exits.INPUT, "h.h: cannot be read: Permission denied")


def test_one_bad_input_among_good_ones_writes_nothing() -> None:
    write("foo.cu", HELLO)
    refused(retarget("foo.cu", "gone.cu", "-o", "out/"), exits.INPUT, "gone.cu: no such file")


# What is odd, and works


@pytest.mark.slow
@pytest.mark.parametrize(
    ("data", "expected"),
    [
        pytest.param(HELLO.replace("\n", "\r\n").encode(), HIP.replace("\n", "\r\n").encode(), id="CRLF"),
        pytest.param(b"\xef\xbb\xbf" + HELLO.encode(), b"\xef\xbb\xbf" + HIP.encode(), id="byte order mark"),
        pytest.param(
            b"\xef\xbb\xbfint main() { return cudaFree(0); }",
            b"\xef\xbb\xbf#include <hip/hip_runtime.h>\nint main() { return hipFree(0); }",
            id="byte order mark before code",
        ),
        pytest.param(HELLO.encode() + b"// caf\xe9\n", HIP.encode() + b"// caf\xe9\n", id="Latin-1"),
        pytest.param(HELLO.encode() + b"\x0c// \x01\x1a\n", HIP.encode() + b"\x0c// \x01\x1a\n", id="control characters"),
        pytest.param(HELLO.rstrip().encode(), HIP.rstrip().encode(), id="no line end at the end"),
        pytest.param(b"", b"", id="empty"),
        pytest.param(b"\n\n", b"\n\n", id="blank"),
        pytest.param(HELLO.replace("\n", "\r\r\n").encode(), None, id="two carriage returns"),
    ],
)
def test_bytes_are_kept(data: bytes, expected: bytes | None) -> None:
    write("foo.cu", data)
    told = retarget("foo.cu")
    assert told.code in (exits.OK, exits.TRANSLATION), told.err
    assert "bug" not in told.err
    if expected is not None:
        assert Path("foo.hip").read_bytes() == expected


@pytest.mark.parametrize("name", ["with space.cu", "größe.cu", "a+b,c=d;e'f.cu", 'a"b.cu', "日本.cu", "-dash.cu", "a#b%20.cu"])
def test_names_of_files(name: str) -> None:
    write(f"in put/{name}", HELLO.replace("int main", "__global__ void k() {}\nint main"))
    told = retarget(f"in put/{name}", "--json")
    assert told.code == exits.OK, told.err
    assert "hipFree" in Path("in put", name).with_suffix(".hip").read_text()
    assert '"name": "k"' in told.out


def test_a_name_of_a_file_that_is_not_utf8() -> None:
    name = os.fsdecode(b"caf\xe9.cu")
    write(name, HELLO)
    told = retarget(name)
    assert told.code == exits.OK, ascii(told.err)
    assert Path(name).with_suffix(".hip").read_text() == HIP


def test_an_include_cycle() -> None:
    write("a.cu", '#include "b.h"\n' + HELLO)
    write("b.h", '#include "c.h"\ninline int b() { return cudaDeviceSynchronize(); }\n')
    write("c.h", '#include "b.h"\n#include "a.cu"\n')
    told = retarget("a.cu", "-o", "out/")
    assert told.code in (exits.OK, exits.TRANSLATION), told.err
    assert "hipDeviceSynchronize" in Path("out/b.h").read_text()


def test_a_syntax_error_leaves_the_rest() -> None:
    write("foo.cu", "#include <cuda_runtime.h>\nint f( { cudaMalloc; }\n}}} int g() { return cudaFree(0); }\n")
    told = retarget("foo.cu")
    assert told.code == exits.OK
    assert "foo.cu:2:" in told.err and "warning" in told.err and "[parse]" in told.err
    assert "hipMalloc" in Path("foo.hip").read_text() and "hipFree(0)" in Path("foo.hip").read_text()


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        pytest.param("__global__ void k(float *a) { a[threadIdx.x] = cudaSuccess; }\n" * 2000, id="redefinitions"),
        pytest.param("int x = " + "(" * 5000 + "cudaSuccess" + ")" * 5000 + ";\n", id="brackets"),
        pytest.param("{" * 5000 + "cudaFree(0);", id="braces"),
        pytest.param("int s();\nint x = " + "+".join(["s()"] * 4000) + "+cudaSuccess;\n", id="a long sum"),
        pytest.param("#if 1\n" * 3000 + "int x = cudaSuccess;\n", id="conditionals never closed"),
        pytest.param("int x = cudaSuccess; // " + "x" * 1000000 + "\n", id="a long line"),
        pytest.param('R"(' * 5000 + "\n" + "k<< <" * 2000 + "cudaFree(cudaMemcpyToSymbol(" * 2000, id="never closed"),
        pytest.param("template <class T> void f(T) { f(T()); k<<<1, 2>>>(cudaSuccess); }\n" * 300, id="templates"),
    ],
)
def test_hard_texts_come_through(text: str) -> None:
    write("foo.cu", "int first = cudaSuccess;\n" + text)
    told = retarget("foo.cu")
    assert told.code in (exits.OK, exits.TRANSLATION), told.err[-300:]
    assert "first = hipSuccess" in Path("foo.hip").read_text()


# What cannot be written


def test_an_output_that_is_not_ours() -> None:
    write("foo.cu", HELLO)
    write("foo.hip", "precious\n")
    told = retarget("foo.cu")
    assert told.code == exits.OUTPUT
    assert "foo.hip exists and was not written by retarget" in told.err and "--force" in told.err
    assert Path("foo.hip").read_text() == "precious\n"
    originals.pop("foo.hip")
    assert retarget("foo.cu", "--force").code == exits.OK
    assert Path("foo.hip").read_text() == HIP


def test_an_output_that_was_ours_and_was_changed() -> None:
    write("foo.cu", HELLO)
    assert retarget("foo.cu").code == exits.OK
    Path("foo.hip").write_text(HIP + "// by hand\n")
    assert retarget("foo.cu").code == exits.OUTPUT
    assert Path("foo.hip").read_text() == HIP + "// by hand\n"


def test_of_several_outputs_none_is_written_where_one_is_refused() -> None:
    for name in "abc":
        write(f"{name}.cu", HELLO)
    write("out/b.hip", "precious\n")
    refused(retarget("a.cu", "b.cu", "c.cu", "-o", "out/"), exits.OUTPUT, "out/b.hip exists", "--force")


def test_the_input_as_output() -> None:
    write("foo.cu", HELLO)
    write("foo.hip", HELLO)
    refused(retarget("foo.cu", "-o", "foo.cu"), exits.OUTPUT, "foo.cu is the input itself", "--in-place")
    refused(retarget("foo.hip"), exits.OUTPUT, "foo.hip is the input itself", "--in-place")
    refused(retarget("foo.cu", "-o", "./foo.cu", "--force"), exits.OUTPUT, "is the input itself")


def test_a_link_is_followed_in_place() -> None:
    write("real.cu", HELLO)
    os.chmod("real.cu", 0o750)
    Path("link.cu").symlink_to("real.cu")
    assert retarget("--in-place", "link.cu").code == exits.OK
    originals.pop("real.cu")
    assert os.readlink("link.cu") == "real.cu" and Path("real.cu").read_text() == HIP
    assert Path("real.cu.orig").read_text() == HELLO
    assert {os.stat(p).st_mode & 0o777 for p in ("real.cu", "real.cu.orig")} == {0o750}


def test_a_link_that_leads_out_of_the_project_is_refused_in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    write("project/h.h", "int h;\n")
    write("shared/real.cu", HELLO)
    Path("project/link.cu").symlink_to("../shared/real.cu")
    told = retarget("--in-place", "project/link.cu", "--root", "project")
    assert told.code == exits.OUTPUT and "project/link.cu leads to" in told.err and "outside of project" in told.err
    assert os.readlink("project/link.cu") == "../shared/real.cu"


def test_in_place_in_a_tree_that_cannot_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    write("foo.cu", HELLO)
    with monkeypatch.context() as patched:
        failing("replace", errno.EROFS, 1, patched)
        refused(retarget("--in-place", "foo.cu"), exits.OUTPUT, "cannot be written: Read-only")


def test_an_output_that_is_a_directory() -> None:
    write("foo.cu", HELLO)
    Path("foo.hip").mkdir()
    refused(retarget("foo.cu"), exits.OUTPUT, "foo.hip is a directory")


def test_an_output_below_a_file() -> None:
    write("foo.cu", HELLO)
    write("file", "x")
    refused(retarget("foo.cu", "-o", "file/out.hip"), exits.OUTPUT, "file/out.hip: cannot be written")


def failing(name: str, number: int, at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The `at`-th call of a function of `os` fails."""
    whole, calls = getattr(os, name), []

    def function(*args: Any, **options: Any) -> Any:
        calls.append(args)
        if len(calls) == at:
            raise OSError(number, os.strerror(number))
        return whole(*args, **options)

    monkeypatch.setattr(os, name, function)


@pytest.mark.parametrize(("number", "said"), [(errno.EACCES, "Permission denied"), (errno.EROFS, "Read-only")])
def test_a_folder_that_cannot_be_written(number: int, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    write("foo.cu", HELLO)
    with monkeypatch.context() as patched:
        failing("replace", number, 2, patched)  # the first is of the lock
        refused(retarget("foo.cu"), exits.OUTPUT, "foo.hip: cannot be written", said)


def test_a_folder_without_the_right_to_write() -> None:
    if os.geteuid() == 0:
        pytest.skip("root may write everywhere")
    write("foo.cu", HELLO)
    os.chmod(".", 0o555)
    try:
        refused(retarget("foo.cu"), exits.OUTPUT, "foo.hip: cannot be written: Permission denied")
    finally:
        os.chmod(".", 0o755)


def test_no_space_left(monkeypatch: pytest.MonkeyPatch) -> None:
    write("foo.cu", HELLO)
    with monkeypatch.context() as patched:
        failing("fsync", errno.ENOSPC, 2, patched)  # the first is of the lock
        refused(retarget("foo.cu"), exits.OUTPUT, "foo.hip: cannot be written: No space left")


def test_no_space_left_half_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Outputs written before are whole, and the message counts them."""
    for name in "abc":
        write(f"{name}.cu", HELLO)
    with monkeypatch.context() as patched:
        failing("fsync", errno.ENOSPC, 3, patched)  # of the lock, of a.hip, of b.hip
        told = retarget("a.cu", "b.cu", "c.cu", "-o", "out/", "-j", "1")
    assert told.code == exits.OUTPUT
    assert "out/b.hip: cannot be written: No space left" in told.err and "1 of 3 files were written" in told.err
    assert outputs() == {"out/a.hip", "out/retarget.lock"}
    assert Path("out/a.hip").read_text() == HIP


def test_a_full_disk() -> None:
    """A file system of one page, as root of a name space of its own sees it."""
    write("foo.cu", HELLO + "// filler\n" * 20000)
    Path("full").mkdir()
    mount = "mount -t tmpfs -o size=4k none full"
    if not shutil.which("unshare") or subprocess.run(["unshare", "-rm", "sh", "-c", mount], check=False).returncode:
        pytest.skip("no file system can be mounted here")
    listed = 'echo "$?"; ls -A full'
    inside = f'{mount} && "$@" foo.cu -o full/foo.hip; {listed}'
    done = subprocess.run(
        ["unshare", "-rm", "sh", "-c", inside, "sh", *ENTRY], capture_output=True, text=True, check=True
    )
    refused(Told(int(done.stdout), "", done.stderr), exits.OUTPUT, "full/foo.hip: cannot be written: No space left")


def test_a_file_larger_than_allowed() -> None:
    write("foo.cu", HELLO + "// filler\n" * 20000)
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536))  # noqa: E731
    refused(spawned("foo.cu", preexec_fn=limit), exits.OUTPUT, "foo.hip: cannot be written: File too large")


@pytest.mark.slow
@pytest.mark.parametrize("words", [["foo.cu", "--diff"], ["--help"]], ids=" ".join)
def test_a_standard_output_that_is_full(words: list[str]) -> None:
    """At first, and as a remembered run."""
    write("foo.cu", HELLO)
    for _ in range(2):
        with open("/dev/full", "w") as full:
            done = subprocess.run([*ENTRY, *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        said = "retarget: error: the standard output cannot be written: No space left on device"
        assert (done.returncode, said in done.stderr, "Traceback" in done.stderr) == (exits.OUTPUT, True, False), done.stderr
        if words == ["foo.cu", "--diff"]:
            assert retarget(*words).code == exits.OK  # and is remembered


def test_a_standard_output_that_is_closed() -> None:
    words = ["sh", "-c", '"$@" >&-', "sh", *ENTRY, "--version"]
    closed = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (closed.returncode, "it is closed" in closed.stderr) == (exits.OUTPUT, True), closed.stderr


def test_a_reader_that_has_read_enough() -> None:
    write("foo.cu", HELLO)
    for _ in range(2):
        read, written = os.pipe()
        os.close(read)
        done = subprocess.run([*ENTRY, "foo.cu", "--diff"], stdout=written, stderr=subprocess.PIPE, text=True, check=False)
        os.close(written)
        assert (done.returncode, done.stderr) == (exits.PIPE, "")


def test_a_standard_error_that_is_closed_is_not_missed() -> None:
    write("foo.cu", HELLO)
    done = subprocess.run(["sh", "-c", '"$@" 2>&-', "sh", *ENTRY, "foo.cu"], check=False)
    assert done.returncode == exits.OK and Path("foo.hip").read_text() == HIP


@pytest.mark.slow
def test_a_full_cache_disk_costs_only_time() -> None:
    """A kernel is found all the same, and nothing is said of the user's text."""
    write("foo.cu", HELLO + "__global__ void k() {}\n")
    Path("full").mkdir()
    mount = "mount -t tmpfs -o size=64k none full"
    if not shutil.which("unshare") or subprocess.run(["unshare", "-rm", "sh", "-c", mount], check=False).returncode:
        pytest.skip("no file system can be mounted here")
    inside = f'{mount} && RETARGET_CACHE_DIR=full "$@" foo.cu --json; echo "code $?"; ls -A full/preamble'
    done = subprocess.run(["unshare", "-rm", "sh", "-c", inside, "sh", *ENTRY], capture_output=True, text=True, check=True)
    told, _, rest = done.stdout.rpartition("code ")
    assert json.loads(told)["diagnostics"] == [] or all(d["rule"] == "launch-bounds" for d in json.loads(told)["diagnostics"])
    assert [k["name"] for k in json.loads(told)["kernels"]] == ["k"] and rest.startswith("0\n")
    assert not any(name.endswith((".pch", ".sum")) or name.startswith("tmp") for name in rest.split()), rest
    assert "LIBCLANG" not in done.stderr, done.stderr


@pytest.mark.slow
def test_a_precompiled_header_that_is_damaged_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut off; empty; another one, which clang takes, and with which it finds no kernel."""
    write("foo.cu", HELLO + "__global__ void k() {}\n")
    monkeypatch.setenv("RETARGET_CACHE_DIR", str(tmp_path / "own"))
    assert retarget("foo.cu", "--diff").code == exits.OK
    (place,) = (tmp_path / "own/preamble").glob("*.pch")
    whole = place.read_bytes()
    headers, mode = find_headers(), Mode()
    empty = Index.create().parse("x.h", arguments(headers, Flags(), mode), [("x.h", "typedef int nothing;\n")], 2)
    empty.save(str(tmp_path / "empty.pch"))
    for data in (whole[: len(whole) // 2], b"", (tmp_path / "empty.pch").read_bytes()):
        place.write_bytes(data)
        for remembered in ("runs", "units"):
            shutil.rmtree(tmp_path / "own" / remembered, ignore_errors=True)
        told = retarget("foo.cu", "--json", "--force")
        assert "[parse]" not in told.err and [k["name"] for k in json.loads(told.out)["kernels"]] == ["k"], told.err
    assert retarget("foo.cu", "-DX", "--diff").code == exits.OK and is_intact(place)


def test_a_cache_that_cannot_be_written_costs_only_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("RETARGET_CACHE_DIR", str(tmp_path / "file/cache"))
    write("foo.cu", HELLO)
    told = retarget("foo.cu")
    assert (told.code, Path("foo.hip").read_text()) == (exits.OK, HIP)


@pytest.mark.slow
def test_a_broken_memory_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "broken"
    monkeypatch.setenv("RETARGET_CACHE_DIR", str(own))
    write("foo.cu", HELLO + "__global__ void k() {}\n")
    assert retarget("foo.cu").code == exits.OK
    for path in own.rglob("*"):
        if path.is_file():
            path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    told = retarget("foo.cu", "--json", "--force")
    assert told.code == exits.OK, told.err
    assert '"name": "k"' in told.out and "not found" not in told.err


# What is missing or interrupted


def test_no_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write("foo.cu", HELLO)
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    for name in ("ROCM_PATH", "HIP_PATH", "HIP_CLANG_PATH"):
        monkeypatch.delenv(name, raising=False)
    told = retarget("foo.cu", "--build")
    if told.code != exits.MISSING and Path("/opt/rocm").exists():
        pytest.skip("a ROCm installation is found without the path")
    assert told.code == exits.MISSING, told.err
    assert "install" in told.err and "bug" not in told.err


def test_interrupted_before_anything_is_written() -> None:
    write("foo.cu", HELLO)
    write("bin/g++", "#!/bin/sh\necho >started\nexec sleep 60\n")
    os.chmod("bin/g++", 0o755)
    os.mkfifo("started")
    path = {**os.environ, "PATH": os.path.abspath("bin") + os.pathsep + os.environ["PATH"]}
    process = subprocess.Popen([*ENTRY, "foo.cu"], env=path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with open("started"):  # returns as soon as the command waits for the compiler
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    os.unlink("started")
    refused(Told(process.returncode, "", said.decode()), exits.INTERRUPTED, "interrupted")


def is_there(group: int) -> bool:
    """Whether a process of the group is."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sign", "everyone"), [(signal.SIGINT, True), (signal.SIGINT, False), (signal.SIGTERM, False)], ids=str
)
def test_interrupted_while_workers_parse(sign: signal.Signals, everyone: bool, tmp_path: Path) -> None:
    """By the terminal, which reaches the workers too, or alone: nothing is written, and no process is left."""
    for name in "abc":
        write(f"{name}.cu", HELLO)
    fresh = {**os.environ, "RETARGET_CACHE_DIR": str(tmp_path / "fresh")}  # headers to precompile take a while
    command = subprocess.Popen(
        [*ENTRY, "a.cu", "b.cu", "c.cu", "-o", "out/", "-j", "2"],
        env=fresh,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    workers = Path(f"/proc/{command.pid}/task/{command.pid}/children")
    if not workers.exists():
        command.kill()
        pytest.skip("the system does not tell of child processes")
    while len(workers.read_text().split()) < 2:
        assert command.poll() is None
    (os.killpg if everyone else os.kill)(command.pid, sign)
    _, said = command.communicate(timeout=60)
    refused(Told(command.returncode, "", said.decode()), exits.INTERRUPTED, "interrupted")
    for _ in range(200):  # a process that is ended counts until the system has collected it
        if not is_there(command.pid):
            break
        time.sleep(0.05)
    assert not is_there(command.pid)


@pytest.mark.parametrize("at", [1, 2, 3, 4])
def test_interrupted_while_writing(at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in "ab":
        write(f"{name}.cu", HELLO)
    whole, calls = os.fsync, []

    def interrupted(file: int) -> None:
        calls.append(file)
        if len(calls) == at:
            raise KeyboardInterrupt
        whole(file)

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", interrupted)
        told = retarget("a.cu", "b.cu", "-o", "out/", "-j", "1")
    assert (told.code, "interrupted" in told.err) == (exits.INTERRUPTED, True)
    assert all(Path(p).read_text() == HIP for p in outputs() - {"out/retarget.lock"})
    assert len(outputs() - {"out/retarget.lock"}) == max(0, at - 2)  # the first is of the lock


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_unit_that_brings_libclang_down_costs_only_itself(jobs: str) -> None:
    """A sum of more operands than the stack holds is translated by its tokens, and the others in full."""
    write("deep.cu", HELLO + "int deep(int a) { return a" + " + a" * 60000 + "; }\n")
    for name in "abc":
        write(f"{name}.cu", HELLO + f"__global__ void {name}() {{}}\n")
    told = retarget("a.cu", "deep.cu", "b.cu", "c.cu", "-o", "out/", "-j", jobs, "--json")
    assert told.code == exits.OK, told.err
    assert "deep.cu:1:1: warning: clang cannot read" in told.err and "libclang crashes on it" in told.err
    assert Path("out/deep.hip").read_text().startswith(HIP)
    assert [k["name"] for k in json.loads(told.out)["kernels"]] == ["a", "b", "c"]


def test_a_bug_of_ours_is_told_as_such_with_its_evidence(monkeypatch: pytest.MonkeyPatch) -> None:
    write("foo.cu", HELLO)

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("of all things")

    monkeypatch.setattr("retarget.cli.commands.translated", broken)
    told = retarget("foo.cu")
    assert told.code == exits.INTERNAL
    assert "this is a bug of retarget (ZeroDivisionError: of all things)" in told.err
    evidence = Path(told.err.rpartition(" is in ")[2].strip())
    assert "foo.cu" in evidence.read_text() and "ZeroDivisionError" in evidence.read_text()


def test_an_end_with_words_is_no_end_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise SystemExit("of all things")

    monkeypatch.setattr("retarget.cli.commands.translated", broken)
    write("foo.cu", HELLO)
    told = retarget("foo.cu")
    assert (told.code, "SystemExit: of all things" in told.err) == (exits.INTERNAL, True), told.err


def test_a_working_folder_that_is_gone_is_named(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    script = f'cd {gone} && rmdir {gone} && exec "$@"'
    done = subprocess.run(["sh", "-c", script, "sh", *ENTRY, "a.cu"], capture_output=True, text=True, check=False)
    assert done.returncode == exits.INPUT and "the working folder is gone" in done.stderr, done.stderr
    assert "Traceback" not in done.stderr
