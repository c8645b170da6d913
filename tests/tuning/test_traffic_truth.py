"""What is told of a launch's bytes against what it does, each access recorded; bench/traffic_truth.py has more programs."""

from __future__ import annotations

from pathlib import Path

from bench.traffic_truth import answers
from tests.compilers import needs_host_compiler


@needs_host_compiler
def test_no_byte_is_told_that_is_not_moved() -> None:
    found = {a.kernel: a for a in answers([str(Path(__file__).with_name("moved.cu"))])}
    assert {name: a.faults for name, a in found.items() if a.faults} == {}
    assert {name: (a.is_whole, a.known, a.moved) for name, a in found.items()} == {
        "exact": (True, 4 * (333 + 333 + 167), 4 * (333 + 333 + 167)),
        "unused": (False, 4 * 192, 4 * 320),
        "gathered": (False, 4 * 128, 4 * 129),
        "special": (False, 2 * 64, 4 * 64),  # half of a float is 0 as before
    }
