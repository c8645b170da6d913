"""A kernel tuned on the workers that a Dask scheduler has, each with a device that is made up."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from retarget.capture.memory_pieces import PieceFolder
from retarget.targets.device import Identity
from tests import fake_device
from tests.tuning.test_device_pool import VARIANTS, Full, place, tuned

distributed = pytest.importorskip("distributed")
remote_bench = pytest.importorskip("retarget.tuning.kernel.remote_bench")
WORKERS = 2


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """Workers as `dask worker` starts them: processes that may have no children of multiprocessing's."""
    with distributed.LocalCluster(
        n_workers=WORKERS, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None,
        silence_logs=50,
    ) as cluster:  # fmt: skip
        yield cluster.scheduler_address


def devices() -> tuple[Identity, ...]:
    return (Identity(f"a fake of {os.getpid()}", "fake_1"),)


def end_the_worker(mark: Path) -> fake_device.FakeDevice:
    """Of a process whose parent it ends, once."""
    if not mark.exists():
        mark.touch()
        os.kill(os.getppid(), signal.SIGKILL)
    return fake_device.opened()


def test_workers_choose_what_one_device_does(scheduler: str, tmp_path: Path) -> None:
    alone = tuned(tmp_path / "one", VARIANTS, place())
    pieces = PieceFolder(tmp_path / "two" / "run" / "memory")
    with remote_bench.remote_places(scheduler, fake_device.opened, pieces) as places:
        assert len(places) == WORKERS
        assert len({p.describe(devices)[1].name for p in places}) == WORKERS
        done = tuned(tmp_path / "two", VARIANTS, *places)
    assert done.choices == alone.choices and done.verified and done.notes == ()
    assert done.faults.keys() == alone.faults.keys()


def test_a_worker_that_goes_costs_its_replay_alone(scheduler: str, tmp_path: Path) -> None:
    pieces = PieceFolder(tmp_path / "run" / "memory")
    opener = partial(end_the_worker, tmp_path / "mark")
    with remote_bench.remote_places(scheduler, opener, pieces) as places:
        done = tuned(tmp_path, VARIANTS, place(), *places[:1])
    assert done.choices[0].variant == 12 and len(done.faults) == 2
    assert len(done.notes) == 1 and "is left out: its worker" in done.notes[0]


def test_a_remote_device_in_trouble_is_left_out(scheduler: str, tmp_path: Path) -> None:
    pieces = PieceFolder(tmp_path / "run" / "memory")
    with remote_bench.remote_places(scheduler, Full, pieces) as places:
        done = tuned(tmp_path, VARIANTS, place(), *places[:1])
    assert done.choices[0].variant == 12 and "CUDA_ERROR_OUT_OF_MEMORY" in done.notes[0]
