"""Where C++ leaves a result open, or the machines differ: what NVIDIA's gives, what AMD's, what the tool does.

`python -m retarget.translation.semantics` writes the table of docs/semantics.md.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from msgspec import Struct

ROWS = Path(__file__).parent / "semantics.tsv"
BEGIN, END = "<!-- rows -->\n", "<!-- end of rows -->\n"
_DOES = {
    "rewritten": "written so that CUDA's result comes out",
    "warned": "a warning at the place",
    "noted": "a note (`-v`)",
    "same": "nothing: the results are the same",
    "none": "nothing",
}


class Row(Struct, frozen=True):
    """`does` is one of `rewritten`, `warned`, `noted`, `same`, `none`; `rule` that of the diagnostic, if there is one;
    `tried` where it was measured, or `documents`; `uses` are functions of CUDA's whose calls meet the row."""

    name: str
    what: str
    nvidia: str
    amd: str
    does: str
    rule: str
    tried: str
    uses: tuple[str, ...] = ()


@cache
def rows() -> tuple[Row, ...]:
    lines = ROWS.read_text().splitlines()[1:]
    return tuple(_row(*line.split("\t")) for line in lines)


def _row(name: str, what: str, nvidia: str, amd: str, does: str, rule: str, tried: str, uses: str) -> Row:
    return Row(name, what, nvidia, amd, does, rule, tried, tuple(uses.split()))


@cache
def by_use() -> dict[str, Row]:
    """The row that a call of a function meets."""
    return {name: row for row in rows() for name in row.uses}


def explained(name: str) -> str | None:
    """The page of a row, or None."""
    row = next((r for r in rows() if r.name == name), None)
    if row is None:
        return None
    more = f" More: `retarget --explain {row.rule}`." if row.rule else ""
    lines = [f"{row.what}:", f"- NVIDIA's machine: {row.nvidia}", f"- AMD's machine: {row.amd}"]
    lines += [f"- What the translation does: {_DOES[row.does]}.{more}", f"- Tried on: {row.tried}"]
    return f"# {row.name}\n\n" + "\n".join(lines) + "\n"


def table() -> str:
    """The rows as Markdown."""
    head = "| row | what | NVIDIA's machine | AMD's machine | the tool | tried on |\n|---|---|---|---|---|---|\n"
    return head + "".join(
        f"| {r.name} | {r.what} | {r.nvidia} | {r.amd} | {r.does}{f' ({r.rule})' if r.rule else ''} | {r.tried} |\n"
        for r in rows()
    )


def page(text: str) -> str:
    """The page with the table of today between its marks."""
    before, _, rest = text.partition(BEGIN)
    return before + BEGIN + table() + END + rest.partition(END)[2]


if __name__ == "__main__":
    place = Path(__file__).parents[2] / "docs" / "semantics.md"
    place.write_text(page(place.read_text()))
