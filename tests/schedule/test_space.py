"""`retarget space` as its user meets it: what it says on the way, in sum, and when it is interrupted."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from retarget.schedule import explore
from retarget.schedule.reasons import grouped
from retarget.system import exits
from tests.command_line import forked, retarget
from tests.compilers import needs_hip_compiler

FILL = (
    "__global__ void fill(float* a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n"
    "void run(float* a) { fill<<<300, 64>>>(a); }\n"
)


@pytest.fixture
def fill(tmp_path: Path) -> Path:
    source = tmp_path / "fill.cu"
    source.write_text(FILL)
    return source


def test_reasons_that_differ_in_numbers_are_counted_together() -> None:
    reasons = ["75 blocks for 104 compute units", "same code", "37 blocks for 104 compute units", "same code", "x"]
    assert grouped(reasons) == [
        (2, "75 blocks for 104 compute units", True), (2, "same code", False), (1, "x", False),
    ]  # fmt: skip


def test_no_numbers_are_blotted_out(fill: Path) -> None:
    told = retarget("space", fill, "--no-build", "--arch", "gfx90a")
    assert "dropped, such as: 100 blocks for 104 compute units" in told.out and " N " not in told.out, told.out


def test_a_program_without_kernels_is_told_as_one(tmp_path: Path) -> None:
    source = tmp_path / "none.cu"
    source.write_text("int main() { return 0; }\n")
    told = retarget("space", source, "--no-build")
    assert "no kernel found in the inputs that clang can parse" in told.out and "0 kernels" not in told.out


@needs_hip_compiler
def test_what_is_being_done_is_told_where_no_terminal_is(fill: Path) -> None:
    told = forked("space", fill, "--total", "4", "-j", "1", cwd=fill.parent)
    assert told.code == exits.OK, told.err
    lines = told.err.splitlines()
    assert lines[0] == "looking for variants" and lines[1].startswith("compiling ")
    count = lines[1].split()[1]
    assert f"{count} of {count} variants are compiled" in lines[-1]


@needs_hip_compiler
def test_an_interrupt_leaves_what_is_known(fill: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("retarget.system.portions.TOGETHER", 8)
    builds: list[Any] = []
    build = explore._build

    def interrupted(*asked: Any) -> Any:
        builds.append(asked)
        if len(builds) == 2:
            raise KeyboardInterrupt
        return build(*asked)

    monkeypatch.setattr(explore, "_build", interrupted)
    told = retarget("space", fill, "--total", "8", "-j", "1", "--json")
    assert told.code == exits.INTERRUPTED
    (kernel,) = json.loads(told.out)["kernels"]
    variants: Sequence[dict[str, Any]] = kernel["variants"]
    assert any(v.get("resources") for v in variants)
    assert any(v["dropped"] == "interrupted before it was compiled" for v in variants)


def test_what_refuses_some_steps_names_them(tmp_path: Path) -> None:
    source = tmp_path / "k.cu"
    source.write_text(
        "__global__ void shift(float* a) {\n"
        "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "  a[i] = __shfl_down_sync(~0u, a[i], 1);\n"
        "}\n"
        "__global__ void ask(float* a) { while (atomicCAS((int*)a, 0, 1)) {} a[threadIdx.x] = blockIdx.x; }\n"
        "void run(float* a) { shift<<<300, 64>>>(a); ask<<<300, 64>>>(a); }\n"
    )
    told = json.loads(retarget("space", source, "--no-build", "--json").out)
    found = {k["kernel"]: k["refusals"] for k in told["kernels"]}
    why = "this exchange between lanes needs whole warps"
    assert {"why": why, "steps": ["thread"], "at": f"{source}:3"} in found["shift"]
    waits = next(r for r in found["ask"] if "waits for what another thread writes" in r["why"])
    assert waits["steps"] == [], "it stands against all that change indices"
    assert "refused: thread: this exchange" in retarget("space", source, "--no-build").out
