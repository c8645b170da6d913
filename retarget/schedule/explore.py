"""The space of a program's kernels: generated, filtered, built in few compilations, filtered again."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import monotonic
from typing import TypeVar, overload

from msgspec import Struct, field

from retarget.schedule.form.kernel import struct_names
from retarget.schedule.form.readable import unread
from retarget.schedule.form.subject import Subject
from retarget.schedule.prune import after_build, before_build
from retarget.schedule.refusal import Refusal
from retarget.schedule.scheduling import Chosen, Kernels, kernels, with_variants
from retarget.schedule.space import Space, space
from retarget.schedule.steps import ORIGINAL, Variant
from retarget.source.text import Diagnostic, Source
from retarget.system import portions
from retarget.targets.amd import jobs
from retarget.targets.amd.architecture import TargetId
from retarget.targets.amd.assembly import Listing
from retarget.targets.amd.resources import Resources
from retarget.targets.limits import Limits
from retarget.translation import emit
from retarget.translation.emit import Layout, Output, Place
from retarget.translation.hip import HIP
from retarget.translation.merge import Program
from retarget.translation.walk import Request, flags_of

T = TypeVar("T")
Key = tuple[str, Variant]  # of a kernel, by its usr
_INTERRUPTED = "interrupted before it was compiled"
_NO_LAUNCH = "the compiled code has no instance of it: retarget sees no launch"
_FEW = 8  # variants in one compilation at least, where others could run beside it


class Tried(Struct, frozen=True):
    """A variant: why it is dropped, or nothing; and what the compiler says of it, where it was built."""

    variant: Variant
    dropped: str = ""
    resources: Resources | None = None


class Explored(Struct, frozen=True):
    """A kernel's variants, what its original costs, and what was refused."""

    subject: Subject
    original: Resources | None
    variants: tuple[Tried, ...]
    refusals: tuple[Refusal, ...]


class Exploration(Struct, frozen=True):
    """The kernels of a program; seconds spent on generating variants and on compiling them, and how many were; unread:
    of which units nothing is known, and why; is_cut_short: whether an interrupt ended it."""

    kernels: tuple[Explored, ...]
    generated_in: float
    compiled_in: float
    compiled: int
    unread: tuple[Diagnostic, ...] = ()
    sources: dict[str, Source] = field(default_factory=dict)
    is_cut_short: bool = False


def explore(
    request: Request,
    target: TargetId,
    total: int,
    build: bool = True,
    tell: Callable[[str], None] = lambda _: None,
    take: Callable[[Subject, Sequence[Variant]], Sequence[Variant]] = lambda _, legal: legal,
    found: Kernels | None = None,
) -> Exploration:
    """All legal variants of every kernel, with what speaks against each; or those of them that `take` picks. Raises
    InputError, MissingTool."""
    started = monotonic()
    found = found or kernels(request)
    architecture = target.architecture
    limits = Limits(architecture.lds_bytes, architecture.wave, units=architecture.units)
    spaces = [space(s, total) for s in found.subjects]
    early = [{f: before_build(s.subject, f.factors, limits) for f in take(s.subject, s.variants)} for s in spaces]
    generated = monotonic() - started
    chosen = tuple((s.subject, tuple(f for f, why in e.items() if not why)) for s, e in zip(spaces, early, strict=True))
    count = sum(len(fs) for _, fs in chosen)
    started = monotonic()
    told: dict[Key, Resources] = {}
    broken: dict[Key, str] = {}
    is_cut_short = False
    if build:
        tell(f"compiling {count} variants for {target}")
        try:
            for key, r in _compiled(request, found, chosen, target, broken, tell=tell):
                if key not in told or told[key].vgprs < r.vgprs:  # of several instances of a template
                    told[key] = r
        except KeyboardInterrupt:
            is_cut_short = True
    absent = _INTERRUPTED if is_cut_short else _NO_LAUNCH if build else ""
    made = tuple(_explored(s, e, told, broken, absent) for s, e in zip(spaces, early, strict=True))
    sources = {s.path: s for u in found.units for s in u.sources}
    compiled = len(told) if is_cut_short else count if build else 0
    taken = monotonic() - started
    return Exploration(made, generated, taken, compiled, tuple(unread(found.units)), sources, is_cut_short)


def counted(request: Request, found: Kernels, chosen: Chosen, target: TargetId) -> dict[Key, Listing]:
    """What variants and originals execute, region by region, from a compilation of its own in which loops stay those of
    the source; of several instances of a template the last one counts. What does not compile has none."""
    return dict(_compiled(request, found, chosen, target, {}, counts=True))


def _explored(
    found: Space,
    early: dict[Variant, str],
    told: dict[Key, Resources],
    broken: dict[Key, str],
    absent: str,
) -> Explored:
    """absent: why a variant that was to be compiled has no figures."""
    usr = found.subject.function.usr
    original = told.get((usr, ORIGINAL))
    variants = []
    same: dict[str, Variant] = {original.code_digest: ORIGINAL} if original else {}
    for variant, why in early.items():
        resources = told.get((usr, variant))
        dropped = why or broken.get((usr, variant), "")
        if not dropped and resources is None:
            dropped = absent
        if not dropped and resources is not None and original is not None:
            dropped = after_build(resources, original)
            if not dropped and resources.code_digest in same:
                dropped = "same machine code as another"
            same.setdefault(resources.code_digest, variant)
        variants.append(Tried(variant, dropped, resources))
    return Explored(found.subject, original, tuple(variants), found.refusals)


@overload
def _compiled(
    request: Request,
    found: Kernels,
    chosen: Chosen,
    target: TargetId,
    broken: dict[Key, str],
    *,
    tell: Callable[[str], None] = ...,
) -> Iterator[tuple[Key, Resources]]: ...
@overload
def _compiled(
    request: Request, found: Kernels, chosen: Chosen, target: TargetId, broken: dict[Key, str], counts: bool
) -> Iterator[tuple[Key, Listing]]: ...


def _compiled(
    request: Request,
    found: Kernels,
    chosen: Chosen,
    target: TargetId,
    broken: dict[Key, str],
    counts: bool = False,
    tell: Callable[[str], None] = lambda _: None,
) -> Iterator[tuple[Key, Resources | Listing]]:
    """Compiles variants together; those that do not compile are put into `broken`. Yields what the compiler says of
    each, or what it executes."""
    several = [(s, f) for s, fs in chosen for f in fs]
    build, done = partial(_build_all, request, found, target, counts), 0
    parts = portions.portions(several, _FEW, request.jobs)
    for part, built in portions.compiled(parts, build, lambda b: b.failed):
        done += len(part)
        tell(f"{done} of {len(several)} variants are compiled")
        if not built.failed:
            named = ((r.kernel, r) for b in built.builds for r in (b.listings if counts else b.resources))
            yield from (((k, f), r) for k, f, r in by_variant(named, found, _by_kernel(part)))
        else:
            ((subject, variant),) = part
            errors = (d.message for b in built.builds for d in b.diagnostics if d.severity == "error")
            broken[subject.function.usr, variant] = next(errors, "it does not compile")


_Part = Sequence[tuple[Subject, Variant]]
_Emitted = tuple[Program, tuple[Output, ...], Layout]


def _build_all(
    request: Request, found: Kernels, target: TargetId, counts: bool, parts: Sequence[_Part]
) -> Iterator[jobs.Builds]:
    """Writes portions one after another, as analyses keep what they know, and builds several at once."""
    with tempfile.TemporaryDirectory(prefix="retarget-") as folder:
        emitted = [_emitted(request, found, part, f"{folder}/{at}") for at, part in enumerate(parts)]
        with ThreadPoolExecutor(max(1, request.jobs)) as pool:
            yield from pool.map(partial(_build, request, target, counts), emitted)


def _emitted(request: Request, found: Kernels, part: _Part, folder: str) -> _Emitted:
    """The program with some variants, written to a folder."""
    layout = Layout(Place.TREE, request.root, folder)
    program = with_variants(request, found, _by_kernel(part), HIP, layout.spelling)
    outputs = emit.outputs(program, layout)
    emit.put(outputs)
    return program, outputs, layout


def _build(request: Request, target: TargetId, counts: bool, emitted: _Emitted) -> jobs.Builds:
    return jobs.build(*emitted, flags_of(request), (target,), 1, device_only=True, counted=counts)


def _by_kernel(part: _Part) -> Chosen:
    made: dict[str, tuple[Subject, tuple[Variant, ...]]] = {}
    for subject, variant in part:
        usr = subject.function.usr
        made[usr] = subject, (*made.get(usr, (subject, ()))[1], variant)
    return tuple(made.values())


def by_variant(named: Iterable[tuple[str, T]], found: Kernels, chosen: Chosen) -> Iterator[tuple[str, Variant, T]]:
    """Joins the compiler's words on kernels, under demangled names, with the variants, by the names of their structs in
    those: the kernel's usr, the variant, and what it says. Instances of a template come one by one."""
    numbered = {s.function.usr: fs for s, fs in chosen}
    told = list(named)
    for subject in found.subjects:
        name = subject.function.name
        variants = numbered.get(subject.function.usr, ())
        names = dict(zip(struct_names(subject, len(variants)), variants, strict=True))
        for kernel, what in told:
            head, _, inside = kernel.partition("<")
            own = head.rpartition("::")[2].split(" ")[-1]
            if own == name:
                yield subject.function.usr, ORIGINAL, what
            else:
                struct = inside.partition(",")[0].partition(">")[0].rpartition("::")[2].strip()
                if struct in names and own.startswith(f"{name}_coarsened"):
                    yield subject.function.usr, names[struct], what
