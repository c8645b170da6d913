"""How kernels stand in a program: in namespaces, launched by macros, in two units, with others of their name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import prod
from random import Random

from random_code.geometry import Launch
from random_code.kernels import Global, Kernel

HEAD = """\
#define LAUNCH(kernel, grid, block, ...) kernel<<<grid, block>>>(__VA_ARGS__)
#define LAUNCH_SHARED(kernel, grid, block, shared, ...) kernel<<<grid, block, shared>>>(__VA_ARGS__)
#define LAUNCH_ANY(kernel, configuration, arguments) kernel <<< UNWRAPPED configuration >>> arguments
#define UNWRAPPED(...) __VA_ARGS__
template <int N> struct Count { enum { value = N }; };
template <class T> struct Same { enum { value = T::value }; };
template <class T> constexpr int value_of() { return T::value; }
"""
PLACES = ("kernel in a namespace", "overloaded kernel", "specialised kernel", "launched by a macro", "kernel of another unit",
          "kernel's name in two units", "macro's parameter named like a kernel", "array read once", "parameter named like its kernel")  # fmt: skip
OTHER, COMMON = "other.cu", "common.h"


@dataclass(frozen=True)
class Launched:
    """A kernel in its place in a program, and the macro by which it is launched."""

    kernel: Kernel
    macro: str = ""
    is_wide: bool = False  # its program has HEAD
    other: bool = False  # in the second unit


def dressed(rng: Random, kernel: Kernel) -> Launched:
    """A kernel as it came, in a namespace, overloaded, explicitly specialised; launched by a macro."""
    held, text, call = set(kernel.constructs), kernel.text, kernel.call
    if rng.random() < 0.05:
        text = re.sub(rf"\b{rng.choice(('span', 'q', 'weights'))}\b", kernel.name, text)
        held.add("parameter named like its kernel")
    kind = rng.random()
    if kind < 0.15:
        spaces = rng.choice(("spaces::inner", "spaces", "", "inline v1"))
        inside = [s for s in spaces.removeprefix("inline ").split("::") if s]
        heads = " ".join(f"namespace {s} {{" for s in inside) or "namespace {"
        text = f"{'inline ' if spaces.startswith('inline') else ''}{heads}\n{text}{'}' * max(1, len(inside))}\n"
        call = call if spaces.startswith("inline") or not inside else f"{'::'.join(inside)}::{call}"
        held.add("kernel in a namespace")
    elif kind < 0.18:
        text += f"__global__ void {kernel.name}(int* a, int n) {{ int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] += i; }}\n"
        held.add("overloaded kernel")
    elif kind < 0.28 and kernel.typed:
        # the declaration alone is a template: what is launched is written out for a type
        head, brace, body = text.partition("{\n")
        generic = head + "{}\n"
        special = re.sub(r"template <[^>]*>", "template <>", head, count=1).replace(f" {kernel.name}(", f" {kernel.name}<{kernel.typed}>(")
        text = generic + re.sub(r"\bT\b", kernel.typed, special + brace + body)
        held.add("specialised kernel")
    macro = ""
    if rng.random() < 0.1 and not held & {"overloaded kernel", "specialised kernel"} and "template" not in text:
        macro = rng.choice(("LAUNCH", "LAUNCH_ANY", "OWN", "OWN"))
        if macro == "OWN":
            macro = f"RUN_{kernel.name}"
            text += f"#define {macro}(configuration, ...) {call} <<< UNWRAPPED configuration >>> (__VA_ARGS__)\n"
        held.add("launched by a macro")
    return Launched(replace(kernel, text=text, call=call, constructs=frozenset(held)), macro, is_wide=True)


def like_kernels(rng: Random, text: str) -> str:
    """Parameters of macros with the names of kernels."""
    changes = {"kernel, ": "kernel0, ", " kernel<<<": " kernel0<<<", " kernel <<<": " kernel0 <<<", "callee": rng.choice(("kernel1", "kernel2"))}
    for old, new in changes.items():
        text = text.replace(old, new)
    return text


def statement(rng: Random, launched: Launched, launch: Launch, arguments: Sequence[str]) -> str:
    """One launch."""
    kernel, shared = launched.kernel, launched.kernel.dynamic * prod(launch.block)
    sizes = [f"dim3({', '.join(map(str, x))})" if len(x) > 1 or rng.random() < 0.5 else str(x[0]) for x in (launch.grid, launch.block)]
    if launched.is_wide and rng.random() < 0.2:
        sizes[0] = re.sub(r"^\d+$", r"value_of<Same<Count<\g<0>>>>()", sizes[0])
    configuration = ", ".join([*sizes, *([str(shared)] if shared else [])])
    if launched.macro == "LAUNCH_ANY":
        return f"LAUNCH_ANY({kernel.call}, ({configuration}), ({', '.join(arguments)}));"
    if launched.macro.startswith("RUN_"):
        return f"{launched.macro}(({configuration}), {', '.join(arguments)});"
    if launched.macro:
        return f"{launched.macro}{'_SHARED' if shared else ''}({kernel.call}, {configuration}, {', '.join(arguments)});"
    return f"{kernel.call}<<<{configuration}>>>({', '.join(arguments)});"


_PLAIN = re.compile(r"(?<!template <> )(?<!template <>\n)__global__")  # specialisations have no storage class


def elsewhere(rng: Random, launched: Launched, names: Sequence[str]) -> tuple[Launched, str]:
    """The kernel for a second unit, at times by the name of one of the first; and the function that launches it there."""
    kernel = launched.kernel
    name, text, call, held = kernel.name, kernel.text, kernel.call, {*kernel.constructs, "kernel of another unit"}
    if names and rng.random() < 0.6 and "kernel in a namespace" not in held:
        name = rng.choice(names)
        text, call = (re.sub(rf"\b{kernel.name}\b", name, part) for part in (text, call))
        text = rng.choice((f"namespace {{\n{text}}}\n", _PLAIN.sub("static __global__", text)))
        held.add("kernel's name in two units")
    moved = replace(launched, kernel=replace(kernel, name=name, text=text, call=call, constructs=frozenset(held)), other=True)
    arrays: dict[str, Global] = {a.name: a for a in (*kernel.read, *kernel.written)}
    lines = [f"    if (which == {at}) {statement(rng, moved, launch, arguments)}" for at, (launch, arguments) in enumerate(kernel.launches)]
    parameters = ", ".join(["int which", *(f"{a.type}* {a.name}" for a in arrays.values())])
    return moved, f"void run_{kernel.name}({parameters})\n{{\n{chr(10).join(lines)}\n}}\n"
