"""A capture on disk: a folder that is written whole or not at all.

DIR/capture.json     launches, arguments, times: see docs/capture.md
DIR/memory/          pieces of memory, by their digests (memory_pieces.py)
DIR/code/DIGEST      code objects, as the program's driver loaded them
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from retarget.capture.contents import FORMAT, FORMATS, Capture
from retarget.capture.memory_pieces import PieceFolder, digest_of
from retarget.errors import InputError, OutputError
from retarget.system import typed_json

_TOLD, _MEMORY, _CODE = "capture.json", "memory", "code"


class CaptureFolder:
    """A capture that is there, and what its launches consist of."""

    def __init__(self, folder: Path, capture: Capture) -> None:
        self.folder, self.capture = folder, capture
        self.pieces = PieceFolder(folder / _MEMORY)

    def code(self, digest: str) -> bytes:
        """Raises InputError where it is not what its name says."""
        place = self.folder / _CODE / digest
        try:
            data = place.read_bytes()
        except OSError as error:
            raise InputError(f"{place}: cannot be read: {error.strerror}") from None
        if digest_of(data) != digest:
            raise InputError(f"{place}: the code is damaged: capture again")
        return data

    def tell(self, capture: Capture) -> None:
        """Writes what is known of a capture anew, such as its proofs."""
        _write(self.folder, capture)
        self.capture = capture


def refuse_folder(folder: Path, force: bool) -> None:
    """Before a program runs. Raises OutputError where its capture could not be written."""
    if folder.exists() and not (force and (folder / _TOLD).is_file()):
        what = "a capture" if (folder / _TOLD).is_file() else "something that is no capture"
        advice = "give another folder with -o" if not (folder / _TOLD).is_file() else "replace it with --force"
        raise OutputError(f"{folder} is there, {what}: {advice}")
    try:
        folder.absolute().parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{folder}: cannot be written: {error.strerror}") from None


def written(folder: Path, make: Callable[[PieceFolder, Path], Capture], force: bool = False) -> CaptureFolder:
    """Makes a capture in a folder beside its own, and moves it there whole; `make` is given the places of its memory
    and of its code. Raises OutputError."""
    refuse_folder(folder, force)
    scratch = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.absolute().parent))
    try:
        pieces = PieceFolder(scratch / _MEMORY)
        capture = make(pieces, scratch / _CODE)
        pieces.keep_only(capture.pieces())
        _write(scratch, capture)
        if force and folder.exists():
            shutil.rmtree(folder)
        os.chmod(scratch, 0o755)
        os.rename(scratch, folder)
    except OSError as error:
        raise OutputError(f"{folder}: cannot be written: {error.strerror}", "make room, or lower --memory") from None
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return CaptureFolder(folder, capture)


def _write(folder: Path, capture: Capture) -> None:
    scratch = folder / f".{_TOLD}.{os.getpid()}"
    scratch.write_text(typed_json.text(capture, indent=None))
    os.replace(scratch, folder / _TOLD)


def opened(folder: Path) -> CaptureFolder:
    """Raises InputError."""
    place = folder / _TOLD
    try:
        text = place.read_text()
    except (OSError, UnicodeDecodeError):
        raise InputError(f"{folder} is no capture: it has no {_TOLD} that can be read") from None
    try:
        told = typed_json.read(dict[str, object], text).get("format")
        if told not in FORMATS:
            raise InputError(f"{place}: a capture of format {told}, and this version reads {FORMAT}: capture again")
        return CaptureFolder(folder, typed_json.read(Capture, text))
    except typed_json.Unreadable as error:
        raise InputError(f"{place}: it is damaged ({error}): capture again") from None
