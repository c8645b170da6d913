"""`retarget hook`: git refuses a commit whose outputs are not what retarget makes of the inputs in it."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import click

from retarget.api.regenerating import named_files
from retarget.cli.regenerate import RegenerateOptions, regenerate
from retarget.errors import Error, OutputError
from retarget.source import reach
from retarget.system import exits
from retarget.system.repository import git, repository_files
from retarget.system.terminal import remark
from retarget.translation.emit import replace_whole
from retarget.translation.lock import NAME

_MARK = "# Installed by `retarget hook --install`; `retarget hook --uninstall` removes it."
_COMMAND = "hook --run"
_ASKED = RegenerateOptions(check=True, show_diff=False, force=False, jobs=None, verbose=False)


def install() -> int:
    """Returns the exit code. Raises OutputError where another hook is there: it stays."""
    place, line = _place(), f"{shlex.quote(_tool())} {_COMMAND}"
    text = f"#!/bin/sh\n{_MARK}\nexec {line}\n"
    if place.exists() and not _is_ours(place):
        raise OutputError(f"{place} is there, and stays as it is", f"add this line to it: {line} || exit 1")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        replace_whole(place, text.encode())
        place.chmod(0o755)
    except OSError as error:
        raise OutputError(f"{place}: cannot be written: {error.strerror}") from error
    remark(f"{place}: written")
    return exits.OK


def uninstall() -> int:
    """Returns the exit code. Raises OutputError where the hook is another's."""
    place = _place()
    if not place.exists():
        click.echo(f"{place} is not there", err=True)
        return exits.OK
    if not _is_ours(place):
        raise OutputError(f"{place} was not written by retarget, or was changed since", f"take `{_COMMAND}` out of it")
    place.unlink()
    remark(f"{place}: removed")
    return exits.OK


def run() -> int:
    """Checks what is about to be committed; returns the exit code."""
    top = _top()
    os.chdir(top)
    found = repository_files(f"*{NAME}") or []
    folders = [os.path.dirname(path) or "." for path in found if os.path.basename(path) == NAME]
    if not folders:
        return exits.OK
    new = frozenset(repository_files(".", with_new=True) or ()) - frozenset(repository_files(".") or ())
    if git("diff", "--quiet") is not None:
        return _checked(folders, new)
    with tempfile.TemporaryDirectory(prefix="retarget-") as scratch:  # what is changed, and not added, is not looked at
        subprocess.run(["git", "checkout-index", "--all", f"--prefix={scratch}/"], check=True)
        os.chdir(scratch)
        reach.forget()
        try:
            for path in _named(folders):
                _bring(os.path.join(top, path), path, path in new)
            return _checked(folders, new)
        finally:
            os.chdir(top)


def _checked(folders: list[str], new: frozenset[str]) -> int:
    """The exit code for the files that are here. new: those of the repository that are not added to it."""
    if missing := [path for path in _named(folders) if path in new]:
        for path in missing:
            click.echo(f"{path}: {NAME} names it, and it is not in the commit: git add {shlex.quote(path)}", err=True)
        return exits.STALE
    there = _there(folders)
    code = regenerate(there, _ASKED) if there else exits.OK
    if code == exits.STALE:
        click.echo("retarget: run `retarget regenerate`, and add what it writes to the commit", err=True)
    return code


def _named(folders: list[str]) -> list[str]:
    return sorted({path for folder in _there(folders) for path in named_files(folder)})


def _bring(place: str, path: str, is_new: bool) -> None:
    """Copies what no commit of this repository holds, and git does not miss: of submodules, and what it ignores."""
    if not (is_new or os.path.lexists(path) or os.path.isabs(path) or path.startswith("..")) and os.path.isfile(place):
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        shutil.copy2(place, path)


def _there(folders: list[str]) -> list[str]:
    return [folder for folder in folders if os.path.isfile(os.path.join(folder, NAME))]


def _top() -> str:
    top = git("rev-parse", "--show-toplevel")
    if top is None:
        raise Error("no git repository is here", "run it within one")
    return top.rstrip("\n")


def _place() -> Path:
    """Where git looks for the hook, as the repository is configured."""
    _top()
    return Path((git("rev-parse", "--git-path", "hooks/pre-commit") or "").rstrip("\n"))


def _tool() -> str:
    """This command, by its whole path: hooks are of one machine."""
    own = shutil.which("retarget", path=os.path.dirname(os.path.abspath(sys.argv[0])))
    return own or shutil.which("retarget") or "retarget"


def _is_ours(place: Path) -> bool:
    """Whether a hook is, unchanged, one that was installed."""
    try:
        lines = place.read_text("utf-8", "surrogateescape").splitlines()
    except OSError:
        return False
    return lines[:2] == ["#!/bin/sh", _MARK] and len(lines) == 3 and lines[2].endswith(f" {_COMMAND}")
