"""What a compilation of variants gives: values alone, which a process that launches them reads soon after its start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from retarget.tuning.cost import Cost


@dataclass(frozen=True)
class Module:
    """A code object. original, fits: names of entries; variants: the numbers of those in it, in the order in which
    `fits` tells of them, and the names of their entries; costs: of these, and of the original (0)."""

    code: bytes
    original: str
    fits: str
    variants: tuple[tuple[int, str], ...]
    costs: Mapping[int, Cost] = field(default_factory=dict)


@dataclass(frozen=True)
class CompiledModules:
    """Modules; and why variants are in none, by their numbers."""

    modules: tuple[Module, ...]
    broken: dict[int, str]
