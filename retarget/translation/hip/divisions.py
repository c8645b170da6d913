"""integer-division: integer divisions and remainders by what may be 0.

A constant 0 is undefined on both machines: a warning. What is not proved to be another number is counted: NVIDIA's
machine gives all bits set, AMD's what its expansion leaves, and no program can count on either.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.analysis.ranges import is_integer
from retarget.source.text import Span
from retarget.translation.file import File, Finding, Met
from retarget.translation.hip.device_program import device_program
from retarget.translation.rule import rule, trees
from retarget.unit import Unit
from retarget.unit.tree import Kind, Node

RULE = "integer-division"
_DIVISIONS = frozenset({"/", "%", "/=", "%="})


@rule("integer-division", asks=trees)
def divisions(file: File) -> Iterator[Finding]:
    for span, outcome in file.unit.once(_divisions).items():
        if span.path != file.source.path:
            continue
        row = "integer-division-constant" if outcome == "warned" else "integer-division-by-zero"
        if outcome == "warned":
            yield file.warning(RULE, span, "an integer is divided by 0: undefined in CUDA and in HIP")
        if outcome != "harmless":
            yield Met(row, outcome, span)


def _divisions(unit: Unit) -> dict[Span, str]:
    """What comes of each, by its place: of several bodies what proves least."""
    found: dict[Span, str] = {}
    for flow in unit.once(device_program).flows.values() if unit.functions else ():
        for node, guards in flow.nodes:
            if not _is_division(node):
                continue
            by = flow.value(node.parts[1], guards)
            is_zero = by.low == by.high == 0 and not by.sources
            outcome = "warned" if is_zero else "none" if by.low <= 0 <= by.high else "harmless"
            if (node.span not in found or outcome != "harmless") and (is_zero or not _is_number(node.parts[1])):
                found[node.span] = outcome
    return found


def _is_division(node: Node) -> bool:
    if node.kind not in (Kind.BINARY, Kind.ASSIGN) or node.name not in _DIVISIONS or len(node.parts) != 2:
        return False
    return all(is_integer((p.casts or (p.type,))[-1].removeprefix("const ")) for p in node.parts)


def _is_number(divisor: Node) -> bool:
    return divisor.kind is Kind.LITERAL
