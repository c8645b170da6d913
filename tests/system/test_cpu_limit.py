"""Processes that are ended once they have used too much of a processor."""

from __future__ import annotations

import resource
import signal
import subprocess
import sys

import pytest

from retarget.system.cpu_limit import children_limited

RUN = """
import subprocess, sys
from retarget.system.cpu_limit import children_limited
with children_limited({limit}) as taken:
    done = subprocess.run([sys.executable, "-S", "-c", {code!r}])
print(done.returncode, taken.seconds)
"""


def ran(code: str, limit: float | None) -> tuple[int, float]:
    """The exit status of a Python, and seconds of processor time that it took; started by a process that has used none
    itself."""
    script = RUN.format(limit=limit, code=code)
    said = subprocess.run([sys.executable, "-c", script], check=True, stdout=subprocess.PIPE, text=True).stdout
    status, seconds = said.split()
    return int(status), float(seconds)


@pytest.mark.slow
def test_who_uses_more_is_ended() -> None:
    code, seconds = ran("while True: pass", 1)
    assert (code, seconds) == (-signal.SIGXCPU, pytest.approx(1.0, abs=0.3))


def test_limits_end_with_the_block_whatever_happens_there() -> None:
    before = resource.getrlimit(resource.RLIMIT_CPU), signal.getsignal(signal.SIGXCPU)
    with pytest.raises(KeyError, match=r"^50000$"), children_limited(50_000):
        raise KeyError(resource.getrlimit(resource.RLIMIT_CPU)[0])
    assert (resource.getrlimit(resource.RLIMIT_CPU), signal.getsignal(signal.SIGXCPU)) == before
    show = "import resource; raise SystemExit(resource.getrlimit(resource.RLIMIT_CPU)[0] != 3)"
    assert ran(show, 3)[0] == 0 and ran(show, None)[0] == 1
