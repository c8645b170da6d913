"""Options of nvcc's in build files, as hipcc takes them. Options that mean the same to other compilers too (-G, -dc)
count only where nvcc is named beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from retarget.source.text import Source
from retarget.targets.amd.build_files.renamed_sources import Found, Tree, edit, warning
from retarget.targets.amd.jobs import LIBRARIES

_SAME = {
    "-use_fast_math": "-ffast-math", "--use_fast_math": "-ffast-math", "--device-debug": "-g",
    "-rdc=true": "-fgpu-rdc", "--rdc=true": "-fgpu-rdc", "--relocatable-device-code=true": "-fgpu-rdc",
    "-fmad=false": "-ffp-contract=off", "--fmad=false": "-ffp-contract=off",
} | {f"-l{cuda}": f"-l{hip}" for cuda, hip in LIBRARIES.items() if hip} | {
    f"-l{name}": "-lamdhip64" for name in ("cuda", "cudart", "cudart_static")
}  # fmt: skip
_SAME_OF_NVCC = {"-dc": "-c -fgpu-rdc", "-G": "-g"}
_GONE = frozenset(
    """-lcudadevrt -rdc=false --rdc=false -lineinfo --generate-line-info -expt-relaxed-constexpr
    --expt-relaxed-constexpr -expt-extended-lambda --expt-extended-lambda -extended-lambda --extended-lambda
    -Wno-deprecated-gpu-targets --resource-usage -res-usage --source-in-ptx -src-in-ptx""".split()
)
_GONE_WITH_VALUE = frozenset("-Xptxas --ptxas-options -maxrregcount --maxrregcount -Xnvlink -Xcudafe -Xfatbin".split())
_TO_HOST = frozenset({"-Xcompiler", "--compiler-options"})
_ARCHITECTURE = frozenset("-arch --gpu-architecture -gencode --generate-code -code --gpu-code".split())
_OF_NVIDIA = re.compile(r"""["'\\\[\],]*(?:(?:arch=|code=)?["'\\\[]*(?:sm|compute|lto)_\d+[af]?["'\\\],]*)+""")
_PLAIN = re.compile(r"-[A-Za-z][\w=+./-]*")  # an option without quotes, commas and variables
_KNOWN = re.compile(
    r"--?(?:Xcompiler|compiler-options|Xopencc|Xptxas|ptxas-options|Xnvlink|Xcudafe|Xfatbin|Xarchive|gencode|generate-code"
    r"|gpu-\w+|code|ccbin|compiler-bindir|rdc|relocatable-device-code|cudart|cudadevrt|default-stream|prec-div|prec-sqrt"
    r"|fmad|ftz|maxrregcount|cubin|ptx|fatbin|dlink|device-link|device-c|keep-dir|optix-ir|use_fast_math)(?:=.*)?"
    r"|-arch=?(?:sm|compute|\$).*|-l(?:cu|nv|npp)\w+"
)
_RELOCATABLE = frozenset("-dc -rdc=true --rdc=true --relocatable-device-code=true".split())
_OF_NVCC_ONLY = frozenset({"-dlink", "-dw", "-x"})


class Word(Struct, frozen=True):
    """A word of a line; start, end: in the file."""

    text: str
    start: int
    end: int


def migrated(source: Source, words: Sequence[Word], tree: Tree, of_nvcc: bool) -> Iterator[Found]:
    """What becomes of the options among the words of one line. of_nvcc: it names nvcc."""
    at, has_architecture = 0, False
    while at < len(words):
        word, after = words[at], words[at + 1] if at + 1 < len(words) else None
        name, equals, value = word.text.partition("=")
        last = word if equals or after is None else after
        value = value if equals else after.text if after else ""
        taken = 1
        if word.text in _SAME or (of_nvcc and word.text in _SAME_OF_NVCC):
            yield edit(source, word.start, word.end, _SAME.get(word.text) or _SAME_OF_NVCC[word.text])
            if word.text in _RELOCATABLE:
                yield warning(source, word.start, word.end, "the link of these objects needs -fgpu-rdc --hip-link too")
        elif word.text in _GONE:
            yield _without(source, word, word)
        elif name in _ARCHITECTURE and _OF_NVIDIA.fullmatch(value):
            options = " ".join(f"--offload-arch={name}" for name in tree.architectures)
            given = edit(source, word.start, last.end, options)
            yield _without(source, word, last) if has_architecture else given
            has_architecture, taken = True, 1 if equals else 2
        elif name in _GONE_WITH_VALUE and re.fullmatch(r"[\w,.=-]+", value):
            yield _without(source, word, last)
            taken = 1 if equals else 2
        elif name in _TO_HOST and _PLAIN.fullmatch(value):
            yield edit(source, word.start, last.end, value)
            taken = 1 if equals else 2
        elif of_nvcc and word.text == "-x" and value == "cu":
            yield edit(source, word.start, last.end, "-x hip")
            taken = 2
        elif _KNOWN.fullmatch(word.text.strip("\"'")) or (of_nvcc and word.text in _OF_NVCC_ONLY):
            yield warning(source, word.start, word.end, f"'{word.text}' is nvcc's: hipcc may not take it")
        at += taken


def _without(source: Source, first: Word, last: Word) -> Found:
    """Less some words, and the blanks, or the `;` of a list of CMake's, in front of them."""
    start = first.start
    while source.text[start - 1 : start] in (" ", "\t", ";"):
        start -= 1
    is_first = source.text[start - 1 : start] in ("", "\n")  # whose blanks are the indentation
    return edit(source, first.start if is_first else start, last.end, "")
