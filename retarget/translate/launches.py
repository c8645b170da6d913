"""launches: `<<< >>>` is kept, which HIP's clang accepts; its spelling is mended, and what cannot run is refused.

    k<< <grid, block> >>(a)  -->  k<<<grid, block>>>(a)

Legal everywhere but in device code: HIP has no dynamic parallelism, and a launch there is an error with its place.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.text import Edit
from retarget.translate.file import File, Finding


def launches(file: File) -> Iterator[Finding]:
    for index in range(len(file.code) - 1):
        if _is_split_opening(file, index):
            yield from _joined(file, index)
    for launch in file.unit.launches:
        if launch.on_device and launch.span.path == file.source.path:
            yield file.error(
                "dynamic-parallelism",
                launch.span,
                f"'{launch.name}' is launched from device code, which HIP cannot do: launch it from the host, "
                "or turn it into a device function that a persistent kernel calls",
            )


def _is_split_opening(file: File, index: int) -> bool:
    pair = (file.at(index), file.at(index + 1))
    if pair not in (("<<", "<"), ("<", "<<")):
        return False
    before = file.at(index - 1)
    # `operator<< <T>(...)` is the one other place where the two can meet
    return before not in ("operator", "<") and (before.isidentifier() or before in (">", ")"))


def _joined(file: File, opening: int) -> Iterator[Finding]:
    depth = 0
    for index in range(opening + 2, len(file.code) - 1):
        text = file.at(index)
        depth += (text in "([{") - (text in ")]}")
        if text in (";", "{"):
            return
        pair = (text, file.at(index + 1))
        if depth == 0 and (pair in ((">>", ">"), (">", ">>")) or text == ">>>"):
            yield Edit(file.span(opening, opening + 1), "<<<", "launches")
            if text != ">>>":
                yield Edit(file.span(index, index + 1), ">>>", "launches")
            return
