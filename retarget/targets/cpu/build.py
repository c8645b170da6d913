"""A program, translated or as it came, built for the host into an executable."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path

from msgspec import Struct, field

from retarget.errors import OutputError
from retarget.source.flags import Flags
from retarget.source.text import Edit, Source, apply, digest, united
from retarget.system.cores import cores
from retarget.system.made_once import is_intact, made_once
from retarget.system.tidy import tidy
from retarget.targets.cpu import (
    host_libraries,
    nvidia_results,
    original_ptx,
    own_functions,
    precompiled_api,
    replayed,
    shared,
)
from retarget.targets.cpu.compiler import EXACT, LENIENT, WRAPPED, BuildFailed, HostCompiler, alone, runtime
from retarget.targets.cpu.layout import Language
from retarget.targets.cpu.lowering import lowered
from retarget.targets.cpu.opened_bodies import openings
from retarget.targets.cpu.original_headers import FOLDER, stand_ins
from retarget.targets.cpu.qualifiers import qualifiers
from retarget.translation import parts
from retarget.translation.emit import Layout, replace_whole
from retarget.translation.head import BYTE_ORDER_MARK
from retarget.translation.merge import Program, Translated

# A device variable of another unit.
_SHARED = re.compile(r"\bextern\b[^;{}]*__(?:device|constant)__|__(?:device|constant)__\s+extern\b")
_MOST_BUILDS, _MOST_BYTES = 300, 2 << 30  # of all programs, and the runtimes
_MOST_STATES = 4  # of one program
# Libraries of CUDA's, in whose places the host runtime stands, or what `host_libraries` names.
_CUDAS = re.compile(
    r"cuda(?:rt(?:_static)?|devrt)?|culibos|nccl(?:_static)?|npp\w*|nv(?:rtc|jpeg|JitLink|ToolsExt|ml|idia-ml)\w*"
    r"|cu(?:blas|fft|rand|sparse|solver|dnn|pti|tensor|dss|file)\w*"
)
_OLDEST = 17  # the C++ standard that the host runtime's headers need


OPTIMISED = "-O2"


class HostBuild(Struct, frozen=True):
    """What to build: a program, its spelling, flags, and whether memory accesses are checked. replays: by unit, the
    text behind it that declares kernels to be replayed; with any, the program's own main does not run. is_recorded:
    `retarget capture` takes its launches down."""

    program: Program
    layout: Layout  # a tree, below the cache
    flags: Mapping[str, Flags]  # by unit
    language: Language
    check: bool = False
    optimise: str = field(default_factory=lambda: OPTIMISED)
    replays: Mapping[str, str] = field(default_factory=dict)
    is_recorded: bool = False


def tree(build: HostBuild) -> dict[str, str]:
    """Texts by path below the layout's folder: each file of the program, lowered, and the support headers."""
    is_original = build.language is Language.CUDA
    marked = (nvidia_results.marks if is_original else nvidia_results.common_marks)(build.program)
    assembly = original_ptx.reading(build.program) if is_original else original_ptx.NONE
    shared_variables = any(_SHARED.search(f.source.text) for f in build.program.files)
    texts = {
        f.source.path: _text(f, build.language, _joined(f.source.path, marked, assembly.edits))
        for f in build.program.files
    }
    macros = qualifiers(texts.values())
    opened = openings(texts.values(), macros)
    made = {
        build.layout.output(path, False, True): lowered(
            path, text, build.check, shared_variables, macros, opened, build.is_recorded
        )
        for path, text in texts.items()
    }
    for root, text in build.replays.items():
        made[build.layout.output(root, False, True)] += f"\n{text}"
    links = {(alias, s.path) for u in build.program.units for s in u.sources for alias in s.aliases}
    for alias, path in links:
        reached = os.path.abspath(build.layout.output(path, False, True))
        made[build.layout.output(alias, False, True)] = f'#include "{reached}"\n'
    if build.language is Language.HIP:
        own = nvidia_results.COMMON if marked else ()
        needed = dict.fromkeys(q for f in build.program.files for p in (*f.parts, *own) for q in parts.closure(p))
        made |= {f"{build.layout.parts_folder()}/{p}.h": parts.text(p) for p in needed}
    else:
        files = [f.source for f in build.program.files]
        needed_ones = stand_ins((f.text for f in files), (f.path for f in files))
        needed_ones = {**needed_ones, **(nvidia_results.headers() if marked else {}), **assembly.headers}
        made |= {f"{build.layout.target}/{FOLDER}/{path}": text for path, text in needed_ones.items()}
    return made


def _text(file: Translated, language: Language, marked: Iterable[Edit]) -> str:
    """A file's text, with the lines of the user's file as the compiler's, and without a byte order mark, which has to
    stand first."""
    edits = [*(file.edits if language is Language.HIP else ()), *marked]
    text = apply(file.source, united(_with_lines(file.source, edits)))
    return _line_mark(file.source, 0) + text.removeprefix(BYTE_ORDER_MARK)


def _joined(path: str, marked: Mapping[str, frozenset[Edit]], assembly: Mapping[str, frozenset[Edit]]) -> list[Edit]:
    """Both edits of a file; what is marked within an assembly stays as it is."""
    own = assembly.get(path, frozenset())
    return [*own, *(e for e in marked.get(path, ()) if not any(nvidia_results.overlap(e, o) for o in own))]


def _with_lines(source: Source, edits: Iterable[Edit]) -> Iterator[Edit]:
    """The edits, and `#line` behind each that changes the number of lines."""
    known = tuple(edits)
    for edit in known:
        if edit.text.count("\n") == source[edit.span].count("\n"):
            yield edit
            continue
        end = edit.span.end
        if edit.text.endswith("\n") and (end == 0 or source.text[end - 1] == "\n"):
            yield replace(edit, text=edit.text + _line_mark(source, end))
            continue
        yield edit
        following = source.text.find("\n", end) + 1
        free = following and not source.text[: following - 1].endswith("\\")
        if free and not any(e.span.start <= following <= e.span.end for e in known):
            yield Edit(source.span(following, following), _line_mark(source, following), "host")


def _line_mark(source: Source, offset: int) -> str:
    return f'#line {source.text.count(chr(10), 0, offset) + 1} "{os.path.abspath(source.path)}"\n'


def executable(compiler: HostCompiler, build: HostBuild) -> str:
    """Builds a program; unchanged, it is built once. Returns the executable's path.

    Raises BuildFailed with the compiler's words, MissingTool.
    """
    objects = runtime(compiler, build.language)
    texts = tree(build)
    library = host_libraries.options(compiler, texts.values())
    units = [u.root for u in build.program.units]
    words = [[*_words(compiler, build, build.flags[root]), *library.compile] for root in units]
    standards = [str(build.flags[root].std) for root in units]
    written = (f"{p}\0{t}" for p, t in texts.items())
    libraries = _libraries(compiler, build)
    state = "\0".join([compiler.path, *standards, *chain(*words), *libraries, *objects, *written])
    folder = Path(build.layout.target)
    made = folder / "programs" / digest(state.encode("latin-1", "replace"))[:24]
    with alone(folder):  # two builds of one program write the same texts differently
        os.utime(folder)  # what is used stays
        if not is_intact(made):
            made.unlink(missing_ok=True)
            make = partial(_build, compiler, build, texts, words, library, libraries, objects)
            if made_once(made, make, is_checked=True) is None:
                raise OutputError(f"{made} cannot be written")
            tidy(made.parent, _MOST_STATES, _MOST_BYTES)
            tidy(folder.parent, _MOST_BUILDS, _MOST_BYTES)
    return str(made)


def _build(
    compiler: HostCompiler,
    build: HostBuild,
    texts: Mapping[str, str],
    words: Sequence[Sequence[str]],  # by unit
    library: host_libraries.CompilerOptions,
    libraries: Sequence[str],
    objects: Sequence[str],
    made: Path,
) -> None:
    for path, text in texts.items():
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        data = text.encode("latin-1")
        if not os.path.exists(path) or Path(path).read_bytes() != data:
            replace_whole(Path(path), data)
    units = [u.root for u in build.program.units]

    def compile_one(number: int) -> str:
        root = units[number]
        source = build.layout.output(root, False, True)
        target = str(made) + f"-{number}.o"
        kind = _language(build.flags[root].language_of(root), texts[source])
        forced = list(library.forced) if "c++" in kind else []
        if build.language is Language.CUDA and "c++" in kind:
            names = (*nvidia_results.headers(), original_ptx.FORCED)
            marks = (f"{build.layout.target}/{FOLDER}/{name}" for name in names)
            forced = [*(w for m in marks if m in texts for w in ("-include", m)), *forced]
            forced = ["-include", "cuda_runtime.h", *forced]
        elif "c++" in kind:
            own = (f"{build.layout.parts_folder()}/{part}.h" for part in nvidia_results.COMMON)
            forced = [*(w for name in own if name in texts for w in ("-include", name)), *forced]
        if root in build.replays:
            forced = [*replayed.included(build.language), *forced]
        beside = [f"-iquote{os.path.dirname(os.path.abspath(root))}"]
        standard = _standard(build.flags[root].std) if "c++" in kind else []
        command = [*standard, *forced, *beside, *kind, "-c", source, "-o", target]
        header = []
        if standard and not library.forced:
            header = _header(compiler, build, root, texts[source], [*words[number], *standard], objects)
        try:
            compiler.run([*words[number], *header, *command])
        except BuildFailed:
            if not header:
                raise
            compiler.run([*words[number], *command])
            Path(header[-1]).unlink(missing_ok=True)  # made from other files than those of today
        return target

    with ThreadPoolExecutor(cores()) as pool:
        compiled = list(pool.map(compile_one, range(len(units))))
    openmp = ["-fopenmp"] if any(flags.openmp for flags in build.flags.values()) else []
    scratch = f"{made}.{os.getpid()}"
    system = [*openmp, *libraries, *library.link, *WRAPPED, "-lboost_context", "-lm", "-pthread"]
    linked = ["-o", scratch, *compiled, *objects, *system]
    if build.replays:
        linked += replayed.linked(compiler, linked)
    try:
        compiler.link(linked)
    except BuildFailed as failure:
        apart = not any(flags.relocatable for flags in build.flags.values())
        if not (apart and own_functions.are_defined_twice(failure.output) and own_functions.kept_apart(compiled)):
            raise
        compiler.link(linked)
    if told := shared.complaints(scratch, build.language, (f.source for f in build.program.files)):
        os.remove(scratch)
        raise BuildFailed(told)
    os.replace(scratch, made)
    for path in compiled:
        os.remove(path)


def _libraries(compiler: HostCompiler, build: HostBuild) -> list[str]:
    """The libraries that the units' command lines name and the compiler finds."""
    listed = dict.fromkeys(name for flags in build.flags.values() for name in flags.library)
    return [f"-l{name}" for name in listed if not _CUDAS.fullmatch(name) and compiler.has_library(name)]


def _header(
    compiler: HostCompiler, build: HostBuild, root: str, text: str, words: Sequence[str], objects: Sequence[str]
) -> list[str]:
    """The option that spares a unit to parse the API's header, where nothing of the user's comes before it."""
    given = build.flags[root]
    is_plain = not given.include and not given.compiling() and compiler.is_clang
    if not is_plain or not precompiled_api.begins_with_header(build.language, text):
        return []
    own = f"-I{build.layout.target}/"
    shared_words = [word for word in words if not word.startswith(own)]
    return precompiled_api.precompiled(compiler, build.language, shared_words, Path(objects[0]).parent)


def _language(language: str, text: str) -> list[str]:
    """A unit that is compiled as C stays C, an old one too; one with device code is C++, as for nvcc."""
    if language == "c" and not any(mark in text for mark in ("__global__", "__device__", "::retarget_host")):
        return ["-x", "c", "-std=gnu89"]
    return ["-x", "c++"]


def _words(compiler: HostCompiler, build: HostBuild, given: Flags) -> list[str]:
    folders = (*given.quote, *given.include)
    twins = [f"-I{twin}" for folder in folders if (twin := build.layout.twin(folder))]
    checked = compiler.checked() if build.check else (build.optimise,)
    return [
        *checked, *compiler.lines(), "-w", *LENIENT, "-pthread", "-fno-omit-frame-pointer", *EXACT,
        *compiler.convergent(), *compiler.headers(build.language), f"-I{build.layout.target}/{FOLDER}",
        *twins, *given.compiling(),
    ]  # fmt: skip


def _standard(asked: str | None) -> list[str]:
    digits = "".join(c for c in asked or "" if c.isdigit())
    newer = {"2a": 20, "2b": 23}.get((asked or "")[-2:], int(digits[-2:]) if digits else 0)
    return [f"-std=gnu++{newer if _OLDEST < newer < 80 else _OLDEST}"]
