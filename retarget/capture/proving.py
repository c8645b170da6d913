"""Proofs of captured launches, each in a process that its launch may break."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from msgspec.structs import replace

from retarget.capture.contents import Capture, Proof
from retarget.capture.folder import CaptureFolder
from retarget.capture.replay import Replayer
from retarget.targets.device import Device, DeviceError
from retarget.targets.device_process import DeviceProcess, Lost

_STARTING = 120.0  # seconds in which a device is opened
_PATIENCE = 60.0  # seconds for a launch and its memory, and
_PER_BYTE = 4e-8  # for each byte of it


def proofs(folder: CaptureFolder, opener: Callable[[], Device]) -> Iterator[Proof]:
    """Replays all launches in turn. Raises MissingTool, and DeviceError where no device can be opened."""
    process: DeviceProcess | None = None
    try:
        for number, launch in enumerate(folder.capture.launches):
            try:
                if process is None:
                    process = DeviceProcess.started(partial(Replayer, opener, str(folder.folder)), _STARTING)
            except Lost as lost:
                yield Proof(number, f"its device was not opened: {lost}")
                continue
            try:
                yield process.ask(Replayer.prove, number, limit=_PATIENCE + _PER_BYTE * launch.reach)
            except Lost as lost:
                process = None
                yield Proof(number, f"its replay fails: {lost}")
            except DeviceError as error:
                process.end()
                process = None
                yield Proof(number, f"its replay fails: {error}")
    finally:
        if process is not None:
            process.end()


def proved(folder: CaptureFolder, opener: Callable[[], Device], tell: Callable[[int, int], None]) -> Capture:
    """Replays all launches, and writes to the capture what they gave. tell: hears how many are done, of how many."""
    made: list[Proof] = []
    count = len(folder.capture.launches)
    for proof in proofs(folder, opener):
        made.append(proof)
        tell(len(made), count)
    folder.tell(replace(folder.capture, proofs=tuple(made)))
    return folder.capture
