"""Shared memory that others own, pointers to it, and threads of a block that wait for one another."""

from __future__ import annotations

from collections.abc import Callable

from random_code.expressions import condition, expression
from random_code.scope import Scope, Variable
from random_code.shared import OF_BLOCK, free
from random_code.values import ALL, Value, kept

Construct = Callable[[Scope], object]
HEAD = """\
__device__ int first_of(const groups::thread_block_tile<16>& tile, int v) { return tile.shfl(v, 0); }
__device__ int last_of(groups::thread_block_tile<32> tile, int v) { return tile.shfl(v, 31) + (tile.thread_rank() == 31); }
template <class T> struct SharedMemory {
    __device__ operator T*() { extern __shared__ int wrapped[]; return (T*)wrapped; }
    __device__ operator const T*() const { extern __shared__ int wrapped[]; return (const T*)wrapped; }
};
template <class T, int N> struct Tile { T data[N]; __device__ T& at(int k) { return data[k]; } };
__shared__ int common[256];
__device__ int* scratch() { __shared__ int own[256]; return own; }
__device__ int neighbour(int value, int thread, int threads) { __shared__ int sent[256]; sent[thread] = value; __syncthreads(); int found = sent[(thread + 1) % threads]; __syncthreads(); return found; }
template <class T> __device__ T opposite(T value, int thread, int threads) { __shared__ T kept[256]; kept[thread] = value; __syncthreads(); T found = kept[threads - 1 - thread]; __syncthreads(); return found; }
__device__ int around(int value, int thread, int threads) { int once = neighbour(value, thread, threads); return neighbour(once ^ 3, thread, threads) + once % 5; }
__device__ int changing(int value, int thread, int threads) { __shared__ int kept[256]; kept[thread] = value; __syncthreads(); int sum = 0; for (int k = 0; k < 2; ++k) { sum += kept[(thread + k) % threads] % 2048; __syncthreads(); kept[thread] += sum & 7; __syncthreads(); } return sum; }
struct Joined { __device__ int operator()(int a, int b) const { return (a ^ b) % 2048; } };
struct Beyond { int least; __device__ int operator()(int a, int b) const { return max(max(a, b), least) % 2048; } };
template <class Op> __device__ int folded_by(int value, int thread, int threads, Op op) { __shared__ int kept[256]; kept[thread] = value; __syncthreads(); int found = op(kept[(thread + 1) % threads], kept[threads - 1 - thread]); __syncthreads(); return found; }
__device__ int factor_of = 2;
__device__ void scaled_store(int* to, int value, int thread) { to[thread] = value % 2048 * factor_of; __syncthreads(); }
#define FOLDED 2
__device__ void folded_store(int* to, int value, int thread) { to[thread] = value % 2048 * FOLDED; __syncthreads(); }
#undef FOLDED
#define FOLDED 3
__device__ void publish(int* to, int value, int thread) { to[thread] = value; __syncthreads(); }
"""


def _read(scope: Scope, array: str) -> None:
    """Behind a barrier, what a neighbour stored; and a barrier before the next store."""
    assert scope.block
    t, n = scope.block.thread, scope.block.threads
    text = scope.rng.choice((f"{array}[{n} - 1 - {t}]", f"{array}[({t} + 1) % {n}]"))
    scope.declare(Value(text, "int", *kept("int"), ALL, True), "sum", mutable=False)
    if scope.chance(0.3):
        scope.declare(Value(f"{array}[0]", "int", *kept("int"), OF_BLOCK, True), "sum", mutable=False)
    scope.line("__syncthreads();")


def _cycle(scope: Scope, array: str) -> None:
    assert scope.block
    scope.lines += [f"{array}[{scope.block.thread}] = {expression(scope, ALL, 'int', 1).text};", "__syncthreads();"]
    _read(scope, array)


def through_pointer(scope: Scope) -> bool:
    array = free(scope, "int", flat=True)
    if array is None:
        return False
    p = scope.names.fresh("ptr")
    scope.line(scope.rng.choice((f"int* {p} = {array.name};", f"int* const {p} = &{array.name}[0];", f"auto& {p} = {array.name};")))
    _cycle(scope, p)
    return True


def into_callee(scope: Scope) -> bool:
    """Shared memory that a device function stores to and synchronises."""
    array = free(scope, "int", flat=True)
    if array is None or not scope.block:
        return False
    scope.line(f"publish({array.name}, {expression(scope, ALL, 'int', 1).text}, {scope.block.thread});")
    _read(scope, array.name)
    return True


def of_callee(scope: Scope) -> None:
    """A device function's own array."""
    assert scope.block
    text = f"neighbour({expression(scope, ALL, 'int', 1).text}, {scope.block.thread}, {scope.block.threads})"
    scope.declare(Value(text, "int", *kept("int"), ALL, True), "sum", mutable=False)


def of_callee_twice(scope: Scope) -> None:
    """Such a function called at two places, for two types, in a loop, by a function that calls it twice."""
    assert scope.block
    t, n = scope.block.thread, scope.block.threads

    def given() -> str:
        return expression(scope, ALL, "int", 1).text

    a, b, k = scope.names.fresh("sum"), scope.names.fresh("sum"), scope.names.fresh("k")
    scope.lines += scope.rng.choice((
        [f"int {a} = neighbour({given()}, {t}, {n});", f"int {b} = neighbour({a} ^ {given()}, {t}, {n});"],
        [f"int {a} = opposite({given()}, {t}, {n});", f"int {b} = (int)(opposite((unsigned)({given()}), {t}, {n}) % 4096u);"],
        [f"int {a} = opposite<int>({given()}, {t}, {n}), {b} = 1;", f"{b} = opposite({a} + 2, {t}, {n});"],
        [f"int {a} = around({given()}, {t}, {n}), {b} = 3;"],
        [f"int {a} = changing({given()}, {t}, {n});", f"int {b} = changing({given()}, {t}, {n});"],
        [f"int {a} = folded_by({given()}, {t}, {n}, Joined());", f"int {b} = folded_by({given()} ^ {a}, {t}, {n}, Beyond{{3}});"],
        [f"int {a} = {given()} % 1024 ^ opposite({given()}, {t}, {n}), {b} = 1;", f"{b} ^= {given()} % 1024 ^ opposite({a}, {t}, {n});"],
        [f"int {a} = (int)((float)table[{t} & 15] / (opposite({given()}, {t}, {n}) % 8 + 9) * 64), {b} = {given()};"],
        [f"int {a} = 1, {b} = {given()};", f"for (int {k} = 0; {k} < 2; ++{k}) {{ {a} = neighbour({b} % 2048 + {k}, {t}, {n}); {b} = neighbour({a} % 2048 * 2, {t}, {n}); }}"],
    ))  # fmt: skip
    for name in (a, b):
        scope.lines.append(f"{name} %= 4096;")
        scope.add(Variable(name, "int", *kept("int"), ALL, True))


def captured(scope: Scope) -> bool:
    """A function with a barrier in it, that names what the kernel has a variable of."""
    array = free(scope, "int", flat=True)
    if array is None or not scope.block:
        return False
    hides = scope.chance(0.5) and "factor_of" not in scope.names.plain
    if hides:
        scope.names.plain.add("factor_of")
        scope.line(f"int factor_of = {expression(scope, ALL, 'int', 1).text};")
        scope.add(Variable("factor_of", "int", *kept("int"), ALL, True))
    scope.line(f"scaled_store({array.name}, {expression(scope, ALL, 'int', 1).text}, {scope.block.thread});")
    _read(scope, array.name)
    return True


def unrolled(scope: Scope) -> bool:
    """Barriers in a loop that a directive unrolls, behind the head of another."""
    array = free(scope, "int", flat=True)
    if array is None or not scope.block:
        return False
    k, j, a, t, n = scope.names.fresh("k"), scope.names.fresh("j"), scope.names.fresh("sum"), scope.block.thread, scope.block.threads
    value = expression(scope, ALL, "int", 1).text
    scope.lines += [
        f"int {a} = {value};", f"for (int {k} = 0; {k} < 2; ++{k})", scope.rng.choice(("#pragma unroll", "#pragma unroll 1", "#pragma unroll TURNS")),
        f"    for (int {j} = 0; {j} < 2; ++{j}) {{", f"        {array.name}[{t}] = {a} + {k} * {j};", "        __syncthreads();",
        f"        {a} = ({a} + {array.name}[({t} + 1) % {n}]) % 4096;", "        __syncthreads();", "    }",
    ]  # fmt: skip
    scope.add(Variable(a, "int", *kept("int"), ALL, True))
    return True


def in_struct(scope: Scope) -> None:
    """A struct of shared memory."""
    name = scope.names.fresh("pool")
    scope.tops.append(f"__shared__ Tile<int, 256> {name};")
    if scope.chance(0.5):
        _cycle(scope, f"{name}.data")
        return
    assert scope.block
    scope.lines += [f"{name}.at({scope.block.thread}) = {expression(scope, ALL, 'int', 1).text};", "__syncthreads();"]
    _read(scope, f"{name}.data")


def at_namespace_scope(scope: Scope) -> None:
    _cycle(scope, "common")


def given(scope: Scope) -> None:
    """What a function gives of its own."""
    p = scope.names.fresh("ptr")
    scope.line(f"int* {p} = scratch();")
    _cycle(scope, p)


def waiting(scope: Scope) -> None:
    """Threads that wait for a flag of another thread, which comes. The first sets it: on the processor each that waits for a later
    one takes 10 ms."""
    assert scope.block
    flag, t = scope.names.fresh("ready"), scope.block.thread
    scope.tops.append(f"__shared__ int {flag};")
    scope.lines += [f"if ({t} == 0) {flag} = 0;", "__syncthreads();", f"if ({t} == 0) atomicExch(&{flag}, {scope.rng.randint(1, 9)});", f"while (atomicAdd(&{flag}, 0) == 0) ;"]
    scope.declare(Value(f"atomicAdd(&{flag}, 0)", "int", 1, 9, OF_BLOCK, True), "sum", mutable=False)
    scope.line("__syncthreads();")


def in_turns(scope: Scope) -> None:
    """Threads that wait for their turn: each writes to shared memory behind the one before it, and gives the turn on."""
    assert scope.block
    turn, total, mine, t = scope.names.fresh("turn"), scope.names.fresh("total"), scope.names.fresh("mine"), scope.block.thread
    scope.tops.append(f"__shared__ volatile int {turn}, {total};")
    value = expression(scope, ALL, "int", 1).text
    scope.lines += [
        f"if ({t} == 0) {{ {turn} = 0; {total} = {scope.rng.randint(1, 9)}; }}", "__syncthreads();", f"if ({t} < {scope.rng.randint(2, 3)}) {{",
        f"    bool {mine} = false;", f"    while (!{mine}) {{", f"        if ({turn} == (int)({t})) {{",
        f"            {total} = ({total} * 3 + {value}) % 4096;", "            __threadfence_block();", f"            {turn} = {turn} + 1;", f"            {mine} = true;",
        "        }", "    }", "}", "__syncthreads();",
    ]  # fmt: skip
    scope.declare(Value(total, "int", *kept("int"), OF_BLOCK, True), "sum", mutable=False)
    scope.line("__syncthreads();")


def in_a_branch(scope: Scope) -> None:
    """Shared memory that some blocks alone declare."""
    assert scope.block
    s, a, t = scope.names.fresh("few"), scope.names.fresh("sum"), scope.block.thread
    test = scope.rng.choice(("blockIdx.x & 1", "blockIdx.x % 3 != 1", "blockIdx.x > 0"))
    scope.lines += [f"int {a} = 2;", f"if ({test}) {{ __shared__ int {s}[256]; {s}[{t}] = {expression(scope, ALL, 'int', 1).text}; {a} = {s}[{t}] % 4096; }}"]
    scope.add(Variable(a, "int", *kept("int"), ALL, True))


def in_step(scope: Scope) -> bool:
    """Lanes of the first warp that exchange values with no barrier between, by way of a volatile pointer."""
    array = free(scope, "int", flat=True)
    if array is None or not scope.block or "warps" not in scope.options:
        return False
    p, lane, t = scope.names.fresh("lanes"), scope.names.fresh("lane"), scope.block.thread
    scope.lines += [
        f"{array.name}[{t}] = {expression(scope, ALL, 'int', 1).text};", "__syncthreads();", f"if ({t} < 32) {{",
        f"    volatile int* {p} = {array.name};", f"    const int {lane} = {t};",
        *(f"    {p}[{lane}] = ({p}[{lane}] + {p}[({lane} + {o}) & 31]) % 4096;" for o in (16, 1)), "}", "__syncthreads();",
    ]  # fmt: skip
    _read(scope, array.name)
    return True


def defined_anew(scope: Scope) -> bool:
    """A macro that was another one where a function stands that is inlined, or that changes in the kernel."""
    array = free(scope, "int", flat=True)
    if array is None or not scope.block:
        return False
    if scope.chance(0.7):
        scope.line(f"folded_store({array.name}, {expression(scope, ALL, 'int', 1).text}, {scope.block.thread});")
        _read(scope, array.name)
    else:
        v = scope.names.fresh("v")
        scope.lines += [f"int {v} = ({expression(scope, ALL, 'int', 1).text}) % 99 * FOLDED;", "#undef FOLDED", f"#define FOLDED {scope.rng.randint(4, 9)}", f"{v} += FOLDED;"]
        scope.declare(Value(v, "int", *kept("int"), ALL, True), "sum", mutable=False)
    return True


def shuffled(scope: Scope) -> bool:
    """A sum over a warp, whose lanes are all there."""
    if "warps" not in scope.options:
        return False
    v, o = scope.names.fresh("v"), scope.names.fresh("o")
    scope.line(f"int {v} = {expression(scope, ALL, 'int', 1).text};")
    scope.line(f"for (int {o} = 16; {o} > 0; {o} /= 2) {v} += __shfl_{scope.rng.choice(('xor', 'down'))}_sync(0xffffffffu, {v}, {o});")
    scope.line(f"{v} = ({v} + __popc(__ballot_sync(0xffffffffu, {condition(scope).text}))) % 4096;")
    scope.declare(Value(v, "int", *kept("int"), ALL, True), "sum", mutable=False)
    return True


def tiled(scope: Scope) -> bool:
    """What lanes of a tile do together, and ask of it."""
    if "warps" not in scope.options:
        return False
    tile, v, o, lanes = scope.names.fresh("tile"), scope.names.fresh("v"), scope.names.fresh("o"), scope.rng.choice((8, 16, 32))
    kind = scope.rng.choice(("auto", "const auto", f"groups::thread_block_tile<{lanes}>"))
    scope.line(f"{kind} {tile} = groups::tiled_partition<{lanes}>(groups::this_thread_block());")
    scope.line(f"int {v} = {expression(scope, ALL, 'int', 1).text};")
    test = condition(scope).text
    scope.line(scope.rng.choice((
        f"for (int {o} = {tile}.size() / 2; {o} > 0; {o} /= 2) {v} += {tile}.shfl_{scope.rng.choice(('xor', 'down'))}({v}, {o});",
        f"{v} += {tile}.shfl({v}, 3) + {tile}.shfl_up({v}, 2) + __popc({tile}.ballot({test}));",
        f"{v} = {tile}.any({test}) * 5 + {tile}.all({test}) + {tile}.thread_rank() * 3;",
        f"if ({tile}.thread_rank() == 0) {v} ^= {tile}.num_threads();",
        f"{v} = {'first_of' if lanes == 16 else 'last_of'}({f'{tile}' if lanes in (16, 32) else 'groups::tiled_partition<32>(groups::this_thread_block())'}, {v});",
    )))  # fmt: skip
    scope.line(scope.rng.choice((f"{tile}.sync();", f"groups::sync({tile});", "groups::this_thread_block().sync();")))
    scope.line(f"{v} %= 4096;")
    scope.declare(Value(v, "int", *kept("int"), ALL, True), "sum", mutable=False)
    return True


def counted_tile(scope: Scope) -> None:
    tile = scope.names.fresh("tile")
    scope.line(f"auto {tile} = groups::tiled_partition<8>(groups::this_thread_block());")
    scope.declare(Value(f"(int){tile}.meta_group_rank()", "int", 0, 128, ALL, True), "sum", mutable=False)


CONSTRUCTS: dict[str, Construct] = {
    "pointer to shared memory": through_pointer, "callee stores to shared memory": into_callee,
    "shared memory of a callee": of_callee, "struct in shared memory": in_struct, "warp's sum": shuffled, "tile of a warp": tiled,
    "shared memory of a callee, twice": of_callee_twice, "callee names what is hidden": captured, "barrier in an unrolled loop": unrolled,
}  # fmt: skip
NEED_WARPS = frozenset({"warp's sum", "lanes in step", "tile of a warp"})
REFUSED: dict[str, Construct] = {
    "shared memory at namespace scope": at_namespace_scope, "shared memory that a callee gives": given, "waiting that ends": waiting,
    "waiting in turns": in_turns, "lanes in step": in_step, "shared memory in a branch": in_a_branch,
    "macro defined anew": defined_anew, "number of a tile": counted_tile,
}  # fmt: skip
