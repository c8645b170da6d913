"""fields: members of CUDA's structs that HIP's lack or call by another name.

    prop.deviceOverlap  -->  retarget_hip::device_overlap(prop)

Legal where clang says that the object is CUDA's struct. In text that clang does not see (a macro's body, an
inactive branch) a member of that name is warned of, and kept.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.source.text import Edit
from retarget.translation.file import File, Finding, Need
from retarget.translation.rule import Vocabulary, rule
from retarget.unit import Member
from retarget.unit.parse import Interest


def _asks(vocabulary: Vocabulary) -> Interest:
    return Interest(fields=frozenset(field for _, field in vocabulary.dialect.fields))


@rule("fields", "different", "no-field", asks=_asks)
def fields(file: File) -> Iterator[Finding]:
    seen = set()
    for member in file.unit.members:
        if member.name_span.path != file.source.path or not _is_users_text(file, member):
            continue
        seen.add(member.name_span.start)
        row = file.dialect.field(member.struct, member.field)
        if row is None:
            continue
        if (file.source.path, member.name_span.start) in file.unit.own:
            why = f"'{member.field}' is a member of '{row.struct}' in one use of this template, and the program's own"
            yield file.error("no-field", member.name_span, f"{why} in another: overload the function for CUDA's struct")
            continue
        struct = f"{file.dialect.target}'s '{row.struct}'"
        if not row.hip:
            why = f"{struct} has no member '{member.field}'{': ' + row.note if row.note else ''}"
            yield file.error("no-field", member.name_span, why)
        elif "{object}" in row.hip and _is_written(file, member):
            why = f"{struct} has no member '{member.field}' to write to: drop the assignment"
            yield file.error("no-field", member.name_span, why)
            continue
        elif "{object}" in row.hip:
            text = file.source[member.object]
            spelled = f"(*{text})" if member.is_arrow else text
            whole = file.source.span(member.object.start, member.name_span.end)
            yield Edit(whole, row.hip.replace("{object}", spelled), "fields")
        else:
            yield Edit(member.name_span, row.hip, "fields")
        if row.part:
            yield Need(row.part, member.name_span)
        if row.hip and row.note:
            yield file.note("different", member.name_span, f"'{member.field}': {row.note}")


def _is_users_text(file: File, member: Member) -> bool:
    """Whether it stands outside of the support headers that an earlier run put into the file."""
    index = file.index_at(member.name_span.start)
    return index < len(file.code) and file.code[index].start == member.name_span.start


_ASSIGNMENTS = frozenset({"=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "<<=", ">>=", "++", "--"})


def _is_written(file: File, member: Member) -> bool:
    after = file.index_at(member.name_span.end)
    before = file.index_at(member.object.start) - 1
    takes_address = file.at(before) == "&" and file.at(before - 1) in ("(", ",", "=", "return", ";", "{")
    return file.at(after) in _ASSIGNMENTS or file.at(before) in ("++", "--") or takes_address
