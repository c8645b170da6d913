"""Programs for the constructs and steps that have met too seldom: of many candidates, the one that promises most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from random import Random
from statistics import median
from typing import Any

from pair_schedules import MORE
from random_code.ideas.catalogue import EVERY, REFUSED
from random_kernels import Program

CHANGED = ("same", "wrong", "hung", "crashed", "nvcc")  # nvcc: where its optimiser alone makes the difference
CANDIDATES = 20  # programs drawn for each that runs
ENOUGH = 100  # refusals without one change: the cell is taken to be refused always

SHARED = "kernel's name in two units"
RARE = 0.7  # of the usual share of pairs that change something: such a construct stands alone
MANY = 8  # constructs of a kernel

Cell = tuple[str, str]  # construct, step
CELLS = frozenset((name, step) for name in EVERY for family in MORE for step in family.split())


def of_its_own(held: Iterable[str]) -> frozenset[str]:
    """The constructs of the kernel that a name means; where two have it, what one holds is not known of the other."""
    return frozenset({SHARED}) if SHARED in held else frozenset(held)


@dataclass(frozen=True)
class Met:
    """How often pairs changed something and how often they were refused, for each construct and step; all_: the cells
    that are wanted, met or not."""

    changed: Counter[Cell]
    refused: Counter[Cell]
    all_: frozenset[Cell] = frozenset()

    @classmethod
    def of(cls, results: Iterable[dict[str, Any]], all_: frozenset[Cell] = frozenset()) -> Met:
        met = cls(Counter(), Counter(), all_)
        for result in results:
            met.add(result)
        return met

    def add(self, result: dict[str, Any]) -> None:
        for pair in result.get("pairs", ()):
            held = of_its_own(result["constructs"].get(pair["kernel"], ()))
            cells = [(c, s) for c in held for s in pair["family"].split()]
            if pair["verdict"] == "refused":
                self.refused.update(cells)
            elif pair["verdict"] in CHANGED:
                self.changed.update(cells)

    @property
    def cells(self) -> set[Cell]:
        return {*self.changed, *self.refused}

    def is_hopeless(self, cell: Cell) -> bool:
        return not self.changed[cell] and self.refused[cell] >= ENOUGH

    def short(self, goal: int) -> Iterator[Cell]:
        """The cells that changed less often than `goal`, but for those that are always refused."""
        listed = sorted(self.cells | self.all_)
        return (cell for cell in listed if self.changed[cell] < goal and not self.is_hopeless(cell))

    def rate(self, *cells: Cell) -> float:
        """The share of the pairs of cells that change something."""
        changed, refused = sum(self.changed[c] for c in cells), sum(self.refused[c] for c in cells)
        return (changed + 1) / (changed + refused + 2)

    def rates(self, goal: int) -> dict[str, float]:
        """By construct, of its cells that are short; of all where none is. Of what was not met: what schedules refuse
        by its kind has none."""
        found = {name: float(name not in REFUSED) for name, _ in self.all_}
        for name, of in groupby(sorted(self.cells), lambda cell: cell[0]):
            cells = tuple(of)
            found[name] = self.rate(*([c for c in cells if self.changed[c] < goal] or cells))
        return found

    def wanted(self, goal: int) -> Counter[str]:
        """How much is to be had of each construct: the pairs that it lacks, as far as they are likely to change
        something."""
        found = Counter[str]()
        for cell in self.short(goal):
            found[cell[0]] += (goal - self.changed[cell]) / goal * self.rate(cell)  # type: ignore[assignment]
        return found


def aimed(seed: int, met: Met, goal: int, draw: Callable[[int, list[list[str]]], Program], kernels: int) -> Program:
    """A program of kernels with what is short: of those that `draw` makes of a seed and of constructs for each kernel,
    the one that holds most of it, and least of what is refused."""
    wanted, rates, rng = met.wanted(goal), met.rates(goal), Random(seed)

    def promise(program: Program) -> float:
        each = (of_its_own(held) for held in program.constructs.values())
        return sum(sum(wanted[c] for c in h) * min((rates.get(c, 1.0) for c in h), default=1.0) for h in each)

    def candidate(at: int) -> Program:
        return draw(seed * CANDIDATES + at, [sought(rng, wanted, rates) for _ in range(kernels)])

    return max(map(candidate, range(CANDIDATES)), key=promise)


def sought(rng: Random, wanted: Mapping[str, float], rates: Mapping[str, float]) -> list[str]:
    """Constructs for one kernel: those that are wanted most come most often, and one that schedules refuse more often
    than others comes alone."""
    usual = median(rates.values()) if rates else 0.0
    left = {name: wanted[name] for name in sorted(wanted) if name in EVERY and wanted[name] > 0}
    taken: list[str] = []
    while left and len(taken) < MANY:
        (name,) = rng.choices(list(left), list(left.values()))
        if rates.get(name, 1.0) < RARE * usual:
            if not taken:
                return [name]
        else:
            taken.append(name)
        del left[name]
    return taken
