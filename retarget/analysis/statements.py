"""Device functions and their statements, from tokens alone: they exist in inactive branches and in text that
clang cannot read, too. Indices count tokens of `code_of(tokens)`, in which no directive stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from retarget.source import brackets
from retarget.source.brackets import TURNS
from retarget.source.lexer import NAME, Token

_NO_NAMES = frozenset(
    {"__launch_bounds__", "__attribute__", "__align__", "alignas", "decltype", "noexcept", "__declspec"}
)
_LOOPS = frozenset({"for", "while", "switch"})


class Statement(Struct, frozen=True):
    """`kind`: "block", "if", "loop", "do" or "simple". `[first, last]` are its tokens, `[head_first, head_last]`
    those between the brackets of its condition or loop head; `parts` are the statements inside, in order."""

    kind: str
    first: int
    last: int
    head_first: int = 0
    head_last: int = -1
    parts: tuple[Statement, ...] = ()


class Parameter(Struct, frozen=True):
    """`rank`: how many indices lead from a pointer to an element."""

    name: str
    is_pointer: bool
    is_volatile: bool
    rank: int = 0


class DeviceFunction(Struct, frozen=True):
    """A definition marked `__global__` or `__device__`; `name` is the index of its name."""

    name: int
    is_kernel: bool
    parameters: tuple[Parameter, ...]
    body: Statement


def code_of(tokens: Sequence[Token]) -> list[Token]:
    """The tokens without directives and the `#` in front of them, `_Pragma("...")` included."""
    code = [t for t in tokens if not t.directive and t.text != "#"]
    for at in [i for i, (t, n) in enumerate(pairwise(code)) if t.text == "_Pragma" and n.text == "("][::-1]:
        del code[at : closing(code, at + 1) + 1]
    return code


def closing(code: Sequence[Token], opening: int) -> int:
    """Index of the bracket that closes the one at `opening`; the last token where none does."""
    found = brackets.closing(code, opening, own_directive=False)
    return len(code) - 1 if found is None else found


def device_functions(code: Sequence[Token]) -> Iterator[DeviceFunction]:
    last = -1
    for at in [i for i, token in enumerate(code) if token.text in ("__global__", "__device__")]:
        if at > last and (found := _function(code, at)):
            yield found
            last = found.body.last


def _function(code: Sequence[Token], marker: int) -> DeviceFunction | None:
    name, arguments, i = -1, (0, -1), marker + 1
    while i < len(code) and code[i].text not in ("{", ";", "="):
        if code[i].text == "operator" and name < 0:
            name = i
            i = next((n for n in range(i + 2, len(code)) if code[n].text == "(" and code[n - 1].text != "operator"), i)
            arguments = (i + 1, closing(code, i) - 1)
            i = closing(code, i)
        elif code[i].text == "(":
            end = closing(code, i)
            at = _before_arguments(code, i - 1)
            if name < 0 and code[at].kind == NAME and code[at].text not in _NO_NAMES:
                name, arguments = at, (i + 1, end - 1)
            i = end
        i += 1
    if name < 0 or i >= len(code) or code[i].text != "{":
        return None
    is_kernel = any(t.text == "__global__" for t in code[marker:name])
    return DeviceFunction(name, is_kernel, _parameters(code, *arguments), statement(code, i))


def _before_arguments(code: Sequence[Token], last: int) -> int:
    """The name in front of template arguments: `k` of the specialisation `k<float>`; `last` where there are none."""
    depth, at = 0, last
    while at > 0 and (depth or code[at].text in (">", ">>")):
        depth += {">": 1, ">>": 2, "<": -1}.get(code[at].text, 0)
        at -= 1
        if depth <= 0:
            break
    return at


def _parameters(code: Sequence[Token], first: int, last: int) -> tuple[Parameter, ...]:
    return tuple(p for a, b in commas(code, first, last) if (p := _parameter(code[a : b + 1])))


def _parameter(tokens: Sequence[Token]) -> Parameter | None:
    words = [t.text for t in tokens]
    declared = words[: words.index("=")] if "=" in words else words
    names = [w for t, w in zip(tokens, declared, strict=False) if t.kind == NAME]
    if len(names) < 2:
        return None
    inner = next((n for n, w in enumerate(declared) if w == "(" and declared[n + 1 : n + 2] in (["*"], ["&"])), None)
    name = names[-1] if inner is None else next((w for w in declared[inner + 2 :] if w.isidentifier()), names[-1])
    rank = declared.count("[") + declared.count("*")
    return Parameter(name, rank > 0, "volatile" in declared, rank)


def commas(code: Sequence[Token], first: int, last: int) -> list[tuple[int, int]]:
    """The pieces of `[first, last]` between commas that stand in no bracket."""
    return [(start, end - 1) for start, end in brackets.parts(code, first, last + 1)]


def is_balanced(code: Sequence[Token], statement: Statement) -> bool:
    """Whether each bracket of a statement closes within it, by one of its kind."""
    opened: list[str] = []
    for token in code[statement.first : statement.last + 1]:
        if token.text in brackets.PAIRS:
            opened.append(brackets.PAIRS[token.text])
        elif token.text in brackets.PAIRS.values() and (not opened or opened.pop() != token.text):
            return False
    return not opened


def lambda_body(code: Sequence[Token], at: int) -> int | None:
    """The brace that opens the body of the lambda whose captures a bracket begins; None where it is no lambda's."""
    before = code[at - 1]
    if before.text in ("]", ")") or (before.kind == NAME and before.text != "return"):
        return None
    i = closing(code, at) + 1
    i = closing(code, i) + 1 if i < len(code) and code[i].text == "(" else i
    while i < len(code) and code[i].text not in ("{", ";", ")", "]", "="):
        i += 1
    return i if i < len(code) and code[i].text == "{" else None


def statement(code: Sequence[Token], at: int) -> Statement:
    """The statement that begins at a token. Total: what is no statement becomes a simple one."""
    text = code[at].text
    if text == "{":
        return _block(code, at)
    if text == "if":
        return _branch(code, at)
    if text == "do":
        return _do(code, at)
    if text in _LOOPS and at + 2 < len(code) and code[at + 1].text == "(":
        end = closing(code, at + 1)
        body = statement(code, min(end + 1, len(code) - 1))
        return Statement("loop", at, body.last, at + 2, end - 1, (body,))
    return _simple(code, at)


def _block(code: Sequence[Token], at: int) -> Statement:
    end, i, parts = closing(code, at), at + 1, []
    while i < end:
        part = statement(code, i)
        parts.append(part)
        i = part.last + 1
    return Statement("block", at, max(end, i - 1), parts=tuple(parts))


def _branch(code: Sequence[Token], at: int) -> Statement:
    opening = at + 1 if code[min(at + 1, len(code) - 1)].text == "(" else at + 2  # `if constexpr (`
    if opening + 1 >= len(code) or code[opening].text != "(":
        return _simple(code, at)
    end = closing(code, opening)
    parts = [statement(code, min(end + 1, len(code) - 1))]
    after = parts[0].last + 1
    if after + 1 < len(code) and code[after].text == "else":
        parts.append(statement(code, after + 1))
    return Statement("if", at, parts[-1].last, opening + 1, end - 1, tuple(parts))


def _do(code: Sequence[Token], at: int) -> Statement:
    body = statement(code, min(at + 1, len(code) - 1))
    opening = body.last + 2
    if opening >= len(code) or code[opening].text != "(":
        return Statement("do", at, body.last, parts=(body,))
    end = closing(code, opening)
    last = end + 1 if end + 1 < len(code) and code[end + 1].text == ";" else end
    return Statement("do", at, last, opening + 1, end - 1, (body,))


def _simple(code: Sequence[Token], at: int) -> Statement:
    depth = 0
    for i in range(at, len(code)):
        text = code[i].text
        if text in TURNS:
            depth += TURNS[text]
            if depth < 0:
                return Statement("simple", at, max(at, i - 1))
        elif depth == 0 and (text == ";" or (text == ":" and code[at].text in ("case", "default"))):
            return Statement("simple", at, i)
    return Statement("simple", at, len(code) - 1)
