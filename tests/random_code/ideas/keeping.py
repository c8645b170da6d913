"""What a declaration keeps alive over a barrier, what it hides, and text in which the ends of lines count."""

from __future__ import annotations

from random_code.expressions import condition, expression
from random_code.ideas.parts import Begun, Construct, mixed, whole
from random_code.scope import Scope, Variable
from random_code.values import ALL, kept

HEAD = """\
#include <initializer_list>
struct Ranged { std::initializer_list<int> all; int more; };
struct Both { int a, b; };
constexpr int beyond = 5;
__device__ int well_past(int v) { return v % 100 + 2; }
__device__ void grow(int& v) { v += 3; }
"""
# Declarations of a reference, which later statements change what it is bound to.
_REFERENCES = (
    ("const int& {r} = ({b} = {v}, {a});",), ("const int& {r} = -{a};",), ("const int& {r} = ({a} += 3);",), ("const int& {r} = {b}--;",),
    ("const int& {r}{{{a}}};",), ("const long long& {r} = {a};",), ("const int& {r} = {test} ? {a} : {b};",), ("const int& {r} = {test} ? {a} : 5;",),
    ("const int& {r} = Both{{{a}, {v}}}.b;",), ("short {s} = {a};", "const int& {r} = {s};", "{s} += 2;"), ("const int& {r} = ++{a};",),
    ("const Both {s} = {{{a}, {v}}};", "const int& {r} = {s}.b;"), ("int {s}[2] = {{{a}, {v}}};", "const int& {r} = {s}[{at}];", "{s}[1] ^= 5;"),
)  # fmt: skip
_LISTS = (
    ("std::initializer_list<int> {s} = {{{a}, {v}, 3}};", "{s}"), ("auto {s} = {{{v}, {a}}};", "{s}"), ("Ranged {s}{{{{{a}, {v}}}, 4}};", "{s}.all"),
    ("const auto& {s} = {{{v}, {a}, 7}};", "{s}"), ("std::initializer_list<int> {s}[2] = {{{{{v}, {a}}}, {{1, 2}}}};", "{s}[{at}]"),
)  # fmt: skip
_LINES = (
    'const char* {s} = R"(ab\n      c d\n\n    ef)";', 'const char* {s} = "ab\\\n      c d\\\n e";', "int {s}[12] = {{1, 2, 3}}; // a drawing: /\\\n\n    {s}[{at}] = {v};",
    "int {s}[12] = {{3, 2}};\n    // behind: \\\n\n    {s}[{at}] ^= {v};", "#define PUT_{s}(x) {s}[x] = 7; \\\n    {s}[x + 1] = 9; \\\n\n    int {s}[12] = {{}};\n    PUT_{s}({at})",
)  # fmt: skip
# Declarations that hide what text in front of them names, or a lambda.
_HIDING = (
    ("{{ int {s} = {v} % 64 * beyond;", "const int beyond = 3;", "__syncthreads();", "{a} = {s} + beyond; }}"),
    ("{{ int {s} = well_past({v});", "int well_past = 3;", "__syncthreads();", "{a} = {s} * well_past; }}"),
    ("{{ int {s} = {v} % 64 + {b};", "int {b} = 6;", "__syncthreads();", "{a} = {s} * {b}; }}"),
    ("{{ int {s} = {a} + {v} % 64, {a} = 6;", "__syncthreads();", "{b} = {s} * {a}; }}"),
    ("{{ typedef long long {t}; {t} {s} = {v} % 64 * 3000000000LL;", "{{ {t} {s}1 = {s} / 7; typedef int {t};", "__syncthreads();", "{a} = ({t})({s}1 % 999); }} }}"),
    ("auto {s} = [&](int k) {{ return {v} % 64 + k * beyond; }};", "{{ int beyond = 2;", "__syncthreads();", "{a} = {s}(beyond); }}"),
    ("{a} = {v} % 64;", "auto {s} = [&](int k) {{ return {a} * 7 + k; }};", "{{ const int {a} = 5;", "__syncthreads();", "{b} = {s}({a}); }}"),
    ("{{ {a} = beyond + {v} % 64;", "constexpr int beyond = 256;", "__shared__ int {s}[beyond];", "{s}[{thread}] = {a};", "__syncthreads();", "{b} = {s}[0] + beyond;", "__syncthreads(); }}"),
)  # fmt: skip
# Lambdas that copy; what some copy changes behind them.
_COPYING = (
    ("const int {t} = {v} % 64;", "auto {s} = [=](int k) {{ return {t} + k; }};", "__syncthreads();", "{a} = {s}({b} % 16);"),
    ("int {t} = {v} % 64;", "auto {s} = [{t}](int k) {{ return {t} * 3 + k; }};", "auto {s}1 = [=] {{ return {s}(2) * 5; }};", "__syncthreads();", "{a} = {s}1() + {t};"),
    ("int {t} = {v} % 64;", "auto {s} = [=, &{a}](int k) {{ {a} = {t} + k; }};", "__syncthreads();", "{s}({b} % 16);"),
    ("int {t} = {v} % 64;", "auto {s} = [{t}](int k) {{ return {t} ^ k; }};", "{change};", "__syncthreads();", "{a} = {s}(3) + {t};"),
    ("int {t} = {v} % 64, &{t}1 = {t};", "auto {s} = [=](int k) {{ return {t} + k; }};", "__syncthreads();", "{t}1 = 4;", "{a} = {s}(1) + {t};"),
    ("int {t} = {v} % 64, *{t}1 = &{t};", "auto {s} = [=](int k) {{ return {t} + k; }};", "__syncthreads();", "*{t}1 = 4;", "{a} = {s}(1) + {t};"),
    ("int {t} = {v} % 64;", "auto {s} = [&{t}](int k) {{ {t} = k; }};", "auto {s}1 = [=] {{ return {t}; }};", "{s}(5);", "__syncthreads();", "{a} = {s}1() + {t};"),
    ("__shared__ int {t}[256];", "auto {s} = [=](int k) {{ return {t}[k]; }};", "{t}[{thread}] = {v} % 64;", "{a} = {s}({thread});", "__syncthreads();", "{b} = {s}({thread});"),
    ("int {t} = {v} % 64;", "auto {s} = [=](int k) mutable {{ {t} += k; return {t}; }};", "{s}(2);", "__syncthreads();", "{a} = {s}(1) + {t};"),
)  # fmt: skip


def references(scope: Scope) -> None:
    """A constant reference to what changes, or to a value of its own."""
    made, words = Begun(scope, 2), {"r": scope.names.fresh("r"), "s": scope.names.fresh("s")}
    a, b = made.names
    words |= {"a": a, "b": b, "v": expression(scope, ALL, "int", 1).text, "test": condition(scope).text, "at": whole(scope, ALL, 1)}
    changes = [line.format(**words) for line in scope.rng.sample(("{a} += 7;", "{b} ^= {v} & 15;"), 2)]
    scope.lines += [*(line.format(**words) for line in scope.rng.choice(_REFERENCES)), changes[0], "__syncthreads();", changes[1]]
    _summed(scope, f"(int){words['r']} + {a} * 3 + {b}")


def lists(scope: Scope) -> None:
    """The array behind a list of values lives as long as what it initialises."""
    declared, all_ = scope.rng.choice(_LISTS)
    words = {"s": scope.names.fresh("s"), "v": expression(scope, ALL, "int", 1).text, "a": expression(scope, ALL, "int", 0).text, "at": whole(scope, ALL, 1)}
    total, each = scope.names.fresh("sum"), scope.names.fresh("e")
    scope.lines += [declared.format(**words), "__syncthreads();", f"int {total} = 0;", f"for (int {each} : {all_.format(**words)}) {total} = ({total} * 3 + {each}) % 4096;"]
    scope.add(Variable(total, "int", *kept("int"), ALL, True))


def hidden(scope: Scope) -> None:
    """A name that means something else behind a declaration."""
    assert scope.block
    made = Begun(scope, 2)
    a, b = made.names
    words = {"a": a, "b": b, "thread": scope.block.thread, "s": scope.names.fresh("s"), "t": scope.names.fresh("t"), "v": f"({expression(scope, ALL, 'int', 1).text})"}
    scope.lines += [line.format(**words) for line in scope.rng.choice(_HIDING)]
    _summed(scope, f"{a} + {b} * 3")


def copying(scope: Scope) -> None:
    """A lambda over a barrier, with copies of what may change."""
    assert scope.block
    made = Begun(scope, 2)
    a, b = made.names
    t = scope.names.fresh("t")
    change = scope.rng.choice((f"{t} ^= 5", f"grow({t})", f"++{t}", f"[&] {{ {t} = 7; }}()", f"({b} & 1 ? {t} : {b}) = 9"))
    words = {"a": a, "b": b, "t": t, "change": change, "thread": scope.block.thread, "s": scope.names.fresh("s"), "v": f"({expression(scope, ALL, 'int', 1).text})"}
    scope.lines += [line.format(**words) for line in scope.rng.choice(_COPYING)]
    _summed(scope, f"{a} + {b} * 3")


def lines(scope: Scope) -> None:
    words = {"s": scope.names.fresh("s"), "v": expression(scope, ALL, "int", 1).text, "at": whole(scope, ALL, 9)}
    scope.line(scope.rng.choice(_LINES).format(**words))
    mixed(scope, f"{words['s']}[{words['at']}] + {words['s']}[5]")


def _summed(scope: Scope, text: str) -> None:
    total = scope.names.fresh("sum")
    scope.line(f"int {total} = ({text}) % 4096;")
    scope.add(Variable(total, "int", *kept("int"), ALL, True))


CONSTRUCTS: dict[str, Construct] = {"reference kept over a barrier": references, "hidden name": hidden, "lambda that copies": copying, "text of several lines": lines}
REFUSED: dict[str, Construct] = {"list kept over a barrier": lists}
