"""Launches of programs that run on the processor, captured by the host runtime."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from retarget.api.capturing import capture, prove
from retarget.capture.contents import MemoryKind
from retarget.errors import InputError
from retarget.targets.cpu.lowering import lowered
from tests.compilers import needs_host_compiler

_PROGRAM = Path(__file__).with_name("processor_program.cu")


@pytest.mark.parametrize(
    ("parameters", "given"),
    [
        ("", ""),
        ("void", ""),
        ("int n, const Pair<int, 2> *__restrict__ p, float a[], T... all", "n, p, a, all..."),
        ("unsigned int", None),
        ("float *x, const Pair", None),
        ("ALL", None),
        ("float &x", None),
        ("void (*f)(int)", None),
    ],
)
def test_arguments_are_told_where_all_have_names(parameters: str, given: str | None) -> None:
    text = lowered("a.cu", f"__global__ void k({parameters}) {{ }}", is_recorded=True)
    assert ("::given(" in text) == (given is not None)
    assert given is None or f"::retarget_host::given({given}); ::retarget_host::recorded_grid(" in text


def test_variables_are_told() -> None:
    text = lowered("a.cu", "namespace n { __device__ int a, b[3] = {1, 2}; } static __constant__ T<1, 2> c;\n"
                   "extern __device__ int d; __device__ int f() { return 0; }", is_recorded=True)  # fmt: skip
    told = [w.partition(")")[0] for w in text.split("reinterpret_cast<const char&>(")[1:]]
    assert told == ["a", "b", "c"]
    assert text.count("false)") == 2
    assert text.count("true)") == 1


@needs_host_compiler
def test_a_program_on_the_processor_is_captured(tmp_path: Path) -> None:
    words = (sys.executable, "-m", "retarget", str(_PROGRAM), "--to", "cpu")
    folder, code = capture(words, str(tmp_path / "made"))
    found = folder.capture
    assert code == 0
    assert len(found.processes) == 1
    assert {t.kernel: 0 for t in found.totals}.keys() >= {"plain"}
    assert sum(t.count for t in found.totals if t.kernel == "plain") == 19
    assert any("does not name all" in r.why for r in found.refused)
    first = next(l for l in found.launches if l.kernel == "plain")
    assert first.parameters == ((0, 16), (16, 4))
    regions = {(r.kind, r.name): r for r in first.memory}
    scale = regions[MemoryKind.VARIABLE, "scale"]
    assert folder.pieces.joined(scale.before, scale.size).view(np.float32).tolist() == [2]
    memory = regions[MemoryKind.DEVICE, ""]
    held = [folder.pieces.joined(p, memory.size).view(np.float32) for p in (memory.before, memory.after)]
    assert (held[1] - held[0]).tolist() == [1.0] * 64
    with pytest.raises(InputError, match="on the processor"):
        prove(folder)
