"""`retarget rules`: the rules, a line each."""

from __future__ import annotations

import click
from rich.text import Text

from retarget.cli.overview_answers import NamedRule, Rules
from retarget.system import typed_json
from retarget.system.terminal import terminal
from retarget.translation.explanations import rule_names, summary


def show(as_json: bool) -> None:
    if as_json:
        click.echo(typed_json.text(Rules(tuple(NamedRule(name, summary(name)) for name in rule_names()))))
        return
    listed = {name: summary(name) for name in rule_names()}
    console, width = terminal(), max(map(len, listed))
    for name, line in listed.items():
        row = Text.assemble((f"{name:{width}}", "bold"), f"  {line}")
        if console.is_terminal:
            row.truncate(console.width, overflow="ellipsis")
        console.print(row)
