"""A batch through Dask: as many programs at a time as there are workers, whatever becomes of any of them.

Dask (distributed) is the scheduler: local processes, a scheduler elsewhere, or a Slurm cluster by way of dask-jobqueue.
"""

from __future__ import annotations

import asyncio
import time
import tomllib
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from retarget.batch import state
from retarget.batch.manifest import Described, Manifest
from retarget.batch.stage import Outcome, Stage, Status
from retarget.batch.working import UnfitWorker, carry_out
from retarget.errors import Error, MissingTool
from retarget.system.dask import NoSchedulerError, config, dask_client, distributed

_AHEAD = 2  # programs for each worker that Dask knows of: the rest waits here
_ABSENCE = 600.0  # seconds in which no worker is there, after which a batch gives up
_LOOKS = 5.0  # seconds between two looks at the workers
_PERIOD = 0.05  # seconds between two looks at what has ended


class Workers(Struct, frozen=True):
    """Where programs are worked on. count: local processes; address: of a scheduler elsewhere, whose workers see the
    same folders; slurm: jobs to ask Slurm for, with these options of dask-jobqueue's."""

    count: int = 1
    address: str = ""
    slurm: int = 0
    slurm_options: tuple[tuple[str, str], ...] = ()


class Unfit(Struct, frozen=True):
    """What a worker gives that can do nothing: its address, and why."""

    address: str
    why: str


def carried_out(
    manifest: Manifest,
    programs: Sequence[tuple[Described, str]],
    folder: Path,
    workers: Workers,
    anew: bool = False,
    tell: Callable[[str], None] = lambda _: None,
) -> Iterator[Outcome]:
    """The outcomes of programs, as they end; each is kept before it is given. programs: with their keys. A worker that
    can do nothing goes, and another one takes its program. Raises Error where no scheduler answers, or no worker
    stays, or comes back."""
    settings = replace(manifest, program=())  # each task holds a copy: without all the other programs
    with _client(workers, folder) as client:
        waiting = deque(programs)
        running: dict[Any, tuple[Described, str]] = {}
        gone: set[str] = set()

        def submitted() -> list[Any]:
            """As many more as keep the workers of now busy: others may have come."""
            count = max(1, len(_there(client)))
            pairs = [waiting.popleft() for _ in range(min(len(waiting), max(0, count * _AHEAD - len(running))))]
            futures = []
            for program, key in pairs:
                given = (program, settings, str(folder.resolve()), key, anew)
                name = f"{program.name}-{key}-{time.time_ns()}"
                futures.append(client.submit(_on_worker, *given, key=name, pure=False, retries=1))
            running.update(zip(futures, pairs, strict=True))
            return futures

        ended = distributed.as_completed(submitted())
        for future in _as_they_end(ended, client, tell):
            program, key = running.pop(future)
            found = _found(future, program, key, manifest)
            future.release()
            if isinstance(found, Unfit):
                waiting.appendleft((program, key))
                if found.address not in gone:
                    gone.add(found.address)
                    _retire(client, found, gone)
                    tell(f"worker {found.address} goes: {found.why}")
            else:
                state.add(folder, found)
            for more in submitted():
                ended.add(more)
            if not isinstance(found, Unfit):
                yield found


def _on_worker(program: Described, manifest: Manifest, folder: str, key: str, anew: bool) -> Outcome | Unfit:
    try:
        return carry_out(program, manifest, folder, key, anew)
    except UnfitWorker as error:
        return Unfit(distributed.get_worker().address, str(error))


def _as_they_end(ended: Any, client: distributed.Client, tell: Callable[[str], None]) -> Iterator[Any]:
    """Futures, as they end. Raises Error where no worker is there for long."""
    looked = seen = time.monotonic()
    is_told = False
    while not ended.is_empty():
        if ended.has_ready():
            yield next(ended)
            continue
        time.sleep(_PERIOD)
        if (now := time.monotonic()) < looked + _LOOKS:
            continue
        looked = now
        if _there(client):
            seen, is_told = now, False
        elif now > seen + _ABSENCE:
            advice = "start others, and run the same command again: what is done stays done"
            raise Error(f"no worker has been there for {_ABSENCE:.0f} s", advice)
        elif not is_told:
            tell(f"no worker is there: waiting for one, up to {_ABSENCE:.0f} s")
            is_told = True


def _there(client: distributed.Client) -> set[str]:
    """The addresses of the workers of now."""
    return set(client.scheduler_info(n_workers=-1)["workers"])


def _retire(client: distributed.Client, unfit: Unfit, gone: set[str]) -> None:
    """Raises Error where it is the last one, whether Dask keeps that or not."""
    if unfit.address not in client.retire_workers([unfit.address], close_workers=True) or not _there(client) - gone:
        advice = "mend that, and run the same command again: what is done stays done"
        raise Error(f"no worker is fit for work, the last one for this: {unfit.why}", advice)


def _found(future: Any, program: Described, key: str, manifest: Manifest) -> Outcome | Unfit:
    error = future.exception()
    if error is None:
        found: Outcome | Unfit = future.result()
        return found
    step = manifest.steps_of(program)[:1] or ("translate",)
    is_lost = isinstance(error, distributed.KilledWorker | asyncio.CancelledError | CancelledError | OSError)
    status, what = (Status.ABSENT, "lost with its worker") if is_lost else (Status.BUG, "the worker failed")
    why = f"{what}: {type(error).__name__}: {error}"
    return Outcome(program.name, key, (Stage(step[0], status, why=why[:300]),), time.time())


@contextmanager
def _client(workers: Workers, folder: Path) -> Iterator[distributed.Client]:
    if workers.address:
        try:
            client = dask_client(workers.address)
        except NoSchedulerError as error:
            raise Error(str(error)) from None
        with client:
            yield client
        return
    with _cluster(workers, folder) as cluster, distributed.Client(cluster) as client:
        client.wait_for_workers(1)
        yield client


def _cluster(workers: Workers, folder: Path) -> Any:
    if not workers.slurm:
        with config.set({"distributed.worker.multiprocessing-method": "forkserver"}):  # imports once
            return distributed.LocalCluster(
                n_workers=workers.count, threads_per_worker=1, processes=True, host="127.0.0.1",
                dashboard_address="127.0.0.1:0", silence_logs=50,
            )  # fmt: skip
    try:
        from dask_jobqueue import SLURMCluster  # noqa: PLC0415  (an optional library, for Slurm alone)
    except ImportError:
        what = "dask-jobqueue, which asks Slurm for workers, is missing"
        raise MissingTool(what, "pip install dask-jobqueue") from None
    try:
        given = {name: _value(text) for name, text in workers.slurm_options}
        usual = {"log_directory": str(folder / "slurm"), "scheduler_options": {"dashboard_address": "127.0.0.1:0"}}
        cluster = SLURMCluster(**{**usual, **given})
        cluster.scale(jobs=workers.slurm)
    except (OSError, RuntimeError, TypeError, ValueError) as error:
        advice = "see --slurm-option, and dask-jobqueue's SLURMCluster for its options"
        raise Error(f"Slurm gives no workers: {error}", advice) from None
    return cluster


def _value(text: str) -> Any:
    """A number, a list, ... as TOML has it; else the text itself.

    >>> _value("2"), _value('["--time=60"]'), _value("2GB")
    (2, ['--time=60'], '2GB')
    """
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text
