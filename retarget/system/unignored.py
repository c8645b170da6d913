"""The files of a folder that git does not ignore, whether the folder is a checkout or not: git itself lists both."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from retarget.errors import InputError, MissingTool
from retarget.system.remedies import install_command

_LIST = ("ls-files", "-z", "--others", "--exclude-standard")
_GIT = ".git"


def unignored(folder: str) -> Iterator[str]:
    """Files and links, by their paths from the folder, in order; those of repositories within it too.

    Raises InputError where git refuses the folder; MissingTool without git, unless nothing there needs it.
    """
    for path in sorted(set(_listed(folder))):
        place = os.path.join(folder, path)
        if os.path.isdir(place) and not os.path.islink(place):
            if os.path.lexists(os.path.join(place, _GIT)):  # else a submodule that nobody fetched
                yield from (f"{path.rstrip('/')}/{inner}" for inner in unignored(place))
        elif os.path.lexists(place):
            yield path


def _listed(folder: str) -> Sequence[str]:
    absolute = Path(os.path.realpath(folder))
    is_checkout = any((p / _GIT).exists() for p in (absolute, *absolute.parents))
    if shutil.which("git") is None:
        if is_checkout or any(names.count(".gitignore") for _, _, names in os.walk(folder)):
            raise MissingTool(f"{folder} may hold files that git ignores, and git is missing", install_command("git"))
        return [os.path.relpath(os.path.join(at, name), folder) for at, name in _walked(folder)]
    if is_checkout and (found := _git(["-C", folder, *_LIST, "--cached"], folder)):
        return found
    with tempfile.TemporaryDirectory(prefix="retarget-") as empty:  # no checkout, or one that ignores all of the folder
        _git(["init", "-q", empty], folder)
        return _git(["-C", folder, f"--git-dir={empty}/{_GIT}", f"--work-tree={absolute}", *_LIST], folder)


def _walked(folder: str) -> Iterator[tuple[str, str]]:
    for at, folders, names in os.walk(folder):
        yield from ((at, name) for name in (*names, *(f for f in folders if os.path.islink(os.path.join(at, f)))))


def _git(words: Sequence[str], folder: str) -> list[str]:
    apart = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}  # as git sets for hooks
    done = subprocess.run(["git", *words], capture_output=True, env=apart, check=False)
    if done.returncode:
        why = os.fsdecode(done.stderr).strip().splitlines()
        raise InputError(f"{folder}: git cannot list it: {why[0] if why else done.returncode}")
    return [os.fsdecode(path) for path in done.stdout.split(b"\0") if path]
