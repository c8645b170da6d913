"""Lambdas that may be for the device: with them, a call by a value may reach anything."""

from __future__ import annotations

import pytest

from retarget.analysis.indirect import indirect
from retarget.source.text import Source

MARKED = (
    "f([=] __device__ (int i) {});", "f([&]__host__ __device__(int){});", "f([=] DEV (int i) {});", "#define L [=] DEV\n",
    "#define L(c) [c] \\\n DEV", "return [] D (int) {};", "g(a, [a, b = c[1]] /* of */ DEV (int) {});", "t{[=] DEV {}};",
    "k<<<1, 2>>>(a[0], [=]\n  DEV (int i) {});", "f([=] DEV_(int) {});",
)  # fmt: skip
PLAIN = (
    "int a[3] alignas(4);", "[[nodiscard]] int f();", "delete[] p;", "int& operator[] (int);", "f([=](int i) {});", "f([&] { g(); });",
    "f([=]() mutable {});", "p = new int[3];", "if (a[i] and f()[1] and b[1][2] or c) {}", "return a[1] bitand b;", "[[likely]] for (;;);",
    "case 1: [[fallthrough]]; default: a[1] = 2;", "#define AT(a, i) (a)[i] and 1\n", "// [=] __device__ (int i) {}",
)  # fmt: skip


@pytest.mark.parametrize("text", MARKED)
def test_a_word_behind_the_captures_may_say_that_a_lambda_is_for_the_device(text: str) -> None:
    assert indirect((), (Source("k.cu", text),)).is_open


@pytest.mark.parametrize("text", PLAIN)
def test_other_brackets_are_no_such_lambdas(text: str) -> None:
    assert not indirect((), (Source("k.cu", text),)).is_open
