"""Random expressions over what a scope can read."""

from __future__ import annotations

from random_code.scope import Function, Scope, Variable
from random_code.values import (
    ALL,
    BLOCK,
    DATA,
    RANK,
    THREAD,
    UNIFORM,
    Deps,
    Value,
    called,
    chosen,
    combined,
    constant,
    converted,
    fitted,
    integer,
    kept,
    reduced,
)

TYPES = ("int", "int", "int", "unsigned", "unsigned", "float", "double")
FUNCTION_RANGE = 1000  # what device functions take and give, in magnitude


def leaf(scope: Scope, deps: Deps) -> Value:
    """Something that is there already: a constant, a variable, an element of an array, a thread's own element."""
    variables = [v for v in scope.variables if v.deps <= deps and not v.name.startswith("mix")]
    kind = scope.rng.choices(("variable", "element", "own", "constant"), (6, 4, 1, 1))[0]
    if kind == "element":
        arrays = [a for a in scope.arrays if a.deps <= deps and (DATA in deps or not a.global_memory)]
        if arrays:
            array = scope.rng.choices(arrays, [1 if a.name in ("table", "scales") else 4 for a in arrays])[0]
            return scope.element(array, index(scope, deps))
    if kind == "own" and deps == ALL and scope.own and not scope.own.guard and scope.own.outputs:
        output = scope.rng.choice(scope.own.outputs)
        return Value(scope.own.element(output, scope.rng.randrange(output.count)), output.type, *kept(output.type), ALL, True)
    if variables and kind != "constant":
        # The newest first: values are then used near to where they were made.
        weights = [1 + at for at in range(len(variables))]
        variable = scope.rng.choices(variables, weights)[0]
        scope.names.read.add(variable.name)
        return variable.value
    return constant(scope.rng.randint(1, 20), scope.rng.choice(TYPES))


def index(scope: Scope, deps: Deps) -> Value:
    """Something to index by: often the thread's own place or a neighbour of it."""
    if scope.own and scope.own.index.deps <= deps and scope.chance(0.4):
        return combined(scope.rng.choice("+-"), scope.own.index, constant(scope.rng.choice((1, 1, 2, 32)))) if scope.chance(0.5) else scope.own.index
    variables = [v for v in scope.variables if v.deps <= deps and v.type in ("int", "unsigned") and not v.name.startswith("mix")]
    if variables and scope.chance(0.6):
        variable = scope.rng.choice(variables)
        scope.names.read.add(variable.name)
        return variable.value
    return arithmetic(scope, deps, 1)


def expression(scope: Scope, deps: Deps = ALL, type: str | None = None, depth: int | None = None) -> Value:
    """A value that depends on no more than `deps`; of one type, in the range of its variables, if a type is given."""
    value = arithmetic(scope, deps, scope.rng.choice((0, 1, 1, 2, 2, 3)) if depth is None else depth)
    return value if type is None else fitted(value, type)


def arithmetic(scope: Scope, deps: Deps, depth: int) -> Value:
    if depth <= 0:
        return leaf(scope, deps)
    kind = scope.rng.choice(("sum", "sum", "sum", "bits", "remainder", "shift", "choice", "extreme", "call", "cast", "intrinsic"))
    a = arithmetic(scope, deps, depth - 1)
    if kind == "call":
        return call(scope, deps, depth)
    if kind == "cast":
        return converted(a, scope.rng.choice(TYPES))
    if kind == "remainder":
        return remainder_by_constant(scope, integer(a))
    if kind == "shift":
        return shifted(scope, integer(a), deps)
    if kind == "intrinsic":
        return intrinsic(scope, a, deps)
    b = arithmetic(scope, deps, scope.rng.randrange(depth))
    if a.low == a.high and b.low == b.high:
        return a
    if kind == "choice":
        return chosen(condition(scope, deps, 0), fitted(a, a.type), fitted(b, a.type))
    if kind == "extreme":
        return extreme(scope, a, b)
    if kind == "bits":
        return combined(scope.rng.choice("&|^"), integer(a), integer(b))
    return combined(scope.rng.choice("++--*"), a, b)


def remainder_by_constant(scope: Scope, a: Value) -> Value:
    by = scope.rng.randint(2, 13)
    suffix = "u" if a.type == "unsigned" else ""
    if scope.chance(0.4):
        ends = (int(a.low / by), int(a.high / by))
        return Value(f"{a} / {by}{suffix}", a.type, *ends, a.deps)
    return Value(f"{a} % {by}{suffix}", a.type, 0 if a.low >= 0 else 1 - by, by - 1, a.deps)


def shifted(scope: Scope, a: Value, deps: Deps) -> Value:
    if scope.chance(0.5):
        by = fitted(leaf(scope, deps), "int", 0, 7) if scope.chance(0.5) else constant(scope.rng.randint(1, 9))
        a = converted(a, "unsigned") if a.low < 0 else a
        return Value(f"{a} >> {by}", a.type, 0, a.high >> by.low, a.deps | by.deps)
    by = constant(scope.rng.randint(1, 9))
    a = converted(a, "unsigned")
    fits = a.high << by.high < 1 << 32
    return Value(f"{a} << {by}", "unsigned", a.low << by.low if fits else 0, a.high << by.high if fits else kept("unsigned")[1], a.deps)


def extreme(scope: Scope, a: Value, b: Value) -> Value:
    """The lesser or the greater of two, by a function or spelt out."""
    b = fitted(b, a.type)
    a = fitted(a, a.type)
    least = scope.chance(0.5)
    name = {"int": "min max", "unsigned": "min max", "float": "fminf fmaxf", "double": "fmin fmax"}[a.type].split()[not least]
    pick = min if least else max
    low, high = pick(a.low, b.low), pick(a.high, b.high)
    if scope.chance(0.5) or len(a.text) + len(b.text) > 60:
        return called(name, (a, b), a.type, low, high)
    return Value(f"{a} {'<' if least else '>'} {b} ? {a} : {b}", a.type, low, high, a.deps | b.deps)


def intrinsic(scope: Scope, a: Value, deps: Deps) -> Value:
    name = scope.rng.choice(("__mul24", "__popc", "abs", "__clz", "__brev"))
    if name == "__mul24":
        arguments = fitted(a, "int"), fitted(leaf(scope, deps), "int")
        return called(name, arguments, "int", *_product(*arguments))
    if name == "abs":
        a = fitted(a, "int")
        return called(name, (a,), "int", 0, a.size)
    if name == "__brev":
        return called(name, (converted(a, "unsigned"),), "unsigned", *kept("unsigned"))
    return called(name, (converted(a, "unsigned" if name == "__popc" else "int"),), "int", 0, 32)


def _product(a: Value, b: Value) -> tuple[int, int]:
    product = combined("*", a, b)
    return product.low, product.high


def call(scope: Scope, deps: Deps, depth: int) -> Value:
    """A call of a function that gives its result by value."""
    functions = [f for f in scope.functions if not f.out and f.deps <= deps]
    if not functions:
        return leaf(scope, deps)
    return applied(scope, scope.rng.choice(functions), deps, depth - 1)


def applied(scope: Scope, function: Function, deps: Deps, depth: int = 0, more: tuple[Value, ...] = ()) -> Value:
    arguments = tuple(argument(arithmetic(scope, deps, depth), type) for type in function.arguments)
    return called(function.name, arguments + more, function.type, function.low, function.high, function.deps)


def argument(value: Value, type: str) -> Value:
    return converted(value, "unsigned") if type == "unsigned" else fitted(value, type, -FUNCTION_RANGE, FUNCTION_RANGE)


def small(scope: Scope, deps: Deps, low: int, high: int) -> Value:
    """An `int` in a small range, from something that has the whole dependence if there is such a thing."""
    candidates = [v for v in scope.variables if v.deps == deps and not v.name.startswith("mix")]
    if not candidates or scope.chance(0.4):
        value = arithmetic(scope, deps, scope.rng.choice((0, 1)))
        candidates = candidates or [v for v in scope.variables if v.deps <= deps and not v.name.startswith("mix")]
        if value.low < value.high or not candidates:
            return fitted(value, "int", low, high)
    variable = scope.rng.choice(candidates)
    scope.names.read.add(variable.name)
    return fitted(variable.value, "int", low, high)


def condition(scope: Scope, deps: Deps = ALL, depth: int | None = None) -> Value:
    """A condition that is neither always true nor always false, as far as its operands vary."""
    depth = scope.rng.choice((0, 0, 0, 1)) if depth is None else depth
    if depth:
        a, b = (condition(scope, deps, depth - 1) for _ in range(2))
        op = scope.rng.choice(("&&", "||"))
        return Value(f"{a} {op} {b}" if scope.chance(0.8) else f"!({a} {op} {b})", "int", 0, 1, a.deps | b.deps)
    kind = scope.rng.choice(("few", "few", "bit", "two"))
    if kind == "two":
        a, b = arithmetic(scope, deps, 1), leaf(scope, deps)
        if a.text != b.text and a.low < a.high and RANK[a.type] == RANK[b.type]:
            return Value(f"{a} {scope.rng.choice(('<', '>', '<=', '>=', '!='))} {b}", "int", 0, 1, a.deps | b.deps)
    a = reduced(integer(small(scope, deps, 0, 7)), 0, 7)
    if kind == "bit":
        return Value(f"{a} & 1", "int", 0, 1, a.deps)
    middle = (a.low + a.high + 1) // 2
    op, to = scope.rng.choice((("<", middle), (">", middle - 1), ("==", scope.rng.randint(a.low, a.high)), ("!=", middle), ("<=", middle), (">=", middle)))
    return Value(f"{a} {op} {to}", "int", 0, 1, a.deps)


def dependence(scope: Scope) -> Deps:
    """What a new variable, bound or condition may depend on."""
    if scope.control == ALL and not any(v.deps < ALL for v in scope.variables):
        return ALL
    return scope.rng.choice((UNIFORM, frozenset({BLOCK}), frozenset({THREAD}), frozenset({THREAD, BLOCK}), ALL, ALL, ALL))


def together(scope: Scope) -> Deps:
    """The same for a condition that all threads of a block must agree on."""
    return scope.rng.choice((UNIFORM, UNIFORM, UNIFORM, UNIFORM, frozenset({BLOCK}), frozenset({BLOCK, DATA})))


def assigned(scope: Scope, variable: Variable, value: Value) -> str:
    """An assignment that keeps the variable in its range."""
    return f"{variable.name} = {fitted(value, variable.type, variable.low, variable.high).text};"
