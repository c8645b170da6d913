"""How a process ended, in words."""

from __future__ import annotations

import signal


def ending(code: int) -> str:
    """Of what `subprocess` gives: below zero, a signal.

    >>> ending(3), ending(-6)
    ('exit code 3', 'signal SIGABRT')
    """
    return f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
