"""What a compilation of variants gives: values alone, which a process that launches them reads soon after its start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from retarget.tuning.cost import Cost


@dataclass(frozen=True)
class InstanceEntries:
    """The entries of one instance of a kernel's template, or of a kernel that is none. arguments: as the demangler
    spells them; variants: their entries by number."""

    arguments: tuple[str, ...]
    original: str
    variants: Mapping[int, str]


@dataclass(frozen=True)
class Module:
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


@dataclass(frozen=True)
class CompiledModules:
    """Modules; and why variants are in none, by their numbers. seconds: of processor time that the quickest compilation
    took."""

    modules: tuple[Module, ...]
    broken: dict[int, str]
    seconds: float = 0.0
