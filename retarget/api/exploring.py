"""The variants of a program's kernels: what is legal, what each costs, what is dropped or refused, and why."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from retarget.api.inputs import Inputs
from retarget.api.translating import known_targets
from retarget.errors import Error
from retarget.translation.file import Options

if TYPE_CHECKING:
    from retarget.schedule.explore import Exploration

TOTAL = 32  # logical threads for each physical one, at most


def space(
    given: Inputs | str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    architecture: str = "gfx90a",
    *,
    total: int = TOTAL,
    build: bool = True,
    tell: Callable[[str], None] = lambda _: None,
) -> Exploration:
    """All legal variants of every kernel, for an architecture of AMD's. total: most logical threads for each physical
    one; build: compile them, to filter them by what the compiler reports. Raises InputError, MissingTool,
    UnknownArchitecture."""
    from retarget.schedule.explore import explore  # noqa: PLC0415  (symbolic algebra is slow to import)

    (target, *more) = known_targets(architecture)
    if more:
        raise Error("--arch: one architecture at a time")
    return explore(Inputs.of(given).request(Options((target.architecture,))), target, total, build, tell)
