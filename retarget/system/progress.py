"""What is being done, told on standard error while it takes its time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from retarget.system.terminal import terminal


@contextmanager
def told(first: str) -> Iterator[Callable[[str], None]]:
    """Yields what takes the next step: on a terminal the last one is shown as long as it lasts, elsewhere each has a
    line."""
    console = terminal(stderr=True)
    if console.is_terminal:
        with console.status(first) as status:
            yield status.update
        return

    last = ""

    def say(step: str) -> None:
        nonlocal last
        if step != last:
            click.echo(step, err=True)
        last = step

    say(first)
    yield say
