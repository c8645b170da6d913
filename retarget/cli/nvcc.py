"""`retarget nvcc`: nvcc's command line, and what it builds is for another target."""

from __future__ import annotations

import os
import re
import shlex
import sys
import tempfile
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
from msgspec import Struct
from msgspec.structs import replace

from retarget import __version__
from retarget.api import host_compiler
from retarget.api.drop_in import DropInOptions, build
from retarget.api.translating import known_targets
from retarget.dialects import load
from retarget.errors import Error
from retarget.schedule.schedule import listed, read_schedules
from retarget.source.nvcc_command import NvccCommand, Phase, understood
from retarget.source.nvcc_options import UnknownOption, with_environments
from retarget.system import exits
from retarget.system.full_disk import is_full
from retarget.system.toolchain import CUDA_RELEASE
from retarget.targets.drop_in import DropIn
from retarget.targets.registry import TARGETS, target_of

TOOLKIT = "RETARGET_TOOLKIT"  # the folder that `retarget toolkit` laid out, whose nvcc this is
_GENERATIONS = (35, 37, 50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90)  # that this release compiles for
_OURS = {"--to": "to", "--arch": "arch", "--schedule": "schedule", "--tuned": "tuned", "--map": "map",
         "--define": "define"}  # fmt: skip
_SWITCHES = {"--show-commands": "show", "--project-hip": "project_hip"}
HELP = """\
Usage: retarget nvcc [OUR OPTIONS] OPTIONS OF NVCC...

Compiles and links as nvcc does, for another target: translates each source in
memory, and has that target's compiler compile it. Options of nvcc that concern
NVIDIA's GPUs alone have no effect.

Our options, in front of nvcc's:
  --to amd|nvidia      Target [default: amd].
  --arch GFX,...       Architectures [default: $RETARGET_ARCH, else gfx90a].
  --schedule SCHEDULE  Coarsening schedule, such as "lu: block(x=2)".
  --tuned FILE         A file of schedules, one a line, as
                       `retarget apply --chosen FILE` writes it.
  --map TSV            Your own names: columns cuda and hip.
  --define NAME=VALUE  As nvcc's -D, with the value as it stands: nvcc divides
                       it at commas, and drops backslashes.
  --project-hip        Let the project's own HIP branches be taken.
  --show-commands      Print the commands of the target's compiler.

Examples:
  make NVCC="retarget nvcc --to amd --arch gfx90a"
  retarget nvcc -O3 -arch=gfx942 app.cu -o app -lcublas
  retarget nvcc --show-commands -c app.cu
  cmake -DCMAKE_CUDA_COMPILER=$(retarget toolkit)/bin/nvcc -S . -B build

NVIDIA's architectures, which -arch and -gencode take without effect:
""" + "".join(
    textwrap.indent(textwrap.fill(" ".join(f"{kind}_{number}" for number in _GENERATIONS), 76), "  ") + "\n"
    for kind in ("compute", "sm")  # configure scripts look for these words
)


class _Own(Struct, frozen=True):
    """Our options, and nvcc's words. architectures: where nvcc's words name none of the target's."""

    wanted: DropInOptions
    architectures: tuple[str, ...]
    shows: bool
    words: tuple[str, ...]


def run(words: Sequence[str]) -> int:
    """Returns the exit code. Raises Error, and OSError where an output cannot be written."""
    if not words or list(words) in (["--help"], ["-h"]):
        click.echo(HELP, nl=False)
        return exits.OK
    own = _own(list(words))
    with tempfile.TemporaryDirectory(prefix="retarget-") as folder:
        return _run(own, os.path.join(folder, "stdin.cu"))


def _from_stdin(command: NvccCommand, place: str) -> NvccCommand:
    """With a file in the place of `-`, the standard input, which includes files from the working folder."""
    if all(source.path != "-" for source in command.sources):
        return command
    Path(place).write_bytes(sys.stdin.buffer.read())
    sources = tuple(replace(s, path=place) if s.path == "-" else s for s in command.sources)
    return replace(command, sources=sources, parsing=("-iquote", ".", *command.parsing), stdin=place)


def _run(own: _Own, place: str) -> int:
    """place: a file for the standard input."""
    command = _from_stdin(_understood(own.words), place)
    if not command.architectures:
        command = replace(command, architectures=own.architectures)
    if command.phase is Phase.NOTHING:
        click.echo(_answer(command), nl=False)
        return exits.OK
    if command.questions:
        linker = _drop_in(own).host_linker()
        return host_compiler.answer(command.questions, command.value("compiler-bindir"), linker)
    if command.has("verbose", "dryrun"):
        for line in _environment():
            click.echo(f"#$ {line}", err=True)
    return _carry_out(command, own)


def _understood(words: Sequence[str]) -> NvccCommand:
    try:
        return understood(words)
    except UnknownOption as error:
        ours = next((w for w in words if w.partition("=")[0] in (*_OURS, *_SWITCHES) and f"'{w}'" in error.what), "")
        if not ours:
            raise
        what = f"{ours} is an option of retarget's own, and stands behind those of nvcc"
        raise Error(what, f"write it first: retarget nvcc {ours} ... -c a.cu") from None


def toolkit(
    given: str | None,
    arch: str,
    schedules: Sequence[str],
    tuned: Sequence[str],
    maps: Sequence[str],
    as_environment: bool,
) -> str:
    """Lays out a folder that stands for a toolkit, by default one of the cache's; returns its path, or what a shell
    sets for it. Raises Error."""
    _refuse(arch, schedules, tuned, maps)
    named = (("--arch", [arch] if arch else []), ("--schedule", schedules), ("--map", map(os.path.abspath, maps)),
             ("--tuned", map(os.path.abspath, tuned)))  # fmt: skip
    options = tuple(word for option, values in named for value in values for word in (option, value))
    laid_out = target_of("amd").tools().toolkit
    assert laid_out is not None
    folder = laid_out(Path(given).absolute() if given else None, options)
    return "\n".join(_settings(folder)) if as_environment else str(folder)


def _refuse(arch: str, schedules: Sequence[str], tuned: Sequence[str], maps: Sequence[str]) -> None:
    """Raises Error for what the nvcc of such a toolkit would refuse, at each file of a build, or take for another's."""
    if arch:
        known_targets(arch)
    if chosen := [*schedules, *(text for file in tuned for text in listed(Path(file)))]:
        read_schedules(chosen)
    if maps:
        load(frozenset(), map(Path, maps))


def environment(folder: Path) -> dict[str, str]:
    """With what builds look for CUDA there."""
    given = ((name, f"{folder}/{part}", os.environ.get(name)) for name, part in _LISTS.items())
    return _variables(folder) | {name: f"{own}:{before}" if before else own for name, own, before in given}


def _settings(folder: Path) -> Iterator[str]:
    """The same as shell commands."""
    for name, value in _variables(folder).items():
        yield f"export {name}={shlex.quote(value)}"
    for name, part in _LISTS.items():
        yield f"export {name}={shlex.quote(f'{folder}/{part}')}${{{name}:+:${name}}}"


def _variables(folder: Path) -> dict[str, str]:
    return dict.fromkeys(_NAMES, str(folder)) | {"CUDACXX": f"{folder}/bin/nvcc"}


_NAMES = ("CUDA_PATH", "CUDA_HOME", "CUDA_DIR", "CUDAToolkit_ROOT")
# Compilers and linkers look there after what their command lines name.
_LISTS = {"PATH": "bin", "LIBRARY_PATH": "lib64", "C_INCLUDE_PATH": "include", "CPLUS_INCLUDE_PATH": "include"}


def _carry_out(command: NvccCommand, own: _Own) -> int:
    shows = own.shows or command.has("verbose", "dryrun")
    if command.has("dryrun"):  # scripts ask with a source that is not there, as nvcc lets them
        command = replace(command, sources=tuple(s for s in command.sources if os.path.exists(s.path)))
    for step in build(command, own.wanted):
        for line in step.commands if shows else ():
            click.echo(f"#$ {shlex.join(line)}" if not own.shows else shlex.join(line), err=True)
        for text in step.said:
            click.echo(text, err=True)
        click.echo(step.text, nl=False)
        if step.is_programs:
            return step.code if step.code >= 0 else 128 - step.code
        if step.code:
            otherwise = exits.OUTPUT if is_full("\n".join(step.said)) else exits.BUILD
            return exits.TRANSLATION if step.code == exits.TRANSLATION else otherwise
    if command.has("verbose", "dryrun") and command.phase is Phase.LINK:
        click.echo(f"#$ {_link_line(command, own)}", err=True)
    return exits.OK


def _own(words: list[str]) -> _Own:
    given: dict[str, list[str]] = {name: [] for name in _OURS.values()}
    switches: set[str] = set()
    while words:
        name, equals, value = words[0].partition("=")
        if words[0] in _SWITCHES:
            switches.add(_SWITCHES[words.pop(0)])
        elif name in _OURS and (name != "--arch" or (value or "".join(words[1:2])).startswith("gfx")):
            words.pop(0)
            if not equals and not words:
                raise Error(f"{name} needs a value")
            given[_OURS[name]].append(value if equals else words.pop(0))
        else:
            break
    target = target_of((given["to"] or ["amd"])[-1])
    if target.tools().drop_in is None:
        able = [name for name, t in TARGETS.items() if t.tools().drop_in is not None]
        raise Error(
            f"--to {target.name} has no drop-in compiler: it is there for {', '.join(able)}",
            f"a whole program at once: retarget SOURCES --to {target.name}, or -p BUILD in the place of its sources",
        )
    if given["arch"] and target.name != "amd":
        raise Error(f"--to {target.name} and --arch contradict each other: that is for AMD GPUs alone")
    if "project_hip" in switches and target.name == "nvidia":
        raise Error(f"--to {target.name} and --project-hip contradict each other: that is for outputs in HIP alone")
    chosen = (text for file in given["tuned"] for text in listed(Path(file)))
    wanted = DropInOptions(target, (*given["schedule"], *chosen), tuple(given["map"]), "project_hip" in switches)
    named = given["arch"] or [os.environ.get("RETARGET_ARCH") or "gfx90a"]
    architectures = tuple(a for text in named for a in text.split(",") if a)
    defined = ("-D" + re.sub(r'([\\,"])', r"\\\1", value) for value in given["define"])
    return _Own(wanted, architectures, "show" in switches, (*defined, *with_environments(words, os.environ)))


def _answer(command: NvccCommand) -> str:
    if command.has("version"):
        return (
            "nvcc: NVIDIA (R) Cuda compiler driver\n"
            f"(retarget {__version__} in its place: it builds for other GPUs)\n"
            f"Cuda compilation tools, release {CUDA_RELEASE.rpartition('.')[0]}, V{CUDA_RELEASE}\n"
        )
    if command.has("list-gpu-arch", "list-gpu-code"):
        kind = "sm" if command.has("list-gpu-code") else "compute"
        return "".join(f"{kind}_{number}\n" for number in _GENERATIONS)
    return HELP


def _environment() -> Iterator[str]:
    """What nvcc says of itself, for build systems that ask."""
    top = os.environ.get(TOOLKIT, "")
    yield "_SPACE_= "
    yield "_CUDART_=cudart"
    yield f"_HERE_={top}/bin"
    yield f"TOP={top}"
    yield f"NVVMIR_LIBRARY_DIR={top}/nvvm/libdevice"
    yield f"PATH={top}/bin:{os.environ.get('PATH', '')}"
    yield f'INCLUDES="-I{top}/include"  '
    yield f'LIBRARIES=  "-L{top}/lib64"'
    yield "CUDAFE_FLAGS="
    yield "PTXAS_FLAGS="
    yield "cicc -arch compute_70 (not run)"


def _link_line(command: NvccCommand, own: _Own) -> str:
    top = os.environ.get(TOOLKIT, "")
    static = "-lcudart_static -lrt -lpthread -ldl"
    runtime = {"none": "", "shared": "-lcudart"}.get(command.value("cudart") or "", static)
    output, linker = command.output or "a.out", _drop_in(own).host_linker()
    # Scripts take what stands behind the output for the libraries.
    return f'"{linker}" -o "{output}" "a.o" "-L{top}/lib64" -lcudadevrt {runtime}'


def _drop_in(own: _Own) -> DropIn:
    drop_in = own.wanted.target.tools().drop_in
    assert drop_in is not None
    return drop_in
