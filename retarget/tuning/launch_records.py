"""What a run tells of its launches: each kernel, variant and launch size, how often, and how long."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

Extents = tuple[int, int, int]
Size = tuple[Extents, Extents]  # logical blocks, threads of a block


class Launches(Struct, frozen=True):
    """Launches of one variant (0: the original) at one size, logical blocks and threads of a block. ms: of all of them
    together; fits: false where the variant did not fit, so that the original ran; rehearsed: whether they were made
    beside the program's own."""

    kernel: str
    variant: int
    fits: bool
    grid: Extents
    block: Extents
    count: int
    ms: float
    rehearsed: bool = False


def read_launches(*texts: str) -> tuple[Launches, ...]:
    """Reads what the program's part `variants` wrote, in each of its processes; those of one variant and size are taken
    together. Lines that a crash cut short do not count."""
    found: dict[Launches, Launches] = {}
    for l in (l for text in texts for l in _lines(text.splitlines())):
        same = replace(l, count=0, ms=0.0)
        known = found.get(same, same)
        found[same] = replace(l, count=known.count + l.count, ms=known.ms + l.ms)
    return tuple(found.values())


def failures(*texts: str) -> dict[str, str]:
    """What the same files say of launches that failed: by kernel, the runtime's words."""
    lines = (line.split(" ", 2) for text in texts for line in text.splitlines() if line.startswith("! "))
    return {words[1]: words[2] for words in lines if len(words) == 3}


def unlaunched(kernels: Iterable[str], launches: Iterable[Launches]) -> Iterator[str]:
    """Says which kernels that have variants were not seen to run."""
    seen = {l.kernel for l in launches}
    if names := sorted(set(kernels) - seen):
        yield f"not tuned, as no run was seen to launch them with these arguments: {', '.join(names)}"


def _lines(lines: Iterable[str]) -> Iterator[Launches]:
    for line in lines:
        words = line.rsplit(" ", 5)
        try:
            kernel, variant, grid, block, count, ms = words
            rehearsed, number = variant.startswith("~"), variant.lstrip("~")
            fits = not number.startswith("-")
            size = (_extents(grid), _extents(block))
            yield Launches(kernel, int(number.lstrip("-")), fits, *size, int(count), float(ms), rehearsed)
        except ValueError:
            continue


def _extents(text: str) -> Extents:
    x, y, z = map(int, text.split(","))
    return x, y, z


def by_size(launches: Iterable[Launches], kernel: str) -> dict[int, dict[Size, float]]:
    """Milliseconds of a kernel by variant and launch size, in one run in which variants took turns: as if each had run
    all launches. Sizes that not all of them met do not count. Variants that fitted no launch are not among them."""
    own = [l for l in launches if l.kernel == kernel and not l.rehearsed]
    counts: dict[Size, int] = {}
    met: dict[int, dict[Size, float]] = {}
    for l in own:
        size = (l.grid, l.block)
        counts[size] = counts.get(size, 0) + l.count
    for l in own:
        size = (l.grid, l.block)
        met.setdefault(l.variant, {})[size] = l.ms / l.count * counts[size]
    fitting = {l.variant for l in own if l.fits}
    common = set.intersection(*(set(met[v]) for v in fitting)) if fitting else set()
    return {v: {s: ms for s, ms in met[v].items() if s in common} for v in fitting}
