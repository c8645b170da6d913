"""Units parsed from texts that stand in the tests."""

from __future__ import annotations

from pathlib import Path

from retarget.source.flags import Flags
from retarget.source.text import Source
from retarget.system.toolchain import Headers
from retarget.unit import Unit
from retarget.unit.parse import Interest, parse

INTEREST = Interest(
    frozenset({"cudaMalloc", "cudaFree", "cudaSuccess", "dim3", "cudaDeviceProp"}),
    frozenset({"deviceOverlap", "major"}),
    frozenset({"max", "min"}),
    frozenset({"CUdeviceptr"}),
    rules=True,
)


def parsed(folder: Path, headers: Headers, cache: Path, text: str, flags: Flags = Flags(), **others: str) -> Unit:
    """The unit of a text, `root.cu`, beside the files `others` (their names with _ for the dot)."""
    for name, content in others.items():
        (folder / name.replace("_", ".")).write_text(content)
    root = folder / "root.cu"
    root.write_text(text)
    return parse(Source.read(root), flags, headers, INTEREST, cache)
