"""What a parse tells of a translation unit, as frozen values that can be pickled and compared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, TypeVar, cast

from msgspec import Struct

from retarget.source.text import Cover, Diagnostic, Source, Span
from retarget.unit.missing import missing_header
from retarget.unit.tree import Function, Node

Fact = TypeVar("Fact")


class Kernel(Struct, frozen=True):
    """A `__global__` function: one declaration or definition of it."""

    name: str
    usr: str  # clang's identity of the function, or of the template that it comes from
    span: Span
    name_span: Span
    is_definition: bool
    is_static: bool
    in_macro: bool
    defaults: tuple[str, ...] = ()  # of its parameters, with their `=`, as this declaration gives them; empty: none
    template: str = ""  # `template <...>`, as this declaration has it
    template_names: tuple[str, ...] = ()


class Launch(Struct, frozen=True):
    """`kernel<<<grid, block, shared, stream>>>(...)`.

    `block` holds the threads per block along x, y, z where they are proved constant, else None; `grid` the blocks.
    """

    kernel: str  # usr
    name: str
    span: Span
    block: tuple[int, int, int] | None
    in_macro: bool
    on_device: bool  # dynamic parallelism
    block_names: frozenset[str] = frozenset()  # what the extents were spelled with, constants and macros
    grid: tuple[int, int, int] | None = None

    @property
    def threads(self) -> int | None:
        return self.block[0] * self.block[1] * self.block[2] if self.block else None


class Member(Struct, frozen=True):
    """`object.field` or `object->field` on a struct of CUDA's; spans of the object and of the field's name."""

    struct: str
    field: str
    object: Span
    name_span: Span
    is_arrow: bool


class Call(Struct, frozen=True):
    """A call, outside of macros, of a function that the caller of the parse asked about.

    on_device: it stands in a function of the device's alone, to the host's parse too. widens: a `float` becomes a
    `double` as an argument.
    """

    name: str
    span: Span
    argument_types: tuple[str, ...]
    on_device: bool = False
    widens: bool = False


class Conversion(Struct, frozen=True):
    """An expression that HIP needs converted and CUDA does not.

    to: `integer`, `bytes` (a `char*`), or the handle's name. encloses: whether a cast in front has to put brackets
    around it. is_written: it stands at `span` itself, not in the body of a macro that is used there.
    """

    span: Span
    to: str
    handle: str
    encloses: bool
    is_written: bool


class Extent(Struct, frozen=True):
    """A `uint3` that is taken as a `dim3`, or a `dim3` as a `uint3`, without a word of the user's.

    is_written: the expression stands at `span` itself, not in the body of a macro that is used there.
    """

    span: Span
    is_written: bool


class Binding(Struct, frozen=True):
    """`auto [a, b] = value`: how many names, and the type of the value as clang spells it."""

    span: Span
    count: int
    type: str


class VectorCall(Struct, frozen=True):
    """A call of the program's own operator on one of CUDA's vectors, for which an operand is converted.

    operand: its place, unless a macro or a template's argument brings it; kind: the type that the operator takes;
    definition: the operator's. is_general: a template's parameter stands for the vector; is_open: a template's argument
    says whether the operand is converted; is_derived: the operand's class is derived from the vector.
    """

    span: Span
    operand: Span | None
    kind: str
    definition: Span
    is_general: bool = False
    is_open: bool = False
    is_derived: bool = False


class LateSymbol(Struct, frozen=True):
    """A variable of the device with internal linkage that host code names, and device code that is compiled at once
    before it.

    name: where its definition names it; spelling: its own name; beside: all such variables of that declaration, as they
    are named behind it; device, host: where either names it first. is_open: of a template, or named ahead of its
    definition.
    """

    name: Span
    spelling: str
    beside: tuple[str, ...]
    device: Span
    host: Span
    is_open: bool


class EarlyInstantiation(Struct, frozen=True):
    """`template class S<int>`, ahead of the definition of a member; namespaces: around it."""

    span: Span
    namespaces: tuple[str, ...]


class Update(Struct, frozen=True):
    """`target op= operand`, or `++target`, on a handle.

    operands: the places of both, where they are written outside of macro bodies; fewer otherwise. encloses: whether
    the operand needs brackets. is_simple: naming the target twice does no harm.
    """

    handle: str
    span: Span
    operands: tuple[Span, ...]
    encloses: bool
    is_simple: bool


@dataclass(frozen=True)
class Unit:
    """A translation unit: its root and every user file that it reaches, and what clang says of them.

    language: "c", "c++" or "cuda". parsed: false where clang could not parse the root at all; then only `sources` is
    filled.
    own, foreign: places (path, offset) of names that refer to the user's own declarations and macros, and to others';
    others: those of the latter that no header of CUDA's declares; mixed: those that a template leaves open among
    functions of the user's and of others.
    hiding: names that the user declares in functions and classes, and where they hide others.
    own_names: names that the user's files declare at namespace scope, or define as macros, in what is compiled.
    half_arguments: numbers that a call takes as a `__half`, where a function of that name takes a `__half2` too.
    late_defaults: default arguments that are added outside of a class template, and the parameters that they are of.
    global_uses: where types and variables at global scope are named behind `using namespace std`, of names asked about.
    half_parts: components of a `__half2`, and whether each is written where it stands, or brought by a macro.
    signed_chars: components of `char4` and its kin that are taken by reference or by address.
    vector_bases: where classes with operators of their own name a vector type of CUDA's as their base.
    vector_lists: initialiser lists in braces of CUDA's vector types, with the type and the count.
    vector_braces: lists whose elements C++ deals out to vectors, and the braces that these lack; none where not known.
    vector_calls: calls of the program's own operators on such vectors that HIP's headers have operators for, too.
    late_symbols: what HIP's compiler misnames; where device code is relocatable.
    kernel_names: where kernels (usr) are named, in launches too; where bodies are asked for.
    composed_includes: what directives write whose file a macro names, and the headers that each one got.
    in_macros: names that macros of the user's bring, and whether they are his own.
    skipped: ranges that the preprocessor skipped, in the host and in the device parse; off_device: in the latter;
    off_host: in the former alone.
    foreign_files: what clang read beside those and CUDA's headers.
    initials: what members of the user's classes are given where they are declared; where bodies are asked for.
    seen: the files that clang read; others are reached by directives that the preprocessor skipped.
    faults: device functions that cannot be trusted, by where their names begin, each with the error of clang's that
    concerns what it uses; where bodies are asked for.
    device_errors: what clang cannot read in the user's text in the device's parse alone; `diagnostics` are the host's.
    """

    root: str
    sources: tuple[Source, ...]
    language: str = "cuda"
    parsed: bool = False
    kernels: tuple[Kernel, ...] = ()
    launches: tuple[Launch, ...] = ()
    members: tuple[Member, ...] = ()
    calls: tuple[Call, ...] = ()
    conversions: tuple[Conversion, ...] = ()
    updates: tuple[Update, ...] = ()
    enumerators: tuple[Conversion, ...] = ()
    extents: tuple[Extent, ...] = ()
    bindings: tuple[Binding, ...] = ()
    half_arguments: tuple[Span, ...] = ()
    late_defaults: tuple[tuple[Span, Span], ...] = ()
    global_uses: tuple[Span, ...] = ()
    half_parts: tuple[tuple[Span, bool], ...] = ()
    signed_chars: tuple[Span, ...] = ()
    vector_bases: tuple[Span, ...] = ()
    vector_lists: tuple[tuple[Span, str, int], ...] = ()
    vector_braces: tuple[tuple[Span, tuple[tuple[int, str], ...]], ...] = ()
    vector_calls: tuple[VectorCall, ...] = ()
    late_symbols: tuple[LateSymbol, ...] = ()
    kernel_names: tuple[tuple[str, Span], ...] = ()
    early_instantiations: tuple[EarlyInstantiation, ...] = ()
    composed_includes: tuple[tuple[Span, frozenset[str]], ...] = ()
    functions: tuple[Function, ...] = ()
    device_spans: tuple[Span, ...] = ()
    own: frozenset[tuple[str, int]] = frozenset()
    foreign: frozenset[tuple[str, int]] = frozenset()
    hiding: tuple[tuple[str, Span], ...] = ()
    others: frozenset[tuple[str, int]] = frozenset()
    mixed: frozenset[tuple[str, int]] = frozenset()
    own_names: frozenset[str] = frozenset()
    in_macros: frozenset[tuple[str, bool]] = frozenset()
    skipped: tuple[Span, ...] = ()
    off_device: tuple[Span, ...] = ()
    off_host: tuple[Span, ...] = ()
    foreign_files: tuple[str, ...] = field(default=(), compare=False)  # fewer where they are precompiled
    seen: frozenset[str] = frozenset()
    diagnostics: tuple[Diagnostic, ...] = ()
    initials: tuple[Node, ...] = ()
    faults: tuple[tuple[tuple[str, int], Diagnostic], ...] = ()
    device_errors: tuple[Diagnostic, ...] = ()

    def once(self, fact: Callable[[Unit], Fact]) -> Fact:
        """`fact(unit)`, computed when it is first asked for: what all files of the unit decide together."""
        known = self._once_results
        if fact not in known:
            known[fact] = fact(self)
        return cast(Fact, known[fact])

    @cached_property
    def _once_results(self) -> dict[Callable[[Unit], Any], Any]:
        return {}

    def __getstate__(self) -> dict[str, Any]:
        """Without what was computed from the rest."""
        return {f.name: getattr(self, f.name) for f in fields(self)}

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """What clang cannot read in the user's text; what it says of a system's headers alone is not among them."""
        return tuple(d for d in self.diagnostics if d.rule == "parse" and d.span)

    def fault_of(self, function: Function) -> Diagnostic | None:
        """The error that concerns what a device function uses, if there is one."""
        return self._faults.get((function.name_span.path, function.name_span.start))

    @cached_property
    def _faults(self) -> dict[tuple[str, int], Diagnostic]:
        return dict(self.faults)

    @property
    def missing(self) -> tuple[str, ...]:
        """The headers that clang did not find, as they are named."""
        return tuple(filter(None, (missing_header(d.message) for d in self.misses)))

    @property
    def misses(self) -> tuple[Diagnostic, ...]:
        """What clang says of headers that it did not find."""
        return tuple(d for d in self.diagnostics if d.rule == "missing-header")

    @cached_property
    def by_path(self) -> dict[str, Source]:
        return {s.path: s for s in self.sources}

    def text(self, span: Span) -> str:
        return self.by_path[span.path][span]

    @cached_property
    def _skipped(self) -> Cover:
        return Cover(self.skipped)

    @property
    def left_out_of_bodies(self) -> tuple[Span, ...]:
        """The ranges that are not compiled where device functions are: their bodies are the device's."""
        return (*self.skipped, *self.off_device)

    @cached_property
    def _off_device(self) -> Cover:
        return Cover(self.off_device)

    @cached_property
    def _on_device(self) -> Cover:
        return Cover(self.device_spans)

    def is_skipped(self, path: str, offset: int) -> bool:
        """Whether the compilation of this unit leaves a place out; false where clang could not tell."""
        return self.parsed and (path not in self.seen or self._skipped.has(path, offset))

    def is_off_device(self, path: str, offset: int) -> bool:
        """Whether the compilation for the device leaves a place out; false where clang could not tell."""
        return self.is_skipped(path, offset) or self._off_device.has(path, offset)

    def hides(self, name: str, path: str, offset: int) -> bool:
        """Whether a declaration of the user's hides a name at a place, and clang does not say what the name is."""
        there = any(w.start <= offset < w.end for w in self._hiding.get((name, path), ()))
        return there and (path, offset) not in self.foreign

    @cached_property
    def _hiding(self) -> dict[tuple[str, str], list[Span]]:
        found: dict[tuple[str, str], list[Span]] = {}
        for name, where in self.hiding:
            found.setdefault((name, where.path), []).append(where)
        return found

    def is_users(self, name: str, path: str, offset: int) -> bool:
        """Whether a name at a place is the user's own rather than CUDA's: as clang says, else as declarations do."""
        if (path, offset) in self.own:
            return True
        if (path, offset) in self.foreign:
            return False
        in_macros = {is_own for is_own in (True, False) if (name, is_own) in self.in_macros}
        return in_macros == {True} if in_macros and not self.is_skipped(path, offset) else name in self.own_names

    def on_device(self, path: str, offset: int) -> bool:
        """Whether the place lies in a function that is compiled for the device."""
        return self._on_device.has(path, offset)
