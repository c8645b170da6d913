"""A program tuned on launches that are captured from it, without a GPU: it is compiled for one, runs in front of a
libamdhip64 that has none, and a device of Python's replays its launches."""

from __future__ import annotations

import json
import pickle
from functools import partial
from pathlib import Path

import pytest

from retarget.api import tuning as api
from retarget.api.capture_tuning import PreparedProgram
from retarget.api.inputs import Inputs
from retarget.api.tuning import Trials
from retarget.errors import Error
from retarget.source.text import digest
from retarget.system import exits
from retarget.targets.amd import tools as amd
from retarget.targets.amd.architecture import target_ids
from retarget.targets.amd.build import Job, Product, compile_unit
from retarget.targets.amd.target import AMD
from retarget.targets.cpu.compiler import alone
from retarget.targets.emitted import Emitted
from retarget.targets.limits import Limits
from retarget.targets.platform import Platform
from retarget.targets.tools import CodeObject, Executable
from tests.capture.stand_in import STAND_IN, linked
from tests.capture.tuned_device import STRIDED_SHARE, WRONG, OtherDevice, TunedDevice, WrongDevice, with_factors
from tests.command_line import Told, retarget
from tests.compilers import HIP_COMPILER, needs_hip_compiler
from tests.values import replace

SOURCE = Path(__file__).parents[1] / "capture/tuned_program.cu"
PLATFORM = Platform("amd", "stand-in", "clang", Limits(65536, 64, 128, 4), "gfx90a")
CODE_OBJECT = amd.TOOLS.code_object
pytestmark = needs_hip_compiler


def built(shared: Path, emitted: Emitted, _: Platform) -> Executable:
    """One executable for all tests that build the same text."""
    (output,) = (o for o in emitted.outputs if o.source)
    folder = shared / "on-captures" / digest(STAND_IN.read_bytes() + output.data)
    with alone(folder):
        if not (folder / "program").exists():
            assert HIP_COMPILER
            job = Job((Path(output.path),), target_ids("gfx90a"), folder / "o.o", Product.OBJECT, optimisation="-O1")
            done = compile_unit(HIP_COMPILER, job)
            assert done.ok, done.diagnostics
            linked(folder / "o.o", folder / "program", shared)
    return Executable(str(folder / "program"))


def code_object(shared: Path, emitted: Emitted, unit: str, architecture: str) -> CodeObject:
    """The same of code objects."""
    (output,) = (o for o in emitted.outputs if o.source)
    folder = shared / "on-captures" / digest(output.data)
    with alone(folder):
        if not (folder / "code").exists():
            assert CODE_OBJECT
            (folder / "code").write_bytes(pickle.dumps(CODE_OBJECT(emitted, unit, architecture)))
    made = pickle.loads((folder / "code").read_bytes())
    assert isinstance(made, CodeObject)
    return replace(made, code=with_factors(made.code, output.text))


@pytest.fixture(autouse=True)
def project(shared: Path, memory: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with the program, on a machine that looks as if it had a GPU."""
    tools = replace(
        amd.TOOLS, platform=lambda _: PLATFORM, executable=partial(built, shared), opened=TunedDevice,
        code_object=partial(code_object, shared), bindings=lambda: None,
    )  # fmt: skip
    monkeypatch.setattr(amd, "TOOLS", tools)
    monkeypatch.chdir(tmp_path)
    Path("prog.cu").write_text(SOURCE.read_text())


def tune(*words: str | Path) -> Told:
    return retarget("tune", "prog.cu", "--to", "amd", "--variants", "4", "-j", "1", "--json", *words)


@pytest.fixture
def capture(project: None, tmp_path: Path) -> Path:
    """A capture of the original, made before."""
    made = PreparedProgram.of(Inputs(("prog.cu",), jobs=1), AMD, PLATFORM, Trials(), lambda _: None).made
    assert made and made.executable
    told = retarget("capture", "-o", "before", "--", made.executable)
    assert told.code == exits.OK, told.err
    return tmp_path / "before"


def test_a_program_is_tuned_on_its_launches() -> None:
    told = tune()
    assert told.code == exits.OK, told.err
    found = json.loads(told.out)
    assert (found["by"], found["device"], found["judged"]["command"]) == ("captures", "stand-in", "./prog")
    (choice,) = found["choices"]
    assert choice["kernel"] == "twice" and choice["schedule"].startswith("block(x=2, strided)")
    assert choice["gain"] == pytest.approx(1 / STRIDED_SHARE)
    assert found["shares"] == [
        {"kernel": "twice", "share": 1.0, "ms": 14.0, "launches": 7, "captured": 2, "why": ""},
    ]  # fmt: skip
    assert found["memory_rate"] == 100.0 and found["traffic"]
    for row in found["traffic"]:  # the kernel is `if (i < n) a[i] = 2 * a[i] + 1`
        assert row["is_whole"] and row["read"] == row["written"] > 0
        assert row["chosen_gb_per_s"] == pytest.approx(row["gb_per_s"] / STRIDED_SHARE, rel=0.01)
    (dropped,) = found["dropped"]
    assert (dropped["kernel"], dropped["schedule"]) == ("twice", "pack(x=2)")
    assert dropped["why"].startswith(f"a[{WRONG}]: 2.0 instead of 1.0; 1 of 500 elements differ")
    ran, confirmed = found["ran"], found["confirmation"]
    assert (ran["runs"], ran["verified"]) == (3, True) and ran["compared"] and ran["replays"]
    assert (confirmed["before_ms"], confirmed["after_ms"]) == (14.0, 3.5)
    assert confirmed["kernels"] == [{"kernel": "twice", "before_ms": 14.0, "after_ms": 3.5}]
    applied = retarget("apply", "prog.cu", "--to", "amd", "-o", "prog.hip")
    assert applied.code == exits.OK, applied.err
    written = Path("prog.hip").read_text()
    assert "block_x = 2" in written and "block_strided = true" in written
    assert written.count("twice_launch(retarget::on(") == 2


def test_the_api_tunes_alike() -> None:
    choice = api.tune(Inputs(("prog.cu",), jobs=1), "amd", Trials(variants=4))
    assert choice.record.by == "captures" and choice.schedules["twice"].startswith("block(x=2, strided)")
    with pytest.raises(Error, match="launches of programs for cpu are not captured"):
        api.tune("prog.cu", "cpu", by="captures")


def test_what_gives_the_program_other_results_is_not_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STAND_IN_LOSES", "1")
    told = tune()
    assert told.code == exits.OK, told.err
    found = json.loads(told.out)
    (choice,) = found["choices"]
    assert choice["schedule"] == "" and choice["reason"].startswith("in the program its results were wrong: ")
    assert not found["ran"]["verified"] and found["confirmation"] is None
    assert retarget("apply", "prog.cu", "--to", "amd", "-o", "prog.hip").code == exits.OK
    assert "twice_launch" not in Path("prog.hip").read_text()


def test_what_is_slower_in_the_program_is_not_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STAND_IN_MS", "3")
    told = tune()
    assert told.code == exits.OK, told.err
    found = json.loads(told.out)
    (choice,) = found["choices"]
    assert choice["schedule"] == "" and choice["reason"].startswith("block(x=2, strided)")
    assert choice["reason"].endswith(
        " gains 4.00 times on captured launches, and takes 1.50 of the original's time in the program"
    )
    assert (found["ran"]["runs"], found["ran"]["verified"], found["confirmation"]) == (5, True, None)


def test_where_no_variant_is_right_the_program_runs_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(amd, "TOOLS", replace(amd.TOOLS, opened=WrongDevice))
    told = tune()
    assert told.code == exits.OK, told.err
    found = json.loads(told.out)
    (choice,) = found["choices"]
    assert choice["schedule"] == "" and choice["reason"].startswith(
        "no variant was timed: 4 dropped, all of them as a[7]"
    )
    assert (found["ran"]["runs"], found["ran"]["verified"]) == (1, True)


def test_no_program_runs_where_a_capture_is_given(capture: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(amd, "TOOLS", replace(amd.TOOLS, executable=None))
    told = tune("--capture", capture)
    assert told.code == exits.OK, told.err
    found = json.loads(told.out)
    (choice,) = found["choices"]
    assert choice["schedule"].startswith("block(x=2, strided)")
    assert found["ran"]["runs"] == 0 and found["ran"]["replays"]
    assert any(note.startswith("no program ran with what was chosen") for note in found["ran"]["notes"])


def test_a_program_of_which_nothing_can_be_captured_is_told() -> None:
    told = tune("--memory", "100")
    assert told.code == exits.UNTUNABLE
    said = json.loads(told.out)["error"]
    assert said["what"] == "no launch was captured: of twice, the memory that it can reach is beyond --memory"
    assert said["advice"] == "--by runs measures whole runs of the program instead"


def test_a_kernel_that_gives_other_results_than_in_the_program_is_told(
    capture: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(amd, "TOOLS", replace(amd.TOOLS, opened=OtherDevice))
    told = tune("--capture", capture)
    assert told.code == exits.UNTUNABLE
    said = json.loads(told.out)["error"]["what"]
    assert said.startswith(
        "no kernel could be tuned on captured launches: twice (100%): case 'launch 1, 8 blocks of 64'"
    )
    assert "the kernel gives another result here than in the program, which got a[0]: 1.0 instead of 2.0" in said
