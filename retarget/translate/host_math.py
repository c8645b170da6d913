"""host_math: CUDA's mathematical functions in host code.

    float y = rsqrtf(x);  -->  float y = rsqrtf(x);   and the support header `device_math` at the head

nvcc's headers declare them for the host too; HIP has those that are not the C library's in device code only. Legal
always: the header adds host functions alone. Needed where a call in what the host's compilation does not take for
device code is none of the user's.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.translate.file import File, Finding, Need

_BOTH = "rsqrt rcbrt rhypot norm3d norm4d rnorm3d rnorm4d normcdf sinpi cospi sincospi".split()
FUNCTIONS = frozenset([*_BOTH, *(f"{name}f" for name in _BOTH), "fdividef"])


def host_math(file: File) -> Iterator[Finding]:
    for call in file.unit.calls:
        own = call.span.path == file.source.path and call.name in FUNCTIONS
        if own and call.name not in file.own_names and not call.on_device:
            yield Need("device_math", call.span)
            return
