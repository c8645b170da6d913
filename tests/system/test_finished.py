"""Products of compilers, put into their place."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from retarget.system.finished import put, scratch_parent


@pytest.fixture
def product(tmp_path: Path) -> Path:
    made = tmp_path / "product"
    made.write_bytes(b"code")
    return made


def test_product_takes_its_place(product: Path, tmp_path: Path) -> None:
    put(product, tmp_path / "a.o")
    assert (tmp_path / "a.o").read_bytes() == b"code" and not product.exists()


def test_device_stays_and_gets_the_bytes(product: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    end = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)
    try:
        put(product, pipe)
        assert os.read(end, 9) == b"code" and pipe.is_fifo() and scratch_parent(pipe) is None
    finally:
        os.close(end)


def test_link_leads_to_what_is_replaced(product: Path, tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    link = tmp_path / "a.o"
    link.symlink_to("real/b.o")
    put(product, link)
    assert link.is_symlink() and (tmp_path / "real" / "b.o").read_bytes() == b"code"
    assert scratch_parent(link) == tmp_path / "real"


def test_folder_is_named_in_the_error(product: Path, tmp_path: Path) -> None:
    (tmp_path / "a.o").mkdir()
    with pytest.raises(IsADirectoryError) as raised:
        put(product, tmp_path / "a.o")
    assert raised.value.filename == str(tmp_path / "a.o")
