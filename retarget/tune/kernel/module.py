"""Variants of a kernel as modules: compiled together, each found by the name that the linker gave it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from retarget.schedule.form.factors import Factors
from retarget.schedule.form.kernel import fits_name, struct_names
from retarget.schedule.form.subject import Subject
from retarget.schedule.space import written
from retarget.schedule.walk import Kernels, with_variants
from retarget.source.text import Severity
from retarget.system import batches
from retarget.targets.amd import jobs as hip_build
from retarget.targets.amd.architecture import TargetId, target_ids
from retarget.targets.amd.codeobject import kernels as kernels_of
from retarget.targets.amd.codeobject import symbols
from retarget.targets.demangle import kernel_name
from retarget.targets.nvidia import build as cuda_build
from retarget.targets.nvidia.ptxas import reports
from retarget.targets.table import TARGETS
from retarget.translate import emit
from retarget.translate.emit import Layout, Output, Place
from retarget.translate.merge import Program
from retarget.translate.walk import Request, flags_of
from retarget.tune.by_runs import Untunable
from retarget.tune.cost import Cost, Schedule, of_amd, of_nvidia
from retarget.tune.kernel.compiled import Compiled, Module

_FEW = 4  # variants in one compilation at least, where others could run beside it


@dataclass(frozen=True)
class Wanted:
    """A kernel, or its template's instance with these arguments, for a device."""

    request: Request
    found: Kernels
    subject: Subject
    given: tuple[str, ...]
    kind: str  # amd, nvidia
    architecture: str

    @property
    def instance(self) -> str:
        return f"<{', '.join(self.given)}>" if self.given else ""


def compiled(wanted: Wanted, variants: Sequence[tuple[int, Factors]]) -> Compiled:
    """Compiles numbered variants together. Raises MissingTool, Untunable where the instance is not in what was
    compiled."""
    modules: list[Module] = []
    broken: dict[int, str] = {}
    prepare, build, jobs = partial(_emitted, wanted), partial(_module, wanted), wanted.request.jobs
    for part, made in batches.compiled(variants, _FEW, jobs, prepare, build, lambda m: isinstance(m, str)):
        if isinstance(made, Module):
            modules.append(made)
        else:
            broken[part[0][0]] = f"it does not compile: {made}"
    return Compiled(tuple(modules), broken)


@dataclass(frozen=True)
class _Emitted:
    numbers: tuple[int, ...]
    factors: tuple[Factors, ...]
    program: Program
    outputs: tuple[Output, ...]
    layout: Layout


def _emitted(wanted: Wanted, part: Sequence[tuple[int, Factors]], folder: str) -> _Emitted:
    """The program with some variants, written to a folder."""
    request, target = wanted.request, TARGETS[wanted.kind]
    layout = target.layout(Place.TREE, request.root, folder)
    factors = tuple(f for _, f in part)
    chosen = ((wanted.subject, factors),)
    program = with_variants(
        request, wanted.found, chosen, target.translation, layout.spelling, instance=wanted.instance
    )
    outputs = emit.outputs(program, layout)
    emit.put(outputs)
    return _Emitted(tuple(n for n, _ in part), factors, program, outputs, layout)


def _module(wanted: Wanted, emitted: _Emitted) -> Module | str:
    """The module with some variants, or the compiler's first words against it."""
    made = _code(wanted, emitted)
    if isinstance(made, str):
        return made
    code, costs = made
    name = wanted.subject.function.name
    schedules = {(name, written(f)): n for n, f in zip(emitted.numbers, emitted.factors, strict=True)} | {(name, ""): 0}
    by_number = {schedules[schedule]: cost for schedule, cost in costs.items() if schedule in schedules}
    return replace(_named(wanted, code, emitted.numbers), costs=by_number)


def _code(wanted: Wanted, emitted: _Emitted) -> tuple[bytes, Mapping[Schedule, Cost]] | str:
    chosen = ((wanted.subject, emitted.factors),)
    request, outputs, layout = wanted.request, emitted.outputs, emitted.layout
    unit = wanted.subject.unit.root
    if wanted.kind == "nvidia":
        path = next(o.path for o in outputs if o.source == unit)
        try:
            code, said = cuda_build.code_object(request, layout, unit, path, wanted.architecture)
            return code, of_nvidia(reports(said), wanted.found, chosen)
        except cuda_build.Refused as error:
            return str(error)
    target = amd_target(wanted.architecture)
    built, code = hip_build.code_object(emitted.program, outputs, layout, flags_of(request), target, unit)
    if not code:
        return next((d.message for d in built.diagnostics if d.severity is Severity.ERROR), "it does not compile")
    return code, of_amd(built.resources, wanted.found, chosen)


def amd_target(architecture: str) -> TargetId:
    (target,) = target_ids(architecture.partition(":")[0])
    return target


def _named(wanted: Wanted, code: bytes, numbers: tuple[int, ...]) -> Module:
    """Finds the entries. Raises Untunable where the instance is not there."""
    listed = [k.symbol for k in kernels_of(code)] if wanted.kind == "amd" else list(symbols(code))
    own, structs = wanted.subject.function.name, struct_names(wanted.subject, len(numbers))
    originals: dict[tuple[str, ...], str] = {}
    coarsened: dict[tuple[str, tuple[str, ...]], str] = {}
    fits = ""
    for symbol in listed:
        name, arguments = split_name(kernel_name(symbol))
        if name == own and symbol.startswith(("_Z", own)):
            originals[arguments] = symbol
        elif name == fits_name(wanted.subject):
            fits = symbol
        elif arguments and (struct := arguments[0].rpartition("::")[2]) in structs:
            coarsened[struct, arguments[1:]] = symbol
    given = _matching(wanted.given, list(originals))
    if given is None or not fits:
        there = ", ".join(f"{own}<{', '.join(a)}>" for a in originals if a) or "none"
        raise Untunable(f"no instance {own}{wanted.instance} is in the compiled code: there are {there}")
    entries = [(n, coarsened.get((s, given))) for n, s in zip(numbers, structs, strict=True)]
    return Module(code, originals[given], fits, tuple((n, e) for n, e in entries if e))


def _matching(given: tuple[str, ...], there: Sequence[tuple[str, ...]]) -> tuple[str, ...] | None:
    """The template arguments as the demangler spells them: those that are given, or the only ones."""

    def plain(arguments: tuple[str, ...]) -> list[str]:
        return [re.sub(r"\s+|\([\w ]+\)(?=-?\d)|(?<=\d)[uUlL]+$", "", a) for a in arguments]

    same = [t for t in there if plain(t) == plain(given)]
    return same[0] if same else there[0] if len(there) == 1 else None


def split_name(name: str) -> tuple[str, tuple[str, ...]]:
    """A kernel's own name, and the arguments of its template.

    >>> split_name("void a::k<int, (anonymous namespace)::t<int, 2>>")
    ('k', ('int', '(anonymous namespace)::t<int, 2>'))
    >>> split_name("k")
    ('k', ())
    """
    head, _, inside = name.partition("<")
    arguments, depth, start = [], 0, 0
    inside = inside.rpartition(">")[0]
    for at, letter in enumerate(inside):
        depth += (letter in "<(") - (letter in ">)")
        if letter == "," and not depth:
            arguments.append(inside[start:at].strip())
            start = at + 1
    arguments += [inside[start:].strip()] if inside else []
    return head.rpartition("::")[2].split(" ")[-1].strip(), tuple(arguments)
