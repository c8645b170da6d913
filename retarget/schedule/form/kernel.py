"""One kernel and its variants -> the coarsened form, its variants and its launches, as text."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from math import prod

from msgspec.structs import replace

from retarget.analysis.dependence import Axes
from retarget.schedule.form.again import captures
from retarget.schedule.form.coarsened_launches import Entry, dispatch, entries
from retarget.schedule.form.context import Context, Form, Shape
from retarget.schedule.form.declared_types import asking_macros
from retarget.schedule.form.escape import escaping
from retarget.schedule.form.factors import AXES, ONES, Factors
from retarget.schedule.form.form import Former
from retarget.schedule.form.fresh import Names
from retarget.schedule.form.loops import uniform_loops
from retarget.schedule.form.replicas import replicated
from retarget.schedule.form.sharing import shared_strides
from retarget.schedule.form.streaming_arrays import streamed_loads, streamed_stores
from retarget.schedule.form.subject import Subject
from retarget.schedule.form.template import kernel_text
from retarget.schedule.refusal import Unsuited
from retarget.schedule.steps import Variant
from retarget.schedule.steps.above import AboveBlocks
from retarget.schedule.steps.bounds import LaunchBounds
from retarget.schedule.steps.share import ShareLoads
from retarget.schedule.steps.streaming import Streaming
from retarget.schedule.steps.unroll import UnrollLoops
from retarget.source import brackets
from retarget.source.lexer import code
from retarget.unit.tree import IN_EXPRESSION, Kind, Storage

_QUALIFIED = re.compile(r"(?:\w+\s*::\s*)+\Z")


def shape_of(variant: Variant) -> Shape:
    """What of a variant's numbers decides the text."""
    factors, bounds = variant.factors, variant.find(LaunchBounds)
    return Shape(factors.axes, factors.block_axes, prod(factors.pack) > 1, factors.has_turns, bounds is not None,
                 bounds is not None and bounds.waves > 0, factors.moves_indices)  # fmt: skip


def streams(subject: Subject, streaming: Streaming | None) -> frozenset[tuple[Kind, int, int]]:
    """The accesses that go past the caches."""
    stores = streamed_stores(subject) if streaming and streaming.stores else ()
    loads = streamed_loads(subject) if streaming and streaming.loads else ()
    return frozenset((n.kind, n.span.start, n.span.end) for n in (*stores, *loads))


def formed(subject: Subject, factors: Factors) -> Form:
    """The form for instances of these factors, which hundreds of variants have in common. Raises Unsuited."""
    axes, block_axes = factors.axes, factors.block_axes
    return subject.once((axes, block_axes), lambda: _formed(subject, axes, block_axes))


def _formed(subject: Subject, axes: Axes, block_axes: Axes) -> Form:
    depends = subject.dependence
    while True:
        source, hidden = subject.quote.source, subject.hidden
        items = Former(subject.function, depends, subject.effects, axes, block_axes, source, hidden).formed()
        own = escaping(items, depends, axes)
        if not own or not axes:
            return Form(items, depends, replicated(items, depends, block_axes))
        depends = depends.widened(own)


def coarsened(subject: Subject, variant: Variant, name: str, linkage: str = "") -> str:
    """The coarsened kernel. Raises Unsuited."""
    _check_steps(subject, variant)
    shape, form, unrolled = shape_of(variant), formed(subject, variant.factors), variant.find(UnrollLoops)
    versions = {version.rpartition("::")[2] for version in subject.indexed_functions.values()}
    context = Context(
        subject.function, form, subject.effects, shape, subject.quote, Names(subject.taken | versions), subject.hidden,
        subject.indexed_functions if shape.moves else {}, streams(subject, variant.find(Streaming)),
        shared_strides(subject, shape.axes) if variant.find(ShareLoads) else {}, subject.shared_elsewhere is not None,
        unrolled.times if unrolled else 0,
        frozenset(n.span.start for n in uniform_loops(subject)) if unrolled else frozenset(), subject.is_old,
        asking_macros(subject.unit),
    )  # fmt: skip
    _check_captures(context)
    return kernel_text(context, name, subject.is_devices, linkage)


def _check_captures(context: Context) -> None:
    """What a shared array's name is bound to in generated text, `auto& s = s_[0]`, a lambda captures: by a copy, it
    would have an array of its own. Raises Unsuited."""
    bound = {v.key: v for v in context.shared() if context.is_renamed(v)}
    for made in context.function.body.of(Kind.LAMBDA) if bound else ():
        if made.name == IN_EXPRESSION:
            continue
        found = captures(code(context.quote.source.text[made.span.start : made.span.end]))
        for node in made.of(Kind.NAME):
            array = bound.get(node.variable)
            if array is None or not found.copies(array.name):
                continue
            is_pointer = array.storage is Storage.DYNAMIC and context.is_replicated(array)
            if not (is_pointer and found.default):
                raise Unsuited(node.span, "a lambda would have a copy of this shared array", remedy="capture it by [&]")


def _check_steps(subject: Subject, variant: Variant) -> None:
    """Steps that do not go together. Raises Unsuited."""
    factors, done = variant.factors, subject.done
    if variant.find(ShareLoads) and factors.block_from_end:
        why = "share() counts upwards from the first instance, which with `from_end` has the last block"
        raise Unsuited(subject.function.name_span, why, remedy="consecutive or strided blocks")
    barriers = (*done.barriers, *done.votes, *done.groups)
    if barriers and factors.has_turns and factors.pack != ONES:
        why = "packed blocks that lie beyond the grid do not reach this barrier, and would meet it with the next ones"
        raise Unsuited(barriers[0].span, why, remedy="pack without serial and persistent")


def shared_bytes(subject: Subject, factors: Factors) -> int | None:
    """Of static shared memory, for a physical block; None where a template decides, or there is no form."""
    if subject.shared_bytes in (0, None) or factors.replicas == 1:
        return subject.shared_bytes
    try:
        form = formed(subject, factors)
    except Unsuited:
        return None
    packs, total = prod(factors.pack), 0
    for key, along in form.replicated.items():
        blocks = prod(b for a, b in zip(AXES, factors.block, strict=True) if f"blockIdx.{a}" in along)
        total += packs * blocks * (subject.function.variables[key].bytes or 0)
    return total


def constants(name: str, variant: Variant, subject: Subject) -> str:
    """A variant as a struct of constants."""
    factors, members = variant.factors, list[str]()

    def whole(family: str, values: Sequence[int], usual: Sequence[int]) -> None:
        changed = [f"{family}_{a} = {v}" for a, v, u in zip(AXES, values, usual, strict=True) if v != u]
        if changed:
            members.append(f"static constexpr int {', '.join(changed)};")

    usual = Factors()
    for family in ("thread", "block", "pack", "split", "serial", "lanes"):
        whole(family, getattr(factors, family), getattr(usual, family))
    if factors.persistent:
        members.append(f"static constexpr int persistent = {factors.persistent};")
    changed = [
        f"{n} = {str(getattr(factors, n)).lower()}"
        for n in ("thread_strided", "block_strided", "block_from_end", "serial_strided")
        if getattr(factors, n) != getattr(usual, n)
    ]
    if changed:
        members.append(f"static constexpr bool {', '.join(changed)};")
    if subject.extent:
        whole("extent", subject.extent, (0, 0, 0))
    if most := most_threads(variant, subject):
        members.append(f"static constexpr int most_threads = {most};")
    if above := variant.find(AboveBlocks):
        members.append(f"static constexpr long long least_blocks = {above.blocks};")
    if (bounds := variant.find(LaunchBounds)) and bounds.waves:
        members.append(f"static constexpr int waves = {bounds.waves};")
    if (static := shared_bytes(subject, factors)) and factors.replicas > 1:
        members.append(f"static constexpr std::size_t static_shared = {static};")
    if subject.exchanges and _moves_lanes(factors):
        members.append("static constexpr bool whole_warps = true;")
    listed = "".join(f"    {m}\n" for m in members)
    return f"struct {name} : retarget::Granularity {{\n{listed}}};\n"


def _moves_lanes(factors: Factors) -> bool:
    """Whether threads of a block may be other lanes than they were; steps on blocks alone leave them as they are."""
    usual = Factors()
    own = (factors.thread, factors.pack, factors.split, factors.lanes)
    return own != (usual.thread, usual.pack, usual.split, usual.lanes)


def physical_threads(factors: Factors, extent: tuple[int, int, int]) -> int:
    """Threads of a physical block."""
    threads = 1
    for e, t, p, s in zip(extent, factors.thread, factors.pack, factors.split, strict=True):
        threads *= e // t * p // s
    return threads


def most_threads(variant: Variant, subject: Subject) -> int | None:
    """Of a physical block: what the schedule says, else what its proved extents give."""
    if (bounds := variant.find(LaunchBounds)) and bounds.threads:
        return bounds.threads
    return physical_threads(variant.factors, subject.extent) if subject.extent else None


def launch_name(subject: Subject) -> str:
    """What the function is called that launches a kernel."""
    return subject.fresh(f"{subject.function.name}_launch")


def coarsened_name(subject: Subject, at: int = 0) -> str:
    """What a coarsened kernel is called, of several the first, the second, ..."""
    return subject.fresh(f"{subject.function.name}_coarsened{f'_{at + 1}' if at else ''}")


def fits_name(subject: Subject) -> str:
    """What the entry is called that tells physical configurations."""
    return subject.fresh(f"{subject.function.name}_fits")


def checksum_name(subject: Subject) -> str:
    """What the entry is called that adds up memory."""
    return subject.fresh(f"{subject.function.name}_checksum")


def struct_names(subject: Subject, count: int) -> tuple[str, ...]:
    """What the structs of so many variants are called."""
    name = f"{subject.function.name}_factors"
    return tuple(subject.fresh(name if count == 1 else f"{name}_{at}") for at in range(1, count + 1))


def definition(
    subject: Subject, chosen: Sequence[Variant], linkage: str, chooses: bool, instance: str | None = None
) -> str:
    """All that stands behind a kernel of which there are variants. Raises Unsuited.

    It stands in the namespace that a qualified name (`void a::b::k() {...}`) puts the kernel in.
    Variants that differ in constants alone share one coarsened kernel. instance: where a driver's calls launch it, the
    template arguments, if any; else None.
    """
    _captured(subject, any(v.factors.moves_indices for v in chosen))
    if own := subject.copies_of_its_own:
        raise Unsuited(own[0].span, own[0].why)
    kernels: dict[tuple[Shape, Hashable], tuple[str, str]] = {}
    structs, variants = [], []
    # other units may have a kernel of its name; a driver finds its kernels by name
    of_unit = linkage if linkage.startswith("static") and instance is None else ""
    for struct, variant in zip(struct_names(subject, len(chosen)), chosen, strict=True):
        key = shape_of(variant), variant.in_text
        if key not in kernels:
            kernel = coarsened_name(subject, len(kernels))
            kernels[key] = kernel, coarsened(subject, variant, kernel, of_unit)
        text = constants(struct, variant, subject)
        structs.append(f"namespace {{\n\n{text}\n}}  // namespace\n" if of_unit else text)
        variants.append(Entry(struct, kernels[key][0]))
    named = {launch_name(subject), *(n for v in variants for n in (v.name, v.kernel))}
    names = Names(subject.taken | named)
    function = subject.function
    launching = dispatch(function, launch_name(subject), variants, subject.quote, names, linkage, chooses)
    made = ["", *structs, *(text for _, text in kernels.values()), launching]
    if instance is not None:
        names_ = launch_name(subject), fits_name(subject), checksum_name(subject)
        made.append(entries(*names_, variants, instance))
        return "\n".join(made)
    opened = _QUALIFIED.search(subject.unit.text(replace(function.span, end=function.name_span.start)))
    around = re.findall(r"\w+", opened[0]) if opened else []
    opening = [f"\nnamespace {name} {{" for name in around]
    return "\n".join((*opening, *made, *(f"}}  // namespace {name}\n" for name in reversed(around))))


def _captured(subject: Subject, moves: bool) -> None:
    """In generated text the indices are variables, which a lambda has to capture. moves: other functions are handed
    them. Raises Unsuited."""
    handed = subject.indexed_functions if moves else {}
    quoted = (subject.function, *(subject.functions[usr] for usr in handed))
    for made in (m for f in quoted for m in f.body.of(Kind.LAMBDA) if m.name != IN_EXPRESSION):
        words = code(subject.unit.text(made.span))
        if captures(words).default:
            continue
        end = brackets.closing(words, 0, own_directive=False) if words[0].text == "[" else None
        behind = made.span.start + words[end or 0].end
        for node in made.walk():
            is_index = node.kind is Kind.BUILTIN and not node.name.startswith("warpSize")
            if node.span.start >= behind and (is_index or node.callee in handed):
                raise Unsuited(node.span, "a lambda uses an index here", remedy="capture by default: [=] or [&]")
