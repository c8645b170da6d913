"""Launches of a running program, captured, proved and shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from retarget.capture.contents import MEMORY, Capture
from retarget.capture.folder import CaptureFolder, opened
from retarget.capture.injected_run import NothingCaptured, captured
from retarget.capture.proving import proved
from retarget.errors import InputError, MissingTool
from retarget.targets.registry import TARGETS, target_of


def capture(words: Sequence[str], folder: str, memory: int = MEMORY, force: bool = False) -> tuple[CaptureFolder, int]:
    """Runs a program, for NVIDIA's GPUs or AMD's, and writes representative launches to a new folder; gives the
    program's exit code, too. memory: bytes of the program's that are written at most. Raises MissingTool, InputError,
    OutputError, NothingCaptured."""
    variables: dict[str, str] = {}
    absent: list[MissingTool] = []
    for target in TARGETS.values():
        if (injection := target.tools().injection) is not None:
            try:
                variables |= injection()
            except MissingTool as error:
                absent.append(error)
    if not variables and absent:
        raise absent[0]
    try:
        return captured(words, Path(folder), variables, memory, force)
    except NothingCaptured as error:
        if absent and not error.processes:
            raise NothingCaptured(f"{error.what}; {absent[0]}", 0) from None
        raise


def open_capture(folder: str) -> CaptureFolder:
    """Raises InputError."""
    return opened(Path(folder))


def prove(folder: CaptureFolder, tell: Callable[[int, int], None] = lambda *_: None) -> Capture:
    """Replays each launch with the original kernel on this machine's device, and notes in the capture whether it gives
    what the program got. Raises MissingTool, DeviceError, OutputError, InputError for launches of the processor."""
    if folder.capture.is_of_processor:
        what = f"{folder.folder}: its launches ran on the processor, and the sources alone have their kernels"
        raise InputError(what, f"replay them with: retarget verify FILES --capture {folder.folder}")
    vendor = folder.capture.processes[0].vendor
    opener = target_of(vendor).tools().opened
    assert opener, "a target whose launches can be captured has a device"
    return proved(folder, opener, tell)
