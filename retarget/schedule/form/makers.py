"""Which kernels may make an object of a class: where a member's initial value asks for an index, those alone count.

    struct Cell { int at = threadIdx.x; };          using Tile = Cell[4];
    __global__ void k(int* a) { Tile t; ... }       k makes one, by a name that is made of the class's

Rules: an object is made where its class is named, or a name that is made of it: of what a declaration outside of
functions declares in which it stands (classes that hold or inherit it, aliases, variables, templates, functions that
return it), of a macro whose body has it, and of the class of a member function that names it. What a kernel reaches is
read with it. The arguments of a template come from the host's code, so a kernel that is one counts where such a name
stands there, or in another class.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from retarget.analysis.macros import bodies
from retarget.source.brackets import BRACES, closing, closing_angle
from retarget.source.lexer import NAME, Token, code
from retarget.source.text import Cover, Source, Span
from retarget.unit import Unit
from retarget.unit.tree import Function

_CLASSES = frozenset({"struct", "class", "union"})
_ATTRIBUTES = frozenset({"alignas", "__align__", "__attribute__", "__declspec", "__builtin_align__"})
_LANGUAGE = frozenset(
    """
    bool int unsigned signed long short char float double void auto const constexpr volatile static inline extern
    typedef using template typename class struct union enum public private protected virtual operator friend
    explicit namespace sizeof return if else for while do switch case default break continue new delete this
    true false nullptr final override noexcept mutable decltype std
""".split()
)


class _Item(Struct, frozen=True):
    """A declaration outside of functions. classes: those that it defines, each with its braces; declared: the names
    that it gives to something; is_body: a function's definition."""

    path: str
    start: int
    end: int
    words: frozenset[str]
    declared: frozenset[str]
    classes: tuple[tuple[str, int, int], ...]
    is_body: bool


class ClassMakers(Struct, frozen=True):
    """names: by which the object of an initial value's class may be made; None where the class is not known. abroad:
    whether one stands in other than device code. within: the function that the class is local to."""

    names: frozenset[str] | None
    abroad: bool = True
    within: Span | None = None

    def by(self, kernel: Function, reached: Sequence[Function], unit: Unit) -> bool:
        """Whether a kernel may make such an object."""
        if self.names is None or (kernel.template_names and self.abroad):
            return True
        texts, own = (kernel, *reached), self.within
        if own is not None:
            return any(f.span.path == own.path and f.span.start < own.end and own.start < f.span.end for f in texts)
        return any(self.names & _words(unit, f) for f in texts)


def makers_of(value: Span, unit: Unit) -> ClassMakers:
    """What makes objects of the class in which an initial value stands."""
    items = unit.once(_items)
    around = next((i for i in items if i.path == value.path and i.start <= value.start < i.end), None)
    if around is None:
        return ClassMakers(None)
    if around.is_body:
        return ClassMakers(frozenset(), True, Span(around.path, around.start, around.end))
    own = frozenset(n for n, start, end in around.classes if start <= value.start < end)
    if not own or "" in own:
        return ClassMakers(None)
    macros = [m for s in unit.sources for m in bodies(s.text)]
    names, before = own, frozenset[str]()
    while names != before:
        before = names
        names |= {n for i in items if i.words & before for n in i.declared}
        names |= {n for n, words in macros if words & before}
    device = {(f.span.path, f.span.end) for f in unit.functions}
    others = (i for i in items if not i.is_body or (i.path, i.end) not in device)
    return ClassMakers(names, any(i.words & names - {n for n, _, _ in i.classes} for i in others))


def _words(unit: Unit, function: Function) -> frozenset[str]:
    span, template = function.span, function.template
    start = min(span.start, template.start) if template else span.start
    text = unit.by_path[span.path].text
    return frozenset(t.text for t in code(text[start : span.end]) if t.kind == NAME)


# Declarations


def _items(unit: Unit) -> tuple[_Item, ...]:
    left_out = Cover(unit.skipped)

    def compiled(source: Source) -> list[Token]:
        return [t for t in code(source.text) if not t.directive and not left_out.has(source.path, t.start)]

    return tuple(i for s in unit.sources for i in _parted(s.path, compiled(s)))


def _parted(path: str, listed: Sequence[Token]) -> Iterator[_Item]:
    """The declarations of a file; the braces of namespaces and of `extern "C"` hold others."""
    start = at = depth = 0  # in one pass: namespaces' braces do not count, and text behind them may not balance
    while at < len(listed):
        text, behind = listed[at].text, listed[at + 1].text if at + 1 < len(listed) else ""
        if text in ("{", "(", "["):
            if depth == 0 and text == "{" and _is_namespace(listed[start:at]):
                start = at = at + 1
                continue
            depth += 1
        elif text in ("}", ")", "]"):
            depth -= 1
            if depth < 0:  # the end of a namespace
                depth, start = 0, at + 1
            elif depth == 0 and text == "}" and behind not in (",", "{") and _is_body(listed[start : at + 1]):
                yield _item(path, listed[start : at + 1], True)
                start = at + 1
        elif text == ";" and depth == 0:
            if at > start:
                yield _item(path, listed[start : at + 1], False)
            start = at + 1
        at += 1
    if start < len(listed):  # what is not understood may declare anything
        rest = _item(path, listed[start:], False)
        yield replace(rest, declared=rest.words)


def _is_namespace(head: Sequence[Token]) -> bool:
    words = [t.text for t in head]
    return "namespace" in words[:2] or (len(words) == 2 and words[0] == "extern" and words[1][:1] == '"')


def _item(path: str, listed: Sequence[Token], is_body: bool) -> _Item:
    classes = () if is_body else tuple(_classes(listed))
    head = _head(listed)
    if classes:
        behind = listed[_closing(listed, classes[0][1]) :]
        declared = _names(behind).union(n for n, _, _ in classes)
    elif "using" in (t.text for t in head):
        declared = _names(head[: next((i for i, t in enumerate(head) if t.text == "="), len(head))])
    else:  # pointers to functions have their names in brackets
        pointers = (b for a, b in zip(listed, listed[1:], strict=False) if a.text in ("*", "&") and not is_body)
        is_void = is_body and "void" in (t.text for t in head) and all(t.text != "*" for t in head)
        declared = frozenset[str]() if is_void else _names(head) | _names(pointers)
    inside = ((n, listed[a].start, listed[b].end) for n, a, b in (classes or _classes(listed)))
    return _Item(path, listed[0].start, listed[-1].end, _names(listed), declared, tuple(inside), is_body)


def _names(listed: Iterable[Token]) -> frozenset[str]:
    words = (t.text for t in listed if t.kind == NAME and not t.text.startswith("__"))
    return frozenset(w for w in words if w not in _LANGUAGE)


def _head(listed: Sequence[Token]) -> list[Token]:
    """What stands outside of brackets, and of a template's parameters, up to the first brace."""
    found, depth, behind = [], 0, 0  # brackets stay, what is within them does not
    for at, token in enumerate(listed):
        if token.text == "{" and depth == 0:
            break
        if token.text == "template" and depth == 0 and at + 1 < len(listed) and listed[at + 1].text == "<":
            behind = _past(listed, at + 1)
        if at < behind:
            continue
        depth -= token.text in (")", "]")
        if depth == 0:
            found.append(token)
        depth += token.text in ("(", "[")
    return found


def _is_body(listed: Sequence[Token]) -> bool:
    """Whether a declaration that ends with a brace is a function's definition: brackets stand in its head."""
    head = {t.text for t in _head(listed)}
    first = next((i for i, t in enumerate(listed) if t.text == "{"), len(listed))
    return "(" in head and not {"=", "enum"} & head and all(start != first for _, start, _ in _classes(listed))


def _classes(listed: Sequence[Token]) -> Iterator[tuple[str, int, int]]:
    """The classes that are defined: the name, empty where there is none, and the indices of the braces."""
    for at, token in enumerate(listed):
        if token.text not in _CLASSES or (at and listed[at - 1].text in ("<", ",", "enum")):
            continue
        name, i = "", at + 1
        while i < len(listed) and listed[i].text not in ("{", ";", "=", ")", ":", "*", "&", ","):
            if listed[i].text in ("(", "[", "<"):
                if listed[i].text == "(" and listed[i - 1].text not in _ATTRIBUTES:
                    break  # a function that returns one
                i = _past(listed, i)
                continue
            if listed[i].kind == NAME and listed[i].text not in ("final", *_ATTRIBUTES):
                name = listed[i].text
            i += 1
        if i < len(listed) and listed[i].text == ":":  # of its bases
            i = next((k for k in range(i, len(listed)) if listed[k].text in ("{", ";")), len(listed))
        if i < len(listed) and listed[i].text == "{":
            yield name, i, _closing(listed, i)


def _past(listed: Sequence[Token], at: int) -> int:
    """Behind the bracket that closes the one at an index, angles of templates among them."""
    end = closing_angle(listed, at) if listed[at].text == "<" else closing(listed, at, own_directive=False)
    return len(listed) if end is None else end + 1


def _closing(listed: Sequence[Token], at: int) -> int:
    """Index of the brace that closes the one at an index; the last token where none does."""
    end = closing(listed, at, BRACES, own_directive=False)
    return len(listed) - 1 if end is None else end
