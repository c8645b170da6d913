"""Launches of a HIP program that knows nothing of it, captured in front of a libamdhip64 that has no GPU."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from retarget.api import capturing
from retarget.capture.contents import ImageElement, ImageKind
from retarget.capture.injected_run import timed
from retarget.source.text import digest
from retarget.system import exits
from retarget.targets.amd import interposition
from retarget.targets.amd import tools as amd
from retarget.targets.amd.architecture import target_ids
from retarget.targets.amd.build import Job, Product, compile_unit
from retarget.targets.amd.codeobject import kernels
from retarget.targets.cpu.compiler import alone
from retarget.targets.device import DeviceError, Extents, Trouble
from retarget.targets.nvidia import tools as nvidia
from tests.capture.stand_in import STAND_IN, linked
from tests.command_line import retarget
from tests.compilers import HIP_COMPILER, needs_hip_compiler
from tests.fake_device import FakeDevice
from tests.values import replace

HERE = Path(__file__).parent
pytestmark = needs_hip_compiler


class Amd(FakeDevice):
    """Knows the kernels of hip_program.hip by their code object."""

    def __init__(self) -> None:
        super().__init__()
        self.counter = self.allocate(8)

    def load(self, code: bytes) -> Any:
        return {k.symbol.removesuffix(".kd") for k in kernels(code)}

    def function(self, module: Any, name: str) -> Any:
        if name not in module:
            raise DeviceError(Trouble.OTHER, f"no {name}")
        return name

    def variable(self, module: Any, name: str) -> tuple[int, int]:
        assert name == "counter"
        return self.counter, 8

    def launch(self, function: Any, grid: Extents, block: Extents, shared: int, arguments: Sequence[bytes]) -> None:
        values = [int.from_bytes(a, "little") for a in arguments]
        if function == "twice":
            to, source, n = values
            self.at(to, 8 * n).view("i8")[:] += 2 * self.at(source, 8 * n).view("i8")
        if function == "fill":
            to, n = (int.from_bytes(arguments[0][at : at + size], "little") for at, size in ((0, 8), (8, 4)))
            self.at(to, 8 * n).view("i8")[:] = values[1]
            self.at(self.counter, 8).view("i8")[0] += 1
        if function == "wide":
            assert [len(a) for a in arguments] == [1, 2, 8, 8]
            self.at(values[3], 8).view("i8")[0] = values[0] + values[1] + 2


@pytest.fixture(scope="module")
def program(shared: Path) -> Path:
    folder = shared / "interposition" / digest(STAND_IN.read_bytes() + (HERE / "hip_program.hip").read_bytes())
    made = folder / "program"
    with alone(folder):
        if not made.exists():
            assert HIP_COMPILER
            targets = target_ids("gfx90a,gfx942")
            built = compile_unit(
                HIP_COMPILER, Job((HERE / "hip_program.hip",), targets, folder / "o.o", Product.OBJECT)
            )
            assert built.ok, built.diagnostics
            linked(folder / "o.o", made, shared)
    return made


@pytest.fixture(autouse=True)
def devices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(amd, "TOOLS", replace(amd.TOOLS, opened=Amd))
    monkeypatch.setattr(nvidia, "TOOLS", replace(nvidia.TOOLS, injection=None))


def test_a_program_runs_as_before(program: Path) -> None:
    plain = subprocess.run([program], capture_output=True, text=True, check=True)
    within = {**os.environ, **interposition.injection()}
    assert plain.stdout == "89 399\n"
    assert subprocess.run([program], capture_output=True, text=True, check=True, env=within).stdout == plain.stdout


def test_launches_of_a_hip_program_replay(program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    told = retarget("capture", "--", program)
    assert told.code == exits.OK, told.err + told.out
    found = capturing.open_capture("capture").capture
    (process,) = found.processes
    assert (process.vendor, process.device, process.driver) == ("amd", "stand-in", "HIP 6.2")
    assert process.architecture == "gfx90a" and process.ended
    assert [(l.kernel, l.ordinal) for l in found.launches] == [
        ("twice", 1), ("twice", 10), ("fill", 1), ("wide", 1), ("sampled", 1),
    ]  # fmt: skip
    assert [p.why for p in found.proofs][:4] == [""] * 4
    rows = found.launches[4].objects[0]
    assert found.proofs[4].why == "its argument 1 is a texture object of rows in memory, 10x4 texels: no device makes them"
    assert rows.address in {r.address for r in found.launches[4].memory}
    assert (rows.kind, rows.extents, rows.pitch, rows.bytes, rows.channels) == (ImageKind.PITCHED, (10, 4, 1), 512, 4, 2)
    assert (rows.element, rows.modes, rows.border[3]) == (ImageElement.FLOAT, (0, 3, 0), 0x3F800000)
    assert {(t.kernel, t.block[0]): (t.count, t.ms) for t in found.totals} == {
        ("twice", 100): (12, 24.0), ("fill", 64): (1, 2.0), ("wide", 1): (1, 2.0), ("fill", 2000): (1, 0.0),
        ("twice", 5): (1, 2.0), ("sampled", 1): (1, 2.0), ("sampled_array", 1): (1, 2.0),
    }  # fmt: skip
    assert {(r.kernel, r.why) for r in found.refused} == {
        ("fill", "the runtime refuses the launch"), ("twice", "its launch is cooperative"),
        ("sampled_array", "its argument 1 is a texture object of an array, or with a view, which no capture holds"),
    }  # fmt: skip


def test_of_many_launches_a_sample_is_timed(program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each one takes 2 ms by the stand-in's events, which it counts."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("STAND_IN_EVENTS", str(tmp_path / "events"))
    assert retarget("capture", "--no-proof", "--", program, "many").code == exits.OK
    found = capturing.open_capture("capture").capture
    assert next((t.count, t.ms) for t in found.totals if t.kernel == "wide") == (2001, 4002.0)
    assert 256 < int(Path("events").read_text()) / 2 < 1000
    assert found.processes[0].seconds > 0
    assert " s of the run" in " ".join(retarget("capture", "show", "capture").out.split())
    told = timed(
        interposition.injection(), lambda more: subprocess.run([program, "many"], env={**os.environ, **more}).returncode
    )
    assert next((t.count, t.ms) for t in told if t.kernel == "wide") == (2001, 4002.0)
    assert int(Path("events").read_text()) / 2 > 2001, "a run that is only timed is timed whole"
