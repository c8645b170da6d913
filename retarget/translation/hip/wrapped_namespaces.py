"""wrapped_namespaces: Thrust and CUB within a namespace of the program's choice.

    -DTHRUST_CUB_WRAPPED_NAMESPACE=app
    app::cub::BlockReduce<int, 128>  -->  hipcub::BlockReduce<int, 128>
    app::thrust::cuda::par           -->  app::thrust::hip::par   (by `names`)

rocThrust puts itself into such a namespace too, hipCUB does not. Legal where the namespace in front is the one that
the macro names.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.source.text import Edit
from retarget.translation.file import File, Finding
from retarget.translation.rule import rule
from retarget.unit import Unit

_MACROS = ("THRUST_CUB_WRAPPED_NAMESPACE", "CUB_WRAPPED_NAMESPACE", "THRUST_WRAPPED_NAMESPACE")


@rule("wrapped-namespaces")
def wrapped_namespaces(file: File) -> Iterator[Finding]:
    wrapping = wrapping_namespaces(file)
    if not wrapping:
        return
    for index in file.named("cub"):
        if file.at(index - 1) == "::" and file.at(index - 2) in wrapping and file.at(index + 1) == "::":
            first = index - 3 if file.at(index - 3) == "::" else index - 2
            start, end = file.code[first].start, file.code[index].start
            yield Edit(file.source.span(start, end), "", "wrapped-namespaces")


def wrapping_namespaces(file: File) -> frozenset[str]:
    """The namespaces that the flags or the unit's files wrap around Thrust and CUB."""
    by_flags = (d.partition("=") for d in file.flags.define)
    return frozenset(value for name, _, value in by_flags if name in _MACROS) | file.unit.once(_defined)


def _defined(unit: Unit) -> frozenset[str]:
    lines = (line.split() for s in unit.sources if "_WRAPPED_NAMESPACE" in s.text for line in s.text.splitlines())
    return frozenset(words[2] for words in lines if len(words) > 2 and words[0] == "#define" and words[1] in _MACROS)
