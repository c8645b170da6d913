"""A batch through Dask: as many programs at a time as there are workers, whatever becomes of any of them.

Dask (distributed) is the scheduler: local processes, a scheduler elsewhere, or a Slurm cluster by way of dask-jobqueue.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from retarget.batch import state
from retarget.batch.manifest import Described, Manifest
from retarget.batch.stage import Outcome, Stage, Status
from retarget.batch.working import taken
from retarget.errors import Error, MissingTool

try:
    import distributed
except ImportError:
    advice = "pip install 'distributed>=2024.8,<2027'"
    raise MissingTool("Dask, which hands programs to workers, is missing", advice) from None

_AHEAD = 2  # programs for each worker that Dask knows of: the rest waits here
_PATIENCE = "60s"  # for a scheduler to answer, and for its first worker


@dataclass(frozen=True)
class Workers:
    """Where programs are worked on. count: local processes; address: of a scheduler elsewhere, whose workers see the
    same folders; slurm: jobs to ask Slurm for, with these options of dask-jobqueue's."""

    count: int = 1
    address: str = ""
    slurm: int = 0
    slurm_options: tuple[tuple[str, str], ...] = ()


def carried_out(
    manifest: Manifest,
    programs: Sequence[tuple[Described, str]],
    folder: Path,
    workers: Workers,
    anew: bool = False,
) -> Iterator[Outcome]:
    """The outcomes of programs, as they end; each is kept before it is given. programs: with their keys. Raises Error
    where no scheduler answers."""
    with _client(workers) as client:
        count = max(1, len(client.scheduler_info(n_workers=-1)["workers"]))
        waiting = iter(programs)
        running: dict[Any, tuple[Described, str]] = {}

        def submit() -> Any | None:
            pair = next(waiting, None)
            if pair is None:
                return None
            program, key = pair
            given = (program, manifest, str(folder.resolve()), key, anew)
            name = f"{program.name}-{key}-{time.time_ns()}"
            future = client.submit(taken, *given, key=name, pure=False, retries=1)
            running[future] = pair
            return future

        first = [f for _ in range(count * _AHEAD) if (f := submit()) is not None]
        ended = distributed.as_completed(first)
        for future in ended:
            program, key = running.pop(future)
            outcome = _outcome(future, program, key, manifest)
            future.release()
            state.add(folder, outcome)
            if (more := submit()) is not None:
                ended.add(more)
            yield outcome


def _outcome(future: Any, program: Described, key: str, manifest: Manifest) -> Outcome:
    error = future.exception()
    if error is None:
        found: Outcome = future.result()
        return found
    step = manifest.steps_of(program)[:1] or ("translate",)
    why = f"lost with its worker: {type(error).__name__}: {error}"
    return Outcome(program.name, key, (Stage(step[0], Status.ABSENT, why=why[:300]),), time.time())


@contextmanager
def _client(workers: Workers) -> Iterator[distributed.Client]:
    if workers.address:
        try:
            client = distributed.Client(workers.address, timeout=_PATIENCE)
            client.wait_for_workers(1, timeout=_PATIENCE)
        except (OSError, TimeoutError, ValueError) as error:
            raise Error(f"no Dask scheduler with workers answers at {workers.address}: {error}") from None
        with client:
            yield client
        return
    with _cluster(workers) as cluster, distributed.Client(cluster) as client:
        client.wait_for_workers(1)
        yield client


def _cluster(workers: Workers) -> Any:
    if not workers.slurm:
        return distributed.LocalCluster(
            n_workers=workers.count, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None,
            silence_logs=50,
        )  # fmt: skip
    try:
        from dask_jobqueue import SLURMCluster  # noqa: PLC0415  (an optional library, for Slurm alone)
    except ImportError:
        what = "dask-jobqueue, which asks Slurm for workers, is missing"
        raise MissingTool(what, "pip install dask-jobqueue") from None
    cluster = SLURMCluster(**dict(workers.slurm_options))
    cluster.scale(jobs=workers.slurm)
    return cluster
