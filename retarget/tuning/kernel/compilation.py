"""The variants of one kernel as they compile: the lightest first, the others within a limit that these set.

    ask          the device wants them next
    look_ahead   it may want them later: they compile in processes that leave the processor to others, and nothing of
                 them is told before they are asked for
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from retarget.schedule.steps import Variant
from retarget.tuning.kernel.compiled import CompiledModules, Module, VariantCompiler, nothing

_LIGHTEST = 15  # variants that compile first in a race
_FIRST = 8  # of a space that is searched
# Seconds of processor time that each process of the compiler may take, and times what the quickest one took. Of
# lud_perimeter's variants nvcc 13 compiles half in 1 s together, and the largest in 37 s.
_LEAST_LIMIT, _TIMES = 8.0, 4.0


@dataclass
class Compilation:
    """several: the variants 1, 2, ...; first: those that enter the race, None for all: others follow where they are
    near to fast ones; is_searched: whether not all of these are to be timed; meanwhile: is called while compilers are
    waited for; awaited: variants that were asked for, with their places in the order of it."""

    several: Sequence[Variant]
    compiler: VariantCompiler
    first: Sequence[int] | None = None
    is_searched: bool = False
    meanwhile: Callable[[], None] = nothing
    awaited: dict[int, int] = field(default_factory=dict)
    _known: set[int] = field(default_factory=set)  # that were taken
    _early: set[int] = field(default_factory=set)  # that compile ahead, or have
    _modules: list[Module] = field(default_factory=list)  # with none that was asked for
    _broken: dict[int, str] = field(default_factory=dict)
    _quickest: float = 0.0  # seconds of processor time of a compilation

    def lightest(self, variants: Iterable[int]) -> Sequence[int]:
        """Those that compile first: the original comes with any of them."""
        count = _FIRST if self.is_searched else _LIGHTEST
        return sorted(variants, key=lambda v: self.several[v - 1].factors.total)[:count]

    def ask(self, variants: Iterable[int]) -> None:
        """Those that are not compiled yet begin to compile."""
        new = [v for v in dict.fromkeys(variants) if v not in self._known and v not in self.awaited]
        self.awaited |= {v: at for at, v in enumerate(new, max(self.awaited.values(), default=0) + 1)}
        self.compiler.ask([*self._spelled(v for v in new if v not in self._held)], self._limit)

    def look_ahead(self, variants: Iterable[int]) -> None:
        """Those that are not compiled yet begin to compile, where all are done that did so before."""
        self._take((), 0.0)
        held = self._held
        if self._early <= held | self._known | self.awaited.keys():
            new = [v for v in dict.fromkeys(variants) if v not in held | self._known | self.awaited.keys()]
            self._early |= {*new}
            self.compiler.look_ahead([*self._spelled(new)], self._limit)

    def begin(self, wrong: Collection[str]) -> None:
        """A step ahead of the race: the lightest, then the others. wrong: schedules that are known to be."""
        numbers = range(1, len(self.several) + 1) if self.first is None else self.first
        wanted = [v for v in numbers if str(self.several[v - 1]) not in wrong]
        if not self._early:
            self.look_ahead(self.lightest(wanted))
        elif not self.is_searched:
            self.look_ahead(wanted)

    def taken(self, wanted: Collection[int], seconds: float | None) -> CompiledModules:
        """What is done of what was asked for, each once; waits for these variants, for so many seconds at most. Raises
        MissingTool, Untunable."""
        held = self._held
        self._take([v for v in wanted if v in self.awaited and v not in held], seconds)
        asked = [m for m in self._modules if any(n in self.awaited for n in m.numbers)]
        broken = {n: why for n, why in self._broken.items() if n in self.awaited}
        self._modules = [m for m in self._modules if m not in asked]
        self._broken = {n: why for n, why in self._broken.items() if n not in broken}
        self._known |= {*broken, *(n for m in asked for n in m.numbers)}
        self.awaited = {v: at for v, at in self.awaited.items() if v not in self._known}
        return CompiledModules(tuple(asked), broken)

    def rest(self) -> None:
        """Nothing compiles any longer; what is done is kept."""
        self._take((), 0.0)
        self.end()
        self._early &= self._held | self._known

    def end(self) -> None:
        """Whatever still runs ends."""
        self.compiler.end()

    def _take(self, wanted: Collection[int], seconds: float | None) -> None:
        done = self.compiler.taken(wanted, seconds, self.meanwhile)
        self._modules += done.modules
        self._broken |= done.broken
        self._quickest = min(filter(None, (self._quickest, done.seconds)), default=0.0)

    @property
    def _held(self) -> set[int]:
        return {*self._broken, *(n for m in self._modules for n in m.numbers)}

    @property
    def _limit(self) -> float | None:
        return max(_LEAST_LIMIT, _TIMES * self._quickest) if self._quickest else None

    def _spelled(self, variants: Iterable[int]) -> Iterator[tuple[int, Variant]]:
        return ((v, self.several[v - 1]) for v in variants)
