"""What runs with the objects of a class and no call shows: functions of its members and bases, and its own copies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from clang import cindex

from retarget.source.text import Span
from retarget.unit.parse.destructors import class_of, destructors
from retarget.unit.tree import UNREAD

_K, _T = cindex.CursorKind, cindex.TypeKind
UNKNOWN_RANGE = f"{UNREAD}a loop over what it is not known how to run over"
_ARRAYS = (_T.CONSTANTARRAY, _T.INCOMPLETEARRAY, _T.DEPENDENTSIZEDARRAY)
_FUNCTIONS = (_K.CXX_METHOD, _K.FUNCTION_DECL, _K.FUNCTION_TEMPLATE)
_UNEQUAL = frozenset({"operator!=", "operator=="})
_STEPS = _UNEQUAL | {"operator++", "operator*"}


@dataclass
class OfObjects:
    """Notes what runs with the objects of a function: destructors at their ends, and what no call shows. users: the
    identity of a function of the user's; named: what stands for one, a library's too."""

    users: Callable[[cindex.Cursor], str]
    named: Callable[[cindex.Cursor], str]
    ends: list[tuple[Span, str]] = field(default_factory=list)
    unshown: frozenset[str] = frozenset()
    _known: dict[int | None, tuple[frozenset[str], tuple[str, ...]]] = field(default_factory=dict)  # by clang's address

    def begin(self) -> None:
        self.ends, self.unshown = [], frozenset()

    def made(self, kind: cindex.Type, span: Span) -> None:
        """An object of a type is made at a place."""
        beside, ends = self._of(kind)
        self.unshown |= beside
        self.ends += ((span, usr) for usr in ends)

    def assigned(self, function: cindex.Cursor | None) -> None:
        """A function is called, which may be a class's assignment."""
        if function is not None and function.spelling == "operator=" and function.semantic_parent is not None:
            self.unshown |= self._of(function.semantic_parent.type)[0]

    def iterated(self, kind: cindex.Type) -> bool:
        """A loop runs over what is of a type. False where it is not known by which functions."""
        listed = iteration(kind)
        self.unshown |= frozenset(usr for f in listed or () if (usr := self.named(f)))
        return listed is not None

    def _of(self, kind: cindex.Type) -> tuple[frozenset[str], tuple[str, ...]]:
        canonical = kind.get_canonical()
        if canonical.data[0] not in self._known:
            beside = frozenset(usr for f in unshown(canonical) if (usr := self.named(f)))
            ends = tuple(usr for d in destructors(canonical) if (usr := self.users(d)))
            beside |= {name for d in destructors(canonical) if (name := self.named(d)) and not self.users(d)}
            self._known[canonical.data[0]] = beside, ends
        return self._known[canonical.data[0]]


def unshown(kind: cindex.Type) -> Iterator[cindex.Cursor]:
    """The constructors and assignments that a class, its members and its bases write, and that the compiler's own may
    run: those of a default, of copies and moves; any of a member that the class gives a value. Of a template's
    instance, those of the template."""
    if (found := class_of(kind)) is None:
        return
    kind, pattern = found
    yield from _of_pattern(pattern)
    bases = (c.type.get_canonical() for c in _children(pattern) if c.kind is _K.CXX_BASE_SPECIFIER)
    if any(base.kind is not _T.RECORD for base in bases):
        # clang does not say what the base of an instance is: its members are of what the template is made of, at most
        for at in range(kind.get_num_template_arguments()):
            yield from unshown(kind.get_template_argument_type(at))
    given = {c.spelling for c in _children(pattern) if c.kind is _K.FIELD_DECL and _has_value(c)}
    for member in kind.get_fields():
        yield from unshown(member.type)
        if member.spelling in given:
            made = _children(member.type.get_canonical().get_declaration())
            yield from (c for c in made if c.kind is _K.CONSTRUCTOR)


def iteration(kind: cindex.Type) -> list[cindex.Cursor] | None:
    """The functions by which a range-based `for` runs over what is of a type; None where they are not known."""
    kind = referred(kind)
    if kind.kind in _ARRAYS:
        return []
    ends = [f for f in _members(kind) if f.spelling in ("begin", "end")]
    found = list(ends)
    for result in (referred(f.result_type) for f in ends):
        if result.kind is _T.POINTER:
            continue
        steps = [f for f in _members(result) if f.spelling in _STEPS]
        if not {"operator++", "operator*"} <= {f.spelling for f in steps} or not _UNEQUAL & {f.spelling for f in steps}:
            return None
        found += [*steps, *unshown(result)]
    return found if {f.spelling for f in ends} == {"begin", "end"} else None


def referred(kind: cindex.Type) -> cindex.Type:
    kind = kind.get_canonical()
    while kind.kind in (_T.LVALUEREFERENCE, _T.RVALUEREFERENCE):
        kind = kind.get_pointee().get_canonical()
    return kind


def _members(kind: cindex.Type) -> Iterator[cindex.Cursor]:
    """Functions of a class and of its bases, and friends that stand in it; of a template's instance, the template's."""
    if (found := class_of(kind)) is None:
        return
    for child in _children(found[1]):
        if child.kind is _K.CXX_BASE_SPECIFIER:
            yield from _members(child.type)
        elif child.kind is _K.FRIEND_DECL:
            yield from (c for c in _children(child) if c.kind in _FUNCTIONS)
        elif child.kind in _FUNCTIONS:
            yield child


def _of_pattern(pattern: cindex.Cursor, within: frozenset[str] = frozenset()) -> Iterator[cindex.Cursor]:
    """Of a class or a template, and of its bases. within: the templates that are read already, as the base of one may
    name it: `Sum<A> : Expression<Sum<A>>`, `Row<n> : Row<n - 1>`."""
    within |= {pattern.get_usr()}
    for child in _children(pattern):
        if child.kind is _K.CXX_BASE_SPECIFIER:
            yield from unshown(child.type)
            named = (c.referenced for c in _children(child) if c.kind is _K.TEMPLATE_REF)
            for base in (c for c in named if c is not None and c.kind is _K.CLASS_TEMPLATE):
                if base.get_usr() not in within:
                    yield from _of_pattern(base, within)
        elif child.spelling == "operator=" or (child.kind is _K.CONSTRUCTOR and _is_implied(child)):
            yield child


def _children(cursor: cindex.Cursor) -> list[cindex.Cursor]:
    return list(cursor.get_children())


def _is_implied(made: cindex.Cursor) -> bool:
    return bool(made.is_default_constructor() or made.is_copy_constructor() or made.is_move_constructor())


def _has_value(member: cindex.Cursor) -> bool:
    return any(c.kind.is_expression() for c in member.get_children())
