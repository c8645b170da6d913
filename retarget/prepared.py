"""Kernels made ready for their schedules: macros expanded that spell jumps, dynamic shared memory declared by the
kernel, counters by their loops, and the device functions inlined that hold barriers. Each is an edit of the text, which
is parsed again: once for all kernels of a unit that are changed at a time, as a parse costs more than the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from retarget.granularity.expanding import expanding, means_the_same
from retarget.granularity.inline import inlining, meaning
from retarget.granularity.narrow import narrowing
from retarget.granularity.readable import unreadable
from retarget.granularity.refusal import Unsuited
from retarget.granularity.subject import Subject
from retarget.granularity.wrappers import unwrapping
from retarget.text import Edit, EditConflict, Source, apply, composed
from retarget.unit import Unit

Parse = Callable[[Mapping[str, Source], str, Collection[str]], Unit]
"""Parses a unit, by its root, with texts that stand for the files of the same path, for some of its kernels (usr)."""


def _narrowing(subject: Subject) -> tuple[Edit, ...]:
    return narrowing(subject.unit, subject.function, subject.dependence)


def _expanding(subject: Subject) -> tuple[Edit, ...]:
    return expanding(subject.unit, subject.function, subject.effects)


def _unwrapping(subject: Subject) -> tuple[Edit, ...]:
    return unwrapping(subject.unit, subject.function, subject.fresh)


def _inlining(subject: Subject) -> tuple[Edit, ...]:
    return inlining(subject)


# How often each is done at most: there are macros in macros, and calls in calls.
_Step = Callable[[Subject], tuple[Edit, ...]]
_STEPS: tuple[tuple[_Step, int], ...] = (
    (_expanding, 3), (_unwrapping, 1), (_narrowing, 1), (_inlining, 4),
)  # fmt: skip


def prepared(subjects: Sequence[Subject], parse: Parse) -> tuple[Subject, ...]:
    """The kernels, each in a text that its steps can be taken in; or with what stands against it."""
    found = list(subjects)
    for edits_of, most in _STEPS:
        waiting = [at for at, s in enumerate(found) if s.against is None]
        for _ in range(most):
            asked: dict[int, tuple[Edit, ...]] = {}
            for at in waiting:
                try:
                    asked[at] = edits_of(found[at])
                except Unsuited as reason:
                    found[at] = replace(found[at], against=reason.refusal)
            changed = dict(_changed({at: (found[at], edits) for at, edits in asked.items() if edits}, parse, edits_of))
            if edits_of is _expanding:
                same = {at: means_the_same(found[at].function.body, s.function.body) for at, s in changed.items()}
                changed = {at: s for at, s in changed.items() if same[at]}
            for at, subject in changed.items():
                found[at] = subject
            waiting = list(changed)
    return tuple(found)


def _changed(
    asked: Mapping[int, tuple[Subject, tuple[Edit, ...]]], parse: Parse, edits_of: _Step
) -> Iterator[tuple[int, Subject]]:
    """The kernels in texts with these edits, less those that clang cannot read there. Those of one text are changed
    together; one that cannot be read so is changed by itself."""
    groups: dict[tuple[int, str], list[int]] = {}
    for at, (subject, _) in asked.items():
        groups.setdefault((id(subject.unit), subject.function.span.path), []).append(at)
    for group in groups.values():
        made = _together({at: asked[at] for at in group}, parse, edits_of)
        for at in group:
            if at not in made and len(group) > 1:
                made |= _together({at: asked[at]}, parse, edits_of)
        yield from made.items()


def _together(
    asked: Mapping[int, tuple[Subject, tuple[Edit, ...]]], parse: Parse, edits_of: _Step
) -> dict[int, Subject]:
    """The kernels of one file that can be read with the edits of all of them."""
    first, _ = next(iter(asked.values()))
    path = first.function.span.path
    before, users = first.unit.by_path[path], first.users.by_path[path]
    edits = tuple(dict.fromkeys(e for _, own in asked.values() for e in own))
    try:
        text = Source(path, apply(before, edits))
    except EditConflict:
        return {}
    unit = parse({path: text}, first.unit.root, {s.function.usr for s, _ in asked.values()})
    done = composed(users, first.edits, before, edits) if first.edits else edits
    found = {}
    for at, (subject, _) in asked.items():
        again = [f for f in unit.functions if f.is_kernel and f.usr == subject.function.usr]
        if again and unreadable(again[0], unit) is None:
            try:
                if edits_of is _inlining:
                    meaning(subject, (unit, again[0]), edits)
                found[at] = replace(subject, function=again[0], unit=unit, original=subject.users, edits=done)
            except Unsuited as reason:
                found[at] = replace(subject, against=reason.refusal)
    return found
