"""CMake's files: CUDA's language, properties, packages, targets and sources become HIP's. Commands of FindCUDA with
options, and what stands for an installed CUDA toolkit, are reported, not changed.

    project(app LANGUAGES CXX CUDA)     -->  project(app LANGUAGES CXX HIP)
    find_package(CUDAToolkit REQUIRED)  -->  find_package(hip REQUIRED)
    target_link_libraries(app CUDA::cublas)  -->  target_link_libraries(app roc::hipblas)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

from retarget.source.cmake_commands import CMakeArgument, CMakeCommand, commands
from retarget.source.text import Source
from retarget.targets.amd.build_files import options
from retarget.targets.amd.build_files.options import Word
from retarget.targets.amd.build_files.renamed_sources import Found, Tree, edit, warning

NAMES = re.compile(r"CMakeLists\.txt|.+\.cmake")
_LIBRARIES = {"cublas": "roc::hipblas", "cufft": "hip::hipfft", "curand": "hip::hiprand", "cusparse": "roc::hipsparse",
              "cusolver": "roc::hipsolver"}  # fmt: skip
_RUNTIME = "hip::host"
_TARGETS = {"CUDA::cudart": _RUNTIME, "CUDA::cudart_static": _RUNTIME, "CUDA::cuda_driver": _RUNTIME} | {
    f"CUDA::{name}{ending}": target for name, target in _LIBRARIES.items() for ending in ("", "_static")
}
_TARGETS["CUDA::nvml"] = "rocm_smi64"
_VARIABLES = {"${CUDA_LIBRARIES}": _RUNTIME, "${CUDA_CUDART_LIBRARY}": _RUNTIME} | {
    spelled: target
    for name, target in _LIBRARIES.items()
    for spelled in (f"${{CUDA_{name.upper()}_LIBRARIES}}", f"${{CUDA_{name}_LIBRARY}}")
}
_PACKAGES = frozenset({"CUDA", "CUDAToolkit"})
_LANGUAGES = frozenset({"project", "enable_language", "check_language"})
_PROPERTIES = ("ARCHITECTURES", "STANDARD", "STANDARD_REQUIRED", "EXTENSIONS", "FLAGS", "FLAGS_DEBUG", "FLAGS_RELEASE",
               "FLAGS_RELWITHDEBINFO", "FLAGS_MINSIZEREL", "COMPILER")  # fmt: skip
_PROPERTY = re.compile(rf"\b(CMAKE_)?CUDA_({'|'.join(_PROPERTIES)})\b")
_LANGUAGE_OF = re.compile(r"(?<=\$<COMPILE_LANGUAGE:)CUDA(?=>)|(?<=\$<COMPILE_LANG_AND_ID:)CUDA(?=,)")
_VALUES = re.compile(r"(?:\d+[af]?(?:-real|-virtual)?;?)+|all|all-major|native")
_ADDS = {"cuda_add_executable": "add_executable", "cuda_add_library": "add_library"}
_VERSION = re.compile(r"(\d+)\.(\d+)[\d.]*")
_NEEDED = (3, 21)  # the release of CMake that has HIP as a language
_LEFT = re.compile(r"\b(?:CMAKE_)?CUDA(?:Toolkit)?(?:_\w+|::\w+)|\bcuda_\w+|\bFindCUDA\b|\bnvcc\b|\b(?:sm|compute)_\d+")
_WORD = re.compile(r"[^\s;<>:]+")


class CMakeProject(Struct, frozen=True):
    """What the CMake files of a tree say together. has_language: they enable CUDA as a language; packages: of HIP's
    libraries that they link."""

    has_language: bool
    packages: tuple[str, ...]

    @classmethod
    def of(cls, sources: Iterable[Source]) -> CMakeProject:
        found = [c for s in sources for c in commands(s.text) if isinstance(c, CMakeCommand)]
        words = {a.text for c in found for a in c.arguments}
        targets = {t for w in words for t in (_TARGETS.get(w), _VARIABLES.get(w)) if t and t != _RUNTIME}
        packages = tuple(sorted(target.partition("::")[2] for target in targets))
        return cls(any(c.name in _LANGUAGES and "CUDA" in _texts(c) for c in found), packages)


def migrated(source: Source, tree: Tree, project: CMakeProject) -> Iterator[Found]:
    """The edits of a file, and what the user has to do."""
    readable = [c for c in commands(source.text) if isinstance(c, CMakeCommand)]
    own = {a.text for c in readable if c.name in ("option", "function", "macro") for a in c.arguments[:1]}
    is_cudas = any(map(_asks_for_cuda, readable))
    for command in commands(source.text):
        if isinstance(command, int):
            why = "retarget cannot read this file from here on, and changes nothing behind this place"
            yield warning(source, command, command + 1, why)
            return
        done = [*_of_command(source, command, project, is_cudas), *_values(source, command, tree)]
        spans = [f.span for f in done if f.span]
        of_nvcc = "CUDA" in source.text[command.start : command.end]
        more = (f for a in command.arguments for f in _of_argument(source, a, tree, of_nvcc))
        done += [f for f in more if f.span and not any(s.start <= f.span.start < s.end for s in spans)]
        yield from done
        spans = [f.span for f in done if f.span]
        for left in _LEFT.finditer(source.text, command.start, command.end):
            if left[0] not in own and not any(s.start <= left.start() < s.end for s in spans):
                yield warning(source, left.start(), left.end(), f"'{left[0]}' is CUDA's, and stays as it is")


def _texts(command: CMakeCommand) -> list[str]:
    return [a.text for a in command.arguments]


def _asks_for_cuda(command: CMakeCommand) -> bool:
    is_package = command.name == "find_package" and bool(_PACKAGES.intersection(_texts(command)[:1]))
    return is_package or (command.name in _LANGUAGES and "CUDA" in _texts(command))


def _of_command(source: Source, command: CMakeCommand, project: CMakeProject, is_cudas: bool) -> Iterator[Found]:
    name, given = command.name, command.arguments
    if name in _LANGUAGES:
        yield from (edit(source, a.start, a.end, "HIP") for a in given[name == "project" :] if a.text == "CUDA")
    elif name == "cmake_minimum_required" and is_cudas:
        yield from _version(source, given)
    elif name == "find_package" and given and given[0].text in _PACKAGES:
        yield edit(source, command.start, command.end, _find_packages(source, command, project))
    elif name in _ADDS:
        if any(a.text == "OPTIONS" for a in given):
            message = f"{name} with OPTIONS: write {_ADDS[name]}, and these options as HIP's compiler takes them"
            yield warning(source, command.start, command.start + len(name), message)
        else:
            yield edit(source, command.start, command.start + len(name), _ADDS[name])
    at = next((i for i, a in enumerate(given) if a.text == "LANGUAGE"), len(given))
    yield from (edit(source, a.start, a.end, "HIP") for a in given[at + 1 : at + 2] if a.text == "CUDA")


def _version(source: Source, given: tuple[CMakeArgument, ...]) -> Iterator[Found]:
    for argument in given:
        least = _VERSION.match(argument.text)
        if least and (int(least[1]), int(least[2])) < _NEEDED:
            yield edit(source, argument.start, argument.start + least.end(), ".".join(map(str, _NEEDED)))


def _find_packages(source: Source, command: CMakeCommand, project: CMakeProject) -> str:
    kept = " ".join(a.text for a in command.arguments if a.text in ("REQUIRED", "QUIET"))
    line = source.text.rfind("\n", 0, command.start) + 1
    lead = source.text[line : command.start]
    names = ("hip", *project.packages)
    listed = [f"find_package({' '.join(filter(None, (name, kept)))})" for name in names]
    listed += ["enable_language(HIP)"] if command.arguments[0].text == "CUDA" and not project.has_language else []
    return f"\n{lead if lead.isspace() else ''}".join(listed)


def _values(source: Source, command: CMakeCommand, tree: Tree) -> Iterator[Found]:
    """Those of `set(CMAKE_CUDA_ARCHITECTURES ...)` and of the property CUDA_ARCHITECTURES."""
    for at, argument in enumerate(command.arguments):
        of_variable = command.name == "set" and at == 0 and argument.text == "CMAKE_CUDA_ARCHITECTURES"
        if not of_variable and argument.text != "CUDA_ARCHITECTURES":
            continue
        behind = command.arguments[at + 1 :]
        values = [a for a in behind if _VALUES.fullmatch(a.text)][: len(behind) if of_variable else 1]
        if values and values == list(behind[: len(values)]):
            yield edit(source, values[0].start, values[-1].end, ";".join(tree.architectures))
        elif [a.text for a in behind[:1]] != ["OFF"]:
            message = "the architectures of HIP are others (gfx90a): set them"
            yield warning(source, argument.start, argument.end, message)
            return
        yield edit(source, argument.start, argument.end, argument.text.replace("CUDA", "HIP"))


def _of_argument(source: Source, argument: CMakeArgument, tree: Tree, of_nvcc: bool) -> Iterator[Found]:
    target = _TARGETS.get(argument.text) or _VARIABLES.get(argument.text)
    if target:
        yield edit(source, argument.start, argument.end, target)
        return
    for pattern in (_PROPERTY, _LANGUAGE_OF):
        for match in pattern.finditer(source.text, argument.start, argument.end):
            yield edit(source, match.start(), match.end(), match[0].replace("CUDA", "HIP"))
    words = [Word(m[0], m.start(), m.end()) for m in _WORD.finditer(source.text, argument.start, argument.end)]
    yield from options.migrated(source, words, tree, of_nvcc)
    yield from tree.sources(source, argument.start, argument.end)
