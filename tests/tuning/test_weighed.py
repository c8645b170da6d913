"""What captured launches stand for of a run's: all of its time, and launches of nearly one size by equal parts."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from retarget.capture.contents import CapturedLaunch, LaunchTotal
from retarget.tuning.kernel.captured_case import weighed
from retarget.tuning.kernel.replay_case import ReplayCase
from retarget.tuning.picked import suits_grids
from tests.capture.made_capture import BASE, MadeLaunch, MadeRegion, made_capture
from tests.values import replace
from tests.variants import spelled

BLOCK = (16, 16, 1)


@pytest.fixture(scope="module")
def launch(tmp_path_factory: pytest.TempPathFactory) -> CapturedLaunch:
    region = MadeRegion(BASE, *(np.zeros(4, np.float32),) * 2)
    made = MadeLaunch("update", (1, 1, 1), BLOCK, [BASE], [region])
    return made_capture(tmp_path_factory.mktemp("captured") / "c", [made]).capture.launches[0]


def stood_for(launch: CapturedLaunch, captured: list[int], ran: dict[int, float]) -> list[dict[int, float]]:
    """By captured launch, of square grids: the milliseconds that it stands for, by the grids that ran."""
    cases = [ReplayCase(f"{n}", _sized(launch, n), (), f"{n}") for n in captured]
    totals = [LaunchTotal("update", (n, n, 1), BLOCK, 0, 1, ms) for n, ms in ran.items()]
    return [{grid[0]: ms for (grid, _), ms in c.stands_for} for c in weighed(cases, totals)]


def _sized(launch: CapturedLaunch, n: int) -> CapturedLaunch:
    return replace(launch, grid=(n, n, 1))


def test_launches_of_nearly_one_size_share_what_lies_between(launch: CapturedLaunch) -> None:
    odd, even, last = stood_for(launch, [511, 510, 1], {511: 8.0, 510: 8.0, 400: 4.0, 1: 1.0})
    assert odd[511] == even[510] == 8.0 and last[1] == 1.0  # each its own
    assert odd[400] == even[400] and odd[400] > 1.8
    assert odd[400] + even[400] + last[400] == pytest.approx(4.0)


def test_a_launch_far_from_others_stands_for_itself(launch: CapturedLaunch) -> None:
    large, small = stood_for(launch, [64, 16], {128: 2.0, 64: 1.0, 32: 6.0, 8: 3.0})
    assert large[128] == 2.0 and large[64] == 1.0 and small[8] == 3.0
    assert large[32] == pytest.approx(3.0) and small[32] == pytest.approx(3.0)


@given(
    st.lists(st.integers(1, 600), min_size=1, max_size=6, unique=True),
    st.dictionaries(st.integers(1, 600), st.floats(0.001, 100), min_size=1),
)
def test_all_time_is_stood_for_once(launch: CapturedLaunch, captured: list[int], ran: dict[int, float]) -> None:
    found = stood_for(launch, captured, ran)
    for n, ms in ran.items():
        assert sum(of.get(n, 0.0) for of in found) == pytest.approx(ms)


@pytest.mark.parametrize(
    ("schedule", "sides", "is_tried"),
    [
        ("block(x=2)", [8], True),
        ("block(x=2, from_end)", [8, 7], True),
        ("block(x=2, from_end)", [8, 6], False),
        ("block(x=2, from_end)", [7], False),
        ("block(x=2, from_end) pack(y=4)", [8, 6], True),
        ("block(x=2, from_end)", [], False),
    ],
)
def test_blocks_from_the_end_suit_grids_that_shrink(schedule: str, sides: list[int], is_tried: bool) -> None:
    assert suits_grids(spelled(schedule), [(n, n, 1) for n in sides]) is is_tried
