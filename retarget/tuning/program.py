"""The program that is tuned: built with variants of its kernels for a target, and how it is run."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from retarget.schedule.form.coarsened_launches import launched
from retarget.schedule.form.subject import Subject
from retarget.schedule.refusal import Refusal
from retarget.schedule.scheduling import Chosen, Kernels, compiling, kernels, unread_units, with_variants
from retarget.schedule.space import space
from retarget.schedule.steps import Variant
from retarget.targets.platform import Platform
from retarget.targets.target import Target
from retarget.translation.merge import Program
from retarget.translation.walk import Request
from retarget.tuning.builder import Builder, Made
from retarget.tuning.cost import Cost, Schedule, costs
from retarget.tuning.picked import drawn
from retarget.tuning.sound import sound
from retarget.tuning.tuned import Untunable


class BuiltProgram(Struct, frozen=True):
    """A program with variants. program: its text, and what there is to say of it; costs: what the compiler says of each
    variant, where we called it; notes: what was dropped as it does not compile."""

    made: Made
    program: Program
    costs: Mapping[Schedule, Cost] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def variants_of(found: Kernels, platform: Platform, count: int, seed: int) -> list[tuple[Subject, tuple[Variant, ...]]]:
    """The variants of each kernel that are worth building for a platform; kernels that share their name with another
    have none, nor those that no launch names."""
    made = []
    alike, ran = namesakes(found), _launched(found)
    for subject in found.subjects:
        if subject in alike or subject not in ran:
            continue
        if several := drawn(subject, platform.limits, count, seed):
            made.append((subject, several))
    return made


def _launched(found: Kernels) -> list[Subject]:
    usrs = launched(found.units, {s.function.usr for s in found.subjects})
    return [s for s in found.subjects if s.function.usr in usrs]


def namesakes(found: Kernels) -> list[Subject]:
    """Kernels whose name another kernel has too: a schedule could not tell which of them it means."""
    names = [s.function.name for s in found.subjects]
    return [s for s in found.subjects if names.count(s.function.name) > 1]


def _with_namesakes(program: Program, found: Kernels) -> Program:
    why = "another kernel has this name; give one of them a name of its own to tune it"
    said = (Refusal(s.written.name_span, why).diagnostic(s.function.name) for s in namesakes(found))
    return replace(program, diagnostics=(*program.diagnostics, *said))


def built(
    request: Request,
    target: Target,
    platform: Platform,
    count: int,
    seed: int,
    command: str,
    tell: Callable[[str], None],
) -> BuiltProgram:
    """Builds the program with variants. command: the user's own build, in a copy of the project; empty where we build.
    Raises Untunable, MissingTool, InputError, DoesNotBuild."""
    tell("looking for variants")
    found = kernels(request)
    chosen: Chosen = variants_of(found, platform, count, seed)
    if not chosen:
        raise Untunable(f"no kernel has variants{_left_out(found)}" if found.subjects or unread_units(found.units) else
                        "there is no kernel in it: name the files that define kernels too")  # fmt: skip
    chosen, broken = compiling(request, found, chosen)
    if not chosen:
        raise Untunable("; ".join(d.message for d in broken))
    tell(f"building {sum(len(fs) for _, fs in chosen)} variants of {len(chosen)} kernels")
    builder = Builder(request, target, platform, command)

    def build(some: Chosen) -> BuiltProgram:
        made = builder.made(lambda layout: with_variants(request, found, some, target.translation, layout.spelling))
        return BuiltProgram(made, made.program, costs(made.usages, found, some) if made.usages else {})

    whole, notes = (build(chosen), ()) if command else sound(chosen, build, tell)
    said = _with_namesakes(whole.program, found).with_diagnostics(broken)
    return replace(whole, program=said, notes=notes)


def _left_out(found: Kernels) -> str:
    alike = sorted({s.function.name for s in namesakes(found)})
    ran = _launched(found)
    unnamed = sorted({s.function.name for s in found.subjects if s not in ran})
    against = [f"; {s.function.name}: {why[0].why}" for s in ran if (why := space(s).refusals)]
    said = "".join(against) + ("; `retarget space` says more" if against else "")
    said += f"; skipped, as several kernels share the name: {', '.join(alike)}" if alike else ""
    said += f"; skipped, as no launch names them: {', '.join(unnamed)}" if unnamed else ""
    return said + unread_units(found.units)
