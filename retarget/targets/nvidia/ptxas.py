"""What each kernel costs on an NVIDIA GPU, as its assembler reports it (`nvcc -Xptxas -v`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest

from msgspec import Struct

from retarget.targets.demangle import kernel_name

REPORT = ("-Xptxas", "-v")
_ENTRY = re.compile(r"Compiling entry function '(?P<symbol>[^']+)' for '(?P<architecture>\w+)'")
_FRAME = re.compile(r"(\d{1,9}) bytes stack frame, (\d{1,9}) bytes spill stores, \d{1,9} bytes spill loads")
_PROPERTIES = re.compile(rf"Function properties for (?P<symbol>\S+)\n *{_FRAME.pattern}")
_USED = re.compile(r"Used (\d{1,9}) registers")
_SHARED = re.compile(r"(\d{1,9})(?:\+\d+)? bytes smem")


class Report(Struct, frozen=True):
    """One kernel. registers: of a thread; bytes: of a thread's stack frame, of its spilled registers as they are
    stored, of a block's static shared memory."""

    kernel: str
    architecture: str
    registers: int
    frame_bytes: int
    spilled_bytes: int
    shared_bytes: int


def is_report(line: str) -> bool:
    """Whether a line of the compiler's messages belongs to the report."""
    return line.startswith("ptxas info") or bool(_FRAME.search(line))


def reports(text: str) -> Iterator[Report]:
    """The kernels in a compiler's messages, in their order. Never fails: other text is passed over, and so is a kernel
    whose report is cut short, or mixed with that of another."""
    entries = list(_ENTRY.finditer(text))
    for entry, following in zip_longest(entries, entries[1:]):
        part = text[entry.end() : following.start() if following else len(text)]
        used, shared = _USED.search(part), _SHARED.search(part)
        frame = next((p for p in _PROPERTIES.finditer(part) if p["symbol"] == entry["symbol"]), None)
        if used and frame:
            yield Report(
                kernel_name(entry["symbol"]), entry["architecture"], int(used[1]), int(frame[2]), int(frame[3]),
                int(shared[1]) if shared else 0,
            )  # fmt: skip
