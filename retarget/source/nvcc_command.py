"""What a command line of nvcc asks for: which phase it ends in, with which inputs, and the options of each compiler."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from enum import Enum

from msgspec import Struct

from retarget.errors import Error
from retarget.source.flags import CPP_ENDINGS, no_strange_standard
from retarget.source.nvcc_options import Given, read, split_words


class Phase(Enum):
    """What nvcc makes; without an option, it links."""

    LINK = "an executable, or a shared library"
    OBJECT = "objects"
    DEVICE_LINK = "an object with the linked device code, or that code alone"
    ARCHIVE = "a static library"
    PREPROCESSED = "preprocessed text"
    TEXT = "preprocessed text in a file: nvcc's has the host's side of CUDA code, ours the translation"
    DEPENDENCIES = "a list of the files that are read"
    DEVICE_CODE = "GPU code alone"
    NOTHING = "nothing: it answers a question"


_PHASES = {
    "compile": Phase.OBJECT, "device-c": Phase.OBJECT, "device-w": Phase.OBJECT, "device-link": Phase.DEVICE_LINK,
    "lib": Phase.ARCHIVE, "link": Phase.LINK, "run": Phase.LINK, "preprocess": Phase.PREPROCESSED, "cuda": Phase.TEXT,
    "generate-dependencies": Phase.DEPENDENCIES, "generate-nonsystem-dependencies": Phase.DEPENDENCIES,
    "ptx": Phase.DEVICE_CODE, "cubin": Phase.DEVICE_CODE, "fatbin": Phase.DEVICE_CODE,
}  # fmt: skip
_ANSWERS = frozenset({"version", "help", "list-gpu-arch", "list-gpu-code"})
_REFUSED = {
    "optix-ir": "OptiX's code",
    "ltoir": "NVIDIA's code for optimisation at link time",
}
_WERROR = frozenset({
    "all-warnings", "cross-execution-space-call", "reorder", "deprecated-declarations", "default-stream-launch",
    "missing-launch-bounds", "ext-lambda-captures-this",
})  # fmt: skip
_LEVEL = re.compile(r"\d|s|z|g|fast")  # the words are those of other compilers, and clang knows them
_NAMED = re.compile(r"(?:(?:sm|compute|lto)_\d|gfx)\S*|native|all(?:-major)?|")  # an architecture
_LANGUAGES = {"cu": "cuda", "c": "c", "c++": "c++"}
_SOURCES = (".cu", ".c", *CPP_ENDINGS)
_NVIDIAS = (".ptx", ".cubin", ".fatbin", ".gpu")
_LATER = (".s", ".S", ".i", ".ii")  # what a compiler is half through with
_OBJECTS = re.compile(r".*\.(?:o|obj|a|lib|so(?:\.[\d.]+)?|res)\Z", re.S)
# What gcc and clang answer instead of compiling.
_QUESTION = re.compile(r"--version|--?(?:dump(?:version|fullversion|machine|specs)|print-[\w-]+(?:=.*)?)", re.S)
_ENDINGS = {"ptx": ".ptx", "cubin": ".cubin", "fatbin": ".fatbin", "cuda": ".cu.cpp.ii"}


class NvccInput(Struct, frozen=True):
    """A file to compile; language: "cuda", "c" or "c++"."""

    path: str
    language: str


class NvccCommand(Struct, frozen=True):
    """A command line of nvcc's, understood.

    parsing: what concerns the front end, as words of nvcc; linked: objects, libraries and the linker's options, in
    their order; host: what is for the host's compiler alone, which may know some of it; architectures: of the target's;
    stdin: the file that holds the standard input, which no list of dependencies names.
    """

    given: tuple[Given, ...]
    phase: Phase
    sources: tuple[NvccInput, ...]
    linked: tuple[str, ...]
    parsing: tuple[str, ...]
    host: tuple[str, ...]
    architectures: tuple[str, ...]
    output: str | None
    stdin: str | None = None

    def has(self, *names: str) -> bool:
        """Whether an option is given."""
        return any(g.name in names for g in self.given)

    def value(self, name: str) -> str | None:
        """What stands behind the last of these options."""
        return next((g.value for g in reversed(self.given) if g.name == name), None)

    def values(self, name: str) -> tuple[str, ...]:
        """What stands behind all of these options."""
        return tuple(g.value for g in self.given if g.name == name)

    def is_on(self, name: str, default: bool) -> bool:
        """What a switch says."""
        return {"true": True, "false": False}.get(self.value(name) or "", default)

    @property
    def linked_files(self) -> tuple[str, ...]:
        """What is linked by its path: no option, nor what an option for the linker takes."""
        pairs = zip(("", *self.linked), self.linked, strict=False)
        return tuple(word for before, word in pairs if not word.startswith("-") and before != "-Xlinker")

    @property
    def questions(self) -> tuple[str, ...]:
        """What is asked of the host's compiler, which then compiles nothing."""
        return tuple(word for word in self.host if _QUESTION.fullmatch(word))

    @property
    def relocatable(self) -> bool:
        """Whether device code of several units is linked."""
        return self.has("device-c") or self.is_on("relocatable-device-code", False)

    @property
    def code_alone(self) -> str | None:
        """The ending of device code that is written without an object around it."""
        return next((_ENDINGS[g.name] for g in self.given if g.name in ("ptx", "cubin", "fatbin")), None)

    @property
    def writes_dependencies(self) -> bool:
        """Whether a list of the files that are read is written beside what is made."""
        return self.has("generate-dependencies-with-compile", "generate-nonsystem-dependencies-with-compile")

    def made_of(self, source: NvccInput) -> str:
        """What the phase makes of a source, as nvcc names it: the output, else a file in the output's folder."""
        if self.output and self.phase is not Phase.DEPENDENCIES:
            return self.output
        stem = os.path.splitext(os.path.basename(source.path))[0]
        kind = next((_ENDINGS[g.name] for g in self.given if g.name in _ENDINGS), ".o")
        return os.path.join(self.value("output-directory") or "", stem + kind)


def understood(words: Sequence[str], given: tuple[Given, ...] | None = None) -> NvccCommand:
    """Raises Error, with a remedy, where nvcc would refuse the command line, or it asks for what only NVIDIA has."""
    given = read(words) if given is None else given
    phases = [_PHASES[g.name] for g in given if g.name in _PHASES]
    for option in given:
        if option.name in _REFUSED:
            raise Error(f"{option.spelled} makes {_REFUSED[option.name]}, which has no counterpart for this target")
        if option.name == "optimize" and not _LEVEL.fullmatch(option.value):
            raise Error(f"nvcc's {option.spelled} takes a level, such as {option.spelled}3, not '{option.value}'")
        if option.name == "gpu-architecture" and not _NAMED.fullmatch(option.value):
            what = f"nvcc's {option.spelled} takes an architecture, not '{option.value}'"
            raise Error(what, "name one, such as sm_80, or gfx90a for AMD's")
        if option.name == "std":
            no_strange_standard((option.value,))
        if option.name == "Werror" and option.value not in _WERROR:
            raise Error(f"nvcc's {option.spelled} takes {', '.join(sorted(_WERROR))}, not '{option.value}'")
    answers = any(g.name in _ANSWERS for g in given)
    phase = Phase.NOTHING if answers else phases[-1] if phases else Phase.LINK
    if phase is Phase.DEVICE_CODE and Phase.DEVICE_LINK in phases:
        if any(g.name == "ptx" for g in given):
            raise Error("nvcc makes no text of linked device code", "-cubin or -fatbin in the place of -ptx")
        phase = Phase.DEVICE_LINK
    sources, linked = _inputs(given)
    output = next((g.value for g in reversed(given) if g.name == "output-file"), None)
    is_printed = output == "-" and phase in (Phase.PREPROCESSED, Phase.DEPENDENCIES)
    command = NvccCommand(
        given, phase, tuple(sources), tuple(linked), tuple(_parsing(given)), tuple(_host(given)),
        tuple(_architectures(given)), None if is_printed else output,
    )  # fmt: skip
    _refuse(command)
    return command


def options_alone(given: tuple[Given, ...]) -> NvccCommand:
    """A compilation of which only the options are known."""
    return NvccCommand(given, Phase.OBJECT, (), (), (), tuple(_host(given)), (), None)


def _refuse(command: NvccCommand) -> None:
    if command.phase is Phase.NOTHING or (command.has("dryrun") and not command.sources):
        return
    if not command.sources and not command.linked_files:
        raise Error("nvcc has no input: name a source, an object or a library")
    if command.output == "-":
        refused = f"-o -: the standard output takes no {command.phase.value}"
        raise Error(refused, "give a name: -o FILE (./- for one named -)")
    if command.phase is Phase.OBJECT and (path := next((w for w in command.linked_files if w.endswith(_LATER)), "")):
        raise Error(f"{path} is for the host's compiler alone", f"gcc -c {path}")
    single = command.phase not in (Phase.LINK, Phase.ARCHIVE, Phase.DEVICE_LINK)
    if single and command.output and len(command.sources) > 1:
        raise Error(f"-o {command.output} would hold what is made of {len(command.sources)} sources: compile one each")
    if command.phase in (Phase.OBJECT, Phase.TEXT, Phase.DEVICE_CODE):
        _refuse_overwriting(command)


def _refuse_overwriting(command: NvccCommand) -> None:
    made: dict[str, str] = {}
    for source in command.sources:
        output = command.made_of(source)
        if (first := made.setdefault(output, source.path)) != source.path:
            raise Error(f"{output} would hold both what is made of {first} and of {source.path}: compile one each")


def _inputs(given: Sequence[Given]) -> tuple[list[NvccInput], list[str]]:
    """The sources, and what is linked, in its order."""
    sources, linked = list[NvccInput](), list[str]()
    language = next((g.value for g in reversed(given) if g.name == "x"), "")
    if language and language not in _LANGUAGES:
        raise Error(f"nvcc's -x takes cu, c or c++, not '{language}'")
    for option in given:
        if option.name == "library":
            linked.append(option.value if _is_file(option.value) else f"-l{option.value}")
        elif option.name == "library-path":
            linked.append(f"-L{option.value}")
        elif option.name == "linker-options":
            linked += [word for part in split_words(option.value, option.spelled) for word in ("-Xlinker", part)]
        elif option.name == "?" and option.spelled.startswith(("-Wl,", "-l", "-L", "-rdynamic", "-pthread")):
            linked.append(option.spelled)
        elif not option.name:
            _input(option.value, language, sources, linked)
    return sources, linked


def _is_file(library: str) -> bool:
    return bool(_OBJECTS.fullmatch(library)) and os.path.isfile(library)


def _input(path: str, language: str, sources: list[NvccInput], linked: list[str]) -> None:
    if path.endswith(_NVIDIAS) and not language:
        raise Error(f"{path} holds code for NVIDIA's GPUs", "build from its source, so that it can be translated")
    if language and not _OBJECTS.fullmatch(path):
        sources.append(NvccInput(path, _LANGUAGES[language]))
    elif path.endswith(_SOURCES):
        sources.append(NvccInput(path, "c" if path.endswith(".c") else "c++" if path.endswith(CPP_ENDINGS) else "cuda"))
    elif path.endswith(".stub"):
        sources.append(NvccInput(path, "cuda"))
    elif _OBJECTS.fullmatch(path) or path.endswith(_LATER):
        linked.append(path)
    else:
        advice = "its ending says neither source nor object: -x cu, c or c++ says what it is"
        raise Error(f"nvcc does not know what to do with '{path}'", advice)


_FRONT = {"define-macro": "-D", "undefine-macro": "-U", "include-path": "-I", "system-include": "-isystem",
          "quote-include": "-iquote", "after-include": "-isystem", "pre-include": "-include"}  # fmt: skip


_NVCCS = frozenset({"__CUDACC__", "__NVCC__"})  # nvcc defines them itself; FindCUDA gives them once more


def _parsing(given: Sequence[Given]) -> Iterator[str]:
    for option in given:
        if option.name == "define-macro" and option.value.partition("=")[0] in _NVCCS:
            continue
        if option.name in _FRONT:
            yield from (_FRONT[option.name], option.value)
        elif option.name == "std":
            yield f"-std={option.value}"
        elif option.name == "use_fast_math":
            yield "-use_fast_math"
    if any(g.name == "device-c" or (g.name, g.value) == ("relocatable-device-code", "true") for g in given):
        yield "-rdc=true"
    for word in _host(given):
        if begins := next((o for o in _FOLDERS if word.startswith(o)), ""):
            yield from (begins, word.removeprefix(begins))
        elif word.startswith(("-D", "-U", "-I", "-fopenmp", "-openmp")):
            yield word


_FOLDERS = ("-isystem", "-iquote", "-idirafter", "-include")
_JOINED = frozenset({"-D", "-U", "-I", "-L", "-l", *_FOLDERS})


def _host(given: Sequence[Given]) -> Iterator[str]:
    """Options for the host's compiler alone: nvcc hands on what stands behind -Xcompiler, and what it does not know. A
    value is joined to its option, so that no word is one without the other."""
    words = _host_words(given)
    for word in words:
        yield word + next(words, "") if word in _JOINED else word


def _host_words(given: Sequence[Given]) -> Iterator[str]:
    for option in given:
        if option.name == "compiler-options":
            yield from split_words(option.value, option.spelled)
        elif option.name == "?":
            yield option.spelled


_CODE = re.compile(r"gfx\w+(?:[:\-+\w]*)")


def _architectures(given: Sequence[Given]) -> Iterator[str]:
    """Those of AMD's that nvcc's options name; NVIDIA's say nothing to another target."""
    for option in given:
        if option.name in ("gpu-architecture", "gpu-code", "generate-code"):
            yield from (found for found in _CODE.findall(option.value))
