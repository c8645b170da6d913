"""What a tuning tells on the terminal: as it goes, at its end, and when its choice is written."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from dataclasses import field as made

import pytest
from rich.console import Console

from retarget.system import typed_json
from retarget.targets.amd.architecture import target_id
from retarget.targets.limits import Limits
from retarget.targets.platform import Platform
from retarget.tuning import show
from retarget.tuning.by_figures import Favoured
from retarget.tuning.choice import KernelChoice, Timing
from retarget.tuning.clock import Clock
from retarget.tuning.race import Entry, Field
from retarget.tuning.record import Judged, Ran, Record
from retarget.tuning.tuned import Tuned
from tests.values import replace

TARGET = Platform("nvidia", "a GPU", "nvcc", Limits(48 << 10, 32))
BEFORE, AFTER = Timing(4.0, 0.1, 8), Timing(2.0, 0.1, 8)
DONE = Tuned(
    (KernelChoice("lu", 1, "thread(x=2)", BEFORE, AFTER, "2 ms a run instead of 4"),), {("lu", ""): (4.0,)}, {}, (),
    12, 3.5, 80.0, True, True, 7, ("it went so",), unsteady=2,
)  # fmt: skip
JUDGED = Judged("./lu 64", ("out.dat",), "", 1e-5, ("^took",), False)


def test_how_it_was_judged_is_kept() -> None:
    record = DONE.record(TARGET, {}, JUDGED)
    told = json.loads(typed_json.text(record))
    assert told["ran"]["notes"] == ["it went so"] and told["choices"][0]["gain"] == 2.0
    assert typed_json.read(Record, json.dumps(told)) == record
    assert told["judged"] == {
        "command": "./lu 64", "files": ["out.dat"], "check": "", "tolerance": 1e-5, "ignored": ["^took"],
        "compares_times": False, "unsteady": 2,
    }  # fmt: skip
    assert DONE.record(TARGET, {}).by == "kernels"


def test_notes_and_what_is_not_proved_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    show.result(replace(DONE, compared=0), "a GPU", False)
    out = capsys.readouterr().out
    assert "it went so" in out and "nothing is proved" in out


@pytest.mark.parametrize(
    ("ran", "said"),
    [(Ran(4, 2, 9, 1, 20, True, True, 0), "nothing is proved"), (Ran(4, 2, 9, 1, 20, True, True, 7), ""), (None, "")],
)
def test_what_is_written_is_named(ran: Ran | None, said: str) -> None:
    console = Console(file=io.StringIO(), width=80)
    record = Record("runs" if ran else "figures", "a GPU", "amd", "gfx90a", "clang", 0, (), ran=ran)
    show.applied(record, ["out/a.hip", "out/b.hip"], console)
    out = console.file.getvalue()  # type: ignore[attr-defined]
    assert "out/a.hip: written" in out and "out/b.hip: written" in out
    assert said in out and bool(said) == ("warning" in out)


def test_the_advice_to_verify_leaves_no_launch_to_the_original(capsys: pytest.CaptureFixture[str]) -> None:
    chosen = Favoured("lu", "thread(y=2) above(3648)", "why", {}, {})
    show.favoured([chosen], target_id("gfx90a"))
    advice = next(line for line in capsys.readouterr().out.splitlines() if "retarget verify" in line)
    assert '--schedule "lu: thread(y=2)"' in advice


@dataclass
class Going:
    """A tuning whose figures a test sets."""

    stage: str = "the original"
    runs: int = 2
    field: Field = made(default_factory=lambda: Field({}))
    samples: dict[Entry, list[float]] = made(default_factory=dict)
    faults: dict[Entry, str] = made(default_factory=dict)
    clock: Clock = made(default_factory=Clock)

    def schedule(self, kernel: str, variant: int) -> str:
        return f"{kernel}-{variant}" if variant else ""


def text(console: Console) -> str:
    return console.file.getvalue()  # type: ignore[attr-defined, no-any-return]


def test_the_table_shows_how_it_goes() -> None:
    console = Console(file=io.StringIO(), width=100, force_terminal=True)
    going = Going()
    with show.live(console) as tell:
        tell(going)
    assert "the original: 2 runs in 0 s" in text(console) and "kernel" not in text(console)
    going = Going("round 1", 9, Field({"lu": (0, 1, 2)}), {("lu", 0): [4.0], ("lu", 2): [2.0, 2.1, 2.2]})
    with show.live(console) as tell:
        tell(going)
    assert "round 1: 9 runs" in text(console) and "lu-2" in text(console)


def test_the_clock_moves_between_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    console = Console(file=io.StringIO(), width=100, force_terminal=True)
    going = Going(clock=Clock(budget=300))
    shown = show.Shown(going)
    for seconds, said in ((1, "in 1 s, 299 s left"), (70, "in 70 s, 230 s left")):
        monkeypatch.setattr("retarget.tuning.clock.monotonic", lambda s=seconds: going.clock.started + s)
        console.print(shown)
        assert said in text(console)


def test_the_first_run_is_told_of_before_its_end() -> None:
    console = Console(file=io.StringIO(), width=100, force_terminal=True)
    with show.live(console):
        pass
    assert "the original: its first run" in text(console)
