"""A program runs as it is, and a library that is loaded into it writes down what its launches do."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from retarget.capture.contents import Capture, LaunchTotal
from retarget.capture.folder import CaptureFolder, refuse_folder, written
from retarget.capture.memory_pieces import PieceFolder
from retarget.capture.recorded import recorded
from retarget.capture.sample import sampled
from retarget.errors import Error, InputError
from retarget.system import exits
from retarget.system.ending import ending
from retarget.targets.demangle import kernel_name


class NothingCaptured(Error):
    """No launch of the program could be written down. processes: how many of it used a GPU."""

    code = exits.UNTUNABLE

    def __init__(self, what: str, processes: int) -> None:
        super().__init__(what)
        self.processes, self.args = processes, (what, processes)


Run = Callable[[Mapping[str, str]], int]  # runs a program with more variables; gives its exit code


def captured(
    words: Sequence[str],
    folder: Path,
    injected: Mapping[str, str],
    memory: int,
    force: bool = False,
    run: Run | None = None,
) -> tuple[CaptureFolder, int]:
    """Runs a program and keeps its launches in a folder; gives the program's exit code, too. injected: variables by
    which the vendor's driver loads the recorder; memory: bytes of it that are written at most; run: by default, with
    this process's streams. Raises InputError where it cannot be started, OutputError, NothingCaptured."""
    refuse_folder(folder, force)
    with tempfile.TemporaryDirectory(prefix=f".{folder.name}.raw.", dir=folder.absolute().parent) as raw:
        variables = {**injected, "RETARGET_CAPTURE": raw, "RETARGET_CAPTURE_MEMORY": str(memory)}
        code = run(variables) if run else _run(words, {**os.environ, **variables})
        kept = written(folder, lambda pieces, codes: _read(Path(raw), words, pieces, codes, code), force)
    return kept, code


def timed(injected: Mapping[str, str], run: Run) -> tuple[LaunchTotal, ...]:
    """Runs a program with its launches timed, none of them captured."""
    with tempfile.TemporaryDirectory(prefix="retarget-") as folder:
        raw = Path(folder)
        run({**injected, "RETARGET_CAPTURE": folder, "RETARGET_CAPTURE_TIMES": "1"})
        return recorded(raw, (), PieceFolder(raw / "memory"), raw / "code").totals


def _run(words: Sequence[str], environment: Mapping[str, str]) -> int:
    program = shutil.which(words[0])
    if program is None:
        raise InputError(f"{words[0]}: no such program, or it is not executable")
    sys.stdout.flush()
    with subprocess.Popen(words, executable=program, env=environment) as process:
        try:
            return process.wait()
        except KeyboardInterrupt:
            process.send_signal(signal.SIGINT)
            process.wait()
            raise


def _read(raw: Path, words: Sequence[str], pieces: PieceFolder, codes: Path, code: int) -> Capture:
    capture = recorded(raw, tuple(words), pieces, codes)
    if not capture.launches:
        raise NothingCaptured(_why_nothing(capture, code), len(capture.processes))
    return sampled(capture)


def _why_nothing(capture: Capture, code: int) -> str:
    if not capture.processes:
        ended = f"it ended with {ending(code)}" if code else "it used no GPU"
        return f"no launch was captured: {ended}"
    if not capture.refused:
        return "no launch was captured: the program launches no kernel"
    first = capture.refused[0]
    return f"no launch was captured: of {kernel_name(first.kernel)}, {first.why}"
