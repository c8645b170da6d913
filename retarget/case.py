"""What a kernel is tuned with: a launch and its arguments, as a file of the user's gives them.

import numpy as np
from retarget.case import Case

def cases():
    for n in (1000, 1000000):
        yield Case(f"{n}", grid=-(-n // 256), block=256, arguments=[np.zeros(n, np.float32), n])
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from traceback import extract_tb
from typing import Any

from msgspec import Struct, field

from retarget.errors import Error
from retarget.system import exits
from retarget.system.regular import read_bytes


class CaseError(Error):
    """A case cannot be used; the message says where, why, and what to do."""

    code = exits.INPUT


class Case(Struct, frozen=True):
    """One launch of a kernel.

    name: of this size; grid, block: blocks, and threads of a block, as one number or up to three (x, y, z); shared:
    bytes of dynamic shared memory of a block. arguments: in the kernel's order; numpy arrays, as they lie in memory,
    for pointers, numbers for the rest, None for a null pointer. outputs: the arrays that are compared, by the names of
    the kernel's parameters; all that it can write, where None. expected: what the original has to give, by names;
    relative, absolute: tolerances of numbers with a fraction, those of their precision where None.
    """

    name: str
    grid: int | Sequence[int]
    block: int | Sequence[int]
    arguments: Sequence[Any]
    shared: int = 0
    outputs: Sequence[str] | None = None
    expected: Mapping[str, Any] = field(default_factory=dict)
    relative: float | None = None
    absolute: float | None = None


def read_cases(path: str) -> Iterator[Case]:
    """Runs a file of the user's and gives the cases of its function `cases`, each when it is asked for. Raises
    CaseError, with the line of the file that failed."""
    try:
        text = read_bytes(path)
    except OSError as error:
        raise CaseError(f"{path}: {error.strerror}: give a Python file with a function `cases`") from None
    names: dict[str, Any] = {"__name__": "retarget_case", "__file__": path}
    with _Located(path):
        exec(compile(text, path, "exec"), names)
    if not callable(names.get("cases")):
        raise CaseError(f"{path}: it has no function `cases`: write one that yields retarget.case.Case")
    seen: set[str] = set()
    with _Located(path):
        for case in names["cases"]():
            if not isinstance(case, Case):
                raise CaseError(f"{path}: `cases` yields {type(case).__name__}: it has to yield retarget.case.Case")
            if case.name in seen:
                raise CaseError(f"{path}: two cases are called '{case.name}': give each a name of its own")
            seen.add(case.name)
            yield case
    if not seen:
        raise CaseError(f"{path}: `cases` yields nothing: one Case is needed at least")


class _Located:
    """Errors of the user's file become CaseError, with their line."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: BaseException | None, trace: Any) -> None:
        if not isinstance(error, Exception | SystemExit) or isinstance(error, CaseError):
            return
        lines = [f.lineno for f in extract_tb(trace) if f.filename == self.path]
        line = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else None
        place = f"{self.path}:{line}" if line else self.path
        if isinstance(error, SystemExit):
            raise CaseError(f"{place}: it ends Python ({error.code!r}): leave that to `retarget`") from None
        raise CaseError(f"{place}: {type(error).__name__}: {error}") from None
