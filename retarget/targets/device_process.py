"""A process of its own for the device: what a launch breaks there, ends there."""

from __future__ import annotations

import signal
import subprocess
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any

from retarget.errors import MissingTool
from retarget.targets.device import DeviceError, Trouble, is_final

# What such a process does first. Of a program that waits for it, it imports nothing but this file.
_BEGIN = (
    "import sys; from multiprocessing.connection import Connection; line = Connection(int(sys.argv[1])); "
    "sys.path[:] = line.recv(); from retarget.targets.device_process import serve; serve(line)"
)
# No kernel and no driver sends these to its own process.
_FROM_OUTSIDE = frozenset({signal.SIGKILL, signal.SIGTERM, signal.SIGHUP})


class Lost(Exception):
    """What was asked for has cost the process; the message says how."""


class Killed(Lost):
    """Somebody else ended the process, or the machine that it ran on went: nothing that was asked for is at fault."""


class DeviceProcess:
    """A value that holds a device, such as a Bench, in a process of its own, where `make` makes it. Methods raise Lost,
    MissingTool, DeviceError; limit: seconds."""

    def __init__(self, make: Callable[[], object]) -> None:
        """The process starts, and nobody waits for it yet. Raises Lost."""
        self._near, far = Pipe()
        with far:
            # A session of its own: an interrupt of the terminal is for who asks. What kernels print is no answer.
            self._process = subprocess.Popen(
                [sys.executable, "-c", _BEGIN, str(far.fileno())], pass_fds=[far.fileno()], start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            )  # fmt: skip
        try:
            self._near.send(sys.path)
            self._near.send(make)
        except OSError:
            raise self._ending() from None

    @classmethod
    def started(cls, make: Callable[[], object], limit: float) -> DeviceProcess:
        """One whose value is there."""
        made = cls(make)
        made.wait(limit)
        return made

    def wait(self, limit: float) -> None:
        """Once, until the value is there."""
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
            raise self._ending() from None
        return self._answer(limit)

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        self._near.close()

    def kill(self) -> None:
        """Has what another thread asks for end at once."""
        self._process.kill()

    def _answer(self, limit: float) -> Any:
        try:
            if not self._near.poll(limit):
                self.end()
                raise Lost(f"it did not end within {limit:.0f} s")
            kind, value = self._near.recv()
        except (EOFError, OSError):
            raise self._ending() from None
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

    def _ending(self) -> Lost:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(10)
        code = self._process.returncode
        self.end()
        if code is not None and code < 0:
            kind = Killed if -code in _FROM_OUTSIDE else Lost
            return kind(f"its process was ended by {signal.Signals(-code).name}")
        return Lost(f"its process ended with {code}")


def serve(line: Connection) -> None:
    """Answers calls of a value's methods until nobody listens."""
    make: Callable[[], object] = line.recv()
    held: object | None = None
    asked: tuple[str, tuple[Any, ...]] | None = None
    while True:
        try:
            if held is None:
                held, value = make(), None
            elif asked is not None:
                value = getattr(held, asked[0])(*asked[1])
            line.send(("done", value))
        except BrokenPipeError:  # nobody listens any more
            return
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
