"""Why kernels have no more variants than they have, for people."""

from __future__ import annotations

from collections.abc import Mapping

from retarget.schedule.form.coarsened_launches import launched
from retarget.schedule.form.readable import unread
from retarget.schedule.reasons import described
from retarget.schedule.scheduling import kernels
from retarget.schedule.space import space
from retarget.translation.walk import Request
from retarget.tuning.program import namesakes


def refused(request: Request) -> Mapping[str, tuple[str, ...]]:
    """By kernel, why steps are refused, with their places; by unit, why nothing is known of its kernels."""
    found = kernels(request)
    alike, ran = namesakes(found), launched(found.units, {s.function.usr for s in found.subjects})
    made: dict[str, dict[str, None]] = {}
    for subject in found.subjects:
        own = made.setdefault(subject.function.name, {})
        if subject in alike:
            own["another kernel has this name: give one of them a name of its own"] = None
        elif subject.function.usr not in ran:
            own["no launch names it"] = None
        own |= dict.fromkeys(described(subject, refusal) for refusal in space(subject).refusals)
    for said in unread(found.units):
        if said.span:
            made[said.span.path] = dict.fromkeys((said.message, *(r.message for r in said.related)))
    return {kernel: tuple(reasons) for kernel, reasons in made.items() if reasons}
