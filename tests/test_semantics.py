"""The table of what NVIDIA's machine defines and AMD's does not: whole, and the page as the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from retarget.rules import rule_names
from retarget.semantics import Row, explained, page, rows

PAGE = Path(__file__).parents[1] / "docs" / "semantics.md"


def test_the_page_has_the_table_of_today() -> None:
    assert PAGE.read_text() == page(PAGE.read_text()), "run python -m retarget.semantics"


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
