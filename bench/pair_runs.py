"""One random program: its schedules applied, built for the host, run beside the original, and judged pair by pair."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from pair_emulated import GPU, Emulated, Emulator, NotEmulated
from pair_schedules import FAMILIES, drawn

from retarget.schedule.form.subject import Subject
from retarget.schedule.prune import too_much_shared
from retarget.schedule.refusal import Refusal
from retarget.schedule.schedule import read_schedules
from retarget.schedule.scheduling import Kernels, kernels, with_variants
from retarget.schedule.space import against_form
from retarget.schedule.steps import Variant
from retarget.source.flags import Flags
from retarget.source.text import Severity
from retarget.system.toolchain import find_headers
from retarget.targets.amd.architecture import architecture
from retarget.targets.cpu.build import HostBuild, executable
from retarget.targets.cpu.compiler import BuildFailed, find_host_compiler
from retarget.targets.cpu.layout import Language, host_layout
from retarget.targets.cpu.run import Conditions, RunResult, captured
from retarget.translation.file import Options
from retarget.translation.hip import HIP
from retarget.translation.merge import Program
from retarget.translation.walk import Request, flags_of

WIDTHS = (32, 64)
LIMIT = 20.0  # seconds of a run
Chosen = list[tuple[Subject, tuple[Variant, ...]]]


@dataclass(frozen=True)
class Pair:
    """A kernel with a schedule. verdict: same, wrong, hung, crashed, no compile, refused, or unchanged where no launch
    ran by it; why: the reason of a refusal, what differs; emulated: it ran as a GPU's machine code too."""

    kernel: str
    family: str
    schedule: str
    verdict: str
    why: str = ""
    emulated: bool = False


class Broken(Exception):
    """The program itself fails, or its output depends on the width: nothing can be judged by it."""


def judged(
    paths: Sequence[Path], seed: int, cache: Path, emulator: Emulator | None = None,
    wanted: Callable[[str, str], bool] = lambda kernel, family: True, families: Sequence[str] = FAMILIES,
) -> list[Pair]:  # fmt: skip
    """All pairs of a program of these units, of those of the families that are wanted for a kernel; with an emulator,
    variants run in it too. Raises Broken."""
    folder = str(paths[0].parent)
    inputs = tuple(map(str, paths))
    request = Request(inputs, Flags(), options=Options((architecture("gfx90a"),)), headers=find_headers(None),
                      cache=cache, root=folder)  # fmt: skip
    found = kernels(request)
    if errors := [d.message for u in found.units for d in u.errors]:
        raise Broken(f"clang: {errors[0]}")
    chosen, known, tried = legal(found, seed, wanted, families, HIP.most_shared)
    base: RunResult | None = None
    for part in rounds(chosen):
        program = with_variants(request, found, part, HIP, _layout(request, Language.HIP).spelling)
        base = base or _of_original(_built(request, program, Language.CUDA))
        named = {s.function.name: known[s.function.usr] for s, _ in part}
        tried += _judged(request, found, part, program, base, named, emulator)
    return tried


def legal(
    found: Kernels, seed: int, wanted: Callable[[str, str], bool], families: Sequence[str], most_shared: int
) -> tuple[Chosen, dict[str, list[tuple[str, str]]], list[Pair]]:
    """The variants of each kernel that its analyses allow, by its USR the family and the text of each, and the pairs
    that they refuse. most_shared: bytes that a block may have."""
    rng, chosen, tried = Random(seed), Chosen(), list[Pair]()
    known: dict[str, list[tuple[str, str]]] = {}
    for subject in found.subjects:
        allowed: dict[Variant, tuple[str, str]] = {}
        formed: dict[Variant, Refusal | None] = {}
        for family, text in drawn(rng, subject, families):
            if not wanted(subject.function.name, family):
                continue
            (schedule,) = read_schedules([text])
            against = [r for step in schedule.steps for r in step.refusals(subject)]
            reason = against[0] if against else against_form(subject, schedule.variant, formed)
            reason = reason or too_much_shared(subject, schedule.variant.factors, most_shared)
            if reason:
                tried.append(Pair(subject.function.name, family, text, "refused", reason.why))
            else:
                allowed.setdefault(schedule.variant, (family, text))
        if allowed:
            chosen.append((subject, tuple(allowed)))
            known[subject.function.usr] = list(allowed.values())
    return chosen, known, tried


def rounds(chosen: Chosen) -> list[Chosen]:
    """Kernels in groups in which each name is of one: what ran is known by its name."""
    rounds: list[Chosen] = []
    for subject, factors in chosen:
        free = (r for r in rounds if all(s.function.name != subject.function.name for s, _ in r))
        group = next(free, None)
        if group is None:
            rounds.append(group := [])
        group.append((subject, factors))
    return rounds


def _judged(
    request: Request, found: Kernels, chosen: Chosen, program: Program, base: RunResult,
    families: dict[str, list[tuple[str, str]]], emulator: Emulator | None,
) -> Iterator[Pair]:  # fmt: skip
    """The pairs of kernels whose names differ. families: by name, the family and the text of each of its variants."""
    verdicts: dict[tuple[str, int], tuple[str, str]] = {}
    emulated: set[tuple[str, int]] = set()
    try:
        whole = (chosen, program, _built(request, program, Language.HIP))
        builds: Iterable[tuple[Chosen, Program, str]] = [whole]
    except BuildFailed:
        builds = _one_by_one(request, found, chosen, verdicts)
    for part, program, built in builds:
        refused = [s for s, _ in part if s.function.name not in program.coarsened]
        for subject in refused:
            told = [d.message for d in program.diagnostics if f"'{subject.function.name}'" in d.message]
            for at in range(len(families[subject.function.name])):
                verdicts[subject.function.name, at] = "refused", (told or ["no form"])[0]
        counts = {s.function.name: len(fs) for s, fs in part if s not in refused}
        _run_all(built, base, counts, verdicts)
        if emulator:
            emulated |= _emulated(emulator.runs(request, found, part, base.stdout), base, counts, verdicts)
    for kernel, schedules in families.items():
        for at, (family, text) in enumerate(schedules):
            verdict, why = verdicts.get((kernel, at), ("unchanged", ""))
            yield Pair(kernel, family, text, verdict, why, (kernel, at) in emulated)


def _of_original(program: str) -> RunResult:
    """What the original gives, twice the same. Raises Broken."""
    base, again = (_ran(program, 0, 32)[0] for _ in range(2))
    if base.code:
        raise Broken(f"the original ends with {base.code}: {base.stderr.decode(errors='replace')[-300:]}")
    if again.stdout != base.stdout:
        raise Broken("two runs of the original differ")
    return base


def _layout(request: Request, language: Language):  # type: ignore[no-untyped-def]
    return host_layout(request.root, request.inputs, language)


def _built(request: Request, program: Program, language: Language) -> str:
    if program.failed:
        raise BuildFailed(next(d.message for d in program.diagnostics if d.severity is Severity.ERROR))
    build = HostBuild(program, _layout(request, language), flags_of(request), language, optimise="-O0")
    return executable(find_host_compiler(), build)


def _one_by_one(
    request: Request, found: Kernels, chosen: Chosen, verdicts: dict[tuple[str, int], tuple[str, str]]
) -> Iterator[tuple[Chosen, Program, str]]:
    """Builds of each kernel's variants alone, as few are kept; what does not compile is told in `verdicts`."""
    for subject, factors in chosen:
        try:
            program = with_variants(request, found, [(subject, factors)], HIP, _layout(request, Language.HIP).spelling)
            built = _built(request, program, Language.HIP)
        except BuildFailed as failure:
            why = next((line for line in failure.output.splitlines() if "error" in line), failure.output[:200])
            for at in range(len(factors)):
                verdicts[subject.function.name, at] = "no compile", why
        else:
            yield [(subject, factors)], program, built


def _ran(program: str, variant: int, wave: int) -> tuple[RunResult, frozenset[str]]:
    """A run, and the kernels of which a coarsened form was launched."""
    with tempfile.TemporaryDirectory(prefix="pair-") as folder:
        trace = Path(folder) / "trace"
        outcome = captured(program, ("./program",), Conditions(wave, limit=LIMIT, variant=variant, trace=trace))
        text = trace.read_text(errors="replace") if trace.exists() else ""
    return outcome, frozenset(re.findall(r"\b(\w+?)_coarsened", text))


def _run_all(
    built: str, base: RunResult, counts: dict[str, int], verdicts: dict[tuple[str, int], tuple[str, str]]
) -> None:
    """Runs every variant in both widths. All kernels' variants go by the same numbers; a kernel that has fewer begins
    again."""
    for wave in WIDTHS:
        plain, _ = _ran(built, 0, wave)
        if (plain.code, plain.stdout) != (base.code, base.stdout):
            raise Broken(f"translated, width {wave}: {difference(base, plain)}")
    for number in range(1, max(counts.values(), default=0) + 1):
        for wave in WIDTHS:
            outcome, changed = _ran(built, number, wave)
            same = (outcome.code, outcome.stdout) == (base.code, base.stdout)
            blamed = "" if same else guilty(base, outcome, counts)
            for kernel in changed & counts.keys():
                at = (number - 1) % counts[kernel]
                told = verdicts.get((kernel, at), ("same", ""))
                if not same and blamed in ("", kernel) and told[0] == "same":
                    kind = "hung" if outcome.hung else "crashed" if outcome.code != base.code else "wrong"
                    told = kind, f"width {wave}: {difference(base, outcome)}"
                verdicts[kernel, at] = told


def _emulated(
    runs: Iterable[Emulated], base: RunResult, counts: dict[str, int], verdicts: dict[tuple[str, int], tuple[str, str]]
) -> set[tuple[str, int]]:
    """The pairs that ran in the emulator; their verdicts change where they differ there alone. Raises Broken."""
    judged = set()
    try:
        for run in runs:
            found = RunResult(1 if run.error else 0, run.stdout, run.error.encode())
            same = (found.code, found.stdout) == (base.code, base.stdout)
            blamed = "" if same else guilty(base, found, counts)
            for kernel in run.kernels & counts.keys():
                at = kernel, (run.number - 1) % counts[kernel]
                judged.add(at)
                if not same and blamed in ("", kernel) and verdicts.get(at, ("same", ""))[0] == "same":
                    verdicts[at] = "wrong", f"{GPU}: {difference(base, found)}"
    except NotEmulated as error:
        raise Broken(str(error)) from None
    return judged


def guilty(base: RunResult, found: RunResult, kernels: Iterable[str]) -> str:
    """The kernel whose results differ first: lines begin with its name. Empty where none can be told."""
    pairs = zip(base.stdout.splitlines(), found.stdout.splitlines(), strict=False)
    first = next((a.decode() for a, b in pairs if a != b), "")
    return first.partition(" ")[0] if first.partition(" ")[0] in kernels else ""


def difference(base: RunResult, found: RunResult) -> str:
    if found.code != base.code:
        return f"exit code {found.code}: {found.stderr.decode(errors='replace')[-200:]}"
    pairs = list(zip(base.stdout.splitlines(), found.stdout.splitlines(), strict=False))
    at = next((i for i, (a, b) in enumerate(pairs) if a != b), len(pairs))
    if at == len(pairs):
        return "lines are missing"
    return f"line {at + 1}: {pairs[at][0].decode()} is {pairs[at][1].decode()}"


def text_of(pairs: Iterable[Pair]) -> str:
    """The pairs that are not as they should be, a line each."""
    return "\n".join(f"  {p.kernel}: {p.schedule}: {p.verdict}: {p.why}" for p in pairs)
