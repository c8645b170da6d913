"""Rows of fields.tsv: members of CUDA's structs that HIP's struct of the pair lacks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from retarget.dialects.derive.declared import Declared
from retarget.dialects.derive.packages import Packages
from retarget.dialects.derive.rows import NEW
from retarget.dialects.table import Name, StructMember, read_fields

PROPERTY = "retarget_hip::property::"
NONE = "HIP's struct has no such member: remove the access, or state the value for the device at hand."


def field_rows(packages: Packages, tables: Mapping[str, Sequence[Name]], listed: Path) -> list[StructMember]:
    """Missing members, each with what the hand-written list has for it."""
    rows = {(row.struct, row.field): row for row in read_fields(listed)}
    for name in (*tables["runtime"], *tables["driver"]):
        if name.hip and name.kind == "type":
            for row in _missing(packages, name):
                rows.setdefault((row.struct, row.field), row)
    return list(rows.values())


def _missing(packages: Packages, name: Name) -> list[StructMember]:
    declared = packages.cuda.get(name.cuda)
    old = _members(packages.hip_old, name.hip)
    new = _members(packages.hip_new, name.hip)
    if declared is None or (not old and not new):
        return []
    members = [m for m in declared.members if m.isidentifier() and not m.startswith("reserved")]
    return [_row(packages, name.cuda, member, new) for member in members if member not in (old or new)]


def _row(packages: Packages, struct: str, member: str, new: tuple[str, ...]) -> StructMember:
    accessor = packages.support.get(f"{PROPERTY}{member}")
    if struct == "cudaDeviceProp" and accessor:
        part = accessor.header.removesuffix(".h")
        return StructMember(struct, member, f"{PROPERTY}{member}({{object}})", "", part, "")
    return (
        StructMember(struct, member, member, NEW, "", "")
        if member in new
        else StructMember(struct, member, "", "", "", NONE)
    )


def _members(names: Mapping[str, Declared], struct: str) -> tuple[str, ...]:
    """Members of a struct; HIP 6 and later name the current layout of hipDeviceProp_t by a macro."""
    spellings = (names[name] for name in (struct, f"{struct}R0600") if name in names)
    return next((declared.members for declared in spellings if declared.members), ())
