"""Classes that stand for a value: read by a conversion, changed by an assignment of their own."""

from __future__ import annotations

from random_code.ideas.parts import Begun, Construct, whole
from random_code.scope import Scope

SEATED = """\
struct Seated { int held; __device__ Seated(int x = 0) : held(x + (int)(threadIdx.x & 7)) {} __device__ operator int() const { return held; } };
struct Moved { int held; __device__ Moved(int x = 0) : held(x) {} __device__ Moved(const Moved& o) : held(o.held + (int)(blockIdx.x & 3)) {} };
"""
# Where no class has an `operator=`, schedules take objects apart from their stores.
BOXED = """\
struct Boxed {
    int held;
    __device__ Boxed(int x = 0) : held(x) {}
    __device__ operator int() const { return held; }
    __device__ Boxed& operator=(int x) { held = x; return *this; }
};
struct Slot {
    int* to;
    __device__ operator int() const { return *to; }
    __device__ Slot& operator=(int x) { *to = x % 4096; return *this; }
    __device__ Slot& operator+=(int x) { *to = (*to + x) % 4096; return *this; }
};
struct Bound { int& to; __device__ operator int() const { return to; } __device__ int operator=(int x) const { return to = x; } };
template <class T> struct Padded { T held; int unused; __device__ operator T() const { return held; } __device__ T operator=(T x) { return held = x; } };
__device__ int of_boxed(Boxed x) { return x / 2; }
"""
HEAD = """\
struct Lent { int held; __device__ operator int&() { return held; } };
struct Asking { int n; __device__ explicit operator bool() const { return n & 1; } };
template <class T> __device__ int made_as(int x) { T made(x); return made; }
template <class T> __device__ int seated_as(int x) { T made = x; return made / 2 + static_cast<T>(x); }
template <class T> struct Within { T inside; int n; };
"""


def _wrapped(scope: Scope, *forms: tuple[str, ...]) -> None:
    made = Begun(scope, 2)
    a, b = made.names
    s = scope.names.fresh("box")
    scope.lines += [line.format(s=s, a=a, b=b, v=made.value(), w=made.value(), test=made.test(), i=whole(scope, made.deps, 1)) for line in scope.rng.choice(forms)]
    made.ended()


def value(scope: Scope) -> None:
    _wrapped(
        scope,
        ("Boxed {s} = {v};", "if ({test}) {s} = {w};", "{a} = ({s} + 1) % 4096;"),
        ("Boxed {s}[2] = {{3, {v}}};", "{s}[{i}] = {w};", "{a} = ({s}[0] + {s}[1] * 3) % 4096;"),
        ("Padded<int> {s};", "{s} = {v};", "{a} = {s} % 99;", "if ({s} > 5) {b} = 7;"),
        ("Padded<float> {s} = {{2.0f, 1}};", "if ({test}) {s} = (float)({v});", "{a} = (int){s} % 4096;"),
        ("{a} = of_boxed({v});", "Boxed {s} = {b};", "{b} = ({s} = {w}) + 1;", "{b} %= 4096;"),
        ("Asking {s} = {{{v}}};", "if ({s}) {a} = {w};"),
    )


def place(scope: Scope) -> None:
    """Of a variable elsewhere."""
    _wrapped(
        scope,
        ("Slot {s} = {{&{a}}};", "{s} = {v};", "{b} = {s} / 2;"),
        ("Lent {s} = {{{v}}};", "int& {s}_lent = {s};", "if ({test}) {s}_lent = {w};", "{a} = {s} % 4096;", "{b} = {s}_lent % 64;"),
        ("Slot {s} = {{{test} ? &{a} : &{b}}};", "{s} += {v};", "if ({s} > 9) {s} = 4;"),
        ("Bound {s} = {{{a}}};", "{s} = {v};", "if ({test}) {s} = 3;", "{b} = ({s} + {b}) % 4096;"),
        ("Bound{{{a}}} = {v};", "Slot{{&{b}}} = {w};"),
    )


def made_for_it(scope: Scope) -> None:
    """Objects that a template's argument decides, and members that the compiler's own constructors make and copy."""
    made = Begun(scope, 1)
    (a,) = made.names
    s, u = scope.names.fresh("box"), scope.names.fresh("box")
    forms = (
        ("{a} = made_as<Boxed>({v}) % 4096;",),
        ("{a} = (made_as<float>({v}) + made_as<int>({a})) % 4096;",),
        ("Within<Boxed> {s} = {{Boxed({v}), 3}}, {u} = {s};", "{u}.inside = {u}.n;", "{a} = ({s}.inside + {u}.inside * 3) % 4096;"),
        ("{a} = seated_as<Seated>({v}) % 4096;",),
        ("Within<Seated> {s};", "{s}.n = {v};", "{a} = ({s}.inside + {s}.n) % 4096;"),
        ("Within<Moved> {s};", "Within<Moved> {u} = {s};", "{a} = ({u}.inside.held + {v}) % 4096;"),
    )
    form = scope.rng.choice((*forms[:3], *forms))
    made.deps |= {"thread", "block"}
    scope.lines += [line.format(a=a, s=s, u=u, v=made.value()) for line in form]
    made.ended()


CONSTRUCTS: dict[str, Construct] = {"conversion wrapper": value, "conversion wrapper of a place": place, "object that no call shows made": made_for_it}
