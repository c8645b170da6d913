"""Objects and constants that threads keep over a barrier: what its declaration makes of each, calls choose by."""

from __future__ import annotations

from collections.abc import Callable

from random_code.expressions import condition, expression
from random_code.scope import Scope, Variable
from random_code.values import ALL, kept

Construct = Callable[[Scope], object]
DOUBLING = """\
struct Doubling { int v; __device__ Doubling() : v(5) {} __device__ Doubling(int x) : v(x) {} __device__ Doubling(const Doubling& o) : v(o.v) {} __device__ Doubling& operator=(const Doubling& o) { v = o.v * 2 % 4096; return *this; } };
"""
# Where no class has an `operator=`, the compiler's own assigns what a constructor would copy.
COUNTING = """\
struct Counting { int v, copies; __device__ Counting() : v(5), copies(1) {} __device__ Counting(const Counting& o) : v(o.v), copies(o.copies * 3 % 64) {} };
struct Selfish { int v; Selfish* self; __device__ Selfish() : v(5), self(this) {} __device__ Selfish(const Selfish& o) : v(o.v), self(this) {} };
"""
HEAD = """\
#include <utility>
template <class T> struct Fixed;
template <class T> struct Fixed { T v; Fixed() = default; Fixed(const Fixed&) = default; Fixed& operator=(const Fixed&) = delete; };
struct Host { int v; Host() = default; Host(const Host&) = default; Host& operator=(const Host& o) { v = o.v; return *this; } };
struct HoldsHost { Host part; int more; };
namespace afar { struct Cell { struct Part { int q; }; int a; Part part; __device__ Part get() const { return {part.q + a}; } }; __device__ inline Cell cell(int v) { return {v, {v * 2 % 999}}; } }
struct Chosen { int v; __device__ Chosen() : v(3) {} __device__ Chosen(int x) : v(x) {} __device__ explicit Chosen(float x) : v((int)x + 100) {} __device__ Chosen(int x, int y) : v(x + y * 2) {} };
struct Twofold { int v; __device__ operator int() const { return v; } __device__ explicit operator unsigned() const { return v + 100; } };
struct Weighed { int v; __device__ int get() { return v; } __device__ int get() const { return v + 100; } };
__device__ int is_told(int&) { return 1; }
__device__ int is_told(const int&) { return 2; }
#define PARTS_OF(x, y) (x, y)
template <class T, int told> struct Told { __device__ static int value() { return told; } };
template <class T> struct Told<T&, 1> { __device__ static int value() { return 9; } };
struct Wheels { int v; };
struct Cart : Wheels { int load; };
__device__ int laden(const Wheels& c) { return c.v + 1; }
__device__ int operator%(const Wheels& c, int x) { return (c.v + x) % 89; }
#define TYPE_OF(x) decltype(x)
#define EXCHANGED(x, y) { TYPE_OF(x) kept_ = x; x = y; y = kept_; }
"""
# Declarations, what reads them behind the barrier, and what stands there in front of it.
_FORMS = (
    (("Chosen {s} = {{}}, {u}{{}};", "{s}.v += {v};"), "{s}.v + {u}.v * 3"),
    (("Chosen {s} = ({v}) * 1.5f, {u}(({v}) * 1.5f);",), "{s}.v + {u}.v * 3"),
    (("const Chosen {s}({v}, 2), {u} = {{{w}, 3}};",), "{s}.v + {u}.v * 3"),
    (("Doubling {s}({v}), {u} = {s};", "if ({test}) {s} = Doubling({w});"), "{s}.v + {u}.v * 3"),
    (("Doubling {s} = {v}, {u};", "{u} = {s};"), "{s}.v + {u}.v * 3"),
    (("Doubling {s}({v}), {u}({w}), *{u}_ = {test} ? &{s} : &{u};", "*{u}_ = *{u}_;", "{u}_[0] = Doubling({u}_->v + 1);"), "{s}.v + {u}.v * 3"),
    (("Twofold {u}{{{v}}};", "unsigned int {s}({u}), {u}_ = {u};"), "(int){s} + (int){u}_ * 3"),
    (("const int {s} = {v};", "int {u} = {w};"), "is_told({s}) + is_told({u}) * 3 + {s} + {u}"),
    (("const Weighed {s}{{{v}}};", "Weighed {u} = {s};"), "{s}.get() + {u}.get() * 3"),
    (("std::pair<int, int> {s} = {{}}, {u}{{{v}, 2}};", "{s}.second = {w};"), "{s}.first + {s}.second + {u}.first * 3 + {u}.second"),
    (("Fixed<int> {s} = {{}}, {u}{{}};", "{s}.v = {v};"), "{s}.v + {u}.v * 3"),
    (("HoldsHost {s} = {{}};", "{s}.part.v = {v};", "int {u} = {w};"), "{s}.part.v + {s}.more + {u} * 3"),
    (("auto {s} = afar::cell(({v}) % 999);", "auto {u} = {s}.get();", "auto* {u}_ = &{s}.part;"), "{s}.a + {u}.q * 3 + {u}_->q"),
    (("Chosen {s}[2];", "{s}[1].v += {v};", "int4 {u}[2][1];", "{u}[1][0].y = {w};"), "{s}[0].v + {s}[1].v + {u}[1][0].y * 3"),
    (("int {u} = {v};", "int& {s}{{{u}}};", "{s} ^= 3;"), "{s} + {u} * 3"),
    (("int {s} = {v}, {u} = {w};",), "{s} + {u} * 3 + {u}_", ("decltype({s}) {u}_ = {s};", "{u}_ += 7;", "EXCHANGED({s}, {u})")),
    (("int {s} = {v};", "const short {u} = ({w}) % 99;"), "{s} + {u} + Told<decltype({s}), 1>::value() + Told<TYPE_OF({u}), 1>::value() * 3"),
    (("int {s}[2] = {{{v}, 2}};", "int {u} = {w};"), "{s}[0] + {u}_[1] * 3 + {u}", ("decltype({s}) {u}_ = {{1, {u}}};", "decltype(auto) {s}_ = {u};", "{s}_ -= {u}_[1];")),
)  # fmt: skip
_COPIED = (
    (("Counting {s};", "{s}.v = {v};", "Counting {u} = {s};", "Counting {u}_ = {test} ? {s} : {u};"), "{s}.v + {u}.copies * 3 + {u}_.copies * 5 + {u}_.v"),
    (("Selfish {s};", "Selfish {u} = {s};", "{u}.self->v = {v};"), "{s}.v + {u}.v * 3"),
    (("Counting {s};", "auto {u} = {s};", "{u}.v += {v};"), "{s}.v + {u}.v * 3 + {u}.copies"),
)  # fmt: skip
_REFUSED = (
    (("Doubling {s}[2] = {{{v}, 2}}, {u};",), "{s}[0].v + {s}[1].v * 3 + {u}.v"),
    (("Chosen {s} PARTS_OF(({v}), 3), {u};",), "{s}.v + {u}.v * 3"),
)
# Those that stand behind the kernels (calls.FOOT) fit better than what these call.
_BEHIND = (
    (("Cart {s};", "{s}.v = {v};", "{s}.load = {w};", "int {u} = {w};"), "laden({s}) + {u}"),
    (("Cart {s}, {u};", "{s}.v = {u}.v = {v};", "{s}.load = {w};", "{u}.load = {v};"), "{s} % 7 + {u} % {s}.v * 3"),
)


def _kept(scope: Scope, forms: tuple[tuple[tuple[str, ...], str, *tuple[tuple[str, ...], ...]], ...]) -> None:
    lines, use, *behind = scope.rng.choice(forms)
    v, w = (expression(scope, ALL, "int", 1).text for _ in range(2))
    words = {"s": scope.names.fresh("kept"), "u": scope.names.fresh("kept"), "v": v, "w": w, "test": condition(scope).text}
    total = scope.names.fresh("sum")
    scope.lines += [*(line.format(**words) for line in lines), "__syncthreads();", *(line.format(**words) for part in behind for line in part), f"int {total} = ({use.format(**words)}) % 4096;"]
    scope.add(Variable(total, "int", *kept("int"), ALL, True))


def objects(scope: Scope) -> None:
    _kept(scope, _FORMS)


def copied(scope: Scope) -> None:
    _kept(scope, _COPIED)


def assigned(scope: Scope) -> None:
    _kept(scope, _REFUSED)


def behind(scope: Scope) -> None:
    _kept(scope, _BEHIND)


CONSTRUCTS: dict[str, Construct] = {"object kept over a barrier": objects, "object that its constructor copies": copied}
REFUSED: dict[str, Construct] = {"object that would be assigned": assigned, "overload behind the kernel": behind}
