"""What `--json` of a command that ends with an error prints; `answers.py` has the other commands."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Failure:
    """What kept the tool from its work. kind: the class of the error; code: the exit code; advice: a sentence; command:
    one that mends it."""

    kind: str
    code: int
    what: str
    advice: str | None = None
    command: str | None = None


@dataclass(frozen=True)
class Failed:
    """Any command that ends with an error."""

    error: Failure
    format: int = 1
