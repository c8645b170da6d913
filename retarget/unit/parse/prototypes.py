"""What one declaration of a kernel says that another may not: default arguments, and the template's."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from clang import cindex

from retarget.source.lexer import parted_at_default
from retarget.source.text import Span
from retarget.unit.parse.kinds import TEMPLATE_PARAMETERS, children
from retarget.unit.parse.places import Places
from retarget.unit.parse.scopes import template_head

_PARAMETER = cindex.CursorKind.PARM_DECL.value


class Prototype(NamedTuple):
    """defaults: of each parameter, with its `=`; template: `template <...>`, none where a macro brings some of it."""

    defaults: tuple[str, ...]
    template: str
    template_names: tuple[str, ...]


def declared(function: cindex.Cursor, span: Span, places: Places, text: Callable[[str], str]) -> Prototype:
    """text: of a file, by its path."""
    spans = (places.span(c) for c in children(function) if c._kind_id == _PARAMETER)
    defaults = tuple(parted_at_default(text(s.path)[s.start : s.end] if s else "")[1] for s in spans)
    whole, listed = text(span.path), [c for c in children(function) if c._kind_id in TEMPLATE_PARAMETERS]
    head = template_head(span, whole) if listed and whole.startswith("template", span.start) else None
    if head is None:
        return Prototype(defaults, "", ())
    return Prototype(defaults, whole[head.start : head.end], tuple(c.spelling for c in listed))
