"""Searching a space that is larger than what can be timed: Kernel Tuner's strategies over the numbers of steps, which
evaluate by our own runs."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import inf
from typing import Any

import numpy as np

from retarget.errors import MissingTool
from retarget.schedule.steps import Variant
from retarget.tuning.kernel.coordinates import columns, row
from retarget.tuning.kernel.session import KernelTuning, Search
from retarget.tuning.race import FINALISTS, ORIGINAL, Field

EXHAUSTIVE = "exhaustive"
STRATEGIES = (
    "random_sample", "genetic_algorithm", "greedy_ils", "greedy_mls", "mls", "simulated_annealing", "diff_evo", "pso",
    "firefly_algorithm",
)  # fmt: skip
_AT_ONCE = 15  # variants that are timed in turns, the original beside them
_MOST = 200  # variants, where their number is not bounded

Evaluate = Callable[[Sequence[int]], Sequence[float | None]]


def searching(name: str | None, most: int) -> Search | None:
    """A search that times so many variants at most (0: as many as a search needs); None for the exhaustive one. Raises
    MissingTool, ValueError for a name that is none."""
    if name in (None, EXHAUSTIVE):
        return None
    if name not in STRATEGIES:
        raise ValueError(f"no strategy '{name}': there are {', '.join((EXHAUSTIVE, *STRATEGIES))}")
    _library()

    def search(tuning: KernelTuning) -> bool:
        tuning.stage = str(name)
        alive = [v for v in tuning.field.alive[tuning.kernel] if v != ORIGINAL]
        ratios: dict[int, float] = {}

        def evaluate(variants: Sequence[int]) -> list[float | None]:
            new = [v for v in dict.fromkeys(variants) if v not in ratios]
            tuning.admit(new)
            for at in range(0, len(new), _AT_ONCE):
                if tuning.is_short:
                    break
                ratios.update(_ratios(tuning, new[at : at + _AT_ONCE]))
            return [ratios.get(v) for v in variants]

        space = [tuning.several[v - 1] for v in alive]
        count = min(most or _MOST, len(alive))
        minimised(str(name), space, lambda listed: evaluate([alive[i] for i in listed]), count, tuning.plan.seed)
        ranked = sorted((v for v, ratio in ratios.items() if ratio < inf), key=lambda v: ratios[v])
        tuning.field = Field({tuning.kernel: (ORIGINAL, *ranked[: FINALISTS - 1])})
        return not tuning.is_short

    return search


def _ratios(tuning: KernelTuning, variants: Sequence[int]) -> dict[int, float]:
    """Times as shares of the original's in the same turns; infinite for what was dropped."""
    found = tuning.measured({tuning.kernel: (ORIGINAL, *variants)}, tuning.plan.seed + tuning.runs, False)
    tuning.took(found)
    tuning.tell(tuning)
    ms = {v: sum(sizes.values()) for (_, v), sizes in found.items()}
    return {v: ms[v] / ms[ORIGINAL] if v in ms else inf for v in variants}


def minimised(strategy: str, space: Sequence[Variant], evaluate: Evaluate, most: int, seed: int) -> None:
    """Lets a strategy of Kernel Tuner's look for the least value over a space. evaluate: of several variants, by their
    places in it: a value, infinity for what is none, None where the time was over; `most` of them at most."""
    library = _library()
    rows = [row(v) for v in space]
    varying = [at for at in range(len(rows[0])) if len({r[at] for r in rows}) > 1]
    points = [tuple(r[at] for at in varying) for r in rows]
    places = {p: at for at, p in enumerate(points)}
    names = columns()
    parameters = {names[at]: sorted({r[at] for r in rows}) for at in varying}
    known = {str(at): dict(zip(parameters, p, strict=True)) for at, p in enumerate(points)}
    options = library.interface.Options(
        strategy_options=library.interface.Options(max_fevals=most), objective=["time"], verbose=False, restrictions=[],
        objective_higher_is_better=[False], max_fevals=most, tune_params=parameters, cache={},
        budget=library.util.TuningBudget(max_fevals=most),
    )  # fmt: skip
    cache = {"tune_params": parameters, "cache": known}
    random.seed(seed)
    np.random.seed(seed)
    searched = library.searchspace.Searchspace(None, None, None, from_cache=cache)
    runner = _runner(library, places, list(parameters), evaluate)
    library.interface.strategy_map[strategy].tune(searched, runner, options)


def _runner(library: Any, places: dict[tuple[int, ...], int], names: Sequence[str], evaluate: Evaluate) -> Any:
    """What Kernel Tuner has variants run by."""
    seen: dict[tuple[int, ...], dict[str, Any]] = {}

    class Runner(library.runner.Runner):  # type: ignore[misc]
        def get_device_info(self) -> Any:
            return None

        def get_environment(self, tuning_options: Any) -> dict[str, str]:
            return {}

        def run(self, parameter_space: Any, tuning_options: Any) -> list[dict[str, Any] | None]:
            asked = [tuple(int(v) for v in p) for p in parameter_space]
            new = [p for p in dict.fromkeys(asked) if p not in seen]
            new = new[: tuning_options.budget.get_evaluations_remaining()]
            for point, value in zip(new, evaluate([places[p] for p in new]), strict=True):
                if value is not None:
                    found = {"time": value} if value < inf else {"__error__": library.util.RuntimeFailedConfig()}
                    seen[point] = {**dict(zip(names, point, strict=True)), **found}
                    tuning_options.budget.add_evaluations(1)
            return [dict(seen[p]) if p in seen else None for p in asked]

    return Runner()


class _Library:
    """The modules of Kernel Tuner's that are used."""

    def __init__(self) -> None:
        from kernel_tuner import interface, searchspace, util  # noqa: PLC0415  (optional, and slow to import)
        from kernel_tuner.runners import runner  # noqa: PLC0415  (optional, and slow to import)

        self.interface, self.searchspace, self.util, self.runner = interface, searchspace, util, runner


def _library() -> Any:
    try:
        return _Library()
    except ImportError as error:
        what = f"Kernel Tuner, whose strategies --search names, is not installed ({error})"
        raise MissingTool(what, "pip install 'kernel_tuner>=1.5,<1.6'") from None
