"""Memory that a device function declares for itself, of which there is one wherever the function is called: its static
shared memory, one for each block, and what else is `static`, one for the program.

    __device__ int sum(int v) { __shared__ int s[64]; ... }         __shared__ int s_sum_kept[64];
    ... sum(a) ... sum(b) ...                                 -->   ... { ...text of sum... } ... { ...text of sum... }

Shared memory of a function that is inlined at several places stands once, at the kernel's top, in a text that only the
coarsened kernel is made of. A template has one for each list of arguments.

Legal: the declaration names nothing of the function's own; the template's arguments are spelled alike at all calls, or
are types of the language, classes of a name that no other one has, and whole numbers. What else is `static` has no
copies.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from retarget.analysis.effects import EffectsOf
from retarget.schedule.form.quote import Quote, Replacement
from retarget.schedule.refusal import Unsuited
from retarget.source.lexer import code
from retarget.source.text import Related, Span
from retarget.unit.tree import Function, Kind, Node, Storage, Variable

_LANGUAGE = re.compile(r"-?\d+|(?:(?:unsigned|signed|char|short|int|long|float|double|bool)\s*)+")
_CONSTANT = re.compile(r"const [^*&\[]*(\[\d*\])*|.*\*\s*const(\[\d*\])*")  # as clang spells types
_OTHERS = re.compile(r"\W+")

Lists = Mapping[str, frozenset[tuple[str, ...]]]
"""By identity of a function, the lists of template arguments, as text, that a kernel calls it with."""


def statics(functions: Sequence[Function]) -> Iterator[Span]:
    """Where functions declare what they keep from one call to the next, without constants."""
    for function in functions:
        for variable in function.variables.values():
            is_own = variable.storage is Storage.GLOBAL and _is_inside(variable.span, function.span)
            if is_own and not _CONSTANT.fullmatch(variable.canonical):
                yield variable.span


def of_lambdas(function: Function) -> Iterator[Span]:
    """Where lambdas of a function declare shared memory."""
    for made in function.body.of(Kind.LAMBDA):
        for node in made.of(Kind.VARIABLE):
            variable = function.variables.get(node.variable)
            if variable is not None and variable.storage in (Storage.SHARED, Storage.DYNAMIC):
                yield variable.span


def has_memory(function: Function) -> bool:
    return any(True for _ in _memory(function))


def inlinings(body: Node, effects: EffectsOf, holds: Callable[[Node], bool]) -> Counter[str]:
    """How often each function is inlined into a body, at any depth. holds: whether a call is replaced."""
    known: dict[str, Counter[str]] = {}

    def below(node: Node) -> Counter[str]:
        found: Counter[str] = Counter()
        for call in (c for c in node.of(Kind.CALL) if holds(c)):
            found[call.callee] += 1
            if call.callee not in known:
                known[call.callee] = below(effects.functions[call.callee].body)
            found.update(known[call.callee])
        return found

    return below(body)


class KeptShared(Struct, frozen=True):
    """Of a function's shared memory: by variable, the name that it has at the kernel's top; what of the function's text
    goes; and what declares it."""

    names: Mapping[str, str]
    gone: tuple[Replacement, ...]
    declarations: tuple[str, ...]


def kept_shared(
    function: Function, arguments: Mapping[str, str], lists: frozenset[tuple[str, ...]], quote: Quote,
    call: Node, names: Callable[[str], str], substituted: Callable[[str, Mapping[str, str]], str],
    is_known: Callable[[str], bool],
) -> KeptShared:  # fmt: skip
    """arguments: texts that stand for template parameters; lists: all that the kernel calls the function with;
    is_known: whether a text is the only one for its type. Raises Unsuited."""
    given = tuple(arguments[t] for t in function.template_names)
    is_told = len(lists) < 2 or all(_LANGUAGE.fullmatch(a) or is_known(a) for listed in lists for a in listed)
    if given not in lists or not is_told:
        why = f"'{function.name}' has shared memory of its own, and retarget does not know which of its calls share it"
        raise Unsuited(call.span, why)
    memory = list(_memory(function))
    nodes = [n for n in _statements(function.body) if any(p.variable in {v.key for v in memory} for p in n.parts)]
    tail = "_".join(filter(None, (function.name, *(_OTHERS.sub("_", a.replace("-", "minus")) for a in given), "kept")))
    new = {v.name: names(f"{v.name}_{tail}") for v in memory}
    declared = {p.variable for n in nodes for p in n.parts}
    if len(new) < len(memory) or declared != {v.key for v in memory}:
        raise Unsuited(call.span, f"'{function.name}' has shared memory of its own, which has no place in the kernel")
    texts = [quote.text(n.span.start, quote.end(n)) for n in nodes]
    others = {v.name for v in function.variables.values() if v not in memory and _is_inside(v.span, function.span)}
    for node, text in zip(nodes, texts, strict=True):
        if others & {t.text for t in code(text)} or _names_own(node, function):
            where = Related(node.span, "this names what is its own")
            raise Unsuited(call.span, f"'{function.name}' has shared memory of its own, and is called again", where)
    return KeptShared(
        new,
        tuple((n.span.start, quote.end(n), "") for n in nodes),
        tuple(substituted(t, {**arguments, **new}) for t in texts),
    )


def _memory(function: Function) -> Iterator[Variable]:
    return (v for v in function.variables.values()
            if v.storage is Storage.SHARED and _is_inside(v.span, function.span))  # fmt: skip


def _statements(node: Node) -> Iterator[Node]:
    """The declarations that stand in no lambda."""
    if node.kind is Kind.DECLARE:
        yield node
    elif node.kind is not Kind.LAMBDA:
        for part in node.parts:
            yield from _statements(part)


def _names_own(node: Node, function: Function) -> bool:
    """Whether a declaration names types of the function's, or declares one."""
    if any(p.kind is Kind.OTHER for p in node.parts):
        return True
    inside = (m for m in function.mentions if node.span.start <= m[0] < node.span.end)
    return any(not usr and name not in function.template_names for _, name, usr in inside)


def _is_inside(span: Span, outer: Span) -> bool:
    return span.path == outer.path and outer.start <= span.start < outer.end
