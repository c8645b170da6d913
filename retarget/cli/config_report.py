"""What `retarget config` prints: every setting that holds, and where it comes from."""

from __future__ import annotations

import shlex

import click

from retarget.cli import overview_answers as answers
from retarget.cli.configured import Setting, Value, settings
from retarget.cli.source_options import Sources
from retarget.system import typed_json


def show(sources: Sources, as_json: bool) -> None:
    """Of the options of the present command."""
    found = list(settings(click.get_current_context().params, sources.configuration, sources))
    path = sources.configuration.path
    if as_json:
        listed = tuple(answers.Setting(s.name, s.value, s.origin) for s in found)
        click.echo(typed_json.text(answers.Configuration(path or None, listed)))
        return
    rows = [("setting", "value", "from"), *((s.name, _shown(s), s.origin) for s in found)]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    click.echo(f"configuration: {path or 'none'}")
    for name, value, origin in rows:
        click.echo(f"{name.ljust(widths[0])}  {value.ljust(widths[1])}  {origin}")


_NONE = {"root": "what the inputs share", "parse": "where it is cheap", "std": "the parser's"}


def _shown(setting: Setting) -> str:
    value: Value = setting.value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return shlex.join(value) or "none"
    return _NONE.get(setting.name, "none") if value is None else value
