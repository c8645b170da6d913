"""Calls of device functions that hold barriers, replaced by the functions' bodies, in a text that only the coarsened
kernel is made of.

    x = sum_of_block(v, s);      -->      float result_1; { float a = v; float* s_1 = s; ...body...; result_1 = a; }
                                          x = result_1;

Legal: the call is a statement, the right-hand side of one, or initialises the variable of one; the function is not
recursive, and returns at its end only; what it names means the same in the kernel. Arguments are evaluated once, in
front of the body.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from retarget.analysis.effects import EffectsOf
from retarget.granularity.captured import Inlined, Texts
from retarget.granularity.expanding import macros_of
from retarget.granularity.quote import Quote, called_name
from retarget.granularity.refusal import RULE, Unsuited
from retarget.lexer import NAME, tokens
from retarget.text import Edit
from retarget.tree import STATEMENTS, Function, Kind, Node, Storage
from retarget.unit import Unit

_OWN = (Storage.PARAMETER, Storage.LOCAL, Storage.SHARED, Storage.DYNAMIC)
_BARE = re.compile(r"^(?:const )?(\w+)(?: const)?\s*[*&]*$")


@dataclass(frozen=True)
class _Site:
    """A statement that is, or is made of, a call."""

    statement: Node
    call: Node


def inlining(unit: Unit, function: Function, effects: EffectsOf) -> tuple[Edit, ...]:
    """Edits of the unit's text that inline each call with a barrier into a kernel; none where it has no such call.
    Raises Unsuited."""
    return tuple(e for _, edits in _all(unit, function, effects) for e in edits)


def meaning(before: tuple[Unit, Function, EffectsOf], after: tuple[Unit, Function], edits: Sequence[Edit]) -> None:
    """Raises Unsuited where a name of what such edits of a kernel inlined, among others of its text, means something
    else there."""
    unit, function, effects = before
    own = [
        Inlined(s.call, f := effects.functions[s.call.callee], _renamed(function, f, number), text[0])
        for number, (s, text) in enumerate(_all(unit, function, effects), 1)
    ]
    functions = {f.usr: f for f in after[0].functions}
    texts = Texts(function, after[1], unit.by_path[function.span.path], edits, functions)
    if found := texts.captured(own):
        call, name = found
        raise Unsuited(call.span, f"'{call.name}' holds a barrier, and '{name}' means something else here")


def _all(unit: Unit, function: Function, effects: EffectsOf) -> Iterator[tuple[_Site, list[Edit]]]:
    for number, site in enumerate(_sites(function.body, effects), 1):
        yield site, list(_inlined(unit, function, effects.functions[site.call.callee], site, number))


def has_inner_barrier(call: Node, effects: EffectsOf) -> bool:
    inner = effects.functions.get(call.callee)
    if call.kind is not Kind.CALL or inner is None:
        return False
    done = effects.function(inner)
    return bool(done.barriers or done.votes) and not done.recursion


def _sites(node: Node, effects: EffectsOf) -> Iterator[_Site]:
    for part in node.parts:
        calls = [c for c in part.of(Kind.CALL) if has_inner_barrier(c, effects)]
        if not calls:
            continue
        if part.kind in STATEMENTS and part.kind is not Kind.DECLARE:
            yield from _sites(part, effects)
        elif _is_made_of(part, calls[0]):
            yield _Site(part, calls[0])
        else:
            raise Unsuited(
                calls[0].span, f"'{calls[0].name}' holds a barrier, and its call is part of a larger expression"
            )


def _is_made_of(statement: Node, call: Node) -> bool:
    if statement.kind is Kind.DECLARE:
        return len(statement.parts) == 1 and statement.parts[0].parts[:1] == (call,)
    return statement is call or (statement.kind is Kind.ASSIGN and statement.parts[1] is call)


def _inlined(unit: Unit, kernel: Function, inner: Function, site: _Site, number: int) -> Iterator[Edit]:
    call, source = site.call, unit.by_path[kernel.span.path]
    if inner.is_member or len(call.parts) != len(inner.parameters):
        raise Unsuited(call.span, f"'{inner.name}' holds a barrier, and cannot be inlined here")
    if not inner.is_written:
        raise Unsuited(call.span, f"'{inner.name}' holds a barrier, and a macro spells it")
    returns = list(inner.body.of(Kind.RETURN))
    last = inner.body.parts[-1] if inner.body.parts else None
    if any(r is not last for r in returns):
        raise Unsuited(returns[0].span, f"'{inner.name}' holds a barrier, and returns before its end")
    own, quote = (Quote(s, unit.left_out_of_bodies) for s in (unit.by_path[inner.span.path], source))
    if not called_name(call, source.text) or call.name in unit.once(macros_of):
        raise Unsuited(call.span, f"'{inner.name}' holds a barrier, and this call of it is not written as one")
    given = _template_arguments(unit, inner, call) | _renamed(kernel, inner, number)

    def named(text: str) -> str:
        return _substituted(text, given)

    result = f"result_{number}"
    lines = []
    if inner.result != "void":
        lines.append(f"{named(inner.result)} {result};")
    lines.append("{")
    for span, argument in zip(inner.parameter_spans, call.parts, strict=True):
        declared = named(own.text(span.start, span.end)).partition("=")[0].strip()
        lines.append(f"{declared} = {quote.text(argument.outer.start, argument.outer.end)};")
    for node in inner.body.parts:
        if node.kind is Kind.RETURN:
            value = own.text(node.parts[0].outer.start, node.parts[0].outer.end) if node.parts else ""
            lines += [f"{result} = {named(value)};"] if value else []
        else:
            lines += own.leading(node.span.start)
            lines += [named(l) for l in own.dedented(node.span.start, own.end(node))]
    lines.append("}")
    start, end = site.statement.span.start, quote.end(site.statement)
    if site.statement is call:
        yield Edit(source.span(start, end), "{\n" + "\n".join(lines) + "\n}", RULE)
    elif site.statement.kind is Kind.DECLARE:
        yield Edit(source.span(start, start), "\n".join(lines) + "\n", RULE)
        yield Edit(source.span(call.span.start, call.span.end), result, RULE)
    else:
        yield Edit(source.span(start, start), "{\n" + "\n".join(lines) + "\n", RULE)
        yield Edit(source.span(call.span.start, call.span.end), result, RULE)
        yield Edit(source.span(end, end), "\n}", RULE)


def _renamed(kernel: Function, inner: Function, number: int) -> dict[str, str]:
    """The names that variables of a function get where the kernel has theirs."""
    taken = {v.name for v in kernel.variables.values()}
    return {v.name: f"{v.name}_{number}" for v in inner.variables.values() if v.name in taken and v.storage in _OWN}


def _template_arguments(unit: Unit, inner: Function, call: Node) -> dict[str, str]:
    """The texts that stand for a function's template parameters: those that the call gives, and types of arguments."""
    text = unit.text(call.span)
    given = re.match(rf"[\w:]*{re.escape(inner.name)}\s*<(.*?)>\s*\(", text, re.DOTALL)
    explicit = [p.strip() for p in given[1].split(",")] if given else []
    found = dict(zip(inner.template_names, explicit, strict=False))
    for parameter, argument in zip(inner.parameters, call.parts, strict=True):
        bare = _BARE.match(parameter.type)
        if bare and bare[1] in inner.template_names and bare[1] not in found:
            spelled = argument.spelled.removeprefix("const ").rstrip("*& ").partition("[")[0].strip()
            if spelled and "dependent" not in spelled and "auto" not in spelled:
                found[bare[1]] = spelled
    missing = [t for t in inner.template_names if t not in found]
    if missing:
        raise Unsuited(
            call.span, f"'{inner.name}' holds a barrier, and its template argument {missing[0]} is not written here"
        )
    return found


def _substituted(text: str, given: Mapping[str, str]) -> str:
    """A text with names replaced by others, on tokens."""
    if not given:
        return text
    parts, at, before = [], 0, ""
    for token in tokens(text):
        is_name = token.kind == NAME and token.text in given and before not in (".", "->", "::")
        before = token.text
        if is_name:
            parts += [text[at : token.start], given[token.text]]
            at = token.end
    return "".join([*parts, text[at:]])
