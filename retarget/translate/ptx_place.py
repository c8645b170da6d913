"""Where an assembly statement stands: device code or host code, a kernel, a block of known size."""

from __future__ import annotations

import re

from retarget.translate.file import File
from retarget.translate.macros import Macro, enclosing, macros
from retarget.translate.ptx_asm import Asm
from retarget.translate.ptx_table import heads
from retarget.translate.ptx_text import HEAD, uncommented
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
    if file.on_device(start):
        return True
    macro = enclosing(file, start)
    return macro is not None and _used_on_device(file, macro, frozenset())


def _used_on_device(file: File, macro: Macro, seen: frozenset[str]) -> bool:
    """Whether a macro is named in device code of the unit, or in a macro that is."""
    word = re.compile(rf"\b{re.escape(macro.name)}\b")
    for source in file.unit.sources:
        places = [m.start() for m in word.finditer(source.text)] if macro.name in source.text else []
        if any(file.unit.on_device(source.path, at) for at in places):
            return True
        others = [m for listed in macros(source.text).values() for m in listed] if places else []
        users = [m for m in others if m.name not in seen and any(m.start < at < m.end for at in places)]
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
