"""What to try: the legal variants of a kernel, and why others are not.

A variant grows step by step, in the order of the table: each kind says which of its own are worth trying behind the
steps that are there. What stands against a step stands against all that would be built on it.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from retarget.schedule.candidates import Reach
from retarget.schedule.form.kernel import coarsened
from retarget.schedule.form.subject import Subject
from retarget.schedule.refusal import Refusal, Unsuited
from retarget.schedule.steps import ORIGINAL, STEPS, Variant

TOTAL = 32  # as the space of the Polygeist-GPU paper


class Space(Struct, frozen=True):
    """The variants of a kernel, without the original; and what was refused, each reason once."""

    subject: Subject
    variants: tuple[Variant, ...]
    refusals: tuple[Refusal, ...]


def space(subject: Subject, total: int = TOTAL) -> Space:
    """All legal variants of a kernel, of `total` logical threads for each physical one at most."""
    reach = Reach(subject, total)
    obstacles = dict.fromkeys(subject.obstacles)
    if not obstacles and not reach.threads and not reach.blocks:
        obstacles[Refusal(subject.function.name_span, "it uses neither threadIdx nor blockIdx")] = None
    legal = [ORIGINAL]
    formed: dict[Variant, Refusal | None] = {}
    refused: dict[Refusal, dict[str, None]] = {}
    for kind in STEPS.values():
        for before in tuple(legal):
            for step in kind.candidates(reach, before.steps):
                variant = Variant((*before.steps, step))
                against = tuple(step.refusals(subject))
                for refusal in against:
                    if refusal not in obstacles:
                        refused.setdefault(refusal, {})[step.name] = None
                if against:
                    continue
                if unsuited := against_form(subject, variant, formed):
                    refused.setdefault(unsuited, {})[step.name] = None
                else:
                    legal.append(variant)
    told: dict[Refusal, tuple[str, ...]] = {subject.at_users_place(o): () for o in obstacles}
    for refusal, names in refused.items():
        told.setdefault(subject.at_users_place(refusal), tuple(names))
    return Space(subject, tuple(legal[1:]), tuple(replace(r, steps=steps) for r, steps in told.items()))


def against_form(subject: Subject, variant: Variant, formed: dict[Variant, Refusal | None]) -> Refusal | None:
    """Why there is no coarsened text, if there is none; variants that differ in constants alone have the same one.
    formed: what is known already."""
    least = variant.least
    if least not in formed:
        try:
            coarsened(subject, least, "tried")
            formed[least] = None
        except Unsuited as reason:
            formed[least] = reason.refusal
    return formed[least]
