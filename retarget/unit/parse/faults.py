"""Which functions of a unit cannot be trusted, as an error of clang's concerns what they use.

Rules: an error concerns the declaration in which it stands; outside of all, the names in the text between the
declarations around it, and the declaration behind it. What names something that an error concerns is concerned too: in
a function, a type, a variable, a macro. An operator, a constructor or a conversion is used without its name: there the
names of its class count, or, outside of one, those of its parameters. Nothing in a unit can be trusted where clang
stopped, where the preprocessor may have taken another branch, where names may be brought that are not written down
(using-directives), or composed by a macro.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence

from clang import cindex
from msgspec import Struct, field
from msgspec.structs import replace

from retarget.source.lexer import NAME, Token, code
from retarget.source.text import Cover, Diagnostic, Span
from retarget.unit.parse.kinds import MACRO, MACRO_USE, children

_K = cindex.CursorKind
_CLASSES = frozenset({_K.STRUCT_DECL, _K.CLASS_DECL, _K.UNION_DECL, _K.CLASS_TEMPLATE,
                      _K.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION})  # fmt: skip
_OPEN = frozenset({_K.NAMESPACE, _K.LINKAGE_SPEC})
_OF_CLASS = frozenset({_K.CONSTRUCTOR, _K.DESTRUCTOR, _K.CONVERSION_FUNCTION})
_KEYWORDS = frozenset(
    """
    alignas auto bool break case char class const constexpr continue decltype default delete do double else enum
    explicit extern false float for friend goto if inline int long mutable namespace new noexcept nullptr private
    protected public register return short signed sizeof static static_assert struct switch template this true
    typedef typename union unsigned using virtual void volatile wchar_t while __global__ __device__ __host__
    __shared__ __constant__ __forceinline__ __noinline__ __restrict__ __launch_bounds__ __inline__
""".split()
)
_STANDARD = frozenset("size_t uint8_t uint16_t uint32_t uint64_t int8_t int16_t int32_t int64_t".split())
_EVERYTHING = "using"  # in place of a name: all names
_UNSEEN = "#"  # in place of a word: words that do not stand in the text
_PREPROCESSOR = "Lexical or Preprocessor Issue"


class _Declared(Struct):
    """A declaration: the names that lead to it, and the words of its text; of a class, less its functions'."""

    names: frozenset[str]
    span: Span
    words: frozenset[str] = frozenset()
    inner: list[_Declared] = field(default_factory=list)
    is_class: bool = False
    function: tuple[str, int] | None = None  # where its name begins


class Faults(Struct, frozen=True):
    """Finds them in one parse. span: the place of a cursor in a file of the user's; place: that of a location; text:
    that of a file by its path."""

    span: Callable[[cindex.Cursor], Span | None]
    place: Callable[[cindex.SourceLocation], tuple[str, int]]
    text: Callable[[str], str]
    _starts: dict[str, list[int]] = field(default_factory=dict)  # of a file's tokens

    def of(
        self, users: Sequence[cindex.Cursor], errors: Sequence[tuple[Diagnostic, bool]]
    ) -> Iterator[tuple[tuple[str, int], Diagnostic]]:
        """The functions, by the places where their names begin, each with the error that concerns it. users: the
        declarations and macros of the user's files; errors: each with whether it may concern everything."""
        for declared, error in self._judged(users, errors):
            if declared.function is not None and error is not None:
                yield declared.function, error

    def untouched(self, users: Sequence[cindex.Cursor], errors: Sequence[tuple[Diagnostic, bool]]) -> Iterator[Span]:
        """The extents of the declarations that no error concerns; of classes, what stands between their members."""
        for declared, error in self._judged(users, errors):
            if error is None and declared.words:
                yield from _less(declared.span, [d.span for d in declared.inner])

    def _judged(
        self, users: Sequence[cindex.Cursor], errors: Sequence[tuple[Diagnostic, bool]]
    ) -> Iterator[tuple[_Declared, Diagnostic | None]]:
        """All declarations, each with the error that concerns it."""
        top = [_Declared(frozenset(), Span("", 0, 0), inner=list(self._all(users)))]
        everything = list(_leaves(top))
        unknown = dict.fromkeys([_UNSEEN], errors[0][0]) if errors else {}
        concerned: dict[int, Diagnostic] = {}
        for error, is_everywhere in errors:
            if is_everywhere or error.span is None:
                unknown.setdefault(_EVERYTHING, error)
                continue
            for found in self._around(top[0], error.span):
                if isinstance(found, _Declared):
                    concerned.setdefault(id(found), error)
                else:
                    unknown.setdefault(found, error)
        self._spread(everything, unknown, concerned)
        for declared in everything:
            yield declared, concerned.get(id(declared)) or unknown.get(_EVERYTHING)

    def _spread(
        self, everything: Sequence[_Declared], unknown: dict[str, Diagnostic], concerned: dict[int, Diagnostic]
    ) -> None:
        """To what names it, until nothing changes."""
        changed = True
        while changed:
            changed = False
            for declared in everything:
                error = concerned.get(id(declared))
                if error is None:
                    named = next((w for w in declared.words if w in unknown), None)
                    if named is None:
                        continue
                    error = concerned[id(declared)] = unknown[named]
                for name in declared.names - unknown.keys():
                    unknown[name] = error
                    changed = True

    # Declarations

    def _all(self, cursors: Iterable[cindex.Cursor], within: str = "") -> Iterator[_Declared]:
        for cursor in cursors:
            if cursor._kind_id == MACRO_USE:
                continue
            kind, span = cursor.kind, self.span(cursor)
            if span is None:  # it begins in one file and ends in another
                path, offset = self.place(cursor.location)
                span = Span(path, offset, offset)
                yield _Declared(frozenset({cursor.spelling or _EVERYTHING}), span, frozenset({_UNSEEN}))
                continue
            if kind in _OPEN:
                yield _Declared(frozenset(), span, inner=list(self._all(children(cursor))))
            elif kind in _CLASSES:
                yield self._class(cursor, span, within)
            elif kind is _K.FRIEND_DECL:
                yield from self._all(children(cursor), within)
            elif kind.is_declaration() or cursor._kind_id == MACRO:
                yield self._declared(cursor, span, within)

    def _class(self, cursor: cindex.Cursor, span: Span, within: str) -> _Declared:
        name = cursor.spelling
        inner = list(self._all(children(cursor), name))
        functions = [d.span for d in inner if d.function is not None]
        words = self._words(span, functions)
        return _Declared(self._names({name}, span) | {within} - {""}, span, words, inner, is_class=True)

    def _declared(self, cursor: cindex.Cursor, span: Span, within: str) -> _Declared:
        name, kind = cursor.spelling, cursor.kind
        is_macro = cursor._kind_id == MACRO  # in a directive's tokens its own alone would count
        words = _told_apart(code(self.text(span.path)[span.start : span.end])) if is_macro else self._words(span)
        path, offset = self.place(cursor.location)
        is_function = kind in (_K.FUNCTION_DECL, _K.FUNCTION_TEMPLATE, _K.CXX_METHOD, *_OF_CLASS)
        names = {name} | {e.spelling for e in (children(cursor) if kind is _K.ENUM_DECL else ())}
        if kind in _OF_CLASS or name.startswith("operator"):
            parent = cursor.semantic_parent
            owner = within or (parent.spelling if parent is not None and parent.kind in _CLASSES else "")
            body = self.text(span.path).find("{", span.start, span.end)
            signature = replace(span, end=body if body > 0 else span.end)
            led = frozenset({owner}) if owner else self._words(signature)
            return _Declared(led, span, words, function=(path, offset))
        if kind in (_K.USING_DIRECTIVE, _K.USING_DECLARATION, _K.NAMESPACE_ALIAS):
            names = {_EVERYTHING}
        elif kind is _K.FIELD_DECL:
            return _Declared(frozenset({within}), span, words)  # used by way of its class
        return _Declared(self._names(names, span), span, words, function=(path, offset) if is_function else None)

    def _names(self, names: set[str], span: Span) -> frozenset[str]:
        """Those of a declaration; a macro may compose them, and their uses too."""
        if any(n and n not in self.text(span.path)[span.start : span.end] for n in names if n != _EVERYTHING):
            return frozenset({_EVERYTHING})
        return frozenset(names - {""})

    def _words(self, span: Span, less: Sequence[Span] = ()) -> frozenset[str]:
        outside = self._code(span)
        if less:
            inside = Cover(less)
            outside = [t for t in outside if not inside.has(span.path, t.start)]
        return _told_apart(outside)

    def _code(self, span: Span) -> list[Token]:
        """The tokens of a declaration: those of its file are known."""
        listed = code(self.text(span.path))
        if span.path not in self._starts:
            self._starts[span.path] = [t.start for t in listed]
        starts = self._starts[span.path]
        return listed[bisect_left(starts, span.start) : bisect_left(starts, span.end)]

    # Errors

    def _around(self, outer: _Declared, place: Span) -> Iterator[_Declared | str]:
        """The declarations and names that an error at a place concerns."""
        own = [d for d in outer.inner if d.span.path == place.path]
        holding = [d for d in own if d.span.start <= place.start <= d.span.end]
        for declared in holding:
            if declared.inner:
                yield from self._around(declared, place)
            else:
                yield declared
            if declared.is_class and not any(i.span.start <= place.start <= i.span.end for i in declared.inner):
                yield declared
        if holding:
            return
        start = max((d.span.end for d in own if d.span.end <= place.start), default=outer.span.start)
        behind = min((d for d in own if d.span.start > place.start), key=lambda d: d.span.start, default=None)
        end = behind.span.start if behind else outer.span.end or len(self.text(place.path))
        if behind is not None:
            yield behind
        text = self.text(place.path)[start:end]
        listed = [t.text for t in code(text) if t.kind == NAME and (not t.directive or t.directive == "define")]
        if {"using", "operator"} & set(listed):
            yield _EVERYTHING
        known = _KEYWORDS if "typedef" in listed else _KEYWORDS | _STANDARD
        yield from (w for w in listed if w not in known)


def may_concern_everything(diagnostic: cindex.Diagnostic) -> bool:
    """Whether clang stopped there, or the preprocessor did not know what to do."""
    return bool(diagnostic.severity >= cindex.Diagnostic.Fatal or diagnostic.category_name == _PREPROCESSOR)


def _told_apart(listed: Sequence[Token]) -> frozenset[str]:
    """The names in some code; with `_UNSEEN` where there may be others."""
    unseen = any(t.text == "##" or t.directive == "include" for t in listed)
    words = {t.text for t in listed if t.kind == NAME}.union({_UNSEEN} if unseen else ())
    return frozenset(words) - _KEYWORDS


def _less(span: Span, parts: Sequence[Span]) -> Iterator[Span]:
    """What is left of a place without some of its parts."""
    at = span.start
    for part in sorted((p for p in parts if p.path == span.path), key=lambda p: p.start):
        if at < part.start:
            yield replace(span, start=at, end=part.start)
        at = max(at, part.end)
    if at < span.end:
        yield replace(span, start=at)


def _leaves(declared: Iterable[_Declared]) -> Iterator[_Declared]:
    for one in declared:
        yield one
        yield from _leaves(one.inner)
