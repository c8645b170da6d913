"""Lambdas that may be for the device: with them, a call by a value may reach anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from retarget.analysis.indirect import indirect
from retarget.source.flags import Flags
from retarget.source.text import Source
from retarget.system.toolchain import Headers
from retarget.unit.parse import Interest, parse

MARKED = (
    "f([=] __device__ (int i) {});", "f([&]__host__ __device__(int){});", "f([=] DEV (int i) {});", "#define L [=] DEV\n",
    "#define L(c) [c] \\\n DEV", "return [] D (int) {};", "g(a, [a, b = c[1]] /* of */ DEV (int) {});", "t{[=] DEV {}};",
    "k<<<1, 2>>>(a[0], [=]\n  DEV (int i) {});", "f([=] DEV_(int) {});",
    "[=] DEV (int i) {};", "#define NOTHING\n[=] DEV (int i) {};",
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


SETTLED = {  # what stands behind a template that calls what it is given, and whether its instances say what that is
    "a functor": ("struct F { __device__ int operator()(int v) const { return v; } };\n__global__ void k(int* a) { *a = call(F(), 1); }", True),
    "a lambda of the kernel's": ("__global__ void k(int* a) { *a = call([](int v) { return v; }, 1); }", True),
    "a function": ("__device__ int f(int v);\n__global__ void k(int* a) { *a = call(f, 1); }", False),
    "a functor and a pointer": (
        "struct F { __device__ int operator()(int v) const { return v; } };\n"
        "__global__ void k(int* a, int (*p)(int)) { *a = call(F(), 1) + call(p, 2); }", False),
    "a lambda of the host's": ("void run() { auto f = [=] __device__ (int v) { return v; }; kernel<<<1, 2>>>(f); }", False),
    "what a pointer points to": ("__device__ int f(int v);\n__global__ void k(int* a) { *a = pointed(&f, 1); }", False),
    "nothing": ("", None),
}  # fmt: skip
TEMPLATES = """\
#include <cuda_runtime.h>
template <class F> __device__ int call(F f, int v) { return f(v); }
template <class F> __device__ int pointed(F f, int v) { return (**f)(v); }
template <class F> __global__ void kernel(F f) { call(f, 2); }
"""


@pytest.mark.parametrize("case", SETTLED)
def test_the_instances_of_a_template_say_what_it_calls(case: str, tmp_path: Path, headers: Headers, cache: Path) -> None:
    text, is_settled = SETTLED[case]
    (tmp_path / "k.cu").write_text(TEMPLATES + text)
    unit = parse(Source.read(tmp_path / "k.cu"), Flags(), headers, Interest(bodies=True), cache)
    name = "pointed" if "pointed" in text else "call"
    assert next(f for f in unit.functions if f.name == name).is_settled is is_settled
