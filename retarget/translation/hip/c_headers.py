"""c-headers: units of C that use what HIP's headers have as they should for C++ alone.

    float4 position;         -->   the same, and the support header `c_vectors`: HIP's types for C are not aligned, or
                                   missing (of its header of vectors alone), those for C++ are there and aligned
    struct __align__(16) S;  -->   the same, and `c_vectors`: HIP has the macro for C++ alone
    #include <curand.h>      -->   #include <hiprand/hiprand.h>, behind the support header `c_random`: hipRAND's header
                                   names a half, which C does not have

Legal always: the support headers hold nothing for C++.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from retarget.source.lexer import NAME
from retarget.translation.file import File, Finding, Need
from retarget.translation.rule import rule

_VECTOR = re.compile(r"(?:make_)?(?:u?(?:char|short|int|long|longlong)|float|double)[1-4]|__align__")
_RANDOM = "hiprand/hiprand.h"


@rule("c-headers")
def c_headers(file: File) -> Iterator[Finding]:
    if not file.dialect.is_c:
        return
    for token in file.code:
        is_users = token.text in file.own_names or file.skipped(token.start)
        if token.kind == NAME and _VECTOR.fullmatch(token.text) and not is_users:
            yield Need("c_vectors", file.source.span(token.start, token.end))
            break
    for include in file.includes:
        known = file.header(include)
        if known is not None and known.hip == _RANDOM:
            yield Need("c_random", file.source.span(include.start, include.end))
