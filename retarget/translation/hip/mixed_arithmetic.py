"""mixed_arithmetic: calls of `max` and `min` on arguments of two types.

    max(count, 0u)  -->  max(count, 0u)   and the support header `device_math` at the head

nvcc's headers overload them for every pair of arithmetic types; HIP's take equal types on the device, where even
`threadIdx.x` is a class of its own, and `int` on the host: a host `max` of floats would be cut to integers. Legal
always: the header adds the missing overloads alone. Needed where the argument types differ, depend on a template's
parameters, or are none that HIP takes for certain; and where clang says that host code has none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from retarget.translation.file import File, Finding, Need
from retarget.translation.rule import calls_of, rule
from retarget.unit import Call

FUNCTIONS = frozenset({"max", "min"})


_ON_HOST = re.compile(r"reference to __device__ function '(\w+)' in __host__ __device__ function")


@rule("mixed-arithmetic", asks=calls_of(FUNCTIONS))
def mixed_arithmetic(file: File) -> Iterator[Finding]:
    for match, _, span in file.complaints(_ON_HOST):
        if match[1] in FUNCTIONS:
            yield Need("device_math", span)
            return
    for call in file.unit.calls:
        if call.span.path == file.source.path and call.name in FUNCTIONS and _is_needed(file, call):
            yield Need("device_math", call.span)
            return


def _is_needed(file: File, call: Call) -> bool:
    if call.name in file.own_names or not file.source[call.span].startswith(call.name):
        return False  # the user's own, or qualified: std::max
    types = {t.removeprefix("const ").removesuffix(" &") for t in call.argument_types}
    if any("dependent" in t or "type-parameter" in t for t in types) or len(types) > 1:
        return True
    fine = ({"int"}, {"float"}, {"double"}) if file.on_device(call.span.start) else ({"int"},)
    return types not in fine
