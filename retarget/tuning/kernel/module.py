"""Variants of a kernel as modules: compiled together, each found by the name that the linker gave it."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from retarget.schedule.form.kernel import checksum_name, fits_name, struct_names
from retarget.schedule.form.subject import Subject
from retarget.schedule.scheduling import Kernels, with_variants
from retarget.schedule.steps import Variant
from retarget.system import portions
from retarget.system.workers import worked
from retarget.targets.demangle import kernel_name, plain_arguments, split_name
from retarget.targets.emitted import Emitted
from retarget.targets.target import Target
from retarget.targets.tools import CodeObject, Refused
from retarget.translation import emit
from retarget.translation.emit import Place
from retarget.translation.walk import Request, flags_of
from retarget.tuning.cost import costs
from retarget.tuning.kernel.compiled import CompiledModules, InstanceEntries, Module
from retarget.tuning.tuned import Untunable

_Part = tuple[tuple[int, ...], tuple[Variant, ...], Emitted]  # numbers of variants, what they are, their program
_FEW = 1  # variants in one compilation at least, where others could run beside it


@dataclass(frozen=True)
class KernelRequest:
    """A kernel for a device. given: the arguments of its template, empty where it is none; None: all instances that
    the program launches."""

    request: Request
    found: Kernels
    subject: Subject
    given: tuple[str, ...] | None
    target: Target
    architecture: str

    @property
    def instance(self) -> str:
        return f"<{', '.join(self.given)}>" if self.given else ""


def compiled(wanted: KernelRequest, variants: Sequence[tuple[int, Variant]]) -> CompiledModules:
    """Compiles numbered variants together, in processes side by side. Raises MissingTool, Untunable where the instance
    is not in what was compiled."""
    modules: list[Module] = []
    broken: dict[int, str] = {}
    jobs = wanted.request.jobs

    def compile_all(parts: Sequence[Sequence[tuple[int, Variant]]]) -> Sequence[Module | str]:
        return worked(partial(_made, wanted), parts, jobs, _lost, lambda _: None)

    for part, made in portions.compiled(variants, _FEW, jobs, compile_all, lambda made: isinstance(made, str)):
        if isinstance(made, Module):
            modules.append(made)
        else:
            broken[part[0][0]] = f"it does not compile: {made}"
    return CompiledModules(tuple(modules), broken)


def _made(wanted: KernelRequest, part: Sequence[tuple[int, Variant]]) -> Module | str:
    with tempfile.TemporaryDirectory(prefix="retarget-") as folder:
        return _module(wanted, _emitted(wanted, part, folder))


def _lost(_: object) -> str:
    return "the process that compiled it ended"


def _emitted(wanted: KernelRequest, part: Sequence[tuple[int, Variant]], folder: str) -> _Part:
    """The program with some variants, written to a folder."""
    request, target = wanted.request, wanted.target
    layout = target.layout(Place.TREE, request.root, folder)
    several = tuple(v for _, v in part)
    chosen = ((wanted.subject, several),)
    program = with_variants(
        request, wanted.found, chosen, target.translation, layout.spelling, instance=wanted.instance
    )
    outputs = emit.outputs(program, layout)
    emit.put(outputs)
    return tuple(n for n, _ in part), several, Emitted(program, outputs, layout, flags_of(request))


def _module(wanted: KernelRequest, part: _Part) -> Module | str:
    """The module with some variants, or the compiler's first words against it."""
    numbers, several, emitted = part
    code_object = wanted.target.tools().code_object
    assert code_object, "a target whose kernels can be launched alone"
    try:
        made = code_object(emitted, wanted.subject.unit.root, wanted.architecture)
    except Refused as error:
        return str(error)
    name = wanted.subject.function.name
    schedules = {(name, str(v)): n for n, v in zip(numbers, several, strict=True)} | {(name, ""): 0}
    known = costs(made.usages, wanted.found, ((wanted.subject, several),))
    by_number = {schedules[schedule]: cost for schedule, cost in known.items() if schedule in schedules}
    return replace(_entries(wanted, made, numbers), costs=by_number)


def _entries(wanted: KernelRequest, made: CodeObject, numbers: tuple[int, ...]) -> Module:
    """Finds the entries. Raises Untunable where the instance is not there."""
    own, structs = wanted.subject.function.name, struct_names(wanted.subject, len(numbers))
    originals: dict[tuple[str, ...], str] = {}
    coarsened: dict[tuple[str, tuple[str, ...]], str] = {}
    fits = checksum = ""
    for symbol in made.symbols:
        name, arguments = split_name(kernel_name(symbol))
        if name == own and symbol.startswith(("_Z", own)):
            originals[plain_arguments(arguments)] = symbol
        elif name == fits_name(wanted.subject):
            fits = symbol
        elif name == checksum_name(wanted.subject):
            checksum = symbol
        elif arguments and (struct := arguments[0].rpartition("::")[2]) in structs:
            coarsened[struct, plain_arguments(arguments[1:])] = symbol
    asked = list(originals) if wanted.given is None else _matching(plain_arguments(wanted.given), list(originals))
    if not asked or not fits:
        there = ", ".join(f"{own}<{', '.join(a)}>" for a in originals if a) or "none"
        raise Untunable(f"no instance {own}{wanted.instance} is in the compiled code: there are {there}")
    named = list(zip(numbers, structs, strict=True))
    instances = [
        InstanceEntries(a, originals[a], {n: e for n, s in named if (e := coarsened.get((s, a)))}) for a in asked
    ]
    return Module(made.code, fits, checksum, numbers, tuple(instances))


def _matching(given: tuple[str, ...], there: Sequence[tuple[str, ...]]) -> Sequence[tuple[str, ...]]:
    """The instance that is given, or the only one."""
    return [given] if given in there else there if len(there) == 1 else []
