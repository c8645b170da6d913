"""Types, declarations and parameters of the user's, spelled for the coarsened form."""

from __future__ import annotations

import re
from collections.abc import Iterator

from retarget.schedule.form.fresh import Names
from retarget.schedule.form.quote import Quote, Replacement
from retarget.schedule.refusal import Unsuited
from retarget.source.lexer import COMMENT, code, parted_at_default, tokens
from retarget.source.text import Source
from retarget.unit.tree import OWN_QUALIFIERS, Function, Kind, Node, Variable

# Types whose values are no more than their bits, as clang spells them.
SCALAR = re.compile(
    r"(const |volatile )*(((un)?signed )?(char|short|int|long|long long|__int128)|unsigned|bool|float|double|_Float16"
    r"|char16_t|char32_t|wchar_t|.*\*( ?(const|volatile|__restrict)\b)*)"
)

_TYPEOF = re.compile(r"\b(__)?typeof(__)?\s*\(")
_JOINED = re.compile(r"\\\r?\n")
_TO_ARRAYS = re.compile(r"([\w: ]+?) ?\((?:\*|&&?)\)((?:\[[^\[\]]+\])+)")
_SINGLE = re.compile(r" ?\b(?:const|__restrict)\b")
_NAMELESS = ("(*", "(&", "] *", "] &", ") *", ") &", "lambda at", "auto", "unnamed", "anonymous", "__cuda_builtin")
_AROUND = re.compile(r"\s*\)\s*(?:\[[^\[\]]*\]\s*)+")
_TO_ARRAYS_OUTWARD = re.compile(r"([\w: ]+?)((?:\[[^\[\]]+\])+) (?:\*|&&?)")


def parameter_texts(function: Function, quote: Quote, names: Names, hides: bool = True) -> list[str]:
    """The parameters as written, without default arguments; those without a name are given one. hides: whether one may
    have the function's own name."""
    made = []
    for v, name, span in zip(
        function.parameters, parameter_names(function, names, hides), function.parameter_spans, strict=True
    ):
        text, _ = parted_at_default(one_line(quote.text(span.start, span.end)))
        if v.name and v.name != name:
            at = max((t.start for t in code(text) if t.text == v.name), default=len(text))
            text = text[:at] + name + text[at + len(v.name) :]
        made.append(text if v.name else f"{text} {name}")
    return made


def parameter_names(function: Function, names: Names, hides: bool = True) -> list[str]:
    """The names of the parameters, and what those without one are given. hides: as above."""
    own = (v.name if hides or v.name != function.name else names(v.name) for v in function.parameters)
    return [name or names(f"unnamed_{at}") for at, name in enumerate(own)]


def default_texts(function: Function, quote: Quote) -> list[str]:
    """The default arguments that the definition gives, with their `=`; empty where it gives none."""
    spans = function.parameter_spans
    return [parted_at_default(one_line(quote.text(s.start, s.end)))[1] for s in spans]


def named_type(variable: Variable) -> str:
    """A variable's type where its kernel stands: `decltype(a + b)` may be of a function's parameters."""
    asks = asks_for_type(variable.type) and "parameter-" not in variable.canonical
    found = variable.canonical if asks or "auto" in variable.type.split() else variable.type
    return _TYPEOF.sub("__typeof__(", found)


def asks_for_type(kind: str) -> bool:
    """Whether a type is that of an expression."""
    return "decltype(" in kind or _TYPEOF.search(kind) is not None


def plain_type(variable: Variable) -> str:
    spelled = _changeable(named_type(variable).rstrip("& "))
    return spelled if "*" in spelled else spelled.removeprefix("const ")


def array_of(variable: Variable, name: str, count: str, where: Node | None = None, points: bool = False) -> str:
    """The declaration of an array over the instances."""
    kind, span = plain_type(variable), where.span if where else variable.span
    if parts := _inside_out(_changeable(named_type(variable))):
        return f"{parts[1]} (*{name}[{count}]){parts[2]}"
    if any(word in kind for word in _NAMELESS):
        raise Unsuited(span, f"'{variable.name}' outlives a barrier, and its type has no name")
    if points:
        return f"{named_type(variable).rstrip('& ')}* {name}[{count}]"
    if "[]" in kind:  # a template's instance gives it one
        raise Unsuited(span, f"'{variable.name}' outlives a barrier, and its type has no size here")
    at = _dimensions(kind)
    return f"{_changeable(kind[:at].strip())} {name}[{count}]{kind[at:]}"


def _changeable(kind: str) -> str:
    """A type less what keeps several of it from standing in one thread: the `const` of its own, and `__restrict`, which
    vouches that no other instance's copy points to the same; but not those of what it points to."""
    return OWN_QUALIFIERS.sub(lambda m: _SINGLE.sub("", m[0]), kind).rstrip()


def _inside_out(kind: str) -> re.Match[str] | None:
    """The element and the extents of a pointer or a reference to arrays."""
    return _TO_ARRAYS.fullmatch(kind) or _TO_ARRAYS_OUTWARD.fullmatch(kind)


def behind_name(variable: Variable, tail: str) -> str:
    """What follows a variable's name, without what still belongs to its type: of `(*p)[4] = q`, it is `= q`."""
    found = _AROUND.match(tail) if _TO_ARRAYS.fullmatch(variable.type) else None
    return tail[found.end() :] if found else tail


def _dimensions(kind: str) -> int:
    """Where the dimensions of an array begin; an expression that a type asks for may have brackets too."""
    depth = 0
    for at, letter in enumerate(kind):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "[" and not depth:
            return at
    return len(kind)


def one_line(text: str) -> str:
    """The text on one line; comments go where it has several."""
    text = _JOINED.sub("", text)
    if "\n" not in text:
        return text.strip()
    words, ends = [t for t in tokens(text) if t.kind != COMMENT], 0
    made = ""
    for word in words:
        gap = text[ends : word.start]
        made += (" " if gap and (gap.strip() or "\n" in gap) else gap) + word.text
        ends = word.end
    return made.strip()


def commas(node: Node) -> Iterator[Node]:
    if node.kind is Kind.BINARY and node.name == ",":
        for part in node.parts:
            yield from commas(part)
    else:
        yield node


def template_names(node: Node, source: Source) -> Iterator[Replacement]:
    """`x.get<2>()` as `x.template get<2>()`: the type of a name that is bound to an instance's own follows from the
    factors."""
    calls = {(n.name, n.span.start, n.span.end) for n in node.of(Kind.CALL) if n.span.path == source.path}
    found = set()
    for name, start, end in calls:
        if "<" in source.text[start:end]:
            listed = code(source.text[start:end])
            for before, word, after in zip(listed, listed[1:], listed[2:], strict=False):
                if before.text in (".", "->") and word.text == name and after.text == "<":
                    found.add(start + word.start)
    yield from ((at, at, "template ") for at in sorted(found))
