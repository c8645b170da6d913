"""Text that schedules made, and that a compiler does not take: a bug of ours, found before anything is written.

An error is new where the program as it came has none at that place. It is laid to the kernel in whose generated text
it stands, or to which its notes lead, or whose launch it stands in; where none of this is known, to all kernels.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from retarget.schedule.apply import Applied
from retarget.schedule.refusal import RULE
from retarget.source.text import Diagnostic, Edit, Severity, Source, Span, landed, located, origins
from retarget.system import evidence
from retarget.targets.parsed import Placed
from retarget.unit import Unit
from retarget.unit.tree import Function

_ALIKE = 0.6  # of lines, as difflib measures it
_SHOWN = 60  # columns of a line in a message


class Fault(Struct, frozen=True):
    """What a compiler says against generated text; kernels (usr): whose text it is; `error` has its place in `text`,
    and both are as the compiler saw them."""

    kernels: frozenset[str]
    error: Diagnostic
    text: Source | None


def laid(placed: Sequence[Placed], done: Applied) -> tuple[Fault, ...]:
    """The same with the kernels to whose text they are laid; to all where that is not known."""

    def kernels(place: Span) -> frozenset[str]:
        own = ((e.span, usrs) for e, usrs in done.owners.items() if e.span.path == place.path)
        return frozenset().union(*(usrs for s, usrs in own if place.start <= s.start <= place.end)) or done.coarsened

    return tuple(Fault(kernels(p.place), p.error, p.text) for p in placed)


def faults(before: Unit, after: Unit, done: Applied) -> tuple[Fault, ...]:
    """The new errors of a unit that schedules changed, those first of which it is known whose they are."""
    if before.parsed and not after.parsed:
        why = next((d.message for d in after.diagnostics), "clang cannot parse it")
        error = Diagnostic("parse", Severity.ERROR, Span(after.root, 0, 0), why)
        return (Fault(done.coarsened, error, after.by_path.get(after.root)),)
    places = _Places(before, done)
    known = {places.of_user(d, d.span) for d in before.diagnostics if d.rule == "parse"}
    laid, open_ = [], []
    for error in (d for d in after.diagnostics if d.rule == "parse" and _is_of_text(d)):
        text = after.by_path.get(error.span.path) if error.span else None
        kernels = places.owners(error.span)
        if not kernels and places.of_user(error, places.original(error.span)) in known:
            continue
        if kernels := kernels or places.kernels(error):
            laid.append(Fault(kernels, error, text))
        else:
            open_.append(Fault(done.coarsened, error, text))
    return (*laid, *open_)


def _is_of_text(error: Diagnostic) -> bool:
    """Whether an error stands in a text of the unit, or a note leads to one other than by the directives that include
    the header of others in which it stands. Of the unit as it came, a precompiled header may have hidden it."""
    return error.span is not None or any("in file included from" not in r.message for r in error.related)


class _Places:
    """Where places of the changed text stand in the text as it came, and whose they are."""

    def __init__(self, before: Unit, done: Applied) -> None:
        self._done = done
        self._launches = [x for x in before.launches if x.kernel in done.coarsened]
        self._known = before.by_path
        changed = {e.span.path for e in done.edits} & set(self._known)
        self._origins: Mapping[str, Callable[[int], int]] = {p: origins(done.edits, self._known[p]) for p in changed}
        self._landed: Mapping[str, list[tuple[int, int, Edit]]] = {
            p: landed(done.edits, self._known[p]) for p in changed
        }

    def of_user(self, error: Diagnostic, span: Span | None) -> tuple[str, int] | str:
        """What makes an error the same in both texts: its place, else its words."""
        return (span.path, span.start) if span else error.message

    def original(self, span: Span | None) -> Span | None:
        if span is None or span.path not in self._origins:
            return span
        at = self._origins[span.path](span.start)
        return Span(span.path, at, at)

    def kernels(self, error: Diagnostic) -> frozenset[str]:
        """Whose an error is that stands in the user's text, or in no text of his: the kernels that its notes lead to,
        or whose launch it stands in. Empty where neither is known."""
        spans = [s for s in (error.span, *(r.span for r in error.related)) if s]
        found = (whose(span) for whose in (self.owners, self._launched) for span in spans)
        return next(filter(None, found), frozenset())

    def owners(self, span: Span | None) -> frozenset[str]:
        """The kernels in whose generated text a place lies."""
        for begin, end, edit in self._landed.get(span.path, ()) if span else ():
            if span and begin <= span.start < end and edit in self._done.owners:
                return self._done.owners[edit]
        return frozenset()

    def _launched(self, span: Span) -> frozenset[str]:
        """The kernels of the changed launch that a place lies in."""
        place = self.original(span)
        assert place is not None
        around = (x for x in self._launches if x.span.path == place.path and x.span.start <= place.start < x.span.end)
        return frozenset(x.kernel for x in around)


def diagnostic(kernel: Function, source: Source, fault: Fault, place: str, left: str) -> Diagnostic:
    """What stays as it was, at the line of the user's that the compiler's words concern. place: of the evidence."""
    line = _line(fault)
    shown = f", in `{line[:_SHOWN]}{' ...' if len(line) > _SHOWN else ''}`" if line else ""
    why = f"generated text does not compile ({fault.error.message}{shown})"
    message = f"{left}: {why}; this is a bug of retarget, the evidence is in {place}"
    return Diagnostic(RULE, Severity.ERROR, _alike(line, kernel, source) or kernel.name_span, message)


def _line(fault: Fault) -> str:
    if fault.text is None or fault.error.span is None:
        return ""
    return fault.text.line_text(fault.text.position(fault.error.span.start)[0]).strip()


def _alike(line: str, kernel: Function, source: Source) -> Span | None:
    """The kernel's own line that a generated line was made of, where one is like it."""
    first, last = (source.position(at)[0] for at in (kernel.span.start, kernel.span.end))
    lines = {source.line_text(at).strip(): at for at in range(last, first - 1, -1)}
    for found in difflib.get_close_matches(line, [text for text in lines if text], 1, _ALIKE):
        start = source.line_starts[lines[found] - 1]
        start += len(source.text[start:]) - len(source.text[start:].lstrip())
        return Span(source.path, start, start)
    return None


def keep_evidence(found: Sequence[Fault]) -> str:
    """Keeps what compilers said, and the texts that they saw; returns the file's path."""
    texts = {f.text.path: f.text for f in found if f.text}
    return evidence.keep("\n".join((*_messages(found), *(f"\n==== {p}\n{_shown(s)}" for p, s in texts.items()))))


def _messages(found: Sequence[Fault]) -> Iterator[str]:
    for fault in found:
        yield f"{located(fault.text, fault.error.span)}: error: {fault.error.message}"
        for note in fault.error.related:
            same = fault.text if fault.text and fault.text.path == note.span.path else None
            yield f"{located(same, note.span)}: note: {note.message}"


def _shown(source: Source) -> str:
    return source.data.decode("utf-8", "replace")
