"""What to drop: before anything is built, by what the factors say; afterwards, by what the compiler says."""

from __future__ import annotations

from math import prod

from retarget.schedule.form.factors import Factors
from retarget.schedule.form.kernel import physical_threads, shared_bytes
from retarget.schedule.form.subject import Subject
from retarget.schedule.refusal import Refusal
from retarget.targets.amd.resources import Resources
from retarget.targets.limits import Limits


def too_much_shared(subject: Subject, factors: Factors, most: int) -> Refusal | None:
    """Against copies of the shared memory beyond what a kernel can declare: compilers refuse it. most: bytes."""
    bytes_ = shared_bytes(subject, factors) or 0
    if factors.replicas == 1 or bytes_ <= most:
        return None
    why = f"its copies of shared memory are {bytes_} bytes, of {most} that a kernel can declare"
    return Refusal(subject.function.name_span, why, remedy="smaller factors need less")


def before_build(subject: Subject, factors: Factors, limits: Limits) -> str:
    """Why a variant is not worth building, or nothing.

    - shared memory of all replicas beyond the limit;
    - a physical block beyond the limit, or one that leaves lanes of a wavefront idle which the original filled;
    - fewer physical blocks than compute units, where the original had enough of them.
    """
    bytes_ = shared_bytes(subject, factors) or 0
    if bytes_ > limits.shared_bytes:
        return f"{bytes_} bytes of shared memory, of {limits.shared_bytes}"
    if subject.extent is not None:
        own = prod(subject.extent)
        threads = physical_threads(factors, subject.extent)
        if threads > limits.threads:
            return f"{threads} threads in a block, of {limits.threads}"
        if threads < min(own, limits.wave):
            return f"{threads} threads for a wavefront of {limits.wave}"
    if subject.blocks is not None:
        together = factors.replicas * prod(factors.serial)
        blocks = -(-subject.blocks // together)
        if together > 1 and blocks < min(subject.blocks, limits.units):
            return f"{blocks} blocks for {limits.units} compute units"
    return ""


def after_build(found: Resources, original: Resources) -> str:
    """Why what was built is not worth timing, or nothing.

    - spills or scratch memory beyond the original's;
    - fewer than half of the original's wavefronts on an execution unit, and fewer than two.
    """
    spills = found.vgpr_spills + found.sgpr_spills
    if found.vgpr_spills > original.vgpr_spills:
        return f"spills {spills} registers"
    if found.scratch_bytes > original.scratch_bytes:
        return f"{found.scratch_bytes} bytes of scratch memory a lane"
    if found.occupancy < 2 and 2 * found.occupancy < original.occupancy:
        return f"occupancy {found.occupancy}, from {original.occupancy}"
    return ""
