"""Statements without inner blocks: declarations, assignments, stores, atomics, calls."""

from __future__ import annotations

from random_code.expressions import (
    FUNCTION_RANGE,
    TYPES,
    applied,
    argument,
    arithmetic,
    assigned,
    condition,
    dependence,
    expression,
    leaf,
    small,
)
from random_code.scope import Array, Function, Output, Scope, Variable
from random_code.values import (
    ALL,
    BLOCK,
    DATA,
    THREAD,
    UNIFORM,
    Deps,
    Value,
    called,
    combined,
    converted,
    fitted,
    kept,
)

UNORDERED = {"atomicAdd": "unsigned", "atomicMax": "int", "atomicMin": "int", "atomicOr": "unsigned", "atomicXor": "unsigned", "atomicAnd": "unsigned"}


def declare(scope: Scope) -> None:
    deps = dependence(scope)
    value = expression(scope, deps)
    scope.declare(value, mutable=scope.chance(0.6), deps=deps, auto=scope.chance(0.2))


def declare_several(scope: Scope) -> None:
    deps = dependence(scope)
    values = [expression(scope, deps, "int", 1) for _ in range(scope.rng.randint(2, 3))]
    mutable = scope.chance(0.4)
    names = [scope.names.fresh("v") for _ in values]
    scope.line(f"{'' if mutable else 'const '}int {', '.join(f'{n} = {v.text}' for n, v in zip(names, values, strict=True))};")
    for name, value in zip(names, values, strict=True):
        low, high = kept("int") if mutable else (value.low, value.high)
        scope.add(Variable(name, "int", low, high, value.deps | deps | (scope.control if mutable else UNIFORM), mutable))


def declare_reference(scope: Scope) -> None:
    """Another name for a variable or for an element of this thread's own, by a reference or a pointer."""
    targets = [(v.name, v.type, v.deps) for v in scope.variables if v.mutable and not v.name.startswith("mix")]
    if scope.own and not scope.own.guard:
        targets += [(scope.own.element(o, o.count - 1), o.type, ALL) for o in scope.own.outputs]
    if targets:
        target, type, deps = scope.rng.choice(targets)
        name = scope.names.fresh("r")
        pointer = scope.chance(0.3)
        scope.line(f"{type}* {name} = &{target};" if pointer else f"{type}& {name} = {target};")
        scope.add(Variable(f"(*{name})" if pointer else name, type, *kept(type), deps, True))


def declare_then_set(scope: Scope) -> None:
    """A variable without a value, which both sides of a branch set."""
    deps = dependence(scope)
    test, type = condition(scope, deps), scope.rng.choice(TYPES)
    a, b = (expression(scope, deps, type).text for _ in range(2))
    name = scope.names.fresh("v")
    scope.lines += [f"{type} {name};", *scope.rng.choice(([f"if ({test.text}) {name} = {a};", f"else {name} = {b};"], [f"if ({test.text})", f"    {name} = {a};", "else", f"    {name} = {b};"]))]
    scope.add(Variable(name, type, *kept(type), deps | scope.control, True))


def declare_vector(scope: Scope) -> None:
    """A value of a vector type or of a struct, whose members are variables."""
    deps = dependence(scope)
    type, member, names = scope.rng.choice((("int2", "int", "xy"), ("float2", "float", "xy"), ("int4", "int", "xyzw"), ("uint2", "unsigned", "xy"), ("Pair", "int", "ab")))
    name = scope.names.fresh("q")
    values = [expression(scope, deps, member, 1) for _ in names]
    sources = [a for a in scope.arrays if a.global_memory and a.type == "int" and a.length % 4 == 0 and not a.name.startswith("from")]
    bound = deps.union(scope.control, *(v.deps for v in values))
    if type == "int4" and sources and scope.chance(0.6):
        source = scope.rng.choice(sources)
        index = fitted(leaf(scope, deps), "int", 0, source.length // 4 - 1)
        bound = index.deps | deps | scope.control | {DATA}
        scope.line(f"int4 {name} = reinterpret_cast<const int4*>({source.name})[{index.text}];")
    elif type == "Pair":
        scope.line(f"Pair {name} = {{{', '.join(v.text for v in values)}}};")
    else:
        scope.line(f"{type} {name} = make_{type}({', '.join(v.text for v in values)});")
    for part in names:
        scope.add(Variable(f"{name}.{part}", member, *kept(member), bound, True))


def declare_array(scope: Scope) -> None:
    """A local array; at times filled in part only, the rest being zeros."""
    deps = dependence(scope)
    type = scope.rng.choice(TYPES)
    length = scope.rng.choice((2, 3, 4, 8))
    values = [expression(scope, deps, type, 1) for _ in range(scope.rng.randint(1, length))]
    name = scope.names.fresh("local")
    written = f"{length}" if len(values) < length or scope.chance(0.7) else ""
    scope.line(f"{type} {name}[{written}] = {{{', '.join(v.text for v in values)}}};")
    bound = deps.union(scope.control, *(v.deps for v in values))
    scope.arrays.append(Array(name, type, length, bound, writable=True))
    scope.add(Variable(f"{name}[{scope.rng.randrange(length)}]", type, *kept(type), bound, True))


def declare_pointer(scope: Scope) -> None:
    """A pointer into an input array."""
    arrays = [a for a in scope.arrays if a.global_memory and a.length > 256]
    if arrays:
        array = scope.rng.choice(arrays)
        offset = fitted(leaf(scope, dependence(scope)), "int", 0, 127)
        name = scope.names.fresh("from")
        scope.line(f"const {array.type}* {name} = {array.name} + {offset};" if scope.chance(0.5) else f"const {array.type}* {name} = &{array.name}[{offset.text}];")
        scope.arrays.append(Array(name, array.type, array.length - 127, offset.deps | array.deps, array.bounds, global_memory=True))


def declare_lambda(scope: Scope) -> None:
    """A lambda that captures by value, or one that changes a variable."""
    name = scope.names.fresh("lambda")
    given = Value("given", "int", -FUNCTION_RANGE, FUNCTION_RANGE, UNIFORM, True)
    inner = scope.nested()
    deps = dependence(scope)
    if scope.chance(0.6):
        result = fitted(combined("+", given, arithmetic(inner, deps, 2)), "int")
        scope.line(f"auto {name} = [{scope.rng.choice('=&')}](int given) {{ return {result.text}; }};")
        scope.functions.append(Function(name, ("int",), "int", result.low, result.high, result.deps))
        return
    targets = scope.targets(deps)
    if targets:
        target = scope.rng.choice(targets)
        result = combined("+", combined("+", target.value, arithmetic(inner, target.deps, 1)), given)
        scope.line(f"auto {name} = [&](int given) {{ {assigned(scope, target, result)} }};")
        for _ in range(2):
            scope.line(f"{name}({argument(leaf(scope, target.deps), 'int').text});")


def assign(scope: Scope) -> None:
    """An assignment to a variable or to an element of a local array."""
    targets = scope.targets()
    arrays = [a for a in scope.arrays if a.writable and scope.control <= a.deps]
    if arrays and scope.chance(0.3):
        array = scope.rng.choice(arrays)
        index = fitted(leaf(scope, array.deps), "int", 0, array.length - 1)
        scope.line(f"{array.name}[{index.text}] = {expression(scope, array.deps, array.type).text};")
        return
    target = scope.rng.choice(targets)
    value = arithmetic(scope, target.deps, 2)
    if target.name.startswith("mix"):
        scope.line(f"{target.name} {scope.rng.choice(('+=', '-=', '^='))} {converted(value, 'unsigned').text};")
    elif target.type == "unsigned" and scope.chance(0.6):
        scope.line(f"{target.name} {scope.rng.choice(('+=', '-=', '^=', '*=', '|='))} {converted(value, 'unsigned').text};")
    elif scope.chance(0.3):
        scope.line(assigned(scope, target, value))
    else:
        scope.line(assigned(scope, target, combined(scope.rng.choice("+-*"), target.value, value)))


def assign_chosen(scope: Scope) -> None:
    """A conditional operator with effects on both sides, or a comma expression."""
    targets = [t for t in scope.targets() if t.type == "unsigned"]
    a, b = (scope.rng.choice(targets) for _ in range(2))
    values = [converted(arithmetic(scope, t.deps, 1), "unsigned").text for t in (a, b)]
    if a.name == b.name:
        scope.line(f"{a.name} += {values[0]}, {b.name} ^= {values[1]};")
    else:
        deps = a.deps & b.deps
        scope.line(f"({condition(scope, deps).text}) ? ({a.name} += {values[0]}) : ({b.name} ^= {values[1]});")


def output(scope: Scope) -> None:
    """Stores to an element of this thread's own, or changes it; behind the guard where there is one."""
    if not scope.own or not scope.own.outputs:
        return assign(scope)
    array = scope.rng.choice(scope.own.outputs)
    element = scope.own.element(array, scope.rng.randrange(array.count))
    value = arithmetic(scope, ALL, 2)
    if array.type == "unsigned" and scope.chance(0.3):
        text = f"{element} {scope.rng.choice(('+=', '^='))} {converted(value, 'unsigned').text};"
    elif array.type == "unsigned" and scope.chance(0.2):
        mix = next(v for v in scope.variables if v.name.startswith("mix"))
        text = f"{mix.name} += atomicAdd(&{element}, {converted(value, 'unsigned').text});"
    elif array.type == "unsigned" and (counter := _counter(scope, array, element)) and scope.chance(0.4):
        name, _, index = element.removesuffix("]").partition("[")
        text = f"{name}[(atomicAdd({counter}, 5), {index})] += {converted(value, 'unsigned').text};"
    elif array.count > 1 and scope.chance(0.15):
        places = (scope.own.element(array, k) for k in (0, array.count - 1))
        text = f"({condition(scope, ALL, 0).text} ? {' : '.join(places)}) = {fitted(value, array.type).text};"
    elif scope.chance(0.6):
        before = Value(element, array.type, *kept(array.type), ALL, True)
        text = f"{element} = {fitted(combined(scope.rng.choice('+-*'), before, value), array.type).text};"
    else:
        text = f"{element} = {fitted(value, array.type).text};"
    scope.line(f"if ({scope.own.guard}) {text}" if scope.own.guard else text)
    return None


def _counter(scope: Scope, array: Output, element: str) -> str:
    """Where the place of a store may count: not in what it stores to, which would hide that it counts twice."""
    places = [f"{name} + {scope.rng.randint(0, 15)}" for name, operation in scope.bins if operation == "atomicAdd"]
    for other in (scope.own.element(array, k) for k in range(array.count)) if scope.own else ():
        name, _, index = other.removesuffix("]").partition("[")
        places += [f"{name} + ({index})"] if other != element else []
    return scope.rng.choice([*places, ""])


def output_vector(scope: Scope) -> None:
    """Stores two elements that lie side by side at once."""
    pairs = [o for o in scope.own.outputs if o.count == 2 and not o.apart and o.type == "int"] if scope.own else []
    if not pairs or not scope.own:
        return output(scope)
    values = ", ".join(expression(scope, ALL, "int").text for _ in range(2))
    text = f"reinterpret_cast<int2*>({scope.rng.choice(pairs).name})[{scope.own.index.text}] = make_int2({values});"
    scope.line(f"if ({scope.own.guard}) {text}" if scope.own.guard else text)
    return None


def atomic(scope: Scope) -> None:
    """An atomic operation whose order does not matter, on one of few places."""
    if not scope.bins:
        return output(scope)
    bins, operation = scope.rng.choice(scope.bins)
    index = fitted(leaf(scope, ALL), "int", 0, 15)
    type = UNORDERED[operation]
    value = expression(scope, ALL, type, 1)
    scope.line(f"{operation}(&{bins}[{index.text}], {value.text});")
    return None


def call_with_result(scope: Scope) -> None:
    """A call that gives its result through a pointer or a reference."""
    functions = [f for f in scope.functions if f.out]
    if not functions:
        return call_macro(scope)
    function = scope.rng.choice(functions)
    name = scope.names.fresh("v")
    scope.line(f"{function.type} {name} = {scope.rng.randint(0, 9)};")
    result = Value(f"&{name}" if function.out == "pointer" else name, function.type, function.low, function.high)
    value = applied(scope, function, ALL, 1, (result,))
    scope.line(f"{value.text};")
    scope.add(Variable(name, function.type, *kept(function.type), ALL, True))
    return None


def call_macro(scope: Scope) -> None:
    """A macro that holds statements."""
    targets = [t for t in scope.targets() if t.type == "unsigned"]
    target = scope.rng.choice(targets)
    value = converted(arithmetic(scope, target.deps, 1), "unsigned").text
    other = scope.rng.choice(targets)
    forms = [f"MIX({target.name}, ({value}));", f"BOTH({target.name}, {other.name}, {scope.rng.randint(1, 9)}u);"]
    scope.line(forms[target.name != other.name and other.deps <= target.deps and target.deps <= other.deps])


def call_method(scope: Scope) -> None:
    """A method of a struct that was passed by value."""
    value = called("weights.apply", (fitted(arithmetic(scope, ALL, 1), "int", -FUNCTION_RANGE, FUNCTION_RANGE),), "int", -80, 80)
    if any(v.name == "weights.a" for v in scope.variables):
        scope.declare(value, mutable=False)
    else:
        assign(scope)


def comment(scope: Scope) -> None:
    """Text that only the preprocessor reads, around an assignment."""
    kind = scope.rng.randrange(5)
    if kind == 0:
        scope.line(scope.rng.choice(("// The next value; \"quoted\" { and not closed", "/* a comment } with a brace */", "// if (x) return;")))
        return assign(scope)
    before = len(scope.lines)
    assign(scope)
    if kind == 1:
        scope.lines[before:] = ["#ifdef TRACE", 'printf("%d\\n", 1);', "#endif", *scope.lines[before:]]
    elif kind == 2:
        scope.lines[before:] = ["#if ROUNDS > 9", "undeclared();", "#else", *scope.lines[before:], "#endif"]
    elif kind == 3 and scope.lines[-1].endswith(";"):
        scope.lines[-1:] = [scope.lines[-1][:-1], "#ifdef TRACE", "    + undeclared()", "#endif", "    ;  // done"]
    else:
        scope.lines[before:] = [f"{line} // done" if line.endswith(";") else line for line in scope.lines[before:]]
    return None


def leave(scope: Scope) -> None:
    """An early return, a break or a continue; on a condition that few threads meet, so that the rest stays alive."""
    jumps = list(scope.jumps) if scope.loop is not None and scope.control <= scope.loop else []
    if scope.returns not in ("none", "uniform") or (scope.returns == "uniform" and THREAD not in scope.control):
        jumps.append("return")
    if not jumps:
        return assign(scope)
    jump = scope.rng.choice(jumps)
    if jump != "return":
        scope.line(f"if ({condition(scope, scope.loop or UNIFORM, 0).text}) {jump};")
        return None
    uniform = scope.returns == "uniform" or scope.chance(0.3)
    deps: Deps = scope.rng.choice((UNIFORM, frozenset({BLOCK}))) if uniform else dependence(scope)
    test = f"{small(scope, deps, 0, 15)} == {scope.rng.randint(1, 15)}"
    if scope.returns not in ("any", "uniform"):
        low, high = -FUNCTION_RANGE, FUNCTION_RANGE
        scope.line(f"if ({test}) return {fitted(leaf(scope, ALL), scope.returns, low, high).text};")
    elif scope.own and scope.own.outputs and not scope.own.guard and scope.chance(0.6):
        inner = scope.nested()
        output(inner)
        inner.line("return;")
        scope.take(f"if ({test})", inner, bare=False)
    else:
        scope.line(f"if ({test}) return;")
    return None
