"""Which names a text defines for good, and as what."""

from __future__ import annotations

import pytest

from retarget.analysis.definitions import definitions
from retarget.analysis.lane_values import constants


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#define WARP 32\n", {"WARP": 32}),
        ("#define WARP (32) // lanes\n", {"WARP": 32}),
        ("#  define WARP \\\n 0x20u\nint x;\n", {"WARP": 32}),
        ("#define A 1\n#define B 2", {"A": 1, "B": 2}),
        ("#define F(x) 3\n#define G\n#define H (1 << 5)\n", {}),
        ("#define WARP 32\n#define WARP 64\n", {}),
        ("#define WARP 32\n#else\n#define WARP wavefront()\n", {}),
        ("constexpr int a = 4, *b = nullptr, c = 5;", {"a": 4, "c": 5}),
        ("static const unsigned a = 7u; int b = 8;", {"a": 7}),
        ("void f(const int a = 4, const int b = 5);", {}),
        ("const Map<int, 3> a = make(1, 2), b = 6;", {"b": 6}),
        ("const int a[] = {1, 2}, b = 3;", {"b": 3}),
        ("const int a = 3; void f() { const int a = threadIdx.x; }", {}),
        ("const auto f = [](int x) { return x; }; const int y = 2;", {"y": 2}),
        ("enum Size : int { A = 1, B, C = 0x10, D = A + 1 };", {"A": 1, "C": 16}),
        ("enum { A = 1, B = 2, };", {"A": 1, "B": 2}),
        ("enum Size f(enum Size x); enum class Other;", {}),
        ('// const int a = 1;\nchar s[] = "#define A 1";', {}),
        ("const", {}),
        ("const int a =", {}),
        ("enum {", {}),
        ("#define", {}),
    ],
)
def test_constants(text: str, expected: dict[str, int]) -> None:
    assert constants([text]) == expected


def test_the_words_of_a_definition() -> None:
    text = "#define FULL (unsigned)-1\nconst unsigned every = ~0u, some = f(1, 2);\n"
    assert definitions(text) == (
        ("FULL", ("(", "unsigned", ")", "-", "1")),
        ("every", ("~", "0u")),
        ("some", ("f", "(", "1", ",", "2", ")")),
    )
