"""One parse of a unit, for the host or for the device, and the walk over its user code."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from clang import cindex
from msgspec.structs import replace

from retarget.source.conditionals import left_out
from retarget.source.flags import Flags
from retarget.source.launch_spelling import arguments, mended, second
from retarget.source.project import real
from retarget.source.text import Cover, Diagnostic, Severity, Source, Span, covered
from retarget.system.toolchain import OWN, Headers
from retarget.unit import Binding, Call, Conversion, Extent, Kernel, Launch, Member, Update
from retarget.unit.parse.blocks import block, variables_in
from retarget.unit.parse.bodies import Bodies
from retarget.unit.parse.complaints import complaints
from retarget.unit.parse.device_functions import DeviceFunctions
from retarget.unit.parse.enumerators import Enumerators
from retarget.unit.parse.extents import EXTENT_CONVERSIONS, extent
from retarget.unit.parse.faults import Faults
from retarget.unit.parse.handles import Handles, TooDeep
from retarget.unit.parse.heads import Heads
from retarget.unit.parse.initials import initial
from retarget.unit.parse.interest import Interest
from retarget.unit.parse.invocations import Invocations
from retarget.unit.parse.kinds import (
    BREAK,
    CALL,
    DECLARATIONS,
    DEVICE_ATTR,
    FUNCTIONS,
    GLOBAL,
    HOST_ATTR,
    LAMBDA,
    MACRO,
    MACRO_USE,
    MEMBER,
    OVERLOADED,
    RECURSE,
    REF,
    TYPE_REF,
    UNEXPOSED_DECLARATION,
    children,
    identity,
    is_for_device,
    library,
)
from retarget.unit.parse.opening import opened
from retarget.unit.parse.ownership import Ownership, clashing
from retarget.unit.parse.places import Places
from retarget.unit.parse.precompiled import Mode
from retarget.unit.parse.prototypes import declared
from retarget.unit.parse.watchers import Watchers
from retarget.unit.parse.widening import widens
from retarget.unit.tree import Function, Node

_WORD = re.compile(r"[A-Za-z_]\w*")
_Step = Callable[[cindex.Cursor, cindex.Cursor], None]


@dataclass
class Side:
    """One parse, for the host or for the device, and what a walk over its user code collects."""

    root: Source
    flags: Flags
    headers: Headers
    interest: Interest
    mode: Mode
    cache: Path | None
    mends: tuple[tuple[str, bytes], ...]  # texts that clang is shown in place of those on the disk
    sources: Mapping[str, Source] = field(default_factory=dict)  # the user's, as far as they are known
    files: list[str] = field(default_factory=list)
    foreign_files: dict[str, None] = field(default_factory=dict)
    kernels: list[Kernel] = field(default_factory=list)
    launches: list[Launch] = field(default_factory=list)
    members: list[Member] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    conversions: list[Conversion] = field(default_factory=list)
    updates: list[Update] = field(default_factory=list)
    enumerators: list[Conversion] = field(default_factory=list)
    extents: list[Extent] = field(default_factory=list)
    bindings: list[Binding] = field(default_factory=list)
    device_spans: list[Span] = field(default_factory=list)
    shared_spans: list[Span] = field(default_factory=list)  # of those, what the host has, too
    skipped: list[Span] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    faults: dict[tuple[str, int], Diagnostic] = field(default_factory=dict)  # see `Unit`
    initials: list[Node] = field(default_factory=list)
    _errors: list[tuple[Diagnostic, bool]] = field(default_factory=list)
    _texts: dict[str, str] = field(default_factory=dict)

    def walked(self) -> Side:
        places = self._places = Places(self.root, self.flags, self.headers, self.sources)
        asked = self.interest
        self._functions = DeviceFunctions(asked)
        unit = opened(self.root, self.flags, self.headers, self.mode, self.cache, self.mends)
        self._inclusions(unit)
        self._complaints(unit)
        own, told = (self.sources.values(), self.diagnostics) if asked.rules else ((), ())
        self.watchers = Watchers(asked, self.flags, own, places.at, places.span, self.root_text, told)
        whose = (places.at, places.is_users, self.root_text, self._cuda(), clashing(self.diagnostics))
        self.names_of = Ownership(asked.names, *whose)
        if not asked.errors_alone:
            self._user_code(unit)
        places.forget()
        return self

    def _user_code(self, unit: cindex.TranslationUnit) -> None:
        places, asked = self._places, self.interest
        users = [c for c in children(unit.cursor) if places.is_users(c.location)]
        self.names_of.macros(users)
        self._walk(users, unit)
        self.watchers.whole(users)
        if asked.trees or asked.bodies:
            self._invocations = Invocations(self._expanded(users), self.root_text)
            self._all_bodies()
        self._functions.forget()
        if asked.bodies and self._errors:
            self.faults = dict(Faults(places.span, places.at, self.root_text).of(users, self._errors))
        if asked.handles:
            self._conversions(users)
        if asked.enumerations:
            self._enumerators(users)
        device, spans = Cover(self.device_spans), frozenset(self.device_spans)

        def on_device(launch: Launch) -> bool:
            """A macro that brings both a kernel and the function that launches it has one place for both."""
            brought = launch.in_macro and launch.span in spans
            return not brought and device.has(launch.span.path, launch.span.start)

        self.launches = [replace(l, on_device=on_device(l)) for l in self.launches]

    @property
    def functions(self) -> dict[str, Function]:
        """The device functions, by their identity."""
        return self._functions.read

    # Places

    def _written(self, cursor: cindex.Cursor) -> Span | None:
        """The place of a cursor, with all of a macro's use where that spells it in part."""
        span = self._places.span(cursor)
        if span is None or not self._invocations.touch(span):
            return span
        unit, ends_in_macro = cursor.translation_unit, False
        if self._invocations.starts_at(span.path, span.end):
            there = cindex.SourceLocation.from_offset(unit, unit.get_file(span.path), span.end)
            ends_in_macro = cursor.extent.end != there
        return self._invocations.whole(span, ends_in_macro)

    def _cuda(self) -> tuple[str, ...]:
        """The folders of CUDA's headers and of those that stand for them."""
        return (*(real(str(folder)) for folder in self.headers.cuda), str(self.headers.resource_dir), str(OWN))

    # Files and complaints

    @property
    def failed(self) -> bool:
        """Whether clang could not read something of the user's."""
        return any(d.rule == "parse" and d.span for d in self.diagnostics)

    @property
    def misses_headers(self) -> bool:
        return any(d.rule == "missing-header" for d in self.diagnostics)

    def _inclusions(self, unit: cindex.TranslationUnit) -> None:
        times = Counter([self.root.path])
        ours = tuple(f"{folder}/" for folder in self._cuda())
        for inclusion in unit.get_includes():
            path = self._places.users(inclusion.include.name)
            if path:
                times[path] += 1
            elif not (name := real(inclusion.include.name)).startswith(ours):
                self.foreign_files[name] = None
        self.files = list(times)
        self._skipped(unit, times)

    def _skipped(self, unit: cindex.TranslationUnit, times: Mapping[str, int]) -> None:
        """What no inclusion of a file compiles; times: how often each is included, the ranges of each are listed."""
        listed = library().clang_getAllSkippedRanges(unit)
        by_path: dict[str, list[Span]] = {}
        for i in range(listed.contents.count):
            if span := self._places.range(listed.contents.ranges[i]):
                by_path.setdefault(span.path, []).append(span)
        library().clang_disposeSourceRangeList(listed)
        for path, spans in by_path.items():
            by_all = Cover(covered(spans, times.get(path, 1)))
            ranges = left_out(self.root_text(path), partial(by_all.has, path))
            self.skipped += [Span(path, *r) for r in ranges]

    def _complaints(self, unit: cindex.TranslationUnit) -> None:
        told, errors = complaints(unit, self._places)
        self.diagnostics += told
        self._errors += errors

    # The walk

    def _walk(self, users: Iterable[cindex.Cursor], unit: cindex.TranslationUnit) -> None:
        """Takes the step of each cursor's kind, in all declarations of the user's and below them. Most cursors are of
        kinds that have none, and cost little."""
        steps, failures = self._steps(), list[Exception]()

        def visited(cursor: cindex.Cursor, parent: cindex.Cursor, _: object) -> int:
            if step := steps.get(cursor._kind_id):
                cursor._tu = parent._tu = unit  # cindex expects it on cursors that it hands out itself
                try:
                    step(cursor, parent)
                except Exception as error:  # comes out below, not inside the C callback
                    failures.append(error)
                    return BREAK
            return RECURSE

        visitor = cindex.callbacks["cursor_visit"](visited)
        for cursor in users:
            if step := steps.get(cursor._kind_id):
                step(cursor, unit.cursor)
            self.names_of.at_top(cursor)
            if cursor._kind_id not in (MACRO, MACRO_USE):
                library().clang_visitChildren(cursor, visitor, None)
            if failures:
                raise failures[0]

    def _steps(self) -> dict[int, _Step]:
        """By kind, what is done with a cursor and its parent."""
        names, watchers = self.names_of, self.watchers
        steps: dict[int, _Step] = {CALL: self._call, LAMBDA: self._lambda}
        steps |= dict.fromkeys((GLOBAL, DEVICE_ATTR), self._attributed)
        if self.interest.rules or self.interest.names:
            steps |= dict.fromkeys(DECLARATIONS, names.declaration)
            steps |= dict.fromkeys((REF, TYPE_REF), lambda cursor, _: names.reference(cursor))
            steps |= {MEMBER: self._member, UNEXPOSED_DECLARATION: self._binding}
            steps[OVERLOADED] = lambda cursor, _: names.overloaded(cursor)

        def watched(seen: Sequence[Callable[[cindex.Cursor], None]], step: _Step | None) -> _Step:
            def all_of_them(cursor: cindex.Cursor, parent: cindex.Cursor) -> None:
                for see in seen:
                    see(cursor)
                if step:
                    step(cursor, parent)

            return all_of_them

        return steps | {kind: watched(seen, steps.get(kind)) for kind, seen in watchers.steps.items()}

    def _member(self, cursor: cindex.Cursor, _: cindex.Cursor) -> None:
        name = cursor.spelling
        if name not in self.interest.fields and name not in self.interest.names:
            return
        target = cursor.referenced
        if target is None:
            return
        if self._places.is_users(target.location):
            self.names_of.own.append(self._places.at(cursor.location))
        elif name in self.interest.fields:
            self._cuda_member(cursor, target, name)

    def _cuda_member(self, cursor: cindex.Cursor, target: cindex.Cursor, name: str) -> None:
        whole = self._places.span(cursor)
        inner = next(iter(cursor.get_children()), None)
        operand = self._places.span(inner) if inner is not None else None
        if whole and operand and operand.path == whole.path and operand.end <= whole.end - len(name):
            struct = target.semantic_parent.spelling
            arrow = inner is not None and inner.type.get_canonical().kind == cindex.TypeKind.POINTER
            field_span = Span(whole.path, whole.end - len(name), whole.end)
            self.members.append(Member(struct, name, operand, field_span, arrow))

    def _binding(self, cursor: cindex.Cursor, _: cindex.Cursor) -> None:
        """`auto [a, b] = value`: libclang has no kind of its own for it."""
        names = cursor.spelling
        span = self._places.span(cursor) if names.startswith("[") else None
        if span:
            self.bindings.append(Binding(span, names.count(",") + 1, cursor.type.get_canonical().spelling))

    def _lambda(self, cursor: cindex.Cursor, _: cindex.Cursor) -> None:
        """Host code hands it to a kernel: the attributes of its call say that it is for the device, whoever writes
        them."""
        path, offset = self._places.at(cursor.location)
        if is_for_device(cursor) and not Cover(self.device_spans).has(path, offset):  # else read with what is around
            self._functions.see_lambda(cursor)

    def _attributed(self, cursor: cindex.Cursor, function: cindex.Cursor) -> None:
        if function._kind_id not in FUNCTIONS:
            return
        span = self._places.span(function)
        if span is None:
            return
        self.device_spans.append(span)
        if any(c._kind_id == HOST_ATTR for c in children(function)):
            self.shared_spans.append(span)
        path, offset = self._places.at(function.location)
        self._functions.see(function, cursor._kind_id == GLOBAL, span, offset)
        if cursor._kind_id != GLOBAL:
            return
        in_macro = self.root_text(path)[offset : offset + len(function.spelling)] != function.spelling
        self.kernels.append(
            Kernel(
                function.spelling,
                identity(function),
                span,
                Span(path, offset, offset + len(function.spelling)),
                function.is_definition(),
                function.storage_class == cindex.StorageClass.STATIC,
                in_macro,
                *declared(function, span, self._places, self.root_text),
            )
        )

    def _all_bodies(self) -> None:
        heads = Heads(lambda: map(self.root_text, self.files), self.flags.define)
        at, around = self._places.at, self._invocations.around
        bodies = Bodies(self._written, at, self.root_text, identity, around, heads)
        if self.interest.bodies:
            known = [(v, self._written(m)) for m in self.watchers.members for v in initial(m)]
            self.initials = [bodies.value(value, span) for value, span in known if span]
        self._functions.bodies(self._places, bodies, self.sources.values(), self.initials)

    def root_text(self, path: str) -> str:
        if path in self.sources:
            return self.sources[path].text
        if path not in self._texts:
            self._texts[path] = Source.read(path).text if os.path.isfile(path) else ""
        return self._texts[path]

    # Conversions of handles

    def _conversions(self, users: Sequence[cindex.Cursor]) -> None:
        handles = Handles(self.interest.handles, self._whole, frozenset(self._expanded(users)))
        for cursor in users:
            try:
                handles.walk(cursor)
            except TooDeep:
                told = "an expression is nested too deeply here to look for computing with handles"
                self.diagnostics.append(Diagnostic("handles", Severity.WARNING, self._places.span(cursor), told))
        self.conversions, self.updates = handles.conversions, handles.updates

    def _enumerators(self, users: Sequence[cindex.Cursor]) -> None:
        self.enumerators = Enumerators(self.interest.enumerations, self._whole, self.mode.language == "c").of(users)

    def _expanded(self, users: Iterable[cindex.Cursor]) -> Iterator[Span]:
        """The places of uses of macros."""
        return filter(None, (self._places.span(c) for c in users if c._kind_id == MACRO_USE))

    def _whole(self, cursor: cindex.Cursor) -> tuple[Span, bool] | None:
        """The place of an expression, and whether all of it stands there: it may end in a macro's body."""
        if (span := self._places.span(cursor)) is None:
            return None
        text = self.root_text(span.path)[span.start : span.end]
        return span, bool(text) and text.count("(") == text.count(")")

    # Calls and launches

    def _call(self, cursor: cindex.Cursor, parent: cindex.Cursor) -> None:
        name = cursor.spelling
        if name in ("__cudaPushCallConfiguration", "cudaConfigureCall") and parent._kind_id == CALL:
            self._launch(parent, cursor)
        elif name in EXTENT_CONVERSIONS:
            found = extent(cursor, self._places.span, self.root_text)
            self.extents += [found] if found else []
        elif name in self.interest.calls:
            span = self._places.span(cursor)
            if span:
                given = [a for a in cursor.get_arguments() if a is not None]
                types = tuple(a.type.get_canonical().spelling for a in given)
                self.calls.append(Call(name, span, types, widens=any(map(widens, given))))

    def _launch(self, call: cindex.Cursor, configuration: cindex.Cursor) -> None:
        span, kernel = self._places.span(call), call.referenced
        if span is None or kernel is None:
            return
        listed = [a for a in configuration.get_arguments() if a is not None]
        grid, extents = (block(a) for a in listed[:2]) if len(listed) > 1 else (None, None)
        text = self.root_text(span.path)[span.start : span.end]
        written = mended(text)
        braced = [at for at, given in enumerate(arguments(text)) if given.lstrip().startswith("{")]
        grid, extents = (None if at in braced else found for at, found in enumerate((grid, extents)))  # see `readable`
        words = self._block_words(written, listed[1]) if extents else frozenset()
        in_macro = "<<<" not in written
        self.launches.append(Launch(identity(kernel), call.spelling, span, extents, in_macro, False, words, grid))

    def _block_words(self, launch: str, argument: cindex.Cursor) -> frozenset[str]:
        """The words that the block of a launch is written with, and those of the variables in it. Where a macro spells
        the launch, all of its own."""
        spans = [self._places.span(v) for v in variables_in(argument)]
        texts = [self.root_text(s.path)[s.start : s.end] for s in spans if s]
        return frozenset(_WORD.findall(" ".join([second(launch), *texts])))
