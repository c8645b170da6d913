"""What the caller of a parse wants to know."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from retarget.text import Span


@dataclass(frozen=True)
class Interest:
    """Names that a dialect would rename, fields that it knows, functions whose argument types matter, types whose
    conversions do, names at global scope whose uses behind `using namespace std` do; bodies of device functions: of
    all, of those that kernels may reach (bodies_reached), or, with bodies_with, of all where one of them, or a macro of
    their files, has such words in its text."""

    names: frozenset[str] = frozenset()
    fields: frozenset[str] = frozenset()
    calls: frozenset[str] = frozenset()
    handles: frozenset[str] = frozenset()
    globals: frozenset[str] = frozenset()
    bodies: bool = False
    bodies_reached: bool = False
    bodies_with: str = ""  # a regular expression

    def wants_bodies(self, functions: Sequence[Span], text: Callable[[str], str]) -> bool:
        """functions: the places of the device functions; text: that of a file by its path."""
        if self.bodies or not self.bodies_with:
            return self.bodies
        words, macros = re.compile(self.bodies_with), re.compile(rf"#[ \t]*define(?:\\\r?\n|.)*?(?:{self.bodies_with})")
        inside = any(words.search(text(s.path), s.start, s.end) for s in functions)
        return inside or any(macros.search(text(path)) for path in {s.path for s in functions})
