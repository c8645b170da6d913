"""Programs of kernels made of what csmith writes: C heavy in pointers, aggregates, unions, bit-fields, loops and gotos.

Every kernel is one run of csmith. Its globals become each thread's own: members of a structure that lies in the kernel
or in memory, or that has csmith's functions for methods; arrays with an element for each thread; or locals of the
kernel. Each thread changes their first values by its index, runs csmith's first function, called or written out in the
kernel, there also with barriers and exchanges between its statements, and gives a checksum of all of them. csmith is
right for whatever values its variables have, so the index may change them. Nothing of csmith's is kept.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from random import Random

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))
from random_kernels import HOST, Program

MISSING = "csmith is not installed: apt-get install csmith"
PLACES = ("local", "memory", "methods", "arrays", "locals")
LENGTHS = 600, 9000  # characters of csmith's text: less has nothing to change, more takes long to build
OPTIONS = (
    "--lang-cpp --no-volatiles --no-volatile-pointers --no-packed-struct --no-argc --no-hash-value-printf --concise "
    "--quiet --no-consts --no-const-pointers --no-const-struct-union-fields --no-vol-struct-union-fields "
    "--no-inline-function --max-array-dim 2 --max-array-len-per-dim 4 --max-struct-fields 5 --max-block-size 4"
).split()
INTEGER = r"u?int(?:8|16|32|64)_t"
HEAD = """\
#pragma clang diagnostic ignored "-Wc++11-narrowing"
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

__device__ unsigned long long mixed(unsigned long long hash, unsigned long long value)
{
    hash = (hash ^ value) * 1099511628211ull;
    return hash ^ (hash >> 29);
}
"""
FEATURES = {
    "goto": r"\bgoto\b",
    "bit-fields": r" : \d+;",
    "unions": r"\bunion\b",
    "structures": r"\bstruct\b",
    "pointers to pointers": r"\*\*",
    "early returns": r"\breturn\b[^;]*;(?=[\s\S]*\breturn\b)",
    "assignments in expressions": r"\([^()=!<>]* = ",
    "comma": r" , ",
    "break, continue": r"\b(break|continue)\b",
}


@dataclass(frozen=True)
class Parts:
    """csmith's text, its names with a prefix that no other kernel has."""

    types: str
    variables: tuple[tuple[str, str, str], ...]  # declarator without the name's value, name, value
    functions: tuple[tuple[str, str], ...]  # head and body with its braces; the first is the one to run
    sums: str  # statements with `sum(...)` of every value that counts

    @property
    def integers(self) -> list[str]:
        return [name for declared, name, _ in self.variables if re.fullmatch(rf"{INTEGER} \w+", declared)]


def made(seed: int, kernels: int) -> Program:
    """A program of a seed. Raises SystemExit where there is no csmith."""
    rng = Random(seed)
    texts, lines, constructs = [HEAD], list[str](), dict[str, frozenset[str]]()
    used = set[str]()
    for at in range(kernels):
        name = f"kernel{at}"
        place = rng.choice(PLACES)
        parts = _parts(rng, name, alone=place == "locals")
        used.update(re.findall(r"\bsafe_\w+", str(parts)))
        text, held = _kernel(rng, name, place, parts)
        texts.append(text)
        constructs[name] = held
        lines += _launches(rng, name)
    safe = "\n".join(map(_safe, sorted(used)))
    body = "\n".join("    " + line for line in [*lines, "return 0;"])
    texts[1:1] = [safe, HOST]
    return Program("\n".join([*texts, f"int main()\n{{\n{body}\n}}\n"]), constructs)


def _launches(rng: Random, name: str) -> list[str]:
    lines = []
    for launch in range(2):
        threads, blocks = 32 * (1 + launch), rng.randint(3, 7)
        count = threads * blocks
        out = f"{name}_out{launch}"
        lines += [
            f"unsigned long long* {out} = filled<unsigned long long>({count}, {launch + 1}u, 0, 0u);",
            f"{name}<<<{blocks}, {threads}>>>({out}, {count - rng.choice((0, 0, 5))});",
            f'show("{name} {out}", {out}, {count});',
        ]
    return lines


def _run(rng: Random, alone: bool) -> str:
    """What csmith writes, of a length that serves."""
    while True:
        words = [*OPTIONS, "--max-funcs", "1" if alone else str(rng.randint(2, 4)), "--seed", str(rng.getrandbits(31))]
        words += ["--max-block-depth", str(rng.randint(2, 3)), rng.choice(("--jumps", "--no-jumps"))]
        try:
            with tempfile.TemporaryDirectory(prefix="csmith-") as folder:  # csmith leaves a file there
                told = subprocess.run(["csmith", *words], cwd=folder, capture_output=True, text=True, check=True,
                                      timeout=20).stdout  # fmt: skip
        except FileNotFoundError:
            raise SystemExit(MISSING) from None
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
            continue  # csmith gives up on some seeds
        varied = re.findall(rf"^static {INTEGER} g_\d+ =", told, re.M)
        if LENGTHS[0] <= told.find("int main") <= LENGTHS[1] and len(varied) > 1:
            return told


def _parts(rng: Random, kernel: str, alone: bool) -> Parts:
    text = _run(rng, alone).replace("NULL", "nullptr")  # `(x, NULL)` is a pointer in C alone
    text = re.sub(r"\b(g_\d+|func_\d+|[SU]\d+)\b", rf"{kernel}_\1", text)
    text, _, main = text.partition("int main")
    types = re.findall(r"^(?:struct|union) \w+ \{.*?^\};", text, re.M | re.S)
    variables = re.findall(r"^static (.*?\b(\w+_g_\d+)(?:\[\d+\])*) = (.*);$", text, re.M)
    functions = re.findall(r"^static ([^;=\n]*\))\n(\{.*?^\})", text, re.M | re.S)
    sums = main.partition("_func_1();")[2].partition("platform_main_end")[0]
    sums = re.sub(r'transparent_crc\((.*), ".*", print_hash_value\)', r"sum(\1)", sums)
    return Parts("\n".join(types), tuple(variables), tuple(functions), "int i, j;\n" + sums)


def _kernel(rng: Random, name: str, place: str, parts: Parts) -> tuple[str, frozenset[str]]:
    """Definitions and the kernel, and the constructs that it holds."""
    context, given = {"arrays": ("unsigned t", "t"), "methods": ("", "")}.get(place, (f"{name}_State* g", "g"))
    access = {"arrays": r"\1[t]", "methods": r"\1", "locals": r"\1"}.get(place, r"g->\1")

    def placed(text: str) -> str:
        """Globals by way of where they lie, and functions that are told where."""
        text = re.sub(rf"\b({name}_g_\d+)\b", access, text)
        text = re.sub(rf"\b({name}_func_\d+)\(", rf"\1({given}, " if given else r"\1(", text)
        return text.replace(f"{given}, )", f"{given})")

    def head(text: str) -> str:
        if not context:
            return "__device__ " + text.replace("(void)", "()")
        return "__device__ " + text.replace("(", f"({context}, ", 1).replace(", void)", ")")

    declared = [f"{text};" for text, _, _ in parts.variables]
    vary = [f"{n} += (unsigned)(index * {rng.randrange(1, 1 << 16)}u) >> {rng.randint(0, 12)};"
            for at, n in enumerate(parts.integers) if not at or rng.random() < 0.6]  # fmt: skip
    start = [f"{{ {text.replace(n, 'first', 1)} = {value}; memcpy(&{n}, &first, sizeof first); }}"
             for text, n, value in parts.variables]  # fmt: skip
    sums = re.sub(r"sum\((.*)\);", r"hash = mixed(hash, (unsigned long long)\1);", parts.sums)
    (_, first), *_ = parts.functions
    written_out = place == "locals" or (place != "methods" and rng.random() < 0.6)
    straight = len(re.findall(r"\breturn\b", first)) == 1 and "goto" not in first  # every thread meets every barrier
    exchanges = written_out and straight and rng.random() < 0.7
    end = "{ " + sums + " }" if place == "locals" else f"hash = {name}_end({given});"
    last = f"{end} if (index < n) out[index] = hash;"
    functions = [f"__device__ void {name}_start({context}{', ' if context else ''}unsigned index)\n"
                 + placed("{\n" + "\n".join([*start, *vary]) + "\n}"),
                 f"__device__ unsigned long long {name}_end({context})\n"
                 + placed("{\nunsigned long long hash = 1;\n" + sums + "\nreturn hash;\n}")]  # fmt: skip
    prototypes = [head(text) + ";" for text, _ in parts.functions]
    functions += [head(text) + "\n" + placed(body) for text, body in parts.functions]
    body = ["unsigned index = blockIdx.x * blockDim.x + threadIdx.x;", "unsigned long long hash = 1;"]
    if not exchanges:
        body.append("if (index >= n) return;")
    before = [parts.types]
    if place == "arrays":
        dimensioned = (re.sub(r"(\w+_g_\d+)", r"\1[1024]", text, count=1) for text in declared)
        before += [*(f"__device__ {text}" for text in dimensioned), *prototypes, *functions]
        body.append(f"unsigned t = index; {name}_start(t, index);")
    elif place == "methods":
        before.append(f"struct {name}_State {{\n" + "\n".join([*declared, *functions]) + "\n};")
        body.append(f"{name}_State state; state.{name}_start(index); state.{name}_func_1();")
        last = last.replace(f"{name}_end", f"state.{name}_end")
    elif place == "locals":
        body += [f"{text} = {value};" for text, _, value in parts.variables] + vary
    else:
        before.append(f"struct {name}_State {{\n" + "\n".join(declared) + "\n};")
        before += [*prototypes, *functions]
        own = f"{name}_State own; {name}_State* g = &own;"
        if place == "memory":
            before.append(f"__device__ {name}_State {name}_states[1024];")
            own = f"{name}_State* g = &{name}_states[index];"
        body.append(f"{own} {name}_start(g, index);")
    if written_out:
        body.append(placed(_written_out(rng, first, parts.integers if exchanges else [], last)))
    elif place != "methods":
        body += [placed(f"{name}_func_1();"), last]
    else:
        body.append(last)
    text = "\n".join([*before, f"__global__ void {name}(unsigned long long* out, unsigned n)\n{{",
                      *body, "}\n"])  # fmt: skip
    if exchanges:
        text = text.replace("unsigned index = ", "__shared__ unsigned told[64];\nunsigned index = ", 1)
    words = "\n".join([parts.types, *(b for _, b in parts.functions)])
    held = {f"globals: {place}", "written out" if written_out else "called"}
    held |= {feature for feature, pattern in FEATURES.items() if re.search(pattern, words)}
    return text, frozenset(held | ({"barriers between statements"} if exchanges else set()))


def _written_out(rng: Random, body: str, exchanged: list[str], last: str) -> str:
    """The first function's statements, for the kernel. With barriers between some of them, behind which a thread takes
    a value of its neighbour's, where names are given for that."""
    lines, out = body.splitlines()[1:-1], []
    for at, line in enumerate(lines):
        out.append(re.sub(r"\breturn ([^;]*);", lambda m: "{ (void)(" + m[1] + "); " + last + " return; }", line))
        following = lines[at + 1] if at + 1 < len(lines) else ""
        ends = re.match(r"    (\S.*;|\})\s*$", line) and not re.match(r"    (else\b|\{)", following)
        if exchanged and following and ends and rng.random() < 0.5:
            taken, changed = rng.choice(exchanged), rng.choice(exchanged)
            out.append(f"    told[threadIdx.x] = (unsigned){taken}; __syncthreads();")
            out.append(f"    {changed} ^= told[(threadIdx.x + 1) % blockDim.x]; __syncthreads();")
    return "\n".join(out)


def _safe(name: str) -> str:
    """The definition of one of csmith's functions that never do what C leaves undefined."""
    found = re.fullmatch(rf"safe_(\w+)_func_({INTEGER})_([su])(?:_([su]))?", name)
    assert found, name
    operation, kind, signed, second = found[1], found[2], found[3] == "s", found[4]
    bits = int(re.findall(r"\d+", kind)[0])
    wide = "unsigned long long"
    if operation == "unary_minus":
        return f"__device__ {kind} {name}({kind} a) {{ return ({kind})-({wide})a; }}"
    if operation in ("lshift", "rshift"):
        amount = "int" if second == "s" else "unsigned"
        shifted = f"(({wide})a << b)" if operation == "lshift" else "(a >> b)"
        test = f"(unsigned)b >= {bits}u" + (" || a < 0" if signed else "")
        return f"__device__ {kind} {name}({kind} a, {amount} b) {{ return {test} ? a : ({kind}){shifted}; }}"
    if operation in ("div", "mod"):
        sign = "/" if operation == "div" else "%"
        test = "b == 0" + (" || b == -1" if signed else "")
        return f"__device__ {kind} {name}({kind} a, {kind} b) {{ return {test} ? a : ({kind})(a {sign} b); }}"
    sign = {"add": "+", "sub": "-", "mul": "*"}[operation]
    return f"__device__ {kind} {name}({kind} a, {kind} b) {{ return ({kind})(({wide})a {sign} ({wide})b); }}"
