"""What clang says of the functions that a call does not mean."""

from __future__ import annotations

import re

_HOSTS = re.compile(r"candidate .*: call to __host__ (?:member )?function from __device__ function")


def is_hosts(message: str) -> bool:
    """Whether a function fits a call in a function of the device's, but for being the host's."""
    return _HOSTS.match(message) is not None
