"""Random CUDA programs that are right by construction, to test what changes kernels.

    python tests/random_kernels.py SEED [--size N] [--warps] [--votes] [--wide] [--kernels N] [--into FOLDER]

A program has one to three kernels, launches each a few times, and prints a hash of every array, and some of its elements, after each
launch. Its output depends neither on the order of threads and blocks nor on the width of a wave. All numbers are whole: integers, or
floating point that holds them exactly.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from random_code import programs
from random_code.functions import HEAD, TEMPLATES, constants, function
from random_code.ideas import catalogue as ideas
from random_code.ideas.builtins import HERE, OF_UNIT, PLACE, SEEDED
from random_code.ideas.calls import BY_POINTER, HOLDER, LEAPS, ROOMS
from random_code.ideas.conversions import BOXED, SEATED
from random_code.ideas.making import COUNTING, DOUBLING
from random_code.kernels import ONCE, Global, kernel
from random_code.programs import COMMON, OTHER, Launched, dressed, elsewhere, like_kernels, statement
from random_code.scope import Names
from random_code.values import kept

SHARED_NAME = "kernel's name in two units"
PARTS = {HERE: ("Here",), PLACE: ("Place",), SEEDED: ("Seeded",), BY_POINTER: ("placed_by_thread", "given("), HOLDER: ("Holder<",), LEAPS: ("Leaps",), ROOMS: ("Room*",), SEATED: ("Seated", "Moved"), BOXED: ("Boxed", "Slot", "Bound", "Padded"), DOUBLING: ("Doubling",), COUNTING: ("Counting", "Selfish")}
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
    """The text of a program, the constructs that each of its kernels holds, by name, and the other files that it has."""

    text: str
    constructs: Mapping[str, frozenset[str]]
    files: Mapping[str, str] = field(default_factory=dict)

    def written(self, folder: Path) -> list[Path]:
        """Writes it into a folder; returns its units."""
        for name, text in ({"program.cu": self.text} | dict(self.files)).items():
            (folder / name).write_text(text)
        return [folder / name for name in ("program.cu", *self.files) if name.endswith(".cu")]


def program(seed: int, size: int = 4, warps: bool = False, votes: bool = False) -> str:
    """The text of a program. `size`: statements in each part of a kernel, besides those that stand inside of others.

    With `warps`, whole warps of 32 lanes shuffle and vote; with `votes`, blocks do by `__syncthreads_or` and its like.
    """
    return made(seed, size, warps, votes).text


def made(
    seed: int, size: int = 4, warps: bool = False, votes: bool = False, wide: bool = False, count: int = 0, refused: bool = False,
    sought: Sequence[Sequence[str]] = (),
) -> Program:  # fmt: skip
    """As `program`; `wide`: with the constructs of `random_code.ideas`, at times of two units; of `count` kernels where that
    is given; `refused`: each with a construct that schedules refuse; `sought`: the names of each kernel's constructs, in
    kernels for which as many steps of schedules as possible are legal."""
    rng = Random(seed)
    names = Names(rng)
    options = frozenset(name for name, on in (("warps", warps), ("votes", votes), ("wide", wide), ("refused", refused)) if on)
    texts, functions = [HEAD, *([ideas.HEAD, programs.HEAD] if wide else []), constants(rng)], list(TEMPLATES)
    for _ in range(rng.randint(0, 3)):
        text, made = function(names, functions, size)
        texts.append(text)
        functions.append(made)
    inputs, kernels = list(INPUTS), []
    for at in range(count or rng.randint(1, 3)):
        made_kernel = kernel(names, functions, inputs, options, rng.randint((size + 1) // 2, size), sought[at] if sought else None)
        kernels.append(dressed(rng, made_kernel) if wide else Launched(made_kernel))
        inputs += [array for array in made_kernel.written if array.length > 256]
    whole = "".join(each.kernel.text for each in kernels)
    texts += [part for part, words in PARTS.items() if any(word in whole for word in words)]
    if wide and rng.random() < 0.1:
        texts = [like_kernels(rng, text) if "#define CALLED" in text or "#define LAUNCH" in text else text for text in texts]
        kernels = [replace(each, kernel=replace(each.kernel, constructs=each.kernel.constructs | {"macro's parameter named like a kernel"})) for each in kernels]
    foot = [ideas.FOOT] if wide else []
    if wide and len(kernels) > 1 and rng.random() < 0.25:
        return _of_two(rng, texts, kernels, foot)
    text = "\n".join([*texts, *(each.kernel.text for each in kernels), *foot, HOST, _main(rng, kernels, {})])
    return Program(text, _constructs(kernels))


def _of_two(rng: Random, texts: list[str], kernels: list[Launched], foot: list[str]) -> Program:
    """Two units and a header; constants and functions of each are its own."""
    there = set(rng.sample(range(len(kernels)), rng.randint(1, len(kernels) - 1)))
    here = [each.kernel.name for at, each in enumerate(kernels) if at not in there]
    moved = {}
    for at in sorted(there):
        moved[at] = elsewhere(rng, kernels[at], here)
        here = [name for name in here if name != moved[at][0].kernel.name]
    placed = [moved[at][0] if at in moved else each for at, each in enumerate(kernels)]
    runs = {at: f"run_{kernels[at].kernel.name}" for at in moved}
    begin = f"void begin_other()\n{{\n    {_FACTORS}\n}}\n"
    # `static`: what is defined in both units is each one's own
    common = re.sub(r"^(__(?:constant|device|shared)__ )", r"static \1", "\n".join(["#pragma once", *texts]), flags=re.M)
    foot = [re.sub(r"^(?=__device__ )", "static ", part, flags=re.M) for part in foot]
    common = re.sub(r"template <> __device__(?! inline)", "template <> inline __device__", common)
    common = re.sub(r"(?<=\{ )(?=__device__ int \w+\(int x\) \{)|(?=__device__ int tagged)", "static ", common)
    read_twice = [each for each in placed if each.other and OF_UNIT in each.kernel.text and not each.kernel.constructs & {"specialised kernel", SHARED_NAME}]
    common += "".join(each.kernel.text.replace("__global__", "static __global__") for each in read_twice)
    other = "\n".join([f'#include "{COMMON}"', *(each.kernel.text for each in placed if each.other and each not in read_twice), *foot, *(run for _, run in moved.values()), begin])
    declared = ["void begin_other();", *(run.partition("\n")[0] + ";" for _, run in moved.values())]
    main = _main(rng, placed, runs)
    text = "\n".join([f'#define {OF_UNIT} 2\n#include "{COMMON}"', *(each.kernel.text for each in placed if not each.other), *foot, HOST, *declared, main])
    return Program(text, _constructs(placed), {COMMON: common, OTHER: other})


def _constructs(kernels: list[Launched]) -> dict[str, frozenset[str]]:
    held: dict[str, frozenset[str]] = {}
    for each in kernels:
        held[each.kernel.name] = held.get(each.kernel.name, frozenset()) | each.kernel.constructs
    return held


_FACTORS = "float factors[8] = {1, 2, 3, 4, 5, 6, 7, 8};\n    cudaMemcpyToSymbol(scales, factors, sizeof factors);"


def _main(rng: Random, kernels: list[Launched], runs: Mapping[int, str]) -> str:
    """runs: of kernels in the other unit, the functions that launch them."""
    lines = [line.strip() for line in _FACTORS.splitlines()] + (["begin_other();"] if runs else [])
    once = [ONCE] if any(ONCE in each.kernel.read for each in kernels) else []
    arrays = [*INPUTS, *once, *(array for each in kernels for array in each.kernel.written)]
    for at, array in enumerate(arrays):
        low, values = (0, 0) if array.type == "unsigned" else (array.bounds[0], array.bounds[1] - array.bounds[0] + 1)
        lines.append(f"{array.type}* {array.name} = filled<{array.type}>({array.length}, {at + 1}u, {low}, {values}u);")
    for at, each in enumerate(kernels):
        for which, (launch, arguments) in enumerate(each.kernel.launches):
            given = ", ".join([str(which), *dict.fromkeys(a.name for a in (*each.kernel.read, *each.kernel.written))])
            lines.append(f"{runs[at]}({given});" if at in runs else statement(rng, each, launch, arguments))
            lines += [f'show("{each.kernel.name} {array.name}", {array.name}, {array.length});' for array in each.kernel.written]
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
    parser.add_argument("--into", type=Path, help="a folder for all files of the program, which may have two units")
    given = parser.parse_args()
    program = made(given.seed, given.size, given.warps, given.votes, given.wide, given.kernels)
    if given.into:
        print(*program.written(given.into))
    else:
        print(program.text, end="")


if __name__ == "__main__":
    main()
