"""Statements with inner blocks: branches, loops and switches, whose conditions differ by thread, by block, by data, or not at all."""

from __future__ import annotations

from collections.abc import Callable

from random_code import idioms, statements
from random_code.expressions import arithmetic, condition, dependence, small, together
from random_code.scope import Scope, Variable
from random_code.values import ALL, THREAD, UNIFORM, Deps, constant, fitted

Statement = Callable[[Scope], object]
Block = Callable[[Scope, "Table"], object]
Table = tuple[tuple[int, Block], ...]  # weights, and statements that need all threads of the block
SIMPLE: tuple[tuple[int, Statement], ...] = (
    (8, statements.declare), (2, statements.declare_several), (2, statements.declare_reference), (2, statements.declare_then_set), (2, statements.declare_vector),
    (2, statements.declare_array), (1, statements.declare_pointer), (2, statements.declare_lambda), (10, statements.assign),
    (2, statements.assign_chosen), (4, statements.output), (2, statements.output_vector), (2, statements.atomic),
    (2, statements.call_with_result), (2, statements.call_macro), (1, statements.call_method), (2, statements.comment),
    (4, statements.leave), (2, idioms.local_loop), (1, idioms.search), (1, idioms.bisection), (1, idioms.flag), (1, idioms.structure),
    (1, idioms.swap),
)  # fmt: skip
MOST_TRIPS = 200
MOST_DEEP = 4


def fill(scope: Scope, count: int, more: Table = ()) -> None:
    """Puts `count` statements into a scope; those of `more` where all threads of the block come."""
    for _ in range(count):
        if scope.ideas and scope.chance(0.5) and idea(scope):
            continue
        simple = sum(weight for weight, _ in SIMPLE)
        large = (BLOCKS if scope.depth < MOST_DEEP else ()) + (more if scope.convergent else ())
        if scope.rng.randrange(simple + sum(weight for weight, _ in large)) < simple:
            weights, makers = zip(*SIMPLE, strict=True)
            scope.rng.choices(makers, weights)[0](scope)
        else:
            weights, blocks = zip(*large, strict=True)
            scope.rng.choices(blocks, weights)[0](scope, more)


def idea(scope: Scope) -> bool:
    """One of the kernel's constructs, rather one that it does not hold yet; tells whether it could be written."""
    held = scope.names.constructs
    possible = [each for each in scope.ideas if scope.convergent or not each.together]
    if not possible:
        return False
    chosen = scope.rng.choice([each for each in possible if each.name not in held] or possible)
    if chosen.made(scope) is False:
        return False
    held.add(chosen.name)
    return True


def inside(scope: Scope, together: Table, most: int = 3) -> None:
    fill(scope, scope.rng.randint(1, most), together)


def path(scope: Scope) -> Deps:
    """What a branch or a bound may depend on; often such that barriers may stand behind it, where they may stand here."""
    return together(scope) if scope.convergent and scope.chance(0.6) else dependence(scope)


def branch(scope: Scope, more: Table) -> None:
    """`if`, with `else if` and `else` at times."""
    test = condition(scope, path(scope))
    inner = scope.nested(test.deps)
    inside(inner, more)
    scope.take(f"if ({test.text})", inner, bare=True)
    deps = test.deps
    while scope.chance(0.3):
        test = condition(scope, path(scope))
        deps |= test.deps
        inner = scope.nested(deps)
        inside(inner, more, 2)
        scope.take(f"else if ({test.text})", inner)
    if scope.chance(0.35):
        inner = scope.nested(deps)
        inside(inner, more, 2)
        scope.take("else", inner)


def switch(scope: Scope, more: Table) -> None:
    """Some cases fall through, some share a label, and at times there is no default."""
    deps = path(scope)
    selector = fitted(arithmetic(scope, deps, 1), scope.rng.choice(("int", "unsigned")), 0, 4)
    scope.line(f"switch ({selector.text}) {{")
    for label in scope.rng.sample(range(5), scope.rng.randint(1, 4)):
        scope.line(f"case {label}:")
        if scope.chance(0.15):
            continue
        body(scope, selector.deps, more)
        if scope.chance(0.65):
            scope.line(f"{' ' * 4}break;")
    if scope.chance(0.7):
        scope.line("default:")
        body(scope, selector.deps, more)
    else:
        scope.line("case 9: break;")
    scope.line("}")


def body(scope: Scope, deps: Deps, more: Table) -> None:
    """The statements of one case; a `break` there would leave the switch."""
    inner = scope.nested(deps, jumps=tuple(j for j in scope.jumps if j == "continue"))
    inside(inner, more, 2)
    inner.fold()
    scope.close(inner)
    scope.lines += ["{", *(" " * 4 + line for line in inner.lines), "}"]


def loop(scope: Scope, more: Table) -> None:
    """A loop of one of many shapes; what its exits may depend on is chosen first, for it decides what may stand inside."""
    if scope.trips * 8 > MOST_TRIPS:
        return branch(scope, more)
    deps = path(scope)
    exits: Deps = scope.rng.choice((UNIFORM, ALL)) if THREAD in deps | scope.control else scope.rng.choice((UNIFORM, UNIFORM, UNIFORM, ALL))
    shape = scope.rng.choice((counted, counted, counted, over_counter, with_comma, while_counts, while_shrinks, do_while, endless))
    return shape(scope, deps, exits, more)


def _inner(scope: Scope, deps: Deps, exits: Deps, trips: int = 8, **changes: object) -> Scope:
    control = scope.control | deps | exits
    return scope.nested(deps | exits, loop=control, jumps=("break", "continue"), trips=scope.trips * trips, **changes)


def _pragma(scope: Scope) -> None:
    if scope.chance(0.15):
        scope.line(scope.rng.choice(("#pragma unroll", "#pragma unroll 2", "#pragma unroll 1")))


def counted(scope: Scope, deps: Deps, exits: Deps, more: Table) -> None:
    """`for` up or down, from a bound to a bound, by a step."""
    name = scope.names.fresh("k")
    first = small(scope, deps, 0, 2) if scope.chance(0.3) else constant(0)
    last = small(scope, deps, 1, 6)
    step = scope.rng.randint(1, 3)
    bound = first.deps | last.deps
    inner = _inner(scope, bound, exits)
    _pragma(scope)
    if scope.chance(0.25):
        inner.variables.append(Variable(name, "int", 0, 6, bound))
        head = f"for (int {name} = {last.text}; {name} >= {first}; {name} -= {step})" if step > 1 else f"for (int {name} = {last.text}; {name} >= {first}; {name}--)"
    else:
        inner.variables.append(Variable(name, "int", 0, 5, bound))
        add = f"{name} += {step}" if step > 1 else scope.rng.choice((f"{name}++", f"++{name}"))
        head = f"for (int {name} = {first.text}; {name} < {last}; {add})"
    inside(inner, more)
    scope.take(head, inner)
    scope.names.closed.append(name)


def over_counter(scope: Scope, deps: Deps, exits: Deps, more: Table) -> None:
    """`for` over a variable of the whole function, which can be read afterwards."""
    if not scope.counters:
        return counted(scope, deps, exits, more)
    name = scope.rng.choice(scope.counters)
    last = small(scope, deps, 1, 6)
    inner = _inner(scope, last.deps, exits, counters=tuple(c for c in scope.counters if c != name))
    inner.variables = [v for v in inner.variables if v.name != name] + [Variable(name, "int", 0, 5, ALL)]
    _pragma(scope)
    inside(inner, more)
    scope.take(f"for ({name} = 0; {name} < {last}; ++{name})", inner)
    if all(v.name != name for v in scope.variables):
        scope.variables.append(Variable(name, "int", 0, 6, ALL))
    return None


def with_comma(scope: Scope, deps: Deps, exits: Deps, more: Table) -> None:
    """Two variables in one header, that go forward together."""
    a, b = scope.names.fresh("a"), scope.names.fresh("b")
    first, last, other = small(scope, deps, 0, 3), small(scope, deps, 2, 7), small(scope, deps, 0, 100)
    bound = first.deps | last.deps | other.deps
    steps = scope.rng.randint(1, 2), scope.rng.randint(1, 16)
    inner = _inner(scope, bound, exits)
    inner.variables += [Variable(a, "int", 0, 6, bound), Variable(b, "int", 0, 100 + 7 * 16, bound)]
    inside(inner, more)
    scope.take(f"for (int {a} = {first.text}, {b} = {other.text}; {a} < {last}; {a} += {steps[0]}, {b} += {steps[1]})", inner)


def while_counts(scope: Scope, deps: Deps, exits: Deps, more: Table) -> None:
    name = scope.names.fresh("k")
    last = small(scope, deps, 1, 6)
    if scope.chance(0.3):
        inner = _inner(scope, last.deps, exits)
        inner.variables.append(Variable(name, "int", 0, 6, last.deps))
        inside(inner, more)
        scope.take(f"for (int {name} = {last.text}; {name}-- > 0;)", inner)
        return
    scope.line(f"int {name} = 0;")
    inner = _inner(scope, last.deps, exits)
    inner.variables.append(Variable(name, "int", 0, 6, last.deps))
    if scope.chance(0.5):
        inside(inner, more)
        scope.take(f"while ({name}++ < {last})", inner)
    else:
        inner.line(f"{name} += 1;")
        inside(inner, more)
        scope.take(f"while ({name} < {last})", inner)


def while_shrinks(scope: Scope, deps: Deps, exits: Deps, more: Table) -> None:
    """A loop over the bits, or the digits, of a value."""
    name = scope.names.fresh("rest")
    first = fitted(arithmetic(scope, deps, 1), "unsigned", 0, 127)
    scope.line(f"unsigned {name} = {first.text};")
    inner = _inner(scope, first.deps, exits)
    inner.variables.append(Variable(name, "unsigned", 0, 127, first.deps))
    inner.line(scope.rng.choice((f"{name} >>= 1;", f"{name} = {name} / 3u;", f"{name} &= {name} - 1u;")))
    inside(inner, more)
    scope.take(scope.rng.choice((f"while ({name})", f"while ({name} != 0u)", f"for (; {name} > 0u;)")), inner)


def do_while(scope: Scope, deps: Deps, exits: Deps, more: Table) -> None:
    name = scope.names.fresh("k")
    last = small(scope, deps, 1, 6)
    scope.line(f"int {name} = 0;")
    inner = _inner(scope, last.deps, exits)
    inner.variables.append(Variable(name, "int", 0, 5, last.deps))
    inside(inner, more)
    scope.take("do", inner, f"}} while (++{name} < {last});")


def endless(scope: Scope, deps: Deps, exits: Deps, more: Table) -> None:
    """A loop whose only exits are inside."""
    name = scope.names.fresh("k")
    last = small(scope, deps, 1, 6)
    scope.line(f"int {name} = 0;")
    inner = _inner(scope, last.deps, exits)
    inner.variables.append(Variable(name, "int", 0, 6, last.deps))
    inner.line(f"if ({name}++ >= {last}) break;")
    inside(inner, more)
    scope.take(scope.rng.choice(("for (;;)", "while (true)")), inner, bare=False)


def bare_block(scope: Scope, more: Table) -> None:
    """A block of its own, or a loop that runs once."""
    once = scope.chance(0.5)
    inner = scope.nested(jumps=() if once else scope.jumps)
    inside(inner, more)
    if once:
        scope.take("do", inner, "} while (0);")
    else:
        scope.take("", inner, bare=False)


BLOCKS: tuple[tuple[int, Block], ...] = ((7, branch), (7, loop), (2, switch), (1, bare_block))
