"""newer-names: names that a library has gained since a program was written.

    using namespace cub;                         the same
    d = Difference(x, y);                   -->  d = ::Difference(x, y);

CUB and Thrust have names that they had not in the release that the program is for, and so have HIP's in their place.
Beside `using namespace`, the program's own name is then ambiguous.

Legal where clang says so, and one of the candidates is the program's: with the library's name there at the time, the
program would not have been compiled. What clang complains of is written before anything is translated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from retarget.source.text import Diagnostic, Edit
from retarget.translation.file import File
from retarget.translation.rule import rule

_AMBIGUOUS = re.compile(r"reference to '(\w+)' is ambiguous")
_CANDIDATE = re.compile(r"candidate found by name lookup is '([\w:]+)'")


@rule("newer-names")
def newer_names(file: File) -> Iterator[Edit]:
    done: set[int] = set()
    for match, complaint, span in file.complaints(_AMBIGUOUS):
        if span.start in done:
            continue
        own = _own(file, complaint)
        is_written = file.source.text.startswith(match[1], span.start)
        if len(own) == 1 and is_written and file.at(file.index_at(span.start) - 1) != "::":
            done.add(span.start)
            place = file.source.span(span.start, span.start)
            yield Edit(place, f"::{own.pop().removesuffix(match[1])}", "newer-names")


def _own(file: File, complaint: Diagnostic) -> set[str]:
    """The candidates that the program declares, where a library declares another."""
    found = {m[1] for r in complaint.related if r.span.path in file.unit.by_path and (m := _CANDIDATE.match(r.message))}
    return {name for name in found if not name.startswith(("cub::", "thrust::", "cuda::"))}
