"""The build files of a whole tree, for HIP: what is understood is changed, all else reported with its place."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from retarget.source.flags import CPP_ENDINGS
from retarget.source.project import real
from retarget.source.text import Diagnostic, Edit, Source, apply
from retarget.targets.amd.build_files import cmake_files, makefiles
from retarget.targets.amd.build_files import others as other_systems
from retarget.targets.amd.build_files.cmake_files import CMakeProject
from retarget.targets.amd.build_files.renamed_sources import Found, Tree, warning
from retarget.translation.emit import Output
from retarget.translation.merge import Program, Translated

_CUDA = ".cu"
_OF_HOSTS = (".c", *CPP_ENDINGS)


def with_build_files(
    program: Program, outputs: Sequence[Output], others: Sequence[str], architectures: tuple[str, ...]
) -> Program:
    """A program with the build files of its tree that change. outputs: of its sources; others: files beside them."""
    moved = {o.source: os.path.splitext(o.path)[1] for o in outputs if o.source}
    cuda = {real(path): ending for path, ending in moved.items() if path.endswith(_CUDA)}
    renamed = frozenset(path for path, ending in cuda.items() if ending != _CUDA)
    kept = frozenset(cuda) - renamed | {real(p) for p in others if p.endswith(_CUDA)}
    endings = {cuda[path] for path in renamed}
    tree = Tree.of(renamed, kept, architectures, next(iter(endings), _CUDA))
    hosts = [f.source.path for f in program.files if f.changed and f.is_root and f.source.path.endswith(_OF_HOSTS)]
    sources = [Source.read(p) for p in others if is_build_file(p) and not os.path.islink(p)]
    files, said = migrated(sources, tree, hosts)
    rest = (p for p in others if not is_build_file(p) and not os.path.islink(p))
    copied = [Source.read(p) for p in rest if other_systems.NAMES.fullmatch(os.path.basename(p))]
    notes = {source: d for source in copied if (d := other_systems.warning_about_cuda(source))}
    shown = (Translated(source, source.text, (), (), False) for source in notes)
    return replace(program, files=(*program.files, *files, *shown)).with_diagnostics((*said, *notes.values()))


def is_build_file(path: str) -> bool:
    """Whether it is one that is read."""
    name = os.path.basename(path)
    return any(kind.NAMES.fullmatch(name) for kind in (makefiles, cmake_files))


def migrated(
    sources: Sequence[Source], tree: Tree, hosts: Sequence[str]
) -> tuple[tuple[Translated, ...], tuple[Diagnostic, ...]]:
    """The build files that change, or of which there is something to say, and that. hosts: sources that change, and
    that a compiler of the host's reads."""
    cmake = [s for s in sources if cmake_files.NAMES.fullmatch(os.path.basename(s.path))]
    project = CMakeProject.of(cmake)
    files, said = [], []
    for source in sources:
        is_cmake = source in cmake
        found = [*(cmake_files.migrated(source, tree, project) if is_cmake else makefiles.migrated(source, tree))]
        edits, lost = _without_conflicts(found)
        own = [f for f in found if isinstance(f, Diagnostic)]
        own += [warning(source, e.span.start, e.span.end, "two changes meet here: see to this one") for e in lost]
        said += own
        if edits or own:
            files.append(Translated(source, apply(source, edits), edits, (), False))
        if edits and hosts and os.path.dirname(os.path.abspath(source.path)) in _above(hosts):
            said.append(warning(source, 0, 0, _of_hosts(hosts, is_cmake)))
    return tuple(files), tuple(said)


def _without_conflicts(found: Iterable[Found]) -> tuple[tuple[Edit, ...], tuple[Edit, ...]]:
    """The edits without those that others contain; and those that others cross, which are dropped."""
    kept: list[Edit] = []
    lost: list[Edit] = []
    for e in sorted((f for f in found if isinstance(f, Edit)), key=lambda e: (e.span.start, -e.span.end)):
        if not kept or e.span.start >= kept[-1].span.end:
            kept.append(e)
        elif e.span.end > kept[-1].span.end:
            lost.append(e)
    return tuple(kept), tuple(lost)


def _above(paths: Iterable[str]) -> frozenset[str]:
    def around(path: str) -> Iterator[str]:
        while (folder := os.path.dirname(path)) != path:
            yield folder
            path = folder

    return frozenset(folder for path in paths for folder in around(os.path.abspath(path)))


def _of_hosts(hosts: Sequence[str], by_cmake: bool) -> str:
    which = os.path.basename(hosts[0]) + (f" and {len(hosts) - 1} more" if len(hosts) > 1 else "")
    how = "link hip::host to their targets" if by_cmake else "give it -D__HIP_PLATFORM_AMD__ and HIP's include folder"
    return f"{which}: the host's compiler sees HIP's headers there now: {how}"
