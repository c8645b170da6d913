"""What clang says of types: asked once for each, as most expressions of a unit share a few.

A pointer's own qualifiers (`int *const __restrict`) say nothing of its value: an expression's type ends with the `*`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from clang import cindex

from retarget.unit.parse.outward import outward
from retarget.unit.tree import OWN_QUALIFIERS


@dataclass
class Spellings:
    """Those of one parse."""

    _known: dict[int | None, tuple[str, str, cindex.TypeKind]] = field(default_factory=dict)  # by clang's address

    def of(self, kind: cindex.Type) -> tuple[str, str, cindex.TypeKind]:
        """As the text has it, and as the canonical type is spelled; the canonical type's kind."""
        known = self._known.get(kind.data[0])
        if known is None:
            canonical = kind.get_canonical()
            bare = OWN_QUALIFIERS.sub("", outward(canonical))
            known = self._known[kind.data[0]] = kind.spelling, bare, canonical.kind
        return known
