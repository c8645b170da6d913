"""Warnings whose cause stands in a macro's body: reported once, where the macro is defined, rather than at each use.

What clang finds in a macro's body has the place of the macro's use, with its arguments; what it finds in an argument
has the argument's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from retarget.analysis.macros import Macro, macros
from retarget.source.brackets import ROUND, closing
from retarget.source.lexer import NAME, Token, code
from retarget.source.text import Diagnostic, Related, Severity, Source, Span


def told_once(said: Iterable[Diagnostic], sources: Mapping[str, Source]) -> Iterator[Diagnostic]:
    """Of the same warning at several uses of a macro that has one definition, one alone."""
    groups: dict[tuple[str, str, Span], list[Diagnostic]] = {}
    for one in dict.fromkeys(said):
        place = _definition(one.span, sources) if one.severity is Severity.WARNING and one.span else None
        if place is None:
            yield one
        else:
            groups.setdefault((one.rule, one.message, place), []).append(one)
    for (_, message, place), listed in groups.items():
        first = listed[0]
        uses = {d.span for d in listed if d.span}
        if len(uses) == 1:
            yield from listed
            continue
        use = min(uses, key=lambda s: (s.path, s.start))
        told = f"{message} (at {len(uses)} uses of this macro)"
        yield replace(first, span=place, message=told, related=(Related(use, "the first use"), *first.related))


def _definition(span: Span, sources: Mapping[str, Source]) -> Span | None:
    """The name in the definition of the macro whose use a place is, with its arguments; None where it is none."""
    source = sources.get(span.path)
    used = code(source[span]) if source else []
    if not used or used[0].kind != NAME:
        return None
    found = {
        (path, m.start): m for path, s in sources.items() if used[0].text in s.text
        for m in macros(s.text).get(used[0].text, ())
    }  # fmt: skip
    if len(found) > 1:  # the file's own, if it has one in front; those of files that it does not reach are others
        found = {at: m for at, m in found.items() if at[0] == span.path and at[1] < span.start}
    if len(found) != 1:
        return None
    (path, start), macro = next(iter(found.items()))
    return Span(path, start, start + len(macro.name)) if _is_use(macro, used[1:]) else None


def _is_use(macro: Macro, behind: list[Token]) -> bool:
    if macro.parameters is None or not behind:
        return not behind
    return behind[0].text == "(" and closing(behind, 0, ROUND, own_directive=False) == len(behind) - 1
