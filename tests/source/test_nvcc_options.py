"""nvcc's command line, as it is read."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retarget.errors import Error
from retarget.source.nvcc_command import NvccCommand, NvccInput, Phase, understood
from retarget.source.nvcc_options import Option, Takes, UnknownOption, options, read, with_environments

OPTIONS = sorted(set(options().values()), key=lambda o: o.name)


def pairs(*words: str) -> list[tuple[str, str]]:
    return [(option.name, option.value) for option in read(words)]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["-o", "a.out"], [("output-file", "a.out")]),
        (["--output-file=a.out"], [("output-file", "a.out")]),
        (["-Idir", "-I", "two", "-I=three", "--include-path", "a,b"],
         [("include-path", d) for d in ("dir", "two", "three", "a", "b")]),
        (["-DN=1,M", "-D", "K=1\\,2"], [("define-macro", d) for d in ("N=1", "M", "K=1,2")]),
        (['-DS="a,b"', r'-DQ=\"q\"', r'-DB="a\\n\"",C'],
         [("define-macro", d) for d in ('S="a,b"', 'Q="q"', r'B="a\n""', "C")]),
        (["-I/it's,b", '-I"c,d"', r"-Ie\f"], [("include-path", d) for d in ("/it's", "b", "c,d", r"e\f")]),
        (["-O3", "-O", "2", "-lcublas", "-L/x", "-xcu"],
         [("optimize", "3"), ("optimize", "2"), ("library", "cublas"), ("library-path", "/x"), ("x", "cu")]),
        (["-Xcompiler", "-Wall,-O2", "-Xcompiler=-fPIC"],
         [("compiler-options", "-Wall"), ("compiler-options", "-O2"), ("compiler-options", "-fPIC")]),
        (["-Xcompiler", "-Wl\\,-rpath\\,/x"], [("compiler-options", "-Wl,-rpath,/x")]),
        (["-Xcompiler", "'-Wl,-z',-g"], [("compiler-options", "-Wl,-z"), ("compiler-options", "-g")]),
        (["-rdc=true", "--fmad", "false"], [("relocatable-device-code", "true"), ("fmad", "false")]),
        (["-gencode", "arch=compute_70,code=[sm_70,compute_70]"],
         [("generate-code", "arch=compute_70,code=[sm_70,compute_70]")]),
        (["-lineinfo", "-lib", "-link"], [("generate-line-info", ""), ("lib", ""), ("link", "")]),
        (["-t4", "--threads", "0"], [("threads", "4"), ("threads", "0")]),
        (["-dc", "x.cu", "-dlink"], [("device-c", ""), ("", "x.cu"), ("device-link", "")]),
    ],
)  # fmt: skip
def test_options_have_all_their_spellings(words: list[str], expected: list[tuple[str, str]]) -> None:
    assert pairs(*words) == expected


def test_what_the_linker_is_told_is_no_file() -> None:
    command = understood(["a.o", "-Xlinker", "-rpath,/absent", "-Xlinker=-z", "-L/x", "libb.a"])
    assert command.linked_files == ("a.o", "libb.a")
    with pytest.raises(Error, match="no input"):
        understood(["-Xlinker", "-rpath,/absent"])


def test_words_of_the_environment_stand_around_the_others() -> None:
    environment = {"NVCC_PREPEND_FLAGS": "-DA='b c'", "NVCC_APPEND_FLAGS": "-O1"}
    assert with_environments(["a.cu"], environment) == ["-DA=b c", "a.cu", "-O1"]
    with pytest.raises(Error, match="NVCC_APPEND_FLAGS: nothing closes a quote"):
        with_environments([], {"NVCC_APPEND_FLAGS": "'"})


def test_what_nvcc_does_not_know_is_an_error_that_names_the_next_best() -> None:
    with pytest.raises(UnknownOption, match="no option '--exptended-lambda': did you mean --extended-lambda"):
        read(["--exptended-lambda", "a.cu"])
    with pytest.raises(UnknownOption, match=r"'-march=native': .*-Xcompiler"):
        read(["-march=native", "a.cu"])


def test_unknown_options_pass_where_nvcc_passes_them() -> None:
    command = understood(["-forward-unknown-to-host-compiler", "-march=native", "-Wextra", "-c", "a.cu"])
    assert command.host == ("-march=native", "-Wextra")


@pytest.mark.parametrize("words", [["-o"], ["-I"], ["-rdc", "maybe"], ["-fmad"]])
def test_options_without_their_value_are_errors(words: list[str]) -> None:
    with pytest.raises(Error, match=r"needs a value|takes true or false"):
        read(words)


def test_options_files_are_read(tmp_path: Path) -> None:
    (tmp_path / "inner.rsp").write_text("-DN='a b'\n")
    (tmp_path / "outer.rsp").write_text(f'-I"/with blank" --options-file {tmp_path}/inner.rsp\n')
    assert pairs("--options-file", str(tmp_path / "outer.rsp"), "-c") == [
        ("include-path", "/with blank"), ("define-macro", "N=a b"), ("compile", "")
    ]  # fmt: skip
    with pytest.raises(Error, match=r"cannot read the options file 'none\.rsp'"):
        read(["-optf", "none.rsp"])


SPELLED = st.tuples(st.sampled_from(OPTIONS), st.sampled_from("a1_./Z"), st.booleans(), st.booleans(), st.booleans())


@given(st.lists(SPELLED, max_size=5))
def test_spelled_anew_it_reads_the_same(chosen: list[tuple[Option, str, bool, bool, bool]]) -> None:
    """By the long name and by the short one, joined by = or in the next word."""
    words, expected = list[str](), list[tuple[str, str]]()
    for option, text, is_on, is_long, is_joined in chosen:
        if option.name == "options-file":
            continue
        value = ("true" if is_on else "false") if option.takes is Takes.SWITCH else text
        name = f"--{option.name}" if is_long else f"-{option.short}"
        if option.takes is Takes.NOTHING:
            words, value = [*words, name], ""
        else:
            words = [*words, f"{name}={value}"] if is_joined else [*words, name, value]
        expected.append((option.name, value))
    assert pairs(*words) == expected


@given(st.lists(st.text(max_size=12), max_size=6))
def test_any_words_are_read_or_refused(words: list[str]) -> None:
    try:
        assert isinstance(understood([w for w in words if not w.startswith("@")]), NvccCommand)
    except Error as error:
        assert error.what


@pytest.mark.skipif(not shutil.which("nvcc"), reason="nvcc is not installed: apt-get install nvidia-cuda-toolkit")
@pytest.mark.compiler
def test_the_table_has_all_options_of_the_nvcc_at_hand() -> None:
    said = subprocess.run(["nvcc", "--help"], capture_output=True, text=True, check=True).stdout
    listed = re.findall(r"^(--[\w-]+)(?: (\S.*?))?\s+\((-\S+)\)", said, re.MULTILINE)
    assert len(listed) > 100
    for long, value, short in listed:
        option = options().get(long)
        assert option is not None, long
        assert options().get(short) == option, short
        if long not in ("--dependency-output", "--qpp-config"):  # which help shows without the value that they take
            assert (option.takes is not Takes.NOTHING) == bool(value), long


def command(*words: str) -> NvccCommand:
    return understood(words)


@pytest.mark.parametrize(
    ("words", "phase"),
    [
        (["a.cu"], Phase.LINK), (["-c", "a.cu"], Phase.OBJECT), (["-dc", "a.cu"], Phase.OBJECT),
        (["-dlink", "a.o"], Phase.DEVICE_LINK), (["-lib", "a.o"], Phase.ARCHIVE), (["-E", "a.cu"], Phase.PREPROCESSED),
        (["-M", "a.cu"], Phase.DEPENDENCIES), (["-ptx", "a.cu"], Phase.DEVICE_CODE), (["--version"], Phase.NOTHING),
    ],
)  # fmt: skip
def test_the_phase_is_what_the_options_say(words: list[str], phase: Phase) -> None:
    assert command(*words).phase is phase


def test_inputs_are_told_apart_and_keep_their_order() -> None:
    found = command("a.cu", "b.cpp", "c.c", "d.o", "-lx", "-L.", "e.a", "libf.so.1", "-Xlinker", "-rpath,/y", "g.stub")
    assert found.sources == (NvccInput("a.cu", "cuda"), NvccInput("b.cpp", "c++"), NvccInput("c.c", "c"), NvccInput("g.stub", "cuda"))
    assert found.linked == ("d.o", "-lx", "-L.", "e.a", "libf.so.1", "-Xlinker", "-rpath", "-Xlinker", "/y")
    assert command("-x", "cu", "a.cpp", "b.o").sources == (NvccInput("a.cpp", "cuda"),)


def test_outputs_are_named_as_nvcc_names_them() -> None:
    found = command("-c", "src/a.cu", "b.cpp", "-odir", "out")
    assert [found.made_of(s) for s in found.sources] == ["out/a.o", "out/b.o"]
    assert command("-ptx", "a.cu").made_of(NvccInput("a.cu", "cuda")) == "a.ptx"


@pytest.mark.parametrize("words", [["-c", "a.cu", "a.cu"], ["p/a.cu", "q/a.cu"], ["-M", "p/a.cu", "q/a.cu"]], ids=" ".join)
def test_sources_of_one_name_that_overwrite_nothing(words: list[str]) -> None:
    assert len(command(*words).sources) == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-c", "a.cu", "b.cu", "-o", "x.o"], "would hold what is made of 2 sources"),
        (["-c", "p/a.cu", "q/a.cu"], "a.o would hold both what is made of p/a.cu and of q/a.cu"),
        (["-ptx", "p/a.cu", "q/a.cu", "-odir", "out"], "out/a.ptx would hold both"),
        (["a.ptx"], "holds code for NVIDIA's GPUs"),
        (["-x", "java", "a.cu"], "takes cu, c or c\\+\\+"),
        (["-optix-ir", "a.cu"], "has no counterpart"),
        (["-O3"], "no input"),
    ],
)
def test_what_cannot_be_built_is_refused(words: list[str], message: str) -> None:
    with pytest.raises(Error, match=message):
        command(*words)


def test_options_of_the_host_keep_their_values() -> None:
    words = "-Xcompiler", "-O2 -D LINUX -isystem inc -include a.h", "-Xcompiler", "-D", "-Xcompiler", "N=2", "-c", "k.cu"
    command = understood(words)
    assert command.host == ("-O2", "-DLINUX", "-isysteminc", "-includea.h", "-DN=2")
    assert command.parsing == ("-DLINUX", "-isystem", "inc", "-include", "a.h", "-DN=2")


def test_architectures_of_amds_are_taken_from_nvccs_options() -> None:
    assert command("-arch=gfx942", "a.cu").architectures == ("gfx942",)
    assert command("-gencode", "arch=compute_90,code=sm_90", "-arch", "sm_70", "a.cu").architectures == ()
