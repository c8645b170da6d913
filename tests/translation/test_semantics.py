"""The table of what NVIDIA's machine defines and AMD's does not: whole, and the page as the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from retarget.cli.translation_report import differences, rows_met
from retarget.system.toolchain import Headers
from retarget.translation.explanations import rule_names
from retarget.translation.semantics import Row, explained, page, rows
from tests.places import ROOT, TESTS
from tests.translation.test_cases import run

CASES = TESTS / "cases" / "rows"
UNSEEN = {  # no use of these can be told from any other use of the same operators
    "integer-division-overflow", "denormals", "contraction", "division", "block-wait",
    "shuffle-outside", "misaligned-vectors", "integer-division-narrow", "abs-lowest",
}  # fmt: skip
ALSO = {"shuffle-outside": {"shuffle-width"}}  # by the same function
PAGE = ROOT / "docs" / "semantics.md"


def test_the_page_has_the_table_of_today() -> None:
    assert PAGE.read_text() == page(PAGE.read_text()), "run python -m retarget.translation.semantics"


@pytest.mark.parametrize("row", rows(), ids=lambda r: r.name)
def test_a_row_is_whole(row: Row) -> None:
    assert row.does in ("rewritten", "warned", "noted", "same", "none")
    assert row.what and row.nvidia and row.amd and row.tried
    assert not row.rule or row.rule in rule_names()
    assert row.rule or row.does in ("same", "none"), "what is done has a page"
    text = explained(row.name)
    assert text and text.startswith(f"# {row.name}\n") and row.nvidia in text and row.amd in text


def test_names_are_unique_and_others_unknown() -> None:
    assert len({r.name for r in rows()}) == len(rows())
    assert explained("no-such-row") is None


@pytest.mark.parametrize("row", rows(), ids=lambda r: r.name)
def test_a_row_has_a_case_that_meets_it_and_no_other_difference(row: Row, headers: Headers, cache: Path) -> None:
    """What each case becomes is a golden of `test_cases`; here the report says what the table says."""
    path = CASES / f"{row.name}.cu"
    assert path.read_text().startswith(f"// row: {row.name}\n")
    program = run(path, headers, cache)
    met = rows_met(program)
    assert (row.name in met) is (row.name not in UNSEEN)
    if row.name not in UNSEEN:
        assert row.does in met[row.name]
    others = {r.name for r in rows() if r.name != row.name and r.does not in ("same", "none")}
    assert not {n for n in others & set(met) if set(met[n]) - {"harmless"}} - ALSO.get(row.name, set())
    acts = row.does not in ("same", "none") and row.name not in UNSEEN
    assert (f" {row.name} " in differences(program, False)) is acts


def test_each_case_has_its_row() -> None:
    assert {p.stem for p in CASES.glob("*.cu")} == {r.name for r in rows()}


def test_what_is_proved_is_counted_apart(headers: Headers, cache: Path) -> None:
    program = run(CASES / "double-to-32-bits.cu", headers, cache)
    assert rows_met(program)["double-to-32-bits"] == {"rewritten": 4, "harmless": 2}
    told = "where the machines differ: double-to-32-bits 4 rewritten, 2 proved harmless (retarget --explain ROW)"
    assert differences(program, False) == told
    assert "min-max-nan 2 same" in differences(program, True)


def test_conversions_that_templates_choose_are_counted(headers: Headers, cache: Path) -> None:
    program = run(CASES.parent / "conversions" / "chosen.cu", headers, cache)
    assert rows_met(program)["float-to-chosen"] == {"noted": 5}
