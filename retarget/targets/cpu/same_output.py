"""Whether two runs gave the same: text line by line, whole numbers exactly, other numbers within a tolerance."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal

from msgspec import Struct, field

_NUMBER = re.compile(rb"[-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?|\bnan\b|\binf(?:inity)?\b)", re.I)
_WHOLE = re.compile(rb"[-+]?\d+")


TOLERANCE = 1e-5  # relative, of printed numbers with a fraction


class Difference(Struct, frozen=True):
    """A line of the output that differs; line: from one, 0 where there is none."""

    line: int
    expected: str
    found: str


class Judge(Struct, frozen=True):
    """What may differ: lines that match a pattern, numbers by the relative tolerance, and what varies by itself: by
    the line's index, the indices of its numbers, or None for the whole line."""

    tolerance: float
    ignore: tuple[re.Pattern[bytes], ...] = ()
    varying: Mapping[int, frozenset[int] | None] = field(default_factory=dict)
    times: re.Pattern[bytes] | None = None  # of lines that tell times: their numbers may differ

    def differences(self, expected: bytes, found: bytes) -> Iterator[Difference]:
        """Where a text is not the one expected."""
        wanted, given = expected.splitlines(), found.splitlines()
        if len(wanted) != len(given):
            wanted, given = self._compared_lines(wanted), self._compared_lines(given)
        if len(wanted) != len(given):
            yield Difference(0, f"{len(wanted)} lines", f"{len(given)} lines")
        for i, (a, b) in enumerate(zip(wanted, given, strict=False)):
            left_out = self.varying.get(i, frozenset())
            if left_out is None or self._ignored(a, b) or self._tells_time(a, b):
                continue
            if not close(a, b, self.tolerance, left_out):
                yield Difference(i + 1, a.decode(errors="replace"), b.decode(errors="replace"))

    def _ignored(self, *lines: bytes) -> bool:
        return any(p.search(line) for p in self.ignore for line in lines)

    def _tells_time(self, a: bytes, b: bytes) -> bool:
        known = self.times is not None and self.times.search(a) and self.times.search(b)
        return bool(known) and _words(a) == _words(b)

    def compared(self, text: bytes) -> int:
        """How many lines of a text are compared at all."""
        return sum(
            bool(line.strip()) and self.varying.get(i, frozenset()) is not None and not self._ignored(line)
            and not (self.times is not None and self.times.search(line))
            for i, line in enumerate(text.splitlines())
        )  # fmt: skip

    def _compared_lines(self, lines: Sequence[bytes]) -> list[bytes]:
        return [line for line in lines if not self._ignored(line)]


# Lines that tell how long something took, or how fast it was.
TIMES = re.compile(
    rb"(?i)\b(?:run|wall|cpu|gpu|kernel|total|execution|elapsed)?[ _-]?(?:times?|timing|elapsed|took|duration)\b"
    rb"|\b(?:seconds?|secs?|milliseconds?|msecs?|microseconds?|usecs?|[kmgt]?flops?(?:/s)?|[kmgt]i?b/s|bandwidth|throughput)\b"
    rb"|\d\s*(?:s|ms|us|ns|sec)\b"
)


def _words(line: bytes) -> list[bytes]:
    """The text between the numbers, whatever the blanks."""
    return [b" ".join(part.split()) for part in _NUMBER.split(line)]


def close(expected: bytes, found: bytes, tolerance: float, left_out: frozenset[int] = frozenset()) -> bool:
    """Whether two lines agree: the text between numbers exactly, whole numbers exactly, others nearly; but for the
    numbers of the indices `left_out`.

    >>> close(b"sum 1.0000001 of 3", b"sum 1.0 of 3", 1e-6), close(b"3 wrong", b"4 wrong", 1e-6)
    (True, False)
    """
    if expected == found:
        return True
    if _NUMBER.split(expected) != _NUMBER.split(found):
        return False
    pairs = zip(_NUMBER.findall(expected), _NUMBER.findall(found), strict=True)
    return all(i in left_out or _near(a, b, tolerance) for i, (a, b) in enumerate(pairs))


def _near(a: bytes, b: bytes, tolerance: float) -> bool:
    if _WHOLE.fullmatch(a) and _WHOLE.fullmatch(b):
        return Decimal(a.decode()) == Decimal(b.decode())
    x, y = float(a), float(b)
    if math.isnan(x) or math.isnan(y):
        return math.isnan(x) and math.isnan(y)
    # Each is exact to half a unit of its last place. %g and cout strip zeros: the one with more places tells the unit.
    unit = min(_unit(a), _unit(b))
    return math.isclose(x, y, rel_tol=tolerance, abs_tol=1.01 * unit if unit < math.inf else 0.0)


def _unit(number: bytes) -> float:
    """One unit of the last place that is printed; infinite where the number does not tell: of `1e+10` all zeros may be
    stripped.

    >>> _unit(b"12.50"), _unit(b"1.5e3"), _unit(b"1e3")
    (0.01, 100.0, inf)
    """
    mantissa, _, exponent = number.lower().partition(b"e")
    whole, point, places = mantissa.partition(b".")
    if (exponent and not point) or not re.fullmatch(rb"[-+]?\d*", whole):
        return math.inf
    return float(f"1e{int(exponent or b'0') - len(places)}")


def varying(runs: Iterable[bytes]) -> dict[int, frozenset[int] | None]:
    """What differs between equal runs of one program, such as times: the numbers of a line, or None for all of it.

    >>> varying([b"took 5 ms, 3 wrong", b"took 7 ms, 3 wrong"])
    {0: frozenset({0})}
    """
    texts = [run.splitlines() for run in runs]
    if len({len(t) for t in texts}) > 1:
        return {}
    found = enumerate(zip(*texts, strict=True))
    return {i: _varying_numbers(lines) for i, lines in found if len(set(lines)) > 1}


def _varying_numbers(lines: Sequence[bytes]) -> frozenset[int] | None:
    if len({tuple(_NUMBER.split(line)) for line in lines}) > 1:
        return None
    numbers = zip(*map(_NUMBER.findall, lines), strict=True)
    return frozenset(i for i, values in enumerate(numbers) if len(set(values)) > 1)


class TracedLaunch(Struct, frozen=True):
    """A launch of a run's trace: its number, a digest of device memory behind it, and the kernel."""

    number: int
    digest: str
    kernel: str


def read_trace(text: str) -> tuple[TracedLaunch, ...]:
    """Reads what the host runtime wrote; a line cut short by a crash does not count."""
    rows = [line.split("\t", 2) for line in text.splitlines()]
    return tuple(TracedLaunch(int(r[0]), r[1], r[2]) for r in rows if len(r) == 3 and r[0].isdigit())


def first_difference(expected: Sequence[TracedLaunch], found: Sequence[TracedLaunch]) -> TracedLaunch | None:
    """The first launch behind which memory is not what it was in the other run."""
    return next((b for a, b in zip(expected, found, strict=False) if a != b), None)
