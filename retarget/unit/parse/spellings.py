"""How clang spells types: asked once for each, as most expressions of a unit share a few."""

from __future__ import annotations

from dataclasses import dataclass, field

from clang import cindex


@dataclass
class Spellings:
    """Those of one parse."""

    _known: dict[int | None, tuple[str, str]] = field(default_factory=dict)  # by clang's address of a type

    def of(self, kind: cindex.Type) -> tuple[str, str]:
        """As the text has it, and of the canonical type."""
        known = self._known.get(kind.data[0])
        if known is None:
            known = self._known[kind.data[0]] = kind.spelling, kind.get_canonical().spelling
        return known
