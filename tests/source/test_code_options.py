"""Options that the front end does not read: which are for code, which nobody here knows."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from retarget.errors import Error
from retarget.source.code_options import code_words, left_out, understood_code
from retarget.source.database import read_database


def said(line: str, compiled_alike: bool = False) -> list[str]:
    return list(left_out(code_words(shlex.split(line), inputs=True), compiled_alike))


@pytest.mark.parametrize(
    "line",
    [
        "-DA -Ib -isystem c -include d.h -std=c++17 -x cu -Wp,-DE -idirafter f -lm",
        "-O2 -g -G -lineinfo -fPIC -march=native -mavx2 -Wall -Wextra -Werror -fno-strict-aliasing -pthread -pipe",
        "-c -o a.o -MD -MF a.d -MT a.o -dc -rdc=true -ccbin g++ -L lib -Wl,-rpath,x -Xlinker -z -T script -shared",
        "-arch sm_70 -gencode arch=compute_70,code=sm_70 -maxrregcount 32 -Xptxas -v,-dlcm=ca -use_fast_math --expt-relaxed-constexpr",
        "-fabi-version=11 -fvisibility-inlines-hidden -fno-trapping-math -ffunction-sections -fno-plt -fsanitize=address",
        "-ftrivial-auto-var-init=zero -fno-rtti -fcolor-diagnostics -gdwarf-4 -fno-limit-debug-info -fstandalone-debug",
        "-Xcompiler -fPIC,-Wall -Xcompiler '-O3 -fopenmp' -default-stream legacy -fmad=true -m64",
    ],
)
def test_options_that_make_no_difference_to_a_text(line: str) -> None:
    assert said(line) == []


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("-mllvm X -O3", "-mllvm X"),
        ("-fno-foo", "-fno-foo"),
        ("-Xcompiler -fPIC,-fno-foo", "-fno-foo"),
        ("--frobnicate=3 -ansi", "--frobnicate=3, -ansi"),
        ("-imacros a.h -Xclang -fno-x --param=x=1", "-imacros a.h, -Xclang -fno-x"),
        ("-funsigned-char -fms-extensions", "-funsigned-char, -fms-extensions"),
        ("-m32", "-m32"),
        ("-DA b.cu", "b.cu"),
    ],
)
def test_what_would_have_to_be_read_is_named(line: str, named: str) -> None:
    assert said(line) == [f"the source is read as without {named}"]


@pytest.mark.parametrize(
    ("line", "hip"),
    [
        ("-default-stream per-thread", "-fgpu-default-stream=per-thread"),
        ("--default-stream=per-thread", "-fgpu-default-stream=per-thread"),
        ("-fmad=false", "-ffp-contract=off"),
        ("--fmad false", "-ffp-contract=off"),
    ],
)
def test_what_changes_results_is_named_where_it_is_lost(line: str, hip: str) -> None:
    assert said(line) == [f"no text holds {line.lstrip('-').replace(' ', '=')}: give HIP's compiler {hip}"]
    assert said(line, compiled_alike=True) == []


def test_an_option_without_its_value_is_refused() -> None:
    with pytest.raises(Error, match="'-Xptxas' needs a value"):
        code_words(["-Xptxas"])


def test_words_for_compilers_keep_their_order_and_their_values(tmp_path: Path) -> None:
    (tmp_path / "a.rsp").write_text("-O1 -mllvm -x=1")
    command, pairs = understood_code(code_words(["@a.rsp", "-Llib", "-Xlinker", r"a\,b", "-march=native"], str(tmp_path)))
    assert pairs == (("-mllvm", "-x=1"),)
    assert (command.value("optimize"), command.host) == ("1", ("-march=native",))
    assert command.values("library-path") == (str(tmp_path / "lib"),)
    assert command.values("linker-options") == ("a,b",)


def test_a_database_has_them_by_unit(tmp_path: Path) -> None:
    entries = [
        {"directory": str(tmp_path), "file": "a.cu", "command": "nvcc -fno-foo -c a.cu -o a.o"},
        {"directory": str(tmp_path), "file": "b.cu", "command": "nvcc -O0 -c b.cu -o b.o"},
    ]
    (tmp_path / "compile_commands.json").write_text(json.dumps(entries))
    first, second = read_database(tmp_path)
    assert (first.flags.code, second.flags.code) == (("-fno-foo",), ("--optimize=0",))
    assert first.flags == second.flags  # they make no difference to what is parsed
