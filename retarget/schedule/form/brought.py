"""Types and constants of a kernel's own that its shared memory is declared with: they stand in front of it.

    typedef float cell; const int n = 32;           typedef float cell; const int n = 32;
    ...                                      -->    __shared__ cell tile[n];
    __shared__ cell tile[n];                        ...

Legal, as they are the same for all instances and hide nothing there: what such a declaration names itself is a type or
a constant too.
"""

from __future__ import annotations

from collections.abc import Sequence

from retarget.schedule.form.quote import Quote
from retarget.schedule.refusal import Unsuited
from retarget.source.brackets import turn
from retarget.source.lexer import COMMENT, NAME, Token, tokens
from retarget.unit.tree import Function, Kind, Node, Storage

_CONSTANT = frozenset({"const", "constexpr"})
_INTRODUCING = frozenset({"using", "struct", "class", "union", "enum", "static", "const", "constexpr", "alignas"})
_MEMBERS = frozenset({"::", ".", "->"})


def brought(function: Function, shared: Sequence[Node], quote: Quote, hidden: frozenset[str]) -> tuple[Node, ...]:
    """The declarations, in their order, that declarations of shared memory need. hidden: names that mean something else
    elsewhere in the kernel. Raises Unsuited."""
    listed = [n for n in function.body.of(Kind.DECLARE) if n.parts and n not in shared]
    names = [(n, _declared(n, function, quote)) for n in listed]
    found: dict[Node, None] = {}

    def bring(user: Node, own: frozenset[str]) -> None:
        for word in sorted(_words(user, quote) - own):
            by = [(n, declares) for n, declares in names if word in declares and n is not user]
            if not by:
                continue
            node, declares = by[0]
            if len(by) > 1 or node.span.start > user.span.start or not _is_constant(node, quote):
                raise Unsuited(user.span, f"this declaration uses '{word}', which is no constant of the kernel")
            if seen := declares & hidden:
                why = f"this declaration uses '{word}', in front of which '{min(seen)}' means something else"
                raise Unsuited(user.span, why)
            if node not in found:
                bring(node, declares)
                found[node] = None

    for node in shared:
        if _is_type(node):
            raise Unsuited(node.span, "the type of this shared memory is declared with it, and not by itself")
        bring(node, frozenset(function.variables[v.variable].name for v in node.parts))
    return tuple(sorted(found, key=lambda n: n.span.start))


def _declared(node: Node, function: Function, quote: Quote) -> frozenset[str]:
    """The names that a declaration declares."""
    own = (function.variables.get(p.variable) for p in node.parts)
    names = frozenset(v.name for v in own if v and v.storage not in (Storage.SHARED, Storage.DYNAMIC))
    return names | (_types(_code(node, quote)) if _is_type(node) else frozenset())


def _types(listed: Sequence[Token]) -> frozenset[str]:
    """The types that a declaration declares, and the enumerators."""
    depth, before, found = 0, "", list[tuple[int, str, str]]()  # how deep in brackets a name stands, behind what
    for token in listed:
        depth += turn(token.text)
        if token.kind == NAME:
            found.append((depth, before, token.text))
        before = token.text
    top = [name for deep, _, name in found if not deep]
    if top[:1] == ["typedef"]:
        return frozenset(top[-1:])
    named = next((name for name in top if name not in _INTRODUCING), "")
    listed_in_it = {name for deep, behind, name in found if deep == 1 and behind in ("{", ",")}
    return frozenset({named} | (listed_in_it if "enum" in top else set())) - {""}


def _is_type(node: Node) -> bool:
    return any(p.kind is Kind.OTHER for p in node.parts)


def _is_constant(node: Node, quote: Quote) -> bool:
    return _is_type(node) or bool(_CONSTANT & _words(node, quote))


def _words(node: Node, quote: Quote) -> frozenset[str]:
    """The names in a declaration that may be the kernel's own."""
    listed = _code(node, quote)
    return frozenset(t.text for t, b in zip(listed, [None, *listed], strict=False) if t.kind == NAME
                     and not (b and b.text in _MEMBERS))  # fmt: skip


def _code(node: Node, quote: Quote) -> list[Token]:
    return [t for t in tokens(quote.text(node.span.start, quote.end(node))) if t.kind != COMMENT]
