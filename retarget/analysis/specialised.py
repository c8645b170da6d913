"""Explicit specialisations: of function templates, and of the members of class templates."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

from msgspec import Struct

from retarget.unit.tree import Function

USR_NAME = re.compile(r"@FT?@")  # stands in clang's identity of a function between its scope and its name
_WORDS = re.compile(r"@(\w+)")


class Specialisations(Struct, frozen=True, dict=True):
    """Among functions by clang's identity."""

    functions: Mapping[str, Function]

    def of(self, function: Function) -> tuple[Function, ...]:
        """The explicit specialisations of a function template, or of a member of a class template."""
        around = USR_NAME.split(function.usr)[0]
        named = self.named(function.name) if function.template else ()
        found = [f for f in named if f.usr.startswith(f"{around}@F@{function.name}<")]
        if "@ST>" in around or "@SP>" in around:
            classes = tuple(f"@S@{name}>" for name in _WORDS.findall(around))
            alike = (f for f in self._members.get(_of_class(function), ()) if f.name_span != function.name_span)
            found += (f for f in alike if any(c in f.usr for c in classes))
        return tuple(found)

    def named(self, name: str) -> tuple[Function, ...]:
        """All functions of a name."""
        return self._by_names.get(name, ())

    @cached_property
    def _by_names(self) -> Mapping[str, tuple[Function, ...]]:
        return _grouped(self.functions.values(), lambda function: function.name)

    @cached_property
    def _members(self) -> Mapping[str, tuple[Function, ...]]:
        return _grouped((f for f in self.functions.values() if f.is_member), _of_class)


def _grouped(functions: Iterable[Function], key: Callable[[Function], str]) -> Mapping[str, tuple[Function, ...]]:
    found: dict[str, list[Function]] = {}
    for function in functions:
        found.setdefault(key(function), []).append(function)
    return {name: tuple(several) for name, several in found.items()}


def is_constructor(member: Function) -> bool:
    """Whether a member has the name of a class around it."""
    return member.name.partition("<")[0] in _WORDS.findall(USR_NAME.split(member.usr)[0])


def _of_class(member: Function) -> str:
    """A member's name without arguments of its class, or a type that it converts to."""
    if not member.name.startswith("operator"):
        return member.name.partition("<")[0]
    is_conversion = member.name.startswith("operator ") and member.name.split()[1] not in ("new", "delete")
    return "operator " if is_conversion else member.name
