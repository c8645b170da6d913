"""Cost grows with the text of a unit, not with the square of its files: counted in calls, which no load changes."""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType

import pytest

from retarget.dialects import load
from retarget.source.flags import Flags
from retarget.source.lexer import Token, tokens
from retarget.source.reach import reached
from retarget.source.text import Source, Span
from retarget.targets.amd.architecture import ARCHITECTURES
from retarget.translation.file import File, Options
from retarget.translation.hip import HIP
from retarget.unit import Unit
from retarget.unit.parse.heads import semicolons
from tests.test_bench import loaded

loaded("process.py")  # which the next imports
projects = loaded("projects.py")


def calls(folder: Path, headers: int) -> int:
    """Calls that the rules make for all files of a unit, those of C functions too."""
    projects.generated(folder, projects.Size(1, headers))
    root = Source.read(folder / "src" / "unit_0.cu")
    unit = Unit(root.path, reached(root, Flags()))
    assert len(unit.sources) == headers + 1
    options, dialect = Options((ARCHITECTURES["gfx90a"],)), load()
    count = 0

    def counted(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        for source in unit.sources:
            HIP.findings(File(source, unit, dialect, Flags(), options, source is root))
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.slow
def test_the_rules_are_linear_in_the_files_of_a_unit(tmp_path: Path) -> None:
    few, many = calls(tmp_path / "few", 20), calls(tmp_path / "many", 80)
    assert many < 4.4 * few


@pytest.mark.parametrize(("power", "sizes"), [(1.0, (10, 20, 40)), (2.0, (10, 30, 300))])
def test_the_exponent_is_the_slope_of_the_logarithms(power: float, sizes: tuple[int, ...]) -> None:
    assert projects.exponent(sizes, [0.1 * n**power for n in sizes]) == pytest.approx(power)


class Walked(list[Token]):
    """Counts the tokens that are looked at."""

    looked = 0

    def __getitem__(self, index):  # type: ignore[no-untyped-def]
        self.looked += 1
        return super().__getitem__(index)

    def __iter__(self):  # type: ignore[no-untyped-def]
        for token in super().__iter__():
            self.looked += 1
            yield token


def test_a_statement_far_down_in_a_file_costs_no_look_at_all_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "x = 1;\n" * 10_000 + "for (a; b; c) d;"
    listed = Walked(tokens(text))
    monkeypatch.setattr("retarget.unit.parse.heads.tokens", lambda _: listed)
    span = Span("a.cu", text.index("for"), len(text))
    assert semicolons(text, span, "for") == [text.index("; b"), text.index("; c")]
    assert listed.looked < 60
