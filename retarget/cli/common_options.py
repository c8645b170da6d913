"""What all commands share: the options for colours and for errors alone, and names of files that shells complete."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import click
from click.shell_completion import CompletionItem

from retarget.system import terminal

_FILES = ("DIR", "FILE", "FOLDER", "HTML", "MANIFEST", "PATH", "PY", "TSV")


class _File(click.types.StringParamType):
    """Text that names a file: a shell completes it; whether it is one, its reader says."""

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(incomplete, type="file")]


def _colour(context: click.Context, _: click.Parameter, value: str | None) -> None:
    context.color = terminal.wanted(value)


def _quiet(context: click.Context, _: click.Parameter, is_asked: bool) -> None:
    if is_asked:
        terminal.be_quiet(context)


class Command(click.Command):
    """A command with these options behind its own. Shells complete what its help calls FILE, DIR, ..."""

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        for parameter in self.params:
            if parameter.metavar and set(re.findall(r"[A-Z]+", parameter.metavar)) & {*_FILES}:
                parameter.type = _File()

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        own = super().get_params(ctx)
        common: list[click.Parameter] = [
            click.Option(
                ["-q", "--quiet"], is_flag=True, expose_value=False, is_eager=True, callback=_quiet,
                help="Tell errors alone.",
            ),
            click.Option(
                ["--color"], type=click.Choice(terminal.COLOURS), expose_value=False, is_eager=True, callback=_colour,
                help="Colours [default: auto, on a terminal].",
            ),
        ]  # fmt: skip
        is_helped = bool(own) and own[-1].name == "help"
        return [*own[:-1], *common, own[-1]] if is_helped else [*own, *common]


def command(name: str | None = None, **options: Any) -> Callable[[Callable[..., Any]], Command]:
    """`click.command` with the common options."""
    return click.command(name, cls=Command, **options)
