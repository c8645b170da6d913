"""half-overloads: functions of the program's, for halves, with names for which clang's headers have templates in HIP.

    __device__ half max(half a, half b) { ... }      -->  the same, behind #include "retarget_hip/half_overloads.h"

Clang asks whether their arguments are numbers, and a half converts to several: "call to '__test' is ambiguous". The
header says that it is none of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.source.brackets import closing
from retarget.source.lexer import NAME
from retarget.translation.file import File, Finding, Need
from retarget.translation.rule import rule

# Of `__clang_hip_cmath.h`, those that take two arguments of any type.
_NAMES = ("atan2", "copysign", "fdim", "fmax", "fmin", "fmod", "hypot", "max", "min", "nextafter", "pow", "remainder")
_HALVES = frozenset({"half", "__half"})


@rule("half-overloads")
def half_overloads(file: File) -> Iterator[Finding]:
    for index in file.named(*_NAMES):
        end = closing(file.code, index + 1, own_directive=True) if file.at(index + 1) == "(" else None
        if end is None or file.at(end + 1) not in ("{", ";") or not _is_type(file, index - 1):
            continue
        if _HALVES & {t.text for t in file.code[index + 2 : end]}:
            yield Need("half_overloads", file.span(index))
            return


def _is_type(file: File, index: int) -> bool:
    """Whether a token may end a type in front of a name that is declared."""
    return file.code[index].kind == NAME and file.at(index) not in ("return", "else", "case", "throw")
