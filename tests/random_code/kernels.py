"""Random kernels: their parameters, their shape, and what fills it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import prod
from random import Random

from random_code.control import Table, counted, fill, idea
from random_code.expressions import applied, expression
from random_code.functions import SCALES, TABLE
from random_code.geometry import EVERYWHERE, Launch, built_ins, indices, launches, threads_of_block
from random_code.ideas.catalogue import chosen, named
from random_code.ideas.rows import NEED_ROWS
from random_code.ideas.together import NEED_WARPS
from random_code.scope import INDENT, Array, Block, Function, Names, Output, Own, Scope, Variable
from random_code.shared import OF_BLOCK, TOGETHER, VOTES, WARPS
from random_code.statements import UNORDERED
from random_code.values import ALL, BLOCK, TOP, UNIFORM, Value, combined, converted, fitted, kept

PADDING = 32  # elements behind an output that nothing may touch


@dataclass(frozen=True)
class Global:
    """An array of the device, and the range of its elements."""

    name: str
    type: str
    length: int
    bounds: tuple[int, int]


@dataclass(frozen=True)
class Kernel:
    """A kernel's text, and what launching it takes."""

    name: str
    text: str
    constructs: frozenset[str]
    call: str  # its name, with template arguments where they are not deduced
    launches: tuple[tuple[Launch, tuple[str, ...]], ...]  # each with its arguments
    written: tuple[Global, ...]
    read: tuple[Global, ...]
    typed: str  # the argument of a template with one type for its only parameter
    dynamic: int  # bytes of dynamic shared memory for each thread of a block


ONCE = Global("in_once", "int", 8192, (-900, 900))  # each element is read by one thread, once


def kernel(names: Names, functions: list[Function], inputs: list[Global], options: frozenset[str], size: int, sought: Sequence[str] | None = None) -> Kernel:
    """A kernel of about `size` statements a part; with `sought`, of these constructs, and such that as many steps of schedules as possible
    are legal: an axis for each, arrays that are read or stored to once, a loop that all threads go through alike."""
    rng = names.rng
    fits = sought is not None
    if sought is not None:
        options |= {"fits"} | ({"warps"} if NEED_WARPS & set(sought) else set())
    ideas = tuple(map(named, sought or ()))
    in_rows = bool(NEED_ROWS & set(sought or ()))
    dims = 2 if in_rows else rng.choice((1, 2, 2, 2, 3) if fits else (1, 1, 1, 2, 2, 3))
    form = rng.choice(("threads", "threads", "threads", "threads", "strides", "tiles")) if dims == 1 else "threads"
    guarded = form != "threads" or rng.random() < 0.7
    fixed = in_rows or rng.random() < 0.5
    shape = launches(rng, dims, fixed, "warps" in options, 1 if form == "threads" else 3)
    sizes = {prod(x.block) for x in shape}
    template = rng.choice(("", "", "", "N", "TN", "T")) if len(sizes) == 1 else rng.choice(("", "", "", "T"))
    constant = "N" if "N" in template else str(max(sizes)) if len(sizes) == 1 else ""
    name = names.fresh("kernel")
    names.constructs.clear()
    names.plain.clear()
    lines: list[str] = []
    block = threads_of_block(rng, shape, dims, constant, lines)
    found, own = indices(rng, shape, dims, guarded, block, lines)
    reach = max(prod(x.limits if guarded else x.extents) for x in shape)
    outputs = tuple(
        Output(names.fresh("out"), rng.choice(("int", "unsigned", "unsigned", "float", "double")), rng.choice((1, 1, 2, 3)), rng.random() < 0.4)
        for _ in range(rng.randint(1, 3))
    )
    own = replace(own, outputs=outputs)
    bins = tuple((names.fresh("bins"), rng.choice(list(UNORDERED))) for _ in range(rng.randint(0, 2)))
    read = rng.sample(inputs, rng.randint(1, min(4, len(inputs))))
    once = ONCE if "wide" in options and (rng.random() < 0.25 or fits) else None
    needed = any(each.together for each in ideas)
    barriers = form == "tiles" or (form == "threads" and (needed or rng.random() < (0.25 if fits else 0.65)))

    scope = Scope(names, barriers=barriers, returns="uniform", own=own, block=block, bins=bins, functions=list(functions), options=options, lines=lines)
    scope.arrays = [TABLE, SCALES, *(Array(g.name, g.type, g.length, UNIFORM, g.bounds, global_memory=True) for g in read)]
    if once:
        read.append(once)
        scope.once = once.name, names.fresh("sole")
        names.constructs.add("array read once")
    scope.variables = [*built_ins(shape, dims), *_scalars(rng, shape), *found]
    counters = tuple(names.fresh("c") for _ in range(rng.randint(0, 2)))
    if counters:
        scope.line(f"int {', '.join(counters)};")
    scope.counters = counters
    start = rng.choice(("key", "key + i", "key ^ 77u", "p"))
    mix = names.fresh("mix")
    scope.line(f"unsigned {mix} = {start};")
    scope.variables.append(Variable(mix, "unsigned", 0, TOP, ALL, True))
    for each in functions:
        if not each.out and rng.random() < 0.25:
            scope.mix(applied(scope, each, ALL))
    if "T" in template:
        scope.line(f"T {names.fresh('first')} = T(p) + {read[0].name}[{rng.randrange(8)}];")
        low, high = read[0].bounds if read[0].type != "unsigned" else kept("unsigned")
        widened = (low - 6, high + 6) if read[0].type != "unsigned" else (low, high)
        scope.add(Variable(f"first{names.taken['first'] - 1}", read[0].type, *widened, frozenset({"data"})))
    dynamic = _shared(scope, constant) if barriers else 0
    if fits:
        scope.ideas = ideas
        for each in ideas:
            if each.together or scope.chance(0.3):
                idea(scope)
        counted(scope, UNIFORM, UNIFORM, ())
    elif "wide" in options:
        scope.ideas = chosen(rng, barriers, rng.choice((1, 1, 4, 6, 8, 9)), 1.0 if "refused" in options else 0.08)
        size = 1 if len(scope.ideas) < 4 else size + len(scope.ideas) // 2
    more: Table = TOGETHER + (VOTES if "votes" in options else ()) + (WARPS if "warps" in options and not fits else ())
    {"threads": _threads, "strides": _strides, "tiles": _tiles}[form](scope, size, more)

    written = [Global(o.name, o.type, reach * o.count + PADDING, kept(o.type)) for o in outputs]
    if scope.once:
        written.append(Global(scope.once[1], "int", reach + PADDING, kept("int")))
    written += [Global(bin, UNORDERED[operation], 16, kept(UNORDERED[operation])) for bin, operation in bins]
    restrict = rng.choice(("", " const") if rng.random() < 0.5 else (" __restrict__", " const __restrict__"))
    typed = "T" if "T" in template else read[0].type
    parameters = [f"const {typed if g is read[0] else g.type}*{restrict} {g.name}" for g in read] + [f"{g.type}*{restrict} {g.name}" for g in written]
    limits = ("n",) if dims == 1 else ("w", "h", "d")[:dims]
    parameters += [*(f"int {limit}" for limit in limits), "int span", "int p", "int q", "unsigned key", "Weights weights", "Pair pair"]
    arrays = [g.name for g in (*read, *written)]
    calls = tuple((x, (*arrays, *map(str, x.limits), str(reach), *_values(rng))) for x in shape)
    bounds = rng.choice(("", "", f"__launch_bounds__({max(sizes)}) "))
    heads = {"": "", "N": "template <int N>\n", "TN": "template <class T, int N>\n", "T": "template <class T>\n"}
    head = f"{heads[template]}__global__ void {bounds}{name}({', '.join(parameters)})"
    explicit = {"": "", "N": f"<{max(sizes)}>", "TN": f"<{read[0].type}, {max(sizes)}>", "T": rng.choice(("", f"<{read[0].type}>"))}
    text = "\n".join([head, "{", *(INDENT + line for line in (*scope.tops, *scope.lines)), "}", ""])
    return Kernel(name, text, frozenset(names.constructs), name + explicit[template], calls, tuple(written), tuple(read), read[0].type if template == "T" else "", dynamic)


def _scalars(rng: Random, shape: tuple[Launch, ...]) -> list[Variable]:
    limits = zip(("n",) if len(shape[0].limits) == 1 else "whd", zip(*(x.limits for x in shape), strict=True), strict=False)
    found = [Variable(name, "int", min(values), max(values)) for name, values in limits]
    # Parameters may be changed like other variables: the same for all threads, or not.
    found += [Variable("p", "int", 1, 6, UNIFORM, rng.random() < 0.3), Variable("key", "unsigned", 0, TOP, UNIFORM, rng.random() < 0.3)]
    found.append(Variable("q", "int", -20, 20, ALL, True) if rng.random() < 0.3 else Variable("q", "int", -20, 20))
    return [*found, Variable("weights.a", "int", 1, 9), Variable("weights.b", "int", -9, 9), Variable("pair.a", "int", 0, 9), Variable("pair.b", "int", -9, 9)]


def _values(rng: Random) -> tuple[str, ...]:
    """Arguments for `_scalars` behind the limits."""
    weights, pair = f"Weights{{{rng.randint(1, 9)}, {rng.randint(-9, 9)}}}", f"Pair{{{rng.randint(0, 9)}, {rng.randint(-9, 9)}}}"
    return str(rng.randint(1, 6)), str(rng.randint(-20, 20)), f"{rng.randrange(1000)}u", weights, pair


def _shared(scope: Scope, constant: str) -> int:
    """Declares arrays for cycles; tells how many bytes of dynamic shared memory each thread of a block takes."""
    assert isinstance(scope.block, Block)
    block, rng, dynamic = scope.block, scope.rng, 0
    for _at in range(rng.randint(1, 3)):
        type = rng.choice(("int", "int", "unsigned", "float"))
        name = scope.names.fresh("tile")
        kind = rng.choice(("flat", "flat", "rows", "dynamic"))
        rows = block.shape[0] if block.shape else 8
        if kind == "dynamic" and not dynamic:
            wrapped = "wide" in scope.options and rng.random() < 0.4
            scope.tops.append(f"{type}* {name} = SharedMemory<{type}>();" if wrapped else f"extern __shared__ {type} {name}[];")
            scope.shared.append(Array(name, type, block.most, OF_BLOCK, slots=True))
            dynamic = 4
            if rng.random() < 0.5:
                other = scope.names.fresh("tile")
                scope.line(rng.choice((f"float* {other} = (float*)({name} + {block.threads});", f"float* {other} = reinterpret_cast<float*>(&{name}[{block.threads}]);")))
                scope.shared.append(Array(other, "float", block.most, OF_BLOCK, slots=True))
                dynamic = 8
        elif kind == "rows" and block.most % rows == 0:
            pad = rng.randint(0, 1)
            scope.tops.append(f"__shared__ {type} {name}[{block.most // rows}][{rows}{' + 1' if pad else ''}];")
            scope.shared.append(Array(name, type, block.most, OF_BLOCK, slots=True, rows=rows))
        else:
            scope.tops.append(f"__shared__ {type} {name}[{constant or block.most}];")
            scope.shared.append(Array(name, type, block.most, OF_BLOCK, slots=True))
    return dynamic


GUARDS = {"i < n": "WHEN_IN_LINE", "x < w && y < h": "WHEN_IN_PLANE"}  # as macros


def _finish(scope: Scope) -> None:
    """Changes every output by what was computed."""
    for _ in [each for each in scope.ideas if each.name not in scope.names.constructs] if "fits" in scope.options else ():
        idea(scope)
    scope.fold()
    assert scope.own
    mix = next(v for v in scope.variables if v.name.startswith("mix"))
    guard = f"if ({scope.own.guard}) " if scope.own.guard else ""
    if "wide" in scope.options and scope.own.guard in GUARDS and scope.chance(0.5):
        guard = f"{GUARDS[scope.own.guard]} "
    for output in scope.own.outputs:
        for which in range(output.count):
            element = scope.own.element(output, which)
            value = combined("+", Value(f"{mix.name} >> {which}", "unsigned", 0, TOP) if which else mix.value, converted(expression(scope, ALL, "int", 1), "unsigned"))
            before = Value(element, output.type, *kept(output.type), ALL, True)
            added = combined("+", before, value if output.type == "unsigned" else fitted(value, output.type))
            assigned = scope.rng.choice(("{} =", "{} =", "PUT_IN({})") if "wide" in scope.options else ("{} =",)).format(element)
            scope.line(f"{guard}{assigned} {fitted(added, output.type).text};")
    if scope.once:
        loaded, stored = scope.once
        index = scope.own.index.text
        first, second = scope.rng.sample((f"{loaded}[{index}]", fitted(expression(scope, ALL, "int", 1), "int", -900, 900).text), 2)
        added = scope.rng.choice(("+ ({})", "AND(({}))")).format(second)
        scope.line(f"{guard}{stored}[{index}] = ({first}) {added};")


def _threads(scope: Scope, size: int, more: Table) -> None:
    """A part in which barriers may stand, then one behind the guard in which threads may leave."""
    assert scope.own
    rng = scope.rng
    if scope.barriers:
        fill(scope, 1 + size, more)
        for _ in range(rng.randint(1, 2)):
            weights, blocks = zip(*more, strict=True)
            rng.choices(blocks, weights)[0](scope, more)
    scope.barriers, scope.returns = False, "any"
    guard = scope.own.guard
    if not guard or scope.chance(0.2):
        fill(scope, size)
        return _finish(scope)
    if scope.chance(0.5):
        scope.line(f"if (!({guard})) return;" if scope.chance(0.5) else f"if ({' || '.join(part.replace('<', '>=') for part in guard.split(' && '))}) return;")
        scope.own = replace(scope.own, guard="")
        fill(scope, size)
        return _finish(scope)
    scope.fold()
    scope.locals.clear()
    inner = scope.nested(EVERYWHERE, own=replace(scope.own, guard=""))
    fill(inner, size)
    _finish(inner)
    inner.locals.clear()
    scope.take(f"if ({guard})", inner, bare=False)
    return None


def _strides(scope: Scope, size: int, more: Table) -> None:
    """A loop over the problem with the grid's threads as step."""
    assert scope.own
    scope.barriers, scope.returns = False, "any"
    fill(scope, 1)
    k = scope.names.fresh("k")
    inner = scope.nested(ALL, loop=ALL, jumps=("break", "continue"), trips=4, own=_place(scope, k, ""))
    fill(inner, size)
    _finish(inner)
    inner.locals.clear()
    step = scope.rng.choice(("gridDim.x * blockDim.x", "(int)(blockDim.x * gridDim.x)"))
    head = scope.rng.choice((f"for (int {k} = i; {k} < n; {k} += {step})", f"for (int {k} = i, step = {step}; {k} < n; {k} += step)"))
    scope.take(head, inner, bare=False)


def _tiles(scope: Scope, size: int, more: Table) -> None:
    """A loop over the problem by whole blocks, with barriers inside."""
    assert scope.block
    base, k = scope.names.fresh("base"), scope.names.fresh("k")
    fill(scope, 1, more)
    inner = scope.nested(frozenset({BLOCK}), trips=4, own=_place(scope, k, f"{k} < n"))
    inner.line(f"const int {k} = {base} + {scope.block.thread};")
    fill(inner, size, more)
    weights, blocks = zip(*more, strict=True)
    scope.rng.choices(blocks, weights)[0](inner, more)
    _finish(inner)
    inner.locals.clear()
    block = scope.block.threads
    scope.take(f"for (int {base} = blockIdx.x * {block}; {base} < n; {base} += gridDim.x * {block})", inner, bare=False)


def _place(scope: Scope, index: str, guard: str) -> Own:
    """The own index inside of a loop over the problem."""
    assert scope.own
    most = next(v.high for v in scope.variables if v.name == "n") + scope.own.index.high
    return replace(scope.own, index=Value(index, "int", 0, most, EVERYWHERE, True), guard=guard)
