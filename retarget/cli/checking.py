"""`--check`: messages about outputs that are not as they would be written, and its exit code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import unified_diff

import click

from retarget.source.text import Diagnostic, Severity, Span
from retarget.system import exits
from retarget.system.terminal import put_diff
from retarget.translation.emit import Output, content_at
from retarget.translation.output_ownership import Check, OutputPlan

RULE = "output"


def tell(found: Check, remedy: str = "run retarget again") -> None:
    """On standard error."""
    for path, message in _wrong(found, remedy):
        click.echo(f"{path}: {message}", err=True)


def diagnostics(found: Check) -> tuple[Diagnostic, ...]:
    """The same for programs that read diagnostics."""
    wrong = _wrong(found, "run retarget again")
    return tuple(Diagnostic(RULE, Severity.ERROR, Span(path, 0, 0), message) for path, message in wrong)


def _wrong(found: Check, remedy: str) -> Iterator[tuple[str, str]]:
    yield from ((path, f"out of date: {remedy}") for path in found.stale)
    yield from ((path, f"orphaned: nothing makes it any more; {remedy}, which removes it") for path in found.orphaned)
    yield from ((path, "changed by hand since retarget wrote it") for path in found.edited)


def code(found: Check, otherwise: int = exits.OK) -> int:
    """A hand edit counts before what a run would mend."""
    if found.edited:
        return exits.OUTPUT
    return exits.STALE if found.stale or found.orphaned else otherwise


def show_difference(planned: OutputPlan) -> None:
    """On standard output: from what is there to what would be written."""
    found = planned.check()
    wrong = {*found.stale, *found.edited}
    put_diff(_differences((o for o, _ in planned.outputs if o.path in wrong), found.orphaned))


def _differences(outputs: Iterable[Output], orphaned: Iterable[str]) -> Iterator[str]:
    for output in outputs:
        there = content_at(output.path)
        yield from _difference("/dev/null" if there is None else output.path, output.path, there or b"", output.data)
    for path in orphaned:
        yield from _difference(path, "/dev/null", content_at(path) or b"", b"")


def _difference(old: str, new: str, before: bytes, after: bytes) -> Iterator[str]:
    for line in unified_diff(_lines(before), _lines(after), old, new):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _lines(data: bytes) -> list[str]:
    """Lines that end in a line feed alone: form feeds and the like are no line ends."""
    whole = data.decode("utf-8", "surrogateescape").split("\n")
    return [*(f"{line}\n" for line in whole[:-1]), *whole[-1:]] if whole[-1] else [f"{line}\n" for line in whole[:-1]]
