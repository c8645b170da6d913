"""What `--json` prints: of the types that the schema is made of."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retarget.cli.answers import ANSWERS, schema
from retarget.cli.error_answers import Failed
from retarget.cli.overview_answers import Doctor
from retarget.cli.space_answers import Space
from retarget.cli.translation_answers import Translation
from retarget.system import exits, typed_json
from tests.command_line import retarget
from tests.compilers import runs_compilers
from tests.places import ROOT

DOCS = ROOT / "docs"
SAXPY = """\
__global__ void saxpy(float* y, const float* x, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * __shfl_sync(~0u, x[i], 40);
}
void run(float* y, const float* x, int n) { saxpy<<<(n + 127) / 128, 128>>>(y, x, 2, n); }
"""


def test_the_schema_is_that_of_the_types() -> None:
    assert (DOCS / "schema.json").read_text() == schema() + "\n", "python -m retarget.cli.answers > docs/schema.json"
    told = json.loads(schema())
    assert set(told["properties"]) == set(ANSWERS)
    assert all("format" in told["$defs"][kind.__name__]["properties"] for kind in ANSWERS.values())


@pytest.fixture
def saxpy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("saxpy.cu").write_text(SAXPY)
    return "saxpy.cu"


def test_a_translation_is_of_its_type(saxpy: str) -> None:
    told = typed_json.read(Translation, retarget(saxpy, "--json", "--no-parse").out)
    assert [(k.name, k.line) for k in told.kernels] == [("saxpy", 1)] and told.launches[0].block == (128, 1, 1)
    assert told.files[0].output == "saxpy.hip" and told.files[0].edits and told.build is None and told.prove is None
    assert told.diagnostics, "of the shuffle"


@runs_compilers
def test_a_space_is_of_its_type(saxpy: str) -> None:
    (kernel,) = typed_json.read(Space, retarget("space", saxpy, "--no-build", "--json").out).kernels
    assert kernel.block == (128, 1, 1) and kernel.variants and kernel.refusals


@runs_compilers
def test_findings_are_of_their_type() -> None:
    assert typed_json.read(Doctor, retarget("doctor", "--json").out).findings


def test_errors_are_of_their_type(saxpy: str) -> None:
    failed = typed_json.read(Failed, retarget("none.cu", "--json").out).error
    assert (failed.code, failed.kind, failed.command) == (exits.INPUT, "InputError", None) and "none.cu" in failed.what


@given(st.text(), st.sampled_from(list(ANSWERS)))
def test_other_text_is_unreadable(text: str, command: str) -> None:
    with pytest.raises(typed_json.Unreadable):
        typed_json.read(ANSWERS[command], text)


def test_text_that_is_not_unicode_is_written_and_read_again() -> None:
    path = b"\xff.cu".decode(errors="surrogateescape")
    assert json.loads(typed_json.text({"path": path})) == {"path": path}
