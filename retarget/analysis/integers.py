"""Integer constant expressions, from their tokens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from retarget.analysis.lane_values import integer
from retarget.source.brackets import turn
from retarget.source.lexer import NAME, NUMBER, Token

# As the ABIs of CUDA and HIP have them.
SIZES = {
    "char": 1, "bool": 1, "short": 2, "int": 4, "unsigned": 4, "float": 4, "double": 8, "size_t": 8, "half": 2,
    "int8_t": 1, "uint8_t": 1, "int16_t": 2, "uint16_t": 2, "int32_t": 4, "uint32_t": 4, "int64_t": 8, "uint64_t": 8,
    "float2": 8, "float3": 12, "float4": 16, "int2": 8, "int3": 12, "int4": 16, "uint2": 8, "uint3": 12, "uint4": 16,
    "double2": 16, "__half": 2, "__half2": 4, "half2": 4, "uchar4": 4, "char4": 4,
}  # fmt: skip
_LEVELS = (("<<", ">>"), ("+", "-"), ("*", "/", "%"))


def size_of(words: Sequence[str]) -> int | None:
    """The bytes of a type that is spelled with these words, where it is one of the built-in ones."""
    kept = [w for w in words if w not in ("const", "volatile", "signed", "static", "__shared__", "__restrict__")]
    if kept and kept[-1] == "*":
        return 8
    if kept in (["long"], ["long", "long"], ["unsigned", "long"], ["unsigned", "long", "long"], ["long", "int"]):
        return 8
    if len(kept) == 2 and kept[0] == "unsigned":
        kept = kept[1:]
    return SIZES.get(kept[0]) if len(kept) == 1 else None


def value_of(tokens: Sequence[Token], known: Mapping[str, int]) -> int | None:
    """The value of an expression of literals, named constants, `sizeof(type)` and + - * / % << >>; else None."""
    if not tokens:
        return None
    for operators in _LEVELS:
        at = _last_of(tokens, operators)
        if at is not None:
            left, right = value_of(tokens[:at], known), value_of(tokens[at + 1 :], known)
            return None if left is None or right is None else _combined(left, tokens[at].text, right)
    if tokens[0].text == "sizeof" and len(tokens) > 3 and tokens[1].text == "(":
        return size_of([t.text for t in tokens[2:-1]]) if tokens[-1].text == ")" else None
    if tokens[0].text == "(" and tokens[-1].text == ")":
        return value_of(tokens[1:-1], known)
    if tokens[0].text == "(" and len(tokens) > 2:  # a cast
        close = next((i for i, t in enumerate(tokens) if t.text == ")"), len(tokens))
        is_type = size_of([t.text for t in tokens[1:close]]) is not None
        return value_of(tokens[close + 1 :], known) if is_type else None
    if len(tokens) == 1 and tokens[0].kind in (NAME, NUMBER):
        return known.get(tokens[0].text, integer(tokens[0].text))
    return None


def _last_of(tokens: Sequence[Token], operators: Sequence[str]) -> int | None:
    """The last of these operators outside of brackets, with an operand to its left."""
    depth, found = 0, None
    for i, token in enumerate(tokens):
        depth += turn(token.text)
        if depth == 0 and i and token.text in operators and _ends_operand(tokens[i - 1]):
            found = i
    return found


def _ends_operand(token: Token) -> bool:
    return token.kind in (NAME, NUMBER) or token.text == ")"


def _combined(left: int, operator: str, right: int) -> int | None:
    match operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/" | "%" if right > 0 and left >= 0:
            return left // right if operator == "/" else left % right
        case "<<" | ">>" if 0 <= right < 64:
            return left << right if operator == "<<" else left >> right
    return None
