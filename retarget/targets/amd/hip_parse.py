"""Parses what was translated in HIP, by the compiler and with the headers that are there, before anything is built.

An error that the parse as CUDA did not have is the translation's: retarget reports it at the user's line, with the rule
that wrote there. Where this machine cannot tell (no compiler, a header that is missing, a name that newer headers
declare), the unit is unchecked, and a note gives the reason; what no missing header can explain is an error still.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from retarget.errors import MissingTool
from retarget.source.flags import UNIT_ENDINGS, Flags, old_c
from retarget.source.text import SCHEDULED, Diagnostic, Severity, Source, Span, digest, landed
from retarget.targets.amd import late_macros, parse_memory, search_places
from retarget.targets.amd.absent_headers import Unfinished, certain
from retarget.targets.amd.architecture import TargetId
from retarget.targets.amd.compiler import Compiler, find_compiler
from retarget.targets.amd.doubtful_errors import are_doubtful
from retarget.targets.amd.header_gaps import (
    KNOWN,
    known,
    newer,
    told_of_release,
    why_absent,
    why_not,
)
from retarget.targets.amd.jobs import compiled_as, folders, origin_of, standard, thrust_system
from retarget.targets.amd.live_branches import Flip, flips
from retarget.targets.amd.messages import Placing, diagnostics
from retarget.targets.amd.output_errors import RULE, asks_for_cudas, findings, is_left, line
from retarget.targets.amd.overlay import overlay, stub, with_links
from retarget.targets.amd.precompiled_hip import precompiled
from retarget.targets.amd.runtime_first import LISTING, parted, runtime_is_first
from retarget.targets.amd.told import TIME_LIMIT, crashed, told_by
from retarget.targets.parsed import Parsed, Placed, Unchecked
from retarget.translation.emit import Layout, Output, Place
from retarget.translation.hip.arch import COMPILED_AS_HIP
from retarget.translation.merge import Program
from retarget.unit import Unit
from retarget.unit.missing import missing_header

SIDES = ("--cuda-host-only", "--cuda-device-only")
_GUARD = re.compile(r"\w_H_*\Z")  # of HIP's headers
_UNLESS = re.compile(r"#[ \t]*ifndef[ \t]+")
_TOO_MANY = "too many errors emitted"
_HAS_MODULES = re.compile(r"-std=(?:c|gnu)\+\+2")
# In C++20 clang 19 takes a precompiled function of the host's and the device's of the same name for one, defined twice.
_NO_MODULES = ("-Xclang", "-fno-cxx-modules")


class _Request(Struct, frozen=True):
    """What the parse of each unit needs."""

    program: Program
    outputs: Mapping[str, Output]  # by source
    emitted: Mapping[str, Source]  # by output path
    layout: Layout
    flags: Mapping[str, Flags]
    target: TargetId
    compiler: Compiler
    overlay: Path
    branches: bool
    edited: Mapping[str, str]  # names the edits of each source


class _Result(Struct, frozen=True):
    """What is known of a unit; unchecked: why that is not all; read: the files that it rests on, None where a later run
    may tell otherwise."""

    told: tuple[Diagnostic, ...]
    placed: tuple[Placed, ...] = ()
    unchecked: Unchecked | None = None
    read: Sequence[str] | None = None


def parse_output(
    program: Program,
    outputs: Sequence[Output],
    layout: Layout,
    flags: Mapping[str, Flags],
    target: TargetId,
    jobs: int,
    hip_include: Path | None = None,
    branches: bool = True,
) -> Parsed:
    """Parses each unit that the translation changed. Nothing is written but to folders of its own.

    branches: compare which branches of conditionals are taken, too.
    """
    by_source = {o.source: o for o in outputs if o.source}
    units = [u for u in program.changed_units if u.root in by_source]
    if not units:
        return Parsed()
    try:
        compiler = find_compiler(hip_include=hip_include)
    except MissingTool as error:
        return Parsed((), tuple(Unchecked(u.root, str(error)) for u in units))
    if layout.place is Place.FILE and any(d.rule == "included-files" for d in program.diagnostics):
        return Parsed((), tuple(Unchecked(u.root, "its included files are not written") for u in units))
    with tempfile.TemporaryDirectory(prefix="retarget-parse-") as folder:
        seen = outputs if layout.place is Place.TREE else with_links(outputs, program)
        emitted = {os.path.abspath(o.path): Source(os.path.abspath(o.path), o.text) for o in seen if not o.link}
        described = overlay(seen, Path(folder))
        edited = {f.source.path: digest(repr(f.edits).encode("utf-8", "surrogateescape")) for f in program.files}
        asked = _Request(program, by_source, emitted, layout, flags, target, compiler, described, branches, edited)
        with ThreadPoolExecutor(max(1, jobs)) as pool:
            results = list(pool.map(partial(_remembered, asked), units))
    parse_memory.keep_small()
    told = tuple(dict.fromkeys(d for r in results for d in r.told))
    placed = tuple(dict.fromkeys(p for r in results for p in r.placed))
    unchecked = tuple(r.unchecked for r in results if r.unchecked)
    others = (*_for_nobody(program), *_included(program, flags))
    return Parsed(told, (*unchecked, *others), len(results) - len(unchecked), placed)


def _for_nobody(program: Program) -> Iterator[Unchecked]:
    """Headers that change where CUDA's compiler reads them, and that only units of a host compiler reach."""
    for file in (f for f in program.files if f.changed and not f.is_root):
        path = file.source.path
        reaching = [u for u in program.units if any(s.path == path for s in u.sources)]
        left_out = (e for e in file.edits if all(u.is_skipped(path, e.span.start) for u in reaching))
        if all(u.language != "cuda" for u in reaching) and any(left_out):
            yield Unchecked(path, "some of what changes in it stands in branches that no unit given compiles")


def _included(program: Program, inputs: Iterable[str]) -> Iterator[Unchecked]:
    """Inputs that change, and that other units include: what these bring, they may lack alone."""
    roots = {u.root for u in program.units}
    changed = {f.source.path for f in program.files if f.changed}
    for path in (p for p in inputs if p in changed - roots and p.endswith(UNIT_ENDINGS)):
        why = "what another unit includes is a part of that one, unless a compile database (-p) lists it"
        yield Unchecked(path, why)


def _remembered(asked: _Request, unit: Unit) -> _Result:
    """The result of a unit, as it is remembered where nothing has changed."""
    name = parse_memory.key(_question(asked, unit), asked.compiler.path)
    known = parse_memory.recall(name, asked.emitted)
    if known is not None:
        told, why = known
        return _Result(told, (), Unchecked(unit.root, why) if why else None)
    path = str(stub(asked.outputs[unit.root].path, asked.overlay.parent))
    result = _unit(asked, unit, path)
    if result.read is not None and not result.placed:
        why = result.unchecked.why if result.unchecked else ""
        parse_memory.remember(name, result.told, why, result.read, asked.emitted)
    return result


def _read(path: str, sides: Sequence[str]) -> list[str] | None:
    """The files that clang read for a unit, as far as it lists them for each side."""
    rules = [Path(_rule(path, side)) for side in sides]
    if not all(rule.exists() for rule in rules):
        return None
    listed = (parse_memory.dependencies(os.fsdecode(rule.read_bytes())) for rule in rules)
    return list(dict.fromkeys(p for paths in listed for p in paths if p != path))


def _question(asked: _Request, unit: Unit) -> str:
    """All that decides what comes of a unit, beside the files that clang reads."""
    paths = {s.path: s.digest for s in unit.sources}
    commands = [_command(asked, unit, compiled_as(unit), side) for side in _sides(unit)]
    words = [w for words in commands for w in words if w != str(asked.overlay)]
    own = [d for d in asked.program.diagnostics if d.severity is Severity.ERROR and d.span and d.span.path in paths]
    facts = (unit.root, unit.parsed, unit.errors, unit.missing, unit.skipped, sorted(unit.seen))
    edits = [asked.edited.get(path) for path in paths]
    return repr((words, asked.outputs[unit.root].path, asked.branches, paths, edits, own, facts, sorted(asked.emitted)))


def _sides(unit: Unit) -> tuple[str, ...]:
    return SIDES if compiled_as(unit) == "hip" else ("",)


def _rule(path: str, side: str) -> str:
    """Where clang lists what it read for a side."""
    return f"{path}{side}.d"


def _unit(asked: _Request, unit: Unit, path: str) -> _Result:
    language, sides = compiled_as(unit), _sides(unit)
    found: dict[Diagnostic, None] = {}
    generated: list[Placed] = []

    def unchecked(why: str, read: Sequence[str] | None = None) -> _Result:
        return _Result(tuple(found), tuple(generated), Unchecked(unit.root, why), read)

    behind = True  # the precompiled header
    for at, side in enumerate(sides):
        words = [*_command(asked, unit, language, side), "-MD", "-MF", _rule(path, side), "-MT", "unit", path]
        made = _preamble(asked, unit, language, side) if behind else []
        code, text, behind = _behind(asked, unit, words, made) if made else (*told_by(words), behind)
        if code is None:
            return unchecked(f"{asked.compiler.path} did not end within {TIME_LIMIT:g} s")
        if code < 0:
            return unchecked(f"{asked.compiler.path} was ended by signal {-code}")
        placing = Placing(origin=origin_of(asked.program, tuple(asked.outputs.values())), texts=asked.emitted)
        told = diagnostics(text, placing, includes=True)
        errors = [d for d in told if d.severity is Severity.ERROR and _TOO_MANY not in d.message]
        open_from, why = next(((n, why) for n, d in enumerate(errors) if (why := why_not(asked.compiler, d))), (0, ""))
        if why:  # what stands ahead does not depend on what this machine lacks
            ahead = [d for d in errors[:open_from] if not _is_cudas(asked, unit, d)]
            behind_it = (d for d in errors[open_from:] if is_left(d.message) or asks_for_cudas(d.message))
            found.update(dict.fromkeys(findings(asked.program, unit.root, [*ahead, *behind_it], asked.emitted)))
            if not (name := missing_header(errors[open_from].message)):
                return unchecked(why, _read(path, sides[: at + 1]))
            despite, read = _despite_absent(asked, unit, path, placing, name)
            found.update(dict.fromkeys(despite))
            found.update(dict.fromkeys(newer(asked.program, unit, asked.compiler)))
            before = _read(path, sides[:at])
            return unchecked(why, None if read is None or before is None else [*before, *read])
        of_output = [d for d in errors if not _is_cudas(asked, unit, d)]
        if errors and not of_output and not _has_errors(asked, unit):
            if are_doubtful(unit, errors, _texts(asked, unit)):
                why = "clang cannot read the CUDA original either, where nvcc may"
                return unchecked(why, _read(path, sides[: at + 1]))
            why = "; nvcc may take it, clang does not in CUDA either"
            of_output = [replace(d, message=d.message + why) for d in errors]
        generated += _generated(asked, text) if of_output else []
        of_output = [replace(d, message=told_of_release(d)) for d in of_output]
        found.update(dict.fromkeys(findings(asked.program, unit.root, of_output, asked.emitted)))
    found.update(dict.fromkeys(_of_branches(asked, unit, language, sides, path)))
    read = _read(path, sides)
    if name := known(read or ()):
        return unchecked(why_absent(asked.compiler, name))
    return _Result(tuple(found), tuple(generated), None, read)


def _despite_absent(
    asked: _Request, unit: Unit, path: str, placing: Placing, absent: str
) -> tuple[list[Diagnostic], list[str] | None]:
    """What is wrong with a unit whatever the headers hold that are missing here; and the files that this rests on."""
    language = compiled_as(unit)
    read, names = dict.fromkeys((*unit.foreign_files, _version_header(asked))), {absent: None}

    texts = _texts(asked, unit)
    as_plain: dict[str, str] = {}  # by side: what the precompiled runtime changes nothing of

    def run(side: str, more: Sequence[str], is_quick: bool) -> str:
        if not is_quick and side in as_plain:
            return as_plain[side]
        runtime = _preamble(asked, unit, language, side) if is_quick else []
        told = told_by([*_command(asked, unit, language, side), *more, path, *runtime])[1]
        listed = parted(told)[0]
        if not runtime or (runtime_is_first(listed, texts) and not crashed(told)):
            as_plain[side] = told
        read.update(dict.fromkeys(file for _, file in listed))
        names.update(dict.fromkeys(filter(None, map(missing_header, told.splitlines()))))
        return told

    emitted = {s.path: asked.outputs[s.path].text if s.path in asked.outputs else s.text for s in unit.sources}
    with tempfile.TemporaryDirectory(prefix="retarget-absent-") as folder:
        ended = Unfinished(unit, asked.flags[unit.root], emitted, placing, Path(folder), run)
        sure = (e for e in certain(ended, _sides(unit)) if not _is_cudas(asked, unit, e))
        errors = [e for e in sure if not why_not(asked.compiler, e)]
        emptied = [file for file in read if Path(file).is_relative_to(folder)]
        names.update(dict.fromkeys(os.path.relpath(file, ended.empty) for file in emptied))
    found = list(findings(asked.program, unit.root, errors, asked.emitted))
    files = [file for file in read if file not in emptied]
    includers = [*files, *(s.path for s in unit.sources)]
    command = _command(asked, unit, language, _sides(unit)[0])
    try:
        return found, [*files, *search_places.places(names, command, includers)]
    except (OSError, subprocess.SubprocessError):
        return found, None


def _behind(asked: _Request, unit: Unit, words: list[str], preamble: list[str]) -> tuple[int | None, str, bool]:
    """What the parse behind a precompiled header gives, and whether that stands for the header itself. Macros of the
    user's may change what HIP's headers declare, and a unit may lack their include."""
    code, told = told_by([*words, *preamble, *LISTING])
    listed, told = parted(told)
    if code and missing_header(told) and told.count(": error: ") + told.count(": fatal error: ") == 1:  # in any case
        return code, told, True
    if runtime_is_first(listed, _texts(asked, unit)):
        return code, told, True
    return *told_by(words), False


def _texts(asked: _Request, unit: Unit) -> dict[str, str]:
    """The texts of a unit, and of all outputs, by absolute path."""
    return {os.path.abspath(s.path): s.text for s in (*unit.sources, *asked.emitted.values())}


def _generated(asked: _Request, text: str) -> Iterator[Placed]:
    """The errors in what schedules inserted, less those that the text around it has too."""
    found = [d for d in diagnostics(text, Placing(texts=asked.emitted)) if d.severity is Severity.ERROR]
    places = [_insertion(asked, d) for d in found]
    elsewhere = {d.message for d, place in zip(found, places, strict=True) if place is None}
    for error, place in zip(found, places, strict=True):
        if place is not None and error.message not in elsewhere:
            yield Placed(place, error, asked.emitted.get(error.span.path) if error.span else None)


def _insertion(asked: _Request, error: Diagnostic) -> Span | None:
    """Where a schedule inserted the lines, in the user's text, in which an error of the emitted text stands, or one of
    its notes."""
    sources = {os.path.abspath(o.path): s for s, o in asked.outputs.items()}
    files = {f.source.path: f for f in asked.program.files}
    for span in filter(None, (error.span, *(r.span for r in error.related))):
        file = files.get(sources.get(os.path.abspath(span.path), ""))
        for begin, end, edit in landed(file.edits, file.source) if file else ():
            if begin <= span.start < end and edit.why == SCHEDULED and "\n" in edit.text:
                return edit.span
    return None


def _command(asked: _Request, unit: Unit, language: str, side: str) -> list[str]:
    flags = asked.flags[unit.root]
    early, late = late_macros.parted(flags, language)
    of_hip = [f"--offload-arch={asked.target}", "-nogpulib", side] if language == "hip" else []
    std = standard(flags, unit, asked.compiler)
    of_hip += _NO_MODULES if of_hip and any(map(_HAS_MODULES.match, std)) else ()
    return [
        str(asked.compiler.path), *asked.compiler.arguments(), *of_hip, "-x", language, "-fsyntax-only", "-w",
        "-D__HIP_PLATFORM_AMD__=1", "-fno-color-diagnostics", "-fno-caret-diagnostics", "-ferror-limit=100",
        "-fshow-overloads=best",
        *old_c(language), *std, *thrust_system(flags, unit), *late, *folders(asked.layout, early, unit.root),
        "-idirafter", str(KNOWN), *("-ivfsoverlay", str(asked.overlay)),
    ]  # fmt: skip


def _preamble(asked: _Request, unit: Unit, language: str, side: str) -> list[str]:
    if language != "hip":
        return []
    bare = replace(asked, flags={unit.root: Flags(std=asked.flags[unit.root].std)})
    words = _command(bare, unit, language, side)
    at = words.index("-ivfsoverlay")
    plain = [w for w in (*words[:at], *words[at + 2 :]) if not w.startswith("-I")]
    made = precompiled(plain, asked.compiler.headers)
    return ["-Xclang", "-include-pch", "-Xclang", str(made)] if made else []


def _version_header(asked: _Request) -> str:
    return os.path.abspath(asked.compiler.headers / "hip/hip_version.h")


def _is_cudas(asked: _Request, unit: Unit, error: Diagnostic) -> bool:
    """Whether the parse as CUDA failed on the line too, or the line has an error that says more."""
    if error.span is None:
        return False
    known = [d.span for d in unit.errors if d.span]
    known += [d.span for d in asked.program.diagnostics if d.severity is Severity.ERROR and d.span]
    at = line(asked.program, error.span)
    return at > 0 and at in {line(asked.program, s) for s in known if s.path == error.span.path}


def _has_errors(asked: _Request, unit: Unit) -> bool:
    """Whether an error about one of the unit's files is reported already."""
    paths = {s.path for s in unit.sources}
    return any(d.severity is Severity.ERROR and d.span and d.span.path in paths for d in asked.program.diagnostics)


def _of_branches(asked: _Request, unit: Unit, language: str, sides: Sequence[str], path: str) -> Iterator[Diagnostic]:
    """Branches of conditionals that only one of the two compilations takes."""
    if not (unit.parsed and asked.branches):
        return
    commands = [[*_command(asked, unit, language, side), path] for side in sides]
    places = {os.path.abspath(o.path): s for s, o in asked.outputs.items()}
    edits = {f.source.path: f.edits for f in asked.program.files}
    all_edits = [(path, e) for path, made in edits.items() for e in made]
    answered = {(p, e.span.start) for p, e in all_edits if e.why == "cuda-arch" and e.text == COMPILED_AS_HIP}
    guards = [e.span for _, e in all_edits if _GUARD.search(e.text)]
    for flip in flips(unit, commands, asked.emitted, places, answered, edits, _read(path, sides)):
        if not _stands_in(unit, flip, guards):
            yield _flipped(flip)


def _stands_in(unit: Unit, flip: Flip, guards: Sequence[Span]) -> bool:
    """Whether a branch depends on whether a header was read, and both compilations are right: what is not compiled
    declares, by `#ifndef GUARD`, what HIP's header has, which came earlier, with a support header; or the parse as CUDA
    lacks headers, and HIP has the one that is asked for."""
    if flip.is_taken:
        return bool(unit.missing) and any(g.overlaps(flip.span) for g in guards)
    asks = _UNLESS.match(unit.text(flip.span))
    return asks is not None and any((g.path, g.start) == (flip.span.path, flip.span.start + asks.end()) for g in guards)


def _flipped(flip: Flip) -> Diagnostic:
    one, other = ("takes", "leaves it out") if flip.is_taken else ("leaves out", "takes it")
    message = f"the output {one} this branch, and the CUDA compilation {other}: a macro here means another thing in HIP"
    return Diagnostic(RULE, Severity.ERROR, flip.span, message)
