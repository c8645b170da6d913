"""The search for lanes in lockstep reads text that clang cannot: it ends without an exception, whatever stands there."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from retarget.analysis.lockstep import Surroundings, UnitCode, locksteps
from retarget.analysis.statements import code_of
from retarget.source.lexer import code

_PIECES = (
    "__shared__ float s[4][32];",
    "float* p = b ? s[w] : r;",
    "auto at = [&](int i) -> float& { return s[w][i]; };",
    "auto [a, b] = Pair{s, r};",
    "at(lane) = 1;",
    "(b ? s : r)[w][lane] = 2;",
    "x = *(s[w] + (lane ^ 1));",
    "x = *(volatile int*)&s[w][lane];",
    "atomicAdd(&s[w][lane & 7], v);",
    "swap(p, q); next(&p);",
    "for (int i = 0, *q = s; i < n; i++) q[lane] += q[lane - i], p++;",
    "if (lane == 0) c.at[w] = s[w][0];",
    "*p++ = this->row[lane](x).y->z[1];",
    "int w = threadIdx.x / 32, lane = threadIdx.x - w * 32;",
    "__syncwarp();",
)
_WORDS = st.sampled_from(["(", ")", "[", "]", "{", "}", "=", "*", "&", "->", ".", ";", ",", "s", "p", "at", "auto", "operator"])
_BODY = st.lists(st.sampled_from(_PIECES) | _WORDS, max_size=12).map(" ".join)


@given(_BODY, _BODY, st.integers(0, 40))
def test_it_ends(first: str, second: str, cut: int) -> None:
    text = f"__global__ void k(float* in) {{ {first} }} __device__ float& f(Tile& t, float* s) {{ {second} }}"
    listed = code_of(code(text[: len(text) - cut]))
    unit = UnitCode({"k.cu": listed})
    for found in locksteps(listed, Surroundings({}, {}, {}, lambda: unit)):
        assert found.function in text
