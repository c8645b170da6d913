"""Components of `char1` to `char4` that are taken by reference or by address: `signed char` in CUDA, `char` in HIP."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from clang import cindex

from retarget.source.recent import mentioned
from retarget.source.text import Span
from retarget.unit.parse.kinds import CALL, CURSORS, MEMBER, RETURN, UNARY, VARIABLE, arguments, children

_NAME = re.compile(r"\bchar[1-4]\b")
may_name = mentioned(_NAME)
KINDS = (VARIABLE, CALL, RETURN, UNARY)  # of the cursors that it wants to see
_PAREN, _CONDITIONAL = CURSORS.PAREN_EXPR, CURSORS.CONDITIONAL_OPERATOR
_REFERENCE = cindex.TypeKind.LVALUEREFERENCE


@dataclass
class SignedChars:
    """The walk's finds. span: where a cursor stands in the user's files; text: that of a file by its path."""

    span: Callable[[cindex.Cursor], Span | None]
    text: Callable[[str], str]
    found: dict[Span, None] = field(default_factory=dict)

    def see(self, cursor: cindex.Cursor) -> None:
        kind = cursor._kind_id
        if kind == CALL:
            self._note_components(arguments(cursor))
        elif kind == VARIABLE:
            if cursor.type.kind is _REFERENCE:
                self._note_components(children(cursor)[-1:])
        elif kind == RETURN or self._written(cursor).startswith("&"):
            self._note_components(children(cursor))

    def _note_components(self, operands: list[cindex.Cursor]) -> None:
        """Notes components among operands; one whose value is read has a conversion around it."""
        for operand in operands:
            while operand._kind_id == _PAREN:
                operand = children(operand)[0]
            if operand._kind_id == _CONDITIONAL:
                self._note_components(children(operand)[1:])
                continue
            target = operand.referenced if operand._kind_id == MEMBER else None
            if target is None or target.semantic_parent is None:
                continue
            span = self.span(operand)
            is_component = _NAME.fullmatch(target.semantic_parent.spelling) and target.spelling in "xyzw"
            if span and is_component and self._written(operand).endswith(target.spelling):
                self.found[span] = None

    def _written(self, cursor: cindex.Cursor) -> str:
        span = self.span(cursor)
        return self.text(span.path)[span.start : span.end] if span else ""
