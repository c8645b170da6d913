"""warp-synchronous: a barrier for the warp where lanes count on running in step.

    s[t] += s[t + 16];  -->  { const auto neighbour = s[t + 16]; warp32::in_step();
                               s[t] += neighbour; warp32::in_step(); }
    s[t] = v;           -->  s[t] = v; warp32::in_step();

Legal where the lanes of the warp go through these statements together; `warp32::in_step` orders the memory of a
wave and waits for nobody, so that it costs nothing and cannot hang. Elsewhere the place is warned of, as
are uses of macros that bring such accesses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from retarget.analysis.lane_values import unit_constants
from retarget.analysis.lockstep import Lockstep, Surroundings, locksteps
from retarget.analysis.shared_accesses import SharedAccess
from retarget.analysis.warp_synchronous import Barrier
from retarget.source.lexer import NAME, Token
from retarget.source.text import Edit, Related, Span
from retarget.translation.file import File, Finding, Met, Need
from retarget.translation.hip.written_out import unit_code, written_out
from retarget.unit import Unit

_RULE = "warp-synchronous"
_BARRIER = "warp32::in_step();"


def warp_synchronous(file: File) -> Iterator[Finding]:
    code, brought = written_out(file)
    unit = file.unit
    sizes, widths = unit.once(block_sizes), unit.once(block_widths)
    around = Surroundings(unit.once(unit_constants), sizes, widths, lambda: unit.once(unit_code))
    for found in locksteps(code, around):
        if found.loop is not None:
            yield from _loop(file, code, found)
        elif (
            found.barriers
            and found.opening not in brought
            and not any(
                _is_renamed(file, code, b) or _is_brought(code, b, found.array.name, brought) for b in found.barriers
            )
        ):
            yield from _mended(file, code, found)
        else:
            yield from _warned(file, code, found)


def _is_brought(code: Sequence[Token], barrier: Barrier, array: str, brought: frozenset[int]) -> bool:
    """Whether a macro brings what a barrier would part, or where it would stand."""
    anchor, (first, last) = barrier.anchor, barrier.load or (0, -1)
    ends = {anchor.first, anchor.last, *range(first, last + 1)}
    naming = {i for i in range(anchor.first, anchor.last + 1) if code[i].text == array}
    return bool((ends | naming) & brought)


def block_sizes(unit: Unit) -> dict[str, int]:
    """Threads per block by the kernel's name, where each launch in the unit says a constant number."""
    threads: dict[str, list[int | None]] = {}
    for launch in unit.launches:
        threads.setdefault(launch.name, []).append(None if launch.in_macro else launch.threads)
    return {
        name: max(known) for name, listed in threads.items() if len(known := [t for t in listed if t]) == len(listed)
    }


def block_widths(unit: Unit) -> dict[str, int]:
    """Threads along x by the kernel's name, where each launch in the unit says a constant number; 0 where they
    differ."""
    found: dict[str, set[int | None]] = {}
    for launch in unit.launches:
        found.setdefault(launch.name, set()).add(None if launch.in_macro or not launch.block else launch.block[0])
    return {
        n: max(w for w in widths if w) if len(widths) == 1 else 0 for n, widths in found.items() if widths != {None}
    }


def _span(file: File, code: Sequence[Token], first: int, last: int) -> Span:
    return file.source.span(code[first].start, code[last].end)


def _of(file: File, code: Sequence[Token], access: SharedAccess) -> Span:
    return _span(file, code, access.first, access.last)


def _is_renamed(file: File, code: Sequence[Token], barrier: Barrier) -> bool:
    """Whether another rule changes what would be moved."""
    first, last = barrier.load or (0, -1)
    listed = (file.dialect.name(t.text) for t in code[first : last + 1] if t.kind == NAME)
    return any(name is not None and (name.hip != name.cuda or name.part) for name in listed)


def _mended(file: File, code: Sequence[Token], found: Lockstep) -> Iterator[Finding]:
    assert found.barriers is not None
    if found.opening is not None:
        opening = _span(file, code, found.opening, found.opening)
        yield Edit(opening, f"{file.source[opening]} {_BARRIER}", _RULE)
    for barrier in found.barriers:
        yield from _edits(file, code, barrier)
    first = found.hazards[0]
    yield Met("lockstep", "rewritten", _of(file, code, first.after))
    yield Need("warp_votes", _of(file, code, first.before))
    told = f"lanes of a warp exchange values through '{found.array.name}' with no barrier: {_BARRIER} is put in"
    yield file.note(_RULE, _of(file, code, first.after), told, *_related(file, code, found))


def _edits(file: File, code: Sequence[Token], barrier: Barrier) -> Iterator[Edit]:
    read = ""
    if barrier.load:
        name = _unused("neighbour", file)
        load = _span(file, code, *barrier.load)
        read = f"{{ const auto {name} = {file.source[load]}; {_BARRIER} "
        yield Edit(load, name, _RULE)
    opening = "{ " if barrier.braces else ""
    around = [(barrier.inner, read, " }")] if barrier.within else []
    around.append((barrier.anchor, opening if barrier.within else read or opening, f" {_BARRIER}"))
    before: dict[int, str] = {}
    after: dict[int, str] = {}
    for statement, text, end in around:  # from within: a branch may end with what stands in it
        before[statement.first] = text + before.get(statement.first, "")
        close = " }" if text and statement is barrier.anchor else ""
        after[statement.last] = after.get(statement.last, "") + end + close
    for at, text in before.items():
        if text:
            yield Edit(file.source.span(code[at].start, code[at].start), text, _RULE)
    for at, text in after.items():  # replaced: the next statement may begin right behind it
        last = file.source.span(code[at].end - 1, code[at].end)
        yield Edit(last, file.source[last] + text, _RULE)


def _unused(name: str, file: File) -> str:
    return name if name not in file.words else _unused(f"{name}_", file)


def _warned(file: File, code: Sequence[Token], found: Lockstep) -> Iterator[Finding]:
    hazard = found.hazards[0]
    name = found.array.name
    if found.races:
        yield from _raced(file, code, found)
        return
    if found.array.is_volatile:
        why = "the order in which the lanes of a wave run them is all that makes this right"
    else:
        why = "the compiler may move the one across the other, or keep the value in a register"
    told = f"lanes of a warp exchange values through '{name}' with no barrier between these two accesses: {why}; "
    where = "put __syncwarp() between them (read a neighbour's element into a local variable first)"
    yield Met("lockstep", "warned", _of(file, code, hazard.after))
    yield file.warning(_RULE, _of(file, code, hazard.after), told + where, *_related(file, code, found))


def _raced(file: File, code: Sequence[Token], found: Lockstep) -> Iterator[Finding]:
    hazard = found.hazards[0]
    told = (
        f"this reads an element of '{found.array.name}' that another thread stores with no barrier between: lanes of "
        "one warp count on running in step, and threads of other warps race where they come here, too; put "
        "__syncthreads() between the two, or __syncwarp() where one warp is meant"
    )
    yield Met("lockstep", "warned", _of(file, code, hazard.after))
    yield file.warning(_RULE, _of(file, code, hazard.after), told, *_related(file, code, found))


def _related(file: File, code: Sequence[Token], found: Lockstep) -> list[Related]:
    first = found.hazards[0]
    related = [Related(_of(file, code, first.before), "the access before")]
    if first.guard and first.guard.first < len(code) and not found.calls:
        related.append(
            Related(_span(file, code, first.guard.first, first.guard.last), "only lanes of one warp get there")
        )
    for path, start, end in found.calls[:3]:
        related.append(Related(Span(path, start.start, end.end), f"under this, '{found.function}' is run by one warp"))
    if found.array.declared >= 0:
        related.append(Related(_span(file, code, found.array.declared, found.array.declared), "declared here"))
    return related


def _loop(file: File, code: Sequence[Token], found: Lockstep) -> Iterator[Finding]:
    assert found.loop is not None
    head = _span(file, code, found.loop.head_first, found.loop.head_last)
    told = (
        f"this loop stores into '{found.array.name}' until the store is still there: right where the lanes of a warp "
        "run each step together, as in a wave; use an atomic operation on an array that is not volatile"
    )
    yield Met("lockstep", "warned", head)
    yield file.warning(_RULE, head, told)
