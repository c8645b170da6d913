"""Host code that names CUDA, compiled by the build's own compiler from its translation.

A source that neither names anything of CUDA's nor includes a file that does is compiled as it is.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from itertools import pairwise, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from retarget.errors import Error, MissingTool, WrongTool
from retarget.source.flags import FlagError, expanded
from retarget.source.host_command import NO_LINK, HostCommand, without_languages
from retarget.source.lexer import includes
from retarget.source.make_rules import read_rules
from retarget.source.reach import reached
from retarget.source.text import Source, digest
from retarget.system import exits
from retarget.system.mpi_wrappers import front_options
from retarget.system.stand_in_toolkits import TRANSLATED, behind, is_stand_in
from retarget.system.whole_outputs import whole

if TYPE_CHECKING:
    from retarget.targets.amd.compiler import Compiler
    from retarget.unit import Unit

_PACKAGED = re.compile(r"(gcc|g\+\+|clang|clang\+\+)((?:-\d+)?)")  # by their names, in Debian
_LIBRARIES = "cublas|cufft|curand|cusparse|cusolver|cudnn|nccl|nvml|NVML|nvrtc|nvtx|nvToolsExt"
_HEADERS = r"thrust/|cub/|cooperative_groups|nv\w+\.h|npp|cu\w+\.h|\w+_(?:types|functions|constants|parameters)\.h"
_CUDAS_HEADER = re.compile(rf"(?:{_HEADERS})")
_MAY_NAME = re.compile(rf"cuda|CUDA|\bcu[A-Z]|\b(?:{_LIBRARIES})|<<<|[<\"](?:{_HEADERS})")


def run(words: Sequence[str]) -> int:
    """Runs a host compiler's command line; returns its exit code, or `exits.TRANSLATION` where a source has no
    counterpart. Raises Error, MissingTool."""
    if not words:
        raise Error("name the compiler and its options: retarget host g++ -c main.cpp")
    at = _compiler_at(words)
    launcher, words = tuple(words[:at]), words[at:]
    compiler = _compiler(words[0])
    words = (compiler, *words[1:])
    made: tuple[str, ...] = ()
    try:
        words = (compiler, *_libraries(words[1:]), *words[1:])
        command = HostCommand.of(words)
        _refuse_cuda(command)
        made = command.made
        due = [at for at in command.sources if _names_cuda(command, at)]
    except (FlagError, OSError):
        due = []  # the compiler says what is wrong
    if not due:
        return whole((*launcher, *words), made, takes_output=False, takes_messages=False).returncode
    with tempfile.TemporaryDirectory(prefix="retarget-") as folder:
        if parts := command.parts:
            return _each(command, parts, launcher, folder)
        return _translated(command, due, os.path.realpath(folder), launcher)


def _each(command: HostCommand, parts: Sequence[Sequence[str]], launcher: Sequence[str], folder: str) -> int:
    """Compiles each source by itself and links, as the compiler does: units of HIP's need a name each, and one command
    gives all the same."""
    links = "-c" not in command.words
    objects = [os.path.join(folder, f"{n}-{Path(path).stem}.o") for n, path in enumerate(command.paths)]
    for part, made in zip(parts, objects, strict=True):
        if code := run((*launcher, *part, *(("-c", "-o", made) if links else ()))):
            return code
    return run((*launcher, *command.linked(objects))) if links else exits.OK


_CUDAS = re.compile(r"(?:-l:?|-l:lib)(?:cu|nv|npp|nccl)\w*")


def _libraries(words: Sequence[str]) -> tuple[str, ...]:
    """The option for a link that names libraries of CUDA's: a folder in which HIP's stand for them, and CUDA's own
    names are undefined."""
    given = expanded(words)
    named = [f"-l{value}" if word == "-l" else word for word, value in zip_longest(given, given[1:], fillvalue="")]
    if not NO_LINK.isdisjoint(given) or not any(map(_CUDAS.match, named)):
        return ()
    folders = [*(w[2:] for w in given if w.startswith("-L")), *os.environ.get("LIBRARY_PATH", "").split(os.pathsep)]
    if own := next((f for f in folders if f and is_stand_in(os.path.join(f, "..", "include"))), ""):
        return (f"-L{os.path.join(own, TRANSLATED)}",)
    from retarget.targets.amd.compiler import find_compiler  # noqa: PLC0415  (slow to import)
    from retarget.targets.amd.toolkit import cached  # noqa: PLC0415  (slow to import)

    return (f"-L{cached(find_compiler(), ()) / 'lib64' / TRANSLATED}",)


def answer(questions: Sequence[str], named: str | None, otherwise: str) -> int:
    """Asks the host's compiler that nvcc would call: the one that its -ccbin names (a program, or its folder), else
    $NVCC_CCBIN, else gcc; `otherwise` where there is no gcc. Returns its exit code. Raises MissingTool."""
    return subprocess.run([_nvccs(named) or otherwise, *questions], check=False).returncode


def refuses(word: str, named: str | None) -> bool:
    """Whether the host's compiler that nvcc would call is there, and knows no such option."""
    try:
        compiler = _nvccs(named)
    except MissingTool:
        return False
    probe = ("-###", "-x", "c++", "-c", word, os.devnull, "-o", os.devnull)
    return bool(compiler and subprocess.run([compiler, *probe], capture_output=True, check=False).returncode)


def require(named: str | None) -> None:
    """Raises WrongTool where the host's compiler that nvcc would call is named and not there, as nvcc stops."""
    wanted = named or os.environ.get("NVCC_CCBIN") or ""
    program = os.path.join(wanted, "gcc") if os.path.isdir(wanted) else wanted
    if program and not shutil.which(program):
        by = "-ccbin" if named else "NVCC_CCBIN"
        raise WrongTool(f"{program}, the host's compiler that {by} names, is not found", "name one that is installed")


def _nvccs(named: str | None) -> str | None:
    """The host's compiler that nvcc would call; None where nothing names one and gcc is absent. Raises MissingTool."""
    wanted = named or os.environ.get("NVCC_CCBIN")
    if wanted:
        return _compiler(os.path.join(wanted, "gcc") if os.path.isdir(wanted) else wanted)
    try:
        return _compiler("gcc")
    except MissingTool:
        return None


def _compiler(name: str) -> str:
    """The compiler of a name, past stand-ins of ours: in folders that come first on the path, and by their own path,
    where CMake finds them beside our nvcc. Raises MissingTool."""
    own, base = os.path.split(name)
    if own and not is_stand_in(os.path.join(own, "..", "include")):
        return name
    if place := behind(base):
        return place
    if known := _PACKAGED.fullmatch(base):
        raise MissingTool(f"{name} is not found", f"apt-get install {known[1].replace('clang++', 'clang')}{known[2]}")
    raise WrongTool(f"{name} is not found", "name a compiler that is on the path")


_KNOWN = re.compile(r"(?:[\w.-]+-)?(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+|icc|icpc|icx|icpx|mpi[\w+]+)(?:-[\d.]+)?")


def _compiler_at(words: Sequence[str]) -> int:
    """Where the compiler stands, behind what runs it, as in `ccache g++ -c main.cpp`."""
    for at, word in enumerate(words):
        if word.startswith("-"):
            break
        if _KNOWN.fullmatch(os.path.basename(word)):
            return at
    return 0


def _refuse_cuda(command: HostCommand) -> None:
    """Raises WrongTool where a compiler is to compile CUDA itself, as clang can."""
    if command.cuda:
        what = f"{command.cuda[0]} is CUDA here, which is not host code"
        raise WrongTool(what, f"give it to nvcc's stand-in: retarget nvcc -c {command.cuda[0]}")


def _names_cuda(command: HostCommand, at: int) -> bool:
    texts = [s.text for s in reached(Source.read(command.words[at]), command.parsed(at))]
    if any(_CUDAS_HEADER.fullmatch(path) for path in command.flags.forced):
        return True
    if not any(_MAY_NAME.search(text) for text in texts):
        return False
    from retarget.translation.plain import declares_both, names_cuda  # noqa: PLC0415  (most host code needs no tables)

    return not declares_both(texts) and any(map(names_cuda, texts))


def _translated(command: HostCommand, due: Sequence[int], tree: str, launcher: tuple[str, ...]) -> int:
    from retarget.api.configuration import configuration_of  # noqa: PLC0415  (slow to import)
    from retarget.api.inputs import Inputs  # noqa: PLC0415  (slow to import, and most host code names nothing of CUDA's)
    from retarget.api.translating import translate  # noqa: PLC0415  (slow to import)
    from retarget.source.text import Severity, rendered  # noqa: PLC0415  (slow to import)
    from retarget.targets.amd.compiler import find_compiler  # noqa: PLC0415  (slow to import)
    from retarget.translation import emit  # noqa: PLC0415  (slow to import)

    words, failed = list(command.words), False
    wrapped = front_options(words[0])
    for at in due:
        path = command.words[at]
        options = (*command.options(at), *wrapped)
        inputs = Inputs((path,), options=options, root=os.sep, jobs=1, all_options_used=True, last_macro_counts=True)
        levels = configuration_of(inputs).configuration.levels()
        result = translate(inputs, "amd", output=tree + os.sep, parse=False, levels=levels)
        for told in (d for d in result.diagnostics if d.severity is not Severity.NOTE):
            sys.stderr.write(rendered(told, result.program.sources) + "\n")
        failed = failed or not result.ok
        words[at] = tree + os.path.abspath(path)
        renamed = words[at].removesuffix(".cu") + ".hip"
        emit.put(tuple(replace(o, path=words[at]) if o.path == renamed else o for o in result.outputs))
    if failed:
        return exits.TRANSLATION
    twins, headers = _twins(command, due, tree), find_compiler()
    own = _defining(_without_forced(replace(command, words=tuple(words))))
    include = headers.headers
    system = () if include == Path("/usr/include") else ("-isystem", str(include))
    here = "" if any(map(os.path.isabs, command.paths)) else f"{os.getcwd()}/"  # names as the command line has them
    maps = (f"-ffile-prefix-map={tree}=", *([f"-ffile-prefix-map={tree}{here}="] if here else []))
    more = ("-D__HIP_PLATFORM_AMD__=1", *maps, *_NOT_OF_CUDA)
    by_hips = _needs_hip(result.program.units, own[0])
    is_c = all(command.language(at) == "c" for at in command.sources)
    own = _with_standard(own, 0 if is_c else headers.rocprim_standard if by_hips else _OF_HIP)
    sources = frozenset(words[at] for at in command.sources)
    # Else each unit defines one and the same `__hip_cuid_`.
    unit = digest("\0".join((os.getcwd(), *command.words)).encode("utf-8", "surrogateescape"))[:16]
    own = [*_by_hips(own, headers, sources), "-Xclang", f"-cuid={unit}", *wrapped] if by_hips else own
    listed, aside = command.listed, os.path.join(tree, "dependencies")
    if listed and not any(w.startswith("-Wp,-M") for w in own):
        more = (*more, "-MF", aside)  # which names our tree, and would stop a build if it stayed behind
    given = (*launcher, own[0], *twins, *own[1:], *system, *more)
    environment = {**os.environ, "TMPDIR": tree}
    done = whole(given, command.made, environment, takes_output=command.lists_alone)
    sys.stderr.write(done.stderr.replace(tree + here, "").replace(tree, ""))
    sys.stdout.write(_renamed(done.stdout or "", tree, here))
    made = aside if os.path.isfile(aside) else listed
    if not done.returncode and listed and made and os.path.isfile(made):
        text = Path(made).read_text(errors="surrogateescape")
        emit.replace_whole(Path(listed), _renamed(text, tree, here).encode("utf-8", "surrogateescape"))
    return done.returncode


_OF_ROCPRIM = re.compile(r"(cub|hipcub|rocprim|thrust)/")


def _needs_hip(units: Sequence[Unit], compiler: str) -> bool:
    """Whether units include headers, where they are compiled, whose counterparts only a compiler of HIP reads; clang
    reads Thrust's in C++, too."""
    read = {"thrust"} if "clang" in os.path.basename(compiler) else set()
    listed = ((unit, s.path, i) for unit in units for s in unit.sources for i in includes(s.text))
    return any(
        not unit.is_skipped(path, i.start) and (found := _OF_ROCPRIM.match(i.path)) and found[1] not in read
        for unit, path, i in listed
    )


def _by_hips(words: Sequence[str], compiler: Compiler, sources: frozenset[str]) -> list[str]:
    """The command line for HIP's compiler, of the host's side alone: as with CUDA's compilers of C++, kernels are not
    there to be launched. Options of gcc's that it does not know go, and warnings that are errors are those of gcc."""
    from retarget.targets.amd.known_options import accepted  # noqa: PLC0415  (slow to import)

    asked = [w for w in words[1:] if w.startswith(_OF_CODE)]
    dropped = {*asked, "-Werror"} - set(accepted(compiler.path, asked))
    kept: list[str] = []
    for word in without_languages(words[1:]):
        is_source = word in sources and kept[-1:] != ["-o"]
        kept += [] if word in dropped else ["-x", "hip", word, "-x", "none"] if is_source else [word]
    return [str(compiler.path), *compiler.arguments(), "--cuda-host-only", _QUIET, *kept]


def _with_standard(words: Sequence[str], year: int) -> list[str]:
    """With a newer standard where HIP's headers need one: that year's of C++; for 0, one of C later than C90, in which
    inline functions are as they were."""
    from retarget.targets.amd.compiler import at_least  # noqa: PLC0415  (slow to import)

    made: list[str] = []
    for word in words:
        name, _, std = word.partition("=")
        if not year and (word == "-ansi" or (name in _STANDARD and std in _C90)):
            made += ["-std=gnu99", "-fgnu89-inline"]
        elif word == "-ansi":
            made.append(f"-std=c++{year}")
        else:
            made.append(f"{name}={at_least(year, std)}" if name in _STANDARD else word)
    return made


_C90 = frozenset({"c89", "c90", "gnu89", "gnu90", "iso9899:1990", "iso9899:199409"})
_OF_CODE = ("-f", "-m", "--param")
_STANDARD = ("-std", "--std")
_OF_HIP = 11  # the standard that HIP's headers need
_QUIET = "-Wno-unused-command-line-argument"
_NOT_OF_CUDA = ("-Wno-unused-result", "-Wno-error=deprecated-declarations")  # marks that HIP's functions alone have


def _without_forced(command: HostCommand) -> list[str]:
    """The words without folders and headers of CUDA's, which the sources include."""
    from retarget.translation.forced_headers import without_cudas  # noqa: PLC0415  (slow to import)

    gone = set(command.flags.forced) - set(without_cudas(command.flags).forced)
    words = command.without_toolkit()
    at = {i for i, (word, value) in enumerate(pairwise(words)) if word == "-include" and value in gone}
    return [w for i, w in enumerate(words) if not {i, i - 1} & at]


def _defining(words: Sequence[str]) -> list[str]:
    """With CUDA's names in macros translated."""
    from retarget.dialects import load  # noqa: PLC0415  (most host code needs none of the tables)
    from retarget.translation.flag_macros import translated  # noqa: PLC0415  (slow to import)

    made: list[str] = []
    for word in words:
        if made and made[-1] == "-D":
            made.append(translated(word, load()))
        else:
            made.append(f"-D{translated(word[2:], load())}" if word.startswith("-D") else word)
    return made


def _twins(command: HostCommand, due: Sequence[int], tree: str) -> list[str]:
    """The tree's folders in front of those that they stand for; last of all, the sources' own, for what the tree lacks:
    other files there include by the same names what the tree holds."""
    found = [f"-I{tree}{place}" for f in (*command.flags.quote, *command.flags.include)
             if os.path.isdir(tree + (place := os.path.abspath(f)))]  # fmt: skip
    beside = dict.fromkeys(os.path.dirname(os.path.abspath(command.words[at])) for at in due)
    return [*found, *(a for folder in beside for a in ("-idirafter", folder))]


def _renamed(listed: str, tree: str, here: str) -> str:
    """A list of what was read, with the user's files; those that only the tree has go."""

    def name(path: str) -> str | None:
        own = os.path.realpath(path).removeprefix(tree) if os.path.realpath(path).startswith(tree + os.sep) else path
        return own.removeprefix(here) if os.path.exists(own) else None

    return "".join(rule.renamed(name).text() for rule in read_rules(listed) if rule.files)
