"""Random CUDA programs that are right by construction, to test what changes kernels.

    python tests/random_kernels.py SEED [--size N] [--warps] [--votes] [--wide] [--kernels N]

A program has one to three kernels, launches each a few times, and prints a hash of every array, and some of its elements, after each
launch. Its output depends neither on the order of threads and blocks nor on the width of a wave. All numbers are whole: integers, or
floating point that holds them exactly.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from random import Random

from random_code.functions import HEAD, TEMPLATES, constants, function
from random_code.ideas import catalogue as ideas
from random_code.ideas.builtins import HERE
from random_code.kernels import Global, Kernel, kernel
from random_code.scope import Names
from random_code.values import kept

INPUTS = [
    Global("in_i", "int", 1024, (-100, 100)),
    Global("in_u", "unsigned", 777, kept("unsigned")),
    Global("in_f", "float", 512, (-9, 60)),
    Global("in_d", "double", 300, (0, 255)),
    Global("in_s", "int", 256, (0, 9)),
]

HOST = """\
template <class T> T* filled(int n, unsigned seed, int low, unsigned values)
{
    T* host = (T*)malloc(n * sizeof(T));
    T* device = NULL;
    for (int k = 0; k < n; ++k) {
        seed = seed * 1664525u + 1013904223u;
        host[k] = values ? (T)(low + (int)((seed >> 8) % values)) : (T)seed;
    }
    cudaMalloc((void**)&device, n * sizeof(T));
    cudaMemcpy(device, host, n * sizeof(T), cudaMemcpyHostToDevice);
    free(host);
    return device;
}

template <class T> void show(const char* name, const T* device, int n)
{
    T* host = (T*)malloc(n * sizeof(T));
    cudaError_t error = cudaMemcpy(host, device, n * sizeof(T), cudaMemcpyDeviceToHost);
    if (error != cudaSuccess) {
        printf("%s: %s\\n", name, cudaGetErrorString(error));
        exit(1);
    }
    unsigned long long hash = 14695981039346656037ull;
    for (int k = 0; k < n; ++k) {
        hash = (hash ^ (unsigned long long)(long long)host[k]) * 1099511628211ull;
        hash ^= hash >> 29;
    }
    printf("%s %016llx", name, hash);
    for (int k = 0; k < n; k += n / 5 + 1) printf(" %lld", (long long)host[k]);
    printf("\\n");
    free(host);
}
"""


@dataclass(frozen=True)
class Program:
    """The text of a program, and the constructs that each of its kernels holds, by name."""

    text: str
    constructs: Mapping[str, frozenset[str]]


def program(seed: int, size: int = 4, warps: bool = False, votes: bool = False) -> str:
    """The text of a program. `size`: statements in each part of a kernel, besides those that stand inside of others.

    With `warps`, whole warps of 32 lanes shuffle and vote; with `votes`, blocks do by `__syncthreads_or` and its like.
    """
    return made(seed, size, warps, votes).text


def made(seed: int, size: int = 4, warps: bool = False, votes: bool = False, wide: bool = False, count: int = 0) -> Program:
    """As `program`; `wide`: with the constructs of `random_code.ideas`; of `count` kernels where that is given."""
    rng = Random(seed)
    names = Names(rng)
    options = frozenset(name for name, on in (("warps", warps), ("votes", votes), ("wide", wide)) if on)
    texts, functions = [HEAD, *([ideas.HEAD] if wide else []), constants(rng)], list(TEMPLATES)
    for _ in range(rng.randint(0, 3)):
        text, made = function(names, functions, size)
        texts.append(text)
        functions.append(made)
    inputs, kernels = list(INPUTS), []
    for _ in range(count or rng.randint(1, 3)):
        made_kernel = kernel(names, functions, inputs, options, rng.randint((size + 1) // 2, size))
        kernels.append(made_kernel)
        texts.append(made_kernel.text)
        inputs += [array for array in made_kernel.written if array.length > 256]
    if any("Here" in text for text in texts[1:]):
        texts.insert(1, HERE)
    text = "\n".join([*texts, HOST, _main(rng, kernels)])
    return Program(text, {each.name: each.constructs for each in kernels})


def _main(rng: Random, kernels: list[Kernel]) -> str:
    lines = ["float factors[8] = {1, 2, 3, 4, 5, 6, 7, 8};", "cudaMemcpyToSymbol(scales, factors, sizeof factors);"]
    arrays = [*INPUTS, *(array for each in kernels for array in each.written)]
    for at, array in enumerate(arrays):
        low, values = (0, 0) if array.type == "unsigned" else (array.bounds[0], array.bounds[1] - array.bounds[0] + 1)
        lines.append(f"{array.type}* {array.name} = filled<{array.type}>({array.length}, {at + 1}u, {low}, {values}u);")
    for each in kernels:
        for launch, arguments in each.launches:
            shared = each.dynamic * prod(launch.block)
            sizes = [f"dim3({', '.join(map(str, x))})" if len(x) > 1 or rng.random() < 0.5 else str(x[0]) for x in (launch.grid, launch.block)]
            configuration = ", ".join([*sizes, *([str(shared)] if shared else [])])
            lines.append(f"{each.call}<<<{configuration}>>>({', '.join(arguments)});")
            lines += [f'show("{each.name} {array.name}", {array.name}, {array.length});' for array in each.written]
    body = "\n".join("    " + line for line in [*lines, "return 0;"])
    return f"int main()\n{{\n{body}\n}}\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="Prints a random CUDA program.")
    parser.add_argument("seed", type=int)
    parser.add_argument("--size", type=int, default=4)
    parser.add_argument("--warps", action="store_true")
    parser.add_argument("--votes", action="store_true")
    parser.add_argument("--wide", action="store_true")
    parser.add_argument("--kernels", type=int, default=0)
    given = parser.parse_args()
    print(made(given.seed, given.size, given.warps, given.votes, given.wide, given.kernels).text, end="")


if __name__ == "__main__":
    main()
