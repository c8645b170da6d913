"""A compiler that is made up: what it gives is there at once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from retarget.schedule.steps import Variant
from retarget.tuning.kernel.compiled import CompiledModules, Module, nothing

Compile = Callable[[Sequence[tuple[int, Variant]], float | None], CompiledModules]


class Compiling:
    """Calls a function for the variants that are asked for together."""

    def __init__(self, call: Compile) -> None:
        self._call = call
        self._done: list[CompiledModules] = []

    def ask(self, variants: Sequence[tuple[int, Variant]], limit: float | None) -> None:
        if variants:
            self._done.append(self._call(variants, limit))

    def look_ahead(self, variants: Sequence[tuple[int, Variant]], limit: float | None) -> None:
        """There is no process for that."""

    def taken(
        self, wanted: Collection[int], seconds: float | None, meanwhile: Callable[[], None] = nothing
    ) -> CompiledModules:
        done, self._done = self._done, []
        modules: tuple[Module, ...] = tuple(m for d in done for m in d.modules)
        broken = {n: why for d in done for n, why in d.broken.items()}
        return CompiledModules(modules, broken, min((d.seconds for d in done), default=0.0))

    def end(self) -> None:
        self._done = []
