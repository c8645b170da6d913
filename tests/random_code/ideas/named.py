"""Names that a generator of code would choose, and names that mean two things."""

from __future__ import annotations

from random_code.ideas.parts import Begun, Construct, whole
from random_code.scope import Scope, Variable
from random_code.values import kept

# What the names of coarsened forms would be, taken already: by a function, a type, a macro.
HEAD = """\
struct kernel1_factors { int n; };
__device__ int kernel0_coarsened(kernel1_factors by, int x) { return (x + by.n) % 4096; }
#define kernel2_coarsened 5
#define CALLED(callee, x) callee(x)
#define SUMMED(to, one, two) ((to) = ((to) + (one) * 3 + (two)) % 4096)
__device__ int nested_coarsened(int x) { return x / 3 + (int)(threadIdx.x & 3); }
template <int instances> __device__ int live_in(int at) { int rest[instances]; for (int i_ = 0; i_ < instances; ++i_) rest[i_] = at / (i_ + 1); return rest[instances - 1] + rest[0] % 7; }
template <class A, class B> __device__ auto larger_of(A first, B second) -> decltype(first + second) { return first < second ? second : first; }
"""
NAMES = ("v_1", "i_", "live", "rest", "value1", "at", "instances", "instance", "logical", "nested_coarsened", "k_", "Factors", "launch", "t_0", "again", "body")


def generated(scope: Scope) -> bool:
    """Variables, and loops, with such names."""
    left = [name for name in NAMES if name not in scope.names.plain]
    if len(left) < 3:
        return False
    a, b, k = scope.rng.sample(left, 3)
    scope.names.plain |= {a, b, k}
    made = Begun(scope, names=(a, b))
    scope.lines += scope.rng.choice((
        [f"{a} = {made.value()};", f"for (int {k} = 0; {k} < 3; ++{k}) {{ if ({made.test()}) break; {b} = ({b} + {a} * {k}) % 4096; }}"],
        [f"int {k}[2] = {{{a}, {b}}};", f"{k}[{whole(scope, made.deps, 1)}] = {made.value()};", f"{a} = {k}[0] ^ {k}[1];"],
        [f"auto {k} = [&](int value0) {{ {a} = value0 / 2; }};", f"if ({made.test()}) {k}({made.value()});"],
        [f"struct {k} {{ int n; }};", f"{k} {k}_s = {{{made.value()}}};", f"{b} = {k}_s.n % 777;"],
        [f"{{ const int {k} = {made.value()}; if ({made.test()}) {a} = {k}; }}"],
    ))  # fmt: skip
    made.ended()
    return True


def taken(scope: Scope) -> None:
    """Names that coarsened forms would have, of other things."""
    made = Begun(scope, 1)
    (a,) = made.names
    forms = [f"kernel0_coarsened(kernel1_factors{{{made.value()}}}, {a})", f"kernel2_coarsened + {made.value()} % 9", f"live_in<{scope.rng.randint(1, 4)}>({made.value()})"]
    if "nested_coarsened" not in scope.names.plain:
        made.deps |= {"thread"}
        forms.append(f"nested_coarsened({made.value()})")
    scope.line(f"{a} = ({scope.rng.choice(forms)}) % 4096;")
    made.ended()


def of_parameter(scope: Scope) -> None:
    """Macros that call a parameter, which has a kernel's name at times."""
    made = Begun(scope, 1)
    (a,) = made.names
    scope.line(scope.rng.choice((f"{a} = CALLED(twice, ({made.value()})) % 4096;", f"SUMMED({a}, ({made.value()}), {scope.rng.randint(2, 9)});", f"if ({made.test()}) SUMMED({a}, CALLED(thrice, ({made.value()})), 1);")))
    made.ended()


def asked(scope: Scope) -> None:
    """Variables whose types, and one whose value, are those of other things that nothing evaluates."""
    made = Begun(scope, 1)
    (a,) = made.names
    x, y, z = (scope.names.fresh("v") for _ in range(3))
    scope.lines += [f"const auto& {x} = larger_of({made.value()}, {a});", f"auto&& {y} = {x} / 2;", f"{scope.rng.choice(('decltype', 'decltype', '__typeof__'))}({x} + {a}) {z} = {made.value()};",
                    f"{z} = {z} % 4096 + (int)(sizeof {x} * sizeof({z}));"]  # fmt: skip
    made.names += [z]
    made.ended()
    for name in (x, y):
        scope.add(Variable(name, "int", *kept("int"), made.deps))


CONSTRUCTS: dict[str, Construct] = {"generated-looking name": generated, "name of a coarsened form": taken, "macro that calls its parameter": of_parameter,
                                    "type asked for": asked}  # fmt: skip
