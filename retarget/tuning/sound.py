"""What compiles of many variants: one that the compiler refuses costs itself alone, not the tuning."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from retarget.errors import DoesNotBuild
from retarget.schedule.form.subject import Subject
from retarget.schedule.scheduling import Chosen
from retarget.schedule.steps import Variant
from retarget.system.portions import halves

_PORTIONS = 8  # of a kernel's variants: one with a variant that does not compile is dropped

T = TypeVar("T")


def sound(chosen: Chosen, build: Callable[[Chosen], T], tell: Callable[[str], None]) -> tuple[T, tuple[str, ...]]:
    """What `build` makes of the variants, less those that keep it from compiling, and what there is to say of these.
    Raises DoesNotBuild where no variant compiles, or the program itself does not."""
    try:
        return build(chosen), ()
    except DoesNotBuild as error:
        refused = error
    tell("building the program by itself, as variants of it do not compile")
    if not _builds((), build):
        raise refused
    kept: list[tuple[Subject, tuple[Variant, ...]]] = []
    notes = []
    for subject, several in chosen:
        name = subject.function.name
        tell(f"looking for variants of {name} that compile")
        find = _compiling if len(chosen) > 1 else _parted  # of one alone, all are known not to compile
        good = find(subject, several, len(several) // _PORTIONS, build)
        if good:
            kept.append((subject, good))
        if lost := len(several) - len(good):
            left = f"retarget drops {lost} of its {len(several)} variants"
            notes.append(f"{name}: {left}, as they do not compile: {_first(refused)}")
    if not kept:
        raise refused
    return build(kept), tuple(notes)


def _compiling(
    subject: Subject, several: tuple[Variant, ...], least: int, build: Callable[[Chosen], object]
) -> tuple[Variant, ...]:
    """The variants of one kernel less the portions, of `least` variants or one, in which one does not compile."""
    return several if _builds(((subject, several),), build) else _parted(subject, several, least, build)


def _parted(
    subject: Subject, several: tuple[Variant, ...], least: int, build: Callable[[Chosen], object]
) -> tuple[Variant, ...]:
    """The same of variants that do not compile together."""
    if len(several) <= max(1, least):
        return ()
    first, second = halves(several)
    return (*_compiling(subject, tuple(first), least, build), *_compiling(subject, tuple(second), least, build))


def _builds(chosen: Chosen, build: Callable[[Chosen], object]) -> bool:
    try:
        build(chosen)
    except DoesNotBuild:
        return False
    return True


def _first(refused: DoesNotBuild) -> str:
    lines = refused.messages.strip().splitlines()
    last = lines[-1] if lines else "the compiler does not say why"
    return next((line.strip() for line in lines if "error" in line), last)
