"""Compiler flags: those of nvcc, gcc and clang, read into one value.

What concerns the front end (`-I -isystem -D -U -std -include`) is kept; what concerns code generation, linking
and NVIDIA's architectures is dropped: the target has its own.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from retarget.errors import Error
from retarget.source.project import NOBODYS, Project, placed
from retarget.source.provenance import is_toolkit
from retarget.system.regular import read_bytes
from retarget.system.stand_in_toolkits import is_stand_in

# nvcc's options that take a value in the next word (nvcc --help, CUDA 13.0), with no meaning for the front end.
_VALUED = frozenset(
    """-o --output-file -arch --gpu-architecture -code --gpu-code -gencode --generate-code -maxrregcount
    --maxrregcount -Xptxas --ptxas-options -Xlinker --linker-options -Xnvlink --nvlink-options -Xarchive
    --archive-options -ccbin --compiler-bindir -L --library-path -odir --output-directory -dir
    --dependency-output -MF -MT -MQ -cudart --cudart -cudadevrt --cudadevrt -m --machine -t --threads -idp
    --input-drive-prefix -ddp -dp -ldir -keep-dir --keep-dir -std-host -default-stream --default-stream
    -Xcudafe -Xfatbin -Xopencc -diag-suppress --diag-suppress -arch-list -Xarch_device
    -Xarch_host -target-dir --target-directory""".split()
)
_JOINED = {"-I": "include", "-D": "define", "-U": "undefine", "-l": "library"}
_SEPARATE = {
    "-I": "include", "--include-path": "include", "-isystem": "system", "--system-include": "system",
    "-iquote": "quote", "-idirafter": "system", "-D": "define", "--define-macro": "define", "-U": "undefine",
    "--undefine-macro": "undefine", "-l": "library", "--library": "library", "-std": "std", "--std": "std",
    "-include": "forced", "--pre-include": "forced", "-x": "language", "--x": "language",
}  # fmt: skip
# nvcc's that begin as others' joined ones do
_NO_LIBRARY = frozenset("-lineinfo -lib -link".split())
_OPTIONS_FILE = ("--options-file", "-optf")
_LANGUAGES = {"cu": "cuda", "cuda": "cuda", "c": "c", "c++": "c++"}
CPP_ENDINGS = (".cc", ".cp", ".cpp", ".cxx", ".c++", ".C", ".CPP")
UNIT_ENDINGS = (".cu", ".hip", ".cpp", ".cc", ".cxx", ".c", ".C", ".c++")  # of what is compiled, not included
_CPP = ("98", "03", "0x", "11", "1y", "14", "1z", "17", "2a", "20", "2b", "23", "2c", "26")
_C = ("89", "90", "9x", "99", "1x", "11", "17", "18", "2x", "23")
_STANDARDS = (
    *(f"{c}++{year}" for c in ("c", "gnu") for year in _CPP),
    *(f"{c}{year}" for c in ("c", "gnu") for year in _C),
    *(f"iso9899:{year}" for year in ("1990", "199409", "1999", "199x", "2011", "2017", "2018")),
)
CAPABILITY = "RETARGET_CUDA_ARCH_LIST"  # of the outputs' header, `arch`
_CAPABILITIES = ("300", "320", "350", "370", "500", "520", "530", "600", "610", "620", "700")
OPENMP = "_OPENMP=201511"  # what -fopenmp means to a parser
_OLD_C = ("implicit-function-declaration", "implicit-int", "int-conversion", "incompatible-function-pointer-types")


class FlagError(Error):
    """Contradictory or incomplete flags, or a compile database that cannot be read."""


class OptionsFileError(FlagError):
    """An options file that cannot be read."""


@dataclass(frozen=True)
class ProjectFlags:
    """What of a unit's flags is the project's, on every machine.

    language: "c", "c++" or "cuda" where the command says so; else the file's ending does. quote: folders for
    `#include "..."` alone. by_nvcc: nvcc has the host's compiler compile the unit. quiet: options that suppress
    warnings of a compiler.
    """

    include: tuple[str, ...] = ()
    quote: tuple[str, ...] = ()
    system: tuple[str, ...] = ()
    define: tuple[str, ...] = ()
    undefine: tuple[str, ...] = ()
    forced: tuple[str, ...] = ()
    std: str | None = None
    language: str = ""
    library: tuple[str, ...] = ()
    relocatable: bool = False
    fast_math: bool = False
    by_nvcc: bool = False
    quiet: tuple[str, ...] = ()


@dataclass(frozen=True)
class Flags(ProjectFlags):
    """Front-end flags of a translation unit. Folders are absolute, or relative to the working folder.

    toolkit: folders that hold a CUDA toolkit's headers, see `parted`. project: whose unit it is. code: words for
    compilers that make code (`code_words`), which make no difference to a text.
    """

    toolkit: tuple[str, ...] = ()
    project: Project = NOBODYS
    code: tuple[str, ...] = field(default=(), compare=False, repr=False)

    def language_of(self, path: str) -> str:
        """The language that a unit is compiled in: "c", "c++" or "cuda", which headers and fragments count as."""
        by_ending = "c" if path.endswith(".c") else "c++" if path.endswith(CPP_ENDINGS) else "cuda"
        return self.language or by_ending

    @property
    def openmp(self) -> bool:
        """Whether host code is compiled with OpenMP."""
        return OPENMP in self.define

    @property
    def capability(self) -> int:
        """What `__CUDA_ARCH__` is; 700 unless a macro of the build says less. Raises FlagError."""
        said = [d.partition("=")[2] for d in self.define if _macro(d) == CAPABILITY]
        if said and said[-1] not in _CAPABILITIES:
            raise FlagError(f"-D{CAPABILITY} takes {', '.join(_CAPABILITIES)}, not '{said[-1]}'")
        return int(said[-1]) if said else 700

    def arguments(self) -> list[str]:
        """As options of clang."""
        return [
            *(a for p in self.quote for a in ("-iquote", p)),
            *(f"-I{p}" for p in self.include),
            *(a for p in self.system for a in ("-isystem", p)),
            *(f"-D{d}" for d in self.define),
            *(f"-U{u}" for u in self.undefine),
            *(a for p in self.forced for a in ("-include", p)),
        ]

    def compiling(self, openmp: str = "-fopenmp") -> list[str]:
        """The same for a compiler that makes code, which hears of OpenMP by an option of its own."""
        plain = replace(self, define=tuple(d for d in self.define if d != OPENMP))
        return [*plain.arguments(), *([openmp] if self.openmp else []), *self.quiet]

    def parsed(self) -> Flags:
        """What of them makes a difference to what is parsed."""
        return replace(self, library=(), relocatable=False, fast_math=False, quiet=())

    def parted(self) -> Flags:
        """The same with the folders of CUDA toolkits apart. Two toolkits must not mix: a parse has the headers that we
        bring (or those of --cuda-path), a build those of its compiler; the user's serve for what these lack. Folders of
        ours that stand for a toolkit, for host compilers, serve for nothing."""
        toolkits = tuple(f for f in (*self.include, *self.system) if is_toolkit(f))
        return replace(
            self,
            include=tuple(f for f in self.include if f not in toolkits),
            system=tuple(f for f in self.system if f not in toolkits),
            toolkit=(*self.toolkit, *(f for f in toolkits if not is_stand_in(f))),
        )

    def over(self, lower: Flags) -> Flags:
        """Both; of macros and the standard, these where they differ."""
        own = {_macro(d) for d in (*self.define, *self.undefine)}
        define, undefine = (tuple(d for d in ds if _macro(d) not in own) for ds in (lower.define, lower.undefine))
        return self.joined(replace(lower, define=define, undefine=undefine, std=self.std or lower.std))

    def joined(self, other: Flags) -> Flags:
        """Both; raises FlagError where the standards differ, or the macros contradict each other."""
        if self.std and other.std and self.std != other.std:
            raise FlagError(f"contradictory flags: -std={self.std} and -std={other.std}")
        merged = {
            name: tuple(dict.fromkeys((*getattr(self, name), *getattr(other, name))))
            for name in ("include", "quote", "system", "toolkit", "define", "undefine", "forced", "library", "quiet")
        }
        _no_contradiction(merged["define"], merged["undefine"])
        return Flags(
            **merged,
            std=self.std or other.std,
            language=self.language or other.language,
            relocatable=self.relocatable or other.relocatable,
            fast_math=self.fast_math or other.fast_math,
            by_nvcc=self.by_nvcc or other.by_nvcc,
            project=self.project if self.project != NOBODYS else other.project,
            code=(*other.code, *self.code) if self.code != other.code else self.code,
        )


def read_flags(words: Sequence[str], folder: str = "", strict: bool = True) -> Flags:
    """Reads a command line of nvcc, hipcc, clang or gcc; relative folders are taken below `folder`.

    Raises FlagError for an option without its value, an options file that cannot be read and, if `strict`, for
    macros that contradict each other (else the last of these counts, as for compilers) and unknown standards.
    """
    lists = ("include", "quote", "system", "define", "undefine", "forced", "library", "std", "language", "quiet")
    found: dict[str, list[str]] = {name: [] for name in lists}
    flags, macros = Flags(), list[tuple[str, str]]()
    for name, value in _pairs(expanded(words, folder)):
        if name == "relocatable":
            flags = replace(flags, relocatable=True)
        elif name == "fast_math":
            flags = replace(flags, fast_math=True)
        elif name in ("include", "quote", "system", "forced"):
            parts = value.split(",") if name != "forced" else [value]
            found[name] += [place for p in parts if (place := _placed(p, folder))]
        elif value:
            if name in ("define", "undefine") and value.startswith("="):
                raise FlagError(f"'{value}' names no macro: -D takes NAME or NAME=VALUE")
            found[name].append(value)
            macros += [(name, value)] if name in ("define", "undefine") else []
    kept = {name: tuple(dict.fromkeys(values)) for name, values in found.items()}
    define, undefine = kept["define"], kept["undefine"]
    if strict:
        _no_contradiction(define, undefine)
        no_strange_standard(kept["std"])
    else:
        define, undefine = _last_ones(macros)
    return replace(
        flags,
        include=kept["include"],
        quote=kept["quote"],
        system=kept["system"],
        define=define,
        undefine=undefine,
        forced=kept["forced"],
        library=kept["library"],
        quiet=kept["quiet"],
        std=kept["std"][-1] if kept["std"] else None,
        language=_LANGUAGES.get(kept["language"][-1], "") if kept["language"] else "",
    )


def _macro(definition: str) -> str:
    return definition.partition("=")[0]


def no_strange_standard(given: Iterable[str]) -> None:
    """Raises FlagError for a standard that no compiler knows."""
    for std in given:
        if std not in _STANDARDS:
            known = ", ".join(s for s in _STANDARDS if s.startswith("c"))
            raise FlagError(f"no compiler knows the standard '{std}'", f"known are {known}, and each with gnu for c")


def _no_contradiction(defined: tuple[str, ...], undefined: tuple[str, ...]) -> None:
    values: dict[str, str] = {}
    for definition in defined:
        name, equals, value = definition.partition("=")
        value = value if equals else "1"
        if values.setdefault(name, value) != value:
            raise FlagError(f"contradictory flags: -D{name} is given as '{values[name]}' and as '{value}'")
    for name in undefined:
        if name in values:
            raise FlagError(f"contradictory flags: -D{name} and -U{name}")


def _last_ones(macros: list[tuple[str, str]]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What is defined and what is undefined in the end."""
    last = {value.partition("=")[0]: (kind, value) for kind, value in macros}
    defined = tuple(value for kind, value in last.values() if kind == "define")
    return defined, tuple(value for kind, value in last.values() if kind == "undefine")


def expanded(words: Sequence[str], folder: str = "", around: tuple[str, ...] = ()) -> list[str]:
    """The words, with options files (`--options-file FILE,...` of nvcc, as CMake writes them, and `@FILE`) read. Raises
    OptionsFileError."""
    found: list[str] = []
    at = 0
    while at < len(words):
        taken = 2 if words[at] in _OPTIONS_FILE else 1
        files, others = options_files(words[at : at + taken])
        for file in files:
            found += expanded(_options_in(file, folder, around), folder, (*around, file))
        found += others
        at += taken
    return found


def options_files(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The options files that a command line names, and its other words."""
    files: list[str] = []
    others: list[str] = []
    rest = iter(words)
    for word in rest:
        name, equals, value = word.partition("=")
        if name in _OPTIONS_FILE:
            files += (value if equals else next(rest, "")).split(",")
        elif word.startswith("@"):
            files.append(word[1:])
        else:
            others.append(word)
    return files, others


def _options_in(file: str, folder: str, around: tuple[str, ...]) -> list[str]:
    if file in around:
        raise OptionsFileError(f"the options file '{file}' names itself")
    try:
        return shlex.split(read_bytes(Path(folder, file)).decode("utf-8"))
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise OptionsFileError(f"cannot read the options file '{file}': {why}") from error


def _placed(path: str, folder: str) -> str:
    path = path.strip('"')
    return placed(os.path.join(folder, path)) if path and folder else path


def _hosts(word: str) -> list[str]:
    """The options in what nvcc hands on to the host's compiler: a list, or a piece of a command line."""
    return [option for option in re.split(r"[,\s]+", word) if option]


def _pairs(words: list[str]) -> Iterator[tuple[str, str]]:
    at = 0
    while at < len(words):
        word = words[at]
        name, _, value = word.partition("=")
        at += 1
        if word in ("-Xcompiler", "--compiler-options") and at < len(words):
            yield from _pairs(_hosts(words[at]))
            at += 1
        elif word.startswith(("-Xcompiler=", "--compiler-options=")):
            yield from _pairs(_hosts(word.split("=", 1)[1]))
        elif word in _SEPARATE:
            if at == len(words):
                raise FlagError(f"option {word} needs a value")
            yield _SEPARATE[word], words[at]
            at += 1
        elif (len(name) > 2 or name == "-x") and name in _SEPARATE:
            yield _SEPARATE[name], value
        elif word in _VALUED:
            at += 1
        elif word[:2] in _JOINED and word not in _NO_LIBRARY:
            yield _JOINED[word[:2]], word[2:].removeprefix("=")
        elif word.startswith("-isystem"):
            yield "system", word.removeprefix("-isystem")
        elif word.startswith("-iquote"):
            yield "quote", word.removeprefix("-iquote")
        elif word.startswith("-Wp,"):
            yield from _pairs(word.split(",")[1:])
        elif word in ("-rdc=true", "--relocatable-device-code=true", "-dc", "--device-c", "-fgpu-rdc"):
            yield "relocatable", ""
        elif word in ("-rdc", "--relocatable-device-code"):
            if words[at : at + 1] == ["true"]:
                yield "relocatable", ""
            at += 1
        elif word in ("-use_fast_math", "--use_fast_math", "-ffast-math"):
            yield "fast_math", ""
        elif word in ("-fopenmp", "-openmp"):
            yield "define", OPENMP
        elif word in ("-w", "--disable-warnings"):
            yield "quiet", "-w"
        elif word.startswith("-Wno-") and not word.startswith("-Wno-error"):
            yield "quiet", word
        elif word in ("-xc", "-xc++", "-xcu", "-xcuda"):
            yield "language", word.removeprefix("-x")


def old_c(language: str) -> list[str]:
    """Options by which clang takes what gcc before 14 takes of old C, with a warning; the user's go behind them."""
    return [f"-Wno-error={name}" for name in _OLD_C] if language == "c" else []
