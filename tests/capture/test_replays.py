"""Captured launches, replayed on the processor by `retarget verify --capture`: captures are made of arrays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from retarget.capture.contents import MemoryKind
from retarget.cli.replay_answers import CaptureReplays, ReplayedCapturedLaunch
from retarget.system import exits, typed_json
from retarget.targets.device import Array
from tests.capture.made_capture import BASE, MadeLaunch, MadeRegion, made_capture
from tests.command_line import forked, retarget
from tests.compilers import needs_host_compiler

SOURCE = Path(__file__).with_name("replays.cu")
RANDOM = np.random.default_rng(1)
NEXT = BASE + (1 << 20)  # of another allocation
VARIABLES = BASE + (1 << 30)


def replayed(folder: Path, *words: str | Path) -> tuple[int, list[ReplayedCapturedLaunch]]:
    told = forked("verify", SOURCE, "--capture", folder, "--json", *words)
    assert told.out, told.err
    return told.code, list(typed_json.read(CaptureReplays, told.out).launches)


def ends(launch: ReplayedCapturedLaunch) -> list[tuple[str, int, str]]:
    return [(run.run, run.wave, run.result) for run in launch.runs]


def all_end(how: str, original: str = "same") -> list[tuple[str, int, str]]:
    return [("original", 32, original), ("translated", 64, how), ("translated", 32, how)]


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


def simple(kernel: str, before: Array, after: Array, *more: Any, **options: Any) -> MadeLaunch:
    """One block, an array that a kernel changes, and values."""
    return MadeLaunch(
        kernel, (1, 1, 1), (options.pop("threads", 64), 1, 1), [BASE, *more], [MadeRegion(BASE, before, after)], **options
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
        "halves": doubled,
        "varying": kept(varies=500),
        "not varying": kept(varies=0),
        "wrong map": smaller,
        "fixed": MadeLaunch(**(vars(with_fixed) | {"memory": [*with_fixed.memory, fixed[0]]})),
        "fixed otherwise": MadeLaunch(**(vars(with_fixed) | {"memory": [*with_fixed.memory, fixed[1]]})),
        "large block": simple("_Z10overloadedPi", whole, whole, threads=2048),
        "absent": simple("_Z6absentPi", whole, whole),
        "texture": simple("_Z8reversedPi", whole, whole, why="it gives another result than the program got"),
        "unproved": simple("_Z8reversedPi", whole, whole, why=None),
        "parameters": simple("_Z5movedP4Bodyf", bodies, moved, np.float64(0.1)),
        "damaged": saxpy("f", 800),
    }


@needs_host_compiler
def test_launches_are_replayed(tmp_path: Path) -> None:
    """Each as it came and translated; one by a schedule; one with a name that a table of the user's translates wrongly."""
    given = launches()
    folder = made_capture(tmp_path / "c", list(given.values()))
    last = folder.capture.launches[-1].memory[0].before[0]
    next(folder.pieces.folder.glob(f"{last[:2]}/{last}*")).write_bytes(b"damaged")
    (tmp_path / "names.tsv").write_text("cuda\thip\nfminf\tfmaxf\n")
    schedule = ("--schedule", "saxpy: thread(x=2)")
    code, found = replayed(folder.folder, "--map", tmp_path / "names.tsv", *schedule)
    for launch in found: print(launch)
    told = dict(zip(given, found, strict=True))
    assert code == exits.DIFFERENT
    right = ("float", "double", "size", "polynomial", "list", "shared", "overloaded", "bodies", "halves", "varying", "fixed")
    assert {name: ends(told[name]) for name in right} == dict.fromkeys(right, all_end("same"))
