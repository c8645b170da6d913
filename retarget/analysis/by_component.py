"""Whether an operator on vectors computes component by component, as HIP's operators do.

    float3 operator+(float3 a, float3 b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
    void operator*=(float2& a, float b) { a.x *= b; a.y *= b; }

Each component once, in order, with the operator that the function is named for; a number is of the components' type.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

VECTOR = re.compile(r"(?:u?(?:char|short|int|long|longlong)|float|double)([1-4])|(?:cu|hip)(?:Float|Double)?Complex")
_IGNORED = frozenset({"const", "&", "__restrict__"})
_NOT_THESE = frozenset({"==", "!=", "++", "--"})


def is_by_component(words: Sequence[str]) -> bool:
    """words: the tokens of a definition, from its first or from `operator` on."""
    if "operator" not in words:
        return False
    words = words[words.index("operator") + 1 :]
    if "(" not in words or ")" not in words or "{" not in words or words[-1] != "}":
        return False
    opening, closing, body = words.index("("), words.index(")"), words.index("{")
    symbol = "".join(words[:opening])
    parameters = [tuple(p) for p in _parted(words[opening + 1 : closing])]
    vectors = {kind for kind, _ in parameters if VECTOR.fullmatch(kind)}
    if symbol in _NOT_THESE or len(vectors) != 1 or not 1 <= len(parameters) <= 2:
        return False
    vector = vectors.pop()
    if any(kind != vector and kind not in _components(vector) for kind, _ in parameters):
        return False
    statements = [s for s in "".join(f"{w} " for w in words[body + 1 : -1]).split("; ") if s.strip()]
    plain = ["".join(s.split()) for s in statements]
    names = [name for _, name in parameters]
    operands = [[f"{n}.{f}" if k == vector else n for k, n in parameters] for f in _fields(vector)]
    if len(symbol) > 1 and symbol.endswith("="):
        return parameters[0][0] == vector and _assigns(symbol[:-1], names[0], operands, plain)
    return _returns(symbol, vector, operands, plain)


def _parted(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The type and the name of each parameter; no type where it takes more than one word."""
    listed: list[list[str]] = [[]]
    for word in words:
        if word == ",":
            listed.append([])
        elif word not in _IGNORED:
            listed[-1].append(word)
    for given in listed:
        yield (" ".join(given[:-1]), given[-1]) if len(given) > 1 else ("", "")


def _fields(vector: str) -> str:
    return "xyzw"[: int(vector[-1]) if vector[-1].isdigit() else 2]


def _components(vector: str) -> frozenset[str]:
    """The ways to write the type of a vector's components."""
    kind = vector.rstrip("1234")
    return frozenset({"unsigned", "unsigned int", "uint"} if kind == "uint" else {kind})


def _assigns(op: str, target: str, operands: list[list[str]], statements: list[str]) -> bool:
    """`a.x += b.x; a.y += b.y;`, and `return a;` or nothing."""
    if statements and statements[-1] == f"return{target}":
        statements = statements[:-1]
    due = [{f"{a}{op}={b}", f"{a}={a}{op}{b}"} for a, b in operands]
    return len(statements) == len(due) and all(s in d for s, d in zip(statements, due, strict=True))


def _returns(op: str, vector: str, operands: list[list[str]], statements: list[str]) -> bool:
    """`return make_float2(a.x + b.x, a.y + b.y);`"""
    listed = ",".join(f"{op}{o[0]}" if len(o) == 1 else f"{o[0]}{op}{o[1]}" for o in operands)
    made = [f"make_{vector}({listed})", f"{vector}{{{listed}}}", f"{{{listed}}}"]
    return len(statements) == 1 and statements[0] in {f"return{m}" for m in made}
