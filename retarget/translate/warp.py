"""warp: CUDA's warp stays a logical warp of 32 lanes, whatever the wavefront of the device is.

    warpSize  -->  warp32::size
    any(x)    -->  warp32::any(x)   in device code: the votes as CUDA spelled them first

Legal where the name is CUDA's; the member of cudaDeviceProp is a field like any other where clang knows it. What
counts in 32 is told by its class; what the logical warp does not make right is warned of.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.analysis.definitions import definitions
from retarget.analysis.lanes import unit_constants
from retarget.analysis.statements import code_of
from retarget.analysis.warp import warp_facts
from retarget.lexer import NAME, Token
from retarget.text import Diagnostic, Edit, Severity
from retarget.translate.file import File, Finding, Need
from retarget.translate.warp_libraries import libraries
from retarget.translate.warp_synchronous import warp_synchronous
from retarget.unit import Unit

_ATTRIBUTES = ("cudaDevAttrWarpSize", "CU_DEVICE_ATTRIBUTE_WARP_SIZE", "hipDeviceAttributeWarpSize")
VOTES = frozenset({"any", "all"})


def warp(file: File) -> Iterator[Finding]:
    yield from _warp_size(file)
    yield from _attributes(file)
    if file.words & {"__global__", "__device__"}:
        yield from _votes(file)
        yield from _facts(file)
        yield from warp_synchronous(file)
        yield from libraries(file)


def _warp_size(file: File) -> Iterator[Finding]:
    places = list(file.named("warpSize"))
    members = {m.name_span.start for m in file.unit.members if m.name_span.path == file.source.path}
    is_shadowed = bool(places) and _is_declared(file)
    for index in places:
        token, before = file.code[index], file.at(index - 1)
        if file.is_users(token) or (is_shadowed and not _is_seen(file, token)):
            continue
        if before in (".", "->"):
            if token.start not in members:  # what clang knows for CUDA's is left to the fields
                yield _property(file, index)
        elif before != "::" or index < 2 or file.code[index - 2].kind != NAME:
            yield Edit(file.span(index), "warp32::size", "warp-size")
            yield Need("warp32", file.span(index))


def _votes(file: File) -> Iterator[Finding]:
    calls = (c for c in file.unit.calls if c.name in VOTES and c.span.path == file.source.path)
    for start in sorted({c.span.start for c in calls if c.argument_types == ("bool",)}):
        token = file.code[file.index_at(start)]
        is_users = (file.source.path, start) in file.unit.own  # a namespace may have another of that name
        if token.start == start and token.text in VOTES and not is_users and file.on_device(start):
            span = file.source.span(start, token.end)
            yield Edit(span, f"warp32::{token.text}", "warp")
            yield Need("warp32", span)


def _is_seen(file: File, token: Token) -> bool:
    """Whether clang would have said so if the name were the user's here."""
    return file.unit.parsed and not token.directive and not file.skipped(token.start)


def _is_declared(file: File) -> bool:
    """Whether the user has a variable or a member of that name somewhere in the unit."""
    sources = file.unit.by_path
    if any(p in sources and sources[p].text.startswith("warpSize", offset) for p, offset in file.unit.own):
        return True
    if file.unit.parsed:
        return False
    return any(
        file.code[i - 1].kind == NAME and file.at(i - 1) != "return" and file.at(i + 1) in ("=", ";", ",", ")", "{")
        for i in file.named("warpSize")
    )


def _property(file: File, index: int) -> Finding:
    told = "if this is the device's property, it answers with the wavefront, 64 on many AMD GPUs, while the kernels "
    where = "count in warps of 32: use 32 where both have to agree"
    return file.warning("warp-size", file.span(index), told + where)


def _attributes(file: File) -> Iterator[Finding]:
    for index in file.named(*_ATTRIBUTES, "HIPCUB_WARP_THREADS"):
        if not file.is_users(file.code[index]):
            told = "answers with the wavefront, 64 on many AMD GPUs, while the kernels count in warps of 32"
            yield file.warning("warp-size", file.span(index), f"this {told}: use 32 where both have to agree")


def _facts(file: File) -> Iterator[Finding]:
    constants, masks = file.unit.once(unit_constants), file.unit.once(_masks)
    for fact in warp_facts(file.source.path, code_of(file.code), constants, masks):
        severity = Severity.NOTE if fact.certain else Severity.WARNING
        yield Diagnostic(f"warp-{fact.kind}", severity, fact.span, fact.reason, fact.related)


def _masks(unit: Unit) -> dict[str, str]:
    return {n.lower(): "".join(words).lower() for s in unit.sources for n, words in definitions(s.text)}
