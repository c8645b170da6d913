"""The device functions of a unit as one program, for the rules that ask what values and lanes there are."""

from __future__ import annotations

from itertools import pairwise

from retarget.analysis.integer_values import DeviceProgram
from retarget.analysis.lane_values import unit_constants
from retarget.source.lexer import NAME
from retarget.source.text import Cover
from retarget.translation.file import users_code
from retarget.unit import Unit

_AFTER_A_FUNCTION = frozenset({"(", "<", ",", ")", ">", "}"})


def device_program(unit: Unit) -> DeviceProgram:
    """To be asked for by way of `unit.once`."""
    return DeviceProgram(unit.functions, _blocks(unit), unit.once(unit_constants), _used_elsewhere(unit))


def _blocks(unit: Unit) -> dict[str, tuple[int, int, int]]:
    """The largest extents of a kernel's blocks, where all launches of the unit have constant ones."""
    listed: dict[str, list[tuple[int, int, int] | None]] = {}
    for launch in unit.launches:
        listed.setdefault(launch.kernel, []).append(launch.block)
    found = {}
    for kernel, blocks in listed.items():
        known = [b for b in blocks if b]
        if len(known) == len(blocks):
            found[kernel] = (max(b[0] for b in known), max(b[1] for b in known), max(b[2] for b in known))
    return found


def _used_elsewhere(unit: Unit) -> frozenset[str]:
    """Device functions that are called, or handed on, outside of device functions: in host code, lambdas, macros."""
    names = {f.name for f in unit.functions if not f.is_kernel}
    inside = Cover(unit.device_spans)
    found: set[str] = set()
    for source in unit.sources:
        for token, after in pairwise(users_code(source.text)):
            is_name = token.kind == NAME and token.text in names and after.text in _AFTER_A_FUNCTION
            if is_name and not inside.has(source.path, token.start):
                found.add(token.text)
    return frozenset(found)
