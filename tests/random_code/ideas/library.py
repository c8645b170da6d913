"""What functions of the standard library give of what they get, and casts that make arrays of it."""

from __future__ import annotations

from random_code.expressions import expression
from random_code.ideas.parts import Begun, Construct, mixed, whole
from random_code.scope import Scope
from random_code.values import ALL

HEAD = """\
#include <array>
#include <utility>
#ifdef __clang__
typedef std::array<int, 4> Four;
#else  // nvcc has no such functions on the device
struct Four {
    int all[4];
    __device__ int* data() { return all; }
    __device__ int* begin() { return all; }
    __device__ int& front() { return all[0]; }
    __device__ int& back() { return all[3]; }
    __device__ int& operator[](int k) { return all[k]; }
};
#endif
__device__ void put_into(int (&to)[2], int k, int v) { to[k & 1] = v; }
__device__ void fill_bytes(unsigned char (&to)[4], int k, int v) { to[k & 3] = (unsigned char)v; }
"""
_PLACES = (
    ("int* {p} = {s}.data();", "{p}[{at}] += {v};"), ("int& {p} = {s}.back();", "{p} = {v};"), ("auto {p} = {s}.begin() + 1;", "{p}[{at} & 1] ^= {v};"),
    ("{s}.front() = {v};",), ("*{s}.begin() += {v};",), ("{s}.data()[{at}] = {v};",), ("auto& {p} = *({s}.begin() + ({at}));", "{p} = {v};"),
)  # fmt: skip
_CASTS = (
    ("int* {p} = (int (&)[2]){s};", "{p}[{at} & 1] += {v};"), ("int (&{p})[2] = reinterpret_cast<int (&)[2]>({s});", "{p}[1] = {v};"),
    ("long long {p}w = {v};", "unsigned char* {p} = reinterpret_cast<unsigned char (&)[8]>({p}w);", "{p}[{at}] ^= {v};", "{s}[1] += (int)({p}w % 4096);"),
    ("unsigned {p}w = 77u;", "fill_bytes((unsigned char (&)[4]){p}w, {at}, {v});", "{s}[{at}] ^= (int)({p}w % 4096u);"), ("put_into((int (&)[2]){s}, {at}, {v});",), ("put_into(*(int (*)[2])({s} + 1), {at}, {v});",), ("((int (&)[2])*({s} + 2))[0] ^= {v};",),
)  # fmt: skip


def places(scope: Scope) -> None:
    _written(scope, "Four {s} = {{{{1, 2, 3, 4}}}};", _PLACES)


def casts(scope: Scope) -> None:
    _written(scope, "int {s}[4] = {{1, 2, 3, 4}};", _CASTS)


def forwarded(scope: Scope) -> None:
    made = Begun(scope, 2)
    a, b = made.names
    scope.lines += scope.rng.choice((
        [f"std::forward<int&>({a}) = {made.value()};"], [f"{b} = std::move({a});", f"std::forward<int&>({a}) ^= {made.value()};"],
    ))  # fmt: skip
    made.ended()


def _written(scope: Scope, declared: str, forms: tuple[tuple[str, ...], ...]) -> None:
    """Some of an array's elements change by a form, and all are used."""
    words = {"s": scope.names.fresh("s"), "p": scope.names.fresh("p"), "at": whole(scope, ALL, 3), "v": f"({expression(scope, ALL, 'int', 1).text}) % 64"}
    scope.lines += [line.format(**words) for line in (declared, *scope.rng.choice(forms))]
    mixed(scope, " + ".join(f"{words['s']}[{k}] * {k + 2}" for k in range(4)))


CONSTRUCTS: dict[str, Construct] = {"place that a library gives": places, "cast to an array": casts, "forwarded reference": forwarded}
