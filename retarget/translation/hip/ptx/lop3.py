"""`lop3`: a table of eight values -> the shortest expression of three words with ~, &, |, ^."""

from __future__ import annotations

from functools import cache

# The tables of the three inputs, by which any expression's table is computed (PTX ISA, lop3).
_INPUTS = {0xF0: "a", 0xCC: "b", 0xAA: "c"}


@cache
def _expressions() -> dict[int, str]:
    """The shortest expression for each table; `a`, `b`, `c` stand for the inputs."""
    known = {**_INPUTS, 0: "0u", 0xFF: "~0u"}
    size = dict.fromkeys(known, 1)
    for total in range(2, 12):
        for table, text in [(t, e) for t, e in known.items() if size[t] == total - 1]:
            _offer(known, size, 0xFF ^ table, f"~{_grouped(text)}", total)
        by_size: dict[int, list[int]] = {}
        for table, cost in size.items():
            by_size.setdefault(cost, []).append(table)
        for left_size in range(1, total - 1):
            for left in by_size.get(left_size, ()):
                for right in by_size.get(total - 1 - left_size, ()):
                    _combine(known, size, left, right, total)
    return known


def _combine(known: dict[int, str], size: dict[int, int], left: int, right: int, total: int) -> None:
    for sign, table in (("&", left & right), ("|", left | right), ("^", left ^ right)):
        if table not in known:
            _offer(known, size, table, f"{_under(known[left], sign)} {sign} {_under(known[right], sign)}", total)


def _offer(known: dict[int, str], size: dict[int, int], table: int, text: str, cost: int) -> None:
    if table not in known:
        known[table], size[table] = text, cost


def _grouped(text: str) -> str:
    return f"({text})" if " " in text else text


def _under(text: str, sign: str) -> str:
    """An operand of `sign`: only a chain of the same sign needs no brackets."""
    signs = {word for word in text.split() if word in "&|^"}
    return text if not signs or (signs == {sign} and "(" not in text) else f"({text})"


def expression(table: int) -> str:
    """The expression for a table of 8 bits."""
    return _expressions()[table & 0xFF]
