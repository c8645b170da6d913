"""What a worker does: the steps of a program in turn, each in a process that may crash, hang or be killed."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec.structs import replace

from retarget.batch import state
from retarget.batch.manifest import Described, Manifest, place
from retarget.batch.mirror import mirrored
from retarget.batch.stage import GOOD, Outcome, Stage, Status
from retarget.batch.step import StepRequest
from retarget.errors import Error
from retarget.system import process_group, typed_json
from retarget.system.ending import ending

_PROBE = 1 << 20  # bytes that a disk has to take
_GRACE = 10.0  # seconds in which a step may clean up
_NEEDS = {"build": ("translate",), "verify": ("translate",), "tune": ("translate", "verify")}
_RUNS = ("verify", "tune")  # steps that run the program


class UnfitWorker(Exception):
    """This worker cannot do any program's steps, for what the message says of its disks."""


def carry_out(program: Described, manifest: Manifest, folder: str, key: str, anew: bool = False) -> Outcome:
    """Takes a program through its steps; those that were done before with the same key are not done again, unless
    `anew`. Raises UnfitWorker, and nothing else."""
    stages: list[Stage] = []
    for step in manifest.steps_of(program):
        try:
            stages.append(_known_or_done(step, program, manifest, folder, key, anew, stages))
        except OSError as error:
            _try_disks(folder)
            why = f"{error.filename}: {error.strerror}" if error.filename else str(error)
            stages.append(Stage(step, Status.FAILED, why=why))
    return Outcome(program.name, key, tuple(stages), time.time(), f"{socket.gethostname()}:{os.getpid()}")


def _known_or_done(
    step: str, program: Described, manifest: Manifest, folder: str, key: str, anew: bool, before: list[Stage]
) -> Stage:
    own = state.folder_of(Path(folder), program.name)
    own.mkdir(parents=True, exist_ok=True)
    if known := None if anew else state.known_stage(own, key, step):
        return known
    stage = _stage(step, program, manifest, own, before)
    if stage.status in (Status.FAILED, Status.BUG):
        _try_disks(folder)
    if stage.status not in (Status.SKIPPED, Status.ABSENT):  # what is absent may come
        state.keep_stage(own, key, stage)
    return stage


def _try_disks(folder: str) -> None:
    """Of what fails on a disk that takes nothing, the program is innocent. folder: of the batch. Raises UnfitWorker."""
    for at in (tempfile.gettempdir(), folder):
        try:
            with tempfile.TemporaryFile(dir=at) as file:
                file.write(bytes(_PROBE))
        except OSError as error:
            raise UnfitWorker(f"{at}: {error.strerror}") from None


def _stage(step: str, program: Described, manifest: Manifest, own: Path, before: list[Stage]) -> Stage:
    failed = next((s for s in before if s.step in _NEEDS.get(step, ()) and s.status not in GOOD), None)
    if failed is not None:
        return Stage(step, Status.SKIPPED, why=f"{failed.step}: {failed.why}")
    home = place(manifest, program)
    wants_inputs = step in _RUNS and not (step == "tune" and manifest.figures)
    absent = [p for p in program.inputs if not (home / p).exists()] if wants_inputs else []
    if absent:
        return Stage(step, Status.ABSENT, why=f"the input {absent[0]} is not there")
    # A run works in a copy of the folder; what it is made of is read where it is.
    sources = tuple(str((home / s).resolve()) for s in program.sources)
    database = str((home / program.database).resolve()) if program.database else ""
    given = replace(program, sources=sources if step in _RUNS else program.sources, database=database)
    try:
        with _folder(home, own, step) as at:
            return _done(StepRequest(step, given, manifest, str(own.resolve() / "hip"), _root(manifest)), at, own)
    except Error as error:
        return Stage(step, Status.FAILED, why=str(error))


def _root(manifest: Manifest) -> str:
    return os.path.join(manifest.folder, manifest.root) if manifest.root else ""


@contextmanager
def _folder(home: Path, own: Path, step: str) -> Iterator[Path]:
    """Where a step works: a translation reads the program where it is, a run has a copy to write to, of this worker's
    own: what a worker that died has started may write to its copy for a moment yet."""
    if step not in _RUNS:
        yield home
        return
    for left in own.glob("work-*"):
        shutil.rmtree(left, ignore_errors=True)
    with mirrored(home, own / f"work-{socket.gethostname()}-{os.getpid()}") as copy:
        yield copy


def _done(request: StepRequest, at: Path, own: Path) -> Stage:
    started, limit = time.monotonic(), request.manifest.timeout
    with tempfile.TemporaryDirectory(prefix="retarget-") as folder, (own / "log").open("ab") as log:
        asked, given = Path(folder) / "request.json", Path(folder) / "result.json"
        asked.write_text(typed_json.text(request))
        log.write(f"== {request.step}\n".encode())
        log.flush()
        command = (sys.executable, "-m", "retarget.batch.step", str(asked), str(given))
        streams = {"stdin": subprocess.DEVNULL, "stdout": log, "stderr": log}
        with process_group.started(command, _GRACE, cwd=at, **streams) as process:
            try:
                code: int | None = process.wait(limit)
            except subprocess.TimeoutExpired:
                code = None
            process_group.end_group(process, _GRACE)
        seconds = time.monotonic() - started
        if code is None:
            return Stage(request.step, Status.TIMEOUT, seconds, f"it does not end in {limit:.0f} s")
        if not given.exists():
            return Stage(request.step, Status.BUG, seconds, f"the step ended with {ending(code)}: see {own / 'log'}")
        return replace(typed_json.read(Stage, given.read_text()), seconds=seconds)
