"""CUDA text -> `Unit`: the only module that knows libclang.

A unit is parsed for the host; where its text asks about `__CUDA_ARCH__`, for the device too, and both are united.
CUDA's own headers are parsed once per language standard and side, and kept as a precompiled header: a
parse then takes tens of milliseconds instead of half a second.
"""

from __future__ import annotations

import ctypes
import os
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from clang import cindex

from retarget.flags import Flags
from retarget.launch_spelling import mended
from retarget.lexer import includes
from retarget.text import Cover, Diagnostic, Severity, Source, Span, digest
from retarget.toolchain import OWN, Headers
from retarget.unit import Call, Kernel, Launch, Member, Unit

_KEEP_GOING, _RECORD, _INCOMPLETE = 0x200, 0x01, 0x02
_HOST, _DEVICE = "--cuda-host-only", "--cuda-device-only"
_COMMON = ("-nocudainc", "-nocudalib", "-Wno-unknown-cuda-version", "--cuda-gpu-arch=sm_70", "-ferror-limit=0", "-w")
_KIND = cindex.CursorKind
# Kinds of declarations that can carry a name of the user's (clang-c/Index.h).
_DECLARATIONS = frozenset(range(2, 40)) - {17, 18, 34, 35}  # less Objective-C's and using-directives
_SCOPES = frozenset(k._value if hasattr(k, "_value") else k.value for k in (_KIND.NAMESPACE, _KIND.LINKAGE_SPEC))
_FUNCTIONS = frozenset(
    k.value for k in (_KIND.FUNCTION_DECL, _KIND.CXX_METHOD, _KIND.FUNCTION_TEMPLATE, _KIND.CONSTRUCTOR)
)
_GLOBAL, _DEVICE_ATTR = _KIND.CUDAGLOBAL_ATTR.value, _KIND.CUDADEVICE_ATTR.value
_CALL, _REF, _MEMBER = _KIND.CALL_EXPR.value, _KIND.DECL_REF_EXPR.value, _KIND.MEMBER_REF_EXPR.value
_UNEXPOSED = _KIND.UNEXPOSED_EXPR.value
_MACRO, _TYPE_REF = _KIND.MACRO_DEFINITION.value, _KIND.TYPE_REF.value
_BREAK, _CONTINUE, _RECURSE = 0, 1, 2

T = TypeVar("T")


@dataclass(frozen=True)
class Interest:
    """What the caller wants to know of: names that a dialect would rename, fields that it knows, functions
    whose argument types matter."""

    names: frozenset[str] = frozenset()
    fields: frozenset[str] = frozenset()
    calls: frozenset[str] = frozenset()


class ParseError(Exception):
    """libclang could not make a translation unit at all."""


def parse(root: Source, flags: Flags, headers: Headers, interest: Interest, cache: Path | None = None) -> Unit:
    """Parses a unit. Errors in the user's text become diagnostics of the unit; raises ParseError only where
    libclang gives up."""
    sources = reached(root, flags)
    mends = tuple((s.path, fixed.encode("latin-1")) for s in sources if (fixed := mended(s.text)) is not s.text)
    sides = [_Side(root, flags, headers, interest, _HOST, cache, mends).walked()]
    if any("__CUDA_ARCH__" in s.text for s in sources):
        sides.append(_Side(root, flags, headers, interest, _DEVICE, cache, mends).walked())
    by_path = {s.path: s for s in sources}
    for path in (p for side in sides for p in side.files):
        if path not in by_path:
            by_path[path] = Source.read(path)
    return _united(root, tuple(by_path.values()), sides)


def _united(root: Source, sources: tuple[Source, ...], sides: list[_Side]) -> Unit:
    host = sides[0]

    def all_of(pick: Callable[[_Side], Iterable[T]]) -> tuple[T, ...]:
        return tuple(dict.fromkeys(x for side in sides for x in pick(side)))

    return Unit(
        root.path,
        sources,
        parsed=True,
        kernels=all_of(lambda s: s.kernels),
        launches=tuple(_by_span(x for s in sides for x in s.launches)),
        members=all_of(lambda s: s.members),
        calls=all_of(lambda s: s.calls),
        device_spans=all_of(lambda s: s.device_spans),
        own=frozenset(all_of(lambda s: s.own)),
        own_names=frozenset(all_of(lambda s: s.own_names)),
        skipped=_skipped_by_all(sides),
        diagnostics=tuple(host.diagnostics),
    )


def _skipped_by_all(sides: list[_Side]) -> tuple[Span, ...]:
    """The ranges that no side compiles."""
    kept = sides[0].skipped
    for side in sides[1:]:
        pairs = ((a, b) for a in kept for b in side.skipped if a.path == b.path)
        kept = [
            Span(a.path, start, end) for a, b in pairs if (start := max(a.start, b.start)) < (end := min(a.end, b.end))
        ]
    return tuple(kept)


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


def reached(root: Source, flags: Flags) -> tuple[Source, ...]:
    """The root and the user's files that its include directives reach, those in inactive branches too."""
    found = {root.path: root}
    queue = [root]
    while queue:
        source = queue.pop()
        for include in includes(source.text):
            path = resolve(include.path, include.angled, source.path, flags)
            if path and path not in found:
                found[path] = Source.read(path)
                queue.append(found[path])
    return tuple(found.values())


def resolve(include: str, angled: bool, includer: str, flags: Flags) -> str | None:
    """The user's file that an include directive means, or None where it is no file of the user's."""
    folders = [*([] if angled else [os.path.dirname(includer)]), *flags.include]
    for folder in folders:
        path = os.path.normpath(os.path.join(folder, include))
        if os.path.isfile(path) and not _is_system(path):
            return path
    return None


_SYSTEM = ("/usr/include/", "/usr/lib/", "/usr/local/cuda", "/usr/local/include/", "/opt/")


def _is_system(path: str) -> bool:
    return os.path.abspath(path).startswith(_SYSTEM)


def warmed(headers: Headers, flags: Flags, cache: Path, side: str = _HOST) -> Path | None:
    """The precompiled preamble for these headers, made where it is absent; None where it cannot be made."""
    arguments = _preamble_arguments(headers, flags, side)
    preamble = OWN / "preamble.cuh"
    stamp = f"{cindex.__file__}{arguments}{preamble.stat().st_mtime_ns}"
    path = cache / "preamble" / f"{digest(stamp.encode())[:20]}.pch"
    if path.is_file():
        return path
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        made = cindex.Index.create().parse(str(preamble), arguments, options=_KEEP_GOING | _INCOMPLETE)
        scratch = path.with_suffix(f".{os.getpid()}")
        made.save(str(scratch))
        os.replace(scratch, path)
    except (cindex.TranslationUnitLoadError, cindex.TranslationUnitSaveError, OSError):
        return None
    return path


def _preamble_arguments(headers: Headers, flags: Flags, side: str) -> list[str]:
    # libclang guesses the language from the ending, and a precompiled header must agree in it with its users.
    return ["-x", "cuda", *_COMMON, side, f"-std={_standard(flags)}", "-D_GNU_SOURCE", *headers.arguments()]


def _standard(flags: Flags) -> str:
    std = flags.std or "c++17"
    return std if "++" in std else "c++17"


def _library() -> ctypes.CDLL:
    lib: ctypes.CDLL = cindex.conf.lib
    lib.clang_Cursor_Evaluate.restype = ctypes.c_void_p
    lib.clang_Cursor_Evaluate.argtypes = [cindex.Cursor]
    lib.clang_EvalResult_getKind.argtypes = [ctypes.c_void_p]
    lib.clang_EvalResult_getAsLongLong.argtypes = [ctypes.c_void_p]
    lib.clang_EvalResult_getAsLongLong.restype = ctypes.c_longlong
    lib.clang_EvalResult_dispose.argtypes = [ctypes.c_void_p]
    lib.clang_getFileLocation.argtypes = [
        cindex.SourceLocation, ctypes.POINTER(ctypes.c_void_p), *[ctypes.POINTER(ctypes.c_uint)] * 3,
    ]  # fmt: skip
    lib.clang_getFileName.argtypes = [ctypes.c_void_p]
    lib.clang_getSpecializedCursorTemplate.restype = cindex.Cursor
    lib.clang_getSpecializedCursorTemplate.argtypes = [cindex.Cursor]
    lib.clang_getSkippedRanges.argtypes = [cindex.TranslationUnit, ctypes.c_void_p]
    lib.clang_getSkippedRanges.restype = ctypes.POINTER(_RangeList)
    lib.clang_disposeSourceRangeList.argtypes = [ctypes.POINTER(_RangeList)]
    return lib


class _RangeList(ctypes.Structure):
    _fields_ = [("count", ctypes.c_uint), ("ranges", ctypes.POINTER(cindex.SourceRange))]


@dataclass
class _Side:
    """One parse, for the host or for the device, and what a walk over its user code collects."""

    root: Source
    flags: Flags
    headers: Headers
    interest: Interest
    side: str
    cache: Path | None
    mends: tuple[tuple[str, bytes], ...]  # texts that clang is shown in place of those on the disk
    files: list[str] = field(default_factory=list)
    kernels: list[Kernel] = field(default_factory=list)
    launches: list[Launch] = field(default_factory=list)
    members: list[Member] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    device_spans: list[Span] = field(default_factory=list)
    own: list[tuple[str, int]] = field(default_factory=list)
    own_names: list[str] = field(default_factory=list)
    skipped: list[Span] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)

    def walked(self) -> _Side:
        self.lib = _library()
        self.names: dict[str, str] = {}
        self.function: cindex.Cursor | None = None
        unit = self._parsed()
        self._inclusions(unit)
        self._complaints(unit)
        self._visit(unit.cursor, self._at_top)
        device = Cover(self.device_spans)
        self.launches = [replace(l, on_device=device.has(l.span.path, l.span.start)) for l in self.launches]
        return self

    def _parsed(self) -> cindex.TranslationUnit:
        options = _KEEP_GOING | _RECORD
        base = [*_preamble_arguments(self.headers, self.flags, self.side), *self.flags.arguments()]
        index = cindex.Index.create(excludeDecls=True)
        preamble = warmed(self.headers, self.flags, self.cache, self.side) if self.cache else None
        if preamble:
            try:
                return index.parse(self.root.path, [*base, "-include-pch", str(preamble)], self.mends, options)
            except cindex.TranslationUnitLoadError:
                preamble.unlink(missing_ok=True)  # made from other files than those of today
        try:
            return index.parse(self.root.path, [*base, "-include", str(OWN / "preamble.cuh")], self.mends, options)
        except cindex.TranslationUnitLoadError as error:
            raise ParseError(f"libclang cannot parse {self.root.path}") from error

    # Places

    def _place(self, location: cindex.SourceLocation) -> tuple[str, int]:
        """The path and offset where a location stands in a file: in a macro's argument, where it is written."""
        file, offset = ctypes.c_void_p(), ctypes.c_uint()
        self.lib.clang_getFileLocation(location, ctypes.byref(file), None, None, ctypes.byref(offset))
        return self._path(file), offset.value

    def _path(self, file: ctypes.c_void_p) -> str:
        return self._users(str(self.lib.clang_getFileName(file))) if file.value else ""

    def _users(self, name: str) -> str:
        """The normal form of a file name of clang's; empty where the file is none of the user's."""
        if name not in self.names:
            # clang names gcc's headers by way of links and dots
            real = os.path.realpath(name)
            is_root = name == self.root.path
            self.names[name] = name if is_root else "" if self._is_foreign(real) else os.path.normpath(name)
        return self.names[name]

    def _is_foreign(self, path: str) -> bool:
        folders = (*self.headers.cuda, self.headers.resource_dir, OWN, *self.flags.system)
        return _is_system(path) or any(path.startswith(f"{folder}/") for folder in folders)

    def _span(self, cursor: cindex.Cursor) -> Span | None:
        return self._range(cursor.extent)

    def _range(self, extent: cindex.SourceRange) -> Span | None:
        path, start = self._place(extent.start)
        other, end = self._place(extent.end)
        return Span(path, start, end) if path and path == other and start <= end else None

    def _is_users(self, location: cindex.SourceLocation) -> bool:
        return bool(self._place(location)[0])

    # Files and complaints

    def _inclusions(self, unit: cindex.TranslationUnit) -> None:
        files = {self.root.path: unit.get_file(self.root.path)}
        for inclusion in unit.get_includes():
            path = self._users(inclusion.include.name)
            if path:
                files.setdefault(path, inclusion.include)
        self.files = list(files)
        for file in files.values():
            self._skipped_in(unit, file)

    def _skipped_in(self, unit: cindex.TranslationUnit, file: cindex.File) -> None:
        listed = self.lib.clang_getSkippedRanges(unit, file)
        spans = (self._range(listed.contents.ranges[i]) for i in range(listed.contents.count))
        self.skipped += [span for span in spans if span]
        self.lib.clang_disposeSourceRangeList(listed)

    def _complaints(self, unit: cindex.TranslationUnit) -> None:
        for d in unit.diagnostics:
            if d.severity < cindex.Diagnostic.Error:
                continue
            path, offset = self._place(d.location)
            span = Span(path, offset, offset) if path else None
            missing = re.match(r"'(.+)' file not found", d.spelling)
            rule = "missing-header" if missing else "parse"
            self.diagnostics.append(Diagnostic(rule, Severity.WARNING, span, d.spelling))

    # The walk

    def _visit(self, root: cindex.Cursor, step: Callable[[cindex.Cursor, cindex.Cursor], int]) -> None:
        """Calls `step(cursor, parent)` below a cursor; what it raises comes out here, not inside the C callback."""
        unit, failures = root._tu, []

        def called(cursor: cindex.Cursor, parent: cindex.Cursor, _: object) -> int:
            cursor._tu = parent._tu = unit  # cindex expects it on cursors that it hands out itself
            try:
                return step(cursor, parent)
            except Exception as error:
                failures.append(error)
                return _BREAK

        self.lib.clang_visitChildren(root, cindex.callbacks["cursor_visit"](called), None)
        if failures:
            raise failures[0]

    def _at_top(self, cursor: cindex.Cursor, parent: cindex.Cursor) -> int:
        if self._is_users(cursor.location):
            self._inside(cursor, parent)
            if cursor._kind_id in _DECLARATIONS or cursor._kind_id == _MACRO:
                self.own_names.append(cursor.spelling)
            self._visit(cursor, self._inside)
        return _CONTINUE

    def _inside(self, cursor: cindex.Cursor, parent: cindex.Cursor) -> int:
        kind = cursor._kind_id
        if kind in _DECLARATIONS:
            self._declaration(cursor, parent)
        elif kind == _CALL:
            self._call(cursor, parent)
        elif kind == _MEMBER:
            self._member(cursor)
        elif kind in (_REF, _TYPE_REF):
            self._reference(cursor)
        elif kind in (_GLOBAL, _DEVICE_ATTR):
            self._attributed(cursor, parent)
        return _RECURSE

    def _declaration(self, cursor: cindex.Cursor, parent: cindex.Cursor) -> None:
        name = cursor.spelling
        if name in self.interest.names:
            self.own.append(self._place(cursor.location))
        if parent._kind_id in _SCOPES:
            self.own_names.append(name)

    def _reference(self, cursor: cindex.Cursor) -> None:
        if cursor.spelling.rpartition(" ")[2] not in self.interest.names:
            return
        target = cursor.referenced
        if target is not None and self._is_users(target.location):
            self.own.append(self._place(cursor.location))

    def _member(self, cursor: cindex.Cursor) -> None:
        name = cursor.spelling
        if name not in self.interest.fields and name not in self.interest.names:
            return
        target = cursor.referenced
        if target is None:
            return
        place = self._place(_end_name(cursor))
        if self._is_users(target.location):
            self.own.append((place[0], place[1]))
        elif name in self.interest.fields:
            self._cuda_member(cursor, target, name)

    def _cuda_member(self, cursor: cindex.Cursor, target: cindex.Cursor, name: str) -> None:
        whole = self._span(cursor)
        inner = next(iter(cursor.get_children()), None)
        operand = self._span(inner) if inner is not None else None
        if whole and operand and operand.path == whole.path and operand.end <= whole.end - len(name):
            struct = target.semantic_parent.spelling
            arrow = inner is not None and inner.type.get_canonical().kind == cindex.TypeKind.POINTER
            field_span = Span(whole.path, whole.end - len(name), whole.end)
            self.members.append(Member(struct, name, operand, field_span, arrow))

    def _attributed(self, cursor: cindex.Cursor, function: cindex.Cursor) -> None:
        if function._kind_id not in _FUNCTIONS:
            return
        span = self._span(function)
        if span is None:
            return
        self.device_spans.append(span)
        if cursor._kind_id != _GLOBAL:
            return
        path, offset = self._place(function.location)
        in_macro = self.root_text(path)[offset : offset + len(function.spelling)] != function.spelling
        self.kernels.append(
            Kernel(
                function.spelling,
                self._identity(function),
                span,
                Span(path, offset, offset + len(function.spelling)),
                function.is_definition(),
                function.storage_class == cindex.StorageClass.STATIC,
                in_macro,
            )
        )

    def root_text(self, path: str) -> str:
        if path == self.root.path:
            return self.root.text
        if path not in self._texts:
            self._texts[path] = Source.read(path).text if os.path.isfile(path) else ""
        return self._texts[path]

    _texts: dict[str, str] = field(default_factory=dict)

    def _identity(self, function: cindex.Cursor) -> str:
        template = self.lib.clang_getSpecializedCursorTemplate(function)
        if template is not None and not template.kind.is_invalid():
            return str(template.get_usr())
        return str(function.get_usr())

    # Calls and launches

    def _call(self, cursor: cindex.Cursor, parent: cindex.Cursor) -> None:
        name = cursor.spelling
        if name in ("__cudaPushCallConfiguration", "cudaConfigureCall") and parent._kind_id == _CALL:
            self._launch(parent, cursor)
        elif name in self.interest.calls:
            span = self._span(cursor)
            if span:
                types = tuple(a.type.spelling for a in cursor.get_arguments() if a is not None)
                self.calls.append(Call(name, span, span.start + len(name), types))

    def _launch(self, call: cindex.Cursor, configuration: cindex.Cursor) -> None:
        span = self._span(call)
        kernel = call.referenced
        if span is None or kernel is None:
            return
        arguments = [a for a in configuration.get_arguments() if a is not None]
        block = self._block(arguments[1]) if len(arguments) > 1 else None
        written = mended(self.root_text(span.path)[span.start : span.end])
        self.launches.append(Launch(self._identity(kernel), call.spelling, span, block, "<<<" not in written, False))

    def _block(self, expression: cindex.Cursor) -> tuple[int, int, int] | None:
        """The constant extents of a `dim3` expression: a constructor call, a conversion, or a variable that is
        initialised with constants and never changed."""
        expression = _bare(expression)
        if expression._kind_id == _REF:
            return self._variable_block(expression)
        if expression._kind_id != _CALL or expression.spelling != "dim3":
            return None
        arguments = [a for a in expression.get_arguments() if a is not None]
        if len(arguments) == 1 and _bare(arguments[0]).type.get_canonical().spelling.endswith("dim3"):
            return self._block(arguments[0])
        extents = [1, 1, 1]
        for axis, argument in enumerate(arguments[:3]):
            if argument.extent.start.offset == 0 and argument.extent.end.offset == 0:
                continue  # a default argument
            value = self._integer(argument)
            if value is None or value < 1:
                return None
            extents[axis] = value
        return extents[0], extents[1], extents[2]

    def _variable_block(self, reference: cindex.Cursor) -> tuple[int, int, int] | None:
        variable = reference.referenced
        if variable is None or not self._unchanging(variable):
            return None
        for child in variable.get_children():
            if child.kind.is_expression():
                return self._block(child)
        return None

    def _integer(self, expression: cindex.Cursor) -> int | None:
        value = self._evaluated(expression)
        if value is not None:
            return value
        inner = _bare(expression)
        if inner._kind_id == _REF and inner.referenced is not None and self._unchanging(inner.referenced):
            for child in inner.referenced.get_children():
                if child.kind.is_expression():
                    return self._integer(child)
        return None

    def _evaluated(self, expression: cindex.Cursor) -> int | None:
        result = self.lib.clang_Cursor_Evaluate(expression)
        if not result:
            return None
        try:
            is_integer = self.lib.clang_EvalResult_getKind(result) == 1
            return int(self.lib.clang_EvalResult_getAsLongLong(result)) if is_integer else None
        finally:
            self.lib.clang_EvalResult_dispose(result)

    def _unchanging(self, variable: cindex.Cursor) -> bool:
        """Whether a variable is only read after its initialisation: a local of one function, each use of which
        loads its value or copies it."""
        if variable._kind_id != _KIND.VAR_DECL.value:
            return False
        function = variable.semantic_parent
        if function is None or function._kind_id not in _FUNCTIONS:
            return bool(variable.type.is_const_qualified())
        return all(_only_reads(path) for path in _uses(function, variable.hash))


def _bare(cursor: cindex.Cursor) -> cindex.Cursor:
    """Without the implicit conversions, casts and parentheses around an expression."""
    while cursor._kind_id in (_UNEXPOSED, _KIND.PAREN_EXPR.value, _KIND.CXX_FUNCTIONAL_CAST_EXPR.value):
        children = [c for c in cursor.get_children() if c.kind.is_expression()]
        if len(children) != 1:
            break
        cursor = children[0]
    return cursor


def _end_name(cursor: cindex.Cursor) -> cindex.SourceLocation:
    return cursor.location


def _uses(function: cindex.Cursor, target: int) -> Iterable[tuple[int, ...]]:
    """The kinds of the ancestors, nearest first, of each reference to a variable in a function."""
    stack: list[tuple[cindex.Cursor, tuple[int, ...]]] = [(function, ())]
    while stack:
        cursor, above = stack.pop()
        if cursor._kind_id == _REF and cursor.referenced is not None and cursor.referenced.hash == target:
            yield above
        path = (cursor._kind_id, *above[:2])
        stack += [(child, path) for child in cursor.get_children()]


def _only_reads(ancestors: tuple[int, ...]) -> bool:
    # An implicit conversion stands around a load, and around the reference that a copy binds.
    if ancestors[:1] == (_UNEXPOSED,):
        return True
    return ancestors[:2] == (_MEMBER, _UNEXPOSED)
