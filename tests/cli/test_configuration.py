"""The configuration of a project: where it is found, what it says, which place an error in it has, who wins."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from retarget.api.configuration import Settings
from retarget.cli.overview_answers import Configuration
from retarget.cli.translation_answers import Translation
from retarget.source.file_patterns import FilePattern
from retarget.system import cache, exits, typed_json
from retarget.system.toml_lines import lines_of_keys
from tests.command_line import Told, retarget
from tests.compilers import runs_compilers

KERNEL = """\
#if N != 4
#error "N is not four"
#endif
__global__ void k(int* p) { p[0] = __shfl_down_sync(~0u, p[1], 4, 24); }
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, memory: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    work = tmp_path / "work"
    (work / "src").mkdir(parents=True)
    monkeypatch.chdir(work)
    Path("src/a.cu").write_text(KERNEL)
    return work


def configure(text: str, path: str = "retarget.toml") -> None:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(text)


def shown(*words: str) -> dict[str, list[tuple[object, str]]]:
    """What `retarget config` says: by setting, values and where they come from."""
    told = retarget("config", "--json", *words)
    assert told.code == exits.OK, told.err
    found: dict[str, list[tuple[object, str]]] = {}
    for setting in typed_json.read(Configuration, told.out).settings:
        found.setdefault(setting.name, []).append((setting.value, setting.origin))
    return found


def translation(*words: str) -> Translation:
    told = retarget(*words, "--json")
    assert told.code in (exits.OK, exits.TRANSLATION), told.err
    return typed_json.read(Translation, told.out)


def rules(*words: str) -> dict[str, str]:
    return {d.rule: str(d.severity) for d in translation(*words).diagnostics}


# Where it is found


def test_the_nearest_above_the_inputs_holds_wherever_the_command_runs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    configure('define = ["N=1"]\n')
    configure('[project]\nname = "x"\n', "src/pyproject.toml")
    assert shown("src/a.cu")["define"] == [(("N=1",), "retarget.toml:1")]
    configure('[project]\nname = "x"\n[tool.retarget]\ndefine = ["N=4"]\n', "src/pyproject.toml")
    assert shown("src/a.cu")["define"] == [(("N=4",), "src/pyproject.toml:4")]
    assert "parse" not in rules("src/a.cu")
    assert "parse" in rules("src/a.cu", "--no-config")
    assert "parse" in rules("src/a.cu", "--config", "retarget.toml", "--force")
    monkeypatch.chdir(folder.parent / "cache")
    assert shown(str(folder / "src/a.cu"))["define"] == [(("N=4",), f"{folder}/src/pyproject.toml:4")]


def test_it_is_that_of_the_folder_which_all_inputs_share() -> None:
    configure('define = ["N=1"]\n', "src/retarget.toml")
    Path("b.cu").write_text(KERNEL)
    assert shown("src/a.cu")["define"][0][1] == "src/retarget.toml:1"
    assert shown("src/a.cu", "b.cu")["define"] == [((), "default")]


def test_paths_are_relative_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    configure('include = ["inc"]\nroot = "."\nmaps = ["my.tsv"]\n')
    configure("cuda\thip\ncudaFree\tmyFree\n", "my.tsv")
    configure("#define N 4\n", "inc/n.h")
    Path("src/a.cu").write_text("#include <n.h>\n" + KERNEL + "int f() { return cudaFree(0); }\n")
    monkeypatch.chdir("src")
    told = retarget("a.cu", "--diff")
    assert "missing-header" not in told.err and "[parse]" not in told.err and "myFree" in told.out, told


def test_two_in_one_folder_are_refused() -> None:
    configure("std = 'c++17'\n")
    configure("[tool.retarget]\n", "pyproject.toml")
    told = retarget("src/a.cu")
    assert told.code == exits.USAGE and "both configure retarget: keep one" in told.err


def test_a_file_that_is_given_is_one() -> None:
    configure("[project]\n", "pyproject.toml")
    for path, said in (("gone.toml", "No such file"), ("pyproject.toml", "no table [tool.retarget]")):
        told = retarget("src/a.cu", "--config", path)
        assert told.code == exits.USAGE and path in told.err and said in told.err
    assert "contradict" in retarget("src/a.cu", "--config", "x.toml", "--no-config").err


# Who wins


def test_the_command_line_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    configure(
        'include = ["inc"]\ndefine = ["N=1", "M"]\nstd = "c++14"\narchitectures = ["gfx942", "gfx1100"]\n'
        'launch_bounds = false\nparse = true\nproject_hip = true\nschedules = ["k: block(x=2)"]\ntarget = "amd"\n'
    )
    monkeypatch.delenv("RETARGET_PARSE")
    found = shown("src/a.cu")
    assert found["architectures"] == [(("gfx942", "gfx1100"), "retarget.toml:4")]
    assert found["launch_bounds"] == [(False, "retarget.toml:5")] and found["project_hip"] == [(True, "retarget.toml:7")]
    assert found["parse"] == [(True, "retarget.toml:6")] and found["target"] == [("amd", "retarget.toml:9")]
    monkeypatch.setenv("RETARGET_PARSE", "0")
    words = ("-DN=4", "-I", "own", "--std", "c++17", "--arch", "gfx90a", "--launch-bounds", "--schedule", "block(x=4)")
    found = shown("src/a.cu", *words, "--", "-DK")
    assert found["define"] == [(("N=4", "K"), "command line"), (("M",), "retarget.toml:2")]
    assert found["include"] == [(("own",), "command line"), (("inc",), "retarget.toml:1")]
    assert found["std"] == [("c++17", "command line")]
    assert found["schedules"] == [(("block(x=4)",), "command line")]
    assert found["launch_bounds"] == [(True, "command line")]
    assert found["parse"] == [(False, "$RETARGET_PARSE")]
    assert "parse" not in rules("src/a.cu", "-DN=4")


def test_what_a_target_has_no_use_for_is_passed_over() -> None:
    configure('architectures = ["gfx942"]\nmaps = ["my.tsv"]\ndefine = ["N=4"]\n')
    configure("cuda\thip\nmyCuda\tmyHip\n", "my.tsv")
    assert retarget("src/a.cu", "--to", "nvidia", "--diff").code == exits.OK


def test_a_target_of_its_own() -> None:
    configure('target = "nvidia"\ndefine = ["N=4"]\n')
    assert translation("src/a.cu").files[0].output == "src/a.nvidia.cu"


def test_settings_of_files() -> None:
    configure(
        'define = ["N=1"]\n[rules]\nwarp-width = "error"\n'
        '[[files]]\nmatch = "src/**"\ndefine = ["N=3"]\n'
        '[[files]]\nmatch = "src/*.cu"\ndefine = ["N=4"]\nrules = { warp-width = "off" }\n'
    )
    Path("b.cu").write_text(KERNEL)
    assert "parse" not in rules("src/a.cu") and "warp-width" not in rules("src/a.cu", "--force")
    assert rules("b.cu")["parse"] == "warning" and rules("b.cu", "--force")["warp-width"] == "error"
    assert "parse" in rules("src/a.cu", "-DN=5", "--force")
    found = shown("src/a.cu")
    assert found["files[src/*.cu].define"] == [(("N=4",), "retarget.toml:9")]
    assert found["files[src/*.cu].rules.warp-width"] == [("off", "retarget.toml:10")]


@pytest.mark.slow
def test_schedules_are_for_the_kernels_that_are_there() -> None:
    configure(
        'define = ["N=4"]\nschedules = ["other: block(x=2)"]\n'
        '[[files]]\nmatch = "src/*.cu"\nschedules = ["k: block(x=2)"]\n[[files]]\nmatch = "x/*"\nschedules = ["block(x=4)"]\n'
    )
    Path("src/a.cu").write_text(
        "__global__ void k(int* p) { p[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n"
        "__global__ void l(int* p) { p[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n"
        "void f(int* p) { k<<<8, 64>>>(p); l<<<8, 64>>>(p); }\n"
    )
    told = retarget("src/a.cu", "--diff", "-v")
    assert told.code == exits.OK and "k_coarsened" in told.out and "l_coarsened" not in told.out, told.err
    assert "retarget.toml:2: no kernel 'other', here" in told.err and "retarget.toml:8: no kernel in the files" in told.err
    told = retarget("src/a.cu", "--diff", "--schedule", "l: block(x=2)")
    assert "l_coarsened" in told.out and "k_coarsened" not in told.out
    assert retarget("space", "src/a.cu", "--no-build").code == exits.OK


# What is wrong in it


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("\nincludes = []\n", 2, "no setting 'includes'; did you mean include?"),
        ("launch-bounds = true\n", 1, "did you mean launch_bounds?"),
        ("zzz = 1\n", 1, "the keys are include, define, std"),
        ('define = [\n  "A",\n  1,\n]\n', 1, "expected 'str', got 'int' (define.1)"),
        ("# x\nparse = 'yes'\n", 2, "expected 'bool | null', got 'str' (parse)"),
        ("files = 1\n", 1, "expected 'array', got 'int' (files)"),
        ("std = 'c++99'\n", 1, "no compiler knows the standard 'c++99'"),
        pytest.param(
            "architectures = ['gfx90b']\n", 1, "unknown architecture 'gfx90b'; near it: gfx9", marks=runs_compilers
        ),
        pytest.param("architectures = []\n", 1, "no architecture given", marks=runs_compilers),
        ("target = 'cpu'\n", 1, "no target 'cpu' to write for: the targets are amd, nvidia"),
        ("schedules = ['k: blocks(x=2)']\n", 1, "no step 'blocks'"),
        ("[rules]\nparse = 'off'\nwarp-widht = 'off'\n", 3, "no rule 'warp-widht'; did you mean warp-width?"),
        ("[rules]\n\nparse = 'of'\n", 3, "'of' is no severity: write off, note, warning, error"),
        ("[rules]\nparse = 1\n", 2, "'1' is no severity"),
        ("[[files]]\ndefine = []\n", 1, "object missing required field 'match' (files.0)"),
        ("[[files]]\nmatch = 'a'\n[[files]]\nmatch = 'b'\nstds = 'x'\n", 5, "no setting 'stds'"),
        ("[[files]]\nmatch = 'a'\n[files.rules]\nparsed = 'off'\n", 4, "no rule 'parsed'; did you mean parse?"),
        ("[[files]]\nmatch = '../x.cu'\n", 2, "no pattern of paths below the folder"),
        ("[[files]]\nmatch = 'a[bc].cu'\n", 2, "? stands for the sign [, too"),
        ("a = 1\nb = \n", 2, "no TOML: invalid value"),
        ("a = 1\na = 2\n", 2, "no TOML: cannot overwrite a value"),
    ],
)  # fmt: skip
def test_an_error_has_its_place(text: str, line: int, said: str) -> None:
    configure(text)
    told = retarget("src/a.cu")
    assert told.code == exits.USAGE and not Path("src/a.hip").exists()
    assert told.err.startswith(f"retarget: error: retarget.toml:{line}: error: ") and said in told.err, told.err


def test_an_error_has_its_place_in_a_file_that_is_shared() -> None:
    configure("[tool.other]\nx = 1\n[tool.retarget.rules]\nparse = 'off'\n[[tool.retarget.files]]\nmatch = 1\n", "pyproject.toml")
    assert "pyproject.toml:6: error: expected 'str', got 'int' (files.0.match)" in retarget("src/a.cu").err
    configure("[tool]\nretarget = 1\n", "pyproject.toml")
    assert "pyproject.toml: error: tool.retarget is no table" in retarget("src/a.cu").err


def test_bytes_that_are_no_text_have_a_line() -> None:
    Path("retarget.toml").write_bytes(b"std = 'c++17'\n# caf\xe9\n")
    assert "retarget.toml:2: error: not UTF-8" in retarget("src/a.cu").err


# The memory of runs


def test_a_run_rests_on_the_files_that_were_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def outcome() -> bool:
        return "[warp-width]" in retarget("src/a.cu", "-DN=4", "--diff").err

    assert outcome() and outcome()
    configure('[rules]\nwarp-width = "off"\n', "src/retarget.toml")
    assert not outcome() and not outcome()
    Path("src/retarget.toml").unlink()
    configure('[tool.retarget.rules]\nwarp-width = "off"\n', "pyproject.toml")
    assert not outcome()
    Path("pyproject.toml").write_text("")
    assert outcome()


def test_a_run_rests_on_our_own_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RETARGET_PARSE", "0")
    without = cache.key(["src/a.cu"])
    monkeypatch.setenv("RETARGET_PARSE", "1")
    assert cache.key(["src/a.cu"]) not in (without, cache.key(["src/a.cu", "RETARGET_PARSE=1"]))
    monkeypatch.setenv("RETARGET_PARSE", "0")
    monkeypatch.setenv("RETARGET_CACHE_DIR", "/elsewhere")
    assert cache.key(["src/a.cu"]) == without


def test_an_unchanged_run_with_a_configuration_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    configure('define = ["N=4"]\n')
    assert retarget("src/a.cu", "--diff").code == exits.OK
    monkeypatch.setattr("retarget.cli.entry.run", lambda _: pytest.fail("it runs again"))
    assert retarget("src/a.cu", "--diff").code == exits.OK


# As text


def test_it_is_shown_to_people() -> None:
    configure('define = ["N=4"]\n')
    told = retarget("config", "src/a.cu")
    assert told.out.startswith("configuration: retarget.toml\n")
    assert [line.split() for line in told.out.splitlines() if line.startswith("define")] == [["define", "N=4", "retarget.toml:1"]]
    assert retarget("config", "--no-config").out.startswith("configuration: none\n")


def test_the_page_lists_every_key() -> None:
    page = (Path(__file__).parents[2] / "docs/usage.md").read_text()
    text = page.partition("## Configuration")[2].partition("```toml\n")[2].partition("```")[0]
    assert set(tomllib.loads(text)) == set(Settings.__struct_fields__)
    configure(text)
    for name in ("hip-names.tsv",):
        Path(name).write_text("cuda\thip\nmyCuda\tmyHip\n")
    told: Told = retarget("config", "src/a.cu")
    assert told.code == exits.OK, told.err


@pytest.mark.parametrize(
    "value", ["1", "[\n 1, # ]\n [\n  2,\n ]\n]", '"""\nx = 1\n"""', "'''\n[[no]]\n'''", "{ a = [1], b = { c = 2 } }"]
)
def test_lines_of_keys_are_those_of_their_statements(value: str) -> None:
    text = f'# head\nfirst = {value}\n\nlast.one = """\n[no]\n"""\n[t."u.v"]\nw = 1\n[[s]]\n[[s]]\nx = 2\n'
    tomllib.loads(text)
    found = lines_of_keys(text)
    lines = text.split("\n")
    assert lines[found["first",] - 1].startswith("first") and lines[found["last", "one"] - 1].startswith("last.one")
    assert lines[found["t", "u.v", "w"] - 1] == "w = 1" and lines[found["s", 1, "x"] - 1] == "x = 2"
    assert ("no",) not in found


@pytest.mark.parametrize(
    ("pattern", "path", "is_one"),
    [
        ("src/*.cu", "src/a.cu", True), ("src/*.cu", "src/x/a.cu", False), ("src/**/*.cu", "src/x/y/a.cu", True),
        ("src/**/*.cu", "src/a.cu", True), ("src/", "src/x/a.cu", True), ("src/", "srcs/a.cu", False),
        ("**", "a.cu", True), ("a?.cu", "ab.cu", True), ("a?.cu", "a/.cu", False), ("a.cu", "aacu", False),
        ("*.cu", "../a.cu", False), ("./src/*.cu", "src/a.cu", True),
    ],
)  # fmt: skip
def test_patterns(pattern: str, path: str, is_one: bool) -> None:
    assert FilePattern("/p", pattern).matches(f"/p/{path}") is is_one
