"""Static shared memory of kernels: no more than a device has."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from retarget.source.text import Source
from retarget.targets.cpu.layout import Language

# Bytes of a block: AMD's gfx9, and what nvcc allows for every architecture.
LIMIT = {Language.HIP: 64 << 10, Language.CUDA: 48 << 10}

# A variable within the closure that a kernel's body has become: size, kind, name.
_VARIABLE = re.compile(
    r"^[0-9a-f]+ ([0-9a-f]+) [bBdDuW] (.*)::(?:\{lambda\(\)#1\}|\$_\d+)::operator\(\)\(\)::(\w+)$", re.M
)
_MANGLED = re.compile(rb"clEvE\d")  # a name within `operator()()`, as the symbol has it


def sizes(symbols: str) -> dict[str, int]:
    """Bytes of shared memory by kernel, from what `nm -S --demangle` says of a program."""
    found: Counter[str] = Counter()
    for size, kernel, name in _VARIABLE.findall(symbols):
        if not name.startswith("retarget_redzone"):
            found[kernel] += int(size, 16)
    return dict(found)


def complaints(executable: str, language: Language, files: Iterable[Source]) -> str:
    """An error for each kernel with too much, as a compiler writes it; an empty text where there is none."""
    if not _MANGLED.search(Path(executable).read_bytes()):  # most programs: nm takes 30 ms
        return ""
    done = subprocess.run(["nm", "-S", "--demangle", executable], capture_output=True, text=True, check=False)
    known, told = tuple(files), []
    for kernel, size in sizes(done.stdout).items():
        if size > LIMIT[language]:
            where = _place(kernel, known)
            told.append(
                f"{where}error: '{kernel}' has {size} bytes of static shared memory; a device allows {LIMIT[language]}"
            )
    return "\n".join(told)


def _place(kernel: str, files: Iterable[Source]) -> str:
    """`file:line:column: ` of the kernel's definition."""
    name = re.search(r"(\w+)(?:<.*>)?\(", kernel)
    if name is None:
        return ""
    definition = re.compile(rf"__global__[^;{{}}]*?\b({name[1]})\s*\(")
    for source in files:
        if found := definition.search(source.text):
            line = source.text.count("\n", 0, found.start(1)) + 1
            return f"{source.path}:{line}:{found.start(1) - source.text.rfind(chr(10), 0, found.start(1))}: "
    return ""
