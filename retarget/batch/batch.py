"""A batch as a whole: what is to be done, what was done before, and its results as they come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from retarget.batch import state
from retarget.batch.manifest import Described, Manifest
from retarget.batch.stage import Outcome, Status


class Batch(Struct, frozen=True):
    """programs: with their keys, in the manifest's order; known: outcomes of an earlier run that still hold."""

    manifest: Manifest
    folder: Path
    programs: tuple[tuple[Described, str], ...]
    known: Mapping[str, Outcome]

    @classmethod
    def of(cls, manifest: Manifest, folder: Path, only: Sequence[str] = (), anew: bool = False) -> Batch:
        """only: names of programs. anew: nothing that was done before holds. What was lost with a worker, or failed
        for what was absent, is done again."""
        chosen = [p for p in manifest.program if not only or p.name in only]
        programs = tuple((p, state.key_of(manifest, p)) for p in chosen)
        before = {} if anew else state.outcomes(folder)
        keys = {p.name: key for p, key in programs}
        known = {n: o for n, o in before.items() if keys.get(n) == o.key and not _is_open(o)}
        return cls(manifest, folder, programs, known)

    @property
    def waiting(self) -> tuple[tuple[Described, str], ...]:
        """The programs that are to be worked on."""
        return tuple(pair for pair in self.programs if pair[0].name not in self.known)

    def results(self) -> tuple[Outcome, ...]:
        """What is known of its programs by now, in the manifest's order."""
        found = state.outcomes(self.folder)
        return tuple(found[p.name] for p, _ in self.programs if p.name in found)


def _is_open(outcome: Outcome) -> bool:
    return any(s.status is Status.ABSENT for s in outcome.stages)


def counted(outcomes: Sequence[Outcome], steps: Sequence[str]) -> dict[str, Counter[Status]]:
    """By step, how many programs ended how."""
    return {step: Counter(s.status for o in outcomes if (s := o.stage(step))) for step in steps}
