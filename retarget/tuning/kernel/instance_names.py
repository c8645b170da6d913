"""Instances of a kernel's template, as launches spell them: for messages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from retarget.unit import Unit

_HEAD = re.compile(r"\btemplate\s*<([^{};()]*?)>")
_INSTANCE = re.compile(r"(\w+)\s*(<.*>)\s*<<<", re.DOTALL)


def instances(units: Sequence[Unit], usr: str) -> tuple[str, ...]:
    """`name<arguments>` of the launches that give arguments which are no parameters of a template themselves."""
    return tuple(dict.fromkeys(found for unit in units for found in _spelled(unit, usr)))


def _spelled(unit: Unit, usr: str) -> Iterator[str]:
    for launch in unit.launches:
        source = unit.by_path.get(launch.span.path)
        if launch.kernel == usr and source:
            spelled = _INSTANCE.search(source.text[launch.span.start : launch.span.end])
            if spelled and not _parameters(source.text) & set(re.findall(r"\w+", spelled[2])):
                yield spelled[1] + " ".join(spelled[2].split())


def _parameters(text: str) -> set[str]:
    """The names that heads of templates declare."""
    declared = (part.partition("=")[0].split() for head in _HEAD.findall(text) for part in head.split(","))
    return {words[-1].lstrip(".") for words in declared if len(words) > 1}
