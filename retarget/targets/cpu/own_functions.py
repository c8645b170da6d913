"""Device functions of one name in several units: each unit has its own, where they are compiled apart.

The host's linker sees functions as any other. Of what several objects define, each object's becomes its own.
"""

from __future__ import annotations

import subprocess
from collections import Counter
from collections.abc import Sequence
from shutil import which

_TOLD = ("multiple definition of", "duplicate symbol")


def are_defined_twice(said: str) -> bool:
    """Whether a linker says so."""
    return any(words in said for words in _TOLD)


def kept_apart(objects: Sequence[str]) -> bool:
    """Makes functions that several objects define each object's own; whether there is a tool to do it."""
    if which("objcopy") is None:
        return False
    defined = {path: _functions(path) for path in objects}
    counts = Counter(name for names in defined.values() for name in names)
    for path, names in defined.items():
        words = [f"--localize-symbol={name}" for name in names if counts[name] > 1 and name != "main"]
        if words:
            subprocess.run(["objcopy", *words, path], check=True)
    return True


def _functions(path: str) -> set[str]:
    words = ["nm", "--defined-only", "--extern-only", path]
    listed = subprocess.run(words, capture_output=True, text=True, check=False).stdout
    fields = (line.split() for line in listed.splitlines())
    return {f[2] for f in fields if len(f) == 3 and f[1] == "T"}
