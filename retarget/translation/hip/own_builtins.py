"""own-builtins: functions of the program's by names that clang knows as builtins.

    static uint64_t __rdtsc() { ... }   -->   #define __rdtsc own_rdtsc
                                              static uint64_t __rdtsc() { ... }

The host compilers of nvcc declare such names in headers alone, which the program does not include. clang refuses a
function of that name. The macro gives it another one, there and where it is used behind that.

Legal where clang says so of a function with internal linkage. What clang complains of is written before anything is
translated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from retarget.source.text import Edit
from retarget.translation.file import File
from retarget.translation.hip.declarations import head
from retarget.translation.rule import rule

_REFUSED = re.compile(r"static declaration of '(\w+)' follows non-static declaration")


@rule("own-builtins")
def own_builtins(file: File) -> Iterator[Edit]:
    done: set[str] = set()
    for match, complaint, span in file.complaints(_REFUSED):
        if match[1] in done:
            continue
        if not any(r.message.startswith(f"'{match[1]}' is a builtin") for r in complaint.related):
            continue
        start = head(file, file.index_at(span.start))
        if start is None or not file.source.text.startswith(match[1], span.start):
            continue
        done.add(match[1])
        line = file.source.line_starts[file.source.position(file.code[start].start)[0] - 1]
        text = f"#define {match[1]} own_{match[1].lstrip('_')}\n"
        yield Edit(file.source.span(line, line), text, "own-builtins")
