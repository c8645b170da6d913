"""For CI: diagnostics as SARIF and as GitHub's annotations, what fails a run, what is suppressed and by whom."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from retarget.cli.translation_answers import Translation
from retarget.source.text import Source
from retarget.system import exits, typed_json
from retarget.translation.ignores import ignores
from tests.command_line import Told, retarget

NOTE = "__global__ void k(float* p) {{ p[0] = __shfl_down_sync(~0u, p[1], 4, {}); }}{}\n"
WARNED = NOTE.format(24, "")
FAILING = "void* f = (void*)cudaMemcpyArrayToArray;\n"  # no counterpart: an error


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, memory: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    return work


def write(text: str, path: str = "a.cu") -> None:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(text)


def sarif(told: Told) -> dict[str, Any]:
    run: dict[str, Any] = json.loads(told.out)["runs"][0]
    return run


def translation(*words: str) -> Translation:
    return typed_json.read(Translation, retarget(*words, "--json", "--force").out)


def rules(found: Translation) -> list[tuple[str, str]]:
    return [(d.rule, str(d.severity)) for d in found.diagnostics]


# SARIF

REQUIRED = {  # of SARIF 2.1.0's schema
    "": {"version", "runs"}, "run": {"tool"}, "tool": {"driver"}, "driver": {"name"}, "rule": {"id"},
    "result": {"message"}, "suppression": {"kind"}, "invocation": {"executionSuccessful"}, "notification": {"message"},
}  # fmt: skip


def test_a_log_has_what_the_standard_requires() -> None:
    write(WARNED + NOTE.format(24, "  // retarget: ignore[warp-width]") + FAILING)
    told = retarget("a.cu", "--format", "sarif")
    log, run = json.loads(told.out), sarif(told)
    assert told.code == exits.TRANSLATION
    assert REQUIRED[""] <= set(log) and log["version"] == "2.1.0" and log["$schema"].endswith("sarif-schema-2.1.0.json")
    assert REQUIRED["run"] <= set(run) and REQUIRED["driver"] <= set(run["tool"]["driver"])
    listed = run["tool"]["driver"]["rules"]
    assert len({r["id"] for r in listed}) == len(listed)
    assert all(r["help"]["text"] and r["shortDescription"]["text"] and r["help"]["markdown"].startswith("# ") for r in listed)
    for result in run["results"]:
        assert result["level"] in ("note", "warning", "error") and result["message"]["text"]
        assert listed[result["ruleIndex"]]["id"] == result["ruleId"]
        for place in (*result["locations"], *result.get("relatedLocations", ())):
            region = place["physicalLocation"]["region"]
            assert (region["startLine"], region["startColumn"]) <= (region["endLine"], region["endColumn"])
            assert place["physicalLocation"]["artifactLocation"] == {"uri": "a.cu", "uriBaseId": "%SRCROOT%"}
    assert run["originalUriBaseIds"]["%SRCROOT%"]["uri"] == f"{Path.cwd().as_uri()}/"
    assert "error" in {r["level"] for r in run["results"]} and run["invocations"] == [{"executionSuccessful": True}]
    suppressed = [r for r in run["results"] if "suppressions" in r]
    assert [(r["ruleId"], r["suppressions"]) for r in suppressed] == [
        ("warp-width", [{"kind": "inSource", "justification": "a.cu:2"}])
    ]


def test_the_standard_output_holds_nothing_else() -> None:
    write(WARNED)
    told = retarget("a.cu", "--format", "sarif")
    assert "a.cu:1:" not in told.err and "1 warning" in told.err and json.loads(told.out)


@pytest.mark.parametrize(
    ("before", "column"),
    [("", 1), ("\t\t", 3), ("/* größe 日本 */ ", 16), ("/* 𝄞 */", 8)],
    ids=["plain", "tabs", "umlauts", "beyond sixteen bits"],
)
def test_columns_count_characters(before: str, column: int) -> None:
    write(before + FAILING)
    column += len("void* f = (void*)")
    results = sarif(retarget("a.cu", "--format", "sarif"))["results"]
    region = next(r for r in results if r["ruleId"] == "no-counterpart")["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 1, "startColumn": column, "endLine": 1, "endColumn": column + 22}
    told = retarget("a.cu", "--format", "github").out
    assert f"::error file=a.cu,line=1,endLine=1,col={column},endColumn={column + 21},title=no-counterpart::" in told


def test_a_byte_order_mark_is_no_column_and_latin_letters_are_one() -> None:
    assert Source("a", "\xef\xbb\xbfab").shown_position(4) == (1, 2)
    assert Source("a", "\xe9x\n\xc3\xa9x").shown_position(1) == (1, 2)
    assert Source("a", "\xe9x\n\xc3\xa9x").shown_position(5) == (2, 2)


def test_paths_are_those_of_the_repository(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(WARNED, "sub dir/ä.cu")
    (folder / "outside.cu").write_text(WARNED)
    monkeypatch.chdir("sub dir")

    def uris(*words: str) -> set[str]:
        results = sarif(retarget(*words, "--format", "sarif", "-o", "out/"))["results"]
        return {r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for r in results}

    assert uris("ä.cu") == {"%C3%A4.cu"}
    assert uris("../outside.cu") == {f"file://{folder}/outside.cu"}
    (folder / ".git").mkdir()
    assert uris("ä.cu") == {"sub%20dir/%C3%A4.cu"} and uris("../outside.cu") == {"outside.cu"}
    assert "file=sub dir/ä.cu," in retarget("ä.cu", "--format", "github", "-o", "out/").out


def test_a_run_that_fails_says_so_in_its_form() -> None:
    told = retarget("gone.cu", "--format", "sarif")
    (invocation,) = sarif(told)["invocations"]
    assert told.code == exits.INPUT and not invocation["executionSuccessful"]
    assert invocation["toolExecutionNotifications"][0]["message"]["text"] == "gone.cu: no such file"
    assert retarget("gone.cu", "--format=github").out == "::error title=retarget::gone.cu: no such file\n"


# GitHub


def test_commands_are_escaped() -> None:
    write(WARNED, "a,b:100%.cu")
    told = retarget("a,b:100%.cu", "--format", "github").out
    assert told.startswith("::warning file=a%2Cb%3A100%25.cu,line=1,endLine=1,col=") and len(told.splitlines()) == 1
    assert "::notice file=a%2Cb" in retarget("a,b:100%.cu", "--format", "github", "-v").out


# What fails a run


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        (FAILING, {"error": 4, "warning": 4, "note": 4, "never": 0}),
        (WARNED, {"error": 0, "warning": 4, "note": 4, "never": 0}),
        (NOTE.format(8, ""), {"error": 0, "warning": 0, "note": 4, "never": 0}),
        ("int i;\n", {"error": 0, "warning": 0, "note": 0, "never": 0}),
    ],
)
def test_the_exit_code_is_that_of_the_least_severity(text: str, codes: dict[str, int]) -> None:
    write(text)
    assert {given: retarget("a.cu", "--fail-on", given).code for given in codes} == codes
    assert retarget("a.cu").code == codes["error"]


def test_what_is_promoted_fails_and_what_is_off_does_not() -> None:
    write(WARNED + FAILING)
    write('[rules]\nwarp-width = "error"\nno-counterpart = "note"\n', "retarget.toml")
    assert ("warp-width", "error") in rules(translation("a.cu")) and ("no-counterpart", "note") in rules(translation("a.cu"))
    assert retarget("a.cu").code == exits.TRANSLATION
    write('[rules]\nwarp-width = "off"\nno-counterpart = "off"\n', "retarget.toml")
    told = retarget("a.cu")
    assert told.code == exits.OK and "suppressed (1 error)" in told.err and "[no-counterpart]" not in told.err
    left_out = {(s.diagnostic.rule, s.by, s.in_source) for s in translation("a.cu").suppressed}
    assert left_out == {("warp-width", "retarget.toml:2", False), ("no-counterpart", "retarget.toml:3", False)}


# Comments in the source


@pytest.mark.parametrize(
    ("text", "is_said"),
    [
        (NOTE.format(24, "  // retarget: ignore[warp-width]"), False),
        (NOTE.format(24, "  /* retarget: ignore [parse, warp-width] */"), False),
        ("// retarget: ignore[warp-width]\n" + WARNED, False),
        ("  /* retarget:ignore[warp-width]\n because */\n\n// yes\n" + WARNED, False),
        ("// retarget: ignore[parse]\n// retarget: ignore[warp-width]\n" + WARNED, False),
        ("// retarget: ignore[warp-width]\nint i;\n" + WARNED, True),
        (WARNED + "// retarget: ignore[warp-width]\n", True),
        (NOTE.format(24, "  // retarget: ignore[warp-mask]"), True),
        (NOTE.format(24, "  // not retarget: ignore[warp-width]"), True),
        ('const char* s = "// retarget: ignore[warp-width]";' + WARNED, True),
    ],
)  # fmt: skip
def test_a_comment_is_for_its_line_or_the_next_that_has_code(text: str, is_said: bool) -> None:
    write(text)
    found = translation("a.cu")
    assert ("warp-width" in {rule for rule, _ in rules(found)}) is is_said
    assert ("warp-width" in {s.diagnostic.rule for s in found.suppressed}) is not is_said


def test_a_comment_in_a_macro_is_for_what_stands_there() -> None:
    write("#define F cudaMemcpyArrayToArray /* retarget: ignore[no-counterpart] */\nvoid* f = (void*)F;\n")
    told = retarget("a.cu")
    assert told.code == exits.OK and "1 suppressed (1 error)" in told.err, told.err


@pytest.mark.parametrize(
    ("comment", "severity", "said"),
    [
        ("ignore[parse, warp-width]", "note", "nothing of 'parse' is found here"),
        ("ignore[warp-widht]", "warning", "no rule 'warp-widht'; did you mean warp-width?"),
        ("ignore", "warning", "this names no rule: write `retarget: ignore[rule, rule]`"),
        ("ignore[]", "warning", "this names no rule"),
    ],
)
def test_a_comment_without_effect_is_told(comment: str, severity: str, said: str) -> None:
    write(NOTE.format(24, f"  // retarget: {comment}"))
    (found,) = (d for d in translation("a.cu").diagnostics if d.rule == "ignore")
    assert str(found.severity) == severity and said in found.message and found.line == 1
    write('[rules]\nignore = "off"\n', "retarget.toml")
    assert "ignore" not in {rule for rule, _ in rules(translation("a.cu"))}


def test_the_text_is_as_without_the_comment() -> None:
    write(NOTE.format(24, "  // retarget: ignore[warp-width]"))
    assert retarget("a.cu").code == exits.OK
    assert Path("a.hip").read_text().endswith("warp32::shfl_down_sync(~0u, p[1], 4, 24); }  // retarget: ignore[warp-width]\n")


def test_lines_of_comments() -> None:
    text = "int a; // retarget: ignore[x]\n/* retarget: ignore[y,\n z] */ int b;\n// retarget: ignore[w]\n"
    assert [(i.rules, i.line) for i in ignores(Source("f", text))] == [(("x",), 1), (("y", "z"), 3), (("w",), 4)]


def test_a_recipe_for_ci_runs() -> None:
    """The commands of docs/usage.md, on a program."""
    page = (Path(__file__).parents[2] / "docs/usage.md").read_text().partition("## For CI")[2]
    lines = [line.strip() for line in page.splitlines() if line.startswith("    retarget ")]
    assert len(lines) == 3
    write(WARNED)
    entry = {"directory": str(Path.cwd()), "file": "a.cu", "command": "nvcc -c a.cu"}
    write(json.dumps([entry]), "build/compile_commands.json")
    codes = []
    for line in lines:
        words = line.partition("  ")[0].partition(" > ")[0].split()[1:]
        codes.append(retarget(*words).code)
    assert codes == [exits.STALE, exits.TRANSLATION, exits.OK]
