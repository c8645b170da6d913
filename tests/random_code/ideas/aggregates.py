"""Structs in structs, arrays in arrays, and what is done to them as a whole."""

from __future__ import annotations

from random_code.ideas.parts import Begun, Construct, whole
from random_code.scope import Scope

HEAD = """\
struct Leaf { int a[2]; int b; };
struct Tree {
    Leaf part[2];
    int n;
    __device__ void add(int x) { part[x & 1].a[0] += x; n = x % 4096; }
    __device__ Tree& operator+=(const Leaf& x) { part[0].b += x.b; return *this; }
};
struct Bits { unsigned low : 5, high : 9; int rest; };
__device__ int weight(const Tree& t) { return t.part[0].a[0] + t.part[0].a[1] * 2 + t.part[0].b * 3 + t.part[1].a[0] * 5 + t.part[1].b * 7 + t.n; }
__device__ Leaf leaf_of(int x) { Leaf made = {{x, x / 2}, x & 3}; return made; }
__device__ void grow(Tree& t, int x) { t.part[1] = leaf_of(x); }
__device__ void put_in(int* to, int x) { to[x & 1] += x % 64; }
__device__ int* behind(int* at) { return at + 1; }
__device__ Tree grown(Tree t, int x) { t.n = x; return t; }
"""


def nested(scope: Scope) -> None:
    made = Begun(scope, 1)
    s = scope.names.fresh("s")
    (name,) = made.names
    scope.line(f"Tree {s} = {{{{{{{{1, {name}}}, 3}}, {{{{4, 5}}, 6}}}}, 7}};")
    for _ in range(scope.rng.randint(1, 2)):
        i, j = whole(scope, made.deps, 1), whole(scope, made.deps, 1)
        scope.line(scope.rng.choice((
            f"{s}.part[{i}].a[{j}] = {made.value()};", f"{s}.part[{i}] = leaf_of({made.value()});", f"grow({s}, {made.value()});",
            f"{s} = grown({s}, {made.value()});", f"{s}.add({made.value()});", f"{s} += leaf_of({made.value()});",
            f"if ({made.test()}) {s}.part[1] = {s}.part[0];",
        )))  # fmt: skip
    scope.line(f"{name} = weight({s}) % 4096;")
    made.ended()


def decayed(scope: Scope) -> None:
    """An array in an object, by its address."""
    made = Begun(scope, 1)
    s, p = scope.names.fresh("s"), scope.names.fresh("p")
    (name,) = made.names
    scope.line(f"Tree {s} = {{{{{{{{1, {name}}}, 3}}, {{{{4, 5}}, 6}}}}, 7}};")
    row, i = f"{s}.part[{whole(scope, frozenset(), 1)}].a", whole(scope, made.deps, 1)
    scope.lines += scope.rng.choice((
        [f"int* {p} = {row};", f"{p}[{i}] = {made.value()};"], [f"put_in({row}, {made.value()});"], [f"*behind({row}) = {made.value()};"],
        [f"Leaf* {p} = {s}.part;", f"{p}[{i}].b = {made.value()};"], [f"int* {p}[2] = {{{row}, {s}.part[0].a}};", f"{p}[{i}][1] = {made.value()};"],
        [f"unsigned* {p} = reinterpret_cast<unsigned*>({row});", f"*{p} = (unsigned)({made.value()});"],
    ))  # fmt: skip
    scope.line(f"{name} = weight({s}) % 4096;")
    made.ended()


def copied(scope: Scope) -> None:
    made = Begun(scope, 1)
    s, c = scope.names.fresh("s"), scope.names.fresh("s")
    (name,) = made.names
    scope.lines += [f"Leaf {s} = leaf_of({made.value()});", f"Leaf {c} = {s};", f"{c}.b = {name};", f"const Leaf& {scope.names.fresh('r')} = {c};", f"{s} = {made.test()} ? {c} : {s};", f"{name} = ({s}.a[0] + {s}.a[1] * 3 + {s}.b) % 4096;"]
    made.ended()


def of_structs(scope: Scope) -> None:
    """An array of structs."""
    made = Begun(scope, 1)
    s = scope.names.fresh("pairs")
    (name,) = made.names
    i = whole(scope, made.deps, 2)
    scope.lines += [f"Pair {s}[3] = {{{{1, 2}}, {{3, {name}}}, {{5, 6}}}};", f"{s}[{i}].{scope.rng.choice('ab')} = {made.value()};", f"{s}[0] = {s}[{whole(scope, made.deps, 2)}];", f"{name} = ({s}[0].a + {s}[0].b + {s}[1].b * 3 + {s}[2].a * 5) % 4096;"]
    made.ended()


def in_arrays(scope: Scope) -> None:
    """An array of arrays."""
    made = Begun(scope, 1)
    m, k, j = scope.names.fresh("local"), scope.names.fresh("k"), scope.names.fresh("j")
    (name,) = made.names
    scope.lines += [f"int {m}[2][3] = {{{{1, 2, 3}}, {{4, {name}, 6}}}};", f"{m}[{whole(scope, made.deps, 1)}][{whole(scope, made.deps, 2)}] = {made.value()};"]
    scope.line(f"for (int {k} = 0; {k} < 2; ++{k}) for (int {j} = 0; {j} < 3; ++{j}) {name} = ({name} * 3 + {m}[{k}][{j}]) % 4096;")
    made.ended()


def bit_fields(scope: Scope) -> None:
    made = Begun(scope, 1)
    s = scope.names.fresh("s")
    (name,) = made.names
    scope.lines += [f"Bits {s} = {{1, 2, {name}}};", f"{s}.low = (unsigned)({made.value()}) & 31u;", f"if ({made.test()}) {s}.high += 5;", f"{name} = ({s}.low + {s}.high * 3 + {s}.rest) % 4096;"]
    made.ended()


def unnamed(scope: Scope) -> None:
    """Members of an object without a name."""
    made = Begun(scope, 1)
    given, seen = scope.names.fresh("given"), scope.names.fresh("seen")
    (name,) = made.names
    scope.line(f"union {{ int {given}; unsigned {seen}; }};")
    scope.line(f"{given} = {name};")
    scope.line(scope.rng.choice((f"if ({made.test()}) {given} = {made.value()};", f"{given} += {made.value()};", f"{seen} = (unsigned)({made.value()});")))
    scope.line(f"{name} = (int)({seen} % 4096u);")
    made.ended()


CONSTRUCTS: dict[str, Construct] = {
    "structs in structs": nested, "array in a struct by its address": decayed, "struct copied": copied, "array of structs": of_structs, "array of arrays": in_arrays, "bit-fields": bit_fields,
}  # fmt: skip
REFUSED: dict[str, Construct] = {"union without a name": unnamed}
