"""CUDA text -> `Unit`: the only package that knows libclang.

A unit of CUDA is parsed for the host; where its text asks about `__CUDA_ARCH__`, for the device too, and both are
united; for the device alone where some of its kernels are asked for. A unit of C or C++ is parsed as its compiler does
it, unless there are kernels in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from msgspec.structs import replace

from retarget.source.flags import Flags
from retarget.source.launch_spelling import mended
from retarget.source.lexer import COMMENT, tokens
from retarget.source.nvcc_view import shown
from retarget.source.reach import NOTHING, reached
from retarget.source.text import Cover, Diagnostic, Source, Span, common
from retarget.system.toolchain import Headers
from retarget.unit import Call, Launch, Unit
from retarget.unit.parse.interest import Interest
from retarget.unit.parse.opening import ParseError
from retarget.unit.parse.precompiled import DEVICE, Mode, mode_of
from retarget.unit.parse.side import Side

T = TypeVar("T")
_KERNELS = ("<<<", "__global__")


def parse(
    root: Source,
    flags: Flags,
    headers: Headers,
    interest: Interest,
    cache: Path | None = None,
    several: bool = False,
    texts: Mapping[str, Source] = NOTHING,
) -> Unit:
    """Parses a unit. Errors in the user's text become diagnostics of the unit; raises ParseError only where
    libclang gives up.

    cache: the folder of precompiled headers. several: whether the run has several units, for which they pay. texts:
    sources that stand for the files of the same path.
    """
    sources = reached(root, flags, texts)
    if any("\udc80" <= c <= "\udcff" for c in "".join((root.path, *flags.arguments()))):
        raise ParseError(f"libclang takes names in UTF-8 only: {root.path}")
    read = {s.path: s for s in (*sources, *texts.values())}.values()
    mends = tuple(
        (s.path, shown(s.text).encode("latin-1")) for s in read if s.path in texts or shown(s.text) is not s.text
    )
    own = {s.path: s for s in sources}
    mode = mode_of(flags.language_of(root.path), sources, flags, several)

    def walked(mode: Mode, interest: Interest) -> Side:
        return Side(root, flags, headers, interest, mode, cache, mends, own).walked()

    has_two_sides = any("__CUDA_ARCH__" in s.text for s in sources) and not interest.errors_alone  # the host's count
    if interest.kernels and has_two_sides and mode.language == "cuda":
        mode = replace(mode, side=DEVICE)  # all that is asked of kernels by name
    no_bodies = replace(interest, bodies=False, trees=False)
    on_host = no_bodies if has_two_sides and mode.side != DEVICE else interest  # the device's bodies are what runs
    sides = [walked(mode, on_host)]
    if mode.bundle and not sides[0].misses_headers and sides[0].failed:
        mode = replace(mode, bundle=False)
        sides = [walked(mode, on_host)]
    if mode.language != "cuda" and _is_cudas(sides[0], sources):
        mode = replace(mode, language="cuda")
        sides = [walked(mode, on_host)]
    elif mode.language == "c++" and sides[0].failed and any("__CUDACC__" in s.text for s in sources):
        tried = walked(replace(mode, language="cuda"), on_host)  # what it cannot do without may stand under that
        if not tried.failed:
            mode, sides = replace(mode, language="cuda"), [tried]
    if mode.language == "cuda" and has_two_sides and mode.side != DEVICE:
        sides.append(walked(replace(mode, side=DEVICE), interest))
    by_path = dict(own)
    for path in (p for side in sides for p in side.files):
        if path not in by_path:
            by_path[path] = Source.read(path)
    return _united(root, tuple(by_path.values()), sides)


def _is_cudas(side: Side, sources: Sequence[Source]) -> bool:
    """Whether what was parsed as C or C++ holds kernels or launches: a name such as `main.cpp` does not say that the
    build compiles it as CUDA. Those in headers count where the parse fails."""
    looked = [s for s in sources if s is sources[0] or (side.failed and s.path in side.files)]
    return any(_has_kernels(s, Cover(side.skipped)) for s in looked)


def _has_kernels(source: Source, left_out: Cover) -> bool:
    text = mended(source.text)
    return any(mark in text for mark in _KERNELS) and any(
        t.text in _KERNELS and t.kind != COMMENT and not t.directive and not left_out.has(source.path, t.start)
        for t in tokens(text)
    )


def _united(root: Source, sources: tuple[Source, ...], sides: list[Side]) -> Unit:
    host, skipped = sides[0], _skipped_by_all(sides)

    def all_of(pick: Callable[[Side], Iterable[T]]) -> tuple[T, ...]:
        return tuple(dict.fromkeys(x for side in sides for x in pick(side)))

    return Unit(
        root.path,
        sources,
        host.mode.language,
        parsed=True,
        kernels=all_of(lambda s: s.kernels),
        launches=tuple(_by_span(_launches(sides))),
        members=all_of(lambda s: s.members),
        calls=_calls(sides),
        conversions=all_of(lambda s: s.conversions),
        updates=all_of(lambda s: s.updates),
        enumerators=all_of(lambda s: s.enumerators),
        extents=all_of(lambda s: s.extents),
        bindings=all_of(lambda s: s.bindings),
        late_defaults=all_of(lambda s: s.watchers.late_defaults),
        global_uses=all_of(lambda s: s.watchers.global_uses),
        half_arguments=all_of(lambda s: s.watchers.half_arguments),
        half_parts=all_of(lambda s: s.watchers.half_parts),
        signed_chars=all_of(lambda s: s.watchers.signed_chars),
        vector_lists=all_of(lambda s: s.watchers.vector_lists),
        vector_braces=all_of(lambda s: s.watchers.vector_braces),
        vector_calls=all_of(lambda s: s.watchers.vector_calls),
        vector_bases=all_of(lambda s: s.watchers.vector_bases),
        kernel_names=all_of(lambda s: s.watchers.kernel_names),
        late_symbols=all_of(lambda s: s.watchers.late_symbols),
        early_instantiations=all_of(lambda s: s.watchers.early_instantiations),
        composed_includes=all_of(lambda s: s.watchers.composed_includes),
        functions=tuple({u: f for s in sides for u, f in s.functions.items()}.values()),
        device_spans=all_of(lambda s: s.device_spans),
        own=frozenset(all_of(lambda s: s.names_of.own)),
        hiding=all_of(lambda s: s.names_of.hiding.found),
        foreign=frozenset(all_of(lambda s: s.names_of.foreign)),
        others=frozenset(all_of(lambda s: s.names_of.others)),
        mixed=frozenset(all_of(lambda s: s.names_of.mixed)),
        own_names=frozenset(all_of(lambda s: s.names_of.own_names)),
        in_macros=frozenset(all_of(lambda s: s.names_of.in_macros)),
        skipped=skipped,
        off_device=tuple(sides[1].skipped) if len(sides) > 1 else (),
        off_host=tuple(s for s in host.skipped if s not in skipped),
        foreign_files=all_of(lambda s: s.foreign_files),
        seen=frozenset(all_of(lambda s: s.files)),
        diagnostics=tuple(host.diagnostics),
        initials=all_of(lambda s: s.initials),
        faults=tuple(sides[-1].faults.items()),  # of the side that the bodies are of
        device_errors=tuple(d for d in all_of(_errors) if d not in host.diagnostics),
    )


def _errors(side: Side) -> Iterable[Diagnostic]:
    return (d for d in side.diagnostics if d.rule == "parse" and d.span)


def _skipped_by_all(sides: list[Side]) -> tuple[Span, ...]:
    """The ranges that no side compiles, of those that read the file."""
    kept, known = sides[0].skipped, set(sides[0].files)
    for side in sides[1:]:
        theirs = set(side.files)
        alone = [s for s in kept if s.path not in theirs] + [s for s in side.skipped if s.path not in known]
        kept, known = [*alone, *common(kept, side.skipped)], known | theirs
    return tuple(kept)


def _calls(sides: list[Side]) -> tuple[Call, ...]:
    """The calls of all sides: the same function may be the host's alone to the host's parse."""
    found: dict[Call, bool] = {}
    for side in sides:
        device, shared = Cover(side.device_spans), Cover(side.shared_spans)
        for call in side.calls:
            place = call.span.path, call.span.start
            found[call] = found.get(call, True) and device.has(*place) and not shared.has(*place)
    return tuple(replace(call, on_device=on_device) for call, on_device in found.items())


def _launches(sides: list[Side]) -> Iterable[Launch]:
    """The launches of all sides; in a branch that the device side leaves out, only the host launches."""
    left_out = Cover(sides[1].skipped if len(sides) > 1 else ())
    for launch in (x for side in sides for x in side.launches):
        by_host = left_out.has(launch.span.path, launch.span.start)
        yield replace(launch, on_device=launch.on_device and not by_host)


def _by_span(launches: Iterable[Launch]) -> Iterable[Launch]:
    """One launch a place; instances of a template agree, or their block is unknown."""
    found: dict[tuple[Span, str], Launch] = {}
    for launch in launches:
        known = found.setdefault((launch.span, launch.kernel), launch)
        if known.block != launch.block:
            found[launch.span, launch.kernel] = Launch(
                known.kernel, known.name, known.span, None, known.in_macro, known.on_device or launch.on_device
            )
    return found.values()


__all__ = ["Interest", "ParseError", "parse"]
