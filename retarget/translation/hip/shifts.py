"""shift-count: shifts whose count may reach the width.

    0x80000000u >> __clz(x)  -->  0x80000000u >> retarget_hip::shift_count(__clz(x))

CUDA's give 0 there (the sign, where a negative number is shifted to the right), AMD's shift by the count modulo the
width. Legal always: below the width both are one. Left alone where the count is proved to be below the width, and where
only who writes or starts the program chooses it (a note). A constant of the width or more is undefined on both:
a warning.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.analysis.ranges import DecidedBy
from retarget.analysis.shifts import CountBound, Shift, shifts
from retarget.analysis.statements import closing, commas
from retarget.source.lexer import code
from retarget.source.text import Edit, Span, enclosing
from retarget.translation.file import File, Finding, Met, Need
from retarget.translation.hip.device_program import device_program
from retarget.translation.rule import rule, trees
from retarget.unit import Unit

RULE = "shift-count"
_FROM = {
    DecidedBy.COUNT: "a count of bits",
    DecidedBy.DIFFERENCE: "a difference",
    DecidedBy.MEMORY: "memory",
    DecidedBy.LANE: "the index of a thread",
}


_OUTCOMES = {CountBound.BELOW: "harmless", CountBound.CHOSEN: "noted", CountBound.BEYOND: "warned"}
_UNMARKED = (CountBound.BELOW, CountBound.BEYOND)


@rule("shift-count", asks=trees)
def shift_counts(file: File) -> Iterator[Finding]:
    chosen: dict[str, list[Span]] = {}
    for name, shift in file.unit.once(_shifts):
        if shift.node.span.path != file.source.path:
            continue
        if shift.bound in _OUTCOMES:
            yield Met(_row(shift), _OUTCOMES[shift.bound], shift.node.span)
        if shift.bound is CountBound.BELOW:
            continue
        if shift.bound is CountBound.CHOSEN:
            chosen.setdefault(name, []).append(shift.node.span)
        elif shift.bound is CountBound.BEYOND:
            told = f"a shift of {shift.width} bits by {shift.count.low}: undefined in CUDA and in HIP"
            is_whole = all(e.span is None or e.span.path != file.source.path for e in file.unit.errors)
            tell = file.warning if is_whole else file.note  # what clang leaves out of a count makes another of it
            yield tell(RULE, shift.node.span, told)
        else:
            yield from _mended(file, shift)
    for name, spans in chosen.items():
        told = f"'{name}' shifts by what its caller or its template's arguments say ({len(spans)} in all): CUDA's "
        why = "shifts by the width or more give 0 (or the sign), AMD's take the count modulo the width"
        yield file.note(RULE, spans[0], told + why)


def _shifts(unit: Unit) -> tuple[tuple[str, Shift], ...]:
    """Each shift of a unit, once, with the name of its function: of several bodies the one that proves least."""
    if not unit.functions:
        return ()
    found: dict[tuple[Span, int], tuple[str, Shift]] = {}
    for name, shift in shifts(unit.once(device_program)):
        place = (shift.node.span, shift.right.outer.start)
        if place not in found or found[place][1].bound is CountBound.BELOW:
            found[place] = (name, shift)
    return tuple(found.values())


def _row(shift: Shift) -> str:
    named = {CountBound.CHOSEN: "shift-chosen", CountBound.BEYOND: "shift-constant"}
    return named.get(shift.bound, f"shift-{min(shift.width, 64)}")


def _mended(file: File, shift: Shift) -> Iterator[Finding]:
    source = next((_FROM[s] for s in _FROM if s in shift.count.sources), "what is not seen here")
    told = f"the count comes from {source} and may reach {shift.width}: CUDA's shift gives 0 then (or the sign), AMD's "
    more = f"takes the count modulo {shift.width}"
    edits = _marks(file, shift)
    if not edits:
        where = ", and a macro brings the shift: compare the count first, or write the shift out"
        yield file.warning(RULE, shift.node.span, told + more + where)
        yield Met(_row(shift), "warned", shift.node.span)
        return
    yield Met(_row(shift), "rewritten", shift.node.span)
    yield from edits
    yield Need("shifts", shift.right.outer)
    yield file.note(RULE, shift.node.span, told + more)


def shift_marks(file: File) -> Iterator[Edit]:
    """The edits that give all shifts of a file that are not proved CUDA's result, those whose count is chosen too."""
    for _, shift in file.unit.once(_shifts):
        if shift.node.span.path == file.source.path and shift.bound not in _UNMARKED:
            yield from _marks(file, shift)


def _marks(file: File, shift: Shift) -> list[Edit]:
    """The edits that mark a count; none where it is not written."""
    if not _is_written(file, shift):
        return []
    count = shift.right.outer
    bracketed = _is_bracketed(file.source[count])
    opening = "retarget_hip::shift_count" + "(" * (not bracketed)
    before, behind = enclosing(count, opening, RULE)
    return [before] if bracketed else [before, behind]


def _is_bracketed(text: str) -> bool:
    """Whether one pair of brackets encloses all of it, and no comma operator."""
    words = code(text)
    last = len(words) - 1
    return text.startswith("(") and closing(words, 0) == last and len(commas(words, 1, last - 1)) == 1


def _is_written(file: File, shift: Shift) -> bool:
    """Whether the operator and the count stand there, rather than in a macro's body."""
    left, right = shift.left.outer, shift.right.outer
    if left.path != right.path or left.end > right.start:
        return False
    between = file.code[file.index_at(left.end) : file.index_at(right.start)]
    text = file.source[right]
    whole = text.count("(") == text.count(")") and bool(text)
    return whole and "".join(t.text for t in between) == shift.node.name.removeprefix("operator")
