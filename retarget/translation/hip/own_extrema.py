"""own-extrema: templates `min` and `max` of the program's at global scope, which HIP declares for the device, too.

    template <typename T> __host__ __device__ T min(T a, T b) { ... }  -->  ... T program_min(T a, T b) { ... }
    min(p, q)                                                          -->  program_min(p, q)

CUDA has them for numbers alone. HIP's takes any type: a second declaration, or as good a match.

Legal where clang says of each use whose function it means. What a template leaves open may mean either: then the
declaration is an error.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from retarget.source.brackets import closing
from retarget.source.lexer import NAME, Token
from retarget.source.text import Edit
from retarget.translation.file import File, Finding, users_code
from retarget.translation.hip.own_atomics import is_global
from retarget.translation.rule import rule
from retarget.unit import Unit

_RULE = "own-extrema"
_NAMES = frozenset({"min", "max"})
_PARTS = frozenset({"const", "&"})
_LONGEST = 30  # tokens from `template` to the name
_TOLD = (
    "HIP declares a template '{0}' for the device, too, and some template here calls '{0}' where either may be meant: "
    "give this one another name"
)


@rule(_RULE)
def own_extrema(file: File) -> Iterator[Finding]:
    declared = file.unit.once(_declared)
    for index in file.named(*declared.keys()):
        token = file.code[index]
        if (file.source.path, token.start) not in file.unit.own or not _is_global_name(file.code, index):
            continue
        if not declared[token.text]:
            yield Edit(file.span(index), f"program_{token.text}", _RULE)
        elif _is_template(file.source.text, file.code, index):
            yield file.error(_RULE, file.span(index), _TOLD.format(token.text))


def _declared(unit: Unit) -> dict[str, bool]:
    """The names of such templates in a unit; whether some use leaves open what is meant."""
    uses = [
        (source, code, i)
        for source in unit.sources
        if any(name in source.text for name in _NAMES)
        for code in [users_code(source.text)]
        for i, token in enumerate(code)
        if token.text in _NAMES and _is_global_name(code, i)
    ]
    own = [u for u in uses if (u[0].path, u[1][u[2]].start) in unit.own]
    found = {code[i].text for source, code, i in own if _is_template(source.text, code, i)}
    known = (unit.own | unit.foreign) - unit.mixed
    is_open = {code[i].text for source, code, i in uses if (source.path, code[i].start) not in known}
    return {name: name in is_open for name in found}


def _is_global_name(code: Sequence[Token], index: int) -> bool:
    """Whether what stands in front of a name leads to no class and no namespace."""
    before = code[index - 1].text if index else ""
    return before not in (".", "->") and (before != "::" or code[index - 2].kind != NAME)


def _is_template(text: str, code: Sequence[Token], index: int) -> bool:
    """Whether `template <typename T> ... T min(T a, T b)` stands at global scope around a name."""
    head = [t.text for t in code[max(index - _LONGEST, 0) : index]]
    last = next((n for n in range(len(head) - 1, -1, -1) if head[n] in ("template", ";", "}", "{")), None)
    if last is None or head[last] != "template" or code[index + 1].text != "(":
        return False
    end = closing(code, index + 1, own_directive=True)
    words = [t.text for t in code[index + 2 : end] if t.text not in _PARTS] if end is not None else []
    kind = head[head.index("<", last) + 2] if "<" in head[last:] and len(head) > head.index("<", last) + 2 else ""
    is_pair = len(words) in (3, 5) and words.count(kind) == 2 and words[0] == kind and words[len(words) // 2] == ","
    return is_pair and is_global(text, code[index].start)
