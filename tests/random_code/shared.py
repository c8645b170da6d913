"""Statements for all threads of a block together: barriers, shared memory, votes, operations of warps.

A shared array goes through cycles: each thread stores to its own element, a barrier, any thread loads any element, a barrier. Between the
barriers other statements may stand, cycles of other arrays too.
"""

from __future__ import annotations

from random_code.control import MOST_TRIPS, Table, fill
from random_code.expressions import arithmetic, condition, expression, index, leaf, small
from random_code.scope import Array, Scope, Variable
from random_code.statements import declare
from random_code.values import ALL, BLOCK, DATA, KEPT, THREAD, Deps, Value, called, fitted, kept

OF_BLOCK: Deps = frozenset({BLOCK, DATA})
FULL = Value("0xffffffffu", "unsigned", 0, 0, atom=True)


def barrier(scope: Scope, more: Table = ()) -> None:
    scope.line(scope.rng.choice(("__syncthreads();", "__syncthreads();", "SYNC;")))


def own_element(scope: Scope, array: Array) -> str:
    assert scope.block
    t, shape = scope.block.thread, scope.block.shape
    if array.rows and shape and scope.chance(0.6):
        return f"{array.name}[threadIdx.y][threadIdx.x]"
    if array.rows:
        return f"{array.name}[{t} / {array.rows}][{t} % {array.rows}]"
    return f"{array.name}[{t.text}]"


def free(scope: Scope, type: str | None = None, flat: bool = False) -> Array | None:
    arrays = [a for a in scope.shared if type in (None, a.type) and not (flat and a.rows)]
    return scope.rng.choice(arrays) if arrays else None


def store(scope: Scope, array: Array) -> None:
    value = expression(scope, ALL, array.type)
    own = own_element(scope, array)
    if scope.chance(0.15):
        scope.line(f"STORE_AND_SYNC({own}, ({value.text}));")
        return
    scope.line(f"{own} = {value.text};")
    if scope.chance(0.3):
        scope.line(f"if ({condition(scope).text}) {own} = {fitted(leaf(scope, ALL), array.type).text};")
    barrier(scope)


def cycle(scope: Scope, more: Table) -> None:
    """Stores, barrier, loads; the barrier behind is left out where the array is not stored to again."""
    array = free(scope)
    if array is None:
        return
    scope.shared.remove(array)
    if scope.chance(0.3):
        fill(scope, 1, more)
    store(scope, array)
    scope.arrays.append(array)
    for _ in range(scope.rng.randint(1, 2)):
        place = scope.block.thread if scope.block and scope.chance(0.8) else leaf(scope, OF_BLOCK)
        scope.declare(scope.element(array, place), mutable=scope.chance(0.3))
    functions = list(scope.functions)
    fill(scope, scope.rng.randint(0, 2), more)
    if scope.depth or scope.chance(0.6):
        barrier(scope)
        scope.functions = functions  # lambdas may read the array
        scope.arrays.remove(array)
        scope.shared.append(array)


def reduction(scope: Scope, more: Table) -> None:
    """A tree of sums or extremes in shared memory; a loop with barriers and, at times, a uniform exit."""
    array = free(scope, flat=True)
    if array is None or not scope.block:
        return
    block, s, t = scope.block, array.name, scope.block.thread
    scope.line(f"{s}[{t.text}] = {expression(scope, ALL, array.type).text};")
    barrier(scope)
    o = scope.names.fresh("o")
    most = scope.chance(0.3)

    def step(other: str) -> str:
        pick = "fmaxf" if array.type == "float" else "max"
        return f"{s}[{t}] = {pick}({s}[{t}], {s}[{other}]);" if most else f"{s}[{t}] += {s}[{other}];"

    if all(size & (size - 1) == 0 for size in block.sizes) and scope.chance(0.7):
        scope.line(f"for (int {o} = {block.threads} / 2; {o} > 0; {scope.rng.choice((f'{o} >>= 1', f'{o} /= 2'))}) {{")
        scope.line(f"    if ({t} < {o}) {step(f'{t} + {o}')}")
    else:
        half = scope.names.fresh("half")
        scope.line(f"for (int {o} = {block.threads}, {half} = 0; {o} > 1; {o} = {half}) {{")
        scope.line(f"    {half} = ({o} + 1) / 2;")
        scope.line(f"    if ({t} < {o} - {half}) {step(f'{t} + {half}')}")
    scope.line(f"    {scope.rng.choice(('__syncthreads();', 'SYNC;'))}")
    if scope.chance(0.3):
        scope.line(f"    if ({o} < {fitted(leaf(scope, frozenset()), 'int', 0, 6)}) break;")
    scope.line("}")
    bound = (1 if most else block.most) * KEPT
    low, high = (-bound, bound) if array.type != "unsigned" else kept("unsigned")
    place = fitted(leaf(scope, frozenset()), "int", 0, 3).text if scope.chance(0.3) and min(block.sizes) > 3 else "0"
    scope.declare(Value(f"{s}[{place}]", array.type, low, high, OF_BLOCK, True), "sum", mutable=False)
    barrier(scope)


def prefix(scope: Scope, more: Table) -> None:
    """Prefix sums, with two barriers an iteration."""
    array = free(scope, "int", flat=True)
    if array is None or not scope.block:
        return
    s, t, n, o = array.name, scope.block.thread, scope.block.threads, scope.names.fresh("o")
    scope.line(f"{s}[{t.text}] = {expression(scope, ALL, 'int').text};")
    barrier(scope)
    scope.line(f"for (int {o} = 1; {o} < {n}; {o} *= 2) {{")
    add = scope.names.fresh("add")
    scope.line(f"    int {add} = {t} >= {o} ? {s}[{t} - {o}] : 0;")
    scope.line("    __syncthreads();")
    scope.line(scope.rng.choice((f"    {s}[{t}] += {add};", f"    if ({t} >= {o}) {s}[{t}] += {add};")))
    scope.line("    SYNC;")
    scope.line("}")
    bound = scope.block.most * KEPT
    scope.declare(Value(scope.rng.choice((f"{s}[{t}]", f"{s}[{n} - 1 - {t}]")), "int", -bound, bound, ALL, True), "sum", mutable=False)
    barrier(scope)


def top(scope: Scope, declaration: str) -> None:
    """Declares shared memory, here or at the top of the kernel."""
    if scope.chance(0.3):
        scope.line(declaration)
    else:
        scope.tops.append(declaration)


def scalar(scope: Scope, more: Table) -> None:
    """One shared value, that the first thread sets or all threads contribute to."""
    assert scope.block
    name = scope.names.fresh("whole")
    type = scope.rng.choice(("int", "unsigned"))
    top(scope, f"__shared__ {type} {name};")
    t = scope.block.thread
    low, high = kept(type)
    if scope.chance(0.5):
        first = scope.rng.choice((f"{t} == 0", f"{t} == {scope.block.threads} - 1"))
        scope.line(f"if ({first}) {name} = {expression(scope, ALL, type).text};")
    else:
        operation = scope.rng.choice(("atomicMax", "atomicMin") if type == "int" else ("atomicAdd", "atomicXor", "atomicMax"))
        scope.line(f"if ({t} == 0) {name} = 0;")
        barrier(scope)
        value = expression(scope, ALL, type).text
        scope.line(f"if ({condition(scope).text}) {operation}(&{name}, {value});" if scope.chance(0.5) else f"{operation}(&{name}, {value});")
    barrier(scope)
    variable = Variable(name, type, low, high, OF_BLOCK)
    scope.variables.append(variable)
    functions = list(scope.functions)
    fill(scope, scope.rng.randint(1, 2), more)
    scope.mix(variable.value)
    barrier(scope)
    scope.functions = functions
    scope.variables.remove(variable)


def histogram(scope: Scope, more: Table) -> None:
    assert scope.block
    name, k = scope.names.fresh("bin"), scope.names.fresh("k")
    top(scope, f"__shared__ unsigned {name}[16];")
    t, n = scope.block.thread, scope.block.threads
    scope.line(f"for (int {k} = {t}; {k} < 16; {k} += {n}) {name}[{k}] = 0;")
    barrier(scope)
    place, value = fitted(arithmetic(scope, ALL, 1), "int", 0, 15), expression(scope, ALL, "unsigned", 1)
    scope.line(f"atomicAdd(&{name}[{place.text}], {value.text});")
    barrier(scope)
    array = Array(name, "unsigned", 16, OF_BLOCK)
    scope.declare(scope.element(array, arithmetic(scope, ALL, 1)), mutable=False)
    barrier(scope)


def stencil(scope: Scope, more: Table) -> None:
    """Neighbours through shared memory, with a halo that the outer threads fill."""
    assert scope.block
    name = scope.names.fresh("line")
    type = scope.rng.choice(("int", "float"))
    top(scope, f"__shared__ {type} {name}[{scope.block.most + 2}];")
    t, n = scope.block.thread, scope.block.threads
    scope.line(f"{name}[{t} + 1] = {expression(scope, ALL, type).text};")
    ends = (f"{t} == 0", f"{name}[0]"), (f"{t} == {n} - 1", f"{name}[{n} + 1]")
    for test, element in ends:
        scope.line(f"if ({test}) {element} = {expression(scope, ALL, type, 1).text};")
    barrier(scope)
    total = Value(f"{name}[{t}] + 2 * {name}[{t} + 1] - {name}[{t} + 2]", type, -4 * KEPT, 4 * KEPT, ALL)
    scope.declare(total, mutable=scope.chance(0.5))
    barrier(scope)


def stage(scope: Scope, more: Table) -> None:
    """An array that is shorter or longer than the block, which all threads fill in strides."""
    assert scope.block
    name, k = scope.names.fresh("staged"), scope.names.fresh("k")
    type, length = scope.rng.choice(("int", "float", "unsigned")), scope.rng.choice((7, 40, 100, 300))
    top(scope, f"__shared__ {type} {name}[{length}];")
    inner = scope.nested()
    inner.variables.append(Variable(k, "int", 0, length - 1, ALL))
    value = expression(inner, OF_BLOCK, type) if scope.chance(0.3) else fitted(inner.element(scope.rng.choice(scope.arrays), Value(k, "int", 0, length - 1, ALL, True)), type)
    scope.line(f"for (int {k} = {scope.block.thread}; {k} < {length}; {k} += {scope.block.threads})")
    scope.line(f"    {name}[{k}] = {value.text};")
    barrier(scope)
    array = Array(name, type, length, OF_BLOCK)
    scope.arrays.append(array)
    functions = list(scope.functions)
    fill(scope, scope.rng.randint(1, 2), more)
    scope.declare(scope.element(array, index(scope, ALL)), mutable=False)
    barrier(scope)
    scope.functions = functions
    scope.arrays.remove(array)


def block_function(scope: Scope, more: Table) -> None:
    """A device function with barriers in it."""
    if scope.block and scope.chance(0.4):
        source = scope.block.slot(scope.rng, leaf(scope, OF_BLOCK))
        value = called("broadcast", (expression(scope, ALL, "int"), scope.block.thread, source), "int", -KEPT, KEPT)
        scope.declare(Value(value.text, "int", -KEPT, KEPT, OF_BLOCK, True), "sum", mutable=False)
        return None
    array = free(scope, "int", flat=True)
    if array is None or not scope.block:
        return declare(scope)
    value, block = expression(scope, ALL, "int"), scope.block
    arguments = (Value(array.name, "int", 0, 0), value, block.thread, block.threads)
    bound = block.most * KEPT
    text = called("block_sum", arguments, "int", -bound, bound).text
    scope.declare(Value(text, "int", -bound, bound, OF_BLOCK, True), "sum", mutable=False)
    return None


def vote(scope: Scope, more: Table) -> None:
    assert scope.block
    kind = scope.rng.choice(("or", "and", "count"))
    text = f"__syncthreads_{kind}({condition(scope).text})"
    high = scope.block.most if kind == "count" else 1
    scope.declare(Value(text if kind == "count" else f"{text} != 0", "int", 0, high, OF_BLOCK), "vote", mutable=False)


def vote_loop(scope: Scope, more: Table) -> None:
    """Goes on for the whole block until no thread asks for more."""
    if scope.trips * 8 > MOST_TRIPS:
        return vote(scope, more)
    k = scope.names.fresh("k")
    scope.line(f"int {k} = 0;")
    inner = scope.nested(OF_BLOCK, jumps=(), trips=scope.trips * 8)
    inner.variables.append(Variable(k, "int", 0, 6))
    fill(inner, 2, more)
    inner.line(f"++{k};")
    scope.take("do", inner, f"}} while (__syncthreads_or({k} < {small(scope, frozenset({THREAD}), 1, 6)}));")
    return None


def warp(scope: Scope, more: Table) -> None:
    """An operation of a whole warp of 32 lanes."""
    kind = scope.rng.choice(("xor", "down", "up", "", "ballot", "any", "all", "sync"))
    if kind == "sync":
        scope.line("__syncwarp();")
    if kind in ("ballot", "any", "all", "sync"):
        kind = "ballot" if kind == "sync" else kind
        value = called(f"__{kind}_sync", (FULL, condition(scope)), "int", 0, 1, ALL)
        if kind == "ballot":
            value = Value(value.text, "unsigned", *kept("unsigned"), ALL, True)
        else:
            value = Value(f"{value.text} != 0", "int", 0, 1, ALL)
    else:
        type = scope.rng.choice(("int", "unsigned", "float"))
        by = Value(str(scope.rng.choice((1, 2, 4, 8, 16)) if kind else scope.rng.randrange(32)), "int", 0, 31)
        name = f"__shfl_{kind}_sync" if kind else "__shfl_sync"
        width = (Value(str(scope.rng.choice((8, 16))), "int", 0, 31),) if scope.chance(0.2) else ()
        value = called(name, (FULL, expression(scope, ALL, type), by, *width), type, *kept(type), ALL)
    scope.declare(value, "lane", mutable=False)


TOGETHER: Table = (
    (8, cycle), (3, reduction), (1, prefix), (2, scalar), (2, histogram), (2, stencil), (2, stage), (3, block_function), (1, barrier),
)  # fmt: skip
VOTES: Table = ((6, vote), (3, vote_loop))
WARPS: Table = ((8, warp),)
