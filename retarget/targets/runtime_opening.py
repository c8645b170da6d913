"""Units that begin with HIP's runtime header: a precompiled one can take its place."""

from __future__ import annotations

import re

# They mean the same behind the header as before it.
_STANDARD = r"#include <(?:\w+|(?:assert|ctype|errno|float|limits|math|std(?:arg|bool|def|int|io|lib)|string|time)\.h)>"
_OURS = r'#include "(?:[^"\n]*/)?retarget_hip/\w+\.h"'
_BEGINS = re.compile(
    rf"(?>\s|//[^\n]*\n|/\*.*?\*/|#line [^\n]*\n|{_STANDARD}|{_OURS})*+#include <hip/hip_runtime\.h>", re.DOTALL
)


def begins_with_runtime(text: str) -> bool:
    """Whether nothing but comments, and headers of the standard library's and of ours, stands before the runtime's."""
    return _BEGINS.match(text) is not None
