"""Explicit instantiations of class templates, ahead of definitions of the templates' members."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from clang import cindex

from retarget.source.recent import mentioned
from retarget.source.text import Span
from retarget.unit import EarlyInstantiation
from retarget.unit.parse.kinds import CURSORS, FUNCTIONS, SCOPES, VARIABLE, children, identity, library

_TEMPLATES = frozenset({CURSORS.CLASS_TEMPLATE, CURSORS.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION})
_CLASSES = frozenset({CURSORS.STRUCT_DECL, CURSORS.CLASS_DECL, CURSORS.UNION_DECL})
_SPECIALISED = re.compile(r"template\s*<|extern\b")
may_instantiate = mentioned(re.compile(r"\btemplate\s+(?:class|struct|union)\b"))


class EarlyInstantiations:
    """span: of a cursor; text: of a file by its path."""

    def __init__(self, span: Callable[[cindex.Cursor], Span | None], text: Callable[[str], str]) -> None:
        self._span, self._text = span, text

    def of(self, users: Iterable[cindex.Cursor]) -> list[EarlyInstantiation]:
        """Those of a unit, whose declarations at the top these are, in order."""
        waiting: dict[str, list[EarlyInstantiation]] = {}  # by the identity of their templates
        found: list[EarlyInstantiation] = []
        for cursor, namespaces in _declarations(users, ()):
            if cursor._kind_id in _CLASSES:
                template, span = _template(cursor), self._span(cursor)
                if template is not None and span and not _SPECIALISED.match(self._text(span.path)[span.start :]):
                    waiting.setdefault(identity(template), []).append(EarlyInstantiation(span, namespaces))
            elif waiting and cursor.is_definition():
                found += (early for owner in _owners(cursor) for early in waiting.pop(identity(owner), ()))
        return found


def _declarations(
    cursors: Iterable[cindex.Cursor], namespaces: tuple[str, ...]
) -> Iterator[tuple[cindex.Cursor, tuple[str, ...]]]:
    """Classes, functions and variables with the namespaces around them."""
    for cursor in cursors:
        kind = cursor._kind_id
        if kind in SCOPES:
            inner = (*namespaces, cursor.spelling) if kind == CURSORS.NAMESPACE else namespaces
            yield from _declarations(children(cursor), inner)
        elif kind in _CLASSES or kind in FUNCTIONS or kind == VARIABLE:
            yield cursor, namespaces


def _template(cursor: cindex.Cursor) -> cindex.Cursor | None:
    """What a class is made of."""
    found = library().clang_getSpecializedCursorTemplate(cursor)
    if found is None or found.kind.is_invalid():
        return None
    found._tu = cursor._tu
    return found


def _owners(member: cindex.Cursor) -> Iterator[cindex.Cursor]:
    """The class templates that a definition outside of its class belongs to."""
    owner = member.semantic_parent
    while owner is not None and owner != member.lexical_parent and owner.kind.is_declaration():
        if owner._kind_id in _TEMPLATES:
            yield owner
        owner = owner.semantic_parent
