"""Libraries of the host target: programs that check values against those worked out by other means."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.command_line import ENTRY

PROGRAMS = Path(__file__).parent / "host"
SAMPLES = Path(__file__).parent.parent / "samples"
BUILD_AND_RUN = 300  # seconds


def run(program: Path, *options: str) -> str:
    """Builds a program for the host and runs it; what it printed. It passes, or the test fails."""
    words = [*ENTRY, str(program), "--to", "cpu", "--limit", "120", *options]
    done = subprocess.run(words, capture_output=True, text=True, timeout=BUILD_AND_RUN, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def passes_on_both_widths(program: Path) -> None:
    for options in (("--wave", "32"), ("--wave", "64", "--shuffle", "1")):
        assert run(program, *options).startswith("PASS")


@pytest.mark.parametrize("name", ["texture", "texture_reference", "cooperative"])
def test_samples(name: str) -> None:
    passes_on_both_widths(SAMPLES / f"{name}.cu")


@pytest.mark.parametrize("name", ["textures", "groups"])
def test_programs(name: str) -> None:
    passes_on_both_widths(PROGRAMS / f"{name}.cu")
