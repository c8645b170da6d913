"""Which branches of conditionals the output takes, beside those that the CUDA compilation took.

A branch is seen to be taken where the preprocessor keeps something of its body: text, or a macro's definition.
"""

from __future__ import annotations

import os
import re
import subprocess
from bisect import bisect_left
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from retarget.source.conditionals import Branch, Conditional, conditionals
from retarget.source.lexer import COMMENT, tokens
from retarget.source.text import Edit, Source, Span, origins
from retarget.targets.amd.sure_branches import are_sure
from retarget.translation.file import support_spans
from retarget.unit import Unit

TIME_LIMIT = 120.0  # seconds
_MARK = re.compile(rb'^# (\d+) "((?:[^"\\\n]|\\.)*)".*', re.M)


class Flip(Struct, frozen=True):
    """The condition of a branch, in the user's text, that only one of the compilations takes."""

    span: Span
    is_taken: bool  # by the output


def flips(
    unit: Unit,
    commands: Sequence[Sequence[str]],
    emitted: Mapping[str, Source],
    places: Mapping[str, str],
    answered: Container[tuple[str, int]],
    edits: Mapping[str, Sequence[Edit]],
    read: Sequence[str] | None,
) -> Iterator[Flip]:
    """commands: of clang, one for each side, the output's path last. places: the user's file of each output. answered:
    where conditions ask what the translation answers otherwise, with code that suits. edits: by the user's file. read:
    the files that clang read for the output, where that is known."""
    pairs = [(path, source) for path, source in emitted.items() if path in places and conditionals(source.text)]
    known = {s.path: s for s in unit.sources}
    if not any(places[path] in unit.seen for path, _ in pairs):
        return
    if read is not None and are_sure(unit, emitted, {path: places[path] for path, _ in pairs}, read):
        return
    asked = {*(path for path, _ in pairs), *(os.path.abspath(places[path]) for path, _ in pairs)}
    kept = [_kept_lines(command, asked) for command in commands]
    if any(lines is None for lines in kept):
        return
    for path, source in pairs:
        original = known.get(places[path])
        if any(os.path.abspath(places[path]) in found for found in kept if found) and path != places[path]:
            continue  # read from where the user has it, which the output does not change, and guarded here
        lines = set().union(*(found.get(path, set()) for found in kept if found))
        if original is not None and original.path in unit.seen and lines:
            ours = support_spans(original.text)  # an earlier run's headers serve both machines
            found = _compared(unit, original, source, lines, edits.get(original.path, ()))
            users = (f for f in found if not any(a <= f.span.start < b for a, b in ours))
            yield from (f for f in users if not _is_answered(f, original, answered))


def _is_answered(flip: Flip, source: Source, answered: Container[tuple[str, int]]) -> bool:
    """Whether a condition of the conditional that a flip is in asks something of that kind."""
    listed = (c for outermost in conditionals(source.text) for c in outermost.all())
    found = next(c for c in listed if any(b.start == flip.span.start for b in c.branches))
    return any((source.path, at) in answered for b in found.branches for _, at in b.words)


def _kept_lines(command: Sequence[str], asked: Container[str]) -> dict[str, set[int]] | None:
    """By file, of those asked for, the lines of which the preprocessor keeps something; None where it fails."""
    words = [w for w in command if w != "-fsyntax-only"]
    try:
        done = subprocess.run(
            [*words, "-E", "-dD", "-o", "-"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=TIME_LIMIT,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None
    return _lines(done.stdout, asked) if done.returncode == 0 else None


def _lines(text: bytes, asked: Container[str]) -> dict[str, set[int]]:
    """Most of a preprocessed text is that of headers, which nobody asks for: it is passed over mark by mark."""
    found: dict[str, set[int]] = {}
    marks = list(_MARK.finditer(text))
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    for mark, end in zip(marks, ends, strict=True):
        path = _path(mark[2])
        if path in asked:
            rows = text[mark.end() + 1 : end].split(b"\n")
            kept = {line for line, row in enumerate(rows, int(mark[1])) if row.strip()}
            found.setdefault(path, set()).update(kept)
    return {path: kept for path, kept in found.items() if kept}


@lru_cache(maxsize=4096)
def _path(spelled: bytes) -> str:
    return os.path.normpath(os.fsdecode(spelled).replace('\\"', '"').replace("\\\\", "\\"))


def _compared(unit: Unit, original: Source, emitted: Source, lines: set[int], edits: Sequence[Edit]) -> Iterator[Flip]:
    texts = _Texts(unit, original, emitted, lines, origins(edits, original))
    yield from texts.of_all(conditionals(original.text), conditionals(emitted.text))


class _Texts(Struct, frozen=True):
    """A file of the user's and its output. lines: of the output, that the preprocessor keeps. origin: from the output's
    offsets to the user's."""

    unit: Unit
    original: Source
    emitted: Source
    lines: set[int]
    origin: Callable[[int], int]

    def of_all(self, old: Sequence[Conditional], new: Sequence[Conditional]) -> Iterator[Flip]:
        """Each beside the one that stands where it stood: the output has conditionals of ours besides, and hides some
        of the user's in those. What we insert stands in front of what is there: the last at a place is the user's."""
        placed = {self.origin(c.branches[0].start): c for c in new}
        for one in old:
            if other := placed.get(one.branches[0].start):
                yield from self._of(one, other)

    def _of(self, one: Conditional, other: Conditional) -> Iterator[Flip]:
        if len(one.branches) != len(other.branches):
            return
        for old, new in zip(one.branches, other.branches, strict=True):
            was_taken = not self.unit.is_skipped(self.original.path, old.line_end)
            kept = _own_lines(self.emitted, new)
            is_taken = any(line in self.lines for line in kept)
            if was_taken:
                yield from self.of_all(old.inner, new.inner)
            if kept and is_taken is not was_taken:
                yield Flip(self.original.span(old.start, old.line_end), is_taken)


def _own_lines(source: Source, branch: Branch) -> set[int]:
    """The lines of a branch's body that leave something in a preprocessed text: not those within conditionals in it,
    nor other directives than definitions."""
    listed = tokens(source.text)
    first, last = (bisect_left(listed, at, key=lambda t: t.start) for at in (branch.line_end, branch.end))
    within = [(c.branches[0].start, c.branches[-1].end) for c in branch.inner]
    own = (
        t
        for t in listed[first:last]
        if t.kind != COMMENT
        and (t.directive == "define" or not (t.directive or t.text == "#"))
        and not any(a <= t.start < b for a, b in within)
    )
    return {source.position(t.start)[0] for t in own}
