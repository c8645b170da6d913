"""What schedules write, as files that are read: tests/golden/<name>.cu, its options in its first line.

Beside it lies the output without the support header: `<name>.nvidia.cu`, or `<name>.amd.hip` where the options say
`--to amd`. `pytest --refresh` writes the outputs anew.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from textwrap import dedent

import pytest

from retarget.cli.source_options import Sources
from retarget.schedule.scheduling import scheduled_program
from retarget.schedule.steps import STEPS
from retarget.source.text import Severity
from retarget.targets.amd.architecture import architecture
from retarget.translation import parts
from retarget.translation.cuda import CUDA
from retarget.translation.file import Options
from retarget.translation.hip import HIP
from tests.places import TESTS

FOLDER = TESTS / "golden"
INPUTS = [path for path in sorted(FOLDER.glob("*.cu")) if "." not in path.stem]


def options(path: Path) -> tuple[str, str]:
    """The target and the schedule that the first line of a file names."""
    words = shlex.split(path.read_text().partition("\n")[0].partition("retarget:")[2])
    return words[words.index("--to") + 1] if "--to" in words else "nvidia", words[words.index("--schedule") + 1]


@pytest.mark.slow
@pytest.mark.parametrize("path", INPUTS, ids=lambda p: p.stem)
def test_a_schedule_writes(path: Path, request: pytest.FixtureRequest) -> None:
    target, schedule = options(path)
    sources = Sources((str(path),), root=str(FOLDER), jobs=1, schedules=(schedule,))
    asked = sources.request(Options((architecture("gfx90a"),)))
    rules = HIP if target == "amd" else CUDA
    program = scheduled_program(asked, rules, lambda _: lambda part: parts.included(part, "retarget_hip"))
    told = [d.message for d in program.diagnostics if d.severity is not Severity.NOTE]
    assert not told, "the schedule is legal, and clang parses what it writes"
    output = program.files[0].text
    golden = path.with_suffix(".amd.hip" if target == "amd" else ".nvidia.cu")
    if request.config.getoption("--refresh"):
        golden.write_text(output)
    assert output == golden.read_text()


def test_every_step_is_seen() -> None:
    named = {step for path in INPUTS for step in re.findall(r"(\w+)\(", options(path)[1])}
    assert named == set(STEPS)
    assert len(INPUTS) >= 25


def test_the_page_shows_what_is_written() -> None:
    page = (FOLDER.parents[1] / "docs" / "granularity.md").read_text()
    section = page.partition("## An example\n")[2].partition("\n## ")[0]
    shown = [dedent(block).strip("\n") for block in re.findall(r"(?:^(?: {4}.*)?\n)+", section, re.M) if block.strip()]
    files = [(FOLDER / name).read_text() for name in ("transpose.cu", "transpose.nvidia.cu")]
    assert len(shown) == len(files)
    assert all(block in text for block, text in zip(shown, files, strict=True))
