"""Components of `char1` to `char4` that are taken by reference or by address: `signed char` in CUDA, `char` in HIP."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from clang import cindex

from retarget.source.text import Span

MAY_NAME = re.compile(r"\bchar[1-4]\b")
_K, _T = cindex.CursorKind, cindex.TypeKind


@dataclass
class SignedChars:
    """The walk's finds. span: where a cursor stands in the user's files; text: that of a file by its path."""

    span: Callable[[cindex.Cursor], Span | None]
    text: Callable[[str], str]
    found: dict[Span, None] = field(default_factory=dict)

    def see(self, cursor: cindex.Cursor) -> None:
        if cursor.kind is _K.VAR_DECL and cursor.type.kind is _T.LVALUEREFERENCE:
            self._taken(list(cursor.get_children())[-1:])
        elif cursor.kind is _K.CALL_EXPR:
            self._taken([a for a in cursor.get_arguments() if a is not None])
        elif cursor.kind is _K.RETURN_STMT or (
            cursor.kind is _K.UNARY_OPERATOR and self._written(cursor).startswith("&")
        ):
            self._taken(list(cursor.get_children()))

    def _taken(self, operands: list[cindex.Cursor]) -> None:
        """Notes components among operands; one whose value is read has a conversion around it."""
        for operand in operands:
            while operand.kind is _K.PAREN_EXPR:
                operand = next(operand.get_children())
            if operand.kind is _K.CONDITIONAL_OPERATOR:
                self._taken(list(operand.get_children())[1:])
                continue
            target = operand.referenced if operand.kind is _K.MEMBER_REF_EXPR else None
            if target is None or target.semantic_parent is None:
                continue
            span = self.span(operand)
            is_component = MAY_NAME.fullmatch(target.semantic_parent.spelling) and target.spelling in "xyzw"
            if span and is_component and self._written(operand).endswith(target.spelling):
                self.found[span] = None

    def _written(self, cursor: cindex.Cursor) -> str:
        span = self.span(cursor)
        return self.text(span.path)[span.start : span.end] if span else ""
