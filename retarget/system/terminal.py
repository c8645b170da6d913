"""The terminal: what is printed stands there as it was given, with colours where they are wanted."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, TextIO

import click

if TYPE_CHECKING:
    from rich.console import Console

COLOURS = ("auto", "always", "never")
_QUIET = "retarget.quiet"
_STYLES = {
    "place": {"bold": True},
    "error": {"fg": "red", "bold": True},
    "warning": {"fg": "magenta", "bold": True},
    "note": {"fg": "cyan", "bold": True},
    "message": {"bold": True},
    "caret": {"fg": "green", "bold": True},
    "added": {"fg": "green"},
    "removed": {"fg": "red"},
    "hunk": {"fg": "cyan"},
}  # clang's, and git's


def terminal(stderr: bool = False) -> Console:
    """Programs' and compilers' words hold brackets and colons, which are no markup and no emoji (`x.cu:100:`). Lines
    stay as long as they are; tables fit."""
    from rich.console import Console  # noqa: PLC0415  (slow to import, and most runs only translate)

    stream = sys.stderr if stderr else sys.stdout
    is_one = bool(stream and stream.isatty())
    colours = ("auto" if is_one else "standard") if is_coloured(stream) else None
    return Console(stderr=stderr, markup=False, emoji=False, highlight=False, soft_wrap=True, force_terminal=is_one,
                   color_system=colours)  # type: ignore[arg-type]  # fmt: skip


def wanted(colour: str | None) -> bool | None:
    """Whether a command line asks for colours; without, `NO_COLOR` and `FORCE_COLOR` do (no-color.org,
    force-color.org). None: each stream has them if it is a terminal."""
    if colour in ("always", "never"):
        return colour == "always"
    if colour is None and os.environ.get("NO_COLOR"):
        return False
    return True if colour is None and os.environ.get("FORCE_COLOR") else None


def is_coloured(stream: TextIO | None) -> bool:
    context = click.get_current_context(silent=True)
    asked = context.color if context else None
    return bool(stream and stream.isatty()) if asked is None else asked


def paint(role: str, text: str) -> str:
    """In the colours of its role, which `click.echo` takes out again where none are wanted."""
    return click.style(text, **_STYLES[role])  # type: ignore[arg-type]


def put_diff(pieces: Iterable[str]) -> None:
    """A unified diff to the standard output, byte for byte but for colours."""
    coloured = is_coloured(sys.stdout)
    for piece in pieces:
        sys.stdout.write("".join(map(_line_of_diff, piece.splitlines(keepends=True))) if coloured else piece)


def _line_of_diff(line: str) -> str:
    roles = {"+++": "place", "---": "place", "@@ ": "hunk"}
    role = roles.get(line[:3]) or {"+": "added", "-": "removed"}.get(line[:1])
    bare = line.rstrip("\r\n")
    return paint(role, bare) + line[len(bare) :] if role else line


def be_quiet(context: click.Context) -> None:
    context.meta[_QUIET] = True


def is_quiet() -> bool:
    """Whether a command line asks for errors alone."""
    context = click.get_current_context(silent=True)
    return bool(context and context.meta.get(_QUIET))


def remark(text: str) -> None:
    """Tells people, on the standard error, how it went; nothing where they want errors alone."""
    if not is_quiet():
        click.echo(text, err=True)
