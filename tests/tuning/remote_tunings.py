"""Tunings on a Dask scheduler's workers, in a process of its own: tests fork, which Dask's threads do not bear.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import distributed

from retarget.targets.device import Device, DeviceError, Identity
from retarget.tuning.kernel.bench import Setup
from retarget.tuning.kernel.remote_bench import RemotePlace, remote_places
from retarget.tuning.tuned import Tuned
from tests import fake_device
from tests.tuning.test_device_pool import Full, place, tuned

VARIANTS = ["slow", "wrong", "fast"]


def devices() -> tuple[Identity, ...]:
    return (Identity(f"a fake of {os.getpid()}", "fake_1"),)


def end_the_worker(mark: Path) -> fake_device.FakeDevice:
    """Of a process whose parent it ends, once."""
    if not mark.exists():
        mark.touch()
        os.kill(os.getppid(), signal.SIGKILL)
    return fake_device.opened()


def told(done: Tuned) -> object:
    (choice,) = done.choices
    return choice.variant, choice.gain, sorted(s for _, s in done.faults), done.verified, done.notes


def after_its_end(place: RemotePlace, folder: Path) -> list[object]:
    """What starting gives when the worker went before it, and whether it took long."""
    os.kill(int(place.found.name.split()[-1]), signal.SIGKILL)
    begun = time.monotonic()
    process = place.start(Setup(str(folder), (), str(folder)))
    try:
        process.wait(100)
    except DeviceError as error:
        return [error.trouble.name, str(error), time.monotonic() - begun < 30]
    finally:
        process.end()
    return []


def tunings(scheduler: str, folder: Path) -> dict[str, object]:
    def on(name: str, opener: Callable[[], Device], local: bool, count: int) -> object:
        places[:], absent = remote_places(scheduler, opener, devices, folder / name / "run" / "memory")
        assert not absent
        found[f"{name}, workers"] = len({p.found.name for p in places})
        here = (place(),) if local else ()
        return told(tuned(folder / name, VARIANTS, *here, *places[:count]))

    places: list[RemotePlace] = []
    found: dict[str, object] = {"one": told(tuned(folder / "one", VARIANTS, place()))}
    found["all"] = on("all", fake_device.opened, False, 2)
    found["full"] = on("full", Full, True, 1)
    found["gone"] = on("gone", partial(end_the_worker, folder / "mark"), True, 1)
    found["before"] = after_its_end(places[1], folder / "one")
    return found


def main() -> None:
    """Prints what each gave, as JSON. The folder is the first argument."""
    # Workers as `dask worker` starts them: processes that may have no children of multiprocessing's.
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address="127.0.0.1:0",
        silence_logs=50,
    ) as cluster:  # fmt: skip
        print(json.dumps(tunings(cluster.scheduler_address, Path(sys.argv[1]))))
