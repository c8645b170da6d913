"""launch_bounds: the second argument of `__launch_bounds__` changes its meaning.

    __launch_bounds__(256, 4)  -->  __launch_bounds__(256, 4 /* waves per EU */)

CUDA asks for a minimum of blocks per multiprocessor, HIP for a minimum of waves per execution unit:
waves = ceil(blocks * ceil(threads / wave) / EUs per CU), between 1 and the architecture's most
(HIP programming guide, "launch bounds"). Legal where both arguments are integers and all architectures agree;
else a macro of the part `launch_bounds` computes it where it is compiled.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.source.lexer import NUMBER
from retarget.source.text import Edit
from retarget.targets.amd.architecture import Architecture
from retarget.translation.file import File, Finding, Need
from retarget.translation.rule import rule

MARK = "/* waves per EU */"
MACRO = "RETARGET_WAVES_PER_EU"


def waves_per_eu(architecture: Architecture, threads: int, blocks: int) -> int:
    """The waves per execution unit that keep `blocks` blocks of `threads` threads on a compute unit."""
    waves = blocks * -(-threads // architecture.wave)
    return max(1, min(-(-waves // architecture.eus_per_cu), architecture.max_waves_per_eu))


@rule("launch-bounds")
def launch_bounds(file: File) -> Iterator[Finding]:
    for index in file.named("__launch_bounds__"):
        if file.at(index + 1) != "(" or file.is_users(file.code[index]):
            continue
        arguments = file.arguments(index + 1)
        if arguments is None or len(arguments) < 2 or any(last < first for first, last in arguments):
            continue
        if _is_done(file, arguments):
            continue
        yield from _converted(file, arguments)


def _is_done(file: File, arguments: list[tuple[int, int]]) -> bool:
    first, last = arguments[1]
    end = file.code[last + 1].start
    return file.at(first) == MACRO or MARK in file.source.text[file.code[first].start : end]


def _converted(file: File, arguments: list[tuple[int, int]]) -> Iterator[Finding]:
    (threads_first, threads_last), (first, last) = arguments[:2]
    end = arguments[-1][1]
    threads, blocks = _integer(file, threads_first, threads_last), _integer(file, first, last)
    span = file.span(first, end)  # a third argument, the cluster's size, has no counterpart
    if threads and blocks:
        waves = {waves_per_eu(a, threads, blocks) for a in file.options.architectures}
        if len(waves) == 1:
            yield Edit(span, f"{waves.pop()} {MARK}", "launch-bounds")
            return
    spelled = file.source[file.span(threads_first, threads_last)], file.source[file.span(first, last)]
    if not all(s.isascii() for s in spelled):
        yield file.warning("launch-bounds", span, "the minimum of blocks is not translated: its text is not ASCII")
        return
    yield Edit(span, f"{MACRO}({spelled[0]}, {spelled[1]})", "launch-bounds")
    yield Need("launch_bounds", span)


def _integer(file: File, first: int, last: int) -> int | None:
    token = file.code[first]
    if first != last or token.kind != NUMBER:
        return None
    try:
        return int(token.text.rstrip("uUlL").replace("'", ""), 0)
    except ValueError:
        return None
