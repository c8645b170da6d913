"""launch_limits: launches that the architectures asked for cannot do, with the limit of each.

    __shared__ float tile[20000];                                            an error: no compiler takes it
    cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 98304);        a warning
    k<<<grid, 2048>>>();  k<<<grid, 64, 100 * 1024>>>();  k<<<dim3(1, 70000), 64>>>();   a warning

Warned of where the figure is a constant; a request for dynamic shared memory by a value of run time is noted. A block
has at most 64 KiB of shared memory on AMD GPUs (160 on gfx950), static and dynamic together, where CUDA's newer devices
lend up to 227 on request; 1,024 threads; and a grid fewer than 2**32 threads along each axis, where CUDA counts blocks.
Such a launch fails at run time, and a program that does not look at errors goes on with what was there. More than
65,535 blocks along y or z, and more than 64 threads along z, fail on CUDA alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from retarget.analysis.block_size import MOST_THREADS
from retarget.analysis.integers import size_of, value_of
from retarget.analysis.lane_values import unit_constants
from retarget.analysis.statements import closing, code_of, commas, device_functions
from retarget.source.brackets import before_arguments
from retarget.source.launch_spelling import closing_bracket
from retarget.source.lexer import NAME, Token
from retarget.source.text import Source
from retarget.translation.file import File, Finding, Met, users_code
from retarget.translation.rule import rule
from retarget.unit import Unit

RULE = "launch-limits"
_MOST_THREADS_ALONG = 2**32 - 1
_MOST_BLOCKS = {"x": 2**31 - 1, "y": 65535, "z": 65535}  # CUDA's
_MOST_DEEP = 64  # CUDA's threads of a block along z
_REQUESTS = {
    "cudaFuncSetAttribute": "cudaFuncAttributeMaxDynamicSharedMemorySize",
    "cuFuncSetAttribute": "CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES",
}


@rule("launch-limits")
def launch_limits(file: File) -> Iterator[Finding]:
    yield from _geometry(file)
    if not file.options.architectures:
        return
    yield from _static(file)
    yield from _requested(file)
    yield from _dynamic(file)


def _geometry(file: File) -> Iterator[Finding]:
    for launch in file.unit.launches:
        if launch.span.path != file.source.path or launch.block is None:
            continue
        if (launch.threads or 0) > MOST_THREADS:
            told = (
                f"a block of {launch.threads:,} threads: '{launch.name}' does not start, {MOST_THREADS:,} are the most"
            )
            yield file.warning(RULE, launch.span, told)
            yield Met("launch-limits", "warned", launch.span)
        elif launch.block[2] > _MOST_DEEP:
            told = f"{launch.block[2]:,} threads along z: CUDA starts no more than {_MOST_DEEP}, and gives an error; "
            yield file.warning(RULE, launch.span, told + f"on AMD GPUs '{launch.name}' runs")
            yield Met("grid-limits", "warned", launch.span)
        for axis, blocks, threads in zip("xyz", launch.grid or (0, 0, 0), launch.block, strict=True):
            if blocks * threads > _MOST_THREADS_ALONG:
                told = f"{blocks:,} blocks of {threads:,} threads along {axis}: '{launch.name}' does not start, HIP's "
                yield file.warning(RULE, launch.span, told + "grids have fewer than 2**32 threads along an axis")
            elif blocks > _MOST_BLOCKS[axis]:
                told = f"{blocks:,} blocks along {axis}: CUDA starts no more than {_MOST_BLOCKS[axis]:,}, and gives an "
                yield file.warning(RULE, launch.span, told + f"error; on AMD GPUs '{launch.name}' runs")
                yield Met("grid-limits", "warned", launch.span)


def _static(file: File) -> Iterator[Finding]:
    for name, first, size in _static_in(file.unit, file.source):
        if over := _over(file, size):
            told = f"'{name}' has {size:,} bytes of shared memory, and {over}: use less, or global memory"
            yield file.error(RULE, file.source.span(first.start, first.end), told)
            yield Met("shared-memory", "warned", file.source.span(first.start, first.end))


def _static_in(unit: Unit, source: Source) -> Iterator[tuple[str, Token, int]]:
    """The device functions of a file that have shared arrays: the first `__shared__`, and the bytes of those of
    constant size."""
    if "__shared__" not in source.text:
        return
    code, constants = code_of(users_code(source.text)), unit.once(unit_constants)
    for function in device_functions(code):
        places = [i for i in range(function.body.first, function.body.last) if code[i].text == "__shared__"]
        own = [i for i in places if not unit.is_skipped(source.path, code[i].start)]
        if own:
            yield code[function.name].text, code[own[0]], sum(_bytes(code, i, constants) or 0 for i in own)


def _bytes(code: Sequence[Token], at: int, constants: dict[str, int]) -> int | None:
    """Of what one `__shared__` declares: `__shared__ float tile[32][33];`. None too where its extent is open."""
    end = next((i for i in range(at, len(code)) if code[i].text in (";", "=", ",")), len(code))
    opening = next((i for i in range(at, end) if code[i].text == "["), end)
    size = size_of([t.text for t in code[at + 1 : opening - 1]])
    while size is not None and opening < end and code[opening].text == "[":
        stop = closing(code, opening)
        count = value_of(code[opening + 1 : stop], constants)
        size = None if count is None else size * count
        opening = stop + 1
    return size


def _requested(file: File) -> Iterator[Finding]:
    """What is asked for in excess of CUDA's 48 KiB."""
    for index in file.named(*_REQUESTS):
        arguments = file.arguments(index + 1) if file.at(index + 1) == "(" else None
        if arguments is None or len(arguments) != 3 or file.skipped(file.code[index].start):
            continue
        if file.at(arguments[1][1]) != _REQUESTS[file.at(index)]:
            continue
        span, size = file.span(*arguments[2]), _value(file, *arguments[2])
        if size is None:
            least = min(file.options.architectures, key=lambda a: a.lds_bytes)
            told = "the program asks for dynamic shared memory by a value of run time, "
            most = f"and {least.name} has no more than {least.lds_bytes:,} bytes for a block: "
            yield file.note(RULE, span, f"{told}{most}the request fails beyond that")
            yield Met("shared-memory", "noted", span)
        elif over := _over(file, size):
            told = f"the program asks for {size:,} bytes of dynamic shared memory, and {over}: "
            yield file.warning(RULE, span, told + "the request fails, and so does each launch that counts on it")
            yield Met("shared-memory", "warned", span)


def _dynamic(file: File) -> Iterator[Finding]:
    """The third argument of a launch, with what its kernel has beside it."""
    static = file.unit.once(_static_of_unit) if "<<<" in file.source.text else {}
    for opening in (i for i, t in enumerate(file.code) if t.text == "<<<"):
        closes = closing_bracket(file.code, opening)
        listed = commas(file.code, opening + 1, closes - 1) if closes is not None else []
        size = _value(file, *listed[2]) if len(listed) > 2 else None
        if size is None or file.skipped(file.code[opening].start):
            continue
        beside = static.get(_kernel_of(file, opening), 0)
        if over := _over(file, size + beside):
            more = f" beside {beside:,} of its own" if beside else ""
            told = f"{size:,} bytes of dynamic shared memory{more}, and {over}: the launch fails"
            yield file.warning(RULE, file.span(*listed[2]), told)
            yield Met("shared-memory", "warned", file.span(*listed[2]))


def _static_of_unit(unit: Unit) -> dict[str, int]:
    """Bytes of static shared memory by the function's name."""
    return {name: size for source in unit.sources for name, _, size in _static_in(unit, source)}


def _kernel_of(file: File, opening: int) -> str:
    """The name in front of a launch bracket, its template's arguments passed over."""
    name = before_arguments(file.code, opening - 1)
    return file.at(name) if name >= 0 and file.code[name].kind == NAME else ""


def _value(file: File, first: int, last: int) -> int | None:
    return value_of(file.code[first : last + 1], file.unit.once(unit_constants))


def _over(file: File, size: int) -> str:
    """The architectures that cannot give a block so much, with what they have; empty where all can."""
    listed = [a for a in file.options.architectures if size > a.lds_bytes]
    return ", ".join(f"{a.name} has {a.lds_bytes:,} for a block" for a in listed)
