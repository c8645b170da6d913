"""Where an assembly statement stands: device code or host code, a kernel, a block of known size."""

from __future__ import annotations

import re

from retarget.analysis.macros import Macro, macros
from retarget.translation.file import File, users_code
from retarget.translation.hip.macro_expansion import enclosing
from retarget.translation.hip.ptx.asm import Asm
from retarget.translation.hip.ptx.ptx_tables import heads
from retarget.translation.hip.ptx.strings import HEAD, uncommented
from retarget.unit import Kernel

_GCN = re.compile(r"\s*(?:s|v|ds|buffer|global|flat|scratch|image)_")


def is_device(file: File, asm: Asm) -> bool:
    """Where clang does not see the place as device code, in a macro or a branch that is not compiled, the text
    decides: instructions of PTX carry their types after dots, those of other assemblers do not. A macro that device
    code uses is device code."""
    text = uncommented(asm.text)
    if not text.strip():
        return _is_reached(file, asm)
    if _GCN.match(text):
        return False
    found = [(match[1], match[2]) for match in HEAD.finditer(text)]
    if any(head in heads() and dotted for head, dotted in found):
        return True
    return _is_reached(file, asm) and bool(file.is_cuda)


def _is_reached(file: File, asm: Asm) -> bool:
    start = file.code[asm.first].start
    macro = enclosing(file, start)
    return file.on_device(start) if macro is None else _used_on_device(file, macro, frozenset())


def _used_on_device(file: File, macro: Macro, seen: frozenset[str]) -> bool:
    """Whether device code that is compiled uses a macro, directly or by way of others."""
    for source in file.unit.sources:
        uses = [t for t in users_code(source.text) if t.text == macro.name] if macro.name in source.text else []
        live = [t for t in uses if not file.unit.is_skipped(source.path, t.start)]
        if any(not t.directive and file.unit.on_device(source.path, t.start) for t in live):
            return True
        others = [m for listed in macros(source.text).values() for m in listed] if live else []
        users = [m for m in others if m.name not in seen and any(m.start < t.start < m.end for t in live)]
        if any(_used_on_device(file, m, seen | {macro.name, m.name}) for m in users):
            return True
    return False


def _kernel(file: File, asm: Asm) -> Kernel | None:
    start = file.code[asm.first].start
    inside = (k for k in file.unit.kernels if k.span.path == file.source.path and k.span.start <= start < k.span.end)
    return next(inside, None)


def starts_in_kernel(file: File, asm: Asm) -> bool:
    """Whether the statement stands in a kernel's own body."""
    return _kernel(file, asm) is not None


def proved_threads(file: File, asm: Asm) -> int | None:
    """The threads of a block of the kernel, where all of its launches in the unit have as many."""
    kernel = _kernel(file, asm)
    sizes = {launch.threads for launch in file.unit.launches if kernel and launch.kernel == kernel.usr}
    return sizes.pop() if len(sizes) == 1 else None
