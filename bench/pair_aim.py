"""Programs for the constructs and steps that have met too seldom: of many candidates, the one that promises most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from random_kernels import Program

CHANGED = ("same", "wrong", "hung", "crashed")
CANDIDATES = 60  # programs drawn for each that runs
ENOUGH = 100  # refusals without one change: the cell is taken to be refused always

Cell = tuple[str, str]  # construct, step


@dataclass(frozen=True)
class Met:
    """How often pairs changed something and how often they were refused, for each construct and step."""

    changed: Counter[Cell]
    refused: Counter[Cell]

    @classmethod
    def of(cls, results: Iterable[dict[str, Any]]) -> Met:
        met = cls(Counter(), Counter())
        for result in results:
            met.add(result)
        return met

    def add(self, result: dict[str, Any]) -> None:
        for pair in result.get("pairs", ()):
            cells = [(c, s) for c in result["constructs"].get(pair["kernel"], ()) for s in pair["family"].split()]
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
        return (cell for cell in self.cells if self.changed[cell] < goal and not self.is_hopeless(cell))

    def rate(self, construct: str) -> float:
        """The share of a construct's pairs that change something."""
        changed = sum(n for (c, _), n in self.changed.items() if c == construct)
        refused = sum(n for (c, _), n in self.refused.items() if c == construct)
        return (changed + 1) / (changed + refused + 2)


def aimed(seed: int, met: Met, goal: int, draw: Callable[[int], Program]) -> Program:
    """Of the programs that `draw` makes of this seed, the one whose kernels hold most of what is short, and least of
    what is refused."""
    wanted = Counter[str]()
    for cell in met.short(goal):
        wanted[cell[0]] += (goal - met.changed[cell]) / goal
    rates = {c: met.rate(c) for c, _ in met.cells}

    def promise(program: Program) -> float:
        return sum(
            sum(wanted[c] for c in held) * min((rates.get(c, 1.0) for c in held), default=1.0)
            for held in program.constructs.values()
        )

    return max((draw(seed * CANDIDATES + at) for at in range(CANDIDATES)), key=promise)
