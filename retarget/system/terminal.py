"""The terminal: what is printed stands there as it was given."""

from __future__ import annotations

from rich.console import Console


def terminal(stderr: bool = False) -> Console:
    """Programs' and compilers' words hold brackets and colons, which are no markup and no emoji (`x.cu:100:`). Lines
    stay as long as they are; tables fit."""
    return Console(stderr=stderr, markup=False, emoji=False, highlight=False, soft_wrap=True)
