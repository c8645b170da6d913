"""What other build systems need of a run: which files it read, and a file that is as new as the run."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from retarget.errors import OutputError
from retarget.translation.emit import replace_whole


def write(path: str, targets: Iterable[str], read: Iterable[str]) -> None:
    """A rule of Make's without a recipe, and an empty rule for each file, so that one which is gone ends no build.
    Raises OutputError."""
    listed, targets = sorted(dict.fromkeys(read)), list(targets)
    if os.path.abspath(path) in {os.path.abspath(p) for p in (*listed, *targets)}:
        raise OutputError(f"{path} is a file of the program or its output: give the depfile another name")
    rule = f"{' '.join(map(escaped, targets))}: {' '.join(map(escaped, listed))}\n"
    text = rule + "".join(f"{escaped(name)}:\n" for name in listed)
    try:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        replace_whole(Path(path), os.fsencode(text))
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {error.strerror}") from error


def escaped(name: str) -> str:
    """A path in a rule of Make's, as Ninja reads it too. Raises OutputError where neither can name it."""
    if "\n" in name:
        raise OutputError(f"{name!r} has a line end in its name, which a depfile cannot hold: rename it")
    for sign in (" ", "#", ":"):
        name = name.replace(sign, f"\\{sign}")
    return name.replace("$", "$$")


def touch(path: str) -> None:
    """Makes a file as new as this moment; its text stays. Raises OutputError."""
    try:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).touch()
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {error.strerror}") from error
