"""One kernel and its factors -> the coarsened form, its variants and its launches, as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from retarget.analysis.dependence import Dependence, dependence
from retarget.analysis.effects import Effects, EffectsOf
from retarget.granularity.factors import AXES, Factors
from retarget.granularity.form import Former, Unsuited
from retarget.granularity.launches import Names, dispatch
from retarget.granularity.quote import Quote
from retarget.granularity.write import Shape, Writer
from retarget.lexer import NAME, tokens
from retarget.tree import Function, Kind, Node, Storage
from retarget.unit import Unit


@dataclass(frozen=True)
class Subject:
    """A kernel that may be coarsened, and the unit that it is in. extent: its logical block, where it is proved."""

    function: Function
    unit: Unit
    extent: tuple[int, int, int] | None = None

    @cached_property
    def functions(self) -> Mapping[str, Function]:
        return {f.usr: f for f in self.unit.functions}

    @cached_property
    def effects(self) -> EffectsOf:
        return EffectsOf(self.functions)

    @cached_property
    def done(self) -> Effects:
        return self.effects.function(self.function)

    @cached_property
    def dependence(self) -> Dependence:
        return dependence(self.function, self.effects)

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(t.text for s in self.unit.sources for t in tokens(s.text) if t.kind == NAME)

    @cached_property
    def quote(self) -> Quote:
        return Quote(self.unit.by_path[self.function.span.path], self.unit.skipped)

    @cached_property
    def shared_bytes(self) -> int | None:
        """Of static shared memory, for one block; None where a template decides."""
        listed = [v.bytes for v in self.function.variables.values() if v.storage is Storage.SHARED]
        return None if None in listed else sum(b for b in listed if b)

    def fresh(self, name: str) -> str:
        while name in self.words:
            name += "_"
        return name


def shape_of(factors: Factors, subject: Subject) -> Shape:
    return Shape(factors.axes, factors.block_axes, factors.has_turns, bool(subject.extent or factors.bounds))


def coarsened(subject: Subject, shape: Shape, name: str) -> str:
    """The coarsened kernel, and the device functions that it hands indices to. Raises Unsuited."""
    places = dict(indexed_functions(subject))
    former = Former(subject.function, subject.dependence, subject.effects, shape.axes, shape.block_axes)
    writer = Writer(subject.function, former.formed(), subject.dependence, subject.effects, shape, subject.quote,
                    subject.words, places)  # fmt: skip
    return writer.text(name)


def indexed_functions(subject: Subject) -> Iterator[tuple[str, str]]:
    """Device functions that name threadIdx or blockIdx, themselves or by way of others: identity and the name of the
    version that gets them as arguments."""
    for usr in _called(subject, subject.function.body, []):
        inside = subject.effects.function(subject.functions[usr])
        if inside.builtins or inside.indexed_calls:
            yield usr, subject.fresh(f"{subject.functions[usr].name}_at")


def _called(subject: Subject, body: Node, found: list[str]) -> list[str]:
    for call in body.of(Kind.CALL):
        if call.callee in subject.functions and call.callee not in found:
            _called(subject, subject.functions[call.callee].body, found)
            found.append(call.callee)
    return found


def indexed_version(subject: Subject, usr: str, places: Mapping[str, str]) -> str:
    """A device function with the indices as its first parameters.

        __device__ int f(int n) { return threadIdx.x + n; }
        -->
        __device__ int f_at(uint3 threadIdx, uint3 blockIdx, dim3 blockDim, dim3 gridDim, int n) { return threadIdx.x + n; }
    """
    function = subject.functions[usr]
    if function.is_member:
        raise Unsuited(function.body, f"'{function.name}', a member function, uses built-in indices")
    quote = Quote(subject.unit.by_path[function.span.path], subject.unit.skipped)
    edits = [(function.name_span.start, function.name_span.end, places[usr])]
    opening = quote.source.text.index("(", function.name_span.end)
    comma = ", " if function.parameters else ""
    edits.append((opening, opening + 1, f"(const uint3 threadIdx, const uint3 blockIdx, const dim3 blockDim, const dim3 gridDim{comma}"))  # fmt: skip
    for call in function.body.of(Kind.CALL):
        if call.callee in places:
            start = call.span.start
            bracket = quote.source.text.index("(", start)
            between = quote.source.text[bracket + 1 : call.span.end - 1].strip()
            edits.append((start, start + len(call.name), places[call.callee]))
            edits.append((bracket, bracket + 1, "(threadIdx, blockIdx, blockDim, gridDim" + (", " if between else "")))
    return quote.text(function.span.start, function.span.end, edits) + "\n"


def variant(name: str, factors: Factors, subject: Subject) -> str:
    """The factors of a variant as a struct of constants."""
    members: list[str] = []

    def whole(family: str, values: Sequence[int], usual: Sequence[int]) -> None:
        changed = [f"{family}_{a} = {v}" for a, v, u in zip(AXES, values, usual, strict=True) if v != u]
        if changed:
            members.append(f"static constexpr int {', '.join(changed)};")

    usual = Factors()
    for family in ("thread", "block", "pack", "serial", "lanes"):
        whole(family, getattr(factors, family), getattr(usual, family))
    if factors.persistent:
        members.append(f"static constexpr int persistent = {factors.persistent};")
    changed = [
        f"{n} = {str(getattr(factors, n)).lower()}"
        for n in ("thread_strided", "block_strided", "serial_strided")
        if getattr(factors, n) != getattr(usual, n)
    ]
    if changed:
        members.append(f"static constexpr bool {', '.join(changed)};")
    if subject.extent:
        whole("extent", subject.extent, (0, 0, 0))
        members.append(f"static constexpr int most_threads = {physical_threads(factors, subject.extent)};")
    if subject.shared_bytes and factors.replicas > 1:
        members.append(f"static constexpr std::size_t static_shared = {subject.shared_bytes};")
    if subject.done.warp_operations:
        members.append("static constexpr bool whole_warps = true;")
    listed = "".join(f"    {m}\n" for m in members)
    return f"struct {name} : retarget::Granularity {{\n{listed}}};\n"


def physical_threads(factors: Factors, extent: tuple[int, int, int]) -> int:
    """Threads of a physical block."""
    threads = 1
    for e, t, p in zip(extent, factors.thread, factors.pack, strict=True):
        threads *= e // t * p
    return threads


def names_of(subject: Subject) -> Names:
    name = subject.function.name
    return Names(subject.fresh(f"{name}_coarsened"), subject.fresh(f"{name}_launch"), subject.fresh(f"{name}_factors"))


def definition(subject: Subject, factors: Factors, linkage: str) -> str:
    """All that stands behind a kernel that is coarsened by one schedule. Raises Unsuited."""
    names = names_of(subject)
    places = dict(indexed_functions(subject))
    helpers = "".join(indexed_version(subject, usr, places) + "\n" for usr in places)
    kernel = coarsened(subject, shape_of(factors, subject), names.coarsened)
    factors = replace(factors, share=False)
    chosen = variant(names.variant, factors, subject)
    return f"\n{chosen}\n{helpers}{kernel}\n{dispatch(subject.function, names, subject.quote, linkage)}"
