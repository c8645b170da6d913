"""Loops as programs write them: over local arrays, searches whose length depends on data, and the like."""

from __future__ import annotations

from random_code.expressions import TYPES, arithmetic, dependence, expression, leaf, small
from random_code.scope import Array, Scope, Variable
from random_code.values import ALL, THREAD, Value, combined, constant, converted, fitted, kept


def local_loop(scope: Scope) -> None:
    """Fills a local array in one loop, and adds it up in another."""
    type, length = scope.rng.choice(TYPES), scope.rng.choice((2, 3, 4, 8))
    name, k = scope.names.fresh("local"), scope.names.fresh("k")
    deps = dependence(scope)
    counter = Variable(k, "int", 0, length - 1)
    inner = scope.nested()
    inner.variables.append(counter)
    value = expression(inner, deps, type, 2)
    bound = value.deps | deps | scope.control
    scope.line(f"{type} {name}[{length}];")
    if scope.chance(0.5):
        scope.line("#pragma unroll")
    scope.line(f"for (int {k} = 0; {k} < {length}; {k}++) {name}[{k}] = {value.text};")
    scope.arrays.append(Array(name, type, length, bound, writable=True))
    total = next(v for v in scope.variables if v.name.startswith("mix"))
    element = converted(Value(f"{name}[{k}]", type, *kept(type), bound, True), "unsigned")
    scope.line(f"for (int {k} = {length - 1}; {k} >= 0; --{k}) {total.name} = {total.name} * 3u + {element.text};")


def search(scope: Scope) -> None:
    """Goes on until an element tells to stop; the loop has no body, or only its step."""
    name = scope.names.fresh("at")
    array = scope.rng.choice([a for a in scope.arrays if a.global_memory] or [a for a in scope.arrays if a.name == "table"])
    at = combined("+", fitted(leaf(scope, ALL), "int", 0, 500), Value(name, "int", 0, 12, ALL, True))
    element = scope.element(array, at)
    limit = scope.rng.randint(3, 12)
    stop = {"int": f"{element} % 5 != {scope.rng.randint(0, 4)}", "unsigned": f"{element} % 5u != {scope.rng.randint(0, 4)}u"}
    test = f"{name} < {limit} && {stop.get(element.type, f'{element} < 40')}"
    scope.line(f"int {name} = 0;")
    scope.lines += scope.rng.choice(([f"while ({test}) ++{name};"], [f"while ({test}) {{", f"    {name} += 1;", "}"], [f"for (; {test}; {name}++) ;"]))
    scope.add(Variable(name, "int", 0, limit, ALL))


def bisection(scope: Scope) -> None:
    """A search whose bounds move towards each other."""
    low, high, middle = (scope.names.fresh(stem) for stem in ("low", "high", "middle"))
    value = fitted(leaf(scope, ALL), "int", 0, 1000)
    scope.lines += [
        f"int {low} = 0, {high} = {small(scope, dependence(scope), 1, 30).text};",
        f"while ({low} < {high}) {{",
        f"    int {middle} = ({low} + {high}) / 2;",
        f"    if ({middle} * {middle} < {value}) {low} = {middle} + 1;",
        f"    else {high} = {middle};",
        "}",
    ]
    scope.add(Variable(low, "int", 0, 30, ALL))


def flag(scope: Scope) -> None:
    """A `bool`, that a loop may set."""
    name, k = scope.names.fresh("flag"), scope.names.fresh("k")
    first = arithmetic(scope, ALL, 1)
    if scope.chance(0.5):
        scope.line(f"const bool {name} = {first} > 3;")
    else:
        inner = scope.nested()
        inner.variables.append(Variable(k, "int", 0, 4))
        scope.line(f"bool {name} = {scope.rng.choice(('false', 'true'))};")
        scope.line(f"for (int {k} = 0; {k} < 5; ++{k}) {name} {scope.rng.choice(('|=', '&=', '^='))} {combined('+', first, arithmetic(inner, ALL, 1))} > {scope.rng.randint(1, 9)};")
    scope.add(Variable(f"(int){name}", "int", 0, 1, ALL))  # `larger` of a bool and an int would have no type


def structure(scope: Scope) -> None:
    """A struct that a function gives, copied and given to another."""
    name, copy = scope.names.fresh("q"), scope.names.fresh("q")
    a, b = (fitted(arithmetic(scope, ALL, 1), "int", -1000, 1000).text for _ in range(2))
    scope.line(f"Pair {name} = ordered({a}, {b});")
    scope.line(scope.rng.choice((f"Pair {copy} = {name};", f"const Pair& {copy} = {name};", f"Pair {copy}; {copy} = {name};")))
    scope.declare(Value(f"distance({copy}, {name}.a)", "int", 0, 4000, ALL, True))
    for part in "ab":
        scope.add(Variable(f"{copy}.{part}", "int", -1000, 1000, ALL))


def swap(scope: Scope) -> None:
    """Two variables change places."""
    variables = [v for v in scope.targets() if not v.name.startswith(("mix", "(", "r"))]
    pairs = [(a, b) for a in variables for b in variables if a.name < b.name and (a.type, a.low, a.high, a.deps) == (b.type, b.low, b.high, b.deps)]
    if not pairs:
        return bisection(scope)
    a, b = scope.rng.choice(pairs)
    kept_value = scope.names.fresh("v")
    scope.lines += [f"{a.type} {kept_value} = {a.name};", f"{a.name} = {b.name};", f"{b.name} = {kept_value};"]
    scope.mix(combined("+", a.value, constant(1)) if THREAD in a.deps else a.value)
    return None
