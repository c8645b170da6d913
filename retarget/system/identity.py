"""Which retarget, and which CUDA headers, made a text: the same on every machine that has the same of them."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

import retarget
from retarget.system.cache import cache_folder, package_state
from retarget.system.toolchain import templates

_VERSION = re.compile(r"^#define\s+CUDART_VERSION\s+(\d+)", re.M)


@cache
def tool() -> str:
    """The version, and a digest of the package with its tables and templates."""
    return f"{retarget.__version__} {_remembered()}"


@cache
def cuda_version(folders: tuple[Path, ...]) -> str:
    """`CUDART_VERSION` of the headers in these folders; empty where none says it."""
    for folder in folders:
        with suppress(OSError):
            if told := _VERSION.search((folder / "cuda_runtime_api.h").read_text("latin-1")):
                return told.group(1)
    return ""


def _remembered() -> str:
    """The digest, by the times of the files: to read them all takes 60 ms."""
    place = cache_folder() / "identity" / package_state()
    with suppress(OSError):
        if _IS_DIGEST.fullmatch(known := place.read_text()):
            return known
    found = _digest()
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        for old in place.parent.iterdir():
            old.unlink()
        scratch = place.with_suffix(f".{os.getpid()}")
        scratch.write_text(found)
        os.replace(scratch, place)
    return found


_LENGTH = 16  # hexadecimal digits
_IS_DIGEST = re.compile(rf"[0-9a-f]{{{_LENGTH}}}")


def _digest() -> str:
    package, texts = Path(retarget.__file__).parent, templates()
    own = (p for p in _files(package) if not p.is_relative_to(texts))
    named = [*((f"retarget/{p.relative_to(package).as_posix()}", p) for p in own),
             *((f"templates/{p.relative_to(texts).as_posix()}", p) for p in _files(texts))]  # fmt: skip
    found = hashlib.sha256()
    for name, path in sorted(named):
        found.update(f"{name}\0{path.stat().st_size}\0".encode())
        found.update(path.read_bytes())
    return found.hexdigest()[:_LENGTH]


def _files(folder: Path) -> Iterator[Path]:
    for path in folder.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path
