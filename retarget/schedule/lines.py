"""Lines of text, indented."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

INDENT = "    "


@dataclass
class IndentedLines:
    lines: list[str] = field(default_factory=list)
    depth: int = 1

    def put(self, *lines: str) -> None:
        for line in lines:
            self.lines.append(f"{INDENT * self.depth}{line}" if line and not line.startswith("#") else line)

    @contextmanager
    def deeper(self) -> Iterator[None]:
        """Lines put meanwhile are indented by one more step."""
        self.depth += 1
        yield
        self.depth -= 1
