"""A process and all that it starts, in a process group of their own (`start_new_session`), and the end of them.

    with started(("g++", "-c", "a.cpp"), grace=2) as process:    an interrupt, even while g++ is being started,
        process.communicate()                                     ends it and its cc1plus
"""

from __future__ import annotations

import os
import signal
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

_INTERRUPTS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextmanager
def started(command: Sequence[str], grace: float, **how: Any) -> Iterator[subprocess.Popen[Any]]:
    """Starts a command, and ends its group where the block raises. grace: see `end_group`; how: `Popen`'s arguments.
    Raises OSError where it cannot be started."""
    process: subprocess.Popen[Any] | None = None
    held: list[int] = []
    own = _hold(held)
    try:
        try:
            process = subprocess.Popen(command, start_new_session=True, **how)
        finally:
            for number, handler in own.items():
                signal.signal(number, handler)
            for number in held:
                signal.raise_signal(number)
        yield process
    except BaseException:
        if process is not None:
            end_group(process, grace)
        raise
    finally:
        if process is not None:
            with process:  # closes its pipes and waits
                pass


def _hold(held: list[int]) -> dict[int, Any]:
    """Interrupts wait in the list, as one within Popen would lose the process. Gives the handlers that were there."""
    if threading.current_thread() is not threading.main_thread():
        return {}  # interrupts are not raised here
    found = {number: signal.getsignal(number) for number in _INTERRUPTS}
    own: dict[int, Any] = {number: handler for number, handler in found.items() if callable(handler)}
    for number in own:
        signal.signal(number, lambda number, _: held.append(number))
    return own


def end_group(process: subprocess.Popen[Any], grace: float) -> None:
    """Ends what is left of the group. grace: seconds between the signal to end and the one that cannot be ignored."""
    for sign, seconds in ((signal.SIGTERM, grace), (signal.SIGKILL, None)):
        if process.poll() is None or sign is signal.SIGKILL:
            try:
                os.killpg(process.pid, sign)
            except ProcessLookupError:
                return
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            continue
