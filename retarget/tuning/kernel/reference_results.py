"""What the original gives, kept in a folder: for the process that ran it, and for those after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from pathlib import Path

from retarget.capture.compare import Extremes
from retarget.tuning.kernel.replay_case import ArrayFile, saved_array


class ReferenceResults:
    """Of cases by their names, and of regions by their numbers."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._known: dict[tuple[str, int, int], list[Extremes]] = {}

    def note(self, case: str, changed: Sequence[int], sums: Mapping[int, bytes]) -> None:
        """changed: regions that the original changes; sums: checksums of what each region holds then, where it is the
        same in all runs."""
        self._place(case, "changed").write_text(" ".join(map(str, changed)))
        self._place(case, "sums").write_text("\n".join(f"{n} {found.hex()}" for n, found in sums.items()))

    def noted(self, case: str) -> tuple[tuple[int, ...], dict[int, bytes]] | None:
        """The same, where the original was run."""
        if not self._place(case, "sums").exists():
            return None
        rows = (line.split() for line in self._place(case, "sums").read_text().splitlines())
        changed = tuple(map(int, self._place(case, "changed").read_text().split()))
        return changed, {int(n): bytes.fromhex(found) for n, found in rows}

    def keep(self, case: str, region: int, part: int, spans: list[Extremes]) -> None:
        """part: of the ranges of the region's rule; spans: of each field of its elements."""
        self._known[case, region, part] = spans
        for at, made in enumerate(spans):
            for which, array in (("low", made.low), ("high", made.high)):
                if which == "low" or made.high is not made.low:
                    saved_array(array, self._place(case, region, part, at, which))
            self._place(case, region, part, at, "scale").write_text(f"{made.low.dtype.str} {made.scale!r}")

    def spans(self, case: str, region: int, part: int) -> list[Extremes]:
        """What was kept."""
        key = case, region, part
        if key not in self._known:
            found: list[Extremes] = []
            while (told := self._place(case, region, part, len(found), "scale")).exists():
                dtype, scale = told.read_text().split()
                low_file, high_file = (self._place(case, region, part, len(found), w) for w in ("low", "high"))
                low = ArrayFile(str(low_file), dtype).array()
                high = ArrayFile(str(high_file), dtype).array() if high_file.exists() else low
                found.append(Extremes(low, high, float(scale)))
            self._known[key] = found
        return self._known[key]

    def _place(self, case: str, *what: int | str) -> Path:
        name = blake2b(case.encode(), digest_size=8).hexdigest()
        return self.folder / "-".join(("original", name, *map(str, what)))
