"""Schedules as people write them: `lud_internal: block(x=2) thread(y=8)`.

A schedule is a list of steps, for one kernel by its name, or for every kernel that they are legal for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct

from retarget.schedule.steps import STEPS, Step, Variant
from retarget.schedule.steps.base import Arguments, BadArgument
from retarget.source.file_patterns import EVERY_FILE, FilePattern
from retarget.source.flags import FlagError

_STEP = re.compile(r"\s*([a-z]+)\s*\(([^()]*)\)")
_KERNEL = re.compile(r"\s*([A-Za-z_]\w*)\s*:(?!:)")
EXAMPLE = "lud_internal: block(x=2) thread(y=8)"


class BadSchedule(FlagError):
    """A schedule that cannot be read; the message says what is expected."""


class Schedule(Struct, frozen=True):
    """kernel: its name, or empty for all. files: those whose kernels it is for. origin: the line of a configuration
    that gives it; kernels that it names may then be absent from a program."""

    kernel: str
    steps: tuple[Step, ...]
    files: FilePattern = EVERY_FILE
    origin: str = ""

    @property
    def variant(self) -> Variant:
        return Variant.of(*self.steps)


def read_schedules(texts: Iterable[str]) -> tuple[Schedule, ...]:
    """Schedules of the command line; several in one text are parted by semicolons. Raises BadSchedule."""
    made = tuple(_schedule(part) for text in texts for part in text.split(";") if part.strip())
    for at, schedule in enumerate(made):
        if any(s.kernel == schedule.kernel for s in made[:at]):
            whose = f"kernel '{schedule.kernel}'" if schedule.kernel else "all kernels"
            raise BadSchedule(f"there are two schedules for {whose}")
    return made


def listed(path: Path) -> tuple[str, ...]:
    """The schedules of a file, one a line; what stands behind `#` is a comment. Raises BadSchedule, with the line."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "no text"
        raise BadSchedule(f"{path}: cannot be read: {reason}") from None
    found = [(at, text) for at, line in enumerate(lines, 1) if (text := line.partition("#")[0].strip())]
    for at, text in found:
        try:
            read_schedules([text])
        except BadSchedule as error:
            raise BadSchedule(f"{path}:{at}: {error}") from None
    return tuple(text for _, text in found)


def _schedule(text: str) -> Schedule:
    named = _KERNEL.match(text)
    at = named.end() if named else 0
    steps: list[Step] = []
    while text[at:].strip():
        match = _STEP.match(text, at)
        if match is None:
            raise BadSchedule(f"cannot read '{text[at:].strip()}': a schedule is written like \"{EXAMPLE}\"")
        steps.append(_step(match[1], match[2]))
        if type(steps[-1]) in map(type, steps[:-1]):
            raise BadSchedule(f"'{match[1]}' stands twice in '{text.strip()}': give all its factors at once")
        at = match.end()
    if not steps:
        raise BadSchedule(f"no steps in '{text.strip()}': a schedule is written like \"{EXAMPLE}\"")
    return Schedule(named[1] if named else "", tuple(steps))


def _step(name: str, inside: str) -> Step:
    if name not in STEPS:
        raise BadSchedule(f"no step '{name}': the steps are {', '.join(STEPS)}")
    named: dict[str, int] = {}
    words: list[str] = []
    numbers: list[int] = []
    for part in filter(None, (p.strip() for p in inside.split(","))):
        key, equals, value = (p.strip() for p in part.partition("="))
        if equals and value.isdigit():
            named[key] = int(value)
        elif part.isdigit():
            numbers.append(int(part))
        elif part.isidentifier():
            words.append(part)
        else:
            raise BadSchedule(f"cannot read '{part}' in {name}({inside})")
    try:
        return STEPS[name].of(Arguments(named, tuple(words), tuple(numbers)))
    except BadArgument as error:
        raise BadSchedule(str(error)) from None
