"""Captured launches, replayed on the processor by `retarget verify --capture`: captures are made of arrays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from retarget.capture.contents import CapturedObject, ImageElement, ImageKind, MemoryKind
from retarget.cli.replay_answers import CaptureReplays, ReplayedCapturedLaunch
from retarget.system import exits, typed_json
from retarget.targets.device import Array, Extents
from tests.capture.made_capture import BASE, MadeLaunch, MadeRegion, made_capture
from tests.command_line import forked, retarget
from tests.compilers import needs_host_compiler
from tests.values import replace

SOURCE = Path(__file__).with_name("replays.cu")
BESIDE = SOURCE.with_name("replays_beside.cu")
RANDOM = np.random.default_rng(1)
NEXT = BASE + (1 << 20)  # of another allocation
VARIABLES = BASE + (1 << 30)


def replayed(folder: Path, *words: str | Path) -> tuple[int, CaptureReplays]:
    told = forked("verify", SOURCE, BESIDE, "--capture", folder, "--json", *words)
    assert told.out, told.err
    return told.code, typed_json.read(CaptureReplays, told.out)


def ends(launch: ReplayedCapturedLaunch) -> list[tuple[str, int, str]]:
    return [(run.run, run.wave, run.result) for run in launch.runs]


def all_end(how: str) -> list[tuple[str, int, str]]:
    """Of the translation's replays, beside an original that is right."""
    return [("original", 32, "same"), ("translated", 64, how), ("translated", 32, how)]


def saxpy(kind: str, n: int, wrong: int = -1) -> MadeLaunch:
    """wrong: an element that the program got otherwise."""
    dtype = np.dtype({"f": np.float32, "d": np.float64}[kind])
    y, x = (RANDOM.random(n).astype(dtype) for _ in range(2))
    after = 3 * x + y
    if wrong >= 0:
        after[wrong] *= 2
    memory = [MadeRegion(BASE, y, after), MadeRegion(BASE + y.nbytes, x, x)]  # which touch
    arguments = [BASE, BASE + y.nbytes, dtype.type(3), np.int32(n)]
    return MadeLaunch(f"_Z5saxpyI{kind}EvPT_PKS0_S0_i", (4, 1, 1), (256, 1, 1), arguments, memory)


def polynomial() -> MadeLaunch:
    """Fused on a GPU: floats differ in their last bits."""
    x, c = RANDOM.random(500, np.float32), np.array([0.5, -1.25, 2.0, 3.0], np.float32)
    exact = ((np.float64(3) * x + 2) * x - 1.25) * x + 0.5
    memory = [
        MadeRegion(BASE, np.zeros_like(x), exact.astype(np.float32)),
        MadeRegion(NEXT, x, x, kind=MemoryKind.HOST),
        MadeRegion(VARIABLES, c, c, "coefficients"),
        MadeRegion(VARIABLES + 512, np.array([7], np.uint32), np.array([8], np.uint32), "calls"),
        MadeRegion(VARIABLES + 1024, np.ones(8, np.uint8), np.ones(8, np.uint8), "_ZN4cuda3std5tableE"),  # a library's
    ]
    return MadeLaunch("_ZL10polynomialPfPKfi", (2, 1, 1), (256, 1, 1), [BASE, NEXT, np.int32(500)], memory)


def linked_list() -> MadeLaunch:
    """Three nodes in three allocations."""
    places, sums = (BASE, NEXT, BASE + 64), np.cumsum([5, 6, 7])
    node = np.dtype([("next", "u8"), ("value", "i4"), ("sum", "i4")])
    memory = []
    for at, place in enumerate(places):
        following = places[at + 1] if at < 2 else 0
        before, after = (np.array([(following, 5 + at, s)], node) for s in (0, sums[at]))
        memory.append(MadeRegion(place, before, after))
    return MadeLaunch("_ZN5lists12_GLOBAL__N_14sumsEPNS0_4NodeE", (1, 1, 1), (1, 1, 1), [BASE], memory)


def fallen(number: int = 0) -> MadeLaunch:
    """Floats of which a GPU has other last bits, beside whole numbers, by way of an argument that is a class. number:
    what is added to one of these."""
    particle = np.dtype([("is_alive", "?"), ("energy", "f8"), ("number", "i4"), ("at", "f4", 2)], align=True)
    before = np.zeros(64 * particle.itemsize, np.uint8).view(particle)
    before["at"], before["energy"], before["number"] = RANDOM.random((64, 2)), RANDOM.random(64), 1 << 30
    after = before.view(np.uint8).copy().view(particle)  # with what lies between its members
    after["at"][:, 1] -= np.float32(0.3)
    after["energy"] += np.float32(0.3)
    after["number"] += 1
    heights = np.nextafter(after["at"][:, 1] ** 2, np.float32(9))
    after["energy"], after["number"][5] = np.nextafter(after["energy"], 9), after["number"][5] + number
    cloud = np.array([(60, BASE, NEXT)], np.dtype([("count", "i4"), ("all", "u8"), ("heights", "u8")], align=True))
    memory = [MadeRegion(BASE, before, after), MadeRegion(NEXT, heights[:60] * 0, heights[:60])]
    return MadeLaunch("_Z6fallen5Cloudf", (1, 1, 1), (64, 1, 1), [cloud, np.float32(0.3)], memory)


def simple(kernel: str, before: Array, after: Array, *more: Any, **options: Any) -> MadeLaunch:
    """One block, an array that a kernel changes, and values."""
    return MadeLaunch(
        kernel,
        (1, 1, 1),
        (options.pop("threads", 64), 1, 1),
        [BASE, *more],
        [MadeRegion(BASE, before, after)],
        **options,
    )


def kept(varies: int) -> MadeLaunch:
    """Odd numbers, in an order of arrival that no processor has."""
    given = RANDOM.integers(0, 1000, 512, np.int32)
    odd = given[given % 2 == 1]
    after = np.zeros(512, np.int32)
    after[: odd.size] = odd[::-1]
    memory = [
        MadeRegion(BASE, np.zeros(512, np.int32), after),
        MadeRegion(NEXT, np.zeros(1, np.int32), np.array([odd.size], np.int32)),
        MadeRegion(NEXT + 4096, given, given),
    ]
    return MadeLaunch("_Z4keptPiS_PKi", (8, 1, 1), (64, 1, 1), [BASE, NEXT, NEXT + 4096], memory, varies=varies)


def sampled(wrong: float = 0) -> MadeLaunch:
    """A plane of pairs, filtered between two rows, bytes as fractions, and a surface; handles as arguments and in
    memory."""
    plane, table = RANDOM.integers(0, 99, (2, 64, 2)).astype(np.float32), RANDOM.integers(0, 256, 64).astype(np.uint8)
    found = plane.sum(0).sum(1) / 2 + table / np.float32(255) + np.float32(wrong)
    drawn = np.zeros((2, 64), np.float32)
    after = drawn.copy()
    after[1] = found
    handles = np.array([TABLE, SURFACE], np.uint64)
    at = [NEXT + 4096 * k for k in range(4)]
    memory = [MadeRegion(BASE, found * 0, found), MadeRegion(at[3], drawn, after)]
    memory += [MadeRegion(a, d, d) for a, d in zip(at, (plane.ravel(), table, handles), strict=False)]
    images = (
        image(PLANE, ImageKind.PITCHED, at[0], (64, 2, 1), pitch=512, channels=2, filters=True, modes=(1, 1, 1)),
        image(TABLE, ImageKind.LINEAR, at[1], (64, 1, 1), 1, element=ImageElement.UNSIGNED, reads_normalised=True),
        image(SURFACE, ImageKind.SURFACE, at[3], (64, 2, 1), pitch=256),
    )
    return MadeLaunch("_Z7sampledPfyPK6Images", (1, 1, 1), (64, 1, 1), [BASE, PLANE, at[2]], memory, objects=images)


PLANE, TABLE, SURFACE = 0x5555_0000_1000, 0x5555_0000_2000, 0x5555_0000_3000  # handles


def image(handle: int, kind: ImageKind, at: int, extents: Extents, bytes: int = 4, **other: Any) -> CapturedObject:
    plain = CapturedObject(handle, kind, at, extents, 0, 0, bytes, 1, ImageElement.FLOAT, False, False, False,
                           (0, 0, 0), (0, 0, 0, 0))  # fmt: skip
    return replace(plain, **other)


def launches() -> dict[str, MadeLaunch]:
    whole = np.arange(64, dtype=np.int32)
    bodies = RANDOM.random((64, 4), np.float32)
    moved = bodies.copy()
    moved[:, 1] += np.float32(0.1)
    wrong_body = moved.copy()
    wrong_body[9, 3] = 5
    halves = RANDOM.random(64).astype(np.float16)
    doubled = MadeLaunch("_Z6halvesP6__halfPKS_", (1, 1, 1), (64, 1, 1), [BASE, NEXT],
                         [MadeRegion(BASE, halves * 0, halves * 2), MadeRegion(NEXT, halves, halves)])  # fmt: skip
    larger = RANDOM.random(64, np.float32) + 1
    smaller = MadeLaunch("_Z7smallerPfPKf", (1, 1, 1), (64, 1, 1), [BASE, NEXT],
                         [MadeRegion(BASE, larger, larger - 1), MadeRegion(NEXT, larger - 1, larger - 1)])  # fmt: skip
    fixed = [MadeRegion(VARIABLES, np.array(v, np.int32), np.array(v, np.int32), "_ZL5fixed") for v in ([3, 4], [3, 5])]
    with_fixed = simple("_Z10with_fixedPi", whole, np.tile(np.array([3, 4], np.int32), 32))
    shift = simple("_Z5shiftPi", whole, whole + 5)
    by = MadeRegion(VARIABLES, np.array([1, 5], np.int32), np.array([1, 5], np.int32), "_ZN8far_away2byE")
    return {
        "float": saxpy("f", 1000),
        "double": saxpy("d", 1000),
        "size": saxpy("f", 900),
        "wrong": saxpy("f", 1000, wrong=17),
        "polynomial": polynomial(),
        "list": linked_list(),
        "shared": simple("_Z8reversedPi", whole, whole[::-1], shared=256),
        "overloaded": simple("_Z10overloadedPf", np.zeros(64, np.float32), np.full(64, 2, np.float32)),
        "bodies": simple("_Z5movedP4Bodyf", bodies, moved, np.float32(0.1)),
        "wrong body": simple("_Z5movedP4Bodyf", bodies, wrong_body, np.float32(0.1)),
        "particles": fallen(),
        "wrong number": fallen(number=1),
        "halves": doubled,
        "shift": replace(shift, memory=[*shift.memory, by]),
        "varying": kept(varies=500),
        "not varying": kept(varies=0),
        "wrong map": smaller,
        "fixed": replace(with_fixed, memory=[*with_fixed.memory, fixed[0]]),
        "fixed otherwise": replace(with_fixed, memory=[*with_fixed.memory, fixed[1]]),
        "large block": simple("_Z10overloadedPi", whole, whole, threads=2048),
        "images": sampled(),
        "wrong image": sampled(wrong=1),
        "reference": simple("_Z12by_referencePf", RANDOM.random(64, np.float32), np.ones(64, np.float32)),
        "absent": simple("_Z6absentPi", whole, whole),
        "texture": simple("_Z8reversedPi", whole, whole, why="it gives another result than the program got"),
        "unproved": simple("_Z8reversedPi", whole, whole, why=None),
        "local": replace(simple("_Z7endlessPVi", whole, whole), memory=[replace(by, name="_ZZ7endlessPViE2by")]),
        "type": simple("_Z5saxpyI7MissingEvPT_PKS1_S1_i", whole, whole),
        "lambda": simple("_Z5saxpyIZ4mainEUlvE_EvPT_PKS1_S1_i", whole, whole),
        "parameters": simple("_Z5movedP4Bodyf", bodies, moved, np.float64(0.1)),
        "damaged": saxpy("f", 800),
    }


RIGHT = ("float", "double", "size", "polynomial", "list", "shared", "overloaded", "bodies", "particles", "halves",
         "shift", "varying", "fixed", "images")  # fmt: skip
WRONG = {
    "wrong": "y[17]: ",
    "wrong body": "bodies[9], byte 12: ",
    "wrong number": "cloud(byte 8)[5], byte 16: ",
    "not varying": "out[0]: ",
    "wrong image": "out[0]: ",
    "large block": "the launch fails with error 9: ",
}
WHY = {
    "fixed otherwise": "the variable fixed is constant in the sources, with other values",
    "absent": "no given source defines it",
    "texture": "it does not replay on the GPU: it gives another result than the program got",
    "reference": "a fetch from a texture that is not there: its handle is null, or its reference is not bound",
    "unproved": "no replay on a GPU has shown that it can be: retarget capture prove ",
    "local": "it needs the variable endless(int volatile*)::by within a function",
    "type": "the sources do not take ::saxpy<Missing>: ",
    "lambda": "no source can name it: a lambda is an argument of its template",
    "parameters": "its parameters have other sizes in the sources: Body * (8), float (4); captured: 8, 8 bytes",
    "damaged": "a piece of the capture is damaged: capture again",
}


@needs_host_compiler
def test_launches_are_replayed(tmp_path: Path) -> None:
    """Each as it came and translated; one by a schedule; one with a name that a table of the user's translates wrongly."""
    given = launches()
    folder = made_capture(tmp_path / "c", list(given.values()))
    last = folder.capture.launches[-1].memory[0].before[0]
    next(folder.pieces.folder.glob(f"{last[:2]}/{last}*")).write_bytes(b"damaged")
    (tmp_path / "names.tsv").write_text("cuda\thip\nfminf\tfmaxf\n")
    code, found = replayed(folder.folder, "--map", tmp_path / "names.tsv", "--schedule", "saxpy: thread(x=2)")
    told = dict(zip(given, found.launches, strict=True))
    assert code == exits.DIFFERENT and set(told) == {*RIGHT, *WRONG, *WHY, "wrong map"}
    assert {name: ends(told[name]) for name in RIGHT} == dict.fromkeys(RIGHT, all_end("same"))
    assert told["varying"].runs[0].varies > 200 and not told["list"].runs[0].varies
    for name, said in WRONG.items():
        assert {run.said[0].partition(": ")[0] for run in told[name].runs} == {said.partition(": ")[0]}, told[name]
        assert [run.as_original for run in told[name].runs] == [False, *[name != "large block"] * 2]
    assert ends(told["wrong map"]) == all_end("differs")
    assert told["wrong map"].runs[1].said[0].startswith("a[0]: ") and not told["wrong map"].runs[1].as_original
    assert {name: told[name].runs for name in WHY} == dict.fromkeys(WHY, ())
    assert {name: why for name, why in WHY.items() if why not in told[name].why} == {}
    assert told["parameters"].at.endswith("replays.cu") and not told["absent"].at
    assert found.untried == ()


@needs_host_compiler
def test_faults_are_found(tmp_path: Path) -> None:
    """In orders of their own, of what touches and of what never ends."""
    whole = np.arange(64, dtype=np.int32)
    flag = simple("_Z7endlessPVi", whole, whole, threads=1)
    memory = [MadeRegion(BASE, whole, whole), MadeRegion(BASE + whole.nbytes, whole, whole)]
    beyond = MadeLaunch("_Z6beyondPiPKii", (1, 1, 1), (128, 1, 1), [BASE, BASE + whole.nbytes, np.int32(64)], memory)
    folder = made_capture(tmp_path / "c", [beyond, replace(flag, memory=[MadeRegion(BASE, whole + 1, whole)])])
    code, found = replayed(folder.folder, "--sanitize", "--shuffle", "1", "--limit", "1s")
    first, second = found.launches
    assert code == exits.DIFFERENT
    assert [(run.wave, run.seed) for run in first.runs] == [(32, None), (64, None), (32, None), (64, 1), (32, 1)]
    assert [run.result for run in first.runs] == ["same", *["fault"] * 4]
    said = first.runs[1].said[0]
    assert "in kernel beyond, block (0, 0, 0), thread (64, 0, 0)" in said and "replays.cu:" in said
    assert [run.result for run in second.runs] == ["ran too long"] and "in kernel endless" in second.runs[0].said[0]


def test_a_capture_without_launches_to_replay(tmp_path: Path) -> None:
    whole = np.arange(64, dtype=np.int32)
    folder = made_capture(tmp_path / "c", [simple("_Z8reversedPi", whole, whole, why="it crashes")])
    told = forked("verify", SOURCE, "--capture", folder.folder)
    assert told.code == exits.UNTUNABLE and f"{SOURCE}:" in told.err
    assert "0: reversed<<<1, 64>>> is not replayed: it does not replay on the GPU: it crashes" in told.err


@pytest.mark.parametrize("words", [("--compare", "out"), ("--ignore", "time"), ("--", "100")], ids=str)
def test_no_program_runs(words: tuple[str, ...], tmp_path: Path) -> None:
    told = retarget("verify", SOURCE, "--capture", tmp_path, *words)
    assert told.code == exits.USAGE and "--capture contradict each other" in told.err


def test_no_capture(tmp_path: Path) -> None:
    told = retarget("verify", SOURCE, "--capture", tmp_path)
    assert told.code == exits.INPUT and "is no capture" in told.err
