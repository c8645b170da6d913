"""A copy of a program's folder, for runs that write: all around it is linked, so that paths lead where they did.

    suite/cuda/bfs/  ->  work/suite/cuda/bfs/     copied
    suite/cuda/lud/  ->  work/suite/cuda/lud      a link
    suite/data/      ->  work/suite/data          a link
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from retarget.errors import OutputError

_LEVELS = 4  # folders above a program's that its paths may lead to


@contextmanager
def mirrored(folder: Path, work: Path, stand_in_for: int | None = None) -> Iterator[Path]:
    """The folder's copy below `work`, which goes afterwards. stand_in_for: files above so many bytes are zeros there
    that take no space. Raises OutputError."""
    shutil.rmtree(work, ignore_errors=True)
    own = folder.resolve()
    parts = own.parts[-min(_LEVELS, len(own.parts) - 1) :]
    source, copy = Path(*own.parts[: len(own.parts) - len(parts)]), work.resolve()
    try:
        copy.mkdir(parents=True)
        for part in parts:
            _link_others(source, copy, part, work.resolve())
            source, copy = source / part, copy / part
            if source != own:
                copy.mkdir()
        shutil.copytree(own, copy, symlinks=True, ignore=_ignored(work.resolve()),
                        copy_function=partial(_copy, stand_in_for))  # fmt: skip
        yield copy
    except (OSError, shutil.Error) as error:
        raise OutputError(f"{folder} cannot be copied to {work}: {error}") from None
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _link_others(source: Path, copy: Path, part: str, work: Path) -> None:
    for entry in os.scandir(source):
        if entry.name != part and not work.is_relative_to(entry.path):
            os.symlink(entry.path, copy / entry.name)


def _copy(stand_in_for: int | None, source: str, copy: str) -> None:
    size = os.path.getsize(source)
    if stand_in_for is None or size <= stand_in_for:
        shutil.copy2(source, copy)
    else:
        Path(copy).touch()
        os.truncate(copy, size)


def _ignored(work: Path):  # type: ignore[no-untyped-def]
    """Neither the copy itself nor what git keeps."""

    def ignored(folder: str, names: list[str]) -> set[str]:
        return {n for n in names if n == ".git" or work.is_relative_to(os.path.join(folder, n))}

    return ignored
