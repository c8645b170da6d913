"""Tables for the terminal, at most 80 columns wide."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from itertools import groupby
from typing import TYPE_CHECKING

from retarget.targets.amd.resources import Resources

if TYPE_CHECKING:
    from rich.table import Table

_COLUMNS = ("VGPR", "AGPR", "SGPR", "spill", "scratch", "LDS", "occ", "code")


def resource_table(found: Sequence[Resources]) -> Table:
    """What each kernel costs, a row a kernel and architecture, under a heading for each kernel.

    spill: vector + scalar registers; scratch: bytes a lane; LDS: bytes a block; occ: waves per EU; code: bytes.
    """
    from rich.table import Table  # noqa: PLC0415  (slow to import, and most runs compile nothing)

    table = Table(box=None, pad_edge=False, padding=(0, 1), header_style="bold")
    table.add_column("kernel", max_width=34, overflow="fold")
    for name in _COLUMNS:
        table.add_column(name, justify="right", no_wrap=True)
    for _, items in groupby(sorted(found, key=_order), key=_order):
        rows = list(items)
        table.add_row(rows[0].kernel, *[""] * len(_COLUMNS))
        for item in rows:
            table.add_row(f"  {item.architecture}", *_figures(item))
    return table


def resource_text(found: Sequence[Resources], width: int) -> str:
    """The same as plain text of so many columns at most."""
    from rich.console import Console  # noqa: PLC0415  (slow to import, and most runs compile nothing)

    text = StringIO()
    Console(file=text, width=width).print(resource_table(found))
    return text.getvalue().rstrip()


def _order(item: Resources) -> tuple[str, int, str, str]:
    return item.path or "", item.line or 0, item.kernel, item.symbol


def _figures(item: Resources) -> tuple[str, ...]:
    figures = (item.vgprs, item.agprs, item.sgprs)
    spill = f"{item.vgpr_spills}+{item.sgpr_spills}" if item.sgpr_spills else str(item.vgpr_spills)
    sizes = (item.scratch_bytes, item.lds_bytes, item.occupancy, item.code_bytes)
    return (*map(str, figures), spill, *map(str, sizes))
