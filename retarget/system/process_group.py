"""The end of a process and of all that it started: they lie in a process group of its own (`start_new_session`)."""

from __future__ import annotations

import os
import signal
import subprocess
from typing import Any


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
