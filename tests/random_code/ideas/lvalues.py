"""Assignments to what is no plain name."""

from __future__ import annotations

from random_code.ideas.parts import Begun, Construct, whole
from random_code.scope import Scope

HEAD = """\
struct Cells {
    int v[3];
    int last;
    __device__ int& at(int k) { return v[k]; }
    __device__ int& operator[](int k) { return k < 3 ? v[k] : last; }
};
__device__ int& picked(int& a, int& b, bool first) { return first ? a : b; }
struct Own {
    int v;
    __device__ Own& operator+=(int k) { v = (v * 3 + k) % 4096; return *this; }
    __device__ Own operator+(int k) const { return {v + k}; }
    __device__ Own& operator-=(const Own& o) { v = max(v - o.v, o.v - v) % 4096; return *this; }
    __device__ Own& operator<<=(int k) { v = (v ^ k) & 4095; return *this; }
    __device__ void take(int k) { v = (v * 3 + k) % 4096; }
};
struct Owns {
    Own own[2];
};
"""


def conditional(scope: Scope) -> None:
    made = Begun(scope, 2)
    a, b = made.names
    scope.line(scope.rng.choice((f"({made.test()} ? {a} : {b}) = {made.value()};", f"*({made.test()} ? &{a} : &{b}) = {made.value()};")))
    made.ended()


def comma(scope: Scope) -> None:
    made = Begun(scope, 2)
    a, b = made.names
    scope.line(scope.rng.choice((f"({a} = {made.value()}, {b}) = {made.value()};", f"(({a}), {b} = {made.value()}) ^= 5;")))
    made.ended()


def assignment(scope: Scope) -> None:
    """What an assignment gives is assigned to, or assigned."""
    made = Begun(scope, 2)
    a, b = made.names
    scope.line(scope.rng.choice((f"({a} = {made.value()}) ^= {b};", f"{a} = {b} = {made.value()};", f"{b} = ({a} = {made.value()}) / 2;")))
    made.ended()


def stepped(scope: Scope) -> None:
    made = Begun(scope, 2)
    a, b = made.names
    test = made.test()
    scope.line(scope.rng.choice((f"++({test} ? {a} : {b});", f"if ({test}) (*&{a})--; else ++{b};", f"{a} = {b}++ + 2;", f"({test}) ? {b}++ : --{a};")))
    scope.line(f"{a} %= 4096, {b} %= 4096;")
    made.ended()


def of_call(scope: Scope) -> None:
    made = Begun(scope, 2)
    a, b = made.names
    scope.line(scope.rng.choice((
        f"picked({a}, {b}, {made.test()}) = {made.value()};",
        f"int& {scope.names.fresh('r')} = picked({a}, {b}, {made.test()}) = {made.value()};",
        f"picked(picked({a}, {b}, {made.test()}), {b}, {made.test()}) ^= {made.value()} & 7;",
    )))  # fmt: skip
    made.ended()


def member(scope: Scope) -> None:
    """A reference to a member or to an element of one."""
    made = Begun(scope, 1)
    s, r = scope.names.fresh("s"), scope.names.fresh("r")
    at = whole(scope, made.deps, 2)
    place, reads = scope.rng.choice(((f"{s}.last", f"{s}.last"), (f"{s}.v[{at}]", f"{s}.v[0] ^ {s}.v[1] ^ {s}.v[2]")))
    scope.lines += [f"Cells {s} = {{{{1, 2, 3}}, {made.names[0]}}};", f"int& {r} = {place};", f"{r} = {made.value()};", f"{made.names[0]} = ({reads}) % 4096;"]
    made.ended()


def method(scope: Scope) -> None:
    """What a method or an operator gives."""
    made = Begun(scope, 1)
    s = scope.names.fresh("s")
    form = scope.rng.choice((f"{s}.at({whole(scope, made.deps, 2)})", f"{s}[{whole(scope, made.deps, 3)}]"))
    scope.lines += [f"Cells {s} = {{{{4, 5, 6}}, {made.names[0]}}};", f"{form} = {made.value()};"]
    scope.line(f"{made.names[0]} = ({s}.v[0] + {s}.v[1] * 3 + {s}[2] * 5 + {s}.last * 7) % 4096;")
    made.ended()


def ranged(scope: Scope) -> None:
    """A loop over an array's elements by reference."""
    made = Begun(scope, 1)
    a, each = scope.names.fresh("local"), scope.names.fresh("e")
    (name,) = made.names
    change = scope.rng.choice((f"{each} = ({each} + {made.value()}) % 4096;", f"if ({made.test()}) {each} += 3;"))
    scope.lines += [f"int {a}[3] = {{1, {name}, 3}};", f"for ({scope.rng.choice(('int', 'auto'))}& {each} : {a}) {change}"]
    scope.line(f"{name} = ({a}[0] * 3 + {a}[1] * 5 + {a}[2]) % 4096;")
    made.ended()


def turned(scope: Scope) -> None:
    """`k[array]`."""
    made = Begun(scope, 1)
    a = scope.names.fresh("local")
    (name,) = made.names
    at = whole(scope, made.deps, 3)
    scope.lines += [f"int {a}[4] = {{{name}, 2, 3, 4}};", f"({at})[{a}] = {made.value()};", f"{name} = (0[{a}] + {a}[1] * 3 + 2[{a}] * 5 + {a}[3]) % 4096;"]
    made.ended()


def through_pointer(scope: Scope) -> None:
    made = Begun(scope, 1)
    a, p = scope.names.fresh("local"), scope.names.fresh("ptr")
    (name,) = made.names
    at = whole(scope, made.deps, 2)
    change = scope.rng.choice(([f"*({p} + ({at})) = {made.value()};"], [f"*{p}++ = {made.value()};", f"*{p} = {made.value()};"], [f"{p} += {at};", f"*{p} = {made.value()};"], [f"{p}[{at}] ^= {made.value()} & 31;"]))
    scope.lines += [f"int {a}[3] = {{{name}, 2, 3}};", f"int* {p} = {a};", *change, f"{name} = ({a}[0] + {a}[1] * 3 + {a}[2] * 5) % 4096;"]
    made.ended()


def binding(scope: Scope) -> None:
    """Structured bindings."""
    made = Begun(scope, 1)
    s, x, y = scope.names.fresh("s"), scope.names.fresh("x"), scope.names.fresh("y")
    (name,) = made.names
    head = scope.rng.choice(("auto&", "auto", "auto&&", "const auto"))
    scope.lines += [f"Pair {s} = {{{name}, 7}};", f"{head} [{x}, {y}] = {s};", f"{s}.b = {made.value()};"]
    scope.lines += [f"{x} = {made.value()};"] if "const" not in head else []
    scope.line(f"{name} = ({s}.a + {x} * 3 + {y} * 5 + {s}.b) % 4096;")
    made.ended()


def by_member_pointer(scope: Scope) -> None:
    made = Begun(scope, 1)
    s, m = scope.names.fresh("s"), scope.names.fresh("m")
    (name,) = made.names
    scope.lines += [f"Pair {s} = {{{name}, 7}};", f"int Pair::*{m} = {made.test()} ? &Pair::a : &Pair::b;", f"{s}.*{m} = {made.value()};", f"{name} = ({s}.a + {s}.b) % 4096;"]
    made.ended()


def counting(scope: Scope) -> None:
    """The place of a compound assignment counts, elsewhere than where it stores."""
    made = Begun(scope, 1)
    (name,) = made.names
    outputs = [o for o in scope.own.outputs if o.type in ("int", "unsigned")] if scope.own and not scope.own.guard else []
    counters = [f"{bins} + {scope.rng.randint(0, 15)}" for bins, operation in scope.bins if operation == "atomicAdd"]
    if scope.own and outputs and counters:
        array, _, index = scope.own.element(scope.rng.choice(outputs), 0).removesuffix("]").partition("[")
        scope.line(f"{array}[(atomicAdd({scope.rng.choice(counters)}, 5), {index})] {scope.rng.choice(('+=', '^='))} {name} & 7;")
    else:
        a = scope.names.fresh("local")
        scope.lines += [f"int {a}[2] = {{{name}, 1}};", f"{a}[({a}[0] ^= 3, 1)] += {made.value()};", f"{name} = ({a}[0] + {a}[1]) % 4096;"]
    made.ended()


def by_own_operator(scope: Scope) -> None:
    """A class says what it is to add to its objects, in memory too."""
    made = Begun(scope, 1)
    (name,) = made.names
    outputs = [o for o in scope.own.outputs if o.type == "int"] if scope.own and not scope.own.guard else []
    change = scope.rng.choice((f"+= {made.value()} & 63", f"-= Own{{{made.value()}}}", f"<<= {made.value()} & 63"))
    if outputs:
        array, _, index = scope.own.element(scope.rng.choice(outputs), 0).removesuffix("]").partition("[")
        scope.line(f"((Own*){array})[{index}] {change};")
    else:
        a, p = scope.names.fresh("local"), scope.names.fresh("p")
        scope.lines += [f"Own {a}[2] = {{{{{name}}}, {{1}}}}, *{p} = &{a}[{whole(scope, made.deps, 1)}];", f"*{p} {change};", f"{p}->v %= 4096;", f"{name} = ({a}[0].v + {a}[1].v) % 4096;"]
    made.ended()


def method_of_part(scope: Scope) -> None:
    """A method changes a part of an object, or one of two objects."""
    made = Begun(scope, 1)
    (name,) = made.names
    s, t = scope.names.fresh("s"), scope.names.fresh("t")
    at = whole(scope, made.deps, 1)
    part = scope.rng.choice((f"{s}.own[{at}]", f"({made.test()} ? {s} : {t}).own[1]", f"({made.test()} ? {s}.own[0] : {t}.own[1])", f"({t}.own[0].v ^= 1, {s}).own[0]"))
    scope.lines += [f"Owns {s} = {{{{{{{name}}}, {{1}}}}}}, {t} = {{{{{{2}}, {{3}}}}}};", f"{part}.take({made.value()} & 63);"]
    scope.line(f"{name} = ({s}.own[0].v + {s}.own[1].v * 2 + {t}.own[0].v * 3 + {t}.own[1].v * 5) % 4096;")
    made.ended()


CONSTRUCTS: dict[str, Construct] = {
    "conditional lvalue": conditional, "comma lvalue": comma, "assignment as lvalue": assignment, "stepped lvalue": stepped,
    "reference from a call": of_call, "reference to a member": member, "reference from a method": method,
    "range-for by reference": ranged, "k[array]": turned, "pointer into a local array": through_pointer,
    "structured binding": binding, "place that counts": counting, "own compound assignment": by_own_operator,
    "method of a part": method_of_part,
}  # fmt: skip
REFUSED: dict[str, Construct] = {"pointer to member": by_member_pointer}
