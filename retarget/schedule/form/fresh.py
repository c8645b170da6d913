"""Names for generated text: nothing in it has them before, and no two things get one."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from dataclasses import dataclass, field


@dataclass
class Names:
    """Gives names. taken: what the text, and the macros that it is read with, have."""

    taken: Collection[str]
    _given: dict[tuple[Hashable, str], str] = field(default_factory=dict)

    def __call__(self, wanted: str, of: Hashable = None) -> str:
        """The name most like the wanted one; the same each time for one thing."""
        key = of, wanted
        if key not in self._given:
            name, others = wanted, set(self._given.values())
            while name in self.taken or name in others:
                name += "_"
            self._given[key] = name
        return self._given[key]
