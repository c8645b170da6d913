"""warp-cub: a library whose warp is the device's wave.

    cub::WarpReduce<T>  -->  hipcub::WarpReduce<T, 32>

CUB's warp classes have 32 lanes where a program omits the width, hipCUB's have the wavefront. The width is inserted
where the template's arguments can be separated. CUB's functions of lanes are renamed by the tables. Cooperative groups
need nothing: the support header that stands for them counts in 32.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.source.brackets import turn
from retarget.source.text import Edit
from retarget.translation.file import File, Finding

# The position of the width among the template's arguments, and what may be omitted before it.
_CLASSES = {
    "WarpReduce": (1, ()),
    "WarpScan": (1, ()),
    "WarpExchange": (2, ()),
    "WarpMergeSort": (2, ()),
    "WarpLoad": (3, ("hipcub::WARP_LOAD_DIRECT",)),
    "WarpStore": (3, ("hipcub::WARP_STORE_DIRECT",)),
}


def libraries(file: File) -> Iterator[Finding]:
    uses_cub = _uses_namespace(file)
    for index in file.named(*_CLASSES):
        qualified = file.at(index - 1) == "::" and file.at(index - 2) in ("cub", "hipcub")
        if file.at(index + 1) == "<" and (qualified or (uses_cub and not file.is_users(file.code[index]))):
            yield from _width(file, index)


def _uses_namespace(file: File) -> bool:
    return any(file.at(i - 1) == "namespace" and file.at(i - 2) == "using" for i in file.named("cub", "hipcub"))


def _width(file: File, index: int) -> Iterator[Finding]:
    position, before = _CLASSES[file.at(index)]
    listed = _template_arguments(file, index + 1)
    if listed is None:
        told = f"retarget cannot separate the arguments of '{file.at(index)}'"
        yield file.warning("warp-cub", file.span(index), told)
        return
    count, end = listed
    missing = position - count
    if missing < 0:
        return
    if missing > len(before):
        told = f"give '{file.at(index)}' its warp width, 32: hipCUB's default is the device's wavefront"
        yield file.warning("warp-cub", file.span(index), told)
        return
    filled = [*before[len(before) - missing :], "32"]
    yield Edit(file.source.span(end, end), "".join(f", {text}" for text in filled), "warp-cub")
    yield file.note("warp-cub", file.span(index), "the output writes out CUB's default width: 32")


def _template_arguments(file: File, opening: int) -> tuple[int, int] | None:
    """How many arguments stand between `<` and `>`, and the offset of that `>`."""
    angles, brackets, count = 0, 0, 1
    for i in range(opening, min(opening + 200, len(file.code))):
        text = file.at(i)
        brackets += turn(text)
        if text in (";",) or brackets < 0:
            return None
        if brackets:
            continue
        angles += text == "<"
        count += text == "," and angles == 1
        if text and set(text) == {">"}:
            if angles <= len(text):
                return count, file.code[i].start + angles - 1
            angles -= len(text)
    return None
