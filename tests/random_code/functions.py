"""What stands in front of the kernels: macros, constant memory, structs, device functions."""

from __future__ import annotations

from random import Random

from random_code.control import fill
from random_code.expressions import FUNCTION_RANGE
from random_code.scope import Array, Function, Names, Scope, Variable
from random_code.values import ALL, BLOCK, DATA, THREAD, Deps, Value, converted, fitted

LARGEST_BLOCK, LARGEST_GRID = 256, 64
TABLE = Array("table", "int", 16, frozenset({DATA}), (-50, 50))
SCALES = Array("scales", "float", 8, frozenset({DATA}), (1, 8))

HEAD = """\
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define SYNC __syncthreads()
#define STORE_AND_SYNC(to, ...) do { (to) = (__VA_ARGS__); __syncthreads(); } while (0)
#define MIX(to, ...) do { unsigned mixed = (__VA_ARGS__); (to) = (to) * 17u + (mixed ^ (mixed >> 3)); } while (0)
#define BOTH(a, b, n) ((a) += (b) * (n), (b) ^= (a) >> 1)
#define GID (blockIdx.x * blockDim.x + threadIdx.x)
#define FLAT(x, y, w) ((y) * (w) + (x))

struct Pair { int a; int b; };

struct Weights {
    int a, b;
    __host__ __device__ int apply(int x) const { return a * (x & 7) + b; }
};

__device__ int global_index() { return blockIdx.x * blockDim.x + threadIdx.x; }

__device__ __forceinline__ int block_sum(int* values, int value, int thread, int threads)
{
    values[thread] = value;
    __syncthreads();
    for (int left = threads; left > 1; left = (left + 1) / 2) {
        int half = (left + 1) / 2;
        if (thread < left / 2) values[thread] += values[thread + half];
        __syncthreads();
    }
    int sum = values[0];
    __syncthreads();
    return sum;
}

__device__ int broadcast(int value, int thread, int from)
{
    __shared__ int sent;
    if (thread == from) sent = value;
    __syncthreads();
    int found = sent;
    __syncthreads();
    return found;
}

__device__ Pair ordered(int a, int b)
{
    Pair pair;
    if (a < b) { pair.a = a; pair.b = b; return pair; }
    pair.a = b;
    pair.b = a;
    return pair;
}

__device__ int distance(Pair pair, int from) { return pair.b - pair.a + abs(pair.a - from); }

template <class T, int N>
__device__ T scaled(T x)
{
    T sum = T(0);
    for (int k = 0; k < N; ++k) sum += x + T(k);
    return sum;
}

template <class T> __device__ T larger(T a, T b) { return a < b ? b : a; }
"""

TEMPLATES = (
    Function("scaled<int, 3>", ("int",), "int", -3003, 3003),
    Function("scaled<float, 2>", ("float",), "float", -2001, 2001),
    Function("larger", ("int", "int"), "int", -FUNCTION_RANGE, FUNCTION_RANGE),
    Function("larger<float>", ("float", "int"), "float", -FUNCTION_RANGE, FUNCTION_RANGE),
    Function("scaled<unsigned, 4>", ("unsigned",), "unsigned", 0, (1 << 32) - 1),
)


def constants(rng: Random) -> str:
    """Constant memory: one array with its values, one that the host fills."""
    values = ", ".join(str(rng.randint(-50, 50)) for _ in range(TABLE.length))
    rounds = rng.randint(1, 4)
    named = f"#define ROUNDS {rounds}\nconstexpr int TURNS = {rounds};\n"  # nvcc expands no macro in a pragma
    return f"__constant__ int table[16] = {{{values}}};\n__constant__ float scales[8];\n{named}"


def built_ins() -> list[Variable]:
    """The built-in variables, in ranges that hold for every launch of every program."""
    sizes = {"threadIdx": (0, LARGEST_BLOCK - 1, {THREAD}), "blockIdx": (0, LARGEST_GRID - 1, {BLOCK}), "blockDim": (1, LARGEST_BLOCK, set()), "gridDim": (1, LARGEST_GRID, set())}
    return [Variable(f"{name}.{axis}", "unsigned", low, high, frozenset(deps)) for name, (low, high, deps) in sizes.items() for axis in "xy"]


def function(names: Names, known: list[Function], size: int) -> tuple[str, Function]:
    """A device function with loops, branches and returns; it may call those before it, and use the built-in variables."""
    rng = names.rng
    name = names.fresh("helper")
    types = tuple(rng.choice(("int", "int", "unsigned", "float")) for _ in range(rng.randint(1, 3)))
    result = rng.choice(("int", "int", "unsigned", "float"))
    parameters = [Variable(names.fresh("p"), type, *_range(type), ALL) for type in types]
    indexed = rng.random() < 0.4
    scope = Scope(names, control=ALL, returns=result, trips=20, depth=1, arrays=[TABLE, SCALES])
    scope.variables = [*parameters, *(built_ins() if indexed else [])]
    scope.functions = [f for f in known if not f.out and (indexed or not f.deps & {THREAD, BLOCK})]
    mix = names.fresh("mix")
    scope.line(f"unsigned {mix} = {converted(parameters[0].value, 'unsigned').text};")
    scope.variables.append(Variable(mix, "unsigned", 0, (1 << 32) - 1, ALL, True))
    out = rng.choice(("", "", "pointer", "reference"))
    if out:
        scope.returns = "none"
    fill(scope, rng.randint(1, size))
    scope.fold()
    value = fitted(Value(f"{mix} % 2001u", "unsigned", 0, 2000), "int", 0, 2000)
    low, high = _range(result)
    whole = Value(f"{value} - 1000", "int", -1000, 1000) if result != "unsigned" else Value(mix, "unsigned", 0, (1 << 32) - 1)
    answer = fitted(whole, result, low, high).text
    qualifier = rng.choice(("__device__", "__device__ __forceinline__", "__device__ inline", "static __device__"))
    written = [f"{'const ' if rng.random() < 0.3 else ''}{v.type} {v.name}" for v in parameters]
    if out:
        written.append(f"{result}{'*' if out == 'pointer' else '&'} out")
        scope.line(f"{'*' if out == 'pointer' else ''}out = {answer};")
    else:
        scope.line(f"return {answer};")
    deps: Deps = frozenset({THREAD, BLOCK, DATA}) if indexed else frozenset({DATA})
    text = "\n".join([f"{qualifier} {'void' if out else result} {name}({', '.join(written)})", "{", *("    " + line for line in scope.lines), "}", ""])
    return text, Function(name, types, result, low, high, deps, out)


def _range(type: str) -> tuple[int, int]:
    return (0, (1 << 32) - 1) if type == "unsigned" else (-FUNCTION_RANGE, FUNCTION_RANGE)
