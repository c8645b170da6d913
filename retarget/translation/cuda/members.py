"""members: those that CUDA dropped, where clang did not find them or does not look.

    attributes.memoryType                            -->  attributes.type
    #define SHOW(p) printf("%d", p.clockRate)        -->  (the same, with a warning)

Legal where clang complains that CUDA's struct has no such member. What is written in macros and in branches that are
not compiled has no type here: a name that only CUDA's struct is known to have is warned of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from retarget.source.text import Edit
from retarget.translation.file import File, Finding
from retarget.translation.rule import rule

RULE = "no-field"
_COMPLAINT = re.compile(r"no member named '(\w+)' in '(?:struct )?(\w+)'")


@rule("members", "no-field")
def members(file: File) -> Iterator[Finding]:
    seen = {m.name_span.start for m in file.unit.members if m.name_span.path == file.source.path}
    for complaint in file.unit.errors:
        found = _COMPLAINT.match(complaint.message)
        if not found or complaint.span is None or complaint.span.path != file.source.path:
            continue
        row = file.dialect.field(found.group(2), found.group(1))
        index = file.index_at(complaint.span.start)
        if row is None or file.at(index) != row.field:
            continue
        seen.add(file.code[index].start)
        if row.hip and "{object}" not in row.hip:
            yield Edit(file.span(index), row.hip, "members")
        else:
            why = f"{file.dialect.target}'s '{row.struct}' has no member '{row.field}': {row.note}"
            yield file.error(RULE, file.span(index), why)
    yield from _unseen(file, seen)


def _unseen(file: File, seen: set[int]) -> Iterator[Finding]:
    structs = {name: struct for struct, name in file.dialect.fields}
    for index in file.named(*structs):
        token = file.code[index]
        if token.start in seen or file.is_users(token) or file.at(index - 1) not in (".", "->"):
            continue
        why = f"'{token.text}' is no member of {file.dialect.target}'s '{structs[token.text]}', and stays: "
        yield file.warning(RULE, file.span(index), why + "clang does not tell whose it is here")
