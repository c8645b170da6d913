"""Launches of a program, written down by the recorder, kept in a folder, replayed on a device."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from retarget.api import capturing
from retarget.capture import memory_pieces
from retarget.capture.contents import Capture, CapturedLaunch, LaunchTotal
from retarget.capture.folder import CaptureFolder, opened
from retarget.capture.injected_run import captured
from retarget.capture.memory_pieces import PIECE, PieceFolder
from retarget.capture.recorded import recorded
from retarget.capture.relocation import AddressRange, Relocation, grouped, placed
from retarget.capture.sample import sampled
from retarget.errors import InputError, OutputError
from retarget.system import exits
from retarget.system.toolchain import templates
from retarget.targets.amd import tools as amd
from retarget.targets.cpu.compiler import alone, find_host_compiler
from retarget.targets.nvidia import tools as nvidia
from tests.capture import small_device
from tests.command_line import retarget
from tests.compilers import needs_host_compiler
from tests.values import replace

HERE = Path(__file__).parent
MEMORY = 64 << 20


@pytest.fixture(scope="session")
def program(shared: Path) -> Path:
    """program.cpp, built once for the whole run."""
    made = shared / "capture-program"
    made.parent.mkdir(parents=True, exist_ok=True)
    with alone(shared / "capture-program.lock"):
        if not made.exists():
            words = ["-O1", "-std=c++17", f"-I{templates() / 'capture'}", str(HERE / "program.cpp"), "-o", str(made)]
            find_host_compiler().run([*words, "-lstdc++"])
    return made


@pytest.fixture
def taken(program: Path, tmp_path: Path) -> Callable[..., CaptureFolder]:
    def take(what: str, memory: int = MEMORY, name: str = "c") -> CaptureFolder:
        return captured([str(program), what], tmp_path / name, {}, memory)[0]

    return take


def without_injection(monkeypatch: pytest.MonkeyPatch) -> None:
    """program.cpp has the recorder in it."""
    for tools in (amd, nvidia):
        monkeypatch.setattr(tools, "TOOLS", replace(tools.TOOLS, injection=dict))


def proofs(folder: CaptureFolder, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Why each launch does not replay, by kernel and ordinal."""
    monkeypatch.setattr(nvidia, "TOOLS", replace(nvidia.TOOLS, opened=small_device.opened))
    found = capturing.prove(folder)
    assert opened(folder.folder).capture == found
    return {f"{l.kernel} {l.grid[0]} {l.ordinal}": found.proofs[n].why for n, l in enumerate(found.launches)}


@needs_host_compiler
def test_launches_replay_to_what_the_program_got(
    taken: Callable[..., CaptureFolder], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Arrays that touch, a list in memory, a variable, managed memory, memory of several pieces."""
    folder = taken("right")
    assert proofs(folder, monkeypatch) == dict.fromkeys(
        ("twice 250 1", "twice 250 10", "fill 1 1", "list 3 1", "fill 9 1"), ""
    )
    assert len(folder.capture.launches) == 5
    (process,) = folder.capture.processes
    assert process.ended and process.launches == 15 and process.program.endswith("capture-program")
    large = next(l for l in folder.capture.launches if l.kernel == "fill" and l.grid[0] == 9)
    assert max(len(r.before) for r in large.memory) == 4
    assert [p.ms for p in folder.capture.proofs] == [1.0] * 5


@needs_host_compiler
@pytest.mark.parametrize(
    ("what", "why"),
    [
        ("other", "it gives another result than the program got: "),
        ("beyond", "it writes 8 bytes outside of all memory that was captured"),
        ("crash", "its replay fails: its process was ended by SIGABRT"),
        ("chance", ""),
    ],
)
def test_a_replay_that_gives_something_else_is_of_no_use(
    what: str, why: str, taken: Callable[..., CaptureFolder], monkeypatch: pytest.MonkeyPatch
) -> None:
    """But for what the kernel itself leaves to chance."""
    folder = taken(what)
    (said,) = proofs(folder, monkeypatch).values()
    assert said.startswith(why) and bool(said) == bool(why)
    assert what != "chance" or 4 <= folder.capture.proofs[0].varies <= 8


@needs_host_compiler
def test_a_program_that_dies_keeps_what_was_captured(
    taken: Callable[..., CaptureFolder], program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, code = captured([str(program), "cut"], tmp_path / "cut", {}, MEMORY)
    assert code == -6 and not folder.capture.processes[0].ended
    assert set(proofs(folder, monkeypatch).values()) == {""}


@needs_host_compiler
def test_what_is_beyond_the_limit_is_told(taken: Callable[..., CaptureFolder]) -> None:
    folder = taken("large", memory=400_000)
    assert [l.kernel for l in folder.capture.launches] == ["twice"]
    (refused,) = folder.capture.refused
    assert (refused.kernel, refused.why) == ("fill", "the memory that it can reach is beyond --memory")


@needs_host_compiler
def test_sizes_without_end(taken: Callable[..., CaptureFolder]) -> None:
    """A kernel whose every launch has another size: the first, the last that was captured, and the largest."""
    launches = taken("sizes").capture.launches
    assert 2 <= len(launches) <= 4 and launches[0].grid[0] == 1 and max(l.grid[0] for l in launches) >= 64


@needs_host_compiler
def test_memory_that_was_freed_is_not_read(taken: Callable[..., CaptureFolder]) -> None:
    (launch,) = taken("freed").capture.launches
    assert sorted(r.size for r in launch.memory) == [8, 8000]


@needs_host_compiler
def test_what_does_not_change_is_stored_once(taken: Callable[..., CaptureFolder]) -> None:
    folder = taken("right")
    assert folder.pieces.bytes() < 200_000 < sum(l.reach for l in folder.capture.launches)
    assert {p.stem for p in folder.pieces.folder.glob("*/*")} == folder.capture.pieces()


@needs_host_compiler
@pytest.mark.parametrize("what", ["truncated", "damaged", "gone", "code", "version", "no capture"])
def test_a_damaged_capture_is_not_taken_for_whole(
    what: str, taken: Callable[..., CaptureFolder], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = taken("right")
    file = folder.folder / "capture.json"
    if what in ("damaged", "gone", "code"):
        place = folder.folder / ("code" if what == "code" else "memory")
        for path in [p for p in place.rglob("*") if p.is_file()]:
            path.unlink() if what == "gone" else path.write_bytes(path.read_bytes()[:-1] + b"?")
        assert all("capture again" in why for why in proofs(folder, monkeypatch).values())
        told = retarget("capture", "show", folder.folder)
        assert told.code == exits.UNTUNABLE and "capture again" in " ".join(told.out.split())
        return
    text = file.read_text()
    file.write_text(
        {"truncated": text[:-9], "version": text.replace('"format": 2', '"format": 9'), "no capture": "[]"}[what]
    )
    told = retarget("capture", "show", folder.folder)
    assert told.code == exits.INPUT and ("capture again" in told.err or "no capture" in told.err)


@needs_host_compiler
def test_a_folder_that_is_there_is_kept(program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    captured([str(program), "freed"], Path("c"), {}, MEMORY)
    before = Path("c/capture.json").read_bytes()
    with pytest.raises(OutputError, match="replace it with --force"):
        captured([str(program), "right"], Path("c"), {}, MEMORY)
    assert Path("c/capture.json").read_bytes() == before
    Path("mine").mkdir()
    with pytest.raises(OutputError, match="no capture"):
        captured([str(program), "right"], Path("mine"), {}, MEMORY, force=True)
    captured([str(program), "right"], Path("c"), {}, MEMORY, force=True)
    assert Path("c/capture.json").read_bytes() != before
    assert sorted(p.name for p in tmp_path.iterdir()) == ["c", "mine"]


@needs_host_compiler
def test_a_full_disk_leaves_nothing(program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    def full(self: PieceFolder, several: Sequence[bytes]) -> list[str]:
        whole(self, several[:3])
        raise OSError(28, "No space left on device")

    whole = PieceFolder.keep_all
    monkeypatch.setattr(memory_pieces.PieceFolder, "keep_all", full)
    with pytest.raises(OutputError, match="No space left on device"):
        captured([str(program), "right"], Path("c"), {}, MEMORY)
    assert list(tmp_path.iterdir()) == []


@needs_host_compiler
def test_the_command(program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    without_injection(monkeypatch)
    monkeypatch.setattr(nvidia, "TOOLS", replace(nvidia.TOOLS, opened=small_device.opened))
    told = retarget("capture", "-v", "--", program, "right")
    assert told.code == exits.OK, told.err
    assert "exact" in told.out and "capture: 5 launches" in told.out and "twice" in told.out
    again = retarget("capture", "--", program, "right")
    assert again.code == exits.OUTPUT and "--force" in again.err
    failing = retarget("capture", "-o", "f", "--", program, "fails")
    assert failing.code == exits.UNTUNABLE and "the program launches no kernel" in failing.err
    shown = retarget("capture", "show", "capture", "--json")
    assert shown.code == exits.OK and len(json.loads(shown.out)["launches"]) == 5
    later = retarget("capture", "-o", "later", "--no-proof", "--", program, "other")
    assert later.code == exits.OK and "not yet" in later.out
    proved = retarget("capture", "prove", "later")
    assert proved.code == exits.UNTUNABLE and "another result" in " ".join(proved.out.split())
    dies = retarget("capture", "-o", "dies", "--", program, "cut")
    assert dies.code == exits.UNTUNABLE and "signal SIGABRT" in dies.err and Path("dies/capture.json").exists()


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        ([], exits.USAGE, "name the program behind --"),
        (["show"], exits.USAGE, "name the program behind --"),
        (["./app"], exits.USAGE, "name the program behind --"),
        (["show", "c", "--", "./app"], exits.USAGE, "'show' stands before --"),
        (["show", "absent"], exits.INPUT, "absent is no capture"),
        (["--memory", "lots", "--", "./app"], exits.USAGE, "'lots' is no size"),
        (["--", "./absent"], exits.INPUT, "./absent: no such program"),
        (["-o", "mine", "--", "/bin/true"], exits.OUTPUT, "mine is there"),
        (["--", "/bin/true"], exits.UNTUNABLE, "it used no GPU"),
        (["--", "/bin/false"], exits.UNTUNABLE, "it ended with exit code 1"),
    ],
)
def test_mistakes(words: list[str], code: int, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine").mkdir()
    without_injection(monkeypatch)
    told = retarget("capture", *words)
    assert (told.code, says in told.err) == (code, True), told.err
    assert [p.name for p in tmp_path.iterdir()] == ["mine"]


SPANS = st.lists(st.tuples(st.integers(0, 40), st.integers(1, 300)), min_size=1, max_size=8)


@given(SPANS, st.data())
def test_pointers_move_with_what_they_point_to(gaps: list[tuple[int, int]], data: st.DataObject) -> None:
    """Any word into a span, or to its end, keeps its distance to the beginning; all others stay."""
    spans, at = [], 1 << 33
    for gap, size in gaps:
        at += gap * (1 << 17)
        spans.append(AddressRange(at, 8 * size))
        at += 8 * size
    taken = [1 << 45]

    def allocate(size: int) -> int:
        taken.append(taken[-1] + size + (1 << 20))
        return taken[-2]

    groups = placed(spans, allocate)
    moves = {s.address: s.address + g.moved for g in groups for s in g.spans}
    assert sorted(moves) == [s.address for s in spans] and [s for g in grouped(spans) for s in g] == spans
    to = Relocation.of([(s, moves[s.address]) for s in spans])
    span = data.draw(st.sampled_from(spans))
    offset = data.draw(st.integers(0, span.size))
    outside = data.draw(st.integers(0, 1 << 32))
    words = np.array([span.address + offset, outside, 2**64 - 1], np.uint64)
    moved = to.apply(words.view(np.uint8)).view(np.uint64)
    assert [int(w) for w in moved] == [moves[span.address] + offset, outside, 2**64 - 1]
    for group in groups:
        held = sum(s.size for s in group.spans) + sum(g.size for g in group.gaps())
        assert held == group.size


@given(
    st.lists(
        st.binary(max_size=40) | st.sampled_from([b'{"is":"start"}', b'{"is":"launch"}', b"[]", b'{"is":{}}']),
        max_size=6,
    )
)
def test_records_of_any_kind(lines: list[bytes]) -> None:
    """What another program wrote is read as far as it can be, or refused."""
    with tempfile.TemporaryDirectory() as place:
        raw = Path(place)
        (raw / "1.jsonl").write_bytes(b"\n".join(lines))
        (raw / "1.chunks").write_bytes(b"".join(lines))
        found = recorded(raw, ("a",), PieceFolder(raw / "memory"), raw / "code")
        assert found.launches == ()


def test_a_sample_has_the_kernels_that_matter() -> None:
    def launch(kernel: str, blocks: int, order: int) -> CapturedLaunch:
        return CapturedLaunch(0, kernel, (blocks, 1, 1), (32, 1, 1), 0, order, order, 0, "c", (), "", ())

    launches = tuple(launch("a", n, n) for n in range(1, 9)) + (launch("tiny", 1, 9), launch("untimed", 1, 10))
    totals = (
        LaunchTotal("a", (3, 1, 1), (32, 1, 1), 0, 5, 99.5),
        LaunchTotal("tiny", (1, 1, 1), (32, 1, 1), 0, 1, 0.5),
    )
    found = sampled(Capture(1, (), (), launches, totals, ()))
    assert [(l.kernel, l.grid[0]) for l in found.launches] == [("a", 1), ("a", 3), ("a", 8), ("untimed", 1)]


def test_pieces(tmp_path: Path) -> None:
    folder = PieceFolder(tmp_path)
    same, noise = bytes(1000), np.random.default_rng(1).bytes(1000)
    names = [folder.keep(same), folder.keep(noise), folder.keep(same)]
    assert names[0] == names[2] and [folder.read(n) for n in names] == [same, noise, same]
    assert sorted(p.suffix for p in tmp_path.rglob("*") if p.is_file()) == ["", ".zst"]
    folder.keep_only({names[1]})
    with pytest.raises(InputError, match="missing"):
        folder.read(names[0])


@pytest.mark.parametrize("data", [bytes(range(250)) * 10_000, Random(1).randbytes(2_500_000)])  # compressed, and not
def test_pieces_of_another_size_do_not_count(tmp_path: Path, data: bytes) -> None:
    pieces = PieceFolder(tmp_path)
    names = pieces.keep_all([data[at : at + PIECE] for at in range(0, len(data), PIECE)])
    assert pieces.joined(names, len(data)).tobytes() == pieces.joined(names, len(data)).tobytes() == data
    for size in (len(data) - 1, len(data) + 1, len(data) + PIECE):
        with pytest.raises(InputError, match="capture again"):
            pieces.joined(names, size)
