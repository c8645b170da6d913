"""nvcc's options, as `nvcc --help` of CUDA 13.0 lists them, with those that earlier releases had, and their reader."""

from __future__ import annotations

import difflib
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cache

from msgspec import Struct

from retarget.errors import Error
from retarget.source.flags import expanded


class Takes(Enum):
    """What stands behind an option."""

    NOTHING = ""
    VALUE = "value"
    LIST = "list"  # parts at commas; several options add up
    SWITCH = "switch"  # true or false, joined by `=` or in the next word


# The long name, the short one (a single letter's value may be joined to it), and the kind of its value.
_TABLE = """
cuda cuda | cubin cubin | fatbin fatbin | ptx ptx | optix-ir optix-ir | ltoir ltoir | preprocess E
generate-dependencies M | generate-nonsystem-dependencies MM | generate-dependencies-with-compile MD
generate-nonsystem-dependencies-with-compile MMD | dependency-output MF value | generate-dependency-targets MP
dependency-target-name MT value | quoted-dependency-target-name MQ value | compile c | device-c dc | device-w dw
device-link dlink | link link | lib lib | run run | output-file o value | pre-include include list
objdir-as-tempdir objtemp | library l list | define-macro D list | undefine-macro U list | include-path I list
system-include isystem list | quote-include iquote list | after-include idirafter list | library-path L list
output-directory odir value | compiler-bindir ccbin value | allow-unsupported-compiler allow-unsupported-compiler
archiver-binary arbin value | cudart cudart value | cudadevrt cudadevrt value | libdevice-directory ldir value
target-directory target-dir value | use-local-env use-local-env | force-cl-env-setup force-cl-env-setup | profile pg
debug g | device-debug G | generate-line-info lineinfo | optimization-info opt-info list | optimize O value
Ofast-compile Ofc value | dopt dopt value | dlink-time-opt dlto | lto lto | gen-opt-lto gen-opt-lto
ftemplate-backtrace-limit ftemplate-backtrace-limit value | ftemplate-depth ftemplate-depth value
no-exceptions noeh | shared shared | x x value | std std value | no-host-device-initializer-list nohdinitlist
no-host-device-move-forward nohdmoveforward | expt-relaxed-constexpr expt-relaxed-constexpr
extended-lambda extended-lambda | expt-extended-lambda expt-extended-lambda | machine m value | m64 m64 | m32 m32
compiler-options Xcompiler list | linker-options Xlinker list | archive-options Xarchive list
ptxas-options Xptxas list | nvlink-options Xnvlink list | cudafe-options Xcudafe value | fatbin-options Xfatbin list
opencc-options Xopencc list | static-global-template-stub static-global-template-stub switch
device-entity-has-hidden-visibility device-entity-has-hidden-visibility switch
forward-unknown-to-host-compiler forward-unknown-to-host-compiler
forward-unknown-to-host-linker forward-unknown-to-host-linker | forward-unknown-opts forward-unknown-opts
dont-use-profile noprof | dryrun dryrun | verbose v | threads t value | split-compile split-compile value
split-compile-extended split-compile-extended value | fdevice-syntax-only fdevice-syntax-only
fdevice-time-trace fdevice-time-trace value | keep keep | keep-dir keep-dir value | save-temps save-temps
clean-targets clean | time time value | run-args run-args list | input-drive-prefix idp value
dependency-drive-prefix ddp value | drive-prefix dp value | no-align-double no-align-double
no-device-link nodlink | gpu-architecture arch value | gpu-code code list | generate-code gencode value
relocatable-device-code rdc switch | entries e list | maxrregcount maxrregcount value | use_fast_math use_fast_math
ftz ftz switch | prec-div prec-div switch | prec-sqrt prec-sqrt switch | fmad fmad switch
extra-device-vectorization extra-device-vectorization | default-stream default-stream value | disable-warnings w
keep-device-functions keep-device-functions | source-in-ptx src-in-ptx | restrict restrict | Wreorder Wreorder
Wdefault-stream-launch Wdefault-stream-launch | Wmissing-launch-bounds Wmissing-launch-bounds
Wext-lambda-captures-this Wext-lambda-captures-this | Wno-deprecated-declarations Wno-deprecated-declarations
Wno-deprecated-gpu-targets Wno-deprecated-gpu-targets | Werror Werror list | resource-usage res-usage
extensible-whole-program ewp | no-compress no-compress | qpp-config qpp-config value
compile-as-tools-patch astoolspatch | list-gpu-code code-ls | list-gpu-arch arch-ls | display-error-number err-no
no-display-error-number no-err-no | diag-error diag-error list | diag-suppress diag-suppress list
diag-warn diag-warn list | host-linker-script hls value | augment-host-linker-script aug-hls | relocatable-link r
brief-diagnostics brief-diag switch | jump-table-density jtd value | relocatable-ptx reloc-ptx
device-stack-protector device-stack-protector switch | compress-mode compress-mode value
frandom-seed frandom-seed value | sanitize sanitize value | jobserver jobserver | help h | version V
options-file optf list | Wno-error Wno-error
"""


class Option(Struct, frozen=True):
    """name: the long one; takes: what stands behind it."""

    name: str
    short: str
    takes: Takes


class Given(Struct, frozen=True):
    """A word of a command line, or an option and its value. name: of the option, empty for an input, `?` for what nvcc
    does not know; spelled: as the user wrote it."""

    name: str
    value: str
    spelled: str


class UnknownOption(Error):
    """nvcc knows no such option, and the command line does not pass unknown ones to the host's compiler."""


@cache
def options() -> Mapping[str, Option]:
    """By the spellings with their dashes; nvcc takes one dash or two for either name."""
    found: dict[str, Option] = {}
    for row in _TABLE.replace("\n", " | ").split("|"):
        if words := row.split():
            option = Option(words[0], words[1], Takes(words[2] if len(words) > 2 else ""))
            names = (words[0], words[1])
            found |= {f"{dashes}{name}": option for name in names for dashes in ("--", "-")}
    return found


_JOINED = re.compile(r"-([IDULlOx]|t(?=\d))(.+)", re.S)  # short names to which a value may be joined


OF_ENVIRONMENT = ("NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS")


def with_environments(words: Sequence[str], environment: Mapping[str, str]) -> list[str]:
    """The words, between those that nvcc takes from the environment. Raises Error for a quote that nothing closes."""
    before, behind = (split_words(environment.get(name, ""), name) for name in OF_ENVIRONMENT)
    return [*before, *words, *behind]


def split_words(text: str, name: str) -> list[str]:
    """The words of an option's value, as a shell has them. Raises Error for a quote that nothing closes."""
    try:
        return shlex.split(text)
    except ValueError:
        raise Error(f"{name}: nothing closes a quote in {text}") from None


def read(words: Sequence[str]) -> tuple[Given, ...]:
    """A command line in its order, options files read.

    Raises UnknownOption, FlagError for an options file that cannot be read, Error for an option without its value.
    """
    given = tuple(_read(expanded(words)))
    forwards = {"forward-unknown-to-host-compiler", "forward-unknown-opts"} & {g.name for g in given}
    unknown = next((g for g in given if g.name == "?"), None)
    if unknown and not forwards:
        raise UnknownOption(f"nvcc has no option '{unknown.spelled}'", _advice(unknown.spelled))
    return given


def _read(words: Iterable[str]) -> Iterator[Given]:
    rest = iter(words)
    for word in rest:
        option, value = _split(word)
        if option is None:
            yield Given("?" if word.startswith("-") and word != "-" else "", word, word)
        elif option.takes is Takes.NOTHING:
            yield Given(option.name, value or "", word)
        elif option.takes is Takes.SWITCH and value is None:
            yield Given(option.name, _switch(next(rest, ""), word), word)
        else:
            taken = next(rest, None) if value is None else value
            if taken is None:
                raise Error(f"nvcc's option '{word}' needs a value")
            parts = _parts(taken, option.name) if option.takes is Takes.LIST else [taken]
            yield from (Given(option.name, part, word) for part in parts)


def _split(word: str) -> tuple[Option | None, str | None]:
    """The option that a word names, and the value that it holds."""
    known = options()
    if word in known:
        return known[word], None
    name, equals, value = word.partition("=")
    if equals and name in known and known[name].takes is not Takes.NOTHING:
        return known[name], value
    if joined := _JOINED.fullmatch(word):
        return known[f"-{joined[1]}"], joined[2].removeprefix("=")
    return None, None


def _parts(text: str, name: str) -> Iterator[str]:
    """A list's parts: at commas, but not at those within quotes or behind a backslash. Macros keep their quotes, and
    lose the backslash in front of anything; paths keep single quotes and backslashes."""
    part, dropped, kept = _PARTS.get(name, _PART)
    for found in part.findall(text):
        yield dropped.sub(kept, found)


_PART = (re.compile(r"""(?:\\.|"[^"]*"|'[^']*'|[^,\\])+""", re.S), re.compile(r"""\\([,"'])|["']"""), r"\1")
_OF_MACROS = (re.compile(r"""(?:\\.|"(?:\\.|[^"\\])*"|[^,\\])+""", re.S), re.compile(r"\\(.)", re.S), r"\1")
_OF_PATHS = (re.compile(r"""(?:\\,|"[^"]*"|[^,])+""", re.S), re.compile(r"""\\(,)|\""""), r"\1")
_PATHS = ("include-path", "system-include", "quote-include", "after-include", "pre-include", "library-path")
_PARTS = {"define-macro": _OF_MACROS, **dict.fromkeys(_PATHS, _OF_PATHS)}


def _switch(value: str, word: str) -> str:
    if value not in ("true", "false"):
        raise Error(f"nvcc's option '{word}' takes true or false, not '{value}'")
    return value


def _advice(word: str) -> str:
    near = difflib.get_close_matches(word.partition("=")[0], options(), 1)
    meant = f"did you mean {near[0]}? " if near else ""
    return f"{meant}-Xcompiler passes an option to the host's compiler"
