"""A process of its own for the device: what a launch breaks there, ends there."""

from __future__ import annotations

import multiprocessing
import os
import signal
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from retarget.errors import MissingTool
from retarget.targets.device import DeviceError, Trouble, is_final


class Lost(Exception):
    """What was asked for has cost the process; the message says how."""


class DeviceProcess:
    """A value that holds a device, such as a Bench, in a process of its own, where `make` makes it. Methods raise Lost,
    MissingTool, DeviceError; limit: seconds."""

    def __init__(self, make: Callable[[], object], limit: float) -> None:
        context = multiprocessing.get_context("spawn")  # a driver's state does not survive a fork
        self._near, far = context.Pipe()
        self._process = context.Process(target=_serve, args=(far, make), daemon=True)
        self._process.start()
        far.close()
        try:
            self._answer(limit)
        except DeviceError:
            self.end()
            raise

    def ask(self, what: Callable[..., Any], *arguments: Any, limit: float) -> Any:
        """Calls a method of the value, such as `Bench.verify`, there."""
        try:
            self._near.send((what.__name__, arguments))
        except OSError:
            raise Lost(self._ending()) from None
        return self._answer(limit)

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self._near.close()

    def _answer(self, limit: float) -> Any:
        try:
            if not self._near.poll(limit):
                self.end()
                raise Lost(f"it did not end within {limit:.0f} s")
            kind, value = self._near.recv()
        except (EOFError, OSError):
            raise Lost(self._ending()) from None
        except BaseException:
            self.end()
            raise
        if kind == "done":
            return value
        if kind == "bug":
            self.end()
            raise RuntimeError(value)
        if kind == "missing":
            self.end()
            raise MissingTool(*value)
        trouble, message = value
        if is_final(trouble):
            self.end()
        if trouble is Trouble.KERNEL:
            raise Lost(message)
        raise DeviceError(trouble, message)

    def _ending(self) -> str:
        self._process.join(10)
        code = self._process.exitcode
        self.end()
        if code is not None and code < 0:
            return f"its process was ended by {signal.Signals(-code).name}"
        return f"its process ended with {code}"


def _serve(line: Connection, make: Callable[[], object]) -> None:
    """Answers calls of a value's methods until nobody listens."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is for who asks
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what kernels print is no answer of ours
    held: object | None = None
    asked: tuple[str, tuple[Any, ...]] | None = None
    while True:
        try:
            if held is None:
                held, value = make(), None
            elif asked is not None:
                value = getattr(held, asked[0])(*asked[1])
            line.send(("done", value))
        except DeviceError as error:
            line.send(("failed", (error.trouble, str(error))))
        except MissingTool as error:
            line.send(("missing", (error.what, error.advice)))
        except MemoryError:
            line.send(("failed", (Trouble.MEMORY, "the host's memory is too small: make the case smaller")))
        except Exception:  # as if it had happened where it was asked for
            line.send(("bug", traceback.format_exc()))
        try:
            asked = line.recv()
        except EOFError:
            return
