"""What a compilation of variants gives: values alone, which a process that launches them reads soon after its start."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct, field

if TYPE_CHECKING:
    from retarget.schedule.steps import Variant
    from retarget.tuning.cost import Cost


class InstanceEntries(Struct, frozen=True):
    """The entries of one instance of a kernel's template, or of a kernel that is none. arguments: as the demangler
    spells them; variants: their entries by number."""

    arguments: tuple[str, ...]
    original: str
    variants: Mapping[int, str]


class Module(Struct, frozen=True):
    """A code object. fits: the name of the entry that tells how variants are launched, in the order of numbers;
    checksum: of the one that adds up memory; costs: of variants, and of the original (0)."""

    code: bytes
    fits: str
    checksum: str
    numbers: tuple[int, ...]
    instances: tuple[InstanceEntries, ...]
    costs: Mapping[int, Cost] = field(default_factory=dict)

    def instance(self, arguments: tuple[str, ...] | None) -> InstanceEntries | None:
        """Of a template with these arguments; None: the only one."""
        if arguments is None:
            return self.instances[0] if len(self.instances) == 1 else None
        return next((i for i in self.instances if i.arguments == arguments), None)


class CompiledModules(Struct, frozen=True):
    """Modules; and why variants are in none, by their numbers. seconds: of processor time that the quickest compilation
    took."""

    modules: tuple[Module, ...]
    broken: dict[int, str]
    seconds: float = 0.0


def nothing() -> None:
    """There is nothing else to do."""


class VariantCompiler(Protocol):
    """Compiles the variants of a kernel, in the order in which they are asked for, while others are timed."""

    def ask(self, variants: Sequence[tuple[int, Variant]], limit: float | None) -> None:
        """limit: seconds of processor time for each process of the compiler."""
        ...

    def look_ahead(self, variants: Sequence[tuple[int, Variant]], limit: float | None) -> None:
        """The same of variants that are not needed yet: as far as nothing else needs the processors."""
        ...

    def taken(
        self, wanted: Collection[int], seconds: float | None, meanwhile: Callable[[], None] = nothing
    ) -> CompiledModules:
        """What is done, each once; waits for these variants, for so many seconds at most. meanwhile: is called now and
        then. Raises MissingTool, Untunable where the instance is not in what was compiled."""
        ...

    def end(self) -> None:
        """Whatever still runs."""
        ...
