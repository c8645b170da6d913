"""launches: `<<< >>>` is kept, which HIP's clang accepts; its spelling is mended, and what cannot run is refused.

    k<< <grid, block> >>(a)  -->  k<<<grid, block>>>(a)

Legal everywhere but in device code: HIP has no dynamic parallelism, and a launch there is an error with its place.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from retarget.source.brackets import separators
from retarget.source.launch_spelling import closing_bracket, split_brackets
from retarget.source.text import Cover, Edit
from retarget.translation.file import File, Finding
from retarget.translation.rule import rule

_REFUSED = (
    "launched from device code, which HIP cannot do: launch it from the host, "
    "or turn it into a device function that a persistent kernel calls"
)


@rule("launches", "dynamic-parallelism")
def launches(file: File) -> Iterator[Finding]:
    for start, end, bracket in split_brackets(file.code):
        yield Edit(file.source.span(start, end), bracket, "launches")
    openings = [i for i, token in enumerate(file.code) if token.text == "<<<"] if "<<<" in file.source.text else []
    for opening in openings:
        for first in _sizes(file, opening):
            closing = file.closing(first) if file.at(first) == "{" else None
            if closing is not None:
                yield Edit(file.span(first), "dim3(", "launches")
                yield Edit(file.span(closing), ")", "launches")
    seen = [x.span for x in file.unit.launches if x.on_device and x.span.path == file.source.path]
    for launch in (x for x in file.unit.launches if x.span in seen):
        yield file.error("dynamic-parallelism", launch.span, f"'{launch.name}' is {_REFUSED}")
    known, kernels = Cover(seen), Cover(k.span for k in file.unit.kernels if k.is_definition and not k.in_macro)
    for opening in (i for i in openings if not file.code[i].directive):
        place = (file.source.path, file.code[opening].start)
        if kernels.has(*place) and not known.has(*place):  # of types that a template leaves open
            yield file.error("dynamic-parallelism", file.span(opening), f"a kernel is {_REFUSED}")


def _sizes(file: File, opening: int) -> Iterator[int]:
    """The first tokens of the grid and of the block of a launch: clang takes no braces in place of a `dim3`."""
    yield opening + 1
    commas = separators(file.code, opening + 1, closing_bracket(file.code, opening) or opening)
    yield from (comma + 1 for comma in islice(commas, 1))
