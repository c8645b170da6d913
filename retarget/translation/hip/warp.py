"""warp: CUDA's warp stays a logical warp of 32 lanes, whatever the wavefront of the device is.

    any(x)    -->  warp32::any(x)   in device code: the votes as CUDA spelled them first

Legal where the name is CUDA's. The class of a fact says what counts in 32; what the logical warp does not make right is
warned of.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.analysis.definitions import definitions
from retarget.analysis.lane_values import unit_constants
from retarget.analysis.statements import code_of
from retarget.analysis.warp import warp_facts
from retarget.source.text import Diagnostic, Edit, Severity
from retarget.translation.file import File, Finding, Need
from retarget.translation.hip.warp_libraries import libraries
from retarget.translation.hip.warp_size import warp_size
from retarget.translation.hip.warp_synchronous import warp_synchronous
from retarget.translation.rule import Vocabulary, rule
from retarget.unit import Unit
from retarget.unit.parse import Interest

VOTES = frozenset({"any", "all"})


def _asks(vocabulary: Vocabulary) -> Interest:
    on_device = vocabulary.words & {"__global__", "__device__"}
    votes = VOTES & vocabulary.words if on_device else frozenset()
    return Interest(names=votes, calls=votes)


@rule("warp", asks=_asks)
def warp(file: File) -> Iterator[Finding]:
    yield from warp_size(file)
    if file.words & {"__global__", "__device__"}:
        yield from _votes(file)
        yield from _facts(file)
        yield from warp_synchronous(file)
        yield from libraries(file)


def _votes(file: File) -> Iterator[Finding]:
    calls = (c for c in file.unit.calls if c.name in VOTES and c.span.path == file.source.path)
    for start in sorted({c.span.start for c in calls if c.argument_types == ("bool",)}):
        token = file.code[file.index_at(start)]
        is_users = (file.source.path, start) in file.unit.own  # a namespace may have another of that name
        if token.start == start and token.text in VOTES and not is_users and file.on_device(start):
            span = file.source.span(start, token.end)
            yield Edit(span, f"warp32::{token.text}", "warp")
            yield Need("warp_votes", span)


def _facts(file: File) -> Iterator[Finding]:
    constants, masks = file.unit.once(unit_constants), file.unit.once(_masks)
    for fact in warp_facts(file.source.path, code_of(file.code), constants, masks):
        severity = Severity.NOTE if fact.certain else Severity.WARNING
        yield Diagnostic(f"warp-{fact.kind}", severity, fact.span, fact.reason, fact.related)


def _masks(unit: Unit) -> dict[str, str]:
    return {n.lower(): "".join(words).lower() for s in unit.sources for n, words in definitions(s.text)}
