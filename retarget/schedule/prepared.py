"""Kernels made ready for their schedules: macros expanded that spell jumps, labels written away, statements in front of
conditions and structured bindings written out, what a block's group says written as indices, dynamic shared memory
declared by the kernel, counters by their loops, and the device functions inlined that hold barriers. Each is an edit of
the text, which is parsed again: once for all kernels of a unit that are changed at a time, as a parse costs more than
the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from retarget.schedule.form.block_groups import spelling_groups
from retarget.schedule.form.expanding import expanding, expanding_parameters, means_the_same
from retarget.schedule.form.inline import inlining, meaning
from retarget.schedule.form.labels import clearing_labels
from retarget.schedule.form.narrow import narrowing
from retarget.schedule.form.readable import unreadable
from retarget.schedule.form.subject import Subject
from retarget.schedule.form.wrappers import unwrapping
from retarget.schedule.form.written_apart import parting_heads, unbinding
from retarget.schedule.refusal import Unsuited
from retarget.source.text import Edit, EditConflict, Source, apply, composed
from retarget.unit import Unit

Parse = Callable[[Mapping[str, Source], str, Collection[str]], Unit]
"""Parses a unit, by its root, with texts that stand for the files of the same path, for some of its kernels (usr)."""


def _narrowing(subject: Subject) -> tuple[Edit, ...]:
    return narrowing(subject.unit, subject.function, subject.dependence)


def _listing(subject: Subject) -> tuple[Edit, ...]:
    return expanding_parameters(subject.unit, subject.function)


def _expanding(subject: Subject) -> tuple[Edit, ...]:
    return expanding(subject.unit, subject.function, subject.effects)


def _clearing(subject: Subject) -> tuple[Edit, ...]:
    return clearing_labels(subject.unit, subject.function)


def _parting(subject: Subject) -> tuple[Edit, ...]:
    return parting_heads(subject.unit, subject.function)


def _unbinding(subject: Subject) -> tuple[Edit, ...]:
    return unbinding(subject.unit, subject.function, subject.fresh)


def _grouping(subject: Subject) -> tuple[Edit, ...]:
    return spelling_groups(subject.unit, (subject.function, *subject.reached))


def _unwrapping(subject: Subject) -> tuple[Edit, ...]:
    return unwrapping(subject.unit, subject.function, subject.fresh)


def _inlining(subject: Subject) -> tuple[Edit, ...]:
    return inlining(subject)


# How often each is done at most, one after the other: there are macros in macros, and calls in calls.
_Step = Callable[[Subject], tuple[Edit, ...]]
_STEPS: tuple[_Step, ...] = (
    *[_listing] * 3, *[_expanding] * 3, _clearing, *[_parting] * 3, _unbinding, _grouping, _unwrapping, _narrowing,
    *[_inlining] * 4,
)  # fmt: skip


class _Next(Struct, frozen=True):
    """What is to be done with a kernel next: the number of the step, and its edits."""

    subject: Subject
    number: int
    edits: tuple[Edit, ...]

    @property
    def step(self) -> _Step:
        return _STEPS[self.number]


def prepared(subjects: Sequence[Subject], parse: Parse) -> tuple[Subject, ...]:
    """The kernels, each in a text that its steps can be taken in; or with what stands against it. Each goes its own
    pace, so that as many as can be share a parse."""
    found = list(subjects)
    numbers = dict.fromkeys(range(len(found)), 0)  # of the steps that are due; none of a kernel that is ready
    while numbers:
        asked: dict[int, _Next] = {}
        for at in numbers:
            try:
                if due := _due(found[at], numbers[at]):
                    asked[at] = due
            except Unsuited as reason:
                found[at] = replace(found[at], against=reason.refusal)
        changed = dict(_changed(asked, parse))
        for at, subject in changed.items():
            found[at] = subject
        # a step that changes nothing is not repeated
        numbers = {at: n.number + 1 if at in changed else _behind(n.number) for at, n in asked.items()}
        numbers = {at: number for at, number in numbers.items() if found[at].against is None}
    return tuple(found)


def _due(subject: Subject, number: int) -> _Next | None:
    """The first step, from this number on, that changes a kernel's text."""
    while number < len(_STEPS):
        if edits := _STEPS[number](subject):
            return _Next(subject, number, edits)
        number = _behind(number)
    return None


def _behind(number: int) -> int:
    """The number of the first other step behind one."""
    return next((n for n in range(number, len(_STEPS)) if _STEPS[n] is not _STEPS[number]), len(_STEPS))


def _changed(asked: Mapping[int, _Next], parse: Parse) -> Iterator[tuple[int, Subject]]:
    """The kernels in texts with these edits, less those that clang cannot read there. Those of one unit are changed
    together; one that cannot be read so is changed by itself."""
    groups: dict[int, list[int]] = {}
    for at, due in asked.items():
        groups.setdefault(id(due.subject.unit), []).append(at)
    for group in groups.values():
        made = _together({at: asked[at] for at in group}, parse)
        for at in group:
            if at not in made and len(group) > 1:
                made |= _together({at: asked[at]}, parse)
        yield from ((at, s) for at, s in made.items() if _is_meant(asked[at], s))


def _is_meant(due: _Next, made: Subject) -> bool:
    if due.step is _listing:
        return _parameters(due.subject) == _parameters(made)
    return due.step is not _expanding or means_the_same(due.subject.function.body, made.function.body)


def _parameters(subject: Subject) -> list[tuple[str, str]]:
    return [(p.name, p.canonical) for p in subject.function.parameters]


def _together(asked: Mapping[int, _Next], parse: Parse) -> dict[int, Subject]:
    """The kernels of one unit that can be read with the edits of all of them."""
    first = next(iter(asked.values())).subject
    before, users = first.unit.by_path, first.users.by_path
    edits = tuple(dict.fromkeys(e for due in asked.values() for e in due.edits))
    done = list(first.edits)
    try:
        for path in {e.span.path for e in edits}:
            done = [*(e for e in done if e.span.path != path), *composed(users[path], first.edits, before[path], edits)]
        texts = {path: Source(path, apply(users[path], done)) for path in {e.span.path for e in done}}
    except EditConflict:
        return {}
    unit = parse(texts, first.unit.root, {due.subject.function.usr for due in asked.values()})
    found = {}
    for at, due in asked.items():
        again = [f for f in unit.functions if f.is_kernel and f.usr == due.subject.function.usr]
        if again and unreadable(again[0], unit) is None:
            subject = due.subject
            try:
                if due.step is _inlining:
                    meaning(subject, (unit, again[0]), edits)
                found[at] = replace(subject, function=again[0], unit=unit, original=subject.users, edits=tuple(done))
            except Unsuited as reason:
                found[at] = replace(subject, against=reason.refusal)
    return found
