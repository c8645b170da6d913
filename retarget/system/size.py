"""Sizes on the command line: `4GB`, `512MB`, `1.5GB`."""

from __future__ import annotations

import re

import click

_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
_TEXT = re.compile(r"(\d+(?:\.\d+)?|\.\d+)\s*([KMGT]?)i?B?", re.IGNORECASE)


class ByteSize(click.ParamType):  # type: ignore[type-arg]
    """Bytes, read from a number with a unit, of which each is 1,024 of the one before."""

    name = "size"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        found = _TEXT.fullmatch(str(value))
        if found is None or not float(found[1]):
            self.fail(f"'{value}' is no size: write 512MB or 4GB", param, ctx)
        return int(float(found[1]) * _UNITS[found[2].upper()])


def shown_size(count: float) -> str:
    """Bytes as people read them.

    >>> shown_size(100), shown_size(1536), shown_size(5 << 30)
    ('100 B', '1.5 KB', '5.0 GB')
    """
    if count < 1024:
        return f"{count:.0f} B"
    unit = next(u for u in ("KB", "MB", "GB", "TB") if (count := count / 1024) < 1024 or u == "TB")
    return f"{count:.1f} {unit}"
