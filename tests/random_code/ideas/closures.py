"""Lambdas and functors: named, passed on, with captures of every kind."""

from __future__ import annotations

from random_code.ideas.parts import Begun, Construct
from random_code.scope import Scope

HEAD = """\
#define MOST_OF(x, y) ({ __typeof__(x) x_ = (x); __typeof__(y) y_ = (y); x_ > y_ ? x_ : y_; })
template <class F> __device__ void call_with(F f, int x) { f(x); }
template <class F> __device__ int asked(const F& f, int x) { return f(x) % 4096; }
template <class F, class G> __device__ auto joined(F f, G g) { return [=](int x) { return g(f(x) % 4096); }; }
template <class... T> __device__ int sum_of_all(T... each) { return (int)(each + ... + 1) % 4096; }
template <class... T> __device__ void fold_into(int& to, T... each) { ((to = (to * 3 + (int)each) % 4096), ...); }
template <class... T> __device__ bool any_above(int x, T... each) { return ((x < (int)each) || ...); }
struct Scaled { int by; __device__ int operator()(int x) const { return x * by; } };
struct Into { int& to; __device__ void operator()(int x) { to = x; } };
struct Counter { int n; __device__ int operator()() { return ++n; } };
"""


def _f(scope: Scope) -> str:
    return scope.names.fresh("lambda")


def by_reference(scope: Scope) -> None:
    made = Begun(scope, 2)
    a, b = made.names
    f = _f(scope)
    scope.line(f"auto {f} = [{scope.rng.choice(('&', f'&{a}, &{b}'))}](int u) {{ {scope.rng.choice((f'{a} = u;', f'if (u & 1) {a} = u; else {b} = 2;', f'u > 3 ? {a} = 1 : {b} = 2;'))} }};")
    scope.line(f"{f}({made.value()});")
    made.ended()


def passed(scope: Scope) -> None:
    made = Begun(scope, 1)
    (a,) = made.names
    f = _f(scope)
    scope.lines += scope.rng.choice((
        [f"auto {f} = [&](int u) {{ {a} = u; }};", f"call_with({f}, {made.value()});"],
        [f"call_with([&](int u) {{ {a} = u / 2; }}, {made.value()});"],
        [f"auto {f} = [=](int u) {{ return u + {a}; }};", f"{a} = asked({f}, {made.value()});"],
        [f"{a} = joined([](int u) {{ return u / 3; }}, [=](int u) {{ return u ^ {a}; }})({made.value()}) % 4096;"],
    ))  # fmt: skip
    made.ended()


def init_capture(scope: Scope) -> None:
    made = Begun(scope, 1)
    (a,) = made.names
    f = _f(scope)
    scope.lines += scope.rng.choice((
        [f"auto {f} = [u = {made.value()}](int e) {{ return u ^ e; }};", f"{a} = {f}({a}) % 4096;"],
        [f"auto {f} = [&to = {a}](int e) {{ to = e; }};", f"{f}({made.value()});"],
        [f"auto {f} = [p = &{a}, u = {made.value()}] {{ *p = u; }};", f"{f}();"],
    ))  # fmt: skip
    made.ended()


def mutable(scope: Scope) -> None:
    made = Begun(scope, 1)
    (a,) = made.names
    f = _f(scope)
    scope.lines += [f"auto {f} = [{a}](int e) mutable {{ {a} = ({a} + e) % 4096; return {a}; }};", f"{f}({made.value()});", f"if ({made.test()}) {f}(3);", f"{a} = {f}(1);"]
    made.ended()


def functor(scope: Scope) -> None:
    made = Begun(scope, 1)
    (a,) = made.names
    f = _f(scope)
    scope.lines += scope.rng.choice((
        [f"Scaled {f} = {{{made.value()} % 9}};", f"{a} = asked({f}, {a});"],
        [f"Into {f} = {{{a}}};", f"{f}({made.value()});"],
        [f"call_with(Into{{{a}}}, {made.value()});"],
        [f"Counter {f} = {{{a}}};", f"if ({made.test()}) {f}();", f"{a} = {f}() % 4096;"],
    ))  # fmt: skip
    made.ended()


def at_once(scope: Scope) -> None:
    made = Begun(scope, 2)
    a, b = made.names
    scope.line(scope.rng.choice((f"{a} = [&] {{ if ({made.test()}) return {made.value()}; return 5; }}();", f"[&](int u) {{ for (; u > 0 && {b} < 9; u /= 3) ++{b}; {a} = u; }}({made.value()});")))
    made.ended()


def in_lambda(scope: Scope) -> None:
    made = Begun(scope, 1)
    (a,) = made.names
    f = _f(scope)
    scope.lines += [f"auto {f} = [&](int u) {{ auto inner = [&](int e) {{ {a} = (u ^ e) % 4096; }}; inner(u / 2); }};", f"{f}({made.value()});"]
    made.ended()


def generic(scope: Scope) -> None:
    made = Begun(scope, 1)
    (a,) = made.names
    f = _f(scope)
    scope.lines += [f"auto {f} = [&](auto u, auto e) {{ {a} = (int)(u + e) % 4096; }};", f"{f}({made.value()}, 2u);", f"if ({made.test()}) {f}(1, {a});"]
    made.ended()


def folded(scope: Scope) -> None:
    """Fold expressions, of a function and of a lambda."""
    made = Begun(scope, 2)
    a, b = made.names
    f, v = _f(scope), made.value()
    scope.lines += scope.rng.choice((
        [f"{a} = sum_of_all({v}, 3u, {b});"],
        [f"fold_into({a}, {v}, {b});"],
        [f"if (any_above({a}, {v}, 7)) {b} = 5;"],
        [f"auto {f} = [&](auto... e) {{ (({a} = ({a} + (int)e * 3) % 4096), ...); }};", f"{f}({v}, 2u, {b});"],
        [f"{b} = [=](auto... e) {{ return (int)(e ^ ...) & 1023; }}({v}, {a});"],
    ))  # fmt: skip
    made.ended()


def folded_in_turn(scope: Scope) -> None:
    """A fold expression whose earlier turns decide whether later ones change something."""
    made = Begun(scope, 2)
    a, b = made.names
    f = _f(scope)
    scope.lines += [f"auto {f} = [&](auto... e) {{ return (({b} = {b} / 2 + 1, {a} < e) && ...); }};", f"if ({f}({made.value()}, 100)) {a} = 3;"]
    made.ended()


def in_expression(scope: Scope) -> None:
    """GNU's statements in an expression."""
    made = Begun(scope, 2)
    a, b = made.names
    u = scope.names.fresh("u")
    scope.line(scope.rng.choice((
        f"{a} = ({{ int {u} = {made.value()}; if ({made.test()}) {b} = {u} % 50; {u} + {b}; }}) % 4096;",
        f"{a} = MOST_OF({a}, MOST_OF({b}, ({made.value()}) % 4096));",
        f"if (({{ {b} += 1; {made.test()}; }})) {a} = ({{ int* {u} = &{b}; for (int k = 0; k < 4; ++k) {{ if (k > {a} % 4) break; *{u} += k; }} *{u}; }}) % 4096;",
    )))  # fmt: skip
    made.ended()


CONSTRUCTS: dict[str, Construct] = {
    "lambda by reference": by_reference, "lambda passed on": passed, "init-capture": init_capture, "mutable lambda": mutable, "functor": functor,
    "lambda called at once": at_once, "lambda in a lambda": in_lambda, "generic lambda": generic, "fold expression": folded, "statements in an expression": in_expression,
}  # fmt: skip
REFUSED: dict[str, Construct] = {"fold expression in turn": folded_in_turn}
