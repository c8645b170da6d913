"""header-guards: guards of CUDA's headers whose counterparts in HIP define no macro.

    #include <nvrtc.h>         -->  #include <hip/hiprtc.h>
                                    #define RETARGET_HIP_NVRTC_H
    #ifdef __NVRTC_H__         -->  #ifdef RETARGET_HIP_NVRTC_H

Other guards are names of the tables. Legal everywhere: the macro is defined where, and only where, CUDA's header was
included. What tests it lies in the same unit, or the include stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.source.text import Edit
from retarget.translation.file import File
from retarget.translation.rule import rule
from retarget.unit import Unit

_GUARDS = {"nvrtc.h": ("__NVRTC_H__", "RETARGET_HIP_NVRTC_H")}


@rule("header-guards")
def header_guards(file: File) -> Iterator[Edit]:
    for include in file.includes:
        guard, ours = _GUARDS.get(include.path, ("", ""))
        if guard and guard in file.unit.once(_tested):
            end = file.source.text.find("\n", include.start)
            end = len(file.source.text) if end < 0 else end
            yield Edit(file.source.span(end, end), f"\n#define {ours}", "header-guards")
    for guard, ours in _GUARDS.values():
        for index in file.named(guard):
            yield Edit(file.span(index), ours, "header-guards")


def _tested(unit: Unit) -> frozenset[str]:
    return frozenset(guard for guard, _ in _GUARDS.values() if any(guard in s.text for s in unit.sources))
