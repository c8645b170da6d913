"""Which kernels are read as nvcc reads them.

Rules: an error of clang's concerns what it stands in, and what uses that (`unit/parse/faults.py`). A header that is not
found may define anything; but one of CUDA's libraries has names of its own, whose use is an error then.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from retarget.dialects.dialect import HIP
from retarget.dialects.table import read_includes
from retarget.schedule.refusal import RULE
from retarget.source.text import Diagnostic, Severity, Span
from retarget.unit import Unit
from retarget.unit.missing import missing_header
from retarget.unit.tree import Function

_MOST_NAMED = 5  # kernels in one message


def unreadable(function: Function, unit: Unit) -> Diagnostic | None:
    """The error that concerns a kernel, itself or by way of a function that it reaches."""
    missed = next((d for d in unit.misses if missing_header(d.message) not in _cudas()), None)
    if missed is not None:
        return missed
    if not unit.faults:
        return None
    functions, found, reached = {f.usr: f for f in unit.functions}, {function.usr}, [function]
    while reached:
        one = reached.pop()
        error = unit.fault_of(one)
        if error is not None:
            return error
        named = {
            *(n.callee for n in one.body.walk() if n.callee in functions),
            *(u for _, u in one.ends),
            *one.unshown,
        } - found
        found |= named
        reached += [functions[usr] for usr in named if usr in functions]
    return None


def unread(units: Sequence[Unit]) -> Iterator[Diagnostic]:
    """What clang cannot read is never coarsened; a diagnostic says so, once for each error."""
    for unit in units:
        if not unit.parsed:
            why = "clang cannot read this unit: its kernels stay as they are"
            yield Diagnostic(RULE, Severity.WARNING, Span(unit.root, 0, 0), why)
            continue
        concerned: dict[Diagnostic, list[str]] = {}
        for kernel in (f for f in unit.functions if f.is_kernel):
            error = unreadable(kernel, unit)
            if error is not None:
                concerned.setdefault(error, []).append(kernel.name)
        for error, kernels in concerned.items():
            named = ", ".join(f"'{name}'" for name in dict.fromkeys(kernels[:_MOST_NAMED]))
            more = f" and {len(kernels) - _MOST_NAMED} more" if len(kernels) > _MOST_NAMED else ""
            left = "stays as it is" if len(kernels) == 1 else "stay as they are"
            place = error.span or Span(unit.root, 0, 0)
            why = f"{named}{more} {left}: clang cannot read what stands here: {error.message}"
            yield Diagnostic(RULE, Severity.WARNING, place, why, error.related)


@cache
def _cudas() -> frozenset[str]:
    return frozenset(row.cuda for row in read_includes(HIP / "includes.tsv"))


def spelled_by_macros(units: Sequence[Unit]) -> Iterator[Function]:
    """Kernels that have no text to change."""
    kernels = (f for u in units for f in u.functions if f.is_kernel)
    return (k for k in kernels if not k.is_written and not k.lacks_parameters)
