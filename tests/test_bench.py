"""The benches: the published registers of the Laplacian, and that the comparison tells when they do not hold."""

from __future__ import annotations

import ast
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.compilers import needs_hip_compiler
from tests.values import replace

BENCH = Path(__file__).parent.parent / "bench"


def loaded(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(Path(name).stem, BENCH / name)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look themselves up there
    spec.loader.exec_module(module)
    return module


registers = loaded("laplacian/registers.py")



def as_published() -> dict[str, Any]:
    """The published figures, as if they were ours."""
    return {item.instance: item.figures for item in registers.published()}


@needs_hip_compiler
def test_the_published_registers_come_out_of_our_translation(tmp_path: Path) -> None:
    rows = registers.comparison(registers.built(tmp_path))
    assert len(rows) == 11
    assert [line for line in registers.table(rows) if "OFF" in line] == []


@pytest.mark.parametrize(
    ("change", "holds"),
    [
        pytest.param({"vgpr": 99}, True, id="VGPRs 10 % above 90"),
        pytest.param({"vgpr": 81}, True, id="VGPRs 10 % below 90"),
        pytest.param({"vgpr": 100}, False, id="VGPRs 11 % above 90"),
        pytest.param({"vgpr": 80}, False, id="VGPRs 11 % below 90"),
        pytest.param({"occupancy": 4}, False, id="another occupancy"),
        pytest.param({"sgpr": 30, "scratch": 8}, True, id="SGPRs and scratch are not judged"),
    ],
)
def test_a_figure_that_is_off_is_told(change: dict[str, int], holds: bool) -> None:
    ours = as_published()
    ours["tiled<double, 8>"] = replace(ours["tiled<double, 8>"], **change)
    rows = registers.comparison(ours)
    assert [row.published.instance for row in rows if not row.holds] == ([] if holds else ["tiled<double, 8>"])
    assert ("OFF" in "\n".join(registers.table(rows))) is not holds


def test_an_instance_that_was_not_built_is_an_error() -> None:
    ours = as_published()
    del ours["tiled<double, 8>"]
    with pytest.raises(KeyError, match="tiled<double, 8>"):
        registers.comparison(ours)


def test_every_sample_with_kernels_is_timed() -> None:
    samples = BENCH.parent / "samples"
    own = {path.stem for path in samples.glob("*.cu") if "__global__" in path.read_text()} | {"multifile"}
    assert {path.stem for path in (BENCH / "host" / "samples").glob("*.cu")} == own


REFUSING = """
def legal(a, b):
    if a or b:
        raise Unsuited(a, "it does")
    if a:
        yield Refusal(a, "it may")
        yield b
"""
FINDING = """
def found(node):
    kept = NONE
    kept |= ALL
    yield node
    return kept
"""


def test_mutants_that_change_nothing_are_there() -> None:
    mutants = loaded("mutants.py")
    listed = {(m.path, m.kind, m.text) for m in mutants.mutants(BENCH.parent / mutants.PACKAGE)}
    assert mutants.ALIKE.keys() <= listed


SAYING = {  # modules of the tables, and what is left of each
    "schedule/readings.py": ("def why(a) -> str:\n    if a:\n        return f'{a} is another'\n    return ''", {"reason:0": "return ''\n    return ''"}),
    "schedule/form/owners.py": ("def place(a) -> Span | None:\n    if a:\n        return a.span\n    return None",
                                {"place:0": "return None\n    return None"}),
    "schedule/form/in_step.py": ("def places(a) -> Iterator[Span]:\n    yield a.span", {"place:0": "pass"}),
    "analysis/indirect.py": ("def _begins_lambda(a) -> bool:\n    is_open = a\n    return True",
                             {"open:0": "is_open = False\n    return True", "open:1": "is_open = a\n    return False"}),
    "unit/parse/instances.py": ("def _is_known(a) -> bool:\n    return False", {"open:0": "return True"}),
}  # fmt: skip


def test_mutants_say_less_and_open_less(tmp_path: Path) -> None:
    mutants = loaded("mutants.py")
    for path, (text, _) in SAYING.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    changed = {m.name: ast.unparse(mutants.mutated(tmp_path, m)) for m in mutants.mutants(tmp_path)}
    wanted = {f"{path}:{name}": left for path, (_, of) in SAYING.items() for name, left in of.items()}
    assert changed.keys() == wanted.keys()
    assert all(changed[name].replace("        return ''", "return ''").replace("        return None", "return None").endswith(left)
               for name, left in wanted.items())  # fmt: skip


def test_mutants_drop_one_condition_each(tmp_path: Path) -> None:
    mutants = loaded("mutants.py")
    for path, text in (("schedule/steps/step.py", REFUSING), ("analysis/effects.py", FINDING)):
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).write_text(text)
    changed = {m.name: ast.unparse(mutants.mutated(tmp_path, m)) for m in mutants.mutants(tmp_path)}
    step, effects = "schedule/steps/step.py", "analysis/effects.py"
    assert sorted(changed) == [
        f"{effects}:finding:0", f"{effects}:finding:1", f"{effects}:worst:0",
        f"{step}:operand:0", f"{step}:operand:1", f"{step}:refusal:0", f"{step}:refusal:1",
    ]  # fmt: skip
    assert "raise" not in changed[f"{step}:refusal:0"] and "Refusal" in changed[f"{step}:refusal:0"]
    assert "Refusal" not in changed[f"{step}:refusal:1"] and "yield b" in changed[f"{step}:refusal:1"]
    assert "if b:" in changed[f"{step}:operand:0"] and changed[f"{step}:operand:1"].count("if a:") == 2
    assert "|=" not in changed[f"{effects}:finding:0"] and "yield" not in changed[f"{effects}:finding:1"]
    assert "kept |= NONE" in changed[f"{effects}:worst:0"]
