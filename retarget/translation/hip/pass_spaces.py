"""pass-spaces: macros that give a function to the device in the device's pass alone.

    #ifdef __CUDA_ARCH__                 #ifdef __CUDA_ARCH__
    #define EACH __device__              #define EACH __host__ __device__
    #else                           -->  #else
    #define EACH                         #ifdef __HIPCC__
    #endif                               #define EACH __host__ __device__
                                         #else
                                         #define EACH
                                         #endif
                                         #endif

nvcc looks at calls between host and device in one pass each, so that such a function is the host's in the host's pass
and the device's in the other. clang looks at all calls in both passes.

Legal where clang rules out a call for the spaces of the function that is called, and the bodies of the macro hold
nothing but spaces and words such as `inline`: a function of both sides is, in each pass, what it was. Other compilers
see the macro as it was. Conditionals on `__CUDA_ARCH__` that hold nothing else ask for `__CUDACC__` instead, as
`arch-attributes` has it. What clang complains of is written before anything is translated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from retarget.analysis.macros import Macro, macros
from retarget.source.conditionals import Conditional
from retarget.source.text import Edit
from retarget.translation.file import File
from retarget.translation.hip.arch_attributes import for_attributes, for_both
from retarget.translation.rule import rule
from retarget.unit import Unit

RULE = "pass-spaces"
_SPACES = ("__host__", "__device__")
_WORDS = frozenset({*_SPACES, "__forceinline__", "__noinline__", "inline", "__inline__", "__inline", "static"})
_OTHER_SIDE = re.compile(
    r"call to __(?:host|device)__ function from __(?:host|device|global)__ function"
    r"|reference to __(?:host|device)__ .*function '.*' in __(?:host|device|global)__"
)


@rule(RULE)
def pass_spaces(file: File) -> Iterator[Edit]:
    chosen = file.unit.once(_of_one_pass)
    listed = [m for name in chosen for m in macros(file.source.text).get(name, ())]
    left = [m for m in listed if not file.skipped(m.start)]
    for conditional in for_attributes(file) if left else ():
        start, end = conditional.branches[0].start, conditional.branches[-1].end
        if any(start <= m.start < end for m in left):
            yield from _asked_otherwise(file, conditional)
            left = [m for m in left if not start <= m.start < end]
    for macro in left:
        yield from _for_both(file, macro)


def _asked_otherwise(file: File, conditional: Conditional) -> Iterator[Edit]:
    """A conditional that holds nothing but attributes asks for the compiler, not for its pass."""
    places = [at for b in conditional.branches for name, at in b.words if name == "__CUDA_ARCH__"]
    yield from (Edit(file.source.span(at, at + len("__CUDA_ARCH__")), "__CUDACC__", RULE) for at in places)
    yield from for_both(file, conditional, RULE)


def _of_one_pass(unit: Unit) -> frozenset[str]:
    """The macros that are compiled with the device among their spaces, and also without."""
    said = (m for d in unit.diagnostics if d.rule == "parse" for m in (d.message, *(r.message for r in d.related)))
    if not any(map(_OTHER_SIDE.search, said)):
        return frozenset()
    found: dict[str, list[Macro]] = {}
    for source in unit.sources:
        for name, listed in macros(source.text).items():
            found.setdefault(name, []).extend(m for m in listed if not unit.is_skipped(source.path, m.start))
    return frozenset(name for name, listed in found.items() if _differ(listed))


def _differ(listed: Sequence[Macro]) -> bool:
    words = [frozenset(t.text for t in m.body) for m in listed]
    plain = all(m.parameters is None for m in listed) and all(w <= _WORDS for w in words)
    return plain and len({"__device__" in w for w in words}) == 2


def _for_both(file: File, macro: Macro) -> Iterator[Edit]:
    written = [t.text for t in macro.body]
    missing = " ".join(s for s in _SPACES if s not in written)
    if not missing:
        return
    place = macro.body[0].start if macro.body else macro.start + len(macro.name)
    if any(s in written for s in _SPACES):
        yield Edit(file.source.span(place, place), f"{missing} ", RULE)
        return
    start, end = _line(file.source.text, macro)
    line = file.source.text[start:end]
    at = place - start
    given = f"{line[:at].rstrip()} {missing} {line[at:].lstrip()}".rstrip()
    text = "\n".join(("#ifdef __CUDACC__", given, "#else", line, "#endif"))
    yield Edit(file.source.span(start, end), text, RULE)


def _line(text: str, macro: Macro) -> tuple[int, int]:
    """The directive, from its `#` to the end of its last line."""
    start = text.rfind("#", 0, macro.start)
    end = text.find("\n", macro.end)
    return start, len(text) if end < 0 else end
