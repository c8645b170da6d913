"""What is being done, shown on standard error while it takes its time: by name, or by count."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from retarget.system.terminal import is_quiet, terminal


@contextmanager
def steps(first: str, logged: bool = True) -> Iterator[Callable[[str], None]]:
    """Yields what takes the next step: on a terminal the last one is shown as long as it lasts; elsewhere each has a
    line, if they are logged."""
    if is_quiet():
        yield lambda _: None
        return
    console = terminal(stderr=True)
    if console.is_terminal:
        with console.status(first) as status:
            yield status.update
        return

    last = ""

    def say(step: str) -> None:
        nonlocal last
        if logged and step != last:
            click.echo(step, err=True)
        last = step

    say(first)
    yield say


@contextmanager
def counted(what: str, total: int) -> Iterator[Callable[[], None]]:
    """Yields what counts one more of `total`: a bar on a terminal, nothing elsewhere."""
    stream = sys.__stderr__  # not what is remembered of a run
    if stream is None or not stream.isatty() or is_quiet():
        yield lambda: None
        return
    with click.progressbar(length=total, label=what, file=stream) as bar:
        yield lambda: bar.update(1)
