"""A client of a Dask scheduler that runs elsewhere.

    dask scheduler            # prints "Scheduler at: tcp://192.0.2.7:8786"
    dask worker tcp://192.0.2.7:8786
"""

from __future__ import annotations

import socket
import struct
from urllib.parse import urlsplit

from retarget.errors import MissingTool

try:
    import distributed
    from dask import config
except ImportError:
    advice = "pip install 'distributed>=2024.8,<2027'"
    raise MissingTool("Dask, which reaches other machines, is missing", advice) from None

__all__ = ["NoSchedulerError", "config", "dask_client", "distributed"]  # the library, or how to install it

_PATIENCE = 60.0  # seconds for a scheduler to answer, and for its first worker
_GREETING = 5.0  # seconds for a scheduler to greet who connects
_FRAMES = 1 << 16  # more than a greeting has
_PORT = 8786  # Dask's own, where an address names none


class NoSchedulerError(Exception):
    """What is wrong, and what the address should be."""


def dask_client(address: str) -> distributed.Client:
    """Of the scheduler, once it has a worker. Raises NoSchedulerError."""
    try:
        _greeted(address)
        client = distributed.Client(address, timeout=_PATIENCE)
        client.wait_for_workers(1, timeout=_PATIENCE)
    except (OSError, TimeoutError, ValueError) as error:
        what = f"no Dask scheduler with workers answers at {address}: {error}"
        raise NoSchedulerError(f"{what} (its address is what `dask scheduler` prints behind 'Scheduler at:')") from None
    return client


def _greeted(address: str) -> None:
    """Raises OSError where somebody else answers there, such as the scheduler's dashboard, of whom Dask's client would
    wait for ever. A peer of Dask sends a message at once: the count of its frames, 8 bytes, before all else."""
    parts = urlsplit(address if "://" in address else f"tcp://{address}")
    if parts.scheme != "tcp" or not parts.hostname:
        return
    with socket.create_connection((parts.hostname, parts.port or _PORT), _GREETING) as peer:
        try:
            head = peer.recv(8, socket.MSG_WAITALL)
        except TimeoutError:
            raise OSError("who answers there is no Dask scheduler; its dashboard is none") from None
    if len(head) < 8 or not 0 < struct.unpack("<Q", head)[0] < _FRAMES:
        raise OSError("who answers there is no Dask scheduler")
