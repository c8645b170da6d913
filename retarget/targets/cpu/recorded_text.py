"""What a text tells besides, where it is built for `retarget capture`: its kernels' arguments, and its variables.

    __global__ void k(int n, T... all) { body }   -->  ... { ::retarget_host::given(n, all...);
                                                         ::retarget_host::recorded_grid(...
    __constant__ float a, b[4];                   -->  ... static const ::retarget_host::RecordedVariable
                                                         retarget_variable_N(&a, sizeof(a), false), ...;

A kernel whose parameters the text does not name is built as ever, and the recorder says that it cannot take it down.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from retarget.source import brackets
from retarget.source.lexer import NAME
from retarget.source.text import Edit
from retarget.targets.cpu.tokens import Code

_WORDS = frozenset(
    "const volatile __restrict__ __restrict restrict __grid_constant__ struct class union enum typename unsigned "
    "signed int long short char bool float double void auto register".split()
)
_CLASSES = frozenset({"struct", "class", "union", "enum"})


def given(code: Code, brace: int) -> str | None:
    """The call that tells of a kernel's arguments; brace: the first token of its body. None: they are not known."""
    close = next((i for i in range(brace - 1, max(brace - 4, -1), -1) if code.at(i) == ")"), None)
    first = code.opening(close) if close is not None else None
    if close is None or first is None or code.code[first].directive:
        return None
    names = [_parameter(code, start, end) for start, end in _parts(code, first + 1, close)]
    if any(name is None for name in names):
        return None
    return f" ::retarget_host::given({', '.join(name or '' for name in names)});"


def _parts(code: Code, first: int, end: int) -> list[tuple[int, int]]:
    """The pieces of a list: those of a template's arguments are one."""
    made: list[tuple[int, int]] = []
    depth, start = 0, first
    for i in range(first, end):
        depth += brackets.turn(code.at(i)) + brackets.ANGLES.get(code.at(i), 0)
        if depth == 0 and code.at(i) == ",":
            made.append((start, i))
            start = i + 1
    is_none = first == end or [code.at(i) for i in range(first, end)] == ["void"]
    return [] if is_none else [*made, (start, end)]


def _parameter(code: Code, start: int, end: int) -> str | None:
    """Its name, behind a type: two names, or one and the end of a type."""
    texts = [code.at(i) for i in range(start, end)]
    if "=" in texts:
        texts = texts[: texts.index("=")]
    if "&" in texts or "&&" in texts or "(" in texts:
        return None
    while texts and texts[-1] == "]":
        texts = texts[: len(texts) - 1 - texts[::-1].index("[")]
    if len(texts) < 2 or code.code[start].directive:
        return None
    *kind, name = texts
    is_type = kind[-1] != "::" and any(t not in ("const", "volatile", "typename", *_CLASSES) for t in kind)
    if name in _WORDS or not (name[0].isalpha() or name[0] == "_") or not is_type:
        return None
    return f"{name}..." if kind[-1] == "..." else name


def variables(code: Code, found: Sequence[int]) -> Iterator[Edit]:
    """Behind definitions of device variables at the scope of namespaces; found: their marks' tokens."""
    done: set[int] = set()
    for i in found:
        names, end = _declared(code, i)
        if names and end not in done:
            done.add(end)
            words = {*code.head(i), *(code.at(at) for at in range(i, names[0]))}
            own = "true" if {"static", "const"} & words else "false"
            each = ", ".join(f"retarget_variable_{code.code[at].start}(&reinterpret_cast<const char&>({code.at(at)}), "
                             f"sizeof({code.at(at)}), {own})" for at in names)  # fmt: skip
            text = f" static const ::retarget_host::RecordedVariable {each};"
            yield code.insert(code.code[end].end, text)


def _declared(code: Code, mark: int) -> tuple[list[int], int]:
    """The names that a definition brings, and its semicolon; no name where it is something else."""
    names: list[int] = []
    end = next(brackets.separators(code.code, mark, len(code.code), ";"), len(code.code) - 1)
    head = {code.at(i) for i in range(mark, end)}
    if head & {*_CLASSES, "template", "operator", "extern"} or code.at(end) != ";":
        return [], end
    for start, stop in _parts(code, mark, end):
        last = next((i for i in range(start, stop) if code.at(i) in ("=", "[", "{", "(")), stop) - 1
        if code.code[last].kind != NAME or code.at(last) in _WORDS or code.at(last - 1) == "::":
            return [], end
        names.append(last)
    return names, end
