"""Index variables whose values instances can take from the first one's.

    pos = i + nx * j      -->      instance > 0:  pos = pos_[0] + (blockIdx.y - first blockIdx.y) * nx

A variable is one of these where it is an integer of 32 bits or more, has one assignment, indexes a load, and its
stride along every coarsened axis is a polynomial that all instances share, of names that are known where it is
declared. One of 64 bits has to be made of numbers that do not wrap, and so have its strides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from retarget.analysis.dependence import Axes
from retarget.schedule.form.factors import AXES
from retarget.schedule.form.subject import Subject
from retarget.unit.tree import Kind, Storage

if TYPE_CHECKING:
    from retarget.analysis.strides import Strides


def shared_strides(subject: Subject, axes: Axes) -> dict[str, dict[str, str]]:
    """By variable (key) and axis: the stride, as text."""
    from retarget.analysis.strides import Strides, is_integer  # noqa: PLC0415  (symbolic algebra is slow to import)

    strides = Strides(subject.function, subject.dependence, subject.effects)
    found = {}
    for key in sorted(_indexing(subject)):
        variable = subject.function.variables.get(key)
        if variable is None or variable.storage is not Storage.LOCAL or not is_integer(variable.canonical):
            continue
        if key in strides.once and subject.dependence.variables.get(key, frozenset()) & axes:
            made = _along(strides, subject, key, axes)
            if made:
                found[key] = made
    return found


def _along(strides: Strides, subject: Subject, key: str, axes: Axes) -> dict[str, str]:
    value = strides.value(strides.once[key])
    if value is None or not strides.is_exact(key):
        return {}
    made: dict[str, str] = {}
    for axis in sorted(axes):
        slope = strides.stride(value, axis)
        if slope is None or strides.axes(slope) & axes or (strides.is_wide(key) and strides.can_wrap(slope)):
            return {}
        text = strides.text(slope) if slope != 0 else ""
        if text is None or not all(_is_known(subject, k, key) for k in strides.keys(slope)):
            return {}
        if text:
            made[axis] = text
    return made


def _is_known(subject: Subject, name: str, where: str) -> bool:
    """Whether a name of a stride stands for the same thing where a variable is declared."""
    variables = subject.function.variables
    if (variables[name].name if name in variables else name) in subject.hidden.names:
        return False
    if name not in variables:
        return True  # a built-in, or a parameter of the template
    if variables[name].storage is not Storage.LOCAL:
        return True
    outer = {v.variable for s in subject.function.body.parts if s.kind is Kind.DECLARE for v in s.parts}
    return name in outer and variables[name].name_start < variables[where].name_start


def _indexing(subject: Subject) -> set[str]:
    """Variables that stand in the subscript of a load."""
    loads = [n for n in subject.done.loads if n.kind is Kind.INDEX]
    return {name.variable for n in loads for name in n.parts[1].of(Kind.NAME)}


def neighbours(subject: Subject) -> tuple[int, int, int]:
    """By axis, how many loads lie side by side in memory for threads that are side by side along it."""
    from retarget.analysis.strides import Strides  # noqa: PLC0415  (symbolic algebra is slow to import)

    strides = Strides(subject.function, subject.dependence, subject.effects)
    found = (strides.value(n.parts[1]) for n in subject.done.loads if n.kind is Kind.INDEX)
    values = [v for v in found if v is not None]
    x, y, z = (sum(strides.stride(v, f"threadIdx.{a}") == 1 for v in values) for a in AXES)
    return x, y, z
