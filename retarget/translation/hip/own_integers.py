"""own-integers: integer types of the program's by names of <stdint.h>, as other types.

    typedef char uint8_t;   -->   #define uint8_t own_uint8_t
                                  typedef char uint8_t;

HIP's runtime header includes <stdint.h>, as clang does for CUDA; nvcc does not. Legal where clang says that the two
differ: what compiles with nvcc includes that header nowhere, so that behind the macro nothing means its type. What
clang complains of is written before anything is translated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from retarget.source.text import Edit
from retarget.translation.file import File
from retarget.translation.hip.declarations import head
from retarget.translation.rule import rule

_REFUSED = re.compile("typedef redefinition with different types")
_STANDARD = re.compile(r"u?int(?:_least|_fast)?(?:8|16|32|64)_t|u?int(?:ptr|max)_t")


@rule("own-integers")
def own_integers(file: File) -> Iterator[Edit]:
    for _, _, span in file.complaints(_REFUSED):
        index = file.index_at(span.start)
        name, first = file.at(index), head(file, index)
        if not _STANDARD.fullmatch(name) or first is None or file.at(first) != "typedef":
            continue
        line = file.source.line_starts[file.source.position(file.code[first].start)[0] - 1]
        yield Edit(file.source.span(line, line), f"#define {name} own_{name}\n", "own-integers")
