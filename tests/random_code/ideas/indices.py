"""Indices of loads that are polynomials of variables which are none: cut, masked, or made wider after they wrapped."""

from __future__ import annotations

from random_code.ideas.parts import Begun, Construct
from random_code.scope import Scope
from random_code.values import ALL, Value

_PLACES = ("threadIdx.x + blockIdx.x * blockDim.x", "(int)(blockIdx.x * blockDim.x + threadIdx.x)", "blockIdx.x * 5 + threadIdx.x")
_CUT = ("int {t} = {s} & {m};", "int {t} = {s} % {m};", "int {t} = {s} / {m};", "int {t} = {s} ^ {m};", "int {t} = {s} > {m} ? {s} : {m};",
        "unsigned char {t} = {s};", "short {t} = {s} * 1000;", "bool {t} = {s};", "unsigned {t} = {s} - {m};", "int {t} = (unsigned char){s} + (short){s};")  # fmt: skip
_MADE = ("int {u} = {s} * 4 - {t} * 3;", "int {u} = (({s} - {t}) << 2) + {t};", "long long {u} = {t};", "size_t {u} = {t} + {s};",
         "int {u} = {t} * 4 + 1;", "unsigned {u} = {t} + 2;")  # fmt: skip


def cut(scope: Scope) -> None:
    made, rng = Begun(scope, 1), scope.rng
    (a,) = made.names
    s, t, u = (scope.names.fresh(stem) for stem in ("pos", "lo", "at"))
    array = rng.choice([x for x in scope.arrays if x.global_memory and not x.slots] or [x for x in scope.arrays if x.name == "table"])
    place = rng.choice(_PLACES)
    scope.line(f"const int {s} = {place};" if scope.chance(0.7) else f"unsigned {s} = {place};")
    scope.line(rng.choice(_CUT).format(s=s, t=t, m=rng.choice((3, 7, 15, 31))))
    scope.line(rng.choice(_MADE).format(s=s, t=t, u=u))
    element = scope.element(array, Value(f"(int)({u} & 4095)", "int", 0, 4095, ALL, True))
    scope.line(f"{a} = (int)({element}) % 4096;")
    made.ended()


def hidden(scope: Scope) -> None:
    made = Begun(scope, 2)
    a, b = made.names
    index = scope.rng.choice(("threadIdx", "blockIdx", "blockDim", "gridDim"))
    scope.line(f"{a} = {made.value()};")
    scope.line(f"{{ const int {index} = {a} % 64; {b} = {index} + 1; }}")
    made.ended()


CONSTRUCTS: dict[str, Construct] = {"index cut": cut}
REFUSED: dict[str, Construct] = {"variable with the name of an index": hidden}
