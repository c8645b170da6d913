"""Who answers at the address of a Dask scheduler."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context

import pytest

dask = pytest.importorskip("retarget.system.dask")


def _answer(server: socket.socket, greeting: bytes) -> None:
    peer, _ = server.accept()
    peer.sendall(greeting)
    peer.recv(1)


@contextmanager
def _somebody(greeting: bytes) -> Iterator[str]:
    """The address of a server that says this to the first who comes."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        process = get_context("fork").Process(target=_answer, args=(server, greeting), daemon=True)
        process.start()
        yield f"127.0.0.1:{server.getsockname()[1]}"
        process.kill()
        process.join()


@pytest.mark.parametrize("greeting", [b"", b"SSH-2.0-OpenSSH_9.2\r\n", b"\0" * 8])
def test_somebody_else_is_named_as_such(greeting: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask, "_GREETING", 0.2)
    with _somebody(greeting) as address, pytest.raises(dask.NoSchedulerError, match="is no Dask scheduler") as raised:
        dask.dask_client(address)
    assert f"answers at {address}" in str(raised.value) and "dask scheduler" in str(raised.value)


def test_nobody() -> None:
    with pytest.raises(dask.NoSchedulerError, match=r"refused.*Scheduler at"):
        dask.dask_client("tcp://127.0.0.1:1")
