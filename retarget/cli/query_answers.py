"""What `retarget query --json` prints; `answers.py` has the other commands."""

from __future__ import annotations

from msgspec import Struct


class Counterpart(Struct, frozen=True):
    """What a name, a header or a member of CUDA's becomes. kind: `function`, `type`, `header`, `member`, ...; status:
    `mapped`, `same`, `none`, or `unknown`; since: the release of HIP that has it, where the oldest supported one has
    not; support: the support header of ours that provides it; arguments: what calls need beside the name; near: known
    names that look like an unknown one; semantics: rows of docs/semantics.md."""

    name: str
    status: str
    kind: str = ""
    library: str = ""
    hip: str | None = None
    since: str | None = None
    support: str | None = None
    note: str | None = None
    arguments: tuple[str, ...] = ()
    semantics: tuple[str, ...] = ()
    near: tuple[str, ...] = ()


class Query(Struct, frozen=True):
    """`retarget query`."""

    found: tuple[Counterpart, ...]
    format: int = 1
