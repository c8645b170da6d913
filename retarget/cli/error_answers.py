"""What `--json` of a command that ends with an error prints; `answers.py` has the other commands."""

from __future__ import annotations

from msgspec import Struct


class Failure(Struct, frozen=True):
    """What kept the tool from its work. kind: the class of the error; code: the exit code; advice: a sentence; command:
    one that mends it."""

    kind: str
    code: int
    what: str
    advice: str | None = None
    command: str | None = None


class Failed(Struct, frozen=True):
    """Any command that ends with an error."""

    error: Failure
    format: int = 1
