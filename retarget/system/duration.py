"""Times on the command line: `90`, `90s`, `5m`, `1.5h`."""

from __future__ import annotations

import re

import click

_UNITS = {"": 1, "s": 1, "m": 60, "h": 3600}
_TEXT = re.compile(r"(\d+(?:\.\d+)?|\.\d+)\s*([smh]?)")


class Duration(click.ParamType):  # type: ignore[type-arg]
    """Seconds, read from a number with a unit."""

    name = "time"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        found = _TEXT.fullmatch(str(value))
        if found is None or float(found[1]) == 0:
            self.fail(f"'{value}' is no time: write 90s, 5m or 1h", param, ctx)
        return float(found[1]) * _UNITS[found[2]]
