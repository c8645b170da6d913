"""`retarget query`: what becomes of a name, a header or a member of CUDA's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path

import click

from retarget.cli.query_answers import Counterpart, Query
from retarget.dialects import CallRule, Dialect, load
from retarget.system import exits, typed_json
from retarget.translation import semantics
from retarget.translation.hip.names import DROPPED

_MEMBER = re.compile(r"(\w+)(?:\.|->|::)(\w+)")
_STATUS = {"mapped": "", "same": "the same name in HIP", "none": "no counterpart in HIP", "unknown": "in no table"}


def run(asked: Sequence[str], maps: Sequence[str], as_json: bool) -> int:
    """Prints what is known of each; the exit code says whether all have a counterpart. Raises TableError."""
    dialect = load(user_maps=map(Path, maps))
    found = tuple(counterpart(name, dialect) for name in asked)
    if as_json:
        click.echo(typed_json.text(Query(found)))
    else:
        click.echo("\n\n".join("\n".join(_lines(one)) for one in found))
    return exits.OK if all(one.status in ("mapped", "same") for one in found) else exits.TRANSLATION


def counterpart(asked: str, dialect: Dialect) -> Counterpart:
    """asked: a name, `cub::BlockReduce`, a header's path, or `struct.member`."""
    name = asked.strip().strip("<>\"").removeprefix("::").removesuffix("()")
    kinds = (_name, _header, _member, _qualified)
    return next((found for kind in kinds if (found := kind(name, dialect))), None) or _unknown(name, dialect)


def _name(name: str, dialect: Dialect) -> Counterpart | None:
    row = dialect.name(name)
    if row is None:
        return None
    return Counterpart(
        name, row.status, row.kind, row.library, row.hip or None, row.since or None, row.part or None, row.note or None,
        arguments=tuple(_argument(rule) for rule in dialect.call(name)),
        semantics=tuple(r.name for r in semantics.rows() if name in r.uses),
    )  # fmt: skip


def _header(path: str, dialect: Dialect) -> Counterpart | None:
    row = dialect.include(path) if "." in path or "/" in path else None
    if row is None:
        return None
    status = "mapped" if row.hip or row.part else "none"
    return Counterpart(path, status, "header", "", row.hip or None, None, row.part or None, row.note or None)


def _member(name: str, dialect: Dialect) -> Counterpart | None:
    match = _MEMBER.fullmatch(name)
    row = dialect.field(match[1], match[2]) if match else None
    if match and row is None and (struct := dialect.name(match[1])) and struct.kind == "type":
        return Counterpart(name, "same", "member", struct.library, match[2])
    if row is None:
        return None
    status = "mapped" if row.hip else "none"
    return Counterpart(
        name, status, "member", "", row.hip or None, row.since or None, row.part or None, row.note or None
    )


def _qualified(name: str, dialect: Dialect) -> Counterpart | None:
    """What a namespace of CUDA's holds; what HIP's counterpart of it lacks has a row."""
    outer, _, rest = name.partition("::")
    row = dialect.name(outer)
    if not rest or row is None or row.kind != "namespace" or row.status == "none":
        return None
    hip = row.hip or row.cuda
    note = f"the tables list what {hip} lacks, and this is not among it"
    return Counterpart(name, "mapped", "member of a namespace", row.library, f"{hip}::{rest}", note=note)


def _unknown(name: str, dialect: Dialect) -> Counterpart:
    known = [*(n for table in dialect.tables for n in table.rows), *dialect.includes]
    library = dialect.looks_like_cuda(name) or ""
    return Counterpart(name, "unknown", "", library, near=tuple(get_close_matches(name, known, 3)))


def _argument(rule: CallRule) -> str:
    action, _, detail = rule.action.partition(":")
    what = {
        "symbol": "a variable is wrapped in HIP_SYMBOL",
        "funcptr": "a kernel is cast to const void*",
        "voidpp": "is cast to void**",
        "drop": f"is dropped where it is null; else an overload of retarget_hip/{detail}.h has it",
        "insert": f"{detail} is inserted in front of it",
        "default": f"{detail} where a call leaves it out",
        "part": f"an overload of retarget_hip/{detail}.h has it",
        "overload": f"calls that end before it use an overload of retarget_hip/{detail}.h",
    }.get(action, rule.action)
    return f"argument {rule.argument + 1}: {what}{f' ({rule.note})' if rule.note else ''}"


def _lines(found: Counterpart) -> Iterator[str]:
    becomes = "dropped" if found.hip == DROPPED else found.hip or ""
    told = _STATUS[found.status] or becomes or "provided by our support header"
    origin = ", ".join(x for x in (found.kind, found.library) if x)
    yield f"{found.name}: {told}{f'  ({origin})' if origin else ''}"
    if found.since:
        yield f"  since HIP {found.since}; before, our support header declares it or the call is an error there"
    if found.support:
        yield f"  provided by retarget_hip/{found.support}.h, which the output includes"
    yield from (f"  {argument}" for argument in found.arguments)
    if found.note:
        yield f"  {found.note}"
    yield from (f"  the machines differ: retarget --explain {row}" for row in found.semantics)
    if found.status == "unknown":
        looks = f"it looks like a name of {found.library}: " if found.library else ""
        yield f"  {looks}give its counterpart with --map"
    if found.near:
        yield f"  did you mean {', '.join(found.near)}?"
