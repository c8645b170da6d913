"""platform: conditions that ask whether HIP compiles the code.

    #if defined(__HIP_PLATFORM_AMD__)  -->  #if defined(RETARGET_PROJECT_HIP)

CUDA's compilers define no macro of HIP's, and the output is compiled as HIP: such a condition would take the
project's own HIP branch, beside names and constants that were translated from the CUDA branch. The macro in its
place is defined by nobody, so that the CUDA branch stays the one that is taken. Defining it takes the project's.
So with what clang says of AMD's devices alone, such as `FP_FAST_FMAF`.

Legal where the condition is evaluated in the unit that is translated, and the macro is not the user's own. In a unit
that includes HIP's headers, which is HIP already, nothing changes. What the project's HIP branches hold stays as it
is, byte for byte (`project_branches`).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from retarget.source.conditionals import Conditional, conditionals
from retarget.source.lexer import COMMENT, NAME, Token, tokens
from retarget.source.text import Edit, Source
from retarget.translation.file import File, Finding, Options
from retarget.translation.rule import rule
from retarget.unit import Unit

PROJECT_HIP = "RETARGET_PROJECT_HIP"
# What clang defines when it compiles HIP, and what HIP's headers, hipcc and HIP's CMake files do.
_PLATFORM = re.compile(r"__(?:HIP|HCC|AMDGCN|AMDGPU)\w*|__gfx\w+__|__GFX\w+__|(?:HIP|ROCM)_VERSION\w*")
_OF_DEVICE = re.compile(r"FP_FAST_FMAF?|__HAS_(?:FMAF|FP64|LDEXPF)__|__AMD__")  # of AMD's, where clang compiles for it
_CONDITIONS = frozenset({"if", "ifdef", "ifndef", "elif", "elifdef", "elifndef"})
_TOLD = (
    "the project's own HIP branch, behind '{}', stays as it is and is not taken, since the CUDA branch is translated; "
    f"-D{PROJECT_HIP} takes it, and --project-hip leaves the condition as it was"
)
_TOLD_OF_DEVICE = (
    "clang defines '{}' for AMD's devices alone: the branch that CUDA takes stays the one that is taken; "
    f"-D{PROJECT_HIP} takes the other"
)
_HIP_WORDS = re.compile(r"(?:^|_)(?:HIP|HIPCC|ROCM|ROCR|HCC|AMDGPU|AMDGCN|HIPBLAS|HIPCUB)(?:_|$)", re.I)

_EITHER = (
    "nothing here says whether this is CUDA or HIP: the condition on '{}' stays, and the output is compiled as HIP; "
    "include <cuda_runtime.h> or <hip/hip_runtime.h>"
)


@rule("platform")
def platform(file: File) -> Iterator[Finding]:
    if not file.unit.parsed or file.is_hip or file.options.project_hip:
        return
    for index, token in enumerate(file.code):
        is_body = token.directive == "define" and file.at(index - 1) != "define"
        if (is_body or token.directive in _CONDITIONS) and _asks_for_hip(file, token):
            of_device = _OF_DEVICE.fullmatch(token.text)
            if file.names_cuda or of_device:
                told = _TOLD_OF_DEVICE if of_device else _TOLD
                yield Edit(file.span(index), PROJECT_HIP, "platform")
                yield file.note("platform", file.span(index), told.format(token.text))
            elif file.unit.kernels:
                yield file.warning("platform", file.span(index), _EITHER.format(token.text))


def _asks_for_hip(file: File, token: Token) -> bool:
    is_platform = token.kind == NAME and (_PLATFORM.fullmatch(token.text) or _OF_DEVICE.fullmatch(token.text))
    return bool(is_platform) and not file.skipped(token.start) and token.text not in file.unit.own_names


def kept_names(unit: Unit, options: Options, macros: frozenset[str]) -> frozenset[str]:
    """Where the project's own HIP branches are taken, the names that they give to HIP's: by macros, `using NAME =` and
    typedefs."""
    return _hip_names(unit) if options.project_hip else frozenset()


def _hip_names(unit: Unit) -> frozenset[str]:
    found: set[str] = set()
    for source in unit.sources:
        code = [t for t in tokens(source.text) if t.kind != COMMENT]
        for start, end in project_branches(unit, source):
            first, last = (bisect_left(code, at, key=lambda t: t.start) for at in (start, end))
            found |= set(_declared_types(code[first:last]))
    return frozenset(found)


def _declared_types(code: Sequence[Token]) -> Iterator[str]:
    for before, token, after in zip(code, code[1:], [*code[2:], None], strict=False):
        is_typedef = after is not None and after.text == ";" and "typedef" in _statement(code, token)
        if token.kind == NAME and (before.text in ("define", "using") or is_typedef):
            yield token.text


def _statement(code: Sequence[Token], last: Token) -> list[str]:
    """The words of the statement up to a token."""
    words: list[str] = []
    for token in reversed(code[: code.index(last)]):
        if token.text == ";":
            break
        words.append(token.text)
    return words


def names_hip(conditional: Conditional) -> bool:
    """Whether a conditional tells HIP from CUDA, by a macro of HIP's or by a switch of the project's."""
    return any(_PLATFORM.fullmatch(n) or _HIP_WORDS.search(n) for n in conditional.names)


def project_branches(unit: Unit, source: Source) -> list[tuple[int, int]]:
    """The bodies of the branches that the unit leaves out of conditionals that tell HIP from CUDA."""
    return [
        (branch.line_end, branch.end)
        for outermost in conditionals(source.text)
        for conditional in outermost.all()
        if names_hip(conditional)
        for branch in conditional.branches
        if unit.is_skipped(source.path, branch.line_end)
    ]
