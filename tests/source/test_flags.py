"""Compiler flags in the spellings of nvcc, gcc and clang, and compile databases, good and bad."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retarget.source.database import read_database
from retarget.source.flags import FlagError, Flags, read_flags


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param("", Flags(), id="nothing"),
        pytest.param("-Ia -I b -I=c --include-path d --include-path=e", Flags(include=tuple("abcde")), id="folders"),
        pytest.param("-Ia,b -isystem c,d", Flags(include=("a", "b"), system=("c", "d")), id="nvcc's lists"),
        pytest.param("-isystem a --system-include=b -idirafter c", Flags(system=tuple("abc")), id="system folders"),
        pytest.param("-iquote a -Ib -Ib", Flags(quote=("a",), include=("b",)), id="folders for quotes, and repeated ones"),
        pytest.param("-DA -D B=1 -DC= --define-macro D --define-macro=E=x=y",
                     Flags(define=("A", "B=1", "C=", "D", "E=x=y")), id="macros"),
        pytest.param("-UA -U B --undefine-macro=C", Flags(undefine=("A", "B", "C")), id="macros undefined"),
        pytest.param("-std=c++11 --std c++14", Flags(std="c++14"), id="the last standard"),
        pytest.param("-include a.h --pre-include=b.h", Flags(forced=("a.h", "b.h")), id="forced includes"),
        pytest.param("-rdc=true", Flags(relocatable=True), id="relocatable"),
        pytest.param("-rdc true", Flags(relocatable=True), id="relocatable in two words"),
        pytest.param("-rdc false", Flags(), id="not relocatable"),
        pytest.param("-dc x.cu", Flags(relocatable=True), id="device code only"),
        pytest.param("-use_fast_math -O3", Flags(fast_math=True), id="fast math"),
        pytest.param("-lm -l cublas", Flags(library=("m", "cublas")), id="libraries"),
        pytest.param("-Xcompiler -fopenmp,-Ia", Flags(include=("a",), define=("_OPENMP=201511",)), id="-Xcompiler"),
        pytest.param("-Xcompiler=-DA,-Wall --compiler-options '-DB'", Flags(define=("A", "B")), id="-Xcompiler="),
        pytest.param("-arch sm_70 -arch=sm_80 -gencode arch=compute_70,code=sm_70 -o -Ix x.o -Xptxas -v -maxrregcount 32 "
                     "-ccbin g++ -L lib -MF -Dx -m64 -G -lineinfo -ldir lib -lib a.cu", Flags(), id="what concerns code generation"),
        pytest.param("-Xcompiler '-fopenmp -DA'", Flags(define=("_OPENMP=201511", "A")), id="-Xcompiler, a command line's"),
        pytest.param("-Werror -Ia -Werror all-warnings -Wno-x", Flags(include=("a",), quiet=("-Wno-x",)), id="-Werror takes no option along"),
    ],
)  # fmt: skip
def test_flags(line: str, expected: Flags) -> None:
    assert read_flags(shlex.split(line)) == expected


def test_folders_are_taken_below_the_folder_of_the_command() -> None:
    flags = read_flags(["-Ia/../b", "-I/abs", "-isystem", "s", "-include", "f.h"], "/home/u")
    assert (flags.include, flags.system, flags.forced) == (("/home/u/b", "/abs"), ("/home/u/s",), ("/home/u/f.h",))


def test_flags_are_options_of_clang_again() -> None:
    flags = Flags(include=("a b",), system=("s",), define=("X=1",), undefine=("Y",), forced=("f.h",))
    assert read_flags(flags.arguments()) == flags


@pytest.mark.parametrize("option", ["-I", "-D", "-U", "-isystem", "-include", "-std", "--define-macro"])
def test_an_option_without_its_value_is_refused(option: str) -> None:
    with pytest.raises(FlagError, match=f"option {option} needs a value"):
        read_flags([option])


@pytest.mark.parametrize(
    "words",
    [["-DN=1", "-DN=2"], ["-DN", "-UN"], ["-DN", "-DN=2"], ["-UN", "-DN=3"], ["-DN=", "-DN"]],
    ids=" ".join,
)
def test_macros_that_contradict_each_other_are_refused(words: list[str]) -> None:
    with pytest.raises(FlagError, match="contradictory flags: -DN"):
        read_flags(words)
    with pytest.raises(FlagError, match="contradictory flags: -DN"):
        read_flags(words[:1]).joined(read_flags(words[1:]))


@pytest.mark.parametrize("words", [["-DN=1", "-DN=1"], ["-DN", "-DN=1"], ["-DN", "-UM"], ["-DN=1", "-DNN=2"]], ids=" ".join)
def test_macros_that_agree_are_not(words: list[str]) -> None:
    assert read_flags(words[:1]).joined(read_flags(words[1:])).define[0] == words[0][2:]


def test_standards_that_differ_are_refused() -> None:
    with pytest.raises(FlagError, match=r"-std=c\+\+14 and -std=c\+\+17"):
        Flags(std="c++14").joined(Flags(std="c++17"))
    assert Flags(std="c++14").joined(Flags()).std == Flags().joined(Flags(std="c++14")).std == "c++14"


@given(st.lists(st.text(max_size=12) | st.sampled_from(["-I", "-D", "-Xcompiler", "-rdc", "-o", "-I,", "-Xcompiler=-D"])))
def test_any_words_are_flags_or_a_flag_error(words: list[str]) -> None:
    words = [word for word in words if "@" not in word]  # a folder of such a name would be an options file, spelled anew
    try:
        flags = read_flags(words)
    except FlagError as error:
        assert str(error)
    else:
        assert read_flags(flags.arguments()).define == flags.define


# Options files and compile databases


def test_options_files_are_read(tmp_path: Path) -> None:
    (tmp_path / "a.rsp").write_text('-Iinc -D"A=x y"\n-isystem sys')
    for words in (["--options-file", "a.rsp"], ["--options-file=a.rsp"], ["@a.rsp"]):
        flags = read_flags(["-DB", *words], str(tmp_path))
        assert flags.include == (f"{tmp_path}/inc",)
        assert flags.system == (f"{tmp_path}/sys",)
        assert flags.define == ("B", "A=x y")
    with pytest.raises(FlagError, match=r"cannot read the options file 'no\.rsp'"):
        read_flags(["@no.rsp"], str(tmp_path))
    (tmp_path / "bad.rsp").write_text("'never closed")
    with pytest.raises(FlagError, match=r"'bad\.rsp': No closing quotation"):
        read_flags(["@bad.rsp"], str(tmp_path))


def database(folder: Path, entries: Any) -> Path:
    path = folder / "compile_commands.json"
    path.write_text(entries if isinstance(entries, str) else json.dumps(entries))
    return path


def test_a_database_in_both_forms(tmp_path: Path) -> None:
    entries = [
        {"directory": "/b", "file": "../s/a.cu", "command": "nvcc -I../inc '-DS=\"x y\"' -c ../s/a.cu -o a.o"},
        {"directory": "/b", "file": "/s/b.cu", "arguments": ["nvcc", "-I", "inc dir", "-dc", "/s/b.cu"]},
    ]
    path = database(tmp_path, entries)
    first, second = read_database(path)
    assert (first.file, first.flags) == ("/s/a.cu", Flags(include=("/inc",), define=('S="x y"',)))
    assert (second.file, second.flags) == ("/s/b.cu", Flags(include=("/b/inc dir",), relocatable=True))
    assert read_database(tmp_path) == (first, second)


@pytest.mark.parametrize(
    ("line", "define", "undefine"),
    [("-DA=1 -DA=2", ("A=2",), ()), ("-DA -UA", (), ("A",)), ("-UA -DA", ("A",), ()), ("-DB -DA -UB", ("A",), ("B",))],
)
def test_in_a_database_the_last_macro_counts(
    tmp_path: Path, line: str, define: tuple[str, ...], undefine: tuple[str, ...]
) -> None:
    path = database(tmp_path, [{"directory": "/", "file": "a.cu", "command": f"nvcc {line} a.cu"}])
    (command,) = read_database(path)
    assert (command.flags.define, command.flags.undefine) == (define, undefine)


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        pytest.param("", "Expecting value", id="empty"),
        pytest.param("[{", "Expecting", id="cut off"),
        pytest.param("3", "holds no list of commands", id="a number"),
        pytest.param({"a": 1}, "is no compile database", id="an object"),
        pytest.param([[]], "is no compile database", id="lists"),
        pytest.param([{"file": "a.cu", "command": "x"}], "no 'directory'", id="no folder"),
        pytest.param([{"directory": "/", "command": "x"}], "no 'file'", id="no file"),
        pytest.param([{"directory": "/", "file": "a.cu"}], "no 'command'", id="no command"),
        pytest.param([{"directory": "/", "file": "a.cu", "arguments": 3}], "not iterable", id="arguments of no list"),
        pytest.param([{"directory": "/", "file": "a.cu", "command": "a 'b"}], "No closing quotation", id="quotes"),
        pytest.param("[" * 100000, "recursion", id="deep"),
        pytest.param([{"directory": "/", "file": "a.cu", "command": "x -I"}], "-I needs a value", id="a bad flag"),
    ],
)
def test_a_bad_database_is_refused_with_its_fault(tmp_path: Path, entries: Any, said: str) -> None:
    with pytest.raises(FlagError, match=said):
        read_database(database(tmp_path, entries))


def test_a_database_that_is_not_there_or_not_text(tmp_path: Path) -> None:
    with pytest.raises(FlagError, match=r"cannot read the compile database .*: No such file"):
        read_database(tmp_path)
    (tmp_path / "d").write_bytes(b"\xff\xfe[]")
    with pytest.raises(FlagError, match="is no compile database"):
        read_database(tmp_path / "d")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.sampled_from(["directory", "file", "command", "arguments"]), inner, max_size=4),
    max_leaves=8,
)


@given(entries=JSON)
def test_any_json_is_a_database_or_a_flag_error(tmp_path_factory: pytest.TempPathFactory, entries: Any) -> None:
    path = database(tmp_path_factory.getbasetemp(), entries)
    try:
        assert all(Path(c.file).name or c.file for c in read_database(path))
    except FlagError as error:
        assert str(error)


def test_a_macro_has_a_name() -> None:
    with pytest.raises(FlagError, match="'=4' names no macro"):
        read_flags(["-D", "=4"])


def test_a_folder_without_a_name_is_none() -> None:
    assert read_flags(["-I", '"', "-I,", "-isystem", '""']) == Flags()
